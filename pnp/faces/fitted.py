"""What the text of a face was set at: one record a text, and from the records of a component one size for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FittedSize:
    """A text that stands smaller than its style asks for. Sizes in points.

    ``where`` is the face ("cards, ada"), ``field`` the record's field, or the words themselves.
    """

    where: str
    field: str
    style: str
    size: float
    wanted: float


def smallest_sizes(settings: Iterable[FittedSize], styles: Iterable[str]) -> Mapping[str, float]:
    """The smallest size of each of these styles among the settings; none for a style that was never shrunk."""
    sizes: dict[str, float] = {}
    wanted = frozenset(styles)
    for item in settings:
        if item.style in wanted:
            sizes[item.style] = min(item.size, sizes.get(item.style, item.size))
    return sizes
