"""A file's name and bytes and a source of chance go in, a damaged file comes out: after its kind, or as bytes."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from io import BytesIO
from random import Random
from zipfile import BadZipFile, ZipFile

from PIL import Image

from bench.conformance.mutate import change_one, mutate
from bench.fuzz.small_game import BEE, CARD, SCENE, STAR, picture, zipped

# what a stranger would try to bring onto a page
SCRIPTS = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</style><script>alert(1)</script>", "' onload='alert(1)",
    "javascript:alert(1)", "</title><script>alert(1)</script>", "<!--", "-->", "]]>", "<![CDATA[", "\u2028", "&lt;script&gt;",
    "&#x3c;svg onload=alert(1)&#x3e;", "url(https://evil.example/x)", "@import 'https://evil.example';", "</svg><iframe src=//evil.example>",
    "<base href=//evil.example>", '<meta http-equiv="refresh" content="0;url=//evil.example">', "{{ '<' ~ 'script>' }}", "\\3c script\\3e",
    "A</style><script>alert(1)</script>", "data:text/html,<script>alert(1)</script>", "expression(alert(1))", "java\tscript:alert(1)",
)  # fmt: skip
MARKDOWN = (
    "<div onclick=alert(1)>x</div>", "[x](javascript:alert(1))", "[x](&#106;avascript:alert(1))", "[x](<java\nscript:alert(1)>)",
    "<javascript:alert(1)>", "<https://evil.example>", "![x](data:image/svg+xml,<svg/onload=alert(1)>)", '![x](face:cards/ada "9mm\\"")',
    "[x]: javascript:alert(1)\n\n[x]", "<svg onload=alert(1)>", "`code`", "```\ncode\n```", "> quote\n> quote", "    code", "# Again",
    "## Part {#part}", "::: example\n:::", "::: note <b>x</b>\n\n:::", "::: beside\nx\n:::", "::: together\n:::", ":::", "::: warning",
    "<!-- index: a; <b>; " + '"' + " -->", "<!-- a --><!-- b -->", "<!--", "- a\n  - b\n    - c\n      - d\n        - e",
    "\n".join("  " * i + "- deep" for i in range(14)), "| a |\n|---|\n| <b>x</b> | more | cells |", "| a | b |\n| :--: |", "term\n: meaning\n: other",
    "***a** b*", "[blood: [ink: x]]", "[blood: x", ":star::star:", ":none:", "\\<b\\>", "&amp;lt;script&amp;gt;", "[a](#b)", "![](index:)![](credits:)",
    "1000000000. x", "0) a", "* * *", "a  \nb\\\nc", "{% for i in range(300) %}x {% endfor %}", "{{ '<script>alert(1)</script>' }}", "{{ '\\ud800' }}",
    "![](diagram:card)", "![](table:chances)", "![](drawing:bee.svg)", "## " + "W" * 300, "W" * 2000, "* " * 200, "> " * 60 + "x", "[" * 200, "(" * 200,
)  # fmt: skip
WORDS = (
    "{{", "}}", "{%", "%}", ":", "-", " ", "\n", "\t", '"', "'", "#", "&a", "*a", "!", "<", ">", "/", "&", "999", "-1", "~", "[", "]",
    "{", "}", "é", "漢", "\x00", "\ufeff", "<<: x", "%", "|", "1e999", "nan", "0", "''", "null", "true", "!!python/object:x", "ש", "\u200b",
    "9" * 60, "../x", "ada", "bo", "x y", "\r\n", "\r", "1/3", "50%", "3mm", "{{ 1/0 }}", "{{ it }}", "{% for a in b %}",
)  # fmt: skip
NUMBER = re.compile(r"(?<![#\w])-?\d+(?:\.\d+)?")
NUMBERS = ("0", "-1", "1e9", "999999", ".5", "0.001", "100", "1e-9", "9" * 30)
_WORD = re.compile(r"[A-Za-z][\w-]*")
_VALUE = re.compile(r"(?<=[:,{\[] )[^\s,{}\[\]:\"][^\n,{}\[\]:\"]*")
DRAWINGS = (CARD, SCENE, STAR, BEE)


def damage(name: str, data: bytes, chance: Random) -> bytes:
    """The file after its kind, or, now and then, as any file may be damaged."""
    if chance.random() < 0.06:
        return chance.choice(_ANY)(data, chance)
    ending = name.rpartition(".")[2]
    return _KINDS[ending](data, chance)


def _text(change: Callable[[str, Random], str]) -> Callable[[bytes, Random], bytes]:
    def changed(data: bytes, chance: Random) -> bytes:
        text = data.decode("utf-8", "replace")
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            text = change(text, chance)
        return text.encode("utf-8", "surrogatepass")

    return changed


def _words(text: str, chance: Random) -> str:
    """Edits that know nothing of what the text means."""
    at = chance.randrange(len(text) + 1)
    match chance.randrange(8):
        case 0:
            return text[:at] + text[at + chance.randint(1, 20) :]
        case 1:
            return text[:at] + chance.choice(WORDS) + text[at:]
        case 2:
            lines = text.split("\n")
            del lines[chance.randrange(len(lines))]
            return "\n".join(lines)
        case 3:
            lines = text.split("\n")
            lines.insert(chance.randrange(len(lines)), chance.choice(lines))
            return "\n".join(lines)
        case 4:
            return change_one(NUMBER, text, chance, lambda _: chance.choice(NUMBERS))
        case 5:
            words = _WORD.findall(text) or [""]
            return change_one(_WORD, text, chance, lambda _: chance.choice(words))
        case 6:
            return text[:at] + chance.choice(SCRIPTS) + text[at:]
        case _:
            return text[:at] + text[at : at + 40] * chance.randint(2, 9) + text[at + 40 :]


def _yaml(text: str, chance: Random) -> str:
    """As text, or a value that is another: quoted, so that it is read as it is."""
    if chance.random() < 0.45:
        return _words(text, chance)
    new = json.dumps(chance.choice((*SCRIPTS, *WORDS, *MARKDOWN)), ensure_ascii=chance.random() < 0.5)
    return change_one(_VALUE, text, chance, lambda _: new)


def _markdown(text: str, chance: Random) -> str:
    if chance.random() < 0.4:
        return _words(text, chance)
    lines = text.split("\n")
    lines.insert(chance.randrange(1, len(lines) + 1), "\n" + chance.choice((*MARKDOWN, *SCRIPTS)) + "\n")
    return "\n".join(lines)


def _svg(text: str, chance: Random) -> str:
    roll = chance.random()
    if roll < 0.55:
        return mutate(text, DRAWINGS, chance)
    if roll < 0.7:
        return change_one(_WORD, text, chance, lambda _: chance.choice(_STRANGE))
    if roll < 0.85:
        return text.replace("</svg>", chance.choice(_ELEMENTS) + "</svg>", 1)
    return _words(text, chance)


_STRANGE = (
    "script",
    "foreignObject",
    "a",
    "animate",
    "iframe",
    "onload",
    "xlink:href",
    "href",
    "style",
    "base",
    "handler",
    "set",
    "switch",
)
_ELEMENTS = (
    "<script>alert(1)</script>", '<image href="https://evil.example/x.png" width="9" height="9"/>', "<style>@import url(//evil.example);</style>",
    '<image href="data:image/svg+xml,&lt;svg xmlns=\'http://www.w3.org/2000/svg\' onload=\'alert(1)\'/&gt;" width="9" height="9"/>',
    '<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="//evil.example"/></foreignObject>',
    "<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>", "<desc><img xmlns='http://www.w3.org/1999/xhtml' src='x' onerror='alert(1)'/></desc>",
    '<g onclick="alert(1)" style="fill:url(//evil.example)"><rect width="9" height="9" cursor="url(//evil.example)"/></g>',
    '<a href="javascript:alert(1)"><rect width="9" height="9"/></a>', "<text>&lt;/svg&gt;&lt;script&gt;alert(1)&lt;/script&gt;</text>",
    '<g id="&quot;&gt;&lt;script&gt;"><use href="#&quot;&gt;&lt;script&gt;"/></g>', "<g>" * 200 + "</g>" * 200, '<image href="scene.svg" width="9"/>',
    '<text font-family="x&quot;}&lt;/style&gt;&lt;script&gt;">a</text>', '<g id="a"><use href="#a"/></g>', "<metadata><x:y xmlns:x='z'/></metadata>",
)  # fmt: skip


def _bits(data: bytes, chance: Random) -> bytes:
    """A few bytes are others."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8) if changed else 0):
        changed[chance.randrange(len(changed))] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
    return bytes(changed)


