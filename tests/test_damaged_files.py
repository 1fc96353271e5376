"""Damaged fonts, drawings and chapters end in problems that name the file and the cure; a sample of ``make fuzz``."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
import uharfbuzz as hb

from bench.fuzz.__main__ import main
from bench.fuzz.builds import build_cases
from bench.fuzz.harmless import wrong_in
from bench.fuzz.inputs import drawing_cases, reader_cases
from bench.fuzz.small_game import small_games
from bench.fuzz.trial import Case, try_case
from pnp.build.build import build, read_game
from pnp.fonts.containers import FontError
from pnp.fonts.font import FontSource, load_font
from pnp.game.workspace import Workspace
from pnp.job import PrintJob
from pnp.problems import GameError, describe

FONT = "fonts/small/tiny.ttf"
ONE, TWO, CARD = "templates/tiny/guide/one.md", "templates/tiny/guide/two.md", "templates/tiny/card.svg"


def said_of(base: str, root: Path, changes: dict[str, bytes]) -> list[str]:
    """What is said of a small game with these files; nothing when it is built, and then its page is harmless."""
    for name, content in {**small_games()[base], **changes}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    try:
        build(read_game(Workspace(root, root), "tiny"), PrintJob("a4"), root / "out")
    except GameError as error:
        assert not (root / "out").exists()
        return [describe(problem) for problem in error.problems]
    assert wrong_in((root / "out/guide.html").read_text(encoding="utf-8")) == []
    return []


# fonts


def tables(font: bytes) -> dict[str, tuple[int, int, int]]:
    """Where each table's entry stands, where the table, and how long it is."""
    found = {}
    for at in range(12, 12 + 16 * struct.unpack(">H", font[4:6])[0], 16):
        offset, length = struct.unpack(">II", font[at + 8 : at + 16])
        found[font[at : at + 4].decode()] = at, offset, length
    return found


def changed(tag: str, at: int, new: bytes) -> Callable[[bytes], bytes]:
    """The font with other bytes in a table."""

    def change(font: bytes) -> bytes:
        start = tables(font)[tag][1] + at
        return font[:start] + new + font[start + len(new) :]

    return change


def without(tag: str) -> Callable[[bytes], bytes]:
    def change(font: bytes) -> bytes:
        at = tables(font)[tag][0]
        return font[:at] + b"none" + font[at + 4 :]

    return change


