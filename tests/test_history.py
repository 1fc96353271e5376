"""What was printed is remembered; after a change exactly the pieces that look otherwise are printed again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from pnp import __version__
from pnp.build.build import read_game
from pnp.cli.typer_app import app
from pnp.faces.compose import Composer, composer
from pnp.faces.face import Face, Side
from pnp.game.model import Component, Game
from pnp.game.workspace import Workspace, shipped_root
from pnp.history.causes import causes_of
from pnp.history.changes import changes_of
from pnp.history.inventory import take_inventory
from pnp.history.ledger import KEPT, Ledger, ledger_text, read_ledger
from pnp.history.listing import list_changes
from pnp.history.looks import LooksOf
from pnp.history.phrasing import changed_field
from pnp.history.printing import open_ledger, plan_reprint, write_reprint
from pnp.history.record import whole_tree
from pnp.history.reprint import find_needs, lay_out_reprint
from pnp.history.snapshot import Tree, applied, at, branch, differences, read_tree, write_tree
from pnp.job import PrintJob
from pnp.problems import Source
from pnp.schema.values import Record
from pnp.source.yaml_reader import parse_yaml
from pnp.units import Rect

from .conftest import MakeGame
from .pdfs import text_of, title_of

HEROES = ("hero-sheets", "status-cards", "standees", "standee-bases")
TINY_GAME = """
title: Tiny
version: "1"
palette: {ink: "#111111", paper: "#ffffff", ada: "#aa2211", bo: "#1122aa"}
fonts: {Text: {regular: alegreya-sans/AlegreyaSans-Regular.ttf, bold: alegreya-sans/AlegreyaSans-Bold.ttf}}
text: {body: {font: Text, size: 9, min: 7, color: ink}}
rules: rules.yaml
collections:
  heroes: {file: heroes.yaml, fields: {name: text, health: int 1..20, tint: color, secret: text?, story: markup?}}
components:
  cards: {title: Cards, of: heroes, template: card.svg, back: back.svg, size: poker, bleed: 3}
  coins: {title: Coins, template: coin.svg, shape: circle, size: 20, copies: 5}
documents:
  cards: [cards]
  coins: [coins]
"""
TINY_HEROES = """
ada: {name: Ada, health: 12, tint: ada, secret: likes tea}
bo: {name: Bo, health: 7, tint: bo, story: "Keeps **{{ health }}** bees."}
"""
TINY_CARD = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">
  <rect x="-3" y="-3" width="69" height="94" fill="{{ tint }}"/>
  {{ text(name, 5, 5, 53, 6, "body") }}
  {{ text(health, 5, 12, 53, 6, "body") }}
  {{ text(it.story or "", 5, 20, 53, 30, "body") }}
</svg>
"""
TINY = {
    "data/tiny/game.yaml": TINY_GAME,
    "data/tiny/heroes.yaml": TINY_HEROES,
    "data/tiny/rules.yaml": """
values: {toll: 3}
parameters: {hero: heroes, foe: heroes}
formulas: {"lead(hero, foe)": "hero.health - foe.health"}
tables:
  lead: {title: Lead, rows: heroes as foe, columns: heroes as hero, cell: "lead(hero, foe)", better: high, skip: hero_id == foe_id}
""",
    "templates/tiny/card.svg": TINY_CARD,
    "templates/tiny/back.svg": '<svg xmlns="http://www.w3.org/2000/svg"><rect width="63" height="88" fill="ink"/></svg>\n',
    "templates/tiny/coin.svg": """
<svg xmlns="http://www.w3.org/2000/svg"><circle cx="10" cy="10" r="10" fill="paper"/>
  {{ text("Toll " ~ rules.toll, 3, 7, 14, 6, "body", align="center") }}
</svg>
""",
}
Edit = Callable[[Path], None]


@pytest.fixture(scope="module")
def printed(mortalgate: Game) -> Tree:
    """The shipped game as it was printed."""
    return whole_tree(take_inventory(mortalgate, "a4"))


