"""A designer's own fonts: whatever wraps their outlines, words are set, kept as vectors, found again, and alike everywhere."""

from __future__ import annotations

import pickle
import re
import shutil
import struct
import subprocess
import tracemalloc
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import brotli
import numpy as np
import pikepdf
import pytest
import uharfbuzz as hb
from fontTools.ttLib import TTFont

from pnp import workers
from pnp.build.build import build, check, read_game
from pnp.fonts.containers import MOST_WEB, FontError, unwrapped
from pnp.fonts.families import FontFamily, Fonts
from pnp.fonts.font import Font, FontFiles, FontSource, load_font
from pnp.fonts.instances import BOLD
from pnp.fonts.shape import shape
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.paint.glyphs import outline
from pnp.problems import GameError, Problem
from pnp.web.webfonts import font_faces

from .conftest import GAME, ROOT, MakeGame
from .pdfs import raster, text_of
from .tools import need

MATERIAL = ROOT / "tests/material/fonts"
TTF, OTF = MATERIAL / "TrialSans-Regular.ttf", MATERIAL / "TrialSans-Regular.otf"
WEB, OLD_WEB = MATERIAL / "oxanium-latin-400-normal.woff2", MATERIAL / "oxanium-latin-400-normal.woff"
VARIABLE, LEANING, CFF2 = MATERIAL / "Archivo-wdth-wght.ttf", MATERIAL / "Recursive.ttf", MATERIAL / "TrialSansVF.otf"
FAMILY = "{regular: alegreya-sans/AlegreyaSans-Regular.ttf, bold: alegreya-sans/AlegreyaSans-Bold.ttf}"
CARD = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">
  <rect x="-3" y="-3" width="69" height="94" fill="paper"/>
  {{ text(name, 5, 5, 53, 6, "body") }}
  {{ text("Title and office: AVATAR", 5, 12, 53, 6, "body") }}
  <text x="5" y="40" font-family="Text" font-size="8" fill="none" stroke="ink" stroke-width="0.2">Hollow</text>
