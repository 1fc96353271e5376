"""What a reprint holds beside cards: tiles, strips, what only a poster or a book holds; what it says when it cannot be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pnp.build.build import read_game
from pnp.game.workspace import Workspace, shipped_root
from pnp.history.cover import draw_cover
from pnp.history.listing import ListedLine, Section
from pnp.history.printing import open_ledger, plan_reprint
from pnp.history.reprint import find_needs, lay_out_reprint
from pnp.history.snapshot import branch
from pnp.history.tiles import picture_mark, tile_marks
from pnp.impose.sheet import Sheet
from pnp.impose.tiling import Joint, Tiling
from pnp.job import PrintJob
from pnp.pdf.drawing import Drawing, Form, ImageData, Resources
from pnp.units import Size

from .conftest import MakeGame
from .pdfs import text_of
from .test_history import TINY, run, swap

GAME = TINY["data/tiny/game.yaml"].partition("collections:")[0]
REST = """
collections:
  heroes: {file: heroes.yaml, fields: {name: text, health: int 1..20, brave: flag?}}
components:
  cards: {title: Cards, of: heroes, template: card.svg, back: back.svg, size: 50 x 70}
  map: {title: Map, template: map.svg, size: 300 x 500}
  banners: {title: Banners, of: heroes, template: banner.svg, size: 400 x 30}
  wall: {title: Wall chart, template: wall.svg, size: 500 x 400}
books:
  guide: {title: A book, chapters: [one, two, three, four, five, six]}
documents:
  cards: {title: All cards, components: [cards], flip: short, margin: 7, gutter: 2}
  map: {title: The map, layout: tiles, components: [map], margin: 6}
  banners: {title: All banners, layout: strips, components: [banners], margin: 8}
  wall: {layout: poster, components: [wall]}
  guide: {title: The guide, layout: book, book: guide, size: a5}
"""
DRAWN = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>\n'
BOX = '<rect width="{{ w }}" height="{{ h }}" fill="ada"/>'
CHAPTERS = ("one", "two", "three", "four", "five", "six")
FILES = TINY | {
    "data/tiny/game.yaml": GAME.replace("color: ink}}", "color: ink}, book-body: {font: Text, size: 9, color: ink}}") + REST,
    "data/tiny/heroes.yaml": "ada: {name: Ada, health: 12, brave: yes}\nbo: {name: Bo, health: 7}\n",
    "data/tiny/rules.yaml": "values: {toll: 3, height: 20}\n",
    "templates/tiny/card.svg": DRAWN.format(BOX + '{{ text(name ~ (it.brave or ""), 5, 5, 40, 6, "body") }}'),
    "templates/tiny/back.svg": DRAWN.format(BOX),
    "templates/tiny/map.svg": DRAWN.format(
        BOX + '<rect x="20" y="30" width="9" height="8"/><rect x="250" y="450" width="7" height="{{ rules.height }}"/>'
    ),
    "templates/tiny/banner.svg": DRAWN.format(BOX + '{{ text(name ~ it.health, 5, 5, 40, 6, "body") }}'),
    "templates/tiny/wall.svg": DRAWN.format(BOX + '{{ text(rules.toll, 5, 5, 40, 6, "body") }}'),
    **{f"templates/tiny/guide/{name}.md": f"# Part {name}\n\nWords.\n" for name in CHAPTERS},
}  # fmt: skip


@pytest.fixture
def boxed(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace with a game of every layout, printed once."""
    root = make_game(FILES).root
    monkeypatch.chdir(root)
    assert run("print", "--quiet") == (0, "")
    return root


def sheets_of(root: Path, paper: str = "a4") -> list[Sheet]:
    ledger = open_ledger(root, "tiny")
    assert ledger.last
    reprint = plan_reprint(read_game(Workspace(root, shipped_root()), "tiny"), ledger, ledger.last, paper)
    needs = find_needs(reprint.inventory, reprint.changes, reprint.tiles)
    return lay_out_reprint(reprint.inventory, needs, reprint.summary, reprint.sections, PrintJob())


