"""Figures and places of a scenario go in, their pieces on the canvas come out; friend and foe differ in grey too."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.diagrams.canvas import Canvas, Pencil
from pnp.diagrams.depiction import MarkLook, Style
from pnp.diagrams.hex_artist import HexArtist
from pnp.diagrams.hex_scene import Landmark, MapFigure
from pnp.game.model import Game
from pnp.schema.values import Record
from pnp.text.fit import TextBlock
from pnp.units import MM_PER_POINT


@dataclass(frozen=True, slots=True)
class Colors:
    """A team's colours; ``own`` is the team that the diagram speaks to, whose tokens are solid."""

    main: str
    pale: str
    own: bool


def draw_figure(artist: HexArtist, figure: MapFigure) -> None:
    """Its token and, where there is room, its name on a plate beneath."""
    x, y = artist.middle(figure.cell)
    colors = colors_of(artist.game, artist.style, figure.team, own=figure.team is artist.own)
    draw_disc(artist.pencil, x, y, artist.token, icon_of(figure.record, artist.game), colors)
    name = artist.names.get(figure.token)
    if name is not None:
        draw_name(artist.pencil, name, x, y + artist.token + name.em * 0.48, artist.style.ink)


def draw_name(pencil: Pencil, name: TextBlock, x: float, y: float, ink: str, *, pale: float = 0.86) -> None:
    """A set line on a plate of paper, its middle at (x, y)."""
    width, height = plate_size(name)
    with pencil.canvas.inked("paper"):
        pencil.canvas.plate(x, y, width, height, fill=pencil.paper, opacity=1.0 if pencil.canvas.cheap else pale)
    pencil.canvas.label(name, x, y, ink)


def plate_size(name: TextBlock) -> tuple[float, float]:
    """Width and height in mm of the plate behind a set line."""
    return name.lines[0].width * name.em + name.em * 0.5, name.em * 1.06


def draw_place(artist: HexArtist, landmark: Landmark) -> None:
    """A plinth over the whole hex of a solid place, its record's icon on a disc, and the owner's ring and counter.

    It is painted in the look that is called like its kind.
    """
    canvas, r = artist.canvas, artist.disc
    x, y = artist.middle(landmark.cell)
    look = artist.style.look(landmark.place.kind.id, MarkLook(artist.style.paper, artist.style.ink))
    plinth = look.edge or artist.style.ink
    if landmark.place.kind.solid:
        canvas.path(artist.hexes.outline([landmark.cell]), fill=plinth)
    canvas.disc(x, y, r, fill=look.fill or artist.style.paper)
    icon = icon_of(landmark.record, artist.game)
    if icon:
        canvas.icon(icon, x, y, r * 1.25, plinth)
    if landmark.owner is not None:
        owner = colors_of(artist.game, artist.style, landmark.owner, own=landmark.owner is artist.own)
        canvas.disc(x, y, r * 0.93, fill="none", stroke=owner.main, stroke_width=round(r * 0.16, 3))
        draw_disc(artist.pencil, x - r * 0.86, y - r * 0.72, r * 0.5, icon_of(landmark.owner, artist.game), owner)


def icon_of(record: Record, game: Game) -> str:
    """A record's own icon, else that of a record it refers to; empty when there is none."""
    fields = game.collections[record.path.partition(".")[0]].fields
    referred = [record[name] for name, kind in fields.items() if kind.kind == "ref"]
    for owner in (record, *(other for other in referred if isinstance(other, Record))):
        kinds = game.collections[owner.path.partition(".")[0]].fields
        for name, kind in kinds.items():
            if kind.kind == "icon" and owner[name]:
                return str(owner[name])
    return ""


def colors_of(game: Game, style: Style, team: Record | None, *, own: bool) -> Colors:
    """The first colour of a team's record, and the one called ``pale``."""
    if team is None:
        return Colors(style.ink, style.paper, own)
    fields = game.collections[team.path.partition(".")[0]].fields
    names = [name for name, kind in fields.items() if kind.kind == "color" and team[name]]
    main = str(team[names[0]]) if names else style.ink
    return Colors(main, str(team["pale"]) if "pale" in names else style.paper, own)


def draw_disc(pencil: Pencil, x: float, y: float, r: float, icon: str, colors: Colors, letter: str = "") -> None:
    """A round piece: solid with a light icon for one's own team, hollow with a heavy ring for the others.

    Where there is no icon, the letter stands in its place.
    """
    canvas = pencil.canvas
    with canvas.inked("paper"):
        canvas.disc(x, y, r * 1.1, fill=pencil.paper)
    if colors.own:
        with canvas.inked("sign"):
            canvas.disc(x, y, r, fill=colors.main)
        with canvas.inked("paper"):
            canvas.disc(x, y, r * 0.88, fill="none", stroke=colors.pale, stroke_width=round(r * 0.05, 3))
            _face(canvas, x, y, r, icon, colors.pale, letter)
    else:
        canvas.disc(x, y, r * 0.91, fill=colors.pale, stroke=colors.main, stroke_width=round(r * 0.18, 3))
        with canvas.inked("sign"):
            _face(canvas, x, y, r, icon, colors.main, letter)


def _face(canvas: Canvas, x: float, y: float, r: float, icon: str, color: str, letter: str) -> None:
    name = canvas.fitted(letter, r * 1.7, r / MM_PER_POINT) if letter and not icon else None
    if icon:
        canvas.icon(icon, x, y, r * 1.3, color)
    elif name is not None:
        canvas.label(name, x, y, color)
