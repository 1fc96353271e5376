"""Collections from .ods: of LibreOffice, odfpy and others; cells are named as in a spreadsheet, and bounds hold."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from pnp.problems import GameError, describe
from pnp.source.ods import read_ods

from .conftest import ROOT, MakeGame
from .spreadsheets import faults, opendocument, package, replaced, with_table

FIELDS = "fields: {name: text, health: int 1..20, story: markup?}"
MATERIAL = ROOT / "tests/material/tables"


def text(words: str, **attributes: str) -> str:
    """A cell with a text."""
    more = "".join(f' table:{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<table:table-cell office:value-type="string"{more}><text:p>{words}</text:p></table:table-cell>'


def number(value: str, more: str = "") -> str:
    """A cell with a number, which may be shown otherwise."""
    return f'<table:table-cell office:value-type="float" office:value="{value}"{more}><text:p>{value},-</text:p></table:table-cell>'


def row(*cells: str, times: str = "") -> str:
    said = f' table:number-rows-repeated="{times}"' if times else ""
    return f"<table:table-row{said}>{''.join(cells)}</table:table-row>"


EMPTY = '<table:table-cell table:number-columns-repeated="16384"/>'
HEAD = row(text("name"), text("health"), text("story"))


def cells_of(tmp_path: Path, rows: str) -> list[list[tuple[str, str, str]]]:
    """Text, tag and name of every cell."""
    (tmp_path / "x.ods").write_bytes(opendocument(rows, "S"))
    with read_ods(tmp_path / "x.ods", "x.ods") as book:
        table = book.table("S")
    return [[(getattr(c, "text", ""), c.tag, c.span.cell) for c in line] for line in (table.header, *table.rows)]


def test_the_same_deck(make_game: MakeGame) -> None:
    rows = HEAD + row(text("Ada"), number("12")) + row(text("Bo"), number("7"), text("Keeps **{{ health }}** bees."))
    heroes = with_table(make_game, "h.ods", opendocument(rows), FIELDS).collections["heroes"]
    assert [(hero.id, hero["health"], hero["story"]) for hero in heroes] == [
        ("ada", 12, None),
        ("bo", 7, "Keeps **7** bees."),
    ]


def test_what_repeats_is_written_out_and_gaps_are_passed_over(tmp_path: Path) -> None:
    rows = (
        row(EMPTY, times="4")
        + row(
            '<table:table-cell table:number-columns-repeated="2"/>', text("a"), text("b", number_columns_repeated="3")
        )
        + row('<table:table-cell table:number-columns-repeated="2"/>', number("1"), times="2")
        + row(EMPTY, times="1048569")
    )
    found = cells_of(tmp_path, rows)
    assert [cell for cell in found[0] if cell[0]] == [
        ("a", "", "S!C5"),
        ("b", "", "S!D5"),
        ("b", "", "S!E5"),
        ("b", "", "S!F5"),
    ]
    assert [(line[2][0], line[2][2]) for line in found[1:]] == [("1", "S!C6"), ("1", "S!C7")]


def test_a_text_is_what_was_typed(tmp_path: Path) -> None:
    """Paragraphs and breaks are lines; counted spaces and tabs count; notes, comments and reading aids do not."""
    cell = (
        '<table:table-cell office:value-type="string"><office:annotation><text:p>a comment</text:p></office:annotation>'
        '<text:p>one<text:s text:c="2"/><text:span>two\n  <text:span>three</text:span></text:span><text:line-break/>four</text:p>'
        '<text:p/><text:p><text:a>five</text:a><text:ruby><text:ruby-base>六</text:ruby-base><text:ruby-text>roku</text:ruby-text></text:ruby></text:p>'
        "</table:table-cell>"
    )  # fmt: skip
    assert cells_of(tmp_path, row(cell))[0][0][0] == "one  two three\nfour\n\nfive六"


def test_values_are_what_they_hold_not_what_they_show(tmp_path: Path) -> None:
    cells = [
        number("2.50"),
        '<table:table-cell office:value-type="percentage" office:value="0.125"><text:p>13%</text:p></table:table-cell>',
        '<table:table-cell office:value-type="currency" office:currency="EUR" office:value="3"><text:p>3,00 €</text:p></table:table-cell>',
        '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>',
        '<table:table-cell office:value-type="date" office:date-value="2026-02-01T00:00:00"><text:p>1. Feb</text:p></table:table-cell>',
        '<table:table-cell office:value-type="date" office:date-value="2026-02-01T09:30:00"><text:p>1. Feb</text:p></table:table-cell>',
        '<table:table-cell office:value-type="time" office:time-value="PT09H05M00S"><text:p>9:05</text:p></table:table-cell>',
        '<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"><text:p>2</text:p></table:table-cell>',
        '<table:table-cell table:formula="of:=1+1"/>',
        '<table:table-cell table:formula="of:=TRUE()" office:value-type="float" office:value="1"><text:p>TRUE</text:p></table:table-cell>',
        '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>',
        '<table:table-cell table:formula="of:=foo()" office:value-type="float" office:value="0"><text:p>Err:508</text:p></table:table-cell>',
        '<table:table-cell table:formula="of:=x" office:value-type="string"><text:p>#REF!</text:p></table:table-cell>',
        '<table:table-cell table:formula="of:=x" office:value-type="string"><text:p>#1 hero</text:p></table:table-cell>',
        '<table:table-cell office:value-type="string" office:string-value="held"/>',
        "<table:covered-table-cell><text:p>covered</text:p></table:covered-table-cell>",
        '<table:table-cell><draw:frame><draw:image/></draw:frame></table:table-cell>',
        text("last"),
    ]  # fmt: skip
    assert [cell[:2] for cell in cells_of(tmp_path, row(*cells))[0]] == [
        ("2.5", ""), ("12.5%", ""), ("3", ""), ("TRUE", ""), ("2026-02-01", "date"), ("2026-02-01 09:30", "date"), ("09:05", "date"),
        ("2", ""), ("", "formula"), ("TRUE", ""), ("#DIV/0!", "error"), ("Err:508", "error"), ("#REF!", "error"), ("#1 hero", ""), ("held", ""), ("", "blank"), ("", "picture"),
        ("last", ""),
    ]  # fmt: skip


def test_merged_cells_count_for_every_row(tmp_path: Path) -> None:
    rows = (
        row(text("a"), text("b"))
        + row(text("x", number_rows_spanned="3"), text("1"))
        + row("<table:covered-table-cell/>", text("2"))
        + row("<table:covered-table-cell/>")
        + row('<table:table-cell/>', text("4"))
    )  # fmt: skip
    assert [[cell[0] for cell in line] for line in cells_of(tmp_path, rows)[1:]] == [["x", "1"], ["x", "2"], ["", "4"]]


def test_each_mistake_is_named_at_its_cell(make_game: MakeGame) -> None:
    rows = HEAD + row(text("Ada"), number("21")) + row(text("Bo"), EMPTY)
    assert faults(make_game, "h.ods", opendocument(rows, "My Heroes"), FIELDS) == [
        "h.ods:'My Heroes'!B2: error: health: 21 is more than 20, the most it may be",
        "h.ods:'My Heroes'!B3: error: health: expected a whole number from 1 to 20, found nothing",
    ]
    with pytest.raises(GameError) as caught:
        with_table(make_game, "h.ods", opendocument(rows), FIELDS)
    assert describe(caught.value.problems[0]).splitlines()[1:3] == ["    Ada | 21 | ", "          ^^"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this cannot be read as an .ods file"),
        (package({"x": ""}), "this cannot be read as an .ods file"),
        (opendocument("<table:table-row>"), "this cannot be read as an .ods file"),
        (opendocument(HEAD, before='<!DOCTYPE x [<!ENTITY a "b">]>'), "the file declares a document type or entities, which no spreadsheet does"),
        (opendocument(row(text("x", number_columns_repeated="16384"), times="1048576")), "the table has more than 500,000 cells"),
        (opendocument(row(text("x", number_columns_repeated="300"))), "the table has more than 256 columns"),
        (opendocument(row(text("x", number_columns_repeated="99999"))), "this cannot be read as an .ods file"),
        (opendocument(row(text("x", number_columns_repeated="-1"))), "this cannot be read as an .ods file"),
        (opendocument(row(text("x"), times="99999999999")), "this cannot be read as an .ods file"),
        (opendocument(row(EMPTY, times="1048576") * 2), "this cannot be read as an .ods file"),
        (opendocument(row(text("x"), times="60000")), "the table has more than 50,000 rows"),
        (opendocument(row(text("x" * 1_000_000), times="30")), "the table has more than 20,000,000 letters"),
        (opendocument(row(text('x<text:s text:c="9999999"/>y'))), "this cannot be read as an .ods file"),
        (opendocument(row(text('<text:s text:c="10000"/>' * 3_000 + "y"))), "the table has more than 20,000,000 letters"),
        (opendocument(row(text(" " * 65_000_000))), "h.ods unpacks to more than can be read"),
    ],
    ids=["empty", "another zip", "torn", "entities", "cells", "columns", "beyond", "negative", "endless", "two sheets of rows", "rows", "letters", "spaces", "spaces and spaces", "bomb"],
)  # fmt: skip
def test_what_is_no_spreadsheet_or_too_large_is_refused(make_game: MakeGame, data: bytes, said: str) -> None:
    (problem,) = faults(make_game, "h.ods", data, FIELDS)
    assert problem.replace("data/tiny/", "").endswith(f"error: {said}")


def test_sheets_are_chosen_by_name_and_tables_in_tables_are_none(tmp_path: Path, make_game: MakeGame) -> None:
    inner = f'<table:table-cell><table:table table:name="Inner">{row(text("no"))}</table:table></table:table-cell>'
    one = opendocument(row(text("name"), text("health"), inner) + row(text("Ada"), number("3")), "Heroes")
    (tmp_path / "x.ods").write_bytes(one)
    with read_ods(tmp_path / "x.ods", "x.ods") as book:
        assert list(book.sheets) == ["Heroes"]
    with ZipFile(BytesIO(one)) as archive:
        content = archive.read("content.xml").decode()
    behind = f'</table:table><table:table table:name="Cards">{row(text("anything"))}</table:table></office:spreadsheet>'
    two = replaced(one, "content.xml", content.replace("</table:table></office:spreadsheet>", behind))
    assert len(with_table(make_game, "h.ods", two, FIELDS).collections["heroes"]) == 1
    assert faults(make_game, "h.ods", two, f"sheet: Kards, {FIELDS}") == [
        "game.yaml:7:32: error: sheet: there is no sheet 'Kards' in 'h.ods'"
    ]


def test_a_file_with_a_password_is_refused(make_game: MakeGame) -> None:
    """LibreOffice packs the encrypted parts as if they were stored: what comes out is no XML."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", bytes(range(256)) * 4)
    (problem,) = faults(make_game, "h.ods", stream.getvalue(), FIELDS)
    assert problem == "h.ods:1:1: error: this cannot be read as an .ods file"
