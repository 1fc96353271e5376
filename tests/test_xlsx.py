"""Collections from XLSX: Excel's files and others', values as typed, places as the spreadsheet names them."""

from __future__ import annotations

from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZipFile

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900
from typer.testing import CliRunner

from pnp.build.build import read_game
from pnp.cli.typer_app import app
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.problems import GameError, Problem, describe
from pnp.source.xlsx import read_workbook

from .conftest import GAME, HEROES, MakeGame
from .spreadsheets import Rows, handmade, replaced, workbook
from .test_csv import faces_of, lines_of

XLSX_GAME = GAME.replace("file: heroes.yaml", "file: cards.xlsx, sheet: Heroes")
STORY = "Keeps **{{ health }}** bees."
ROWS: Rows = [["Name", "Health", "Story"], ["Ada", 12, None], ["Bo", 7, STORY]]


def xlsx_game(make_game: MakeGame, data: bytes, game: str = XLSX_GAME) -> Game:
    workspace = make_game({"data/tiny/game.yaml": game})
    (workspace.root / "data/tiny/cards.xlsx").write_bytes(data)
    return read_game(workspace, "tiny")


def problem_of(make_game: MakeGame, data: bytes, game: str = XLSX_GAME) -> Problem:
    with pytest.raises(GameError) as caught:
        xlsx_game(make_game, data, game)
    (problem,) = caught.value.problems
    return problem


LIBRE = (
    '<row r="1" customFormat="false" ht="12.8" hidden="false"><c r="A1" s="0" t="s"><v>0</v></c><c r="B1" s="0" t="s"><v>1</v></c>'
    '<c r="C1" s="0" t="s"><v>2</v></c></row>'
    '<row r="2" hidden="true"><c r="A2" s="0" t="s"><v>3</v></c><c r="B2" s="0" t="n"><f aca="false">6*2</f><v>12</v></c><c r="C2" s="0"/></row>'
    '<row r="5"><c r="A5" t="inlineStr"><is><t>B</t><r><t>o</t></r></is></c><c r="B5" s="0"><v>7</v></c>'
    f'<c r="C5" t="str"><f aca="false">"x"</f><v>{STORY}</v></c></row>'
    '<row r="1048576"><c r="A1048576" s="0"/></row>'
)
STRINGS = "<si><t>name</t></si><si><r><t>hea</t></r><r><rPr><b/></rPr><t>lth</t></r><rPh><t>no</t></rPh></si><si><t>Story_x0020_</t></si><si><t>Ada</t></si>"
BARE = (  # no places at all, and a prefix before every name
    '<x:row><x:c t="inlineStr"><x:is><x:t>name</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>story</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>health</x:t></x:is></x:c></x:row>'
    '<x:row><x:c t="inlineStr"><x:is><x:t>Ada</x:t></x:is></x:c><x:c/><x:c><x:v>12.0</x:v></x:c></x:row>'
    f'<x:row><x:c t="str"><x:v>Bo</x:v></x:c><x:c t="str"><x:v>{STORY}</x:v></x:c><x:c><x:v>7</x:v></x:c></x:row>'
)


@pytest.mark.parametrize(
    "data",
    [
        workbook({"Notes": [["anything"]], "Heroes": ROWS}),
        workbook({"Heroes": [[None], [None, *ROWS[0]], [], *[[None, *row] for row in ROWS[1:]]]}),
        handmade(LIBRE, "Heroes", strings=STRINGS),
        handmade(BARE, "Heroes", prefix="x:"),
    ],
    ids=["excel", "not in the corner", "libreoffice", "bare"],
)
def test_the_same_deck_whatever_wrote_it(make_game: MakeGame, data: bytes) -> None:
    wanted = faces_of(read_game(make_game({"data/tiny/heroes.yaml": HEROES}), "tiny"))
    game = xlsx_game(make_game, data)
    assert list(game.collections["heroes"].records) == ["ada", "bo"]
    assert faces_of(game) == wanted


