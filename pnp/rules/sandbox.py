"""An expression or a text with ``{{ }}`` and the names it may use go in, a value or a text comes out.

Jinja's immutable sandbox, tightened: few filters, bounded loops and products, errors in a designer's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, NoReturn

from jinja2 import (
    BaseLoader,
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
    Undefined,
    UndefinedError,
    nodes,
)
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.problems import did_you_mean

MAX_STEPS = 200_000  # of all loops of one rendering together
MAX_TEXT = 1_000_000  # characters or items that one operation may make

_steps: ContextVar[int] = ContextVar("steps", default=0)

_FORBIDDEN = "this reaches into the program, which no game may"
_TEXT_METHODS = frozenset({"upper", "lower", "title", "strip", "startswith", "endswith", "split"})
_FILTERS = (
    "abs", "capitalize", "default", "escape", "first", "float", "groupby", "int", "join", "last", "length", "list",
    "lower", "map", "max", "min", "reject", "rejectattr", "round", "select", "selectattr", "sort", "string",
    "sum", "title", "trim", "unique", "upper",
)  # fmt: skip


class RuleError(ValueError):
    """An expression that cannot be evaluated; the message is a designer's, ``line`` counts from 1 in its text."""

    def __init__(self, message: str, hint: str = "", line: int = 1) -> None:
        self.hint = hint
        self.line = line
        super().__init__(message)


class Environment(ImmutableSandboxedEnvironment):
    """The one Jinja environment. Fields of records come before Python's attributes, so a field may be called items."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})

    def __init__(self, loader: BaseLoader | None = None, *, markup: bool = False, ids: bool = False) -> None:
        super().__init__(
            loader=loader,
            autoescape=markup,
            undefined=_Missing,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            **({"comment_start_string": "{##", "comment_end_string": "##}"} if ids else {}),
        )
        self.filters = {name: self.filters[name] for name in _FILTERS} | {
            "_counted": _counted,
            "_glued": _glued,
        }
        self.globals = {"range": bounded_range}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Parse, then count every loop's steps and weigh every joined text: nothing can run away."""
        tree = super()._parse(source, name, filename)
        for loop in tree.find_all(nodes.For):
            loop.iter = nodes.Filter(loop.iter, "_counted", [], [], None, None, lineno=loop.lineno)
        for owner in [tree, *tree.find_all(nodes.Node)]:
            for field, value in owner.iter_fields():
                if isinstance(value, nodes.Concat):
                    setattr(owner, field, _glue(value))
                elif isinstance(value, list):
                    value[:] = [_glue(item) if isinstance(item, nodes.Concat) else item for item in value]
        return tree

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Of a text's methods only those that make nothing larger."""
        if isinstance(obj, str) and attr not in _TEXT_METHODS:
            return False
        return super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> None:
        """No ``format``: a width of a billion is a text of a billion. It is refused like any other method."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """``obj.attribute``: a record's field, a mapping's key, then an attribute."""
        fields = getattr(obj, "fields_of_record", None)
        if fields is not None:
            return self._field(obj, fields, attribute)
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """``obj[argument]``."""
        fields = getattr(obj, "fields_of_record", None)
        if fields is not None and isinstance(argument, str):
            return self._field(obj, fields, argument)
        return super().getitem(obj, argument)

    def _field(self, obj: Any, fields: Mapping[str, object], name: str) -> Any:
        if name in fields:
            return fields[name]
        if name == "id":
            return obj.id
        hint = did_you_mean(name, fields)
        return self.undefined(hint=f"{obj} has no field '{name}'" + (f"; {hint}" if hint else ""))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Refuse products and powers that would fill the memory, and %-formatting."""
        if operator == "%" and isinstance(left, str):
            raise SecurityError("texts are not formatted with %: join them with ~")
        if operator == "**" and (not _small(left, 1e6) or not _small(right, 64)):
            raise SecurityError("the power is too large")
        if operator == "+" and isinstance(left, (str, list, tuple)) and isinstance(right, (str, list, tuple)):
            _weigh(len(left) + len(right))
        if operator == "*":
            for many, times in ((left, right), (right, left)):
                if isinstance(many, (str, list, tuple)) and isinstance(times, int):
                    _weigh(len(many) * times)
        return super().call_binop(context, operator, left, right)


def _small(value: object, limit: float) -> bool:
    return isinstance(value, (int, float)) and abs(value) <= limit


def _weigh(size: int) -> None:
    if size > MAX_TEXT:
        raise SecurityError(f"a text or list of {size:,} is too large; at most {MAX_TEXT:,}")


