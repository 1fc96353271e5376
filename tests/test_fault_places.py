"""What a template calls wrongly is said in a designer's words, and a caret stands under the expression that is meant."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.build import read_game
from pnp.faces.arcs import ARCS
from pnp.faces.charts import Charts
from pnp.faces.compose import composer
from pnp.faces.fault_places import compiled_places, expression_place
from pnp.faces.folding import FoldingHelpers
from pnp.faces.helpers import Helpers
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.problems import Problem, Source, Span
from pnp.rules.explain import explain
from pnp.rules.filters import FILTERS_ALLOWED
from pnp.rules.formulas import RuleBook
from pnp.rules.notes import namespace
from pnp.rules.sandbox import Environment
from pnp.rules.trigonometry import TRIGONOMETRY
from pnp.units import Size

from .conftest import MakeGame

OPENING = '<svg xmlns="http://www.w3.org/2000/svg">'
TEXT = "text(content, x, y, w, h, style, align=…, valign=…, color=…)"


def problems_of(make_game: MakeGame, body: str) -> tuple[Problem, ...]:
    """What is wrong with the first face of a template with this body on its second line."""
    game = read_game(make_game({"templates/tiny/card.svg": f"{OPENING}\n{body}\n</svg>\n"}), "tiny")
    component = game.components["cards"]
    return composer(game, PrintJob("a4")).composed(component, component.records[0], "front").problems


def caret(span: Span) -> str:
    return span.source.line(span.line)[span.column - 1 :][: span.length]


@pytest.mark.parametrize(
    ("body", "message", "marked", "hint"),
    [
        ('{{ text(name, 5, 5, 9, 6, "body") }}{{ text(name, 5, 5, 9, 6, "body", size=3) }}', "text(…) takes no 'size'", "size", f"did you mean 'style'? Write {TEXT}"),
        ('{{ icon("flame", 1, 1, 5, colour="ink") }}', "icon(…) takes no 'colour'", "colour", "did you mean 'color'? Write icon(name, x, y, size, color)"),
        ('{{ name }}{{ text(name, 5, 5) }}', "text(…) is not given 'w', 'h' and 'style'", "text(name, 5, 5)", f"write {TEXT}"),
        ("{{ cube(1, 2, 3) }}", "cube(…) takes 2 arguments, and is given 3", "cube(1, 2, 3)", "write cube(edge, tab=…)"),
        ('{{ bars({}, 0, 0, 9, 9, "body", "ink", 4) }}', "bars(…) takes 7 arguments without a name, and is given 8", 'bars({}, 0, 0, 9, 9, "body", "ink", 4)', "write bars(values, x, y, w, h, style, color, labels=…, line=…, top=…, grid=…, show=…)"),
        ("{{ icon('flame', 1, 1, 5, name='x') }}", "icon(…) is given 'name' twice: at its place, and by its name", "name", "write icon(name, x, y, size, color)"),
        ('{{ text(name, "5mm", 5, 9, 6, "body") }}', "text(…): x must be a number of millimetres, and is the text '5mm'", 'text(name, "5mm", 5, 9, 6, "body")', f"write {TEXT}"),
        ("{{ text(name, [5], 5, 9, 6, 'body') }}", "text(…): x must be a number of millimetres, and is a list", "text(name, [5], 5, 9, 6, 'body')", f"write {TEXT}"),
        ("{{ percent(1, plcaes=2) }}", "percent(…) takes no 'plcaes'", "plcaes", "did you mean 'places'? Write percent(share, places=…)"),
        ("{{ 3 | round(presicion=1) }}", "round(…) takes no 'presicion'", "presicion", "did you mean 'precision'? Write round(precision=…, method=…)"),
        ("{{ name }}{{ name | uper }}", "there is no filter 'uper'", "uper", "did you mean 'upper'?"),
        ("{% macro m(a, b) %}{{ a }}{% endmacro %}{{ m(1, c=2) }}", "m(…) takes no 'c'", "c", "write m(a=…, b=…)"),
        ("{% macro m(a, b) %}{{ a }}{% endmacro %}{{ m() }}", "this macro is not given 'a'", "a", ""),
        ('{{ name }} {{ text(nam, 5, 5, 9, 6, "body") }}', "'nam' is not known here", "nam", "did you mean 'name'?"),
        ("{{ name }}{{ it.nam }}", "heroes.ada has no field 'nam'; did you mean 'name'?", "nam", ""),
        ("{{ name }}{% if foo %}{% endif %}", "'foo' is not known here", "foo", ""),
        ("{{ name }}{{ foo + foo }}", "'foo' is not known here", "{{ foo + foo }}", ""),  # either is meant: both
        ("{% for i in range(3) %}{{ i }}{{ 1 / (i - 1) }}{% endfor %}", "this divides by zero", "{{ 1 / (i - 1) }}", "guard it with an {% if %}"),
        ("{% macro m(a) %}{{ a / 0 }}{% endmacro %}{{ name }}{{ m(1) }}", "this divides by zero", "{{ a / 0 }}", "guard it with an {% if %}"),
        ("{{ name }}{% set ns = 3 %}{% set ns.x = 1 %}", "only a namespace can be written to with a dot", "{% set ns.x = 1 %}", "make it one first: {% set ns = namespace(total=0) %}"),
        ('<g>{{ text(name, 5, 5, 9, 6, "bdy") }}{{ text(name, 5, 5, 9, 6, "body") }}</g>', "unknown text style 'bdy'", "bdy", "did you mean 'body'?"),
        ('{{ name }}{{ icon("flam", 1, 1, 5, "ink") }}', "unknown icon 'flam'", "flam", "did you mean 'flame'?"),
        ("{{ name }}{{ text(name, 5, 5, 9, 6, &quot;bdy&quot;) }}", "unknown text style 'bdy'", "bdy", "did you mean 'body'?"),
        ('<rect data-text="nam" width="9" height="9"/>', "'nam' is not known here", '<rect data-text="nam" width="9" height="9"/>', "did you mean 'name'?"),
        ('{{ text(name, 5, 5,\n    9, 6, "body", allign="left") }}', "text(…) takes no 'allign'", "allign", f"did you mean 'align'? Write {TEXT}"),
    ],
)  # fmt: skip
def test_a_fault_is_said_in_words_and_marked(
    make_game: MakeGame, body: str, message: str, marked: str, hint: str
) -> None:
    (problem,) = problems_of(make_game, body)
    assert problem.message.removesuffix(" (while drawing cards, ada)") == message
    assert problem.span is not None
    assert (caret(problem.span), problem.hint) == (marked, hint)


WORDS = {**TRIGONOMETRY, **ARCS, "namespace": namespace}
LIKE_PYTHON = (
    "object",
    "positional",
    "keyword",
    "NoneType",
    "argument:",
    "<class",
    "self",
    "__",
    "builtin",
    "unexpected",
)


def test_whatever_is_given_python_is_not_heard(tiny_game: Game) -> None:
    helpers = Helpers(tiny_game, "cards, ada", frozenset({"flame"}), lambda name, *_: Span(Source(name, "")))
    charts, folding = Charts(helpers), FoldingHelpers(helpers, Size(63, 88))
    own = {
        "text": helpers.text, "icon": helpers.icon, "bars": charts.bars, "shares": charts.shares, "cube": folding.cube,
        "closed_box": folding.closed_box, "tuck_box": folding.tuck_box, "fold_over": folding.fold_over, "standee": folding.standee,
    }  # fmt: skip
    ada = tiny_game.collections["heroes"].records["ada"]
    bad = [None, "x", "", [1], {"a": 1}, range, namespace(a=1), -1, 10**30, True, 0.1, ada, Fraction(1, 3)]
    functions = {**RuleBook().names, **own, **WORDS}
    calls = [
        *(f"{name}(*some, **named)" for name in functions),
        *(f"1 | {name}(*some, **named)" for name in FILTERS_ALLOWED),
    ]
    said: set[str] = set()
    for call in calls:
        template = Environment(markup=True, given=WORDS).from_string(f"{{% set made = {call} %}}")
        given: list[tuple[list[object], dict[str, object]]] = [
            ([value] * many, {}) for value in bad for many in range(10)
        ]
        given += [([1] * many, {word: value}) for value in bad for word in ("x", "what") for many in (0, 2)]
        for some, named in given:
            names = {**functions, "some": some, "named": named}
            try:
                template.render(names)
            except Exception as error:
                fault = explain(error, names)
                said.add(str(fault))
                assert not any(word in f"{fault} {fault.hint}" for word in LIKE_PYTHON), (call, some, named, str(fault))
    assert len(said) > 150


@given(
    st.lists(
        st.sampled_from(
            [
                "{{ 1 }}",
                "{% if 1 %}",
                "{% endif %}",
                "\n",
                " ",
                "a",
                "{# c #}",
                "{% raw %}",
                "{% endraw %}",
                "{{-\n2 -}}",
                "{{ '}}' }}",
                "{{",
            ]
        )
    )
)
@settings(max_examples=200)
def test_places_of_any_text(parts: list[str]) -> None:
    """A text that can be compiled names braces that stand in it; one that cannot, names none."""
    text = "".join(parts)
    places = compiled_places(text)
    assert all(-1 <= number < len(places.tags) for number in places.numbers)
    for line in range(1, 30):
        span = expression_place(Source("a.svg", text), text, 1, line, "'1' is not known")
        assert caret(span) in text


def test_every_expression_of_a_line_has_its_own_lines_of_code() -> None:
    text = "{{ a }}{{ b }}{% set c = d %}{{ e }}"
    places = compiled_places(text)
    found = [text[tag.start : tag.end] for tag in places.tags]
    assert found == ["{{ a }}", "{{ b }}", "{% set c = d %}", "{{ e }}"]
    assert [number for number in dict.fromkeys(places.numbers) if number >= 0] == [0, 1, 2, 3]
