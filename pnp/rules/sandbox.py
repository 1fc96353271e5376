"""An expression or a text with ``{{ }}`` and the names it may use go in, a value or a text comes out.

Jinja's immutable sandbox, tightened: objects show only what their classes open, filters are few, all work is paid for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import CodeType, MappingProxyType
from typing import Any, NoReturn

from jinja2 import (
    BaseLoader,
    Template,
    TemplateSyntaxError,
    Undefined,
    UndefinedError,
    nodes,
)
from jinja2.environment import TemplateExpression, TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.lexer import TokenStream
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, TemplateReference
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.problems import did_you_mean
from pnp.rules import bills
from pnp.rules.arguments import argument_fault, called_wrongly
from pnp.rules.explain import RuleError, explain
from pnp.rules.filters import FILTERS_ALLOWED, TESTS_ALLOWED, as_text, bounded_range, counted, joined, searched, trimmed
from pnp.rules.guard import BillingGenerator, guard
from pnp.rules.hooks import check_hooks
from pnp.rules.missing import MissingName
from pnp.rules.notes import TemplateNamespace
from pnp.rules.readable import few, readable
from pnp.rules.work import NATIVE, allowance, check_number, spend, spend_number, spend_value, weigh, weigh_copies

__all__ = [
    "Environment",
    "RuleError",
    "bounded_range",
    "evaluate",
    "explain",
    "render",
]

MAX_EXPRESSION = 20_000  # characters
NAMES = 4  # that are handed to an expression for a unit: they are copied, twice
FETCH = 100  # what looking for a template costs
_ID_COMMENTS = "{##"  # where {#id} names a heading

TEXT_METHODS = frozenset({"upper", "lower", "title", "strip", "startswith", "endswith", "split"})
MAPPING_METHODS = frozenset({"items", "keys", "values", "get"})
_PLAIN_NUMBERS = frozenset({int, float})
_LISTS = (str, list, tuple)
_OF_TWO_LENGTHS = frozenset({"*", "/", "//", "%"})
LOOP_WORDS = frozenset({"index", "index0", "revindex", "revindex0", "first", "last", "length"})
_JINJAS_OWN = (LoopContext, TemplateModule, TemplateReference, BlockReference, Macro)


class Environment(ImmutableSandboxedEnvironment):
    """The one Jinja environment. Fields of records come before Python's attributes, so a field may be called items.

    Of an object nothing can be reached but what its class names in ``open_to_templates``. What the guard adds are calls
    of ``bill`` and its like below; no filter and no name leads to them. Nothing is worked out while a template is
    compiled, for that work nobody would pay for.
    """

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%", "**"})
    concat = staticmethod(joined)
    code_generator_class = BillingGenerator
    bill, billed, fetched = staticmethod(bills.bill), staticmethod(bills.billed), staticmethod(bills.fetched)
    built, mapping_of, glued = staticmethod(bills.built), staticmethod(bills.mapping_of), staticmethod(bills.glued)
    looked_through, sliced = staticmethod(bills.looked_through), staticmethod(bills.sliced)
    counted, searched = staticmethod(counted), staticmethod(searched)

    def __init__(
        self,
        loader: BaseLoader | None = None,
        *,
        markup: bool = False,
        ids: bool = False,
        given: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        """``given`` are words and functions that every text may ask for, macros that are imported among them."""
        super().__init__(
            loader=loader,
            autoescape=markup,
            undefined=MissingName,
            finalize=as_text,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            optimized=False,
            cache_size=-1,  # each of a game's templates is compiled once, in whatever order they are taken in
            **({"comment_start_string": _ID_COMMENTS, "comment_end_string": "##}"} if ids else {}),
        )
        self.filters = dict(FILTERS_ALLOWED)
        self.tests = dict(TESTS_ALLOWED)
        self.globals = {**given, "range": bounded_range}

    def _tokenize(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        """Jinja's, with a bound on how many tokens there are."""
        return TokenStream(few(self.lexer.tokenize(source, name, filename, state)), name, filename)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        with readable():
            return guard(super()._parse(source, name, filename))

    def _generate(self, *arguments: Any, **named: Any) -> str:
        with readable():
            return super()._generate(*arguments, **named)

    def _compile(self, source: str, filename: str) -> CodeType:
        with readable():
            return super()._compile(source, filename)

    def compile(self, source: str | nodes.Template, name: str | None = None, filename: str | None = None) -> CodeType:  # type: ignore[override]  # only what is called here
        """A template's code. Its text is compiled once, however many environments of the same kind read it."""
        if isinstance(source, str):
            return _code(bool(self.autoescape), self.comment_start_string == _ID_COMMENTS, source, name, filename)
        return super().compile(source, name, filename)

    def compile_expression(self, source: str, undefined_to_none: bool = False) -> TemplateExpression:
        """One expression, guarded like a template (through ``from_string``)."""
        with readable():
            return super().compile_expression(source, undefined_to_none)

    def from_string(self, source: str | nodes.Template, *arguments: Any, **named: Any) -> Template:
        """A template from its text, or, as ``compile_expression`` asks, from its nodes."""
        return super().from_string(guard(source) if isinstance(source, nodes.Template) else source, *arguments, **named)

    def _load_template(self, name: str, globals: Any) -> Template:  # noqa: A002 - Jinja's name
        """Jinja's; each name that is tried is paid for."""
        spend(FETCH)
        return super()._load_template(name, globals)

    def handle_exception(self, source: str | None = None) -> NoReturn:
        """Jinja's, but that a fault of a rendering keeps the lines of its code, which tell expressions apart."""
        error = sys.exc_info()[1]
        if source is None and error is not None and not isinstance(error, TemplateSyntaxError):
            raise error
        super().handle_exception(source)

    def wrap_str_format(self, value: Any) -> None:
        """No ``format``: a width of a billion is a text of a billion. It is refused like any other method."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """``obj.attribute``: a record's field, a mapping's key, or what the object's class opens to templates."""
        if type(obj) is LoopContext and attribute in LOOP_WORDS:
            return getattr(obj, attribute)
        if type(obj) is TemplateNamespace:
            return self._written(obj, attribute)
        fields = getattr(obj, "fields_of_record", None)
        if fields is not None:
            return self._field(obj, fields, attribute)
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        if _is_open(obj, attribute):
            return super().getattr(obj, attribute)
        if obj is None and not attribute.startswith("_"):
            says = f"what should have '{attribute}' is empty here: ask for it first, with if or and"
            return self._unknown(lambda: says)
        opened = obj if isinstance(obj, Mapping) else getattr(type(obj), "open_to_templates", None)
        if opened is None or attribute.startswith("_"):
            return self.unsafe_undefined(obj, attribute)
        try:
            return obj[attribute]
        except (TypeError, LookupError):
            return self._unknown(lambda: _said(f"there is no '{attribute}' here", attribute, map(str, opened)))

    def getitem(self, obj: Any, argument: Any) -> Any:
        """``obj[argument]``: by a name as with a dot."""
        if isinstance(argument, str):
            spend(1)  # Jinja's filters ask for each part of attribute='a.b.c', of each of their items
            return self.getattr(obj, argument)
        spend_value(argument)
        try:
            return obj[argument]
        except LookupError:
            return self._unknown(lambda: f"there is no number {argument} in a list of {len(obj)}")

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """As ``getattr`` has it, wherever else Jinja asks."""
        return _is_open(obj, attr) and super().is_safe_attribute(obj, attr, value)

    def _written(self, space: TemplateNamespace, name: str) -> Any:
        if name in space.written:
            return space.written[name]
        return self._unknown(lambda: _said(f"nothing was written to '{name}' of this namespace", name, space.written))

    def _field(self, obj: Any, fields: Mapping[str, object], name: str) -> Any:
        try:
            return fields[name]  # a computed field of a game that loads is computed by this
        except KeyError:
            pass
        if name == "id":
            return obj.id
        if name == "copies" and getattr(getattr(obj, "record", obj), "parent", None) is not None:
            return 1  # of an item, unless it says
        return self._unknown(lambda: _said(f"{obj} has no field '{name}'", name, fields))

    def _unknown(self, says: Callable[[], str]) -> Any:
        """What fails when it is used; only then is it worked out what to say."""
        return self.undefined(hint=says)  # type: ignore[arg-type]  # MissingName asks for it

    def call(__self, __context: Context, __obj: Any, *arguments: Any, **named: Any) -> Any:  # noqa: N805 - Jinja's names leave every argument's name free
        """Call a function, which pays for what it is given; a macro pays for its own body."""
        if getattr(__obj, "pays_for_itself", False):  # our own, called dozens of times a face: 5 us a call less
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
            spend(NATIVE + len(arguments) + len(named))
            try:
                return __obj(*arguments, **named)
            except (RuleError, SecurityError, UndefinedError):
                raise
            except (TypeError, ValueError) as error:
                raise called_wrongly(__obj, _name_of(__obj, __context), arguments, named, error) from None
        spend(len(arguments) + len(named))
        if type(__obj) is LoopContext:
            arguments = tuple(map(counted, arguments))  # a turn of a recursive loop is one of a loop
        elif not isinstance(__obj, _JINJAS_OWN):
            spend(NATIVE)
            for value in (*arguments, *named.values()):
                spend_value(value)
            owner = getattr(__obj, "__self__", None)
            if isinstance(owner, str):
                spend(len(owner))
                if getattr(__obj, "__name__", "") == "strip" and arguments and arguments[0] is not None:
                    trimmed(arguments[0])
        try:
            return super().call(__context, __obj, *arguments, **named)
        except TypeError:
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
            fault = argument_fault(__obj, _name_of(__obj, __context), arguments, named) if callable(__obj) else None
            if fault is None:
                raise
            raise fault from None

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic, within bounds; what would fill the memory is refused before it is made."""
        if type(left) in _PLAIN_NUMBERS and type(right) in _PLAIN_NUMBERS and operator != "**":
            if type(left) is int and type(right) is int and operator in _OF_TWO_LENGTHS:
                spend_number(left)
                spend_number(right)
            return check_number(self.binop_table[operator](left, right))
        if operator == "%" and isinstance(left, str):
            raise SecurityError("texts are not formatted with %: join them with ~")
        if operator == "**" and not (_small(left, 1_000_000) and _small(right, 64)):
            raise SecurityError("the power is too large")
        if isinstance(left, _LISTS) or isinstance(right, _LISTS):
            if operator == "+" and isinstance(left, _LISTS) and isinstance(right, _LISTS):
                weigh(len(left) + len(right))
                weigh_copies(left)
                weigh_copies(right)
            if operator == "*":
                for many, times in ((left, right), (right, left)):
                    if isinstance(many, _LISTS) and isinstance(times, int):
                        weigh_copies(many, times)
        else:
            spend_value(left)
            spend_value(right)
        return check_number(super().call_binop(context, operator, left, right))


def _name_of(function: Any, context: Context) -> str:
    """What a template calls a function."""
    known = (name for names in (context.vars, context.parent) for name, value in names.items() if value is function)
    return next(known, "") or getattr(function, "name", "") or getattr(function, "__name__", "this").strip("_")


def _said(message: str, word: str, known: Iterable[str]) -> str:
    hint = did_you_mean(word, known)
    return f"{message}; {hint}" if hint else message


def _is_open(obj: object, attribute: str) -> bool:
    """Whether a game may reach this attribute of an object."""
    if attribute.startswith("_"):
        return False
    if isinstance(obj, str):
        return attribute in TEXT_METHODS
    if isinstance(obj, Mapping):
        return attribute in MAPPING_METHODS
    if isinstance(obj, _JINJAS_OWN):
        return True
    return attribute in getattr(type(obj), "open_to_templates", getattr(type(obj), "_fields", ()))


def _small(value: object, limit: int) -> bool:
    if isinstance(value, Fraction):
        return max(abs(value.numerator), value.denominator) <= limit
    return isinstance(value, (int, float)) and abs(value) <= limit


class _NoFiles(BaseLoader):
    """What an expression or a record's text has to include from: nothing."""

    def get_source(self, _environment: object, template: str) -> NoReturn:
        """Refuse."""
        raise SecurityError(f"only a template can take in another file, so '{template}' stays out")


