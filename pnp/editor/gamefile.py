"""A game goes in, the JSON Schema of its game.yaml comes out, made of the reader's own declarations."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.editor.descriptions import WORDS
from pnp.editor.type_schemas import (
    DRAFT,
    HEX_COLOR,
    TEXT,
    WORD,
    KnownNames,
    Schema,
    described,
    list_schema,
    mapping_schema,
    named,
    object_schema,
)
from pnp.fonts.families import STYLES
from pnp.game.choose import part_fields
from pnp.game.ink_palettes import CHEAP
from pnp.game.label_stock import LABEL_STOCKS
from pnp.game.model import Game
from pnp.game.spec import (
    ACCEPT,
    ASIDE,
    BOOK,
    BOOK_COLORS,
    BOOK_MARGINS,
    CHECK,
    COLLECTION_KEYS,
    COMPONENT,
    COUNT,
    DOCUMENT,
    FACE,
    GAME,
    GAME_KEYS,
    GROUP,
    STYLE,
    SUPPLY,
)
from pnp.units import NAMED_SIZES, PAPERS

_DOCUMENT = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*(\.html)?$"
_TEXTS = list_schema(TEXT)
_COUNT: Schema = {"type": "integer", "minimum": 1}
_SIZES = [size for name in NAMED_SIZES for size in (name, f"{name} landscape")]


def _by_paper(schema: Schema) -> Schema:
    """A value for each paper."""
    return {"type": "object", "properties": dict.fromkeys(PAPERS, schema), "additionalProperties": False}


_SIZE: Schema = {"anyOf": [named(_SIZES), _by_paper(named(_SIZES))]}
_LONG_TYPE: Schema = {"type": TEXT, "default": TEXT, "names": {"anyOf": [TEXT, _TEXTS]}}
_TYPE: Schema = {
    "anyOf": [{"type": "string"}, {"type": "object", "properties": _LONG_TYPE, "additionalProperties": False}]
}
_FIELDS = mapping_schema(_TYPE, WORD)


def game_schema(game: Game) -> Schema:
    """The schema of game.yaml. What it may name are the things of this game, as proposals."""
    names = KnownNames(palette=tuple(game.palette))
    sections: Mapping[str, Callable[[], Schema]] = {
        "palette": lambda: mapping_schema({"type": "string", "pattern": HEX_COLOR}),
        "ink": lambda: object_schema({}, names, {}, dict.fromkeys(CHEAP, _colors(game))),
        "fonts": lambda: mapping_schema(object_schema({}, names, {}, dict.fromkeys(STYLES, _face(names))), ".*"),
        "fallback": lambda: list_schema(named(game.fonts.families)),
        "text": lambda: mapping_schema(_style(game, names)),
        "types": lambda: mapping_schema(_FIELDS),
        "collections": lambda: mapping_schema(_collection()),
        "boards": lambda: mapping_schema(
            {"anyOf": [TEXT, object_schema({}, names, {}, {"file": TEXT, "refs": mapping_schema(TEXT, ".*")})]}
        ),
        "components": lambda: mapping_schema(_component(game, names)),
        "books": lambda: mapping_schema(_book(names)),
        "documents": lambda: mapping_schema(_document(game, names), _DOCUMENT),
        "checks": lambda: list_schema(_check(game, names)),
        "box": lambda: mapping_schema({"anyOf": [_COUNT, object_schema(SUPPLY, names, {})]}),
        "distinct": lambda: list_schema(_distinct(game, names)),
        "accept": lambda: list_schema(object_schema(ACCEPT, names, {})),
        "assumed": lambda: _TEXTS,
    }
    more = {name: sections[name]() if name in sections else {} for name in GAME_KEYS if name not in GAME}
    schema = object_schema(GAME, names, WORDS["game"], more)
    required = [*schema["required"], "fonts"]
    return {"$schema": DRAFT, "title": f"game.yaml of {game.title}", **schema, "required": required}


def _colors(game: Game) -> Schema:
    """A hex value for some colours of the palette."""
    hexes = {name: {"type": "string", "pattern": HEX_COLOR} for name in game.palette}
    return {"type": "object", "properties": hexes, "additionalProperties": False}


def _face(names: KnownNames) -> Schema:
    """A style of a family: its file, or what is taken of that."""
    axes = mapping_schema({"type": "number"}, ".*")
    return {"anyOf": [TEXT, object_schema(FACE, names, WORDS["face"], {"axes": axes})]}


def _style(game: Game, names: KnownNames) -> Schema:
    schema = object_schema(STYLE, names, WORDS["style"])
    schema["properties"]["font"] = described(named(game.fonts.families), WORDS["style"]["font"])
    schema["properties"]["color"] = described(named(game.palette), WORDS["style"]["color"])
    return schema


def _collection() -> Schema:
    parts: dict[str, Schema] = {
        "file": TEXT,
        "sheet": TEXT,
        "fields": _FIELDS,
        "id": {"anyOf": [TEXT, _TEXTS]},
        "defaults": {"type": "object"},
        "ignore": _TEXTS,
        "header": _COUNT,
        "leave-out": {"anyOf": [TEXT, _TEXTS, mapping_schema({"anyOf": [TEXT, _TEXTS]}, ".*")]},
    }
    parts = {name: parts.get(name, {}) for name in COLLECTION_KEYS}
    return object_schema({}, KnownNames(), WORDS["collection"], parts) | {"required": ["file", "fields"]}


def _component(game: Game, names: KnownNames) -> Schema:
    words = WORDS["component"]
    more = {
        "size": _SIZE,
        "copies": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 1000}, {"type": "string"}]},
        "sort": {"anyOf": [TEXT, _TEXTS]},
        "with": mapping_schema(TEXT, WORD),
        "of": named([*game.collections, *_lists(game)]),
        "board": named(game.boards),
    }
    schema = object_schema(COMPONENT, names, words, more)
    return schema | {"required": [*schema["required"], "size"]}


def _lists(game: Game) -> list[str]:
    """The lists of records that components can be made of, such as decks.cards."""
    found = (f"{owner}.{name}" for owner, collection in game.collections.items() for name in collection.fields)
    return [of for of in found if part_fields(of, game.collections, game.types) is not None]


def _book(names: KnownNames) -> Schema:
    more = {
        "margins": object_schema(BOOK_MARGINS, names, {}),
        "colors": object_schema(BOOK_COLORS, KnownNames(), {}),
        "asides": mapping_schema(object_schema(ASIDE, KnownNames(), {})),
    }
    return object_schema(BOOK, names, WORDS["book"], more)


def _document(game: Game, names: KnownNames) -> Schema:
    components = list_schema(named(game.components))
    more = {
        "components": components,
        "combine": list_schema(named(game.documents)),
        "book": named(game.books),
        "size": _SIZE,
        "labels": {"anyOf": [named(LABEL_STOCKS), _by_paper(named(LABEL_STOCKS))]},
    }
    return {"anyOf": [components, object_schema(DOCUMENT, names, WORDS["document"], more)]}


def _check(game: Game, names: KnownNames) -> Schema:
    """A rule for every record, a limit, or a count."""
    words = WORDS["check"]
    every = object_schema(CHECK, names, words)
    every["properties"]["every"] = described(named(game.collections), words["every"])
    every |= {"anyOf": [{"required": ["must"]}, {"required": ["value"]}]}
    return {"anyOf": [every, object_schema(COUNT, names, words)]}


def _distinct(game: Game, names: KnownNames) -> Schema:
    """Colours, or colours with a reason."""
    colors = list_schema(named(game.palette))
    return {"anyOf": [colors, object_schema(GROUP, names, {}, {"colors": colors})]}
