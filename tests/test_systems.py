"""Windows and macOS, as far as Linux can play them: names, spellings, line ends, consoles, and files that are open."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest
import yaml
from PIL import Image

from pnp.build.build import build, check, read_game
from pnp.cli.starters import make_workspace
from pnp.files import write_atomically
from pnp.game.workspace import Workspace, find_workspace, shipped_root
from pnp.history.inventory import take_inventory
from pnp.job import PrintJob
from pnp.problems import GameError, Problem
from pnp.schema.file_names import folded, why_not_everywhere
from pnp.watch import loop
from pnp.watch.loop import Saves, Watch
from pnp.watch.standing import Renewed, Standing

from .conftest import CARD, GAME, HEROES, ROOT, MakeGame, write_tiny

Form = Literal["NFC", "NFD"]
FORMS: tuple[Form, ...] = ("NFC", "NFD")
TEXTS = (".csv", ".md", ".svg", ".yaml")


def problems_of(workspace: Workspace) -> list[Problem]:
    try:
        return check(read_game(workspace, "tiny"), PrintJob("a4"))
    except GameError as error:
        return list(error.problems)


# names of files

ART = CARD.replace(
    "</svg>", '<image href="art/bär.png" x="5" y="60" width="9" height="9"/>{{ icon("büchse", 5, 75, 5, "ink") }}</svg>'
)


def accented(root: Path, form: Form) -> Workspace:
    """A game whose files' names have accents, on disk in one form (NFC or NFD); game.yaml names them composed."""
    page = GAME.replace("heroes.yaml", "bäume/hölden.yaml").replace("card.svg", "küche/kärte.svg")
    page = page.replace("alegreya-sans/AlegreyaSans-Regular.ttf", "schöne/Regülar.ttf")
    files = {"data/tiny/game.yaml": page, "data/tiny/bäume/hölden.yaml": HEROES, "templates/tiny/küche/kärte.svg": ART}
    files["templates/icons/büchse.svg"] = (shipped_root() / "templates/icons/flame.svg").read_text(encoding="utf-8")
    workspace = write_tiny(root, {normalize(form, name): text for name, text in files.items()})
    font = root / normalize(form, "fonts/schöne/Regülar.ttf")
    font.parent.mkdir(parents=True)
    shutil.copy(shipped_root() / "fonts/alegreya-sans/AlegreyaSans-Regular.ttf", font)
    picture = root / normalize(form, "templates/tiny/art/bär.png")
    picture.parent.mkdir()
    Image.new("RGB", (300, 300), "#c02020").save(picture)
    (root / "templates/tiny/card.svg").unlink()
    (root / "data/tiny/heroes.yaml").unlink()
    return workspace


def test_it_does_not_matter_how_accents_are_put_together(tmp_path: Path) -> None:
    made = {}
    for form in FORMS:
        workspace = accented(tmp_path / normalize(form, "Büro der Spiele") / form, form)
        assert [str(problem) for problem in problems_of(workspace) if problem.code != "low-resolution"] == []
        built = build(read_game(workspace, "tiny"), PrintJob("a4"), tmp_path / form)
        made[form] = [item.path.read_bytes() for item in built]
    assert made["NFC"] == made["NFD"]


BOOK = GAME + "books: {rules: {title: Rules, chapters: [play]}}\n"
OTHERWISE = [
    ("template: card.svg", "template: Card.svg", "card.svg"),
    ("heroes.yaml", "Heroes.yaml", "heroes.yaml"),
    ("alegreya-sans/AlegreyaSans-Regular", "alegreya-sans/alegreyasans-regular", "alegreya-sans/AlegreyaSans-Regular.ttf"),
    ('href="art/bee.png"', 'href="Art/Bee.png"', "art/bee.png"),
    ('include "part.svg"', 'include "PART.svg"', "part.svg"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "called"), OTHERWISE)
def test_capitals_are_as_on_disk(right: str, wrong: str, called: str, make_game: MakeGame) -> None:
    card = CARD.replace(
        "</svg>", '<image href="art/bee.png" x="5" y="60" width="9" height="9"/>{% include "part.svg" %}</svg>'
    )
    files = {"data/tiny/game.yaml": GAME, "templates/tiny/card.svg": card, "templates/tiny/part.svg": "<g/>"}
    (workspace := make_game(files)).root.joinpath("templates/tiny/art").mkdir()
    Image.new("RGB", (300, 300), "#c02020").save(workspace.root / "templates/tiny/art/bee.png")
    assert [problem for problem in problems_of(workspace) if problem.severity == "error"] == []
    changed = {name: text.replace(right, wrong) for name, text in files.items()}
    assert changed != files
    hints = [problem.hint for problem in problems_of(make_game(changed)) if problem.severity == "error"]
    assert hints
    assert set(hints) == {f"it is called '{called}': a name has the same small and capital letters everywhere"}


