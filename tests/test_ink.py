"""Light and grey ink: what is drawn otherwise, in which colours, how much of a sheet is covered, what is said of it."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from typer.testing import CliRunner

from bench.commits import ROOT
from pnp.build.build import build, check, gather, read_game
from pnp.cli.typer_app import app
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.game.ink_palettes import with_ink
from pnp.game.workspace import Workspace, find_workspace, shipped_root
from pnp.history.ledger import read_ledger
from pnp.impose.sheet import Placement, Sheet
from pnp.inks import PALE, contrast_on_paper, grey, greys_apart, lightness, readable, words_of
from pnp.job import INKS, Ink, PrintJob
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.preflight.coverage import coverages
from pnp.preflight.vision import contrast, difference, parse_hex
from pnp.problems import GameError
from pnp.units import Matrix, Rect, Size

DARK = 0.3  # ink of a face: with less there is little to draw otherwise
LARGE, MOST = 30.0, 8.0  # % of a sheet: where a fifth is asked for, and what letters and lines may take elsewhere
COLORS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda rgb: "#{:02x}{:02x}{:02x}".format(*rgb))
WHITE = (255, 255, 255)
TINY = """
title: Tiny
palette: {ink: "#1c1815", bone: "#f7f1e3", night: "#203050", red: "#b03020", blue: "#2050a0"}
fonts: {Text: {regular: alegreya-sans/AlegreyaSans-Regular.ttf}}
text: {words: {font: Text, size: 14, color: bone}}
collections: {cards: {file: cards.yaml, fields: {name: text, color: color}}}
components:
  cards: {of: cards, template: card.svg, size: 60 x 60, bleed: 3}
documents: {cards: {components: [cards]}}
distinct: [[red, blue]]
"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 66 66">
  <rect x="-3" y="-3" width="66" height="66" fill="{{ it.color }}"/>
  <rect x="10" y="10" width="40" height="20" fill="night"/>
  <rect x="10" y="40" width="1.5" height="10" fill="night"/>
  <rect x="20" y="40" width="6" height="6" fill="red" stroke="none"/>
  {{ text(name, 12, 12, 36, 16, "words") }}
