"""Callouts as nodes go in, and the face they explain; its parts' boxes, and a face with labels led to them, come out.

A part is every element that carries ``data-part="name"``; several of one name are one part. Its box is read through all
transforms, a text's from the letters set in it, a curve's from its extremes; strokes do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot

from pnp.diagrams.asking import Asking, game_names
from pnp.diagrams.canvas import Canvas, Raw
from pnp.diagrams.depiction import CalloutPart, Callouts, Style
from pnp.diagrams.leaders import STAND_OFF, Leader, lead
from pnp.faces.face import Face
from pnp.fonts.families import Fonts
from pnp.game.model import Game
from pnp.game.sections import entries, read_fields
from pnp.paint.placing import PlacedSpan, box_around, place_text
from pnp.paint.setting import set_span
from pnp.schema.read import Reader
from pnp.schema.types import field_types
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Scalar
from pnp.svg.boxes import leaf_box
from pnp.svg.document import SvgDocument
from pnp.svg.path import path_data
from pnp.svg.plain import plain_group
from pnp.svg.transform import moved_box
from pnp.svg.tree import Element, SvgFault, bare, local, written
from pnp.svg.walk import Shown, open_face, shown_in
from pnp.text.markup import Inlines, MarkupError, parse_markup
from pnp.units import Rect, Size, mm

MOST_PARTS = 26
CALLOUTS = field_types({
    "title": "text", "face": "text", "caption": "text", "alt": "text",
    "marks": "one of letters | numbers?", "key": "one of beside | beneath | none?",
})  # fmt: skip
CALLOUT_SECTIONS = ("parts",)

PART = "data-part"
MOST_DESCENT = 0.26  # em: what some fonts say of their descenders is room for accents
_DEEP = frozenset("gjpqy,;()Q")  # letters that reach below the baseline

DISC = 2.1  # the radius of a label
MARGIN = STAND_OFF + DISC + 0.3  # beside a face where labels stand
BARE = 0.4  # and where none do


def read_callouts(reader: Reader, key: Scalar, node: MappingNode, style: Style, game: Game) -> Callouts | None:
    """One face with its parts; None after a problem. Whether they are on the face is known once it is composed."""
    path = f"diagrams.{key.text}"
    before = len(reader.problems)
    node = MappingNode(node.entries, key.span)  # what it lacks is said beside its name
    given = read_fields(reader, node, CALLOUTS, path, CALLOUT_SECTIONS)
    ask = Asking(reader, game_names(game), style)
    parts = []
    for name, value in entries(reader, node.get("parts"), "parts"):
        if not isinstance(value, Scalar) or not value.text.strip():
            message = f"{path}.parts: '{name.text}' says nothing"
            reader.problem("wrong-type", message, name.span, "write what the key says of it, such as cost: its price")
            continue
        words = _pieces(reader, ask.filled(value, f"{path}.parts.{name.text}"), value)
        parts.append(CalloutPart(name.text, words, name.span))
    if node.get("parts") is None:
        hint = "add parts: with a line for each data-part of the template, such as name: the card's name"
        reader.problem("missing-field", f"{path} has no field 'parts'", key.span, hint)
    if len(parts) > MOST_PARTS:
        message = f"{path} has {len(parts)} parts, more than the {MOST_PARTS} that a figure may have"
        reader.problem("callout-parts", message, key.span, "make two figures of them")
    title, caption, alt = (ask.text(node, name, path) for name in ("title", "caption", "alt"))
    if len(reader.problems) > before:
        return None
    return Callouts(
        key.text, title, key.span, caption, alt, str(given["face"]), tuple(parts),
        numbered=given["marks"] == "numbers", key=str(given["key"] or ""), style=style,
    )  # fmt: skip


def _pieces(reader: Reader, words: str, node: Scalar) -> Inlines:
    """A line of the key with its light markup."""
    try:
        paragraphs = parse_markup(words, reader.icons, frozenset(reader.palette))
    except MarkupError as error:
        reader.problem("markup", str(error), node.span, error.hint)
        return ()
    return tuple(piece for paragraph in paragraphs for piece in paragraph.pieces)


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
    if any(item.turn or item.setting.wide != 1 for item in run):
        return box_around(run)
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


def natural_width(face: Face, tallest: float, widest: float) -> float:
    """The width of the picture with the face at its own size, or as small as it must be."""
    scale = min(1.0, tallest / face.size.height, (widest - 2 * MARGIN) / face.size.width)
    return face.size.width * scale + 2 * MARGIN


def draw_callouts(
    callouts: Callouts, face: Face, found: FaceParts, width_mm: float, fonts: Fonts, *, cheap: bool = False
) -> Face:
    """Draw the face with its labels, ``width_mm`` wide at most. Every part must be among those found.

    ``cheap`` says that ink is saved.
    """
    scale = max(0.05, (width_mm - 2 * MARGIN) / face.size.width)
    shown = Size(face.size.width * scale, face.size.height * scale)
    boxes = [_scaled(found.parts[part.name], scale) for part in callouts.parts]
    leaders = lead(boxes, [_scaled(box, scale) for box in found.texts], shown)
    left, right, top, bottom = (
        MARGIN if any(leader.side == side for leader in leaders) else BARE
        for side in ("left", "right", "top", "bottom")
    )
    size = Size(round(shown.width + left + right, 3), round(shown.height + top + bottom, 3))
    canvas = Canvas(size, fonts, callouts.style.font, callouts.title, callouts.alt, cheap)
    with canvas.group(transform=f"translate({mm(left)} {mm(top)})"):
        _face(canvas, face, scale, callouts.style.ink)
        for leader in leaders:
            _line(canvas, leader, callouts)
        for leader, mark in zip(leaders, callouts.marks, strict=True):
            _label(canvas, leader, mark, callouts)
    return Face("diagrams", callouts.id, "front", canvas.svg(), size)


def _scaled(box: Rect, scale: float) -> Rect:
    return Rect(box.x * scale, box.y * scale, box.width * scale, box.height * scale)


def _face(canvas: Canvas, face: Face, scale: float, ink: str) -> None:
    """The face's own drawing, cut to its trim, with a thin line round it."""
    width, height = face.size.width, face.size.height
    if face.shape.kind not in ("rectangle", "circle"):
        trim = f'<path d="{path_data(face.shape.outline(face.size))}"{{}}/>'
    elif face.shape.kind == "circle":
        trim = f'<ellipse cx="{mm(width / 2)}" cy="{mm(height / 2)}" rx="{mm(width / 2)}" ry="{mm(height / 2)}"{{}}/>'
    else:
        trim = f'<rect x="0" y="0" width="{mm(width)}" height="{mm(height)}"{{}}/>'
    canvas.define(f'<clipPath id="callout-trim">{trim.format("")}</clipPath>')
    line = f' fill="none" stroke="{ink}" stroke-width="{0.25 / scale:.4f}" stroke-opacity="0.55"'
    with canvas.group(transform=f"scale({scale:.6f})"):
        with canvas.group(clip_path="url(#callout-trim)"):
            canvas.open[-1].add(Raw(face_group(face.svg, inks=canvas.cheap)))
        canvas.open[-1].add(Raw(trim.format(line)))


