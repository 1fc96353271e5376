"""Which row of a table has the headings, which rows are no records, and by which names columns go."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnp.cli.typer_app import app

from .conftest import GAME, MakeGame
from .spreadsheets import Rows, faults, opendocument, with_table, workbook

FIELDS = "fields: {name: text, health: int 1..20, story: markup?}"
TITLE = "My heroes, version 3,\n\nName,Health,Story\nAda,12,\nBo,7,Bees\n"


def found(make_game: MakeGame, file: str, data: str | bytes, heroes: str = FIELDS) -> tuple[list[str], tuple[str, ...]]:
    """The records' ids, and what is told with -v."""
    game = with_table(make_game, file, data, heroes)
    return list(game.collections["heroes"].records), tuple(note.removeprefix("data/tiny/") for note in game.told)


def test_a_title_above_the_headings(make_game: MakeGame) -> None:
    ids, told = found(make_game, "h.csv", TITLE)
    assert ids == ["ada", "bo"]
    assert told == ("h.csv: the headings of heroes were found in line 3",)


def test_a_title_above_the_headings_of_a_sheet(make_game: MakeGame) -> None:
    rows: Rows = [["My heroes"], [], ["name", "health", "notes"], ["Ada", 12, "x"]]
    ids, told = found(make_game, "h.xlsx", workbook({"Heroes": rows}), f"ignore: [notes], {FIELDS}")
    assert (ids, told) == (["ada"], ("h.xlsx: the headings of heroes were found in row 3",))


def test_headings_in_the_first_row_need_no_word(make_game: MakeGame) -> None:
    assert found(make_game, "h.csv", "name,health\nAda,12\nhealth,3\n")[1] == ()


@pytest.mark.parametrize("header", ["header: 3, ", ""])
def test_a_mistake_below_a_title_is_named_where_it_stands(make_game: MakeGame, header: str) -> None:
    assert faults(make_game, "h.csv", TITLE.replace("12", "ten"), header + FIELDS) == [
        "h.csv:4:5: error: health: expected a whole number from 1 to 20, found 'ten'"
    ]


def test_the_row_that_is_said_counts(make_game: MakeGame) -> None:
    text = "name,health\nOld,1\nname,health\nAda,12\n"
    assert faults(make_game, "h.csv", text, FIELDS) == [
        "h.csv:3:6: error: health: expected a whole number from 1 to 20, found 'health'"
    ]
    assert found(make_game, "h.csv", text, f"header: 3, {FIELDS}") == (["ada"], ())
    short = "Title\nname,health,story\nAda,12\n"
    assert found(make_game, "h.csv", short, f"header: 2, {FIELDS}") == (["ada"], ())


@pytest.mark.parametrize(
    ("text", "header", "said"),
    [
        (TITLE, "header: 2,", "game.yaml:7:33: error: header: row 2 of data/tiny/h.csv holds nothing"),
        (TITLE, "header: Name,", "game.yaml:7:33: error: header: expected the number of a row, found 'Name'"),
        (TITLE, "header: 0,", "game.yaml:7:33: error: header: expected the number of a row, found '0'"),
        ("name,x\nname,health,story\nname,health\n", "", None),
        ("Title\nname,health\nname,health\n", "", "h.csv:2:1: error: the headings of heroes may stand in line 2 or line 3"),
        ("My name,name\n3,4\nname,health\n", "", "h.csv:3:1: error: the headings of heroes may stand in line 1 or line 3"),
        ("Figur,Leben,Sinn\nAda,3,4\n", "", "h.csv:1:1: error: no row names a field of heroes: name, health, story"),
    ],
)  # fmt: skip
def test_headings_that_are_not_clear(make_game: MakeGame, text: str, header: str, said: str | None) -> None:
    problems = faults(make_game, "h.csv", text, f"{header} {FIELDS}")
    if said is not None:
        assert problems == [said]
    else:
        assert problems


def test_the_cure_for_unclear_headings_says_which_rows(make_game: MakeGame) -> None:
    from pnp.problems import GameError

    with pytest.raises(GameError) as caught:
        with_table(make_game, "h.csv", "Title\nname,health\nname,health\n", FIELDS)
    assert caught.value.problems[0].hint == "say in game.yaml which it is: header: 2 or 3"


TOTAL = "name,health,status\nAda,12,done\nTotal:,12,\nBo,7,idea\nTOTALS of all,19,\n"


