"""A computed Diagram and a width in mm go in, its Face comes out: ground, areas, altars, lines, tokens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

from pnp.board.hexes import Cell, Hexes
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.rulebook.canvas import Canvas
from pnp.rulebook.ground import RADIUS, ground_of
from pnp.rulebook.scenario import Area, Diagram, Line, Look
from pnp.rulebook.tokens import draw_altar, draw_figure, name_points, team_colors
from pnp.schema.values import Record
from pnp.text.fit import MM_PER_POINT
from pnp.units import Size

MARGIN = 0.4  # mm round the hexes, for the outline


@dataclass(frozen=True, eq=False)
class Artist:
    """One diagram being drawn. ``hexes`` is its grid in mm of the drawing, before the margin."""

    diagram: Diagram
    game: Game
    hexes: Hexes
    canvas: Canvas
    named: bool

    @property
    def unit(self) -> float:
        """The height of a hex in mm: what everything is measured by."""
        return self.hexes.flat_to_flat

    @property
    def token(self) -> float:
        """The radius of a token."""
        return self.unit * (0.31 if self.named else 0.36)

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Where a token stands on a hex: a little above its middle when a name is to stand beneath."""
        x, y = self.hexes.centre(cell)
        return x, y - (self.unit * 0.11 if self.named else 0.0)


def draw_diagram(diagram: Diagram, game: Game, width_mm: float) -> Face:
    """Draw a diagram ``width_mm`` wide. Raises GameError when the game's own template for the ground is at fault."""
    board = diagram.scene.board
    hexes = replace(board.hexes, flat_to_flat=1.0)
    hexes = replace(hexes, flat_to_flat=(width_mm - 2 * MARGIN) / hexes.size.width)
    size = Size(width_mm, round(hexes.size.height + 2 * MARGIN, 3))
    canvas = Canvas(size, game.fonts, diagram.style.font, diagram.title, diagram.alt)
    names = [
        canvas.fitted(str(figure), hexes.side * 1.5, name_points(hexes.flat_to_flat))
        for figure in diagram.scene.figures.values()
    ]
    artist = Artist(diagram, game, hexes, canvas, all(name is not None for name in names))
    canvas.define(ground_of(game, board.kinds).symbols)
    with canvas.group(transform=f"translate({MARGIN} {MARGIN})"):
        _ground(artist)
        _areas(artist)
        _altars(artist)
        for line in diagram.lines:
            _line(artist, line)
        _figures(artist)
        _badges(artist)
    return Face("diagrams", diagram.id, "front", canvas.svg(), size)


def _ground(artist: Artist) -> None:
    board, ground = artist.diagram.scene.board, ground_of(artist.game, artist.diagram.scene.board.kinds)
    for cell in board.hexes.cells():
        x, y = artist.hexes.centre(cell)
        artist.canvas.stamp(ground.symbol(board.terrain[cell], cell), x, y, artist.hexes.side / RADIUS)


def _areas(artist: Artist) -> None:
    """All fills, then the hexes' own lines, then all edges: no fill hides an edge."""
    canvas, unit, ink = artist.canvas, artist.unit, artist.diagram.style.ink
    zone = artist.diagram.style.look("zone", Look(edge=ink))
    zones = [Area(shrine.altar.zone, zone, {}) for shrine in artist.diagram.scene.shrines.values()]
    areas = [*zones, *artist.diagram.areas]
    for area in areas:
        if area.look.fill and area.cells:
            canvas.path(artist.hexes.outline(area.cells), fill=area.look.fill)
    cells = artist.hexes.cells()
    grid = "".join(artist.hexes.outline([cell]) for cell in cells)
    canvas.path(grid, fill="none", stroke=ink, stroke_width=0.12, stroke_opacity=0.45, stroke_linejoin="round")
    for area in areas:
        if area.look.edge and area.cells:
            dashes = {"stroke_dasharray": f"{unit * 0.14:.3f} {unit * 0.1:.3f}"} if area.look.dashed else {}
            data = artist.hexes.outline(area.cells, unit * 0.035)
            canvas.path(
                data,
                fill="none",
                stroke=area.look.edge,
                stroke_width=round(unit * 0.06, 3),
                stroke_linejoin="round",
                **dashes,
            )
    canvas.path(artist.hexes.outline(cells), fill="none", stroke=ink, stroke_width=0.4, stroke_linejoin="round")
    standing = {figure.cell for figure in artist.diagram.scene.figures.values()}
    for area in areas:
        for cell, steps in sorted(area.steps.items()):
            number = canvas.fitted(str(steps), artist.hexes.side, unit * 0.36 / MM_PER_POINT)
            if number is not None and cell not in standing:
                canvas.label(number, *artist.hexes.centre(cell), area.look.edge or ink)