def _counted(items: Iterable[object]) -> Iterator[object]:
    """Every step of a loop, against the rendering's allowance."""
    for item in items:
        taken = _steps.get() + 1
        if taken > MAX_STEPS:
            raise SecurityError(f"its loops take more than {MAX_STEPS:,} steps")
        _steps.set(taken)
        yield item


def _glue(joined: nodes.Concat) -> nodes.Filter:
    items = nodes.List(joined.nodes, lineno=joined.lineno)
    return nodes.Filter(items, "_glued", [], [], None, None, lineno=joined.lineno)


def _glued(parts: list[object]) -> str:
    """``a ~ b``, of bounded length."""
    texts = [part if isinstance(part, str) else str(part) for part in parts]
    _weigh(sum(map(len, texts)))
    return "".join(texts)


def bounded_range(*arguments: int) -> range:
    """Python's range, of at most ``MAX_STEPS`` numbers."""
    numbers = range(*arguments)
    if len(numbers) > MAX_STEPS:
        raise SecurityError(f"a loop of {len(numbers):,} steps is too long; at most {MAX_STEPS:,}")
    return numbers


def allow_steps() -> None:
    """Begin a rendering: its loops may take ``MAX_STEPS`` from here."""
    _steps.set(0)


class _Missing(StrictUndefined):
    """An undefined name that fails with a message of ours where one was prepared."""

    def _fail_with_undefined_error(self, *_args: object, **_kwargs: object) -> NoReturn:
        if self._undefined_exception is SecurityError:
            raise SecurityError(_FORBIDDEN)
        raise UndefinedError(self._undefined_hint or f"'{self._undefined_name}' is not known here")

    __str__ = __iter__ = __len__ = __eq__ = __ne__ = __bool__ = __hash__ = _fail_with_undefined_error
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __call__ = _fail_with_undefined_error
    __lt__ = __le__ = __gt__ = __ge__ = __int__ = __float__ = __getitem__ = _fail_with_undefined_error


@lru_cache(maxsize=1)
def _plain() -> Environment:
    return Environment()


@lru_cache(maxsize=4096)
def _compiled(text: str, expression: bool) -> Callable[..., Any]:
    if expression:
        return _plain().compile_expression(text, undefined_to_none=False)
    return _plain().from_string(text).render


def evaluate(expression: str, names: Mapping[str, object]) -> Any:
    """Evaluate one expression such as ``health <= 20``. Raises RuleError."""
    return _run(expression, names, expression=True)


def render(text: str, names: Mapping[str, object]) -> str:
    """Fill in a text's ``{{ }}``. Raises RuleError."""
    return str(_run(text, names, expression=False))


def _run(text: str, names: Mapping[str, object], *, expression: bool) -> Any:
    allow_steps()
    try:
        result = _compiled(text, expression)(**names)
        if isinstance(result, Undefined):
            result._fail_with_undefined_error()
    except Exception as error:
        raise explain(error, names) from None
    return result


def explain(error: Exception, names: Mapping[str, object]) -> RuleError:
    """Say an evaluation error in a designer's words."""
    line = getattr(error, "lineno", None) or 1
    match error:
        case UndefinedError():
            message = str(error)
            unknown = message.split("'")[1] if "is not known here" in message and "'" in message else ""
            return RuleError(message, did_you_mean(unknown, names) if unknown else "", line)
        case SecurityError():
            message = _FORBIDDEN if "unsafe" in str(error) else str(error)
            return RuleError(message, "use the record's fields and plain arithmetic", line)
        case TemplateSyntaxError():
            return RuleError(f"this cannot be read: {error.message}", "check its braces, quotes and brackets", line)
        case ZeroDivisionError():
            return RuleError("this divides by zero", "guard it with an {% if %}", line)
        case RecursionError():
            return RuleError("this calls itself without end", "remove the macro's call to itself", line)
        case OverflowError() | MemoryError():
            return RuleError("the number is too large", "", line)
        case TypeError() | ValueError() | AttributeError() | KeyError() | IndexError():
            return RuleError(
                f"this cannot be computed: {_in_words(error)}",
                "check that numbers meet numbers, texts texts",
                line,
            )
        case TemplateError():
            return RuleError(str(error), "", line)
    raise error  # ours, not the game's: let it show


def _in_words(error: Exception) -> str:
    """Python's names for types, replaced by ours."""
    message = str(error)
    for python, plain in (("'int'", "a number"), ("'float'", "a number"), ("'str'", "a text"), ("'list'", "a list"),
                          ("'FieldText'", "a text"), ("'NoneType'", "nothing"), ("'Record'", "a record")):  # fmt: skip
        message = message.replace(python, plain)
    return message
