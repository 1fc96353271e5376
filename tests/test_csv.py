"""Collections from CSV and TSV: what spreadsheets write is read, and every mistake is named at its cell."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import build, read_game
from pnp.faces.compose import composer
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.problems import GameError, Problem, Source, describe
from pnp.source.csv_reader import parse_csv
from pnp.source.nodes import Scalar, SourceTable

from .conftest import CARD, GAME, HEROES, ROOT, MakeGame

CSV_GAME = GAME.replace("file: heroes.yaml", "file: heroes.csv")
CSV = "name,health,story\nAda,12,\nBo,7,Keeps **{{ health }}** bees.\n"


def csv_game(make_game: MakeGame, text: str | bytes, game: str = CSV_GAME, file: str = "heroes.csv") -> Game:
    workspace = make_game({"data/tiny/game.yaml": game.replace("heroes.csv", file)})
    path = workspace.root / "data/tiny" / file
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_game(workspace, "tiny")


def faces_of(game: Game) -> list[str]:
    compose = composer(game, PrintJob("a4"))
    found = [pair.front.svg for component in game.components.values() for pair in compose.pairs(component)]
    assert compose.problems == []
    return found


def lines_of(table: SourceTable) -> list[list[Scalar]]:
    """The header and the rows below it; no cell of a spreadsheet is a list or a mapping."""
    lines = []
    for row in (table.header, *table.rows):
        cells = [cell for cell in row if isinstance(cell, Scalar)]
        assert len(cells) == len(row)
        lines.append(cells)
    return lines


@pytest.mark.parametrize(
    ("text", "file"),
    [
        (CSV, "heroes.csv"),
        (CSV.replace(",", ";"), "heroes.csv"),
        (CSV.replace(",", "\t"), "heroes.csv"),
        (CSV.replace(",", "\t"), "heroes.tsv"),
        (CSV.replace("\n", "\r\n"), "heroes.csv"),
        (b"\xef\xbb\xbf" + CSV.encode(), "heroes.CSV"),
        (CSV.replace(",", "\t").encode("utf-16"), "heroes.tsv"),
        ("".join(";".join(f'"{cell}"' for cell in line.split(",")) + "\n" for line in CSV.splitlines()), "heroes.csv"),
        ("sep=;\n" + CSV.replace(",", ";"), "heroes.csv"),
        ('"Name" , "Health","STORY",\n\n"Ada",12,""\n,,,\nBo , "7","Keeps **{{ health }}** bees."\n\n', "heroes.csv"),
        ("story;name;health\n;Ada;12\nKeeps **{{ health }}** bees.;Bo;7", "heroes.csv"),
    ],
    ids=[
        "commas",
        "semicolons",
        "tabs",
        "tsv",
        "windows",
        "mark",
        "utf-16",
        "all in quotes",
        "sep",
        "quotes and gaps",
        "another order",
    ],
)
def test_the_same_deck_whatever_wrote_it(make_game: MakeGame, text: str | bytes, file: str) -> None:
    wanted = faces_of(read_game(make_game({"data/tiny/heroes.yaml": HEROES}), "tiny"))
    game = csv_game(make_game, text, file=file)
    assert list(game.collections["heroes"].records) == ["ada", "bo"]
    assert faces_of(game) == wanted


def test_copies_of_each_row_are_printed(make_game: MakeGame, tmp_path: Path) -> None:
    game = csv_game(make_game, "name,health,copies\nAda,12,3\nBo,7,\nCy,9,0\n")
    assert game.components["cards"].pieces == 4
    (built,) = build(game, PrintJob("a4"), tmp_path / "out")
    assert built.faces == 4


# name -> a file's text and the problem it must give: place, message, and what the caret stands under
BROKEN: dict[str, tuple[str, str, str, str]] = {
    "unknown column": ("name,helth\nAda,12\n", "1:6", "unknown column 'helth': there is no such field", "helth"),
    "a column twice": ("name,health,Name\nAda,12,Bo\n", "1:13", "a second column for 'name'", "Name"),
    "missing column": ("name,story\nAda,x\n", "1:1", "there is no column for 'health'", "name"),
    "an id twice": ("name,health\nAda,12\nBo,7\nAda,9\n", "4:1", "the id 'ada' stands twice; first on line 2", "Ada"),
    "no id in a row": ("name,health\nAda,12\n,7\n", "3:2", "this row has no id, and none can be made from its name", "7"),
    "a bad id": ("id,name,health\nAda B,Ada,12\n", "2:1", "'Ada B' cannot be the name of a record", "Ada B"),
    "wrong type": ("name;health\nAda;ten\n", "2:5", "health: expected a whole number from 1 to 20, found 'ten'", "ten"),
    "out of range": ('name,health\n"Ada, the ""first""",21\n', "2:22", "health: 21 is more than 20, the most it may be", "21"),
    "an empty cell": ("name,health\nAda,\n", "2:5", "health: expected a whole number from 1 to 20, found nothing", ""),
    "a short row": ("name,story,health\nAda\n", "2:3", "health: expected a whole number from 1 to 20, found nothing", "a"),
    "a comma too many": ("name,health,story\nAda,12,Hop, jump\n", "2:13", "'jump' stands in a column without a heading", "jump"),
    "no heading": ("name,,health\nAda,x,12\n", "2:5", "'x' stands in a column without a heading", "x"),
    "open quote": ('name,health\n"Ada,12\nBo,7\n', "2:1", "a quote is opened and never closed", '"'),
    "text behind a quote": ('name,health\n"Ada" B,12\n', "2:7", "text stands behind a cell's closing quote", "B"),
    "in braces": ("name,health,story\nAda,12,Keeps {{ helth }} bees\n", "2:14", "heroes.ada.story: 'helth' is not known here", "{{ helth }} bees"),
    "copies in words": ("name,health,copies\nAda,12,many\n", "2:8", "copies: expected a whole number from 0 to 1000, found 'many'", "many"),
    "copies of less than none": ("name,health,copies\nAda,12,-1\n", "2:8", "copies: -1 is less than 0, the least it may be", "-1"),
    "below a long cell": ('name,story,health\nAda,"one\ntwo",99\n', "3:6", "health: 99 is more than 20, the most it may be", "99"),
    "extends nobody": ("name,health,extends\nAda,12,\nBo,,adda\n", "3:5", "extends: there is no 'adda' in heroes", "adda"),
    "extends itself": ("name,health,extends\nAda,12,bo\nBo,7,ada\n", "3:6", "'ada' extends itself, by way of bo", "ada"),
    "a control character": ("name,health\nA\x07da,12\n", "2:2", "a character stands here that no text may hold (U+0007)", "�"),
}  # fmt: skip


