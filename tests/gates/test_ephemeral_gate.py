"""The skirmish game: its facts, its points, broken figures and sets, its odds against enumeration, true sizes in its PDFs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import ceil
from pathlib import Path

import pikepdf
import pytest
import yaml

from pnp.build.build import build, read_game
from pnp.game.model import Game
from pnp.game.workspace import Workspace, find_workspace, shipped_root
from pnp.impose.strips import OVER
from pnp.job import PrintJob
from pnp.problems import GameError
from pnp.rulebook.table_boxes import grid_words
from pnp.rules.tables import compute_table
from pnp.schema.values import Record
from pnp.units import POINTS_PER_MM

from ..conftest import ROOT
from ..pdfs import painted, text_of

NAME = "ephemeral-gate"
DATA = ROOT / "data" / NAME
TOLERANCE = 0.05
DICE = (4, 6, 8, 10, 12)
papers = pytest.mark.parametrize("paper", ["a4", "letter"])


def plain(file: str) -> dict[str, dict[str, object]]:
    """A data file as bare YAML: what the designer typed, without the game's reader."""
    text = (DATA / f"{file}.yaml").read_text(encoding="utf-8").replace("!assumed ", "")
    return yaml.safe_load(text)  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def game() -> Game:
    return read_game(find_workspace(ROOT), NAME)


