"""Spreadsheets for tests: written by openpyxl as Excel has them, and by hand as other programs do."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl

from pnp.build.build import read_game
from pnp.game.model import Game
from pnp.problems import GameError

from .conftest import GAME, MakeGame

Rows = list[list[Any]]
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def workbook(sheets: dict[str, Rows], merged: dict[str, list[str]] | None = None) -> bytes:
    """What Excel would write: a workbook with these sheets, in order."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        for cells in (merged or {}).get(name, ()):
            sheet.merge_cells(cells)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def handmade(cells: str, sheet: str = "Sheet1", behind: str = "", strings: str = "", prefix: str = "") -> bytes:
    """The least that is an .xlsx file, with the XML of its cells as another program wrote them.

    With a ``prefix`` every element has one, as some libraries write them.
    """
    space = f'xmlns:{prefix[:-1]}="{_MAIN}"' if prefix else f'xmlns="{_MAIN}"'
    p = prefix
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="rId1" Type="{_REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}">'
        f'<Relationship Id="rId1" Type="{_REL}/styles" Target="styles.xml"/>'
        f'<Relationship Id="rId2" Type="{_REL}/worksheet" Target="/xl/worksheets/sheet1.xml"/>'
        f'<Relationship Id="rId3" Type="{_REL}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        "xl/workbook.xml": f'<{p}workbook {space} xmlns:r="{_REL}"><{p}sheets><{p}sheet name="{sheet}" sheetId="1" r:id="rId2"/></{p}sheets></{p}workbook>',
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><numFmts><numFmt numFmtId="164" formatCode="General"/><numFmt numFmtId="165" formatCode="YYYY\\-MM\\-DD"/></numFmts>'
        '<cellStyleXfs><xf numFmtId="165"/></cellStyleXfs><cellXfs><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/></cellXfs></styleSheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{strings}</sst>',
        "xl/worksheets/sheet1.xml": f"<{p}worksheet {space}><{p}sheetData>{cells}</{p}sheetData>{behind}</{p}worksheet>",
    }
    return package({name: _XML + text for name, text in parts.items()})


def package(parts: dict[str, str]) -> bytes:
    """A zip file of texts."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return stream.getvalue()


def replaced(data: bytes, part: str, text: str) -> bytes:
    """The package with another text in one part; that of every sheet, when its name ends so."""
    with ZipFile(BytesIO(data)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    return package({name: text if name.endswith(part) else old for name, old in parts.items()})


def with_table(make_game: MakeGame, file: str, data: str | bytes, heroes: str) -> Game:
    """The tiny game, whose heroes stand in this file; ``heroes`` declares them but for the file."""
    declared = re.sub("heroes: {file.*", f"heroes: {{file: {file}, {heroes}}}", GAME)
    workspace = make_game({"data/tiny/game.yaml": declared})
    path = workspace.root / "data/tiny" / file
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_game(workspace, "tiny")


def faults(make_game: MakeGame, file: str, data: str | bytes, heroes: str) -> list[str]:
    """The same game's problems, as far as it could be read."""
    try:
        found = with_table(make_game, file, data, heroes).warnings
    except GameError as error:
        found = error.problems
    return [str(problem).removeprefix("data/tiny/") for problem in found]


def opendocument(cells: str, sheet: str = "Heroes", before: str = "") -> bytes:
    """The least that is an .ods file, with the XML of one sheet."""
    spaces = " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for prefix, name in (("office", "office"), ("table", "table"), ("text", "text"), ("draw", "drawing"))
    )
    return package({
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": f'{_XML}{before}<office:document-content {spaces} xmlns:calcext="urn:calcext"><office:body><office:spreadsheet>'
        f'<table:table table:name="{sheet}">{cells}</table:table></office:spreadsheet></office:body></office:document-content>',
    })  # fmt: skip
