"""The file of a game's printings goes in, Printings come out; a new printing goes in, the file's new text comes out.

The newest printing stands there whole; each earlier one as what was otherwise then. So the file stays short, and a
look at its difference in version control shows what was printed when.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pnp.files import Folders, leads_out
from pnp.history.snapshot import Changes, Tree, applied, branch, differences, read_changes, read_tree, write_tree
from pnp.job import INKS, Ink
from pnp.problems import GameError, Problem, Source, Span
from pnp.source.nodes import Mapping, Node, Scalar, kind
from pnp.source.text_file import read_text
from pnp.source.yaml_reader import parse_yaml
from pnp.units import PAPERS

KEPT = 12  # printings; the oldest is forgotten when another is recorded
MOST = 100  # that are read: each is gone through whole
MAX_LINES = 20_000  # of the file; before it grows longer, old printings are forgotten
_MARK = re.compile(r"[0-9]{1,9} x [0-9a-f]{12}( / [0-9a-f]{12})?")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_CURE = "take the file back from version control, or delete it and print everything once more"
_HEAD = """\
# What was printed of {title}, written by `pnp print`. Commit it: `pnp reprint` and `pnp diff` compare with it.
# `now` is the last printing; under `before` stands what was otherwise in earlier ones (~: it was not there).
"""


@dataclass(frozen=True, eq=False)
class Printing:
    """One printing: its number, the paper, a note, and what the pieces were (see ``pnp.history.inventory``).

    ``documents`` are those that were printed; none means all.
    """

    number: int
    paper: str
    tree: Tree
    note: str = ""
    documents: tuple[str, ...] = ()
    ink: Ink = "full"

    @property
    def label(self) -> str:
        """How messages call it."""
        return f"printing {self.number}" + (f" ({self.note})" if self.note else "")


@dataclass(frozen=True, eq=False)
class Ledger:
    """A game's printings, oldest first."""

    game: str
    printings: tuple[Printing, ...] = ()

    @property
    def last(self) -> Printing | None:
        """The newest printing."""
        return self.printings[-1] if self.printings else None

    def find(self, number: str) -> Printing | None:
        """A printing by its number."""
        return next((item for item in self.printings if str(item.number) == number.lstrip("0")), None)

    def named(self, word: str) -> Printing | None:
        """A printing by a word of the command line; the last one for no word. Raises GameError when there is none."""
        if not self.printings:
            hint = f"`pnp print {self.game}` builds everything and remembers what it was"
            raise GameError([Problem("no-printing", f"no printing of {self.game} is recorded yet", None, hint)])
        return self.find(word) if word.isdecimal() else None if word else self.last

    @property
    def kept(self) -> str:
        """The printings that are kept, for a message."""
        return ", ".join(str(item.number) for item in self.printings)

    def printed(self, component: str, printing: Printing) -> Printing | None:
        """The printing in which a component's pieces, as they lay on the table after ``printing``, were printed."""
        own = branch(printing.tree, "components", component)
        number = own.get("printed")
        return self.find(number) if isinstance(number, str) else printing

    def with_printing(self, tree: Tree, paper: str, note: str, documents: tuple[str, ...], ink: Ink = "full") -> Ledger:
        """The ledger with another printing; the oldest are forgotten."""
        number = self.printings[-1].number + 1 if self.printings else 1
        added = Printing(number, paper, tree, note, documents, ink)
        return Ledger(self.game, (*self.printings, added)[-KEPT:])


def ledger_path(folder: Path, game: str) -> Path:
    """Where a game's printings are kept: beside the data, never among it."""
    return folder / "prints" / f"{game}.yaml"


def ledger_text(ledger: Ledger, title: str) -> str:
    """The file of a ledger that holds a printing. Printings that would make it too long are left out."""
    text = _whole_text(ledger, title)
    while text.count("\n") > MAX_LINES and len(ledger.printings) > 1:
        ledger = Ledger(ledger.game, ledger.printings[1:])
        text = _whole_text(ledger, title)
    return text


def _whole_text(ledger: Ledger, title: str) -> str:
    heads: Tree = {}
    before: Changes = {}
    newest = ledger.printings[-1]
    newer = newest
    for printing in reversed(ledger.printings):
        if printing is not newest:
            before[str(printing.number)] = differences(newer.tree, printing.tree)
        newer = printing
    for printing in ledger.printings:
        head: Tree = {"paper": printing.paper}
        if printing.ink != "full":
            head["ink"] = printing.ink
        if printing.note:
            head["note"] = printing.note
        if printing.documents:
            head["only"] = list(printing.documents)
        heads[str(printing.number)] = head
    kept = write_tree({"before": before}) if before else ""
    return _HEAD.format(title=" ".join(title.split())) + write_tree({"printings": heads, "now": newest.tree}) + kept


