"""The wheel and the sdist: alike, whole, and at work in an empty environment outside the checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

import pnp
from tests.conftest import ROOT
from tests.test_wheel import NAME, WHEEL

LOCK = ROOT / "requirements-dev.lock"
SHIPPED = ("data", "fonts", "starters", "templates")
SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"


def run(*words: str | Path, cwd: Path, code: int = 0) -> str:
    """What a program says, outside the checkout and knowing nothing of it."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    env |= {"PIP_CONSTRAINT": LOCK.as_uri(), "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUTF8": "0"}
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=env, capture_output=True, check=False)
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert done.returncode == code, said
    return said


@dataclass(frozen=True)
class Packages:
    """The packages in ``folder``; ``again`` is the wheel that the unpacked sdist builds."""

    folder: Path
    wheel: Path
    sdist: Path
    again: Path


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    folder = tmp_path_factory.mktemp("packages")
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir")
    run(*build, folder, "--wheel", "--sdist", ROOT, cwd=folder)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (source,) = (folder / "unpacked").iterdir()
    run(*build, folder / "again", "--wheel", source, cwd=folder)
    (again,) = (folder / "again").glob("*.whl")
    return Packages(folder, wheel, sdist, again)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        assert len(set(archive.namelist())) == len(archive.namelist())
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_sdist_builds_the_same_wheel(packages: Packages) -> None:
    assert packages.wheel.name == packages.again.name == f"{WHEEL}-{pnp.__version__}-py3-none-any.whl"
    assert packages.sdist.name == f"{WHEEL}-{pnp.__version__}.tar.gz"
    ours, theirs = contents(packages.wheel), contents(packages.again)
    assert sorted(ours) == sorted(theirs)
    assert [name for name in ours if ours[name] != theirs[name]] == []
    assert packages.wheel.read_bytes() == packages.again.read_bytes()


def test_all_that_a_designer_needs_is_in_them(packages: Packages) -> None:
    wheel = contents(packages.wheel)
    (source,) = (packages.folder / "unpacked").iterdir()
    seen = dict.fromkeys((*SHIPPED, "pnp"), 0)
    for folder in seen:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(ROOT).as_posix()
                seen[folder] += 1
                assert wheel[name if folder == "pnp" else f"pnp/shipped/{name}"] == path.read_bytes(), name
                assert (source / name).read_bytes() == path.read_bytes(), name
    assert min(seen.values()) > 20, seen
    licences = [name for name in wheel if name.endswith(("OFL.txt", "LICENSE", "LICENSE.md"))]
    assert f"{WHEEL}-{pnp.__version__}.dist-info/licenses/LICENSE" in licences
    assert "pnp/shipped/templates/icons/LICENSE.md" in licences
    families = {path.parent for path in (ROOT / "fonts").glob("*/*.ttf")}
    assert len([name for name in licences if name.endswith("OFL.txt")]) == len(families) > 5
    for name in (
        "Makefile",
        "README.md",
        "requirements-dev.lock",
        ".gitattributes",
        ".ci/run",
        "tests/conftest.py",
        "docs/tutorial.md",
    ):
        assert (source / name).read_bytes() == (ROOT / name).read_bytes(), name


def test_they_work_in_an_empty_environment_outside_the_checkout(packages: Packages, tmp_path: Path) -> None:
    home = tmp_path / "Spiele für Büro"
    venv.create(home / "env", with_pip=True)
    python = home / "env" / SCRIPTS / "python"
    install = (python, "-m", "pip", "install", "--quiet")
    run(*install, packages.wheel, cwd=home)
    assert versions_otherwise_than_locked(run(python, "-m", "pip", "freeze", cwd=home)) == {}
    works(home, "moon-harvest")
    run(python, "-m", "pip", "uninstall", "--quiet", "--yes", NAME, cwd=home)
    run(*install, "--no-deps", packages.sdist, cwd=home)
    works(home, "sun-harvest")


def versions_otherwise_than_locked(frozen: str) -> dict[str, str]:
    locked = dict(re.findall(r"^([\w.-]+)==([\w.]+)", LOCK.read_text(encoding="utf-8").lower(), re.MULTILINE))
    found = dict(re.findall(r"^([\w.-]+)==([\w.]+)", frozen.lower(), re.MULTILINE))
    assert len(found) > 12
    return {name: version for name, version in found.items() if locked.get(name) != version}


def works(home: Path, name: str) -> None:
    """What is installed makes a game, builds and checks it, builds a shipped one, and answers a mistake."""
    python, program = home / "env" / SCRIPTS / "python", home / "env" / SCRIPTS / "pnp"
    code = "import pnp, sys; print(pnp.__path__[0].startswith(sys.prefix))"
    assert run(python, "-c", code, cwd=home) == "True\n"
    assert run(program, "--version", cwd=home) == f"pnp {pnp.__version__}\n"
    run(program, "new", name, cwd=home)
    game = home / name
    assert f"build/{name}/a4/" in run(program, "build", cwd=game)
    assert len([path for path in (game / "build" / name / "a4").iterdir() if path.stat().st_size > 3000]) > 3
    assert run(program, "check", cwd=game) == f"{name}: no problems\n"
    shipped = run(program, "build", "mortalgate", "--only", "hero-sheets", cwd=home)
    assert shipped.startswith("build/mortalgate/a4/hero-sheets.pdf")
    data = game / "data" / name / "game.yaml"
    data.write_bytes(data.read_bytes().replace(b"title:", b"titel:", 1))
    assert "did you mean 'title'?" in run(program, "build", cwd=game, code=1)
