"""What a template may write, each with a template that makes it work on something of size n: for those who count bills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from jinja2 import DictLoader
from markupsafe import Markup

from pnp.rules.formulas import RuleBook
from pnp.rules.sandbox import Environment
from pnp.rules.work import allowance

Case = tuple[str, Callable[[int], object]]  # a template, and what it calls v
MANY = 10**12

NUMBERS: Callable[[int], object] = lambda n: [(i * 7919) % n for i in range(n)]  # noqa: E731 - a short name for a table
TEXT: Callable[[int], object] = lambda n: "Ab c" * n  # noqa: E731
TEXTS: Callable[[int], object] = lambda n: [f"T{i % 97}" for i in range(n)]  # noqa: E731
RECORDS: Callable[[int], object] = lambda n: [{"a": (i * 7919) % n, "b": [i] * 3} for i in range(n)]  # noqa: E731
LONG: Callable[[int], object] = lambda n: [[0] * n + [i] for i in range(16)]  # noqa: E731
MAPPING: Callable[[int], object] = lambda n: {f"k{i}": i for i in range(n)}  # noqa: E731
FRACTIONS: Callable[[int], object] = lambda n: [Fraction(i, 10**40 + 1) for i in range(n)]  # noqa: E731
COUNT: Callable[[int], object] = lambda n: n  # noqa: E731
BIG: Callable[[int], object] = lambda n: 3**n  # noqa: E731 - its length grows

FILTERS: Mapping[str, tuple[Case, ...]] = {
    "capitalize": (("{% set a = v | capitalize %}", TEXT),),
    "escape": (("{% set a = v | escape %}", lambda n: "<&>" * n),),
    "first": (("{% set a = v | first %}", NUMBERS),),
    "groupby": (("{% set a = v | groupby('a') %}", RECORDS), ("{% set a = v | groupby(0) %}", LONG)),
    "join": (("{% set a = v | join(', ') %}", TEXTS), ("{% set a = v | join(', ', 'a') %}", RECORDS)),
    "last": (("{% set a = v | last %}", NUMBERS),),
    "length": (("{% set a = v | length %}", NUMBERS),),
    "list": (("{% set a = v | list %}", TEXT), ("{% set a = v | map('string') | list %}", NUMBERS)),
    "lower": (("{% set a = v | lower %}", TEXT),),
    "map": (
        ("{% set a = v | map('string') | list %}", NUMBERS),
        ("{% set a = v | map(attribute='b') | list %}", RECORDS),
        ("{% set a = ([w] * 100) | map(attribute=v) | list %}", lambda n: "a." * n + "a"),
    ),
    "max": (("{% set a = v | max %}", NUMBERS), ("{% set a = v | max(attribute='a') %}", RECORDS)),
    "min": (("{% set a = v | min %}", LONG), ("{% set a = v | min(attribute='b') %}", RECORDS)),
    "reject": (("{% set a = v | reject('odd') | list %}", NUMBERS),),
    "rejectattr": (("{% set a = v | rejectattr('a', 'odd') | list %}", RECORDS),),
    "select": (("{% set a = v | select('odd') | list %}", NUMBERS),),
    "selectattr": (("{% set a = v | selectattr('a', 'odd') | list %}", RECORDS),),
    "sort": (
        ("{% set a = v | sort %}", NUMBERS),
        ("{% set a = v | sort(attribute='a,b') %}", RECORDS),
        ("{% set a = v | sort %}", LONG),
        ("{% set a = v | sort(attribute=0) %}", lambda n: [[[0] * n + [i]] for i in range(16)]),
        ("{% set a = v | sort %}", FRACTIONS),
    ),
    "string": (("{% set a = v | string %}", TEXT),),
    "sum": (("{% set a = v | sum %}", NUMBERS), ("{% set a = v | sum %}", FRACTIONS)),
    "title": (("{% set a = v | title %}", TEXT),),
    "trim": (("{% set a = v | trim('b') %}", TEXT),),
    "unique": (
        ("{% set a = v | unique | list %}", NUMBERS),
        ("{% set a = v | unique(attribute='a') | list %}", RECORDS),
        ("{% set a = v | unique | list %}", lambda n: [i * (2**61 - 1) for i in range(n // 8)]),
    ),
    "upper": (("{% set a = v | upper %}", TEXT),),
}
# of bounded size, or independent of it
FIXED_FILTERS = frozenset({"abs", "default", "float", "int", "round"})
TESTS: Mapping[str, tuple[Case, ...]] = {
    **{
        name: ((f"{{% set a = v is {name}(w) %}}", LONG), (f"{{% set a = v is {name}(v) %}}", TEXT))
        for name in ("eq", "equalto", "ge", "greaterthan", "gt", "le", "lessthan", "lt", "ne")
    },
    **{
        name: ((f"{{% set a = v | select('{name}', 3) | list %}}", NUMBERS),)
        for name in ("==", "!=", "<", "<=", ">", ">=")
    },
    "divisibleby": (("{% set a = v | select('divisibleby', 3) | list %}", NUMBERS),),
    "even": (("{% set a = v | select('even') | list %}", NUMBERS),),
    "in": (("{% set a = -1 is in(v) %}", NUMBERS), ("{% set a = 'xyz' is in(v) %}", TEXT)),
    "lower": (("{% set a = v is lower %}", TEXT),),
    "odd": (("{% set a = v | select('odd') | list %}", NUMBERS),),
    "upper": (("{% set a = v is upper %}", TEXT),),
}
FIXED_TESTS = frozenset(
    {"boolean", "defined", "false", "float", "integer", "iterable", "mapping", "none", "number", "sequence", "string",
     "true", "undefined"}
)  # fmt: skip
STATEMENTS: Mapping[str, tuple[Case, ...]] = {
    "for": (
        ("{% for i in v %}{% endfor %}", NUMBERS),
        ("{% for i in v if i is odd %}{% endfor %}", NUMBERS),
        ("{% for i in [v] recursive %}{% if i is sequence %}{{ loop(i) }}{% endif %}{% endfor %}", NUMBERS),
        (
            "{% for j in range(50) %}{% for i in [] %}{% else %}{% for k in v %}{% endfor %}{% endfor %}{% endfor %}",
            NUMBERS,
        ),
        ("{% for i in v %}{{ loop.index }}{{ loop.changed(i) }}{{ loop.cycle('a', 'b') }}{% endfor %}", NUMBERS),
    ),
    "if": (("{% for i in v %}{% if i %}{% elif i %}{% endif %}{% endfor %}", NUMBERS),),
    "block": (
        ("{% for i in v %}{% block b scoped %}{{ i }}{% endblock %}{% endfor %}", NUMBERS),
        ("{% block a %}{% endblock %}{% for i in v %}{{ self.a() }}{% endfor %}", NUMBERS),
    ),
    "extends": (("{% extends 'base' %}{% block b %}{% for i in v %}{{ super() }}{% endfor %}{% endblock %}", NUMBERS),),
    "print": (("{% for i in v %}{% print i %}{% endfor %}", NUMBERS),),
    "macro": (
        (
            "{% macro m(a, b=1) %}{{ varargs | length }}{% endmacro %}{% for i in v %}{{ m(1, 2, 3) }}{% endfor %}",
            NUMBERS,
        ),
    ),
    "call": (
        (
            "{% macro m() %}{{ caller(1) }}{% endmacro %}{% for i in v %}{% call(a) m() %}x{% endcall %}{% endfor %}",
            NUMBERS,
        ),
    ),
    "include": (
        ("{% for i in v %}{% include 'leaf' %}{% endfor %}", NUMBERS),
        ("{% include v ignore missing %}", lambda n: [f"missing{i}" for i in range(n)]),
        ("{% include v %}", lambda n: [*[f"missing{i}" for i in range(n)], "leaf"]),
    ),
    "import": (("{% for i in v %}{% import 'lib' as l %}{{ l.m() }}{% endfor %}", NUMBERS),),
    "from": (("{% for i in v %}{% from 'lib' import m %}{{ m() }}{% endfor %}", NUMBERS),),
    "set": (
        ("{% for i in v %}{% set a = i %}{% endfor %}", NUMBERS),
        ("{% set a %}{% for i in v %}{{ i }}{% endfor %}{% endset %}", NUMBERS),
    ),
    "with": (("{% for i in v %}{% with a = i %}{{ a }}{% endwith %}{% endfor %}", NUMBERS),),
    "autoescape": (("{% autoescape true %}{% for i in v %}{{ '<' }}{% endfor %}{% endautoescape %}", NUMBERS),),
    "filter": (("{% filter upper %}{{ v }}{% endfilter %}", TEXT),),
}
OPERATORS: Mapping[str, tuple[Case, ...]] = {
    "add": (("{% set a = v + v %}", NUMBERS), ("{% set a = v + v %}", TEXT), ("{% set a = v | sum(start=1) %}", FRACTIONS)),
    "sub": (("{% set a = v.keys() - v.keys() %}", MAPPING),),
    "mul": (("{% set a = [0] * v %}", COUNT), ("{% set a = 'x' * v %}", COUNT), ("{% set a = v * v %}", BIG)),
    "div": (("{% for i in v %}{% set a = i / 3 %}{% endfor %}", NUMBERS),),
    "floordiv": (("{% set a = v // (v - 1) %}", BIG),),
    "mod": (("{% set a = v % (v - 1) %}", BIG),),
    "pow": (("{% for i in v %}{% set a = 9 ** 60 %}{% endfor %}", NUMBERS),),
    "compare": (
        ("{% set a = v == w %}", LONG), ("{% set a = v < w %}", LONG), ("{% set a = -1 in v %}", NUMBERS),
        ("{% set a = -1 not in v %}", NUMBERS), ("{% set a = 'xyz' in v %}", TEXT),
        ("{% set a = v.items() == w.items() %}", MAPPING),
    ),
    "concat": (("{% set a = v ~ v %}", TEXT), ("{% set a = v ~ v %}", lambda n: Markup("<b>") * n)),
    "list": (("{% set a = [v, v] %}", NUMBERS),),
    "tuple": (("{% set a = (v, v) %}", NUMBERS),),
    "dict": (("{% set a = {1: v} %}", NUMBERS), ("{% set a = {t: 1} %}", lambda n: tuple(range(n)))),
    "slice": (("{% set a = v[1:] %}", NUMBERS), ("{% set a = v[::-1] %}", TEXT)),
    "output": (("{{ v }}", TEXT), ("{{ v }}", BIG)),
}  # fmt: skip
METHODS: Mapping[str, tuple[Case, ...]] = {
    "upper": (("{% set a = v.upper() %}", TEXT),),
    "lower": (("{% set a = v.lower() %}", TEXT),),
    "title": (("{% set a = v.title() %}", TEXT),),
    "strip": (("{% set a = v.strip('abc') %}", TEXT),),
    "startswith": (("{% set a = v.startswith(v) %}", TEXT),),
    "endswith": (("{% set a = v.endswith(v) %}", TEXT),),
    "split": (("{% set a = v.split() %}", TEXT), ("{% set a = v.split('b') %}", TEXT)),
    "items": (("{% for k, x in v.items() %}{% endfor %}", MAPPING), ("{% set a = v.items() | sort %}", MAPPING)),
    "keys": (("{% for k in v.keys() %}{% endfor %}", MAPPING),),
    "values": (("{% set a = v.values() | max %}", MAPPING),),
    "get": (("{% for i in v %}{% set a = {}.get(i) %}{% endfor %}", NUMBERS),),
}
FUNCTIONS: Mapping[str, tuple[Case, ...]] = {
    "range": (("{% for i in range(v) %}{% endfor %}", COUNT),),
    "min": (("{% set a = min(v) %}", NUMBERS), ("{% set a = min(*v) %}", NUMBERS)),
    "max": (("{% set a = max(v) %}", NUMBERS), ("{% set a = max(v) %}", FRACTIONS)),
    "fraction": (("{% set a = fraction(v, v - 1) %}", BIG),),
    "hits_needed": (("{% set a = hits_needed(v, 7) %}", BIG),),
    "attacks_mean": (("{% for i in v %}{% set a = attacks_mean(1, 3) %}{% endfor %}", NUMBERS),),
    "attacks_for": (("{% set a = attacks_for(fraction(1, 2), fraction(1, 3), v // 20) %}", COUNT),),
    "duel": (("{% set a = duel(fraction(1, 2), v // 20, fraction(1, 3), v // 20) %}", COUNT),),
    "percent": (("{% for i in v %}{% set a = percent(fraction(1, 3)) %}{% endfor %}", NUMBERS),),
    "decimal": (("{% for i in v %}{% set a = decimal(fraction(1, 3), 5) %}{% endfor %}", NUMBERS),),
    "pool_chance": (
        ("{% set a = pool_chance('d' ~ v, 1, 5) %}", COUNT),
        ("{% for i in range(20, 20 + v // 40) %}{% set a = pool_chance('2d' ~ i, 1, 5) %}{% endfor %}", COUNT),
    ),
    "pool_mean": (("{% set a = pool_mean('d' ~ v, 1, 5) %}", COUNT),),
    "tally": (
        ("{% set a = tally([], 'x', v) %}", NUMBERS),
        ("{% set a = tally([], 'x', v) %}", lambda n: [i * (2**61 - 1) for i in range(n // 8)]),
    ),
    "at_least": (("{% for i in v %}{% set a = at_least(7) %}{% endfor %}", NUMBERS),),
    "best": (("{% set a = best(v, 'score') %}", NUMBERS),),
}


class Endless:
    """A record whose field ``a`` is itself, as records of a game may refer to each other."""

    @property
    def fields_of_record(self) -> dict[str, object]:
        return {"a": self}


def loader() -> DictLoader:
    """What the templates above take in."""
    return DictLoader({"leaf": "x", "lib": "{% macro m() %}x{% endmacro %}", "base": "{% block b %}x{% endblock %}"})


def prepared(case: Case, n: int) -> Callable[[], int]:
    """A function that renders a case of size n, and answers what was billed for it."""
    from pnp.rules.dice import read_roll  # what at_least asks
    from pnp.rules.formulas import Formula

    text, make = case
    value = make(n)
    book = RuleBook(roll=read_roll("2d6"), formulas={"score": Formula("score", ("x",), "x + 1")})
    twin = make(n) if isinstance(value, list | dict) else Endless()
    names = {**book.names, "v": value, "w": twin, "t": value}
    template = Environment(loader()).from_string(text)

    def run() -> int:
        with allowance(MANY, MANY) as purse:
            before = purse.units
            template.render(names)
            return before - purse.units

    return run
