"""A gradient or a pattern and the box it fills go in; a shading with its matrix, or tiles laid out, come out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, hypot

from pnp.paint.context import DrawContext
from pnp.pdf.drawing import Form, Shading, matrix_operator
from pnp.pdf.pen import Pen
from pnp.svg.boxes import coordinate
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Solid
from pnp.svg.lengths import fraction
from pnp.svg.style import check_element
from pnp.svg.transform import cuts_off, fit, invert, moved_box, parse_transform, view_box
from pnp.svg.tree import LINE_MARK, Element, SvgFault, local
from pnp.units import Matrix, Rect

MAX_REPEATS = 500  # of a gradient
MAX_STOPS = 10_000  # of all its turns together
STOPS = 30  # that are laid in bands for the effort of one element
MAX_TILES = 40_000
_SPREADS = ("pad", "reflect", "repeat")
MAX_CONE = 100  # of one that does so in a cone, either way
MOST_BANDS = 32  # as many parts is a repeating gradient laid in
_APART = 5e-3  # of its radius: circles no further apart are one
_NEAR = 1e-4  # of a gradient's length: stops no further apart stand at one place, for no reader tells them apart
_GRAIN = 1e-6

Stop = tuple[float, tuple[float, ...]]
Laid = tuple[tuple[float, ...], list[Stop]]  # a band's coordinates and its stops


@dataclass(frozen=True, slots=True)
class Gradient:
    """Shadings in the user's space under ``matrix``; all of one opacity, or veiled by others in grey.

    There is one, unless it repeats: then each lies over the ones before it, from its own beginning on.
    """

    shadings: tuple[Shading, ...]
    matrix: Matrix
    fade: float
    veils: tuple[Shading, ...]


def read_gradient(
    element: Element, context: DrawContext, cascade: Cascade, box: Rect, area: Rect
) -> Gradient | Solid | None:
    """The gradient as it lies on a box, over an area if it repeats; one colour, or None on a flat box."""
    check_element(element, local(element.tag), context.svg.refuse)
    chain = context.svg.chain(element)
    attributes: dict[str, str] = {}
    for item in reversed(chain):
        attributes |= dict(item.items())
    boxed = attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    if boxed and (box.width <= 0 or box.height <= 0):
        return None  # SVG 1.1, 7.11: no box, no gradient
    stops = _stops(next((item for item in chain if len(item)), element), context, cascade)
    last = Solid((stops[-1][1][0], stops[-1][1][1], stops[-1][1][2]), stops[-1][1][3])
    matrix = Matrix(box.width, 0, 0, box.height, box.x, box.y) if boxed else Matrix()
    if "gradientTransform" in attributes:
        matrix = matrix @ parse_transform(attributes["gradientTransform"])
    back = invert(matrix)
    if back is None:
        return None

    def at(name: str, default: str, axis: str) -> float:
        return coordinate(attributes.get(name, default), name, axis, cascade, boxed)

    coords: tuple[float, ...]
    if local(element.tag) == "linearGradient":
        coords = (at("x1", "0", "w"), at("y1", "0", "h"), at("x2", "100%", "w"), at("y2", "0", "h"))
        flat = hypot(coords[2] - coords[0], coords[3] - coords[1]) < 1e-9
    else:
        coords = _circles(attributes, at)
        flat = coords[5] <= 0
    if len(stops) == 1 or flat:
        return last
    spread = attributes.get("spreadMethod", "pad")
    if spread not in _SPREADS:
        raise SvgFault(f"spreadMethod is '{spread}'", f"write {', '.join(_SPREADS)}")
    laid = _spread(coords, stops, spread, moved_box(area, back))
    context.svg.spend(len(laid) * sum(len(band) for _, band in laid) // STOPS)
    alphas = {stop[1][3] for stop in stops}
    shadings = _shadings(laid, slice(0, 3))
    if len(alphas) == 1:
        return Gradient(shadings, matrix, alphas.pop(), ())
    return Gradient(shadings, matrix, 1.0, _shadings(laid, slice(3, 4)))


def _shadings(laid: list[Laid], parts: slice) -> tuple[Shading, ...]:
    """Bands as shadings of some parts of their colours; only the first reaches back beyond its beginning."""
    return tuple(
        Shading(
            2 if len(coords) == 4 else 3,
            coords,
            _steps([(offset, color[parts]) for offset, color in stops]),
            number == 0,
        )
        for number, (coords, stops) in enumerate(laid)
    )


def _circles(attributes: dict[str, str], at: Callable[[str, str, str], float]) -> tuple[float, ...]:
    """The focal circle and the outer one, as PDF wants them, which paints a cone just as SVG 2 does (13.2.3)."""
    cx, cy, r = at("cx", "50%", "w"), at("cy", "50%", "h"), at("r", "50%", "d")
    fx = at("fx", "", "w") if "fx" in attributes else cx
    fy = at("fy", "", "h") if "fy" in attributes else cy
    fr = at("fr", "0", "d")
    if r < 0 or fr < 0:
        raise SvgFault("a gradient's radius is negative", "give it a radius above 0")
    away = hypot(fx - cx, fy - cy)
    if away + abs(r - fr) <= _APART * r:
        fr = r * (1 - _APART)  # one circle twice: the first colour inside, the last one outside
    elif abs(away - abs(r - fr)) < _NEAR * away:  # one within the other, at its edge, where viewers divide by nothing
        near = abs(r - fr) * (1 - _NEAR) / away
        fx, fy = cx + (fx - cx) * near, cy + (fy - cy) * near
    return (fx, fy, fr, cx, cy, r)


def _stops(element: Element, context: DrawContext, cascade: Cascade) -> list[Stop]:
    """Offsets that never fall, and red, green, blue, alpha."""
    stops: list[Stop] = []
    home = context.svg.home(element, cascade).deeper(context.svg.declared(element))
    for child in element:
        if local(child.tag) != "stop":
            continue
        try:
            context.svg.spend(1)
            check_element(child, "stop", context.svg.refuse)
            own = context.svg.declared(child)
            color, alpha = context.color(own.get("stop-color", "black"), home.deeper(own))
            alpha *= fraction(own.get("stop-opacity", "1"), "stop-opacity")
            offset = max(fraction(child.get("offset", "0"), "offset"), stops[-1][0] if stops else 0.0)
            offset = next(
                (known for known in (*(stop[0] for stop in stops[-1:]), 0.0, 1.0) if abs(offset - known) < _NEAR),
                offset,
            )
        except SvgFault as fault:
            raise fault.at(child.get(LINE_MARK, "")) from None
        stops.append((offset, (*color, alpha)))
    if not stops:
        raise SvgFault("the gradient has no <stop>", "give it at least two stops")
    return stops


def _steps(stops: list[Stop]) -> tuple[Stop, ...]:
    """Stops from 0 to 1 without gaps. Several at one end keep a hair between them, for the colour beyond that end."""
    start, hair = 1e-4, 0.004  # pdfium looks a gradient up in 256 steps, and takes the last for what lies beyond
    if stops[0][0] > 0:
        stops = [(0.0, stops[0][1]), *stops]
    elif len(stops) > 1 and stops[1][0] == 0:
        stops = [stops[0], (start, stops[0][1]), *((max(offset, start), color) for offset, color in stops[1:])]
    if stops[-1][0] < 1:
        stops = [*stops, (1.0, stops[-1][1])]
    elif stops[-2][0] == 1:
        below = [(min(offset, 1 - hair), color) for offset, color in stops[:-1]]
        stops = [*below, (1 - hair, stops[-1][1]), stops[-1]]
    return tuple(stops)


def _spread(coords: tuple[float, ...], stops: list[Stop], spread: str, box: Rect) -> list[Laid]:
    """The gradient in bands: repeated until it covers the box, for PDF itself only goes on with the end colours.

    In bands, since pdfium looks a gradient up in 256 steps, however many turns it has, and such steps are seen. So is
    a cone that narrows, of which pdfium shows the circles' far sides: of a narrow band it shows the right ones.
    """
    apart = len(coords) == 6 and abs(coords[5] - coords[2]) < hypot(coords[3] - coords[0], coords[4] - coords[1])
    narrows = len(coords) == 6 and coords[2] > coords[5]
    if spread == "pad":
        if not (apart and narrows):
            return [(coords, stops)]
        first, last, turns = 0.0, 1.0, [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    else:
        if narrows and not apart:  # from the inner circle outwards
            coords, stops = coords[3:] + coords[:3], [(1 - offset, color) for offset, color in reversed(stops)]
        first, last = _turns(coords, box)
        last = max(last, first + 1)  # a line may lie just where one turn ends and the next begins
        if last - first > MAX_REPEATS:
            raise SvgFault(f"the gradient repeats more than {MAX_REPEATS} times", "make it longer")
        if (last - first) * len(stops) > MAX_STOPS:
            message = f"the gradient's {len(stops):,} stops, repeated, are more than {MAX_STOPS:,}"
            raise SvgFault(message, "use fewer, or make it longer")
        turns = _repeated(stops, spread, floor(first), ceil(last))
    each = 1 / MOST_BANDS if apart and narrows else ceil((last - first) / MOST_BANDS)
    count = ceil((last - floor(first)) / each)  # a cone may end within a turn, in its point
    edges = [first, *(floor(first) + each * i for i in range(1, count)), last]
    return [(_between(coords, start, end), _cut(turns, start, end)) for start, end in pairwise(edges)]


def _repeated(stops: list[Stop], spread: str, first: int, last: int) -> list[Stop]:
    """The stops of every turn."""
    whole = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    back = [(1 - offset, color) for offset, color in reversed(whole)]
    return [
        (turn + offset, color)
        for turn in range(first, last)
        for offset, color in (back if spread == "reflect" and turn % 2 else whole)
    ]


def _between(coords: tuple[float, ...], start: float, end: float) -> tuple[float, ...]:
    """A line, or two circles, from one turn to another: on and on as from the first to the second."""
    half = len(coords) // 2
    pairs = list(zip(coords[:half], coords[half:], strict=True))
    return tuple(a + (b - a) * turn for turn in (start, end) for a, b in pairs)


def _cut(turns: list[Stop], start: float, end: float) -> list[Stop]:
    """Stops of several turns as those of a gradient from ``start`` to ``end``, which may lie within a turn.

    Where turns meet, a band begins with the one and ends with the other; both ends of all of them stay whole.
    """
    first = [stop for stop in turns if stop[0] == start] or [(start, _color_at(turns, start))]
    last = [stop for stop in turns if stop[0] == end] or [(end, _color_at(turns, end))]
    inner = [stop for stop in turns if start < stop[0] < end]
    found = [*(first if start <= turns[0][0] else first[-1:]), *inner, *(last if end >= turns[-1][0] else last[:1])]
    return [((offset - start) / (end - start), color) for offset, color in found]


def _color_at(stops: list[Stop], offset: float) -> tuple[float, ...]:
    """The colour between two stops; no stop itself is asked for."""
    (a, first), (b, second) = next((one, two) for one, two in pairwise(stops) if offset < two[0])
    return tuple(x + (y - x) * (offset - a) / (b - a) for x, y in zip(first, second, strict=True))


def _turns(coords: tuple[float, ...], box: Rect) -> tuple[float, float]:
    """Where the turns begin and end that the box needs: whole ones, but for a circle that has shrunk to a point."""
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    if len(coords) == 4:
        x1, y1, x2, y2 = coords
        dx, dy = x2 - x1, y2 - y1
        shares = [((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) for x, y in corners]
        return floor(min(shares)), ceil(max(shares))
    fx, fy, fr, cx, cy, r = coords
    away, grows = hypot(cx - fx, cy - fy), r - fr
    if away >= abs(grows):  # a cone, which may go on for ever
        reach = fr + max(hypot(x - fx, y - fy) for x, y in corners)
        far = float(min(MAX_CONE, ceil(reach / max(away - abs(grows), reach / MAX_CONE))))
        return (max(-far, -fr / grows) if grows > 0 else -far), (min(far, fr / -grows) if grows < 0 else far)
    last = 1
    while last <= MAX_REPEATS and any(
        hypot(x - fx - (cx - fx) * last, y - fy - (cy - fy) * last) > fr + grows * last for x, y in corners
    ):
        last += 1
    return -fr / grows, last


def lay_tiles(pen: Pen, element: Element, box: Rect, area: Rect, cascade: Cascade, context: DrawContext) -> bool:
    """Cover ``area`` with tiles; false when the pattern paints nothing on a ``box`` like this one.

    A PDF tiling pattern would be shorter, but viewers round its cells to pixels and forget its rotation; a form placed
    again and again is the same in all of them. Rows of tiles are forms too, so that the file stays small.
    """
    check_element(element, "pattern", context.svg.refuse)
    chain = context.svg.chain(element)
    merged = Element("pattern")
    for item in reversed(chain):
        merged.attrib.update(item.attrib)
    boxed = merged.get("patternUnits", "objectBoundingBox") == "objectBoundingBox"
    sides = [
        coordinate(merged.get(name, "0"), name, axis, cascade, boxed)
        for name, axis in (("x", "w"), ("y", "h"), ("width", "w"), ("height", "h"))
    ]
    tile = Rect(*sides)
    if boxed:
        tile = Rect(
            box.x + tile.x * box.width, box.y + tile.y * box.height, tile.width * box.width, tile.height * box.height
        )
    source = next((item for item in chain if len(item)), None)
    matrix = parse_transform(merged.get("patternTransform", ""))
    back = invert(matrix)
    if source is None or tile.width <= _GRAIN or tile.height <= _GRAIN or back is None:
        return False
    inside = _content(merged, tile, box)
    if inside is None:
        return False
    form = _tile(source, merged, tile, inside, cascade, context)
    need = moved_box(area, back)
    columns = range(floor((need.x - tile.x) / tile.width + _GRAIN), ceil((need.right - tile.x) / tile.width - _GRAIN))
    rows = range(floor((need.y - tile.y) / tile.height + _GRAIN), ceil((need.bottom - tile.y) / tile.height - _GRAIN))
    if len(columns) * len(rows) > MAX_TILES:
        raise SvgFault(f"the pattern repeats more than {MAX_TILES:,} times", "make its tile larger")
    context.svg.spend(len(columns) + len(rows))
    row = Pen()
    for column in columns:
        row.place(form, matrix_operator(Matrix.translation(tile.x + column * tile.width, 0)))
    pen.save()
    pen.ops.append(matrix_operator(matrix))
    line = row.form()
    for number in rows:
        pen.place(line, matrix_operator(Matrix.translation(0, tile.y + number * tile.height)))
    pen.restore()
    return True


def _content(merged: Element, tile: Rect, box: Rect) -> Matrix | None:
    """From the content's space to the tile's, whose origin is the tile's corner (SVG 1.1, 13.3)."""
    view = view_box(merged)
    if view is not None:
        return fit(view, Rect(0, 0, tile.width, tile.height), merged.get("preserveAspectRatio", ""))
    if merged.get("patternContentUnits", "userSpaceOnUse") == "objectBoundingBox":
        return Matrix(box.width, 0, 0, box.height) if box.width > 0 and box.height > 0 else None
    return Matrix()


def _tile(source: Element, merged: Element, tile: Rect, inside: Matrix, cascade: Cascade, context: DrawContext) -> Form:
    """One tile as a form, cut off at its edge."""
    key = (source, tile.size, inside, cascade.viewport, cascade.gray, context.fineness)
    if key not in context.forms:
        own = context.svg.declared(source)
        home = context.svg.home(source, cascade).deeper(own)
        pen = Pen()
        if inside != Matrix():
            pen.ops.append(matrix_operator(inside))
        view = view_box(merged)
        with context.svg.inside(source, "fills"), context.enlarged(inside):
            context.children(pen, source, home.within(home.viewport.sized(view)) if view else home)
        if not cuts_off(own):
            context.svg.refuse(SvgFault("a pattern that overflows its tile is not painted", "make the tile larger"))
        context.forms[key] = pen.form(Rect(0, 0, tile.width, tile.height))
    return context.forms[key]
