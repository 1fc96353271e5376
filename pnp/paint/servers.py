"""A path and a gradient or pattern go in; the path's inside or its stroke, painted with it, comes out on the pen."""

from __future__ import annotations

from pnp.paint.desk import Desk
from pnp.paint.drawing import ShadingPattern, SoftMask
from pnp.paint.gradients import Gradient, read_gradient
from pnp.paint.paints import Server
from pnp.paint.patterns import lay_tiles
from pnp.paint.pen import Pen
from pnp.paint.stroke import Nib, set_stroke, with_dots
from pnp.pdf.operators import path_operators
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Solid
from pnp.svg.path import Path, bounds
from pnp.svg.tree import local
from pnp.units import Rect

_CLIP = {"nonzero": "W n", "evenodd": "W* n"}


def pour_fill(
    pen: Pen, path: Path, server: Server, here: Cascade, desk: Desk, opacity: float, box: Rect | None
) -> Solid | None:
    """Fill a path; answers a colour where the server gives that instead."""
    area = bounds(path)
    box = box or area
    alpha = server.alpha * opacity
    inner = Pen()
    if local(server.element.tag) == "pattern":
        if not lay_tiles(inner, server.element, box, area, here, desk):
            return server.fallback
    else:
        gradient = read_gradient(server.element, desk, here, box, area)
        if gradient is None:
            return server.fallback
        if isinstance(gradient, Solid):
            return Solid(gradient.rgb, gradient.alpha * server.alpha)
        _soften(inner, gradient)
        inner.alpha(gradient.fade * alpha, 1.0)
        inner.shade(gradient.shading, gradient.matrix)
        alpha = 1.0
    pen.save()
    pen.ops += [path_operators(path), _CLIP[here.style["fill-rule"]]]
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
    here: Cascade,
    desk: Desk,
    opacity: float,
    nib: Nib,
    box: Rect | None,
) -> Solid | None:
    """Stroke a path; answers a colour where the server gives that instead.

    A gradient is a pattern colour in a form; tiles show through a soft mask of the stroke, for no viewer places
    the tiles of a pattern colour where they belong when it is turned.
    """
    bare = bounds(path)
    box = box or bare
    area = bare.outset(nib.width * max(0.75, float(here.style["stroke-miterlimit"]) / 2))
    dotted = with_dots(path, here.style["stroke-linecap"])
    inner = Pen()
    if local(server.element.tag) == "pattern":
        if not lay_tiles(inner, server.element, box, area, here, desk):
            return server.fallback
        white = Pen()
        set_stroke(white, here, nib, (1.0, 1.0, 1.0))
        white.ops += [path_operators(dotted), "S"]
        pen.save()
        pen.mask(SoftMask("Luminosity", white.form(group=True)))
        pen.alpha(server.alpha * opacity, server.alpha * opacity)
        pen.place(inner.form(group=True))
        pen.restore()
        return None
    gradient = read_gradient(server.element, desk, here, box, area)
    if gradient is None:
        return server.fallback
    if isinstance(gradient, Solid):
        return Solid(gradient.rgb, gradient.alpha * server.alpha)
    set_stroke(inner, here, nib, None)
    inner.stroke_pattern(ShadingPattern(gradient.shading, gradient.matrix))
    inner.ops += [path_operators(dotted), "S"]
    inner.painted = 1
    alpha = gradient.fade * server.alpha * opacity
    pen.save()
    _soften(pen, gradient)
    pen.alpha(alpha, alpha)
    pen.place(inner.form(group=alpha < 1 or gradient.veil is not None))
    pen.restore()
    return None


def _soften(pen: Pen, gradient: Gradient) -> None:
    """Stops of different opacity: the same gradient once more, in grey, as a soft mask (PDF 32000, 11.6.5.2)."""
    if gradient.veil is not None:
        veil = Pen()
        veil.shade(gradient.veil, gradient.matrix)
        pen.mask(SoftMask("Luminosity", veil.form(group=True)))
