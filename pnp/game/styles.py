"""Named text styles: what a template's ``text(...)`` sets its words in. Sizes in points, tracking in em."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Align = Literal["left", "center", "right", "justify"]


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How text looks. It is set at ``size`` and may shrink to ``min_size``; ``leading`` is a multiple of the size.

    ``smart`` sets typed quotes and dashes as a printer does; ``together`` gives sibling faces one size.
    """

    name: str
    family: str
    size: float
    min_size: float
    leading: float = 1.2
    color: str = "black"
    bold: bool = False
    italic: bool = False
    tracking: float = 0.0
    upper: bool = False
    align: Align = "left"
    hyphenate: bool = False
    smart: bool = False
    together: bool = False

    def __hash__(self) -> int:
        """Of what tells styles apart in practice: a style is part of every key that a text is remembered by."""
        return hash((self.name, self.size, self.min_size))
