"""A template's text as it was saved goes in; the text that Jinja compiles comes out: boxes filled, lines marked.

A rectangle that names a field becomes a fitted text box: a call of the ``text`` helper in its place. Inside Jinja's
braces ``&quot;`` is a quotation mark again, as it was typed before a drawing program saved it as XML. Lines are marked
only when a drawing was refused: its face is rendered once more, and the refusal names the line of the template.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from html import escape, unescape

from pnp.problems import Source, Span
from pnp.svg.cascade import Cascade
from pnp.svg.scan import Tag, find_braces, scan
from pnp.svg.transform import face_origin
from pnp.svg.tree import LINE_MARK, Element, SvgFault

_ALIGN = {"start": "left", "middle": "center", "end": "right", "left": "left", "center": "center", "right": "right"}
_VALIGN = ("top", "middle", "bottom")


@dataclass(frozen=True, slots=True)
class BoxNames:
    """What a box may be called: the fields of the game's records, and the text styles of game.yaml, first to last."""

    fields: Collection[str]
    styles: Collection[str]


def read_boxes(text: str, names: BoxNames) -> str:
    """Rewrite a template. One without boxes and braces full of XML's marks is answered as it came."""
    if "&" in text:
        text = _typed(text)
    if "data-text" not in text and "inkscape:label" not in text:
        return text
    tags = [token for token in scan(text) if isinstance(token, Tag) and not token.broken]
    place = _place(next((tag for tag in tags if tag.name == "svg" and not tag.closing), None))
    parts: list[str] = []
    position = 0
    for tag, end in _rectangles(tags):
        if tag.start >= position:
            parts += (text[position : tag.start], _box(dict(tag.attributes), text[tag.start : end], names, place))
            position = end
    return "".join((*parts, text[position:]))


def mark_lines(text: str, template: str) -> str:
    """Add ``data-at="template:line"`` to every opening tag that stands outside Jinja's braces."""
    parts: list[str] = []
    position, line = 0, 1
    for tag in scan(text):
        if isinstance(tag, Tag) and not tag.closing and "{" not in tag.name:
            line += text.count("\n", position, tag.start)
            line_mark = f' {LINE_MARK}="{template}:{line}"'
            end = tag.start + 1 + len(tag.name)
            parts += (text[position:end], line_mark)
            position = end
    return "".join((*parts, text[position:]))


def place_of(mark: str, read: Callable[[str], Source]) -> Span | None:
    """The span that a mark names, in the template that ``read`` answers; None for no mark."""
    template, _, line = mark.rpartition(":")
    if not template:
        return None
    source = read(template)
    text = source.line(int(line))
    return Span(source, int(line), len(text) - len(text.lstrip()) + 1, max(1, len(text.strip())))


def place_within(source: Source, text: str) -> Span:
    """The first line of a template in which a text stands; the first of all where it stands in none."""
    position = source.text.find(text)
    if position < 0:
        return Span(source)
    before = source.text[:position]
    return Span(source, before.count("\n") + 1, position - before.rfind("\n"), len(text))


def _typed(text: str) -> str:
    """The template with the marks of XML in its braces as they were typed."""
    parts: list[str] = []
    position = 0
    for braces in find_braces(text):
        if braces.kind in ("print", "block"):
            parts += (text[position : braces.start], unescape(text[braces.start : braces.end]))
            position = braces.end
    return "".join((*parts, text[position:]))


def _place(svg: Tag | None) -> Cascade:
    """Where lengths are read, as the painter reads them; of a root that it refuses it says so itself."""
    try:
        return face_origin(Element("svg", dict(svg.attributes if svg else ())))[1]
    except SvgFault:
        return face_origin(Element("svg"))[1]


def _rectangles(tags: list[Tag]) -> Iterator[tuple[Tag, int]]:
    """Every rectangle, and where it ends: with its own tag, or with the next that closes one."""
    ends: list[tuple[Tag, int]] = []
    closed = -1
    for tag in reversed(tags):
        if tag.name == "rect" and tag.closing:
            closed = tag.end
        elif tag.name == "rect" and (tag.self_closing or closed >= 0):
            ends.append((tag, tag.end if tag.self_closing else closed))
    return reversed(ends)


def _box(own: dict[str, str], rectangle: str, names: BoxNames, place: Cascade) -> str:
    label = own.get("inkscape:label", "").strip()
    field = own.get("data-text", "").strip()
    if not field and label not in names.fields:
        return rectangle
    content = _code(field) or field or f"it.{label}"
    per_mm = place.viewport.per_mm
    call = f"{{{{ text({content}, {_arguments(own, content, names, place)}) }}}}"
    if per_mm != 1.0:
        call = f'<g transform="scale({per_mm:.7g})">{call}</g>'  # text is fitted in millimetres
    if own.get("transform"):
        call = f'<g transform="{own["transform"]}">{call}</g>'
    if own.get("data-part"):  # what callouts lead to
        call = f'<g data-part="{escape(own["data-part"])}">{call}</g>'
    if not field:
        return f"{{% if it is defined and {content} is defined %}}{call}{{% else %}}{rectangle}{{% endif %}}"
    return call + "\n" * rectangle.count("\n")


def _arguments(own: dict[str, str], content: str, names: BoxNames, place: Cascade) -> str:
    """The helper's arguments: the rectangle's place, the style, and how the words lie in it."""
    sides = (("x", "w"), ("y", "h"), ("width", "w"), ("height", "h"))
    words = [_millimetres(own.get(name, "0"), name, axis, place) for name, axis in sides]
    declared = dict(part.split(":", 1) for part in own.get("style", "").split(";") if ":" in part)
    looks = {name.strip(): value.strip() for name, value in declared.items()}
    words.append(repr(own.get("data-style") or _style(content, names)))
    given = own.get("data-align") or looks.get("text-align") or looks.get("text-anchor") or own.get("text-anchor", "")
    if given in _ALIGN:
        words.append(f"align={_ALIGN[given]!r}")
    if own.get("data-valign") in _VALIGN:
        words.append(f"valign={own['data-valign']!r}")
    if own.get("data-color"):
        words.append(f"color={own['data-color']!r}")
    return ", ".join(words)


def _style(content: str, names: BoxNames) -> str:
    """The text style called like the field, else ``body``, else the first there is."""
    last = content.rpartition(".")[2]
    styles = list(names.styles)
    return last if last in styles else "body" if "body" in styles or not styles else styles[0]


def _millimetres(text: str, name: str, axis: str, place: Cascade) -> str:
    """A length as Jinja reads it: ``12.5mm`` as 12.5, ``{{ w - 5 }}``, which is in the drawing's units, as (w - 5)."""
    code, scale = _code(text.strip()), 1 / place.viewport.per_mm
    if code:
        return code if scale == 1.0 else f"{code} * {scale:.7g}"
    try:
        return f"{place.length(text, name, axis) * scale:.7g}"
    except SvgFault:
        return repr(text)  # the helper says what it is not


def _code(text: str) -> str:
    """What stands in braces that are the whole text, as Jinja's own brackets; else nothing."""
    whole = text.startswith("{{") and text.endswith("}}") and len(text) >= 4
    return f"({text[2:-2].strip()})" if whole else ""