FORMULA = handmade(
    '<row><c t="str"><v>name</v></c><c t="str"><v>health</v></c></row>'
    '<row><c t="str"><v>Ada</v></c><c><f>6*2</f></c></row><row><c t="str"><v>Bo</v></c><c><f>6*2</f><v></v></c></row>'
)
# name -> a file and the problem it must give: place, message, and what the caret stands under
BROKEN: dict[str, tuple[bytes, str, str, str]] = {
    "out of range": (workbook({"Heroes": [*ROWS, ["Cy", 21]]}), "Heroes!B4", "health: 21 is more than 20, the most it may be", "21"),
    "a sheet with a space": (workbook({"My Heroes": [*ROWS, ["Cy", "x"]]}), "'My Heroes'!B4", "health: expected a whole number from 1 to 20, found 'x'", "x"),
    "half a point": (workbook({"Heroes": [*ROWS, ["Cy", 1.5]]}), "Heroes!B4", "health: expected a whole number from 1 to 20, found '1.5'", "1.5"),
    "an empty cell": (workbook({"Heroes": [*ROWS, ["Cy", None, "x"]]}), "Heroes!B4", "health: expected a whole number from 1 to 20, found nothing", " "),
    "unknown column": (workbook({"Heroes": [["Name", "Helth"], ["Ada", 3]]}), "Heroes!B1", "unknown column 'Helth': there is no such field", "Helth"),
    "an id twice": (workbook({"Heroes": [*ROWS, ["Ada", 3]]}), "Heroes!A4", "the id 'ada' stands twice; first in Heroes!A2", "Ada"),
    "no heading": (workbook({"Heroes": [*ROWS, ["Cy", 3, "x", "y"]]}), "Heroes!D4", "'y' stands in a column without a heading", "y"),
    "a date": (workbook({"Heroes": [*ROWS, ["Cy", date(2026, 2, 1)]]}), "Heroes!B4", "Health: the spreadsheet made a date of what you typed: 2026-02-01", "2026-02-01"),
    "an error": (replaced(workbook({"Heroes": ROWS}), "sheet1.xml", '<worksheet><sheetData><row><c t="str"><v>name</v></c><c t="str"><v>health</v></c></row><row><c t="str"><v>Ada</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row></sheetData></worksheet>'), "Heroes!B2", "health: the cell shows the error #DIV/0!", "#DIV/0!"),
    "a formula without a value": (FORMULA, "Sheet1!B2", "health: the formula has no value yet", ""),
    "openpyxl's formula": (workbook({"Heroes": [*ROWS, ["Cy", "=6*2"]]}), "Heroes!B4", "Health: the formula has no value yet", ""),
    "in braces": (workbook({"Heroes": [*ROWS, ["Cy", 3, "a\nb {{ helth }}"]]}), "Heroes!C4", "heroes.cy.story: 'helth' is not known here", "{{ helth }}"),
    "a control character": (handmade('<row><c t="str"><v>na_x0007_me</v></c></row>'), "Sheet1!A1", "a character stands here that no text may hold (U+0007)", "na�me"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "cell", "message", "word"), BROKEN.values(), ids=BROKEN)
def test_each_mistake_is_named_at_its_cell(
    make_game: MakeGame, data: bytes, cell: str, message: str, word: str
) -> None:
    problem = problem_of(make_game, data, XLSX_GAME.replace(", sheet: Heroes", ""))
    assert str(problem) == f"data/tiny/cards.xlsx:{cell}: error: {message}"
    assert problem.hint
    if word:
        shown = describe(problem).splitlines()
        assert shown[1].ljust(200)[shown[2].index("^") : shown[2].rindex("^") + 1] == word


def test_the_row_is_shown(make_game: MakeGame) -> None:
    assert describe(problem_of(make_game, BROKEN["out of range"][0])).splitlines()[1] == "    Cy | 21 | "


def test_sheets_are_chosen_by_name(make_game: MakeGame) -> None:
    two = workbook({"Cards": [["anything"]], "Heroes": ROWS})
    plain = XLSX_GAME.replace(", sheet: Heroes", "")
    assert len(xlsx_game(make_game, two, plain).collections["heroes"]) == 2  # the one called like the collection
    three = workbook({"Cards": [["x"]], "Folk": ROWS})
    problem = problem_of(make_game, three, plain)
    assert (problem.message, problem.hint) == ("'cards.xlsx' has 2 sheets", "add sheet: with one of Cards, Folk")
    problem = problem_of(make_game, two, plain.replace("cards.xlsx", "cards.xlsx, sheet: Heros"))
    assert str(problem.span).startswith("data/tiny/game.yaml:7:")
    assert problem.message == "sheet: there is no sheet 'Heros' in 'cards.xlsx'"
    assert problem.hint == "did you mean 'Heroes'?"