def test_a_slip_in_a_name_is_answered_with_the_nearest(make_game: MakeGame) -> None:
    (problem,) = problems_of(make_game({"data/tiny/game.yaml": GAME.replace("card.svg", "cards.svg")}))
    assert problem.hint == "did you mean 'card.svg'?"
    (problem,) = problems_of(make_game({"data/tiny/game.yaml": GAME.replace("card.svg", "what?.svg")}))
    assert problem.hint == "give the file another name, which Windows takes too: no name there holds ?"


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "/card.svg", "\\etc\\passwd", "../tiny/card.svg/../../../x", "a" * 300, "x/" * 200, "C:\\x", ""],
)
def test_a_name_that_leads_nowhere_is_no_file(name: str, make_game: MakeGame) -> None:
    workspace = make_game(None)
    assert workspace.find("templates", "tiny", name) is None
    assert workspace.find("templates", "tiny", "art/../card.svg") is None
    assert workspace.find("templates", "tiny", "../tiny/card.svg") is None  # above the folder it is asked of
    assert workspace.find("templates", "tiny", ".\\card.svg") == workspace.root / "templates/tiny/card.svg"


NO_NAMES = [
    "con",
    "CON.svg",
    "aux.tar.gz",
    "Nul .txt",
    "com1",
    "LPT9.yaml",
    "com¹.svg",
    "conin$",
    "bee.",
    "bee ",
    "a:b",
    "who?",
    "*",
    'a"b',
    "a<b",
    "a|b",
    "a\tb",
]


def test_what_windows_cannot_hold_is_known() -> None:
    assert [name for name in NO_NAMES if not why_not_everywhere(name)] == []
    good = ["cone.svg", "com0x", "com10", "auxiliary", "null", ".gitignore", "a.b.c", "bär.png", "a b", " a", "lpt"]
    assert [name for name in good if why_not_everywhere(name)] == []
    assert folded("STRASSE") == folded("straße")
    assert folded(normalize("NFD", "BÄR")) == folded("bär")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("  cards: [cards]", "  aux: [cards]"),
            "'aux' cannot be the name of a document: its file could not be made on Windows",
        ),
        (
            ("  cards: [cards]", "  con.html: {book: con}\nbooks: {con: {title: A, chapters: [nul]}}"),
            "'nul' cannot be the name of a chapter",
        ),
    ],
)
def test_what_becomes_a_file_has_a_name_for_all(change: tuple[str, str], said: str, make_game: MakeGame) -> None:
    found = problems_of(make_game({"data/tiny/game.yaml": GAME.replace(*change)}))
    assert any(said in problem.message for problem in found), found
    assert next(problem.hint for problem in found if said in problem.message).endswith("-1, say")


def test_a_game_has_a_name_for_all(make_game: MakeGame) -> None:
    root = make_game(None).root
    (root / "data/tiny").rename(root / "data/prn")
    with pytest.raises(GameError, match="'prn' cannot be the name of a game"):
        read_game(find_workspace(root), "prn")


def test_files_that_another_system_cannot_hold_are_told(make_game: MakeGame) -> None:
    workspace = make_game(
        {"templates/tiny/who?.svg": CARD, "data/tiny/Heroes.yaml": HEROES, "data/tiny/notes/aux.md": "x"}
    )
    found = {str(problem) for problem in problems_of(workspace) if problem.code == "unportable-name"}
    assert found == {
        "data/tiny/heroes.yaml:1:1: warning: Windows and macOS take this name and 'Heroes.yaml', beside it, for the same",
        "data/tiny/notes/aux.md:1:1: warning: Windows cannot hold a file of this name: 'aux' is the name of a device there",
        "templates/tiny/who?.svg:1:1: warning: Windows cannot hold a file of this name: no name there holds ?",
    }


# line ends


def with_crlf(root: Path) -> None:
    paths = [path for path in root.rglob("*") if path.suffix in TEXTS]
    assert len(paths) > 8
    for path in paths:
        path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))


