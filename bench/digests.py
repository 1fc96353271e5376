"""All that ships goes in; a digest of every face, document, table and drawing comes out as a line of a file.

`make digests` writes `bench/digests.txt` anew and prints what changed. With `--check` nothing is written: the lines of
the Python that runs it must be those of the file. `make pythons` asks that of every Python that is there.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from platform import python_version

from bench.commits import ROOT, game_names
from bench.digested import corpus_digests, game_digests, reprint_digests, table_digests, text_digests
from bench.edits import EDITS
from pnp.build.build import read_game
from pnp.cli.starters import KINDS, make_workspace
from pnp.game.workspace import find_workspace

PAPERS = ("a4", "letter")
FILE = ROOT / "bench" / "digests.txt"
TOLD = 40  # lines of a difference that are printed
LEAST = 500  # digests: fewer are not those of all games
_HEAD = (
    "# A digest of each face, document and table of the games and starters, on both papers; of starters that were\n"
    "# edited and printed again; of texts; of each drawing of the corpus. `make digests` writes them.\n"
)


def shipped_digests(name: str, paper: str) -> Iterator[tuple[str, str]]:
    """Those of a game of ours on a paper."""
    with tempfile.TemporaryDirectory(prefix="pnp-digests-") as scratch:
        yield from game_digests(find_workspace(ROOT), name, paper, Path(scratch))


def starter_digests(kind: str, paper: str) -> Iterator[tuple[str, str]]:
    """Those of a new game as `pnp new` makes it."""
    with tempfile.TemporaryDirectory(prefix="pnp-digests-") as scratch:
        workspace = find_workspace(make_workspace(f"starter-{kind}", kind, None, Path(scratch)))
        yield from game_digests(workspace, f"starter-{kind}", paper, Path(scratch) / "out")


def edited_digests(kind: str) -> Iterator[tuple[str, str]]:
    """Those of a starter that was printed, edited and printed again."""
    with tempfile.TemporaryDirectory(prefix="pnp-digests-") as scratch:
        yield from reprint_digests(kind, Path(scratch))


def all_digests() -> dict[str, str]:
    """Every one. Raises RuntimeError when there is next to nothing."""
    games = game_names(ROOT)
    found = dict(
        chain(
            *(shipped_digests(name, paper) for name in games for paper in PAPERS),
            *(starter_digests(kind, paper) for kind in KINDS for paper in PAPERS),
            *(table_digests(read_game(find_workspace(ROOT), name)) for name in games),
            *map(edited_digests, EDITS),
            text_digests(),
            corpus_digests(),
        )
    )
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
