"""The values that need more than a Python built-in: texts that know their place, and records."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.problems import Span


class FieldText(str):
    """A text of a record. ``path`` names it ("heroes.ada.abilities[0].text"), ``span`` is its place."""

    __slots__ = ("path", "span")
    path: str
    span: Span

    @classmethod
    def of(cls, text: str, path: str, span: Span) -> FieldText:
        """Make one."""
        made = cls(text)
        made.path = path
        made.span = span
        return made


@dataclass(frozen=True, eq=False)
class Record:
    """One of a collection's like things, or one inside another (then ``parent`` is set). Compared by identity.

    ``fields_of_record`` is filled while the game loads, since references may be circular, and never changes after.
    """

    path: str
    id: str
    span: Span
    fields_of_record: dict[str, object] = field(repr=False)
    parent: Record | None = None

    __iter__ = None  # Python would try the numbers from 0 as names

    def __getitem__(self, name: str) -> object:
        return self.fields_of_record[name]

    def __str__(self) -> str:
        return self.path

    def names(self) -> dict[str, object]:
        """What an expression inside this record may name: its fields, over those of the record it stands in."""
        outer = self.parent.names() if self.parent else {}
        return {**outer, **self.fields_of_record, "it": self}