def test_merged_cells_count_for_every_row(make_game: MakeGame) -> None:
    game = XLSX_GAME.replace("story: markup?", "class: one of mage | rogue, story: markup?")
    rows: Rows = [
        ["name", "class", "health"],
        ["Ada", "mage", 3],
        ["Bo", None, 4],
        ["Cy", "rogue", 5],
        [None, None, None],
    ]
    found = xlsx_game(make_game, workbook({"Heroes": rows}, {"Heroes": ["B2:B3", "B4:B9", "D1:E1"]}), game)
    assert [record["class"] for record in found.collections["heroes"]] == ["mage", "mage", "rogue"]


def test_values_are_what_was_typed(tmp_path: Path) -> None:
    values = [
        12,
        0.1,
        1e21,
        -3,
        0.00001,
        1 / 3,
        True,
        "007",
        date(2026, 3, 1),
        datetime(2026, 3, 1, 14, 30),
        time(9, 5),
    ]
    book = openpyxl.Workbook()
    book.active.append(["x"])
    for value in values:
        book.active.append([value])
    for value, form in ((0.5, "0%"), (0.125, "0.00%"), (45000, '0" days"'), (45000.5, "[h]:mm"), (3, "[Red]0.00")):
        book.active.append([value])
        book.active.cell(book.active.max_row, 1).number_format = form
    book.save(tmp_path / "x.xlsx")
    with read_workbook(tmp_path / "x.xlsx", "x.xlsx") as read:
        found = [row[0].text for row in lines_of(read.table("Sheet"))[1:]]
    assert found == [
        "12", "0.1", "1000000000000000000000", "-3", "0.00001", "0.333333333333333", "TRUE", "007", "2026-03-01",
        "2026-03-01 14:30", "09:05", "50%", "12.5%", "45000", "2023-03-15 12:00", "3",
    ]  # fmt: skip


@pytest.mark.parametrize("said", ["1", "true", "0"])
def test_a_workbook_may_count_its_days_from_1904(tmp_path: Path, said: str) -> None:
    """Excel for the Macintosh wrote such files: the same date, a number that is 1,462 less."""
    days = [date(2026, 3, 1), datetime(1904, 1, 1), datetime(1999, 12, 31, 23, 59)]
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_WINDOWS_1900 if said == "0" else CALENDAR_MAC_1904
    for day in days:
        book.active.append([day])
    path = tmp_path / "x.xlsx"
    book.save(path)
    with ZipFile(path) as archive:
        words = archive.read("xl/workbook.xml").decode()
    if said != "0":
        assert 'date1904="1"' in words
        path.write_bytes(
            replaced(path.read_bytes(), "workbook.xml", words.replace('date1904="1"', f'date1904="{said}"'))
        )
    with read_workbook(path, "x.xlsx") as read:
        table = read.table("Sheet")
    assert [row[0].text for row in lines_of(table)] == ["2026-03-01", "1904-01-01", "1999-12-31 23:59"]


def test_openpyxl_reads_the_same(tmp_path: Path) -> None:
    """Another reader's values, cell by cell."""
    rows: Rows = [[f"c{column}" for column in range(40)]]
    rows += [
        [f"{row}:{column}" if (row * column) % 3 else row * column for column in range(40)] for row in range(1, 60)
    ]
    path = tmp_path / "x.xlsx"
    path.write_bytes(workbook({"A b": rows}))
    with read_workbook(path, "x.xlsx") as read:
        grid = read.table("A b")
    sheet = openpyxl.load_workbook(path)["A b"]
    for number, line in enumerate(lines_of(grid), 1):
        for cell, other in zip(line, sheet[number], strict=True):
            assert cell.text == str(other.value)
            assert cell.span.cell == f"'A b'!{other.coordinate}"


