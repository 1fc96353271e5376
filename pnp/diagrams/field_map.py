"""A field's figures, terrain, places and paths as nodes go in; its FieldScene comes out, or problems in their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import fsum
from typing import TypeVar

from pnp.diagrams.field_scene import FIELD_FUNCTIONS, Base, FieldPlace, FieldScene, Ground, Way
from pnp.diagrams.hex_map import EXPRESSION_WORDS, TOKEN, find_record
from pnp.field.geometry import Circle, Point, Polygon, Shape, box, crosses, turned
from pnp.field.legs import overlaps
from pnp.game.model import Game
from pnp.game.sections import entries, read_fields
from pnp.problems import Span, did_you_mean
from pnp.rules.sandbox import RuleError, evaluate
from pnp.schema.read import Reader
from pnp.schema.types import field_types
from pnp.schema.values import Record
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar

LARGEST = 500.0  # cm
T = TypeVar("T")
MOST_THINGS = 60
MOST_CORNERS = 80  # of all terrain together: lines of sight are tried from corner to corner


_SHAPE = {
    "at": "list of number?", "across": "number 0.1..200?", "size": "list of number?",
    "corners": "list of list of number?", "turn": "number -360..360?",
}  # fmt: skip
FIELD_FIGURE = field_types({"is": "text", "team": "text?", "at": "list of number", "across": "text"})
FIELD_TERRAIN = field_types(
    {
        **_SHAPE, "name": "text ..60?", "height": "number 0..100?", "blocks": "list of one of move | sight?",
        "look": "text?",
    }
)  # fmt: skip
FIELD_PLACE = field_types(
    {**_SHAPE, "is": "text?", "name": "text ..60?", "icon": "icon?", "owner": "text?", "look": "text?"}
)
FIELD_PATH = field_types({"who": "text", "to": "list of list of number", "look": "text?"})


@dataclass(eq=False)
class _Reading:
    """One field being read. ``width`` and ``height`` in cm; ``spans`` say where each token is declared."""

    reader: Reader
    game: Game
    names: Mapping[str, object]
    width: float
    height: float
    spans: dict[str, Span]

    def section(self, node: MappingNode, name: str) -> list[tuple[str, MappingNode]]:
        """What a section declares, by token; a token that means something else is a problem."""
        taken = {*FIELD_FUNCTIONS, *self.names, *EXPRESSION_WORDS}
        found = []
        for key, value in entries(self.reader, node.get(name), name):
            if not TOKEN.fullmatch(key.text):
                message, hint = f"'{key.text}' is no token", "begin with a letter; then letters, digits and _"
                self.reader.problem("diagram-token", message, key.span, hint)
            elif key.text in taken or key.text in self.spans:
                message = f"'{key.text}' already means something in expressions"
                self.reader.problem("diagram-token", message, key.span, "choose another token")
            else:
                self.spans[key.text] = key.span
                if isinstance(value, MappingNode):
                    found.append((key.text, value))
                else:
                    read_fields(self.reader, value, {}, key.text)
        return found

    def point(self, value: object, node: Node | None, what: str) -> Point | None:
        """Two numbers on the field; None after a problem."""
        if not isinstance(value, tuple) or node is None or any(not isinstance(item, int | float) for item in value):
            return None  # said already
        if len(value) != 2:
            message = f"{what}: {len(value)} numbers, where x and y are wanted"
            self.reader.problem("diagram-map", message, node.span, "such as [12, 8.5]: cm from the upper left corner")
            return None
        x, y = float(value[0]), float(value[1])
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            message = f"{what}: [{x:g}, {y:g}] lies off the field, which is {self.width:g} x {self.height:g} cm"
            self.reader.problem("diagram-map", message, node.span, "make the field larger, or move it")
            return None
        return x, y

    def shape(self, token: str, node: MappingNode, given: Mapping[str, object]) -> Shape | None:
        """A circle (``across``), a rectangle (``size``) or a polygon (``corners``); None after a problem."""
        kinds = [name for name in ("across", "size", "corners") if node.get(name) is not None]
        if len(kinds) != 1:
            message = f"{token} has {'no shape' if not kinds else ' and '.join(kinds)}"
            hint = "give one of across: 9 (a circle), size: [6, 8] (a rectangle), corners: [[1, 1], [5, 1], [3, 4]]"
            self.reader.problem("diagram-map", message, node.span, hint)
            return None
        turn = given["turn"] if isinstance(given["turn"], int | float) else 0.0
        if kinds == ["corners"]:
            return self._polygon(token, node.get("corners"), given["corners"], turn)
        if node.get("at") is None:
            self.reader.problem("missing-field", f"{token} has no field 'at'", node.span, "add at: [12, 8], its middle")
            return None
        middle = self.point(given["at"], node.get("at"), "at")
        if middle is None:
            return None
        if kinds == ["across"]:
            return Circle(*middle, given["across"] / 2) if isinstance(given["across"], int | float) else None
        sides = given["size"]
        if not isinstance(sides, tuple) or any(not isinstance(item, int | float) for item in sides):
            return None
        if len(sides) != 2 or not all(0.1 <= side <= LARGEST for side in sides):
            span = (node.get("size") or node).span
            message = f"size: {' x '.join(f'{side:g}' for side in sides)} is no width and height in cm"
            self.reader.problem("diagram-map", message, span, "such as [6, 8]")
            return None
        return box(*middle, float(sides[0]), float(sides[1]), turn)

    def _polygon(self, token: str, node: Node | None, value: object, turn: float) -> Polygon | None:
        items = getattr(node, "items", ())
        if not isinstance(value, tuple) or node is None:
            return None
        corners = [self.point(item, place, "corners") for item, place in zip(value, items, strict=False)]
        found = [corner for corner in corners if corner is not None]
        if len(found) < len(value):
            return None
        if not 3 <= len(found) <= 24 or _knotted(found):
            message = f"{token}: these corners are the outline of no area"
            hint = "give 3 to 24 corners in the order of the outline, whose sides do not cross"
            self.reader.problem("diagram-map", message, node.span, hint)
            return None
        shape = Polygon(tuple(found))
        return Polygon(tuple(turned(corner, shape.centre, turn) for corner in found))

    def record(self, node: MappingNode, name: str) -> Record | None:
        """The record that a key names."""
        return find_record(self.reader, node.get(name), name, self.game)


def read_field(
    reader: Reader, node: MappingNode, size: tuple[float, float], game: Game, names: Mapping[str, object]
) -> FieldScene | None:
    """The scene of one diagram; None when those on it cannot be placed. ``names`` are what expressions know besides."""
    before = len(reader.problems)
    reading = _Reading(reader, game, names, *size, {})
    bases = _each(reading, node, "figures", _base)
    grounds = _each(reading, node, "terrain", _ground)
    places = _each(reading, node, "places", _place)
    _check_amount(reading, node, bases, grounds, places)
    _check_apart(reading, bases, grounds)
    ways = _each(reading, node, "paths", lambda reading, token, value: _way(reading, token, value, bases))
    if len(reader.problems) > before:
        return None
    return FieldScene(*size, bases, grounds, places, ways)


def _each(
    reading: _Reading, node: MappingNode, section: str, read: Callable[[_Reading, str, MappingNode], T | None]
) -> dict[str, T]:
    found = {token: read(reading, token, value) for token, value in reading.section(node, section)}
    return {token: thing for token, thing in found.items() if thing is not None}


def _base(reading: _Reading, token: str, node: MappingNode) -> Base | None:
    given = read_fields(reading.reader, node, FIELD_FIGURE, token)
    record, team = reading.record(node, "is"), reading.record(node, "team")
    where = reading.point(given["at"], node.get("at"), "at")
    if record is None:
        return None
    fields = {**reading.game.book.combatant(record).fields_of_record, "team": team}
    across = _across(reading, node.get("across"), record)
    if where is None or across is None:
        return None
    return Base(token, record, team, Circle(*where, across / 2), fields)


def _across(reading: _Reading, node: Node | None, record: Record) -> float | None:
    """A base's diameter: a number, or an expression over the record's fields."""
    if not isinstance(node, Scalar) or node.empty:
        return None
    try:
        value = evaluate(node.text, {**reading.names, **record.names()})
    except RuleError as error:
        reading.reader.problem("bad-expression", f"across: {error}", node.span, error.hint)
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0.1 <= value <= 100:
        hint = "a base's diameter in cm, or what computes it from the record, such as base_mm / 10"
        reading.reader.problem("diagram-map", f"across: '{value}' is no diameter from 0.1 to 100 cm", node.span, hint)
        return None
    return float(value)


def _ground(reading: _Reading, token: str, node: MappingNode) -> Ground | None:
    given = read_fields(reading.reader, node, FIELD_TERRAIN, token)
    shape = reading.shape(token, node, given)
    height = float(given["height"]) if isinstance(given["height"], int | float) else None
    blocks = given["blocks"] if isinstance(given["blocks"], tuple) else ("move", "sight")
    if shape is None:
        return None
    fields = {"name": given["name"], "height": height, "look": given["look"]}
    return Ground(token, shape, height, frozenset(map(str, blocks)), fields)


def _place(reading: _Reading, token: str, node: MappingNode) -> FieldPlace | None:
    given = read_fields(reading.reader, node, FIELD_PLACE, token)
    shape = reading.shape(token, node, given)
    record, owner = reading.record(node, "is"), reading.record(node, "owner")
    if shape is None:
        return None
    own = dict(record.fields_of_record) if record else {}
    fields = {**own, "owner": owner} | ({"name": given["name"]} if given["name"] or not record else {})
    return FieldPlace(token, shape, str(given["icon"] or ""), owner, str(given["look"] or ""), fields)


def _way(reading: _Reading, token: str, node: MappingNode, bases: Mapping[str, Base]) -> Way | None:
    given = read_fields(reading.reader, node, FIELD_PATH, token)
    who, to = node.get("who"), node.get("to")
    if isinstance(who, Scalar) and who.text not in bases and who.text not in reading.spans:
        hint = did_you_mean(who.text, bases) or "name one by its token under figures:"
        reading.reader.problem("diagram-map", f"who: there is no figure '{who.text}' on the field", who.span, hint)
    if not isinstance(given["to"], tuple) or not isinstance(who, Scalar) or who.text not in bases:
        return None
    items = getattr(to, "items", ())
    points = [reading.point(value, item, "to") for value, item in zip(given["to"], items, strict=False)]
    found = [point for point in points if point is not None]
    if len(found) < len(points):
        return None
    base = bases[who.text]
    if not 1 <= len(found) <= 20:
        message = f"{token} has {len(found)} legs"
        reading.reader.problem("diagram-map", message, (to or node).span, "give 1 to 20 points: where each leg ends")
        return None
    return Way(token, base, (base.shape.centre, *found), str(given["look"] or ""))


def _check_amount(
    reading: _Reading,
    node: MappingNode,
    bases: Mapping[str, Base],
    grounds: Mapping[str, Ground],
    places: Mapping[str, FieldPlace],
) -> None:
    many = len(bases) + len(grounds) + len(places)
    corners = sum(len(item.shape.corners) for item in grounds.values() if isinstance(item.shape, Polygon))
    if many > MOST_THINGS or corners > MOST_CORNERS:
        message = f"the field holds {many} things, the terrain {corners} corners"
        hint = f"show the part that matters: at most {MOST_THINGS} things, and {MOST_CORNERS} corners in all"
        reading.reader.problem("diagram-map", message, node.span, hint)


def _check_apart(reading: _Reading, bases: Mapping[str, Base], grounds: Mapping[str, Ground]) -> None:
    """Bases lie beside one another, on the field, and not in terrain that nobody climbs."""
    for base in bases.values():
        x, y, r = base.shape.x, base.shape.y, base.shape.radius - 1e-6
        if x < r or y < r or x > reading.width - r or y > reading.height - r:
            across = 2 * base.shape.radius
            message = f"the base of '{base.token}', {across:g} cm across, reaches over the field's edge"
            reading.reader.problem("diagram-map", message, reading.spans[base.token], "move it inwards")
    solid = [item for item in grounds.values() if item.height is None and "move" in item.blocks]
    pairs: list[tuple[Base, Base | Ground]] = [
        *combinations(bases.values(), 2),
        *((base, item) for base in bases.values() for item in solid),
    ]
    for one, other in pairs:
        if overlaps(one.shape, other.shape):
            message = f"'{one.token}' and '{other.token}' lie over one another"
            hint = "move one of them" + (
                "" if isinstance(other, Base) else ", or give the terrain a height to stand on"
            )
            reading.reader.problem("diagram-map", message, reading.spans[one.token], hint)


def _knotted(corners: list[Point]) -> bool:
    """Whether two sides of an outline cross, or it has no area."""
    sides = list(Polygon(tuple(corners)).sides)
    area = fsum(ax * by - bx * ay for (ax, ay), (bx, by) in sides)
    return abs(area) < 0.01 or any(crosses(one, two) for one, two in combinations(sides, 2))
