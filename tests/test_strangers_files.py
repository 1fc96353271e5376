"""A stranger's files: no link is followed out, no pipe waited for, no size believed; what is written is whole, and said truly."""

from __future__ import annotations

import ast
import errno
import os
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.files import leads_out, write_atomically
from pnp.game.workspace import find_workspace
from pnp.problems import GameError
from pnp.source.text_file import read_bytes

from .conftest import GAME, ROOT, write_tiny
from .strangers import outside, pnp, watched

FONT = "fonts/alegreya-sans/AlegreyaSans-Regular.ttf"
links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there; junctions are resolved alike")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny game with a font, an icon and a second document of its own, in the working folder."""
    root = tmp_path / "home"
    write_tiny(
        root,
        {
            "data/tiny/game.yaml": GAME + "  more: [cards]\n",
            "templates/icons/bee.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>",
        },
    )
    (root / "fonts").mkdir()
    shutil.copy(ROOT / FONT, root / "fonts/mine.ttf")
    page = root / "data/tiny/game.yaml"
    page.write_text(page.read_text().replace("alegreya-sans/AlegreyaSans-Regular.ttf", "mine.ttf"))
    monkeypatch.chdir(root)
    return root


@pytest.fixture(autouse=True)
def _in_time() -> Iterator[None]:
    """What would wait for ever is ended."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return
    signal.alarm(60)
    yield
    signal.alarm(0)


def move_out(path: Path, elsewhere: Path) -> Path:
    """Put a file or folder elsewhere, and a link in its place."""
    target = elsewhere / path.name
    shutil.move(path, target)
    path.symlink_to(target)
    return target


@links
@pytest.mark.parametrize("room", ["data", "data/tiny", "templates", "templates/tiny", "templates/icons", "fonts"])
def test_a_folder_that_leads_out_is_not_read(
    home: Path, elsewhere: Path, room: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = move_out(home / room, elsewhere)
    with watched() as events:
        assert pnp("build", "tiny") == 1
    said = capsys.readouterr().err
    assert f"{room} leads out of the workspace, to {target}" in said
    assert f"--allow {target}" in said
    assert outside(events, elsewhere) == []
    assert pnp("list", "--allow", str(tmp_folder(elsewhere))) == 1, "another folder is of no help"
    assert pnp("build", "tiny", "--allow", str(target)) == 0, capsys.readouterr().err
    assert (home / "build/tiny/a4/cards.pdf").is_file()


def tmp_folder(elsewhere: Path) -> Path:
    return elsewhere.parent / "nowhere"


@links
@pytest.mark.parametrize(
    ("file", "said"),
    [("data/tiny/game.yaml", "data/tiny/game.yaml leads out of the workspace"),
     ("data/tiny/heroes.yaml", "'heroes.yaml' leads out of the game's folder"),
     ("templates/tiny/card.svg", "there is no template 'card.svg'"),
     ("fonts/mine.ttf", "there is no font file 'mine.ttf'"),
     ("prints/tiny.yaml", "prints/tiny.yaml leads out of the workspace"),
     (".vscode/settings.json", ".vscode/settings.json leads out of the workspace")],
)  # fmt: skip
def test_a_file_that_leads_out_is_not_read(
    home: Path, elsewhere: Path, file: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = home / file
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        path.write_text("TOP SECRET: [\n")
    move_out(path, elsewhere)
    command = {"prints/tiny.yaml": ["reprint", "tiny"], ".vscode/settings.json": ["schema", "tiny"]}.get(
        file, ["build", "tiny"]
    )
    with watched() as events:
        assert pnp(*command) == 1
    told = "".join(capsys.readouterr())
    assert said in told
    assert "SECRET" not in told
    assert outside(events, elsewhere) == []
    if "game's folder" not in said:
        assert f"--allow {elsewhere / path.name}" in told


@links
@pytest.mark.parametrize(
    "room", ["build", "build/tiny", "build/tiny/a4", "prints", ".vscode", "build/schema", "build/schema/tiny"]
)
def test_nothing_is_written_through_a_link(
    home: Path, elsewhere: Path, room: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (
        "cards.pdf",
        "tiny.yaml",
        "settings.json",
        "tiny/a4/cards.pdf",
        "a4/cards.pdf",
        "schema/tiny/game.json",
        "tiny/game.json",
        "game.json",
    ):
        (elsewhere / name).parent.mkdir(parents=True, exist_ok=True)
        (elsewhere / name).write_text("theirs")
    kept = {path: path.read_bytes() for path in elsewhere.rglob("*") if path.is_file()}
    (home / room).parent.mkdir(parents=True, exist_ok=True)
    (home / room).symlink_to(elsewhere)
    with watched() as events:
        codes = [pnp("build", "tiny"), pnp("print", "tiny"), pnp("schema", "tiny")]
    assert 1 in codes
    said = capsys.readouterr().err
    assert f"leads out of the workspace, to {elsewhere}" in said
    assert f"--allow {elsewhere}" in said
    assert {path: path.read_bytes() for path in elsewhere.rglob("*") if path.is_file()} == kept
    assert outside(events, elsewhere) == []


@links
def test_a_target_that_is_a_link_is_replaced_and_the_command_line_may_say_otherwise(
    home: Path, elsewhere: Path
) -> None:
    theirs = elsewhere / "theirs.pdf"
    theirs.write_text("theirs")
    out = home / "build/tiny/a4"
    out.mkdir(parents=True)
    (out / "cards.pdf").symlink_to(theirs)
    assert pnp("build", "tiny", "--only", "cards") == 0
    assert theirs.read_text() == "theirs"
    assert not (out / "cards.pdf").is_symlink()
    shutil.rmtree(home / "build")
    (home / "build").symlink_to(elsewhere)
    assert pnp("build", "tiny", "--out", "build") == 0, "the command line says where"
    assert (elsewhere / "cards.pdf").is_file()
    assert pnp("build", "tiny", "--allow", str(elsewhere)) == 0
    assert (elsewhere / "tiny/a4/cards.pdf").is_file()


@links
def test_where_a_path_leads_is_seen_at_every_step(tmp_path: Path) -> None:
    inside, out = tmp_path / "in", tmp_path / "out"
    for folder in (inside / "a/b", out / "b"):
        folder.mkdir(parents=True)
        (folder / "x").write_text("x")
    (inside / "near").symlink_to("a")
    (inside / "far").symlink_to("../out")
    (inside / "round").symlink_to("round")
    (inside / "a/up").symlink_to("../../out")
    (inside / "twice").symlink_to("near/up")
    assert [leads_out(inside / name, (inside,)) for name in ("a/b/x", "near/b/x", "missing", "a/../a/b", "round")] == [
        None
    ] * 5
    for name in ("far", "far/b/x", "a/up/b/x", "near/up/b", "twice/b/x"):
        assert leads_out(inside / name, (inside,)) == out, name
        assert leads_out(inside / name, (inside, out)) is None, name
    assert leads_out(inside / "../out/b/x", (inside,)) == out / "b/x"
    assert leads_out(Path("/etc/passwd"), (inside,)) == Path("/etc/passwd").resolve()


@links
def test_a_link_that_takes_a_files_place_at_the_last_moment_is_not_followed(
    home: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look and the opening: the file itself, and a folder on the way to it."""
    opened = os.open
    (elsewhere / "heroes.yaml").write_text("SECRET")
    for place in (home / "data/tiny/heroes.yaml", home / "data/tiny"):
        kept = home / "kept"

        def swapping(path: Any, *words: Any, place: Path = place, kept: Path = kept, **more: Any) -> int:
            if str(path).endswith("heroes.yaml") and not kept.exists():
                place.rename(kept)
                place.symlink_to(elsewhere / "heroes.yaml" if kept.is_file() else elsewhere)
            return opened(path, *words, **more)

        monkeypatch.setattr(os, "open", swapping)
        with pytest.raises(GameError) as caught:
            read_bytes(home / "data/tiny/heroes.yaml", "heroes.yaml", within=(home,))
        assert "SECRET" not in str(caught.value)
        monkeypatch.setattr(os, "open", opened)
        place.unlink()
        kept.rename(place)
    assert b"Ada" in read_bytes(home / "data/tiny/heroes.yaml", "heroes.yaml", within=(home,))


