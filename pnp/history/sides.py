"""A word of `pnp diff` goes in, one side of the comparison comes out: a folder, a printing or a git revision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from pnp.build import read_game
from pnp.game.model import Game
from pnp.game.workspace import Workspace, shipped_root
from pnp.history.desk import open_ledger
from pnp.history.ledger import Printing
from pnp.history.revisions import unpack_revision
from pnp.history.stock import Stock, given_fields, plain, take_stock
from pnp.history.tree import Tree, Value, branch
from pnp.problems import GameError, Problem, did_you_mean


@dataclass(frozen=True, eq=False)
class Side:
    """One side: its tree (see ``pnp.history.stock``), every record's fields, and the game unless it is a printing's.

    Of a printing only what its pieces show is known: fields, but neither faces nor tables.
    """

    label: str
    tree: Tree
    records: Tree
    stock: Stock | None = None

    @property
    def game(self) -> Game | None:
        """The game, where there is one."""
        return self.stock.game if self.stock else None


def open_side(word: str, folder: Path, name: str, paper: str, target: Path) -> Side:
    """Read one side of the game ``name``. ``target`` is a folder for revisions. Raises GameError."""
    place = folder / word
    if (place / "data").is_dir():
        return _from_game(place.resolve(), name, paper, word)
    if word.isdecimal():
        return _from_printing(_printing(folder, name, word))
    return _from_game(unpack_revision(folder, word, target), name, paper, word)


def paper_of(words: tuple[str, str], folder: Path, name: str) -> str:
    """The paper to compare on: that of the first printing named, else A4."""
    for word in words:
        if word.isdecimal() and not (folder / word / "data").is_dir():
            return _printing(folder, name, word).paper
    return "a4"


def _printing(folder: Path, name: str, word: str) -> Printing:
    ledger = open_ledger(folder, name)
    found = ledger.named(word)
    if found is None:
        raise GameError(
            [Problem("unknown-printing", f"{name} has no printing '{word}'", None, f"kept are {ledger.kept}")]
        )
    return found


def _from_printing(printing: Printing) -> Side:
    return Side(printing.label, printing.tree, branch(printing.tree, "records"))


def _from_game(root: Path, name: str, paper: str, label: str) -> Side:
    workspace = Workspace(root, shipped_root())
    if not (root / "data" / name / "game.yaml").is_file():
        known = [path.parent.name for path in root.glob("data/*/game.yaml")]
        hint = did_you_mean(name, known)
        raise GameError([Problem("unknown-game", f"there is no game '{name}' in {label}", None, hint)])
    try:
        stock = take_stock(read_game(workspace, name), paper)
    except GameError as error:
        raise GameError(replace(item, message=f"{item.message} (in {label})") for item in error.problems) from None
    return Side(label, stock.tree, all_records(stock.game), stock)


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
