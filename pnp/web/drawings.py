"""Faces go in, inline SVG comes out that any browser draws as the painter does, and that asks for nothing from outside.

What is written is made anew from what the ``svg`` room understood, never copied: elements and attributes are those that
are painted (``svg.subset``), colours are numbers, references lead into the same drawing, pictures are data.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from pnp.faces.face import Face
from pnp.faces.icons import read_icon, read_picture
from pnp.game.model import Game
from pnp.paint.images import pixels_of
from pnp.svg.art import ICON_BOX, WEB_FONT_SIZE, embedded_picture, is_svg, open_art, picture_port
from pnp.svg.cascade import Cascade, Viewport
from pnp.svg.colors import parse_color
from pnp.svg.document import SvgDocument
from pnp.svg.plain import ICON_LINES, plain_group
from pnp.svg.subset import INITIAL
from pnp.svg.transform import fit, view_box
from pnp.svg.tree import SVG, XML_SPACE, Element, SvgFault, parse, target, written
from pnp.svg.walk import open_face
from pnp.units import Matrix, Rect, Size
from pnp.web.webfonts import css_string

MAX_NESTING = 8  # pictures within pictures
_KEPT = ("pre", "pre-wrap", "break-spaces")
_PAINTS = ("fill", "stroke", "stop-color", "color")
_WORDS = frozenset({"none", "currentcolor", "inherit", "context-fill", "context-stroke"})
_REFERENCES = ("fill", "stroke", "clip-path", "mask", "marker-start", "marker-mid", "marker-end")
# what a page's style sheet could hand down into a drawing
_OWN = ("color", "font-size", "font-weight", "font-style", "letter-spacing", "word-spacing")


@dataclass(eq=False)
class WebDrawings:
    """Turns a game's faces into inline SVG. Ids are told apart by a number a drawing; icons are kept once and used.

    ``mark`` keeps these drawings apart from those of another game on the same page.
    """

    game: Game
    mark: str = ""
    count: int = 0
    icons: dict[str, Rect] = field(default_factory=dict)

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
        if face.shape == "circle":
            root.set("class", "round")
        with suppress(SvgFault):  # the painter says what is wrong with it
            document, matrix = open_face(face.svg)
            root.append(_under(matrix, self._written(plain_group(document), 0)))
        return written(root)

    def symbols(self) -> str:
        """The icons used, each once, out of sight."""
        outer = Element("svg", {"width": "0", "height": "0", "class": "symbols", "aria-hidden": "true"})
        for name in sorted(self.icons):
            box = self.icons[name]
            shown = f"{short(box.x)} {short(box.y)} {short(box.width)} {short(box.height)}"
            symbol = Element("symbol", {"id": f"{self.mark}icon-{name}", "viewBox": shown, "overflow": "visible"})
            symbol.extend(self._written(plain_group(self._icon(name)), 0))
            outer.append(symbol)
        return written(outer)

    def icon(self, name: str) -> str:
        """An icon within a text, of the text's size and colour."""
        self._icon_box(name)
        return f'<svg class="icon" aria-hidden="true"><use href="#{self.mark}icon-{name}" fill="currentColor"/></svg>'

    def _icon(self, name: str) -> SvgDocument:
        root = parse(read_icon(self.game.workspace.roots, name))
        box = view_box(root) or ICON_BOX
        return SvgDocument(root, Cascade(INITIAL, Viewport(box.width, box.height)), lenient=True)

    def _icon_box(self, name: str) -> Rect:
        """Where an icon is drawn; from now on it is among the symbols. Raises SvgFault for one that is not there."""
        if name not in self.icons:
            try:
                self.icons[name] = view_box(self._icon(name).root) or ICON_BOX
            except LookupError as error:
                raise SvgFault(str(error.args[0])) from None
        return self.icons[name]

    def _written(self, group: Element, depth: int) -> Element:
        """A plain drawing as a browser is to have it; its ids are its own."""
        self.count += 1
        mark = f"{self.mark}d{self.count}-"
        for element in list(group.iter()):
            own = dict(element.items())
            name = own.pop("href", "")
            if element.tag == "image":
                own = self._picture(element, name, own, depth)
            elif name.startswith("icon:"):
                own |= self._icon_use(name.removeprefix("icon:"), own)
            elif name:
                own["href"] = f"#{mark}{name.removeprefix('#')}"
            if own.get(XML_SPACE) == "preserve" or own.pop("white-space", "") in _KEPT:
                own["style"] = "white-space:pre"
            element.attrib.clear()
            element.attrib.update({key: kept for key, value in own.items() if (kept := self._value(key, value, mark))})
        return group

    def _value(self, name: str, value: str, mark: str) -> str:
        """An attribute's value; empty for one that a browser shall not have."""
        if name == "id":
            return mark + value
        if name == XML_SPACE:
            return ""  # HTML knows it as a style alone
        if name == "font-family":
            return ", ".join(css_string(part.strip().strip("'\"")) for part in value.split(",") if part.strip())
        if "url(" in value:
            inner, fallback = target(value) if name in _REFERENCES else ("", "")
            spare = self._color(fallback) if fallback else ""
            return f"url(#{mark}{inner}) {spare}".rstrip() if inner else spare
        return self._color(value) if name in _PAINTS else value

    def _color(self, text: str) -> str:
        """A palette name or a colour of CSS as numbers; nothing for what is neither, which the painter refuses."""
        if text.lower() in _WORDS:
            return text
        try:
            rgb, alpha = parse_color(text, self.game.palette)
        except SvgFault:
            return ""
        digits = "#" + "".join(f"{round(part * 255):02x}" for part in rgb)
        return digits if alpha == 1 else f"{digits}{round(alpha * 255):02x}"

    def _icon_use(self, name: str, own: Mapping[str, str]) -> dict[str, str]:
        """A use of an icon, with lines as thick as the use says whatever the icon's own units."""
        box = self._icon_box(name)
        port = Rect(0, 0, float(own.get("width", box.width)), float(own.get("height", box.height)))
        scale = fit(box, port, "xMidYMid").a or 1.0
        lines = {key: _scaled(own[key], scale) for key in ICON_LINES if key in own}
        size = {"width": short(port.width), "height": short(port.height)}
        return {"href": f"#{self.mark}icon-{name}", **size, **lines}

    def _picture(self, element: Element, name: str, own: dict[str, str], depth: int) -> dict[str, str]:
        """Pixels as data of the kind that they are; a drawing written like any other, in a viewport of its own."""
        data = embedded_picture(name) if name.startswith("data:") else self._art(name)
        cascade = Cascade(INITIAL, Viewport())
        if not is_svg(data):
            port = picture_port(element, cascade, Size(*pixels_of(data, name)))
            kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
            return {**own, **_sides(port), "href": f"data:image/{kind};base64,{b64encode(data).decode('ascii')}"}
        if depth >= MAX_NESTING:
            raise SvgFault(f"the picture '{name[:60]}' is nested too deep")
        document, frame, matrix = open_art(data)
        port = picture_port(element, cascade, frame.size)
        element.tag = "svg"
        element.append(_under(matrix, self._written(plain_group(document), depth + 1), own_size=True))
        return {**own, **_sides(port), "viewBox": f"0 0 {short(frame.width)} {short(frame.height)}"}

    def _art(self, name: str) -> bytes:
        try:
            return read_picture(self.game.workspace, self.game.name, name.removeprefix("art:"))
        except LookupError as error:
            raise SvgFault(str(error.args[0])) from None


def _under(matrix: Matrix, group: Element, *, own_size: bool = False) -> Element:
    """A group under a matrix; what a page's style sheet would hand down is as a drawing begins."""
    outer = Element("g", {name: INITIAL[name] for name in _OWN})
    if own_size:
        outer.set("font-size", WEB_FONT_SIZE)
    if matrix != Matrix():
        parts = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
        outer.set("transform", f"matrix({' '.join(f'{part:.7g}' for part in parts)})")
    outer.append(group)
    return outer


def _sides(port: Rect) -> dict[str, str]:
    return {"x": short(port.x), "y": short(port.y), "width": short(port.width), "height": short(port.height)}


def _scaled(lengths: str, scale: float) -> str:
    return " ".join(part if part == "none" else f"{float(part) / scale:.6g}" for part in lengths.split())


def short(value: float) -> str:
    """Millimetres to a thousandth, without needless zeros."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
