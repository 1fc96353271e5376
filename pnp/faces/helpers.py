"""A template's calls of ``text`` and ``icon`` go in; SVG comes out, and what is to be told of it: problems, sizes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from markupsafe import Markup, escape

from pnp.faces.safe import SetText, mark
from pnp.fonts.scripts import by_cause, kin_of, named
from pnp.fonts.shape import refused
from pnp.game.font_library import fallback_cure
from pnp.game.model import Game, TextStyle
from pnp.problems import Problem, Severity, Span, did_you_mean
from pnp.rules.explain import kind_of
from pnp.rules.filters import as_text
from pnp.rules.work import spend
from pnp.schema.values import FieldText
from pnp.text.block_svg import Valign, block_svg, first_baseline
from pnp.text.fit import TextBlock, fit_text
from pnp.text.lines import SHARE, Alignment
from pnp.text.markup import MarkupError
from pnp.units import Rect, mm

SMALLEST = 6.0  # points: print under it is hard to read
MAX_CHARACTERS = 20_000
SHORT = 24  # characters of a text that is likely to come again
FAR = 1e6  # mm: what lies further out is no place of a face, and is not kept
MOST_COLOR = 200  # characters
PROBLEM = 1_000  # units for a problem: what it says is made of the template and of all names that there are


@dataclass(frozen=True, slots=True)
class FittedSize:
    """A text that stands smaller than its style asks for. Sizes in points.

    ``where`` is the face ("cards, ada"), ``field`` the record's field, or the words themselves.
    """

    where: str
    field: str
    style: str
    size: float
    wanted: float


def smallest_sizes(settings: Iterable[FittedSize], styles: Iterable[str]) -> Mapping[str, float]:
    """The smallest size of each of these styles among the settings; none for a style that was never shrunk."""
    sizes: dict[str, float] = {}
    wanted = frozenset(styles)
    for item in settings:
        if item.style in wanted:
            sizes[item.style] = min(item.size, sizes.get(item.style, item.size))
    return sizes


@dataclass(frozen=True, slots=True)
class Told:
    """What a listener is told: words, their box in the template's mm, and the template's line."""

    words: str
    box: Rect
    span: Span | None


Heard = Callable[[Told], None]


@dataclass(eq=False)
class Helpers:
    """The helpers of one face. ``where`` names it in messages ("cards, ada").

    ``caps`` are the largest sizes of styles that sibling faces share. ``settings`` tells which texts had to shrink;
    with ``track``, ``placed`` keeps where each text was set, by the number it is marked with. ``known`` are the short
    texts of all faces that were set before without a word to say about them: names, numbers and labels come again.
    """

    game: Game
    where: str
    icons: frozenset[str]
    place: Callable[[str, int, int, str], Span]  # of a template, a line of it and of its code, what a message means
    caps: Mapping[str, float] = field(default_factory=dict)
    track: bool = False
    known: dict[object, Markup] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    heard: Heard | None = None  # told of every text that is set, and by which line
    settings: list[FittedSize] = field(default_factory=list)
    placed: dict[int, SetText] = field(default_factory=dict)

    @cached_property
    def colors(self) -> frozenset[str]:
        """The names of the palette, which markup may use."""
        return frozenset(self.game.palette)

    def text(
        self,
        content: object,
        x: float,
        y: float,
        w: float,
        h: float,
        style: str,
        align: Alignment | None = None,
        valign: Valign = "top",
        color: str | None = None,
    ) -> Markup:
        """Set text into the box (x, y, w, h) in mm: broken evenly, shrunk to the style's minimum, aligned.

        Light markup (see ``pnp.text.markup``) is understood. What does not fit is a problem that names the record,
        the field and the excess.
        """
        if self.heard:
            self.heard(Told(str(content), Rect(x, y, w, h), self._template_span()))
        words = as_text(content)
        spend(150 + 15 * len(words))
        x, y, w, h = _millimetres(x, "x"), _millimetres(y, "y"), _millimetres(w, "w"), _millimetres(h, "h")
        _one_of(align, "align", (None, "left", "center", "right", "justify"))
        _one_of(valign, "valign", ("top", "middle", "bottom"))
        color = None if color is None else color_words(color)
        _one_name(style, "style")
        key = (words, x, y, w, h, style, align, valign, color)
        if len(words) <= SHORT and key in self.known:  # of what was found to be in order
            return self.known[key]
        styles = self.game.text_styles
        if style not in styles:
            hint = did_you_mean(str(style), styles)
            self._problem("unknown-style", f"unknown text style '{short(style)}'", None, hint)
            return Markup("")
        chosen = styles[style]
        if style in self.caps and self.caps[style] < chosen.size:
            chosen = replace(chosen, size=self.caps[style], min_size=min(chosen.min_size, self.caps[style]))
        problems = len(self.problems)
        block = self._fitted(words, content, chosen, w, h, align)
        if block is None:
            return Markup("")
        if block.size < styles[style].size:
            name = content.path if isinstance(content, FieldText) else short(content)
            self.settings.append(FittedSize(self.where, name, style, block.size, styles[style].size))
        svg = block_svg(block, x, y, w, h, align or chosen.align, valign, color or chosen.color)
        if self.track and svg:
            number = len(self.placed)
            span = content.span if isinstance(content, FieldText) else self._template_span()
            boxes = tuple(_ink(block, x, y, w, h, align or chosen.align, valign))
            self.placed[number] = SetText(f"{self._what(content)},", boxes, span)
            svg = mark(svg, number)
        elif (
            len(words) <= SHORT
            and len(self.problems) == problems
            and block.size == styles[style].size
            and (max(abs(x), abs(y), w, h) < FAR and (color is None or len(color) <= SHORT))
        ):
            self.known[key] = Markup(svg)
        return Markup(svg)

    def _fitted(
        self, words: str, content: object, style: TextStyle, w: float, h: float, align: Alignment | None
    ) -> TextBlock | None:
        """The setting; None where there is nothing that can be shown, and the problem is said."""
        game = self.game
        if len(words) > MAX_CHARACTERS:
            message = f"{self._what(content)}, has {len(words):,} characters: too many for a box"
            self._problem("overflow", message, content, f"keep it under {MAX_CHARACTERS:,}")
            return None
        wrong = refused(words)
        if wrong:
            char, reason = wrong
            message = f"{self._what(content)}: {named(char)} {reason}"
            hint = "write it in Latin, Greek, Cyrillic or ideographs"
            self._problem("script", message, content, hint, kin=kin_of(char))
            return None
        try:
            block = fit_text(
                words,
                style,
                w,
                h,
                game.fonts,
                language=game.language,
                icons=self.icons,
                colors=self.colors,
                align=align,
            )
        except MarkupError as error:
            self._problem("markup", f"{self._what(content)}: {error}", content, error.hint)
            return None
        if block.missing:
            for cause in by_cause(block.missing):
                message = f"{self._what(content)}: no font has {cause.named}"
                self._problem("missing-glyph", message, content, fallback_cure(game, cause.characters), kin=cause.kin)
            return None
        if block.excess > 0:
            message = (
                f"{self._what(content)}, does not fit its box of {w:g} x {h:g} mm:"
                f" {block.excess:.1f} mm too {block.excess_side} at {style.min_size:g} pt,"
                f" the smallest that style '{style.name}' allows"
            )
            hint = "shorten the text, give it a larger box in the template, or lower the style's min"
            self._problem("overflow", message, content, hint)
        elif block.least < SMALLEST and block.lines:
            message = (
                f"{self._what(content)}, is set at {block.least:.3g} pt, and under {SMALLEST:g} pt few can read it"
            )
            hint = (
                f"shorten the text, or raise the style's {'min' if style.size >= SMALLEST else 'size'} to {SMALLEST:g}"
            )
            self._problem("small-text", message, content, hint, "warning")
        return block

    def icon(self, name: str, x: float, y: float, size: float, color: str) -> Markup:
        """Draw an icon of ``size`` mm square in one palette colour, its upper left corner at (x, y)."""
        x, y, size = (_millimetres(value, what) for value, what in ((x, "x"), (y, "y"), (size, "size")))
        spend(100)
        _one_name(name, "an icon's name")
        if name not in self.icons:
            self._problem("unknown-icon", f"unknown icon '{short(name)}'", name, did_you_mean(name, self.icons))
            return Markup("")
        return _use(name, x, y, size, color_words(color))

    def problem(self, code: str, message: str, hint: str) -> None:
        """Keep a problem at the template's line."""
        self._problem(code, message, None, hint)

    def width(self, words: str, style: str) -> float:
        """How wide words are on one line of a style that there is, in mm; 0 where their markup is faulty."""
        game = self.game
        spend(50 + 5 * len(words))
        try:
            return fit_text(
                words, game.text_styles[style], 10_000.0, 100.0, game.fonts,
                language=game.language, icons=self.icons, colors=self.colors,
            ).width  # fmt: skip
        except MarkupError:
            return 0.0  # whoever sets them says so

    def _what(self, content: object) -> str:
        if isinstance(content, FieldText):
            return f"{content.path}, on {self.where}"
        return f"'{short(content)}', on {self.where}"

    def _problem(
        self, code: str, message: str, content: object, hint: str, severity: Severity = "error", kin: str = ""
    ) -> None:
        spend(PROBLEM)
        span = content.span if isinstance(content, FieldText) else self._template_span(message)
        self.problems.append(Problem(code, message, span, hint, severity, kin=kin))

    def _template_span(self, message: str = "") -> Span | None:
        """What a message is about in the template that is being rendered: the nearest among the callers."""
        return next((self.place(*frame, message) for frame in _template_frames()), None)