def _printable(text: str) -> str:
    """The text, if it can be written in UTF-8: an escape such as \\ud800 is half a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SecurityError("this makes half of a character, by an escape such as \\ud800") from None
    return text


class _Template(Template):
    """A template that renders within an allowance of work."""

    def render(self, *arguments: Any, **named: Any) -> str:
        """Jinja's."""
        with allowance():
            return _printable(super().render(*arguments, **named))

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        """What is imported of it, worked out for each rendering: kept, it would be paid for by the first alone."""
        self._module = None
        return super()._get_default_module(ctx)


Environment.template_class = _Template


@lru_cache(maxsize=512)
def _code(markup: bool, ids: bool, source: str, name: str | None, filename: str | None) -> CodeType:
    maker = Environment(_NoFiles(), markup=markup, ids=ids)
    return ImmutableSandboxedEnvironment.compile(maker, source, name, filename)


@lru_cache(maxsize=1)
def plain_environment() -> Environment:
    """The environment of expressions and of records' texts."""
    return Environment(_NoFiles())


@lru_cache(maxsize=4096)
def _compiled(text: str, expression: bool) -> Callable[[Mapping[str, object]], Any]:
    if len(text) > MAX_EXPRESSION:
        raise TemplateSyntaxError(f"it is longer than {MAX_EXPRESSION:,} characters", 1)
    return plain_environment().compile_expression(text) if expression else plain_environment().from_string(text).render


def evaluate(expression: str, names: Mapping[str, object]) -> Any:
    """Evaluate one expression such as ``health <= 20``. Raises RuleError."""
    return _run(expression, names, expression=True)


def render(text: str, names: Mapping[str, object]) -> str:
    """Fill in a text's ``{{ }}``. Raises RuleError."""
    return str(_run(text, names, expression=False))


def _run(text: str, names: Mapping[str, object], *, expression: bool) -> Any:
    try:
        with allowance():
            spend(NATIVE + len(names) // NAMES)
            result = _compiled(text, expression)(names)
            if isinstance(result, Undefined):
                result._fail_with_undefined_error()
            if isinstance(result, Iterator):
                raise SecurityError("this makes a list that nobody reads: write | list behind it")
            if callable(result) or isinstance(result, _JINJAS_OWN):
                raise SecurityError("this is a function: give it its arguments, in brackets")
            if isinstance(result, str):
                _printable(result)
    except Exception as error:
        raise explain(error, names) from None
    return result


check_hooks(Environment, generator=BillingGenerator)