@pytest.fixture(scope="module")
def built(game: Game, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folder of the pieces that must measure true, for each paper."""
    folders = {}
    wanted = ["gate-and-tokens", "range-ruler", "play-area", "play-area-poster", "ability-cards", "figures"]
    for paper in ("a4", "letter"):
        folders[paper] = tmp_path_factory.mktemp(paper)
        build(game, PrintJob(paper), folders[paper], wanted)
    return folders


def keywords(ability: Record) -> list[str]:
    """The ids of the keywords on an ability's card."""
    uses = ability["keywords"]
    return [use["word"].id for use in uses] if isinstance(uses, tuple) else []


# --- facts ---


def test_the_classes_are_those_of_the_document(game: Game) -> None:
    found = {c.id: tuple(c[f] for f in ("least", "most", "actions", "prep")) for c in game.collections["classes"]}
    assert found == {
        "disruptor": (10, 25, 3, 0), "runner": (10, 25, 3, 0), "tactician": (15, 30, 3, 0), "leader": (20, 35, 2, 2),
    }  # fmt: skip


def test_the_numbers_of_the_rules_are_those_of_the_document(game: Game) -> None:
    wanted = {
        "points_most": 100, "figures_least": 2, "figures_most": 6, "abilities_most": 3, "base_most": 67,
        "cm_per_movement": 2, "cm_per_range": 5, "play_area": 40, "gate": 9, "gate_edge": 5, "enemy_room": 5,
        "terrain_pieces": 5, "dice_sets": 2, "prep_die": 2, "prep_move": 2, "prep_heal": 2, "prep_range": 1, "mine_range": 1,
    }  # fmt: skip
    assert {name: game.rules[name] for name in wanted} == wanted
    mira = game.collections["figures"]["mira"]
    assert (mira["movement"], mira["range"]) == (8, 4)


def test_the_abilities_cover_every_type_keyword_class_and_die(game: Game) -> None:
    abilities = list(game.collections["abilities"])
    assert len(abilities) >= 24
    assert {a["type"].id for a in abilities} == {t.id for t in game.collections["ability-types"]}  # type: ignore[attr-defined]
    assert len(game.collections["ability-types"]) == 9
    words = {word for a in abilities for word in keywords(a)}
    assert words == {keyword.id for keyword in game.collections["keywords"]}
    assert len(words) == 13
    assert {a["die"].id for a in abilities if a["die"]} == {f"d{n}" for n in DICE}  # type: ignore[attr-defined]
    for kind in game.collections["classes"]:
        mine = [a for a in abilities if kind in a["classes"]]  # type: ignore[operator]
        assert len({a["type"].id for a in mine}) >= 6, kind.id  # type: ignore[attr-defined]
    codes = [str(a["code"]) for a in abilities]
    assert len(set(codes)) == len(codes)
    assert all(str(a["code"])[0] == a["type"]["sign"] for a in abilities)  # type: ignore[index]
    assert all(bool(a["die"]) != (a["type"].id == "prep") for a in abilities)  # type: ignore[attr-defined]
    # Ref points to the guide, and only there is something more to read
    for a in abilities:
        refers = "ref" in keywords(a)
        assert refers == bool(a["more"]), a.id


def test_a_cost_is_half_the_worth_rounded_up(game: Game) -> None:
    for ability_id, typed in plain("abilities").items():
        sides = int(str(typed["die"])[1:]) if "die" in typed else 0
        mean = Fraction(sides + 1, 2) if sides else Fraction(0)
        worth = mean * Fraction(str(typed["pip"])) + Fraction(str(typed["extra"]))
        assert game.collections["abilities"][ability_id]["cost"] == max(1, ceil(worth / 2)), ability_id
        assert "cost" not in typed


def test_points_are_the_sum_everywhere(game: Game) -> None:
    cost = {a.id: a["cost"] for a in game.collections["abilities"]}
    figures = plain("figures")
    total = {}
    for figure_id, typed in figures.items():
        base = sum(int(str(typed[spec])) for spec in ("hit_points", "movement", "force", "range"))
        record = game.collections["figures"][figure_id]
        assert record["base_points"] == base
        total[figure_id] = base + sum(cost[a] for a in typed["abilities"])  # type: ignore[attr-defined,misc]
        assert record["points"] == total[figure_id]
    for set_id, typed in plain("sets").items():
        names = typed["figures"]
        assert isinstance(names, list)
        assert game.collections["sets"][set_id]["points"] == sum(total[name] for name in names) <= 100
        assert 2 <= len(names) <= 6
    grid = compute_table(game.tables["figures"], game.book, game.collections)
    last = [row[-1] for row in grid.rows]
    assert [int(str(value)) for value in last] == list(total.values())


# --- what is refused ---


def with_change(tmp_path: Path, file: str, change: Callable[[str], str]) -> list[str]:
    """The messages about the game after one change of a file, without the folder's name."""
    for folder in ("data", "templates"):
        shutil.copytree(ROOT / folder / NAME, tmp_path / folder / NAME)
    path = tmp_path / "data" / NAME / f"{file}.yaml"
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, encoding="utf-8")
    with pytest.raises(GameError) as raised:
        read_game(Workspace(tmp_path, shipped_root()), NAME)
    return [f"{problem} / {problem.hint}".replace(f"data/{NAME}/", "") for problem in raised.value.problems]


def swap(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


def spec(figure: str, field: str, value: object) -> Callable[[str], str]:
    """One field of one figure."""
    return lambda text: re.sub(
        rf"(^{figure}:\n(?:  .*\n)*?  {field}: )(?:!assumed )?.*", rf"\g<1>{value}", text, flags=re.MULTILINE
    )


def place(file: str, needle: str, inside: str = "") -> str:
    """line:column of a text in the file as it ships, behind another one."""
    lines = (DATA / f"{file}.yaml").read_text(encoding="utf-8").split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith(inside))
    row = next(i for i in range(start, len(lines)) if needle in lines[i])
    return f"{file}.yaml:{row + 1}:{lines[row].index(needle) + 1}"


