"""Two states as plain values go in: what is said of them, word by word, and what is kept of them, letter by letter."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from pnp.history.balance import (
    Cell,
    Shift,
    ShownCell,
    TableChange,
    compare_tables,
    find_balance,
    find_shifts,
    number_in,
)
from pnp.history.causes import Cause, causes_of, record_name
from pnp.history.changes import Alteration, Changes, facts_of, find_changes
from pnp.history.listing import Section, list_changes, list_pieces
from pnp.history.phrasing import brief, changed_field, signed
from pnp.history.snapshot import Change, Tree, Value, applied, at, branch, differences, leaves, text_at, write_tree
from pnp.problems import Source, Span
from pnp.rules.rates import Rate
from pnp.rules.tables import Axis, Grid, Table

SEVEN = "one two three four five six seven"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (SEVEN, SEVEN.replace("four", "4"), "text “… three four five …” -> “… three 4 five …”"),
        (SEVEN, SEVEN.replace("one", "1"), "text “one two …” -> “1 two …”"),
        (SEVEN, SEVEN.replace("two", "2"), "text “one two three …” -> “one 2 three …”"),
        (SEVEN, SEVEN.replace("seven", "7"), "text “… six seven” -> “… six 7”"),
        (SEVEN, SEVEN + " eight", "text “… seven” -> “… seven eight”"),
        ("x " * 15, "x " * 16, "text “… x” -> “… x x”"),
        (
            "one two go go five six seven eight",
            "one two go go go five six seven eight",
            "text “… go five …” -> “… go go five …”",
        ),
        ("x " * 16, "x " * 15, "text “… x x” -> “… x”"),
        ("a" * 28, "b" * 28, f"text {'a' * 28} -> {'b' * 28}"),
        ("a" * 28, "b" * 29, f"text “{'a' * 28}” -> “{'b' * 29}”"),
        ("a" * 29, "b" * 28, f"text “{'a' * 29}” -> “{'b' * 28}”"),
        ("a" * 56, "b", f"text “{'a' * 56}” -> “b”"),
        ("a" * 57, "b", "text now reads “b”"),
        ("a", "b" * 57, f"text now reads “{'b' * 55}…”"),
        ("a", ["b"], "text a -> b"),
        ({"a": "1", "b": "2"}, {"b": "3", "c": "4"}, "text b 2 -> 3; text c 4, had none; text no a any more, was 1"),
    ],
)
def test_of_a_long_text_only_what_differs_is_shown_with_a_word_on_either_side(
    old: Value, new: Value, said: str
) -> None:
    assert "; ".join(changed_field("text", old, new)) == said


WOLF: Value = {"name": "Wolf", "power": "3"}
PACK: list[Value] = [WOLF, {"name": "Wolf", "power": "4"}]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (None, ["a"], "my deck gain a"),
        (["a"], None, "my deck lose a"),
        (None, [], "my deck nothing, had none"),
        ([], None, "no my deck any more, was nothing"),
        (["a", "a", "b"], ["a", "b"], "my deck lose a"),
        (["a", "b"], ["a", "a", "b"], "my deck gain a"),
        (["a"], ["b", "c", "d"], "a is now b; my deck gain c; my deck gain d"),
        (["a", "b", "c"], ["d"], "a is now d; my deck lose b; my deck lose c"),
        (["a", "b", "c"], ["b", "c", "d"], "my deck gain d; my deck lose a"),
        (PACK, [WOLF, {"name": "Wolf", "power": "5"}], "Wolf power 4 -> 5"),
        ([{"kind": "hit", "power": "3"}], [{"kind": "hit", "power": "4"}], "hit power 3 -> 4"),
        (PACK, [WOLF, {"name": "Ox", "power": "6"}], "Wolf is now Ox; Ox power 4 -> 6"),
        ([WOLF], ["Fox"], "Wolf is now Fox"),
        (["a" * 30 + "b"], ["a" * 30 + "c"], f"{'a' * 27}… is now {'a' * 27}…"),
    ],
)
def test_lists_are_matched_by_names_then_by_places(old: Value | None, new: Value | None, said: str) -> None:
    assert "; ".join(changed_field("my_deck", old, new)) == said


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "nothing"),
        ([], "nothing"),
        ("a" * 28, "a" * 28),
        ("a" * 29, "a" * 27 + "…"),
        ("a" * 26 + " bcd", "a" * 26 + "…"),
        (["a", ["b", "c"]], "a, b, c"),
        ({"a": "1", "b": ["2", "3"]}, "a 1, b 2, 3"),
        ({"name": "x", "b": "1"}, "x"),
        (r"**a** :sun: \* b" + "\n c: d :no_: :A:", "a sun * b c: d :no_: :A:"),
    ],
)
def test_a_value_in_brief(value: Value | None, shown: str) -> None:
    assert brief(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [("5/2", "+2.5"), ("-1/3", "−0.33"), ("0", "0"), ("10", "+10"), ("-100", "−100"), ("1/200", "+0.01")],
)
def test_a_change_has_its_sign_and_two_decimals_at_most(value: str, shown: str) -> None:
    assert signed(Fraction(value)) == shown


TREE: Tree = {
    "game": {"title": "A: b", "n": "1.50"},
    "empty": {},
    "none": [],
    "tags": ["a", "b, c", ""],
    "deck": [{"name": "Wolf", "power": "3"}, {}, ["x", "y"], "null", []],
    "on": "~",
    "dash": " a ",
    "line": "a\nb",
    "a: b": "x",
}
WRITTEN = """\
game:
  title: "A: b"
  n: 1.50
