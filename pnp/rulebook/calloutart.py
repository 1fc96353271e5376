"""Callouts, their face and a width in mm go in; a Face comes out that shows it with labels led to its parts."""

from __future__ import annotations

from math import hypot

from pnp.faces.face import Face
from pnp.fonts.fonts import Fonts
from pnp.rulebook.boxes import mm
from pnp.rulebook.canvas import Canvas, Raw
from pnp.rulebook.depiction import Callouts
from pnp.rulebook.faceparts import FaceParts
from pnp.rulebook.leaders import STAND_OFF, Leader, lead
from pnp.svg.plain import plain_group
from pnp.svg.tree import Element, SvgFault, bare, written
from pnp.svg.walk import open_face
from pnp.units import Rect, Size

DISC = 2.1  # the radius of a label
MARGIN = STAND_OFF + DISC + 0.3  # beside a face where labels stand
BARE = 0.4  # and where none do


def natural_width(face: Face, tallest: float, widest: float) -> float:
    """The width of the picture with the face at its own size, or as small as it must be."""
    scale = min(1.0, tallest / face.size.height, (widest - 2 * MARGIN) / face.size.width)
    return face.size.width * scale + 2 * MARGIN


def draw_callouts(callouts: Callouts, face: Face, found: FaceParts, width_mm: float, fonts: Fonts) -> Face:
    """Draw the face with its labels, ``width_mm`` wide at most. Every part must be among those found."""
    scale = max(0.05, (width_mm - 2 * MARGIN) / face.size.width)
    shown = Size(face.size.width * scale, face.size.height * scale)
    boxes = [_scaled(found.parts[part.name], scale) for part in callouts.parts]
    leaders = lead(boxes, [_scaled(box, scale) for box in found.texts], shown)
    left, right, top, bottom = (
        MARGIN if any(leader.side == side for leader in leaders) else BARE
        for side in ("left", "right", "top", "bottom")
    )
    size = Size(round(shown.width + left + right, 3), round(shown.height + top + bottom, 3))
    canvas = Canvas(size, fonts, callouts.style.font, callouts.title, callouts.alt)
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
    if face.shape == "circle":
        trim = f'<ellipse cx="{mm(width / 2)}" cy="{mm(height / 2)}" rx="{mm(width / 2)}" ry="{mm(height / 2)}"{{}}/>'
    else:
        trim = f'<rect x="0" y="0" width="{mm(width)}" height="{mm(height)}"{{}}/>'
    canvas.define(f'<clipPath id="callout-trim">{trim.format("")}</clipPath>')
    line = f' fill="none" stroke="{ink}" stroke-width="{0.25 / scale:.4f}" stroke-opacity="0.55"'
    with canvas.group(transform=f"scale({scale:.6f})"):
        with canvas.group(clip_path="url(#callout-trim)"):
            canvas.open[-1].add(Raw(face_group(face.svg)))
        canvas.open[-1].add(Raw(trim.format(line)))


def face_group(svg: str) -> str:
    """A face as a group that another drawing may hold, in mm from the trim's corner; empty when it is no drawing.

    One with faults goes in as it is, so that the painter meets them here too, and says them.
    """
    try:
        document, m = open_face(svg)
        inner = plain_group(document)
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
    canvas.path(data, stroke=callouts.style.paper, stroke_width=0.9, stroke_opacity=0.85, **shape)
    canvas.path(data, stroke=callouts.style.ink, stroke_width=0.3, **shape)
    canvas.disc(ex, ey, 0.62, fill=callouts.style.ink, stroke=callouts.style.paper, stroke_width=0.25)


def _label(canvas: Canvas, leader: Leader, mark: str, callouts: Callouts) -> None:
    x, y = leader.label
    canvas.disc(x, y, DISC, fill=callouts.style.ink)
    name = canvas.fitted(mark, 2 * DISC, 8.0)
    if name is not None:
        canvas.label(name, x, y, callouts.style.paper)
