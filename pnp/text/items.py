"""Parsed paragraphs go in; what a box sets comes out: rows of fragments, the labels of lists, the white between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.text.breaks import Fragment
from pnp.text.flow import set_lines
from pnp.text.lines import Line, Stretch
from pnp.text.markup import BULLET, Paragraph, Piece
from pnp.text.measure import Measure
from pnp.text.words import rows_of

PARAGRAPH_GAP = 0.45  # of the line pitch, between paragraphs
ITEM_GAP = 0.15  # the same between the items of a list
LABEL_GAP = 0.45  # em between an item's label and its text


@dataclass(frozen=True, slots=True)
class Item:
    """A paragraph measured. ``rows`` end where a line must; ``label`` stands in the ``indent`` (em) of a list.

    ``after`` is the white below, as a share of the line pitch.
    """

    rows: tuple[tuple[Fragment, ...], ...]
    label: Piece | None = None
    indent: float = 0.0
    after: float = 0.0


def measure_items(paragraphs: Sequence[Paragraph], measure: Measure, language: str) -> list[Item]:
    """Measure a text's paragraphs; with a language, their words are cut where they may be hyphenated."""
    if len(paragraphs) == 1 and not paragraphs[0].label:  # nearly every text of a face
        return [Item(tuple(rows_of(paragraphs[0].pieces, measure, language)))]
    indents = {
        kind: max((measure.piece(label_of(item, measure)) for item in paragraphs if _kind(item) == kind), default=0.0)
        for kind in ("bullets", "numbers")
    }
    last, items = len(paragraphs) - 1, []
    for i, paragraph in enumerate(paragraphs):
        rows = tuple(rows_of(paragraph.pieces, measure, language))
        gap = (
            ITEM_GAP if i < last and paragraph.label and _kind(paragraphs[i + 1]) == _kind(paragraph) else PARAGRAPH_GAP
        )
        after = gap if i < last else 0.0
        if paragraph.label:
            items.append(Item(rows, label_of(paragraph, measure), indents[_kind(paragraph)] + LABEL_GAP, after))
        else:
            items.append(Item(rows, after=after))
    return items


def label_of(paragraph: Paragraph, measure: Measure) -> Piece:
    """An item's number, or its bullet: a dash where no font has one."""
    label = paragraph.label
    if label == BULLET and measure.fonts.missing(label, measure.family, bold=True, italic=measure.italic):
        label = "-"
    return Piece(label, bold=True)  # a bullet of regular weight is a speck in many fonts


def _kind(paragraph: Paragraph) -> str:
    return "" if not paragraph.label else "bullets" if paragraph.label == BULLET else "numbers"


def set_item(item: Item, measure: Measure, limit: float, *, justify: bool) -> list[Line]:
    """Set an item ``limit`` em wide in as few lines as can be; its label stands beside the first."""
    lines: list[Line] = []
    inner = max(1e-6, limit - item.indent)
    for row in item.rows:
        lines += set_lines(row, lambda row=row: row, measure, inner, justify=justify, fewest=True) or [Line((), 0.0)]  # type: ignore[misc]
    if item.label:
        label = Stretch(item.label, 0.0, measure.piece(item.label))
        lines = [_indented(line, item.indent) for line in lines]
        lines[0] = lines[0]._replace(stretches=(label, *lines[0].stretches))
    if item.after:
        lines[-1] = lines[-1]._replace(after=item.after)
    return lines


def _indented(line: Line, by: float) -> Line:
    return Line(tuple([item._replace(x=item.x + by) for item in line.stretches]), line.width + by)