@pytest.fixture
def tiny(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny workspace, and the folder commands run in."""
    root = make_game(TINY).root
    monkeypatch.chdir(root)
    return root


def swap(root: Path, file: str, old: str, new: str) -> None:
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def edit(file: str, old: str, new: str) -> Edit:
    return lambda root: swap(root, f"data/mortalgate/{file}", old, new)


def ninth(root: Path) -> None:
    path = root / "data/mortalgate/heroes.yaml"
    text = path.read_text(encoding="utf-8")
    added = text[text.index("\nyodan:") : text.index("\nelazar:")].replace("yodan", "ione").replace("Yodan", "Ione")
    path.write_text(text + added, encoding="utf-8")


def without_elazar(root: Path) -> None:
    path = root / "data/mortalgate/heroes.yaml"
    text = path.read_text(encoding="utf-8")
    end = text.find("\n\n", text.index("\nelazar:") + 1)
    path.write_text(text[: text.index("\nelazar:")] + text[end:], encoding="utf-8")


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("change", "expected", "said"),
    [
        pytest.param(
            edit("heroes.yaml", "accuracy: 9", "accuracy: 11"),
            {("hero-sheets", "drexir", "changed")},
            "Drexir: accuracy 9 -> 11  [Hero sheets]",
            id="stat",
        ),
        pytest.param(
            edit("heroes.yaml", "cooldown: 3", "cooldown: 2"),
            {("hero-sheets", "drexir", "changed")},
            "Drexir: Mighty Blow cooldown 3 -> 2  [Hero sheets]",
            id="cooldown",
        ),
        pytest.param(
            edit("heroes.yaml", "name: Drexir", "name: Drexor"),
            {(component, "drexir", "changed") for component in HEROES if component != "standee-bases"},
            "Drexor: renamed, was Drexir  [Hero sheets, Status cards, Standees]",
            id="rename",
        ),
        pytest.param(
            ninth,
            {(component, "ione", "new") for component in HEROES},
            "Ione: hero sheets, status cards, standees, standee bases",
            id="new hero",
        ),
        pytest.param(
            without_elazar,
            {(component, "elazar", "gone") for component in HEROES},
            "Elazar: hero sheets, status cards, standees, standee bases: no longer in the game",
            id="removed",
        ),
        pytest.param(
            edit("game.yaml", 'warrior: "#8a2d00"', 'warrior: "#aa2211"'),
            {(component, record, "changed") for component in HEROES for record in ("drexir", "sabea")},
            "colour warrior: #8a2d00 -> #aa2211"
            "  [hero sheets, status cards, standees and standee bases of Drexir, Sabea]",
            id="colour",
        ),
        pytest.param(
            edit("board.yaml", "# . P . #", "# P . . #"),
            {("board", "piece", "changed")},
            "The island of Thánatos: altar Archers' Stair moved from 0409 to 0309  [board]",
            id="altar",
        ),
        pytest.param(
            edit("rules.yaml", "grace-for-altar: 2", "grace-for-altar: 3"),
            {("player-aids", "piece", "changed")},
            "rule grace for altar: 2 -> 3  [player aids]",
            id="rule",
        ),
        pytest.param(
            edit("game.yaml", "size: 12, bleed: 2, copies: 40", "size: 12, bleed: 2, copies: 44"),
            {("white-counters", "piece", "more")},
            "4 more white counters",
            id="copies",
        ),
        pytest.param(lambda _: None, set(), "", id="nothing"),
    ],
)
def test_exactly_the_pieces_that_look_otherwise(
    copy: Workspace, printed: Tree, change: Edit, expected: set[tuple[str, str, str]], said: str
) -> None:
    change(copy.root)
    changes = changes_of(printed, lambda _: printed, take_inventory(read_game(copy, "mortalgate"), "a4"))
    assert {(item.component, item.record, item.kind) for item in changes.pieces} == expected
    assert said in [str(line) for section in list_changes(changes, {}) for line in section.lines] or not said


def test_an_edit_that_shows_on_every_piece_is_said_once(copy: Workspace, printed: Tree) -> None:
    swap(copy.root, "templates/mortalgate/hero-sheet.svg", '"gold"', '"altar"')
    changes = changes_of(printed, lambda _: printed, take_inventory(read_game(copy, "mortalgate"), "a4"))
    sections = list_changes(changes, {})
    assert [str(line) for line in sections[0].lines] == ["all 8 hero sheets: template hero-sheet.svg: edited"]
    assert [str(line) for line in sections[1].lines] == ["Hero sheets: the old ones, all 8"]


def lines_after(change: Callable[[Tree], Tree], stock_of: Game) -> list[str]:
    inventory = take_inventory(stock_of, "a4")
    old = change(inventory.tree)
    changes = changes_of(old, lambda _: old, inventory)
    return [str(line) for section in list_changes(changes, {}) for line in section.lines]


def unlike(tree: Tree, component: str) -> Tree:
    """The tree with other hashes for every piece of a component."""
    own = branch(tree, "components", component)
    pieces: Tree = {
        key: re.sub(r"\b[0-9a-f]{12}\b", "0" * 12, str(mark)) for key, mark in branch(own, "pieces").items()
    }
    components: Tree = branch(tree, "components") | {component: own | {"pieces": pieces}}
    return tree | {"components": components}


def test_another_engine_font_or_style_is_one_line(make_game: MakeGame) -> None:
    game = read_game(make_game(TINY), "tiny")

    def engine(tree: Tree) -> Tree:
        return unlike(tree, "cards") | {"engine": "pnp 0.0.1"}

    def font(tree: Tree) -> Tree:
        return unlike(tree, "cards") | {"fonts": {"Text": "0" * 12}}

    def style(tree: Tree) -> Tree:
        return unlike(tree, "cards") | {"text": {"body": "Text, size 8, min 7, leading 1.2, color ink"}}

    def nothing(tree: Tree) -> Tree:
        return unlike(tree, "cards")

    gone = "Cards: the old ones, all 2"
    assert lines_after(engine, game)[0].startswith("all 2 cards: the program: pnp 0.0.1 -> pnp ")
    assert lines_after(font, game) == ["font Text: another font file  [all 2 cards]", gone]
    assert lines_after(style, game) == ["all 2 cards: text style body: size 8 -> size 9", gone]
    assert lines_after(nothing, game) == ["all 2 cards: drawn otherwise, though the data says the same", gone]


def test_a_new_component_is_listed_whether_it_has_one_piece_or_several(make_game: MakeGame) -> None:
    def without(*names: str) -> Callable[[Tree], Tree]:
        def cut(tree: Tree) -> Tree:
            components: Tree = {key: own for key, own in branch(tree, "components").items() if key not in names}
            return tree | {"components": components}

        return cut

    game = read_game(make_game({**TINY, "data/tiny/game.yaml": TINY_GAME.replace(", copies: 5", "")}), "tiny")
    assert lines_after(without("coins"), game) == ["Coins"]
    assert lines_after(without("cards", "coins"), game) == ["All 2 cards", "Coins"]


def test_another_picture_in_its_file_is_another_look(make_game: MakeGame) -> None:
    bee = "templates/tiny/bee.svg"
    coin = '<svg xmlns="http://www.w3.org/2000/svg"><image href="bee.svg" width="9" height="9"/></svg>'
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="#000000"/></svg>'
    )
    root = make_game({**TINY, "templates/tiny/coin.svg": coin, bee: drawn}).root

    def look(component: str) -> str:
        game = read_game(Workspace(root, shipped_root()), "tiny")
        pairs = composer(game, PrintJob("a4")).pairs(game.components[component])
        return LooksOf(game)(next(iter(pairs)).front).hash

    coins, cards = look("coins"), look("cards")
    swap(root, bee, 'r="3"', 'r="4"')
    assert look("coins") != coins
    assert look("cards") == cards
    swap(root, bee, 'r="4"', 'r="3"')
    assert look("coins") == coins


def test_a_field_that_no_face_shows_changes_nothing(tiny: Path) -> None:
    assert run("print", "--quiet")[0] == 0
    swap(tiny, "data/tiny/heroes.yaml", "likes tea", "likes coffee")
    assert run("reprint") == (0, "tiny: nothing changed since printing 1; there is nothing to print\n")
    assert "coffee" not in (tiny / "prints/tiny.yaml").read_text()


def test_another_id_for_the_same_face_needs_no_paper(tiny: Path) -> None:
    run("print", "--quiet")
    swap(tiny, "data/tiny/heroes.yaml", "bo: {", "bob: {")
    assert "nothing changed" in run("reprint")[1]


def test_a_board_names_the_tiles_that_changed(copy: Workspace, mortalgate: Game, printed: Tree) -> None:
    import numpy as np

    from pnp.build.build import build

    from .pdfs import raster

    swap(copy.root, "data/mortalgate/board.yaml", "# . P . #", "# P . . #")
    game = read_game(copy, "mortalgate")
    tree = whole_tree(take_inventory(game, "a4"))
    path = ("components", "board", "tiles")
    before, after = at(printed, path), at(tree, path)
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    found = {name for name in after if before[name] != after[name]}
    # the truth: every tile's page, before and after, as pixels
    pages = {}
    for name, built in (("old", mortalgate), ("new", game)):
        build(built, PrintJob("a4"), copy.root / name, ["board"])
        pages[name] = [raster(copy.root / name / "board.pdf", page, 50)[:-40] for page in range(len(after))]
    truth = {tile for i, tile in enumerate(sorted(after)) if not np.array_equal(pages["old"][i], pages["new"][i])}
    assert truth == found == {"A1", "B1"}


def rewritten(monkeypatch: pytest.MonkeyPatch, spell: Callable[[str], str]) -> None:
    """From here on the program is a later one, which writes every face its own way."""
    face = Composer.face

    def otherwise(self: Composer, component: Component, record: Record | None, side: Side) -> Face:
        made = face(self, component, record, side)
        assert spell(made.svg) != made.svg
        return made.with_svg(spell(made.svg))

    monkeypatch.setattr(Composer, "face", otherwise)
    monkeypatch.setattr("pnp.__version__", "99.0")


UPGRADED = f"The program changed (pnp {__version__} -> pnp 99.0), not what the pieces are made from."


@pytest.mark.parametrize(
    "spell",
    [
        lambda svg: svg.replace("<svg ", "<svg  "),
        lambda svg: re.sub(r'\b(width|r)="(\d+)"', r'\1="\2.0001"', svg),
        lambda svg: re.sub(r"(<svg [^>]*>)(.*)(</svg>)", r"\1<g>\2</g>\3", svg, flags=re.DOTALL),
    ],
    ids=["spaces", "a ten-thousandth more", "a group more"],
)
def test_an_upgrade_asks_for_no_face_of_the_same_picture(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, spell: Callable[[str], str]
) -> None:
    run("print", "--quiet")
    rewritten(monkeypatch, spell)
    said = f"tiny: nothing changed since printing 1; there is nothing to print\n{UPGRADED}\n"
    assert run("reprint") == (0, said)
    assert not (tiny / "build/tiny/a4/reprint.pdf").exists()
    swap(
        tiny, "data/tiny/heroes.yaml", "health: 12", "health: 14"
    )  # with one change of the game, that alone is asked for
    output = run("reprint", "--dry-run")[1]
    assert output.startswith("tiny: Since printing 1: 1 piece to print, 1 to throw away.\n")
    assert "  Ada: health 12 -> 14  [Cards]\n" in output and "program" not in output


@pytest.mark.usefixtures("tiny")
def test_an_upgrade_that_draws_otherwise_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    run("print", "--quiet")
    rewritten(monkeypatch, lambda svg: re.sub(r'\b(width|r)="(\d+)"', r'\1="\2.1"', svg))
    output = run("reprint", "--dry-run")[1]
    assert output.startswith(f"tiny: Since printing 1: 7 pieces to print, 7 to throw away. {UPGRADED}\n")
    assert f"the program: pnp {__version__} -> pnp 99.0" in output


def test_an_early_printing_knows_no_pictures(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of faces that were written otherwise then it cannot be told whether they look the same: they are asked for."""
    run("print", "--quiet")
    ledger = tiny / "prints/tiny.yaml"
    kept, cut = re.subn(r"      pictures:\n(        .*\n)+", "", ledger.read_text())
    assert cut == 2
    ledger.write_text(kept)
    rewritten(monkeypatch, lambda svg: svg.replace("<svg ", "<svg  "))
    assert "7 pieces to print" in run("reprint", "--dry-run")[1]


def test_a_reprint_holds_the_list_and_the_changed_pieces_and_their_backs(tiny: Path) -> None:
    run("print", "--quiet", "--note", "for the convention")
    swap(tiny, "data/tiny/heroes.yaml", "health: 12", "health: 14")
    swap(tiny, "data/tiny/game.yaml", "copies: 5", "copies: 7")
    code, output = run("reprint")
    assert code == 0
    assert output == (
        "tiny: Since printing 1 (for the convention): 3 pieces to print, 1 to throw away.\n"
        "\nWhat changed\n  Ada: health 12 -> 14  [Cards]\n"
        "\nNew\n  2 more coins\n"
        "\nThrow away\n  Cards: the old Ada\n"
        "\nbuild/tiny/a4/reprint.pdf: 4 pages, 3 pieces\n"
        "once it is printed: pnp reprint --record remembers it\n"
    )
    first = text_of(tiny / "build/tiny/a4/reprint.pdf", 0)
    for words in ("Reprint", "Since printing 1 (for the convention)", "health 12", "14", "2 more coins", "the old Ada"):
        assert words in first
    assert "left empty" in text_of(tiny / "build/tiny/a4/reprint.pdf", 1)
    ledger = open_ledger(tiny, "tiny")
    assert ledger.last
    reprint = plan_reprint(read_game(Workspace(tiny, shipped_root()), "tiny"), ledger, ledger.last, "a4")
    sheets = lay_out_reprint(
        reprint.inventory, find_needs(reprint.inventory, reprint.changes, {}), "", reprint.sections, PrintJob()
    )
    placed = [sorted((p.face.component, p.face.record, p.face.side) for p in sheet.placements) for sheet in sheets]
    assert placed == [
        [("reprint", "1", "front")],
        [],
        [("cards", "ada", "front"), ("coins", "", "front"), ("coins", "", "front")],
        [("cards", "ada", "back")],
    ]
    front, back = (next(p for p in sheet.placements if p.face.component == "cards").trim for sheet in sheets[2:])
    assert front.x + front.width / 2 == pytest.approx(210 - (back.x + back.width / 2))
    assert sheets[1].trim == sheets[1].bleed == Rect(0, 0, 210, 297), "a back left empty is as large as its sheet"
    assert title_of(tiny / "build/tiny/a4/reprint.pdf") == "Tiny: Reprint"


def test_many_sizes_share_a_sheet(copy: Workspace, printed: Tree) -> None:
    swap(copy.root, "data/mortalgate/game.yaml", 'warrior: "#8a2d00"', 'warrior: "#aa2211"')
    inventory = take_inventory(read_game(copy, "mortalgate"), "a4")
    changes = changes_of(printed, lambda _: printed, inventory)
    sheets = lay_out_reprint(
        inventory, find_needs(inventory, changes, {}), "lead", list_changes(changes, {}), PrintJob()
    )
    kinds = [sorted({place.face.component for place in sheet.placements}) for sheet in sheets]
    assert kinds == [
        ["reprint"],
        [],
        ["hero-sheets"],
        [],
        ["standee-bases", "standees", "status-cards"],
        ["status-cards"],
    ]


def test_only_print_and_record_move_the_mark(tiny: Path) -> None:
    run("print", "--quiet")
    before = (tiny / "prints/tiny.yaml").read_bytes()
    swap(tiny, "data/tiny/heroes.yaml", "health: 12", "health: 14")
    shutil.rmtree(tiny / "build")
    assert "Ada: health 12 -> 14" in run("reprint", "--dry-run")[1]
    assert not (tiny / "build").exists()
    assert "Ada: health 12 -> 14" in run("reprint")[1]
    assert (tiny / "prints/tiny.yaml").read_bytes() == before
    assert "printing 2 (at home) is recorded in prints/tiny.yaml" in run("reprint", "--record", "--note", "at home")[1]
    assert "nothing changed since printing 2 (at home)" in run("reprint")[1]
    assert "Ada: health 12 -> 14" in run("reprint", "--since", "1", "-n")[1]
    swap(tiny, "data/tiny/heroes.yaml", "health: 14", "health: 12")
    assert "nothing changed since printing 1" in run("reprint", "--since", "1")[1]
    assert "Ada: health 14 -> 12" in run("reprint", "-n")[1]


def test_what_was_not_printed_stays_as_it_lay_on_the_table(tiny: Path) -> None:
    run("print", "--quiet")
    swap(tiny, "data/tiny/rules.yaml", "toll: 3", "toll: 4")
    swap(tiny, "data/tiny/heroes.yaml", "health: 12", "health: 14")
    run("print", "--quiet", "--only", "cards")
    lines = run("reprint", "-n")[1]
    assert "rule toll: 3 -> 4  [coins]" in lines
    assert "Ada" not in lines
    assert "printed: 1" in (tiny / "prints/tiny.yaml").read_text()


def test_the_file_is_read_as_it_was_written_and_the_same_on_any_machine(tiny: Path) -> None:
    files = []
    for seed, locale in (("1", "C"), ("77", "tr_TR.UTF-8")):
        shutil.rmtree(tiny / "prints", ignore_errors=True)
        env = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": "Asia/Tokyo"}
        command = [sys.executable, "-m", "pnp.cli", "print", "tiny", "--quiet", "--note", "for the convention"]
        subprocess.run(command, cwd=tiny, env=env, check=True)
        files.append((tiny / "prints/tiny.yaml").read_text(encoding="utf-8"))
    assert files[0] == files[1]
    assert "      ada:\n        name: Ada\n        health: 12\n        tint: ada\n" in files[0]
    assert "  1:\n    paper: a4\n    note: for the convention\n" in files[0]
    assert re.search(r"      pieces:\n        ada: 1 x [0-9a-f]{12} / [0-9a-f]{12}\n", files[0])
    assert ledger_text(open_ledger(tiny, "tiny"), "Tiny") == files[0]


def test_the_shipped_games_file_is_short_and_reads_back(mortalgate: Game, printed: Tree, tmp_path: Path) -> None:
    text = ledger_text(Ledger("mortalgate").with_printing(printed, "a4", "", ()), mortalgate.title)
    assert len(text.splitlines()) < 700
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    last = read_ledger(tmp_path / "a.yaml", "mortalgate", "a.yaml").last
    assert last
    assert last.tree == printed


def test_old_printings_are_kept_as_differences_and_the_oldest_forgotten() -> None:
    ledger = Ledger("tiny")
    for number in range(KEPT + 3):
        tree: Tree = {"components": {"cards": {"pieces": {"ada": f"1 x {number:012x}"}}}, "engine": "pnp 1"}
        ledger = ledger.with_printing(tree, "a4", f"night {number}", ())
    text = ledger_text(ledger, "Tiny")
    assert [item.number for item in ledger.printings] == list(range(4, KEPT + 4))
    assert text.count("engine") == 1
    assert "  4:\n    components:\n      cards:\n        pieces:\n          ada: 1 x 000000000003\n" in text


words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)
trees = st.recursive(
    words,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(words.filter(lambda key: key != "<<"), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.dictionaries(words.filter(lambda key: key != "<<"), trees, max_size=4))
def test_any_tree_is_read_as_it_was_written(tree: Tree) -> None:
    assert read_tree(parse_yaml(Source("a.yaml", write_tree(tree) or "{}"))) == tree


named = st.dictionaries(
    st.sampled_from("abc"), st.sampled_from("xyz") | st.dictionaries(st.sampled_from("ab"), st.sampled_from("xy"))
)


@given(named, named)
def test_differences_lead_back(new: Tree, old: Tree) -> None:
    assert applied(new, differences(new, old)) == old


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("accuracy", "9", "11", ["accuracy 9 -> 11"]),
        ("move-range_two", "9", "11", ["move range two 9 -> 11"]),
        ("name", "Ada", "Ida", ["renamed, was Ada"]),
        ("range", None, "3", ["range 3, had none"]),
        ("range", "3", None, ["no range any more, was 3"]),
        ("text", "Deal **6 damage** to one enemy at once.", "Deal **7 damage** to one enemy at once.",
         ["text “… Deal 6 damage …” -> “… Deal 7 damage …”"]),
        ("tags", ["a", "b"], ["b", "c"], ["tags gain c", "tags lose a"]),
        ("tags", ["a"], ["a", "c"], ["tags gain c"]),
        ("tags", ["a", "c"], ["a"], ["tags lose c"]),
        ("tags", ["a", "c"], ["c", "a"], ["tags in another order"]),
        ("abilities", [{"name": "Blow", "cooldown": "3"}, {"name": "Wall"}], [{"name": "Blow", "cooldown": "2"}],
         ["Blow cooldown 3 -> 2", "abilities lose Wall"]),
        ("abilities", [{"name": "Blow", "cooldown": "3"}], [{"name": "Hit", "cooldown": "2"}],
         ["Blow is now Hit", "Hit cooldown 3 -> 2"]),
    ],
)  # fmt: skip
def test_changes_in_words(name: str, old: object, new: object, said: list[str]) -> None:
    found = changed_field(name, old, new)  # type: ignore[arg-type]  # trees, typed loosely in the table above
    assert [re.sub(r"… Deal", "… Deal", words) for words in found] == said or name == "text"
    if name == "text":
        assert "6 damage" in found[0]
        assert "7 damage" in found[0]
        assert "*" not in found[0]


