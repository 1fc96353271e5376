"""``pnp calibrate`` and ``--printer`` as a person meets them: what is written, said, asked, kept and refused."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from typer.testing import CliRunner

from pnp.calibration.places import LETTERS
from pnp.calibration.profile_file import keep_profile
from pnp.cli.main import plain_words
from pnp.cli.printers import printers_folder
from pnp.cli.typer_app import app

from .conftest import MakeGame
from .pdfs import text_of
from .printers import OFFICE, readings_of

READINGS = ",".join(f"{letter}={values[0]:g}" for letter, values in readings_of(OFFICE).items())
Run = Callable[..., tuple[int, str]]


@pytest.fixture
def pnp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The program in a folder of its own, with a person's own folder of settings."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("typer.get_app_dir", lambda name: str(tmp_path / "config" / name))
    monkeypatch.delenv("PNP_PRINTER", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, words)
        return result.exit_code, result.output

    return run


def test_without_readings_the_leaf_is_written_and_what_comes_next_is_said(pnp: Run, tmp_path: Path) -> None:
    code, said = pnp(
        "calibrate", "office", "--stock", "card-250", "--tray", "rear", "--paper", "letter", "--flip", "short"
    )
    assert code == 0
    leaf = tmp_path / "build/calibrate/office.card-250.rear.pdf"
    with pikepdf.open(leaf) as pdf:
        assert (len(pdf.pages), str(pdf.Root.ViewerPreferences.Duplex)) == (2, "/DuplexFlipShortEdge")
        assert [float(value) for value in pdf.pages[0].MediaBox][2:] == pytest.approx([612, 792])
    again = "pnp calibrate office --stock card-250 --tray rear --paper letter --flip short"
    assert f"  {again} --ask\n" in said
    assert "turned over the short edge" in said
    assert again in text_of(leaf).replace("\u200c", "")
    assert not (tmp_path / "config").exists()
    assert pnp("calibrate", "office", "--out", "elsewhere/leaf.pdf")[0] == 0
    assert (tmp_path / "elsewhere/leaf.pdf").stat().st_size > 1000


def test_readings_are_kept_shown_and_proved(pnp: Run, tmp_path: Path) -> None:
    code, said = pnp("calibrate", "office", "--read", READINGS)
    assert code == 0, said
    assert "front +0.80 right -0.45 down" in said
    assert "pnp calibrate office --stock plain --proof" in said
    assert printers_folder() == tmp_path / "config" / "pnp"
    code, listed = pnp("calibrate")
    assert (code, listed.splitlines()[0]) == (0, "office/plain")
    assert "left 4, top 5, right 4, bottom 14 mm" in listed
    code, said = pnp("calibrate", "office", "--proof")
    assert code == 0, said
    proof = tmp_path / "build/calibrate/office.plain-proof.pdf"
    assert "Proof of a calibration" in text_of(proof)
    both = pnp(
        "calibrate", "office", "--stock", "card", "--read", READINGS, "--read", READINGS, "--proof", "--out", "p.pdf"
    )
    assert both[0] == 0, both[1]
    assert (tmp_path / "p.pdf").is_file()
    assert [line for line in pnp("calibrate")[1].splitlines() if line[0] != " "] == ["office/card", "office/plain"]


class Terminal(io.StringIO):
    """Somebody who answers."""

    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("pnp")
def test_questions_are_asked_at_a_terminal_until_they_are_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = [str(values[0]) for values in readings_of(OFFICE).values()]
    answers[:1] = ["", "twenty", "99", f"{answers[0]} {answers[0]}"]
    monkeypatch.setattr("sys.stdin", Terminal("\n".join(answers) + "\n"))
    command, values = plain_words(["calibrate", "office", "--ask"]) or pytest.fail("plain words")
    assert command.run(values) == 0
    said = capsys.readouterr().out
    assert [said.count(f"{letter}  ") for letter in LETTERS] == [4] + [1] * 15
    assert "'twenty' is no number; write millimetres with a point" in said
    assert "99 mm is more than 15 mm away from the 20 mm drawn" in said
    assert "office/plain is kept" in said
    monkeypatch.setattr("sys.stdin", Terminal("20\n"))
    with pytest.raises(KeyboardInterrupt):
        command.run(values)


# what is said -> the exit code, what is answered
REFUSED: dict[str, tuple[list[str], int, str]] = {
    "asking nobody": (["office", "--ask"], 2, "--ask asks at a terminal, and there is none"),
    "an edge that is none": (["office", "--flip", "logn"], 2, "did you mean 'long'?"),
    "a paper that is none": (["office", "--paper", "papyrus"], 2, "unknown paper 'papyrus'"),
    "a name with a slash": (["office/card"], 2, "'office/card' cannot be part of a printer's name"),
    "a name that means none": (["none"], 2, "'none' stands for no printer"),
    "a stock with capitals": (["office", "--stock", "Card 250"], 2, "write it as card-250"),
    "readings of nobody": (["--read", "A=20"], 2, "which printer?"),
    "a proof of nothing": (["office", "--proof"], 1, "no printer 'office/plain' was calibrated"),
    "a reading that is none": (["office", "--read", READINGS.replace("A=22", "A=44")], 1, "more than 15 mm away"),
    "readings for another paper": (["office", "--paper", "letter", "--read", READINGS], 1, "was the leaf made for another --paper?"),
}  # fmt: skip


@pytest.mark.parametrize(("words", "code", "answer"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused_with_a_cure(
    pnp: Run, tmp_path: Path, words: list[str], code: int, answer: str
) -> None:
    found, said = pnp("calibrate", *words)
    assert (found, answer in said, "hint:" in said) == (code, True, True), said
    assert not list(tmp_path.rglob("*.pdf"))
    assert not list(tmp_path.rglob("*.yaml"))


def test_none_is_known_until_one_is_calibrated(pnp: Run) -> None:
    assert pnp("calibrate") == (0, "no printer was calibrated yet; pnp calibrate NAME makes a leaf to do it by\n")


@pytest.fixture
def game(make_game: MakeGame, tmp_path: Path) -> Path:
    """The tiny game, and the office's printer."""
    keep_profile(tmp_path / "config" / "pnp", OFFICE)
    return make_game(None).root