empty: {}
none: []
tags: [a, "b, c", ""]
deck:
  - name: Wolf
    power: 3
  - {}
  - [x, y]
  - "null"
  - []
on: "~"
dash: " a "
line: "a\\nb"
"a: b": x
"""


def test_a_tree_is_written_as_a_person_would() -> None:
    assert write_tree(TREE) == WRITTEN
    inner: Tree = {"a": {"b": TREE}}
    assert write_tree(inner) == "a:\n  b:\n" + "".join(f"    {line}\n" for line in WRITTEN.splitlines())
    edits: dict[str, Change] = {"a": {"b": None, "c": "1"}}
    assert write_tree(edits) == "a:\n  b: ~\n  c: 1\n"


def test_a_list_takes_one_line_of_160_letters_at_most() -> None:
    for width, lines in ((150, 1), (151, 3)):  # k: [aa…, bbb] and a line feed
        assert write_tree({"k": ["a" * (width - 1), "bbb"]}).count("\n") == lines
    assert len(write_tree({"k": ["a" * 149, "bbb"]})) == 160
    assert write_tree({"in": {"k": ["a" * 150, "b"]}}) == f"in:\n  k:\n    - {'a' * 150}\n    - b\n"


def test_differences_say_what_was_otherwise_and_what_was_not_there() -> None:
    old: Tree = {"a": "1", "b": {"x": "1", "y": "2"}, "c": {"x": "1"}, "d": {}, "same": {"x": ["1"]}}
    new: Tree = {"b": {"x": "1", "y": "3", "z": "4"}, "c": {}, "d": {"x": "1"}, "e": "5", "same": {"x": ["1"]}}
    said = differences(new, old)
    assert said == {"a": "1", "b": {"y": "2", "z": None}, "c": {"x": "1"}, "d": {}, "e": None}
    assert applied(new, said) == old


def test_a_path_leads_to_a_value_or_nowhere() -> None:
    tree: Tree = {"a": {"b": {"c": "1"}, "d": "2", "e": []}, "f": ["3"]}
    assert (at(tree, ("a", "d")), at(tree, ("a", "d", "x")), at(tree, ("x", "d"))) == ("2", None, None)
    assert (branch(tree, "a", "b"), branch(tree, "a", "d"), branch(tree, "x")) == ({"c": "1"}, {}, {})
    assert (text_at(tree, "a", "d"), text_at(tree, "a", "b"), text_at(None, "a")) == ("2", "", "")
    assert list(leaves(tree)) == [(("a", "b", "c"), "1"), (("a", "d"), "2"), (("a", "e"), []), (("f",), ["3"])]


OLD: Tree = {
    "records": {"heroes": {"ada": {"name": "Ada", "health": "12", "tags": ["a"]}, "bo": {"name": "Bo"}}},
    "boards": {
        "field": {
            "title": "Field",
            "size": "10 x 12 mm",
            "places": {
                "altar": {"A": "Altar at 0101", "B": "Bay at 0203 0204", "C": "Cave at 0101"},
                "land-ing": {"R": "Red at 0505"},
            },
            "legend": {".": "Open"},
            "map": [". . .", "# . ."],
        }
    },
    "rules": {"grace_for-all": "2"},
    "computed": {"heroes.power": "health + 1"},
    "palette": {"ink": "#000000"},
    "text": {"body": "Text, size 8, color ink"},
    "fonts": {"Text": "0" * 12},
    "icons": {"sun": "0" * 12},
    "art": {"bee.png": "0" * 12},
    "templates": {"card.svg": "0" * 12},
    "engine": "pnp 1",
    "game": {"title": "Tiny", "version": "1"},
    "components": {"cards": {"size": "63 x 88 mm", "made with": "card.svg"}},
}
NEW: Tree = {
    "records": {
        "heroes": {
            "ada": {"name": "Ada", "tags": ["a", "b"], "health": "14"},
            "bo": {"name": "Bea"},
            "cy": {"name": "Cy", "x": "1"},
        }
    },
    "boards": {
        "field": {
            "title": "Fields",
            "size": "10 x 13 mm",
            "places": {
                "altar": {"B": "Bay at 0203 0205", "C": "Cove at 0102", "D": "Den at 0909", "A": "Alt at 0101"},
                "spring": {"S": "Well at 0303"},
            },
            "legend": {".": "Open", "#": "Wall"},
            "map": [". # .", "# . #"],
        }
    },
    "rules": {"grace_for-all": "3"},
    "computed": {"heroes.power": "health + 2"},
    "palette": {"ink": "#111111"},
    "text": {"body": "Text, bold, size 9, color ink"},
    "fonts": {"Text": "1" * 12},
    "icons": {"sun": "1" * 12},
    "art": {"bee.png": "1" * 12},
    "templates": {"card.svg": "1" * 12},
    "engine": "pnp 2",
    "game": {"title": "Tiny", "version": "2"},
    "components": {"cards": {"size": "63 x 89 mm", "made with": "card.svg"}},
}


def test_every_cause_in_words_its_own_first_and_weak_ones_marked() -> None:
    paths = {path for side in (OLD, NEW) for path, _ in leaves(side) if path[0] != "boards"}
    found = causes_of(frozenset(paths | {("boards", "field"), ("records", "heroes")}), "heroes", "ada", OLD, NEW)
    assert [str(cause) for cause in found] == [
        "Ada: tags gain b; health 12 -> 14",
        "heroes: Cy is new",
        "Bea: renamed, was Bo",
        "Fields: title Field -> Fields; size 10 x 12 mm -> 10 x 13 mm; altar Bay moved from 0203 0204 to 0203 0205; "
        "altar Cave is now called Cove; altar Cove moved from 0101 to 0102; altar Den is new at 0909; "
        "altar Altar is now called Alt; spring Well is new at 0303; land ing Red is gone from 0505; "
        "ground column 2 row 1 . -> #, column 3 row 2 . -> #; other kinds of ground",
        "rule grace for all: 2 -> 3",
        "the game's version: 1 -> 2",
        "size: 63 x 88 mm -> 63 x 89 mm",
        "colour ink: #000000 -> #111111",
        "picture bee.png: drawn anew",
        "how heroes.power is computed: health + 1 -> health + 2",
        "the program: pnp 1 -> pnp 2",
        "font Text: another font file",
        "icon sun: drawn anew",
        "template card.svg: edited",
        "text style body: size 8 -> bold, size 9",
    ]
    assert [cause.subject for cause in found if cause.own] == ["Ada"]
    assert [cause.subject for cause in found if cause.weak] == ["the program", "template card.svg", "text style body"]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (None, {"title": "Isle", "map": ["."]}, "Isle: title nothing -> Isle; the map has another size"),
        ({"map": [". .", ". ."]}, {"map": [". # .", ". ."]}, "the board: the map has another size"),
        ({"map": [". .", ". ."]}, {"map": [". .", ". .", "."]}, "the board: the map has another size"),
        ({"map": [". . . ."]}, {"map": ["# # # ."]},
         "the board: ground column 1 row 1 . -> #, column 2 row 1 . -> #, column 3 row 1 . -> #"),
        ({"map": [". . . ."]}, {"map": ["# # # #"]}, "the board: the ground of 4 cells changed"),
        ({"altars": {"A": "Altar at 0101"}, "legend": {}}, {"places": {"altar": {"A": "Altar at 0102"}}, "legend": {}},
         "the board: altar Altar moved from 0101 to 0102"),
    ],
)  # fmt: skip
def test_what_happened_to_a_board(before: Tree | None, after: Tree, said: str) -> None:
    old: Tree = {"boards": {"field": before}} if before else {}
    found = causes_of(frozenset({("boards", "field")}), "", "", old, {"boards": {"field": after}})
    assert [str(cause) for cause in found] == [said]


def test_a_record_in_a_list_bears_the_name_of_whose_list_it_is() -> None:
    tree: Tree = {"records": {"decks": {"gob": {"name": "Goblins"}}, "decks.cards": {"gob/wolf": {"name": "Wolf"}}}}
    assert record_name(tree, "decks.cards", "gob/wolf") == "Wolf (Goblins)"
    assert record_name(tree, "decks.cards", "gob/fox") == "fox (Goblins)"
    assert record_name(tree, "decks", "elves") == "elves"


def piece(component: str, record: str, kind: str, prints: int = 0, discards: int = 0, *causes: Cause) -> Alteration:
    name = record.capitalize() if record != "piece" else ""
    was = f"{name} I" if kind == "changed" else ""
    return Alteration(component, record, kind, name, prints, discards, causes, was)  # type: ignore[arg-type]  # a Kind


RED, PLAY, EDIT = (
    Cause("colour red", ("a -> b",)),
    Cause("rule toll", ("3 -> 4",)),
    Cause("card.svg", ("edited",), weak=True),
)
ADA = Cause("Ada", ("health 1 -> 2", "mana 3 -> 4"), own=True)
CHANGES = Changes(
    (
        piece("cards", "ada", "changed", 1, 1, ADA, RED, EDIT),
        piece("cards", "bo", "changed", 1, 3, RED, EDIT),
        piece("cards", "cy", "new", 2),
        piece("cards", "di", "gone", 0, 2),
        piece("cards", "eve", "more", 2),
        piece("cards", "fay", "fewer", 0, 5),
        piece("coins", "piece", "changed", 5, 5, PLAY),
        piece("tokens", "piece", "new", 3),
        piece("USB sticks", "piece", "gone", 0, 1),
        piece("board", "piece", "changed", 1, 1),
        piece("standees", "ada", "changed", 1, 1, ADA, EDIT),
        piece("standees", "bo", "changed", 1, 1, EDIT),
        *(piece("dice", record, "changed", 1, 1, RED) for record in ("a", "b", "c", "d", "e", "f", "g")),
        *(piece("maps", record, "new", 1) for record in ("a", "b")),
    ),
    {name: name.capitalize() if name != "USB sticks" else name
     for name in ("cards", "coins", "tokens", "USB sticks", "board", "standees", "dice", "maps")},
    {"cards": 5, "coins": 1, "tokens": 1, "board": 1, "standees": 2, "dice": 8, "maps": 2},
    (("Guide", "print it again"),),
)  # fmt: skip


def told(sections: list[Section]) -> list[str]:
    return [line for section in sections for line in (section.title, *map(str, section.lines))]


def test_a_cause_is_said_once_with_all_its_pieces() -> None:
    assert told(list_changes(CHANGES, {"board": ("A1", "B1", "C2")})) == [
        "What changed",
        "Ada: health 1 -> 2; mana 3 -> 4  [Cards, Standees]",
        "colour red: a -> b  [7 of 8 dice, cards of Ada, Bo]",
        "rule toll: 3 -> 4  [coins]",
        "all 2 standees: card.svg: edited",
        "board, tiles A1, B1 and C2: drawn otherwise, though the data says the same",
        "New",
        "All 2 maps",
        "Cy: 2 x cards",
        "Tokens: 3 x Tokens",
        "2 more cards of Eve",
        "Throw away",
        "Cards: the old Ada I, Bo I, 4 pieces",
        "Coins: the old ones, all 5",
        "Board, tiles A1, B1 and C2: the old ones",
        "Standees: the old ones, all 2",
        "Dice: the old 7 of them",
        "Di: 2 x cards: no longer in the game",
        "USB sticks: no longer in the game",
        "5 cards of Fay: the game needs fewer",
        "Not in this document",
        "Guide: print it again",
    ]
    assert [section.ticked for section in list_changes(CHANGES, {})] == [False, False, True, True]
    assert (CHANGES.prints, CHANGES.discards) == (26, 27)


def test_the_pieces_of_each_component_stand_on_a_line() -> None:
    assert [str(line) for line in list_pieces(CHANGES)] == [
        "Cards: Ada, Bo changed; Cy new; Di gone; 2 more; 5 fewer",
        "Coins: changed",
        "Tokens: new",
        "USB sticks: gone",
        "Board: changed",
        "Standees: all changed",
        "Dice: 7 of them changed",
        "Maps: all new",
    ]


def test_six_causes_without_certainty_are_named_and_the_others_counted() -> None:
    for count, end in ((6, "6: edited"), (7, "6: edited; and 1 more"), (9, "6: edited; and 3 more")):
        weak = [Cause(f"t{number}", ("edited",), weak=True) for number in range(1, count + 1)]
        one = Changes((piece("cards", "ada", "changed", 1, 1, *weak),), {"cards": "Cards"}, {"cards": 3})
        first = str(list_changes(one, {})[0].lines[0])
        assert first.startswith("cards of Ada: t1: edited; t2: edited; ")
        assert first.endswith("; t5: edited; t" + end)
    for count, shown in ((6, "A, B, C, D, E, F changed"), (7, "7 of them changed")):
        items = tuple(piece("cards", "abcdefg"[i], "changed", 1, 1) for i in range(count))
        assert list_pieces(Changes(items, {"cards": "Cards"}, {"cards": 9}))[0].words == shown
        line = list_changes(Changes(items, {"cards": "Cards"}, {"cards": 9}), {})[0].lines[0]
        assert line.head == ("cards of A, B, C, D, E, F" if count == 6 else "7 of 9 cards")


def test_pieces_are_matched_by_record_then_by_looks() -> None:
    def tree(**pieces: str) -> Tree:
        records: Tree = {key: {"name": key.capitalize()} for key in pieces}
        return {"records": {"heroes": records}, "components": {"cards": {"title": "Cards", "pieces": {**pieces}}}}

    old = tree(ada="1 x a", bo="2 x b", cy="3 x c", di="4 x d", eve="5 x e", fay="2 x f", gus="2 x g")
    new = tree(ada="1 x z", bob="2 x b", cy="5 x c", di="1 x d", eva="6 x e", fay="2 x f", hal="7 x h")
    found = find_changes(old, lambda _: old, new, *facts_of(new))
    assert [(item.record, item.kind, item.name, item.prints, item.discards, item.was) for item in found.pieces] == [
        ("ada", "changed", "Ada", 1, 1, "Ada"),
        ("cy", "more", "Cy", 2, 0, ""),
        ("di", "fewer", "Di", 0, 3, ""),
        ("eva", "more", "Eva", 1, 0, ""),
        ("hal", "new", "Hal", 7, 0, ""),
        ("gus", "gone", "Gus", 0, 2, ""),
    ]
    assert (found.titles, found.totals) == ({"cards": "Cards"}, {"cards": 7})
    whole = find_changes(
        old, lambda _: old, {"records": {}}, {}, {}
    )  # of a component that is gone: its record is found
    assert [(item.name, item.discards) for item in whole.pieces][:2] == [("Ada", 1), ("Bo", 2)]


def test_equal_pictures_are_no_change_but_nothing_is_no_picture() -> None:
    def tree(mark: str, picture: str) -> Tree:
        return {"components": {"cards": {"pieces": {"piece": mark}, "pictures": {"piece": picture}}}}

    for before, after, kinds in (("p", "p", ["more"]), ("p", "q", ["changed"]), ("", "", ["changed"])):
        new = tree("2 x b", after)
        found = find_changes(tree("1 x a", before), lambda _: None, new, *facts_of(new))
        assert [item.kind for item in found.pieces] == kinds


def test_of_a_component_all_pieces_are_gone_only_with_itself() -> None:
    items = (piece("cards", "ada", "gone", 0, 1), piece("cards", "bo", "gone", 0, 1))
    for totals, words in (({"cards": 2}, "Ada, Bo gone"), ({}, "all gone")):
        assert list_pieces(Changes(items, {"cards": "Cards"}, totals))[0].words == words


@pytest.mark.parametrize(
    ("text", "number"), [("79 % (78)", "79"), ("−3.5 x", "-7/2"), ("-2", "-2"), ("1.", "1"), ("x 2", None), ("", None)]
)
def test_a_cells_number_is_what_it_begins_with(text: str, number: str | None) -> None:
    assert number_in(text) == (None if number is None else Fraction(number))


def cell(old: str, new: str) -> Cell:
    return Cell(ShownCell(old, number_in(old)), ShownCell(new, number_in(new)))


def table(title: str, better: str = "", *, across: bool = True, style: str = "plain") -> Table:
    hero = Axis((("heroes", "hero"),)) if across else None
    span = Span(Source("rules.yaml", ""))
    return Table(title.lower(), title, span, Axis((("heroes", "foe"),)), hero, better=better, format=style)


ROWS = (
    ("Bo", (cell("5", "7"), cell("", ""), cell("1", "1"))),
    ("Di", (cell("2", "2"), cell("4", "3"), cell("0", "x"))),
)


@pytest.mark.parametrize(
    ("better", "gains"), [("high", ("1/5", "-1/5", "-1/5", "1/10")), ("low", ("-1/5", "1/5", "1/5", "-1/10")), ("", ())]
)
def test_a_shift_is_a_mean_and_its_gain_a_share_of_the_range(better: str, gains: tuple[str, ...]) -> None:
    """Who heads a column gains by what is better, who heads a row by what is not; words and what is even do not count."""
    change = TableChange(table("Lead", better), "Foe", ("Ada", "Bo", "Cy"), ROWS)
    assert (change.changed, change.filled) == (3, 5)
    means = (("Ada", "as hero", "1"), ("Bo", "as hero", "-1"), ("Bo", "as foe", "1"), ("Di", "as foe", "-1/2"))
    wanted = [
        Shift(name, "Lead", part, Fraction(mean), Fraction(gains[i]) if gains else None)
        for i, (name, part, mean) in enumerate(means)
    ]
    assert find_shifts([change]) == wanted


def test_columns_of_a_tables_own_have_a_range_each() -> None:
    change = TableChange(table("Lead", "high", across=False), "Hero", ("Full", "Half", "Words"), ROWS)
    assert find_shifts([change]) == [
        Shift("Bo", "Lead, full", "", Fraction(2), Fraction(2, 3)),
        Shift("Di", "Lead, half", "", Fraction(-1), Fraction(-1)),
    ]


def test_a_balance_adds_gains_and_begins_with_the_best() -> None:
    gains = (
        ("Ada", "1/5"),
        ("Bo", "-1/4"),
        ("Cy", None),
        ("Ada", "1/3"),
        ("Di", "8/15"),
        ("Eve", "2/3"),
        ("Bo", "1/4"),
    )
    shifts = [Shift(name, "x", "", Fraction(1), gain if gain is None else Fraction(gain)) for name, gain in gains]
    assert find_balance(shifts) == [
        ("Eve", Fraction(2, 3)), ("Ada", Fraction(8, 15)), ("Di", Fraction(8, 15)), ("Bo", Fraction(0)),
    ]  # fmt: skip


def compared(old: Grid, new: Grid) -> list[TableChange]:
    """Tables whose cells were computed before."""

    def game(grid: Grid) -> Any:
        book = SimpleNamespace(memory=SimpleNamespace(grids={grid.table: grid}))
        return SimpleNamespace(tables={grid.table.id: grid.table}, book=book, collections={})

    return compare_tables(game(old), game(new))


def test_cells_are_matched_by_their_headings_and_equal_headings_in_their_order() -> None:
    was = Grid(table("Lead"), ("Foe", "Ada", "Bo", "Bo"), (("X", 1, 2, 3), ("Y", 4, 5, 6), ("Y", 7, 8, 9)))
    now = Grid(table("Lead"), ("Hero", "Cy", "Bo", "Ada"), (("Y", 10, 5, 4), ("Z", 11, 12, 13), ("X", 14, 2, 1)))
    (found,) = compared(was, now)
    assert (found.table, found.corner, found.headings) == (now.table, "Hero", ("Cy", "Bo", "Ada", "Bo"))
    assert [(label, [(cell.old.text, cell.new.text) for cell in cells]) for label, cells in found.rows] == [
        ("Y", [("", "10"), ("5", "5"), ("4", "4"), ("6", "")]),
        ("Z", [("", "11"), ("", "12"), ("", "13"), ("", "")]),
        ("X", [("", "14"), ("2", "2"), ("1", "1"), ("3", "")]),
        ("Y", [("", ""), ("8", ""), ("7", ""), ("9", "")]),
    ]
    assert compared(was, replace(was, table=table("Lead"))) == []


@pytest.mark.parametrize(
    ("style", "value", "shown", "number"),
    [
        ("percent", Fraction(1, 3), "33 %", "100/3"),
        ("tenths", Fraction(1, 3), "0.3", "1/3"),
        ("plain", 7, "7", "7"),
        ("plain", "6 of 9", "6 of 9", "6"),
        ("plain", None, "", None),
        ("rate", Rate(Fraction(2, 3), 0.01, Fraction(1, 2), Fraction(0), Fraction(9), 300), "67 % ± 1", "200/3"),
    ],
)
def test_a_cells_number_is_exact_where_the_table_knows_it(
    style: str, value: object, shown: str, number: str | None
) -> None:
    was, now = table("Lead", across=False, style=style), table("Lead", across=False, style=style)
    (found,) = compared(Grid(was, ("Foe", "A"), (("X", "–"),)), Grid(now, ("Foe", "A"), (("X", value),)))
    ((_, (one,)),) = found.rows
    assert (one.new.text, one.new.number) == (shown, None if number is None else Fraction(number))
    assert one.old == ShownCell("–")
