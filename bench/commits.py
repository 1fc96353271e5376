"""The name of a commit goes in; its tree in a folder for a while, and what runs the ``pnp`` of a tree, come out.

The tree is unpacked by ``git archive`` and not checked out as a second work tree, so that nothing is left in ``.git``
whatever ends the program. Both trees run in the same Python with the same packages; each has its own ``pnp``.
"""

from __future__ import annotations

import compileall
import filecmp
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAME_PARTS = ("data", "templates", "fonts")
OWN, BASE, WORK = "own", "base", "work"
WHOSE = (OWN, BASE, WORK)
_TERMINATED = 128 + signal.SIGTERM


@dataclass(frozen=True)
class Tree:
    """A state of this repository in a folder. ``name`` says which, in a report."""

    name: str
    folder: Path


def work_tree() -> Tree:
    """This checkout as it stands, uncommitted changes included."""
    changes = len(_git("status", "--porcelain").splitlines())
    head = _git("rev-parse", "--short", "HEAD").strip()
    return Tree(f"the work tree on {head}, {changes} uncommitted change{'s' * (changes != 1)}", ROOT)


@contextmanager
def unpacked(commit: str) -> Iterator[Tree]:
    """The tree of a commit, gone afterwards, also after Ctrl-C and SIGTERM. Exits with 2 if there is no such commit."""
    found = _try_git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    if found is None:
        sys.stderr.write(f"error: '{commit}' is no commit here\n    hint: git log --oneline lists them\n")
        raise SystemExit(2)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))  # an exception, so that what is temporary goes
    with tempfile.TemporaryDirectory(prefix="pnp-base-") as scratch:
        archive, folder = Path(scratch) / "base.tar", Path(scratch) / "base"
        _git("archive", "--output", str(archive), found.strip())
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        archive.unlink()
        yield Tree(_git("log", "-1", "--format=%h %s", found.strip()).strip(), folder)


def make_ready(tree: Tree) -> None:
    """Compile the tree's modules, as pip does at install, and make sure that it is they which are run."""
    compileall.compile_dir(tree.folder / "pnp", quiet=1)
    words = [sys.executable, "-c", "import pnp; print(pnp.__file__)"]
    said = subprocess.run(words, cwd=tree.folder, env=environment(tree), check=True, capture_output=True, text=True)
    used = Path(said.stdout.strip()).resolve()
    if not used.is_relative_to(tree.folder.resolve()):
        raise RuntimeError(f"{tree.name}: Python imports {used}, which is not of {tree.folder}")


def command(tree: Tree, words: Sequence[str]) -> list[str]:
    """What runs the tree's ``pnp`` with these words: its pyproject.toml says where the command line starts."""
    project = tomllib.loads((tree.folder / "pyproject.toml").read_text(encoding="utf-8"))
    module, _, function = project["project"]["scripts"]["pnp"].partition(":")
    start = f"import sys; from {module} import {function}; sys.argv[0] = 'pnp'; sys.exit({function}())"
    return [sys.executable, "-c", start, *words]


def environment(tree: Tree) -> Mapping[str, str]:
    """The variables of a process that is to import this tree's ``pnp``, whatever folder it works in."""
    return {**os.environ, "PYTHONPATH": str(tree.folder), "PYTHONSAFEPATH": "1", "NO_COLOR": "1", "COLUMNS": "100"}


def places(whose: str, before: Tree, after: Tree) -> tuple[Path, Path]:
    """The folders in which the two work, and so whose games they build: one of ``WHOSE``."""
    first, second = {OWN: (before, after), BASE: (before, before), WORK: (after, after)}[whose]
    return first.folder, second.folder


def game_names(folder: Path) -> list[str]:
    """Every game of a workspace. Raises RuntimeError when there is none: nothing is ever compared with nothing."""
    found = sorted(path.parent.name for path in folder.glob("data/*/game.yaml"))
    if not found:
        raise RuntimeError(f"no game under {folder}/data")
    return found


def changed_parts(before: Path, after: Path) -> list[str]:
    """The files of data, templates and fonts, from the workspace, that two workspaces do not share byte for byte."""
    first, second = _parts(before), _parts(after)
    both = first & second
    return sorted((first ^ second) | {name for name in both if not filecmp.cmp(before / name, after / name, False)})


def say_sides(whose: str, before: Tree, after: Tree) -> None:
    """Print what is compared; a difference between the games is said, since it explains others."""
    print(f"before: {before.name}\nafter:  {after.name}")
    changed = changed_parts(before.folder, after.folder)
    if changed and whose == OWN:
        some = ", ".join(changed[:3]) + (" …" if len(changed) > 3 else "")
        print(f"the games differ too, in {len(changed)} file{'s' * (len(changed) != 1)}: {some} (see --games)")
    elif changed:
        print(f"both build the games of the {'commit' if whose == BASE else 'work tree'}")


def _parts(folder: Path) -> set[str]:
    found = (path for part in GAME_PARTS for path in (folder / part).rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in found if path.suffix != ".pyc"}


def _try_git(*words: str) -> str | None:
    said = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout if said.returncode == 0 else None


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout
