"""A FieldDiagram and a width in mm go in, its Face comes out: to scale, with a bar that says so."""

from __future__ import annotations

from itertools import pairwise

from pnp.diagrams.canvas import Canvas, Pencil
from pnp.diagrams.depiction import FieldDiagram, MarkLook, Push, Sight, Walk
from pnp.diagrams.field_artist import PUSH, FieldArtist, Labels, walked
from pnp.diagrams.field_floor import draw_floor
from pnp.diagrams.field_scene import Base
from pnp.diagrams.field_words import keep_clear, write_labels
from pnp.diagrams.rays import draw_blocked, draw_clear, ray_between
from pnp.diagrams.tokens import draw_disc, icon_of
from pnp.faces.face import Face
from pnp.field.geometry import apart
from pnp.game.model import Game
from pnp.units import Rect, Size

MARGIN = 0.4  # mm round the field, for half its frame
FOOT = 6.6  # mm beneath the field for the bar
BARS = (1, 2, 5, 10, 20, 50, 100)  # cm


def draw_field(diagram: FieldDiagram, game: Game, width_mm: float) -> Face:
    """Draw a field ``width_mm`` wide."""
    scene, style = diagram.scene, diagram.style
    scale = (width_mm - 2 * MARGIN) / scene.width
    size = Size(width_mm, round(scene.height * scale + 2 * MARGIN + FOOT, 3))
    canvas = Canvas(size, game.fonts, style.font, diagram.title, diagram.alt, game.ink != "full")
    field = Rect(0.0, 0.0, scene.width * scale, scene.height * scale)
    unit = min(11.0, max(7.0, width_mm * 0.115))
    artist = FieldArtist(diagram, game, Pencil(canvas, unit, style.paper), scale, Labels(field.outset(-0.6)))
    canvas.define(f'<clipPath id="field"><path d="M0 0H{field.width:.3f}V{field.height:.3f}H0Z"/></clipPath>')
    with canvas.group(transform=f"translate({MARGIN} {MARGIN})"):
        with canvas.group(clip_path="url(#field)"):
            draw_floor(artist, field)
        canvas.path(
            f"M0 0H{field.width:.3f}V{field.height:.3f}H0Z", fill="none", stroke=artist.ink, stroke_width=0.4,
            stroke_linejoin="round",
        )  # fmt: skip
        keep_clear(artist)
        for walk in diagram.walks:
            _walk(artist, walk)
        for line in diagram.lines:
            _sight(artist, line)
        for base in scene.bases.values():
            _token(artist, base)
        for walk in diagram.walks:
            _barred(artist, walk)
        for push in diagram.pushes:
            _push(artist, push)
        write_labels(artist)
        _bar(artist, field.bottom)
    return Face("diagrams", diagram.id, "front", canvas.svg(), size)


def _ghost(artist: FieldArtist, base: Base) -> None:
    """Where a base comes to stand, or turns: an empty ring."""
    colors = artist.colors(base)
    (x, y), r = artist.at(base.shape.centre), base.shape.radius * artist.scale
    with artist.canvas.inked("paper"):
        artist.canvas.disc(x, y, r, fill=artist.pencil.paper, fill_opacity=0.55)
    width = round(min(0.5, r * 0.16), 3)
    dashes = f"{width * 3:.3f} {width * 2:.3f}"
    rim = round(r - width / 2, 3)
    artist.canvas.disc(x, y, rim, fill="none", stroke=colors.main, stroke_width=width, stroke_dasharray=dashes)


def _walk(artist: FieldArtist, walk: Walk) -> None:
    """Ghosts where it turns and ends; its legs up to the end, or to the cross where it is stopped."""
    points = [artist.at(point) for point in walked(walk)]
    who, unit = walk.way.who, artist.pencil.unit
    color = (walk.look.edge if walk.look else "") or artist.colors(who).main
    for point in walked(walk)[1:]:
        _ghost(artist, who.at(point))
    for number, (start, end) in enumerate(pairwise(points)):
        ray, far = ray_between(start, end)
        first = who.shape.radius * artist.scale * 1.1 if number == 0 else 0.0
        if number < len(points) - 2:
            data = f"M{ray.at(min(first, far))}L{ray.at(far)}"
            artist.pencil.halo(data, unit * 0.132)
            artist.pencil.stroke(data, unit * 0.06, color)
            artist.canvas.disc(*end, unit * 0.07, fill=color)
        elif walk.halted is None:
            draw_clear(artist.pencil, ray, min(first, far * 0.6), far, color)
        else:
            blocked = artist.look(None, "blocked", MarkLook(edge=color)).edge or color
            goal = artist.at(walk.way.points[len(points) - 1])
            draw_blocked(artist.pencil, ray, (min(first, far), far, far + unit * 0.3, apart(start, goal)), blocked)


