"""A face goes in; a hash of how it prints comes out, and the names of what it is drawn with.

A face's SVG names colours, icons, pictures and fonts; the same SVG prints otherwise when one of them changes.
So the hash is taken of the SVG and of everything that it names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from pnp.faces.face import Face
from pnp.faces.icons import read_icon
from pnp.fonts.family_names import meant_by
from pnp.fonts.font import FontSource
from pnp.game.model import Game
from pnp.game.workspace import Workspace
from pnp.source.text_file import MOST_BYTES, read_bytes
from pnp.svg.references import colors_in, families_in, icons_in, missing_in, pictures_in, words_in

DIGITS = 12


def digest(*parts: str | bytes) -> str:
    """Twelve hexadecimal digits of the parts."""
    found = sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()[:DIGITS]


@dataclass(frozen=True, slots=True)
class Looks:
    """How a face prints: its hash, and what it is drawn with."""

    hash: str
    colors: frozenset[str]
    icons: frozenset[str]
    art: frozenset[str]
    families: frozenset[str]


@dataclass(eq=False)
class LooksOf:
    """Looks at faces of one game; files are read and hashed once."""

    game: Game
    _icons: dict[str, str] = field(default_factory=dict)
    _digests: dict[Path, str] = field(default_factory=dict)

    def __call__(self, face: Face) -> Looks:
        """How this face prints."""
        svg, game = face.svg, self.game
        icons = icons_in(svg)
        drawn = svg + "".join(self._icon(name) for name in sorted(icons))
        colors = colors_in(drawn) & game.palette.keys()
        art = pictures_in(svg) | missing_in(svg)
        families = self._families(svg)
        parts = [f"{face.size} {face.bleed:g} {face.shape}", svg]
        parts += [f"in {game.ink} ink"] if game.ink != "full" else []
        parts += [f"{name} {game.palette[name]}" for name in sorted(colors)]
        parts += [f"{name} {digest(self._icon(name))}" for name in sorted(icons)]
        parts += [f"{name} {self.art(name)}" for name in sorted(art)]
        parts += [f"{name} {self.family(name)}" for name in sorted(families)]
        return Looks(digest(*parts), colors, icons, art, families)

    def icon(self, name: str) -> str:
        """The hash of an icon's file."""
        return digest(self._icon(name))

    def art(self, name: str) -> str:
        """The hash of a picture's file; empty when there is none."""
        path = self.game.workspace.find("templates", self.game.name, name)
        return self.file(path) if path else ""

    def family(self, name: str) -> str:
        """The hash of a family's files, and of what is taken of them."""
        family = self.game.fonts.families.get(name)
        files = sorted(family.faces.items()) if family else ()
        parts = (" ".join(filter(None, (style, self.file(one.path), one.place))) for style, one in files)
        return digest(*parts) if family else ""

    def file(self, path: Path) -> str:
        """The hash of a file."""
        if path not in self._digests:
            self._digests[path] = digest(_content(path, self.game.workspace))
        return self._digests[path]

    def _icon(self, name: str) -> str:
        if name not in self._icons:
            self._icons[name] = read_icon(self.game.workspace, name).replace("\r\n", "\n")
        return self._icons[name]

    def _families(self, svg: str) -> frozenset[str]:
        """The families named, and those that stand in for their missing characters."""
        fonts = self.game.fonts
        found = set(meant_by(families_in(svg), fonts))
        for family, words in words_in(svg):
            for name in meant_by([family], fonts):
                found |= {self._owner(font.source) for font, _ in fonts.runs(words, name)}
        return frozenset(found & fonts.families.keys())

    def _owner(self, source: FontSource) -> str:
        families = self.game.fonts.families.values()
        return next((family.name for family in families if source in family.faces.values()), "")


def _content(path: Path, workspace: Workspace) -> bytes:
    """What a file says; a drawing's lines end as they may, for git on Windows ends them otherwise."""
    data = read_bytes(path, workspace.shown(path), MOST_BYTES, workspace.within)
    return data.replace(b"\r\n", b"\n") if path.suffix.lower() == ".svg" else data
