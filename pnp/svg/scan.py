"""SVG goes in as plain text; its tags and Jinja's braces come out, or the elements that helpers wrote into it.

A template is no XML before it is rendered: ``{% if health < 3 %}`` stands in it, and a tag may begin in one branch and
end in another. Jinja reads such text first and XML what is left, and so does this: braces are found first and hidden,
then tags are looked for. Each pattern begins where the one before it ended, so the work grows as the text does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import merge
from html import unescape
from typing import Literal

_OPENING = re.compile(r"\{(?:%[-+]?\s*(?P<raw>raw)\s*-?%\}|[{%#])")
_END_OF_RAW = re.compile(r"\{%[-+]?\s*endraw\s*[-+]?%\}")
_END_OF_COMMENT = re.compile(r"#\}")
_IN_BRACES = re.compile(
    r"(?P<escaped>\\)?(?P<quote>[\"']|&(?:quot|apos|#0*3[49]|#[xX]0*2[27]);)|\\.|(?P<end>[%}]\})|[][(){}]", re.DOTALL
)

_MARKUP = re.compile(r"<(?:!--|!\[CDATA\[|!|\?|/?(?=[^\W\d]|:))")
_NAME = re.compile(r"[^\s\"'<>/=]+")
_IN_TAG = re.compile(r"(?P<name>[^\s\"'<>/={]+)(?:\s*=\s*(?P<quote>[\"']))?|=\s*(?P<stray>[\"'])|/?>|<")
_END_OF_VALUE = {'"': re.compile('"'), "'": re.compile("'")}

_ELEMENT = re.compile(
    r'<text xml:space="preserve" [^<>]*>[^<>]*(?:<tspan [^<>]*>[^<>]*</tspan>)*</text>|<use href="icon:[^<>]*/>'
)
_LINE = re.compile(
    r'<text xml:space="preserve" x="(-?\d{1,6}\.\d{4})" y="(-?\d{1,6}\.\d{4})"'
    r'((?: (?:font-family|font-size|font-weight|font-style|letter-spacing|fill)="[^"<>&]*")*)>([^<>&]+)</text>'
)


@dataclass(frozen=True, slots=True)
class Braces:
    """Jinja's, at ``text[start:end]``. A raw block is one, from ``{% raw %}`` to ``{% endraw %}``."""

    kind: Literal["print", "block", "comment", "raw"]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Opaque:
    """What XML sets apart, at ``text[start:end]``: nothing within it is a tag."""

    kind: Literal["comment", "cdata", "declaration", "instruction"]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag at ``text[start:end]``. Its attributes stand as they are written, with Jinja's braces and no entities.

    An attribute in both branches of an ``if`` is there twice, and a name that Jinja completes has its braces. A tag is
    ``broken`` if another begins before its end, which is then there, or if it has none: then it ends with the text.
    """

    name: str
    start: int
    end: int
    attributes: tuple[tuple[str, str], ...] = ()
    closing: bool = False
    self_closing: bool = False
    broken: bool = False


_OPAQUE: Mapping[str, tuple[Literal["comment", "cdata", "declaration", "instruction"], re.Pattern[str]]] = {
    "<!--": ("comment", re.compile("-->")),
    "<![CDATA[": ("cdata", re.compile(r"\]\]>")),
    "<!": ("declaration", re.compile(">")),
    "<?": ("instruction", re.compile(r"\?>")),
}


def scan(text: str) -> Iterator[Tag | Opaque | Braces]:
    """What stands in a template, first to last; between lies plain text. Never raises.

    Braces within a tag or a comment belong to it. Behind what is opened and never closed there is text alone.
    """
    hidden, end = _find_braces(text)
    position = 0
    for token in merge(hidden, _find_markup(text, _without(text[:end], hidden)), key=lambda token: token.start):
        if token.start >= position:
            yield token
            position = token.end


def find_braces(text: str) -> tuple[Braces, ...]:
    """Jinja's braces wherever they stand, in attributes and comments too; none behind some that are never closed."""
    return _find_braces(text)[0]


