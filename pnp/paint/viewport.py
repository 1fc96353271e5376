"""A viewBox, a viewport and preserveAspectRatio go in; the matrix that fits one into the other comes out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from pnp.paint.fault import SvgFault
from pnp.paint.numbers import numbers
from pnp.units import Matrix, Rect

_FIT = re.compile(r"(?:defer\s+)?x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?")
_SHARE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def view_box(element: Element) -> Rect | None:
    """The element's viewBox, if it has one."""
    text = element.get("viewBox")
    if text is None:
        return None
    values = numbers(text, "viewBox")
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise SvgFault(f"viewBox is '{text}'", "write it as x y width height")
    return Rect(*values)


def fit(box: Rect, port: Rect, ratio: str) -> Matrix:
    """Map ``box`` into ``port`` (SVG 1.1, 7.8): stretched for none, else whole (meet) or covering (slice)."""
    sx, sy = port.width / box.width, port.height / box.height
    x, y = port.x, port.y
    if ratio.strip() != "none":
        match = _FIT.fullmatch(ratio.strip() or "xMidYMid")
        if match is None:
            raise SvgFault(f"preserveAspectRatio is '{ratio}'", "write none, or such as xMidYMid meet, xMinYMax slice")
        sx = sy = max(sx, sy) if match[3] == "slice" else min(sx, sy)
        x += (port.width - box.width * sx) * _SHARE[match[1]]
        y += (port.height - box.height * sy) * _SHARE[match[2]]
    return Matrix(sx, 0, 0, sy, x - box.x * sx, y - box.y * sy)


def cuts_off(own: Mapping[str, str]) -> bool:
    """Whether a viewport cuts off what lies outside it: it does, unless told otherwise (SVG 1.1, 14.3.3)."""
    overflow = own.get("overflow", "hidden")
    if overflow not in ("visible", "hidden", "scroll", "auto"):
        raise SvgFault(f"overflow is '{overflow}'", "write visible or hidden")
    return overflow in ("hidden", "scroll")
