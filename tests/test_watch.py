"""`pnp watch`: what changed is rebuilt, the same as a build from nothing would; what is broken harms nothing else."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from pnp.build.build import build, read_game
from pnp.job import PrintJob
from pnp.problems import Problem
from pnp.watch.loop import Saves, Watch
from pnp.watch.standing import Renewed, Standing

from .conftest import CARD, GAME, HEROES, ROOT, MakeGame

TOKENS = GAME.replace(
    "components:", "components:\n  tokens: {template: token.svg, shape: circle, size: 20, copies: 3}"
).replace("documents:", "documents:\n  tokens: [tokens]\n  all: {combine: [cards, tokens]}")
TOKEN = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">
  <circle cx="10" cy="10" r="10" fill="ink"/>
  <image href="bee.png" x="5" y="5" width="10" height="10"/>
  {{ icon("flame", 5, 5, 4, "paper") }}
</svg>
"""


class Bench:
    """A tiny game that stands, and what the last saves did."""

    def __init__(self, make_game: MakeGame) -> None:
        self.workspace = make_game({"data/tiny/game.yaml": TOKENS, "templates/tiny/token.svg": TOKEN})
        self.root = self.workspace.root
        self.picture("#ff0000")
        self.standing = Standing(self.workspace, "tiny", PrintJob("a4"), self.root / "build")

    def picture(self, color: str) -> Path:
        path = self.root / "templates/tiny/bee.png"
        Image.new("RGB", (300, 300), color).save(path)
        return path

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def renew(self, *saved: Path) -> tuple[dict[str, tuple[str, ...]], list[Problem] | None]:
        renewed: list[Renewed] = []
        problems = self.standing.renew(saved, renewed.append)
        return {item.path.name: item.faces for item in renewed}, problems

    def is_as_built_cold(self) -> bool:
        cold = self.root / "cold"
        built = build(read_game(self.workspace.anew(), "tiny"), PrintJob("a4"), cold)
        return all(item.path.read_bytes() == (self.root / "build" / item.path.name).read_bytes() for item in built)


@pytest.fixture
def bench(make_game: MakeGame) -> Bench:
    made = Bench(make_game)
    assert made.renew() == ({"cards.pdf": (), "tokens.pdf": (), "all.pdf": ()}, [])
    assert made.is_as_built_cold()
    return made


def test_a_saved_number_renews_only_what_shows_it(bench: Bench) -> None:
    before = (bench.root / "build/tokens.pdf").stat().st_mtime_ns
    heroes = bench.write("data/tiny/heroes.yaml", HEROES.replace("health: 12", "health: 13"))
    assert bench.renew(heroes) == ({"cards.pdf": ("ada",), "all.pdf": ("ada",)}, [])
    assert (bench.root / "build/tokens.pdf").stat().st_mtime_ns == before
    assert bench.is_as_built_cold()


def test_a_save_that_changes_nothing_writes_nothing(bench: Bench) -> None:
    heroes = bench.write("data/tiny/heroes.yaml", HEROES + "\n# bees\n")
    assert bench.renew(heroes) == ({}, [])


CHANGES: list[tuple[str, Callable[[Bench], Path], set[str]]] = [
    ("a template", lambda b: b.write("templates/tiny/card.svg", CARD.replace("5, 5, 53", "6, 5, 53")), {"cards.pdf"}),
    ("a colour", lambda b: b.write("data/tiny/game.yaml", TOKENS.replace("#111111", "#222222")), {"cards.pdf", "tokens.pdf"}),
    ("the title", lambda b: b.write("data/tiny/game.yaml", TOKENS.replace("Tiny", "Tidy")), {"cards.pdf", "tokens.pdf"}),
    ("a picture", lambda b: b.picture("#00ff00"), {"tokens.pdf"}),
    ("an icon", lambda b: b.write("templates/icons/flame.svg", (ROOT / "templates/icons/sun.svg").read_text()), {"tokens.pdf"}),
]  # fmt: skip


@pytest.mark.parametrize(("what", "change", "renewed"), CHANGES, ids=[what for what, _, _ in CHANGES])
def test_every_kind_of_change_is_seen(
    what: str, change: Callable[[Bench], Path], renewed: set[str], bench: Bench
) -> None:
    found, problems = bench.renew(change(bench))
    assert problems == []
    assert set(found) == renewed | {"all.pdf"}, what
    assert bench.is_as_built_cold()


