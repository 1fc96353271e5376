"""A sheet's trims and the marks at its margins go in; the marks that survive its cuts come out, as SVG in sheet mm.

A cut takes away whatever stands in its way: of a strip that was cut on the marks at the margins, nothing but the strip
is left. So every corner of every trim has a small angle outside it, in the waste between the pieces: one leg along
either edge. As long as there is waste beside an edge, there are both ends of the mark for it. They stand on the bleed,
dark on a pale ground, so that they show on any. A cut of the plan whose end lies far from any corner has a tick there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pnp.impose.cutting import CutPlan, Line, plan_cuts
from pnp.units import Rect, Size, mm

OFF = 0.3  # from a trim to the middle of an angle's leg, mm
LEG = 2.0  # length of a leg, at most a quarter of its edge
NARROW = 1.0  # a gutter that has no room for the angles of two pieces
REACH = 6.0  # from the end of a cut to a mark that shows it
EDGE_REACH = 16.0  # the same where the cut ends at the paper's own edge, near which printers leave out
_WEIGHT, _GROUND = 0.15, 0.45  # of a leg, and of what is pale round it
_TICK = (0.0, 3.0)  # where a tick begins and ends, from the end of its cut
_EDGE_TICK = (9.0, 14.0)  # the same at the paper's edge: clear of what printers leave out, and of the slug


def angles(trims: Sequence[Rect], gutter: float) -> list[Line]:
    """Two legs for each corner, in pairs that meet. In narrow gutters there are none, but round all pieces together."""
    if not trims:
        return []
    around = trims[0]
    for trim in trims:
        around = around.union(trim)
    lines: list[Line] = []
    for trim in trims:
        for x, inward, outer_x in ((trim.x, 1, around.x), (trim.right, -1, around.right)):
            for y, down, outer_y in ((trim.y, 1, around.y), (trim.bottom, -1, around.bottom)):
                corner_x, corner_y = x - inward * OFF, y - down * OFF
                if gutter >= NARROW or x == outer_x:
                    lines.append((corner_x, y + down * min(LEG, trim.height / 4), corner_x, corner_y))
                if gutter >= NARROW or y == outer_y:
                    lines.append((corner_x, corner_y, x + inward * min(LEG, trim.width / 4), corner_y))
    return lines


def ends_without_mark(plan: CutPlan, lines: Iterable[Line]) -> list[Line]:
    """Ticks along the cuts of a plan, at those of their ends near which none of the lines stands.

    No piece is touched: one that lies so near the end of a cut has its own angle there.
    """
    spans: dict[tuple[bool, int], list[tuple[float, float, float]]] = {}
    for x1, y1, x2, y2 in lines:
        upright = x1 == x2
        at, low, high = (x1, *sorted((y1, y2))) if upright else (y1, *sorted((x1, x2)))
        spans.setdefault((upright, round(at)), []).append((at, low, high))
    ticks: list[Line] = []
    for cut in plan.cuts:
        x1, y1, x2, y2 = cut.line
        at, low, high = (x1, y1, y2) if cut.upright else (y1, x1, x2)
        near = [
            span
            for key in (round(at) - 1, round(at), round(at) + 1)
            for span in spans.get((cut.upright, key), ())
            if abs(span[0] - at) < 2 * OFF
        ]
        most = plan.paper.height if cut.upright else plan.paper.width
        for end, inward, edge in ((low, 1, low == 0), (high, -1, high == most)):
            near_end, far_end = _EDGE_TICK if edge else _TICK
            reach = end + inward * (EDGE_REACH if edge else REACH)
            start, stop = sorted((end, reach))
            if not any(span[1] < stop and span[2] > start for span in near) and far_end < high - low:
                a, b = end + inward * near_end, end + inward * far_end
                ticks.append((at, a, at, b) if cut.upright else (a, at, b, at))
    return ticks


def survivors(paper: Size, trims: Sequence[Rect], gutter: float, margin_marks: Sequence[Line]) -> str:
    """The marks of a sheet beside those at its margins; none where trims overlap, or no straight cuts part them."""
    return _survivors(paper, tuple(trims), gutter, tuple(margin_marks))


@lru_cache(maxsize=64)  # every full page of a deck has the same
def _survivors(paper: Size, trims: tuple[Rect, ...], gutter: float, margin_marks: tuple[Line, ...]) -> str:
    plan = plan_cuts(paper, trims)
    if plan.scissors:
        return ""
    edge = _GROUND / 2
    legs = [
        line
        for line in angles(trims, gutter)
        if edge <= min(line[0], line[2]) <= max(line[0], line[2]) <= paper.width - edge
        and edge <= min(line[1], line[3]) <= max(line[1], line[3]) <= paper.height - edge
    ]
    ticks = ends_without_mark(plan, [*margin_marks, *legs]) if gutter >= NARROW else []
    path = _path([*legs, *ticks])
    look = (("#ffffff", _GROUND), ("#000000", _WEIGHT))
    return "".join(f'<path d="{path}" fill="none" stroke="{c}" stroke-width="{w}"/>' for c, w in look) if path else ""


def _path(lines: Iterable[Line]) -> str:
    """SVG's words for lines, of which those that meet make one."""
    words = []
    end = None
    for x1, y1, x2, y2 in lines:
        words.append(f"L{mm(x2)} {mm(y2)}" if (x1, y1) == end else f"M{mm(x1)} {mm(y1)}L{mm(x2)} {mm(y2)}")
        end = x2, y2
    return "".join(words)
