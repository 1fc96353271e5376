"""A face's SVG and a game's fonts go in; SVG that any browser draws alone, and fonts as data, come out."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field
from xml.etree import ElementTree as Tree

import uharfbuzz as hb

from pnp.faces.face import Face
from pnp.faces.icons import read_icon
from pnp.fonts.font import Font
from pnp.fonts.fonts import Fonts
from pnp.game.model import Game
from pnp.rulebook.boxes import mm

_SVG = "{http://www.w3.org/2000/svg}"
_PAINTS = ("fill", "stroke", "stop-color", "color")
_DROPPED = ("{http://www.w3.org/XML/1998/namespace}space",)
# a family's style -> CSS weight and slant
_STYLES = {
    "regular": (400, "normal"),
    "bold": (700, "normal"),
    "italic": (400, "italic"),
    "bold-italic": (700, "italic"),
}


@dataclass(eq=False)
class WebDrawings:
    """Turns faces into inline SVG. Ids are told apart by a number a drawing; icons are kept once and used."""

    game: Game
    count: int = 0
    icons: set[str] = field(default_factory=set)

    def svg(self, face: Face, alt: str) -> str:
        """The face's trim as inline SVG, with the words for it."""
        self.count += 1
        root = Tree.fromstring(face.svg or "<svg/>")
        mark = f"d{self.count}-"
        for element in root.iter():
            self._plain(element, mark)
        for title in [child for child in root if child.tag in (f"{_SVG}title", f"{_SVG}desc", "title", "desc")]:
            root.remove(title)
        size = face.size
        for name in ("width", "height", "viewBox"):
            root.attrib.pop(name, None)
        root.attrib |= {
            "viewBox": f"0 0 {mm(size.width)} {mm(size.height)}",
            "width": f"{mm(size.width)}mm",
            "role": "img",
            "aria-label": alt,
        }
        if face.shape == "circle":
            root.set("class", "round")
        Tree.register_namespace("", _SVG[1:-1])
        return Tree.tostring(root, encoding="unicode")

    def symbols(self) -> str:
        """The icons used, each once, out of sight."""
        parts = []
        for name in sorted(self.icons):
            root = Tree.fromstring(read_icon(self.game.workspace.roots, name))
            box = root.get("viewBox", "0 0 512 512")
            inner = "".join(Tree.tostring(child, encoding="unicode") for child in root)
            parts.append(f'<symbol id="icon-{name}" viewBox="{box}">{inner}</symbol>')
        return f'<svg width="0" height="0" class="symbols" aria-hidden="true">{"".join(parts)}</svg>'

    def icon(self, name: str) -> str:
        """An icon within a text, of the text's size and colour."""
        self.icons.add(name)
        return f'<svg class="icon" aria-hidden="true"><use href="#icon-{name}" fill="currentColor"/></svg>'

    def _plain(self, element: Tree.Element, mark: str) -> None:
        """Palette names as colours, references with this drawing's mark, icons as symbols.

        A browser clips a symbol without a viewBox too, so that one drawn round its origin is cut; the painter does not.
        """
        palette = self.game.palette
        if element.tag in (f"{_SVG}symbol", "symbol") and not element.get("viewBox"):
            element.set("style", f"overflow:visible;{element.get('style', '')}".rstrip(";"))
        for name in list(element.attrib):
            value = element.attrib[name]
            if name in _PAINTS and value in palette:
                element.set(name, palette[value])
            if name == "id":
                element.set(name, mark + value)
            elif "url(#" in value:
                element.set(name, value.replace("url(#", f"url(#{mark}"))
            elif name.endswith("href") and value.startswith("icon:"):
                self.icons.add(value[5:])
                element.set(name, f"#icon-{value[5:]}")
            elif name.endswith("href") and value.startswith("#"):
                element.set(name, f"#{mark}{value[1:]}")
            elif name.startswith("data-"):
                del element.attrib[name]


def font_faces(fonts: Fonts, characters: str) -> str:
    """``@font-face`` rules for every font, cut down to the characters given, as data."""
    rules = []
    for family in fonts.families.values():
        for style, path in sorted(family.faces.items()):
            font = fonts.files.open(path)
            kept = "".join(sorted(char for char in set(characters) if font.has(char)))
            if not kept:
                continue
            weight, slant = _STYLES[style]
            data = b64encode(_subset(font, kept)).decode("ascii")
            rules.append(
                f'@font-face{{font-family:"{family.name}";font-weight:{weight};font-style:{slant};'
                f"src:url(data:font/ttf;base64,{data})}}"
            )
    return "\n".join(rules)


def _subset(font: Font, characters: str) -> bytes:
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(map(ord, characters))
    wanted.flags = hb.SubsetFlags.NO_HINTING
    return bytes(hb.subset(font.face, wanted).blob.data)
