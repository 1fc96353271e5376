"""A game goes in, its inventory comes out: every piece with its hashes, and the data that the pieces are made from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pnp
from pnp.board.hex_board import Board
from pnp.build.build import choose_documents
from pnp.build.layout import needed_documents
from pnp.faces.compose import Composer, Pair
from pnp.game.computed import records_within
from pnp.game.ink_palettes import with_ink
from pnp.game.model import Collection, Component, Game
from pnp.history.looks import Looks, LooksOf, digest
from pnp.history.snapshot import Tree, Value, branch
from pnp.history.traced import Path, TracedEnvironment, field_path, formula_path, traced_composer
from pnp.job import Ink, PrintJob
from pnp.problems import raise_errors
from pnp.schema.values import Record

ALONE = "piece"  # stands for the record of a piece that has none
_SHADOWED = {"game", "rules", "w", "h", "text", "icon", "range"}  # a template's own names hide fields called so
_REFERRED = re.compile(r"""\{%-?\s*(?:import|from|include|extends)\s*["']([^"']+)["']""")


@dataclass(frozen=True, slots=True)
class InventoryPiece:
    """One piece of a component: its two sides, how many there are, and the paths of what it was made from."""

    component: Component
    record: str
    pair: Pair
    looks: tuple[Looks, ...]
    copies: int
    facts: frozenset[Path]

    @property
    def mark(self) -> str:
        """The piece as a printing keeps it: copies, and the hash of each side."""
        return f"{self.copies} x {' / '.join(look.hash for look in self.looks)}"


@dataclass(frozen=True, eq=False)
class Inventory:
    """What a game, which is in the colours of its ink, prints on a paper.

    ``tree`` is what a printing remembers, all but books and tiles.
    """

    game: Game
    paper: str
    composer: Composer
    pieces: Mapping[tuple[str, str], InventoryPiece]
    tree: Tree


def components_of(game: Game, only: Sequence[str]) -> list[str]:
    """The components that the documents named hold; all that any document holds, when none is named."""
    needed = needed_documents(game, choose_documents(game, only))
    return list(dict.fromkeys(name for document in needed for name in document.components))


def take_inventory(game: Game, paper: str, ink: Ink = "full") -> Inventory:
    """Compose every piece that a document holds, noticing what it is made from. Raises GameError."""
    game = with_ink(game, ink)
    composer, environment = traced_composer(game, PrintJob(paper, ink))
    look = LooksOf(game)
    templates = {name: _templates(composer, [name]) for name in _template_names(game)}
    pieces: dict[tuple[str, str], InventoryPiece] = {}
    for name in components_of(game, ()):
        component = game.components[name]
        for record in component.records if component.of else (None,):
            piece = _piece(composer, environment, component, record, look, templates)
            pieces[name, piece.record] = piece
    raise_errors(composer.problems)
    return Inventory(game, paper, composer, pieces, _tree(game, paper, pieces.values(), look, templates))


def _piece(
    composer: Composer,
    environment: TracedEnvironment,
    component: Component,
    record: Record | None,
    look: LooksOf,
    templates: dict[str, dict[str, str]],
) -> InventoryPiece:
    environment.forget(record)
    front = composer.face(component, record, "front")
    back = composer.face(component, record, "back") if component.back else None
    pair = Pair(front, back)
    looks = tuple(look(face) for face in pair.faces)
    facts = set(environment.seen)
    if record:
        facts |= environment.plain_facts(record, environment.names - _SHADOWED)
    if component.board:
        facts.add(("boards", component.board))
    for seen in looks:
        facts |= {("palette", name) for name in seen.colors}
        facts |= {("icons", name) for name in seen.icons}
        facts |= {("art", name) for name in seen.art}
        facts |= {("fonts", name) for name in seen.families}
    for template in filter(None, (component.template, component.back)):
        texts = templates[template]
        facts |= {("templates", name) for name in texts}
        words = "".join(texts.values())
        facts |= {("text", name) for name in composer.game.text_styles if f'"{name}"' in words or f"'{name}'" in words}
    if record and record.owner is not None:  # both names make its own
        facts |= {("records", component.of, record.id, "name"), field_path(record.owner, "name")}
    facts |= {("components", component.name, "size"), ("components", component.name, "made with"), ("engine",)}
    copies = component.copies_of(record.id) if record else component.copies
    return InventoryPiece(component, record.id if record else ALONE, pair, looks, copies, frozenset(facts))


def _template_names(game: Game) -> list[str]:
    found = [name for item in game.components.values() for name in (item.template, item.back) if name]
    return list(dict.fromkeys(found))


def _templates(composer: Composer, names: list[str]) -> dict[str, str]:
    """A template and those that it takes in, by name with their texts."""
    found: dict[str, str] = {}
    while names:
        name = names.pop()
        if name not in found and composer.game.workspace.find("templates", composer.game.name, name):
            found[name] = composer.folder.read(name).text
            names += _REFERRED.findall(found[name])
    return found


def _tree(
    game: Game, paper: str, pieces: Iterable[InventoryPiece], look: LooksOf, templates: dict[str, dict[str, str]]
) -> Tree:
    pieces = list(pieces)
    facts = sorted({fact for piece in pieces for fact in piece.facts})
    texts = {name: text for found in templates.values() for name, text in found.items()}
    components: dict[str, Value] = {}
    for component in dict.fromkeys(piece.component for piece in pieces):
        own = {piece.record: piece.mark for piece in pieces if piece.component is component}
        components[component.name] = _component(component, paper) | {"pieces": dict(sorted(own.items()))}
    boards = {fact[1] for fact in facts if fact[0] == "boards"}
    return {
        "game": {"title": game.title, "version": game.version},
        "engine": f"pnp {pnp.__version__}",
        "components": dict(sorted(components.items())),
        "records": _records(game, facts),
        "computed": _formulas(game, facts),
        "boards": {name: board_tree(game.boards[name]) for name in sorted(boards)},
        "rules": {name: plain(value) or "" for name, value in sorted(game.rules.items())},
        "palette": dict(sorted(game.palette.items())),
        "text": {name: _style(game, name) for name in sorted({fact[1] for fact in facts if fact[0] == "text"})},
        "fonts": {name: look.family(name) for name in sorted({fact[1] for fact in facts if fact[0] == "fonts"})},
        "templates": {name: digest(text.replace("\r\n", "\n")) for name, text in sorted(texts.items())},
        "icons": {name: look.icon(name) for name in sorted({fact[1] for fact in facts if fact[0] == "icons"})},
        "art": {name: look.art(name) for name in sorted({fact[1] for fact in facts if fact[0] == "art"})},
    }


def _component(component: Component, paper: str) -> Tree:
    size = component.size(paper)
    tree: Tree = {"title": component.title, "size": f"{size.width:g} x {size.height:g} mm"}
    made: list[str] = [str(component.shape)] if component.shape.kind != "rectangle" else []
    made += [f"bleed {component.bleed:g}"] if component.bleed else []
    made += [f"{name} {value}" for name, value in sorted(component.params.items())]
    made += ["" if component.back else "no back"]
    tree["made with"] = ", ".join(filter(None, [component.template, component.back, *made]))
    return tree


def _records(game: Game, facts: Iterable[Path]) -> Tree:
    """The fields that pieces show, and every record's name."""
    tree: Tree = {}
    for fact in facts:
        if fact[0] != "records" or len(fact) < 4:
            continue
        _, collection, record_id, name = fact
        record = game.drawn_from(collection).records[record_id]
        own = branch(tree, collection, record_id)
        for field in dict.fromkeys(("name", name)):
            value = plain(record.fields_of_record.get(field))
            if value is not None:
                own[field] = value
        group = branch(tree, collection)
        group[record_id] = own
        tree[collection] = group
    return {
        name: {key: _ordered(branch(tree, name, key), game.drawn_from(name)) for key in sorted(branch(tree, name))}
        for name in sorted(tree)
    }


def _formulas(game: Game, facts: Iterable[Path]) -> Tree:
    """The formulas of the computed fields that pieces show."""
    shown = {fact for fact in facts if fact[0] == "computed"}
    tree: Tree = {}
    waiting = [record for collection in game.collections.values() for record in collection] if shown else []
    while waiting:
        record = waiting.pop()
        for name, formula in record.formulas.items():
            if formula_path(record, name) in shown:
                tree[formula_path(record, name)[1]] = formula
        waiting += [item for value in record.fields_of_record.values() for item in records_within(value, record)]
    return dict(sorted(tree.items()))


def _ordered(fields: Tree, collection: Collection) -> Tree:
    """The fields in the order in which the game declares them."""
    return {name: fields[name] for name in collection.fields if name in fields}


def plain(value: object) -> Value | None:
    """A field's value as texts; None for no value. A reference is the id of what it leads to."""
    if value is None:
        return None
    if isinstance(value, Record):
        if value.parent is None:
            return value.id
        kept = {name: plain(value[name]) for name in given_fields(value)}
        return {name: item for name, item in kept.items() if item is not None}
    if isinstance(value, tuple | list):
        return [item for item in map(plain, value) if item is not None]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def given_fields(record: Record) -> list[str]:
    """The fields that a designer wrote; what is computed of them says nothing more. A name is always told."""
    return [name for name in record.fields_of_record if name not in record.formulas or name == "name"]


def board_tree(board: Board) -> Tree:
    """A board as texts: where its places stand, each below its kind, and its terrain row by row."""
    label = board.hexes.label
    rows: dict[int, list[str]] = {}
    for column, row in board.hexes.cells():
        rows.setdefault(row, []).append(board.terrain[column, row].id)
    places: Tree = {
        kind: {item.id: f"{item.name} at {' '.join(sorted(map(label, item.cells)))}" for item in board.places_of(kind)}
        for kind in board.place_kinds
    }
    tokens = {kind.id: token for token, kind in board.legend.items()}
    ground: list[Value] = [" ".join(tokens.get(kind, kind) for kind in rows[row]) for row in sorted(rows)]
    legend: Tree = {token: kind.name for token, kind in board.legend.items()}
    size = board.hexes.size
    return {
        "title": board.title,
        "size": f"{size.width:g} x {size.height:g} mm",
        "places": places,
        "legend": legend,
        "map": ground,
    }


def _style(game: Game, name: str) -> str:
    """A text style in one line."""
    style = game.text_styles[name]
    words = [style.family]
    words += ["bold"] if style.bold else []
    words += ["italic"] if style.italic else []
    words += [f"size {style.size:g}", f"min {style.min_size:g}", f"leading {style.leading:g}", f"color {style.color}"]
    words += [f"tracking {style.tracking:g}"] if style.tracking else []
    words += ["upper"] if style.upper else []
    words += [style.align] if style.align != "left" else []
    words += ["hyphenated"] if style.hyphenate else []
    return ", ".join(words)


__all__ = [
    "ALONE",
    "Inventory",
    "InventoryPiece",
    "board_tree",
    "components_of",
    "given_fields",
    "plain",
    "take_inventory",
]