def _cut(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data) or 1)]


def _other(_data: bytes, chance: Random) -> bytes:
    """What is another kind of file."""
    return chance.choice((*_pictures(), b"", b"\x00" * 99, STAR.encode(), b"name: x\n", _font_of_nothing()))


def _recoded(data: bytes, chance: Random) -> bytes:
    text = data.decode("latin-1")
    return text.encode(chance.choice(("utf-16", "utf-8-sig", "utf-32")), "surrogatepass")


_ANY = (_bits, _cut, _other, _recoded, lambda data, _: data.replace(b"\n", b"\r\n"))


def _font_of_nothing() -> bytes:
    return b"\x00\x01\x00\x00" + bytes(60)


def _font(data: bytes, chance: Random) -> bytes:
    """Bytes or words of one table, where it stands, how long it is, or that it is there at all."""
    count = struct.unpack(">H", data[4:6])[0] if len(data) > 12 else 0
    if not count or chance.random() < 0.1:
        return _cut(data, chance)
    entry = 12 + 16 * chance.randrange(count)
    offset, length = struct.unpack(">II", data[entry + 8 : entry + 16])
    changed = bytearray(data)
    match chance.randrange(6):
        case 0:
            changed[entry : entry + 4] = chance.choice((b"xxxx", b"glyf", b"cmap", b"head"))
        case 1:
            changed[entry + 8 : entry + 16] = struct.pack(
                ">II", chance.choice((0, offset + 1, len(data), 0xFFFFFFFF)), length
            )
        case 2:
            changed[entry + 12 : entry + 16] = struct.pack(">I", chance.choice((0, 1, length // 2, 0xFFFFFFFF)))
        case 3:
            changed[offset : offset + length] = bytes(length)
        case _:
            early = max(1, min(length, chance.choice((16, 64, length))))  # headers and counts stand first
            for _ in range(chance.randint(1, 6)):
                at = offset + chance.randrange(early)
                if at + 2 <= len(changed):
                    word = chance.choice((0, 1, 0x7FFF, 0x8000, 0xFFFF, chance.randrange(65536)))
                    changed[at : at + 2] = struct.pack(">H", word)
    return bytes(changed)


@lru_cache(maxsize=1)
def _pictures() -> tuple[bytes, ...]:
    """Pictures of every kind that designers have, and some that nobody should have."""
    kinds = [
        ("GIF", "P"), ("WEBP", "RGB"), ("TIFF", "CMYK"), ("BMP", "RGB"), ("PNG", "1"), ("PNG", "LA"), ("PNG", "P"), ("PNG", "I;16"),
        ("JPEG", "CMYK"), ("JPEG", "L"), ("PNG", "L"), ("WEBP", "RGBA"), ("AVIF", "RGBA"), ("TIFF", "RGB"), ("TIFF", "P"), ("TIFF", "LAB"),
    ]  # fmt: skip
    frames = [Image.new("RGB", (6, 6), color) for color in ("red", "blue")]
    streams = []
    for kind, more in (
        ("PNG", {"save_all": True}),
        ("MPO", {"save_all": True}),
        ("GIF", {"save_all": True}),
        ("TIFF", {"save_all": True}),
        ("WEBP", {"save_all": True}),
    ):
        stream = BytesIO()
        first, second = (frame.copy() for frame in frames)  # Pillow keeps how one was saved
        first.save(stream, kind, append_images=[second], **more)
        streams.append(stream.getvalue())
    turned = BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    frames[0].save(turned, "JPEG", exif=exif)
    return (*(picture(kind, mode) for kind, mode in kinds), *streams, turned.getvalue(), damaged_size(60_000, 60_000))


def damaged_size(width: int, height: int) -> bytes:
    """A PNG that says it has so many pixels, and has a few."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)

    def chunk(tag: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data))

    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(9999))) + chunk(b"IEND", b"")
    )


def _image(data: bytes, chance: Random) -> bytes:
    return chance.choice((_bits, _bits, _cut, _other))(data, chance)


def _workbook(data: bytes, chance: Random) -> bytes:
    """A part's text, or the zip's own bytes."""
    if chance.random() < 0.3:
        return _bits(data, chance)
    try:
        with ZipFile(BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except BadZipFile:
        return data
    name = chance.choice(sorted(parts))
    parts[name] = _text(chance.choice((_words, lambda text, chance: mutate(text, DRAWINGS, chance))))(
        parts[name], chance
    )
    return zipped(parts)


_KINDS: Mapping[str, Callable[[bytes, Random], bytes]] = {
    "yaml": _text(_yaml), "csv": _text(_words), "md": _text(_markdown), "svg": _text(_svg), "ttf": _font, "png": _image, "jpg": _image,
    "webp": _image, "avif": _image, "tif": _image,
    "xlsx": _workbook,
}  # fmt: skip