</svg>
"""


def opened(path: Path, number: int = 0, **axes: float) -> Font:
    return load_font(FontSource(path, number, tuple(sorted(axes.items()))))


def game_with(make_game: MakeGame, regular: str, *files: Path, card: str = CARD) -> Game:
    """The tiny game set in material of ours, with nothing of the family besides ``regular``."""
    workspace = make_game(
        {"data/tiny/game.yaml": GAME.replace(FAMILY, f"{{regular: {regular}}}"), "templates/tiny/card.svg": card}
    )
    for file in files:
        (workspace.root / "fonts").mkdir(exist_ok=True)
        shutil.copy(file, workspace.root / "fonts" / file.name)
    return read_game(workspace, "tiny")


def built(game: Game) -> Path:
    (done,) = build(game, PrintJob("a4"), game.workspace.root / "out")
    return done.path


def problems_of(make_game: MakeGame, regular: str, *files: Path) -> tuple[Problem, ...]:
    with pytest.raises(GameError) as caught:
        game_with(make_game, regular, *files)
    return caught.value.problems


# --- each kind of file


@pytest.mark.parametrize("file", sorted(MATERIAL.glob("*.[otw][two][fc]*")), ids=lambda file: file.name)
def test_every_kind_of_file_opens_and_is_a_static_font(file: Path) -> None:
    font = opened(file)
    assert font.data[:4] in (b"\x00\x01\x00\x00", b"OTTO")
    assert font.face.axis_infos == []
    assert shape(font, "an").width > 0.3


def test_what_a_file_is_its_first_bytes_say(tmp_path: Path) -> None:
    shutil.copy(OTF, tmp_path / "wrong.ttf")
    assert opened(tmp_path / "wrong.ttf").has_cff


@pytest.mark.parametrize("file", [WEB, OLD_WEB], ids=lambda file: file.suffix)
def test_a_font_packed_for_the_web_is_the_font_that_was_packed(file: Path) -> None:
    """Every glyph's outline and width against fontTools' own reading."""
    font, wanted = opened(file), TTFont(file)
    glyphs = wanted.getGlyphSet()
    for code, name in wanted.getBestCmap().items():
        glyph = font.glyph(chr(code))
        assert glyph == wanted.getGlyphID(name)
        assert font.advance(glyph) * font.units_per_em == glyphs[name].width
    assert len(wanted.getBestCmap()) > 200


@pytest.mark.parametrize("name", ["regular: trial.otf", "regular: {file: trial.otf}"])
def test_an_opentype_font_builds_a_game(make_game: MakeGame, name: str, tmp_path: Path) -> None:
    shutil.copy(OTF, tmp_path / "trial.otf")
    game = game_with(make_game, name.removeprefix("regular: "), tmp_path / "trial.otf")
    assert [str(problem) for problem in check(game, PrintJob("a4")) if problem.severity == "error"] == []
    path = built(game)
    assert "Title and office: AVATAR" in text_of(path)
    with pikepdf.open(path) as pdf:
        found = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary)]
        (font,) = [item["/DescendantFonts"][0] for item in found if item.get("/Subtype") == "/Type0"]
        assert font["/Subtype"] == "/CIDFontType0"
        assert "/CIDToGIDMap" not in font
        descriptor = font["/FontDescriptor"]
        assert "/FontFile2" not in descriptor
        assert descriptor["/FontFile3"]["/Subtype"] == "/CIDFontType0C"
        assert len(descriptor["/FontFile3"].read_bytes()) < 6_000, "the used glyphs alone"
        assert float(pdf.pdf_version) >= 1.3


FONTS = {
    "otf": "TrialSans-Regular.otf", "cid": "TrialSans-CID.otf", "woff2": WEB.name, "woff": OLD_WEB.name,
    "gnome": "Cantarell-Regular.otf", "variable": "{file: TrialSansVF.otf, weight: 500}",
}  # fmt: skip
PLAIN_CARD = CARD.replace("Title and office: AVATAR", "Among words").replace("Hollow", "Aw")


@pytest.mark.parametrize("name", FONTS.values(), ids=FONTS)
def test_words_are_found_in_the_pdf_by_other_programs(make_game: MakeGame, name: str) -> None:
    need("pdftotext")
    need("qpdf")
    file = MATERIAL / name.removeprefix("{file: ").partition(",")[0]
    path = built(game_with(make_game, name, file, card=PLAIN_CARD))
    text = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True).stdout
    assert "Among words" in text
    listed = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True)
    assert listed.stderr == ""
    assert re.search(r"CID (Type 0C|TrueType) +Identity-H +yes yes yes", listed.stdout)
    asked = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stdout


@pytest.mark.parametrize("name", ["TrialSans-Regular.otf", "TrialSans-CID.otf"])
def test_viewers_agree_about_what_is_seen(make_game: MakeGame, name: str, tmp_path: Path) -> None:
    """pdfium, poppler and Ghostscript paint the same letters, also of a font whose numbers of its own are no glyph ids."""
    need("pdftoppm")
    need("gs")
    path = built(game_with(make_game, name, MATERIAL / name, card=PLAIN_CARD))
    subprocess.run(["pdftoppm", "-r", "144", "-png", "-singlefile", path, tmp_path / "poppler"], check=True)
    out = f"-sOutputFile={tmp_path / 'gs.png'}"
    said = subprocess.run(
        ["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=png16m", "-r144", "-dTextAlphaBits=4",
         "-dGraphicsAlphaBits=4", out, path], capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert said.stdout + said.stderr == ""
    from PIL import Image

    def seen(pixels: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """How dark half millimetres are, in the upper half of the first card."""
        inner = 255.0 - pixels[600:840, 240:510, 0]
        dark: np.ndarray[Any, Any] = inner.reshape(80, 3, 90, 3).mean(axis=(1, 3))
        return dark

    ours = seen(raster(path, dpi=144))
    for other in ("poppler", "gs"):
        theirs = seen(np.asarray(Image.open(tmp_path / f"{other}.png").convert("RGB")))
        assert abs(theirs - ours).sum() < 0.3 * ours.sum(), "edges apart, the same"
    assert (ours > 60).sum() > 100, "letters are there"


# --- the same family in both outlines


def test_one_family_sets_alike_from_both_kinds_of_outlines() -> None:
    """Adobe's own pair: the same words take the same room, letter by letter, kerned and joined alike."""
    one, other = opened(TTF), opened(OTF)
    for words in ("Title and office: AVATAR To. Ty", "Wave 1,234.50 – “fifty” flags", "éüßñ…"):
        left, right = shape(one, words), shape(other, words)
        assert left.letters == right.letters
        assert left.advances == pytest.approx(right.advances, abs=0.0011)
    for measure in ("ascent", "descent", "cap_height"):
        assert getattr(one, measure) == pytest.approx(getattr(other, measure), abs=0.0011)


