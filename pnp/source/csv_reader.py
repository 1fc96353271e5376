"""A CSV or TSV file goes in, a SourceTable comes out, or the mistake that keeps it from being read.

What spreadsheets write is read: commas, semicolons or tabs between cells; quotes round cells with commas, quotes and
new lines in them; ``sep=;`` on the first line; UTF-8 with or without a mark, UTF-16 with one; empty cells without end
behind the last that is filled; and the errors that cells showed, since the formulas behind them are gone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.files import Folders
from pnp.problems import Source, Span
from pnp.source.nodes import (
    MAX_COLUMNS,
    SHOWN_ERRORS,
    Node,
    Scalar,
    SourceTable,
    blank_at,
    padded,
    refuse,
    shortened,
    too_large,
)
from pnp.source.text_file import read_bytes, refuse_controls

_DELIMITERS = ",;\t"
_BEHIND = re.compile(r"[ \t]*")
_QUOTED = re.compile(r' *"([^"]*(?:""[^"]*)*)"')
_SEPARATOR = re.compile(r'"?sep=([,;\t])"?')
_LOOKED_AT = 20_000  # letters in which the sign between cells is sought
_LINES_LOOKED_AT = 20
_FORMULA = re.compile(r"=[-+(]{0,9}(?:[A-Z][A-Z.]{1,20}\(|\$?[A-Z]{1,3}\$?[1-9][0-9]{0,6}(?![\w ]))")  # =SUM(, =B2*2
_LINE_ENDS = str.maketrans({"\u2028": " ", "\u2029": " "})  # letters in a cell, but Python would end a line there


def read_csv(path: Path, name: str, within: Folders = ()) -> SourceTable:
    """Read one file; ``name`` is what messages call it. A .tsv file has tabs, a .csv file what its header has."""
    text = _decoded(read_bytes(path, name, within=within), name)
    source = Source(name, text.replace("\r\n", "\n").replace("\r", "\n").translate(_LINE_ENDS))
    refuse_controls(source)
    return parse_csv(source, "\t" if path.suffix.lower() == ".tsv" else "")


def parse_csv(source: Source, delimiter: str = "") -> SourceTable:
    """Parse the text of one file, whose lines end in a line feed each. Raises GameError."""
    start, line = 0, 1
    first = source.text.partition("\n")[0]
    told = _SEPARATOR.fullmatch(first.strip(" "))
    if told is not None:
        delimiter, start, line = told[1], len(first) + 1, 2
    parser = _Parser(source, delimiter or _sniffed(source.text[start:]))
    parser.check(start, line)
    header = next(parser.rows(start, line), None)
    if header is None:
        return SourceTable((), (), Span(source))
    rows = _Rows(parser, start, line, len(header))
    return SourceTable(tuple(header), rows, header[0].span, decimal_comma=parser.delimiter == ";")


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows below the header, parsed as they are asked for: the cells of 10,000 cards would take 20 MB."""

    parser: _Parser
    start: int
    line: int
    width: int

    def __iter__(self) -> Iterator[tuple[Node, ...]]:
        rows = self.parser.rows(self.start, self.line)
        next(rows)
        return (padded(tuple(row), self.width) for row in rows)


def _decoded(data: bytes, name: str) -> str:
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        hint = "give it the ending .xlsx, or save it as CSV"
        refuse("wrong-file", "this is a spreadsheet's own file, not CSV", Span(Source(name, "")), hint)
    utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        shown = data.decode("cp1252", "replace")
        at = shown.rfind("\n", 0, error.start) + 1
        span = Span(Source(name, shown), shown.count("\n", 0, error.start) + 1, error.start - at + 1)
        word = re.split(r"[,;\t\r\n]", shown[max(at, error.start - 20) : error.start + 15])
        example = next((part.strip() for part in word if not part.isascii()), "")
        message = f"this is not UTF-8 text; it may be Windows-1252, where it reads '{shortened(example)}'"
        refuse(
            "not-utf8", message, span, "save it as 'CSV UTF-8' in Excel, or with the character set UTF-8 in LibreOffice"
        )


def _sniffed(text: str) -> str:
    """The sign that stands in most lines: a title above the header has none, and texts have commas as they come.

    Of two as good, the one that parts more lines alike, then that which stands most often in the first line, and first.
    """
    plain = re.sub(r'"[^"]*"', "", text[:_LOOKED_AT])
    lines = [line for line in plain.split("\n") if line.strip(" ")][:_LINES_LOOKED_AT] or [""]

    def rank(sign: str) -> tuple[int, int, int, int]:
        counts = Counter(count for line in lines if (count := line.count(sign)))
        return counts.total(), max(counts.values(), default=0), lines[0].count(sign), -lines[0].find(sign)

    return max(_DELIMITERS, key=rank)


def _tag(text: str) -> str:
    """What a cell shows is an error, or a formula that was saved instead of its value."""
    if text in SHOWN_ERRORS or (not text.strip("#") and len(text) > 2):
        return "error"
    return "formula" if _FORMULA.match(text) else ""


