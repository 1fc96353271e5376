"""A drawing and a source of chance go in, a damaged drawing comes out: for fuzzing the painter."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

NUMBER = re.compile(r"(?<![#\w])-?\d+(?:\.\d+)?")
ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
TAG = re.compile(r"<(\w+)")
ELEMENT = re.compile(r"<\w[^<>]*/>")
NUMBERS = [
    "0", "-1", "1e-9", "1e6", "999999", "1e99", "-0", ".5", "1e-300", "NaN", "inf", "100%", "3mm", "1e3%", "-50%", "2em", "9" * 40,
]  # fmt: skip
VALUES = [
    "", "none", "inherit", "auto", "currentColor", "url(#a)", "url(#g)", "url(#c)", "url(#m)", "url(#p)", "url(#k)", "#a", "#g",
    "objectBoundingBox", "userSpaceOnUse", "0 0 0 0", "rotate(45)", "scale(0)", "scale(1e5)", "matrix(0 0 0 0 0 0)", "skewX(90)",
    "M0 0", "M0 0L0 0Z", "M0 0A1 1 0 0 1 9 9", "M1e5 1e5L-1e5 0Z", "1 2 3", "0.5", "hidden", "visible", "data:image/png;base64,AAAA",
    "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'/>", "\x00", "\ud800", "漢", "&#0;", "&amp;", "--", "evenodd", "red",
]  # fmt: skip
TAGS = [
    "g",
    "svg",
    "use",
    "symbol",
    "text",
    "tspan",
    "mask",
    "clipPath",
    "pattern",
    "marker",
    "image",
    "path",
    "rect",
    "style",
    "stop",
]
NAMES = [
    "fill",
    "stroke",
    "mask",
    "clip-path",
    "transform",
    "opacity",
    "href",
    "id",
    "x",
    "width",
    "viewBox",
    "d",
    "style",
    "class",
    "marker-mid",
]


def _number(text: str, chance: Random) -> str:
    return change_one(NUMBER, text, chance, lambda _: chance.choice(NUMBERS))


def _value(text: str, chance: Random) -> str:
    return change_one(ATTRIBUTE, text, chance, lambda match: f'{match[1]}="{chance.choice(VALUES)}"')


def _name(text: str, chance: Random) -> str:
    return change_one(ATTRIBUTE, text, chance, lambda match: f'{chance.choice(NAMES)}="{match[2]}"')


def _tag(text: str, chance: Random) -> str:
    return change_one(TAG, text, chance, lambda _: f"<{chance.choice(TAGS)}")


def _copy(text: str, chance: Random) -> str:
    return change_one(ELEMENT, text, chance, lambda match: match[0] * chance.randint(2, 40))


def _add(text: str, chance: Random) -> str:
    return change_one(TAG, text, chance, lambda match: f'{match[0]} {chance.choice(NAMES)}="{chance.choice(VALUES)}"')


def _drop(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) or 1)
    return text[:at] + text[at + chance.randint(1, 12) :]


def _swap(text: str, chance: Random) -> str:
    values = [match[2] for match in ATTRIBUTE.finditer(text)] or [""]
    return change_one(ATTRIBUTE, text, chance, lambda match: f'{match[1]}="{chance.choice(values)}"')


def change_one(pattern: re.Pattern[str], text: str, chance: Random, change: Callable[[re.Match[str]], str]) -> str:
    """The text with one match of the pattern, any of them, changed; as it is when nothing matches."""
    found = list(pattern.finditer(text))
    if not found:
        return text
    match = chance.choice(found)
    return text[: match.start()] + change(match) + text[match.end() :]


WAYS = (_number, _value, _name, _tag, _copy, _add, _drop, _swap)


def mutate(text: str, others: Sequence[str], chance: Random) -> str:
    """Damage a drawing in one to four places; now and then put another one inside it."""
    if chance.random() < 0.15:
        inner = chance.choice(others)
        body = inner[inner.index(">") + 1 : inner.rindex("</svg>")]
        text = text.replace("</svg>", body + "</svg>", 1)
    for _ in range(chance.randint(1, 4)):
        text = chance.choice(WAYS)(text, chance)
    return text