def problem_of(make_game: MakeGame, text: str | bytes, game: str = CSV_GAME, file: str = "heroes.csv") -> Problem:
    with pytest.raises(GameError) as caught:
        csv_game(make_game, text, game, file)
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize(("text", "place", "message", "word"), BROKEN.values(), ids=BROKEN)
def test_each_mistake_is_named_at_its_cell(make_game: MakeGame, text: str, place: str, message: str, word: str) -> None:
    problem = problem_of(make_game, text)
    assert str(problem) == f"data/tiny/heroes.csv:{place}: error: {message}"
    assert problem.hint
    if word:
        shown = describe(problem).splitlines()
        assert shown[1].ljust(200)[shown[2].index("^") : shown[2].rindex("^") + 1] == word


letters = st.text("ab ,;\t\"\n'-x", max_size=6)


@given(st.lists(st.lists(letters, min_size=3, max_size=3), min_size=1, max_size=4), st.sampled_from(",;\t"))
def test_every_cell_knows_its_text_and_its_place(rows: list[list[str]], delimiter: str) -> None:
    """Against Python's own writer of such files: white space round a text is not the text's."""
    buffer = StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC).writerows(rows)
    source = Source("x.csv", buffer.getvalue())
    read = parse_csv(source, delimiter)
    wanted = [[text.strip() for text in row] for row in rows if any(text.strip() for text in row)]
    cells = lines_of(read) if read.header else []
    assert [[cell.text for cell in row] for row in cells] == wanted
    for cell in (cell for row in cells for cell in row if cell.text):
        (first, *_) = cell.text.replace('"', '""').split("\n")
        line = source.text.split("\n")[cell.span.line - 1]
        assert line[cell.span.column - 1 :].startswith(first)
        assert cell.span.length == len(cell.text.partition("\n")[0])