def _sight(artist: FieldArtist, line: Sight) -> None:
    look = artist.look(line.look, "clear" if line.clear else "blocked", MarkLook(edge=artist.ink))
    ray, far = ray_between(artist.at(line.start), artist.at(line.end))
    if line.stop is None:
        draw_clear(artist.pencil, ray, 0.0, far, look.edge or artist.ink)
        return
    stop = min(far, line.stop * artist.scale)
    draw_blocked(
        artist.pencil, ray, (0.0, stop, min(far, stop + artist.pencil.unit * 0.3), far), look.edge or artist.ink
    )


def _push(artist: FieldArtist, push: Push) -> None:
    """The line through both centres, over the bases; where the one comes to stand; an arrow of the way it is moved."""
    look = artist.look(push.look, "push", PUSH)
    color, unit = look.edge or artist.ink, artist.pencil.unit
    start, target, end = (artist.at(base.shape.centre) for base in (push.by, push.who, push.moved))
    ray, length = ray_between(start, max((target, end), key=lambda point: apart(start, point)))
    back, past = (base.shape.radius * artist.scale + 1.2 for base in (push.by, push.who))
    data = f"M{ray.at(-back)}L{ray.at(length + past)}"
    _ghost(artist, push.moved)
    artist.pencil.halo(data, unit * 0.09, stroke_opacity=0.7)
    artist.pencil.stroke(data, unit * 0.04, color, stroke_dasharray=f"{unit * 0.1:.3f} {unit * 0.11:.3f}")
    moved, way = ray_between(target, end)
    draw_clear(artist.pencil, moved, 0.0, way, color)
    for point in (start, target):
        artist.canvas.disc(*point, round(unit * 0.085, 3), fill=color, stroke=artist.pencil.paper, stroke_width=0.2)


def _barred(artist: FieldArtist, walk: Walk) -> None:
    """A line round all that is in a base's way."""
    color = (artist.look(None, "blocked", MarkLook(edge=artist.ink)).edge) or artist.ink
    for thing in walk.barred:
        more = 0.5 if isinstance(thing, Base) else 0.0
        artist.pencil.stroke(artist.outline(thing.shape, more), artist.pencil.unit * 0.07, color)


def _token(artist: FieldArtist, base: Base) -> None:
    x, y = artist.at(base.shape.centre)
    r = base.shape.radius * artist.scale
    draw_disc(artist.pencil, x, y, r, icon_of(base.record, artist.game), artist.colors(base), base.token)


def _bar(artist: FieldArtist, bottom: float) -> None:
    """A bar beneath the field in steps of one or five cm, with its length: true at whatever size this is printed."""
    room = artist.diagram.scene.width * 0.5
    cm = max((bar for bar in BARS if bar <= room), default=1)
    steps = 5 if cm >= 5 else cm
    y, tall = bottom + 2.2, 1.1
    for i in range(steps):
        x, wide = cm / steps * i * artist.scale, cm / steps * artist.scale
        fill = artist.ink if i % 2 == 0 else artist.pencil.paper
        data = f"M{x:.3f} {y:.3f}h{wide:.3f}v{tall}h{-wide:.3f}Z"
        artist.canvas.path(data, fill=fill, stroke=artist.ink, stroke_width=0.18)
    label = artist.canvas.fitted(f"{cm} cm on the table", 60.0, 6.5)
    if label is not None:
        width = label.lines[0].width * label.em
        artist.canvas.label(label, cm * artist.scale + 1.4 + width / 2, y + tall / 2, artist.ink)
