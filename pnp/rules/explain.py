"""An error of an evaluation goes in, a RuleError in a designer's words comes out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from jinja2 import TemplateAssertionError, TemplateError, TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError

from pnp.problems import did_you_mean

_SHOWN = 20  # letters of a text that is named
NO_NAMESPACE = "only a namespace can be written to with a dot"
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
            message = _NOT_GIVEN.sub(r"this macro is not given \1", str(error))
            unknown = message.split("'")[1] if "is not known here" in message else ""
            return RuleError(message, did_you_mean(unknown, names) if unknown else "", line)
        case SecurityError():
            message = FORBIDDEN if "unsafe" in str(error) else str(error)
            return RuleError(message, "use the record's fields and plain arithmetic", line)
        case TemplateAssertionError():
            return _unknown_filter(error, line)
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
                f"this cannot be computed: {in_words(error)}",
                "check that numbers meet numbers, texts texts",
                line,
            )
        case TemplateError() if _UNKNOWN.match(str(error)):
            return _unknown_filter(error, line)
        case TemplateError() if "non-namespace" in str(error):
            cure = "make it one first: {% set ns = namespace(total=0) %}"
            return RuleError(NO_NAMESPACE, cure, line)
        case TemplateError():
            return RuleError(str(error), "", line)
    raise error  # ours, not the game's: let it show


def _unknown_filter(error: TemplateError, line: int) -> RuleError:
    """Of a filter or a test that there is not, the nearest that there is."""
    from pnp.rules.filters import FILTERS_ALLOWED, TESTS_ALLOWED  # which pay, and may be wrong in our words, too

    match = _UNKNOWN.match(str(error))
    if match is None:
        return RuleError(f"this cannot be read: {error}", "check its braces, quotes and brackets", line)
    known = FILTERS_ALLOWED if match[1] == "filter" else TESTS_ALLOWED
    cure = did_you_mean(match[2], known) or "docs/reference.md lists them all"
    return RuleError(f"there is no {match[1]} '{match[2]}'", cure, line)


_NOT_GIVEN = re.compile(r"^parameter ('.*') was not provided$")
_UNKNOWN = re.compile(r"No (filter|test) named '([^']{1,60})'")
_WORDS = {
    "int": "a number", "float": "a number", "Fraction": "a fraction", "bool": "yes or no", "str": "a text",
    "FieldText": "a text", "Markup": "a text", "list": "a list", "tuple": "a list", "range": "a list",
    "generator": "a list", "dict": "a mapping", "mappingproxy": "a mapping", "NoneType": "nothing",
    "Record": "a record", "Combatant": "a record", "Macro": "a macro",
    "TemplateNamespace": "a namespace",
}  # fmt: skip


def kind_of(value: object) -> str:
    """What a value is, as a designer says it: ``a list``, ``the text '5mm'``."""
    if isinstance(value, str):
        return f"the text '{value if len(value) <= _SHOWN else value[: _SHOWN - 1] + '…'}'"
    return _WORDS.get(type(value).__name__, "something else")


def in_words(error: Exception) -> str:
    """What an error says, in our words for Python's types and for what it says of them most often."""
    message = str(error)
    for python, plain in _WORDS.items():
        message = message.replace(f"'{python}' object", plain).replace(f"'{python}'", plain)
    message = message if len(message) <= 200 else message[:199] + "…"
    for pattern, ours in _SENTENCES:
        if match := pattern.fullmatch(message):
            return match.expand(ours)
    return message


_SENTENCES = [
    (re.compile(pattern), ours)
    for pattern, ours in (
        (r"object of type (.+) has no len\(\)", r"\1 stands where a text or a list belongs"),
        (r"(.+) is not iterable", r"\1 stands where a list belongs"),
        (r"(.+) is not callable", r"\1 is no function, and cannot be called"),
        (r"(.+) is not subscriptable", r"\1 has no parts to be asked for"),
        (r"unhashable type: (.+)", r"\1 cannot be what something is found by"),
        (r"unsupported operand type\(s\) for (.+): (.+) and (.+)", r"\2 and \3 do not go together with \1"),
        (r"'(.+)' not supported between instances of (.+) and (.+)", r"\2 and \3 cannot be compared with \1"),
        (r"bad operand type for .+: (.+)", r"\1 stands where a number belongs"),
        (r"can only concatenate .+", "texts and lists are joined with their like alone: write ~ between texts"),
        (r"can't multiply sequence by non-int of type (.+)", r"a text or a list is not repeated by \1"),
        (
            r"(?:sequence index|list indices|string indices|slice indices) must be .+",
            "a place in a list is a whole number",
        ),
        (r"'(?:str|.+)' object has no attribute '(.+)'", r"there is no '\1' here"),
        (r".+ cannot be interpreted as an integer", "a whole number belongs here"),
        (r".+ object has no attribute .+", "something of another kind belongs here"),
    )
]
