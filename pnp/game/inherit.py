"""A collection's entries go in as written; each comes out with what it inherits, from another and from the defaults.

Texts, numbers and lists replace what they inherit whole, mappings part by part. An empty cell of a table inherits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pnp.problems import did_you_mean
from pnp.schema.read import Fields, Reader
from pnp.schema.types import FieldType
from pnp.source.nodes import BLANK, Listing, Node, Scalar, kind, shortened
from pnp.source.nodes import Mapping as MappingNode

MAX_EXTENDS = 20  # records in a line

_FLAG = FieldType("flag")


@dataclass(frozen=True, slots=True)
class Entry:
    """A record's id and its fields, inherited ones among them. An ``abstract`` one is there to be extended only.

    An ``orphan`` extends what there is not: that was said, and what it lacks is not its fault.
    """

    key: Scalar
    value: Node
    abstract: bool = False
    orphan: bool = False


@dataclass
class Family:
    """The entries of one collection. ``bare`` are those as written, without the words that are no fields."""

    reader: Reader
    name: str
    fields: Fields
    defaults: MappingNode | None
    bare: dict[str, MappingNode] = field(default_factory=dict)
    bases: dict[str, Scalar] = field(default_factory=dict)
    whole: dict[str, MappingNode] = field(default_factory=dict)
    orphans: set[str] = field(default_factory=set)

    def alone(self, page: Iterable[tuple[Scalar, Node]]) -> Iterator[Entry]:
        """Entries none of which extends another, one by one: of 10,000 rows, 25 MB less than all at a time."""
        for key, value in page:
            assert isinstance(value, MappingNode), "a row of a table has fields"
            yield Entry(key, settle(value, self.defaults, self.fields, self.reader.records))

    def entries(self, page: list[tuple[Scalar, Node]]) -> Iterator[Entry]:
        """Every entry with what it inherits, in the order of the file."""
        abstract = set()
        for key, value in page:
            if isinstance(value, MappingNode):
                if self._word(value, "abstract") and self._is_abstract(value):
                    abstract.add(key.text)
                self.bare[key.text] = self._without_words(value)
        for key, value in page:
            if isinstance(value, MappingNode):
                self._base_of(key, value)
        for key, value in page:
            if isinstance(value, MappingNode):
                settled = self._settled(key.text)
                yield Entry(key, settled, key.text in abstract, key.text in self.orphans)
            else:
                yield Entry(key, value)

    def _word(self, value: MappingNode, word: str) -> Node | None:
        """What stands behind ``extends`` or ``abstract``, where that is no field of the game's own."""
        node = value.get(word) if word not in self.fields else None
        return None if node is not None and node.tag == BLANK else node

    def _is_abstract(self, value: MappingNode) -> bool:
        node = self._word(value, "abstract")
        return node is not None and bool(self.reader.value(node, _FLAG, "abstract", None))

    def _without_words(self, value: MappingNode) -> MappingNode:
        if all(key.text in self.fields or key.text not in ("extends", "abstract") for key, _ in value.entries):
            return value
        kept = (
            item for item in value.entries if item[0].text in self.fields or item[0].text not in ("extends", "abstract")
        )
        return MappingNode(tuple(kept), value.span, value.tag)

    def _base_of(self, key: Scalar, value: MappingNode) -> None:
        node = self._word(value, "extends")
        if node is None:
            return
        if not isinstance(node, Scalar) or node.empty:
            message = f"extends: expected the id of one of {self.name}, found {kind(node)}"
            self.reader.problem("wrong-type", message, node.span, "name one record")
        elif node.text not in self.bare:
            message = f"extends: there is no '{shortened(node.text)}' in {self.name}"
            self.reader.problem("unknown-reference", message, node.span, did_you_mean(node.text, self.bare))
            self.orphans.add(key.text)
        else:
            self.bases[key.text] = node

    def _settled(self, name: str) -> MappingNode:
        """An entry with all that it inherits, made once."""
        line: list[str] = []
        current = name
        while current not in self.whole:
            line.append(current)
            base = self.bases.get(current)
            if base is None:
                break
            if base.text in line or len(line) > MAX_EXTENDS:
                between = f", by way of {', '.join(map(shortened, line[1:4]))}" if len(line) > 1 else ""
                message = f"'{shortened(name)}' extends itself{between}"
                if base.text not in line:
                    message = f"'{shortened(name)}' extends more than {MAX_EXTENDS} records in a line"
                self.reader.problem("circular-extends", message, base.span, "let one of them extend nothing")
                self.orphans |= set(line)
                del self.bases[current]
                break
            current = base.text
        for each in reversed(line):
            base = self.bases.get(each)
            inherited = self.whole[base.text] if base is not None else self.defaults
            if base is not None and base.text in self.orphans:
                self.orphans.add(each)
            self.whole[each] = settle(self.bare[each], inherited, self.fields, self.reader.records)
        return self.whole[name]


def settle(own: MappingNode, base: MappingNode | None, fields: Fields, types: Mapping[str, Fields]) -> MappingNode:
    """A mapping with what it inherits; what is blank and not inherited is left out, or kept where it must be given."""
    inherited = {key.text: (key, value) for key, value in base.entries if key.text in fields} if base else {}
    entries = []
    for entry in own.entries:
        key, value = entry
        above = inherited.pop(key.text, None)
        if value.tag == BLANK:
            node = above[1] if above else _nothing(value, fields.get(key.text))
            if node is not None:
                entries.append((key, node))
        elif isinstance(value, Scalar):
            entries.append(entry)
        else:
            over = above[1] if above and isinstance(above[1], MappingNode) else None
            entries.append((key, _inner(value, over, fields.get(key.text), types)))
    return MappingNode((*entries, *inherited.values()), own.span, own.tag)


def _inner(value: Node, base: MappingNode | None, type_: FieldType | None, types: Mapping[str, Fields]) -> Node:
    """A record inside another, or a list of them."""
    if type_ is not None and type_.kind == "record" and isinstance(value, MappingNode):
        return settle(value, base, types.get(type_.target, {}), types)
    if type_ is not None and type_.kind == "list" and isinstance(value, Listing):
        return Listing(tuple(_inner(item, None, type_.item, types) for item in value.items), value.span, value.tag)
    return value


def _nothing(blank: Node, type_: FieldType | None) -> Node | None:
    """What an empty cell stands for: nothing, an empty list, or itself where a value must be given."""
    if type_ is None or type_.optional:
        return None
    return Listing((), blank.span) if type_.kind == "list" else blank