def _find_braces(text: str) -> tuple[tuple[Braces, ...], int]:
    """The braces, and where those begin that are never closed."""
    found: list[Braces] = []
    position = 0
    while opening := _OPENING.search(text, position):
        start, position = opening.span()
        kind: Literal["print", "block", "comment", "raw"]
        if opening["raw"] or text[position - 1] == "#":
            kind = "raw" if opening["raw"] else "comment"
            closing = (_END_OF_RAW if opening["raw"] else _END_OF_COMMENT).search(text, position)
            end = closing.end() if closing else -1
        else:
            kind = "print" if text[position - 1] == "{" else "block"
            end = _end_of_code(text, position, "}}" if kind == "print" else "%}")
        if end < 0:
            return tuple(found), start
        found.append(Braces(kind, start, end))
        position = end
    return tuple(found), len(text)


def _end_of_code(text: str, position: int, closing: str) -> int:
    """Where an expression's braces end: not in its strings, nor at the braces of a dict. -1 for nowhere.

    A program that saves the drawing writes a string's quotes as ``&quot;``, and they are quotes none the less.
    """
    depth, within = 0, ""
    while found := _IN_BRACES.search(text, position):
        position = found.end()
        mark = found[0]
        quote = unescape(found["quote"] or "")
        if within or quote:
            if quote and not found["escaped"] and within in ("", quote):
                within = "" if within else quote
        elif found["end"] and depth == 0 and mark == closing:
            return position
        elif found["end"]:
            position -= 1  # the second brace may end a pair of its own: {"a": {}}}}
            depth = max(0, depth - (mark[0] == "}"))
        elif mark in "([{":
            depth += 1
        elif mark in ")]}":
            depth = max(0, depth - 1)
    return -1


def _without(text: str, hidden: tuple[Braces, ...]) -> str:
    """The text with something as long in place of the braces that ends no tag and no value."""
    parts: list[str] = []
    position = 0
    for braces in hidden:
        parts += (text[position : braces.start], "{" * (braces.end - braces.start))
        position = braces.end
    return "".join((*parts, text[position:]))


def _find_markup(text: str, plain: str) -> Iterator[Tag | Opaque]:
    """Tags and opaque passages of ``plain``, which is the text without its braces."""
    position = 0
    while opening := _MARKUP.search(plain, position):
        start, position = opening.span()
        if opening[0] in _OPAQUE:
            kind, pattern = _OPAQUE[opening[0]]
            closing = pattern.search(plain, position)
            if closing is None:
                return
            position = closing.end()
            yield Opaque(kind, start, position)
            continue
        tag = _read_tag(text, plain, start, position)
        position = tag.end
        yield tag


def _read_tag(text: str, plain: str, start: int, position: int) -> Tag:
    """The tag that begins at ``start``, its name at ``position``."""
    word = _NAME.match(plain, position)
    position = word.end() if word else position
    name, closing = text[word.start() : word.end()] if word else "", plain[start + 1] == "/"
    attributes: list[tuple[str, str]] = []
    while found := _IN_TAG.search(plain, position):
        position = found.end()
        if found[0] == "<":
            return Tag(name, start, position - 1, tuple(attributes), closing, broken=True)
        if found[0] in ("/>", ">"):
            return Tag(name, start, position, tuple(attributes), closing, found[0] == "/>")
        quote = found["quote"] or found["stray"]
        if not quote:
            continue  # a word that is no attribute, or what the other branch of an if left of one
        closed = _END_OF_VALUE[quote].search(plain, position)
        if closed is None:
            break
        if found["name"]:
            attributes.append((found["name"], unescape(text[position : closed.start()])))
        position = closed.end()
    return Tag(name, start, len(plain), tuple(attributes), closing, broken=True)


def cut_out(svg: str) -> tuple[tuple[str, ...], list[list[str]]]:
    """What is left of a face without the texts and icons that helpers wrote, and these, cut out between.

    Neighbours are cut out together, for a paragraph's lines are many.
    """
    left: list[str] = []
    cuts: list[list[str]] = []
    end = -1
    for match in _ELEMENT.finditer(svg):
        start = match.start()
        if start != end:
            left.append(svg[max(end, 0) : start])
            cuts.append([])
        cuts[-1].append(match[0])
        end = match.end()
    left.append(svg[max(end, 0) :])
    return tuple(left), cuts


def plain_line(element: str) -> tuple[str, ...] | None:
    """The x, the y, the other attributes and the letters of a text that was cut out; None where it has more to it."""
    match = _LINE.fullmatch(element)
    return match.groups() if match else None