class _Parser:
    """One walk over the text; lines without a quote are split, the others read cell by cell."""

    def __init__(self, source: Source, delimiter: str) -> None:
        self.source = source
        self.text = source.text
        self.delimiter = delimiter
        self.rest = re.compile(f"[{delimiter} \t]*(?=\n|\\Z)")
        self.plain = re.compile(f"[^{delimiter}\n]*")

    def rows(self, position: int, line: int) -> Iterator[list[Scalar]]:
        """Every row that holds anything, from a position at the beginning of a line."""
        while position < len(self.text):
            end = self.text.find("\n", position)
            end = len(self.text) if end < 0 else end
            if '"' in self.text[position:end]:
                cells, position, line = self._quoted_row(position, line)
            else:
                cells = self._plain_row(self.text[position:end], line)
                position, line = end + 1, line + 1
            if any(cell.tag != "blank" for cell in cells):
                yield cells

    def check(self, position: int, line: int) -> None:
        """Raise what reading the rows would raise, and make no cell that need not be made."""
        rows = cells = 0
        while position < len(self.text):
            end = self.text.find("\n", position)
            end = len(self.text) if end < 0 else end
            plain = self._filled(self.text[position:end])
            if '"' in plain:
                row, position, line = self._quoted_row(position, line)
                width, filled = len(row), any(cell.tag != "blank" for cell in row)
            else:
                width, filled = plain.count(self.delimiter) + 1, bool(plain.replace(self.delimiter, "").strip())
                position, line = end + 1, line + 1
            rows, cells = rows + filled, cells + width * filled
            too_large(self.source, rows, width, cells, 0)

    def _plain_row(self, text: str, line: int) -> list[Scalar]:
        cells = []
        column = 1
        for raw in self._filled(text).split(self.delimiter):
            cells.append(self._cell(raw, line, column))
            column += len(raw) + 1
        return cells

    def _filled(self, line: str) -> str:
        """A line without the empty cells at its end where there are too many: a spreadsheet may write 16,384."""
        if line.count(self.delimiter) < MAX_COLUMNS:
            return line
        return line.rstrip(self.delimiter + " ") or line[:1]

    def _cell(self, raw: str, line: int, column: int) -> Scalar:
        """A cell from its text as it stands in the file; white space round it is not its own."""
        text = raw.strip()
        if not text:
            return blank_at(Span(self.source, line, column, max(1, len(raw))))
        if text != raw:
            column += len(raw) - len(raw.lstrip())
        tag = _tag(text) if text[0] in "#=" else ""
        return Scalar(text, Span(self.source, line, column, len(text)), True, tag)

    def _quoted_row(self, position: int, line: int) -> tuple[list[Scalar], int, int]:
        """The cells of one row, the position behind it, and the line that stands there."""
        cells: list[Scalar] = []
        first = position  # of the line
        while True:
            match = _QUOTED.match(self.text, position)
            if match is None:
                match = self.plain.match(self.text, position)
                assert match is not None, "the pattern matches nothing, too"
                if match[0].lstrip(" ").startswith('"'):
                    self._never_closed(line, match.end() - len(match[0].lstrip(" ")) - first + 1)
                cells.append(self._cell(match[0], line, position - first + 1))
                position = match.end()
            else:
                cells.append(self._unquoted(match, line, first))
                position = _behind(self.text, match.end(), self.delimiter)
                if "\n" in match[0]:
                    line += match[0].count("\n")
                    first = match.start() + match[0].rfind("\n") + 1
            if position >= len(self.text) or self.text[position] == "\n":
                return cells, position + 1, line + 1
            if self.text[position] != self.delimiter:
                span = Span(self.source, line, position - first + 1)
                hint = 'write "" for a quote inside a cell that stands in quotes'
                refuse("csv-syntax", "text stands behind a cell's closing quote", span, hint)
            position += 1
            if len(cells) == MAX_COLUMNS and (rest := self.rest.match(self.text, position)):  # empty cells to its end
                return cells, rest.end() + 1, line + 1
            too_large(self.source, 0, len(cells) + 1, 0, 0)

    def _unquoted(self, match: re.Match[str], line: int, first: int) -> Scalar:
        """What stands between quotes, two quotes for one; the place is that of the text, not of the quote."""
        raw = match[1]
        text = raw.replace('""', '"').strip()
        skipped = raw[: len(raw) - len(raw.lstrip())]
        line += skipped.count("\n")
        start = match.start(1) + len(skipped)
        column = start - max(first, self.text.rfind("\n", first, start) + 1) + 1
        if not text:
            return blank_at(Span(self.source, line, max(1, column)))
        tag = _tag(text) if text[0] in "#=" else ""
        return Scalar(text, Span(self.source, line, column, len(text.partition("\n")[0])), quoted=True, tag=tag)

    def _never_closed(self, line: int, column: int) -> None:
        hint = "close it with the same quote, in front of the next comma or line"
        span = Span(self.source, line, column)
        refuse("csv-syntax", "a quote is opened and never closed", span, hint)


def _behind(text: str, position: int, delimiter: str) -> int:
    """Past the white space behind a closing quote, unless that is what parts the cells."""
    match = _BEHIND.match(text, position)
    end = match.end() if match else position
    tab = text.find("\t", position, end) if delimiter == "\t" else -1
    return tab if tab >= 0 else end
