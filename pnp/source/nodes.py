"""What a data file holds: texts, lists and mappings, each with its place. No value has a type yet."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.problems import Span

BLANK = "blank"  # the tag of a table's empty cell
FAULTY = "faulty"  # the tag of a value whose problem was said already


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text as written: ``NO``, ``010`` and ``1:2`` stay what they are. ``tag`` is "assumed" for ``!assumed``."""

    text: str
    span: Span
    quoted: bool = False
    tag: str = ""

    @property
    def empty(self) -> bool:
        """Whether it stands for nothing: unquoted and empty, ``~`` or ``null``."""
        return not self.quoted and self.text in ("", "~", "null")


@dataclass(frozen=True, slots=True)
class Listing:
    """A list."""

    items: tuple[Node, ...]
    span: Span
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in their order; no key stands twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span
    tag: str = ""

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        return next((value for name, value in self.entries if name.text == key), None)

    def key(self, key: str) -> Scalar | None:
        """The key itself, for its place."""
        return next((name for name, _ in self.entries if name.text == key), None)


Node = Scalar | Listing | Mapping


def shortened(text: str) -> str:
    """A text as a message quotes it: its beginning, when it is long."""
    return text if len(text) < 40 else text[:39] + "…"


def kind(node: Node) -> str:
    """What a designer would call it."""
    if isinstance(node, Scalar):
        return "nothing" if node.empty else f"'{shortened(node.text)}'"
    return "a list" if isinstance(node, Listing) else "a mapping"


def block_line(scalar: Scalar, line: int) -> tuple[int, int]:
    """Where line ``line`` (from 0) of a literal block (``|``) stands in its file: line and first column, from 1."""
    number = scalar.span.line + 1 + line
    text = scalar.span.source.line(number)
    return number, len(text) - len(text.lstrip()) + 1
