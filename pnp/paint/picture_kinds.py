"""The first bytes of a file go in; the kind of picture that it is comes out, and the one of Pillow's readers for it.

No other reader is let near a stranger's file. Kinds that are not read are known by name, so that the cure can be said.
"""

from __future__ import annotations

# what a file begins with: from which byte on, and the kind
_READ = (
    (0, b"\x89PNG\r\n\x1a\n", "PNG"), (0, b"\xff\xd8\xff", "JPEG"), (8, b"WEBP", "WEBP"),
    (0, b"II*\0", "TIFF"), (0, b"MM\0*", "TIFF"), (4, b"ftypavif", "AVIF"), (4, b"ftypavis", "AVIF"),
)  # fmt: skip
_KNOWN = (
    (0, b"GIF8", "a GIF"), (0, b"BM", "a BMP"), (0, b"8BPS", "a Photoshop file"), (0, b"%PDF", "a PDF"),
    (0, b"%!PS", "a PostScript file"), (4, b"ftyphei", "a HEIC photograph"), (4, b"ftyphev", "a HEIC photograph"),
    (4, b"ftypmif1", "a HEIC photograph"), (4, b"jP  ", "a JPEG 2000"), (0, b"\0\0\1\0", "a Windows icon"),
    (4, b"JXL ", "a JPEG XL"), (0, b"\xff\x0a", "a JPEG XL"), (0, b"gimp xcf", "a GIMP file"),
    (0, b"II+\0", "a BigTIFF"), (0, b"MM\0+", "a BigTIFF"), (0, b"qoif", "a QOI"), (0, b"PK\3\4", "a zip archive"),
)  # fmt: skip
_OPTIONAL = {"WEBP": "webp", "AVIF": "avif"}  # Pillow may have been built without these


def kind_of(data: bytes) -> str:
    """Which of the kinds that are read a file is, in Pillow's words; "" for any other."""
    return _found(data, _READ)


def other_kind(data: bytes) -> str:
    """What a file is that is not read, such as "a GIF"; "" when that is not known."""
    return _found(data, _KNOWN)


def _found(data: bytes, kinds: tuple[tuple[int, bytes, str], ...]) -> str:
    return next((kind for start, word, kind in kinds if data.startswith(word, start)), "")


def reader_of(kind: str) -> bool:
    """Make Pillow's reader of a kind ready, and no other; False where this Pillow has none."""
    from PIL import features

    if kind in _OPTIONAL and not features.check(_OPTIONAL[kind]):
        return False
    if kind == "WEBP":
        import PIL.WebPImagePlugin
    elif kind == "AVIF":
        import PIL.AvifImagePlugin
    elif kind == "TIFF":
        import PIL.TiffImagePlugin  # noqa: F401  # to import one is to make it ready
    return True