BROKEN: dict[str, tuple[str, Callable[[str], str], str, str]] = {
    "too many base points": (
        "figures", spec("mira", "hit_points", 13),
        "figures.yaml:4:1: error: Mira: base points are 31, 6 more than 25: a Runner has 10 to 25 points of base specs",
        "change a spec, or the class",
    ),
    "too few base points": (
        "figures", spec("murmur", "movement", 2),
        "Murmur: base points are 9, 1 less than 10: a Runner has 10 to 25 points of base specs", "change a spec, or the class",
    ),
    "a leader with a runner's points": (
        "figures", spec("skirl", "class", "leader"),
        "Skirl: base points are 15, 5 less than 20: a Leader has 20 to 35 points of base specs", "change a spec, or the class",
    ),
    "a fourth ability": (
        "figures", spec("mira", "abilities", "[slipblade, afterburner, volley, brace]"),
        "figures.yaml:14:47: error: abilities: 4 items, 1 more than 3, the most there may be", "list ..3 of ref abilities",
    ),
    "an ability of another class": (
        "figures", spec("mira", "abilities", "[slipblade, shrapnel-burst]"),
        "figures.yaml:14:26: error: figures.mira, Shrapnel Burst: Shrapnel Burst is not for a Runner",
        "choose another ability; the guide says which class may take which",
    ),
    "the same ability twice": (
        "figures", spec("mira", "abilities", "[afterburner, afterburner]"), "figures.yaml:4:1: error: figures.mira: an ability stands there twice", "once is enough",
    ),
    "a set over its points": (
        "figures", spec("okoro", "range", 5),
        "sets.yaml:2:1: error: Survey Nine: points are 102, 2 more than 100: a set has at most 100 spec points",
        "leave a figure or an ability out, or lower a spec",
    ),
    "a set of one": (
        "sets", swap("figures: [mira, okoro, tamsin, hod]", "figures: [mira]"), "sets.yaml:8:12: error: figures: 1 item, 1 fewer than 2, the least there may be", "list 2..6 of ref figures",
    ),
    "a set of seven": (
        "sets", swap("[cantor, skirl, thrum, keen, murmur]", "[cantor, skirl, thrum, keen, murmur, mira, hod]"),
        "sets.yaml:15:55: error: figures: 7 items, 1 more than 6, the most there may be", "list 2..6 of ref figures",
    ),
    "a base that is too large": (
        "figures", spec("thrum", "base", 70), "Thrum: base is 70, 3 more than 67: a base is at most 67 mm across", "use a smaller base",
    ),
    "points typed by hand": (
        "figures", spec("mira", "base", "30\n  points: 20"), "figures.yaml:9:3: error: points: this field is computed", "take it out",
    ),
    "an ability that is none": (
        "figures", spec("keen", "abilities", "[stasis-bold]"), "there is no 'stasis-bold' in abilities", "did you mean 'stasis-bolt'?",
    ),
    "a class that is none": (
        "figures", spec("keen", "class", "taktician"), "there is no 'taktician' in classes", "did you mean 'tactician'?",
    ),
    "a figure that is none": (
        "sets", swap("figures: [mira,", "figures: [myra,"), "there is no 'myra' in figures", "did you mean 'mira'?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_figure_or_set_is_refused_with_place_excess_and_cure(kind: str, tmp_path: Path) -> None:
    file, change, message, hint = BROKEN[kind]
    found = with_change(tmp_path, file, change)
    assert [line for line in found if message in line and hint in line.rpartition(" / ")[2]], found
    assert all(re.match(r"[a-z-]+\.yaml:\d+:\d+: error: ", line) for line in found), found


EXTREME = """
big:
  {name: Wolfram von Eschenbach, class: leader, icon: alien-stare, base: 67, hit_points: 32, movement: 1, force: 1, range: 1,
   about: "One who has walked too far, seen too much, and will tell you all of it before the gate closes. Twice, if you let them.",
   abilities: [interpose, gate-step, recall-order]}
small: {name: Q, class: tactician, icon: spider-bot, base: 15, about: "-", hit_points: 1, movement: 10, force: 10, range: 5, abilities: []}
"""


@papers
def test_the_largest_and_the_smallest_figure_print(paper: str, tmp_path: Path) -> None:
    for folder in ("data", "templates"):
        shutil.copytree(ROOT / folder / NAME, tmp_path / folder / NAME)
    (tmp_path / "data" / NAME / "figures.yaml").write_text(EXTREME, encoding="utf-8")
    sets = "ours: {name: Ours, color: steel, pale: steel-pale, icon: vortex, about: Two, figures: [big, small]}"
    (tmp_path / "data" / NAME / "sets.yaml").write_text(sets, encoding="utf-8")
    own = read_game(Workspace(tmp_path, shipped_root()), NAME)
    made = {
        item.path.stem: item.faces
        for item in build(own, PrintJob(paper), tmp_path / "out", ["spec-sheets", "figures", "quick-references"])
    }
    assert made == {"spec-sheets": 2, "figures": 4, "quick-references": 5}


# --- the odds ---


def rolls(pool: str) -> list[int]:
    """Every sum of a pool's dice, each equally likely, by going through all of them."""
    dice = []
    for part in pool.split("+"):
        count, _, sides = part.partition("d")
        dice += [range(1, int(sides) + 1)] * int(count or 1)
    return [sum(roll) for roll in product(*dice)]


def test_the_pools_are_every_one_and_two_of_the_dice(game: Game) -> None:
    pools = sorted(sorted(set(rolls(str(pool["pool"])))) for pool in game.collections["pools"])
    wanted = [list(range(1, n + 1)) for n in DICE] + [list(range(2, a + b + 1)) for a in DICE for b in DICE if a <= b]
    assert pools == sorted(wanted)
    assert len(pools) == 20


def test_the_force_tables_agree_with_going_through_every_roll(game: Game) -> None:
    grids = {
        name: compute_table(game.tables[name], game.book, game.collections)
        for name in ("holds-low", "holds-high", "damage-low", "damage-high")
    }
    seen = 0
    for row, pool in enumerate(game.collections["pools"]):
        sums = rolls(str(pool["pool"]))
        for force in range(1, 21):
            half, column = ("low", force - 1) if force <= 10 else ("high", force - 11)
            held = [value for value in sums if value <= force]
            assert grids[f"holds-{half}"].rows[row][column + 1] == Fraction(len(held), len(sums)), (pool.id, force)
            assert grids[f"damage-{half}"].rows[row][column + 1] == Fraction(sum(held), len(sums)), (pool.id, force)
            seen += 1
    assert seen == 400


def test_the_best_pool_is_the_best(game: Game) -> None:
    grid = compute_table(game.tables["best-pool"], game.book, game.collections)
    for force, row in zip(range(1, 21), grid.rows, strict=True):
        means = {
            str(pool["name"]): Fraction(
                sum(v for v in rolls(str(pool["pool"])) if v <= force), len(rolls(str(pool["pool"])))
            )
            for pool in game.collections["pools"]
        }
        assert means[str(row[1])] == max(means.values()), force
        assert means[str(row[4])] == max(mean for name, mean in means.items() if re.fullmatch(r"D\d+", name)), force


def test_the_chance_to_resist_agrees_with_going_through_every_roll(game: Game) -> None:
    grid = compute_table(game.tables["resist"], game.book, game.collections)
    for force, row in zip(range(2, 13), grid.rows, strict=True):
        for shown, cell in zip(range(1, 12), row[1:], strict=True):
            chances = [
                Fraction(sum(shown < value <= force for value in sums), len(sums))
                for sums in (rolls(str(pool["pool"])) for pool in game.collections["pools"])
            ]
            assert cell == (max(chances) if shown < force else None), (force, shown)


def test_a_percentage_is_never_parted_from_its_sign(game: Game) -> None:
    for name in ("holds-high", "resist", "best-pool"):
        words = grid_words(compute_table(game.tables[name], game.book, game.collections), frozenset())
        cells = ["".join(piece.text for piece in cell) for row in words.rows for cell in row]
        signs = [cell for cell in cells if "%" in cell]
        assert signs
        assert all("\u00a0%" in cell for cell in signs), name


def test_three_dice_pay_from_the_force_that_the_book_names() -> None:
    """With two dice of a kind at most, as a player has."""

    def mean(pool: tuple[int, ...], force: int) -> Fraction:
        sums = [sum(roll) for roll in product(*(range(1, n + 1) for n in pool))]
        return Fraction(sum(value for value in sums if value <= force), len(sums))

    threes = [p for p in combinations_with_replacement(DICE, 3) if len(set(p)) > 1]
    for force in range(3, 21):
        fewer = max(mean(p, force) for n in (1, 2) for p in combinations_with_replacement(DICE, n))
        assert (max(mean(p, force) for p in threes) > fewer) == (force >= 11), force
    assert "Up to force 10 it never pays. From 11 on" in (
        ROOT / "templates" / NAME / "rulebook" / "tables.md"
    ).read_text(encoding="utf-8")


# --- sizes, measured in the PDFs ---


def windows(path: Path, page: int = 0) -> list[tuple[float, float]]:
    """Width and height of what faces are seen through."""
    boxes = [item.box for item in painted(path, page) if item.operator == "W" and item.depth == 0]
    return [(right - left, bottom - top) for left, top, right, bottom in boxes]


@papers
def test_the_gate_measures_90_mm(built: dict[str, Path], paper: str) -> None:
    path = built[paper] / "gate-and-tokens.pdf"
    large = [size for size in windows(path) if size[0] > 60]
    assert large == [pytest.approx((93, 93), abs=TOLERANCE)]  # with the bleed that a gutter of 3 mm shows
    # the light round the rim is a circle with a radius of 90 / 2 - 1
    rings = [item.box for item in painted(path) if item.operator in ("S", "s") and item.depth > 0]
    widths = [
        right - left for left, top, right, bottom in rings if right - left == pytest.approx(bottom - top, abs=0.01)
    ]
    assert [width for width in widths if width == pytest.approx(88, abs=TOLERANCE)]
    tokens = [size for size in windows(path) if size[0] < 60]
    assert len(tokens) == 12
    assert all(size == pytest.approx((23, 23), abs=TOLERANCE) for size in tokens)
    assert "9 cm across" in text_of(path, 0)


@papers
def test_the_ruler_measures_400_mm_over_its_parts(built: dict[str, Path], paper: str) -> None:
    path = built[paper] / "range-ruler.pdf"
    # each part: the window that it is seen through, and the 41 long lines of the centimetres as they lie on the sheet
    parts = []
    window: tuple[float, float] | None = None
    for item in painted(path):
        if item.operator == "W" and item.depth == 0:
            window = (item.box[0], item.box[2])
        lines = sorted({x for x, _ in item.points})
        if window and item.operator in ("S", "s") and len(lines) == 41:
            assert lines[-1] - lines[0] == pytest.approx(400, abs=TOLERANCE)
            assert [b - a for a, b in pairwise(lines)] == pytest.approx([10] * 40, abs=TOLERANCE)
            parts.append((window[0] - lines[0], window[1] - lines[0]))
    assert len(parts) == 4  # two rulers, each in two parts
    for first, second in (parts[:2], parts[2:]):
        # the first ends at the joint; the second is laid over the tab there, a millimetre past its cut, and ends the ruler
        assert first == pytest.approx((0, 200), abs=TOLERANCE)
        assert second == pytest.approx((200 - OVER, 400), abs=TOLERANCE)
    assert "400 x 28 mm in parts of 200 mm" in text_of(path, 0)


@papers
def test_the_sections_measure_200_mm_and_the_poster_400(built: dict[str, Path], paper: str) -> None:
    path = built[paper] / "play-area.pdf"
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 4
    for page in range(4):
        assert windows(path, page) == [pytest.approx((200, 200), abs=TOLERANCE)]
        assert "200 x 200 mm" in text_of(path, page)
    with pikepdf.open(built[paper] / "play-area-poster.pdf") as pdf:
        left, bottom, right, top = (float(value) / POINTS_PER_MM for value in pdf.pages[0].trimbox)
        assert (right - left, top - bottom) == pytest.approx((400, 400), abs=TOLERANCE)


@papers
def test_cards_and_bases_measure_true(built: dict[str, Path], paper: str, game: Game) -> None:
    path = built[paper] / "ability-cards.pdf"
    with pikepdf.open(path) as pdf:
        cards = [size for page in range(len(pdf.pages)) for size in windows(path, page)]
    assert len(cards) == 2 * len(game.collections["abilities"])
    assert all(sorted(size) == pytest.approx([66, 91], abs=TOLERANCE) for size in cards)
    path = built[paper] / "figures.pdf"
    with pikepdf.open(path) as pdf:
        pages = len(pdf.pages)
    found = [size for page in range(pages) for size in windows(path, page)]
    squares = [size for size in found if size == pytest.approx((69, 69), abs=TOLERANCE)]
    assert len(squares) == len(game.collections["figures"])
    # the line to cut along is as wide as the figure's base
    rounds = []
    for page in range(pages):
        for item in painted(path, page):
            left, top, right, bottom = item.box if item.points else (0, 0, 0, 0)
            if item.operator in ("S", "s") and 20 < right - left == pytest.approx(bottom - top, abs=0.01):
                rounds.append(round(right - left, 1))
    for figure in game.collections["figures"]:
        assert float(str(figure["base"])) in rounds, figure.id


# --- the book ---

CHAPTERS = sorted((ROOT / "templates" / NAME / "rulebook").glob("*.md"))
# numbers that the data owns: the limit, the base, the bounds of the classes, the play area, the gate
_OWNED = re.compile(r"\b(?:100 points|67|40 cm|(?:10|15|20|25|30|35) points|9 cm|90 mm|200 mm|2 cm|5 cm)\b")


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_number_of_the_data_is_typed_in_a_chapter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# ")
    typed = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|<!--.*?-->", " ", text, flags=re.DOTALL)
    assert _OWNED.findall(typed) == []


def test_the_book_shows_every_table_diagram_ability_and_keyword(game: Game) -> None:
    together = "\n".join(path.read_text(encoding="utf-8") for path in CHAPTERS)
    assert len(CHAPTERS) > 20
    shown = set(re.findall(r"\(table:([a-z-]+)", together))
    assert shown == set(game.tables)
    diagrams = set(
        re.findall(
            r"^  ([a-z-]+):$",
            (DATA / "diagrams.yaml").read_text(encoding="utf-8").split("diagrams:\n")[1],
            re.MULTILINE,
        )
    )
    assert len(diagrams) >= 10
    assert diagrams == set(re.findall(r"\(diagram:([a-z-]+)", together))
    # lists are made from the data, not typed: nothing can be forgotten
    for loop in (
        "for keyword in keywords",
        "for ability in cards",
        "for type in ability_types",
        "for use in prep_uses",
    ):
        assert loop in together, loop


def test_callouts_name_all_parts_of_the_sheet_and_the_card() -> None:
    """The document's parts A to M of a spec sheet, and A to F of a card, are marked in the templates."""
    parts = {
        "spec-sheet": ["name", "points", "class", "description", "specs", "ability-name", "ability-points", "ability-text",
                       "ability-card", "hit-points", "actions", "prep-tokens", "foraged-die"],
        "ability-card": ["identifier", "cost", "foraged-die", "type", "effect", "keywords"],
    }  # fmt: skip
    for name, wanted in parts.items():
        template = (ROOT / "templates" / NAME / f"{name}.svg").read_text(encoding="utf-8")
        assert set(re.findall(r'data-part="([a-z-]+)"', template)) == set(wanted)