@pytest.mark.parametrize(
    ("said", "ids", "told"),
    [
        ("leave-out: Total", ["ada", "bo", "totals-of-all"], "1 row of heroes left out (Total)"),
        ("leave-out: Total*", ["ada", "bo"], "2 rows of heroes left out (Total*)"),
        ("leave-out: [Total, Totals of all]", ["ada", "bo"], "2 rows of heroes left out (Total, Totals of all)"),
        ("leave-out: {Status: [idea, cut], name: Total*}", ["ada"], "3 rows of heroes left out (idea, Total*)"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_rows_that_are_no_records(make_game: MakeGame, said: str, ids: list[str], told: str) -> None:
    assert found(make_game, "h.csv", TOTAL, f"ignore: [status], {said}, {FIELDS}") == (ids, (f"h.csv: {told}",))


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("leave-out: Sum", "game.yaml:7:36: warning: leave-out: no row of heroes is 'Sum'"),
        ("leave-out: {Stat: idea}", "game.yaml:7:37: error: leave-out: there is no column 'Stat'"),
        ("leave-out: [[a]]", "game.yaml:7:37: error: leave-out: expected what stands in a cell, found a list"),
    ],
)
def test_what_is_wrongly_left_out(make_game: MakeGame, said: str, problem: str) -> None:
    assert problem in faults(make_game, "h.csv", TOTAL, f"{said}, ignore: [status], {FIELDS}")


def test_rows_of_json_are_left_out_alike(make_game: MakeGame) -> None:
    text = '[{"name": "Ada", "health": 3}, {"name": "Total", "health": 3}]'
    assert found(make_game, "h.json", text, f"leave-out: Total, {FIELDS}")[0] == ["ada"]
    assert faults(make_game, "h.json", text, f"header: 2, {FIELDS}") == [
        "game.yaml:7:34: error: header: the records of a JSON file have their names beside them"
    ]


@pytest.mark.parametrize("said", ["header: 2", "leave-out: Total"])
def test_yaml_has_no_rows(make_game: MakeGame, said: str) -> None:
    problems = faults(make_game, "h.yaml", "a: {name: A, health: 3}\n", f"{said}, {FIELDS}")
    assert [problem.partition("error: ")[2] for problem in problems] == [
        f"{said.partition(':')[0]}: a YAML file has no rows"
    ]


NAMED = "fields: {name: {type: text, names: Kärtchen}, health: {type: int 1..20, names: [HP, Life points, 体力]}, story: markup?}"


@pytest.mark.parametrize("heading", ["HP", "hp", "Life-Points", "体力", "Health"])
def test_a_column_may_have_several_names(make_game: MakeGame, heading: str) -> None:
    assert faults(make_game, "h.csv", f"kärtchen,{heading}\nAda,21\n", NAMED) == [
        "h.csv:2:5: error: health: 21 is more than 20, the most it may be"
    ]


def test_parts_of_records_have_several_names_too(make_game: MakeGame) -> None:
    types = "types: {move: {name: text, cost: {type: int, names: [Price]}}}\ncollections:"

    def make(files: dict[str, str]) -> object:
        return make_game({name: part.replace("collections:", types) for name, part in files.items()})

    fields = "fields: {name: text, moves: {type: list of move, names: [Ability]}}"
    game = with_table(make, "h.csv", "name,Ability 1 name,Ability 1 price\nAda,Hop,3\n", fields)  # type: ignore[arg-type]
    (ada,) = game.collections["heroes"]
    assert [(move["name"], move["cost"]) for move in ada["moves"]] == [("Hop", 3)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "fields", "said"),
    [
        ("name,HP,Life points\nAda,3,3\n", NAMED, "h.csv:1:9: error: a second column for 'health'"),
        ("name,health\nAda,3\n", FIELDS.replace("markup?", "{type: markup?, names: [Health]}"), "game.yaml:7:96: error: story: names: 'Health' is the field 'health' already"),
        ("name,health\nAda,3\n", FIELDS.replace("markup?", "{type: markup?, names: ['!']}"), "game.yaml:7:96: error: story: names: '!' has neither letters nor digits"),
    ],
)  # fmt: skip
def test_names_that_clash(make_game: MakeGame, text: str, fields: str, said: str) -> None:
    assert faults(make_game, "h.csv", text, fields) == [said]


def test_verbose_tells_what_was_chosen(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = GAME.replace("heroes.yaml,", "heroes.csv, leave-out: Total,")
    workspace = make_game({"data/tiny/game.yaml": declared, "data/tiny/heroes.csv": TITLE + "Total,19,\n"})
    monkeypatch.chdir(workspace.root)
    output = CliRunner().invoke(app, ["check", "-v"]).output
    assert "data/tiny/heroes.csv: the headings of heroes were found in line 3\n" in output
    assert "data/tiny/heroes.csv: 1 row of heroes left out (Total)\n" in output


def test_an_ods_file_has_them_too(make_game: MakeGame) -> None:
    def row(*texts: str) -> str:
        cells = "".join(
            f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>' for text in texts
        )
        return f"<table:table-row>{cells}</table:table-row>"

    data = opendocument(row("A title") + row("name", "HP") + row("Ada", "3") + row("Total", "3"))
    assert found(make_game, "h.ods", data, f"leave-out: Total, {NAMED}")[0] == ["ada"]


def test_a_list_in_a_file_of_its_own_has_them_too(make_game: MakeGame) -> None:
    from pnp.build.build import read_game

    declared = GAME.replace("collections:", "types: {card: {name: text, power: int}}\ncollections:").replace(
        "story: markup?", "story: markup?, cards: list of card?"
    )
    files = {
        "data/tiny/game.yaml": declared,
        "data/tiny/heroes.yaml": "a: {name: A, health: 3, cards: {file: a.csv, leave-out: Sum}}\n",
    }
    workspace = make_game({**files, "data/tiny/a.csv": "The cards of A\nname,power\nWolf,2\nSum,2\n"})
    (hero,) = read_game(workspace, "tiny").collections["heroes"]
    assert [card.id for card in hero["cards"]] == ["wolf"]  # type: ignore[attr-defined]
    assert isinstance(workspace.root, Path)
