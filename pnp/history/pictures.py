"""Pieces before and after go in, inline SVG comes out: each side drawn with its own game's colours, icons and fonts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.faces.face import Face
from pnp.history.changes import Alteration
from pnp.history.compare import Difference
from pnp.history.stock import Piece, Stock
from pnp.web.drawings import WebDrawings


@dataclass(frozen=True, slots=True)
class Pictures:
    """One side of one piece, before and after; None where it was not, or is no more."""

    caption: str
    before: str | None
    after: str | None


def draw_pieces(
    difference: Difference, before: WebDrawings | None, after: WebDrawings | None
) -> Iterator[tuple[str, list[Pictures]]]:
    """Every altered piece's faces that differ, component by component, under the component's title."""
    changes = difference.changes
    for name in dict.fromkeys(item.component for item in changes.of("changed", "new", "gone")):
        items = [item for item in changes.of("changed", "new", "gone") if item.component == name]
        pictures = [
            shown for item in items for shown in _sides(item, difference.old.stock, difference.new.stock, before, after)
        ]
        if pictures:
            yield changes.titles[name], pictures


def _sides(
    item: Alteration, old: Stock | None, new: Stock | None, before: WebDrawings | None, after: WebDrawings | None
) -> Iterator[Pictures]:
    was = old.pieces.get((item.component, item.record)) if old else None
    now = new.pieces.get((item.component, item.record)) if new else None
    for side in range(2):
        left, right = _face(was, side), _face(now, side)
        if left is None and right is None:
            continue
        if was and now and left and right and was.looks[side].hash == now.looks[side].hash:
            continue
        caption = ", ".join(filter(None, (item.name, "back" if side else "")))
        yield Pictures(
            caption,
            before.svg(left, f"{caption or item.component}, before") if before and left else None,
            after.svg(right, f"{caption or item.component}, after") if after and right else None,
        )


def _face(piece: Piece | None, side: int) -> Face | None:
    faces = piece.pair.faces if piece else ()
    return faces[side] if side < len(faces) else None
