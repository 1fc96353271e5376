"""The sections of game.yaml, and the keys of kits, as field types: the reader that checks records checks them, too."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.rules.kits import offering, unknown_kit
from pnp.rules.kits.offers import Key
from pnp.schema.read import Reader
from pnp.schema.types import FieldType, field_types, parse_type
from pnp.source.nodes import Scalar, shortened


def _fields(**types: str) -> dict[str, FieldType]:
    return {name.rstrip("_").replace("_", "-"): parse_type(text, (), ()) for name, text in types.items()}


GAME_KEYS = (
    "title", "version", "author", "subject", "language", "palette", "ink", "fonts", "fallback", "text", "rules",
    "types", "collections", "boards", "components", "books", "documents", "checks", "assumed", "box", "distinct",
    "accept",
)  # fmt: skip
GAME = _fields(
    title="text ..120", version="text ..40?", author="text ..400?", subject="text ..400?", language="text ..40?",
    rules="text?",
)  # fmt: skip
STYLE = _fields(
    font="text", weight="one of regular | bold?", style="one of upright | italic?", size="number 1..400",
    min="number 5..400?", leading="number 0.8..3?", color="color?", tracking="number -0.1..1?",
    case="one of as-typed | upper | small-caps?", align="one of left | center | right | justify?", hyphenate="flag?",
    smart="flag?", lines="one of flow | keep?", fit="one of alone | together?",
)  # fmt: skip
FACE = _fields(  # a style of a family of fonts that says more than its file
    file="text", face="text ..100?", weight="number 1..1000?", width="number 1..1000?", slant="number -90..90?",
    optical_size="number 1..2000?",
)  # fmt: skip
COLLECTION_KEYS = ("file", "sheet", "fields", "id", "defaults", "ignore", "header", "leave-out")
BOARD_KEYS = ("file", "refs")
COMPONENT = _fields(
    title="text ..120?", of="text?", board="text?", template="text", back="text?", shape="text?",
    cut_line="one of outside | on | none?", bleed="length 0..25?", safe="length 0..25?", where="text?",
    paper="text ..40?",
)  # fmt: skip
COMPONENT_KEYS = (*COMPONENT, "size", "copies", "sort", "with")
COPIES = parse_type("int 0..1000", (), ())  # of a component's every record
DOCUMENT = _fields(
    title="text?", components="list of text?", combine="list of text?", book="text?", columns="int 1..3?",
    layout="one of grid | pack | tiles | poster | strips | book | booklet | html?",
    margin="length 0..50?", gutter="length 0..50?", flip="one of long | short?",
    backs="one of two-sided | fold | glue | none?", lap="length 3..30?", panels="text ..20?",
)  # fmt: skip
BOOK = _fields(
    title="text?", chapters="list of text", cover="text?", page="text?", diagrams="text?", pages="int 1..400?",
    numbered="flag?",
)  # fmt: skip
BOOK_KEYS = (*BOOK, "margins", "colors", "asides")
BOOK_MARGINS = _fields(inner="length 5..60?", outer="length 5..60?", top="length 5..60?", bottom="length 5..60?")
# what each is for, and its colour where a book names none
BOOK_ROLES = {
    "line": "#999999",  # rules between and under things
    "link": "#333333",  # page numbers of cross-references
    "head": "#333333", "head-text": "#ffffff",  # a table's headings
    "stripe": "#f2f2f2",  # every second row
    "low": "#ffffff", "high": "#bbbbbb",  # the least and the greatest value of a shaded table
}  # fmt: skip
BOOK_COLORS = _fields(**{role.replace("-", "_"): "color?" for role in BOOK_ROLES})
ASIDES = ("example", "note", "rule", "tip")
ASIDE = _fields(title="text?", icon="icon?", fill="color?", edge="color?")
CHECK = _fields(
    every="text", each="text?", must="text?", value="text?", at_least="text?", at_most="text?", because="text",
    hint="text?",
)  # fmt: skip
COUNT = _fields(count="text", at_least="text?", at_most="text?", because="text", hint="text?")
SUPPLY = _fields(count="int 1..1000", title="text?")
GROUP = _fields(because="text?")
ACCEPT = _fields(code="text", where="text", because="text")


def named_kit(reader: Reader, name: Scalar, part: str) -> bool:
    """Whether a kit of this name offers ``checks``, ``simulation`` or ``questions``; a problem when none does."""
    if name.text in offering(part):
        return True
    message, hint = unknown_kit(shortened(name.text), part)
    reader.problem("unknown-kit", message, name.span, hint)
    return False


def fields_of(keys: Mapping[str, Key]) -> dict[str, FieldType]:
    """The types of the values that a kit's keys have."""
    return field_types({name: key.type for name, key in keys.items()})
