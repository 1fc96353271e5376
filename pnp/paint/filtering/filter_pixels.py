"""A picture and a filter go in, the filtered picture comes out: whole numbers throughout, the same on every machine.

Pictures are RGBA in sRGB, their colours not multiplied by their alpha. What mixes colours does so in light where the
filter asks for that; a colour that meets no other stays what it was, to the last of its 255 steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import ceil, floor
from typing import TYPE_CHECKING

from pnp.paint.filtering.mixing import arithmetic, blended, by_matrix, faded, over, seen_colors, with_alpha, xor
from pnp.svg.filtering.filter_steps import (
    ALPHA,
    GRAPHIC,
    Blend,
    Blur,
    ColorMatrix,
    Composite,
    Filter,
    Flood,
    Merge,
    Morphology,
    Offset,
    Shadow,
    Step,
    Transfer,
)
from pnp.svg.filtering.filter_tables import from_linear, to_linear
from pnp.units import Rect

if TYPE_CHECKING:
    from PIL import Image

COARSE = 24.0  # pixels: what is blurred wider is made smaller first, to half of this
_NEAR = 2  # pixels of a smaller picture that are kept beyond its edge
_CLEAR = (0, 0, 0, 0)
_WEIGHTS = {Blur: 4, Shadow: 5, ColorMatrix: 6, Transfer: 1, Composite: 3, Blend: 4, Morphology: 6}

Colors = Mapping[str, tuple[int, int, int, float]]  # by their words: three of 255, and how dense


def cost(deeds: Filter) -> int:
    """How often a filter goes through its pixels, about."""
    own = sum(_WEIGHTS.get(type(step.deed), 1) for step in deeds.steps)
    return 2 + own + sum(len(step.inputs) for step in deeds.steps)


def reach(deeds: Filter) -> tuple[float, float]:
    """How far off, in user units, what is not seen can matter for what is."""
    wide = high = 0.0
    for step in deeds.steps:
        deed = step.deed
        for part in (deed.blur, deed.offset) if isinstance(deed, Shadow) else (deed,):
            if isinstance(part, Blur | Morphology | Offset):
                times = 3 if isinstance(part, Blur) else 1
                wide, high = wide + times * abs(part.x), high + times * abs(part.y)
    return wide, high


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the picture's pixels lie in user space, and how many go to a unit."""

    region: Rect
    across: float
    down: float

    def cut(self, picture: Image.Image, region: Rect | None) -> Image.Image:
        """The picture with nothing outside of a region of user space."""
        from PIL import Image

        if region is None:
            return picture
        left, top = (region.x - self.region.x) * self.across, (region.y - self.region.y) * self.down
        right, bottom = left + region.width * self.across, top + region.height * self.down
        sides = zip((left, top, right, bottom), (*picture.size, *picture.size), strict=True)
        box = tuple(min(max(floor(side + 0.5), 0), most) for side, most in sides)
        made = Image.new("RGBA", picture.size, _CLEAR)
        if box[2] > box[0] and box[3] > box[1]:
            made.paste(picture.crop(box), box[:2])  # type: ignore[arg-type]  # four whole numbers
        return made


def filtered_pixels(picture: Image.Image, deeds: Filter, colors: Colors, seen: Rect) -> Image.Image:
    """The picture, which shows the region ``seen`` of user space, as its filter makes it."""
    place = _Place(seen, picture.width / seen.width, picture.height / seen.height)
    picture = place.cut(picture, deeds.region)
    last = {source: number for number, step in enumerate(deeds.steps) for source in step.inputs}
    made: dict[int, Image.Image] = {GRAPHIC: picture}
    if ALPHA in last:
        made[ALPHA] = with_alpha((0, 0, 0), picture.getchannel("A"))
    for number, step in enumerate(deeds.steps):
        sources = [made[source] for source in step.inputs]
        result = _done(step, sources, picture.size, place, colors)
        made[number] = place.cut(place.cut(result, step.region), deeds.region)
        for source in {*step.inputs}:
            if last[source] == number:
                del made[source]
        if number not in last and number < len(deeds.steps) - 1:
            del made[number]  # nobody asks for it
    return made[len(deeds.steps) - 1]


def _done(step: Step, sources: list[Image.Image], size: tuple[int, int], place: _Place, colors: Colors) -> Image.Image:
    """What one step makes of its pictures."""
    from PIL import Image

    deed = step.deed
    if isinstance(deed, Flood):
        return with_alpha(colors[deed.color][:3], Image.new("L", size, _density(deed, colors)))
    if isinstance(deed, Merge):
        made = Image.new("RGBA", size, _CLEAR)
        for source in sources:
            made = over(source, made, step.linear)
        return made
    first = sources[0]
    if isinstance(deed, Blur):
        return _blurred(first, deed.x * place.across, deed.y * place.down, step.linear)
    if isinstance(deed, Offset):
        return _moved(first, deed, place)
    if isinstance(deed, Shadow):
        shape = with_alpha((0, 0, 0), first.getchannel("A"))
        shape = _moved(_blurred(shape, deed.blur.x * place.across, deed.blur.y * place.down, False), deed.offset, place)
        shape = faded(shape.getchannel("A"), _density(deed.flood, colors))
        return over(first, with_alpha(colors[deed.flood.color][:3], shape), step.linear)
    if isinstance(deed, ColorMatrix):
        return _in_light(seen_colors(first), step.linear, partial(by_matrix, values=deed.values))
    if isinstance(deed, Transfer):
        return _in_light(seen_colors(first), step.linear, partial(_transferred, tables=deed.tables))
    if isinstance(deed, Morphology):
        return _spread(first, deed.x * place.across, deed.y * place.down, deed.dilate)
    if isinstance(deed, Blend):
        return blended(first, sources[1], deed.mode, step.linear)
    return _composed(deed, first, sources[1], step.linear)


