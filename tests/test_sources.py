"""Files go in as text: every value with its place, every fault with its place and its cure, every bound where it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from pnp.problems import GameError, Problem, Source, Span
from pnp.source.csv_reader import parse_csv
from pnp.source.nodes import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_LETTERS,
    MAX_ROWS,
    Listing,
    Mapping,
    Node,
    Scalar,
    block_line,
    kind,
    part_of,
    plain_number,
    shortened,
    too_large,
)
from pnp.source.sheet_grid import column_letters, column_number, table_of
from pnp.source.text_file import holds_exactly, kept_within, read_bytes, read_lossily, read_text
from pnp.source.worksheet import Dates, Formats, SheetCells, unescaped
from pnp.source.yaml_reader import parse_yaml

from .test_csv import lines_of


def refused(call: Callable[[], object]) -> Problem:
    with pytest.raises(GameError) as caught:
        call()
    (problem,) = caught.value.problems
    return problem


def place(span: Span | None) -> tuple[int, int, int]:
    assert span is not None
    return span.line, span.column, span.length


SECOND, NEIGHBOURS = "a second ': ' stands on this line", "this line does not belong where it stands"
TAB, NO_VALUE = "a tab stands where spaces should", "a character stands where no value can begin"
QUOTE, BRACKET = "a quote is opened and never closed", "a bracket is not closed, or a comma is missing"
ESCAPE, DOCUMENT = "an unknown \\ escape stands in a double-quoted text", "a second document begins here (---)"


@pytest.mark.parametrize(
    ("text", "where", "message", "hint"),
    [
        ("a:\n\tb: 1\n", (2, 1, 1), TAB, "indent with spaces"),
        ("a: 1\n\tb: 2\n", (2, 1, 1), TAB, "indent with spaces"),
        ("-\ta\n\t- b\n", (1, 2, 1), TAB, "indent with spaces"),
        ("ab: @x\n", (1, 5, 1), NO_VALUE, "put quotes round the text"),
        ("ab: `x`\n", (1, 5, 1), NO_VALUE, "put quotes round the text"),
        ("ab: %x\n", (1, 5, 1), NO_VALUE, "put quotes round the text"),
        ("a: *\n", (1, 5, 1), NO_VALUE, "put quotes round the text"),
        ("a: & b\n", (1, 5, 1), NO_VALUE, "put quotes round the text"),
        ("a: b: c\n", (1, 5, 1), SECOND, "put quotes round a text with a colon"),
        ("a: 1\n b: 2\n", (2, 3, 1), SECOND, "put quotes round a text with a colon"),
        ("a:\n  b: 1\n c: 2\n", (3, 2, 1), NEIGHBOURS, "line it up with its neighbours"),
        ("- a\nb: 1\n", (2, 1, 1), NEIGHBOURS, "line it up with its neighbours"),
        ("a: 1\n- b\n", (2, 1, 1), NEIGHBOURS, "line it up with its neighbours"),
        ("a: 1\nb\nc: 2\n", (3, 1, 1), "a key has no ': ' behind it", "write key: value, with a space after the colon"),
        ('a: 1\nbc: "x\nd: 1\n', (2, 5, 1), QUOTE, "close it with the same quote"),
        ("a: 1\nbc: 'x\nd: 1\n", (2, 5, 1), QUOTE, "close it with the same quote"),
        ('a: "x\n--- b\n', (1, 4, 1), QUOTE, "close it with the same quote"),
        ("a: [1, 2\nb: 3\n", (2, 2, 1), BRACKET, "close it on the same level"),
        ("a: {b: 1\nc: 2\n", (2, 2, 1), BRACKET, "close it on the same level"),
        ("a: [1", (1, 1, 1), BRACKET, "close it on the same level"),
        ("a: [1\n", (1, 1, 1), BRACKET, "close it on the same level"),
        ('a: "\\q"\n', (1, 5, 1), ESCAPE, "use single quotes"),
        ("a: 1\n---\nb: 2\n", (2, 1, 3), DOCUMENT, "keep one document a file"),
        ("a: b\x7fc\n", (1, 5, 1), "a character stands here that no text may hold (U+007F)", "delete it"),
        ("a: 1\nb: c\ufffed\n", (2, 5, 1), "a character stands here that no text may hold (U+FFFE)", "delete it"),
        ("a: *x\n", (1, 4, 2), "an alias (*name) names nothing", "put quotes round a text that begins with *"),
        ("a: &x [b, *x]\n", (1, 11, 2), "an alias (*name) stands inside what it names",
         "put quotes round a text that begins with *"),
        ("b: 1\n? [a, c]\n: b\n", (2, 3, 6), "a key must be a plain text", "write it as name: value"),
        ("a: {<<: 1}\n", (1, 5, 2), "merge keys (<<) are not read", "repeat the fields instead"),
        ("a: 1\nb: 2\n'a': 3\n", (3, 1, 3), "'a' is given twice; first on line 1", "keep one of them"),
        ("ab: !asumed 3\n", (1, 5, 9), "unknown mark '!asumed'", "did you mean 'assumed'?"),
        ("ab: !xyz 3\n", (1, 5, 6), "unknown mark '!xyz'", "known: assumed"),
        ("a: ]\n", (1, 4, 1), "this is not valid YAML: did not find expected node content",
         "compare it with the lines around it"),
    ],
)  # fmt: skip
def test_a_fault_in_yaml_is_told_in_plain_words_where_it_stands(
    text: str, where: tuple[int, int, int], message: str, hint: str
) -> None:
    problem = refused(lambda: parse_yaml(Source("a.yaml", text)))
    assert (place(problem.span), problem.message, problem.hint) == (where, message, hint)


def shape(node: Node) -> object:
    if isinstance(node, Scalar):
        return (node.text, *place(node.span), *(("quoted",) if node.quoted else ()), *((node.tag,) if node.tag else ()))
    if isinstance(node, Listing):
        return [place(node.span), node.tag, *map(shape, node.items)]
    return {"": (*place(node.span), node.tag)} | {key.text: (shape(key), shape(value)) for key, value in node.entries}


def test_every_value_of_yaml_knows_its_text_and_its_place() -> None:
    text = 'one: 010\n\ntwo: !assumed\n  - \'a b\'\n  -   [x,  NO]\nthree: &it "q\\"r"\nfour: |\n  u\n   v\nfive: *it\nsix: ~\n'
    assert shape(parse_yaml(Source("a.yaml", text))) == {
        "": (1, 1, 8, ""),
        "one": (("one", 1, 1, 3), ("010", 1, 6, 3)),
        "two": (
            ("two", 3, 1, 3),
            [(3, 6, 8), "assumed", ("a b", 4, 5, 5, "quoted"), [(5, 7, 8), "", ("x", 5, 8, 1), ("NO", 5, 12, 2)]],
        ),
        "three": (("three", 6, 1, 5), ('q"r', 6, 8, 10, "quoted")),
        "four": (("four", 7, 1, 4), ("u\n v\n", 7, 7, 1, "quoted")),
        "five": (("five", 10, 1, 4), ('q"r', 6, 8, 10, "quoted")),
        "six": (("six", 11, 1, 3), ("~", 11, 6, 1)),
    }
    assert shape(parse_yaml(Source("a.yaml", "# nothing\n"))) == {"": (1, 1, 1, "")}


def test_yaml_is_fifty_deep_and_unfolds_to_a_hundred_thousand_values_at_most() -> None:
    def code(text: str) -> str:
        return refused(lambda: parse_yaml(Source("a.yaml", text))).code

    def deep(count: int) -> str:
        return "[" * count + "x" + "]" * count

    assert isinstance(parse_yaml(Source("a.yaml", deep(50))), Listing)
    assert code(deep(51)) == "too-deep"
    assert isinstance(parse_yaml(Source("a.yaml", f"- &a {deep(40)}\n- {'[' * 9}*a{']' * 9}\n")), Listing)
    assert code(f"- &a {deep(40)}\n- {'[' * 10}*a{']' * 10}\n") == "too-deep", "as deep as what the alias names"
    assert code(f"- &a [{deep(39)}, x]\n- {'[' * 10}*a{']' * 10}\n") == "too-deep", "of its parts, the deepest"
    assert isinstance(parse_yaml(Source("a.yaml", "- x\n" * 99_999)), Listing)
    assert code("- x\n" * 100_000) == "too-many-nodes"


def test_a_mapping_answers_with_values_and_with_keys() -> None:
    node = parse_yaml(Source("a.yaml", "a: 1\nb: 2\n"))
    assert isinstance(node, Mapping)
    assert (node.get("b"), node.key("b"), node.get("c"), node.key("c")) == (*node.entries[1][::-1], None, None)


def test_what_a_message_calls_a_value() -> None:
    def told(text: str, *, quoted: bool = False) -> str:
        return kind(Scalar(text, Span(Source("", "")), quoted))

    assert [told(text) for text in ("", "~", "null", "x")] == ["nothing"] * 3 + ["'x'"]
    assert told("", quoted=True) == "''"
    assert (shortened("a" * 39), shortened("a" * 40)) == ("a" * 39, "a" * 39 + "…")


def test_the_lines_of_a_block_stand_where_they_stand_in_the_file() -> None:
    source = Source("a.yaml", "a:\n  map: |\n    x y\n      z\n")
    block = Scalar("x y\n  z\n", Span(source, 2, 8))
    assert [block_line(block, line) for line in (0, 1)] == [(3, 5), (4, 7)]


def test_a_part_of_a_cell_has_a_place_of_its_own_where_it_stands_as_it_is() -> None:
    source = Source("a.csv", 'name,"one, two\nthree, four",x\nA,"say ""a"", b"\n')
    long = Scalar("one, two\nthree, four", Span(source, 1, 7, 8), True, "t")
    assert shape(part_of(long, 5, 8)) == ("two", 1, 12, 3, "quoted", "t")
    assert shape(part_of(long, 16, 20)) == ("four", 2, 8, 4, "quoted", "t")
    assert shape(part_of(long, 9, 9)) == ("", 1, 16, 1, "quoted", "t")
    doubled = Scalar('say "a", b', Span(source, 3, 4, 10), True)
    assert shape(part_of(doubled, 9, 10)) == ("b", 3, 4, 10, "quoted"), "behind doubled quotes the cell's own"


def test_tables_are_bounded_by_rows_columns_cells_and_letters() -> None:
    source = Source("a.csv", "")
    bounds = (MAX_ROWS, MAX_COLUMNS, MAX_CELLS, MAX_LETTERS)
    too_large(source, *bounds)
    for i, what in enumerate(("50,000 rows", "256 columns", "500,000 cells", "20,000,000 letters")):
        counts = [most + (i == j) for j, most in enumerate(bounds)]
        problem = refused(lambda counts=counts: too_large(source, *counts))  # type: ignore[misc]  # bound at once
        assert problem.message == f"the table has more than {what}"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (",".join(["a"] * 256) + "\n", 256),
        ('"a",' * 255 + '"b"\n', 256),
        (",".join(["a"] * 257) + "\n", None),
        ('"a",' * 256 + '"b"\n', None),
        ("n\n" + "1\n" * 49_999, 1),
        ("n\n" + "1\n" * 50_000, None),
        (("a," * 9 + "a\n") * 50_000, 10),
        (("a," * 9 + "a\n") * 49_999 + "a," * 10 + "a\n", None),
        ("n\n" + "\n,,\n" * 60_000, 1),
    ],
    ids=["256 columns", "in quotes", "257", "257 in quotes", "50,000 rows", "50,001", "500,000 cells", "500,001", "empty"],
)  # fmt: skip
def test_a_table_of_csv_may_be_as_large_as_its_bounds(text: str, rows: int | None) -> None:
    if rows is None:
        assert refused(lambda: parse_csv(Source("a.csv", text))).code == "table-too-large"
    else:
        assert len(parse_csv(Source("a.csv", text)).header) == rows


def test_a_file_without_cells_is_a_table_without_rows() -> None:
    for text in ("", "\n", ",,\n , \n", "sep=;", "sep=;\n"):
        table = parse_csv(Source("a.csv", text), ",;"["sep" in text])
        assert (table.header, tuple(table.rows), str(table.span)) == ((), (), "a.csv:1:1"), text


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a,b;c;d\n", ["a,b", "c", "d"]),
        ("a;b,c\n", ["a", "b,c"]),  # as many of each: the first
        ("a,b;c\n", ["a", "b;c"]),
        ('"a;b;c",d\n', ["a;b;c", "d"]),
        (",,\na,b;c\n", ["a", "b;c"]),
        ("sep=;\na,b;c\n", ["a,b", "c"]),
        (' "sep=,"\na;b;c,d\n', ["a;b;c", "d"]),
        ("sep=|\n", ["sep=|"]),
    ],
)
def test_the_sign_between_cells_is_that_of_the_header(text: str, cells: list[str]) -> None:
    assert [cell.text for cell in parse_csv(Source("a.csv", text)).header] == cells


def test_every_cell_of_csv_knows_its_place_in_the_file() -> None:
    text = 'sep=,\nname , "he ""x"" ll",\n\n a,"\n  b\nc",d ,e\nf\n"",g\n'
    table = parse_csv(Source("a.csv", text))
    assert place(table.span) == (2, 1, 4)
    assert [[(cell.text, *place(cell.span), cell.tag) for cell in row] for row in lines_of(table)] == [
        [("name", 2, 1, 4, ""), ('he "x" ll', 2, 9, 9, ""), ("", 2, 22, 1, "blank")],
        [("a", 4, 2, 1, ""), ("b\nc", 5, 3, 1, ""), ("d", 6, 4, 1, ""), ("e", 6, 7, 1, "")],
        [("f", 7, 1, 1, ""), ("", 7, 1, 1, "blank"), ("", 7, 1, 1, "blank")],
        [("", 8, 2, 1, "blank"), ("g", 8, 4, 1, ""), ("", 8, 4, 1, "blank")],
    ]


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ('a,b\nc,  "d\ne,f\n', (2, 5, 1), "a quote is opened and never closed"),
        ('a,b\n"c" d,e\n', (2, 5, 1), "text stands behind a cell's closing quote"),
        ('a,b\n"c\nd"  e,f\n', (3, 5, 1), "text stands behind a cell's closing quote"),
    ],
)
def test_a_wrong_quote_is_told_where_it_stands(text: str, where: tuple[int, int, int], message: str) -> None:
    problem = refused(lambda: parse_csv(Source("a.csv", text)))
    assert (place(problem.span), problem.message) == (where, message)


def test_white_space_behind_a_quote_parts_no_cells_but_tabs_do() -> None:
    def cells(text: str) -> list[str]:
        return [cell.text for cell in parse_csv(Source("a.tsv", text), "\t").header]

    assert cells('"a" \t\t"b"\t c\n') == ["a", "", "b", "c"]
    assert [cell.text for cell in parse_csv(Source("a.csv", '"a" \t , "b"\n'), ",").header] == ["a", "b"]


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 2_000_003)
    assert len(read_bytes(path, "a.txt", 2_000_003)) == 2_000_003
    problem = refused(lambda: read_bytes(path, "a.txt", 2_000_002))
    assert (problem.code, problem.message, str(problem.span)) == (
        "file-too-large",
        "a.txt is larger than 2 MB",
        "a.txt:1:1",
    )


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 1_000_001)
    size = SimpleNamespace(st_size=0)
    real = os.fstat
    calls: list[int] = []

    def smaller(handle: int) -> object:
        calls.append(handle)  # first whether it is the same file, then how large it is
        return size if len(calls) % 2 == 0 else real(handle)

    monkeypatch.setattr("pnp.source.text_file.os.fstat", smaller)
    assert len(read_bytes(path, "a.txt", 1_000_001)) == 1_000_001
    assert refused(lambda: read_bytes(path, "a.txt", 1_000_000)).code == "file-too-large"


def test_a_file_that_is_exchanged_while_it_is_opened_is_not_read_and_not_left_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("x")
    closed: list[int] = []
    close = os.close

    def noted(handle: int) -> None:
        closed.append(handle)
        close(handle)

    monkeypatch.setattr("pnp.source.text_file.os.close", noted)
    monkeypatch.setattr("pnp.source.text_file.os.path.samestat", lambda *_: False)
    problem = refused(lambda: read_bytes(path, "a.txt"))
    assert (problem.code, len(closed)) == ("unreadable-file", 1)
    assert problem.message.startswith("a.txt cannot be read: ")

    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("pnp.source.text_file.os.path.samestat", interrupted)
    with pytest.raises(KeyboardInterrupt):
        read_bytes(path, "a.txt")
    assert len(closed) == 2


def test_what_is_no_file_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for name in ("none", "file/below"):
        problem = refused(lambda name=name: read_bytes(tmp_path / name, name))  # type: ignore[misc]  # bound at once
        assert (problem.code, problem.message) == ("missing-file", f"{name} does not exist")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "a\0b"):
        problem = refused(lambda path=path: read_bytes(path, "it"))  # type: ignore[misc]  # bound at once
        assert (problem.code, problem.message) == ("unreadable-file", "it cannot be read: it is no ordinary file")
    assert not holds_exactly(tmp_path / "folder", b"")
    assert [holds_exactly(tmp_path / "file", data) for data in (b"x", b"y", b"", b"xy")] == [True, False, False, False]


def test_texts_are_utf_8_or_what_they_say_of_themselves(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfa\r\n\xc3\xab")
    assert read_text(path, "a.txt").text == "a\r\në"
    path.write_bytes(b"a\nb\nc \xeb\n")
    problem = refused(lambda: read_text(path, "a.txt"))
    assert (place(problem.span), problem.message) == ((3, 1, 1), "this is not UTF-8 text")
    assert read_text(path, "a.txt", encoding_of=lambda _: "latin-1").text == "a\nb\nc ë\n"
    problem = refused(lambda: read_text(path, "a.txt", encoding_of=lambda _: "ascii"))
    assert (place(problem.span), problem.message) == (
        (3, 1, 1),
        "this is not text in ascii, as the file says of itself",
    )
    path.write_bytes(b"ab\ncd\x07\n")
    problem = refused(lambda: read_text(path, "a.txt"))
    assert (place(problem.span), problem.message[-8:]) == ((2, 3, 1), "(U+0007)")


def test_files_that_are_looked_through_are_bounded_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [tmp_path / "a", tmp_path / "b"]
    for path in paths:
        path.write_bytes(b"1\r\n2\r\xff")
    assert [source.text for source in read_lossily(paths, str)] == ["1\n2\n�"] * 2
    monkeypatch.setattr("pnp.source.text_file.MOST_TOGETHER", 12)
    assert len(list(read_lossily(paths, str))) == 2
    monkeypatch.setattr("pnp.source.text_file.MOST_TOGETHER", 11)
    problem = refused(lambda: list(read_lossily(paths, lambda path: path.name)))
    assert (problem.message, str(problem.span)) == ("with b, the files here are larger than 0 MB together", "b:1:1")
    assert kept_within(7, 7, "x", 9) == 0
    assert kept_within(9, 2, "x", 9) == 7


@pytest.mark.parametrize(
    ("days", "from_1904", "shown"),
    [
        (0.25, False, "06:00"),
        (0.250011574, False, "06:00:01"),
        (1, False, "1900-01-01"),
        (59, False, "1900-02-28"),
        (60, False, "1900-02-28"),  # Excel counts a day that was not: 29 February 1900
        (61, False, "1900-03-01"),
        (0, True, "1904-01-01"),
        (0.5, True, "1904-01-01 12:00"),
        (61.75, True, "1904-03-02 18:00"),
        (45000.5, False, "2023-03-15 12:00"),
        (45000.999999, False, "2023-03-16"),
        (2_958_465, False, "9999-12-31"),
    ],
)
def test_days_are_told_as_the_calendar_of_a_workbook_has_them(days: float, from_1904: bool, shown: str) -> None:
    assert Dates(from_1904).text(days) == shown


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ("General", "45000", ("45000", "")),
        ("14", "45000", ("2023-03-15", "date")),
        ("22", "45000", ("2023-03-15", "date")),
        ("13", "45000", ("45000", "")),
        ("23", "45000", ("45000", "")),
        ("27", "45000", ("2023-03-15", "date")),
        ("26", "45000", ("45000", "")),
        ("36", "45000", ("2023-03-15", "date")),
        ("37", "45000", ("45000", "")),
        ("45", "45000", ("2023-03-15", "date")),
        ("44", "45000", ("45000", "")),
        ("47", "45000", ("2023-03-15", "date")),
        ("48", "45000", ("45000", "")),
        ("50", "45000", ("2023-03-15", "date")),
        ("49", "45000", ("45000", "")),
        ("58", "45000", ("2023-03-15", "date")),
        ("59", "45000", ("45000", "")),
        ("9", "0.5", ("50%", "")),
        ("10", "0.125", ("12.5%", "")),
        ("8", "0.5", ("0.5", "")),
        ("11", "0.5", ("0.5", "")),
        ("0.0%", "0.125", ("12.5%", "")),
        ('0" %"', "0.5", ("0.5", "")),
        ("0\\%", "0.5", ("0.5", "")),
        ("YYYY", "45000", ("2023-03-15", "date")),
        ("[h]:mm", "0.25", ("06:00", "date")),
        ("[Red]0", "45000", ("45000", "")),
        ("0;d", "45000", ("45000", "")),
        ("_d0*d", "45000", ("45000", "")),
        ("dd", "0", ("00:00", "date")),
        ("dd", "-1", ("-1", "")),
        ("dd", "2958465", ("9999-12-31", "date")),
        ("dd", "2958466", ("2958466", "")),
        ("0", "007", ("7", "")),
        ("0", "0", ("0", "")),
        ("0", "999999999999999", ("999999999999999", "")),
        ("0", "9007199254740993", ("9007199254740992", "")),
        ("0", "1e3", ("1000", "")),
    ],
)
def test_a_number_is_shown_as_its_format_says(code: str, value: str, shown: tuple[str, str]) -> None:
    formats = Formats(("General", code), Dates())
    assert formats.shown(value, "1") == shown
    assert formats.shown("0.5", "0") == formats.shown("0.5", "2") == formats.shown("0.5", "x") == ("0.5", "")


def test_plain_numbers_have_fifteen_digits_and_no_exponent() -> None:
    values = (0.1, 1 / 3, 1e21, -1e21, 0.00001, -0.00001, 123456789012345678, 2.5e-7, 1e15)
    assert [plain_number(value) for value in values] == [
        "0.1", "0.333333333333333", "1000000000000000000000", "-1000000000000000000000", "0.00001", "-0.00001",
        "123456789012345680", "0.00000025", "1000000000000000",
    ]  # fmt: skip
    assert unescaped("a_x0041_b\r\nc\rd_x41_") == "aAb\nc\nd_x41_"


def test_columns_have_letters_as_spreadsheets_have_them() -> None:
    names = {1: "A", 26: "Z", 27: "AA", 52: "AZ", 53: "BA", 702: "ZZ", 703: "AAA", 731: "ABC"}
    assert {number: column_letters(number) for number in names} == names
    assert {column_number(name): name for name in names.values()} == names


def cells_of() -> SheetCells:
    """A sheet without cells yet."""
    return SheetCells("a.xlsx", ["zero", "one"], Formats(("General", "dd"), Dates()))


def one(given: dict[str, str], *inner: tuple[str, str]) -> tuple[str, str] | None:
    """Text and tag of one cell."""
    cells = cells_of()
    cells.start("row", {})
    cells.start("c", given)
    for tag, text in inner:
        cells.start(tag, {})
        cells.letters(text)
        cells.end(tag)
    cells.end("c")
    return cells.grid.rows.get(1, {}).get(1)


@pytest.mark.parametrize(
    ("given", "inner", "found"),
    [
        ({}, [("v", " 7 ")], ("7", "")),
        ({}, [("v", " ")], None),
        ({"s": "1"}, [("v", "2")], ("1900-01-02", "date")),
        ({"t": "s"}, [("v", "1")], ("one", "")),
        ({"t": "s"}, [("v", "")], None),
        ({"t": "b"}, [("v", " 1")], ("TRUE", "")),
        ({"t": "b"}, [("v", "true")], ("TRUE", "")),
        ({"t": "b"}, [("v", "0")], ("FALSE", "")),
        ({"t": "e"}, [("v", "#REF!")], ("#REF!", "error")),
        ({"t": "d"}, [("v", "2026-03-01T00:00:00")], ("2026-03-01", "date")),
        ({"t": "d"}, [("v", "2026-03-01T09:05:00")], ("2026-03-01 09:05:00", "date")),
        ({"t": "str"}, [("v", " a_x0041_ ")], ("aA", "")),
        ({"t": "str"}, [("f", "x"), ("v", "")], None),
        ({"t": "inlineStr"}, [("t", "a"), ("x:t", "b")], ("ab", "")),
        ({}, [("f", "6*2"), ("v", "12")], ("12", "")),
        ({}, [("f", "6*2"), ("v", "")], ("", "formula")),
        ({}, [("f", "6*2")], ("", "formula")),
        ({}, [("v", "12"), ("f", "6*2")], ("12", "")),
    ],
)
def test_a_cell_is_what_its_type_says(
    given: dict[str, str], inner: list[tuple[str, str]], found: tuple[str, str] | None
) -> None:
    assert one(given, *inner) == found


def test_what_helps_to_read_a_text_is_none_of_it() -> None:
    cells = cells_of()
    for tag in ("row", "c", "is"):
        cells.start(tag, {"t": "inlineStr"})
    for tag, text in (("t", "東京"), ("rPh", ""), ("t", "とうきょう"), ("/rPh", ""), ("t", "!")):
        if tag == "/rPh":
            cells.end("x:rPh")
            continue
        cells.start(tag, {})
        cells.letters(text)
        if tag == "t":
            cells.end(tag)
    cells.end("c")
    assert cells.grid.rows == {1: {1: ("東京!", "")}}


def sheet(*cells: tuple[str, str], merged: tuple[str, ...] = ()) -> SheetCells:
    found = cells_of()
    for reference, text in cells:
        found.start("c", {"r": reference, "t": "str"})
        found.start("v", {})
        found.letters(text)
        found.end("v")
        found.end("c")
    for reference in merged:
        found.start("mergeCell", {"ref": reference})
    return found


def test_a_sheet_is_a_table_whose_cells_know_their_names_and_places() -> None:
    cells = sheet(
        ("B2", "name"), ("D2", "x"), ("B5", "Ada\nB"), ("E5", "!"), ("C7", "c"), merged=("B5:B6", "C7:D9", "B5:B7")
    )
    table = table_of(cells.grid, "My 'sheet")
    assert place(table.span) == (2, 1, 1)
    assert table.span.source.text == "\n | name |  | x\n\n\n | Ada B |  |  | !\n\n | Ada B | c | "
    assert [[(cell.text, cell.span.cell, *place(cell.span)) for cell in row if cell.text] for row in lines_of(table)] == [
        [("name", "'My ''sheet'!B2", 2, 4, 4), ("x", "'My ''sheet'!D2", 2, 14, 1)],
        [("Ada\nB", "'My ''sheet'!B5", 5, 4, 5), ("!", "'My ''sheet'!E5", 5, 18, 1)],
        [("Ada\nB", "'My ''sheet'!B7", 7, 4, 5), ("c", "'My ''sheet'!C7", 7, 12, 1)],
    ]  # fmt: skip
    assert [len(row) for row in (table.header, *table.rows)] == [4, 5, 4]
    assert {cell.tag for cell in table.header if not cell.text} == {"blank"}
    empty = table_of(sheet(merged=("A1:A3",)).grid, "Cards")
    assert (empty.header, tuple(empty.rows), empty.span.cell, place(empty.span)) == ((), (), "Cards!A1", (1, 1, 1))


def test_rows_without_numbers_follow_one_another() -> None:
    cells = cells_of()
    for given in ({}, {"r": "4"}, {}, {"r": "x"}):
        cells.start("row", given)
        for text in ("a", "b"):
            cells.start("c", {"t": "str"})
            cells.start("v", {})
            cells.letters(text)
            cells.end("v")
            cells.end("c")
    assert cells.grid.rows == {row: {1: ("a", ""), 2: ("b", "")} for row in (1, 4, 5, 6)}
    assert (cells.grid.count, cells.grid.size) == (8, 8)


@pytest.mark.parametrize("digits", ["0", "1048577", "10000000"])
def test_a_row_that_no_spreadsheet_has_is_refused(digits: str) -> None:
    cells = cells_of()
    cells.start("row", {"r": "1048576"})
    assert cells.row == 1_048_576
    with pytest.raises(ValueError, match=digits):
        cells.start("row", {"r": digits})