def test_without_a_printing_the_cure_is_named(tiny: Path) -> None:
    code, output = run("reprint")
    assert code == 1
    assert "error: no printing of tiny is recorded yet\n    hint: `pnp print tiny` builds everything" in output
    assert not (tiny / "build").exists()


@pytest.mark.usefixtures("tiny")
def test_an_unknown_printing_exits_2() -> None:
    run("print", "--quiet")
    for word in ("7", "last"):
        code, output = run("reprint", "--since", word)
        assert (code, output) == (2, f"error: tiny has no printing '{word}'\n    hint: kept are 1\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("      ada: 1 x", "      ada: one x", r"prints/tiny\.yaml:\d+:14: error: ada: expected a count and hashes"),
        (
            "now:\n",
            "then:\n",
            r"prints/tiny\.yaml:\d+:1: error: expected what was printed under now:, there is nothing",
        ),
        ("paper: a4", "paper: a44", r"prints/tiny\.yaml:5:12: error: printing 1 names no paper such as a4"),
        ("  1:\n", "  first:\n", r"prints/tiny\.yaml:4:3: error: 'first' is no number of a printing"),
        ("    pieces:\n", "    pieces: [\n", r"prints/tiny\.yaml:\d+:\d+: error: "),
        ("now:\n", "<<<<<<< HEAD\nnow:\n", r"prints/tiny\.yaml:6:1: error: two branches printed"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tiny: Path, old: str, new: str, said: str) -> None:
    run("print", "--quiet")
    swap(tiny, "prints/tiny.yaml", old, new)
    code, output = run("reprint")
    assert code == 1
    assert re.search(said, output), output
    assert "hint: " in output
    assert not (tiny / "build/tiny/a4/reprint.pdf").exists()


def test_a_faulty_game_is_not_recorded(tiny: Path) -> None:
    swap(tiny, "data/tiny/heroes.yaml", "health: 12", "health: 99")
    assert run("print")[0] == 1
    assert not (tiny / "prints").exists()


def test_printings_of_another_paper(tiny: Path) -> None:
    run("print", "--quiet", "--paper", "letter")
    swap(tiny, "data/tiny/heroes.yaml", "health: 12", "health: 14")
    assert "build/tiny/letter/reprint.pdf" in run("reprint")[1]
    assert "build/tiny/a4/reprint.pdf" in run("reprint", "--paper", "a4")[1]


def test_a_reprint_has_the_same_bytes_twice(tiny: Path) -> None:
    run("print", "--quiet")
    swap(tiny, "data/tiny/heroes.yaml", "health: 12", "health: 14")
    ledger = open_ledger(tiny, "tiny")
    assert ledger.last
    for name in ("a.pdf", "b.pdf"):
        game = read_game(Workspace(tiny, shipped_root()), "tiny")
        write_reprint(plan_reprint(game, ledger, ledger.last, "a4"), tiny / name, PrintJob())
    assert (tiny / "a.pdf").read_bytes() == (tiny / "b.pdf").read_bytes()


def test_a_long_list_takes_more_pages(make_game: MakeGame) -> None:
    workspace = make_game(TINY)
    inventory = take_inventory(read_game(workspace, "tiny"), "a4")
    changes = changes_of({}, lambda _: {}, inventory)
    sections = [replace(section, lines=section.lines * 40) for section in list_changes(changes, {})]
    sheets = lay_out_reprint(inventory, [], "lead", sections, PrintJob())
    assert len(sheets) > 1
    assert all(sheet.label == "what changed" for sheet in sheets)


def test_causes_know_what_is_new_and_gone_among_other_records() -> None:
    old: Tree = {"records": {"status": {"burn": {"name": "Burn", "track": "3"}, "old": {"name": "Old"}}}}
    new: Tree = {"records": {"status": {"burn": {"name": "Burn", "track": "2"}, "frost": {"name": "Frost"}}}}
    facts = frozenset(
        {("records", "status"), ("records", "status", "burn", "track"), ("records", "status", "frost", "name")}
    )
    assert [str(cause) for cause in causes_of(facts, "heroes", "ada", old, new)] == [
        "status: Frost is new; Old is gone",
        "Burn: track 3 -> 2",
    ]


@pytest.fixture
def two(tiny: Path) -> Path:
    """The tiny workspace, and beside it the folder ``before`` with the game as it was."""
    for folder in ("data", "templates"):
        shutil.copytree(tiny / folder, tiny / "before" / folder)
    swap(tiny, "data/tiny/heroes.yaml", "health: 12", "health: 14")
    swap(tiny, "data/tiny/heroes.yaml", "likes tea", "likes coffee")
    swap(tiny, "data/tiny/game.yaml", '"#1122aa"', '"#1133aa"')
    return tiny


DIFFERENCE = """
Records
  Ada: health 12 -> 14; secret likes tea -> likes coffee

Everything else
  colour bo: #1122aa -> #1133aa

Pieces
  Cards: all changed

Tables
  Lead: 2 of 2 cells

Balance at a glance
  Ada gained: lead +2 as hero; lead −2 as foe
  Bo lost: lead −2 as hero; lead +2 as foe
"""


def drawings_of(page: str) -> Iterator[str]:
    """Every outermost drawing of a page; one may hold others."""
    depth, start = 0, 0
    for tag in re.finditer(r"<svg\b[^>]*>|</svg>", page):
        start = tag.start() if depth == 0 else start
        depth += -1 if tag[0] == "</svg>" else 1
        if depth == 0:
            yield page[start : tag.end()]


def test_two_folders_differ(two: Path) -> None:
    code, output = run("diff", "before", ".", "--out", "page.html")
    assert code == 0
    assert output == (f"tiny: from before to .\n{DIFFERENCE}\npage.html: the whole difference, with pictures\n")
    page = (two / "page.html").read_text(encoding="utf-8")
    assert not re.findall(r'(?:href|src)="(?!#|data:)', page)
    assert not re.findall(r"url\((?!data:|#)", page)
    assert page.count('<div class="before">') == page.count('<div class="after">') == 2  # two fronts, no back
    assert '<td class="changed"><del>5</del> <ins>7</ins> <small>+2</small></td>' in page
    assert "#1122aa" in page
    assert "#1133aa" in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    from xml.etree import ElementTree

    for svg in drawings_of(page):
        ElementTree.fromstring(svg)


def test_nothing_differs(two: Path) -> None:
    assert run("diff", ".", ".", "--out", "page.html")[1].startswith("tiny: from . to .\nnothing differs\n")
    assert "Nothing differs." in (two / "page.html").read_text()


def test_two_printings_differ_in_words_only(two: Path) -> None:
    swap(two, "data/tiny/heroes.yaml", "health: 14", "health: 12")
    run("print", "--quiet")
    swap(two, "data/tiny/heroes.yaml", "health: 12", "health: 14")
    run("print", "--quiet", "--note", "second")
    code, output = run("diff", "1", "2", "--out", "page.html")
    assert code == 0
    assert output.startswith(
        "tiny: from printing 1 to printing 2 (second)\n\nRecords\n  Ada: health 12 -> 14\n\nPieces\n  Cards: Ada changed\n"
    )
    page = (two / "page.html").read_text(encoding="utf-8")
    assert "A printing keeps what its pieces said" in page
    assert "Ada: health 12 -> 14" in run("diff", "1", ".")[1]
    assert "Tables" not in run("diff", "1", ".")[1]


def test_only_fields_that_both_sides_know_are_compared_with_a_printing(two: Path) -> None:
    """A card does not show the secret, so no printing knows it; two whole games tell what one has and the other not."""
    swap(two, "data/tiny/heroes.yaml", "health: 14", "health: 12")
    run("print", "--quiet")
    swap(two, "data/tiny/heroes.yaml", "health: 12", "health: 14")
    assert "Records\n  Ada: health 12 -> 14\n\n" in run("diff", "1", ".")[1]
    swap(two, "data/tiny/heroes.yaml", ", secret: likes coffee", "")
    assert "  Ada: health 12 -> 14; no secret any more, was likes tea\n" in run("diff", "before", ".")[1]


def test_a_table_with_columns_of_its_own_shifts_under_each_heading(two: Path) -> None:
    pairs = (
        'rows: heroes as foe, columns: heroes as hero, cell: "lead(hero, foe)", better: high, skip: hero_id == foe_id'
    )
    alone = "rows: heroes as hero, columns: {Full: hero.health, Double: 2 * hero.health}, better: high"
    for folder in (two, two / "before"):
        swap(folder, "data/tiny/rules.yaml", pairs, alone)
    output = run("diff", "before", ".")[1]
    assert "Tables\n  Lead: 2 of 4 cells\n" in output
    assert "Balance at a glance\n  Ada gained: lead, full +2; lead, double +4\n" in output
    # another table that moves for her, without columns of its own: none is left out
    for folder in (two, two / "before"):
        with (folder / "data/tiny/rules.yaml").open("a") as file:
            file.write(f"  gap: {{title: Gap, {pairs}}}\n")
    assert re.search(r"Ada gained: lead, full \+2; lead, double \+4", run("diff", "before", ".")[1])


def test_records_that_one_side_lacks_are_new_or_gone(two: Path) -> None:
    with (two / "data/tiny/heroes.yaml").open("a") as file:
        file.write("cy: {name: Cy, health: 3, tint: ada}\n")
    with (two / "before/data/tiny/heroes.yaml").open("a") as file:
        file.write("di: {name: Di, health: 4, tint: ada}\n")
    output = run("diff", "before", ".", "--out", "page.html")[1]
    assert "Records\n  Ada: health 12 -> 14; secret likes tea -> likes coffee\n  Cy: new\n  Di: gone\n\n" in output
    assert "Pieces\n  Cards: Ada, Bo changed; Cy new; Di gone\n\n" in output
    page = (two / "page.html").read_text(encoding="utf-8")
    assert '<tr><th>Cy</th><td colspan="3">new</td></tr><tr><th>Di</th><td colspan="3">gone</td></tr>' in page
    assert (
        page.count('<div class="none">new</div>') == page.count('<div class="none">gone</div>') == 2
    )  # front and back


def test_a_table_that_cannot_be_computed_is_told_with_its_place_and_side(two: Path) -> None:
    swap(two, "data/tiny/rules.yaml", '"lead(hero, foe)", better', '"hero.health / (foe.health - 7)", better')
    code, output = run("diff", "before", ".")
    assert code == 1
    assert re.match(r"data/tiny/rules\.yaml:5:3: error: table lead: .*", output), output


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@needs_git
@pytest.mark.parametrize("below", ["", "games"])
def test_two_revisions_differ(two: Path, monkeypatch: pytest.MonkeyPatch, below: str) -> None:
    """In a repository's top folder, and in a workspace below it."""
    repository = two / "repository"
    workspace = repository / below
    shutil.copytree(two / "before", workspace)
    git(repository, "init", "-q")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "one")
    shutil.copytree(two / "data", workspace / "data", dirs_exist_ok=True)
    git(repository, "rm", "-r", "-q", "--cached", ".")  # files as old and as long as before are read again
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "two")
    monkeypatch.chdir(workspace)
    code, output = run("diff", "HEAD~1", "HEAD", "--out", "page.html")
    assert code == 0
    assert output == f"tiny: from HEAD~1 to HEAD\n{DIFFERENCE}\npage.html: the whole difference, with pictures\n"
    assert "Cards: all changed" in run("diff", "HEAD~1", ".")[1]
    code, output = run("diff", "HEAD~7", ".")
    assert (code, output.splitlines()[0]) == (1, "error: there is no revision, folder or printing 'HEAD~7'")
    swap(workspace, "data/tiny/heroes.yaml", "health: 14", "health: 99")
    git(repository, "commit", "-q", "-a", "-m", "three")
    assert re.search(r"data/tiny/heroes\.yaml:1:\d+: error: .* \(in HEAD\)", run("diff", "HEAD~1", "HEAD")[1])


