"""Faces go in, inline SVG comes out that any browser draws as the painter does, and that asks for nothing from outside.

What is written is made anew from what the ``svg`` room understood, never copied: elements and attributes are those that
are painted (``svg.subset``), colours are numbers, references lead into the same drawing, pictures are data.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from pnp.faces.face import Face
from pnp.faces.icons import read_icon, read_picture
from pnp.fonts.family_names import find_family
from pnp.game.model import Game
from pnp.paint.effects import BLENDS
from pnp.paint.raster import Raster, read_raster
from pnp.svg.art import ICON_BOX, WEB_FONT_SIZE, embedded_picture, is_svg, open_art, picture_port
from pnp.svg.cascade import Cascade, Viewport
from pnp.svg.document import MAX_ELEMENTS, SvgDocument
from pnp.svg.plain import ICON_LINES, plain_group
from pnp.svg.subset import INITIAL
from pnp.svg.transform import fit, fit_about, moved_box, view_box
from pnp.svg.tree import SVG, XML_SPACE, Element, SvgFault, parse, target, written
from pnp.svg.walk import open_face
from pnp.units import Matrix, Rect
from pnp.web.allowed import NEEDLESS, PAINTS, REFERENCES, allowed, color, families
from pnp.web.amends import amend
from pnp.web.ids import PageNames, count_shown

MAX_NESTING = 8  # pictures within pictures
MAX_PICTURE_BYTES = 50_000_000  # in one drawing, all together
_PICTURE = 100  # elements that one more picture counts for
_KEPT = ("pre", "pre-wrap", "break-spaces")
_WIDE = re.compile(r"\s\s|^\s|\s$|[^\S ]")  # white space that would be lost
_TEXTS = frozenset({"text", "tspan"})
# what a page's style sheet could hand down into a drawing
_OWN = ("color", "font-size", "font-weight", "font-style", "letter-spacing", "word-spacing")
# by a picture, to what it shows
_UNSAID = frozenset(
    {"font-family", "white-space", "space", "visibility", "text-underline-offset", "color-interpolation-filters"}
)  # by a picture, to what it shows
# what a browser knows as a style alone
_STYLED: Mapping[str, frozenset[str]] = {"mix-blend-mode": BLENDS, "isolation": frozenset({"isolate"})}
_ICONS_OWN = ("fill-rule", "clip-rule")


@dataclass(eq=False)
class WebDrawings:
    """Turns a game's faces into inline SVG. Ids are told apart by a number a drawing; icons are kept once and used.

    ``mark`` keeps these drawings apart from those of another game on the same page.
    """

    game: Game
    mark: str = ""
    count: int = 0
    icons: dict[str, tuple[SvgDocument, Rect]] = field(default_factory=dict)
    colors: dict[str, str] = field(default_factory=dict)
    room: int = 0  # elements that this drawing may still have
    weight: int = 0  # bytes of pictures that it may still show

    def svg(self, face: Face, alt: str) -> str:
        """The face's trim as inline SVG, with the words for it; an empty one of a face that is no drawing."""
        size = face.size
        root = Element(
            "svg",
            {
                "xmlns": SVG[1:-1],
                "viewBox": f"0 0 {short(size.width)} {short(size.height)}",
                "width": f"{short(size.width)}mm",
                "role": "img",
                "aria-label": alt,
                "data-face": "/".join(filter(None, (face.component, face.record, face.side))),
            },
        )
        if face.shape.kind == "circle":
            root.set("class", "round")
        elif face.shape.kind != "rectangle":
            root.set("style", f"clip-path:{_clip(face)}")
        self._begin()
        with suppress(SvgFault):  # the painter says what is wrong with it
            document, matrix = open_face(face.svg, self.game.language)
            begin = {name: document.origin.style[name] for name in _OWN}
            shown = self._written(plain_group(document, lines=False), 0, document.origin)
            shown = _under(matrix, shown, begin)
            if document.blends:
                shown.set("style", "isolation:isolate")
            root.append(shown)
        return _text(root)

    def symbols(self) -> str:
        """The icons used, each once, out of sight."""
        outer = Element("svg", {"width": "0", "height": "0", "class": "symbols", "aria-hidden": "true"})
        for name in sorted(self.icons):
            document, box = self.icons[name]
            shown = f"{short(box.x)} {short(box.y)} {short(box.width)} {short(box.height)}"
            symbol = Element("symbol", {"id": self._icon_id(name), "viewBox": shown, "overflow": "visible"})
            self._begin()
            with suppress(SvgFault):
                group = plain_group(document)
                group.attrib.update({key: INITIAL[key] for key in _ICONS_OWN if key not in group.keys()})  # noqa: SIM118
                symbol.append(self._written(group, 0, document.origin))
            outer.append(symbol)
        return _text(outer)

    def icon(self, name: str) -> str:
        """An icon within a text, of the text's size and colour; empty where the painter refuses it."""
        try:
            self._icon_box(name)
        except SvgFault:
            return ""
        return f'<svg class="icon" aria-hidden="true"><use href="#{self._icon_id(name)}" fill="currentColor"/></svg>'

    def _icon_id(self, name: str) -> str:
        plain = "".join(char if char.isalnum() or char == "-" else f"_{ord(char):x}_" for char in name)
        return f"{self.mark}icon-{plain}"

    def _icon_box(self, name: str) -> Rect:
        """Where an icon is drawn; from now on it is among the symbols. Raises SvgFault for one that is not there."""
        if name not in self.icons:
            try:
                root = parse(read_icon(self.game.workspace, name))
            except LookupError as error:
                raise SvgFault(str(error.args[0])) from None
            box = view_box(root) or ICON_BOX
            origin = Cascade(INITIAL, Viewport(box.width, box.height))
            self.icons[name] = SvgDocument(root, origin, lenient=True, language=self.game.language), box
        return self.icons[name][1]

    def _begin(self) -> None:
        self.room, self.weight = MAX_ELEMENTS, MAX_PICTURE_BYTES

    def _written(self, group: Element, depth: int, origin: Cascade) -> Element:
        """A plain drawing as a browser is to have it; its ids are its own. Raises SvgFault for one without end."""
        self.count += 1
        names = PageNames(f"{self.mark}d{self.count}-", "".join(set("".join("".join(group.itertext()).split()))))
        self.room -= count_shown(group, self.room)
        if self.room < 0:
            raise SvgFault(f"the drawing shows more than {MAX_ELEMENTS:,} elements")
        said = {name for element in group.iter() for name in element.keys()}  # noqa: SIM118
        amend(group, said, self.game.fonts, origin)
        for element in list(group.iter()):
            own = dict(element.items())
            try:
                self._element(element, own, names, depth)
            except SvgFault:  # a picture or an icon that is not there
                element.tag = "g"
                element.attrib.clear()
                element[:] = []
        return group

    def _element(self, element: Element, own: dict[str, str], names: PageNames, depth: int) -> None:
        """Give an element the attributes that a browser is to have."""
        name = own.pop("href", "")
        made: dict[str, str] = {}
        if element.tag == "image":
            made = self._picture(element, name, own, depth)
        elif name.startswith("icon:"):
            made = self._icon_use(name.removeprefix("icon:"), own)
        elif name:
            made = {"href": names.reference(name.removeprefix("#"))}
        if element.tag == "tspan" and own.get("alignment-baseline", "auto") not in ("auto", "baseline", "inherit"):
            own["dominant-baseline"] = own["alignment-baseline"]  # as which the painter reads it
        named = find_family(own["font-family"], self.game.fonts) if "font-family" in own else None
        if named and named.bold:  # as MyriadPro-Bold says
            own["font-weight"] = "bold"
        if named and named.italic:
            own["font-style"] = "italic"
        style = _white_space(element, own)
        if said := ";".join(f"{key}:{own[key]}" for key in _STYLED if own.get(key) in _STYLED[key]):
            style = {"style": ";".join(filter(None, [style.get("style", ""), said]))}
        element.attrib.clear()
        for key, value in own.items():
            kept = made[key] if key in made else self._value(key, value, names)
            if kept:
                element.set(key, kept)
        for key, value in (made | style).items():
            element.set(key, value)

    def _value(self, name: str, value: str, names: PageNames) -> str:
        """An attribute's value; empty for one that a browser shall not have."""
        if name == "id":
            return names.of(value)
        if name in NEEDLESS:
            return ""
        if name == "font-family":
            if value not in names.families:
                names.families[value] = families(value, self.game.fonts, names.characters)
            return names.families[value]
        if name in REFERENCES and value.startswith("url("):
            inner, fallback = target(value)
            spare = self._color(fallback) if fallback else ""
            return f"url({names.reference(inner)}) {spare}".rstrip() if inner else spare
        if name in PAINTS:
            return self._color(value)
        if name in REFERENCES:
            return "none" if value == "none" else ""
        return allowed(name, value)

    def _color(self, text: str) -> str:
        if text not in self.colors:
            self.colors[text] = color(text, self.game.palette)
        return self.colors[text]

    def _icon_use(self, name: str, own: Mapping[str, str]) -> dict[str, str]:
        """A use of an icon, with lines as thick as the use says whatever the icon's own units."""
        box = self._icon_box(name)
        port = Rect(0, 0, _number(own.get("width"), box.width), _number(own.get("height"), box.height))
        scale = fit(box, port, "xMidYMid").a or 1.0
        lines = {key: _scaled(own[key], scale) for key in ICON_LINES if key in own}
        size = {"width": short(port.width), "height": short(port.height)}
        return {"href": f"#{self._icon_id(name)}", **size, **lines}

    def _picture(self, element: Element, name: str, own: dict[str, str], depth: int) -> dict[str, str]:
        """Pixels as data of the kind that they are; a drawing written like any other, in a viewport of its own."""
        data = embedded_picture(name) if name.startswith("data:") else self._art(name)
        self.weight -= len(data)
        self.room -= _PICTURE
        if min(self.weight, self.room) < 0:
            raise SvgFault("the drawing shows too many pictures")
        cascade = Cascade(INITIAL, Viewport())
        ratio = own.get("preserveAspectRatio", "")
        said = own.pop("data-focus", "")
        focus = said if ratio.endswith("slice") else ""
        if not is_svg(data):
            raster = read_raster(data, name)
            port = picture_port(element, cascade, raster.size)
            if focus:
                own.pop("overflow", None)
                _turn(element, raster)
                return _window(Rect(0, 0, raster.size.width, raster.size.height), port, ratio, focus)
            if raster.upright == Matrix():
                return {**_sides(port), "href": _as_data(raster)}
            own.pop("overflow", None)
            _turn(element, raster)
            box = f"0 0 {short(raster.size.width)} {short(raster.size.height)}"
            return {**_sides(port), "viewBox": box}
        if depth >= MAX_NESTING:
            raise SvgFault(f"the picture '{name[:60]}' is nested too deep")
        document, frame, matrix = open_art(data, depth=10 * (depth + 1), language=self.game.language)
        port = picture_port(element, cascade, frame.size)
        own.pop("preserveAspectRatio", "")
        window = _window(frame, port, ratio, focus) if focus else {}
        placed = moved_box(frame, fit(frame, port, ratio))  # a fault, if it is none
        if not ratio.endswith("slice"):  # it is cut at its own edge, which is then the viewport's
            port = placed
            ratio = "none"
        begin = {key: value for key, value in INITIAL.items() if key not in _UNSAID} | {"font-size": WEB_FONT_SIZE}
        begin["font-family"] = families("", self.game.fonts, "")
        inner = _under(matrix, self._written(plain_group(document), depth + 1, document.origin), begin)
        element.tag = "svg"
        element.append(inner)
        own.pop("overflow", None)
        box = f"0 0 {short(frame.width)} {short(frame.height)}"
        return {**_sides(port), "viewBox": box, "preserveAspectRatio": ratio} | window

    def _art(self, name: str) -> bytes:
        try:
            return read_picture(self.game.workspace, self.game.name, name.removeprefix("art:"))
        except LookupError as error:
            raise SvgFault(*error.args) from None


