"""An inventory goes in, the tree that a printing keeps comes out: books and tiles too, and what was kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from pnp.build.layout import needed_documents
from pnp.build.painter import Painter
from pnp.game.model import Document, Game
from pnp.history.inventory import Inventory, InventoryPiece, components_of
from pnp.history.ledger import Ledger, Printing
from pnp.history.looks import LooksOf, digest
from pnp.history.snapshot import Tree, branch
from pnp.history.tiles import Known, picture_mark, tile_marks
from pnp.impose.tile_plan import paper_of, tiling_of
from pnp.problems import Problem, raise_errors
from pnp.rulebook.blocks import Block, Insert, walk
from pnp.rulebook.blocks import plain as words_of
from pnp.rulebook.book import Manuscript, read_book
from pnp.rules.grid_formats import cells_of
from pnp.svg.tree import SvgFault

_LINE = re.compile(r"\bline=\d+")
_AS_BEFORE = ", size=1.0, bars=''"  # of a piece without them: printings that are older than these know no such thing


def tiled_documents(inventory: Inventory) -> dict[str, Document]:
    """The first document that cuts a component into tiles, by the component's name."""
    found: dict[str, Document] = {}
    for document in inventory.game.documents.values():
        if document.layout == "tiles":
            for name in document.components:
                found.setdefault(name, document)
    return found


def whole_tree(inventory: Inventory) -> Tree:
    """What a printing of everything keeps."""
    components = dict(branch(inventory.tree, "components"))
    painter = Painter(inventory.game, inventory.composer)
    for name, document in tiled_documents(inventory).items():
        piece = next((piece for (owner, _), piece in inventory.pieces.items() if owner == name), None)
        if piece is None or name not in components:
            continue
        paper = paper_of(document, inventory.paper)
        tiling = tiling_of(inventory.game, document, piece.pair.front, paper)
        marks = tile_marks(painter.draw(piece.pair.front.svg), tiling)
        plan: Tree = {"plan": tiling.plan} if tiling.plan else {}
        components[name] = branch(components, name) | {"tiles": dict(marks)} | plan
    known: Known = {}
    for name in components:
        own = {record: piece for (owner, record), piece in inventory.pieces.items() if owner == name}
        seen = {record: _pictures(piece, painter, known) for record, piece in sorted(own.items())}
        components[name] = branch(components, name) | {"pictures": {**seen}}
    return inventory.tree | {"components": components, "books": _books(inventory)}


def _pictures(piece: InventoryPiece, painter: Painter, known: Known) -> str:
    """The hash of what one sees of each side; nothing of what cannot be drawn, which is said when it is printed."""
    found = []
    for face in piece.pair.faces:
        with suppress(SvgFault):
            frame = f"{face.size} {face.bleed:g} {face.shape}"
            found.append(digest(frame, picture_mark(painter.draw(face.svg, keep=False), known)))
    return " / ".join(found) if len(found) == len(piece.pair.faces) else ""


def printed_tree(inventory: Inventory, only: tuple[str, ...], ledger: Ledger) -> Tree:
    """What a printing keeps: what was not printed this time stays as it lay on the table."""
    tree = whole_tree(inventory)
    last = ledger.last
    if not only or last is None:
        if not only:
            return tree
        kept: Tree = {}
        books: Tree = {}
        number = ""
    else:
        kept, books, number = branch(last.tree, "components"), branch(last.tree, "books"), str(last.number)
    printed = components_of(inventory.game, only)
    components = {name: value for name, value in branch(tree, "components").items() if name in printed}
    for name, value in kept.items():
        if name not in components and isinstance(value, dict):
            components[name] = {"printed": number} | value
    documents = [document for document in inventory.game.documents.values() if document.name in only]
    printed_books = {document.book for document in needed_documents(inventory.game, documents) if document.book}
    own = {name: value for name, value in branch(tree, "books").items() if name in printed_books}
    return tree | {"components": dict(sorted(components.items())), "books": dict(sorted((books | own).items()))}


def reprinted_tree(inventory: Inventory, tree: Tree, last: Printing) -> Tree:
    """What lies on the table after a reprint: all pieces are new; books, and what no plain sheet has, are as before."""
    components = dict(branch(tree, "components"))
    for name in components:
        was = branch(last.tree, "components", name)
        if was and home(inventory.game, name) is None:
            components[name] = {"printed": str(last.number)} | was
    return tree | {"components": components, "books": branch(last.tree, "books")}


def home(game: Game, component: str) -> Document | None:
    """The document whose paper and margins a component is printed with: the first that lays it on plain sheets."""
    return next(
        (
            document
            for document in game.documents.values()
            if component in document.components
            and document.layout in ("grid", "pack", "tiles", "strips")
            and not document.labels
        ),
        None,
    )


def _books(inventory: Inventory) -> Tree:
    """Each book's chapters with a hash of what they say and show."""
    tree: Tree = {}
    problems: list[Problem] = []
    look = LooksOf(inventory.game)
    for name, book in inventory.game.books.items():
        manuscript, found = read_book(inventory.composer, book)
        problems += found
        raise_errors([*inventory.composer.problems, *problems])
        if manuscript is not None:
            tree[name] = {
                chapter.id: f"{words_of(chapter.title)} {digest(*_content(chapter.blocks, manuscript, look))}"
                for chapter in manuscript.chapters
            }
    return tree


def _content(blocks: tuple[Block, ...], made: Manuscript, look: LooksOf) -> Iterator[str]:
    said = _LINE.sub("", repr(blocks)).replace(_AS_BEFORE, "")
    yield said.replace(str(made.names["digest"]), "")  # any edit at all changes this one
    for block in walk(blocks):
        if isinstance(block, Insert) and block.kind == "table":
            yield repr(cells_of(made.grids[block.name])) if block.name in made.grids else ""
        elif isinstance(block, Insert) and block.name:
            yield look(made.figures.figure(block, made.book.span).face).hash
