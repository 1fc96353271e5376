"""An error of an evaluation goes in, a RuleError in a designer's words comes out."""

from __future__ import annotations

from collections.abc import Mapping

from jinja2 import TemplateError, TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError

from pnp.problems import did_you_mean

FORBIDDEN = "this reaches into the program, which no game may"


class RuleError(ValueError):
    """An expression that cannot be evaluated; the message is a designer's, ``line`` counts from 1 in its text."""

    def __init__(self, message: str, hint: str = "", line: int = 1) -> None:
        self.hint = hint
        self.line = line
        super().__init__(message)


def explain(error: Exception, names: Mapping[str, object]) -> RuleError:
    """Say an evaluation error in a designer's words."""
    line = getattr(error, "lineno", None) or 1
    match error:
        case RuleError():
            return error
        case UndefinedError():
            message = str(error)
            unknown = message.split("'")[1] if "is not known here" in message else ""
            return RuleError(message, did_you_mean(unknown, names) if unknown else "", line)
        case SecurityError():
            message = FORBIDDEN if "unsafe" in str(error) else str(error)
            return RuleError(message, "use the record's fields and plain arithmetic", line)
        case TemplateSyntaxError():
            return RuleError(f"this cannot be read: {error.message}", "check its braces, quotes and brackets", line)
        case ZeroDivisionError():
            return RuleError("this divides by zero", "guard it with an {% if %}", line)
        case RecursionError():
            return RuleError(
                "this calls itself without end", "remove the macro's or the formula's call to itself", line
            )
        case OverflowError() | MemoryError():
            return RuleError("the number is too large", "", line)
        case TypeError() | ValueError() | AttributeError() | LookupError():
            return RuleError(
                f"this cannot be computed: {_in_words(error)}",
                "check that numbers meet numbers, texts texts",
                line,
            )
        case TemplateError() if "non-namespace" in str(error):
            cure = "make it one first: {% set ns = namespace(total=0) %}"
            return RuleError("only a namespace can be written to with a dot", cure, line)
        case TemplateError():
            return RuleError(str(error), "", line)
    raise error  # ours, not the game's: let it show


_WORDS = {
    "int": "a number", "float": "a number", "Fraction": "a fraction", "bool": "yes or no", "str": "a text",
    "FieldText": "a text", "Markup": "a text", "list": "a list", "tuple": "a list", "range": "a list",
    "generator": "a list", "dict": "a mapping", "mappingproxy": "a mapping", "NoneType": "nothing",
    "Record": "a record", "Combatant": "a record", "Macro": "a macro",
    "TemplateNamespace": "a namespace",
}  # fmt: skip


def _in_words(error: Exception) -> str:
    """Python's names for types, replaced by ours."""
    message = str(error)
    for python, plain in _WORDS.items():
        message = message.replace(f"'{python}' object", plain).replace(f"'{python}'", plain)
    return message if len(message) <= 200 else message[:199] + "…"
