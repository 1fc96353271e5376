"""A game goes in, the JSON Schemas of its data files come out: records, boards, rules and diagrams."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pnp.diagrams.callouts import CALLOUTS
from pnp.diagrams.diagram_file import DIAGRAM_KEYS, DIAGRAM_TOP, LOOK
from pnp.diagrams.field_map import FIELD_FIGURE, FIELD_PATH, FIELD_PLACE, FIELD_TERRAIN
from pnp.diagrams.field_scenario import FIELD, PUSH, RANGE, SIGHT
from pnp.diagrams.hex_map import FIGURE, LANDMARK
from pnp.diagrams.hex_scenario import AREA, DIAGRAM, LINE, SECTIONS
from pnp.editor.descriptions import WORDS
from pnp.editor.type_schemas import (
    DRAFT,
    ID,
    TEXT,
    WORD,
    KnownNames,
    Schema,
    described,
    list_schema,
    mapping_schema,
    object_schema,
    one_of,
    value_schema,
)
from pnp.game.boards import BOARD_FILE_KEYS, BOARD_TOP, HEX, PLACE, PLACE_KIND, TERRAIN
from pnp.game.headings import SPECIAL
from pnp.game.model import Collection, Game
from pnp.game.rulefile import ROLL, RULE_KEYS
from pnp.game.ruletables import TABLE, TABLE_KEYS
from pnp.game.simulations import KIT
from pnp.game.spec import COPIES, fields_of
from pnp.rules.kits import board_checks, offering, simulator
from pnp.rules.kits.offers import Key
from pnp.schema.types import FieldType

Fields = Mapping[str, FieldType]
_NUMBER: Schema = {"type": ["integer", "string"]}
_RANGE: Schema = {"type": "string", "pattern": r"^-?[0-9]{1,6}\.\.-?[0-9]{1,6}$"}


def collection_schema(
    collection: Collection, types: Mapping[str, Fields], names: KnownNames, given: Mapping[str, bool]
) -> Schema:
    """The schema of a collection's YAML file. ``given`` are the keys of the designer's own (True) and the defaults."""
    words = WORDS["record"]
    record = object_schema(collection.fields, names, {})
    more = {"copies": COPIES, **SPECIAL}
    for name, type_ in more.items():
        if name not in collection.fields or name == "copies":
            known = record["properties"].get(name) or value_schema(type_, names)
            record["properties"][name] = described(known, words[name])
    record["properties"] |= {name: {} for name, own in given.items() if own}
    required = [name for name in record.pop("required", []) if name not in given]
    if required:
        inherits = {"anyOf": [{"required": [name]} for name in SPECIAL if name not in collection.fields]}
        record |= {"if": inherits, "else": {"required": required}} if inherits["anyOf"] else {"required": required}
    definitions = {name: object_schema(fields, names, {}) for name, fields in types.items()}
    title = collection.name.replace("-", " ").capitalize()
    return {"$schema": DRAFT, "title": title, **mapping_schema(record, ID), "$defs": definitions}


def records_schema(collection: Collection, types: Mapping[str, Fields], names: KnownNames) -> Schema:
    """The schema of a collection's JSON file: a list of records, or records by their names, or either under a name.

    What is missing, and what a name may be spelled like, is a matter for ``pnp check``: values alone are looked at.
    """
    record = object_schema(collection.fields, names, {}) | {"additionalProperties": True}
    record.pop("required", None)
    for name, type_ in collection.fields.items():
        if name in record["properties"]:
            value = value_schema(replace(type_, optional=True), names)
            loose = type_.kind in ("list", "ref")  # written as in a cell
            record["properties"][name] = {"anyOf": [value, {"type": "string"}]} if loose else value
    record["properties"]["copies"] = value_schema(replace(COPIES, optional=True), names)
    one: Schema = {"if": {"type": "object"}, "then": record}
    several: Schema = {"if": {"type": "array"}, "then": {"items": one}, "else": one}
    whole: Schema = {"type": ["array", "object"], "items": one, "additionalProperties": several}
    inner = {name: object_schema(fields, names, {}) for name, fields in types.items()}
    title = collection.name.replace("-", " ").capitalize()
    return {"$schema": DRAFT, "title": title, **whole, "$defs": inner}


def board_schema(game: Game, refs: Mapping[str, str], names: KnownNames) -> Schema:
    """The schema of a board's file; ``refs`` are the keys by which its places name records."""
    linked = {name: one_of(names.records.get(target, ())) for name, target in refs.items()}
    terrain = object_schema(TERRAIN, names, {}, {"blocks": list_schema(one_of(("move", "sight")))})
    more = {
        "hex": object_schema(HEX, names, {}),
        "terrain": mapping_schema(terrain),
        "legend": mapping_schema(TEXT, ".*"),
        "kinds": mapping_schema(object_schema(PLACE_KIND, names, {})),
        "places": mapping_schema(object_schema(PLACE, names, {}, linked), ".*"),
        "checks": object_schema({}, names, {}, {kit: _asked(board_checks(kit).keys) for kit in offering("checks")}),
    }
    more = {name: more.get(name, {}) for name in BOARD_FILE_KEYS if name not in BOARD_TOP}
    return _page(f"A board of {game.title}", object_schema(BOARD_TOP, names, WORDS["board"], more))


