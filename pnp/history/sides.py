"""A word of `pnp diff` goes in, one side of the comparison comes out: a folder, a printing or a git revision."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from pnp.build.build import read_game
from pnp.game.model import Game
from pnp.game.workspace import Workspace, shipped_root
from pnp.history.inventory import Inventory, given_fields, plain, take_inventory
from pnp.history.ledger import Printing
from pnp.history.printing import open_ledger
from pnp.history.snapshot import Tree, Value, branch
from pnp.problems import GameError, Problem, did_you_mean

ROOMS = ("data", "templates", "fonts")
MAX_BYTES = 500_000_000


def unpack_revision(repository: Path, revision: str, target: Path) -> Path:
    """Write a revision's workspace below ``target``. Raises GameError, where git or the revision is missing."""
    commit = _commit(repository, revision)
    prefix = _git(repository, "rev-parse", "--show-prefix").decode().strip()
    top = Path(_git(repository, "rev-parse", "--show-toplevel").decode().strip())
    tree = f"{commit}:{prefix.rstrip('/')}"  # the workspace may stand below the repository's top folder
    names = _git(top, "ls-tree", "--name-only", tree).decode().splitlines()
    rooms = [name for name in ROOMS if name in names]
    if "data" not in rooms:
        raise _problem("no-workspace", f"revision {revision} has no folder data/", "no game can be read there")
    folder = target / commit
    if not folder.is_dir():
        _unpack(_git(top, "archive", "--format=tar", tree, *rooms), folder)
    return folder


def _commit(repository: Path, revision: str) -> str:
    """A revision's full name."""
    if shutil.which("git") is None:
        raise _problem(
            "no-git", f"'{revision}' is read with git, which is not installed", "compare two folders instead"
        )
    inside = _run(repository, "rev-parse", "--is-inside-work-tree")
    if inside.returncode:
        hint = "compare two folders or two printings, or keep the workspace in git"
        raise _problem("no-repository", f"'{revision}' is no folder, and this workspace is not kept in git", hint)
    found = _run(repository, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if found.returncode or revision.startswith("-"):
        hint = "such as HEAD, HEAD~3, a branch, a tag; a printing's number; or a folder with data/ in it"
        raise _problem("unknown-revision", f"there is no revision, folder or printing '{revision}'", hint)
    return found.stdout.decode().strip()


def _unpack(data: bytes, folder: Path) -> None:
    """Plain files only, none outside the folder, and no more than a workspace may hold."""
    total = 0
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            parts = PurePosixPath(member.name)
            if not member.isfile() or parts.is_absolute() or ".." in parts.parts:
                continue
            total += member.size
            if total > MAX_BYTES:
                raise _problem("too-large", f"the revision holds more than {MAX_BYTES // 1_000_000} MB", "")
            content = archive.extractfile(member)
            path = folder / parts
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.read() if content else b"")


def _git(repository: Path, *words: str) -> bytes:
    done = _run(repository, *words)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise _problem("git", f"git {words[0]} failed: {said[-1] if said else 'it says nothing'}", "")
    return done.stdout


def _run(repository: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *words], cwd=repository, capture_output=True, check=False)


def _problem(code: str, message: str, hint: str) -> GameError:
    return GameError([Problem(code, message, None, hint)])


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


def open_side(word: str, folder: Path, name: str, paper: str, target: Path) -> ComparedGame:
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


def _from_printing(printing: Printing) -> ComparedGame:
    return ComparedGame(printing.label, printing.tree, branch(printing.tree, "records"))


def _from_game(root: Path, name: str, paper: str, label: str) -> ComparedGame:
    workspace = Workspace(root, shipped_root())
    if not (root / "data" / name / "game.yaml").is_file():
        known = [path.parent.name for path in root.glob("data/*/game.yaml")]
        hint = did_you_mean(name, known)
        raise GameError([Problem("unknown-game", f"there is no game '{name}' in {label}", None, hint)])
    try:
        inventory = take_inventory(read_game(workspace, name), paper)
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
