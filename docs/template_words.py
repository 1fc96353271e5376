"""What templates may call and ask goes in, as the program has it; tables for docs/reference.md come out.

The names are the program's own: a sentence for one that there is not, and one without a sentence, end the making.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pnp.board.hex_board import Board, Place, PlaceKind, Terrain
from pnp.board.hexes import Hexes
from pnp.faces import cartons, nets
from pnp.faces.arcs import ARCS, PolarPoint
from pnp.faces.board_view import BoardView, Hex
from pnp.faces.compose import HELPERS
from pnp.faces.folding import FoldedNet
from pnp.faces.icons import icon_names
from pnp.game.model import Collection, Component, Document, Game, Margins
from pnp.game.workspace import Workspace, shipped_root
from pnp.rules.arguments import usage
from pnp.rules.filters import FILTERS_ALLOWED, TESTS_ALLOWED
from pnp.rules.formulas import FUNCTIONS, RuleBook
from pnp.rules.notes import namespace
from pnp.rules.rates import Rate
from pnp.rules.sandbox import LOOP_WORDS, MAPPING_METHODS, TEXT_METHODS
from pnp.rules.trigonometry import TRIGONOMETRY
from pnp.shapes.piece_shape import Shape

Row = tuple[str, str]
NETS: Mapping[str, Callable[..., Any]] = {
    "cube": cartons.cube, "closed_box": cartons.closed_box, "tuck_box": cartons.tuck_box,
    "fold_over": nets.fold_over, "standee": nets.standee,
}  # fmt: skip
FILTER_SAYS = {
    "abs": "a number without its sign", "capitalize": "a capital first, the rest small",
    "default": "something else where nothing is known; `default('', true)` also for what is empty",
    "escape": "`<`, `>` and `&` as SVG writes them; done by itself", "first": "the first of a list",
    "float": "a number of a text", "groupby": "items by one of their fields: pairs of a value and its list",
    "int": "a whole number of a text or a number", "join": "a list as one text, with something between",
    "last": "the last of a list", "length": "how many there are", "list": "whatever can be gone through, as a list",
    "lower": "in small letters", "map": "a field or a filter of each item: `map(attribute='name')`, `map('upper')`",
    "max": "the largest, or that whose field is", "min": "the smallest, or that whose field is",
    "reject": "those for which a test is not true", "rejectattr": "those whose field does not pass a test",
    "round": "to so many places; `method` is `common`, `ceil` or `floor`", "select": "those for which a test is true",
    "selectattr": "those whose field passes a test: `selectattr('cost', 'lt', 3)`", "sort": "in order, or by a field",
    "string": "as a text", "sum": "added up, or a field of each", "title": "a capital at each word",
    "trim": "without white at its ends, or without these characters", "unique": "each once",
    "upper": "in capitals",
}  # fmt: skip
TEST_SAYS = {
    "boolean": "yes or no", "defined": "known here", "divisibleby": "so many times a number", "even": "even",
    "false": "`false`", "float": "a number with a point", "in": "within a list or a text", "integer": "a whole number",
    "iterable": "something to go through", "lower": "in small letters", "mapping": "names with values",
    "none": "nothing", "number": "a number", "odd": "odd", "sequence": "a list or a text", "string": "a text",
    "true": "`true`", "undefined": "not known here", "upper": "in capitals",
    **dict.fromkeys(("==", "eq", "equalto"), "equal"), **dict.fromkeys(("!=", "ne"), "not equal"),
    **dict.fromkeys(("<", "lt", "lessthan"), "less"), **dict.fromkeys(("<=", "le"), "less or equal"),
    **dict.fromkeys((">", "gt", "greaterthan"), "more"), **dict.fromkeys((">=", "ge"), "more or equal"),
}  # fmt: skip
TEXT_SAYS = {
    "upper": "`name.upper()`: in capitals", "lower": "in small letters", "title": "a capital at each word",
    "strip": "without white at its ends", "startswith": "`startswith(\"a\")`: whether it begins so",
    "endswith": "whether it ends so", "split": "`split(\",\")`: its parts, as a list",
}  # fmt: skip
MAPPING_SAYS = {
    "items": "pairs of a name and its value", "keys": "the names", "values": "the values",
    "get": "`get(name, other)`: the value, or something else where there is none",
}  # fmt: skip
LOOP_SAYS = {
    "index": "which turn it is, from 1", "index0": "which turn it is, from 0", "revindex": "how many are left, this one too",
    "revindex0": "how many are left", "first": "whether it is the first", "last": "whether it is the last", "length": "how many there are",
}  # fmt: skip
# heading -> the class, and a sentence for each word that it opens
OBJECTS: Mapping[str, tuple[type[Any], Mapping[str, str]]] = {
    "`game`": (Game, {
        "name": "its folder", "title": "as game.yaml says", "version": "as game.yaml says", "author": "as game.yaml says",
        "subject": "as game.yaml says", "language": "its code", "palette": "colours by name", "rules": "the rules' values",
        "collections": "by name: `game.collections[\"heroes\"]`", "components": "by name", "documents": "by name",
        "notes": "of `assumed`",
    }),
    "A collection": (Collection, {"name": "its name; it is gone through by `for`, and asked by an id in brackets"}),
    "A component": (Component, {
        "name": "its name", "title": "its title", "of": "its collection", "board": "its board", "shape": "its shape",
        "bleed": "in mm", "copies": "how many of each",
    }),
    "A shape": (Shape, {"kind": "its word", "radius": "of a rounded one's corners, in mm"}),
    "A document": (Document, {"name": "its name", "title": "its title", "components": "their names", "combine": "whose sheets it holds"}),
    "`margins` of a book's page": (Margins, dict.fromkeys(("inner", "outer", "top", "bottom"), "in mm")),
    "`board`, of a component that has one": (BoardView, {
        "board": "the board itself", "hexes": "every hex, row by row", "width": "of the field, in mm", "height": "of the field, in mm",
        "side": "of a hex, in mm; also from its middle to a corner", "places": "`places(\"city\")`: those of a kind; without a word all",
        "terrains": "every terrain in the order of the file", "at": "`at(cell)`: the middle of a cell, as (x, y) in mm",
        "outline": "`outline(cells, inset=0)`: path data round cells; round all of them without any", "columns": "how many hexes wide",
        "rows": "how many hexes tall",
    }),
    "A hex": (Hex, {
        "x": "its middle, in mm from the field's corner", "y": "its middle, in mm from the field's corner", "label": "what is printed on it: `C4`",
        "terrain": "its terrain", "grain": "a number from 0 to 5, spread like noise: which variant to draw", "open": "whether one may enter",
        "marked": "whether a zone or a place that one may enter lies here", "solid": "whether a place that nobody enters stands here",
    }),
    "A terrain": (Terrain, {"id": "its word in the file", "name": "its name", "blocks_move": "yes or no", "blocks_sight": "yes or no"}),
    "A place": (Place, {
        "id": "its token on the map", "kind": "its kind", "name": "its name", "cell": "its first cell, (column, row)", "cells": "all of them",
        "zone": "the open cells that belong to it", "record": "what it refers to",
    }),
    "A kind of place": (PlaceKind, {
        "id": "your word for it", "solid": "whether nobody enters it", "zone": "how many hexes round it are its", "hexes": "how many one has",
        "cut": "whether a joint of tiles may cut it",
    }),
    "`board.board`": (Board, {"title": "its title", "hexes": "the grid", "kinds": "every terrain", "places": "every place", "sight": "`axis` or `centre`"}),
    "A grid": (Hexes, {
        "columns": "how many", "rows": "how many", "flat_to_flat": "of a hex, in mm", "side": "of a hex, in mm", "label": "`label(cell)`: its name, `C4`",
    }),
    "A net": (FoldedNet, {
        "width": "flat, in mm", "height": "flat, in mm", "cut": "its outline as path data", "lines": "what to cut, to fold and to glue",
        "panels": "its sides by name",
    }),
    "A net's panel": (nets.Panel, {
        "name": "its name", "x": "in mm", "y": "in mm", "width": "in mm", "height": "in mm", "transform": "for a group that draws on it, (0, 0) its corner",
    }),
    "What a simulation answers": (Rate, {
        "share": "of games won, a draw counted half", "error": "of that share", "first": "won by whoever began", "drawn": "won by nobody",
        "length": "turns, on average", "games": "how many were played",
    }),
    "What `polar` answers": (PolarPoint, {"x": "in mm", "y": "in mm"}),
}  # fmt: skip


def template_words(table: Callable[[tuple[str, ...], Iterator[tuple[str, ...]]], str]) -> Iterator[str]:
    """Every part of the chapter, as Markdown."""
    for heading, rows in sections().items():
        yield f"### {heading}\n"
        yield table(("word", ""), iter(rows))
    names = sorted(icon_names(Workspace(shipped_root(), shipped_root())))
    yield "### Icons\n"
    yield f"{len(names)} come with `pnp`; yours stand in `templates/icons/`. {', '.join(f'`{name}`' for name in names)}.\n"


def sections() -> dict[str, list[Row]]:
    """The words of each heading, each with a sentence."""
    book = RuleBook().names
    answers = {name: book[name] for name in FUNCTIONS}
    found = {
        "Helpers": [_row(name, getattr(owner, name), NETS.get(name)) for name, owner in HELPERS.items()],
        "Functions of templates": [
            ("`range(n)`", "The numbers from 0 up to n, n left out; `range(a, b, step)` as well."),
            *(_row(name, function) for name, function in {"namespace": namespace, **ARCS, **TRIGONOMETRY}.items()),
        ],
        "Functions of rules, in templates too": [_row(name, function) for name, function in answers.items()],
        "Filters": list(_said(FILTER_SAYS, FILTERS_ALLOWED, lambda name: usage(FILTERS_ALLOWED[name], name, _piped(name)))),
        "Tests, behind `is`": list(_said(TEST_SAYS, TESTS_ALLOWED, str)),
        "Of texts": list(_said(TEXT_SAYS, TEXT_METHODS, str)),
        "Of names with values": list(_said(MAPPING_SAYS, MAPPING_METHODS, str)),
        "`loop`, within `for`": list(_said(LOOP_SAYS, LOOP_WORDS, str)),
    }  # fmt: skip
    for heading, (owner, says) in OBJECTS.items():
        opened = getattr(owner, "open_to_templates", getattr(owner, "_fields", ()))
        found[heading] = list(_said(says, opened, str))
    return found


def _piped(name: str) -> int:
    return 2 if hasattr(FILTERS_ALLOWED[name], "jinja_pass_arg") else 1


def _row(name: str, function: Any, documented: Any = None) -> Row:
    """How it is called, and the first sentence that its code says of it."""
    words = (documented or function).__doc__ or ""
    sentence = " ".join(words.split("\n\n")[0].split()).partition(" Raises ")[0].replace("``", "`")
    called = usage(function, name).replace("(self, ", "(").replace("(self)", "()")
    return f"`{called}`", sentence


def _said(says: Mapping[str, str], known: Iterable[str], shown: Callable[[str], str]) -> Iterator[Row]:
    if strangers := set(says) ^ set(known):
        raise LookupError(f"no sentence, or no such word: {', '.join(sorted(strangers))}")
    for name, words in says.items():
        yield f"`{shown(name)}`", words