READ = ["data/tiny/game.yaml", "data/tiny/heroes.yaml", "templates/tiny/card.svg", "templates/icons/bee.svg", "fonts/mine.ttf", "prints/tiny.yaml",
        ".vscode/settings.json", "templates/tiny/unused.svg", "data/tiny/spare.bin"]  # fmt: skip


def all_commands() -> list[int]:
    return [
        pnp("build", "tiny"),
        pnp("check", "tiny"),
        pnp("reprint", "tiny"),
        pnp("print", "tiny"),
        pnp("schema", "tiny"),
        pnp("diff", "1", ".", "tiny"),
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("file", READ)
def test_a_pipe_is_not_waited_for(home: Path, file: str) -> None:
    path = home / file
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    all_commands()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_ordinary_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "zero").symlink_to("/dev/zero")
    names = ["pipe", "folder", "zero"]
    if os.geteuid() == 0:  # who may make devices
        os.mknod(tmp_path / "device", 0o600 | 0o020000, os.makedev(1, 5))
        names.append("device")
    for name in names:
        with watched() as events, pytest.raises(GameError):
            read_bytes(tmp_path / name, name)
        assert [event for event in events if event[0] == "open"] == [], name


@pytest.mark.parametrize("file", READ)
def test_sizes_are_asked_before_anything_is_read(home: Path, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A sparse file costs its maker nothing. A picture's layers beside the game may be as large as they like."""
    path = home / file
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as sparse:
        sparse.truncate(100_000_000)
    commands: list[Callable[[], int]] = [
        lambda: pnp("build", "tiny"),
        lambda: pnp("check", "tiny"),
        lambda: pnp("reprint", "tiny"),
        lambda: pnp("schema", "tiny"),
    ]
    tracemalloc.start()
    try:
        codes = [command() for command in commands]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 60_000_000
    if "unused" not in file and "spare" not in file and "icons" not in file:
        assert 1 in codes
        assert "is larger than" in "".join(capsys.readouterr())


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log").write_bytes(b"x" * 2000)
    small = os.stat_result((0o100644, 0, 0, 1, 0, 0, 10, 0, 0, 0))
    monkeypatch.setattr(os, "fstat", lambda _: small)
    monkeypatch.setattr(os.path, "samestat", lambda *_: True)
    with pytest.raises(GameError, match="is larger than"):
        read_bytes(tmp_path / "log", "log", 1000)


# who opens files, and why it is none of a designer's
OPENERS = {
    "files.py": {"os.fdopen", "os.open"},  # what is written
    "source/text_file.py": {"os.fdopen", "os.open"},  # all that is read
    "cli/main.py": {"os.open"},  # the place of a closed stream
    "cli/starters.py": {"path.read_text", "target.write_text"},  # the program's own starters, into a new folder
    "history/revision.py": {"path.open"},  # into a folder of our own
    "history/git_objects.py": {"(room / name).write_bytes", "(room / 'config').write_bytes"},  # into another
    "source/package.py": {"ZipFile", "self.archive.open"},  # of bytes that were read
    "paint/raster.py": {"Image.open"},  # of bytes
    "pdf/pictures.py": {"Image.open"},
    "game/font_library.py": {"self.files.open", "files.open"},  # which is FontFiles.open
    "game/font_section.py": {"files.open"},
    "fonts/families.py": {"self.files.open", "files.open"},
    "fonts/family_names.py": {"fonts.files.open"},
    "fonts/font.py": {"files.open"},
    "web/webfonts.py": {"fonts.files.open"},
    "workers.py": {"TemporaryFile"},  # without a name
}
OPENING = {
    "open",
    "fdopen",
    "read_bytes",
    "read_text",
    "write_bytes",
    "write_text",
    "mmap",
    "fromfile",
    "ZipFile",
    "TemporaryFile",
    "NamedTemporaryFile",
}


def test_files_are_opened_in_one_place() -> None:
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        if "shipped" in path.parts:
            continue
        name = path.relative_to(ROOT / "pnp").as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                ours = called in ("read_text", "read_bytes", "TemporaryDirectory")  # text_file's own
                if called.rpartition(".")[2] in OPENING and not ours:
                    found.setdefault(name, set()).add(called)
    assert found == OPENERS


# -- writing


@pytest.mark.parametrize("last", [1, 2])
def test_a_full_disk_leaves_all_as_it_was(
    home: Path, monkeypatch: pytest.MonkeyPatch, last: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pnp("build", "tiny", "--quiet") == 0
    out = home / "build/tiny/a4"
    kept = {path.name: path.read_bytes() for path in out.iterdir()}
    assert set(kept) == {"cards.pdf", "more.pdf"}
    heroes = home / "data/tiny/heroes.yaml"
    heroes.write_text(heroes.read_text().replace("Ada", "Ida"))
    made: list[object] = []
    fdopen = os.fdopen

    class Full:
        def __init__(self, file: Any) -> None:
            self.file = file

        def write(self, data: bytes) -> int:
            made.append(data)
            if len(made) == last:
                raise OSError(errno.ENOSPC, "No space left on device")
            return int(self.file.write(data))

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

    monkeypatch.setattr(
        os,
        "fdopen",
        lambda handle, mode, **more: Full(fdopen(handle, mode)) if "w" in mode else fdopen(handle, mode, **more),
    )
    assert pnp("build", "tiny", "--quiet") == 1
    said = capsys.readouterr().err
    assert "cannot be written: no space left on device" in said
    assert said.endswith("1 error; nothing was written\n")
    assert {path.name: path.read_bytes() for path in out.iterdir()} == kept


def test_what_is_written_when_moving_fails_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on Windows, where a viewer holds the second document."""
    replaced = Path.replace

    def held(self: Path, target: Path) -> Path:
        if target.name == "more.pdf":
            raise PermissionError(errno.EACCES, "Permission denied")
        return replaced(self, target)

    monkeypatch.setattr(Path, "replace", held)
    assert pnp("build", "tiny", "--quiet") == 1
    assert "1 error; written were only cards.pdf; the rest stayed as it was" in capsys.readouterr().err
    assert [path.name for path in (home / "build/tiny/a4").iterdir()] == ["cards.pdf"]


def test_documents_without_their_printing_are_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "prints").write_text("a file")
    assert pnp("print", "tiny") == 1
    assert "the documents were written, but not remembered as printed" in capsys.readouterr().err
    assert (home / "build/tiny/a4/cards.pdf").is_file()


KILLED = """
import sys, time
from pathlib import Path
from pnp.files import write_atomically
Path.replace = lambda *_: (print("beside", flush=True), time.sleep(600))
write_atomically(Path(sys.argv[1]), b"half")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a kill there is no signal")
def test_what_a_killed_build_left_goes_with_the_next(tmp_path: Path) -> None:
    target = tmp_path / "out/cards.pdf"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(target)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as other:
        assert other.stdout and other.stdout.readline() == "beside\n"
        write_atomically(target, b"mine")
        (part,) = [path for path in target.parent.iterdir() if path.name != "cards.pdf"]
        assert part.read_bytes() == b"half", "it is at work still"
        other.send_signal(signal.SIGKILL)
    write_atomically(target.with_name("more.pdf"), b"mine")
    assert sorted(path.name for path in target.parent.iterdir()) == ["cards.pdf", "more.pdf"]


def test_only_our_own_strays_are_taken_away(tmp_path: Path) -> None:
    names = [".pnp-abcdefgh.part.bak", "pnp-abcdefgh.part", ".pnp-abc.part", ".cards.pdf", ".pnp-abcdefgh.part"]
    for name in names:
        (tmp_path / name).write_text("x")
        os.utime(tmp_path / name, (0, 0))
    write_atomically(tmp_path / "cards.pdf", b"mine")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*names[:-1], "cards.pdf"])


