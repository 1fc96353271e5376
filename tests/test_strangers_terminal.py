"""What a terminal would obey is shown to it; a standard output that is full, closed or unread ends a command clean."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from pnp import workers
from pnp.problems import Problem, Source, Span, describe, escaped
from pnp.workers import share

from .conftest import GAME, ROOT, write_tiny
from .strangers import pnp

OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]")
EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202edesrever\u2066\r\x08"
WRITTEN = "\\e]0;owned\\a\\e[2J\\x9b31m\\u202Edesrever\\u2066\\r\\b"  # in YAML's double quotes
SOFT = "\\u202Edenwo owned\\u2066\\u2028"  # which a text may hold
SYSTEM = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux's own devices and processes")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in which everything that has a name is called so."""
    game = GAME.replace("template: card.svg,", f'template: card.svg, title: "{SOFT}",')
    game += "rules: rules.yaml\n"
    rules = f'tables:\n  odds: {{title: "{SOFT}", rows: heroes as hero, columns: heroes as other, cell: "1", note: "{SOFT}"}}\n'
    root = tmp_path / "home"
    write_tiny(root, {"data/tiny/game.yaml": game, "data/tiny/rules.yaml": rules})
    monkeypatch.chdir(root)
    return root


def all_said(capsys: pytest.CaptureFixture[str], *commands: list[str]) -> str:
    for words in commands:
        pnp(*words)
    return "".join(capsys.readouterr())


def test_no_name_is_obeyed_by_a_terminal(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = home / "data/tiny/game.yaml"
    commands = [["list", "tiny"], ["tables", "tiny"], ["tables", "tiny", "odds"], ["tables", "tiny", "odds", "--format", "csv"], ["tables", "tiny", "odds", "--format", "md"],
                ["build", "tiny"], ["print", "tiny", "--note", EVIL], ["check", "tiny", "--verbose"], ["check", "tiny", "--format", "github"], ["diff", ".", "1", "tiny"],
                ["reprint", "tiny"], ["build", EVIL], ["list", EVIL], ["diff", EVIL, ".", "tiny"], ["build", "tiny", "--only", EVIL]]  # fmt: skip
    said = all_said(capsys, *commands)
    assert said.count("\\u202edenwo owned\\u2066\\u2028") > 3
    assert OBEYED.findall(said) == []
    for old, new in (
        ("title: Tiny", f'title: "{SOFT}"'),
        (SOFT, WRITTEN),
        ("palette: ", f'"{WRITTEN}": '),
        ("rules: rules.yaml", f'rules: "{WRITTEN}"'),
    ):
        assert old in page.read_text()
        page.write_text(page.read_text().replace(old, new, 1))
        said = all_said(capsys, *commands)
        assert "owned" in said
        assert OBEYED.findall(said) == []


def test_no_file_is_obeyed_by_a_terminal(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = EVIL.replace("/", "")
    page = home / "data/tiny/game.yaml"
    (home / "data/tiny/heroes.yaml").rename(home / "data/tiny" / f"{name}.yaml")
    page.write_text(page.read_text().replace("file: heroes.yaml", f'file: "{WRITTEN}.yaml"'))
    (home / "data" / name).mkdir()
    (home / "data" / name / "game.yaml").write_text("title: 1\nnodes: [")
    (home / "templates/tiny" / f"{name}.svg").write_text("<svg")
    said = all_said(
        capsys, ["list"], ["build"], ["check"], ["check", "--format", "github"], ["diff", ".", "."], ["build", "tine"]
    )
    assert "owned" in said
    assert OBEYED.findall(said) == []


FORGED = "Ada\ntiny: no problems"
TITLED = '"Ada\\ntiny: no problems"'  # in YAML's double quotes


def test_no_text_forges_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line's end in a name, a title, a note or a word of the command line is shown."""
    game = GAME.replace("title: Tiny", f"title: {TITLED}").replace('version: "1"', f"version: {TITLED}")
    game = game.replace("{name: text,", f"{{name: text, {TITLED}: text?,") + "rules: rules.yaml\n"
    game = game.replace("template: card.svg,", f"template: card.svg, title: {TITLED},")
    rules = f"tables:\n  odds: {{title: {TITLED}, rows: heroes as hero, columns: heroes as other, cell: '1'}}\n"
    heroes = f"ada: {{name: {TITLED}, health: 12}}\nbo: {{name: Bo, health: 7, {TITLED}: 1}}\n"
    write_tiny(tmp_path, {"data/tiny/game.yaml": game, "data/tiny/rules.yaml": rules, "data/tiny/heroes.yaml": heroes})
    monkeypatch.chdir(tmp_path)
    said = all_said(capsys, ["check"], ["check", "--format", FORGED], ["build", FORGED], ["new", FORGED])
    said += shell(f"pnp build tiny --paper $'{FORGED}'", tmp_path).stderr
    assert said.count("Ada\\ntiny: no problems") > 4
    assert "\ntiny: no problems" not in said
    for name, old in (("game", f", {TITLED}: text?"), ("heroes", f", {TITLED}: 1")):
        path = tmp_path / f"data/tiny/{name}.yaml"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, ""))
    tables = (["tables", "tiny"], *(["tables", "tiny", "odds", "--format", form] for form in ("text", "md")))
    said = all_said(capsys, ["list", "tiny"], *tables, ["print", "tiny", "--note", FORGED])
    path.write_text(path.read_text().replace("health: 12", "health: 13"))
    said += all_said(capsys, ["reprint", "tiny", "--dry-run"], ["diff", "1", ".", "tiny"])
    assert said.count("Ada\\ntiny: no problems") > 12
    assert "\ntiny: no problems" not in said


