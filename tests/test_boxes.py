"""Templates as drawing programs save them: words typed into text objects, rectangles that become fitted boxes."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from pnp.build.build import build, check, read_game
from pnp.cli.typer_app import app
from pnp.faces.compose import composer
from pnp.faces.template_text import BoxNames, mark_lines, read_boxes
from pnp.job import PrintJob
from pnp.problems import GameError
from pnp.svg.transform import face_space

from .conftest import GAME, ROOT, MakeGame
from .pdfs import raster, text_of

NAMES = BoxNames(frozenset({"name", "story", "health"}), ("title", "body", "name"))
INKSCAPE = (ROOT / "tests" / "inkscape-card.svg").read_text(encoding="utf-8")
STORY = 'bo: {name: Bo & Co, health: 7, story: "Keeps **{{ health }}** bees and wants no other company at all."}\n'
INK_GAME = GAME.replace("Text: {regular", "Alegreya Sans: {regular").replace("font: Text", "font: Alegreya Sans")


def test_a_file_drawn_in_inkscape_is_a_template_as_it_is(make_game: MakeGame, tmp_path: Path) -> None:
    files = {"data/tiny/game.yaml": INK_GAME, "data/tiny/heroes.yaml": STORY, "templates/tiny/card.svg": INKSCAPE}
    workspace = make_game(files)
    assert [item for item in check(read_game(workspace, "tiny"), PrintJob("a4")) if item.severity == "error"] == []
    build(read_game(workspace, "tiny"), PrintJob("a4"), tmp_path / "out")
    words = " ".join(text_of(tmp_path / "out" / "cards.pdf").split())
    assert "Bo & Co" in words
    assert "Keeps 7 bees and wants no other company at all." in words
    assert "hurt" in words, "the quotation marks inside {% if %} were typed, and saved as &quot;"
    image = raster(tmp_path / "out" / "cards.pdf", dpi=72)
    teal = (abs(image.astype(int) - (0x2A, 0x9D, 0x8F)).max(axis=2) < 12).sum()
    assert teal > 1000, "the gradient and the layers of the file are painted"


@pytest.mark.parametrize(
    ("rect", "call"),
    [
        ('<rect data-text="name" x="1" y="2" width="30" height="4"/>', '{{ text(name, 1, 2, 30, 4, "name") }}'),
        ('<rect data-text="it.story" x="1" width="30" height="4"/>', '{{ text(it.story, 1, 0, 30, 4, "body") }}'),
        ('<rect data-text="name" data-style="title" width="3" height="4"/>', '{{ text(name, 0, 0, 3, 4, "title") }}'),
        ('<rect data-text="name ~ health" width="3" height="4"/>', '{{ text(name ~ health, 0, 0, 3, 4, "body") }}'),
        ('<rect data-text="name" width="{{ w - 5 }}" height="4mm"/>', '{{ text(name, 0, 0, (w - 5), 4, "name") }}'),
        (
            '<rect data-text="name" width="3" height="4" style="fill:#ccc;text-anchor:middle" data-valign="middle" data-color="ink"/>',
            '{{ text(name, 0, 0, 3, 4, "name", align="center", valign="middle", color="ink") }}',
        ),
        (
            '<rect transform="rotate(90)" data-text="name" width="3" height="4"/>',
            '<g transform="rotate(90)">{{ text(name, 0, 0, 3, 4, "name") }}</g>',
        ),
        ('<rect data-text="name"\n width="3"\n height="4"/>', '{{ text(name, 0, 0, 3, 4, "name") }}\n\n'),
        ('<rect data-text="name" width="3" height="4"><title>a</title></rect>', '{{ text(name, 0, 0, 3, 4, "name") }}'),
        (
            '<rect data-text="name" width="3" height="4"><rect data-text="name"/></rect>',
            '{{ text(name, 0, 0, 3, 4, "name") }}',
        ),
        ('<rect inkscape:label="frame" width="3" height="4"/>', '<rect inkscape:label="frame" width="3" height="4"/>'),
        ('<!-- <rect data-text="name"/> -->', '<!-- <rect data-text="name"/> -->'),
        ("{{ name if name == &quot;a&quot; }} &quot;", '{{ name if name == "a" }} &quot;'),
    ],
)
def test_rectangles_become_boxes(rect: str, call: str) -> None:
    assert read_boxes(rect, NAMES).replace("'", '"') == call


def test_a_label_names_a_field_only_where_the_record_has_it() -> None:
    rect = '<rect inkscape:label="name" width="3" height="4"/>'
    assert read_boxes(rect, NAMES) == (
        "{% if it is defined and it.name is defined %}{{ text(it.name, 0, 0, 3, 4, 'name') }}{% else %}"
        + rect
        + "{% endif %}"
    )


def test_a_drawing_in_pixels_is_fitted_in_millimetres() -> None:
    svg = '<svg width="63mm" height="88mm" viewBox="0 0 126 176"><rect data-text="name" x="10" width="20" height="8"/></svg>'
    assert '<g transform="scale(2)">{{ text(name, 5, 0, 10, 4, ' in read_boxes(svg, NAMES)


@pytest.mark.parametrize(
    "root",
    [
        'width="238.11pt" height="332.6pt" viewBox="0 0 126 176"',
        'width="238px" height="333px" viewBox="0 0 63 88"',
        'width="6.3cm" height="8.8cm" viewBox="0 0 630 880"',
        'width="2.5in" height="3.5in" viewBox="0 0 250 350"',
        'width="15pc" height="21pc" viewBox="0 0 60 84"',
        'width="252q" height="352q" viewBox="0 0 126 176"',
        'width="63mm" height="88mm" viewBox="0 0 63 88"',
        'width="63mm" viewBox="0 0 126 176"',  # one side alone says nothing, nor does a bare number
        'width="63" height="88" viewBox="0 0 126 176"',
        'width="63mm" height="88mm"',
        'width="63mm" height="0mm" viewBox="0 0 126 176"',
        'width="50%" height="50%" viewBox="0 0 126 176"',
        'width="63mm" height="44mm" viewBox="0 0 126 176"',  # too flat: the whole of it is shown
        'width="63mm" height="44mm" viewBox="0 0 126 176" preserveAspectRatio="none"',
    ],
)
def test_a_box_is_as_large_as_the_painter_draws_the_rectangle(root: str) -> None:
    drawn = face_space(ElementTree.fromstring(f"<svg {root}/>"))[0]
    text = read_boxes(f'<!-- <svg/> --><svg {root}><rect data-text="name" x="10" width="20" height="8"/></svg>', NAMES)
    mm = (drawn.a * drawn.d) ** 0.5
    scale = re.search(r"scale\((.*?)\)", text)
    assert float(scale[1] if scale else 1) == pytest.approx(1 / mm, rel=1e-6)
    x, y, width, height = (float(number) for number in re.findall(r"text\(name, (.*), 'name'\)", text)[0].split(","))
    assert (x, y, width, height) == pytest.approx((10 * mm, 0, 20 * mm, 8 * mm), rel=1e-6)


def test_lengths_with_a_unit_are_true_on_paper() -> None:
    svg = '<svg width="63mm" height="88mm" viewBox="0 0 126 176"><rect data-text="name" x="5mm" y="1pc" width="50%" height="1in"/>'
    assert "{{ text(name, 5, 4.233333, 31.5, 25.4, " in read_boxes(svg, NAMES)


@pytest.mark.parametrize(
    "text",
    [
        '{{ a["data-text"] }}<rect width="{{ a["w"] }}" data-text="a > b" height="3"/>',
        '<rect {% if a > b %}data-text="a > b"{% else %}{% endif %} width="{{ a["w"] }}" height="3"/>',
    ],
)
def test_braces_end_no_tag_and_no_value(text: str) -> None:
    made = read_boxes(text, NAMES)
    assert "{{ text(a > b, 0, 0, (a[\"w\"]), 3, 'body') }}" in made
    assert "<rect" not in made


@pytest.mark.parametrize(
    "text",
    [
        '{# <rect data-text="name"/> #}',
        '{% raw %}<rect data-text="name"/>{% endraw %}',
        "{{ '<rect data-text=\"name\"/>' }}",
        '<![CDATA[<rect data-text="name"/>]]>',
        '<rectangle data-text="name"/>',
        '<rect data-text="name">',
        '<rect data-text="name" <title/></rect>',
    ],
)
def test_what_is_no_rectangle_stays(text: str) -> None:
    assert read_boxes(text, NAMES) == text


def test_quotation_marks_in_braces_are_as_they_were_typed() -> None:
    assert read_boxes("{{ &quot;it's}}&quot; }} it's &quot;", NAMES) == "{{ \"it's}}\" }} it's &quot;"
    assert read_boxes("{% if a &lt; &quot;b&quot; %}&lt;", NAMES) == '{% if a < "b" %}&lt;'
    assert read_boxes("<!-- {{ &quot;a&quot; }} -->", NAMES) == '<!-- {{ "a" }} -->'


# each of these texts took minutes, or more than a life, when rectangles were looked for from each other's start
@pytest.mark.parametrize("nasty", ["<rect>", "<!-- <rect", "{{ &amp; ", "{# <rect "])
def test_a_text_without_end_is_read_to_its_end(nasty: str) -> None:
    text = "data-text" + nasty * 60_000
    assert read_boxes(text, NAMES) == text
    assert mark_lines(text, "card.svg").count("data-at") == (60_000 if nasty == "<rect>" else 0)


def test_every_tag_gets_its_line_and_jinja_keeps_its_text() -> None:
    text = (
        "{# <a> #}\n<g>\n<!-- <b/> --><h{{ n }} x='1'/>\n"
        "{% if a < b %}<c\n x='{{ '>' }}'/>{% endif %}<d:e/></g>\n<f-g <h/>"
    )
    assert mark_lines(text, "card.svg") == (
        "{# <a> #}\n<g data-at=\"card.svg:2\">\n<!-- <b/> --><h{{ n }} x='1'/>\n"
        "{% if a < b %}<c data-at=\"card.svg:4\"\n x='{{ '>' }}'/>{% endif %}"
        '<d:e data-at="card.svg:5"/></g>\n<f-g data-at="card.svg:6" <h data-at="card.svg:6"/>'
    )


def test_what_does_not_fit_is_told_with_the_rectangles_line(make_game: MakeGame) -> None:
    card = '<svg xmlns="http://www.w3.org/2000/svg">\n\n  <rect data-text="name"\n    width="1" height="2"/>\n</svg>'
    game = read_game(make_game({"templates/tiny/card.svg": card}), "tiny")
    compose = composer(game, PrintJob("a4"))
    list(compose.pairs(game.components["cards"]))
    assert compose.problems
    assert "does not fit its box of 1 x 2 mm" in compose.problems[0].message


def test_a_box_for_a_field_that_is_not_there_is_an_error(make_game: MakeGame, tmp_path: Path) -> None:
    card = '<svg xmlns="http://www.w3.org/2000/svg">\n  <rect data-text="nmae" width="9" height="9"/>\n</svg>'
    game = read_game(make_game({"templates/tiny/card.svg": card}), "tiny")
    with pytest.raises(GameError) as caught:
        build(game, PrintJob("a4"), tmp_path / "out")
    assert "nmae" in caught.value.problems[0].message
    assert str(caught.value.problems[0].span).startswith("templates/tiny/card.svg:2")


def test_what_foreign_art_goes_without_is_a_warning(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    art = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><filter id="f"/>'
        '<rect width="10" height="10" fill="#00ff00" filter="url(#f)"/><script>1</script></svg>'
    )
    card = '<svg xmlns="http://www.w3.org/2000/svg">\n  <image href="art.svg" width="20" height="20"/>\n</svg>'
    workspace = make_game({"templates/tiny/card.svg": card, "templates/tiny/art.svg": art})
    found = check(read_game(workspace, "tiny"), PrintJob("a4"))
    problems = [str(problem) for problem in found if problem.code == "left-out"]
    assert problems == [
        "templates/tiny/card.svg:2:3: warning: art.svg: <script> is not painted: left out",
        "templates/tiny/card.svg:2:3: warning: art.svg: the filter 'f' is empty: left out",
    ]
    monkeypatch.chdir(workspace.root)
    result = CliRunner().invoke(app, ["build", "tiny", "--out", "out"])
    assert result.exit_code == 0
    assert "the filter 'f' is empty: left out" in result.output
    image = raster(workspace.root / "out" / "cards.pdf", dpi=72)
    assert (image == (0, 255, 0)).all(axis=2).any(), "what can be painted is painted"