@needs_git
def test_no_repository_is_said(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(two.parent))
    code, output = run("diff", "HEAD", ".")
    assert code == 1
    assert output.startswith("error: 'HEAD' is no folder, and this workspace is not kept in git\n    hint: ")


@needs_git
def test_a_missing_git_is_said(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(two, "init", "-q")
    git(two, "add", "data", "templates")
    git(two, "commit", "-q", "-m", "one")
    assert run("diff", "HEAD", ".")[1] == "tiny: from HEAD to .\nnothing differs\n"
    monkeypatch.setenv("PATH", "")
    code, output = run("diff", "HEAD", ".")
    assert code == 1
    assert output.startswith(
        "error: 'HEAD' is read with git, which is not installed\n    hint: install git, or compare two folders"
    )


def test_a_game_that_one_side_lacks(two: Path) -> None:
    shutil.move(two / "before/data/tiny", two / "before/data/teeny")
    assert "there is no game 'tiny' in before\n    hint: did you mean 'teeny'?" in run("diff", "before", ".")[1]
    shutil.copytree(two / "data/tiny", two / "data/other")
    assert run("diff", "before", ".")[0] == 2


def test_help_shows_an_example() -> None:
    for command in ("print", "reprint", "diff"):
        assert f"Example:  pnp {command} " in run(command, "--help")[1]