def bomb() -> bytes:
    """Sixty-five megabytes of nothing in a file of sixty-four kilobytes."""
    return handmade(f'<row><c t="str"><v>{" " * 65_000_000}</v></c></row>')


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "this cannot be read as an .xlsx file"),
        (b"name,health\nAda,3\n", "this cannot be read as an .xlsx file"),
        (b"\xd0\xcf\x11\xe0" + bytes(2_000), "this cannot be read as an .xlsx file"),
        (workbook({"Heroes": ROWS})[:-400], "this cannot be read as an .xlsx file"),
        (replaced(workbook({"Heroes": ROWS}), "sheet1.xml", "<worksheet><sheetData>"), "this cannot be read as an .xlsx file"),
        (replaced(workbook({"Heroes": ROWS}), "sheet1.xml", '<row><c t="s"><v>99</v></c></row>'), "this cannot be read as an .xlsx file"),
        (handmade('<row r="99999999"><c t="str"><v>x</v></c></row>', "Heroes"), "this cannot be read as an .xlsx file"),
        (replaced(workbook({"Heroes": ROWS}), "sheet1.xml", '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'), "the file declares a document type or entities, which no spreadsheet does"),
        (None, "data/tiny/cards.xlsx unpacks to more than can be read"),
        (handmade('<row><c r="IX1" t="str"><v>x</v></c></row>', "Heroes"), "the table has more than 256 columns"),
        (handmade("".join(f'<row><c r="ZZ{row}"><v>1</v></c></row>' for row in range(1, 2_000)), "Heroes"), "the table has more than 256 columns"),
        (handmade('<row><c t="str"><v>x</v></c></row>' * 50_001, "Heroes"), "the table has more than 50,000 rows"),
        (handmade('<row><c t="s"><v>0</v></c></row>' * 30, "Heroes", strings=f"<si><t>{'x' * 1_000_000}</t></si>"), "the table has more than 20,000,000 letters"),
        (handmade('<row><c r="A1" t="str"><v>name</v></c></row>' + "".join(f'<row><c r="B{row}"><v>1</v></c></row>' for row in range(2, 40_000)), "Heroes", behind='<mergeCells><mergeCell ref="A1:A1048576"/>' * 1 + '<mergeCell ref="A1:A1048576"/>' * 40 + "</mergeCells>"), "the table has more than 500,000 cells"),
    ],
    ids=["empty", "csv", "old xls", "cut", "torn xml", "no such string", "no such row", "entities", "bomb", "columns", "far columns", "rows", "letters", "merged"],
)  # fmt: skip
def test_what_is_no_spreadsheet_is_refused(make_game: MakeGame, data: bytes | None, message: str) -> None:
    data = bomb() if data is None else data
    assert problem_of(make_game, data, XLSX_GAME.replace(", sheet: Heroes", "")).message == message


