"""The bytes of a font file go in, whatever they are wrapped in; those of one plain font (sfnt) come out, bounded.

What a file is, its first bytes say, never its name: TrueType, OpenType with CFF outlines, either of them packed for the
web (WOFF, WOFF2), or several in a collection.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO

import uharfbuzz as hb

PLAIN = (b"\x00\x01\x00\x00", b"true", b"OTTO")
COLLECTION = b"ttcf"
MOST_FACES = 256  # of a collection
MOST_TABLES = 256
MOST_UNPACKED = 40_000_000  # bytes that a packed font may have; the largest for China, Japan and Korea have 25 million
MOST_WEB = 5_000_000  # the same of WOFF2, whose TrueType outlines are put together glyph by glyph: 2 s a million
_DIRECTORY = 12
_RECORD = 16
_WOFF2_TABLES = 63  # known by a number of their own; 63 itself is followed by a tag (WOFF 2.0, 4.1)
_GLYF, _LOCA = 10, 11


class FontError(ValueError):
    """A font file that cannot be used; the message says why, in a designer's words."""


def unwrapped(data: bytes, name: str) -> bytes:
    """A font or a collection as HarfBuzz reads them. Raises FontError for what is no font, damaged, or too large."""
    sign = data[:4]
    if sign in PLAIN or sign == COLLECTION:
        return data
    try:
        if sign == b"wOFF":
            return _unpacked(data, name)
        if sign == b"wOF2":
            return _rebuilt(data, name)
    except (struct.error, IndexError, zlib.error):
        raise damaged(name) from None
    raise FontError(f"{name} is no font that can be read here")


def damaged(name: str) -> FontError:
    """What is said of a file that is a font and cannot be read."""
    return FontError(f"{name} is damaged: get it again, or convert it anew")


def face_names(data: bytes) -> list[str]:
    """The names of the fonts in a collection; none for a single font. Those beyond ``MOST_FACES`` are left out."""
    if data[:4] != COLLECTION:
        return []
    count = min(int.from_bytes(data[8:12], "big"), MOST_FACES, len(data) // 4)
    blob = hb.Blob(data)
    return [_name(hb.Face(blob, number)) for number in range(count)]


def _name(face: hb.Face) -> str:
    """A font's full name (record 4), else its PostScript name."""
    found = (face.get_name(hb.OTNameIdPredefined.FULL_NAME), face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME))
    return next((" ".join(name.split()) for name in found if name), "")


def single(data: bytes, number: int, name: str) -> bytes:
    """One font of a collection as a file of its own, its tables untouched; a single font is itself."""
    if data[:4] != COLLECTION:
        return data
    try:
        (count,) = struct.unpack_from(">L", data, 8)
        (start,) = struct.unpack_from(">L", data, _DIRECTORY + 4 * number)
        if number >= count:
            raise damaged(name)
        sign, tables = struct.unpack_from(">4sH", data, start)
        records = [struct.unpack_from(">4s3L", data, start + 12 + _RECORD * i) for i in range(tables)]
    except struct.error:
        raise damaged(name) from None
    if sign not in PLAIN or tables > MOST_TABLES or sum(length for *_, length in records) > MOST_UNPACKED:
        raise damaged(name)
    return _file(sign, [(tag, check, data[at : at + length]) for tag, check, at, length in records])


def _file(sign: bytes, tables: list[tuple[bytes, int, bytes]]) -> bytes:
    """A font file of tables: tag, checksum, bytes (OpenType 1.9, organization of an OpenType font)."""
    power = 1 << max(0, len(tables).bit_length() - 1)
    head = struct.pack(
        ">4s4H", sign, len(tables), power * 16, power.bit_length() - 1, max(0, (len(tables) - power) * 16)
    )
    at = _DIRECTORY + _RECORD * len(tables)
    records, content = b"", b""
    for tag, check, table in tables:
        records += struct.pack(">4s3L", tag, check, at + len(content), len(table))
        content += table + bytes(-len(table) % 4)
    return head + records + content


