"""The same input gives the same bytes; a tweak changes the right faces and no others; the command line is polite."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnp.build.build import build, check, choose_documents, read_game
from pnp.cli.typer_app import app
from pnp.faces.compose import composer
from pnp.files import write_atomically
from pnp.game.model import Game
from pnp.game.workspace import Workspace
from pnp.job import PrintJob
from pnp.problems import GameError

from .conftest import CARD, GAME, ROOT, MakeGame


def faces(game: Game, paper: str = "a4") -> dict[tuple[str, str, str], str]:
    """Every face's digest."""
    compose = composer(game, PrintJob(paper))
    found: dict[tuple[str, str, str], str] = {}
    for component in game.components.values():
        for pair in compose.pairs(component):
            for face in (pair.front, pair.back):
                if face:
                    found[face.component, face.record, face.side] = face.digest
    assert compose.problems == []
    return found


def tweak(workspace: Workspace, file: str, pattern: str, to: str) -> None:
    path = workspace.root / "data" / "mortalgate" / file
    text, count = re.subn(pattern, to, path.read_text(encoding="utf-8"), count=1)
    assert count == 1
    path.write_text(text, encoding="utf-8")


def changed(before: Game, after: Game) -> set[tuple[str, str]]:
    old, new = faces(before), faces(after)
    return {key[:2] for key in old.keys() | new.keys() if old.get(key) != new.get(key)}


def test_health_changes_one_sheet(mortalgate: Game, copy: Workspace) -> None:
    tweak(copy, "heroes.yaml", r"health: !assumed 20", "health: !assumed 19")
    assert changed(mortalgate, read_game(copy, "mortalgate")) == {("hero-sheets", "drexir")}


def test_dodge_changes_one_sheet(mortalgate: Game, copy: Workspace) -> None:
    tweak(copy, "heroes.yaml", r"dodge: 16", "dodge: 17")
    assert changed(mortalgate, read_game(copy, "mortalgate")) == {("hero-sheets", "zadita")}


def test_damage_rewrites_the_abilities_that_quote_it(mortalgate: Game, copy: Workspace) -> None:
    path = copy.root / "data/mortalgate/heroes.yaml"
    head, tail = path.read_text(encoding="utf-8").split("\ndrexir:")
    path.write_text(head + "\ndrexir:" + tail.replace("damage: !assumed 4", "damage: !assumed 5", 1), encoding="utf-8")
    game = read_game(copy, "mortalgate")
    blow = game.collections["heroes"]["drexir"]["abilities"][0]["text"]  # type: ignore[index]  # a tuple of records
    assert blow == "Deal **7 damage** to one enemy."
    assert changed(mortalgate, game) == {("hero-sheets", "drexir")}


def test_a_cooldown_changes_one_sheet(mortalgate: Game, copy: Workspace) -> None:
    tweak(copy, "heroes.yaml", r"(name: Long Shot\n.*\n.*\n +)cooldown: 2", r"\1cooldown: 3")
    assert changed(mortalgate, read_game(copy, "mortalgate")) == {("hero-sheets", "greven")}


def test_a_rule_rewrites_whatever_quotes_it(mortalgate: Game, copy: Workspace) -> None:
    tweak(copy, "rules.yaml", r"grace-for-altar: 2", "grace-for-altar: 3")
    assert changed(mortalgate, read_game(copy, "mortalgate")) == {("player-aids", "")}


def test_only_the_sheets_that_hold_a_changed_face_get_a_new_hash(mortalgate: Game, copy: Workspace) -> None:
    from .pdfs import text_of

    build(mortalgate, PrintJob("a4"), copy.root / "old", ["hero-sheets"])
    tweak(copy, "heroes.yaml", r"dodge: 16", "dodge: 17")
    build(read_game(copy, "mortalgate"), PrintJob("a4"), copy.root / "out", ["hero-sheets"])
    same = [
        text_of(copy.root / "out/hero-sheets.pdf", page) == text_of(copy.root / "old/hero-sheets.pdf", page)
        for page in range(4)
    ]
    assert same == [True, True, True, False]


def test_only_chooses_documents_by_their_name_or_by_a_component(mortalgate: Game) -> None:
    def names(*only: str) -> list[str]:
        return [document.name for document in choose_documents(mortalgate, only)]

    assert names("hero-sheets") == ["hero-sheets"]
    assert names("red-counters") == ["tokens"]
    assert names("board-poster", "standees") == ["board-poster", "standees"]
    assert names("print-and-play") == ["print-and-play"]
    assert len(names()) == 12


def test_a_piece_too_large_for_the_paper_says_so(make_game: MakeGame) -> None:
    from .conftest import GAME

    workspace = make_game({"data/tiny/game.yaml": GAME.replace("size: poker", "size: 300 x 400")})
    with pytest.raises(GameError, match="a piece of 300 x 400 mm does not fit"):
        build(read_game(workspace, "tiny"), PrintJob("a4"), workspace.root / "out")


def test_writing_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a" / "b.pdf"
    write_atomically(target, b"one")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(GameError, match="cannot be written: full"):
        write_atomically(target, b"two")
    assert target.read_bytes() == b"one"
    assert [path.name for path in target.parent.iterdir()] == ["b.pdf"]


