"""A clipPath goes in, a region comes out; a region cuts what a pen paints next (SVG 1.1, 14.3)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from xml.etree.ElementTree import Element

from pnp.paint.boxes import box_of, units
from pnp.paint.desk import Desk
from pnp.paint.drawing import Form, SoftMask
from pnp.paint.fault import SvgFault
from pnp.paint.here import Here
from pnp.paint.path import Path, bounds, moved, path_operators
from pnp.paint.pen import Pen
from pnp.paint.placing import text_outline
from pnp.paint.shapes import SHAPES
from pnp.paint.style import check_element
from pnp.paint.transform import parse_transform
from pnp.paint.tree import LINE_MARK, href, local
from pnp.units import Matrix, Rect

CLIP = {"nonzero": "W n", "evenodd": "W* n"}
_FILL = {"nonzero": "f", "evenodd": "f*"}
_ROUND = frozenset({"rect", "circle", "ellipse"})  # drawn clockwise, and nowhere across themselves
_PAIRWISE = 40  # as many parts are compared with one another


@dataclass(frozen=True)
class Part:
    """One shape of a clip; ``within`` is a clip of its own. ``turns`` tells which way a plain shape is drawn."""

    path: Path
    rule: str
    within: Region | None
    turns: int


@dataclass(frozen=True)
class Region:
    """The union of its parts, inside ``within`` if there is one."""

    parts: tuple[Part, ...]
    within: Region | None

    @property
    def plain(self) -> bool:
        """Whether one path says it: a single part, parts that do not touch, or plain shapes drawn the same way."""
        if any(part.within for part in self.parts) or len({part.rule for part in self.parts}) > 1:
            return False
        if len(self.parts) == 1:
            return True
        turns = {part.turns for part in self.parts}
        if len(turns) == 1 and 0 not in turns and self.parts[0].rule == "nonzero":
            return True
        boxes = [bounds(part.path) for part in self.parts]
        return len(boxes) <= _PAIRWISE and not any(_touch(a, b) for a, b in combinations(boxes, 2))


def read_clip(reference: str, element: Element, here: Here, desk: Desk) -> Region:
    """The region of an element's clip-path, in that element's user space."""
    definition = desk.find(reference, "clip-path", {"clipPath"})
    name = definition.get("id", "")
    box = box_of(element, here, desk) or Rect(0, 0, 0, 0)
    matrix = parse_transform(definition.get("transform", ""))
    matrix = matrix @ units(definition, "clipPathUnits", "userSpaceOnUse", box)
    own = desk.declared(definition)
    home = desk.home(definition, here).deeper(own)
    parts: list[Part] = []
    with desk.inside(definition, "clips"):
        within = read_clip(own["clip-path"], element, here, desk) if own.get("clip-path", "none") != "none" else None
        for child in definition:
            if not isinstance(child.tag, str) or local(child.tag) in ("title", "desc", "metadata"):
                continue
            try:
                parts += _part(child, home, matrix, desk)
            except SvgFault as fault:
                desk.refuse(fault.at(child.get(LINE_MARK, "")))
        if not parts and not len(definition):
            raise SvgFault(f"<clipPath id='{name}'> is empty", "give it a shape")
    return Region(tuple(parts), within)


def _part(child: Element, here: Here, matrix: Matrix, desk: Desk) -> list[Part]:
    """A child's outline; an empty list for one that is not shown."""
    tag = local(child.tag)
    if tag.startswith("{"):
        return []
    desk.count(here)
    check_element(child, tag, desk.refuse)
    own = desk.declared(child)
    inside = here.deeper(own)
    if own.get("display") == "none" or inside.style["visibility"] != "visible":
        return []
    matrix = matrix @ parse_transform(child.get("transform", ""))
    source, space = child, matrix
    within = None
    if own.get("clip-path", "none") != "none":
        within = _moved(read_clip(own["clip-path"], child, inside, desk), matrix)
    if tag == "use":
        found = desk.ids.get(href(child).removeprefix("#"))
        if found is None:
            raise SvgFault(f"<use> names '{href(child)}', which is not in this drawing")
        shift = Matrix.translation(
            inside.length(child.get("x", "0"), "x", "w"), inside.length(child.get("y", "0"), "y", "h")
        )
        space = matrix @ shift @ parse_transform(found.get("transform", ""))
        source, tag = found, local(found.tag)
        check_element(source, tag, desk.refuse)
        inside = inside.deeper(desk.declared(source))
    if tag in SHAPES:
        path = SHAPES[tag](source, inside)
    elif tag == "text":
        path = text_outline(source, inside, desk)
    else:
        raise SvgFault(f"<{tag}> inside <clipPath> does not clip", "use shapes, paths, text, or a <use> of one")
    rule = inside.style["clip-rule"]
    if rule not in CLIP:
        raise SvgFault(f"unknown fill rule '{rule}'", "use nonzero or evenodd")
    det = space.a * space.d - space.b * space.c
    turns = (1 if det > 0 else -1) if tag in _ROUND else 0
    return [Part(moved(path, space), rule, within, turns)] if path else []


def _moved(region: Region, matrix: Matrix) -> Region:
    parts = tuple(
        Part(moved(part.path, matrix), part.rule, _moved(part.within, matrix) if part.within else None, 0)
        for part in region.parts
    )
    return Region(parts, _moved(region.within, matrix) if region.within else None)


def cut(pen: Pen, region: Region) -> SoftMask | None:
    """Cut what follows to the region, until the pen restores; answers a mask where a path alone cannot say it."""
    if not region.parts:
        pen.ops.append("0 0 m W n")  # nothing is inside
        return None
    if region.plain:
        soft = cut(pen, region.within) if region.within else None
        clip_path(pen, tuple(segment for part in region.parts for segment in part.path), region.parts[0].rule)
        return soft
    return SoftMask("Luminosity", _white(region))


def clip_path(pen: Pen, path: Path, rule: str) -> None:
    """Cut what follows to a path, until the pen restores."""
    pen.ops.append(path_operators(path))
    pen.ops.append(CLIP[rule])


def _white(region: Region) -> Form:
    """The region in white: every part inside its own clip, and all of them inside the region's."""
    pen = Pen()
    pen.set("fill", "1 1 1 rg")
    for part in region.parts:
        inner = Pen(ops=["1 1 1 rg", path_operators(part.path), _FILL[part.rule]], painted=1)
        _confine(pen, part.within, inner.form(group=True))
    outer = Pen()
    _confine(outer, region.within, pen.form(group=True))
    return outer.form(group=True)


def _confine(pen: Pen, within: Region | None, form: Form) -> None:
    pen.save()
    soft = cut(pen, within) if within else None
    if soft:
        pen.mask(soft)
    pen.place(form)
    pen.restore()


def _touch(a: Rect, b: Rect) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom
