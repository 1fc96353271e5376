"""A PNG's bytes go in, its header, its palette and its packed rows come out; pixels go in, a PNG comes out.

PDF packs pictures as PNG does (PDF 32000, 7.4.4.4): the rows of a plain PNG go into a document as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deflate import DeflateError, adler32, crc32, zlib_compress, zlib_decompress

if TYPE_CHECKING:
    from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, COLORS, PALETTE = 0, 2, 3  # kinds of PNG that have no transparency of their own
_MOST_FILTER = 4  # the number of the last way to filter a row
_UP = b"\x02"  # each byte is what it differs by from the one above
_CHANNELS = {GREY: 1, COLORS: 3, PALETTE: 1, 4: 2, 6: 4}
_KINDS = {"L": GREY, "RGB": COLORS, "RGBA": 6}
_LEVEL = 1  # a picture takes a sixth of level 6's time, and a tenth more bytes


@dataclass(frozen=True, slots=True)
class PngParts:
    """What a PNG says of its pixels, and the stream that they are packed in. ``names`` are those of all its chunks."""

    width: int
    height: int
    depth: int
    kind: int
    interlaced: bool
    palette: bytes
    names: frozenset[bytes]
    rows: bytes = field(repr=False)

    @property
    def channels(self) -> int:
        """The numbers of each pixel."""
        return _CHANNELS[self.kind]

    @property
    def stride(self) -> int:
        """The bytes of a row, with the one that says how it is filtered."""
        return 1 + (self.width * self.channels * self.depth + 7) // 8


def png_parts(data: bytes) -> PngParts:
    """Read a PNG. Raises ValueError or LookupError for one that is none, or is damaged."""
    found: dict[bytes, bytes] = {}
    rows = []
    if data[: len(SIGNATURE)] != SIGNATURE:
        raise ValueError("no PNG")
    for name, body in _chunks(data):
        if name == b"IDAT":
            rows.append(body)
        else:
            found.setdefault(name, body if name in (b"IHDR", b"PLTE") else b"")
    head = found.get(b"IHDR", b"")
    if len(head) != 13 or head[10:12] != b"\0\0" or head[12] > 1 or head[9] not in _CHANNELS:
        raise ValueError("a header of another kind")
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    palette = found.get(b"PLTE", b"")
    return PngParts(width, height, head[8], head[9], head[12] == 1, palette, frozenset(found), b"".join(rows))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, name = len(SIGNATURE), b""
    while name != b"IEND":
        length = int.from_bytes(data[at : at + 4], "big")
        name, end = data[at + 4 : at + 8], at + 12 + length
        if end > len(data) or crc32(data[at + 4 : end - 4]) != int.from_bytes(data[end - 4 : end], "big"):
            raise ValueError("a damaged chunk")
        yield name, data[at + 8 : end - 4]
        at = end


def is_plain(parts: PngParts) -> bool:
    """Whether a document can take its rows as they are, for all that its header says."""
    depths = (8,) if parts.kind == COLORS else (1, 2, 4, 8)
    clear = b"tRNS" in parts.names or parts.kind not in (GREY, COLORS, PALETTE)
    sound = len(parts.palette) % 3 == 0 and (parts.kind != PALETTE or 0 < len(parts.palette) <= 3 << parts.depth)
    return sound and not clear and not parts.interlaced and parts.depth in depths


def is_whole(parts: PngParts) -> bool:
    """Whether each row is there, and nothing behind the last. Unpacks as much as the header says."""
    length = parts.stride * parts.height
    try:
        rows = zlib_decompress(parts.rows, length)
    except DeflateError:
        return False
    ends = adler32(rows).to_bytes(4, "big")  # libdeflate asks for it, but not that nothing follows (RFC 1950, 2.2)
    return len(rows) == length > 0 and max(rows[:: parts.stride]) <= _MOST_FILTER and parts.rows.endswith(ends)


def filtered(picture: Image.Image) -> bytes:
    """The rows of a picture of 8 bits a channel, each as its difference from the one above, packed."""
    from PIL import Image, ImageChops

    above = Image.new(picture.mode, picture.size)
    above.paste(picture, (0, 1))
    rows = ImageChops.subtract_modulo(picture, above).tobytes()
    stride = len(rows) // picture.height
    return bytes(zlib_compress(b"".join(_UP + rows[at : at + stride] for at in range(0, len(rows), stride)), _LEVEL))


def written_png(picture: Image.Image) -> bytes:
    """A picture (L, RGB or RGBA) as a PNG: the same pixels, the same bytes."""
    head = (
        picture.width.to_bytes(4, "big") + picture.height.to_bytes(4, "big") + bytes((8, _KINDS[picture.mode], 0, 0, 0))
    )
    chunks = ((b"IHDR", head), (b"IDAT", filtered(picture)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        len(body).to_bytes(4, "big") + name + body + crc32(name + body).to_bytes(4, "big") for name, body in chunks
    )
