"""What lies flat goes onto the canvas: the floor, ranges, places, terrain, and the ground that bases cover."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import fsum

from pnp.diagrams.depiction import MarkLook, Walk
from pnp.diagrams.field_artist import FieldArtist, walked
from pnp.diagrams.field_scene import FieldPlace, Ground
from pnp.diagrams.rays import ray_between
from pnp.diagrams.tokens import colors_of
from pnp.field.geometry import Circle, Point, Polygon, Shape, apart
from pnp.units import Rect


def draw_floor(artist: FieldArtist, field: Rect) -> None:
    """The floor with a tick for each cm, ranges, places, terrain, and the ground that moving bases cover."""
    canvas, scene, style = artist.canvas, artist.diagram.scene, artist.diagram.style
    floor = style.look("field", MarkLook(fill=style.paper)).fill or style.paper
    canvas.path(f"M0 0H{field.width:.3f}V{field.height:.3f}H0Z", fill=floor)
    for ring in artist.diagram.rings:
        look = artist.look(ring.look, "range", MarkLook(edge=artist.ink))
        if look.fill:
            with canvas.inked("paper"):  # its edge follows
                canvas.path(_ring(artist, ring.around.shape, ring.reach), fill=look.fill, fill_opacity=0.55)
    for place in scene.places.values():
        _place(artist, place)
    for ground in scene.grounds.values():
        _terrain(artist, ground)
    for walk in artist.diagram.walks:
        _corridor(artist, walk)
    for ring in artist.diagram.rings:
        look = artist.look(ring.look, "range", MarkLook(edge=artist.ink, dashed=True))
        _edge(artist, _ring(artist, ring.around.shape, ring.reach), look, 0.05)
    _ticks(artist, field)


def _ring(artist: FieldArtist, shape: Shape, reach: float) -> str:
    """All that lies within so many cm of a shape: a larger circle, or a polygon with round corners."""
    if isinstance(shape, Circle):
        return artist.outline(Circle(shape.x, shape.y, shape.radius + reach))
    turns = shape.corners if _clockwise(shape.corners) else shape.corners[::-1]
    parts: list[str] = []
    for a, b in Polygon(turns).sides:
        far = apart(a, b) or 1.0
        nx, ny = (b[1] - a[1]) / far * reach, -(b[0] - a[0]) / far * reach
        start, end = artist.at((a[0] + nx, a[1] + ny)), artist.at((b[0] + nx, b[1] + ny))
        r = reach * artist.scale
        lead = f"A{r:.3f} {r:.3f} 0 0 1 {start[0]:.3f} {start[1]:.3f}" if parts else f"M{start[0]:.3f} {start[1]:.3f}"
        parts.append(f"{lead}L{end[0]:.3f} {end[1]:.3f}")
    x, y = parts[0][1:].split("L")[0].split()
    return "".join(parts) + f"A{reach * artist.scale:.3f} {reach * artist.scale:.3f} 0 0 1 {x} {y}Z"


def _clockwise(corners: Sequence[Point]) -> bool:
    return fsum(ax * by - bx * ay for (ax, ay), (bx, by) in Polygon(tuple(corners)).sides) > 0


def _edge(artist: FieldArtist, data: str, look: MarkLook, weight: float) -> None:
    unit = artist.pencil.unit
    dashes = {"stroke_dasharray": f"{unit * 0.14:.3f} {unit * 0.1:.3f}"} if look.dashed else {}
    artist.canvas.path(
        data, fill="none", stroke=look.edge or artist.ink, stroke_width=round(unit * weight, 3),
        stroke_linejoin="round", **dashes,
    )  # fmt: skip


def _place(artist: FieldArtist, place: FieldPlace) -> None:
    style = artist.diagram.style
    owner = colors_of(artist.game, style, place.owner, own=False)
    plain = MarkLook(
        fill=owner.pale if place.owner else "", edge=owner.main if place.owner else artist.ink, dashed=True
    )
    look = style.looks.get(place.look) or style.look("place", plain)
    data = artist.outline(place.shape)
    if look.fill:
        with artist.canvas.inked("paper"):
            artist.canvas.path(data, fill=look.fill)
    _edge(artist, data, look, 0.06)
    icon = place.icon or look.icon
    if icon:
        across = 2 * place.shape.radius if isinstance(place.shape, Circle) else 3.0
        size = min(artist.pencil.unit * 0.8, max(2.4, across * artist.scale * 0.7))
        artist.canvas.icon(icon, *artist.at(place.shape.centre), size, look.edge or artist.ink)


def _terrain(artist: FieldArtist, ground: Ground) -> None:
    """Grey for what nobody climbs, with stripes; paler for what is climbed."""
    style = artist.diagram.style
    named = str(ground.fields_of_record.get("look") or "")
    solid = ground.height is None and "move" in ground.blocks
    plain = MarkLook(fill="#a39b90" if solid else "#dcd5c8", edge=artist.ink)
    look = style.looks.get(named) or style.look("terrain", plain)
    data = artist.outline(ground.shape)
    with artist.canvas.inked("hatched" if solid else "paper"):
        artist.canvas.path(data, fill=look.fill or plain.fill)
    if "sight" not in ground.blocks:
        look = MarkLook(look.fill, look.edge, look.icon, dashed=True)
    _edge(artist, data, look, 0.05)
    if look.icon:
        artist.canvas.icon(
            look.icon, *artist.at(ground.shape.centre), artist.pencil.unit * 0.6, look.edge or artist.ink
        )


def _corridor(artist: FieldArtist, walk: Walk) -> None:
    """The ground that the base covers on its way; only its sides where ink is saved."""
    points, color = walked(walk), artist.colors(walk.way.who).main
    radius = walk.way.who.shape.radius * artist.scale
    if artist.canvas.cheap:
        for start, end in pairwise(map(artist.at, points)):
            ray, far = ray_between(start, end)
            data = "".join(f"M{ray.at(0.0, side)}L{ray.at(far, side)}" for side in (-radius, radius))
            artist.canvas.path(data, fill="none", stroke=color, stroke_width=0.15, stroke_dasharray="0.7 0.9")
        return
    data = "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in map(artist.at, points))
    artist.pencil.stroke(data, 2 * radius, color, stroke_opacity=0.13)


def _ticks(artist: FieldArtist, field: Rect) -> None:
    """A tick on the frame for each cm, or for each 5 where those would be crowded; each fifth is longer."""
    scene = artist.diagram.scene
    step = 1 if artist.scale >= 1.2 else 5
    parts = []
    for axis, cm in ((0, scene.width), (1, scene.height)):
        for i in range(step, int(cm) + 1, step):
            at, tall = i * artist.scale, 1.1 if i % 5 == 0 else 0.55
            for side in (0, 1):
                if axis == 0:
                    parts.append(f"M{at:.3f} {side * field.height:.3f}v{tall if not side else -tall}")
                else:
                    parts.append(f"M{side * field.width:.3f} {at:.3f}h{tall if not side else -tall}")
    artist.canvas.path("".join(parts), fill="none", stroke=artist.ink, stroke_width=0.14, stroke_opacity=0.6)
