"""A stranger's folders: chains of links, folders within folders, folders of others; each ends in words, read or not."""

from __future__ import annotations

import errno
import os
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from pnp.build.build import read_game
from pnp.cli.history_commands import diff_games
from pnp.files import leads_out, real_path
from pnp.game.folders import FolderListings, all_below
from pnp.game.workspace import find_workspace
from pnp.problems import GameError
from pnp.rulebook.chapters import game_digest
from pnp.source.text_file import read_bytes
from pnp.watch.loop import Saves

from .conftest import GAME, write_tiny
from .strangers import outside, pnp, watched

links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there; junctions are resolved alike")
DEEP = 1300  # deeper than Python calls itself


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny game in the working folder."""
    root = tmp_path / "home"
    write_tiny(root, {"data/tiny/game.yaml": GAME + "  more: [cards]\n", "templates/icons/idle.svg": "<svg/>"})
    monkeypatch.chdir(root)
    return root


def chain(folder: Path, end: Path, length: int = DEEP) -> Path:
    """The last of many links, each to the one before; the first leads to ``end``."""
    folder.mkdir()
    for number in range(length):
        (folder / str(number)).symlink_to(end)
        end = folder / str(number)
    return end


@links
@pytest.mark.parametrize(
    "place", ["data/tiny", "data/tiny/heroes.yaml", "templates/tiny/card.svg", "fonts", "build", "prints", ".vscode"]
)
def test_a_chain_of_links_is_followed_as_little_as_the_system_follows_it(
    home: Path, elsewhere: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (elsewhere / "secret").write_text("SECRET")
    path = home / place
    if path.exists():
        path.rename(elsewhere / path.name)
    path.symlink_to(chain(home / "links", elsewhere))
    with watched() as events:
        codes = [pnp(*words) for words in (["build", "tiny"], ["print", "tiny"], ["schema", "tiny"], ["check", "tiny"])]
    said = "".join(capsys.readouterr())
    assert set(codes) <= {0, 1, 2}
    assert "SECRET" not in said
    assert outside(events, elsewhere) == []


@links
def test_nothing_is_read_at_the_end_of_a_chain(tmp_path: Path, elsewhere: Path) -> None:
    """Nor where the stack, and no system's limit, is what keeps Python from following it."""
    (elsewhere / "x").write_text("SECRET")
    inside = tmp_path / "in"
    inside.mkdir()
    long = chain(inside / "long", elsewhere)
    assert real_path(long) == long
    for path in (long, long / "x"):
        with pytest.raises(GameError, match="cannot be read"):
            read_bytes(path, "x", within=(inside,))
    short = chain(inside / "short", elsewhere, 30)
    assert leads_out(short / "x", (inside,)) == elsewhere

    def at_depth(left: int) -> object:
        if left:
            return at_depth(left - 1)
        try:
            return read_bytes(short / "x", "x", within=(inside,))
        except (GameError, RecursionError):
            return None

    frames = len(__import__("inspect").stack())
    assert [at_depth(sys.getrecursionlimit() - frames - left) for left in range(20, 200, 12)] == [None] * 15


@links
@pytest.mark.parametrize("place", ["build", "build/tiny", "build/schema", ".vscode", "prints"])
def test_a_ring_of_links_is_no_folder(home: Path, place: str, capsys: pytest.CaptureFixture[str]) -> None:
    (home / place).parent.mkdir(exist_ok=True)
    (home / place).symlink_to((home / place).name)
    for words in (["build", "tiny"], ["print", "tiny"], ["schema", "tiny"]):
        assert pnp(*words) in (0, 1)
    assert "cannot be " in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="paths end sooner there")
@pytest.mark.parametrize("room", ["templates/tiny", "data/tiny", "templates/other"])
def test_a_folder_may_be_deeper_than_python_calls_itself(
    home: Path, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / room).mkdir(exist_ok=True)
    monkeypatch.chdir(home / room)
    for _ in range(DEEP):
        Path("a").mkdir()
        os.chdir("a")
    monkeypatch.chdir(home)
    assert len(all_below(home / room, room)) >= DEEP
    assert pnp("check", "tiny") == 0
    for _ in range(DEEP):  # whoever clears the test's folder away calls itself, too
        (home / room / "a").rename(home / "gone")
        (home / "gone/a").rename(home / room / "a") if (home / "gone/a").exists() else None
        (home / "gone").rmdir()


