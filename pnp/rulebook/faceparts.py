"""A face goes in; the boxes of its named parts and of its texts come out, in mm from the corner of the trim.

A part is every element that carries ``data-part="name"``; several of one name are one part. Its box is read through all
transforms, a text's from the letters set in it, a curve's from its extremes; strokes do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pnp.faces.face import Face
from pnp.fonts.fonts import Fonts
from pnp.paint.setting import PlacedSpan, place_text, set_span
from pnp.svg.boxes import leaf_box
from pnp.svg.document import SvgDocument
from pnp.svg.transform import moved_box
from pnp.svg.tree import SvgFault, local
from pnp.svg.walk import Shown, open_face, shown_in
from pnp.units import Rect

PART = "data-part"
MOST_DESCENT = 0.26  # em: what some fonts say of their descenders is room for accents
_DEEP = frozenset("gjpqy,;()Q")  # letters that reach below the baseline


@dataclass(frozen=True, slots=True)
class FaceParts:
    """The box of each part by its name, and of each stretch of text; what lies outside the trim is cut off."""

    parts: Mapping[str, Rect]
    texts: tuple[Rect, ...]


def read_parts(face: Face, fonts: Fonts) -> FaceParts:
    """Read a composed face; one that is no drawing has no parts, and the painter says why."""
    try:
        document, matrix = open_face(face.svg)
    except SvgFault:
        return FaceParts({}, ())
    parts: dict[str, Rect] = {}
    texts = []
    for shown in shown_in(document, matrix):
        is_text = local(shown.element.tag) == "text"
        names = [name for item in (*shown.within, shown.element) if (name := item.get(PART, "").strip())]
        for own in _boxes(shown, document, fonts, is_text=is_text):
            box = _common(moved_box(own, shown.matrix), face.trim)
            if box is None:
                continue
            if is_text:
                texts.append(box)
            for name in names:
                parts[name] = parts[name].union(box) if name in parts else box
    return FaceParts(parts, tuple(texts))


def _boxes(shown: Shown, document: SvgDocument, fonts: Fonts, *, is_text: bool) -> list[Rect]:
    """The boxes of what an element draws itself, in its user space."""
    try:
        if is_text:
            placed = list(place_text(shown.element, shown.cascade, document, fonts))
            return [box for run in _runs(placed) if (box := _letters_box(run, document, fonts))]
        box = leaf_box(shown.element, shown.cascade, document)
    except SvgFault:
        return []
    return [box] if box else []


def _runs(placed: list[PlacedSpan]) -> list[list[PlacedSpan]]:
    """Stretches of text, each of which begins at a place of its own."""
    runs: list[list[PlacedSpan]] = []
    for item in placed:
        if runs and item.span.x is None and item.span.y is None:
            runs[-1].append(item)
        else:
            runs.append([item])
    return runs


def _letters_box(run: list[PlacedSpan], document: SvgDocument, fonts: Fonts) -> Rect | None:
    """The box round the letters of a stretch, from its capitals to its descenders; None for spaces alone."""
    words = "".join(item.span.text for item in run)
    if not words.strip():
        return None
    first, last = run[0], run[-1]
    bare = set_span(replace(last.span, text=last.span.text.rstrip()), document, fonts)
    font, size = first.setting.first, first.setting.size
    top, deep = font.cap_height * size, min(-font.descent, MOST_DESCENT) * size
    down = deep * 0.8 if any(char in _DEEP for char in words) else 0.0
    return Rect(first.x, first.y - top, last.x + bare.width - first.x, top + down)


def _common(box: Rect, trim: Rect) -> Rect | None:
    """What of a box lies on the trim."""
    x, y = max(box.x, trim.x), max(box.y, trim.y)
    right, bottom = min(box.right, trim.right), min(box.bottom, trim.bottom)
    return Rect(x, y, right - x, bottom - y) if right >= x and bottom >= y else None
