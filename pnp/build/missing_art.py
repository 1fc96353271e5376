"""The files that templates ask for go in; a table of them comes out, and one warning about those that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from pnp.faces.picture_boxes import WantedArt
from pnp.problems import Problem
from pnp.report.report import count
from pnp.units import MM_PER_INCH

DPI = 300
LISTED = 40  # rows under a warning; `pnp list --art` has all


@dataclass(frozen=True, slots=True)
class ArtRow:
    """A file, what shows it ("cards: ada"), the largest box that it fills, in mm, and whether it is there."""

    file: str
    shown_by: str
    width: float
    height: float
    there: bool

    @property
    def pixels(self) -> tuple[int, int]:
        """At 300 dpi, whole pixels."""
        across, down = (ceil(side * DPI / MM_PER_INCH - 0.05) for side in (self.width, self.height))
        return across, down


def art_rows(wanted: Iterable[WantedArt]) -> list[ArtRow]:
    """A row for each file, in the order of their names: as large as the largest box that shows it."""
    boxes: dict[str, list[WantedArt]] = {}
    for item in wanted:
        boxes.setdefault(item.file, []).append(item)
    return [_row(file, boxes[file]) for file in sorted(boxes)]


def _row(file: str, items: Sequence[WantedArt]) -> ArtRow:
    ordered = sorted(items, key=lambda item: (item.component, item.record, item.width, item.height))
    first, faces = ordered[0], {(item.component, item.record) for item in ordered}
    shown = f"{first.component}: {first.record}" if first.record else first.component
    shown += f" and {len(faces) - 1} more" if len(faces) > 1 else ""
    width, height = max(item.width for item in items), max(item.height for item in items)
    return ArtRow(file, shown, width, height, first.there)


def as_table(rows: Sequence[ArtRow]) -> list[str]:
    """Rows of text, their columns aligned."""
    head = ("file", "for", "mm", "pixels at 300 dpi")
    cells = [head, *((row.file, row.shown_by, _mm(row), f"{row.pixels[0]} x {row.pixels[1]}") for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(head))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]


def _mm(row: ArtRow) -> str:
    return f"{row.width:.4g} x {row.height:.4g}"


def missing_art(wanted: Iterable[WantedArt]) -> list[Problem]:
    """One warning for all the files that are not there, with their table; none when all are."""
    missing = [row for row in art_rows(wanted) if not row.there]
    if not missing:
        return []
    more = [f"… and {len(missing) - LISTED} more"] if len(missing) > LISTED else []
    are = "are" if len(missing) > 1 else "is"
    message = f"{count(len(missing), 'picture')} {are} missing, and left out or shown as a placeholder"
    hint = "put the files into the game's folder of templates; pnp list --art prints this table for an illustrator"
    rows = (*as_table(missing[:LISTED]), *more)
    return [Problem("missing-art", message, None, hint, "warning", "art", rows=rows)]
