"""An installed wheel builds the shipped game in an empty folder."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

from .conftest import ROOT

NAME = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]
WHEEL = NAME.replace("-", "_")


def run(*words: str, cwd: Path, **env: str) -> str:
    done = subprocess.run(words, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_pages_say_how_this_is_installed_and_not_what_else_is_called_pnp() -> None:
    readme, tutorial = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/tutorial.md"))
    assert f"`pip install {NAME}`" in readme
    assert f"pip install {WHEEL}-*.whl" in readme
    assert f"pip install {WHEEL}-*.whl" in tutorial
    pages = [readme, *(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))]
    assert len(pages) > 8
    assert [page[:40] for page in pages if "pip install pnp" in page] == []
