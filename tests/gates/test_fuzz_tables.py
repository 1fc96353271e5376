"""Random edits of good spreadsheets: each ends in a game or in problems with places, never in a traceback; never hangs."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.build import check, read_game
from pnp.game.workspace import Workspace, shipped_root
from pnp.job import PrintJob
from pnp.problems import GameError, describe

from ..conftest import CARD
from ..spreadsheets import Rows, opendocument, replaced, workbook
from ..test_csv import ABILITIES, NESTED
from .test_fuzz import write

GAME = NESTED.replace("heroes.csv,", "heroes.csv, defaults: {health: 3}, ignore: [note],").replace(
    "of: heroes,", 'of: heroes, where: "health > 1", sort: [-health, name], copies: copies,'
)
CSV = ABILITIES.replace("Max Health", "Max Health;Note;Copies;Extends;Abstract")
CSV = "".join(
    line + end + "\n"
    for line, end in zip(CSV.splitlines(), ["", "", ";x;2;;", ";;0;ada;"], strict=True)  # the second breaks a cell
)
WORDS = [
    '"', '""', ",", ";", "\t", "\n", "\r", "\n\n", "sep=,\n", " ", "é", "漢", "\u2028", "\x00", "\ufeff", "'", "{{", "}}", "!assumed ",
    "abilities.9.name", "abilities", "id", "extends", "ada", "bo", "yes", "0", "-1", "1e9", "null", "~", "=1+1", "9" * 400, "\U0001f600",
]  # fmt: skip
edits = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), st.sampled_from(["", *WORDS])), min_size=1, max_size=4)
values = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([word for word in WORDS if "\x00" not in word]), st.dates(), st.datetimes(), st.times(),
)  # fmt: skip


def outcome(file: str, data: bytes) -> str:
    """What became of a game with this file: "good" or "faulty", said in words that have a place."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        write(root, {"data/tiny/game.yaml": GAME.replace("heroes.csv", file), "templates/tiny/card.svg": CARD})
        (root / "data/tiny" / file).write_bytes(data)
        try:
            found = check(read_game(Workspace(root, shipped_root()), "tiny"), PrintJob("a4"))
        except GameError as error:
            found = list(error.problems)
            assert found
        for problem in found:
            assert problem.span is not None or problem.code == "too-many-problems", problem
            assert "<class" not in problem.message
            assert len(describe(problem)) < 3_000
        return "faulty" if any(problem.severity == "error" for problem in found) else "good"


def test_the_edited_tables_are_good() -> None:
    assert outcome("heroes.csv", CSV.encode()) == "good"
    assert outcome("heroes.xlsx", workbook({"Heroes": ROWS})) == "good"


ROWS: Rows = [
    ["Name", "Health", "Story", "Abilities 1 name", "abilities 1 cost", "Tags", "Friends", "Copies", "Note"],
    ["Ada", 12, "Keeps {{ health }} bees", "Hop", 1, "a; b", "bo", 2, "x"],
    ["Bo", 7, None, None, None, None, None, None, None],
]


@given(edits)
@settings(max_examples=150)
def test_random_edits_of_a_csv(changes: list[tuple[float, int, str]]) -> None:
    text = CSV
    for where, cut, word in changes:
        at = int(where * len(text))
        text = text[:at] + word + text[at + cut :]
    outcome("heroes.csv", text.encode())


@given(
    st.binary(max_size=200), st.integers(0, 300), st.sampled_from([".csv", ".tsv", ".xlsx", ".ods", ".json", ".jsonl"])
)
@settings(max_examples=60)
def test_random_bytes_in_any_table(junk: bytes, at: int, ending: str) -> None:
    data = CSV.encode()
    outcome(f"heroes{ending}", data[:at] + junk + data[at:])


JSON = json.dumps(
    [
        {"name": "Ada", "health": 12, "story": "Keeps {{ health }} \"bees\"", "tags": ["a", "b"], "friends": ["bo"], "copies": 2, "note": None},
        {"name": "Bo", "health": 7.0, "abilities": [{"name": "Hop", "cost": 1}], "art": {"file": "a.png", "by": "\U0001f600"}, "max_health": 1e1},
    ],
    indent=1,
)  # fmt: skip
SIGNS = [
    *WORDS,
    "{",
    "}",
    "[",
    "]",
    ":",
    "\\",
    "\\u",
    "\\ud83d",
    "null",
    "true",
    "//",
    "1e999",
    "-",
    "0",
    '"id":',
    "[" * 60,
]


