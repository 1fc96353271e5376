"""Declared properties and custom ones go in; the properties with what ``var(--name, fallback)`` stands for come out.

CSS Custom Properties 1: a custom property is inherited; one that names itself is none; where there is none, the
fallback stands, or the declaration counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.problems import did_you_mean
from pnp.svg.tree import SvgFault

MOST_LETTERS = 10_000  # of one value, written out
_MOST_NESTED = 16

Refuse = Callable[[SvgFault], None]


def has_variables(found: Mapping[str, str]) -> bool:
    """Whether anything declared is, or uses, a custom property."""
    return any(name.startswith("--") or "var(" in value for name, value in found.items())


def settle_variables(found: dict[str, str], around: Mapping[str, str], refuse: Refuse) -> dict[str, str]:
    """The declarations written out; ``around`` is what is inherited, custom properties among it."""
    names = _Names({name: value for name, value in found.items() if name.startswith("--")}, around)
    made: dict[str, str] = {}
    for name, value in found.items():
        try:
            made[name] = names.value(name) if name.startswith("--") else names.written(value, ())
        except SvgFault as fault:
            refuse(fault)
    return made


class _Names:
    """``own`` are the custom properties declared here, as written; ``around`` those inherited, written out."""

    def __init__(self, own: Mapping[str, str], around: Mapping[str, str]) -> None:
        self.own, self.around = own, around

    def value(self, name: str, within: tuple[str, ...] = ()) -> str:
        """What a custom property stands for. Raises SvgFault for none, and for one within itself."""
        if name in within:
            raise SvgFault(f"the custom property {name} names itself", f"give {name} a value of its own")
        if name in self.own:
            return self.written(self.own[name], (*within, name))
        if name not in self.around:
            known = [key for key in (*self.own, *self.around) if key.startswith("--")]
            raise SvgFault(
                f"there is no custom property {name}",
                did_you_mean(name, known) or f"declare it, or write a fallback: var({name}, black)",
            )
        return self.around[name]

    def written(self, text: str, within: tuple[str, ...]) -> str:
        """A value with each ``var()`` written out."""
        if len(within) > _MOST_NESTED:
            raise SvgFault("custom properties stand within one another too deep")
        made = ""
        start = text.find("var(")
        while start >= 0:
            end = _closing(text, start + 4)
            name, comma, fallback = text[start + 4 : end].partition(",")
            name = name.strip()
            try:
                made += text[:start] + self.value(name, within)
            except SvgFault:
                if not comma or name in within:
                    raise
                made += text[:start] + self.written(fallback.strip(), (*within, ""))
            text = text[end + 1 :]
            if len(made) + len(text) > MOST_LETTERS:
                raise SvgFault(f"a value is longer than {MOST_LETTERS:,} letters once its var() are written out")
            start = text.find("var(")
        return (made + text).strip()


def _closing(text: str, position: int) -> int:
    """Where the bracket that was opened before ``position`` is closed."""
    depth = 1
    for place in range(position, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise SvgFault(f"'{text[:40]}' has a bracket that is not closed", "write var(--name, fallback)")
