"""A plain drawing goes in and is changed in place: what browsers draw by rules of their own is said in other words.

- A mask's own clip and mask are ignored: they go round what it holds.
- Markers are put on paths alone, not on rectangles and circles (SVG 2, 13.7): these become paths.
- Shapes of a clip that are mirrored and meet another are taken from it, not added: they become paths as they lie.
- How far a subscript goes down is a guess there: it is said as a length, from the font.
- Lines along words are placed and coloured by other rules there: they become shapes; words on a path become letters.
- The space behind a chunk's last letter counts there when it is centred: the chunk is moved by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from pnp.fonts.families import Fonts
from pnp.paint.setting import script_height
from pnp.svg.cascade import Cascade, Viewport, relative_weight
from pnp.svg.path import moved
from pnp.svg.shapes import SHAPES
from pnp.svg.subset import INITIAL
from pnp.svg.transform import parse_transform
from pnp.svg.tree import Element, SvgFault
from pnp.units import Matrix
from pnp.web.allowed import family_of, is_bold
from pnp.web.text_lines import lay_lines, path_text

_MARKERS = ("marker-start", "marker-mid", "marker-end")
_FOLLOWED = ("font-family", "font-weight", "font-style", "letter-spacing", "text-anchor", *_MARKERS)
_CALLS = frozenset({"letter-spacing", "baseline-shift", *_MARKERS})
_CURVED = frozenset({"rect", "circle", "ellipse"})
_GEOMETRY = frozenset({"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "points"})
_BEHIND = {"middle": 0.5, "end": 1.0}  # how much of the space behind the last letter moves a chunk
_STILL = Matrix()


def amend(group: Element, names: Iterable[str], fonts: Fonts, origin: Cascade) -> None:
    """Change a drawing whose attributes have these ``names`` where a browser would draw it otherwise.

    ``origin`` is what its outermost element inherits from.
    """
    if "mask" in names:
        for mask in list(group.iter("mask")):
            _wrap(mask)
    if "transform" in names:
        for clip in group.iter("clipPath"):
            _unmirror(clip)
    if "text-decoration" in names or group.find(".//textPath") is not None:
        lay_lines(group, origin, fonts)
    if not _CALLS.isdisjoint(names):
        _follow(group, {name: INITIAL[name] for name in _FOLLOWED}, fonts)


def _wrap(mask: Element) -> None:
    """Its clip and mask round its content. In units of a box they would be another's, so there they are left."""
    if mask.get("maskContentUnits") == "objectBoundingBox":
        return
    own: dict[str, str] = {name: mask.attrib.pop(name) for name in ("clip-path", "mask") if name in mask.keys()}  # noqa: SIM118
    if own:
        inner = Element("g", own)
        inner.extend(list(mask))
        mask[:] = [inner]


def _follow(element: Element, above: Mapping[str, str], fonts: Fonts) -> None:
    own = {name: value for name in _FOLLOWED if (value := element.get(name, "inherit")) != "inherit"}
    if own.get("font-weight") in ("bolder", "lighter"):
        own["font-weight"] = relative_weight(own["font-weight"], above["font-weight"])
    style = {**above, **own} if own else above
    tag = element.tag
    if tag in _CURVED and any(style[name] != "none" for name in _MARKERS):
        _as_path(element)
    elif tag == "tspan" and element.get("baseline-shift") in ("sub", "super"):
        _shift(element, style, fonts)
    if tag in ("text", "tspan") and style["letter-spacing"] not in ("0", "normal") and style["text-anchor"] in _BEHIND:
        _move(element, style)
    for child in element:
        _follow(child, style, fonts)


def _unmirror(clip: Element) -> None:
    for shape in clip:
        if shape.tag in SHAPES and shape.get("transform"):
            matrix = parse_transform(shape.get("transform", ""))
            if matrix.a * matrix.d < matrix.b * matrix.c and "clip-path" not in shape.keys():  # noqa: SIM118
                del shape.attrib["transform"]
                _as_path(shape, matrix)


def _as_path(element: Element, matrix: Matrix = _STILL) -> None:
    with suppress(SvgFault):
        path = moved(SHAPES[element.tag](element, Cascade(INITIAL, Viewport())), matrix)
        for name in _GEOMETRY.intersection(element.keys()):
            del element.attrib[name]
        element.tag = "path"
        element.set("d", path_text(path))


def _shift(tspan: Element, style: Mapping[str, str], fonts: Fonts) -> None:
    family = family_of(style["font-family"], fonts)
    if family:
        font = fonts.find(family, is_bold(style["font-weight"]), style["font-style"] != "normal")
        tspan.set("baseline-shift", f"{script_height(font, tspan.get('baseline-shift', '')):.4g}em")


def _move(element: Element, style: Mapping[str, str]) -> None:
    """Every chunk that begins here; one whose spacing is told in ems stays."""
    starts = element.get("x", "0" if element.tag == "text" else "").split()
    with suppress(ValueError):
        further = float(style["letter-spacing"]) * _BEHIND[style["text-anchor"]]
        if starts:
            element.set("x", " ".join(f"{float(start) + further:.6g}" for start in starts))
