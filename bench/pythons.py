"""The Pythons of this machine go in; whether each prints the same bytes as `bench/digests.txt` comes out.

Run by `make pythons`: every Python from 3.11 on that pyenv, the system or the path has, one of each version, gets a
fresh environment with the locked versions of what the program needs, and builds all games in it. With fewer than two
releases to compare it fails: there is nothing to learn from one. A Python named (`make pythons ONLY=3.12`, or a path)
is tried alone; `--enough` tries none, and only says whether there are two.

It is a program of its own, and no test: it must run without pytest in environments that it makes, and one at a time.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from bench.commits import ROOT

OLDEST = (3, 11)
ENOUGH = 2  # releases, such as 3.11 and 3.12: two patches of one release add and compress alike
_NAMED = re.compile(r"python3(\.\d+)?")
_ASKED = "import sys; print(*sys.version_info[:3], sys.implementation.name, sys.version_info.releaselevel)"

Version = tuple[int, int, int]


def candidates(home: Path, folders: Iterable[Path], environment: Mapping[str, str]) -> list[Path]:
    """The programs that may be Pythons: pyenv's versions, then those in folders, in order."""
    pyenv = Path(environment.get("PYENV_ROOT") or home / ".pyenv")
    found = sorted(pyenv.glob("versions/*/bin/python"))
    for folder in folders:
        found += sorted(path for path in folder.glob("python3*") if _NAMED.fullmatch(path.name))
    return found


def version_of(python: Path) -> Version | None:
    """The version of a finished CPython that is new enough; None for anything else."""
    try:
        said = subprocess.run([python, "-I", "-c", _ASKED], capture_output=True, text=True, check=True, timeout=60)
        major, minor, micro, name, level = said.stdout.split()
        version = int(major), int(minor), int(micro)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return version if name == "cpython" and level == "final" and version >= OLDEST else None


def installed(found: Iterable[Path]) -> dict[Version, Path]:
    """The first Python of each version, oldest first."""
    pythons: dict[Version, Path] = {}
    for path in found:
        version = version_of(path)
        if version:
            pythons.setdefault(version, path)
    return dict(sorted(pythons.items()))


def chosen(pythons: Mapping[Version, Path], only: str) -> dict[Version, Path]:
    """Those of a version or a release, such as 3.12; all for no word."""
    wanted = only.split(".") if only else []
    return {version: path for version, path in pythons.items() if [*map(str, version)][: len(wanted)] == wanted}


def make_environment(python: Path, folder: Path) -> Path:
    """A fresh environment with what the program needs, in locked versions; its Python. Raises CalledProcessError."""
    subprocess.run([python, "-I", "-m", "venv", "--without-pip", folder], check=True)
    own = folder / "bin" / "python"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pip = [sys.executable, "-m", "pip", "--python", str(own), "--disable-pip-version-check"]
    locked = ["--constraint", str(ROOT / "requirements-dev.lock"), "--only-binary", ":all:"]
    words = [*pip, "install", "--quiet", "--no-compile", *locked, *project["dependencies"]]
    subprocess.run(words, check=True, env=_bare(os.environ))
    return own


def try_python(python: Path, folder: Path) -> bool:
    """Whether all games come out as the file says; what differs is printed."""
    try:
        own = make_environment(python, folder)
    except subprocess.CalledProcessError as error:
        print(f"{python}: no environment: {error}", flush=True)
        return False
    where = _bare(os.environ) | {"PYTHONPATH": str(ROOT)}
    return subprocess.run([own, "-m", "bench.digests", "--check"], cwd=ROOT, env=where, check=False).returncode == 0


def _bare(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment's variables without those that lead Python elsewhere."""
    return {
        name: value for name, value in environment.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    }


def main(words: Sequence[str]) -> int:
    """Try every Python, or the one that is named."""
    only = words[0] if words else ""
    if len(words) > 1 or (only.startswith("-") and only != "--enough"):
        sys.stderr.write("error: usage: python -m bench.pythons [VERSION, PATH or --enough]\n")
        return 2
    folders = [Path("/usr/bin"), Path("/usr/local/bin"), *map(Path, os.get_exec_path())]
    named = [Path(shutil.which(only) or only)] if os.sep in only else candidates(Path.home(), folders, os.environ)
    pythons = chosen(installed(named), "" if os.sep in only or only == "--enough" else only)
    releases = {version[:2] for version in pythons}
    if not pythons or (only in ("", "--enough") and len(releases) < ENOUGH):
        there = ", ".join(".".join(map(str, version)) for version in pythons) or "none"
        sys.stderr.write(
            f"error: {ENOUGH} releases of Python from 3.11 on are needed to compare, there is: {there}\n"
            "    hint: install another, by apt or pyenv\n"
        )
        return 2
    if only == "--enough":
        return 0
    failed = []
    for version, python in pythons.items():
        start, name = time.perf_counter(), ".".join(map(str, version))
        with tempfile.TemporaryDirectory(prefix=f"pnp-python-{name}-") as folder:
            same = try_python(python, Path(folder) / "venv")
        print(
            f"Python {name} ({python}): {'same' if same else 'DIFFERS'}, {time.perf_counter() - start:.0f} s",
            flush=True,
        )
        failed += [] if same else [name]
    print(f"{len(pythons)} Pythons, {len(failed)} that differ" + (f": {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
