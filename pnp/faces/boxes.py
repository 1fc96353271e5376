"""A template as a drawing program saved it goes in; the template that Jinja compiles comes out, line for line.

A rectangle that names a field becomes a fitted text box: a call of the ``text`` helper in its place. And inside
Jinja's braces ``&quot;`` is a quotation mark again, as it was typed before the program saved it as XML.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from html import unescape

from pnp.units import parse_length

_BRACES = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_TAG = r"(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?"
_RECT = re.compile(
    rf"\{{#.*?#\}}|<!--.*?-->|<rect\b(?P<own>{_TAG})(?:/>|>(?P<inside>[^<]*(?:<(?!/rect)[^<]*)*)</rect\s*>)", re.DOTALL
)
_SVG = re.compile(rf"<svg\b({_TAG})>", re.DOTALL)
_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.DOTALL)
_WHOLE = re.compile(r"\{\{(.*)\}\}", re.DOTALL)
_ALIGN = {"start": "left", "middle": "center", "end": "right", "left": "left", "center": "center", "right": "right"}
_VALIGN = ("top", "middle", "bottom")


@dataclass(frozen=True, slots=True)
class Names:
    """What a box may be called: the fields of the game's records, and the text styles of game.yaml, first to last."""

    fields: Collection[str]
    styles: Collection[str]


def read_boxes(text: str, names: Names) -> str:
    """Rewrite a template. One without boxes and braces full of XML's marks is answered as it came."""
    if "&" in text:
        text = _BRACES.sub(lambda match: unescape(match[0]), text)
    if "data-text" not in text and "inkscape:label" not in text:
        return text
    scale = _millimetres(text)
    return _RECT.sub(lambda match: _box(match, names, scale), text)


def _millimetres(text: str) -> float:
    """How long the drawing's unit is, where width and viewBox are plain: text is fitted in millimetres."""
    root = _SVG.search(text)
    own = _attributes(root[1]) if root else {}
    box = own.get("viewBox", "").replace(",", " ").split()
    try:
        width = own.get("width", "").replace("px", f"*{25.4 / 96}")
        number, _, factor = width.partition("*")
        if not number or (number[-1].isdigit() and not factor):
            return 1.0  # a bare number says nothing about paper
        scale = (float(number) * float(factor) if factor else parse_length(number)) / float(box[2])
    except (ValueError, IndexError, ZeroDivisionError):
        return 1.0
    return scale if abs(scale - 1) > 1e-6 and scale > 0 else 1.0


def _attributes(text: str) -> dict[str, str]:
    return {name: unescape(one or two) for name, one, two in _ATTRIBUTE.findall(text)}


def _box(match: re.Match[str], names: Names, scale: float) -> str:
    if match["own"] is None:
        return match[0]  # a comment
    own = _attributes(match["own"])
    label = own.get("inkscape:label", "").strip()
    field = own.get("data-text", "").strip()
    if not field and label not in names.fields:
        return match[0]
    content = _expression(field, 1.0) if _WHOLE.fullmatch(field) else field or f"it.{label}"
    call = f"{{{{ text({content}, {_arguments(own, content, names, scale)}) }}}}"
    if scale != 1.0:
        call = f'<g transform="scale({1 / scale:.7g})">{call}</g>'
    if own.get("transform"):
        call = f'<g transform="{own["transform"]}">{call}</g>'
    if own.get("data-part"):  # what callouts lead to
        from xml.sax.saxutils import quoteattr  # it loads all that opens an address: 7 ms that few builds need

        call = f"<g data-part={quoteattr(own['data-part'])}>{call}</g>"
    if not field:
        return f"{{% if it is defined and {content} is defined %}}{call}{{% else %}}{match[0]}{{% endif %}}"
    return call + "\n" * match[0].count("\n")


def _arguments(own: dict[str, str], content: str, names: Names, scale: float) -> str:
    """The helper's arguments: the rectangle's place, the style, and how the words lie in it."""
    place = [_expression(own.get(name, "0"), scale) for name in ("x", "y", "width", "height")]
    declared = dict(part.split(":", 1) for part in own.get("style", "").split(";") if ":" in part)
    looks = {name.strip(): value.strip() for name, value in declared.items()}
    style = own.get("data-style") or _style(content, names)
    given = own.get("data-align") or looks.get("text-align") or looks.get("text-anchor") or own.get("text-anchor", "")
    words = [*place, repr(style)]
    if given in _ALIGN:
        words.append(f"align={_ALIGN[given]!r}")
    if own.get("data-valign") in _VALIGN:
        words.append(f"valign={own['data-valign']!r}")
    if own.get("data-color"):
        words.append(f"color={own['data-color']!r}")
    return ", ".join(words)


def _style(content: str, names: Names) -> str:
    """The text style called like the field, else ``body``, else the first there is."""
    last = content.rpartition(".")[2]
    styles = list(names.styles)
    return last if last in styles else "body" if "body" in styles or not styles else styles[0]


def _expression(text: str, scale: float) -> str:
    """A coordinate as Jinja reads it: ``12.5mm`` as 12.5, ``{{ w - 5 }}`` as (w - 5)."""
    whole = _WHOLE.fullmatch(text.strip())
    if whole:
        return f"({whole[1].strip()})" if scale == 1.0 else f"({whole[1].strip()}) * {scale:.7g}"
    try:
        return f"{parse_length(text.strip().removesuffix('px')) * scale:.7g}"
    except ValueError:
        return repr(text)
