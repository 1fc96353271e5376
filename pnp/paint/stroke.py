"""A style goes in, the operators that set a stroke come out; paths that PDF strokes otherwise are mended."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import fsum, hypot

from pnp.pdf.drawing import pdf_number, shade_number
from pnp.pdf.pen import Pen
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Rgb
from pnp.svg.lengths import number, numbers
from pnp.svg.path import Path
from pnp.svg.tree import SvgFault
from pnp.svg.vertices import path_length

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_PROPERTIES = ("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset")
_WHOLE = 1e-3  # user units: dashes that come so often are a line
_DOT = 0.002  # mm: half the line that stands for a point, for PDF gives a point no square cap (8.5.3.2)


def stroke_width(cascade: Cascade) -> float:
    """The width of the stroke in user units."""
    text = cascade.style["stroke-width"]
    width = cascade.length(text, "stroke-width")
    if width < 0:
        raise SvgFault(f"stroke-width is {text}", "a stroke cannot be narrower than nothing")
    return width


@dataclass(frozen=True, slots=True)
class Nib:
    """How a path is stroked: the width in user units, and how much its dashes are stretched."""

    width: float
    stretch: float = 1.0


def set_stroke(pen: Pen, cascade: Cascade, nib: Nib, color: Rgb | None) -> None:
    """Say width, ends, corners and dashes; and the colour, unless a pattern is the colour."""
    style = cascade.style
    if color is not None:
        pen.set("stroke", f"{rgb(color)} RG")
    key = (nib, *(style[name] for name in _PROPERTIES), style["font-size"], cascade.viewport)
    if pen.nib == key:
        return  # most strokes are like the one before
    pen.nib = key
    pen.set("width", f"{pdf_number(nib.width)} w")
    cap, join = style["stroke-linecap"], style["stroke-linejoin"]
    if cap not in _CAPS or join not in _JOINS:
        raise SvgFault(
            f"unknown stroke-linecap or -linejoin '{cap}', '{join}'",
            "use butt, round, square; miter, round, bevel",
        )
    pen.set("cap", f"{_CAPS[cap]} J")
    pen.set("join", f"{_JOINS[join]} j")
    if join == "miter":
        limit = number(style["stroke-miterlimit"], "stroke-miterlimit")
        if limit < 1:
            raise SvgFault(f"stroke-miterlimit is {limit:g}", "it is at least 1")
        pen.set("miter", f"{pdf_number(limit)} M")
    pen.set("dash", _dashes(cascade, nib.stretch) if style["stroke-dasharray"] != "none" else "[] 0 d")


def longest_dash(cascade: Cascade, nib: Nib) -> float | None:
    """The longest dash of a stroke, in user units; None of a whole line."""
    if cascade.style["stroke-dasharray"] == "none":
        return None
    dashes = _lengths(cascade)
    return max((dashes * 2)[0::2]) * nib.stretch if fsum(dashes) * nib.stretch >= _WHOLE else None


def _lengths(cascade: Cascade) -> list[float]:
    """Dashes and gaps as they are written."""
    text = cascade.style["stroke-dasharray"]
    try:
        dashes = numbers(text, "stroke-dasharray")
    except SvgFault:  # lengths with units
        dashes = [cascade.length(part, "stroke-dasharray") for part in text.replace(",", " ").split()]
    if any(dash < 0 for dash in dashes):
        raise SvgFault("stroke-dasharray has a negative length")
    return dashes


def _dashes(cascade: Cascade, stretch: float) -> str:
    dashes = _lengths(cascade)
    whole = fsum(dashes) * stretch
    if whole < _WHOLE:
        return "[] 0 d"
    dashes = [dash * stretch for dash in (dashes * 2 if len(dashes) % 2 else dashes)]
    dashes = _shown(dashes)
    phase = cascade.length(cascade.style["stroke-dashoffset"], "stroke-dashoffset") * stretch
    if phase < 0:
        phase %= fsum(dashes)
    return f"[{' '.join(map(pdf_number, dashes))}] {pdf_number(phase)} d"


def _shown(dashes: list[float]) -> list[float]:
    """Dots, dashes of no length, a hair long, and the gap behind them shorter by it: pdfium would make them 0.1."""
    hair = 2 * _DOT
    result = list(dashes)
    for i in range(0, len(result), 2):
        if result[i] == 0 and result[i + 1] > hair:
            result[i], result[i + 1] = hair, result[i + 1] - hair
    return result


def stretch_of(text: str | None, path: Path) -> float:
    """How much longer a path is than its pathLength says: dashes are stretched by it (SVG 1.1, 8.4)."""
    said = number(text, "pathLength") if text else 0.0
    if said < 0:
        raise SvgFault(f"pathLength is {said:g}", "a length cannot be negative")
    return path_length(path) / said if said else 1.0


@lru_cache(maxsize=1024)
def rgb(color: Rgb) -> str:
    """A colour as three operands."""
    return " ".join(map(shade_number, color))


def with_dots(path: Path, cap: str) -> Path:
    """Points that SVG gives a round or square cap (SVG 2, 13.5.4), as lines too short to see."""
    if cap == "butt":
        return path
    result: list[tuple[object, ...]] = []
    start = 0
    ends = [*(i for i, segment in enumerate(path) if segment[0] == "m" and i), len(path)]
    for end in ends:
        part = path[start:end]
        start = end
        points = [segment[i : i + 2] for segment in part for i in range(1, len(segment), 2)]
        if len(part) > 1 and all(hypot(b[0] - a[0], b[1] - a[1]) < 1e-9 for a, b in pairwise(points)):
            x, y = points[0]
            result += [("m", x - _DOT, y), ("l", x + _DOT, y)]
        else:
            result += part
    return tuple(result)