def _density(flood: Flood, colors: Colors) -> int:
    return floor(colors[flood.color][3] * flood.opacity * 255 + 0.5)


def _in_light(picture: Image.Image, linear: bool, deed: Callable[[Image.Image], Image.Image]) -> Image.Image:
    """A deed on the light that colours stand for, or on their values as they are."""
    if not linear:
        return deed(picture)
    same = list(range(256))
    return deed(picture.point([*to_linear() * 3, *same])).point([*from_linear() * 3, *same])


def _transferred(picture: Image.Image, tables: tuple[tuple[int, ...], ...]) -> Image.Image:
    return picture.point([value for table in tables for value in table or range(256)])


def _moved(picture: Image.Image, by: Offset, place: _Place) -> Image.Image:
    return _shifted(picture, floor(by.x * place.across + 0.5), floor(by.y * place.down + 0.5))


def _shifted(picture: Image.Image, x: int, y: int) -> Image.Image:
    """Moved by whole pixels, with nothing where it was."""
    from PIL import Image

    made = Image.new(picture.mode, picture.size, 0)
    width, height = picture.size
    if abs(x) < width and abs(y) < height:
        box = (max(0, -x), max(0, -y), width - max(0, x), height - max(0, y))
        made.paste(picture.crop(box), (max(0, x), max(0, y)))
    return made


def _blurred(picture: Image.Image, x: float, y: float, linear: bool) -> Image.Image:
    """Blurred along each axis by itself; one that is not to be blurred stays sharp."""
    if max(x, y) <= 0:
        return picture

    def deed(straight: Image.Image) -> Image.Image:
        made = _along(straight.convert("RGBa"), x, True)
        return _along(made, y, False).convert("RGBA")

    return _in_light(picture, linear, deed)


def _along(picture: Image.Image, deviation: float, across: bool) -> Image.Image:
    """Three boxes one after another, which come to a bell; beyond the edges there is nothing."""
    from PIL import Image, ImageFilter

    if deviation <= 0:
        return picture
    long, width = (picture.width, picture.height) if across else (picture.height, picture.width)
    deviation = min(deviation, 4.0 * long)  # all is one grey by then
    factor = floor(deviation / (COARSE / 2)) if deviation > COARSE else 1
    pad = ceil(3 * deviation / factor) + 2
    count = -(-long // factor)  # pixels along it, each as long as so many before
    small = picture
    if factor > 1:
        whole = Image.new(picture.mode, (count * factor, width) if across else (width, count * factor), 0)
        whole.paste(picture, (0, 0))
        small = whole.reduce((factor, 1) if across else (1, factor))
    size = (count + 2 * pad, width) if across else (width, count + 2 * pad)
    ground = Image.new(picture.mode, size, 0)
    ground.paste(small, (pad, 0) if across else (0, pad))
    radius = (deviation / factor, 0.0) if across else (0.0, deviation / factor)
    made = ground.filter(ImageFilter.GaussianBlur(radius))
    start, end = pad - _NEAR, pad + count + _NEAR  # what lies between two pixels is made of both
    made = made.crop((start, 0, end, width) if across else (0, start, width, end))
    if factor > 1:
        longer = (end - start) * factor
        made = made.resize((longer, width) if across else (width, longer), Image.Resampling.BILINEAR)
    corner = (_NEAR * factor, 0) if across else (0, _NEAR * factor)
    return made.crop((*corner, corner[0] + picture.width, corner[1] + picture.height))


def _spread(picture: Image.Image, x: float, y: float, dilate: bool) -> Image.Image:
    """Each pixel as the most, or the least, of a rectangle round it; no rectangle: as it is."""
    if min(x, y) <= 0:
        return picture
    made = _best(picture.convert("RGBa"), floor(x + 0.5), True, dilate)
    return _best(made, floor(y + 0.5), False, dilate).convert("RGBA")


def _best(picture: Image.Image, radius: int, across: bool, dilate: bool) -> Image.Image:
    """The same along one axis: windows of 1, 2, 4 … pixels, until two of them make the whole."""
    from PIL import Image, ImageChops

    better = ImageChops.lighter if dilate else ImageChops.darker
    radius = min(radius, picture.width if across else picture.height)
    right, down = (1, 0) if across else (0, 1)
    made = Image.new(picture.mode, (picture.width + 2 * radius * right, picture.height + 2 * radius * down), 0)
    made.paste(picture, (radius * right, radius * down))
    whole, so_far = 2 * radius + 1, 1
    while so_far < whole:
        step = min(so_far, whole - so_far)
        made = better(made, _shifted(made, -step * right, -step * down))
        so_far += step
    return made.crop((0, 0, *picture.size))


def _composed(deed: Composite, top: Image.Image, under: Image.Image, linear: bool) -> Image.Image:
    """One of the ways of Porter and Duff, or sums and products."""
    from PIL import ImageChops

    own, other = top.getchannel("A"), under.getchannel("A")
    if deed.operator == "over":
        return over(top, under, linear)
    if deed.operator in ("in", "out"):
        shape = other if deed.operator == "in" else ImageChops.invert(other)
        made = top.copy()
        made.putalpha(ImageChops.multiply(own, shape))
        return made
    if deed.operator == "atop":
        opaque = under.copy()
        opaque.putalpha(255)
        mixed = over(top, opaque, linear)
        mixed.putalpha(other)
        return mixed
    if deed.operator == "xor":
        return xor(top, under, linear)
    factors = (0.0, 1.0, 1.0, 0.0) if deed.operator == "lighter" else deed.factors
    return arithmetic(top, under, factors, linear)