def face_group(svg: str, *, inks: bool = False) -> str:
    """A face as a group that another drawing may hold, in mm from the trim's corner; empty when it is no drawing.

    One with faults goes in as it is, so that the painter meets them here too, and says them.
    """
    try:
        document, m = open_face(svg)
        inner = plain_group(document, lines=False, inks=inks)
    except SvgFault:
        return "<g/>"
    if document.left_out:
        inner = Element("g")
        inner.extend(bare(document.root))
    linear = f"{m.a:.6f} {m.b:.6f} {m.c:.6f} {m.d:.6f}"
    outer = Element("g", {"transform": f"matrix({linear} {mm(m.e)} {mm(m.f)})"})
    outer.append(inner)
    return written(outer)


def _line(canvas: Canvas, leader: Leader, callouts: Callouts) -> None:
    """From the label's edge over the bend to a dot on the part, on a paper ground of its own."""
    (lx, ly), (kx, ky), (ex, ey) = leader.label, leader.knee, leader.end
    far = hypot(kx - lx, ky - ly) or 1.0
    sx, sy = lx + (kx - lx) / far * DISC, ly + (ky - ly) / far * DISC
    data = f"M{sx:.3f} {sy:.3f}L{kx:.3f} {ky:.3f}L{ex:.3f} {ey:.3f}"
    shape = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    with canvas.inked("paper"):
        canvas.path(data, stroke=callouts.style.paper, stroke_width=0.9, stroke_opacity=0.85, **shape)
    canvas.path(data, stroke=callouts.style.ink, stroke_width=0.3, **shape)
    canvas.disc(ex, ey, 0.62, fill=callouts.style.ink, stroke=callouts.style.paper, stroke_width=0.25)


def _label(canvas: Canvas, leader: Leader, mark: str, callouts: Callouts) -> None:
    x, y = leader.label
    canvas.disc(x, y, DISC, fill=callouts.style.ink)
    name = canvas.fitted(mark, 2 * DISC, 8.0)
    if name is not None:
        canvas.label(name, x, y, callouts.style.paper)
