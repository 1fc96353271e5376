"""A finished drawing goes in; the names that it uses come out: of colours, icons, pictures and font families.

It is read as text, in one pass a kind: a deck of 10,000 faces is asked, and a tree of each would take longer than to
paint it. So a name that only stands in a comment counts as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape

from pnp.svg.document import SvgDocument
from pnp.svg.font_shorthand import spread_font
from pnp.svg.letters import spans_of
from pnp.svg.tree import SvgFault, local
from pnp.svg.walk import Shown, open_face, shown_in

_PAINT = re.compile(r"""\b(?:fill|stroke|stop-color|flood-color|lighting-color|color)\s*[=:]\s*["']?\s*([\w-]+)""")
_ICON = re.compile(r"""href=["']icon:([^"']+)["']""")
_PICTURE = re.compile(r"""<image\b[^<>]*?href=["'](?!data:)([^"'#<>]+)["']""")
_ONE = r"""(?:"[^"]*"|'[^']*'|[\w -]+)"""
_WANTED = re.compile(r"""data-art=["']([^"']+)["']""")
_FONT = re.compile(r"""\bfont\s*(?:=\s*"|:)\s*([^;"{}<>]*)""")
_FAMILY = re.compile(rf"""font-family\s*(?:=\s*(?:"([^"]*)"|'([^']*)')|:\s*({_ONE}(?:\s*,\s*{_ONE})*))""")


def colors_in(svg: str) -> frozenset[str]:
    """The words that something is painted with: palette names, names of CSS, ``none`` and the like."""
    return frozenset(_PAINT.findall(svg))


def icons_in(svg: str) -> frozenset[str]:
    """The icons drawn, by their names."""
    return frozenset(_ICON.findall(svg))


def pictures_in(svg: str) -> frozenset[str]:
    """The files of the pictures shown; those within the drawing itself have no name."""
    return frozenset(_PICTURE.findall(svg))


def missing_in(svg: str) -> frozenset[str]:
    """The files that placeholders stand for."""
    return frozenset(map(unescape, _WANTED.findall(svg)))


def pictures_in_order(svg: str) -> list[str]:
    """The files of the pictures shown, as they stand one after another, each as often as it is named."""
    return _PICTURE.findall(svg)


def families_in(svg: str) -> frozenset[str]:
    """The font families named, each of a list."""
    lists = ["".join(match) for match in _FAMILY.findall(svg)]
    for value in _FONT.findall(svg):
        with suppress(SvgFault):
            lists.append(spread_font(value.strip()).get("font-family", ""))
    return frozenset(name.strip().strip("'\"") for names in lists for name in names.split(",") if name.strip())


def words_in(svg: str) -> Iterator[tuple[str, str]]:
    """Every stretch of letters that is shown, with the family it asks for; nothing of what is no drawing."""
    try:
        document, matrix = open_face(svg)
    except SvgFault:
        return
    for shown in shown_in(document, matrix):
        if local(shown.element.tag) == "text":
            yield from _spans(document, shown)


def _spans(document: SvgDocument, shown: Shown) -> Iterator[tuple[str, str]]:
    try:
        for span in spans_of(shown.element, shown.cascade, document):
            names = (name.strip().strip("'\"") for name in span.cascade.style["font-family"].split(","))
            yield from ((name, span.text) for name in names if name)
    except SvgFault:
        return  # the painter says what is wrong with it
