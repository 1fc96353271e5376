"""A case: one small drawing of 100 by 100 pixels, the feature it shows, and whether it must be refused."""

from __future__ import annotations

from dataclasses import dataclass

SIDE = 100


@dataclass(frozen=True, slots=True)
class Case:
    """``svg`` is a whole document. A ``refused`` case passes by raising a fault, and only so.

    ``instead`` is the same picture in other words, for resvg, where it does not follow the specification itself.
    """

    feature: str
    name: str
    svg: str
    refused: bool = False
    instead: str = ""

    @property
    def title(self) -> str:
        """What it is called in the file of bounds, and in messages."""
        return f"{self.feature}/{self.name}"

    @property
    def key(self) -> str:
        """A file name for its picture."""
        return "".join(char if char.isalnum() else "-" for char in f"{self.feature}-{self.name}")


def document(body: str, attributes: str = f'viewBox="0 0 {SIDE} {SIDE}"') -> str:
    """A drawing of 100 by 100 pixels; its user unit is a pixel unless the attributes say otherwise."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{SIDE}px" height="{SIDE}px" {attributes}>{body}</svg>'
    )


def family(feature: str, bodies: dict[str, str], instead: dict[str, str] | None = None) -> list[Case]:
    """Cases of one feature; ``instead`` has the bodies that resvg is to draw for some of them."""
    others = instead or {}
    assert others.keys() <= bodies.keys()
    return [
        Case(feature, name, document(body), instead=document(others[name]) if name in others else "")
        for name, body in bodies.items()
    ]
