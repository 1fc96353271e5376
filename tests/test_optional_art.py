"""Art that is there and art that is not: ``picture`` in templates, the table of what is missing, reprints and watches."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image
from typer.testing import CliRunner

from pnp.build.build import art_of, build, examine, gather, read_game
from pnp.build.missing_art import LISTED, as_table, missing_art
from pnp.build.painter import Painter
from pnp.cli.typer_app import app
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.faces.picture_boxes import WantedArt
from pnp.game.workspace import Workspace
from pnp.history.inventory import take_inventory
from pnp.history.snapshot import at
from pnp.job import PrintJob
from pnp.preflight.proof import proofs
from pnp.problems import Problem, describe
from pnp.units import Size
from pnp.watch.standing import Standing
from pnp.web.drawings import WebDrawings
from tests.conftest import MakeGame

JOB = PrintJob("a4")
GAME = """
title: Tiny
fonts: {Text: {regular: alegreya-sans/AlegreyaSans-Regular.ttf}}
palette: {ink: "#111111"}
text: {body: {font: Text, size: 9, min: 7, color: ink}}
collections:
  heroes: {file: heroes.yaml, fields: {name: text, focus: text?}}
components:
  cards: {of: heroes, template: card.svg, size: poker}
documents:
  cards: [cards]