def test_line_ends_of_windows_print_the_same_and_are_no_change(tmp_path: Path) -> None:
    make_workspace("bees", "box", None, tmp_path)
    (tmp_path / "bees/templates/icons").mkdir()
    shutil.copy(shipped_root() / "templates/icons/flame.svg", tmp_path / "bees/templates/icons/flame.svg")
    shutil.copy(shipped_root() / "templates/icons/flame.svg", tmp_path / "bees/templates/bees/seal.svg")
    card = min((tmp_path / "bees/templates/bees").glob("*card*.svg"))
    seal = '<image href="seal.svg" x="2" y="2" width="3" height="3"/></svg>'
    card.write_text(card.read_text(encoding="utf-8").replace("</svg>", seal), encoding="utf-8", newline="\n")
    shutil.copytree(tmp_path / "bees", tmp_path / "crlf")
    with_crlf(tmp_path / "crlf")
    made = {}
    for name in ("bees", "crlf"):
        game = read_game(find_workspace(tmp_path / name), "bees")
        built = build(game, PrintJob("a4"), tmp_path / name / "build")
        made[name] = {item.path.name: item.path.read_bytes() for item in built}, take_inventory(game, "a4").tree
    assert len(made["bees"][0]) > 3
    assert made["bees"] == made["crlf"]


def test_the_repository_has_one_kind_of_line_end() -> None:
    seen = 0
    for folder in ("bench", "data", "docs", "fonts", "pnp", "starters", "templates", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (*TEXTS, ".py", ".txt", ".html", ".json"):
                seen += 1
                assert b"\r\n" not in path.read_bytes(), path
    assert seen > 500
    for rules in (ROOT / ".gitattributes", ROOT / "starters/shared/gitattributes"):
        assert "\n* text=auto eol=lf\n" in rules.read_text(encoding="utf-8")


def text_files(node: ast.AST) -> bool:
    """Whether this opens, reads or writes a file as text without saying in which encoding, or with which line ends."""
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func).rpartition(".")[2]
    given = {word.arg for word in node.keywords}
    mode = next(
        (
            item.value
            for item in node.args[:2]
            if isinstance(item, ast.Constant) and re.fullmatch("[rwaxbt+]+", str(item.value))
        ),
        "r",
    )
    if name == "write_text":
        return not {"encoding", "newline"} <= given
    if name == "read_text":
        return len(node.args) < 1 and "encoding" not in given
    if name in ("open", "fdopen", "TemporaryFile", "NamedTemporaryFile") and ast.unparse(node.func) in (
        "open",
        "io.open",
        "os.fdopen",
    ):
        return "b" not in str(mode)
    return False


def test_no_text_depends_on_the_system() -> None:
    paths = [*(ROOT / "pnp").rglob("*.py"), *(ROOT / "fonts").glob("*.py"), *(ROOT / "docs").glob("*.py")]
    seen, found = 0, []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        if re.search(r"_text\(|open\(", text):
            seen += 1
            found += [
                f"{path}:{node.lineno}"
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Call) and text_files(node)
            ]
    assert seen > 15
    assert found == []
    for line in ('p.write_text(t, encoding="utf-8")', "p.read_text()", "open(p)", 'open(p, "w")', "os.fdopen(h)"):
        assert text_files(ast.parse(line, mode="eval").body), line


# consoles

LOCALES = [
    {"PYTHONIOENCODING": "cp1252"},
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "C"},
    {},
]