def test_windows_1252_is_recognised(make_game: MakeGame) -> None:
    problem = problem_of(make_game, "name;health\nBo;7\nZoë;12\n".encode("cp1252"))
    assert str(problem) == (
        "data/tiny/heroes.csv:3:3: error: this is not UTF-8 text; it may be Windows-1252, where it reads 'Zoë'"
    )
    assert "CSV UTF-8" in problem.hint


def test_of_a_long_cell_in_windows_1252_twenty_letters_before_the_first_strange_one_are_shown(
    make_game: MakeGame,
) -> None:
    problem = problem_of(make_game, "name;health\nabcdefghijklmnopqrstuvwxyëabcdefghijklmnopqrstu;7\n".encode("cp1252"))
    assert problem.message.endswith("where it reads 'fghijklmnopqrstuvwxyëabcdefghijklmn'")


def test_a_spreadsheet_called_csv(make_game: MakeGame) -> None:
    assert problem_of(make_game, b"PK\x03\x04....").message == "this is a spreadsheet's own file, not CSV"


@pytest.mark.parametrize("file", ["heroes.xls", "heroes.txt"])
def test_an_ending_that_says_nothing(make_game: MakeGame, file: str) -> None:
    problem = problem_of(make_game, CSV, file=file)
    assert problem.message.startswith(
        f"'{file}' is no file of data: its ending must be .yaml, .yml, .csv, .tsv, .json, .jsonl, "
        ".ndjson, .xlsx or .ods"
    )


@pytest.mark.parametrize(
    "text", ["name,health\n" + "," * 300 + "x", "name,health\n" + "A,1\n" * 50_001, ",".join("abc" * 100)]
)
def test_large_tables_are_refused(make_game: MakeGame, text: str) -> None:
    assert problem_of(make_game, text).code == "table-too-large"


def test_a_row_without_end_is_not_read_to_its_end(make_game: MakeGame) -> None:
    # it has too many cells as well, but that is never counted
    assert problem_of(make_game, "name\n" + '"a",' * 500_100).message.startswith("the table has more than 256 columns")


def test_a_line_left_empty_above_the_header_is_no_part_of_it() -> None:
    text = "name,health\n" + "A,1\n" * 300  # more commas in all than a row may have
    with_gap, without = parse_csv(Source("a.csv", "\n" + text)), parse_csv(Source("b.csv", text))
    assert [cell.text for cell in with_gap.header] == [cell.text for cell in without.header] == ["name", "health"]
    assert with_gap.header[0].span.line == 2
    assert len(list(with_gap.rows)) == len(list(without.rows)) == 300


NESTED = CSV_GAME.replace(
    "collections:",
    "types: {ability: {name: text, cost: int 0..9, text: markup?}, art: {file: text, by: text?}}\ncollections:",
).replace(
    "story: markup?",
    "story: markup?, abilities: list of ability, tags: list of text?, friends: list of ref heroes?, art: art?, max_health: int?",
)
ABILITIES = (
    "Name;Health;Abilities 1 Name;abilities.1.cost;Abilities-2-Name;Abilities 2 Cost;Tags;Friends;Art File;Art by;Max Health\n"
    'Ada;12;Hop;1;Jump;!assumed 2;"quick; small\nor ; not";Bo, ada;ada.png;Eve;30\n'
    "Bo;7;;;Run;0;;;;;\n"
)