def _window(box: Rect, port: Rect, ratio: str, focus: str) -> dict[str, str]:
    """A viewport that shows what is kept of a picture about its focus: no browser knows that word."""
    m = fit_about(box, port, ratio, focus)
    view = " ".join(short(value / m.a) for value in (port.x - m.e, port.y - m.f, port.width, port.height))
    return {**_sides(port), "viewBox": view, "preserveAspectRatio": "none"}


def _as_data(raster: Raster) -> str:
    return f"data:image/{raster.kind};base64,{b64encode(raster.data).decode('ascii')}"


def _turn(element: Element, raster: Raster) -> None:
    """Make of an image a viewport with the image in it, upright; by itself a browser would be told nothing of it."""
    sides = {"width": short(raster.stored.width), "height": short(raster.stored.height)}
    element.tag = "svg"
    element.append(Element("image", {**sides, "transform": _matrix(raster.upright), "href": _as_data(raster)}))


def _white_space(element: Element, own: dict[str, str]) -> dict[str, str]:
    """White space is kept by a style, for HTML knows no xml:space; only where there is some to keep."""
    said = own.get("white-space", "")
    space = own.get(XML_SPACE, "")
    if said in _KEPT or (space == "preserve" and not said):
        if element.tag not in _TEXTS:
            return {"style": "white-space:pre"}
        return {"style": "white-space:pre"} if _WIDE.search("".join(element.itertext())) else {}
    return {"style": "white-space:normal"} if said or space else {}