def test_a_note_of_bytes_that_are_no_text_is_kept_as_they_are_shown(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pnp("print", "tiny", "--note", "caf\udce9") == 0, capsys.readouterr().err
    assert '"caf\\\\udce9"' in (home / "prints/tiny.yaml").read_text()


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_a_report_for_programs_keeps_every_character(home: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = home / "data/tiny/game.yaml"
    page.write_text(page.read_text() + f'"{WRITTEN}": 1\n')
    pnp("check", "tiny", "--format", form)
    said = capsys.readouterr().out
    assert OBEYED.findall(said) == []
    assert (
        EVIL in json.dumps(json.loads(said), ensure_ascii=False).encode().decode("unicode_escape", "replace")
        or "owned" in said
    )
    assert json.loads(said)


def test_letters_of_every_script_are_no_controls() -> None:
    for text in ("Zoë, Łódź, ¡Olé! “x” – 5 × 3 ½", "שלום ابجد", "日本語 ไทย हिन्दी 👩‍🌾 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "a\nb\tc", "�"):
        assert escaped(text) == text
    assert escaped("a\x1b[1mb\u202e\r") == "a\\x1b[1mb\\u202e\\x0d"


def test_a_caret_stands_under_its_letter_whatever_stands_before() -> None:
    source = Source("a.yaml", "x\x1b\u202e: wrong")
    lines = describe(Problem("x", "no\nerror: forged", Span(source, 1, 6, 5))).splitlines()
    assert len(lines) == 3
    assert lines[0] == "a.yaml:1:6: error: no\\nerror: forged"
    assert lines[1][lines[2].index("^") :] == "wrong"


def test_only_one_module_writes_to_the_terminal() -> None:
    found = set()
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        if "shipped" not in path.parts and re.search(
            r"sys\.std(out|err)\.write|\bprint\(|typer\.echo", path.read_text(encoding="utf-8")
        ):
            found.add(path.relative_to(ROOT / "pnp").as_posix())
    assert found == {"cli/streams.py", "cli/console.py", "cli/typer_app.py"}, (
        "the second shows progress, the third usage"
    )


# -- a standard output that takes nothing


def shell(command: str, root: Path) -> subprocess.CompletedProcess[str]:
    words = ["bash", "-c", command.replace("pnp", f"{sys.executable} -m pnp.cli")]
    return subprocess.run(
        words,
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
    )


@SYSTEM
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [("pnp list tiny > /dev/full", 1, "error: the standard output cannot be written: no space left on device\n    hint: see to where it goes\n"),
     ("pnp list tiny >&-", 1, "error: the standard output cannot be written: it is closed\n    hint: see to where it goes\n"),
     ("set -o pipefail; pnp list tiny | true", 0, ""),
     ("pnp build nix 2>&-", 2, ""),
     ("pnp build nix 2> /dev/full", 2, ""),
     ("pnp build tiny --quiet >&- 2>&- <&-", 0, ""),
     ("pnp --help > /dev/full", 1, "error: the standard output cannot be written: no space left on device\n    hint: see to where it goes\n")],
)  # fmt: skip
def test_an_output_that_takes_nothing_is_no_traceback(tmp_path: Path, command: str, code: int, said: str) -> None:
    write_tiny(tmp_path)
    done = shell(command, tmp_path)
    assert (done.returncode, done.stderr) == (code, said)
    for path in (tmp_path / "build").rglob("*.pdf"):
        assert path.read_bytes().startswith(b"%PDF")
        assert path.read_bytes().rstrip().endswith(b"%%EOF")


# -- processes


def refuse(*_: object, **__: object) -> NoReturn:
    raise BlockingIOError(11, "Resource temporarily unavailable")


def no_thread(*_: object) -> NoReturn:
    raise RuntimeError("can't start new thread")


@SYSTEM
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("after", [0, 1])
def test_a_fork_that_is_refused_is_done_without(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    monkeypatch.setattr(workers, "count_workers", lambda: 3)
    forks = []
    fork = os.fork

    def some() -> int:
        forks.append(1)
        return fork() if len(forks) <= after else refuse()

    monkeypatch.setattr(os, "fork", some)
    assert [(list(part), made) for part, made in share(range(6), 1, sum)] == [
        ([0, 1], None),
        ([2, 3], None),
        ([4, 5], None),
    ]
    assert forks


@SYSTEM
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_thread_that_is_refused_is_done_without(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Here the pool's own thread; in a worker, the one that watches its parent."""
    monkeypatch.setattr(workers, "count_workers", lambda: 3)
    monkeypatch.setattr(threading.Thread, "start", no_thread)
    wanted = [([0, 1], None), ([2, 3], None), ([4, 5], None)]
    assert [(list(part), made) for part, made in share(range(6), 1, sum)] == wanted
    assert capfd.readouterr().err == ""


@SYSTEM
def test_a_worker_without_a_thread_is_none() -> None:
    code = (
        "import os, threading; from pnp import workers; workers.count_workers = lambda: 3; here = os.getpid(); kept = threading.Thread.start\n"
        "def start(self):\n    if os.getpid() != here: raise RuntimeError('no')\n    kept(self)\n"
        "threading.Thread.start = start; print([made for _, made in workers.share(range(6), 1, sum)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("[None, None, None]\n", "")
