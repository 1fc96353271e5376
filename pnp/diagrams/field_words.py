"""What is written on a field: names, lengths and heights, last of all, each where it covers least."""

from __future__ import annotations

from itertools import pairwise
from math import cos, fsum, pi, sin

from pnp.diagrams.canvas import SMALLEST
from pnp.diagrams.depiction import MarkLook, Walk
from pnp.diagrams.field_artist import PUSH, FieldArtist, walked
from pnp.diagrams.field_scene import Ground, Thing, rounded
from pnp.diagrams.rays import ray_between
from pnp.field.geometry import Circle, Point, Shape, along, apart
from pnp.units import Rect


def keep_clear(artist: FieldArtist) -> None:
    """What labels keep off: bases where they stand and end, and lines."""
    diagram, labels = artist.diagram, artist.labels
    ended = [walk.way.who.at(walked(walk)[-1]) for walk in diagram.walks] + [push.moved for push in diagram.pushes]
    for base in (*diagram.scene.bases.values(), *ended):
        (x, y), r = artist.at(base.shape.centre), base.shape.radius * artist.scale * 0.92
        labels.taken.append(Rect(x - r, y - r, 2 * r, 2 * r))
    for place in diagram.scene.places.values():
        if place.icon:
            x, y = artist.at(place.shape.centre)
            labels.taken.append(Rect(x - 1.5, y - 1.5, 3, 3))
    for walk in diagram.walks:
        labels.avoid(artist.at(point) for point in walked(walk))
    for line in diagram.lines:
        labels.avoid((artist.at(line.start), artist.at(line.end)))
    for push in diagram.pushes:
        labels.avoid((artist.at(push.by.shape.centre), artist.at(push.moved.shape.centre)))


def write_labels(artist: FieldArtist) -> None:
    """Names, lengths, ranges and heights, the most needed first."""
    diagram = artist.diagram
    for base in diagram.scene.bases.values():
        artist.say(str(base), _round(artist, base.shape), points=7.0)
    for walk in diagram.walks:
        _say_legs(artist, walk)
    for line in diagram.lines:
        if line.measured and line.clear:
            look = artist.look(line.look, "clear", MarkLook(edge=artist.ink))
            artist.say(_cm(apart(line.start, line.end)), _beside(artist, line.start, line.end), look.edge)
    for push in diagram.pushes:
        look = artist.look(push.look, "push", PUSH)
        start, end = push.who.shape.centre, push.moved.shape.centre
        past = push.who.shape.radius * artist.scale + 1.7
        artist.say(_cm(apart(start, end)), _beside(artist, start, end, (2.0, past, past + 1.5)), look.edge)
    for ring in diagram.rings:
        look = artist.look(ring.look, "range", MarkLook(edge=artist.ink))
        artist.say(_cm(ring.reach), _on_ring(artist, ring.around.shape, ring.reach), look.edge)
    flat: list[Thing] = [*diagram.scene.grounds.values(), *diagram.scene.places.values()]
    for thing in flat:
        height = thing.height if isinstance(thing, Ground) else None
        words = [str(thing.fields_of_record.get("name") or ""), f"{_cm(height)} high" if height else ""]
        if any(words):
            artist.say(", ".join(filter(None, words)), _within(artist, thing.shape), points=SMALLEST)


def _say_legs(artist: FieldArtist, walk: Walk) -> None:
    """The length of each leg that is made whole, and what is climbed on it."""
    color = (walk.look.edge if walk.look else "") or artist.colors(walk.way.who).main
    points = walk.way.points
    for number, (start, end) in enumerate(pairwise(points)):
        if walk.halted is not None and number >= walk.halted[0]:
            return
        climbed = fsum(item.height or 0.0 for leg, item in walk.climbs if leg == number)
        words = f"{rounded(apart(start, end))} + {rounded(climbed)} cm" if climbed else _cm(apart(start, end))
        artist.say(words, _beside(artist, start, end), color)


def _cm(value: float) -> str:
    return f"{rounded(value)} cm"


def _round(artist: FieldArtist, shape: Circle) -> list[Point]:
    """Beneath a base, over it, beside it."""
    (x, y), r = artist.at(shape.centre), shape.radius * artist.scale
    spots = [(x, y + r + 1.9), (x, y - r - 1.9)]
    spots += [(x + side * (r + 5), y) for side in (1, -1)]
    return [*spots, *((x + dx * (r + 4), y + dy * (r + 1)) for dx in (1, -1) for dy in (1, -1))]


def _beside(artist: FieldArtist, start: Point, end: Point, asides: tuple[float, ...] = (2.0, 3.4)) -> list[Point]:
    """Along a line, on both sides of it, at its middle first; on it at last."""
    ray, far = ray_between(artist.at(start), artist.at(end))
    spots = []
    for aside in asides:
        wide = aside * (1 + 1.1 * abs(ray.dy))  # labels are wider than tall: a steep line wants more room
        for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
            for side in (-1, 1):
                x, y = ray.at(far * share, side * wide).split()
                spots.append((float(x), float(y)))
    return [*spots, along(artist.at(start), artist.at(end), 0.5)]


def _on_ring(artist: FieldArtist, shape: Shape, reach: float) -> list[Point]:
    """On the line of a range, all the way round."""
    x, y = artist.at(shape.centre)
    if isinstance(shape, Circle):
        r = (shape.radius + reach) * artist.scale
        return [(x + r * cos(t), y + r * sin(t)) for t in (2 * pi * i / 48 - pi / 2 for i in range(48))]
    ys = [artist.at(corner)[1] for corner in shape.corners]
    xs = [artist.at(corner)[0] for corner in shape.corners]
    far = reach * artist.scale
    return [(x, min(ys) - far), (x, max(ys) + far), (min(xs) - far, y), (max(xs) + far, y)]


def _within(artist: FieldArtist, shape: Shape) -> list[Point]:
    """In the middle of a shape, above or below that; outside it at last."""
    x, y = artist.at(shape.centre)
    if isinstance(shape, Circle):
        tall = shape.radius * artist.scale
    else:
        tall = max(abs(artist.at(corner)[1] - y) for corner in shape.corners)
    inner = [(x, y + tall * share) for share in (0.0, -0.4, 0.4, -0.7, 0.7)]
    return [*inner, (x, y + tall + 1.6), (x, y - tall - 1.6)]
