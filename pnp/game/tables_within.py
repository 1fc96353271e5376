"""``cards: goblins.csv`` in a record goes in; the rows of that file come out, as the items of the record's list.

The file is read as a collection's is: by its ending, with a header, ids, ``extends`` and ``ignore``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pnp.game.collections import read_collection
from pnp.game.datafile import read_data
from pnp.game.sections import known_keys
from pnp.game.workspace import Workspace
from pnp.schema.read import Reader
from pnp.schema.types import FieldType
from pnp.schema.values import Record
from pnp.source.nodes import Listing, Node, Scalar, SourceTable
from pnp.source.nodes import Mapping as MappingNode

KEYS = ("file", "sheet", "id", "defaults", "ignore", "header", "leave-out")
MAX_FILES = 500  # that records name
MAX_ROWS = 50_000  # of all of them together


@dataclass
class TablesWithin:
    """The files that the records of one game name. ``known`` are those read, by name and sheet."""

    folder: Path
    workspace: Workspace
    known: dict[tuple[str, str, str], Node | SourceTable] = field(default_factory=dict)
    files: int = 0
    rows: int = 0

    def read(self, reader: Reader, node: Node, wanted: FieldType, path: str, parent: Record | None) -> object:
        """The items of the list at ``path``; None for a node that names no file, an empty list after a problem."""
        item = wanted.item
        declared = _declared(node)
        if declared is None or item is None or item.kind != "record" or parent is None:
            return None
        known_keys(reader, declared, KEYS, path)
        self.files += 1
        if self.files > MAX_FILES or self.rows > MAX_ROWS:
            message = f"the records name more than {MAX_FILES:,} files, or {MAX_ROWS:,} rows in them"
            reader.problem("too-many", message, node.span, "put several lists into a collection of their own")
            return ()
        data = self._data(reader, declared, parent)
        if isinstance(data, Listing):
            for word in ("header", "leave-out"):
                if said := declared.get(word):
                    message = f"{word}: a YAML file has no rows"
                    reader.problem("idle-header", message, said.span, "take the line out")
            return reader.value(data, wanted, path, parent)
        made = read_collection(reader, path, declared, data, reader.records[item.target], parent)
        self.rows += len(made)
        if data is not None:
            reader.count(Listing(tuple(Scalar(record.id, record.span) for record in made), node.span), wanted, path)
        for number, record in enumerate(made):
            parent.places[f"{path.rpartition('.')[2]}[{number}]"] = record.span
        return tuple(made)

    def _data(self, reader: Reader, declared: MappingNode, parent: Record) -> Node | SourceTable | None:
        """What the file holds, read once. A workbook's sheet may be called like the record."""
        file, sheet = (getattr(declared.get(name), "text", "") for name in ("file", "sheet"))
        key = (file, sheet, parent.id)
        if key not in self.known:
            data = read_data(reader, declared, parent.id, self.folder, self.workspace)
            if data is None:
                return None
            self.known[key] = data
        return self.known[key]


def _declared(node: Node) -> MappingNode | None:
    """``goblins.csv`` as ``{file: goblins.csv}``."""
    if isinstance(node, Scalar) and Path(node.text[:255]).suffix:
        return MappingNode(((Scalar("file", node.span), node),), node.span)
    return node if isinstance(node, MappingNode) and node.get("file") is not None else None