def test_another_font_under_the_same_name_is_seen(make_game: MakeGame) -> None:
    fonts = ROOT / "fonts"
    made = Bench(make_game)
    own = made.root / "fonts/alegreya-sans/AlegreyaSans-Regular.ttf"
    own.parent.mkdir(parents=True)
    own.write_bytes((fonts / "alegreya-sans/AlegreyaSans-Regular.ttf").read_bytes())
    made.renew()
    own.write_bytes((fonts / "cinzel/Cinzel-Regular.ttf").read_bytes())
    assert "cards.pdf" in made.renew(own)[0]
    assert made.is_as_built_cold()


def test_a_save_forgets_what_it_spoils_and_keeps_the_rest(bench: Bench) -> None:
    """An icon, a picture and a font, one after another in one process: each time as a new process builds it."""
    own = bench.root / "fonts/alegreya-sans/AlegreyaSans-Bold.ttf"
    own.parent.mkdir(parents=True)
    fonts = read_game(bench.standing.workspace, "tiny").fonts
    pages = {(bench.root / "build/all.pdf").read_bytes()}
    saves: list[tuple[Callable[[], Path], bool]] = [
        (lambda: bench.write("data/tiny/heroes.yaml", HEROES.replace("12", "13")), True),
        (lambda: bench.write("templates/icons/flame.svg", (ROOT / "templates/icons/sun.svg").read_text()), True),
        (lambda: bench.picture("#0000ff"), True),
        (lambda: Path(shutil.copy(ROOT / "fonts/cinzel/Cinzel-Regular.ttf", own)), False),
        (lambda: Path(shutil.copy(ROOT / "fonts/alegreya-sans/AlegreyaSans-Italic.ttf", own)), False),
    ]
    for save, kept in saves:
        assert bench.renew(save())[1] == []
        again = read_game(bench.standing.workspace, "tiny").fonts
        assert (again is fonts) == kept, "fonts are opened again only when one is saved"
        fonts = again
        words = [sys.executable, "-m", "pnp.cli", "build", "tiny", "-q", "--out", "new"]
        subprocess.run(words, cwd=bench.root, check=True, env=os.environ | {"PYTHONPATH": str(ROOT)})
        built = {path.name: path.read_bytes() for path in (bench.root / "new").iterdir()}
        assert built == {name: (bench.root / "build" / name).read_bytes() for name in built}
        pages.add(built["all.pdf"])
    assert len(pages) == 1 + len(saves), "every save is seen"


def test_an_icon_that_is_new_can_be_named(bench: Bench) -> None:
    token = bench.write("templates/tiny/token.svg", TOKEN.replace('"flame"', '"bumblebee"'))
    found, problems = bench.renew(token)
    assert [problem.code for problem in problems or []] == ["unknown-icon"] and found == {}
    icon = bench.write("templates/icons/bumblebee.svg", (ROOT / "templates/icons/sun.svg").read_text())
    found, problems = bench.renew(icon)
    assert set(found) == {"tokens.pdf", "all.pdf"} and problems == []
    icon.unlink()
    assert [problem.code for problem in bench.renew(icon)[1] or []] == ["unknown-icon"]


def test_a_broken_file_is_told_and_harms_nothing(bench: Bench) -> None:
    before = {path.name: path.read_bytes() for path in (bench.root / "build").iterdir()}
    heroes = bench.write("data/tiny/heroes.yaml", HEROES.replace("health: 12", "health: 99"))
    found, problems = bench.renew(heroes)
    assert found == {}
    assert [problem.code for problem in problems or []] == ["out-of-range"]
    heroes.write_text("ada: {name: [", encoding="utf-8")
    assert [problem.severity for problem in bench.renew(heroes)[1] or []] == ["error"]
    assert {path.name: path.read_bytes() for path in (bench.root / "build").iterdir()} == before
    heroes.write_text(HEROES.replace("health: 12", "health: 14"), encoding="utf-8")
    assert bench.renew(heroes) == ({"cards.pdf": ("ada",), "all.pdf": ("ada",)}, [])


def test_a_broken_template_spoils_only_what_shows_it(bench: Bench) -> None:
    card = bench.write("templates/tiny/card.svg", CARD.replace("health", "helth"))
    heroes = bench.write("data/tiny/heroes.yaml", HEROES.replace("Ada", "Eda"))
    token = bench.write("templates/tiny/token.svg", TOKEN.replace('r="10"', 'r="9"'))
    found, problems = bench.renew(card, heroes, token)
    assert set(found) == {"tokens.pdf"}
    assert [str(problem.span) for problem in problems or []] == [
        "templates/tiny/card.svg:5:11"
    ]  # CARD begins with an empty line


