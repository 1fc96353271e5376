"""The values that need more than a Python built-in: texts that know their place, and records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


class Values(dict[str, object]):
    """The fields of a record some of which are computed: such a one stands here as soon as somebody asks for it.

    ``formulas`` are these fields' by their names. ``compute`` is set while the game loads; it takes a field's name and
    returns its value.
    """

    __slots__ = ("compute", "formulas")
    compute: Callable[[str], object]
    formulas: Mapping[str, str]

    def __missing__(self, name: str) -> object:
        compute = getattr(self, "compute", None)
        if compute is None:
            raise KeyError(name)
        return compute(name)


@dataclass(eq=False)
class Record:
    """One of a collection's like things, or one inside another (then ``parent`` is set). Compared by identity.

    It is filled while the game loads (``fields_of_record``, ``places``), since references may be circular and fields
    computed from one another: read, references resolved, computed, texts filled in. Once ``load_game`` has answered,
    nothing changes it, and no template can.
    Drawn for the list that it stands in, a record knows whose list that is (``owner``); ``original`` is the record.
    ``places`` says where the value of a field ("health") or an item of a list ("abilities[2]") was written.
    """

    path: str
    id: str
    span: Span
    fields_of_record: dict[str, object] = field(repr=False)
    parent: Record | None = None
    places: dict[str, Span] = field(default_factory=dict, repr=False)
    owner: Record | None = None
    original: Record | None = None

    @property
    def formulas(self) -> Mapping[str, str]:
        """The formulas of its computed fields."""
        values = self.fields_of_record
        return values.formulas if isinstance(values, Values) else {}

    __iter__ = None  # Python would try the numbers from 0 as names

    def __getitem__(self, name: str) -> object:
        return self.fields_of_record[name]

    def __str__(self) -> str:
        return self.path

    def names(self) -> dict[str, object]:
        """What an expression inside this record may name: its fields, over those of the record it stands in."""
        outer = self.parent.names() if self.parent else {}
        if self.owner is not None:
            outer |= {"owner": self.owner, "copies": 1}
        return {**outer, **self.fields_of_record, "it": self.original or self}