"""
CALL = '{{ picture("art/{id}.png", 5, 10, 20, 30, fit="cover") }}'


def card(inner: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{inner}</svg>'


def game_of(
    make_game: MakeGame, inner: str = CALL, heroes: str = "ada: {name: Ada}\nbob: {name: Bob}\n", **files: bytes
) -> Workspace:
    workspace = make_game(
        {"data/tiny/game.yaml": GAME, "data/tiny/heroes.yaml": heroes, "templates/tiny/card.svg": card(inner)}
    )
    folder = workspace.root / "templates/tiny/art"
    folder.mkdir()
    for name, data in files.items():
        (folder / name.replace("_", ".")).write_bytes(data)
    return workspace


def halves(kind: str = "PNG", turn: int = 1) -> bytes:
    """90 x 30 pixels: a red, a green and a blue third."""
    image = Image.new("RGB", (90, 30), "#00ff00")
    image.paste("#ff0000", (0, 0, 30, 30))
    image.paste("#0000ff", (60, 0, 90, 30))
    exif = Image.Exif()
    exif[0x0112] = turn
    stream = BytesIO()
    image.save(stream, kind, exif=exif)
    return stream.getvalue()


def faces(workspace: Workspace) -> dict[str, str]:
    game = read_game(workspace, "tiny")
    made = gather(game, composer(game, JOB), list(game.documents.values()))
    assert [problem for problem in made.problems if problem.severity == "error"] == []
    return {face.record: face.svg for face in made.pieces if face.side == "front"}


def found(workspace: Workspace, code: str) -> list[Problem]:
    return [problem for problem in examine(read_game(workspace, "tiny"), JOB).problems if problem.code == code]


def test_art_of_a_record_is_found_by_itself(make_game: MakeGame) -> None:
    made = faces(game_of(make_game, ada_jpg=halves("JPEG"), bob_png=halves(), bob_jpg=halves("JPEG")))
    assert 'href="art/ada.jpg"' in made["ada"], "any ending that is read will do"
    assert 'href="art/bob.png"' in made["bob"], "that which was asked for goes before"
    assert 'preserveAspectRatio="xMidYMid slice"' in made["ada"]


def test_a_template_asks_whether_there_is_art(make_game: MakeGame) -> None:
    inner = '{% if has_picture("art/{id}.png") %}<rect width="9" height="9"/>{% else %}<circle r="3"/>{% endif %}'
    made = faces(game_of(make_game, inner, ada_png=halves()))
    assert "<rect" in made["ada"] and "<circle" in made["bob"]
    assert missing_art({}) == []


def test_another_thing_stands_in_for_art(make_game: MakeGame) -> None:
    art = '{% set art = picture("art/{id}.png", 0, 0, 9, 9, placeholder=false) %}'
    workspace = game_of(make_game, art + '{{ art }}{% if not art %}<circle r="3"/>{% endif %}', ada_png=halves())
    made = faces(workspace)
    assert "<image" in made["ada"] and "<circle" not in made["ada"]
    assert "<circle" in made["bob"] and "data-art" not in made["bob"]
    assert len(found(workspace, "missing-art")) == 1, "it is wanted all the same"


FOCUS = {
    "": "#00ff00", "0% 50%": "#ff0000", "100% 50%": "#0000ff", "50% 50%": "#00ff00", "left top": "#ff0000", "right center": "#0000ff",
}  # fmt: skip


@pytest.mark.parametrize("focus", FOCUS)
@pytest.mark.parametrize("kind", ["PNG", "SVG"])
def test_a_crop_keeps_its_focus(make_game: MakeGame, focus: str, kind: str) -> None:
    inner = '{{ picture("art/{id}", 0, 0, 30, 30, fit="cover", focus=focus) }}'
    art = halves() if kind == "PNG" else (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><path fill="#f00" d="M0 0h30v30H0z"/>'
        b'<path fill="#0f0" d="M30 0h30v30H30z"/><path fill="#00f" d="M60 0h30v30H60z"/></svg>'
    )  # fmt: skip
    heroes = f'ada: {{name: Ada, focus: "{focus}"}}\n' if focus else "ada: {name: Ada}\n"
    workspace = game_of(make_game, inner, heroes, **{f"ada_{kind.lower()}": art})
    game = read_game(workspace, "tiny")
    made = composer(game, JOB)
    face = made.face(game.components["cards"], next(iter(game.collections["heroes"])), "front")
    painter = Painter(made.game, made)
    for proof in proofs([face], painter.draw):
        for x, y in ((2, 2), (28, 28), (15, 15)):
            red, green, blue, _ = proof.pixels[proof.pixel(x, y)]
            assert f"#{red:02x}{green:02x}{blue:02x}" == FOCUS[focus], (x, y)
        _, _, _, alpha = proof.pixels[proof.pixel(32, 15)]
        assert alpha == 0, "what is cropped is not seen"
    web = WebDrawings(game).svg(Face("cards", "ada", "front", face.svg, Size(63, 88)), "A card")
    if focus:
        start = {"#ff0000": 0, "#00ff00": 30, "#0000ff": 60}[FOCUS[focus]]
        assert f'viewBox="{start} 0 30 30"' in web


def test_a_focus_that_is_none_is_told_at_the_template(make_game: MakeGame) -> None:
    workspace = game_of(
        make_game,
        CALL.replace('"cover"', '"cover", focus=focus'),
        'ada: {name: Ada, focus: "the nose"}\n',
        ada_png=halves(),
    )
    (problem,) = found(workspace, "bad-focus")
    assert problem.message == "the focus of a picture is 'the nose', on cards, ada"
    assert problem.hint == "write how far across and down it lies: 50% 30%, or center top"


def test_a_placeholder_bears_the_name_in_the_games_letters(make_game: MakeGame) -> None:
    svg = faces(game_of(make_game))["ada"]
    assert 'data-art="art/ada.png"' in svg and ">art/ada.png</text>" in svg and 'font-family="Text"' in svg


def test_a_build_without_art_succeeds_and_says_what_is_wanted(make_game: MakeGame, tmp_path: Path) -> None:
    workspace = game_of(make_game, ada_png=halves())
    told: list[Problem] = []
    (done,) = build(read_game(workspace, "tiny"), JOB, tmp_path / "out", ["cards"], warn=told.append)
    assert done.path.exists()
    text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(done.path))
    assert "art/bob.png" in text and "art/ada.png" not in text
    (problem,) = told
    assert describe(problem).splitlines() == [
        "warning: 1 picture is missing, and left out or shown as a placeholder",
        "    file         for         mm       pixels at 300 dpi",
        "    art/bob.png  cards: bob  20 x 30  237 x 355",
        "    hint: put the files into the game's folder of templates; pnp list --art prints this table for an illustrator",
    ]
    assert [each.rows for each in found(workspace, "missing-art")] == [problem.rows]


def test_one_table_holds_all_that_is_missing() -> None:
    wanted = [WantedArt(f"art/{n}.png", "cards", f"r{n}", 10, 20, False) for n in range(50)]
    wanted += [WantedArt("art/1.png", "tokens", "r1", 25.4, 5, False), WantedArt("art/x.png", "cards", "x", 9, 9, True)]
    (problem,) = missing_art(wanted)
    assert problem.message.startswith("50 pictures are missing")
    assert len(problem.rows) == 1 + LISTED + 1 and problem.rows[-1] == "… and 10 more"
    assert "art/1.png   cards: r1 and 1 more  25.4 x 20  300 x 237" in problem.rows


def test_the_list_for_an_illustrator(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = game_of(make_game, ada_png=halves())
    monkeypatch.chdir(workspace.root)
    said = CliRunner().invoke(app, ["list", "tiny", "--art"])
    assert said.exit_code == 0
    assert said.output.splitlines()[1:] == [
        "  missing: 1",
        "    file         for         mm       pixels at 300 dpi",
        "    art/bob.png  cards: bob  20 x 30  237 x 355",
        "  there: 1",
        "    file         for         mm       pixels at 300 dpi",
        "    art/ada.png  cards: ada  20 x 30  237 x 355",
    ]
    assert as_table([]) == ["file  for  mm  pixels at 300 dpi"]
    assert len(art_of(read_game(workspace, "tiny"), JOB)) == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('picture("art/{nose}.png", 0, 0, 9, 9)', "'art/{nose}.png' asks for {nose}, which is no text or number here"),
        ('picture("art/{id}.png", 0, 0, 9, 9, fit="stretch")', "fit must be one of cover, contain"),
        ('picture("art/{id}.png", 0, 0, 0, 9)', "the width and height of a picture must be above 0"),
        ('picture("art/{id}.png", 0, 0, "9", 9)', "width must be a number of millimetres"),
        ('picture("", 0, 0, 9, 9)', "a picture's name has 1 to 200 characters"),
    ],
)
def test_a_wrong_call_is_told(make_game: MakeGame, call: str, message: str) -> None:
    workspace = game_of(make_game, f"{{{{ {call} }}}}")
    (problem,) = found(workspace, "template")
    assert message in problem.message


def test_no_picture_is_looked_for_outside(make_game: MakeGame) -> None:
    workspace = game_of(make_game, '{{ picture("../../../secret.png", 0, 0, 9, 9) }}')
    (workspace.root.parent / "secret.png").write_bytes(halves())
    assert "<image" not in faces(workspace)["ada"]


def test_a_watch_sees_art_appear(make_game: MakeGame, tmp_path: Path) -> None:
    workspace = game_of(make_game)
    standing = Standing(workspace, "tiny", JOB, tmp_path / "out")
    assert [problem.code for problem in standing.renew((), lambda _: None) or ()] == ["missing-art"]
    path = workspace.root / "templates/tiny/art/ada.png"
    path.write_bytes(halves())
    renewed: list[Any] = []
    problems = standing.renew([path], renewed.append)
    assert [problem.rows[1:] for problem in problems or ()] == [("art/bob.png  cards: bob  20 x 30  237 x 355",)]
    assert any(each.faces == ("ada",) for each in renewed)


def test_a_reprint_knows_art_that_appeared(make_game: MakeGame) -> None:
    workspace = game_of(make_game)
    before = take_inventory(read_game(workspace, "tiny"), "a4")
    assert before.tree["art"] == {"art/ada.png": "", "art/bob.png": ""}
    (workspace.root / "templates/tiny/art/ada.png").write_bytes(halves())
    after = take_inventory(read_game(workspace.anew(), "tiny"), "a4")
    changed = [
        one.record
        for one, two in zip(before.pieces.values(), after.pieces.values(), strict=True)
        if one.mark != two.mark
    ]
    assert changed == ["ada"]
    assert at(after.tree, ("art", "art/ada.png")) and not at(after.tree, ("art", "art/bob.png"))
