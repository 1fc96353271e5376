"""What is written on a field: names, lengths and heights, last of all, each where it covers least."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin

from pnp.diagrams.canvas import SMALLEST
from pnp.diagrams.depiction import MarkLook, Walk
from pnp.diagrams.field_artist import PUSH, FieldArt, walked
from pnp.diagrams.field_scene import Ground, Thing, rounded
from pnp.diagrams.rays import ray_between
from pnp.field.geometry import Circle, Point, Shape, along, apart
from pnp.units import Rect


def keep_clear(art: FieldArt) -> None:
    """What labels keep off: bases where they stand and end, and lines."""
    diagram, labels = art.diagram, art.labels
    ended = [walk.way.who.at(walked(walk)[-1]) for walk in diagram.walks] + [push.moved for push in diagram.pushes]
    for base in (*diagram.scene.bases.values(), *ended):
        (x, y), r = art.at(base.shape.centre), base.shape.radius * art.scale * 0.92
        labels.taken.append(Rect(x - r, y - r, 2 * r, 2 * r))
    for place in diagram.scene.places.values():
        if place.icon:
            x, y = art.at(place.shape.centre)
            labels.taken.append(Rect(x - 1.5, y - 1.5, 3, 3))
    for walk in diagram.walks:
        labels.avoid(art.at(point) for point in walked(walk))
    for line in diagram.lines:
        labels.avoid((art.at(line.start), art.at(line.end)))
    for push in diagram.pushes:
        labels.avoid((art.at(push.by.shape.centre), art.at(push.moved.shape.centre)))


def write_labels(art: FieldArt) -> None:
    """Names, lengths, ranges and heights, the most needed first."""
    diagram = art.diagram
    for base in diagram.scene.bases.values():
        art.say(str(base), _round(art, base.shape), points=7.0)
    for walk in diagram.walks:
        _say_legs(art, walk)
    for line in diagram.lines:
        if line.measured and line.clear:
            look = art.look(line.look, "clear", MarkLook(edge=art.ink))
            art.say(_cm(apart(line.start, line.end)), _beside(art, line.start, line.end), look.edge)
    for push in diagram.pushes:
        look = art.look(push.look, "push", PUSH)
        start, end = push.who.shape.centre, push.moved.shape.centre
        past = push.who.shape.radius * art.scale + 1.7
        art.say(_cm(apart(start, end)), _beside(art, start, end, (2.0, past, past + 1.5)), look.edge)
    for ring in diagram.rings:
        look = art.look(ring.look, "range", MarkLook(edge=art.ink))
        art.say(_cm(ring.reach), _on_ring(art, ring.around.shape, ring.reach), look.edge)
    flat: list[Thing] = [*diagram.scene.grounds.values(), *diagram.scene.places.values()]
    for thing in flat:
        height = thing.height if isinstance(thing, Ground) else None
        words = [str(thing.fields_of_record.get("name") or ""), f"{_cm(height)} high" if height else ""]
        if any(words):
            art.say(", ".join(filter(None, words)), _within(art, thing.shape), points=SMALLEST)


def _say_legs(art: FieldArt, walk: Walk) -> None:
    """The length of each leg that is made whole, and what is climbed on it."""
    color = (walk.look.edge if walk.look else "") or art.colors(walk.way.who).main
    points = walk.way.points
    for number, (start, end) in enumerate(pairwise(points)):
        if walk.halted is not None and number >= walk.halted[0]:
            return
        climbed = sum(item.height or 0.0 for leg, item in walk.climbs if leg == number)
        words = f"{rounded(apart(start, end))} + {rounded(climbed)} cm" if climbed else _cm(apart(start, end))
        art.say(words, _beside(art, start, end), color)


def _cm(value: float) -> str:
    return f"{rounded(value)} cm"


def _round(art: FieldArt, shape: Circle) -> list[Point]:
    """Beneath a base, over it, beside it."""
    (x, y), r = art.at(shape.centre), shape.radius * art.scale
    spots = [(x, y + r + 1.9), (x, y - r - 1.9)]
    spots += [(x + side * (r + 5), y) for side in (1, -1)]
    return [*spots, *((x + dx * (r + 4), y + dy * (r + 1)) for dx in (1, -1) for dy in (1, -1))]


def _beside(art: FieldArt, start: Point, end: Point, asides: tuple[float, ...] = (2.0, 3.4)) -> list[Point]:
    """Along a line, on both sides of it, at its middle first; on it at last."""
    ray, far = ray_between(art.at(start), art.at(end))
    spots = []
    for aside in asides:
        wide = aside * (1 + 1.1 * abs(ray.dy))  # labels are wider than tall: a steep line wants more room
        for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
            for side in (-1, 1):
                x, y = ray.at(far * share, side * wide).split()
                spots.append((float(x), float(y)))
    return [*spots, along(art.at(start), art.at(end), 0.5)]


def _on_ring(art: FieldArt, shape: Shape, reach: float) -> list[Point]:
    """On the line of a range, all the way round."""
    x, y = art.at(shape.centre)
    if isinstance(shape, Circle):
        r = (shape.radius + reach) * art.scale
        return [(x + r * cos(t), y + r * sin(t)) for t in (2 * pi * i / 48 - pi / 2 for i in range(48))]
    ys = [art.at(corner)[1] for corner in shape.corners]
    xs = [art.at(corner)[0] for corner in shape.corners]
    far = reach * art.scale
    return [(x, min(ys) - far), (x, max(ys) + far), (min(xs) - far, y), (max(xs) + far, y)]


def _within(art: FieldArt, shape: Shape) -> list[Point]:
    """In the middle of a shape, above or below that; outside it at last."""
    x, y = art.at(shape.centre)
    if isinstance(shape, Circle):
        tall = shape.radius * art.scale
    else:
        tall = max(abs(art.at(corner)[1] - y) for corner in shape.corners)
    inner = [(x, y + tall * share) for share in (0.0, -0.4, 0.4, -0.7, 0.7)]
    return [*inner, (x, y + tall + 1.6), (x, y - tall - 1.6)]