def test_lists_and_records_in_columns(make_game: MakeGame) -> None:
    game = csv_game(make_game, ABILITIES, NESTED)
    ada, bo = game.collections["heroes"]
    assert [(ability["name"], ability["cost"]) for ability in ada["abilities"]] == [("Hop", 1), ("Jump", 2)]  # type: ignore[attr-defined]
    assert [ability["name"] for ability in bo["abilities"]] == ["Run"]  # type: ignore[attr-defined]
    assert ada["tags"] == ("quick; small", "or ; not")
    assert ada["friends"] == (bo, ada)
    assert (ada["art"]["file"], ada["art"]["by"], bo["art"]) == ("ada.png", "Eve", None)  # type: ignore[index]
    assert (ada["max_health"], bo["tags"]) == (30, None)
    ((path, span),) = game.assumed
    assert (path, str(span)) == ("heroes.ada.abilities[1].cost", "data/tiny/heroes.csv:2:28")


def test_a_blank_cell_of_a_list_is_an_empty_list(make_game: MakeGame) -> None:
    game = CSV_GAME.replace("story: markup?", "story: markup?, tags: list of text, friends: list of ref heroes")
    ada, bo = csv_game(make_game, "name,health,tags,friends\nAda,12,,\nBo,7,quick,ada\n", game).collections["heroes"]
    assert (ada["tags"], ada["friends"]) == ((), ())
    assert (bo["tags"], bo["friends"]) == (("quick",), (ada,))


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        (";Run;0;", ";Run;ten;", "4:12", "cost: expected a whole number from 0 to 9, found 'ten'"),
        (";Run;0;", ";Run;;", "4:12", "cost: expected a whole number from 0 to 9, found nothing"),
        ("Bo, ada", "Bo, eva", "3:15", "friends[1]: there is no 'eva' in heroes"),
        ("Abilities 2 Cost", "Abilities 2 Text", "1:47", "there is no column for 'abilities.2.cost'"),
        ("Abilities 1 Name;", "Abilities;", "1:13", "'Abilities' is a list of ability, which no single cell can hold"),
    ],
)
def test_mistakes_in_lists_and_records(make_game: MakeGame, old: str, new: str, place: str, message: str) -> None:
    with pytest.raises(GameError) as caught:
        csv_game(make_game, ABILITIES.replace(old, new), NESTED)
    assert f"data/tiny/heroes.csv:{place}: error: {message}" in [str(problem) for problem in caught.value.problems]


def test_columns_of_the_designers_own(make_game: MakeGame) -> None:
    text = "name,health,To Do,cost\nAda,12,paint,3\n"
    game = CSV_GAME.replace("heroes.csv,", "heroes.csv, ignore: [to do, Cost],")
    assert csv_game(make_game, text, game).collections["heroes"]["ada"]["health"] == 12
    wrong = game.replace("Cost]", "cost, health]")
    assert problem_of(make_game, text, wrong).message == "ignore: 'health' is a field"
    idle = csv_game(make_game, text, game.replace("Cost]", "cost, notes]"))
    assert [problem.message for problem in idle.warnings] == ["ignore: the file has no 'notes'"]


def test_ids_from_the_fields_that_the_game_names(make_game: MakeGame) -> None:
    game = CSV_GAME.replace("name: text", "name: text?")
    text = "story,health\nHearts of Oak,7\nHearts of Oak,8\n"
    lacking = problem_of(make_game, text, game)
    assert lacking.message == "the rows have no ids: there is neither a column id nor a column name"
    assert "id: [suit, value]" in lacking.hint
    found = csv_game(make_game, text, game.replace("heroes.csv,", "heroes.csv, id: [story, health],"))
    assert list(found.collections["heroes"].records) == ["hearts-of-oak-7", "hearts-of-oak-8"]


def test_a_deck_of_two_thousand_rows(make_game: MakeGame) -> None:
    rows = "".join(f"Card {i},{i % 20 + 1},Keeps {i} bees,{i % 3}\n" for i in range(2_000))
    game = csv_game(make_game, "name,health,story,copies\n" + rows)
    read_game(game.workspace, "tiny")
    assert game.components["cards"].pieces == sum(i % 3 for i in range(2_000))


