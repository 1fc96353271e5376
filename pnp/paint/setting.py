"""A text element goes in; its spans, each set in its fonts and at its place, come out; so do their outlines."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

from pnp.fonts.families import INSTALLED, Fonts, Named
from pnp.fonts.family_names import GENERIC, find_family, names_in
from pnp.fonts.font import Font
from pnp.fonts.scripts import by_cause
from pnp.fonts.shape import shape
from pnp.problems import did_you_mean
from pnp.svg.document import SvgDocument
from pnp.svg.lengths import split_length
from pnp.svg.letters import LetterSpan
from pnp.svg.tree import SvgFault

ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True, slots=True)
class SpanSetting:
    """Runs of one font each; the size in user units, the tracking in em; how much wider letters are than drawn."""

    runs: tuple[tuple[Font, str], ...]
    size: float
    tracking: float
    first: Font
    wide: float = 1.0

    @property
    def width(self) -> float:
        """The advance of all runs, with tracking between them and not behind the last."""
        inner = fsum(shape(font, text, self.tracking).width for font, text in self.runs)
        return self.size * self.wide * (inner + self.tracking * max(0, len(self.runs) - 1))


def set_span(span: LetterSpan, document: SvgDocument, fonts: Fonts) -> SpanSetting:
    """Choose the fonts for a span. Raises SvgFault for a family the game lacks, or letters that no font has."""
    style = span.cascade.style
    named = _family(style["font-family"], document, fonts)
    weight, slant = style["font-weight"], style["font-style"].split(" ")[0]
    bold = weight == "bold" or (weight.isdecimal() and 600 <= int(weight) <= 1000)
    if not (bold or weight == "normal" or weight.isdecimal()) or slant not in ("normal", "italic", "oblique"):
        raise SvgFault(
            f"unknown font-weight or font-style '{weight}', '{slant}'", "use normal or bold; normal or italic"
        )
    bold, italic = bold or named.bold, slant != "normal" or named.italic
    size = float(style["font-size"])
    spacing = style["letter-spacing"]
    tracking = 0.0 if spacing in ("normal", "0") or not size else span.cascade.length(spacing, "letter-spacing") / size
    runs, first = _runs(fonts, span.text, named.family, bold, italic)
    return SpanSetting(runs, size, tracking, first)


@lru_cache(maxsize=8192)
def _runs(fonts: Fonts, text: str, family: str, bold: bool, italic: bool) -> tuple[tuple[tuple[Font, str], ...], Font]:
    """The runs of one font each, and the font of the first choice."""
    missing = fonts.missing(text, family, bold, italic)
    if missing:
        cause = by_cause(missing)[0]
        raise SvgFault(f"no font has {cause.named}", "add a font that has it to fallback:", "", cause.characters)
    return fonts.runs(text, family, bold, italic) if text else (), fonts.find(family, bold, italic)


def _family(text: str, document: SvgDocument, fonts: Fonts) -> Named:
    """The first of the families named that the game has; in foreign art the game's first, and that is noted."""
    named = find_family(text, fonts)
    if named is not None:
        return named
    families = fonts.families
    names = names_in(text)
    hint = did_you_mean(names[0] if names else "", families)
    if not hint.startswith("did"):
        hint = f"{hint or 'name it under fonts: in game.yaml'}; {INSTALLED}"
    if names and names[0].lower() in GENERIC:
        hint = f"no font of this game says that it is one: name the family, or call one '{names[0]}' in game.yaml"
    fault = SvgFault(f"unknown font family '{text}'", hint)
    if not families:
        raise fault
    first = next(iter(families))
    asked = f"the font '{text}' is not in this game" if names else "letters name no font"
    document.substitute(fault, f"{asked}: they are set in '{first}'" if not names else f"{asked}, '{first}' is set")
    return Named(first)


def rise(span: LetterSpan, setting: SpanSetting) -> float:
    """How far up from the baseline the letters stand, in user units (SVG 2, 11.10.2)."""
    style = span.cascade.style
    name = style["dominant-baseline"]
    if name not in _BASELINES:
        hint = did_you_mean(name, _BASELINES) or "use auto, middle, central, hanging"
        raise SvgFault(f"unknown dominant-baseline '{name}'", hint)
    up = 0.0
    if name not in ("auto", "alphabetic"):
        up -= setting.size * _baseline(name, setting.first)
    for shift, cascade in span.shifts:
        size = float(cascade.style["font-size"])
        if shift in ("sub", "super"):
            up += size * script_height(setting.first, shift)
        else:
            value, unit = split_length(shift, "baseline-shift")
            up += value / 100 * size if unit == "%" else cascade.length(shift, "baseline-shift")
    return up


_BASELINES = frozenset(
    {
        "auto", "alphabetic", "baseline", "middle", "central", "hanging", "mathematical", "ideographic",
        "text-before-edge", "text-top", "before-edge", "text-after-edge", "text-bottom", "after-edge",
        "no-change", "reset-size", "use-script",
    }
)  # fmt: skip


@lru_cache(maxsize=1024)
def _baseline(name: str, font: Font) -> float:
    """The height of a baseline above the alphabetic one, in em."""
    ascent, descent = vertical(font)
    if name == "middle":
        return x_height(font) / 2
    if name == "central":
        return (ascent + descent) / 2
    if name == "hanging":
        return ascent * 0.8  # where no font table says (CSS Inline 3, appendix A)
    if name == "mathematical":
        return ascent / 2
    if name in ("text-before-edge", "text-top", "before-edge"):
        return ascent
    if name in ("ideographic", "text-after-edge", "text-bottom", "after-edge"):
        return descent
    return 0.0


def script_height(font: Font, shift: str) -> float:
    """How far a subscript goes down or a superscript up, in em (OS/2; a fifth and a third where there is none)."""
    table = font.table("OS/2")
    if len(table) < 26:
        return -0.2 if shift == "sub" else 0.33
    at = slice(16, 18) if shift == "sub" else slice(24, 26)
    height: int = struct.unpack(">h", table[at])[0]
    return height / font.units_per_em * (-1 if shift == "sub" else 1)


@lru_cache(maxsize=64)
def vertical(font: Font) -> tuple[float, float]:
    """Ascent and descent in em: hhea's, or OS/2's where its bit 7 asks for them (USE_TYPO_METRICS)."""
    table = font.table("OS/2")
    if len(table) >= 72 and struct.unpack(">H", table[62:64])[0] & 128:
        ascent, descent = struct.unpack(">hh", table[68:72])
        return ascent / font.units_per_em, descent / font.units_per_em
    return font.ascent, font.descent


def x_height(font: Font) -> float:
    """The height of a small x: OS/2 version 2 and later, else half an em."""
    table = font.table("OS/2")
    if len(table) >= 88 and struct.unpack(">H", table[:2])[0] >= 2:
        height = struct.unpack(">h", table[86:88])[0]
        if height > 0:
            return float(height) / font.units_per_em
    return 0.5
