"""Numbers with their names go in, a small chart comes out as SVG: bars over a baseline, or one bar cut into shares.

Every word is set by the ``text`` helper, so that it fits, or is a problem; lines are never thinner than 0.25 pt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum

from markupsafe import Markup, escape

from pnp.faces.helpers import Helpers, color_words, short
from pnp.problems import did_you_mean
from pnp.rules.filters import as_text
from pnp.rules.numbers import exact
from pnp.rules.tables import shown
from pnp.rules.work import spend
from pnp.text.block_svg import Valign
from pnp.units import MM_PER_POINT, Rect, mm

MOST = 60  # bars or shares
HAIR, RULE = 0.1, 0.25  # mm: grid and leaders, the baseline
AIR = 0.6  # mm between a bar and its number
DROP = 1.0  # mm between the baseline and the names
GAP = 0.4  # mm between shares
LEADER = 1.8  # mm from a share to its number
LEAST = 1.0  # mm that a bar or the plot must keep
SHOWN = ("plain", "percent", "tenths")
_CHEAP = (' data-ink="sign"', ' data-ink="hatched"', "")
_LOWER = 2 / 3  # of its height has a bar of shares in a cheap ink, where one of them is solid
Part = tuple[str, Fraction]


@dataclass(frozen=True)
class Charts:
    """The chart helpers of one face. What is wrong with a chart is a problem at the template's line."""

    helpers: Helpers

    def bars(
        self, values: object, x: float, y: float, w: float, h: float, style: str, color: object, *,
        labels: str | None = None, line: str | None = None, top: object = None, grid: int = 0, show: str = "plain",
    ) -> Markup:  # fmt: skip
        """A bar for each of ``values`` (a mapping, or pairs) in the box (x, y, w, h), its number above, its name below.

        ``style`` sets the numbers, ``labels`` the names; ``line`` colours the baseline and ``grid`` lines; the tallest
        bar, or ``top``, fills the box. ``color`` may be a list, a colour for each bar in turn.
        """
        x, y, w, h = self._box(x, y, w, h)
        parts = self._parts("bars", values, style, labels, show)
        colors = _colors(color)
        highest = max((value for _, value in parts), default=Fraction(0))
        if top is not None:
            highest = max(highest, exact(top, "the top of the bars"))
        if isinstance(grid, bool) or not isinstance(grid, int) or not 0 <= grid <= 20:
            raise ValueError("grid is how many lines there are: a whole number from 0 to 20")
        above, below = self._line(style), self._line(labels or style)
        room = h - above - below - AIR - DROP
        if not parts or self._too_low("bars", h, room):
            return Markup("")
        ink = color_words(line or self.helpers.game.text_styles[style].color)
        base = y + h - below - DROP
        pitch = w / len(parts)
        wide = min(pitch * 0.72, pitch - 0.3) if pitch > 1 else pitch * 0.72
        tall = [float(value / highest) * room if highest else 0.0 for _, value in parts]
        numbers = [shown(value, show) for _, value in parts]
        lefts = [x + pitch * i for i in range(len(parts))]
        words = [
            Rect(left + (pitch - width) / 2 - AIR, base - height - AIR - above, width + 2 * AIR, above)
            for left, height, width in zip(lefts, tall, (self._width(text, style) for text in numbers), strict=True)
        ]
        svg: list[str] = [_ruled(x, base - room * i / grid, w, words, ink) for i in range(1, grid + 1)]
        for i, (left, height) in enumerate(zip(lefts, tall, strict=True)):
            if height:
                which = i % len(colors)
                left_side = left + (pitch - wide) / 2
                svg.append(_rect(left_side, base - height, wide, height, colors[which], self._drawn(which)))
        svg.append(_line(f"M{mm(x)} {mm(base)}H{mm(x + w)}", ink, RULE))
        for left, height, number, (name, _) in zip(lefts, tall, numbers, parts, strict=True):
            svg.append(self._word(number, left, base - height - AIR - above, pitch, above, style, "bottom"))
            svg.append(self._word(name, left, base + DROP, pitch, below, labels or style, "top"))
        return Markup("").join(map(Markup, svg))

    def shares(
        self, values: object, x: float, y: float, w: float, h: float, style: str, colors: object, *,
        labels: str | None = None, line: str | None = None, show: str = "plain",
    ) -> Markup:  # fmt: skip
        """One bar cut into the shares of ``values``, with each one's number and name below it, in the box (x, y, w, h).

        ``show="percent"`` gives the shares instead of the values. A line leads from a share to words that had to move.
        """
        x, y, w, h = self._box(x, y, w, h)
        given = self._parts("shares", values, style, labels, show)
        parts = [part for part in given if part[1]]
        total = sum((value for _, value in parts), Fraction(0))
        above, below = self._line(style), self._line(labels or style)
        room = h - above - below - LEADER
        if not parts or self._too_low("shares", h, room):
            return Markup("")
        known = _colors(colors)
        series = [i % len(known) for i, (_, value) in enumerate(given) if value]
        ink = color_words(line or self.helpers.game.text_styles[style].color)
        texts = [(shown(value / total if show == "percent" else value, show), name) for name, value in parts]
        tall = room if self.helpers.game.ink == "full" else room * _LOWER
        whole = w - GAP * (len(parts) - 1)
        if whole <= 0:
            raise ValueError(f"{len(parts)} shares have no room in {w:g} mm")
        svg: list[str] = []
        middles: list[float] = []
        left = x
        for which, (_, value) in zip(series, parts, strict=True):
            wide = float(value / total) * whole
            svg.append(_rect(left, y + room - tall, wide, tall, known[which], self._drawn(which)))
            middles.append(left + wide / 2)
            left += wide + GAP
        widths = [max(self._width(number, style), self._width(name, labels or style)) + 1.2 for number, name in texts]
        places = spread(middles, widths, x, x + w)
        for middle, (place, wide), (number, name) in zip(middles, places, texts, strict=True):
            top = y + room + LEADER
            svg.append(_line(f"M{mm(middle)} {mm(y + room + 0.3)}L{mm(place)} {mm(top - 0.4)}", ink, HAIR))
            svg.append(self._word(number, place - wide / 2, top, wide, above, style, "top"))
            svg.append(self._word(name, place - wide / 2, top + above, wide, below, labels or style, "top"))
        return Markup("").join(map(Markup, svg))

    def _drawn(self, series: int) -> str:
        """How a cheap ink draws a series: the first one solid, the second hatched, the third hollow, and so on."""
        return "" if self.helpers.game.ink == "full" else _CHEAP[series % len(_CHEAP)]

    def _box(self, *numbers: object) -> tuple[float, float, float, float]:
        spend(300)
        x, y, w, h = (float(exact(number, f"{name} in mm")) for name, number in zip("xywh", numbers, strict=True))
        if w <= 0 or h <= 0:
            raise ValueError("a chart needs a width and a height above 0")
        return x, y, w, h

    def _parts(self, what: str, values: object, style: str, labels: str | None, show: str) -> list[Part]:
        """Names and numbers; none, and the problem said, where they are not what a chart can show."""
        styles = self.helpers.game.text_styles
        for name in (style, labels):
            if name is not None and name not in styles:
                self._problem("unknown-style", f"unknown text style '{short(name)}'", did_you_mean(str(name), styles))
                return []
        if show not in SHOWN:
            raise ValueError(f"show must be one of {', '.join(SHOWN)}")
        items = list(values.items()) if isinstance(values, Mapping) else values
        if not isinstance(items, Sequence) or isinstance(items, str) or not all(map(_is_pair, items)):
            hint = "such as {'1': 3, '2': 5}, or a list of pairs"
            self._problem("bad-chart", f"{what}: expected names with their numbers", hint)
            return []
        if not 1 <= len(items) <= MOST:
            message = f"{what}: {len(items):,} of them cannot be drawn; there must be 1 to {MOST}"
            self._problem("bad-chart", message, "choose fewer, or put several together")
            return []
        found: list[Part] = []
        for name, value in items:
            try:
                number = exact(value, f"the value of '{name}'")
            except ValueError as error:
                self._problem("bad-chart", f"{what}: {error}", "give each name a number")
                return []
            if number < 0:
                self._problem("bad-chart", f"{what}: the value of '{name}' is less than 0", "a length has no sign")
                return []
            found.append((_name(name), number))
        if what == "shares" and not any(value for _, value in found):
            self._problem("bad-chart", "shares: all values are 0, so there is nothing to share", "draw it with an if")
        return found

    def _too_low(self, what: str, h: float, room: float) -> bool:
        if room >= LEAST:
            return False
        message = f"{what}: a height of {h:g} mm is {LEAST - room:.1f} mm too little for its words and a bar"
        self._problem("bad-chart", message, "make it higher, or its styles smaller")
        return True

    def _problem(self, code: str, message: str, hint: str) -> None:
        self.helpers.problem(code, f"{message}, on {self.helpers.where}", hint)

    def _line(self, style: str) -> float:
        """The height of a line of a style, in mm; 0 for a style that there is not."""
        known = self.helpers.game.text_styles.get(style)
        return known.size * known.leading * MM_PER_POINT if known else 0.0

    def _width(self, words: str, style: str) -> float:
        return self.helpers.width(words, style)

    def _word(self, words: str, x: float, y: float, w: float, h: float, style: str, valign: Valign) -> Markup:
        """A centred line, of as much width as there is."""
        return self.helpers.text(words, x, y, w, h, style, "center", valign)