@pytest.fixture
def inside(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    workspace = make_game(None)
    monkeypatch.chdir(workspace.root)
    return workspace


def test_build_prints_a_line_a_document(inside: Workspace) -> None:
    result = CliRunner().invoke(app, ["build"])
    assert result.exit_code == 0
    assert re.fullmatch(r"build/tiny/a4/cards\.pdf +1 page +2 faces +\d+ ms\n", result.output)
    assert (inside.root / "build/tiny/a4/cards.pdf").read_bytes().startswith(b"%PDF-1.7")


def test_quiet_says_nothing(inside: Workspace) -> None:
    assert CliRunner().invoke(app, ["build", "--quiet"]).output == ""
    assert (inside.root / "build/tiny/a4/cards.pdf").exists()


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["build", "tinny"], "did you mean 'tiny'?"),
        (["build", "tiny", "--only", "crads"], "did you mean 'cards'?"),
        (["build", "tiny", "--paper", "a44"], "did you mean 'a4'?"),
        (["check", "tinny"], "did you mean 'tiny'?"),
    ],
)
def test_wrong_words_exit_2_and_name_the_nearest(inside: Workspace, words: list[str], hint: str) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert hint in result.output
    assert not (inside.root / "build").exists()


def test_list_and_check_and_version(inside: Workspace) -> None:
    assert "cards                  2 x  63 x 88 mm" in CliRunner().invoke(app, ["list", "tiny"]).output
    result = CliRunner().invoke(app, ["check"])
    assert (result.exit_code, result.output) == (0, "tiny: no problems\n")
    assert CliRunner().invoke(app, ["--version"]).output.startswith("pnp 0.")
    assert (inside.root / "data").exists()


def test_a_template_cannot_touch_the_disk(make_game: MakeGame, tmp_path: Path) -> None:
    """Every object that a template is given was once a way to its workspace, and so to any file."""
    ways = [
        "game.workspace",
        "game.fonts",
        "game.book",
        "it.span",
        "game.collections.heroes.records",
        "w.real",
        "text.__self__",
    ]
    for way in ways:
        card = CARD.replace("</svg>", f"<title>{{{{ {way} }}}}</title></svg>")
        game = read_game(make_game({"templates/tiny/card.svg": card}), "tiny")
        with pytest.raises(GameError):
            build(game, PrintJob("a4"), tmp_path / "out")
        assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("damage", ["empty", "cut", "short tables", "no name"])
def test_a_damaged_font_is_named(make_game: MakeGame, tmp_path: Path, damage: str) -> None:
    good = (ROOT / "fonts/alegreya-sans/AlegreyaSans-Regular.ttf").read_bytes()
    data = {
        "empty": b"", "cut": good[: len(good) // 2], "short tables": good[:4] + bytes(3000),
        "no name": good.replace(b"hhea", b"zzzz", 1),
    }[damage]  # fmt: skip
    game = GAME.replace("alegreya-sans/AlegreyaSans-Regular.ttf", "mine.ttf")
    workspace = make_game({"data/tiny/game.yaml": game})
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts/mine.ttf").write_bytes(data)
    with pytest.raises(GameError, match=r"mine\.ttf"):
        read_game(workspace, "tiny")


@pytest.mark.parametrize("data", [b"<svg>\xff</svg>", b"<svg>\x00</svg>", b"", b" " * 4_000_001])
def test_a_template_that_is_no_text_is_named(make_game: MakeGame, tmp_path: Path, data: bytes) -> None:
    workspace = make_game(None)
    (tmp_path / "templates/tiny/card.svg").write_bytes(data)
    problems = check(read_game(workspace, "tiny"), PrintJob("a4"))
    assert {problem.span.source.name for problem in problems if problem.span} == {"templates/tiny/card.svg"}


def test_a_link_that_leads_out_is_no_file(make_game: MakeGame, tmp_path: Path) -> None:
    workspace = make_game(None)
    heroes = tmp_path / "data/tiny/heroes.yaml"
    heroes.unlink()
    heroes.symlink_to(ROOT / "data/mortalgate/heroes.yaml")
    with pytest.raises(GameError, match="leads out of the game's folder"):
        read_game(workspace, "tiny")


def test_an_output_folder_that_is_a_file_is_said(make_game: MakeGame, tmp_path: Path) -> None:
    game = read_game(make_game(None), "tiny")
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    with pytest.raises(GameError, match="cannot be written"):
        build(game, PrintJob("a4"), tmp_path / "out")


def test_documents_cannot_multiply_without_end(make_game: MakeGame) -> None:
    documents = "".join(
        f"  d{i}: {{combine: [d{i - 1}, {'cards' if i == 1 else f'd{i - 2}'}]}}\n" for i in range(1, 40)
    )
    game = GAME + "  d0: [cards]\n" + documents
    problems = check(read_game(make_game({"data/tiny/game.yaml": game}), "tiny"), PrintJob("a4"))
    assert any("more than 1,000 leaves" in problem.message for problem in problems)


def test_documents_without_pages_take_no_longer_the_more_they_are_combined(make_game: MakeGame) -> None:
    documents = "  d1: {combine: [d0]}\n" + "".join(
        f"  d{i}: {{combine: [d{i - 1}, d{i - 2}]}}\n" for i in range(2, 90)
    )
    game = GAME.replace("components:", "books: {b: {chapters: [a]}}\ncomponents:", 1)
    files = {
        "data/tiny/game.yaml": game + "  d0: {title: A page, layout: book, book: b, size: a5}\n" + documents,
        "templates/tiny/b/a.md": "# A\n\n{{ nothing }}\n",  # it cannot be set, and has no leaves
    }
    assert check(read_game(make_game(files), "tiny"), PrintJob("a4"))