def test_one_family_looks_alike_from_both_kinds_of_outlines(make_game: MakeGame) -> None:
    pictures = [raster(built(game_with(make_game, file.name, file))).astype(int) for file in (TTF, OTF)]
    assert abs(pictures[0] - pictures[1]).mean() < 0.15
    assert (pictures[0] < 128).sum() > 500


def test_cubic_outlines_are_drawn_where_letters_are_hollow() -> None:
    kinds = {segment[0] for segment in outline(opened(OTF), "So", 0.0, 10, 0, 0)}
    assert kinds == {"m", "l", "c", "h"}


# --- variable fonts


def test_a_variable_font_stands_where_it_is_told(make_game: MakeGame) -> None:
    widths = {}
    for said in ("", ", width: 62", ", width: 125", ", weight: 900", ", axes: {wdth: 62, wght: 100}"):
        game = game_with(make_game, f"{{file: {VARIABLE.name}{said}}}", VARIABLE, card=CARD)
        font = game.fonts.find("Text")
        widths[said] = shape(font, "Hamburg").width
        assert font.face.axis_infos == []
    narrow, plain, wide = widths[", width: 62"], widths[""], widths[", width: 125"]
    assert narrow < 0.8 * plain < plain < 1.1 * plain < wide
    assert widths[", axes: {wdth: 62, wght: 100}"] < narrow
    assert widths[", weight: 900"] > plain


def test_an_instance_measures_as_fonttools_says() -> None:
    from fontTools.varLib.instancer import instantiateVariableFont

    wanted = instantiateVariableFont(TTFont(VARIABLE), {"wght": 350, "wdth": 80})
    font = opened(VARIABLE, wght=350, wdth=80)
    for char in "Hamburgefonstiv":
        theirs = wanted["hmtx"][wanted.getBestCmap()[ord(char)]][0]
        assert font.advance(font.glyph(char) or 0) * font.units_per_em == pytest.approx(theirs, abs=1)


def test_a_variable_font_of_cff2_becomes_one_that_pdf_knows() -> None:
    plain, heavy = opened(CFF2), opened(CFF2, wght=900)
    for font in (plain, heavy):
        assert font.has_cff
        assert {"CFF ", "CFF2"} & set(font.face.table_tags) == {"CFF "}
    assert shape(heavy, "Hamburg").width > 1.05 * shape(plain, "Hamburg").width


def test_bold_and_italic_of_a_variable_file_named_plainly(make_game: MakeGame) -> None:
    """The same file in every style: bold is 700, and italics lean by the axis that the font has for it."""
    style = LEANING.name
    workspace = make_game(
        {"data/tiny/game.yaml": GAME.replace(FAMILY, f"{{regular: {style}, bold: {style}, italic: {style}}}")}
    )
    (workspace.root / "fonts").mkdir()
    shutil.copy(LEANING, workspace.root / "fonts" / style)
    fonts = read_game(workspace, "tiny").fonts
    assert fonts.find("Text").source.axes == ()
    assert fonts.find("Text", bold=True).source.axes == (("wght", BOLD),)
    assert fonts.find("Text", italic=True).source.axes == (("slnt", -15.0),)


def test_instances_have_names_of_their_own_in_the_pdf() -> None:
    names = {opened(VARIABLE, wght=weight).postscript_name for weight in (300, 700)}
    assert len(names) == 2
    assert all(re.fullmatch(r"[A-Za-z-]+-wght[37]00", name) for name in names)