def spread(middles: Sequence[float], widths: Sequence[float], left: float, right: float) -> list[tuple[float, float]]:
    """Labels as near to their middles as they can be without touching, inside ``left..right``: (middle, width) each.

    Labels too wide to stand side by side become narrower, all by the same share.
    """
    scale = min(1.0, (right - left) / fsum(widths))
    wide = [width * scale for width in widths]
    # groups of labels that touch stand round the mean of where they would like to be (pool adjacent violators)
    groups: list[list[int]] = []
    starts: list[float] = []
    for i in range(len(wide)):
        groups.append([i])
        starts.append(0.0)
        while True:
            group = groups[-1]
            starts[-1] = _start(group, middles, wide, left, right)
            if len(groups) < 2 or starts[-2] + fsum(wide[j] for j in groups[-2]) <= starts[-1] + 1e-9:
                break
            last = groups.pop()
            starts.pop()
            groups[-1] += last
    found: list[tuple[float, float]] = []
    for group, start in zip(groups, starts, strict=True):
        before = start
        for i in group:
            found.append((before + wide[i] / 2, wide[i]))
            before += wide[i]
    return found


def _start(group: Sequence[int], middles: Sequence[float], wide: Sequence[float], left: float, right: float) -> float:
    """Where a row of labels begins, so that they lie nearest to their middles on the whole."""
    wanted, before = 0.0, 0.0
    for i in group:
        wanted += middles[i] - wide[i] / 2 - before
        before += wide[i]
    return min(max(wanted / len(group), left), right - before)


