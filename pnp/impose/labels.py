"""Pieces and label stock go in; sheets come out on which each piece lies on a label, or that show where labels lie."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.faces.face import Face
from pnp.game.label_stock import LabelStock
from pnp.impose.cutting import Line
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf
from pnp.impose.marks import lines_svg
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.impose.tile_text import paragraph, text_svg
from pnp.units import Matrix, Rect, mm

_FIT = 0.05  # mm by which a piece may be larger than its label: an inch is often called 25.4 or 25
_LINE = 0.2


def impose_labels(pieces: Sequence[CutPiece], stock: LabelStock, label: str) -> list[Leaf]:
    """Each side of each piece in the middle of a label of its own, row by row: a back is stuck on, too.

    The art runs on past the cut where it has bleed, halfway to the next label at most. Raises ValueError for a piece
    that is larger than the label, or of another shape.
    """
    faces = [face for piece in pieces for face in (piece.front, piece.back) if face]
    for face in faces:
        _check(face, stock)
    dies = list(stock.places())
    return [
        _leaf(faces[start : start + stock.count], dies, stock, label) for start in range(0, len(faces), stock.count)
    ]


def _check(face: Face, stock: LabelStock) -> None:
    """Refuse what the die would cut otherwise than its designer meant."""
    size, label = face.size, stock.label
    what = f"{stock.name} has {_shape(stock)}"
    if face.shape.kind.replace("rounded", "rectangle") != stock.shape:
        raise ValueError(f"a piece that is a {face.shape} cannot be a label: {what}")
    if not any(
        size_.width <= label.width + _FIT and size_.height <= label.height + _FIT for size_ in (size, size.turned)
    ):
        raise ValueError(f"a piece of {size.width:g} x {size.height:g} mm is larger than a label: {what}")


def _shape(stock: LabelStock) -> str:
    if stock.shape == "circle":
        return f"round ones of {stock.label.width:.4g} mm"
    return f"{stock.label.width:.4g} x {stock.label.height:.4g} mm"


def _leaf(faces: Sequence[Face], dies: Sequence[Rect], stock: LabelStock, label: str) -> Leaf:
    placed = tuple(_place(face, die, stock) for face, die in zip(faces, dies, strict=False))
    trim = dies[0].union(dies[len(placed) - 1])
    for place in placed:
        trim = trim.union(place.trim)
    front = Sheet(stock.sheet, placed, trim, trim, f"{label}, on {stock.name}")
    return Leaf(front)


def _place(face: Face, die: Rect, stock: LabelStock) -> Placement:
    """A face in the middle of a label, a quarter turn round where it fits only so."""
    size, label = face.size, stock.label
    turned = size.width > label.width + _FIT or size.height > label.height + _FIT
    width, height = (size.height, size.width) if turned else (size.width, size.height)
    x, y = die.x + (die.width - width) / 2, die.y + (die.height - height) / 2
    matrix = Matrix.translation(x, y + height) @ Matrix.quarter_turns(3) if turned else Matrix.translation(x, y)
    art = Rect(x, y, width, height).outset(face.bleed)
    gap = stock.gap
    reach = Rect(die.x - gap.width / 2, die.y - gap.height / 2, die.width + gap.width, die.height + gap.height)
    left, top = max(art.x, reach.x), max(art.y, reach.y)
    shown = Rect(left, top, min(art.right, reach.right) - left, min(art.bottom, reach.bottom) - top)
    return Placement(face, matrix, Clip(shown, face.shape.kind == "circle"))


def outline_page(stock: LabelStock, label: str, family: str) -> Leaf:
    """Where the labels of a sheet lie, as lines, with a cross in the middle of each: to be printed on plain paper."""
    dies = list(stock.places())
    parts, crosses = [], list[Line]()
    for die in dies:
        x, y = die.x + die.width / 2, die.y + die.height / 2
        crosses += [(x - 1.5, y, x + 1.5, y), (x, y - 1.5, x, y + 1.5)]
        if stock.shape == "circle":
            shape = f'<circle cx="{mm(x)}" cy="{mm(y)}" r="{mm(die.width / 2)}"'
        else:
            shape = f'<rect x="{mm(die.x)}" y="{mm(die.y)}" width="{mm(die.width)}" height="{mm(die.height)}"'
        parts.append(f'{shape} fill="none" stroke="#000000" stroke-width="{_LINE}"/>')
    parts.append(lines_svg(crosses, 0.15))
    parts.append(_words(dies, stock, family))
    whole = Rect(0, 0, stock.sheet.width, stock.sheet.height)
    return Leaf(
        Sheet(stock.sheet, (), whole, whole, label, overlay="".join(parts), measure=f"{stock.name}, {_shape(stock)}")
    )


def _words(dies: Sequence[Rect], stock: LabelStock, family: str) -> str:
    """What to do with the page, on the first label that has the room; else above all of them."""
    lines = ["Print on plain paper,", "hold it on the labels", "against the light."]
    die = dies[0]
    size = min(3.2, (die.height / 2 - 2) / 4.2, die.width * 0.8 / (0.5 * len(lines[1])))
    if size >= 1.5:
        return paragraph(lines, die.x + die.width / 2, die.y + die.height / 2 + 1.5 + size, family, size)
    y = min(die.y for die in dies) - 3
    return text_svg(" ".join(lines), stock.sheet.width / 2, y, family, 2.6, bold=False)