def test_a_document_may_have_the_longest_name(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("x" * 251 + ".pdf"), b"mine")
    with pytest.raises(GameError, match="cannot be written"):
        write_atomically(tmp_path / ("x" * 252 + ".pdf"), b"mine")
    assert len(list(tmp_path.iterdir())) == 1


# -- printings


LEDGER = "printings:\n  1: {{paper: a4}}\n  2: {{paper: a4}}\nnow:\n  components: {{cards: {{pieces: {{ada: {now} x 0123456789ab}}}}}}\nbefore:\n  1: {{components: {{cards: {{pieces: {{ada: {before} x 0123456789ab}}}}}}}}\n"
MANY = "9" * 5000


@pytest.mark.parametrize(
    ("text", "said"),
    [(LEDGER.format(now=MANY, before=1), "expected a count and hashes"),
     (LEDGER.format(now=1, before=MANY), "expected a count and hashes"),
     (LEDGER.format(now=1, before=1).replace("  2:", f"  {MANY[:900]}:"), "is no number of a printing"),
     (LEDGER.format(now=1, before=1).replace("{pieces", f"{{printed: {MANY}, pieces"), ""),
     ("\0", "no text may hold"), ("\xff".encode("latin-1").decode("latin-1"), ""), ("", "expected what was printed"), ("[" * 10000, "")],
)  # fmt: skip
def test_a_ledger_of_anything_is_refused_clean(
    home: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "prints").mkdir()
    (home / "prints/tiny.yaml").write_text(text)
    for words in (
        ["reprint", "tiny", "--dry-run"],
        ["print", "tiny", "--quiet"],
        ["diff", "1", ".", "tiny"],
        ["reprint", "tiny", "--since", MANY],
        ["diff", MANY, ".", "tiny"],
    ):
        pnp(*words)
        assert said in "".join(capsys.readouterr()), words