def _name(value: object) -> str:
    """A name as it is printed; that of a record, where one stands."""
    fields = getattr(value, "fields_of_record", None)
    return as_text(value if fields is None else fields.get("name") or getattr(value, "id", ""))


def _is_pair(item: object) -> bool:
    return isinstance(item, tuple | list) and len(item) == 2


def _colors(color: object) -> list[str]:
    found = [color_words(item) for item in (color if isinstance(color, list | tuple) else [color])]
    if not found:
        raise ValueError("a chart needs a colour")
    return found


def _rect(x: float, y: float, w: float, h: float, color: str, more: str) -> str:
    return f'<rect x="{mm(x)}" y="{mm(y)}" width="{mm(w)}" height="{mm(h)}" fill="{escape(color)}"{more}/>'


def _line(path: str, color: str, width: float, more: str = "") -> str:
    return f'<path d="{path}" fill="none" stroke="{escape(color)}" stroke-width="{width}"{more}/>'


def _ruled(x: float, y: float, w: float, words: Sequence[Rect], color: str) -> str:
    """A faint line across the plot, that leaves the numbers clear."""
    path, start = "", x
    for box in words:
        if box.y < y < box.bottom and box.right > start:
            path += f"M{mm(start)} {mm(y)}H{mm(max(start, box.x))}"
            start = box.right
    if start < x + w:
        path += f"M{mm(start)} {mm(y)}H{mm(x + w)}"
    return _line(path, color, HAIR, ' stroke-opacity="0.3"') if path else ""
