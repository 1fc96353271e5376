"""A word of `pnp diff` goes in, one side of the comparison comes out: a folder, a printing or a git revision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from pnp.build.build import read_game
from pnp.files import Folders, is_file, is_folder, leads_out, link_problem, real_path
from pnp.game.model import Game
from pnp.game.workspace import Workspace, shipped_root
from pnp.history.inventory import Inventory, given_fields, plain, take_inventory
from pnp.history.ledger import Printing
from pnp.history.printing import open_ledger
from pnp.history.revision import unpack_revision
from pnp.history.snapshot import Tree, Value, branch
from pnp.job import PrintJob
from pnp.problems import GameError, Problem, did_you_mean, raise_errors


@dataclass(frozen=True, eq=False)
class ComparedGame:
    """One side: its tree (see ``history.inventory``), every record's fields, and the game unless it is a printing's.

    Of a printing only what its pieces show is known: fields, but neither faces nor tables.
    """

    label: str
    tree: Tree
    records: Tree
    inventory: Inventory | None = None

    @property
    def game(self) -> Game | None:
        """The game, where there is one."""
        return self.inventory.game if self.inventory else None


def open_side(word: str, folder: Path, name: str, job: PrintJob, target: Path, allowed: Folders = ()) -> ComparedGame:
    """Read one side of the game ``name``. ``target`` is a folder for revisions. Raises GameError.

    Links may lead into the folders ``allowed``.
    """
    place = folder / word
    if _is_workspace(place):
        named = not place.is_relative_to(folder) or ".." in place.parts
        if not named and (end := leads_out(place, (folder, *allowed))):
            raise GameError([link_problem(word, end)])  # what looks like a revision may be a link to anywhere
        return _from_game(real_path(place), name, job, word, allowed)
    if word.isdecimal():
        return _from_printing(_printing(folder, name, word, allowed))
    return _from_game(unpack_revision(folder, word, target, allowed), name, job, word, allowed)


def _is_workspace(place: Path) -> bool:
    return is_folder(place / "data")


def job_of(words: tuple[str, str], folder: Path, name: str, allowed: Folders = ()) -> PrintJob:
    """What to compare on and in: the paper and the ink of the first printing named, else A4 and full ink."""
    for word in words:
        if word.isdecimal() and not _is_workspace(folder / word):
            printing = _printing(folder, name, word, allowed)
            return PrintJob(printing.paper, printing.ink)
    return PrintJob()


def _printing(folder: Path, name: str, word: str, allowed: Folders) -> Printing:
    ledger = open_ledger(folder, name, allowed)
    found = ledger.named(word)
    if found is None:
        raise GameError(
            [Problem("unknown-printing", f"{name} has no printing '{word}'", None, f"kept are {ledger.kept}")]
        )
    return found


def _from_printing(printing: Printing) -> ComparedGame:
    return ComparedGame(printing.label, printing.tree, branch(printing.tree, "records"))


def _from_game(root: Path, name: str, job: PrintJob, label: str, allowed: Folders) -> ComparedGame:
    workspace = Workspace(root, shipped_root(), allowed=tuple(allowed))
    raise_errors(workspace.links_out(name))
    if not is_file(root / "data" / name / "game.yaml"):
        known = [path.parent.name for path in root.glob("data/*/game.yaml")]
        hint = did_you_mean(name, known)
        raise GameError([Problem("unknown-game", f"there is no game '{name}' in {label}", None, hint)])
    try:
        inventory = take_inventory(read_game(workspace, name), job.paper, job.ink)
    except GameError as error:
        raise GameError(replace(item, message=f"{item.message} (in {label})") for item in error.problems) from None
    return ComparedGame(label, inventory.tree, all_records(inventory.game), inventory)


def all_records(game: Game) -> Tree:
    """Every record with every field, whether a piece shows it or not."""
    tree: Tree = {}
    for collection in game.collections.values():
        group: dict[str, Value] = {}
        for record in collection:
            kept = {name: plain(record[name]) for name in given_fields(record)}
            group[record.id] = {name: value for name, value in kept.items() if value is not None}
        tree[collection.name] = group
    return tree