def _own(artist: Artist) -> Record | None:
    """The team that the diagram speaks to: that of its first figure."""
    return next((figure.team for figure in artist.diagram.scene.figures.values()), None)


def _altars(artist: Artist) -> None:
    style, game = artist.diagram.style, artist.game
    for shrine in artist.diagram.scene.shrines.values():
        owner = team_colors(shrine.owner, _own(artist), style, game) if shrine.owner else None
        corners, at = artist.hexes.corners(shrine.cell), artist.hexes.centre(shrine.cell)
        draw_altar(artist.canvas, shrine, corners, at, style.looks, owner, style, game)


def _figures(artist: Artist) -> None:
    style, game = artist.diagram.style, artist.game
    for figure in artist.diagram.scene.figures.values():
        colors = team_colors(figure.team, _own(artist), style, game)
        name = (
            artist.canvas.fitted(str(figure), artist.hexes.side * 1.5, name_points(artist.unit))
            if artist.named
            else None
        )
        draw_figure(artist.canvas, figure, artist.middle(figure.cell), artist.token, name, colors, style, game)


def _badges(artist: Artist) -> None:
    """The icon of an area's look, up and to the right on each of its hexes."""
    style, r = artist.diagram.style, artist.unit * 0.15
    for area in artist.diagram.areas:
        for cell in sorted(area.cells) if area.look.icon else ():
            x, y = artist.middle(cell)
            x, y = x + artist.token * 0.86, y - artist.token * 0.72
            artist.canvas.disc(
                x, y, r, fill=style.paper, stroke=area.look.edge or style.ink, stroke_width=round(r * 0.16, 3)
            )
            artist.canvas.icon(area.look.icon, x, y, r * 1.4, area.look.edge or style.ink)


def _line(artist: Artist, line: Line) -> None:
    """Clear: solid, with an arrow head. Blocked: dashed as far as what blocks it, with a cross there."""
    style = artist.diagram.style
    look = line.look or style.look("clear" if line.clear else "blocked", Look(edge=style.ink))
    color = look.edge or style.ink
    standing = {figure.cell for figure in artist.diagram.scene.figures.values()}
    (ax, ay), (bx, by) = artist.middle(line.start), artist.middle(line.end)
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    unit, gap = artist.unit, artist.token * 1.22
    first = gap if line.start in standing else 0.0
    last = length - (gap if line.end in standing else 0.0)
    if not line.clear:
        last = min(last, _stop(artist, line, (ax, ay), (ux, uy)))
    weight = unit * 0.06

    def at(along: float, aside: float = 0.0) -> str:
        return f"{ax + ux * along - uy * aside:.3f} {ay + uy * along + ux * aside:.3f}"

    def stroke(data: str, wide: float, paint: str, **more: object) -> None:
        artist.canvas.path(data, fill="none", stroke=paint, stroke_width=round(wide, 3), stroke_linecap="round", **more)

    if line.clear:
        head = unit * 0.2
        shaft = f"M{at(first)}L{at(last - head * 0.8)}"
        stroke(shaft, weight * 2.2, style.paper)
        stroke(shaft, weight, color)
        artist.canvas.path(
            f"M{at(last)}L{at(last - head, head * 0.55)}L{at(last - head * 0.75)}L{at(last - head, -head * 0.55)}Z",
            fill=color,
            stroke=style.paper,
            stroke_width=round(weight * 0.4, 3),
        )
    else:
        arm = unit * 0.13
        shaft = f"M{at(first)}L{at(last)}"
        cross = f"M{at(last - arm, -arm)}L{at(last + arm, arm)}M{at(last - arm, arm)}L{at(last + arm, -arm)}"
        stroke(shaft, weight * 2.2, style.paper)
        stroke(shaft, weight, color, stroke_dasharray=f"{unit * 0.12:.3f} {unit * 0.13:.3f}")
        stroke(cross, weight * 3, style.paper)
        stroke(cross, weight * 1.5, color)


def _stop(artist: Artist, line: Line, start: tuple[float, float], heading: tuple[float, float]) -> float:
    """How far along a blocked line its cross stands: at the near side of what blocks it; half way when crooked."""
    if not line.stopped:
        end = artist.middle(line.end)
        return hypot(end[0] - start[0], end[1] - start[1]) / 2
    reach = []
    for cell in line.stopped:
        x, y = artist.middle(cell)
        reach.append((x - start[0]) * heading[0] + (y - start[1]) * heading[1])
    return min(reach) - artist.unit * 0.5