def test_the_edited_json_is_good() -> None:
    assert outcome("heroes.json", JSON.encode()) == "good"
    assert outcome("heroes.ods", ODS) == "good"


@given(
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), st.sampled_from(SIGNS)), min_size=1, max_size=4),
    st.booleans(),
)
@settings(max_examples=200)
def test_random_edits_of_json(changes: list[tuple[float, int, str]], lines: bool) -> None:
    text = "\n".join(json.dumps(record) for record in json.loads(JSON)) if lines else JSON
    for where, cut, word in changes:
        at = int(where * len(text))
        text = text[:at] + word + text[at + cut :]
    outcome("heroes.jsonl" if lines else "heroes.json", text.encode())


def cell(value: Any) -> str:
    """As LibreOffice writes it."""
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, int):
        return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'
    return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'


ODS = opendocument("".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in ROWS))
with ZipFile(BytesIO(ODS)) as _archive:
    CONTENT = _archive.read("content.xml").decode()
MARKS = [
    "<", ">", "/", '"', "9" * 30, "-1", "0", "&x;", "é", ' table:number-columns-repeated="16384"', ' table:number-rows-repeated="1048576"',
    ' table:number-rows-spanned="99"', ' table:formula="of:=1"', ' office:value-type="date"', ' office:value="nan"', '<text:s text:c="9999"/>',
    "<text:line-break/>", "<draw:frame><draw:image/></draw:frame>", "<table:table>", "</table:table-row><table:table-row>", "<table:table-cell/>",
]  # fmt: skip


@given(st.lists(st.tuples(st.floats(0.2, 1), st.integers(0, 6), st.sampled_from(MARKS)), min_size=1, max_size=3))
@settings(max_examples=150)
def test_random_edits_of_an_opendocuments_xml(changes: list[tuple[float, int, str]]) -> None:
    text = CONTENT
    for where, cut, word in changes:
        at = int(where * len(text))
        at = max(text.find(">", at), text.find(" ", at), at) if word.startswith((" ", "<t", "<d")) else at
        text = text[:at] + word + text[at + cut * (not word.startswith((" ", "<t"))) :]
    outcome("heroes.ods", replaced(ODS, "content.xml", text))


@given(st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=4)), min_size=1, max_size=3))
@settings(max_examples=100)
def test_random_bytes_of_an_opendocument(changes: list[tuple[float, bytes]]) -> None:
    data = ODS
    for where, junk in changes:
        at = int(where * len(data))
        data = data[:at] + junk + data[at + len(junk) :]
    outcome("heroes.ods", data)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9), values), min_size=1, max_size=3))
@settings(max_examples=80)
def test_random_values_in_a_workbook(changes: list[tuple[int, int, Any]]) -> None:
    rows: Rows = [[*row, None] for row in ROWS] + [[None] * 10]
    for row, column, value in changes:
        rows[row][column] = value
    outcome("heroes.xlsx", workbook({"Heroes": rows}))


GOOD = workbook({"Heroes": ROWS}, {"Heroes": ["H2:H3"]})
with ZipFile(BytesIO(GOOD)) as _archive:
    PARTS = {name: _archive.read(name).decode() for name in _archive.namelist() if "theme" not in name}
XML = [
    "<",
    ">",
    "/",
    '"',
    "r=",
    ' t="s"',
    ' t="e"',
    ' s="99"',
    "<f/>",
    "<v>",
    "</v>",
    "9" * 30,
    "-1",
    "&amp;",
    "&x;",
    "",
    "é",
]


@given(
    st.sampled_from([name for name in PARTS if "docProps" not in name and "Types" not in name]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 6), st.sampled_from(XML)), min_size=1, max_size=2),
)
@settings(max_examples=100)
def test_random_edits_of_a_workbooks_xml(part: str, changes: list[tuple[float, int, str]]) -> None:
    text = PARTS[part]
    for where, cut, word in changes:
        at = int(where * len(text))
        text = text[:at] + word + text[at + cut :]
    outcome("heroes.xlsx", replaced(GOOD, part, text))


@given(st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=4)), min_size=1, max_size=3))
@settings(max_examples=150)
def test_random_bytes_of_a_workbook(changes: list[tuple[float, bytes]]) -> None:
    data = GOOD
    for where, junk in changes:
        at = int(where * len(data))
        data = data[:at] + junk + data[at + len(junk) :]
    outcome("heroes.xlsx", data)
