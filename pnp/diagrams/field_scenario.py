"""A situation on a field as nodes, and the game, go in; its FieldDiagram comes out: computed, every claim held true."""

from __future__ import annotations

from pnp.diagrams.asking import Asking, game_names, items_of, yes_or_no
from pnp.diagrams.depiction import FieldDiagram, Push, Ring, Sight, Style, Walk
from pnp.diagrams.field_map import LARGEST, read_field
from pnp.diagrams.field_scene import Base, FieldPlace, FieldScene, Ground, base_of, cm_of, thing_of
from pnp.field.geometry import apart
from pnp.field.sight_lines import sight
from pnp.game.model import Game
from pnp.game.sections import read_fields
from pnp.problems import did_you_mean
from pnp.schema.read import Reader
from pnp.schema.types import field_types
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar

FIELD = field_types({"title": "text", "field": "list of number", "caption": "text", "alt": "text"})
FIELD_SECTIONS = ("figures", "terrain", "places", "paths", "ranges", "lines", "pushes", "claims")
RANGE = field_types({"round": "text", "reach": "text", "look": "text?"})
SIGHT = field_types({"from": "text", "to": "text", "look": "text?", "holds": "text?", "measure": "flag?"})
PUSH = field_types({"by": "text", "who": "text", "distance": "text", "look": "text?"})


def read_field_diagram(reader: Reader, key: Scalar, node: MappingNode, style: Style, game: Game) -> FieldDiagram | None:
    """One situation; None after a problem."""
    path = f"diagrams.{key.text}"
    before = len(reader.problems)
    node = MappingNode(node.entries, key.span)  # what it lacks is said beside its name
    given = read_fields(reader, node, FIELD, path, FIELD_SECTIONS)
    size = _size(reader, node.get("field"), given["field"])
    scene = read_field(reader, node, size, game, game_names(game)) if size else None
    if scene is None:
        return None
    ask = Asking(reader, game_names(game) | scene.names(), style)
    rings, lines = _rings(ask, node), _lines(ask, scene, node)
    walks, pushes = _walks(ask, scene, node), _pushes(ask, scene, node)
    _check_looks(ask, node)
    claims = ask.claims(node.get("claims"), key)
    title, caption, alt = (ask.text(node, name, path) for name in ("title", "caption", "alt"))
    if len(reader.problems) > before:
        return None
    return FieldDiagram(
        key.text, title, key.span, caption, alt, scene, rings, lines, walks, pushes, claims, style
    )  # fmt: skip


def _size(reader: Reader, node: Node | None, value: object) -> tuple[float, float] | None:
    if not isinstance(value, tuple) or node is None or any(not isinstance(item, int | float) for item in value):
        return None  # said already
    if len(value) != 2 or not all(2 <= side <= LARGEST for side in value):
        message = "field: expected a width and a height from 2 to 500 cm"
        reader.problem("diagram-map", message, node.span, "such as [30, 20]")
        return None
    return float(value[0]), float(value[1])


def _rings(ask: Asking, node: MappingNode) -> tuple[Ring, ...]:
    found = []
    for item in items_of(ask.reader, node.get("ranges"), "ranges"):
        read_fields(ask.reader, item, RANGE, "ranges")
        if not isinstance(item, MappingNode):
            continue
        around = ask.value(item.get("round"), "round", _edged)
        reach = ask.value(item.get("reach"), "reach", lambda value: cm_of(value, "the reach"))
        look = ask.look(item.get("look"))
        if around is not None and reach is not None:
            found.append(Ring(around, reach, look))
    return tuple(found)


def _edged(value: object) -> Base | FieldPlace:
    thing = thing_of(value)
    if isinstance(thing, Ground):
        raise ValueError(f"'{thing}' is terrain: a range is drawn round a figure or a place")
    return thing


def _lines(ask: Asking, scene: FieldScene, node: MappingNode) -> tuple[Sight, ...]:
    found = []
    for item in items_of(ask.reader, node.get("lines"), "lines"):
        given = read_fields(ask.reader, item, SIGHT, "lines")
        if not isinstance(item, MappingNode):
            continue
        start, end = (ask.value(item.get(name), name, thing_of) for name in ("from", "to"))
        if start is None or end is None:
            continue
        holds = ask.value(item.get("holds"), "holds", yes_or_no) if item.get("holds") is not None else None
        clear = scene.line(start, end)
        if holds is True or (holds is False and clear is not None) or clear is None:
            # as the expression has it, or where nothing is clear: the line of the centres
            straight = sight(scene.disc(start), scene.disc(end), [])
        else:
            straight = clear
        if straight is None:
            continue
        blocked = clear is None if holds is None else not holds
        stops = [far for _, far in scene.in_line(start, end)] or [apart(*straight) / 2]
        look = ask.look(item.get("look"))
        found.append(Sight(*straight, stops[0] if blocked else None, look, bool(given["measure"])))
    return tuple(found)


def _walks(ask: Asking, scene: FieldScene, node: MappingNode) -> tuple[Walk, ...]:
    paths = node.get("paths")
    found = []
    for token, way in scene.ways.items():
        value = paths.get(token) if isinstance(paths, MappingNode) else None
        look = ask.look(value.get("look")) if isinstance(value, MappingNode) else None
        barred = scene.blocked_by(way)
        halted = scene.halt(way) if barred else None
        found.append(Walk(way, tuple(scene.climbs(way)), halted, tuple(barred), look))
    return tuple(found)


def _pushes(ask: Asking, scene: FieldScene, node: MappingNode) -> tuple[Push, ...]:
    found = []
    for item in items_of(ask.reader, node.get("pushes"), "pushes"):
        read_fields(ask.reader, item, PUSH, "pushes")
        if not isinstance(item, MappingNode):
            continue
        by, who = (ask.value(item.get(name), name, base_of) for name in ("by", "who"))
        far = ask.value(item.get("distance"), "distance", lambda value: cm_of(value, "the distance"))
        look = ask.look(item.get("look"))
        if by is None or who is None or far is None:
            continue
        try:
            moved = scene.pushed(by, who, far)
        except ValueError as error:
            ask.reader.problem("bad-expression", f"pushes: {error}", item.span)
            continue
        r, (x, y) = moved.shape.radius, moved.shape.centre
        if not (r <= x + 1e-6 and x - 1e-6 <= scene.width - r and r <= y + 1e-6 and y - 1e-6 <= scene.height - r):
            message = f"pushes: '{who.token}' would end over the edge of the field"
            ask.reader.problem("diagram-map", message, item.span, "make the field larger, or the distance less")
        found.append(Push(by, who, moved, look))
    return tuple(found)


def _check_looks(ask: Asking, node: MappingNode) -> None:
    """The looks that terrain and places name."""
    for section in ("terrain", "places"):
        declared = node.get(section)
        for _, value in declared.entries if isinstance(declared, MappingNode) else ():
            given = value.get("look") if isinstance(value, MappingNode) else None
            if isinstance(given, Scalar) and given.text not in ask.style.looks:
                hint = did_you_mean(given.text, ask.style.looks) or "describe it under looks:"
                ask.reader.problem("unknown-look", f"look: there is no look '{given.text}'", given.span, hint)