def test_of_a_map_only_the_tiles_that_changed_are_printed_again(boxed: Path) -> None:
    swap(boxed, "data/tiny/rules.yaml", "height: 20", "height: 25")
    assert [sheet.label for sheet in sheets_of(boxed)] == ["what changed", "The map, tile B2"]
    lines = run("reprint", "-n")[1]
    assert "  rule height: 20 -> 25  [map, tile B2]\n" in lines
    assert "  Map, tile B2: the old one\n" in lines
    assert [sheet.label for sheet in sheets_of(boxed, "letter")][1:] == [
        *(f"The map, tile {name}" for name in ("A1", "A2", "B1", "B2")), "The map, assembly map"
    ]  # fmt: skip
    swap(boxed, "data/tiny/game.yaml", "size: 300 x 500", "size: 301 x 500")
    assert len(sheets_of(boxed)) == 6, "cut otherwise: all of it"


def test_a_map_that_is_cut_otherwise_is_printed_whole(boxed: Path) -> None:
    """Laps, or joints that lie elsewhere: what changed on one tile lies on other paper than before."""
    swap(boxed, "data/tiny/rules.yaml", "height: 20", "height: 25")
    swap(boxed, "data/tiny/game.yaml", "components: [map], margin: 6", "components: [map], margin: 6, lap: 6mm")
    whole = [*(f"The map, tile {name}" for name in ("A1", "A2", "B1", "B2")), "The map, assembly map"]
    assert [sheet.label for sheet in sheets_of(boxed)][1:] == whole
    swap(boxed, "data/tiny/game.yaml", ", lap: 6mm", "")
    assert [sheet.label for sheet in sheets_of(boxed)][1:] == ["The map, tile B2"]
    swap(boxed, "templates/tiny/map.svg", '<rect x="20" y="30"', '<rect data-whole="" x="140" y="30" width="25"')
    swap(boxed, "templates/tiny/map.svg", 'width="25" width="9"', 'width="25"')
    assert [sheet.label for sheet in sheets_of(boxed)][1:] == whole


def test_a_map_that_is_only_cut_otherwise_need_not_be_printed(boxed: Path) -> None:
    """The tiles on the table still make the map."""
    swap(boxed, "data/tiny/game.yaml", "components: [map], margin: 6", "components: [map], margin: 6, lap: 6mm")
    assert [sheet.label for sheet in sheets_of(boxed)] == ["what changed"]


def test_what_changed_on_a_lap_changes_its_tile_too(boxed: Path) -> None:
    swap(boxed, "data/tiny/game.yaml", "components: [map], margin: 6", "components: [map], margin: 6, lap: 6mm")
    swap(boxed, "templates/tiny/map.svg", 'x="20" y="30" width="9"', 'x="151" y="30" width="{{ rules.toll }}"')
    assert run("print", "--quiet") == (0, "")
    swap(boxed, "data/tiny/rules.yaml", "toll: 3", "toll: 1")  # the joint lies at 147 mm, the lap ends at 153
    assert [sheet.label for sheet in sheets_of(boxed)][1:] == ["The map, tile A1", "The map, tile A2"]


def test_labels_are_named_and_stay_named(boxed: Path) -> None:
    swap(boxed, "data/tiny/game.yaml", "layout: poster, components: [wall]", "components: [wall], labels: avery-l7160")
    swap(boxed, "data/tiny/game.yaml", "size: 500 x 400", "size: 60 x 30")
    assert "  Wall chart: only labels hold it; print those again\n" in run("reprint", "-n")[1]


def test_strips_are_printed_again_in_their_parts(boxed: Path) -> None:
    swap(boxed, "data/tiny/heroes.yaml", "health: 7", "health: 8")
    (first, second) = sheets_of(boxed)
    assert (first.label, second.label) == ("what changed", "All banners")
    assert [(place.face.component, place.face.record) for place in second.placements] == [("banners", "bo")] * 2


def test_a_flag_is_told_as_yes_or_no(boxed: Path) -> None:
    swap(boxed, "data/tiny/heroes.yaml", "brave: yes", "brave: no")
    assert "  Ada: brave yes -> no  [Cards]\n" in run("reprint", "-n")[1]