@links
def test_a_watch_looks_into_no_folder_outside(home: Path, elsewhere: Path) -> None:
    """The library follows links by itself, where no hook of Python's sees it."""
    (elsewhere / "deep").mkdir()
    (home / "templates/tiny/x").symlink_to(elsewhere)
    with Saves([home / "data", home / "templates"], (home,)) as saves:
        (elsewhere / "deep/theirs").write_text("x")
        (elsewhere / "theirs").write_text("x")
        (home / "templates/tiny/mine").write_text("x")
        seen = saves.next()
    assert seen == {home / "templates/tiny/mine"}


def test_a_watch_that_the_system_refuses_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import watchfiles

    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "OS file watch limit reached")

    monkeypatch.setattr(watchfiles, "watch", refuse)
    with pytest.raises(GameError, match="cannot be watched: os file watch limit reached"), Saves([home / "data"]):
        pass


@links
def test_a_folder_of_another_game_is_not_listed_outside(home: Path, elsewhere: Path) -> None:
    (elsewhere / "deep").mkdir()
    (home / "data/other").symlink_to(elsewhere)
    with watched() as events:
        assert pnp("check", "tiny") == 0
    assert outside(events, elsewhere) == []


@links
def test_a_data_file_may_lead_where_the_command_line_allows(
    home: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("heroes.yaml", "game.yaml"):
        path = home / "data/tiny" / name
        path.rename(elsewhere / name)
        path.symlink_to(elsewhere / name)
        assert pnp("build", "tiny") == 1
        assert f"--allow {elsewhere / name}" in capsys.readouterr().err, "the cure"
        assert pnp("build", "tiny", "--allow", str(elsewhere / name)) == (0 if name == "heroes.yaml" else 1)
        assert pnp("build", "tiny", "--allow", str(elsewhere)) == 0, capsys.readouterr().err
        capsys.readouterr()


@links
def test_a_link_under_another_spelling_of_its_name_is_not_followed(
    home: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is asked for is composed, what is there is not: both must be looked at."""
    apart, whole = unicodedata.normalize("NFD", "hürde"), unicodedata.normalize("NFC", "hürde")
    page = home / "data/tiny/game.yaml"
    page.write_text(page.read_text().replace("heroes.yaml", f"{whole}.yaml"), encoding="utf-8")
    (home / "data/tiny/heroes.yaml").rename(elsewhere / "theirs.yaml")
    (home / "data/tiny" / f"{apart}.yaml").symlink_to(elsewhere / "theirs.yaml")
    with watched() as events:
        assert pnp("build", "tiny") == 1
        (home / "data/tiny").rename(elsewhere / "game")
        (home / "data" / apart).symlink_to(elsewhere / "game")
        assert pnp("build", whole) == 1
    said = capsys.readouterr().err
    assert "leads out of the game's folder" in said
    assert "leads out of the workspace" in said
    assert [event for event in outside(events, elsewhere) if event[0] == "open"] == []


@links
def test_no_link_below_out_is_followed(home: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "pdfs").mkdir()
    (home / "pdfs/tiny").symlink_to(elsewhere)
    assert pnp("build", "--out", "pdfs") == 1
    assert f"leads out of the workspace, to {elsewhere}" in capsys.readouterr().err
    assert list(elsewhere.iterdir()) == []


@links
def test_a_word_of_diff_is_no_link_to_anywhere(home: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_tiny(elsewhere)
    (home / "HEAD").symlink_to(elsewhere)
    with watched() as events:
        assert pnp("diff", "HEAD", ".", "tiny") == 1
    assert f"HEAD leads out of the workspace, to {elsewhere}" in capsys.readouterr().err
    assert [event for event in outside(events, elsewhere) if event[0] == "open"] == []
    assert pnp("diff", "HEAD", ".", "tiny", "--allow", str(elsewhere)) == 0
    assert pnp("diff", "../elsewhere", ".", "tiny") == 0, "the command line says where"


# -- folders that are another's, and full disks


@pytest.mark.parametrize(
    "place", ["data", "data/other", "templates", "templates/tiny/x", "templates/icons", "build/schema", ".vscode", "fonts", "build", "prints"]
)  # fmt: skip
def test_a_folder_that_is_anothers_is_no_traceback(home: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may enter every folder, so the system's answer is made here."""
    assert pnp("print", "tiny", "--quiet") == 0
    assert pnp("schema", "tiny") == 0
    (home / place / "x").mkdir(parents=True, exist_ok=True)
    closed, here = f"{home / place}/", Path.cwd()

    def ask(function: Callable[..., Any]) -> Callable[..., Any]:
        def asked(path: Any = ".", *words: Any, **more: Any) -> Any:
            if isinstance(path, str | Path) and str(here / path).startswith(closed):
                raise PermissionError(errno.EACCES, "Permission denied")
            return function(path, *words, **more)

        return asked

    for name in ("open", "stat", "lstat", "mkdir"):
        monkeypatch.setattr(os, name, ask(getattr(os, name)))
    for words in (["build", "tiny"], ["check", "tiny"], ["list", "tiny"], ["print", "tiny"], ["reprint", "tiny"],
                  ["schema", "tiny"], ["diff", ".", "1", "tiny"]):  # fmt: skip
        assert pnp(*words) in (0, 1, 2), words


def test_a_folder_that_cannot_be_listed_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "templates/tiny/x").mkdir()
    scan = os.scandir

    def closed(path: Any = ".") -> Any:
        if str(path).endswith("tiny/x"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", closed)
    assert pnp("check", "tiny") == 1
    assert "templates/tiny/x cannot be read: permission denied" in capsys.readouterr().out


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names are bytes there, elsewhere characters")
def test_a_file_whose_name_is_no_text_stands_in_nobodys_way(home: Path) -> None:
    game = GAME.replace("text: {", "text: {book-body: {font: Text, size: 9}, ").replace("story:", "sign: icon?, story:")
    (home / "data/tiny/game.yaml").write_text(game + "books:\n  rules: {chapters: [one]}\n")
    (home / "templates/tiny/rules").mkdir()
    (home / "templates/tiny/rules/one.md").write_text("# One\n\nA word.\n")
    digest = game_digest(read_game(find_workspace(home), "tiny"))
    for folder in ("data/tiny", "templates/tiny", "templates/icons", "fonts"):
        (home / folder).mkdir(exist_ok=True)
        Path(os.fsdecode(os.fsencode(home / folder) + b"/caf\xe9.svg")).write_text("<svg/>")
    for words in (["check", "tiny"], ["build", "tiny"], ["print", "tiny"], ["reprint", "tiny"], ["schema", "tiny"]):
        assert pnp(*words) == 0, words
    assert game_digest(read_game(find_workspace(home), "tiny")) != digest


def test_schemas_are_written_all_or_none(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[object] = []
    chmod = Path.chmod

    def full(path: Path, mode: int) -> None:
        made.append(path)
        if len(made) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        chmod(path, mode)

    monkeypatch.setattr(Path, "chmod", full)
    assert pnp("schema", "tiny") == 1
    assert "no space left on device" in capsys.readouterr().err
    assert len(made) == 2
    assert [path for path in home.rglob("build/**/*") if path.is_file()] == []


def test_a_diff_without_room_for_its_files_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    monkeypatch.setattr("pnp.cli.history_commands.TemporaryDirectory", refuse)
    assert diff_games(".", ".", "tiny", "", None, allow=()) == 1
    assert "no folder for temporary files can be made" in capsys.readouterr().err
    assert find_workspace(home).games()


def test_nothing_stands_in_a_folder_whose_name_no_system_takes(tmp_path: Path) -> None:
    assert FolderListings((tmp_path,)).spelled(tmp_path / "a\0b", "c") is None
