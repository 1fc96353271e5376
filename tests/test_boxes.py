"""Templates as drawing programs save them: words typed into text objects, rectangles that become fitted boxes."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnp.build import build, check, read_game
from pnp.cli.typer_app import app
from pnp.faces.boxes import Names, read_boxes
from pnp.faces.compose import composer
from pnp.problems import GameError

from .conftest import GAME, ROOT, MakeGame
from .pdfs import raster, text_of

NAMES = Names(frozenset({"name", "story", "health"}), ("title", "body", "name"))
INKSCAPE = (ROOT / "tests" / "inkscape-card.svg").read_text(encoding="utf-8")
STORY = 'bo: {name: Bo & Co, health: 7, story: "Keeps **{{ health }}** bees and wants no other company at all."}\n'
INK_GAME = GAME.replace("Text: {regular", "Alegreya Sans: {regular").replace("font: Text", "font: Alegreya Sans")


def test_a_file_drawn_in_inkscape_is_a_template_as_it_is(make_game: MakeGame, tmp_path: Path) -> None:
    files = {"data/tiny/game.yaml": INK_GAME, "data/tiny/heroes.yaml": STORY, "templates/tiny/card.svg": INKSCAPE}
    workspace = make_game(files)
    assert [item for item in check(read_game(workspace, "tiny"), "a4") if item.severity == "error"] == []
    build(read_game(workspace, "tiny"), "a4", tmp_path / "out")
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
    svg = '<svg width="63mm" viewBox="0 0 126 176"><rect data-text="name" x="10" width="20" height="8"/></svg>'
    assert '<g transform="scale(2)">{{ text(name, 5, 0, 10, 4, ' in read_boxes(svg, NAMES)


def test_what_does_not_fit_is_told_with_the_rectangles_line(make_game: MakeGame) -> None:
    card = '<svg xmlns="http://www.w3.org/2000/svg">\n\n  <rect data-text="name"\n    width="1" height="2"/>\n</svg>'
    game = read_game(make_game({"templates/tiny/card.svg": card}), "tiny")
    compose = composer(game, "a4")
    list(compose.pairs(game.components["cards"]))
    assert compose.problems
    assert "does not fit its box of 1 x 2 mm" in compose.problems[0].message


def test_a_box_for_a_field_that_is_not_there_is_an_error(make_game: MakeGame, tmp_path: Path) -> None:
    card = '<svg xmlns="http://www.w3.org/2000/svg">\n  <rect data-text="nmae" width="9" height="9"/>\n</svg>'
    game = read_game(make_game({"templates/tiny/card.svg": card}), "tiny")
    with pytest.raises(GameError) as caught:
        build(game, "a4", tmp_path / "out")
    assert "nmae" in caught.value.problems[0].message
    assert str(caught.value.problems[0].span).startswith("templates/tiny/card.svg:2")


def test_what_foreign_art_goes_without_is_a_warning(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    art = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><filter id="f"/>'
        '<rect width="10" height="10" fill="#00ff00" filter="url(#f)"/><script>1</script></svg>'
    )
    card = '<svg xmlns="http://www.w3.org/2000/svg">\n  <image href="art.svg" width="20" height="20"/>\n</svg>'
    workspace = make_game({"templates/tiny/card.svg": card, "templates/tiny/art.svg": art})
    found = check(read_game(workspace, "tiny"), "a4")
    problems = [str(problem) for problem in found if problem.code == "left-out"]
    assert problems == [
        "templates/tiny/card.svg:2:3: warning: art.svg: <filter> is not painted: left out",
        "templates/tiny/card.svg:2:3: warning: art.svg: <script> is not painted: left out",
        "templates/tiny/card.svg:2:3: warning: art.svg: filter 'url(#f)' is not painted: left out",
    ]
    monkeypatch.chdir(workspace.root)
    result = CliRunner().invoke(app, ["build", "tiny", "--out", "out"])
    assert result.exit_code == 0
    assert "filter 'url(#f)' is not painted: left out" in result.output
    image = raster(workspace.root / "out" / "cards.pdf", dpi=72)
    assert (image == (0, 255, 0)).all(axis=2).any(), "what can be painted is painted"
