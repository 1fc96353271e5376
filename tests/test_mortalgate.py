"""The flagship game's data: the facts its documents fix, counts of the box, and the board's fairness."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.board.hexes import Cell
from pnp.game.model import Game
from pnp.rules.kits.capture import check_contest, contest_of, entrances, ways_from

from .conftest import ROOT

# required roll, defender by attacker, before blessings; None on the diagonal
ATTACKERS = ["drexir", "sabea", "seiren", "greven", "yodan", "elazar", "zadita", "dekhar"]
REQUIRED = {
    "drexir": [None, 20, 16, 16, 19, 18, 17, 17],
    "sabea": [22, None, 17, 17, 20, 19, 18, 18],
    "seiren": [31, 30, None, 26, 29, 28, 27, 27],
    "greven": [24, 23, 19, None, 22, 21, 20, 20],
    "yodan": [23, 22, 18, 18, None, 20, 19, 19],
    "elazar": [26, 25, 21, 21, 24, None, 22, 22],
    "zadita": [32, 31, 27, 27, 30, 29, None, 28],
    "dekhar": [29, 28, 24, 24, 27, 26, 25, None],
}


def number(game: Game, hero: str, field: str) -> int:
    value = game.collections["heroes"][hero][field]
    assert isinstance(value, int)
    return value


def test_accuracy_and_dodge_give_the_table_of_required_rolls(mortalgate: Game) -> None:
    base = mortalgate.rules["base_chance"]
    assert isinstance(base, int)
    for defender, row in REQUIRED.items():
        for attacker, required in zip(ATTACKERS, row, strict=True):
            if required is not None:
                chance = base + number(mortalgate, attacker, "accuracy") - number(mortalgate, defender, "dodge")
                assert 100 - chance == required, (attacker, defender)


def test_the_box_holds_what_it_should(mortalgate: Game) -> None:
    count = {
        name: (len(mortalgate.collections[item.of]) if item.of else 1) * item.copies
        for name, item in mortalgate.components.items()
    }
    assert count == {
        "board": 1, "hero-sheets": 8, "status-cards": 8, "blessing-tokens": 8, "grace-markers": 2, "red-counters": 9,
        "blue-counters": 9, "white-counters": 40, "standees": 8, "standee-bases": 8, "player-aids": 2,
    }  # fmt: skip


def test_heroes_come_two_of_a_class_with_two_abilities(mortalgate: Game) -> None:
    heroes = list(mortalgate.collections["heroes"])
    classes = [hero["class"].id for hero in heroes]  # type: ignore[attr-defined]  # a record
    assert sorted(classes) == sorted(["archer", "mage", "warrior", "rogue"] * 2)
    assert all(len(hero["abilities"]) == 2 for hero in heroes)  # type: ignore[arg-type]  # a tuple
    assert all(1 <= number(mortalgate, hero.id, "health") <= 20 for hero in heroes)


def test_blessings_pair_up(mortalgate: Game) -> None:
    blessings = mortalgate.collections["blessings"]
    for blessing in blessings:
        other = blessing["counterpart"]
        assert other["counterpart"] is blessing  # type: ignore[index]  # a record
        assert other is not blessing
    altars = {altar.record for altar in mortalgate.boards["island"].places_of("altar")}
    assert altars == set(blessings)


def test_what_no_source_fixes_is_marked(mortalgate: Game) -> None:
    assumed = {path for path, _ in mortalgate.assumed}
    assert assumed == {f"heroes.{hero}.{field}" for hero in ATTACKERS for field in ("health", "damage", "movement")}
    assert len(mortalgate.notes) == 4


def test_the_board_passes_every_check(mortalgate: Game) -> None:
    board = mortalgate.boards["island"]
    assert (board.hexes.columns, board.hexes.rows) == (22, 28)
    assert len(board.terrain) == 616
    altars, spawns = board.places_of("altar"), board.places_of("spawn")
    assert (len(altars), len(spawns)) == (8, 2)
    limits = {"of": "altar", "from": "spawn", "nearest": 3, "difference": 2, "most-entrances": 3}
    assert check_contest(board, limits) == []
    assert all(1 <= len(entrances(board, altar)) <= 3 for altar in altars)
    contest = contest_of(board, limits)
    nearest = [sorted(way or 0 for way in ways_from(contest, spawn))[:3] for spawn in spawns]
    assert all(abs(a - b) <= 2 for a, b in zip(*nearest, strict=True))


def test_the_board_is_asymmetric_and_rough_with_an_open_middle(mortalgate: Game) -> None:
    board = mortalgate.boards["island"]
    solid = {cell for cell in board.hexes.cells() if not board.passable(cell)}
    assert 0.25 <= len(solid) / 616 <= 0.35

    def image(cell: Cell, mirror_x: bool, mirror_y: bool) -> Cell:
        return (23 - cell[0] if mirror_x else cell[0], 29 - cell[1] if mirror_y else cell[1])

    for x, y in ((True, False), (False, True), (True, True)):
        assert len({image(cell, x, y) for cell in solid} & solid) < 0.6 * len(solid)
    assert not solid & set(board.hexes.within((11, 14), 3))


def test_no_sentence_is_left_unfilled(mortalgate: Game) -> None:
    texts = [ability["text"] for hero in mortalgate.collections["heroes"] for ability in hero["abilities"]]  # type: ignore[attr-defined]
    assert len(texts) == 16
    assert not [text for text in texts if "{{" in text]
    assert "**6 damage**" in next(text for text in texts if "Deal **6" in text)


def test_icons_have_their_authors() -> None:
    import yaml

    folder = Path(__file__).parent.parent / "templates" / "icons"
    authors = yaml.safe_load((folder / "icons.yaml").read_text(encoding="utf-8"))
    assert set(authors) - {"all"} == {path.stem for path in folder.glob("*.svg")}
    assert "unknown" not in authors.values()


def test_templates_name_colours_and_never_give_values() -> None:
    templates = sorted((ROOT / "templates" / "mortalgate").glob("*.svg"))
    assert len(templates) >= 12
    for path in templates:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"#[0-9a-fA-F]{3,6}\b(?!-)", re.sub(r'href="#[^"]*"|url\(#[^)]*\)', "", text)), path
        assert "rgb(" not in text
