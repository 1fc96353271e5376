"""Pieces before and after go in, inline SVG comes out: each side drawn with its own game's colours, icons and fonts."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from mimetypes import guess_type

from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.history.changes import Alteration
from pnp.history.compare import Difference
from pnp.history.stock import Piece, Stock
from pnp.rulebook.web import WebDrawings

_ART = re.compile(r"""(<image\b[^>]*?href=)(["'])(?!data:)([^"'#]+)\2""")
_APART = 1_000_000  # ids of the second game's drawings are counted from here


@dataclass(frozen=True, slots=True)
class Pictures:
    """One side of one piece, before and after; None where it was not, or is no more."""

    caption: str
    before: str | None
    after: str | None


@dataclass(eq=False)
class Artist:
    """Draws the faces of one game. ``mark`` keeps its icons apart from the other game's."""

    game: Game
    mark: str
    drawings: WebDrawings = field(init=False)

    def __post_init__(self) -> None:
        self.drawings = WebDrawings(self.game, count=_APART if self.mark else 0)

    def draw(self, face: Face, alt: str) -> str:
        """A face as inline SVG that asks for nothing from outside."""
        svg = self.drawings.svg(face.with_svg(_ART.sub(self._embed, face.svg)), alt)
        return svg.replace('"#icon-', f'"#{self.mark}icon-')

    def symbols(self) -> str:
        """The icons used."""
        return self.drawings.symbols().replace('id="icon-', f'id="{self.mark}icon-')

    def _embed(self, match: re.Match[str]) -> str:
        path = self.game.workspace.find("templates", self.game.name, match[3])
        kind = guess_type(match[3])[0] or "image/png"
        data = b64encode(path.read_bytes()).decode("ascii") if path else ""
        return f"{match[1]}{match[2]}data:{kind};base64,{data}{match[2]}"


def draw_pieces(
    difference: Difference, before: Artist | None, after: Artist | None
) -> Iterator[tuple[str, list[Pictures]]]:
    """Every altered piece's faces that differ, component by component, under the component's title."""
    changes = difference.changes
    for name in dict.fromkeys(item.component for item in changes.of("changed", "new", "gone")):
        items = [item for item in changes.of("changed", "new", "gone") if item.component == name]
        pictures = [
            shown for item in items for shown in _sides(item, difference.old.stock, difference.new.stock, before, after)
        ]
        if pictures:
            yield changes.titles[name], pictures


def _sides(
    item: Alteration, old: Stock | None, new: Stock | None, before: Artist | None, after: Artist | None
) -> Iterator[Pictures]:
    was = old.pieces.get((item.component, item.record)) if old else None
    now = new.pieces.get((item.component, item.record)) if new else None
    for side in range(2):
        left, right = _face(was, side), _face(now, side)
        if left is None and right is None:
            continue
        if was and now and left and right and was.looks[side].hash == now.looks[side].hash:
            continue
        caption = ", ".join(filter(None, (item.name, "back" if side else "")))
        yield Pictures(
            caption,
            before.draw(left, f"{caption or item.component}, before") if before and left else None,
            after.draw(right, f"{caption or item.component}, after") if after and right else None,
        )


def _face(piece: Piece | None, side: int) -> Face | None:
    faces = piece.pair.faces if piece else ()
    return faces[side] if side < len(faces) else None
