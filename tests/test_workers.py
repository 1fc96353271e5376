"""Work shared out among processes is the work of one: the same bytes, the same problems; a worker may fail unnoticed."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from multiprocessing import active_children
from pathlib import Path

import pytest

from pnp import workers
from pnp.build.build import build, read_game
from pnp.faces.compose import compose_all, composer
from pnp.fonts.font import FontFiles, FontSource
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.problems import GameError, Problem
from pnp.workers import share

from .conftest import CARD, ROOT, MakeGame

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="workers are forks, which only Linux makes safely"),
    pytest.mark.filterwarnings("ignore:This process:DeprecationWarning"),  # pytest has threads; a build has none
]
STORY = "{name: Hero %d, health: %d, story: 'Walks *%d* miles, a sword in hand, and never looks back.'}"


@pytest.fixture
def make_deck(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> MakeDeck:
    """A tiny deck for many workers: every few faces are worth one."""
    monkeypatch.setattr("pnp.faces.compose.FACES", 5)
    monkeypatch.setattr("pnp.build.painter.PAGES", 1)
    return MakeDeck(make_game)


class MakeDeck:
    def __init__(self, make_game: MakeGame) -> None:
        self.make_game = make_game

    def __call__(self, count: int = 40, files: dict[str, str] | None = None) -> Game:
        heroes = "\n".join(f"h{i}: {STORY % (i, i % 20 + 1, i * 7)}" for i in range(count)) + "\n"
        return read_game(self.make_game({"data/tiny/heroes.yaml": heroes, **(files or {})}), "tiny")


def with_workers(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(workers, "count_workers", lambda: count)


def test_the_bytes_are_the_same_however_many_made_them(
    make_deck: MakeDeck, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = make_deck()
    made = {}
    for count in (1, 2, 3, 7):
        with_workers(monkeypatch, count)
        build(game, PrintJob("a4"), tmp_path / str(count))
        made[count] = (tmp_path / str(count) / "cards.pdf").read_bytes()
    assert len(made[1]) > 10_000
    assert made[2] == made[3] == made[7] == made[1]


@pytest.mark.parametrize(
    ("template", "said"),
    [
        (CARD.replace("{{ text(name", "{{ text(nme"), 1),  # once for the template
        (CARD.replace('<rect x="-3"', '<blink x="-3"'), 1),
        (CARD.replace("5, 20, 53, 30", "5, 20, 53, 1"), 40),  # each story is too tall for its box
        (CARD.replace("5, 5, 53, 6", "5, 5, 53, 4"), 0),
    ],
)
def test_problems_are_the_same_however_many_met_them(
    make_deck: MakeDeck, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, template: str, said: int
) -> None:
    game = make_deck(files={"templates/tiny/card.svg": template})
    heard: list[tuple[Problem, ...]] = []
    for count in (1, 3):
        with_workers(monkeypatch, count)
        try:
            build(game, PrintJob("a4"), tmp_path / "out")
            heard.append(())
        except GameError as error:
            heard.append(error.problems)
    assert heard[1] == heard[0]
    assert len(heard[0]) >= said
    assert bool(heard[0]) == bool(said)
    assert (tmp_path / "out").exists() == (not said)


def test_what_shrank_is_told_for_every_part(make_deck: MakeDeck, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_deck(files={"templates/tiny/card.svg": CARD.replace("5, 20, 53, 30", "5, 20, 25, 8")})
    told = []
    for count in (1, 3):
        with_workers(monkeypatch, count)
        compose = composer(game, PrintJob("a4"))
        compose_all(compose, game.components.values())
        assert compose.problems == []
        assert len(compose.made) == 40
        told.append((compose.settings, list(compose.made.values())))
    assert told[1] == told[0]
    assert len(told[0][0]) >= 40, "every story shrinks"


def squares(part: Sequence[int]) -> list[int]:
    return [number * number for number in part]


def shared(things: Sequence[int], away: object = squares) -> list[tuple[list[int], list[int] | None]]:
    return [(list(part), made) for part, made in share(things, 2, away)]  # type: ignore[arg-type]


def test_parts_come_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    with_workers(monkeypatch, 3)
    assert shared(range(8)) == [([0, 1], None), ([2, 3, 4], [4, 9, 16]), ([5, 6, 7], [25, 36, 49])]
    assert shared(range(3)) == [([0, 1, 2], None)], "too little for two"
    assert shared(()) == [([], None)]
    with_workers(monkeypatch, 1)
    assert shared(range(8)) == [([*range(8)], None)]


def test_a_worker_that_fails_leaves_its_part_to_us(monkeypatch: pytest.MonkeyPatch) -> None:
    with_workers(monkeypatch, 3)

    def fails(part: Sequence[int]) -> list[int]:
        if part[0] == 2:
            raise ValueError("said by whoever does it again")
        if part[0] == 5:
            os._exit(3)
        return squares(part)

    assert shared(range(8), fails) == [([0, 1], None), ([2, 3, 4], None), ([5, 6, 7], None)]


def test_a_worker_that_is_killed_does_not_hold_us_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with_workers(monkeypatch, 3)
    here = os.getpid()

    def dies(part: Sequence[int]) -> list[int]:
        if part[0] == 5:
            time.sleep(0.5)  # the other has made its part by then, or makes it again here
            assert os.getpid() != here
            os.kill(os.getpid(), signal.SIGKILL)
        return squares(part)

    started = time.monotonic()
    *_, second, third = shared(range(8), dies)
    assert second in (([2, 3, 4], [4, 9, 16]), ([2, 3, 4], None))
    assert third == ([5, 6, 7], None)
    assert time.monotonic() - started < 30


def test_a_part_of_which_nothing_is_made_is_left_to_us(monkeypatch: pytest.MonkeyPatch) -> None:
    with_workers(monkeypatch, 3)
    assert shared(range(8), lambda _: None)[1:] == [([2, 3, 4], None), ([5, 6, 7], None)]


def test_workers_are_ended_when_the_work_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with_workers(monkeypatch, 2)
    started = time.monotonic()
    others = set(active_children())  # other tests' own
    work = share(range(8), 2, lambda _: time.sleep(60))
    next(work)
    at_work = set(active_children()) - others
    assert len(at_work) == 1
    work.close()  # type: ignore[attr-defined]
    assert time.monotonic() - started < 30
    for process in at_work:
        with pytest.raises(ProcessLookupError):  # neither at work nor a zombie
            os.kill(process.pid or 0, 0)


def test_where_no_process_is_to_be_had_one_does_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    with_workers(monkeypatch, 3)

    def refuse(*_: object) -> None:
        raise OSError("no semaphores here")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refuse)
    assert shared(range(8)) == [([0, 1], None), ([2, 3, 4], None), ([5, 6, 7], None)]


def test_beside_other_threads_nothing_is_forked() -> None:
    code = (
        "import threading; from pnp.workers import MOST, count_workers; few = count_workers(); "
        "threading.Thread(target=threading.Event().wait, daemon=True).start(); print(few, count_workers())"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == [str(min(len(os.sched_getaffinity(0)), workers.MOST)), "1"]


def test_work_is_shared_again_and_again() -> None:
    code = (
        "from pnp import workers; workers.os.sched_getaffinity = lambda _: {0, 1, 2}; "
        "print([made for _ in range(9) for _, made in workers.share(range(3), 1, sum)])"
    )
    said = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert said.strip() == str([None, 1, 2] * 9)


WAITING = """
import time
from pnp import workers
workers.count_workers = lambda: 3
for part, made in workers.share(range(6), 1, lambda part: time.sleep(0 if part[0] == 2 else 600)):
    print("at work", flush=True)
    try:
        time.sleep(600)
    finally:
        time.sleep(1)  # while workers could say something