def _unpacked(data: bytes, name: str) -> bytes:
    """WOFF 1.0: tables that are packed each by itself. No more is unpacked than is declared."""
    sign, _, count = struct.unpack_from(">4sLH", data, 4)
    if sign not in PLAIN or count > MOST_TABLES:
        raise damaged(name)
    records = [struct.unpack_from(">4s4L", data, 44 + 20 * i) for i in range(count)]
    _refuse_large(sum(length for _, _, _, length, _ in records), MOST_UNPACKED, name)
    tables = []
    for tag, at, packed, length, check in records:
        part = data[at : at + packed]
        if packed < length:
            part = zlib.decompressobj().decompress(part, length + 1)
        if len(part) != length:
            raise damaged(name)
        tables.append((tag, check, part))
    return _file(sign, tables)


def _rebuilt(data: bytes, name: str) -> bytes:
    """WOFF 2.0, unpacked by brotli and put together by fontTools. Nothing larger than it declares is unpacked."""
    sign, _, count, _, whole, packed = struct.unpack_from(">4sLHHLL", data, 4)
    if sign == COLLECTION:
        raise FontError(f"{name} is a collection packed for the web, which is not read here: take its fonts one by one")
    if sign not in PLAIN or count > MOST_TABLES:
        raise damaged(name)
    lengths, start = _declared(data, count)
    _refuse_large(max(whole, sum(original for _, original in lengths)), MOST_WEB, name)
    wanted = sum(stored for stored, _ in lengths)
    _refuse_large(wanted, MOST_WEB, name)
    if _brotli_size(data[start : start + packed], wanted) != wanted:
        raise damaged(name)
    from fontTools.ttLib import TTFont  # a twentieth of a second, for these files alone

    stream = BytesIO()
    try:
        font = TTFont(BytesIO(data), recalcBBoxes=False, recalcTimestamp=False, lazy=True)
        font.flavor = None
        font.save(stream, reorderTables=None)
    except Exception:
        raise damaged(name) from None
    return stream.getvalue()


def _declared(data: bytes, count: int) -> tuple[list[tuple[int, int]], int]:
    """What each table has when stored and when put together, bytes; and where the packed stream begins."""
    at, lengths = 48, []
    for _ in range(count):
        flags = data[at]
        kind, version = flags & 63, flags >> 6
        at += 5 if kind == _WOFF2_TABLES else 1
        original, at = _number(data, at)
        stored = original
        if version == (0 if kind in (_GLYF, _LOCA) else 1):  # transformed; glyf and loca are, unless they say 3
            stored, at = _number(data, at)
        lengths.append((stored, original))
    return lengths, at


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte (UIntBase128), and what follows it."""
    value = 0
    for place in range(at, at + 5):
        value = value << 7 | data[place] & 127
        if data[place] < 128:
            return value, place + 1
    raise struct.error


def _brotli_size(packed: bytes, most: int) -> int:
    """How many bytes a stream unpacks to, a piece at a time; no further than just beyond ``most``."""
    import brotli

    unpacker = brotli.Decompressor()
    size = 0
    try:
        for piece in _pieces(unpacker, packed):
            size += piece
            if size > most:
                break
    except brotli.error:
        return -1
    return size


def _pieces(unpacker: object, packed: bytes) -> Iterator[int]:
    step = 1 << 20
    part = unpacker.process(packed, output_buffer_limit=step)  # type: ignore[attr-defined]
    yield len(part)
    while part and not unpacker.is_finished():  # type: ignore[attr-defined]
        part = unpacker.process(b"", output_buffer_limit=step)  # type: ignore[attr-defined]
        yield len(part)


def _refuse_large(size: int, most: int, name: str) -> None:
    if size > most:
        raise FontError(f"{name} unpacks to more than {most // 1_000_000} MB: keep fewer of its characters")
