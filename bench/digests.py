"""The games go in; a digest of every face and document that they print, on both papers, comes out as a line of a file.

`make digests` writes `bench/digests.txt` anew and prints what changed. With `--check` nothing is written: the lines of
the Python that runs it must be those of the file. `make pythons` asks that of every Python that is there. A face's
digest is what `pnp print` keeps of it, so an upgrade of Python alone never asks for paper; a document's is that of all
its bytes.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from platform import python_version

from bench.commits import ROOT, game_names
from pnp.build.build import build, read_game
from pnp.cli.starters import KINDS, make_workspace
from pnp.game.workspace import Workspace, find_workspace
from pnp.history.inventory import take_inventory
from pnp.history.record import whole_tree
from pnp.history.snapshot import branch, leaves

PAPERS = ("a4", "letter")
FILE = ROOT / "bench" / "digests.txt"
DIGITS = 16
TOLD = 40  # lines of a difference that are printed
LEAST = 500  # digests: fewer are not those of all games
_HEAD = "# A digest of each face and document of the games and starters, on both papers. `make digests` writes them.\n"
_KEPT = ("pieces", "pictures", "tiles")  # what stands under a component that is a hash


def digests(workspace: Workspace, name: str, paper: str) -> Iterator[tuple[str, str]]:
    """What a game prints on a paper: names, such as ``game/a4/cards.pdf`` and ``game/a4/cards/wolf``, with digests."""
    game = read_game(workspace, name)
    with tempfile.TemporaryDirectory(prefix="pnp-digests-") as scratch:
        for built in build(game, paper, Path(scratch)):
            yield f"{name}/{paper}/{built.path.name}", sha256(built.path.read_bytes()).hexdigest()[:DIGITS]
    tree = whole_tree(take_inventory(game, paper))
    for component in branch(tree, "components"):
        for kind in _KEPT:
            for path, mark in leaves(branch(tree, "components", component, kind)):
                if path:
                    yield "/".join((name, paper, kind, component, *path)), str(mark)
    for path, mark in leaves(branch(tree, "books")):
        yield "/".join((name, paper, "chapters", *path)), str(mark).rpartition(" ")[2]


def all_digests() -> dict[str, str]:
    """Those of every shipped game and starter. Raises RuntimeError when there is next to nothing."""
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="pnp-digests-") as scratch:
        places = [(find_workspace(ROOT), name) for name in game_names(ROOT)]
        for kind in KINDS:
            name = f"starter-{kind}" if kind else "starter"
            places.append((find_workspace(make_workspace(name, kind, None, Path(scratch))), name))
        for workspace, name in places:
            for paper in PAPERS:
                found.update(digests(workspace, name, paper))
    if len(found) < LEAST or not any(name.endswith(".html") for name in found):
        raise RuntimeError(f"only {len(found)} digests: these are not all games")
    return found


def as_text(found: Mapping[str, str]) -> str:
    """The digests as the file has them: a line each, in the order of their names."""
    return _HEAD + "".join(f"{name}  {found[name]}\n" for name in sorted(found))


def read_text(text: str) -> dict[str, str]:
    """The digests of the file's text."""
    lines = (line.partition("  ") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: digest for name, _, digest in lines}


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """A line for each that is new, gone or another; nothing when all are equal."""
    return [
        f"{'new' if name not in before else 'gone' if name not in after else 'differs'}: {name}"
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    ]


def main(words: Sequence[str]) -> int:
    """Renew the file, or, with ``--check``, hold this Python to it."""
    if words not in ([], ["--check"]):
        sys.stderr.write("error: usage: python -m bench.digests [--check]\n")
        return 2
    kept = read_text(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    found = all_digests()
    changed = differences(kept, found)
    lines = changed[:TOLD] + ([f"and {len(changed) - TOLD} more"] if len(changed) > TOLD else [])
    lines.append(f"Python {python_version()}: {len(found)} digests, {len(changed)} otherwise than in the file")
    print("\n".join(lines), flush=True)
    if words:
        return 1 if changed else 0
    FILE.write_text(as_text(found), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
