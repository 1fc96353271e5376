"""Whatever a template does is paid for, and the bill grows as the work does; nobody can write a bill of their own."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import jinja2
import pytest
from jinja2 import DictLoader, TemplateSyntaxError, nodes
from jinja2.compiler import CodeGenerator
from jinja2.parser import _statement_keywords

from pnp.rules import formulas, hooks, sandbox
from pnp.rules.dice import pool_chance
from pnp.rules.guard import BillingGenerator
from pnp.rules.sandbox import Environment, RuleError, evaluate, render
from pnp.rules.work import TooMuchWork, allowance, spend, spend_number, weigh_copies

from . import bills
from .bills import Case, prepared

KINDS: Mapping[str, Mapping[str, tuple[Case, ...]]] = {
    "filter": bills.FILTERS,
    "test": bills.TESTS,
    "statement": bills.STATEMENTS,
    "operator": bills.OPERATORS,
    "method": bills.METHODS,
    "function": bills.FUNCTIONS,
}
CASES = [
    pytest.param(case, id=f"{kind} {name} {number}")
    for kind, table in KINDS.items()
    for name, found in table.items()
    for number, case in enumerate(found)
]
SMALL = 300_000  # units: a tenth of what a rendering may do
PRIME = 2**61 - 1  # numbers that lie so far apart have one hash


@pytest.mark.parametrize("case", CASES)
def test_a_bill_grows_as_the_work_does(case: Case) -> None:
    small, middle, large = (prepared(case, size)() for size in (100, 400, 1600))
    assert middle > small and large - middle > 2.5 * (middle - small), (small, middle, large)


def test_the_table_has_all_that_a_template_can_write() -> None:
    environment = Environment()
    assert set(environment.filters) == {*bills.FILTERS, *bills.FIXED_FILTERS}
    assert set(environment.tests) == {*bills.TESTS, *bills.FIXED_TESTS}
    assert {*environment.globals, *formulas.FUNCTIONS} == set(bills.FUNCTIONS)
    assert set(bills.STATEMENTS) == {*_statement_keywords, "call", "filter"}
    assert set(bills.METHODS) == sandbox._TEXT_METHODS | sandbox._MAPPING_METHODS
    operators = {kind.__name__.lower() for kind in nodes.BinExpr.__subclasses__()} - {"and", "or"}
    assert operators <= set(bills.OPERATORS)


@pytest.mark.parametrize("name", sorted(bills.FIXED_FILTERS))
def test_what_costs_the_same_whatever_it_is_given(name: str) -> None:
    numbers = {"abs": "-7", "default": "1", "float": "'7.5'", "int": "'7'", "round": "7.25"}
    assert evaluate(f"{numbers[name]} | {name}", {}) in (7, 1, 7.5, 7.0)
    if name != "default":
        with pytest.raises(RuleError):
            evaluate(f"v | {name}", {"v": "7" * 5000})


@pytest.mark.parametrize(
    "text",
    [
        "{% set a = (0 - 10 ** 12) | _billed %}",
        "{% set a = (0 - 10 ** 12) | bill %}",
        "{% filter _billed %}1{% endfilter %}",
        "{{ [0 - 10 ** 12] | map('_billed') | list | length }}",
        "{{ [0 - 10 ** 12] | map('bill') | list | length }}",
        "{{ [1] | select('_billed') | list | length }}",
        "{{ bill(0 - 10 ** 12) }}",
        "{{ environment.bill(0 - 10 ** 12) }}",
        "{{ self.environment.bill(1) }}",
        "{{ self._TemplateReference__context }}",
        "{% macro m() %}{% endmacro %}{{ m._environment.bill(1) }}",
        "{% macro m() %}{% endmacro %}{{ [m] | map(attribute='_environment') | first }}",
        "{% macro m() %}{% endmacro %}{{ m['_func'] }}",
        "{% macro m() %}{{ caller._environment }}{% endmacro %}{% call m() %}{% endcall %}",
        "{% macro m() %}{{ varargs[0].__class__ }}{{ kwargs.__class__ }}{% endmacro %}{{ m(1) }}",
        "{% for i in [1] %}{{ loop._iterator }}{% endfor %}",
        "{% for i in [1] %}{{ loop.__class__ }}{% endfor %}",
        "{% for i in [1] %}{{ loop['_undefined'] }}{% endfor %}",
        "{% block a %}{{ self.a._context }}{% endblock %}",
        "{% block a %}{{ super._context }}{% endblock %}",
        "{% import 'lib' as l %}{{ l.__class__ }}",
        "{% import 'lib' as l %}{{ l._body_stream }}",
        "{% import 'lib' as l %}{{ l.m._environment }}",
        "{% from 'lib' import _x %}{{ _x }}",
        "{{ namespace() }}",
        "{% set n.a = 1 %}",
        "{{ '' | attr('__class__') }}",
        "{{ ''.join([1]) }}",
        "{{ range.__globals__ }}",
        "{{ min.__globals__ }}",
        "{{ {}.get.__self__ }}",
    ],
)  # fmt: skip
def test_no_template_reaches_what_pays(text: str) -> None:
    with pytest.raises((TemplateSyntaxError, Exception)) as caught, allowance(10**6) as purse:
        Environment(bills.loader()).from_string(text).render({"min": min})
    assert caught.type is not AssertionError
    assert purse.units <= 10**6


def test_nothing_is_given_back() -> None:
    with allowance(1000) as purse:
        spend(-500)
        assert purse.units == 1000
        spend(1000)
        with pytest.raises(TooMuchWork):
            spend(1)
        with pytest.raises(TooMuchWork):
            spend(-5000)


@pytest.mark.parametrize(
    "attack",
    [
        "'%999999999d' is even", "'%999999999d' is odd", "'%999999999d' is divisibleby(3)",
        "['%999999999d'] | select('even') | list",
        f"range(0, 200000 * {PRIME}, {PRIME}) | unique | list",
        f"tally([], 'x', range(0, 200000 * {PRIME}, {PRIME}))",
        "('a' * 500000) | trim('b' * 499999 ~ 'a')", "('a' * 500000).strip('b' * 499999 ~ 'a')",
        "max(range(200000)) + max(range(199999))",
        "duel(fraction(10 ** 60 * 3 + 1, 10 ** 61), 300, fraction(7 ** 60, 10 ** 61), 300)",
        "pool_chance('20d100', 1, 30) + " + " + ".join(f"pool_chance('20d{i}', 1, 30)" for i in range(60, 100)),
    ],
)  # fmt: skip
def test_what_nobody_paid_for_is_refused(attack: str) -> None:
    with pytest.raises(RuleError), allowance(SMALL):
        evaluate(attack, {**formulas.RuleBook().names, "range": range})


@pytest.mark.parametrize(
    "text",
    [
        "{% include names ignore missing %}",
        "{% for a in range(200000) %}{% for x in [] %}{% else %}" + "{{ a }}" * 400 + "{% endfor %}{% endfor %}",
        "{% for a in range(200000) %}{% for x in [][:(" + " == ".join(["a"] * 400) + ")] %}{% endfor %}{% endfor %}",
        "{% macro m() %}{% if false %}{{ caller() }}{% endif %}{% endmacro %}{% for i in range(200000) %}{% call m(*[" + ",".join(["i"] * 400)
        + "][:0]) %}{% endcall %}{% endfor %}",
        "".join(f"{{% set a{i} = 1 %}}" for i in range(900)) + "{% for i in range(100000) %}{% include 'leaf' %}{% endfor %}",
        "".join(f"{{% set a{i} = 1 %}}" for i in range(900))
        + "{% for i in range(100000) %}{% block b scoped %}{% endblock %}{% endfor %}",
    ],
)  # fmt: skip
def test_what_runs_unseen_is_paid_for(text: str) -> None:
    with pytest.raises(TooMuchWork), allowance(SMALL):
        Environment(bills.loader()).from_string(text).render({"names": ["nowhere"] * 900_000})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("".join(f"{{% set a{i} = 1 %}}" for i in range(2000)) + "{% include 'x' %}" * 2000, "too many"),
        ("".join(f"{{% if a{i} %}}{{% endif %}}" for i in range(4000)), "4,000 names"),
        ("{% autoescape 'x' | list | join('y') %}{% endautoescape %}", "true or false"),
    ],
)
def test_what_a_compiler_would_work_on_for_long_is_refused(text: str, message: str) -> None:
    with pytest.raises(TemplateSyntaxError, match=message):
        Environment(DictLoader({})).from_string(text)


@pytest.mark.parametrize(("value", "width"), [("a", 1), ("é", 4), ([1], 8)], ids=["ASCII", "other letters", "a list"])
def test_copies_are_paid_for_by_the_bytes_they_take(value: str | list[int], width: int) -> None:
    with allowance() as purse:
        before = purse.units
        weigh_copies(value, 6400)
        assert before - purse.units == 1 + 6400 * width // 64


def test_a_long_number_is_paid_for_by_the_square_of_its_words() -> None:
    for words in (10, 40, 180):
        with allowance() as purse:
            before = purse.units
            spend_number(2 ** (64 * words) - 1)
            assert before - purse.units == words * words // 64


def test_an_answer_that_is_known_already_costs_the_same() -> None:
    def cost() -> int:
        with allowance(10**9) as purse:
            pool_chance("3d7+1", 2, 9)
            once = 10**9 - purse.units
            pool_chance("3d7+1", 2, 9)
            assert 10**9 - purse.units == once, "a second time in one rendering it is paid for"
            return once

    assert cost() == cost() > 500


def test_a_mapping_of_lists_is_what_was_written() -> None:
    assert evaluate("{'a': [1, {'b': (2, 'x' ~ 1)}], 3: {}}", {}) == {"a": [1, {"b": (2, "x1")}], 3: {}}
    assert render("{% set d = {'a': fraction} %}{{ d.a }}", {"fraction": Fraction(1, 2)}) == "1/2"


def test_without_its_hooks_the_sandbox_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    hooks.check_hooks(Environment, BillingGenerator)
    monkeypatch.delattr(jinja2.Environment, "_load_template")
    with pytest.raises(hooks.StrangeLibraryError, match=r"not the Jinja .* it has no .*_load_template"):
        hooks.check_hooks(Environment, BillingGenerator)
    monkeypatch.undo()
    monkeypatch.setattr(CodeGenerator, "visit_Call", lambda node: node)
    with pytest.raises(hooks.StrangeLibraryError, match="visit_Call takes other parameters: node"):
        hooks.check_hooks(Environment, BillingGenerator)
    monkeypatch.undo()
    monkeypatch.setattr(sandbox, "guard", lambda tree: tree)
    sandbox._code.cache_clear()
    with pytest.raises(hooks.StrangeLibraryError, match="no bill"):
        hooks.check_hooks(Environment, BillingGenerator)
    sandbox._code.cache_clear()