def test_the_page_of_the_docs_tells_the_truth(make_game: MakeGame) -> None:
    """Its deck loads, prints as many as it says, and its mistake is answered as shown."""
    page = (ROOT / "docs/data.md").read_text(encoding="utf-8")
    declared = re.search(r"```yaml\n(collections:.*?)```", page, re.DOTALL)
    deck = re.search(r"```\n(name,class.*?)```", page, re.DOTALL)
    shown = re.search(r"```\n(data/bees.*?)```", page, re.DOTALL)
    assert declared
    assert deck
    assert shown
    game = re.sub(r"collections:.*?(?=components:)", declared[1], GAME, flags=re.DOTALL).replace("heroes", "cards")
    files = {
        "data/tiny/game.yaml": game,
        "data/tiny/cards.csv": deck[1],
        "templates/tiny/card.svg": CARD.replace("health", "cost"),
    }
    workspace = make_game(files)
    component = read_game(workspace, "tiny").components["cards"]
    assert {record.id: component.copies_of(record.id) for record in component.records} == {"spark": 3, "vanish": 2}
    (workspace.root / "data/tiny/cards.csv").write_text(deck[1].replace("rogue,2", "rogue,22"), encoding="utf-8")
    with pytest.raises(GameError) as caught:
        read_game(workspace, "tiny")
    (problem,) = caught.value.problems
    assert describe(problem).replace("data/tiny", "data/bees") == shown[1].rstrip("\n")
    columns = re.search(r"(\| name \| abilities 1.*?)\n\n", page, re.DOTALL)
    assert columns
    table = [",".join(cell.strip() for cell in line.strip("|").split("|")) for line in columns[1].splitlines()]
    nested = csv_game(make_game, "\n".join([table[0] + ",health", *(f"{row},3" for row in table[2:])]), NESTED)
    assert [len(hero["abilities"]) for hero in nested.collections["heroes"]] == [2, 1]  # type: ignore[arg-type]


@pytest.mark.parametrize("ghosts", [3, 300, 16_383])
@pytest.mark.parametrize("sign", ",;\t")
def test_empty_rows_and_columns_behind_the_table_are_nothing(make_game: MakeGame, ghosts: int, sign: str) -> None:
    """Sheets that were formatted to their end are saved so: 16,384 columns, in thousands of rows."""
    rows = ["name,health,story", "Ada,12,", '"Bo",7,"one, two"', "", ""]
    text = "".join(line.replace(",", sign) + sign * ghosts + "\n" for line in rows)
    ada, bo = csv_game(make_game, text).collections["heroes"]
    assert (ada["health"], bo["health"], bo["story"]) == (12, 7, f"one{sign} two")


def test_a_cell_behind_too_many_empty_ones_is_refused(make_game: MakeGame) -> None:
    for text in ("name,health\nAda,3" + "," * 300 + "x\n", 'name,health\n"Ada",3' + "," * 300 + '"x"\n'):
        assert problem_of(make_game, text).message == "the table has more than 256 columns"


NUMBERS = CSV_GAME.replace("story: markup?", "weight: number?, gap: length?, loud: flag?, story: text?")


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("name;health;weight\nAda;3;1,5\n", 1.5),
        ("name;health;weight\nAda;3;1,500\n", 1.5),
        ("name;health;weight\nAda;3;1.234,5\n", 1234.5),
        ("name;health;weight\nAda;3;1\u00a0234,5\n", 1234.5),
        ("name;health;weight\nAda;3;1.5\n", 1.5),
        ("name;health;weight\nAda;3;-0,25\n", -0.25),
        ("name;health;weight\nAda;3,00;2\n", 2),
        ('name,health,weight\nAda,3,"1,5"\n', 1.5),  # Google Sheets in Germany
        ('name,health,weight\nAda,3,"0,125"\n', 0.125),
        ("name\thealth\tweight\nAda\t3\t12,25\n", 12.25),
    ],
)
def test_decimal_commas(make_game: MakeGame, text: str, weight: float) -> None:
    (ada,) = csv_game(make_game, text, NUMBERS).collections["heroes"]
    assert (ada["health"], ada["weight"]) == (3, weight)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ('name,health,weight\nAda,3,"1,500"\n', "weight: expected a number, found '1,500'", "write 1.500 or 1500: a comma can mean either"),
        ("name;health\nAda;3,5\n", "health: expected a whole number from 1 to 20, found '3,5'", "write 3.5 or 35: a comma can mean either"),
    ],
)  # fmt: skip
def test_a_comma_that_could_mean_either_is_refused(make_game: MakeGame, text: str, message: str, hint: str) -> None:
    problem = problem_of(make_game, text, NUMBERS)
    assert (problem.message, problem.hint) == (message, hint)


