"""What holds every Python to one file of digests: which Pythons are tried, when there are too few, what is said."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from bench import digests, pythons
from bench.digests import FILE, as_text, differences, read_text
from bench.pythons import candidates, chosen, installed


def fake_python(path: Path, said: str) -> Path:
    """A program that answers as a Python of some version does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {said}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A home with pyenv and a folder of the system's: old, unfinished and foreign Pythons among them."""
    for name, said in (
        ("3.10.13", "3 10 13 cpython final"),
        ("3.12.1", "3 12 1 cpython final"),
        ("3.13.0", "3 13 0 cpython final"),
        ("3.14.0rc1", "3 14 0 cpython candidate"),
        ("pypy3.11", "3 11 9 pypy final"),
    ):
        fake_python(tmp_path / "home" / ".pyenv" / "versions" / name / "bin" / "python", said)
    for name in ("python3", "python3.11"):
        fake_python(tmp_path / "usr" / name, "3 11 2 cpython final")
    fake_python(tmp_path / "usr" / "python3.11-config", "3 11 2 cpython final")
    fake_python(tmp_path / "usr" / "python3.9", "nonsense")
    return tmp_path


def test_every_finished_python_from_3_11_on_is_found_once(machine: Path) -> None:
    found = installed(candidates(machine / "home", [machine / "usr", machine / "nowhere"], {}))
    assert list(found) == [(3, 11, 2), (3, 12, 1), (3, 13, 0)]
    assert found[3, 11, 2] == machine / "usr" / "python3"
    assert list(installed(candidates(machine, [], {"PYENV_ROOT": str(machine / "home" / ".pyenv")}))) == [
        (3, 12, 1),
        (3, 13, 0),
    ]
    assert list(chosen(found, "3.12")) == list(chosen(found, "3.12.1")) == [(3, 12, 1)]
    assert chosen(found, "3.1") == {} and chosen(found, "") == found


@pytest.mark.parametrize(("there", "said"), [([], "none"), (["a"], "3.11.2"), (["a", "b"], "3.11.2, 3.11.7")])
def test_one_release_is_too_few(
    tmp_path: Path, there: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = {"a": (3, 11, 2), "b": (3, 11, 7)}
    monkeypatch.setattr(pythons, "installed", lambda _: {own[name]: tmp_path / name for name in there})
    assert pythons.main([]) == pythons.main(["--enough"]) == 2
    assert f"from 3.11 on are needed to compare, there is: {said}\n" in capsys.readouterr().err


def test_one_that_differs_fails_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pythons, "installed", lambda _: {(3, 11, 2): tmp_path / "a", (3, 12, 1): tmp_path / "b"})
    monkeypatch.setattr(pythons, "try_python", lambda python, _: python.name == "a")
    assert pythons.main([]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "2 Pythons, 1 that differ: 3.12.1"
    assert pythons.main(["3.11"]) == 0  # one that is named is tried alone
    assert pythons.main(["3.15"]) == pythons.main(["--help"]) == pythons.main(["3.11", "3.12"]) == 2


def test_a_python_without_an_environment_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = fake_python(tmp_path / "python3", "; exit 3")
    assert not pythons.try_python(broken, tmp_path / "venv")
    assert "no environment: " in capsys.readouterr().out


def test_what_changed_is_said_line_by_line() -> None:
    before, after = {"g/a4/a.pdf": "1", "g/a4/b.pdf": "2"}, {"g/a4/b.pdf": "3", "g/a4/c.pdf": "4"}
    assert differences(before, after) == ["gone: g/a4/a.pdf", "differs: g/a4/b.pdf", "new: g/a4/c.pdf"]
    assert differences(after, after) == []
    assert read_text(as_text(after)) == after


def test_a_check_writes_nothing_and_fails_when_one_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "digests.txt"
    monkeypatch.setattr(digests, "FILE", file)
    monkeypatch.setattr(digests, "all_digests", lambda: {"g/a4/a.pdf": "1"})
    assert digests.main(["--check"]) == 1 and not file.exists()
    assert digests.main([]) == 0 and digests.main(["--check"]) == 0
    file.write_text(file.read_text().replace("  1", "  2"))
    capsys.readouterr()
    assert digests.main(["--check"]) == 1
    assert capsys.readouterr().out.startswith("differs: g/a4/a.pdf\nPython 3.")
    assert digests.main(["--chek"]) == 2


def test_the_file_names_every_shipped_document() -> None:
    from pnp.build.build import read_game
    from pnp.game.workspace import find_workspace

    kept, root = read_text(FILE.read_text(encoding="utf-8")), FILE.parent.parent
    for name in ("battle-gate", "ephemeral-gate", "mortalgate"):
        files = {document.file for document in read_game(find_workspace(root), name).documents.values()}
        for paper in ("a4", "letter"):
            assert {f"{name}/{paper}/{file}" for file in files} <= kept.keys()
    assert len(kept) > 1000


def test_the_lock_names_what_is_asked_for() -> None:
    """Each environment is made with it as its constraint; what it lacked would come in any version."""
    root = FILE.parent.parent
    asked = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    lines = (root / "requirements-dev.lock").read_text(encoding="utf-8").splitlines()
    assert {re.split("[><=]", name)[0] for name in asked} <= {line.partition("==")[0].lower() for line in lines}
