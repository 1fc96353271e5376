"""Profiles of colours as ICC.1 writes them, made from their numbers: one of three primaries, one of greys, one of inks."""

from __future__ import annotations

from itertools import product

D50 = (0.9642, 1.0, 0.8249)
# the primaries in XYZ of D50, by column (W3C, css-color-4, 10.8), and the exponent
DISPLAY_P3 = ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407))
ADOBE_RGB = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))


def _fixed(value: float) -> bytes:
    return round(value * 65536).to_bytes(4, "big", signed=True)


def _xyz(values: tuple[float, float, float]) -> bytes:
    return b"XYZ " + bytes(4) + b"".join(map(_fixed, values))


def _gamma(exponent: float) -> bytes:
    return b"curv" + bytes(4) + (1).to_bytes(4, "big") + round(exponent * 256).to_bytes(2, "big") + bytes(2)


def _profile(kind: bytes, space: bytes, between: bytes, tags: dict[bytes, bytes]) -> bytes:
    words = b"desc" + bytes(4) + (5).to_bytes(4, "big") + b"Test\0" + bytes(79)
    tags = {b"desc": words, b"cprt": b"text" + bytes(4) + b"CC0\0", b"wtpt": _xyz(D50), **tags}
    start = 128 + 4 + 12 * len(tags)
    table, body = len(tags).to_bytes(4, "big"), b""
    for name, content in tags.items():
        table += name + (start + len(body)).to_bytes(4, "big") + len(content).to_bytes(4, "big")
        body += content + bytes(-len(content) % 4)
    size = (start + len(body)).to_bytes(4, "big")
    head = size + bytes(4) + bytes.fromhex("02400000") + kind + space + between + bytes(12) + b"acsp"
    head += bytes(28) + b"".join(map(_fixed, D50))
    return head + bytes(128 - len(head)) + table + body


def rgb_profile(primaries: tuple[tuple[float, float, float], ...], exponent: float = 2.2) -> bytes:
    """A screen's, by its three primaries."""
    tags = {name + b"XYZ": _xyz(value) for name, value in zip((b"r", b"g", b"b"), primaries, strict=True)}
    return _profile(b"mntr", b"RGB ", b"XYZ ", tags | {name + b"TRC": _gamma(exponent) for name in (b"r", b"g", b"b")})


def grey_profile(exponent: float) -> bytes:
    """Greys of one exponent."""
    return _profile(b"mntr", b"GRAY", b"XYZ ", {b"kTRC": _gamma(exponent)})


def cmyk_profile() -> bytes:
    """Four inks between paper and black, of which cyan alone is a strong blue: no plain sum of inks gives that."""
    table = b"mft1" + bytes(4) + bytes((4, 3, 2, 0)) + b"".join(_fixed(i % 4 == 0) for i in range(9))
    table += bytes(range(256)) * 4
    for cyan, magenta, yellow, black in product((0, 1), repeat=4):
        light = 0 if black else 255 - 60 * (cyan + magenta + yellow)
        table += bytes((light, 128, 128 - 80 * cyan * (1 - black)))
    return _profile(b"prtr", b"CMYK", b"Lab ", {b"A2B0": table + bytes(range(256)) * 3})
