"""What an element declares of text-decoration goes in; the lines that it draws along the words within it come out.

A decoration is not inherited: all words within the element get its lines, in its own colour, at the height and as thick
as its own font says (CSS Text Decoration 3, 2; SVG 2, 11.10.3 for the colour).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pnp.problems import did_you_mean
from pnp.svg.tree import SvgFault

LINES = ("underline", "overline", "line-through")
DECORATIONS = frozenset(
    {
        "text-decoration", "text-decoration-line", "text-decoration-style", "text-decoration-color",
        "text-decoration-thickness", "text-decoration-fill",
    }
)  # fmt: skip
_STYLES = frozenset({"double", "dotted", "dashed", "wavy"})
_FROM_FONT = frozenset({"auto", "from-font"})
_OWN_COLOR = frozenset({"", "currentcolor", "auto"})
_PART = re.compile(r"[^\s(]+(?:\([^)]*(?:\)|\Z))?")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line along words. ``style`` and ``depth`` are those of the element that asks for it.

    ``color`` is empty where the line is painted as that element's letters are; ``thickness`` where the font says it.
    """

    kind: str
    style: Mapping[str, str]
    depth: int
    color: str = ""
    thickness: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        """What two of them have in common that look alike."""
        return self.kind, tuple(self.style.items()), self.depth, self.color, self.thickness


def settle_decoration(found: dict[str, str], refuse: Callable[[SvgFault], None]) -> None:
    """Bring what is declared to three plain properties: the lines, the colour and the thickness, or take it off.

    A long property wins over the short one. What is not painted is refused; in foreign art the line is a plain one.
    """
    words, color, thickness = _shorthand(found.pop("text-decoration", ""), refuse)
    if "text-decoration-line" in found:
        words = _shorthand(found.pop("text-decoration-line"), refuse)[0]
    style = found.pop("text-decoration-style", "")
    for name in ("text-decoration-fill", "text-decoration-color"):
        color = found.pop(name, "") or color
    thickness = found.pop("text-decoration-thickness", "") or thickness
    if not words:
        return
    if style in _STYLES:
        refuse(_no_style(style))
    found["text-decoration"] = " ".join(words)
    if color.lower() not in _OWN_COLOR:
        found["text-decoration-color"] = color
    if thickness not in _FROM_FONT and thickness:
        found["text-decoration-thickness"] = thickness


def _shorthand(text: str, refuse: Callable[[SvgFault], None]) -> tuple[list[str], str, str]:
    """The lines named, the colour and the thickness of ``text-decoration: underline red 0.3``."""
    lines: list[str] = []
    color = thickness = ""
    for part in _PART.findall(text):
        word = part.lower()
        if word in LINES:
            lines.append(word)
        elif word in _STYLES:
            refuse(_no_style(word))
        elif word in _FROM_FONT or part[0].isdigit() or part[0] == ".":
            thickness = part
        elif word not in ("none", "blink", "solid", "inherit", "initial", "unset", "revert"):
            hint = did_you_mean(word, LINES)
            if hint.startswith("did"):
                raise SvgFault(f"text-decoration has '{part}', which is no line", hint)
            color = part
    return [line for line in LINES if line in lines], color, thickness


def _no_style(word: str) -> SvgFault:
    return SvgFault(f"text-decoration-style '{word}' is not painted", "write solid, or draw the line")


def lines_of(own: Mapping[str, str], style: Mapping[str, str], depth: int) -> tuple[TextLine, ...]:
    """The lines that an element with these properties, settled, adds to those around it."""
    color, thickness = own.get("text-decoration-color", ""), own.get("text-decoration-thickness", "")
    return tuple(TextLine(kind, style, depth, color, thickness) for kind in own["text-decoration"].split())
