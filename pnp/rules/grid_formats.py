"""A computed table goes in, text comes out: aligned columns, Markdown, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction

from pnp.problems import one_line, safe_json
from pnp.rules.rates import Rate
from pnp.rules.tables import Grid, shown

_WORDS = 14  # a column wider than this holds words, not numbers


def cells_of(grid: Grid) -> list[list[str]]:
    """Every row as texts, headings left out."""
    return [[str(row[0]), *(shown(value, grid.table.format) for value in row[1:])] for row in grid.rows]


def _rows(grid: Grid) -> list[list[str]]:
    """The headings and every row, each text on one line."""
    return [[one_line(cell) for cell in row] for row in (grid.headings, *cells_of(grid))]


def as_text(grid: Grid) -> str:
    """Aligned columns under a title, the note beneath."""
    rows = _rows(grid)
    widths = [max(len(row[i]) for row in rows) for i in range(len(grid.headings))]
    lines = [aligned(row, widths) for row in rows]
    rule = "  ".join("-" * width for width in widths)
    note = [] if not grid.table.note else ["", grid.table.note]
    return "\n".join([one_line(grid.table.title), "", lines[0], rule, *lines[1:], *note]) + "\n"


def aligned(row: list[str], widths: list[int]) -> str:
    """One row: the first column to the left, the others to the right where they are short."""
    cells = zip(row[1:], widths[1:], strict=True)
    others = [cell.rjust(width) if width <= _WORDS else cell.ljust(width) for cell, width in cells]
    return "  ".join([row[0].ljust(widths[0]), *others]).rstrip()


def as_markdown(grid: Grid) -> str:
    """A Markdown table with its title and note."""

    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    rule = "| --- |" + " ---: |" * (len(grid.headings) - 1)
    head, *rows = _rows(grid)
    body = [line(head), rule, *map(line, rows)]
    note = ["", grid.table.note] if grid.table.note else []
    return "\n".join([f"## {one_line(grid.table.title)}", "", *body, *note]) + "\n"


def as_csv(grid: Grid) -> str:
    """Comma-separated values: a row of headings, then a line a row."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(grid.headings)
    writer.writerows(cells_of(grid))
    return target.getvalue()


def as_json(grid: Grid) -> str:
    """Id, title, note, headings and rows; exact fractions as text such as 79/100, rates with error and games."""

    def plain(value: object) -> object:
        if isinstance(value, Rate):
            return {"share": str(value.share), "error": round(value.error, 4), "games": value.games}
        return str(value) if isinstance(value, Fraction) else value

    data = {
        "id": grid.table.id,
        "title": grid.table.title,
        "note": grid.table.note,
        "headings": list(grid.headings),
        "rows": [[plain(value) for value in row] for row in grid.rows],
    }
    return safe_json(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"


def as_shaded(grid: Grid) -> str:
    """The text, its numbers shaded from the lowest to the highest: for a terminal of 256 colours."""
    head, *rows = _rows(grid)
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [one_line(line) for line in as_text(grid).split("\n")]
    numbers = [value for row in rows for cell in row[1:] if (value := _number(cell)) is not None]
    low, high = min(numbers, default=0.0), max(numbers, default=0.0)
    for line, row in enumerate(rows, 4):
        first = row[0].ljust(widths[0])
        cells = [_shade(cell, width, low, high) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines[line] = "  ".join([first, *cells])
    return "\n".join(lines)


_RAMP = (189, 152, 115, 78, 41)  # pale to strong green in the palette of 256 colours


def _shade(cell: str, width: int, low: float, high: float) -> str:
    text = cell.rjust(width) if width <= _WORDS else cell.ljust(width)
    value = _number(cell)
    if value is None or high <= low:
        return text
    step = min(len(_RAMP) - 1, int((value - low) / (high - low) * len(_RAMP)))
    return f"\x1b[48;5;{_RAMP[step]};38;5;16m{text}\x1b[0m"


def _number(cell: str) -> float | None:
    match = re.match(r"-?\d+(\.\d+)?", cell)
    return float(match[0]) if match else None


FORMATTERS: dict[str, Callable[[Grid], str]] = {"text": as_text, "md": as_markdown, "csv": as_csv, "json": as_json}
