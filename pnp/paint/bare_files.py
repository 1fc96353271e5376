"""A PNG or JPEG goes in, the same of the parts that make its picture comes out: an allow-list says which go on.

Phones write more into a JPEG than is seen: where it was taken, and often further pictures behind the first (a map of
depths, a brighter one; CIPA DC-007). All of that goes nowhere, and neither does what programs write about a picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SIGNATURE = 8  # bytes with which a PNG begins
_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")  # PNG, third edition, 11; its colours are sRGB when it goes on
_START, _SCAN, _END, _FILL = 0xD8, 0xDA, 0xD9, 0xFF  # behind 0xFF, markers of a JPEG (ITU T.81, table B.1)
_APPLICATION, _COMMENT = range(0xE0, 0xF0), 0xFE
# how the numbers become colours, and how long such a segment is; more of it would be a small picture (JFIF), or nothing
_COLORS = {b"JFIF\0": 14, b"Adobe": 12}
_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")


def bare_png(data: bytes) -> bytes:
    """A PNG of the chunks that make its picture. Raises IndexError where they are strange."""
    return data[:_SIGNATURE] + b"".join(_chunks(data))


def _chunks(data: bytes) -> Iterator[bytes]:
    at, kind = _SIGNATURE, b""
    while kind != b"IEND":
        kind = data[at + 4 : at + 8]
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data):
            raise IndexError("no chunk stands here")
        if kind in _CHUNKS:
            yield data[at:end]
        at = end


def bare_jpeg(data: bytes) -> bytes:
    """The first picture of a JPEG. Raises IndexError where its parts are strange."""
    return data[:2] + b"".join(_segments(data))


def _segments(data: bytes) -> Iterator[bytes]:
    """What is wanted of its segments, and the pixels behind each scan's, to the end of the picture."""
    at = 2
    while (kind := data[at + 1]) != _END:
        if data[at] != _FILL or kind == _START:
            raise IndexError("no marker stands here")
        if kind == _FILL:  # any number of them may stand before a marker
            at += 1
            continue
        end = at + 2 + max(2, (data[at + 2] << 8) + data[at + 3])
        yield _wanted(kind, data[at:end])
        if kind == _SCAN:
            found = _MARKER.search(data, end)
            yield data[end : found.start() if found else len(data)]
            end = found.start() if found else len(data)
            if not found:
                break
        at = end
    yield bytes((_FILL, _END))


def _wanted(kind: int, segment: bytes) -> bytes:
    """What goes on of a segment: of those for programs, what says how colours are meant."""
    if kind not in (*_APPLICATION, _COMMENT):
        return segment
    for word, length in _COLORS.items():
        if segment.startswith(word, 4) and kind in (0xE0, 0xEE) and len(segment) >= length + 4:
            body = segment[4 : 4 + length - 2] + b"\0\0" if word == b"JFIF\0" else segment[4 : 4 + length]
            return segment[:2] + (length + 2).to_bytes(2, "big") + body
    return b""