def within_itself(font: bytes) -> bytes:
    """The glyph of A is made of the glyph of A, and again of it."""
    glyph = hb.Font(hb.Face(font)).get_nominal_glyph(ord("A")) or 0
    found = tables(font)
    wide = struct.unpack(">h", font[found["head"][1] + 50 : found["head"][1] + 52])[0]
    loca = found["loca"][1] + glyph * (4 if wide else 2)
    place = struct.unpack(">I", font[loca : loca + 4])[0] if wide else 2 * struct.unpack(">H", font[loca : loca + 2])[0]
    part = struct.pack(">HHbb", 0x0020, glyph, 0, 0)
    last = struct.pack(">HHbb", 0x0000, glyph, 0, 0)
    return changed("glyf", place, struct.pack(">hhhhh", -1, 0, 0, 500, 700) + part + last)(font)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut off in its head": lambda font: font[:40],
    "cut off": lambda font: font[: len(font) // 2],
    "no glyphs": without("glyf"),
    "no heads": without("head"),
    "no measures": without("hhea"),
    "no places of glyphs": without("loca"),
    "no em": changed("head", 18, b"\x00\x00"),
    "more tables than bytes": lambda font: font[:4] + b"\xff\xff" + font[6:],
    "more glyphs than there are": changed("maxp", 4, b"\xff\xff"),
    "more letters than there are": changed("cmap", 2, b"\xff\xff"),
    "features beyond the end": changed("GSUB", 6, b"\xff\xff"),
    "a tag that is no text": changed("GSUB", 12, b"\x80\xff\x80\xff"),
    "a table of zeros": lambda font: changed("GPOS", 0, bytes(tables(font)["GPOS"][2]))(font),
    "a table behind the end": lambda font: font[: (at := tables(font)["hmtx"][0]) + 8] + b"\xff\xff\xff\xff" + font[at + 12 :],
    "a glyph within itself": within_itself,
    "a name that is longer than its table": changed("name", 2, b"\xff\xff"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_font_is_named_or_serves(name: str, tmp_path: Path) -> None:
    font = DAMAGES[name](small_games()["cards"][FONT])
    for problem in said_of("cards", tmp_path, {FONT: font})[:1]:
        assert problem.startswith("data/tiny/game.yaml:8:19: error: tiny.ttf "), problem
        assert any(cure in problem for cure in ("get it again, or convert it anew", "no font that can be read here")), (
            problem
        )


def test_a_font_that_fails_only_when_it_is_cut_down_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HarfBuzz may give up later than the trial that every font is given."""
    from pnp.fonts.font import Font

    def fails(self: Font, _wanted: object) -> bytes:
        raise FontError(f"{self.path.name} is damaged: get it again, or convert it anew")

    load_font(FontSource(_written(tmp_path / "tiny.ttf", small_games()["cards"][FONT])))
    monkeypatch.setattr("pnp.fonts.font._sound", lambda _: True)
    monkeypatch.setattr(Font, "cut_down", fails)
    (said,) = said_of("cards", tmp_path / "game", {})
    assert "cards cannot be written: " in said and "is damaged: get it again, or convert it anew" in said


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


# drawings and chapters


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"</svg>", b"</g></svg>", "templates/tiny/card.svg:"),
        (b"<rect x=", b"<rect & x=", "the drawing is not well-formed XML"),
        (b'viewBox="-2', b'viewBox="x', "viewBox has 'x"),
        (b"<svg", b"<svk", "the drawing is not well-formed XML"),
    ],
)
def test_a_slip_in_a_template_that_only_a_page_shows(tmp_path: Path, old: bytes, new: bytes, message: str) -> None:
    game = small_games()["cards"]
    only_page = game["data/tiny/game.yaml"].replace(b"  cards: [cards]\n", b"")
    template = game[CARD].replace(old, new, 1)
    said = said_of("cards", tmp_path, {"data/tiny/game.yaml": only_page, CARD: template})
    assert any(message in problem for problem in said), said
    assert all(" error: " in problem for problem in said)


def test_a_slip_in_a_drawing_of_the_book_s_own_says_what_it_is(tmp_path: Path) -> None:
    name = "templates/tiny/guide/bee.svg"
    said = said_of("cards", tmp_path, {name: small_games()["cards"][name].replace(b"</title>", b"")})
    assert any("the drawing 'bee.svg': the drawing is not well-formed XML" in problem for problem in said), said


def test_an_icon_that_stands_only_in_the_text_of_a_page_is_tried(tmp_path: Path) -> None:
    game = small_games()["book"]
    star = game["templates/icons/star.svg"].replace(b"<path", b"<filter/><path filter='url(#x)'")
    only_page = game["data/tiny/game.yaml"].replace(b"  guide: {layout: book, book: guide, size: a5}\n", b"")
    assert only_page != game["data/tiny/game.yaml"]
    said = said_of("book", tmp_path, {"templates/icons/star.svg": star, "data/tiny/game.yaml": only_page})
    assert any("while drawing guide, the icon star" in problem for problem in said), said


CHAPTERS = {
    "a panel of which nothing is printed": ("::: note\n> said\n:::\n", "does not print a quotation"),
    "an empty panel": ("::: note\n:::\n", ""),
    "a panel with an entry of the index alone": ("::: note\n<!-- index: Panels -->\n:::\n", ""),
    "an entry of the index behind everything": ("Words.\n\n<!-- index: Ends -->\n", ""),
    "an item with an entry of the index alone": ("- a\n- <!-- index: Items -->\n- b\n", ""),
    "nine lists": ("\n".join("  " * depth + "- deep" for depth in range(9)) + "\n", ""),
    "ten lists": (
        "\n".join("  " * depth + "- deep" for depth in range(10)) + "\n",
        "templates/tiny/guide/two.md:16:19: error: lists and panels stand more than 9 deep within one another",
    ),
    "a hundred lists": ("\n".join("  " * depth + "- deep" for depth in range(100)) + "\n", "lists and panels stand more than 9 deep"),
    "panels within panels": (
        "\n".join(":" * (30 - depth) + " note" for depth in range(20)) + "\nx\n" + "\n".join(":" * (11 + depth) for depth in range(20)) + "\n",
        "lists and panels stand more than 9 deep",
    ),
    "a paragraph as long as may be": ("words " * 3333 + "\n", ""),
    "a longer paragraph": ("a\n\n" + "words " * 3334 + "\n", "templates/tiny/guide/two.md:9:1: error: the paragraph has 20,003 letters, more than 20,000"),
    "a long cell": ("|a|\n|-|\n|" + "x" * 20_001 + "|\n", "the paragraph has 20,001 letters"),
    "stars within stars": ("*" * 400 + "x" + "*" * 400 + "\n", "bold, italic and links stand more than 30 deep"),
    "stars in the title of a panel": ("::: note " + "*" * 400 + "x" + "*" * 400 + "\ny\n:::\n", "bold, italic and links stand more than 30 deep"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHAPTERS)
def test_nothing_of_a_chapter_is_lost_in_silence(name: str, tmp_path: Path) -> None:
    text, message = CHAPTERS[name]
    said = said_of("book", tmp_path, {TWO: f"# Two\n\n![](index:)\n\n![](diagram:card)\n\n{text}".encode()})
    if message:
        assert any(message in problem for problem in said), said
    else:
        assert said == []


def test_a_heading_that_is_called_like_an_icon_is_led_to(tmp_path: Path) -> None:
    text = b"# Two\n\n## Icon star\n\n:star: [there](#icon-star)\n\n![](diagram:card)\n\n## D1 name\n"
    assert said_of("book", tmp_path, {TWO: text}) == []
    page = (tmp_path / "out/guide.html").read_text(encoding="utf-8")
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert '<h3 id="to-icon-star">' in page and '<a href="#to-icon-star">' in page and "to-d1-name" in ids


def test_a_record_whose_markup_does_not_close_is_said_of_the_table_that_shows_it(tmp_path: Path) -> None:
    heroes = small_games()["book"]["data/tiny/heroes.yaml"].replace(b"name: Ada", b'name: "Ada **b"')
    said = said_of("book", tmp_path, {"data/tiny/heroes.yaml": heroes})
    assert any("table chances: '**' is opened and never closed" in problem for problem in said), said


def test_a_family_of_fonts_has_a_plain_name(tmp_path: Path) -> None:
    game = (
        small_games()["book"]["data/tiny/game.yaml"]
        .replace(b"  Other:", b"  'A</style>':")
        .replace(b"[Other]", b"['A</style>']")
    )
    said = said_of("book", tmp_path, {"data/tiny/game.yaml": game})
    assert any("9:3: error: 'A</style>' cannot be the name of a family of fonts" in problem for problem in said), said


# a sample of what ``make fuzz`` tries by the thousand


@pytest.mark.parametrize(("kind", "count"), [("builds", 30), ("readers", 250), ("drawings", 30)])
def test_a_sample_of_damaged_inputs(kind: str, count: int, tmp_path: Path) -> None:
    make = {"builds": build_cases, "readers": reader_cases, "drawings": drawing_cases}[kind]
    trials = [try_case(case) for case in make(2, 0, count, tmp_path)]
    assert [trial.wrong for trial in trials if trial.wrong] == []
    assert len({trial.answer for trial in trials}) > 1, "some are refused, and some are not"


def test_the_same_seed_damages_the_same(tmp_path: Path) -> None:
    first, second = ([case.files for case in reader_cases(3, 5, 20, tmp_path)] for _ in range(2))
    assert first == second
    assert first[4:] == [case.files for case in reader_cases(3, 9, 16, tmp_path)]
    assert first != [case.files for case in reader_cases(4, 5, 20, tmp_path)]


def test_what_goes_wrong_is_kept_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(*_: object) -> str:
        raise KeyError("a mistake of ours")

    monkeypatch.setattr("bench.fuzz.inputs.read_file", breaks)
    monkeypatch.setattr("bench.fuzz.__main__.KEPT", tmp_path)
    monkeypatch.setattr("bench.fuzz.__main__.limit", lambda: None)
    assert main(["readers", "--count", "2", "--seed", "3"]) == 1
    said = capsys.readouterr().out
    assert "readers: 2 tried" in said and "2 wrong" in said
    kept = tmp_path / "readers-0"
    assert f"readers 0: KeyError: 'a mistake of ours'\n    {kept}" in said
    assert main(["--again", str(kept)]) == 1
    monkeypatch.undo()
    monkeypatch.setattr("bench.fuzz.__main__.limit", lambda: None)
    assert main(["--again", str(kept)]) == 0


def test_what_takes_too_long_is_wrong() -> None:
    def long() -> str:
        total = 0
        while True:
            total += 1

    trial = try_case(Case("readers", 0, {}, long), given_up=0.2)
    assert "it takes more than 0.2 s" in trial.wrong