"""


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_a_build_leaves_no_process_behind(sign: signal.Signals) -> None:
    words = [sys.executable, "-W", "error", "-c", WAITING]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as done:
        assert done.stdout and done.stdout.readline() == "at work\n"
        children = Path(f"/proc/{done.pid}/task/{done.pid}/children").read_text().split()
        assert len(children) == 2
        if sign == signal.SIGINT:
            os.killpg(done.pid, sign)  # as a terminal does
        else:
            done.send_signal(sign)
        _, errors = done.communicate(timeout=30)
    assert done.returncode == -sign
    assert "ForkProcess" not in errors
    assert errors.count("KeyboardInterrupt") == (sign == signal.SIGINT), "said once, by the first process"
    until = time.monotonic() + 30
    while left := [child for child in children if is_alive(child)]:
        assert time.monotonic() < until, left
        time.sleep(0.05)


def is_alive(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_font_goes_to_another_process_as_its_file() -> None:
    source = FontSource(ROOT / "fonts/alegreya-sans/AlegreyaSans-Regular.ttf")
    files, others = FontFiles(), FontFiles()
    font = files.open(source)
    sent = pickle.dumps(font)
    assert len(sent) < 500, "not its bytes"
    assert pickle.loads(sent) is font, "the very one that is open here"
    assert others.open(source) is not font
    assert files.open(source, ("smcp",)) is pickle.loads(pickle.dumps(files.open(source, ("smcp",))))
    both = pickle.dumps((files, font))
    del files, font
    assert pickle.loads(sent).source == source, "where nobody has it open it is opened"
    there, opened = pickle.loads(both)
    assert there.open(source) is opened is pickle.loads(sent), "a likeness of the files finds what it opened"
