"""A drawing's ids go in, those that the page has for them come out; and how many elements a browser makes of it all."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pnp.svg.tree import Element, target
from pnp.web.allowed import REFERENCES

_NAME = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(eq=False)
class PageNames:
    """The ids of one drawing as the page has them, and its fonts for the ``characters`` that it shows."""

    mark: str
    characters: str
    known: dict[str, str] = field(default_factory=dict)
    families: dict[str, str] = field(default_factory=dict)

    def of(self, name: str) -> str:
        """A page's id: the drawing's own words if they are plain, else a number."""
        if name not in self.known:
            self.known[name] = self.mark + (name if _NAME.fullmatch(name) else f"{len(self.known)}.")
        return self.known[name]

    def reference(self, name: str) -> str:
        """A reference to one of them."""
        return f"#{self.of(name)}"


def count_shown(group: Element, most: int) -> int:
    """How many elements a browser makes of a drawing, uses within uses counted out; somewhat above ``most`` at most."""
    ids = {element.get("id"): element for element in group.iter() if element.get("id")}
    counted: dict[Element, int] = {}

    def count(element: Element) -> int:
        if element not in counted:
            counted[element] = 1  # what is within itself is drawn by nobody
            whole = 1 + sum(map(count, element))
            for name, value in element.items():
                if name == "href" or (name in REFERENCES and value.startswith("url(")):
                    found = ids.get(value.removeprefix("#") if name == "href" else target(value)[0])
                    whole += count(found) if found is not None else 0
            counted[element] = min(whole, most + 1)
        return counted[element]

    return count(group) if ids else sum(1 for _ in group.iter())
