"""A face that shows a board goes in; what no joint of tiles should cut comes out: its hexes, and what is marked.

A template says where its board lies: the element in whose coordinates the field's upper left corner is (0, 0) carries
``data-board``. Anything else to be left whole carries ``data-whole="its name"``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from pnp.board.hex_board import Board
from pnp.faces.face import Face
from pnp.svg.boxes import box_of
from pnp.svg.document import SvgDocument
from pnp.svg.transform import moved_box
from pnp.svg.tree import SvgFault
from pnp.svg.walk import Shown, open_face, shown_in
from pnp.units import Matrix, Rect

BOARD, WHOLE = "data-board", "data-whole"
MOST_THINGS = 500  # marked as whole


class Rank(IntEnum):
    """What an obstacle is: the lower, the worse to cut."""

    PLACE = 0  # a hex of a place
    OPEN_PLACE = 1  # a hex of a place whose kind says ``cut: yes``
    HEX = 2
    THING = 3


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something on a face, by its box there in mm. Its name is that of its place, with the hex's label; or its own.

    A hex of no place has no name, nor has a thing that is only to be left whole where that costs nothing.
    """

    box: Rect
    rank: Rank = Rank.HEX
    name: str = ""


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What stands on a face, and what is not known of it.

    ``lost``: a board is drawn there, and nothing says where. ``shapeless`` are marks on what has no outline,
    ``surplus`` is how many marks are too many.
    """

    items: tuple[Obstacle, ...] = ()
    lost: bool = False
    shapeless: tuple[str, ...] = ()
    surplus: int = 0


def obstacles_on(face: Face, board: Board | None) -> Obstacles:
    """Everything on a face that a joint should not cut; nothing of what is no drawing (the painter says so)."""
    svg = face.svg
    if BOARD not in svg and WHOLE not in svg:
        return Obstacles(lost=board is not None and bool(svg))
    try:
        document, matrix = open_face(svg)
    except SvgFault:
        return Obstacles()
    cells: list[Obstacle] = []
    things: list[Obstacle] = []
    shapeless: list[str] = []
    for shown in shown_in(document, matrix):
        if board and not cells and BOARD in shown.element.attrib:
            cells += _cells(board, shown.matrix)
        if WHOLE in shown.element.attrib:
            name = " ".join(shown.element.attrib[WHOLE].split())
            box = _box(shown, document)
            things += [Obstacle(box, Rank.THING, name)] if box else []
            shapeless += [] if box else [name or shown.element.tag.rpartition("}")[2]]
    kept = tuple(item for item in (*cells, *things[:MOST_THINGS]) if _on(item.box, face))
    return Obstacles(kept, board is not None and not cells, tuple(shapeless), max(0, len(things) - MOST_THINGS))


def _cells(board: Board, matrix: Matrix) -> Iterator[Obstacle]:
    places = {cell: place for place in board.places for cell in place.cells}
    for cell in board.hexes.cells():
        corners = [matrix.apply(x, y) for x, y in board.hexes.corners(cell)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        box = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        place = places.get(cell)
        if place is None:
            yield Obstacle(box)
        else:
            rank = Rank.OPEN_PLACE if place.kind.cut else Rank.PLACE
            yield Obstacle(box, rank, f"{place.name} ({board.hexes.label(cell)})")


def _box(shown: Shown, document: SvgDocument) -> Rect | None:
    """The box of an element's shapes and pictures; how far words reach is not asked."""
    try:
        box = box_of(shown.element, shown.cascade, document)
    except SvgFault:
        return None
    return moved_box(box, shown.matrix) if box else None


def _on(box: Rect, face: Face) -> bool:
    return box.x < face.size.width and box.y < face.size.height and box.right > 0 and box.bottom > 0