def test_a_number_outside_of_an_axis_names_its_range(make_game: MakeGame) -> None:
    (found,) = problems_of(make_game, f"{{file: {VARIABLE.name}, weight: 950}}", VARIABLE)
    assert found.message == "wght: 950 is outside of what Archivo-wdth-wght.ttf has, 100 to 900"
    assert found.span is not None
    assert found.span.source.line(found.span.line)[found.span.column - 1 :].startswith("950")


def test_an_axis_that_a_font_lacks_names_those_it_has(make_game: MakeGame) -> None:
    (found,) = problems_of(make_game, f"{{file: {VARIABLE.name}, axes: {{GRAD: 50}}}}", VARIABLE)
    assert (found.code, found.message) == ("font-axis", "Archivo-wdth-wght.ttf has no axis GRAD")
    assert found.hint == "it has wght 100 to 900, wdth 62 to 125"
    (found,) = problems_of(make_game, f"{{file: {OTF.name}, weight: 700}}", OTF)
    assert found.message == f"{OTF.name} is no variable font: it has no axis wght"


def test_a_word_for_a_number_is_said(make_game: MakeGame) -> None:
    (found,) = problems_of(make_game, f"{{file: {VARIABLE.name}, axes: {{wght: bold}}}}", VARIABLE)
    assert found.message == "wght: expected a number, found 'bold'"
    (found,) = problems_of(make_game, f"{{file: {VARIABLE.name}, wieght: 700}}", VARIABLE)
    assert (found.message[:22], found.hint) == ("unknown field 'wieght'", "did you mean 'weight'?")


def test_an_instance_goes_to_another_process_as_its_file_and_its_place() -> None:
    files = FontFiles()
    font = files.open(FontSource(VARIABLE, 0, (("wght", 300.0),)))
    assert len(pickle.dumps(font)) < 500
    assert pickle.loads(pickle.dumps(font)) is font
    assert pickle.loads(pickle.dumps(font)) is not files.open(FontSource(VARIABLE))


