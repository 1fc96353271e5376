"""What is shown rather than said on a set's first page: leaves of paper, how they are turned, a ruler. SVG in mm."""

from __future__ import annotations

from pnp.build.own_lettering import GREY, INK, PALE
from pnp.units import Flip, Rect, mm

RED = "#b3261e"
RULER = 50.0


def rule(x: float, y: float, width: float, color: str, weight: float) -> str:
    """A level line."""
    return _path(f"M{mm(x)} {mm(y)}h{mm(width)}", color, weight)


def paper(at: Rect) -> str:
    """A leaf of paper with a hint of shadow."""
    box = f'width="{mm(at.width)}" height="{mm(at.height)}"'
    return (
        f'<rect x="{mm(at.x + 0.7)}" y="{mm(at.y + 0.7)}" {box} fill="{PALE}"/>'
        f'<rect x="{mm(at.x)}" y="{mm(at.y)}" {box} fill="#ffffff" stroke="{GREY}" stroke-width="0.2"/>'
    )


def stack(x: float, y: float, count: int, *, two_sided: bool) -> str:
    """Some leaves of paper on one another; where both sides are printed, a corner is turned up."""
    leaves = "".join(
        f'<rect x="{mm(x + 1.1 * i)}" y="{mm(y + 0.9 * i)}" width="6" height="7" fill="#ffffff" stroke="{INK}" '
        'stroke-width="0.25"/>'
        for i in reversed(range(min(count, 3)))
    )
    return leaves + (f'<path d="M{mm(x + 3.6)} {mm(y + 7)}l2.4 -2.6v2.6z" fill="{GREY}"/>' if two_sided else "")


def ruler(x: float, y: float) -> str:
    """Fifty millimetres at true size, standing on ``y``."""
    heights = {0: 4.2, 5: 3.0}
    ticks = "".join(f"M{mm(x + step)} {mm(y)}v{mm(-heights.get(step % 10, 2.0))}" for step in range(int(RULER) + 1))
    return _path(f"{ticks}M{mm(x)} {mm(y)}h{mm(RULER)}", INK, 0.2)


def turned_leaf(x: float, y: float, edge: Flip) -> str:
    """A leaf of 14 x 19.8 mm, the edge that it is turned over, and the way it goes."""
    width, height = 14.0, 19.8
    if edge == "long":
        spine = f"M{mm(x + width)} {mm(y)}v{mm(height)}"
        start, tip = (x + width / 2, y + height / 2 - 2), (x + width + 7, y + height / 2)
        bend = f"C{mm(x + width - 1)} {mm(y - 1)} {mm(tip[0])} {mm(y + 1)}"
    else:
        spine = f"M{mm(x)} {mm(y)}h{mm(width)}"
        start, tip = (x + width / 2, y + height / 2), (x + width + 6, y + height - 4)
        bend = f"C{mm(start[0])} {mm(y - 6)} {mm(tip[0])} {mm(y - 6)}"
    way = f"M{mm(start[0])} {mm(start[1])}{bend} {mm(tip[0])} {mm(tip[1])}"
    head = (
        f"M{mm(tip[0] - 1.4)} {mm(tip[1] - 1.6)}L{mm(tip[0])} {mm(tip[1] + 0.6)}L{mm(tip[0] + 1.4)} {mm(tip[1] - 1.6)}"
    )
    return (
        f'<rect x="{mm(x)}" y="{mm(y)}" width="{mm(width)}" height="{mm(height)}" fill="#ffffff" stroke="{INK}" '
        f'stroke-width="0.3"/>{_path(spine, RED, 0.9)}{_path(way + head, INK, 0.4)}'
    )


def round_and_folded(x: float, y: float) -> str:
    """A round piece and a dashed line: what scissors and folds are for."""
    circle = f'<circle cx="{mm(x + 3.4)}" cy="{mm(y)}" r="2.4" fill="none" stroke="{INK}" stroke-width="0.2"/>'
    return circle + _path(f"M{mm(x + 6.6)} {mm(y)}h5", INK, 0.25, ' stroke-dasharray="1.2 0.6"')


def cut_line(x1: float, y1: float, x2: float, y2: float, color: str) -> str:
    """Where a blade goes."""
    return _path(f"M{mm(x1)} {mm(y1)}L{mm(x2)} {mm(y2)}", color, 0.3)


def disc(x: float, y: float, color: str) -> str:
    """What a number stands on."""
    return f'<circle cx="{mm(x)}" cy="{mm(y)}" r="1.9" fill="{color}" stroke="#ffffff" stroke-width="0.3"/>'


def _path(data: str, color: str, weight: float, dash: str = "") -> str:
    return f'<path d="{data}" fill="none" stroke="{color}" stroke-width="{weight}"{dash}/>'
