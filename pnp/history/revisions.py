"""A git revision goes in, its workspace comes out in a folder: what git keeps, without touching what is checked out."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from pathlib import Path, PurePosixPath

from pnp.problems import GameError, Problem

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
