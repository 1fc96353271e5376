"""A path and a style go in; fill, stroke and gradient operators come out on the pen."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from pnp.paint.colors import Rgb, parse_color
from pnp.paint.drawing import Pen
from pnp.paint.fault import SvgFault
from pnp.paint.gradients import read_gradient
from pnp.paint.numbers import fraction, number, numbers, pdf_number
from pnp.paint.path import Path, bounds, path_operators
from pnp.paint.style import Style
from pnp.paint.transform import matrix_operator
from pnp.paint.tree import local

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_FILL = {"nonzero": "f", "evenodd": "f*"}
_CLIP = {"nonzero": "W n", "evenodd": "W* n"}


def paint_path(
    pen: Pen,
    path: Path,
    style: Style,
    ids: Mapping[str, Element],
    palette: Mapping[str, str],
    opacity: float = 1.0,
) -> None:
    """Fill and stroke a path as the style says; ``opacity`` is the element's own, applied to both."""
    if style["visibility"] != "visible" or not path:
        return
    fill, stroke = style["fill"], style["stroke"]
    if fill.startswith("url("):
        _fill_gradient(pen, path, style, ids, palette, opacity)
        fill = "none"
    width = number(style["stroke-width"], "stroke-width")
    if width < 0:
        raise SvgFault(f"stroke-width is {width:g}", "a stroke cannot be narrower than nothing")
    strokes = stroke != "none" and width > 0
    if stroke.startswith("url("):
        raise SvgFault(
            "a gradient stroke is not painted yet",
            "stroke with a colour, or fill a path of the stroke's shape",
        )
    if fill == "none" and not strokes:
        return
    pen.alpha(
        fraction(style["fill-opacity"], "fill-opacity") * opacity if fill != "none" else 1.0,
        fraction(style["stroke-opacity"], "stroke-opacity") * opacity if strokes else 1.0,
    )
    if fill != "none":
        pen.set("fill", f"{rgb(color_of(fill, style, palette))} rg")
    if strokes:
        _set_stroke(pen, style, width, color_of(stroke, style, palette))
    even = style["fill-rule"] == "evenodd"
    operator = "S" if fill == "none" else _rule(_FILL, style["fill-rule"]) if not strokes else "B*" if even else "B"
    pen.ops.append(path_operators(path))
    pen.ops.append(operator)
    pen.painted += 1


def clip(pen: Pen, path: Path, rule: str) -> None:
    """Cut what follows to a path, until the pen restores."""
    pen.ops.append(path_operators(path))
    pen.ops.append(_rule(_CLIP, rule))


def color_of(text: str, style: Style, palette: Mapping[str, str]) -> Rgb:
    """A paint's colour; currentColor is the style's own ``color``."""
    return parse_color(style["color"] if text == "currentColor" else text, palette)


def rgb(color: Rgb) -> str:
    """A colour as three operands."""
    return " ".join(map(pdf_number, color))


def _rule(table: Mapping[str, str], rule: str) -> str:
    if rule not in table:
        raise SvgFault(f"unknown fill rule '{rule}'", "use nonzero or evenodd")
    return table[rule]


def _set_stroke(pen: Pen, style: Style, width: float, color: Rgb) -> None:
    pen.set("stroke", f"{rgb(color)} RG")
    pen.set("width", f"{pdf_number(width)} w")
    cap, join = style["stroke-linecap"], style["stroke-linejoin"]
    if cap not in _CAPS or join not in _JOINS:
        raise SvgFault(
            f"unknown stroke-linecap or -linejoin '{cap}', '{join}'",
            "use butt, round, square; miter, round, bevel",
        )
    pen.set("cap", f"{_CAPS[cap]} J")
    pen.set("join", f"{_JOINS[join]} j")
    if join == "miter":
        pen.set("miter", f"{pdf_number(max(1.0, number(style['stroke-miterlimit'], 'stroke-miterlimit')))} M")
    dashes = [] if style["stroke-dasharray"] == "none" else numbers(style["stroke-dasharray"], "stroke-dasharray")
    if any(dash < 0 for dash in dashes):
        raise SvgFault("stroke-dasharray has a negative length")
    if sum(dashes) == 0:
        dashes = []
    dashes = dashes * 2 if len(dashes) % 2 else dashes
    phase = number(style["stroke-dashoffset"], "stroke-dashoffset") if dashes else 0.0
    if phase < 0:
        phase %= sum(dashes)
    pen.set("dash", f"[{' '.join(map(pdf_number, dashes))}] {pdf_number(phase)} d")


def _fill_gradient(
    pen: Pen, path: Path, style: Style, ids: Mapping[str, Element], palette: Mapping[str, str], opacity: float
) -> None:
    target = style["fill"].removeprefix("url(").rstrip(") ").strip("'\" ").removeprefix("#")
    element = ids.get(target)
    if element is None or local(element.tag) not in ("linearGradient", "radialGradient"):
        raise SvgFault(
            f"fill='{style['fill']}' names no gradient of this drawing",
            f"define <linearGradient id='{target}'>",
        )
    box = bounds(path)
    shading, matrix, fade = read_gradient(element, ids, palette, box, style["color"])
    if box.width <= 0 or box.height <= 0:
        return  # SVG 1.1, 7.11: no box, no gradient
    pen.shadings[shading.name] = shading
    pen.save()
    pen.alpha(fraction(style["fill-opacity"], "fill-opacity") * opacity * fade, 1.0)
    clip(pen, path, style["fill-rule"])
    pen.ops.append(f"{matrix_operator(matrix)} /{shading.name} sh")
    pen.restore()
    pen.painted += 1