def test_what_only_a_poster_or_a_book_holds_is_named_and_stays_named(boxed: Path) -> None:
    swap(boxed, "data/tiny/rules.yaml", "toll: 3", "toll: 4")
    for name in CHAPTERS[1:]:
        swap(boxed, f"templates/tiny/guide/{name}.md", "Words", "Other words")
    swap(boxed, "data/tiny/heroes.yaml", "health: 7", "health: 8")
    noted = (
        "Not in this document\n"
        "  The guide: changed in 5 of 6 chapters: Part two, Part three, Part four, Part five and 1 more; "
        "print it again if you use it\n"
        "  Wall chart: only a poster holds it; print that again\n"
    )
    said = run("reprint", "--record")[1]
    assert said.startswith("tiny: Since printing 1: 1 piece to print, 2 to throw away.\n")
    assert noted in said
    assert "printing 2 is recorded" in said
    again = run("reprint")[1]
    assert again.startswith("tiny: Since printing 2: nothing to print, 1 to throw away.\n")
    assert again.endswith(noted), "a reprint does not hold them, so they are as old as before"
    assert "Bo" not in again
    swap(boxed, "data/tiny/game.yaml", "five, six]", "five]")
    assert (
        "changed in 5 of 5 chapters: Part two, Part three, Part four, Part five and 1 more;" in run("reprint", "-n")[1]
    )


def test_four_chapters_are_all_named(boxed: Path) -> None:
    for name in CHAPTERS[:4]:
        swap(boxed, f"templates/tiny/guide/{name}.md", "Words", "Other words")
    assert "4 of 6 chapters: Part one, Part two, Part three, Part four; print" in run("reprint", "-n")[1]