def test_every_worker_and_every_run_makes_the_same_bytes(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck that is worth workers, in two weights of a variable font."""
    heroes = "".join(f"h{i}: {{name: Bo {i}, health: {i % 20 + 1}}}\n" for i in range(300))
    style = f"{{regular: {{file: {CFF2.name}, weight: 300}}, bold: {CFF2.name}}}"
    card = PLAIN_CARD.replace("Among words", "A **bold** card")
    files = {"data/tiny/game.yaml": GAME.replace(FAMILY, style), "templates/tiny/card.svg": card}
    workspace = make_game({**files, "data/tiny/heroes.yaml": heroes})
    (workspace.root / "fonts").mkdir()
    shutil.copy(CFF2, workspace.root / "fonts")
    made = []
    for count in (1, 2):
        monkeypatch.setattr(workers, "count_workers", lambda count=count: count)
        (done,) = build(read_game(workspace.anew(), "tiny"), PrintJob("a4"), workspace.root / f"out{count}")
        made.append(done.path.read_bytes())
    assert made[0] == made[1]
    assert b"wght700" in made[0]


# --- collections


def test_a_font_of_a_collection_is_chosen_by_number_or_name(make_game: MakeGame) -> None:
    named = {}
    for face in ("1", "2", "Barlow SemiBold", "barlow semibold"):
        game = game_with(make_game, f"{{file: Barlow.ttc, face: {face}}}", MATERIAL / "Barlow.ttc", card=PLAIN_CARD)
        named[face] = game.fonts.find("Text").postscript_name
    assert named["1"] == "Barlow-Regular"
    assert named["2"] == named["Barlow SemiBold"] == named["barlow semibold"] == "Barlow-SemiBold"


@pytest.mark.parametrize(
    ("said", "message"),
    [("Barlow.ttc", "Barlow.ttc holds 2 fonts"), ("{file: Barlow.ttc, face: Italic}", "Barlow.ttc holds 2 fonts, and none is 'Italic'"),
     ("{file: Barlow.ttc, face: 3}", "Barlow.ttc holds 2 fonts, and none is '3'")],
)  # fmt: skip
def test_a_collection_lists_its_fonts_when_none_is_chosen(make_game: MakeGame, said: str, message: str) -> None:
    (found,) = problems_of(make_game, said, MATERIAL / "Barlow.ttc")
    assert (found.code, found.message) == ("font-face", message)
    assert found.hint == "say which: {file: Barlow.ttc, face: 1}; it has 1 Barlow Regular, 2 Barlow SemiBold"


def test_a_single_font_has_no_face_to_choose(make_game: MakeGame) -> None:
    (found,) = problems_of(make_game, f"{{file: {OTF.name}, face: 2}}", OTF)
    assert found.message == f"{OTF.name} holds one font: face '2' chooses among several"


# --- what strangers send


def bomb(size: int) -> bytes:
    """A WOFF2 file whose packed stream is a few hundred bytes and unpacks to ``size``, which it does not declare."""
    packed: bytes = brotli.compress(bytes(size), quality=9, lgwin=22)
    table = bytes([63]) + b"glyx" + b"\x81\x00"  # one table, 128 bytes long
    head = struct.pack(">4s4sLHHLLHHLLLLL", b"wOF2", b"OTTO", 0, 1, 0, 1000, len(packed), 1, 0, 0, 0, 0, 0, 0)
    return head + table + packed


def test_a_bomb_of_brotli_is_refused_before_it_is_unpacked() -> None:
    data = bomb(400_000_000)
    assert len(data) < 2_000
    tracemalloc.start()
    with pytest.raises(FontError, match="is damaged"):
        unwrapped(data, "bomb.woff2")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8_000_000


def test_a_declared_size_is_believed_when_it_is_too_large() -> None:
    data = bytearray(WEB.read_bytes())
    struct.pack_into(">L", data, 16, MOST_WEB + 1)
    with pytest.raises(FontError, match="unpacks to more than 5 MB"):
        unwrapped(bytes(data), "large.woff2")
    old = bytearray(OLD_WEB.read_bytes())
    struct.pack_into(">L", old, 44 + 12, 0xFFFFFFF0)
    with pytest.raises(FontError, match="unpacks to more than 40 MB"):
        unwrapped(bytes(old), "large.woff")


@pytest.mark.parametrize(
    "file", [WEB, OLD_WEB, OTF, VARIABLE, CFF2, MATERIAL / "Barlow.ttc"], ids=lambda file: file.name
)
def test_damage_anywhere_is_a_problem_and_no_traceback(file: Path, tmp_path: Path) -> None:
    """Cut short and overwritten at many places: it opens, or it is said to be damaged."""
    data = file.read_bytes()
    refused = 0
    for step in range(60):
        at = step * len(data) // 60
        broken = data[:at] if step % 2 else data[:at] + bytes([255 - step]) * 9 + data[at + 9 :]
        path = tmp_path / file.name
        path.write_bytes(broken)
        try:
            files = FontFiles()
            files.names(path)
            files.axes(path)
            files.open(FontSource(path))
        except FontError as error:
            refused += 1
            assert file.name in str(error)
    assert refused > 10


def test_a_collection_packed_for_the_web_is_said_to_be_one() -> None:
    data = bytearray(WEB.read_bytes())
    data[4:8] = b"ttcf"
    with pytest.raises(FontError, match="is a collection packed for the web"):
        unwrapped(bytes(data), "x.woff2")


# --- pages for browsers


@pytest.mark.parametrize(("file", "kind"), [(OTF, "otf"), (TTF, "ttf"), (WEB, "ttf"), (CFF2, "otf"), (VARIABLE, "ttf")])
def test_a_page_has_the_font_as_what_it_is(file: Path, kind: str) -> None:
    fonts = Fonts({"Text": FontFamily("Text", {"regular": FontSource(file)})})
    found = re.search(r"src:url\(data:font/(\w+);base64,([^)]*)\)", font_faces(fonts, "Text: an"))
    assert found is not None
    assert found[1] == kind
    written = b64decode(found[2])
    assert (written[:4] == b"OTTO") == (kind == "otf")
    face = hb.Face(written)
    assert {"fvar", "gvar", "CFF2"}.isdisjoint(face.table_tags)
    TTFont(BytesIO(written))["cmap"]