def test_what_a_zip_file_may_hold_is_bounded_and_packed_as_spreadsheets_are(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = handmade('<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>', "Heroes",
                    strings="<si><t>name</t></si><si><t>health</t></si>")  # fmt: skip
    assert len(xlsx_game(make_game, data).collections["heroes"]) == 0
    for name, least in (
        ("pnp.source.package.MAX_PARTS", 7),
        ("pnp.source.xlsx.MAX_LETTERS", 10),
        ("pnp.source.package.MAX_FILE", len(data)),
    ):
        monkeypatch.setattr(name, least)
        assert len(xlsx_game(make_game, data).collections["heroes"]) == 0
        monkeypatch.setattr(name, least - 1)
        assert problem_of(make_game, data).code == (
            "file-too-large" if name.endswith("MAX_FILE") else "table-too-large"
        )
        monkeypatch.undo()
    stream = BytesIO()
    with ZipFile(BytesIO(data)) as packed, ZipFile(stream, "w", ZIP_BZIP2) as archive:
        for part in packed.namelist():
            archive.writestr(part, packed.read(part))
    assert problem_of(make_game, stream.getvalue()).message == "this cannot be read as an .xlsx file"


def test_dates_in_texts_are_a_warning(make_game: MakeGame) -> None:
    rows: Rows = [*ROWS, ["Cy", 3, date(2026, 2, 1)], ["Di", 3, date(2026, 2, 2)]]
    game = xlsx_game(make_game, workbook({"Heroes": rows}))
    assert [str(problem) for problem in game.warnings] == [
        "data/tiny/cards.xlsx:Heroes!C4: warning: Story: this is a date, which is printed as 2026-02-01"
    ]
    assert game.collections["heroes"]["di"]["story"] == "2026-02-02"


def test_the_place_survives_to_the_printed_page(make_game: MakeGame) -> None:
    """A text that does not fit its box is named by its cell."""
    from pnp.build.build import build

    game = xlsx_game(make_game, workbook({"Heroes": [*ROWS, ["Adamantine " * 12, 3]]}))
    with pytest.raises(GameError) as caught:
        build(game, PrintJob("a4"), game.workspace.root / "out")
    assert str(caught.value.problems[0].span) == "data/tiny/cards.xlsx:Heroes!A4"


def test_nothing_is_left_open(tmp_path: Path) -> None:
    stream = BytesIO(workbook({"Heroes": ROWS}))
    (tmp_path / "x.xlsx").write_bytes(stream.getvalue())
    with read_workbook(tmp_path / "x.xlsx", "x.xlsx") as read:
        assert list(read.sheets) == ["Heroes"]
    (tmp_path / "x.xlsx").unlink()


def test_reports_name_the_cell(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = make_game({"data/tiny/game.yaml": XLSX_GAME})
    (workspace.root / "data/tiny/cards.xlsx").write_bytes(BROKEN["out of range"][0])
    monkeypatch.chdir(workspace.root)
    said = {
        form: CliRunner().invoke(app, ["check", "--format", form]).output
        for form in ("text", "json", "github", "sarif")
    }
    assert "  Heroes!B4 error: health: 21 is more than 20" in said["text"]
    assert '"cell": "Heroes!B4"' in said["json"]
    assert "::error file=data/tiny/cards.xlsx,title=tiny%3A out-of-range::Heroes!B4: health: 21" in said["github"]
    assert '"text": "Heroes!B4: health: 21' in said["sarif"]
    assert '"region"' not in said["sarif"]


def test_a_column_of_copies_is_not_unused(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = XLSX_GAME.replace("story: markup?", "story: markup?, copies: int 0..9")
    workspace = make_game({"data/tiny/game.yaml": declared})
    rows: Rows = [[*ROWS[0], "copies"], ["Ada", 12, STORY, 2]]
    (workspace.root / "data/tiny/cards.xlsx").write_bytes(workbook({"Heroes": rows}))
    monkeypatch.chdir(workspace.root)
    output = CliRunner().invoke(app, ["check"]).output
    assert "unused-field" not in output
    assert "Traceback" not in output


def test_a_picture_in_a_cell_is_told(make_game: MakeGame) -> None:
    """As Excel places one in a cell: an error with more behind it (ECMA-376 1, 18.3.1.4: vm). An error alone is one."""
    head = '<row><c t="str"><v>name</v></c><c t="str"><v>health</v></c><c t="str"><v>story</v></c></row>'
    cells = '<row><c t="str"><v>{}</v></c><c><v>3</v></c><c t="e" vm="1"><v>#VALUE!</v></c></row>'
    game = xlsx_game(make_game, handmade(head + cells.format("Ada") + cells.format("Bo"), "Heroes"))
    assert [str(problem) for problem in game.warnings] == [
        "data/tiny/cards.xlsx:Heroes!C2: warning: story: the cell holds a picture, which is not read"
    ]
    assert game.collections["heroes"]["ada"]["story"] is None
    problem = problem_of(make_game, handmade(head + cells.format("Ada").replace(' vm="1"', ""), "Heroes"))
    assert problem.message == "story: the cell shows the error #VALUE!"


def test_a_line_typed_in_a_cell_reaches_the_text(make_game: MakeGame) -> None:
    """Alt+Enter: shared, in the cell, and of a formula; Excel's own escape for what XML would make a space."""
    for kind in ('t="inlineStr"><is><t>one\ntwo</t></is>', 't="str"><v>one\ntwo</v>', 't="str"><v>one_x000D_\ntwo</v>'):
        data = handmade(
            '<row><c t="str"><v>name</v></c><c t="str"><v>health</v></c><c t="str"><v>story</v></c></row>'
            f'<row><c t="str"><v>Ada</v></c><c><v>3</v></c><c {kind}</c></row>', "Heroes"
        )  # fmt: skip
        assert xlsx_game(make_game, data).collections["heroes"]["ada"]["story"] == "one\ntwo"
