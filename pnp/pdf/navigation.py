"""Sheets and their pages' references go in; the outline, and the links of each page, come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pnp.impose.sheet import Sheet
from pnp.pdf.file import PdfFile, literal
from pnp.units import POINTS_PER_MM

Target = tuple[object, ...]


@dataclass
class _Entry:
    """A line of the outline, and those below it."""

    title: str
    target: Target
    inner: list[_Entry] = field(default_factory=list)


def points(mm: float) -> float:
    """Millimetres in points, to four decimals."""
    return round(mm * POINTS_PER_MM, 4)


def targets(sheets: Sequence[Sheet], pages: Sequence[str]) -> Mapping[str, Target]:
    """Where every anchor is: the page, and how far up."""
    return {
        anchor.name: (page, "/XYZ", 0, points(sheet.size.height - anchor.y), 0)
        for sheet, page in zip(sheets, pages, strict=True)
        for anchor in sheet.anchors
    }


def links(sheet: Sheet, known: Mapping[str, Target]) -> list[object]:
    """The annotations of a sheet's links."""
    top = sheet.size.height
    return [
        {
            "Type": "/Annot",
            "Subtype": "/Link",
            "Border": [0, 0, 0],
            "Dest": known[link.target],
            "Rect": [*map(points, (link.rect.x, top - link.rect.bottom, link.rect.right, top - link.rect.y))],
        }
        for link in sheet.links
    ]


def outline(file: PdfFile, sheets: Sequence[Sheet], pages: Sequence[str], known: Mapping[str, Target]) -> str:
    """The outline's reference: bookmarked sheets and titled anchors, by their levels. Empty when there are none."""
    top: list[_Entry] = []
    for sheet, page in zip(sheets, pages, strict=True):
        if sheet.bookmark:
            top.append(_Entry(sheet.bookmark, (page, "/Fit")))
        for anchor in sheet.anchors:
            if anchor.title:
                _siblings(top, anchor.level).append(_Entry(anchor.title, known[anchor.name]))
    if not top:
        return ""
    root = file.promise()
    first, last = _write(file, top, root)
    return file.put({"Type": "/Outlines", "First": first, "Last": last, "Count": len(top)}, root)


def _siblings(entries: list[_Entry], level: int) -> list[_Entry]:
    for _ in range(level):
        entries = entries[-1].inner if entries else entries
    return entries


def _write(file: PdfFile, entries: Sequence[_Entry], parent: str) -> tuple[str, str]:
    """Entries of one parent, closed; the references of the first and the last."""
    own = [file.promise() for _ in entries]
    for i, (entry, reference) in enumerate(zip(entries, own, strict=True)):
        line: dict[str, object] = {"Title": literal(entry.title), "Parent": parent, "Dest": entry.target}
        if i:
            line["Prev"] = own[i - 1]
        if i + 1 < len(own):
            line["Next"] = own[i + 1]
        if entry.inner:
            first, last = _write(file, entry.inner, reference)
            line |= {"First": first, "Last": last, "Count": -len(entry.inner)}
        file.put(line, reference)
    return own[0], own[-1]