def test_printings_that_cannot_be_read_are_said(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As for a folder that is another's: whoever runs the tests may read everything."""
    (home / "prints").mkdir()

    def closed(function: Callable[..., Any]) -> Callable[..., Any]:
        def ask(path: Any, *words: Any, **more: Any) -> Any:
            if isinstance(path, str | Path) and "prints/" in str(path):
                raise PermissionError(errno.EACCES, "Permission denied")
            return function(path, *words, **more)

        return ask

    for name in ("open", "stat", "lstat"):
        monkeypatch.setattr(os, name, closed(getattr(os, name)))
    for words in (["reprint", "tiny"], ["print", "tiny"], ["diff", "1", ".", "tiny"]):
        assert pnp(*words) == 1
        assert "prints/tiny.yaml cannot be read: permission denied" in capsys.readouterr().err


def test_a_page_of_differences_that_cannot_be_written_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "file").write_text("x")
    assert pnp("diff", ".", ".", "tiny", "--out", "file/page.html") == 1
    said = capsys.readouterr().err
    assert "file/page.html cannot be written" in said
    assert "nothing was written" in said


# -- what a name may be


@pytest.mark.parametrize("word", ["x" * 5000, "a\0b", "\udcff", "../../../../etc", "/etc"])
def test_no_word_of_the_command_line_is_a_traceback(home: Path, word: str) -> None:
    assert find_workspace(home).games()
    for words in (
        ["build", word],
        ["build", "tiny", "--allow", word],
        ["diff", word, ".", "tiny"],
        ["reprint", "tiny", "--since", word],
    ):
        assert pnp(*words) in (0, 1, 2)


def test_two_builds_at_once_write_whole_files(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from pnp.files import write_files\n" \
           "for turn in range(60): write_files({Path(sys.argv[1]) / f'{n}.pdf': sys.argv[2].encode() * 50_000 for n in range(3)})"  # fmt: skip
    others = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), sign], cwd=ROOT) for sign in "ab"]
    seen = set()
    while any(other.poll() is None for other in others):
        for path in tmp_path.glob("*.pdf"):
            data = path.read_bytes()
            assert len(data) == 50_000
            seen |= set(data)
        time.sleep(0.01)
    assert [other.wait() for other in others] == [0, 0]
    assert seen == set(b"ab")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.pdf", "1.pdf", "2.pdf"]
