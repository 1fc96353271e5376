"""Spans of a text go in; they come out set in their fonts, as long as the drawing asks for (``textLength``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import fsum

from pnp.fonts.families import Fonts
from pnp.paint.setting import SpanSetting, set_span
from pnp.svg.document import SvgDocument
from pnp.svg.letters import Fit, LetterSpan
from pnp.svg.tree import SvgFault

_APART = 1e-9  # em: as good as no tracking, but for ligatures, which tracked letters do not form


@dataclass
class Chunk:
    """Spans that stand side by side, what each is set in, how far it is moved, and the space behind it."""

    spans: list[LetterSpan]
    settings: list[SpanSetting]
    moves: list[float]
    gaps: list[float]

    @property
    def width(self) -> float:
        """From the first letter to the last."""
        return self.width_of(0, len(self.spans)) + self.moves[0] + self.gaps[-1]

    def width_of(self, begin: int, end: int) -> float:
        """How wide some of the spans are, without what stands before and behind them."""
        letters = [setting.width for setting in self.settings[begin:end]]
        return fsum([*letters, *self.moves[begin + 1 : end], *self.gaps[begin : end - 1]])

    def parts(self) -> Iterator[tuple[LetterSpan, SpanSetting, float, float]]:
        """Each span with its setting, how far it is moved, and the space behind it."""
        return zip(self.spans, self.settings, self.moves, self.gaps, strict=True)


def fit_chunk(chunks: Iterable[list[LetterSpan]], document: SvgDocument, fonts: Fonts) -> Iterator[Chunk]:
    """Set all chunks of a text. Raises SvgFault for a length that is asked of words at several places."""
    done: set[Fit] = set()
    for spans in chunks:
        settings = [set_span(span, document, fonts) for span in spans]
        gaps = [item.tracking * item.size if item.runs else 0.0 for item in settings]
        gaps[-1] = 0.0
        chunk = Chunk(spans, settings, [span.dx for span in spans], gaps)
        fits = list(dict.fromkeys(fit for span in spans for fit in span.fits))
        if not done.isdisjoint(fits):
            raise SvgFault("textLength is asked of words at several places", "give each place a <text> of its own")
        done.update(fits)
        for fit in reversed(fits):  # the innermost first
            _fit(chunk, fit)
        yield chunk


def _fit(chunk: Chunk, fit: Fit) -> None:
    """Bring the words of one element to their length, by the space between their letters or by their own width."""
    within = [place for place, span in enumerate(chunk.spans) if fit in span.fits]
    begin, end = within[0], within[-1] + 1
    if fit.glyphs:
        width = chunk.width_of(begin, end)
        factor = fit.length / width if width > 0 else 1.0
        for place in within:
            chunk.settings[place] = replace(chunk.settings[place], wide=chunk.settings[place].wide * factor)
            chunk.gaps[place] *= factor if place < end - 1 else 1.0
            chunk.moves[place] *= factor if place > begin else 1.0
        return
    for place in within:
        setting = chunk.settings[place]
        chunk.settings[place] = replace(setting, tracking=setting.tracking or _APART)
    shown = [place for place in within if chunk.settings[place].runs]
    spaces = max(0, len(shown) - 1)
    for place in shown:
        spaces += _spaces(chunk.settings[place])
    if not spaces:
        return
    extra = (fit.length - chunk.width_of(begin, end)) / spaces
    for place in shown:
        setting = chunk.settings[place]
        if setting.size > 0:
            chunk.settings[place] = replace(setting, tracking=setting.tracking + extra / (setting.size * setting.wide))
        if place != shown[-1]:
            chunk.gaps[place] += extra


def _spaces(setting: SpanSetting) -> int:
    """How many places for space there are between the letters of a span."""
    if not setting.size:
        return 0
    apart = replace(setting, tracking=1.0, wide=1.0).width - replace(setting, tracking=_APART, wide=1.0).width
    return round(apart / setting.size)
