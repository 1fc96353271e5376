"""The game of cards that players write: its decks and their limits, its odds, and what it prints, measured in the PDFs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from pnp.build.build import build, check, read_game
from pnp.game.model import Game
from pnp.game.workspace import Workspace, find_workspace, shipped_root
from pnp.job import PrintJob
from pnp.problems import GameError
from pnp.rules.grid_formats import as_text
from pnp.rules.rates import Rate
from pnp.rules.tables import compute_table
from pnp.units import POINTS_PER_MM

from ..conftest import ROOT
from ..pdfs import painted, text_of

GAME = "battle-gate"
TOLERANCE = 0.05
SAMPLES = {"hedge-muster": (54, 95), "iron-bell": (36, 94), "candle-court": (45, 100)}
CLASSES = ("minion", "soldier", "assassin")
papers = pytest.mark.parametrize("paper", ["a4", "letter"])


@pytest.fixture(scope="module")
def game() -> Game:
    return read_game(find_workspace(ROOT), GAME)


@pytest.fixture(scope="module")
def printed(game: Game, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folder of everything the game prints, for each paper."""
    folders = {paper: tmp_path_factory.mktemp(paper) for paper in ("a4", "letter")}
    for paper, folder in folders.items():
        build(game, PrintJob(paper), folder)
    return folders


def formula_of(game: Game, name: str) -> Callable[..., Any]:
    found = game.book.names[name]
    assert callable(found)
    return found


@pytest.fixture
def copy(tmp_path: Path) -> Workspace:
    """The game in a workspace of its own, to be spoilt."""
    for part in ("data", "templates"):
        shutil.copytree(ROOT / part / GAME, tmp_path / part / GAME)
    return Workspace(tmp_path, shipped_root())


def spoil(copy: Workspace, file: str, old: str, new: str) -> None:
    path = copy.root / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (file, old)
    path.write_text(text.replace(old, new), encoding="utf-8")


def deck_file(copy: Workspace, rows: str, name: str = "candle-court") -> None:
    (copy.root / f"data/{GAME}/{name}.csv").write_text(f"name,class,power,copies,text\n{rows}", encoding="utf-8")


# --- the data ---------------------------------------------------------------------------------------------------------


def test_the_classes_do_what_the_rules_say(game: Game) -> None:
    does = {
        record.id: tuple(record[name] for name in ("attacks", "defends", "boosts", "draws", "plays", "recovers"))
        for record in game.collections["classes"]
    }
    assert does == {
        "minion": (False, True, False, 0, 0, 1),
        "soldier": (True, True, False, 1, 0, 0),
        "assassin": (True, False, True, 0, 1, 0),
    }
    values = {
        "points": 100,
        "cards_least": 17,
        "cards_most": 100,
        "power_least": 1,
        "power_most": 6,
        "first_draw": 3,
        "next_draw": 4,
    }
    assert {name: game.rules[name] for name in values} == values


def test_the_sample_decks_keep_the_bargain_and_fill_whole_sheets(game: Game) -> None:
    decks = game.collections["decks"]
    assert {deck.id: (deck["count"], deck["spent"]) for deck in decks} == SAMPLES
    for deck in decks:
        cards = deck["cards"]
        assert isinstance(cards, tuple)
        assert (
            sum(card["copies"] for card in cards)
            == deck["count"]
            == sum(int(str(deck[f"{name}s"])) for name in CLASSES)
        )
        assert sum(card["power"] * card["copies"] for card in cards) == deck["spent"]
        assert int(str(deck["count"])) % 9 == 0
        assert len({card["name"] for card in cards}) == len(cards) >= 10


def test_the_sample_decks_differ_in_what_they_are_made_of(game: Game) -> None:
    """Each has most of another class, by half or more: one recovers, one draws, one plays."""
    leading = {}
    for deck in game.collections["decks"]:
        share = {name: Fraction(int(str(deck[f"{name}s"])), int(str(deck["count"]))) for name in CLASSES}
        leading[deck.id] = max(share, key=lambda name: share[name])
        assert share[leading[deck.id]] >= Fraction(1, 2)
    assert leading == {"hedge-muster": "minion", "iron-bell": "soldier", "candle-court": "assassin"}


