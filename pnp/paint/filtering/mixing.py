"""Two pictures go in, one comes out, as filters mix them; in whole numbers, the same on every machine.

Pictures are RGBA in sRGB, their colours not multiplied by their alpha; ``linear`` says that they mix as light does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import TYPE_CHECKING, Any

from pnp.svg.filtering.filter_tables import from_linear, to_linear

if TYPE_CHECKING:
    from PIL import Image

_FINEST = 4096  # parts of one that a factor is said in
_MOST = 2_000_000_000  # what a whole number of Pillow's holds, and something to spare
_BLED = 3  # pixels
_SAME = tuple(range(256))


def with_alpha(color: tuple[int, int, int], alpha: Image.Image) -> Image.Image:
    """A colour as dense as ``alpha`` says."""
    from PIL import Image

    made = Image.new("RGBA", alpha.size, (*color, 255))
    made.putalpha(alpha)
    return made


def faded(alpha: Image.Image, density: int) -> Image.Image:
    """An alpha as dense, of 255, as asked."""
    return alpha.point([(value * density + 127) // 255 for value in range(256)])


def seen_colors(picture: Image.Image) -> Image.Image:
    """The picture, black where nothing of it is seen: what makes colours of alpha shall not find others there."""
    from PIL import Image

    seen = picture.getchannel("A").point([0, *[255] * 255])
    return Image.composite(picture, Image.new("RGBA", picture.size, 0), seen)


def bled(picture: Image.Image) -> Image.Image:
    """The picture, with the colours of its edge going on a little where nothing is seen.

    Who shows it at another size mixes colours there, and would mix black into the edge.
    """
    from PIL import Image, ImageFilter

    near = picture.convert("RGBa").filter(ImageFilter.BoxBlur(_BLED)).convert("RGBA")
    alpha = picture.getchannel("A")
    made = Image.composite(picture, near, alpha.point([0, *[255] * 255]))
    made.putalpha(alpha)
    return made


def over(top: Image.Image, under: Image.Image, linear: bool) -> Image.Image:
    """One over the other. In light only where both are seen: elsewhere a colour is what it was."""
    from PIL import Image, ImageChops

    made = Image.alpha_composite(under, top)
    if not linear:
        return made
    partly = top.getchannel("A").point([0, *[255] * 254, 0])
    both = ImageChops.multiply(partly, under.getchannel("A").point([0, *[255] * 255]))
    box = both.getbbox()
    if box:
        mixed = as_values(Image.alpha_composite(as_light(under.crop(box)), as_light(top.crop(box))))
        made.paste(mixed, box[:2], both.crop(box))
    return made


def as_light(picture: Image.Image) -> Image.Image:
    """Its values of sRGB as the light that they stand for."""
    return picture.point([*to_linear() * 3, *_SAME])


def as_values(picture: Image.Image) -> Image.Image:
    """The way back."""
    return picture.point([*from_linear() * 3, *_SAME])


def blended(top: Image.Image, under: Image.Image, mode: str, linear: bool) -> Image.Image:
    """One over the other, its colour mixed with what lies under it (Compositing 1, 5.1)."""
    from PIL import Image

    if mode == "normal":
        return over(top, under, linear)
    if linear:
        top, under = as_light(top), as_light(under)
    own, other = top.convert("RGB"), under.convert("RGB")
    mixed = Image.composite(_mixed(own, other, mode), own, under.getchannel("A"))
    mixed.putalpha(top.getchannel("A"))
    made = Image.alpha_composite(under, mixed)
    return as_values(made) if linear else made


def _mixed(own: Image.Image, other: Image.Image, mode: str) -> Image.Image:
    from PIL import ImageChops

    if mode == "exclusion":
        return ImageChops.subtract(ImageChops.screen(own, other), ImageChops.multiply(own, other))
    if mode == "overlay":
        return ImageChops.hard_light(own, other)  # Pillow's first picture is what lies under
    known: dict[str, Callable[[Image.Image, Image.Image], Image.Image]] = {
        "multiply": ImageChops.multiply,
        "screen": ImageChops.screen,
        "darken": ImageChops.darker,
        "lighten": ImageChops.lighter,
        "difference": ImageChops.difference,
        "hard-light": ImageChops.overlay,
    }
    return known[mode](own, other)


def xor(top: Image.Image, under: Image.Image, linear: bool) -> Image.Image:
    """Each where the other is not."""
    from PIL import ImageChops

    parts = []
    for picture, other in ((top, under), (under, top)):
        part = as_light(picture) if linear else picture.copy()
        part.putalpha(ImageChops.multiply(picture.getchannel("A"), ImageChops.invert(other.getchannel("A"))))
        parts.append(part)
    made = _summed(parts[0], parts[1], (0.0, 1.0, 1.0, 0.0))
    return as_values(made) if linear else made


def arithmetic(top: Image.Image, under: Image.Image, factors: Sequence[float], linear: bool) -> Image.Image:
    """``k1 a b + k2 a + k3 b + k4`` of colours multiplied by their alpha."""
    if linear:
        top, under = as_light(top), as_light(under)
    made = _summed(top, under, factors)
    return as_values(made) if linear else made


def _summed(top: Image.Image, under: Image.Image, factors: Sequence[float]) -> Image.Image:
    from PIL import Image, ImageChops, ImageMath

    scale = _scale(factors, 255 * 255)
    k1, k2, k3, k4 = (round(factor * scale) for factor in factors)

    def deed(names: dict[str, Any]) -> Any:
        a, b = names["a"], names["b"]
        total = a * b * k1 + a * (255 * k2) + b * (255 * k3) + (255 * 255 * k4 + 255 * scale // 2)
        return names["convert"](total / (255 * scale), "L")

    pairs = zip(top.convert("RGBa").split(), under.convert("RGBa").split(), strict=True)
    red, green, blue, alpha = (ImageMath.lambda_eval(deed, a=_whole(a), b=_whole(b)) for a, b in pairs)
    bands = [ImageChops.darker(band, alpha) for band in (red, green, blue)]
    return Image.merge("RGBa", (*bands, alpha)).convert("RGBA")


def by_matrix(picture: Image.Image, values: Sequence[float]) -> Image.Image:
    """Each channel as a sum of all four, and of a part of full."""
    from PIL import Image, ImageMath

    bands = picture.split()
    wholes = dict(zip("rgba", map(_whole, bands), strict=True))
    made = []
    for number, band in enumerate(bands):
        row = values[5 * number : 5 * number + 5]
        if row == tuple(1.0 if place == number else 0.0 for place in range(5)):
            made.append(band)
            continue
        scale = _scale(row, 255)
        parts = [round(value * scale) for value in row]

        def deed(names: dict[str, Any], parts: list[int] = parts, scale: int = scale) -> Any:
            total = names["r"] * parts[0] + (255 * parts[4] + scale // 2)
            for name, part in zip("gba", parts[1:4], strict=True):
                total = total + names[name] * part if part else total
            return names["convert"](total / scale, "L")

        made.append(ImageMath.lambda_eval(deed, **wholes))
    return Image.merge("RGBA", made)


def _whole(band: Image.Image) -> Image.Image:
    """A channel in whole numbers, which may be below 0 and above 255."""
    return band.convert("I")


def _scale(factors: Sequence[float], full: int) -> int:
    """The finest parts of one in which no sum is too large. A sum is a whole number of 32 bits."""
    most, scale = fsum(map(abs, factors)) * full, _FINEST
    while scale > 1 and (most + full) * scale > _MOST:
        scale //= 2
    return scale