def read_ledger(path: Path, game: str, shown: str, within: Folders = ()) -> Ledger:
    """Read a game's printings; none, when there is no file. Raises GameError with file, line and column."""
    if leads_out(path, within or (path.parent,)) is None and _absent(path):
        return Ledger(game)
    source = read_text(path, shown, within)
    _no_conflict(source)
    page = parse_yaml(source)
    heads, now = _mapping(page, "printings", page), _mapping(page, "now", page)
    if len(heads.entries) > MOST:
        raise _broken(f"{len(heads.entries):,} printings stand here, at most {KEPT} are ever kept", heads.span)
    before = page.get("before") if isinstance(page, Mapping) else None
    _check_pieces(now)
    tree = read_tree(now)
    found: list[Printing] = []
    for key, head in reversed(heads.entries):
        change = before.get(key.text) if isinstance(before, Mapping) else None
        if found and change is None:
            raise _broken(f"printing {key.text} stands under printings:, but not under before:", key.span)
        changes = read_changes(change) if change else None
        if isinstance(tree, dict) and isinstance(changes, dict):
            tree = applied(tree, changes)
            _check_marks(tree, key)
        found.append(_printing(key, head, tree if isinstance(tree, dict) else {}))
    if not found:
        raise _broken("no printing stands under printings:", heads.span)
    return Ledger(game, tuple(reversed(found)))


def _printing(key: Scalar, head: Node, tree: Tree) -> Printing:
    if not _NUMBER.fullmatch(key.text):
        raise _broken(f"'{key.text}' is no number of a printing", key.span)
    given = head if isinstance(head, Mapping) else Mapping((), key.span)
    paper, note, only, said = (given.get(name) for name in ("paper", "note", "only", "ink"))
    if not isinstance(paper, Scalar) or paper.text not in PAPERS:
        raise _broken(f"printing {key.text} names no paper such as a4", (paper or key).span)
    ink = next((ink for ink in INKS if isinstance(said, Scalar) and said.text == ink), None if said else "full")
    if ink is None:
        raise _broken(f"printing {key.text} names no ink such as light", (said or key).span)
    documents = read_tree(only) if only else []
    names = tuple(item for item in documents if isinstance(item, str)) if isinstance(documents, list) else ()
    return Printing(int(key.text), paper.text, tree, note.text if isinstance(note, Scalar) else "", names, ink)


def _mapping(page: Node, name: str, otherwise: Node) -> Mapping:
    node = page.get(name) if isinstance(page, Mapping) else None
    if not isinstance(node, Mapping):
        found = f"found {kind(node)}" if node else "there is nothing"
        raise _broken(f"expected what was printed under {name}:, {found}", (node or otherwise).span)
    return node


def _absent(path: Path) -> bool:
    """Whether there is no file; one that the system does not show may be there."""
    try:
        path.lstat()
    except OSError as error:
        return isinstance(error, FileNotFoundError | NotADirectoryError)
    return False


def _check_marks(tree: Tree, key: Scalar) -> None:
    """What an earlier printing's pieces were must be as readable as what the newest's are."""
    for name in branch(tree, "components"):
        for piece, mark in branch(tree, "components", name, "pieces").items():
            if not isinstance(mark, str) or not _MARK.fullmatch(mark):
                raise _broken(f"{piece}: expected a count and hashes, in printing {key.text}", key.span)


def _check_pieces(now: Mapping) -> None:
    """Each piece must be a count and its hashes: the rest is for people, and for saying why."""
    for name, component in _mapping(now, "components", now).entries:
        if not isinstance(component, Mapping):
            raise _broken(f"expected the pieces of {name.text}, found {kind(component)}", component.span)
        for key, mark in _mapping(component, "pieces", component).entries:
            if not isinstance(mark, Scalar) or not _MARK.fullmatch(mark.text):
                message = f"{key.text}: expected a count and hashes such as 1 x 0123456789ab, found {kind(mark)}"
                raise _broken(message, mark.span)


def _no_conflict(source: Source) -> None:
    for number, line in enumerate(source.lines, 1):
        if line.startswith(("<<<<<<< ", ">>>>>>> ")):
            hint = "keep one side of the merge, then print what the other side changed"
            raise GameError(
                [Problem("merge-conflict", "two branches printed, and their merge is open", Span(source, number), hint)]
            )


def _broken(message: str, span: Span) -> GameError:
    return GameError([Problem("broken-printings", message, span, _CURE)])
