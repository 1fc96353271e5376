"""An installed wheel builds the shipped game in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pnp

from .conftest import ROOT

NAME = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]
WHEEL = NAME.replace("-", "_")


def run(*words: str, cwd: Path, **env: str) -> str:
    done = subprocess.run(words, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_installed_wheel_builds_the_box_in_an_empty_folder(tmp_path: Path, box: dict[str, Path]) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name == f"{WHEEL}-{pnp.__version__}-py3-none-any.whl"
    target, empty = tmp_path / "installed", tmp_path / "empty"
    empty.mkdir()
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), str(wheel), cwd=empty)
    where = run(sys.executable, "-c", "import pnp; print(pnp.__file__)", cwd=empty, PYTHONPATH=str(target)).strip()
    assert Path(where).is_relative_to(target)
    code = (
        f"from importlib.metadata import distribution as d; print(*d({NAME!r}).entry_points.names, d({NAME!r}).version)"
    )
    said = run(sys.executable, "-c", code, cwd=empty, PYTHONPATH=str(target))
    assert said.split() == ["pnp", pnp.__version__]
    code = f"from importlib.metadata import distribution as d; [e.load()() for e in d({NAME!r}).entry_points]"
    said = run(sys.executable, "-c", code, "--version", cwd=empty, PYTHONPATH=str(target))
    assert said == f"pnp {pnp.__version__}\n"
    run(sys.executable, "-m", "pnp.cli", "build", "mortalgate", cwd=empty, PYTHONPATH=str(target))
    built = empty / "build" / "mortalgate" / "a4"
    assert len(list(built.iterdir())) == 12
    for path in built.iterdir():
        assert path.read_bytes() == (box["a4"] / path.name).read_bytes(), path.name
    run(sys.executable, "-m", "pnp.cli", "new", "moon-harvest", cwd=empty, PYTHONPATH=str(target))
    said = run(sys.executable, "-m", "pnp.cli", "check", cwd=empty / "moon-harvest", PYTHONPATH=str(target))
    assert said == "moon-harvest: no problems\n"


def test_the_pages_say_how_this_is_installed_and_not_what_else_is_called_pnp() -> None:
    readme, tutorial = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/tutorial.md"))
    assert f"`pip install {NAME}`" in readme
    assert f"pip install {WHEEL}-*.whl" in readme
    assert f"pip install {WHEEL}-*.whl" in tutorial
    pages = [readme, *(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))]
    assert len(pages) > 8
    assert [page[:40] for page in pages if "pip install pnp" in page] == []
