"""A component's ``shape``, ``cut-line`` and sizes go in; its Shape comes out, and the trims that it asks for."""

from __future__ import annotations

from collections.abc import Mapping as Lookup

from pnp.schema.read import Reader
from pnp.shapes.piece_shape import RECTANGLE, CutLine, Shape, fits, hex_size, parse_shape
from pnp.source.nodes import Mapping, Scalar
from pnp.units import Size, parse_length


def read_shape(
    reader: Reader, node: Mapping, given: Lookup[str, object], sizes: dict[str, Size]
) -> tuple[Shape, dict[str, Size]]:
    """The shape, and the trim for each paper: of a hex with one measure, that across its flats, the other follows."""
    if given["shape"] is None:
        return RECTANGLE, sizes
    span = (node.get("shape") or node).span
    try:
        shape = parse_shape(str(given["shape"]))
    except ValueError as error:
        hint = "see the list of shapes in docs/game.md; between braces, a polygon stands in quotes"
        reader.problem("bad-shape", f"shape: {error}", span, hint)
        return RECTANGLE, sizes
    trims = {paper: _trim(shape, size, _measures(node, paper)) for paper, size in sizes.items()}
    for size in trims.values():
        wrong = fits(shape, size)
        if wrong:
            code = "bad-size" if shape.kind == "circle" or shape.hexagonal else "bad-shape"
            place = (node.get("size") or node).span if code == "bad-size" else span
            reader.problem(code, wrong, place, _cure(shape, size))
            break
    return shape, trims


def read_cut_line(given: Lookup[str, object], shape: Shape) -> CutLine:
    """How sheets draw the line a piece is cut along: outside the cut, unless it is a rectangle, which marks say."""
    said = given["cut-line"]
    if said is None:
        return "none" if shape.kind == "rectangle" else "outside"
    return said  # type: ignore[return-value]  # one of three, the reader saw to it


def _measures(node: Mapping, paper: str) -> str:
    """The size for a paper as it is written."""
    size = node.get("size")
    written = size.get(paper) if isinstance(size, Mapping) else size
    return written.text if isinstance(written, Scalar) else ""


def _trim(shape: Shape, size: Size, written: str) -> Size:
    if not shape.hexagonal:
        return size
    try:
        parse_length(written)  # one measure alone
    except ValueError:
        return size
    return hex_size(shape, size.height)


def _cure(shape: Shape, size: Size) -> str:
    if shape.kind == "circle":
        return "give its diameter, such as size: 25"
    if shape.hexagonal:
        flats = size.height if shape.kind == "hex flat" else size.width
        return f"give the distance across the flats alone, such as size: {flats:g}"
    if shape.kind == "rounded":
        return "make the radius smaller, or the piece larger"
    return "points are mm from the trim's upper left corner: make the size larger, or move the point"