def test_a_newer_save_puts_off_the_rest(bench: Bench) -> None:
    heroes = bench.write("data/tiny/heroes.yaml", HEROES.replace("Ada", "Eda"))
    assert bench.standing.renew([heroes], lambda _: None, lambda: True) is None
    assert set(bench.renew(heroes)[0]) == {"cards.pdf", "all.pdf"}


def test_a_game_that_is_gone_is_a_problem_and_comes_back(bench: Bench) -> None:
    page = bench.root / "data/tiny/game.yaml"
    page.unlink()
    found, problems = bench.renew(page)
    assert (found, [problem.severity for problem in problems or []]) == ({}, ["error"])
    page.write_text(TOKENS, encoding="utf-8")
    assert bench.renew(page) == ({}, [])


class Told:
    """A watch whose words are kept."""

    def __init__(self, standing: Standing) -> None:
        self.words: list[str] = []
        self.watch = Watch([standing], lambda problems, _: self.words.extend(p.message for p in problems), self.say)

    def say(self, text: str) -> None:
        self.words.append(re.sub(r"\d+ ms", "N ms", text.strip()))

    def after(self, *saved: Path) -> list[str]:
        self.words.clear()
        self.watch.take(set(saved))
        self.watch.build(lambda: False)
        return [word.rpartition("/build/")[2] for word in self.words]


def test_what_the_watch_says(bench: Bench) -> None:
    told = Told(bench.standing)
    assert told.after() == []
    heroes = bench.root / "data/tiny/heroes.yaml"
    assert told.after(bench.root / "data/other/game.yaml") == []
    bench.write("data/tiny/heroes.yaml", HEROES.replace("health: 12", "health: 15"))
    assert told.after(heroes) == ["cards.pdf  ada  N ms", "all.pdf  ada  N ms"]
    assert told.after(heroes) == ["Nothing that is printed changed."]
    bench.write("data/tiny/heroes.yaml", HEROES.replace("health: 12", "health: 0"))
    assert told.after(heroes) == ["health: 0 is less than 1, the least it may be"]
    bench.write("data/tiny/heroes.yaml", HEROES.replace("health: 12", "health: 15"))
    assert told.after(heroes) == ["tiny is whole again."]


def test_a_mistake_of_ours_does_not_end_the_watch(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told(bench.standing)

    def fail(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(bench.standing, "renew", fail)
    (words,) = told.after(bench.root / "data/tiny/heroes.yaml")[:1]
    assert "boom" in words
    assert "please report it" in words


def test_saves_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("1")
    with Saves([tmp_path]) as saves:
        assert not saves.waiting()
        (tmp_path / "a.yaml").write_text("2")
        assert saves.next() == {tmp_path / "a.yaml"}


def wait(done: Callable[[], bool], seconds: float = 30) -> None:
    end = time.perf_counter() + seconds
    while not done():
        assert time.perf_counter() < end
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="sends Ctrl-C as a signal")
def test_the_command_builds_watches_and_ends_politely(bench: Bench) -> None:
    out = bench.root / "build/tiny/a4/cards.pdf"
    log = bench.root / "log"
    with log.open("w") as stream:
        words = [sys.executable, "-m", "pnp.cli", "watch", "tiny"]
        running = subprocess.Popen(
            words, cwd=bench.root, stdout=stream, stderr=stream, env={**os.environ, "COLUMNS": "40"}
        )
        try:
            wait(lambda: "Watching tiny" in log.read_text())
            before = out.read_bytes()
            bench.write("data/tiny/heroes.yaml", HEROES.replace("Ada", "Eda"))
            wait(lambda: out.read_bytes() != before)
            bench.write("data/tiny/heroes.yaml", HEROES.replace("health: 12", "health: 99"))
            wait(lambda: "1 error; what it concerns stays as it was" in log.read_text())
            bench.write("data/tiny/heroes.yaml", HEROES)
            wait(lambda: "whole again" in log.read_text() and out.read_bytes() == before)
        finally:
            running.send_signal(signal.SIGINT)
            code = running.wait(10)
    assert code == 0
    text = log.read_text()
    assert "Traceback" not in text
    assert text.endswith("No longer watching. What was written stays.\n")
    assert [path.name for path in out.parent.iterdir() if path.name.startswith(".")] == []