def test_a_length_with_a_decimal_comma_and_a_text_with_one(make_game: MakeGame) -> None:
    (ada,) = csv_game(make_game, "name;health;gap;story\nAda;3;1,5 mm;1,5\n", NUMBERS).collections["heroes"]
    assert (ada["gap"], ada["story"]) == (1.5, "1,5")


@pytest.mark.parametrize(
    ("word", "flag"),
    [("TRUE", True), ("Wahr", True), ("FALSCH", False), ("vrai", True), ("FALSO", False), ("no", False)],
)
def test_truths_in_the_languages_of_spreadsheets(make_game: MakeGame, word: str, flag: bool) -> None:
    (ada,) = csv_game(make_game, f"name,health,loud,story\nAda,3,{word},{word}\n", NUMBERS).collections["heroes"]
    assert (ada["loud"], ada["story"]) == (flag, word)


@pytest.mark.parametrize("word", ["#REF!", "#DIV/0!", "#N/A", "#NV", "#BEZUG!", "#####"])
def test_errors_that_cells_showed_are_told(make_game: MakeGame, word: str) -> None:
    problem = problem_of(make_game, f"name,health,story\nAda,3,{word}\n")
    assert str(problem) == f"data/tiny/heroes.csv:2:7: error: story: the cell shows the error {word}"
    (ada,) = csv_game(make_game, f"name,health,story\nAda,3,{word} or #1\n").collections["heroes"]
    assert ada["story"] == f"{word} or #1"


@pytest.mark.parametrize(
    "text",
    [
        "Heroes, version 3, of the moor\nname;health;story\nAda;3;one, two, three\nBo;4;\n",
        "The heroes\n\nname;health;story\nAda;3;a, b\nBo;4;\n",
        'The heroes\nname;health;story\nAda;3;"a, b; c\n, d, e"\nBo;4;\n',
    ],
)
def test_the_sign_between_cells_is_found_below_a_title(make_game: MakeGame, text: str) -> None:
    ada, bo = csv_game(make_game, text).collections["heroes"]
    assert (ada["health"], bo["health"]) == (3, 4)


def test_a_new_line_in_a_cell_reaches_the_text(make_game: MakeGame) -> None:
    for data in (
        'name,health,story\nAda,3,"one\ntwo"\n',
        'name;health;story\r\nAda;3;"one\ntwo"\r\n',
        'name\thealth\tstory\rAda\t3\t"one\rtwo"\r',
    ):
        (ada,) = csv_game(make_game, data).collections["heroes"]
        assert ada["story"] == "one\ntwo"


@pytest.mark.parametrize("cell", ["=SUM(B2:B3)", "=B2*2", '"=IF(B2>1,""a"",""b"")"', "=-$B$2"])
def test_formulas_that_were_saved_instead_of_values_are_told(make_game: MakeGame, cell: str) -> None:
    problem = problem_of(make_game, f"name,health,story\nAda,3,{cell}\n")
    assert problem.message == "story: the formula has no value yet"


@pytest.mark.parametrize("cell", ["= 3 gold", "=3", "=A", "=A1 steak", "#1", "#hero"])
def test_what_only_begins_like_a_formula_is_a_text(make_game: MakeGame, cell: str) -> None:
    (ada,) = csv_game(make_game, f"name,health,story\nAda,3,{cell}\n").collections["heroes"]
    assert ada["story"] == cell


def test_lists_with_semicolons_and_rows_that_end_early_stay_with_commas(make_game: MakeGame) -> None:
    game = CSV_GAME.replace("story: markup?", "tags: list of text?, story: markup?")
    rows = "".join(f"Hero {i},3,quick; small{',x' * (i % 2)}\n" for i in range(10))
    found = csv_game(make_game, f"name,health,tags,story\n{rows}", game).collections["heroes"]
    assert found["hero-3"]["tags"] == ("quick", "small")
