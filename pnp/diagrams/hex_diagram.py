"""A computed Diagram and a width in mm go in, its Face comes out: ground, areas, places, lines, tokens, badges."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

from pnp.board.hexes import Cell
from pnp.diagrams.canvas import Canvas
from pnp.diagrams.depiction import Area, Diagram, MarkLook
from pnp.diagrams.hex_artist import HexArtist, set_names
from pnp.diagrams.rays import draw_line
from pnp.diagrams.terrain_symbols import RADIUS, SymbolSets, TerrainSymbols
from pnp.diagrams.tokens import draw_figure, draw_place
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.units import MM_PER_POINT, Size

MARGIN = 0.4  # mm round the hexes, for half their outline


def draw_diagram(diagram: Diagram, game: Game, width_mm: float, symbols: SymbolSets | None = None) -> Face:
    """Draw a diagram ``width_mm`` wide; ``symbols`` are the game's, as far as other diagrams had them drawn.

    Raises GameError when the game's own template for the terrains is at fault.
    """
    scene = diagram.scene
    hexes = replace(scene.board.hexes, flat_to_flat=1.0)
    hexes = replace(hexes, flat_to_flat=(width_mm - 2 * MARGIN) / hexes.size.width)
    size = Size(width_mm, round(hexes.size.height + 2 * MARGIN, 3))
    canvas = Canvas(size, game.fonts, diagram.style.font, diagram.title, diagram.alt, game.ink != "full")
    artist = HexArtist(diagram, game, hexes, canvas, set_names(diagram, hexes, canvas))
    with canvas.group(transform=f"translate({MARGIN} {MARGIN})"):
        _ground(artist, (symbols or SymbolSets(game)).of(scene.board.kinds))
        _areas(artist)
        for landmark in scene.landmarks.values():
            draw_place(artist, landmark)
        for line in diagram.lines:
            draw_line(artist, line)
        for figure in scene.figures.values():
            draw_figure(artist, figure)
        _badges(artist)
    return Face("diagrams", diagram.id, "front", canvas.svg(), size)


def _ground(artist: HexArtist, symbols: TerrainSymbols) -> None:
    board = artist.diagram.scene.board
    names = {cell: symbols.symbol(board.terrain[cell], cell) for cell in board.hexes.cells()}
    for name in sorted(set(names.values())):
        artist.canvas.define(symbols.symbols[name])
    for cell, name in names.items():
        artist.canvas.stamp(name, *artist.hexes.centre(cell), artist.hexes.side / RADIUS)


def _areas(artist: HexArtist) -> None:
    """All fills, then the hexes' own lines, then all edges and steps: no fill hides an edge."""
    canvas, hexes, style = artist.canvas, artist.hexes, artist.style
    zone = style.look("zone", MarkLook(edge=style.ink))
    landmarks = artist.diagram.scene.landmarks.values()
    areas = [*(Area(landmark.place.zone, zone, {}) for landmark in landmarks), *artist.diagram.areas]
    for area in areas:
        if area.look.fill and area.cells:
            with canvas.inked("hatched"):
                canvas.path(hexes.outline(area.cells), fill=area.look.fill)
    grid = "".join(hexes.outline([cell]) for cell in hexes.cells())
    canvas.path(grid, fill="none", stroke=style.ink, stroke_width=0.12, stroke_opacity=0.45, stroke_linejoin="round")
    if canvas.cheap:
        _blocked(artist)
    for area in areas:
        _edge(artist, area)
    canvas.path(hexes.outline(hexes.cells()), fill="none", stroke=style.ink, stroke_width=0.4, stroke_linejoin="round")
    for area in areas:
        _steps(artist, area)


def _blocked(artist: HexArtist) -> None:
    """A heavy edge round the terrain that nobody enters: where ink is saved, no dark ground says it."""
    board = artist.diagram.scene.board
    cells = frozenset(cell for cell in board.hexes.cells() if board.terrain[cell].blocks_move)
    if cells:
        data, color = artist.hexes.outline(cells), artist.style.ink
        artist.canvas.path(
            data, fill="none", stroke=color, stroke_width=round(artist.unit * 0.06, 3), stroke_linejoin="round"
        )


def _edge(artist: HexArtist, area: Area) -> None:
    """The outline of an area, just inside it."""
    if not area.look.edge or not area.cells:
        return
    unit = artist.unit
    dashes = {"stroke_dasharray": f"{unit * 0.14:.3f} {unit * 0.1:.3f}"} if area.look.dashed else {}
    artist.canvas.path(
        artist.hexes.outline(area.cells, unit * 0.035), fill="none", stroke=area.look.edge,
        stroke_width=round(unit * 0.06, 3), stroke_linejoin="round", **dashes,
    )  # fmt: skip


def _steps(artist: HexArtist, area: Area) -> None:
    """The number of steps on each hex where nobody stands."""
    standing = {figure.cell for figure in artist.diagram.scene.figures.values()}
    for cell, steps in sorted(area.steps.items()):
        number = artist.canvas.fitted(str(steps), artist.hexes.side, artist.unit * 0.36 / MM_PER_POINT)
        if number is not None and cell not in standing:
            if area.look.fill and artist.canvas.cheap:  # or its hatch would cross the number
                with artist.canvas.inked("paper"):
                    artist.canvas.disc(*artist.hexes.centre(cell), artist.unit * 0.24, fill=artist.style.paper)
            artist.canvas.label(number, *artist.hexes.centre(cell), area.look.edge or artist.style.ink)


def _badges(artist: HexArtist) -> None:
    """The icon of an area's look, at the rim of each of its hexes' tokens."""
    r, paper = artist.unit * 0.19, artist.style.paper
    for area in artist.diagram.areas:
        color = area.look.edge or artist.style.ink
        for cell in sorted(area.cells) if area.look.icon else ():
            (x, y), (dx, dy) = artist.middle(cell), _free_side(artist, cell)
            x, y = x + artist.token * 1.13 * dx, y + artist.token * 1.13 * dy
            with artist.canvas.inked("paper"):
                artist.canvas.disc(x, y, r * 1.16, fill=paper)
            with artist.canvas.inked("sign"):
                artist.canvas.disc(x, y, r, fill=color)
            with artist.canvas.inked("paper"):
                artist.canvas.icon(area.look.icon, x, y, r * 1.5, paper)


def _free_side(artist: HexArtist, cell: Cell) -> tuple[float, float]:
    """Up to the right, up to the left or straight up: where a badge covers no line that ends on the hex."""
    x, y = artist.hexes.centre(cell)
    others = [line.end if line.start == cell else line.start for line in artist.diagram.lines if cell in line.ends]
    ways = [(ox - x, oy - y) for ox, oy in map(artist.hexes.centre, others)]

    def nearness(side: tuple[float, float]) -> float:
        return max((round((dx * side[0] + dy * side[1]) / hypot(dx, dy), 3) for dx, dy in ways), default=0.0)

    return min(((0.81, -0.58), (-0.81, -0.58), (0.0, -1.0)), key=nearness)
