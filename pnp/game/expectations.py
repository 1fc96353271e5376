"""The sections ``box``, ``distinct``, ``accept`` and the counts among ``checks`` go in, Expectations come out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from pnp.game.model import Acceptance, ColorGroup, CountRule, Expectations, Supply
from pnp.game.sections import entries, read_fields, texts
from pnp.game.spec import ACCEPT, COUNT, GROUP, SUPPLY
from pnp.problems import Span, did_you_mean
from pnp.schema.read import Reader
from pnp.source.nodes import Listing, Node, Scalar
from pnp.source.nodes import Mapping as MappingNode

_SPOKEN = ("checks", "components", "documents")  # sections whose texts may be expressions that name fields


def read_expectations(
    reader: Reader, page: MappingNode, palette: Mapping[str, str], components: Collection[str]
) -> Expectations:
    """Read them; what they name must exist."""
    box = _box(reader, page.get("box"), components)
    return Expectations(
        box=MappingProxyType(box),
        counts=tuple(_counts(reader, page.get("checks"), {*components, *box})),
        distinct=tuple(_groups(reader, page.get("distinct"), palette)),
        accepted=tuple(_accepted(reader, page.get("accept"))),
        places=MappingProxyType({**dict(_places(page)), **dict(_inks(page.get("ink")))}),
        phrases=tuple(text for name in _SPOKEN for text in _scalars(page.get(name))),
    )


def is_count(node: Node) -> bool:
    """Whether an entry of ``checks`` counts pieces (the others hold for every record)."""
    return isinstance(node, MappingNode) and node.get("count") is not None


def _box(reader: Reader, node: Node | None, components: Collection[str]) -> dict[str, Supply]:
    box = {}
    for key, raw in entries(reader, node, "box"):
        value = MappingNode(((Scalar("count", raw.span), raw),), raw.span) if isinstance(raw, Scalar) else raw
        given = read_fields(reader, value, SUPPLY, f"box.{key.text}")
        if key.text in components:
            hint = "a component is counted by its copies: take it out of the box"
            reader.problem("named-twice", f"box: '{key.text}' is a component already", key.span, hint)
        elif isinstance(given.get("count"), int):
            title = str(given["title"] or key.text)
            box[key.text] = Supply(key.text, int(str(given["count"])), title, key.span)
    return box


def _counts(reader: Reader, node: Node | None, known: Collection[str]) -> Iterator[CountRule]:
    for item in node.items if isinstance(node, Listing) else ():
        if not is_count(item):
            continue
        given = read_fields(reader, item, COUNT, "checks")
        if not given.get("count") or not given.get("because"):
            continue
        if not (given["at-least"] or given["at-most"]):
            reader.problem("missing-field", "the count has no limit", item.span, 'add at-least: 8, or at-most: "…"')
            continue
        what = str(given["count"])
        if what not in known and not _dice(what):
            place = item.get("count") if isinstance(item, MappingNode) else None
            hint = did_you_mean(what, known)
            message = f"count: '{what}' is no component, and nothing in the box"
            reader.problem("unknown-component", message, (place or item).span, hint)
            continue
        limits = (str(given[name] or "") for name in ("at-least", "at-most", "hint"))
        yield CountRule(what, str(given["because"]), item.span, *limits)


def _dice(name: str) -> bool:
    """A die that the box lacks is what a count is there to find, not a slip of the pen."""
    return name.startswith("d") and name[1:].isdigit()


def _groups(reader: Reader, node: Node | None, palette: Mapping[str, str]) -> Iterator[ColorGroup]:
    for item in node.items if isinstance(node, Listing) else (node,) if node else ():
        listed, because = item, ""
        if isinstance(item, MappingNode):
            because = str(read_fields(reader, item, GROUP, "distinct", ("colors",)).get("because") or "")
            listed = item.get("colors") or Listing((), item.span)
        named = texts(reader, listed, "distinct")
        for name in named:
            if name.text not in palette:
                message = f"distinct: '{name.text}' is no colour of the palette"
                reader.problem("unknown-color", message, name.span, did_you_mean(name.text, palette))
        colors = tuple(name.text for name in named if name.text in palette)
        if len(named) < 2 and isinstance(listed, Listing):
            reader.problem("missing-field", "one colour alone is always distinct", item.span, "write [red, blue]")
        yield ColorGroup(colors, because, item.span)


def _accepted(reader: Reader, node: Node | None) -> Iterator[Acceptance]:
    for item in node.items if isinstance(node, Listing) else (node,) if node else ():
        given = read_fields(reader, item, ACCEPT, "accept")
        if all(given.get(name) for name in ACCEPT):
            yield Acceptance(str(given["code"]), str(given["where"]), str(given["because"]), item.span)


def _places(page: MappingNode) -> Iterator[tuple[str, Span]]:
    """Where each colour, font, style, collection, type and field is declared: "types.ability.icon" and its key."""
    for section in ("palette", "fonts", "text", "collections", "types"):
        node = page.get(section)
        for key, value in node.entries if isinstance(node, MappingNode) else ():
            yield f"{section}.{key.text}", key.span
            fields = value.get("fields") if section == "collections" and isinstance(value, MappingNode) else value
            if section in ("collections", "types") and isinstance(fields, MappingNode):
                for name, _ in fields.entries:
                    yield f"{section}.{key.text}.{name.text}", name.span


def _inks(node: Node | None) -> Iterator[tuple[str, Span]]:
    """Where a colour of an ink is said: "ink.light.gold" and its value."""
    for ink, colors in node.entries if isinstance(node, MappingNode) else ():
        for name, value in colors.entries if isinstance(colors, MappingNode) else ():
            yield f"ink.{ink.text}.{name.text}", value.span


def _scalars(node: Node | None) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Listing):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, MappingNode):
        for _, value in node.entries:
            yield from _scalars(value)