def test_each_command_that_makes_sheets_takes_a_printer(pnp: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = pnp("build", "tiny", "--printer", "office")
    assert code == 0, said
    bent = game / "build/tiny/a4-for-office.plain/cards.pdf"
    assert "printer: office/plain" in " ".join(text_of(bent).split())
    assert not (game / "build/tiny/a4").exists(), "the plain files are left alone"
    monkeypatch.setenv("PNP_PRINTER", "office/plain")
    first = bent.read_bytes()
    bent.unlink()
    assert pnp("build", "tiny")[0] == 0
    assert bent.read_bytes() == first
    assert pnp("build", "tiny", "--printer", "none")[0] == 0
    assert (game / "build/tiny/a4/cards.pdf").is_file()
    assert pnp("print", "tiny", "--printer", "office")[0] == 0
    heroes = game / "data/tiny/heroes.yaml"
    heroes.write_text(heroes.read_text(encoding="utf-8").replace("health: 12", "health: 13"), encoding="utf-8")
    code, said = pnp("reprint", "tiny")
    assert code == 0, said
    again = game / "build/tiny/a4-for-office.plain/reprint.pdf"
    with pikepdf.open(again) as pdf:
        count = len(pdf.pages)
    assert count > 1
    assert all("printer: office/plain" in " ".join(text_of(again, page).split()) for page in range(count))
    code, said = pnp("check", "tiny")
    assert (code, "[beyond-reach]" in said) == (0, True), said
    assert "[beyond-reach]" not in pnp("check", "tiny", "--printer", "none")[1]


def test_a_printing_does_not_depend_on_the_printer(pnp: Run, game: Path) -> None:
    texts = []
    for words in ([], ["--printer", "office"]):
        assert pnp("print", "tiny", *words)[0] == 0
        path = game / "prints/tiny.yaml"
        texts.append(path.read_text(encoding="utf-8"))
        path.unlink()
    assert texts[0] == texts[1]


def test_an_unknown_or_unfit_printer_is_told(pnp: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = pnp("build", "tiny", "--printer", "offise")
    assert (code, "no printer 'offise' was calibrated" in said, "did you mean 'office'?" in said) == (1, True, True)
    code, said = pnp("build", "tiny", "--printer", "office", "--paper", "letter")
    assert (code, "office/plain was calibrated on a4, and this is for letter" in said) == (2, True)
    assert pnp("print", "tiny", "--paper", "letter")[0] == 0
    heroes = game / "data/tiny/heroes.yaml"
    heroes.write_text(heroes.read_text(encoding="utf-8").replace("health: 12", "health: 13"), encoding="utf-8")
    code, said = pnp("reprint", "tiny", "--printer", "office")
    assert (code, "and this is for letter" in said, "--paper a4" in said) == (2, True, True), said
    monkeypatch.setenv("PNP_PRINTER", "attic")
    assert pnp("check", "tiny")[0] == 1
    assert not list((game / "build").rglob("a4*"))


def test_a_damaged_file_of_printers_is_told_with_its_place(pnp: Run, game: Path) -> None:
    path = printers_folder() / "printers.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("0.994", "thin"), encoding="utf-8")
    for words in (["build", "tiny", "--printer", "office"], ["calibrate"], ["calibrate", "den", "--read", READINGS]):
        code, said = pnp(*words)
        assert (code, "printers.yaml:12:10: error: width: expected a number" in said) == (1, True), said
    assert not (game / "build").exists()


def test_settings_are_where_the_system_keeps_them() -> None:
    """typer asks the system; on Linux XDG_CONFIG_HOME decides."""
    if os.name == "posix" and "XDG_CONFIG_HOME" not in os.environ and Path("/proc").exists():
        assert printers_folder() == Path.home() / ".config" / "pnp"
    assert printers_folder().name == "pnp"