# --- deck files that break the bargain --------------------------------------------------------------------------------

SEVENTEEN = "".join(f"Guest {n},minion,1,1,\n" for n in range(17))
BROKEN = {
    "too few cards": (
        SEVENTEEN.replace("Guest 0,minion,1,1,\n", "") + "",
        "candle-court.csv:17:1: error: decks.candle-court, Guest 16: the deck ends here with 16 cards, 1 fewer than 17",
        "add cards, or raise the copies of some, by 1 in all",
    ),
    "too many cards": (
        "Rat,minion,1,60,\nCat,minion,1,38,\nOwl,minion,1,7,\n",
        "candle-court.csv:4:1: error: decks.candle-court, Owl: the deck has 105 cards, 5 more than 100, and here it passes them",
        "take cards out, or lower the copies of some, by 5 in all",
    ),
    "too many points": (
        "Rat,assassin,5,10,\nCat,soldier,6,8,\nOwl,minion,4,3,\nFox,minion,1,2,\n",
        "candle-court.csv:4:1: error: decks.candle-court, Owl: the deck costs 112 points, 12 more than 100, and here it passes them",
        "lower powers or copies, by 12 points in all",
    ),
    "power above six": (
        SEVENTEEN + "Giant,soldier,9,1,\n",
        "candle-court.csv:19:15: error: Candle Court, Giant: power is 9, 3 more than 6: a card has a power of 1 to 6",
        "lower it to 6",
    ),
    "power of nothing": (
        SEVENTEEN + "Ghost,soldier,0,1,\n",
        "candle-court.csv:19:15: error: Candle Court, Ghost: power is 0, 1 less than 1: a card has a power of 1 to 6",
        "raise it to 1",
    ),
    "no class": (SEVENTEEN + "Clerk,,1,1,\n", "candle-court.csv:19:7: error: class", ""),
    "an unknown class": (SEVENTEEN + "Clerk,solider,1,1,\n", "candle-court.csv:19:7: error: class", "did you mean 'soldier'?"),
    "two classes": (SEVENTEEN + "Clerk,minion; soldier,1,1,\n", "candle-court.csv:19:7: error: class", ""),
    "a power in words": (SEVENTEEN + "Clerk,minion,strong,1,\n", "candle-court.csv:19:14: error: power", ""),
    "a card without a name": (SEVENTEEN + ",minion,1,1,\n", "candle-court.csv:19:2: error: this row has no id, and none can be made from its name", ""),
    "no cards at all": ("", "decks.yaml:27:10: error: cards: 0 items, 1 fewer than 1", ""),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN)
def test_broken_deck_files_are_refused_with_place_excess_and_cure(copy: Workspace, fault: str) -> None:
    rows, message, hint = BROKEN[fault]
    deck_file(copy, rows)
    with pytest.raises(GameError) as caught:
        read_game(copy, GAME)
    found = [(str(problem), problem.hint) for problem in caught.value.problems]
    assert len(found) == (2 if fault == "too many cards" else 1), found  # more than 100 cards cost more than 100 points
    assert any(message in said and hint in cure for said, cure in found), found


def test_every_fault_of_a_deck_is_told_at_once(copy: Workspace) -> None:
    deck_file(copy, "Giant,soldier,9,12,\n")
    with pytest.raises(GameError) as caught:
        read_game(copy, GAME)
    told = " / ".join(str(problem) for problem in caught.value.problems)
    assert "3 more than 6" in told
    assert "5 fewer than 17" in told
    assert "8 more than 100" in told


def test_the_edges_of_the_bargain_are_allowed(copy: Workspace) -> None:
    deck_file(copy, "Wat,soldier,1,100,\n")
    deck_file(copy, "Giant,soldier,6,15,\nDwarf,minion,5,2,\n", "iron-bell")
    decks = read_game(copy, GAME).collections["decks"]
    assert [(deck["count"], deck["spent"]) for deck in decks] == [(54, 95), (17, 100), (100, 100)]


