"""A game and its printings so far go in; a new printing, what changed since one, and the PDF of a reprint come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.build.own_lettering import ARROW
from pnp.build.painter import Painter
from pnp.files import Folders, write_atomically
from pnp.game.model import Document, Game
from pnp.history.changes import Changes, changes_of
from pnp.history.inventory import Inventory, take_inventory
from pnp.history.ledger import Ledger, Printing, ledger_path, ledger_text, read_ledger
from pnp.history.listing import Section, list_changes
from pnp.history.record import home, printed_tree, reprinted_tree, whole_tree
from pnp.history.reprint import TITLE, find_needs, flip_of, lay_out_reprint
from pnp.history.snapshot import Tree, at, branch, text_at
from pnp.job import PrintJob
from pnp.problems import raise_errors

# what pieces are made from, in a printing's tree
ROOMS = (
    "game", "components", "records", "computed", "boards", "rules", "palette", "text", "fonts", "templates", "icons",
    "art",
)  # fmt: skip
SHOWN = 4  # chapters named of those that changed


@dataclass(frozen=True, eq=False)
class Reprint:
    """A reprint thought through: what changed since a printing, and what would be printed."""

    inventory: Inventory
    since: Printing
    tree: Tree
    changes: Changes
    sections: tuple[Section, ...]
    tiles: Mapping[str, tuple[str, ...]]

    @property
    def empty(self) -> bool:
        """Whether nothing is to print, to throw away or to say."""
        return not self.sections

    @property
    def summary(self) -> str:
        """One sentence."""
        prints, discards = self.changes.prints, self.changes.discards
        words = [f"{prints} {'piece' if prints == 1 else 'pieces'} to print" if prints else "nothing to print"]
        words += [f"{discards} to throw away"] if discards else []
        return " ".join(filter(None, (f"Since {self.since.label}: {', '.join(words)}.", self.upgrade)))

    @property
    def upgrade(self) -> str:
        """One sentence, when another version of the program was all that changed under the pieces; else nothing."""
        was, now = (text_at(tree, "engine") for tree in (self.since.tree, self.tree))
        before, after = ([_said(tree, room) for room in ROOMS] for tree in (self.since.tree, self.tree))
        if not was or was == now or before != after:
            return ""
        return f"The program changed ({was} {ARROW} {now}), not what the pieces are made from."


def open_ledger(folder: Path, game: str, allowed: Folders = ()) -> Ledger:
    """A game's printings, from the workspace in this folder; links may lead into ``allowed``. Raises GameError."""
    path = ledger_path(folder, game)
    return read_ledger(path, game, path.relative_to(folder).as_posix(), (folder, *allowed))


def record(game: Game, job: PrintJob, folder: Path, note: str, only: tuple[str, ...]) -> tuple[Ledger, Path]:
    """Remember what was printed for a job. Raises GameError."""
    ledger = open_ledger(folder, game.name, game.workspace.allowed)
    return _write(folder, game, ledger, take_inventory(game, job.paper, job.ink), note, only)


def record_reprint(reprint: Reprint, folder: Path, note: str) -> tuple[Ledger, Path]:
    """Remember that a reprint was printed: every piece on the table is now as the game is. Raises GameError."""
    inventory = reprint.inventory
    ledger = open_ledger(folder, inventory.game.name, inventory.game.workspace.allowed)
    last = ledger.last
    tree = reprinted_tree(inventory, reprint.tree, last) if last else reprint.tree
    return _save(folder, inventory.game, ledger.with_printing(tree, inventory.paper, note, (), inventory.game.ink))


def _write(
    folder: Path, game: Game, ledger: Ledger, inventory: Inventory, note: str, only: tuple[str, ...]
) -> tuple[Ledger, Path]:
    tree = printed_tree(inventory, only, ledger)
    return _save(folder, game, ledger.with_printing(tree, inventory.paper, note, only, inventory.game.ink))


def _save(folder: Path, game: Game, ledger: Ledger) -> tuple[Ledger, Path]:
    path = ledger_path(folder, game.name)
    write_atomically(path, ledger_text(ledger, game.title).encode(), (folder, *game.workspace.allowed))
    return ledger, path


