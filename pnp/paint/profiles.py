"""A picture and the profile of its colours (ICC) go in; the same colours in sRGB, which all else is in, come out.

LittleCMS does it, as in photo programs: relative to the white of the paper, black to black. A profile is a stranger's
file: its size is bounded, it must be of the kind of picture that it is in, and no profile that is only a link goes in.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image

MOST_BYTES = 4_000_000  # of a profile; those for presses have up to 3 million
_SPACES = {"RGB": "RGB", "L": "GRAY", "CMYK": "CMYK"}  # what a profile calls the colours of Pillow's modes
_CLASSES = frozenset({"mntr", "scnr", "prtr", "spac"})  # profiles of devices and spaces; others name no colours alone
_SPACE = slice(16, 20)  # the bytes of a profile that say what its colours are made of (ICC.1, 7.2)
_ALIKE = 2  # of 255: what sRGB's many versions differ by
_STEPS = 9  # of each colour, to see whether a profile is sRGB


def in_srgb(picture: Image.Image, profile: bytes) -> Image.Image | None:
    """The picture (L, RGB or CMYK) in sRGB; None when it is so already. Raises ValueError for a useless profile."""
    from PIL import ImageCms

    grey = picture.mode == "L"
    if grey and profile[_SPACE] == b"RGB ":  # some programs put sRGB's profile into everything
        picture = picture.convert("RGB")
    transform = _transform(profile, picture.mode)
    if transform is None:
        return None
    converted = ImageCms.applyTransform(picture, transform)
    assert converted is not None, "only a transform in place answers nothing"
    return converted.convert("L") if grey else converted


@lru_cache(maxsize=16)
def _transform(profile: bytes, mode: str) -> Any:
    """LittleCMS's transform to sRGB; None when it changes nothing that is seen."""
    from PIL import Image, ImageCms

    if len(profile) > MOST_BYTES:
        raise ValueError("too large")
    try:
        opened = ImageCms.ImageCmsProfile(BytesIO(profile))
        said = opened.profile
        if said.xcolor_space.strip() != _SPACES[mode] or said.device_class not in _CLASSES:
            raise ValueError("of another kind")
        target, intent = ImageCms.createProfile("sRGB"), ImageCms.Intent.RELATIVE_COLORIMETRIC
        flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
        transform = ImageCms.buildTransform(opened, target, mode, "RGB", intent, flags)
    except (ImageCms.PyCMSError, OSError) as error:
        raise ValueError("broken") from error
    if mode == "CMYK":
        return transform
    steps = bytes(round(255 * step / (_STEPS - 1)) for step in range(_STEPS))
    colors = steps if mode == "L" else bytes(each for r in steps for g in steps for b in steps for each in (r, g, b))
    probe = Image.frombytes(mode, (len(colors) // len(mode), 1), colors)
    seen = ImageCms.applyTransform(probe, transform)
    assert seen is not None, "only a transform in place answers nothing"
    same = zip(probe.convert("RGB").tobytes(), seen.tobytes(), strict=True)
    return None if max(abs(a - b) for a, b in same) <= _ALIKE else transform