</svg>
"""


def tiny(folder: Path, *, game: str = TINY, card: str = CARD) -> Workspace:
    """A workspace with a game of two cards."""
    (folder / "data/tiny").mkdir(parents=True, exist_ok=True)
    (folder / "templates/tiny").mkdir(parents=True, exist_ok=True)
    (folder / "data/tiny/game.yaml").write_text(game, encoding="utf-8")
    (folder / "data/tiny/cards.yaml").write_text(
        "one: {name: One, color: red}\ntwo: {name: Two, color: blue}\n", encoding="utf-8"
    )
    (folder / "templates/tiny/card.svg").write_text(card, encoding="utf-8")
    return Workspace(folder, shipped_root())


def picture(face: Face, draw: Any, dpi: int = 100) -> np.ndarray[Any, Any]:
    """A face as it prints, with its bleed: rows of pixels of red, green and blue."""
    size = Size(face.size.width + 2 * face.bleed, face.size.height + 2 * face.bleed)
    page = Rect(0, 0, size.width, size.height)
    sheet = Sheet(size, (Placement(face, Matrix.translation(face.bleed, face.bleed)),), page, page, "")
    pdf = pypdfium2.PdfDocument(write_pdf([sheet], draw, DocumentInfo("", "", "", "", "en", None)))
    image: Image.Image = pdf[0].render(scale=dpi / 72, rev_byteorder=True).to_pil().convert("RGB")
    pdf.close()
    return np.asarray(image, dtype=float)


def card_of(workspace: Workspace, ink: Ink, number: int = 0) -> np.ndarray[Any, Any]:
    game = read_game(workspace, "tiny")
    made = gather(game, composer(game, PrintJob("a4", ink)), list(game.documents.values()))
    assert not made.problems
    return picture(made.pieces[number], made.painter.draw)


def at(image: np.ndarray[Any, Any], x: float, y: float) -> tuple[int, ...]:
    """The pixel at a place of the trim, in mm."""
    scale = 100 / 25.4
    return tuple(int(value) for value in image[int((y + 3) * scale), int((x + 3) * scale)])


# colours


@given(COLORS)
def test_words_can_be_read_on_paper_and_dark_colours_stay(color: str) -> None:
    assert contrast(parse_hex(words_of(color)), WHITE) >= 4.45
    assert contrast_on_paper(color) == pytest.approx(contrast(parse_hex(color), WHITE), rel=1e-3)
    if contrast(parse_hex(color), WHITE) >= 4.55:
        assert readable(color) == color


@given(COLORS)
def test_a_grey_is_as_light_as_its_colour(color: str) -> None:
    made = parse_hex(grey(color))
    assert len(set(made)) == 1
    assert contrast(made, WHITE) == pytest.approx(contrast(parse_hex(color), WHITE), rel=0.04)


@given(st.lists(COLORS, min_size=2, max_size=4, unique=True))
def test_greys_that_must_be_told_apart_are_and_can_be_read(colors: list[str]) -> None:
    palette = {f"c{number}": color for number, color in enumerate(colors)}
    made = greys_apart(palette, [tuple(palette)], ())
    assert made.keys() == palette.keys()
    for one, other in combinations(made.values(), 2):
        assert difference(parse_hex(one), parse_hex(other), "grey") >= 7
    assert all(contrast(parse_hex(color), WHITE) >= 4.5 for color in made.values())
    dark = sorted(palette, key=lambda name: (lightness(palette[name]), name))
    assert [made[name] for name in dark] == sorted(made.values())


# drawing


def test_surfaces_are_drawn_by_their_edges_and_grounds_are_frames(tmp_path: Path) -> None:
    workspace = tiny(tmp_path)
    full, light = card_of(workspace, "full"), card_of(workspace, "light")
    assert at(full, 5, 5) == (176, 48, 32)
    assert at(light, 5, 5) == WHITE  # the ground
    assert at(light, 30, 27) == WHITE  # the panel
    frame = at(light, 1.4, 30)
    assert frame[0] > 150 and frame[1] < 90 and frame[2] < 90  # in the ground's colour, inside the cut
    assert at(light, -2, 30) == WHITE
    assert min(sum(at(light, 10 + step / 10, 20)) for step in range(-4, 5)) < 420  # the panel's edge
    assert sum(at(light, 10.7, 45)) < 300  # a mark stays solid
    words = light[int(15 * 100 / 25.4) : int(20 * 100 / 25.4), int(15 * 100 / 25.4) : int(25 * 100 / 25.4)]
    assert words.min() < 60, "pale words are black on paper"


def test_what_says_solid_is_painted_as_it_says(tmp_path: Path) -> None:
    solid = CARD.replace(
        'fill="night"/>\n  <rect x="10" y="40"', 'fill="night" data-ink="solid"/>\n  <rect x="10" y="40"'
    )
    assert solid != CARD
    assert at(card_of(tiny(tmp_path, card=solid), "light"), 30, 27) == (32, 48, 80)
    wrong = tiny(tmp_path, card=CARD.replace('fill="night"/>', 'fill="night" data-ink="thick"/>', 1))
    with pytest.raises(GameError, match="data-ink is 'thick'") as caught:
        build(read_game(wrong, "tiny"), PrintJob(), tmp_path / "out")
    problem = caught.value.problems[0]
    assert problem.span and problem.span.line == 3 and "solid" in problem.hint


def test_templates_and_the_macros_that_they_import_may_ask_for_the_ink(tmp_path: Path) -> None:
    asking = '{% import "mark.svg" as m %}' + CARD.replace(
        'fill="red" stroke', 'fill="{{ m.color() }}" stroke'
    ).replace('width="6" height="6"', 'width="2" height="6"')
    (tmp_path / "templates/tiny").mkdir(parents=True)
    (tmp_path / "templates/tiny/mark.svg").write_text(
        '{% macro color() %}{{ "red" if ink == "full" else "blue" if ink == "light" else "ink" }}{% endmacro %}\n'
    )
    workspace = tiny(tmp_path, card=asking)
    seen = [at(card_of(workspace, ink), 21, 43) for ink in INKS]
    assert seen[0] == (176, 48, 32) and seen[1] == (32, 80, 160)
    assert len(set(seen[2])) == 1 and sum(seen[2]) < 120


def test_grey_has_no_colour_and_tells_apart_what_must_be(tmp_path: Path) -> None:
    workspace = tiny(tmp_path)
    one, two = (card_of(workspace, "grey", number) for number in (0, 1))
    for image in (one, two):
        assert np.ptp(image, axis=2).max() == 0
    frames = [at(image, 1.4, 30)[0] for image in (one, two)]
    assert abs(frames[0] - frames[1]) > 60


@lru_cache(maxsize=1)
def shipped_faces(name: str) -> dict[Ink, dict[tuple[str, str], Any]]:
    """The first face of each kind and side of a game, as pictures in each ink."""
    game = read_game(find_workspace(ROOT), name)
    found: dict[Ink, dict[tuple[str, str], Any]] = {}
    documents = [item for item in game.documents.values() if not (item.book or item.combine)]
    for ink in INKS:
        made = gather(game, composer(game, PrintJob("a4", ink)), documents)
        assert not made.problems
        faces: dict[tuple[str, str], Face] = {}
        for face in made.pieces:
            faces.setdefault((face.component, face.side), face)
        found[ink] = {key: picture(face, made.painter.draw, 40) for key, face in faces.items()}
    return found


def test_a_light_face_is_neither_the_full_one_faded_nor_its_grey() -> None:
    """The other games are looked at by the gates."""
    hold_redrawn("mortalgate")


def hold_redrawn(name: str) -> None:
    """No affine map of the full picture's channels gives the light one: what is left over is most of what it shows.

    Faded, or made grey, a picture is such a map of itself; what is left over is then nothing (see the last lines).
    """
    pictures = shipped_faces(name)
    assert len(pictures["full"]) > 2
    for key, full in pictures["full"].items():
        light, printed_grey = pictures["light"][key], pictures["grey"][key]
        luminance = full @ np.array([0.2126, 0.7152, 0.0722])
        assert left_over(full, full * 0.4 + 153) < 1e-6
        assert left_over(full, luminance[..., None].repeat(3, axis=2)) < 1e-6
        if 1 - full.mean() / 255 >= DARK:
            assert left_over(full, light) > 0.2, key
            assert left_over(full, printed_grey) > 0.2, key
        assert np.ptp(printed_grey, axis=2).max() <= 2, key
        assert light.mean() > full.mean(), key


def left_over(of: np.ndarray[Any, Any], wanted: np.ndarray[Any, Any]) -> float:
    """The share of a picture's variance that the best affine map of another's channels does not explain."""
    known = np.column_stack([of.reshape(-1, 3), np.ones(of.shape[0] * of.shape[1])])
    target = wanted.reshape(-1, 3)
    mapped = known @ np.linalg.lstsq(known, target, rcond=None)[0]
    spread = ((target - target.mean(axis=0)) ** 2).sum()
    return float(((target - mapped) ** 2).sum() / spread) if spread > 1e-9 else 0.0


# how much


def test_light_ink_takes_a_fifth_of_what_is_dark_and_little_of_the_rest() -> None:
    """Books, and the other games, are measured by the gates."""
    game = read_game(find_workspace(ROOT), "mortalgate")
    documents = [item for item in game.documents.values() if not (item.book or item.combine)]
    shares: dict[str, list[float]] = {}
    for ink in INKS:
        made = gather(game, composer(game, PrintJob("a4", ink)), documents)
        for item in coverages(game, made.sheets, made.painter.draw):
            shares.setdefault(item.name, []).append(100 * item.ink)
    assert len(shares) >= 4
    for sheet, (full, *cheap) in shares.items():
        assert max(cheap) <= (full / 5 if full >= LARGE else MOST), (sheet, full, cheap)


def test_coverage_is_what_the_trims_hold(tmp_path: Path) -> None:
    """A card whose left half is black and whose bleed, all black, does not count; marks do not either."""
    card = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 66 66"><path d="M-3 -3H30V63H-3Z"/></svg>'
    game = read_game(tiny(tmp_path, card=card), "tiny")
    made = gather(game, composer(game, PrintJob()), list(game.documents.values()))
    (found,) = coverages(game, made.sheets, made.painter.draw)
    assert (found.name, found.sheets) == ("cards", 1)
    assert found.ink == pytest.approx(0.5, abs=0.01)
    cyan = card.replace("M-3 -3H30V63H-3Z", "M-3 -3H63V63H-3Z").replace("<path", '<path fill="#00ffff"')
    game = read_game(tiny(tmp_path, card=cyan), "tiny")
    made = gather(game, composer(game, PrintJob()), list(game.documents.values()))
    (found,) = coverages(game, made.sheets, made.painter.draw)
    assert found.ink == pytest.approx(1 / 3, abs=0.01)


# what a game says


def test_a_game_says_colours_of_its_own(tmp_path: Path) -> None:
    said = TINY + 'ink: {light: {red: "#701010", night: "#043"}, grey: {red: "#111111"}}\n'
    game = read_game(tiny(tmp_path, game=said), "tiny")
    light, in_grey = with_ink(game, "light"), with_ink(game, "grey")
    assert with_ink(game, "full") is game and with_ink(light, "light") is light
    assert (light.palette["red"], light.palette["night"], light.palette["blue"]) == ("#701010", "#004433", "#2050a0")
    assert in_grey.palette["red"] == "#111111" and in_grey.palette["night"] == "#004433"
    assert len(set(parse_hex(in_grey.palette["blue"]))) == 1


@pytest.mark.parametrize(
    ("said", "code", "words"),
    [
        ('ink: {pale: {red: "#701010"}}', "unknown-field", "unknown ink 'pale'"),
        ('ink: {light: {rad: "#701010"}}', "unknown-color", "'rad' is no colour of the palette"),
        ("ink: {light: {red: brown}}", "bad-color", "expected a colour such as #1d1a16"),
        ("ink:", "empty-section", "nothing stands here"),
        ("ink: [light]", "wrong-type", "expected names with their values"),
    ],
)
def test_a_faulty_ink_is_a_problem_at_its_place(tmp_path: Path, said: str, code: str, words: str) -> None:
    with pytest.raises(GameError) as caught:
        read_game(tiny(tmp_path, game=f"{TINY}{said}\n"), "tiny")
    (problem,) = caught.value.problems
    assert problem.code == code and words in problem.message
    assert problem.span and problem.span.line == len(TINY.splitlines()) + 1
    assert problem.hint or code == "wrong-type"


def test_a_colour_that_paper_cannot_show_is_a_warning_at_its_line(tmp_path: Path) -> None:
    said = TINY + 'ink:\n  light:\n    red: "#e08080"\n    bone: "#fffff0"\n'
    game = read_game(tiny(tmp_path, game=said), "tiny")
    for ink in INKS:
        found = [problem for problem in check(game, PrintJob("a4", ink)) if problem.code == "faint-ink"]
        (problem,) = found
        assert problem.severity == "warning" and problem.about == "ink.light.red" and "4.5 : 1" in problem.message
        assert problem.span and problem.span.line == len(TINY.splitlines()) + 3
        assert problem.hint


def test_colours_that_look_alike_in_light_ink_are_told_where_the_game_says_them(tmp_path: Path) -> None:
    said = TINY + 'ink:\n  light:\n    red: "#2050a4"\n'
    game = read_game(tiny(tmp_path, game=said), "tiny")
    assert not [problem for problem in check(game, PrintJob()) if "any eye" in problem.message]
    found = [problem for problem in check(game, PrintJob("a4", "light")) if problem.code == "similar-colors"]
    assert found
    assert all(problem.span and problem.span.line == len(TINY.splitlines()) + 3 for problem in found)


def test_pale_is_what_paper_replaces() -> None:
    assert lightness("#f7f1e3") > PALE > lightness("#d9ae4f")


# commands


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output


def test_files_of_each_ink_have_a_folder_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny(tmp_path)
    monkeypatch.chdir(tmp_path)
    data = {}
    for ink, folder in (("full", "a4"), ("light", "a4-light"), ("grey", "a4-grey")):
        assert run("build", "tiny", "--ink", ink, "-q")[0] == 0
        data[ink] = (tmp_path / "build/tiny" / folder / "cards.pdf").read_bytes()
    assert len(set(data.values())) == 3
    code, said = run("build", "tiny", "--ink", "lihgt")
    assert code == 2 and "did you mean 'light'" in said


def test_the_list_tells_how_much_ink_each_kind_of_sheet_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny(tmp_path)
    monkeypatch.chdir(tmp_path)
    code, said = run("list", "tiny", "--ink")
    assert code == 0
    line = next(line for line in said.splitlines() if line.split()[:2] == ["cards", "1"] and len(line.split()) == 5)
    full, light, grey_share = map(float, line.split()[2:])
    assert full > 50 and light < full / 5 and grey_share < full / 5


def test_a_printing_remembers_its_ink(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run("print", "tiny", "--ink", "light", "-q")[0] == 0
    ledger = read_ledger(tmp_path / "prints/tiny.yaml", "tiny", "prints/tiny.yaml", ())
    assert ledger.last and ledger.last.ink == "light"
    code, said = run("reprint", "tiny")
    assert code == 0 and "nothing changed" in said
    code, said = run("print", "tiny", "--only", "cards")
    assert code == 2 and "in light ink" in said and "--ink light" in said
    # a change that full ink does not show is a change of what lies on the table
    tiny(
        tmp_path,
        card=CARD.replace(
            '<rect x="20"', '{% if ink == "light" %}<circle cx="40" cy="45" r="1"/>{% endif %}<rect x="20"'
        ),
    )
    code, said = run("reprint", "tiny")
    assert code == 0 and "2 pieces to print" in said
    assert (tmp_path / "build/tiny/a4-light/reprint.pdf").is_file()
    ledger_file = tmp_path / "prints/tiny.yaml"
    ledger_file.write_text(ledger_file.read_text().replace("ink: light", "ink: pink"))
    code, said = run("reprint", "tiny")
    assert code == 1 and "names no ink such as light" in said
