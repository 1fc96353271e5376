"""An opened picture of any mode goes in; its pixels in sRGB with 8 bits a colour come out, with their transparency."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.paint.profiles import in_srgb

if TYPE_CHECKING:
    from PIL import Image

_WIDE = {"I;16": 1, "I;16L": 1, "I;16B": 0, "I;16N": 1}  # which of two bytes is the larger one


class UnreadableError(Exception):
    """A picture whose colours no other program would show alike; what is wrong, and the ``hint``."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class SrgbPixels:
    """A picture whose colours are sRGB; ``changed`` where they are not the file's own.

    ``cmyk`` where it was in CMYK, ``unusable`` where it has a profile that says nothing.
    """

    picture: Image.Image
    changed: bool
    cmyk: bool = False
    unusable: bool = False


def colors_of(image: Image.Image, deep: bool) -> SrgbPixels:
    """The colours of a loaded picture that is ``deep`` when a PNG has 16 bits a colour. Raises UnreadableError."""
    if image.mode in ("F", "LAB", "HSV") or (image.mode == "I" and not deep):
        what = "is in Lab" if image.mode == "LAB" else "has 32 bits a colour"
        raise UnreadableError(f"{what}, which is not read", "save it in RGB with 8 or 16 bits a colour")
    profile = image.info.get("icc_profile") or b""
    cmyk = image.mode == "CMYK"
    if not profile:
        return SrgbPixels(image.convert("RGB") if cmyk else image, changed=cmyk, cmyk=cmyk)
    colors = image if cmyk else as_written(image)
    clear = colors.getchannel("A") if colors.mode == "RGBA" else None
    colors = colors.convert("RGB") if clear else colors
    try:
        made = in_srgb(colors, profile)
    except ValueError:
        return SrgbPixels(image.convert("RGB") if cmyk else image, changed=cmyk, cmyk=cmyk, unusable=True)
    if made is None:
        return SrgbPixels(image, changed=False)
    if clear:
        made.putalpha(clear)
    return SrgbPixels(made, changed=True, cmyk=cmyk)


def as_written(image: Image.Image) -> Image.Image:
    """A picture of any mode in L, RGB or RGBA; of 16 bits the upper 8 stay."""
    if image.mode in _WIDE:
        key = image.info.get("transparency")
        image = _upper_half(image)
        if isinstance(key, int):
            rgba = image.convert("RGBA")
            rgba.putalpha(image.point(lambda value: 0 if value == key >> 8 else 255))
            return rgba
    elif image.mode == "I":  # what Pillow makes of a PNG with 16 bits of grey
        image = image.point(lambda value: value / 256).convert("L")
    if "transparency" in image.info or any(band in "Aa" for band in image.getbands()):
        return image.convert("RGBA")
    return image if image.mode in ("L", "RGB") else image.convert("L" if image.mode == "1" else "RGB")


def _upper_half(image: Image.Image) -> Image.Image:
    from PIL import Image

    return Image.frombytes("L", image.size, image.tobytes()[_WIDE[image.mode] :: 2])
