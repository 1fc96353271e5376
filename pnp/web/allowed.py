"""An attribute of a plain drawing and its value go in; the value that a browser shall have comes out, empty for none.

What is let through is a number, a list of them, a plain word, or made anew: nothing that a style sheet could read as an
address, whatever it is written with (CSS Syntax 3, 4.3.7 knows many ways to write ``url``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from pnp.fonts.families import Fonts
from pnp.fonts.family_names import find_family
from pnp.svg.colors import parse_color
from pnp.svg.transform import parse_transform
from pnp.svg.tree import SvgFault
from pnp.web.webfonts import css_name

PAINTS = frozenset({"fill", "stroke", "stop-color", "flood-color", "color"})
REFERENCES = frozenset({"fill", "stroke", "clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end"})
# what no browser needs: words of other readers, what is said as a style, and what it would take for something else
NEEDLESS = frozenset(
    {
        "version", "baseProfile", "zoomAndPan", "contentScriptType", "contentStyleType", "white-space",
        "alignment-baseline", "text-underline-offset", "text-decoration-color", "text-decoration-thickness",
        "mix-blend-mode", "isolation", "transform-origin", "transform-box",
        "{http://www.w3.org/XML/1998/namespace}space",
    }
)  # fmt: skip
_PLAIN = re.compile(r"[-+\w\s.,%]*", re.ASCII)
# a number finer than any screen; flags of arcs may stand before one without a space, so these paths stay
_FINE = re.compile(r"(?<!\d)\d+\.\d{6,}")
_ARC = re.compile("[aA]")
LONG = 10
_TRANSFORMS = frozenset({"transform", "gradientTransform", "patternTransform"})
_WORDS = frozenset({"none", "currentcolor", "inherit"})
_BOLD = re.compile(r"bold|[6-9]\d\d(\.\d+)?|1000")
_BASELINES = {
    **dict.fromkeys(("baseline", "no-change", "reset-size", "use-script"), "auto"),
    **dict.fromkeys(("before-edge", "text-top"), "text-before-edge"),
    **dict.fromkeys(("after-edge", "text-bottom"), "text-after-edge"),
}
_SHARP = frozenset({"pixelated", "crisp-edges", "optimizeSpeed"})


@lru_cache(maxsize=8192)
def allowed(name: str, value: str) -> str:
    """A value of any attribute but ids, references, paints and families of fonts, which need to be made."""
    if name in _TRANSFORMS:
        try:
            parse_transform(value)
        except SvgFault:
            return ""
        return value
    if not _PLAIN.fullmatch(value):
        return ""
    known = _SAID.get(name)
    if known:
        return known(value)
    return value if len(value) < LONG or (name == "d" and _ARC.search(value)) else _FINE.sub(_rounded, value)


def color(text: str, palette: Mapping[str, str]) -> str:
    """A palette name or a colour of CSS as numbers; ``none`` for what is neither, which the painter refuses."""
    if text.lower() in _WORDS:
        return text
    try:
        rgb, alpha = parse_color(text, palette)
    except SvgFault:
        return "none"
    digits = "#" + "".join(f"{round(part * 255):02x}" for part in rgb)
    return digits if alpha == 1 else f"{digits}{round(alpha * 255):02x}"


def family_of(text: str, fonts: Fonts) -> str:
    """The first family of a list that the game has, or the game's first; empty for a game without fonts."""
    named = find_family(text, fonts)
    return named.family if named else next(iter(fonts.families), "")


def families(text: str, fonts: Fonts, characters: str) -> str:
    """The family that letters are set in; behind it those that help out, where it lacks one of the characters."""
    if text == "inherit":
        return text
    family = family_of(text, fonts)
    if not family:
        return ""
    whole = all(map(fonts.find(family).has, characters))
    return ",".join(css_name(name) for name in ([family] if whole else dict.fromkeys((family, *fonts.fallback))))


def is_bold(weight: str) -> bool:
    """Whether the painter takes the bold face."""
    return bool(_BOLD.fullmatch(weight))


def _rounded(match: re.Match[str]) -> str:
    return f"{float(match[0]):.7g}"


def _weight(value: str) -> str:
    """A weight that a browser's choice of a face, and what is bolder or lighter than it, come to the same with."""
    if value in ("inherit", "bolder", "lighter"):
        return value
    if value.isdecimal() and 1 <= int(value) <= 1000:
        return "500" if 500 < int(value) < 600 else value
    return "bold" if is_bold(value) else "normal"


def _slant(value: str) -> str:
    return "italic" if value.startswith("oblique") else value


# what the painter reads so, and a browser may read otherwise or not at all
_SAID: Mapping[str, Callable[[str], str]] = {
    "font-weight": _weight,
    "font-style": _slant,
    "dominant-baseline": lambda value: _BASELINES.get(value, value),
    "image-rendering": lambda value: "pixelated" if value in _SHARP else "auto",
}
