"""A drawing's text goes in; the same without its DOCTYPE, and with what that abbreviates written out, comes out.

Illustrator writes the names of its namespaces as entities. Those that are given where they stand are written out,
within bounds; nothing is fetched, and nothing else of a document type is obeyed.
"""

from __future__ import annotations

import re

MOST_ENTITIES = 200
MOST_NESTED = 4  # entities within entities: a pass goes twice as deep as the one before
MOST_ADDED = 1_000_000  # characters, by all that is written out together

_DOCTYPE = re.compile(r"<!DOCTYPE\s[^\[\]<>]*(\[)?")
_ENTITY = re.compile(r"""<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"([^"]*)"|'([^']*)')\s*>""")
_SPACE = re.compile(r"\s*")
_END = re.compile(r"\]\s*>")
_REFERENCE = re.compile(r"&([A-Za-z_][\w.-]*);")
_PASSAGE = re.compile(r"<!\[CDATA\[|<!--")
_ENDS = {"<![CDATA[": "]]>", "<!--": "-->"}
_KNOWN = frozenset({"lt", "gt", "amp", "quot", "apos"})
_QUOTES = {ord('"'): "&#34;", ord("'"): "&#39;"}


class EntityError(ValueError):
    """A document type that is not obeyed; the message says what of it."""


def written_out(svg: str) -> str:
    """The drawing without its document type. Raises EntityError for what reaches outside, nests or grows too much."""
    head = _DOCTYPE.search(svg)
    if head is None or "<!DOCTYPE" in svg[head.end() :]:
        raise EntityError("a DOCTYPE that is no plain one stands in the drawing")
    if not head[1]:
        if svg[head.end() : head.end() + 1] != ">" or "<!ENTITY" in svg:
            raise EntityError("a DOCTYPE that is no plain one stands in the drawing")
        return svg[: head.start()] + svg[head.end() + 1 :]
    values, end = _declared(svg, head.end())
    lines = "\n" * svg.count("\n", head.start(), end)
    return svg[: head.start()] + lines + _replaced(svg[end:], _settled(values))


def _declared(svg: str, position: int) -> tuple[dict[str, str], int]:
    """The entities, the first of a name counts (XML 1.0, 4.2), and where the document type ends."""
    values: dict[str, str] = {}
    while True:
        position = _SPACE.match(svg, position).end()  # type: ignore[union-attr]  # matches the empty text too
        closing = _END.match(svg, position)
        if closing:
            return values, closing.end()
        if svg.startswith("<!--", position) and (end := svg.find("-->", position + 4)) >= 0:
            position = end + 3
            continue
        entity = _ENTITY.match(svg, position)
        if entity is None:
            said = " ".join(svg[position : position + 40].split())
            raise EntityError(f"the DOCTYPE has '{said}', and only entities with a value of their own are read")
        value = entity[2] if entity[2] is not None else entity[3]
        if "<" in value or "%" in value:
            raise EntityError(f"the entity '{entity[1]}' is more than words")
        values.setdefault(entity[1], value.translate(_QUOTES))
        if len(values) > MOST_ENTITIES:
            raise EntityError(f"the DOCTYPE has more than {MOST_ENTITIES} entities")
        position = entity.end()


def _settled(values: dict[str, str]) -> dict[str, str]:
    """Values without references to other values."""
    for _ in range(MOST_NESTED // 2):
        if not any(_REFERENCE.search(value) for value in values.values()):
            return values
        grown = {name: _inner(value, values) for name, value in values.items()}
        if sum(map(len, grown.values())) > MOST_ADDED:
            raise EntityError(f"the entities are longer than {MOST_ADDED:,} characters together")
        values = grown
    if any(match[1] not in _KNOWN for value in values.values() for match in _REFERENCE.finditer(value)):
        raise EntityError(f"the entities stand within one another more than {MOST_NESTED} deep")
    return values


def _inner(value: str, values: dict[str, str]) -> str:
    size = sum(len(values.get(match[1], "")) for match in _REFERENCE.finditer(value))
    if size > MOST_ADDED:
        raise EntityError(f"the entities are longer than {MOST_ADDED:,} characters together")
    return _REFERENCE.sub(lambda match: values.get(match[1], match[0]) if match[1] not in _KNOWN else match[0], value)


def _replaced(text: str, values: dict[str, str]) -> str:
    """The text with its references written out, but for what is quoted as it is or is a comment."""
    left = MOST_ADDED

    def value(match: re.Match[str]) -> str:
        nonlocal left
        found = values.get(match[1]) if match[1] not in _KNOWN else None
        if found is None:
            return match[0]
        left -= len(found)
        if left < 0:
            raise EntityError(f"the entities add more than {MOST_ADDED:,} characters to the drawing")
        return found

    parts: list[str] = []
    position = 0
    while passage := _PASSAGE.search(text, position):
        end = text.find(_ENDS[passage[0]], passage.end())
        if end < 0:
            break  # broken, as the XML reader says
        parts += (_REFERENCE.sub(value, text[position : passage.start()]), text[passage.start() : end])
        position = end
    return "".join((*parts, _REFERENCE.sub(value, text[position:])))