# --- the odds ---------------------------------------------------------------------------------------------------------


def test_who_falls_agrees_with_the_fights_themselves(game: Game) -> None:
    """Every pair of classes and powers, against the rules said once more in Python."""
    grid = compute_table(game.tables["fights"], game.book, game.collections)
    rows = iter(grid.rows)
    kinds = {"minion": (False, True), "soldier": (True, True), "assassin": (True, False)}
    for attacker in CLASSES:
        for defender in CLASSES:
            for attack in range(1, 7):
                wanted = []
                for defence in range(1, 7):
                    stronger = "both" if attack == defence else "wins" if attack > defence else "falls"
                    wanted.append("–" if not kinds[attacker][0] else stronger if kinds[defender][1] else "hits")
                assert list(next(rows)[1:]) == wanted, (attacker, defender, attack)
    assert next(rows, None) is None


def test_what_a_mix_brings_adds_up_card_by_card(game: Game) -> None:
    """The mean over all cards of a deck is what six of them, drawn blindly, bring: expectation is linear."""
    for deck in game.collections["decks"]:
        cards = [card for card in deck["cards"] for _ in range(card["copies"])]  # type: ignore[attr-defined]
        for name, base in (("draws", 1), ("plays", 1), ("recovers", 0)):
            formula = {"draws": "draws", "plays": "fields", "recovers": "recovers"}[name]
            mean = base + Fraction(6 * sum(card["class"][name] for card in cards), len(cards))
            assert float(formula_of(game, formula)(deck, 6)) == pytest.approx(float(mean)), (deck.id, name)


def test_the_sample_decks_are_even_enough_to_be_played(game: Game) -> None:
    decks, battle = list(game.collections["decks"]), formula_of(game, "battle")
    for one, other in permutations(decks, 2):
        rate = battle(one, other)
        assert isinstance(rate, Rate)
        assert Fraction(35, 100) <= rate.share <= Fraction(65, 100), (one.id, other.id, str(rate))
        assert rate.share + battle(other, one).share == 1
        assert 0 < rate.error < 0.02
        assert rate.drawn < Fraction(1, 50)


# --- what is printed --------------------------------------------------------------------------------------------------

SHOWN = 1.5  # of the bleed, on each side of a card


def windows(path: Path, page: int) -> list[tuple[float, float, float, float]]:
    """What a sheet's cards are seen through: left, top, right and bottom, in mm."""
    boxes = [item.box for item in painted(path, page) if item.operator == "W" and item.depth == 0]
    return [box for box in boxes if box[2] - box[0] > 60 and box[3] - box[1] > 60]  # not those of their pictures


def pages_of(path: Path) -> int:
    with pikepdf.open(path) as pdf:
        return len(pdf.pages)


@papers
@pytest.mark.parametrize(("document", "cards"), [("decks", 135), ("blank-cards", 18)])
def test_cards_measure_63_by_88(printed: dict[str, Path], paper: str, document: str, cards: int) -> None:
    path = printed[paper] / f"{document}.pdf"
    found = [box for page in range(pages_of(path)) for box in windows(path, page)]
    assert len(found) == 2 * cards  # fronts and backs
    for left, top, right, bottom in found:
        size = sorted((right - left - 2 * SHOWN, bottom - top - 2 * SHOWN))
        assert size == pytest.approx([63, 88], abs=TOLERANCE)


@pytest.mark.parametrize(("document", "sheets"), [("decks", 15), ("blank-cards", 2)])
def test_nine_cards_fill_a_page_of_a4(printed: dict[str, Path], document: str, sheets: int) -> None:
    path = printed["a4"] / f"{document}.pdf"
    assert pages_of(path) == 2 * sheets
    assert [len(windows(path, page)) for page in range(pages_of(path))] == [9] * (2 * sheets)


