"""The helpers a template may call: ``text`` and ``icon``. Each returns SVG; what is wrong is kept as problems."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from markupsafe import Markup

from pnp.game.model import Game
from pnp.problems import Problem, Source, Span, did_you_mean
from pnp.rules.filters import as_text
from pnp.rules.work import spend
from pnp.schema.values import FieldText
from pnp.text.fit import fit_text
from pnp.text.markup import MarkupError
from pnp.text.svg import block_svg

MAX_CHARACTERS = 20_000
Align = Literal["left", "center", "right"]
Valign = Literal["top", "middle", "bottom"]


@dataclass(frozen=True)
class Helpers:
    """The helpers of one face. ``where`` names it in messages ("cards, ada")."""

    game: Game
    where: str
    icons: frozenset[str]
    template_source: Callable[[str], Source]
    problems: list[Problem] = field(default_factory=list)

    def text(
        self,
        content: object,
        x: float,
        y: float,
        w: float,
        h: float,
        style: str,
        align: Align | None = None,
        valign: Valign = "top",
        color: str | None = None,
    ) -> Markup:
        """Set text into the box (x, y, w, h) in mm: wrapped, shrunk to the style's minimum, aligned.

        Light markup (``**bold**``, ``*italic*``, ``:icon:``) is understood. What does not fit is a problem that
        names the record, the field and the excess.
        """
        styles = self.game.text_styles
        x, y, w, h = (_millimetres(value, name) for value, name in ((x, "x"), (y, "y"), (w, "w"), (h, "h")))
        _one_of(align, "align", (None, "left", "center", "right"))
        _one_of(valign, "valign", ("top", "middle", "bottom"))
        if style not in styles:
            hint = did_you_mean(str(style), styles)
            self._problem("unknown-style", f"unknown text style '{style}'", None, hint)
            return Markup("")
        chosen = styles[style]
        words = as_text(content)
        spend(150 + 15 * len(words))
        if len(words) > MAX_CHARACTERS:
            message = f"{self._what(content)} has {len(words):,} characters: too many for a box"
            self._problem("overflow", message, content, f"keep it under {MAX_CHARACTERS:,}")
            return Markup("")
        try:
            block = fit_text(words, chosen, w, h, self.game.fonts, language=self.game.language, icons=self.icons)
        except MarkupError as error:
            self._problem("markup", f"{self._what(content)}: {error}", content, error.hint)
            return Markup("")
        if block.missing:
            characters = ", ".join(f"'{char}' (U+{ord(char):04X})" for char in block.missing)
            hint = f"write it otherwise, or add a font that has it to 'fallback' beside {chosen.family}"
            self._problem("missing-glyph", f"{self._what(content)}: no font has {characters}", content, hint)
            return Markup("")
        if block.excess > 0:
            message = (
                f"{self._what(content)} does not fit its box of {w:g} x {h:g} mm:"
                f" {block.excess:.1f} mm too {block.excess_side} at {chosen.min_size:g} pt,"
                f" the smallest that style '{style}' allows"
            )
            hint = "shorten the text, give it a larger box in the template, or lower the style's min"
            self._problem("overflow", message, content, hint)
        svg = block_svg(block, x, y, w, h, align or chosen.align, valign, color or chosen.color)
        return Markup(svg)

    def icon(self, name: str, x: float, y: float, size: float, color: str) -> Markup:
        """Draw an icon of ``size`` mm square in one palette colour, its upper left corner at (x, y)."""
        x, y, size = (_millimetres(value, what) for value, what in ((x, "x"), (y, "y"), (size, "size")))
        spend(100)
        if name not in self.icons:
            self._problem("unknown-icon", f"unknown icon '{name}'", name, did_you_mean(name, self.icons))
            return Markup("")
        return Markup('<use href="icon:{}" x="{}" y="{}" width="{}" height="{}" fill="{}"/>').format(
            name, _mm(x), _mm(y), _mm(size), _mm(size), color
        )

    def _what(self, content: object) -> str:
        if isinstance(content, FieldText):
            return f"{content.path}, on {self.where},"
        shown = str(content)
        return f"'{shown if len(shown) <= 40 else shown[:39] + '…'}', on {self.where},"

    def _problem(self, code: str, message: str, content: object, hint: str) -> None:
        span = content.span if isinstance(content, FieldText) else self._template_span()
        self.problems.append(Problem(code, message, span, hint))

    def _template_span(self) -> Span | None:
        """The line of the template that is being rendered: the nearest template among the callers."""
        for template, line in _template_frames():
            source = self.template_source(template)
            text = source.line(line)
            return Span(source, line, len(text) - len(text.lstrip()) + 1, max(1, len(text.strip())))
        return None


def _millimetres(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise ValueError(f"{name} must be a number of millimetres")
    return float(value)


def _one_of(value: object, name: str, known: tuple[object, ...]) -> None:
    if value not in known:
        words = ", ".join(str(word) for word in known if word)
        raise ValueError(f"{name} must be one of {words}")


def _template_frames() -> Iterator[tuple[str, int]]:
    """The templates on the call stack, innermost first, each as its name and line."""
    frame = sys._getframe(1)
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            yield template.name, template.get_corresponding_lineno(frame.f_lineno)
        frame = frame.f_back  # type: ignore[assignment]  # None ends the walk


def _mm(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