def test_the_first_printing_may_be_of_one_document(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_game(FILES).root
    monkeypatch.chdir(root)
    run("print", "--quiet", "--only", "cards")
    last = open_ledger(root, "tiny").last
    assert last
    assert (last.documents, list(branch(last.tree, "components")), branch(last.tree, "books")) == (
        ("cards",),
        ["cards"],
        {},
    )
    run("print", "--quiet", "--only", "guide", "--only", "wall")
    last = open_ledger(root, "tiny").last
    assert last
    assert {name: branch(last.tree, "components", name).get("printed") for name in branch(last.tree, "components")} == {
        "cards": "1", "wall": None
    }  # fmt: skip
    assert (
        list(branch(last.tree, "books", "guide")) == ["one", "two", "three", "four", "five", "six"]
        or len(branch(last.tree, "books", "guide")) == 6
    )


def test_every_component_that_is_too_large_for_the_paper_is_named_with_a_cure(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = FILES["data/tiny/game.yaml"].replace("size: 50 x 70", "size: 205 x 280").replace("400 x 30", "410 x 290")
    root = make_game(FILES | {"data/tiny/game.yaml": game}).root
    monkeypatch.chdir(root)
    assert run("print", "--quiet", "--paper", "a3")[0] == 0
    swap(root, "data/tiny/heroes.yaml", "brave: yes", "brave: no")
    swap(root, "data/tiny/heroes.yaml", "health: 12", "health: 13")
    assert run("reprint")[0] == 0
    code, output = run("reprint", "--paper", "a4")
    assert code == 1
    errors = output[output.index("data/tiny/game.yaml:") :]
    assert [line for line in errors.splitlines() if ": error: " in line or "hint: " in line] == [
        "data/tiny/game.yaml:11:3: error: cards: a piece of 205 x 280 mm does not fit the 196 x 273 mm that the paper leaves "
        "between its margins",
        "    hint: use a smaller size, or a larger paper, or layout: tiles",
        "data/tiny/game.yaml:13:3: error: banners: a strip of 410 x 290 mm is broader than the 265 mm that the paper leaves",
        "    hint: use a smaller size, or a larger paper, or layout: tiles",
    ]
    assert not (root / "build/tiny/a4/reprint.pdf").exists()


def test_the_pieces_of_a_long_id_are_told_apart_like_any_others(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = ("a" * 39, "b" * 40, "c" * 60)
    heroes = "".join(f"{key}: {{name: Ada {len(key)}, health: 7}}\n" for key in ids)
    root = make_game(TINY | {"data/tiny/heroes.yaml": heroes.replace("}", ", tint: ada}")}).root
    monkeypatch.chdir(root)
    run("print", "--quiet")
    path = root / "data/tiny/heroes.yaml"
    path.write_text(path.read_text().replace("health: 7", "health: 8"))
    lines = run("reprint", "-n")[1]
    assert [f"  Ada {count}: health 7 -> 8  [Cards]\n" in lines for count in (39, 40, 60)] == [True] * 3


def test_a_list_of_a_template_names_who_is_new_in_it(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    coin = DRAWN.format('{{ text(heroes | map(attribute="name") | join(" "), 3, 7, 14, 6, "body") }}')
    root = make_game(TINY | {"templates/tiny/coin.svg": coin}).root
    monkeypatch.chdir(root)
    run("print", "--quiet")
    with (root / "data/tiny/heroes.yaml").open("a") as file:
        file.write("cy: {name: Cy, health: 3, tint: ada}\n")
    assert "  heroes: Cy is new  [coins]\n" in run("reprint", "-n")[1]


def test_what_no_font_has_is_a_question_mark_on_the_cover(boxed: Path) -> None:
    run("print", "--quiet", "--note", "漢字 -> x")
    swap(boxed, "data/tiny/heroes.yaml", "health: 7", "health: 8")
    assert run("reprint")[0] == 0
    assert "(?? → x)" in text_of(boxed / "build/tiny/a4/reprint.pdf", 0).replace("\n", " ")


def test_the_cover_breaks_where_the_next_line_reaches_the_foot(boxed: Path) -> None:
    """A heading stays with its first line; as much white as the foot keeps is left below all."""
    game = read_game(Workspace(boxed, shipped_root()), "tiny")

    def tops(height: float, *sections: Section) -> list[list[float]]:
        pages = draw_cover(game, Size(210, height), "Reprint", "lead", sections)
        found = [re.findall(r'<g transform="translate\(18 ([0-9.]+)\)">', page.svg) for page in pages]
        return [[float(y) for y in page] for page in found]

    line = ListedLine("Ada", "health 1 -> 2", "Cards")
    one, two = Section("What changed", (line, line), True), Section("New", (line,))
    (flow,) = tops(1000, one, two)
    assert flow == [18, 24.179, 37.47, 45.126, 59.671, 71.342, 83.013, 97.559]
    last = flow[4] + (flow[5] - flow[4]) + (flow[5] - flow[4])  # the foot of the second line of what changed
    assert [len(page) for page in tops(last + 20.002, one)] == [6]
    assert [len(page) for page in tops(last + 19.998, one)] == [5, 1]
    end = flow[7] + (flow[5] - flow[4])
    assert [len(page) for page in tops(end + 20.002, one, two)] == [8]
    assert [len(page) for page in tops(end + 19.9, one, two)] == [6, 2], "a heading does not stay alone"
    assert tops(end + 19.9, one, two)[1][0] == 18
    assert [len(page) for page in tops(40, one)] == [1] * 6, "what is too tall for a page has one to itself"


TILING = Tiling(Size(100, 60), (Joint(50),))  # tiles are 50 x 60 mm, and show 3 mm more all around


def marks(*content: str, **resources: Any) -> dict[str, str]:
    return tile_marks(Drawing(" ".join(content), Resources(**resources)), TILING)


def reached(*content: str, **resources: Any) -> str:
    """The tiles that something painted shows on."""
    nothing, something = marks(""), marks(*content, **resources)
    return " ".join(name for name in something if something[name] != nothing[name])


IMAGE = ImageData(b"x")


@pytest.mark.parametrize(
    ("content", "tiles"),
    [
        ("40 9 m 47.1 9 l 45 20 l h f", "A1 A2"),
        ("40 9 m 46.9 9 l 45 20 l h f", "A1"),
        ("53.1 9 m 60 9 l 60 20 l h f*", "A2"),
        ("52.9 9 m 60 9 l 60 20 l h f*", "A1 A2"),
        ("53 9 m 60 9 l 60 20 l h f", "A2"),
        ("40 9 m 47 9 l 45 20 l h f", "A1"),
        ("60 63 m 70 63 l 70 80 l h f", ""),
        ("60 -9 m 70 -9 l 70 -3 l h f", ""),
        ("60 9 m 61 9 52 30 70 40 c h f", "A1 A2"),  # the handle of a curve counts
        ("60 63.1 m 70 63.1 l 70 80 l h f", ""),
        ("60 62.9 m 70 62.9 l 70 80 l h f", "A2"),
        ("60 -9 m 70 -9 l 70 -3.1 l h f", ""),
        ("60 -9 m 70 -9 l 70 -2.9 l h f", "A2"),
        ("-9 9 m -3.1 9 l -4 20 l h f", ""),
        ("103.1 9 m 110 9 l 110 20 l h f", ""),
        ("44.9 9 m 44.9 20 l S", "A1"),  # a line reaches as far as its width, twice
        ("45.1 9 m 45.1 20 l S", "A1 A2"),
        ("3 w 41.1 9 m 41.1 20 l S", "A1 A2"),
        ("3 w 40.9 9 m 40.9 20 l S", "A1"),
        ("2 0 0 1 0 0 cm 3 w 17.6 9 m 17.6 20 l B", "A1 A2"),
        ("2 0 0 1 0 0 cm 3 w 17.4 9 m 17.4 20 l B", "A1"),
        ("1 0 0 2 20 0 cm 9 9 m 30 9 l 30 20 l h f", "A1 A2"),
        ("q 1 0 0 1 60 0 cm Q 9 9 m 12 9 l 12 12 l h f", "A1"),
        ("q 1 0 0 1 60 0 cm 9 9 m 12 9 l 12 12 l h f Q", "A2"),
        ("q 9 9 m 30 9 l 30 30 l h W n 0 0 m 99 0 l 99 50 l h f Q", "A1"),
        ("q 9 9 m 30 9 l 30 30 l h W n Q 0 0 m 99 0 l 99 50 l h f", "A1 A2"),
        ("9 9 m 30 9 l 30 30 l h n", ""),
        ("0 0 m 9 0 l 9 9 l h 70 0 m 79 0 l 79 9 l h f", "A1 A2"),
        ("20 0 0 10 30 9 cm /I Do", "A1 A2"),
        ("16 0 0 10 30 9 cm /I Do", "A1"),
        ("1 0 0 1 55 0 cm /S sh", "A1 A2"),
        ("1 0 0 1 55 0 cm /X Do", "A2"),
        ("/X Do", "A1"),
        ("q 1 0 0 1 55 0 cm /X Do Q 1 0 0 1 0 5 cm /X Do", "A1 A2"),
        ("BT /F 10 Tf 1 0 0 1 20 9 Tm <00010002> Tj ET", "A1"),
        ("1 0 0 1 56.9 9 cm BT 4 0 0 4 0 0 Tm [<0001>] TJ ET", "A1 A2"),
        ("1 0 0 1 57.1 9 cm BT 4 0 0 4 0 0 Tm [<0001>] TJ ET", "A2"),
        ("BT 4 0 0 4 34.9 9 Tm [<00010002> -3 <0003>] TJ ET", "A1"),
        ("BT 4 0 0 4 35.1 9 Tm [<00010002> -3 <0003>] TJ ET", "A1 A2"),
    ],
)  # fmt: skip
def test_what_is_painted_counts_for_the_tiles_that_it_reaches(content: str, tiles: str) -> None:
    form = Form("1 1 m 2 1 l 2 2 l h f", Resources())
    assert reached(content, forms={"X": form}, images={"I": IMAGE}) == tiles


@pytest.mark.parametrize(
    "other",
    [
        "1 0 0 rg 9 9 m 20 9 l 9 20 l h f",
        "9 9 m 20 9 l 9 20 l h f*",
        "9 9 m 20 9 l 9 20.002 l h f",
        "9 9 m 20 9 l h 9 20 m 9 9 l h f",
        "0 0 m 90 0 l 90 50 l h W n 9 9 m 20 9 l 9 20 l h f",
        "9 9 m 20 9 l 9 20 l h f 9 9 m 20 9 l 9 20 l h f",
    ],
)
def test_another_colour_rule_place_or_clip_is_another_tile(other: str) -> None:
    assert marks(other)["A1"] != marks("9 9 m 20 9 l 9 20 l h f")["A1"]
    assert marks(other)["A2"] == marks("")["A2"]


def test_a_picture_is_the_same_within_a_fiftieth_of_a_millimetre() -> None:
    def mark(x: float, scale: float = 1) -> str:
        form = Form(f"{x} 1 m 2 1 l 2 2 l h f", Resources())
        content = f"{scale} 0 0 {scale} 0 0 cm /{form.name} Do"
        return picture_mark(Drawing(content, Resources(forms={form.name: form})), {})

    assert mark(1) == mark(1.012) == mark(0.993)
    assert mark(1) != mark(1.013)
    assert mark(1) != mark(0.992)
    assert mark(1, 2) != mark(1.012, 2), "a form that is enlarged is looked at as closely on paper"
    assert mark(1, 2) == mark(1.006, 2)
    assert mark(1, 2.1) != mark(1.006, 2.1)
    assert mark(1, 2) != mark(1, 2.001), "its place is that of three corners, a hundred millimetres out"