@papers
def test_backs_lie_on_their_fronts(printed: dict[str, Path], paper: str) -> None:
    path = printed[paper] / "decks.pdf"
    with pikepdf.open(path) as pdf:
        width = float(pdf.pages[0].mediabox[2]) / POINTS_PER_MM
    for page in range(0, pages_of(path), 2):
        fronts, backs = windows(path, page), windows(path, page + 1)
        turned = [(width - right, top, width - left, bottom) for left, top, right, bottom in backs]
        for front, back in zip(sorted(fronts), sorted(turned), strict=True):
            assert front == pytest.approx(back, abs=TOLERANCE)


def test_every_card_says_its_name_its_class_and_its_deck(game: Game, printed: dict[str, Path]) -> None:
    path = printed["a4"] / "decks.pdf"
    words = " ".join(text_of(path, page) for page in range(0, pages_of(path), 2))
    for deck in game.collections["decks"]:
        assert words.count(str(deck["name"])) >= int(str(deck["count"]))
        for card in deck["cards"]:  # type: ignore[attr-defined]
            assert words.count(card["name"].replace("'", "’")) >= card["copies"]
    assert words.count("Assassin") == sum(int(str(deck["assassins"])) for deck in game.collections["decks"])


def test_all_backs_are_one(printed: dict[str, Path]) -> None:
    path = printed["a4"] / "decks.pdf"
    assert len({text_of(path, page).split("Battle Gate · ")[0] for page in range(1, pages_of(path), 2)}) == 1


def test_blank_cards_print_alone_and_as_many_as_asked(copy: Workspace, tmp_path: Path) -> None:
    spoil(copy, f"data/{GAME}/game.yaml", "safe: 3mm, copies: 18}", "safe: 3mm, copies: 27}")
    build(read_game(copy, GAME), PrintJob("a4"), tmp_path / "out", ["blank-cards"])
    made = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert made == ["blank-cards.pdf"]
    path = tmp_path / "out" / "blank-cards.pdf"
    assert [len(windows(path, page)) for page in range(pages_of(path))] == [9] * 6
    assert text_of(path, 0).upper().count("CLASS") == text_of(path, 0).upper().count("PWR") == 9


def test_a_new_deck_needs_a_file_and_a_record(copy: Workspace, tmp_path: Path) -> None:
    deck_file(copy, "Wat,soldier,4,10,\nMog,minion,3,20,Stands where she is put.\n", "mine")
    with (copy.root / f"data/{GAME}/decks.yaml").open("a", encoding="utf-8") as file:
        file.write("mine: {name: Mine, icon: rose, ground: tiles, motto: Ours., plays: Wait., cards: mine.csv}\n")
    game = read_game(copy, GAME)
    build(game, PrintJob("a4"), tmp_path / "out", ["decks", "summaries"])
    words = text_of(tmp_path / "out" / "summaries.pdf", 3)
    assert "Mog" in words
    assert "100" in words
    assert pages_of(tmp_path / "out" / "summaries.pdf") == 4
    assert pages_of(tmp_path / "out" / "decks.pdf") == 2 * 19  # thirty cards more: three sheets and a third


def test_a_deck_of_a_hundred_different_cards_fits_its_page(copy: Workspace, tmp_path: Path) -> None:
    rows = "".join(f"The Honourable Number {n},{CLASSES[n % 3]},1,1,Has a word to say about it.\n" for n in range(100))
    deck_file(copy, rows)
    build(read_game(copy, GAME), PrintJob("letter"), tmp_path / "out", ["summaries"])
    words = text_of(tmp_path / "out" / "summaries.pdf", 2)
    assert all(f"Number {n}" in words for n in range(100))


@papers
def test_deck_pages_say_what_the_deck_is(game: Game, printed: dict[str, Path], paper: str) -> None:
    path = printed[paper] / "summaries.pdf"
    assert pages_of(path) == 3
    for page, deck in enumerate(game.collections["decks"]):
        words = " ".join(text_of(path, page).split())
        for wanted in (
            deck["name"],
            f"The roll: {deck['count']} cards",
            f"{deck['spent']} Spent",
            "Draw",
            "Field",
            "Recover",
        ):
            assert str(wanted) in words, wanted