def rules_schema(game: Game) -> Schema:
    """The schema of the rules' file."""
    names = KnownNames()
    tables = {"columns": {"anyOf": [TEXT, mapping_schema(TEXT, ".*")]}, "with": mapping_schema({}, ".*")}
    tables = {name: tables.get(name, {}) for name in TABLE_KEYS if name not in TABLE}
    table = object_schema(TABLE, names, WORDS["table"], tables)
    more = {
        "values": mapping_schema(TEXT, ".*"),
        "roll": object_schema(ROLL, names, {}),
        "extras": mapping_schema(_NUMBER, WORD),
        "parameters": mapping_schema({"anyOf": [one_of(game.collections), _RANGE]}, WORD),
        "modifiers": mapping_schema(mapping_schema(_NUMBER, WORD)),
        "formulas": mapping_schema(TEXT, ".*"),
        "simulations": mapping_schema(_simulation(game), WORD),
        "tables": mapping_schema(table),
    }
    more = {name: more.get(name, {}) for name in RULE_KEYS}
    return _page(f"The rules of {game.title}", object_schema({}, names, WORDS["rules"], more))


def _asked(keys: Mapping[str, Key], more: Mapping[str, Schema] | None = None) -> Schema:
    """The keys that stand below a kit's name, or beside it."""
    return object_schema(fields_of(keys), KnownNames(), {name: key.says for name, key in keys.items()}, more)


def _simulation(game: Game) -> Schema:
    """A simulation: the keys of the kit that it names."""
    kits = offering("simulation")
    schema: Schema = {"type": "object", "required": [KIT]}
    for name in kits:
        kit = simulator(name)
        more = {KIT: described(one_of(kits), WORDS["simulation"][KIT])}
        more |= {part: described(_asked(keys), kit.part_says[part]) for part, keys in kit.parts.items()}
        more[kit.collection] = described(one_of(game.collections), kit.keys[kit.collection].says)
        schema = {"if": {"properties": {KIT: {"const": name}}}, "then": _asked(kit.keys, more), "else": schema}
    return {**schema, "required": [KIT], "properties": {KIT: one_of(kits)}}


def diagrams_schema(game: Game, names: KnownNames) -> Schema:
    """The schema of a file of situations."""
    words = WORDS["diagram"]
    parts = {
        "figures": mapping_schema(object_schema(FIGURE, names, {}), ".*"),
        "places": mapping_schema(object_schema(LANDMARK, names, {}), ".*"),
        "areas": list_schema(object_schema(AREA, names, {})),
        "lines": list_schema(object_schema(LINE, names, {})),
        "claims": list_schema(TEXT),
    }
    on_hexes = object_schema(
        DIAGRAM, names, {**words, **WORDS["map-diagram"]}, {name: parts.get(name, {}) for name in SECTIONS}
    )
    field = {
        "figures": mapping_schema(object_schema(FIELD_FIGURE, names, {}), ".*"),
        "terrain": mapping_schema(object_schema(FIELD_TERRAIN, names, {}), ".*"),
        "places": mapping_schema(object_schema(FIELD_PLACE, names, {}), ".*"),
        "paths": mapping_schema(object_schema(FIELD_PATH, names, {}), ".*"),
        "ranges": list_schema(object_schema(RANGE, names, {})),
        "lines": list_schema(object_schema(SIGHT, names, {})),
        "pushes": list_schema(object_schema(PUSH, names, {})),
        "claims": list_schema(TEXT),
    }
    on_field = object_schema(FIELD, names, words, field)
    callouts = object_schema(CALLOUTS, names, words, {"parts": mapping_schema(TEXT, ".*")})
    # which of the three a diagram is, one key says; the others' keys are then unknown
    diagram: Schema = {
        "if": {"required": ["field"]}, "then": on_field,
        "else": {"if": {"required": ["face"]}, "then": callouts, "else": on_hexes},
    }  # fmt: skip
    more = {
        "board": one_of(game.boards),
        "kits": list_schema(one_of(offering("questions"))),
        "looks": mapping_schema(object_schema(LOOK, names, {})),
        "diagrams": mapping_schema(diagram, ".*"),
    }
    more |= {name: {} for name in DIAGRAM_KEYS if name not in more and name not in DIAGRAM_TOP}
    return _page(f"Situations of {game.title}", object_schema(DIAGRAM_TOP, names, WORDS["diagrams"], more))


def _page(title: str, schema: Schema) -> Schema:
    return {"$schema": DRAFT, "title": title, **schema}