def said_by(words: list[str], cwd: Path, env: dict[str, str]) -> tuple[int, bytes]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "LANG"))}
    command = [sys.executable, *(["-X", "utf8=0"] if "PYTHONUTF8" in env else []), "-m", "pnp.cli", *words]
    done = subprocess.run(
        command, cwd=cwd, env={**kept, **env, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode("utf-8", "replace")
    return done.returncode, done.stdout + done.stderr


def test_no_console_is_too_poor_for_a_message(tmp_path: Path) -> None:
    workspace = write_tiny(tmp_path / "Ωμέγα für alle", {"data/tiny/heroes.yaml": "ada: {name: Ада → Ω, health: 99}\n"})
    answers = [said_by(["build"], workspace.root, env) for env in LOCALES]
    assert [code for code, _ in answers] == [1] * len(LOCALES)
    cp1252, ascii_, *rest = (data for _, data in answers)
    assert b"{name: ??? ? ?, health: 99}\n" in cp1252
    assert b"{name: ??? ? ?, health: 99}\n" in ascii_
    assert {data.decode("utf-8") for data in rest} == {rest[0].decode("utf-8")}
    assert "{name: Ада → Ω, health: 99}\n" in rest[0].decode("utf-8")


def test_the_same_bytes_whatever_the_locale(tmp_path: Path) -> None:
    workspace = write_tiny(tmp_path / "Ωμέγα für alle")
    made = []
    for env in (LOCALES[2], LOCALES[0]):
        code, said = said_by(["build", "--out", "b"], workspace.root, env)
        assert code == 0, said
        made.append((workspace.root / "b/tiny/cards.pdf").read_bytes())
    assert (
        made[0] == made[1] == build(read_game(workspace, "tiny"), PrintJob("a4"), tmp_path / "b")[0].path.read_bytes()
    )


# files that are open elsewhere


def keep_open(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    plain: Callable[[Path, Path], Path] = Path.replace

    def replace(self: Path, target: Path) -> Path:
        if Path(target) == kept:
            raise PermissionError(13, "Access is denied", str(self), 5, str(target))
        return plain(self, target)

    monkeypatch.setattr(Path, "replace", replace)


def test_a_file_that_a_viewer_has_open_says_so(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_game(None).root / "build/cards.pdf"
    write_atomically(path, b"old")
    keep_open(monkeypatch, path)
    with pytest.raises(GameError) as caught:
        write_atomically(path, b"new")
    (problem,) = caught.value.problems
    assert problem.message == f"{path.as_posix()} cannot be written: access is denied"
    assert problem.hint == "close it in the viewer that shows it, then do this again"
    assert [each.name for each in path.parent.iterdir()] == ["cards.pdf"]


def test_a_watch_goes_on_when_a_viewer_keeps_a_file(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    page = GAME.replace("  cards: [cards]", "  cards: [cards]\n  more: [cards]")
    workspace = make_game({"data/tiny/game.yaml": page})
    told: list[Problem] = []
    said: list[str] = []
    standing = Standing(workspace, "tiny", PrintJob("a4"), workspace.root / "build")
    watch = Watch([standing], lambda problems, _: told.extend(problems), said.append)
    with monkeypatch.context() as patch:
        keep_open(patch, workspace.root / "build/cards.pdf")
        watch.build(lambda: False)
    assert [problem.code for problem in told] == ["cannot-write"]
    assert [line for line in said if "more.pdf" in line]
    assert "Traceback" not in "".join(said)
    renewed: list[Renewed] = []
    assert standing.renew({workspace.root / "data/tiny/heroes.yaml"}, renewed.append) == []
    assert [item.path.name for item in renewed] == ["cards.pdf"]


# what a watch hears


def test_a_save_reported_in_another_spelling_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = accented(tmp_path / "Büro", "NFC")
    data = workspace.root / "data"
    told = normalize("NFD", str(data / "tiny/bäume/hölden.yaml").replace("Büro", "BÜRO"))
    monkeypatch.setattr("watchfiles.watch", lambda *_, **__: iter([set(), {(1, told)}]))
    with Saves([data]) as saves:
        saved = saves.next()
    assert {path.relative_to(workspace.root).parts[:2] for path in saved} == {("data", "tiny")}
    standing = Standing(workspace, "tiny", PrintJob("a4"), workspace.root / "build")
    watch = loop.Watch([standing], lambda *_: None, lambda _: None)
    watch.owed.clear()
    watch.take(saved)
    assert watch.owed == {"tiny": saved}


def test_a_picture_saved_in_another_spelling_is_drawn_anew(tmp_path: Path) -> None:
    workspace = accented(tmp_path / "games", "NFC")
    standing = Standing(workspace, "tiny", PrintJob("a4"), workspace.root / "build")
    standing.renew((), lambda _: None)
    picture = workspace.root / "templates/tiny/art/bär.png"
    Image.new("RGB", (300, 300), "#20c020").save(picture)
    renewed: list[Renewed] = []
    standing.renew({Path(normalize("NFD", str(picture)))}, renewed.append)
    assert [item.path.name for item in renewed] == ["cards.pdf"]


# the three systems of the workflow

WORKFLOW = ROOT / ".github/workflows/test.yml"
USED = re.compile(r"[a-z]+/[a-z-]+@v\d+")  # actions, by their major version


def test_the_workflow_runs_what_is_there_on_three_systems() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    systems = {system for job in jobs.values() for system in job["strategy"]["matrix"].get("system", [job["runs-on"]])}
    assert systems == {"ubuntu-latest", "macos-latest", "windows-latest"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pythons = {python for job in jobs.values() for python in job["strategy"]["matrix"]["python"]}
    assert min(pythons, key=lambda version: int(version[2:])) == project["project"]["requires-python"].removeprefix(
        ">="
    )
    assert {"3.11", "3.12", "3.13"} <= pythons
    tools = {"python", *(re.split("[<>=]", need)[0] for need in project["project"]["optional-dependencies"]["dev"])}
    seen = 0
    for job in jobs.values():
        assert any("requirements-dev.lock" in step.get("run", "") for step in job["steps"])
        for step in job["steps"]:
            assert USED.fullmatch(step["uses"]) if "uses" in step else step["run"].split()[0] in tools, step
            words = step.get("run", "").split()
            for word in words:
                if "/" in word or word.endswith(".lock"):
                    seen += 1
                    assert (ROOT / word).is_file(), word
            if words[:2] == ["python", "-m"]:
                assert find_spec(words[2]), words
    assert seen > 3
    assert not re.search(r"https?:|\bself-hosted\b|secrets\.", text)