def plan_reprint(game: Game, ledger: Ledger, since: Printing, paper: str) -> Reprint:
    """Everything that changed since a printing, in its ink: the pieces lie on one table. Raises GameError."""
    inventory = take_inventory(game, paper, since.ink)
    tree = whole_tree(inventory)

    def then(component: str) -> Tree | None:
        printing = ledger.printed(component, since)
        return printing.tree if printing else None

    changes = changes_of(since.tree, then, inventory, tree)
    tiles = _tiles(since, inventory, tree)
    seen = tuple(item for item in changes.pieces if tiles.get(item.component) != () or item.kind != "changed")
    held = tuple(item if home(game, item.component) else replace(item, prints=0) for item in seen)
    changes = replace(changes, pieces=held)
    changes = replace(changes, notes=tuple(_notes(inventory, since.tree, tree, changes)))
    return Reprint(inventory, since, tree, changes, tuple(list_changes(changes, tiles)), tiles)


def _said(tree: Tree, room: str) -> Tree:
    """What the game says in one room of a tree; of components without what came of it."""
    came = ("pieces", "pictures", "tiles", "plan", "printed")
    found = branch(tree, room)
    if room != "components":
        return found
    return {name: {key: own for key, own in branch(found, name).items() if key not in came} for name in found}


def _tiles(since: Printing, inventory: Inventory, tree: Tree) -> dict[str, tuple[str, ...]]:
    """The tiles of each board that changed; boards that changed everywhere, or are cut otherwise, are left out."""
    found: dict[str, tuple[str, ...]] = {}
    for name in branch(tree, "components"):
        now, was = (branch(side, "components", name, "tiles") for side in (tree, since.tree))
        same_cut = all(
            at(tree, ("components", name, key)) == at(since.tree, ("components", name, key)) for key in ("size", "plan")
        )
        if now and now.keys() == was.keys() and same_cut and since.paper == inventory.paper:
            changed = tuple(tile for tile in now if now[tile] != was[tile])
            if len(changed) < len(now):
                found[name] = changed
    return found


def _notes(inventory: Inventory, old: Tree, new: Tree, changes: Changes) -> list[tuple[str, str]]:
    """What a reprint names but does not hold: books, and what is only printed as a poster or on labels."""
    notes = []
    for name, book in inventory.game.books.items():
        was, now = branch(old, "books", name), branch(new, "books", name)
        changed = [str(words).rpartition(" ")[0] for key, words in now.items() if was.get(key) != words]
        changed += [str(words).rpartition(" ")[0] for key, words in was.items() if key not in now]
        if was and changed:
            shown = ", ".join(changed[:SHOWN]) + (f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else "")
            title = next((item.title for item in inventory.game.documents.values() if item.book == name), book.title)
            notes.append(
                (title, f"changed in {len(changed)} of {len(now)} chapters: {shown}; print it again if you use it")
            )
    for item in changes.of("changed", "new"):
        if home(inventory.game, item.component) is None:
            notes.append((changes.titles[item.component], f"only {_holder(inventory.game, item.component)} again"))
    return notes


def _holder(game: Game, component: str) -> str:
    """What alone holds a component, and what to do with it."""
    labels = any(document.labels and component in document.components for document in game.documents.values())
    return "labels hold it; print those" if labels else "a poster holds it; print that"


def write_reprint(reprint: Reprint, path: Path, job: PrintJob, within: Folders = ()) -> tuple[int, int]:
    """Paint the reprint and write it: pages and pieces. Raises GameError; then nothing is written."""
    inventory = reprint.inventory
    needs = find_needs(inventory, reprint.changes, reprint.tiles)
    sheets = lay_out_reprint(inventory, needs, reprint.summary, reprint.sections, job)
    painter = Painter(inventory.game, inventory.composer)
    faces = {place.face.digest: place.face for sheet in sheets for place in sheet.placements}
    raise_errors(painter.try_faces(faces.values()))
    span = next(iter(inventory.game.components.values())).span
    document = Document(TITLE.lower(), TITLE, span, flip=flip_of(inventory.game, needs))
    write_atomically(path, painter.pdf(document, sheets).data, within)
    return len(sheets), job.copies * sum(need.copies for need in needs)
