"""An installed wheel builds the shipped game in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .conftest import ROOT


def run(*words: str, cwd: Path, **env: str) -> str:
    done = subprocess.run(words, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_installed_wheel_builds_the_box_in_an_empty_folder(tmp_path: Path, box: dict[str, Path]) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    target, empty = tmp_path / "installed", tmp_path / "empty"
    empty.mkdir()
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), str(wheel), cwd=empty)
    where = run(sys.executable, "-c", "import pnp; print(pnp.__file__)", cwd=empty, PYTHONPATH=str(target)).strip()
    assert Path(where).is_relative_to(target)
    run(sys.executable, "-m", "pnp.cli", "build", "mortalgate", cwd=empty, PYTHONPATH=str(target))
    built = empty / "build" / "mortalgate" / "a4"
    assert len(list(built.iterdir())) == 12
    for path in built.iterdir():
        assert path.read_bytes() == (box["a4"] / path.name).read_bytes(), path.name
    run(sys.executable, "-m", "pnp.cli", "new", "moon-harvest", cwd=empty, PYTHONPATH=str(target))
    said = run(sys.executable, "-m", "pnp.cli", "check", cwd=empty / "moon-harvest", PYTHONPATH=str(target))
    assert said == "moon-harvest: no problems\n"