def _under(matrix: Matrix, group: Element, begin: Mapping[str, str]) -> Element:
    """A group under a matrix; what a page or a drawing around it would hand down is as this one begins."""
    outer = Element("g") if group.attrib else group
    outer.attrib.update(begin)
    if matrix != Matrix():
        outer.set("transform", _matrix(matrix))
    if outer is not group:
        outer.append(group)
    return outer


def _matrix(matrix: Matrix) -> str:
    parts = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return f"matrix({' '.join(f'{part:.7g}' for part in parts)})"


def _text(element: Element) -> str:
    return written(element).replace(" />", "/>")  # a > of words or values is &gt; there


def _sides(port: Rect) -> dict[str, str]:
    return {"x": short(port.x), "y": short(port.y), "width": short(port.width), "height": short(port.height)}


def _number(text: str | None, default: float) -> float:
    try:
        return float(text) if text else default
    except ValueError:
        raise SvgFault(f"'{text}' is not a number") from None


def _scaled(lengths: str, scale: float) -> str:
    return " ".join(part if part == "none" else f"{_number(part, 0) / scale:.6g}" for part in lengths.split())


def _clip(face: Face) -> str:
    """The outline of a piece for a style sheet, in shares of its trim: it may be shown at any size."""
    size = face.size
    corners = face.shape.corners(size)
    return f"polygon({','.join(f'{short(100 * x / size.width)}% {short(100 * y / size.height)}%' for x, y in corners)})"


def short(value: float) -> str:
    """Millimetres to a thousandth, without needless zeros."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