@papers
def test_the_rules_are_one_sheet_front_and_back(printed: dict[str, Path], paper: str) -> None:
    path = printed[paper] / "rule-sheet.pdf"
    assert pages_of(path) == 2
    front, back = (" ".join(text_of(path, page).split()) for page in (0, 1))
    assert "Make a deck" in front
    assert "17 to 100 cards" in front
    assert "55 % ± 1" in front.replace("\u00a0", " ")
    assert "Fight the battle" in back
    assert all(f"{n} {phase}" in back for n, phase in enumerate(("Draw", "Field", "Combat", "Recovery"), 1))
    assert "Chapter" not in front + back


def test_the_drawings_of_the_web_page_are_read_by_their_titles(printed: dict[str, Path]) -> None:
    page = (printed["a4"] / "rule-sheet.html").read_text(encoding="utf-8")
    assert 'aria-label="Who falls in a fight"' in page
    assert 'aria-label="A player’s place at the table"' in page


def test_the_rules_say_how_a_battle_is_won_and_whom_an_attack_goes_at(printed: dict[str, Path]) -> None:
    back = " ".join(text_of(printed["a4"] / "rule-sheet.pdf", 1).split())
    assert "last player left when a combat phase ends wins" in back
    assert "Each goes at one player, never at a card" in back


def test_every_table_fits_a_terminal_of_80_columns(game: Game) -> None:
    assert len(game.tables) == 7
    for name, table in game.tables.items():
        grid = compute_table(table, game.book, game.collections)
        lines = [line for line in as_text(grid).splitlines() if line != table.note]
        assert len(lines) > len(grid.rows)
        assert max(map(len, lines)) <= 80, name


def test_the_card_s_diagram_points_at_the_boxes_of_its_template(copy: Workspace) -> None:
    spoil(copy, f"templates/{GAME}/boxes.svg", '<g data-part="power"', '<g data-part="pwr"')
    problems = check(read_game(copy, GAME), PrintJob("a4"))
    assert any("power" in str(problem) and problem.severity == "error" for problem in problems), problems


def test_rules_too_long_for_their_sheet_are_refused_with_the_excess(copy: Workspace, tmp_path: Path) -> None:
    path = copy.root / f"templates/{GAME}/rule-sheet/battle.md"
    words = "Those who come late to the field find it taken, and go home the way they came, telling nobody. " * 60
    path.write_text(path.read_text(encoding="utf-8") + f"\n## Late\n\n{words}\n", encoding="utf-8")
    with pytest.raises(GameError) as caught:
        build(read_game(copy, GAME), PrintJob("a4"), tmp_path / "out", ["rule-sheet"])
    (problem,) = caught.value.problems
    assert re.search(
        r"rule-sheet: 3 pages, even at the smallest sizes, .* may have 2: \d+ mm \(\d+ lines\) too much", str(problem)
    )
    assert problem.hint.startswith("shorten it")
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())


def test_a_card_may_show_a_picture_of_its_player_s(copy: Workspace, tmp_path: Path) -> None:
    art = copy.root / f"templates/{GAME}/art"
    art.mkdir()
    Image.new("RGB", (640, 360), "#a8321c").save(art / "me.png")
    rows = "Me,soldier,1,17,me.png,In oils.\nMyself,minion,1,1,,Words alone.\n"
    path = copy.root / f"data/{GAME}/iron-bell.csv"
    path.write_text(f"name,class,power,copies,art,text\n{rows}", encoding="utf-8")
    build(read_game(copy, GAME), PrintJob("a4"), tmp_path / "out", ["decks"])
    with pikepdf.open(tmp_path / "out" / "decks.pdf") as pdf:
        kinds = {str(item.get("/Subtype")) for item in pdf.objects if isinstance(item, pikepdf.Stream)}
    assert "/Image" in kinds


def test_a_picture_from_elsewhere_is_refused(copy: Workspace, tmp_path: Path) -> None:
    path = copy.root / f"data/{GAME}/iron-bell.csv"
    path.write_text("name,class,power,copies,art\nMe,soldier,1,17,../../../../etc/passwd\n", encoding="utf-8")
    with pytest.raises(GameError):
        build(read_game(copy, GAME), PrintJob("a4"), tmp_path / "out", ["decks"])