# they bound what they are given, and spend what it costs: the sandbox need not look through it first
Helpers.text.pays_for_itself = Helpers.icon.pays_for_itself = True  # type: ignore[attr-defined]


def _one_name(value: object, what: str) -> None:
    """Lists within lists would take for ever to look up, or to show. Raises ValueError."""
    if isinstance(value, list | tuple | Mapping):
        raise ValueError(f"{what} must be one name, not a list")


def color_words(color: object) -> str:
    """A colour as a template gives it, which is written for every line or bar: in few letters. Raises ValueError."""
    words = as_text(color)
    if len(words) > MOST_COLOR:
        raise ValueError(f"a colour is written in at most {MOST_COLOR} characters")
    return words


@lru_cache(maxsize=4096)
def _use(name: str, x: float, y: float, size: float, color: str) -> Markup:
    side = mm(size)
    return Markup(
        f'<use href="icon:{escape(name)}" x="{mm(x)}" y="{mm(y)}" width="{side}" height="{side}"'
        f' fill="{escape(color)}"/>'
    )


def _millimetres(value: object, name: str) -> float:
    if type(value) is int or type(value) is float:
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise ValueError(f"{name} must be a number of millimetres, and is {kind_of(value)}")
    return float(value)


def _one_of(value: object, name: str, known: tuple[object, ...]) -> None:
    if value not in known:
        words = ", ".join(str(word) for word in known if word)
        raise ValueError(f"{name} must be one of {words}")


def _template_frames() -> Iterator[tuple[str, int, int]]:
    """The templates on the call stack, innermost first: each one's name, its line, and the line of its code."""
    frame = sys._getframe(1)
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            yield template.name, template.get_corresponding_lineno(frame.f_lineno), frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]  # None ends the walk


def _ink(block: TextBlock, x: float, y: float, w: float, h: float, align: Alignment, valign: Valign) -> Iterator[Rect]:
    """The box round what is printed of each line, from its capitals to its descenders."""
    em, measure = block.em, block.measure
    cap = measure.font.cap_height * em
    baseline = first_baseline(block, y, h, valign)
    for line in block.lines:
        wide = line.width * em
        tall = cap * line.size
        yield Rect(x + (w - wide) * SHARE[align], baseline - tall, wide, tall + measure.descent * em * line.size)
        baseline += block.leading * em * (1 + line.after)


def short(content: object) -> str:
    """What a message shows of a text."""
    shown = str(content)
    return shown if len(shown) <= 40 else shown[:39] + "…"
