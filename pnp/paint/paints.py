"""A style's fill or stroke goes in; a colour, or a gradient or pattern poured into a path, comes out on the pen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pnp.paint.context import DrawContext
from pnp.paint.servers import Gradient, lay_tiles, read_gradient
from pnp.paint.stroke import Nib, set_stroke, with_dots
from pnp.pdf.drawing import ShadingPattern, SoftMask, path_operators
from pnp.pdf.pen import CLIP, Pen
from pnp.problems import did_you_mean
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Solid
from pnp.svg.lengths import fraction
from pnp.svg.path import Path, bounds
from pnp.svg.tree import Element, SvgFault, local, target
from pnp.units import Rect

SERVERS = frozenset({"linearGradient", "radialGradient", "pattern"})


@dataclass(frozen=True, slots=True)
class Server:
    """A gradient or a pattern, and what stands in when the box it is fitted to is flat."""

    element: Element
    alpha: float
    fallback: Solid | None


Paint = Solid | Server | None


def read_paint(which: Literal["fill", "stroke"], cascade: Cascade, context: DrawContext) -> Paint:
    """The paint of a style. Raises SvgFault for an unknown colour, or a server that is not there."""
    text = cascade.style[which]
    if text == "none":
        return None
    opacity = cascade.style["fill-opacity" if which == "fill" else "stroke-opacity"]
    key: tuple[str, str, bool] = (text, opacity, cascade.gray)
    known = context.assets.paints
    if key in known:
        return known[key]
    fade = fraction(opacity, f"{which}-opacity")
    if not text.startswith("url("):
        solid = _solid(text, fade, cascade, context)
        if text.lower() != "currentcolor":
            known[key] = solid
        return solid
    name, fallback = target(text)
    spare = _solid(fallback, fade, cascade, context) if fallback not in ("", "none") else None
    element = context.svg.ids.get(name)
    if element is not None and local(element.tag) in SERVERS:
        return Server(element, fade, spare)
    if fallback:
        return spare
    names = [key for key, item in context.svg.ids.items() if local(item.tag) in SERVERS]
    raise SvgFault(
        f"{which}='{text}' names no gradient or pattern of this drawing",
        did_you_mean(name, names) or f"define <linearGradient id='{name}'>",
    )


def _solid(text: str, fade: float, cascade: Cascade, context: DrawContext) -> Solid:
    if text in ("context-fill", "context-stroke"):
        raise SvgFault(f"the paint '{text}' is not painted", "name the colour, or use currentColor")
    rgb, alpha = context.color(text, cascade)
    return Solid(rgb, alpha * fade)


def pour_fill(
    pen: Pen, path: Path, server: Server, cascade: Cascade, context: DrawContext, opacity: float, box: Rect | None
) -> Solid | None:
    """Fill a path; answers a colour where the server gives that instead."""
    area = bounds(path)
    box = box or area
    alpha = server.alpha * opacity
    inner = Pen()
    if local(server.element.tag) == "pattern":
        if not lay_tiles(inner, server.element, box, area, cascade, context):
            return server.fallback
    else:
        gradient = read_gradient(server.element, context, cascade, box, area)
        if gradient is None:
            return server.fallback
        if isinstance(gradient, Solid):
            return Solid(gradient.rgb, gradient.alpha * server.alpha)
        alpha *= gradient.fade
        if len(gradient.shadings) == 1:
            _soften(inner, gradient)
            inner.alpha(alpha, 1.0)
            inner.shade(gradient.shadings[0], gradient.matrix)
            alpha = 1.0
        else:
            _lay_bands(inner, gradient)
    pen.save()
    pen.ops += [path_operators(path), CLIP[cascade.style["fill-rule"]]]
    if alpha < 1:
        pen.alpha(alpha, alpha)
        pen.place(inner.form(group=True))
    else:
        pen.alpha(1.0, 1.0)
        pen.ops += inner.ops
        pen.take(inner.resources)
        pen.painted += inner.painted
    pen.restore()
    return None


def pour_stroke(
    pen: Pen,
    path: Path,
    server: Server,
    cascade: Cascade,
    context: DrawContext,
    opacity: float,
    nib: Nib,
    box: Rect | None,
) -> Solid | None:
    """Stroke a path; answers a colour where the server gives that instead.

    A gradient is a pattern colour in a form. What is laid in parts shows through a soft mask of the stroke: a gradient
    that repeats, and tiles, for no viewer places the tiles of a pattern colour where they belong when it is turned.
    """
    bare = bounds(path)
    box = box or bare
    area = bare.outset(nib.width * max(0.75, float(cascade.style["stroke-miterlimit"]) / 2))
    dotted = with_dots(path, cascade.style["stroke-linecap"])
    inner = Pen()
    if local(server.element.tag) == "pattern":
        if not lay_tiles(inner, server.element, box, area, cascade, context):
            return server.fallback
        _through(pen, inner, dotted, cascade, nib, server.alpha * opacity)
        return None
    gradient = read_gradient(server.element, context, cascade, box, area)
    if gradient is None:
        return server.fallback
    if isinstance(gradient, Solid):
        return Solid(gradient.rgb, gradient.alpha * server.alpha)
    alpha = gradient.fade * server.alpha * opacity
    if len(gradient.shadings) > 1:
        _lay_bands(inner, gradient)
        _through(pen, inner, dotted, cascade, nib, alpha)
        return None
    set_stroke(inner, cascade, nib, None)
    inner.stroke_pattern(ShadingPattern(gradient.shadings[0], gradient.matrix))
    inner.ops += [path_operators(dotted), "S"]
    inner.painted = 1
    pen.save()
    _soften(pen, gradient)
    pen.alpha(alpha, alpha)
    pen.place(inner.form(group=alpha < 1 or bool(gradient.veils)))
    pen.restore()
    return None


def _through(pen: Pen, inner: Pen, path: Path, cascade: Cascade, nib: Nib, alpha: float) -> None:
    """What an inner pen painted, seen where a path's stroke is."""
    white = Pen()
    set_stroke(white, cascade, nib, (1.0, 1.0, 1.0))
    white.ops += [path_operators(path), "S"]
    pen.save()
    pen.mask(SoftMask("Luminosity", white.form(group=True)))
    pen.alpha(alpha, alpha)
    pen.place(inner.form(group=True))
    pen.restore()


def _lay_bands(pen: Pen, gradient: Gradient) -> None:
    """A gradient of several parts, each over the ones before it, as one group: what fades it fades no part twice."""
    bands = Pen()
    for shading in gradient.shadings:
        bands.shade(shading, gradient.matrix)
    _soften(pen, gradient)
    pen.place(bands.form(group=True))


def _soften(pen: Pen, gradient: Gradient) -> None:
    """Stops of different opacity: the same gradient once more, in grey, as a soft mask (PDF 32000, 11.6.5.2)."""
    if gradient.veils:
        veil = Pen()
        for shading in gradient.veils:
            veil.shade(shading, gradient.matrix)
        pen.mask(SoftMask("Luminosity", veil.form(group=True)))
