"""The painter: what it draws is right to the pixel, what it does not draw it refuses by name."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.faces.face import Face
from pnp.fonts.families import FontFamily, Fonts
from pnp.fonts.font import FontSource
from pnp.impose.sheet import Placement, Sheet
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.paint.glyphs import _known, outline
from pnp.paint.setting import script_height, x_height
from pnp.paint.stencil import Stencil, draw_face
from pnp.pdf.drawing import Drawing, Resources, Shading
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.svg.colors import parse_color
from pnp.svg.path import Path as Drawn
from pnp.svg.path import bounds, ellipse_path, parse_path
from pnp.svg.tree import SvgFault, parse
from pnp.svg.vertices import vertices
from pnp.units import Matrix, Rect, Size

from .conftest import ROOT
from .pdfs import raster, text_of

FONT = ROOT / "fonts" / "alegreya-sans"
FONTS = Fonts(
    {
        "Text": FontFamily(
            "Text",
            {
                "regular": FontSource(FONT / "AlegreyaSans-Regular.ttf"),
                "bold": FontSource(FONT / "AlegreyaSans-Bold.ttf"),
            },
        ),
        "Math": FontFamily("Math", {"regular": FontSource(ROOT / "fonts/noto-sans-math/NotoSansMath-Regular.ttf")}),
    },
    ("Math",),
)
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0H512V512H0Z"/></svg>'


def icon(name: str) -> str:
    if name != "block":
        raise LookupError(f"unknown icon '{name}'")
    return ICON


def art(name: str) -> bytes:
    raise LookupError(f"there is no picture '{name}'")


ASSETS = Assets({"ink": "#102030", "blood": "#c00000"}, FONTS, icon, art)
INFO = DocumentInfo("Title", "Author", "Subject", "pnp", "en", "long")


def svg(body: str, size: float = 20) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">{body}</svg>'


def sheet(body: str, size: float = 20) -> Sheet:
    face = Face("c", "r", "front", svg(body, size), Size(size, size))
    whole = Rect(0, 0, size, size)
    return Sheet(Size(size, size), (Placement(face, Matrix()),), whole, whole, "")


def pdf(tmp_path: Path, *bodies: str) -> Path:
    path = tmp_path / "out.pdf"
    path.write_bytes(write_pdf([sheet(body) for body in bodies], lambda text: draw(text, ASSETS), INFO))
    return path


def pixel(tmp_path: Path, body: str, x: float, y: float) -> tuple[int, int, int]:
    """The colour at (x, y) mm; ten pixels a mm."""
    image = raster(pdf(tmp_path, body), 0, 254)
    red, green, blue = (int(value) for value in image[round(y * 10), round(x * 10)])
    return red, green, blue


def radii(path: Drawn, cx: float, cy: float) -> list[float]:
    """Distances from the centre along a path's curves, densely."""
    found: list[float] = []
    x = y = 0.0
    for kind, *v in path:
        if kind == "c":
            for i in range(101):
                t = i / 100
                a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
                found.append(
                    hypot(a * x + b * v[0] + c * v[2] + d * v[4] - cx, a * y + b * v[1] + c * v[3] + d * v[5] - cy)
                )
        if v:
            x, y = v[-2], v[-1]
    return found


def test_circles_are_round_to_three_hundredths_of_a_percent() -> None:
    assert all(abs(r - 10) / 10 < 3e-4 for r in radii(ellipse_path(3, 4, 10, 10), 3, 4))


@given(st.floats(0, 2 * pi), st.floats(0.1, 6), st.booleans())
def test_arcs_are_round(first: float, turn: float, sweep: bool) -> None:
    start, end = (10 * cos(first), 10 * sin(first)), (10 * cos(first + turn), 10 * sin(first + turn))
    large = (turn > pi) == sweep
    data = f"M{start[0]:.9f} {start[1]:.9f}A10 10 0 {int(large)} {int(sweep)} {end[0]:.9f} {end[1]:.9f}"
    if sweep:
        assert all(abs(r - 10) < 3e-3 for r in radii(parse_path(data), 0, 0))
    else:
        assert len(radii(parse_path(data), 0, 0)) > 100


@pytest.mark.parametrize(
    ("data", "end"),
    [
        ("M1 2h3v4", (4, 6)),
        ("m1 2l3 4-1-1", (3, 5)),
        ("M0 0c1 1 2 2 3 3s2 2 3 3", (6, 6)),
        ("M0 0Q1 1 2 0T4 0", (4, 0)),
        ("M0 0a5 5 0 0110 0", (10, 0)),
        ("M.5.5L1e1-2", (10, -2)),
        ("M0 0 10 0 10 10", (10, 10)),
    ],
)
def test_path_data_in_all_its_spellings(data: str, end: tuple[float, float]) -> None:
    assert parse_path(data)[-1][-2:] == pytest.approx(end)


@pytest.mark.parametrize(
    ("data", "angles"),
    [
        # a corner's marker points half-way between its lines: 3-4-5 triangles tell x from y
        ("M10 50L13 54L10 58", [degrees(atan2(4, 3)), 90, degrees(atan2(4, -3))]),
        ("M10 50L14 50L14 54Z", [-112.5 + 45, 45, 157.5, -112.5 + 45]),
        ("M10 50C10 50 13 54 16 54", [degrees(atan2(4, 3)), 0]),
        ("M10 50C13 54 16 58 16 58", [degrees(atan2(4, 3)), degrees(atan2(4, 3))]),
        ("M10 50L10 50L13 54", [degrees(atan2(4, 3))] * 3),
        ("M10 50L13 50L10 50", [0, 90, 180]),
        ("M10 50", [0]),
        ("M10 50L10 60M30 50L40 50", [90, 90, 0, 0]),
    ],
)
def test_markers_point_the_way_the_path_goes(data: str, angles: list[float]) -> None:
    found = vertices(data)
    assert len(found) == len(angles) and (found[0].x, found[0].y) == (10, 50)
    for vertex, angle in zip(found, angles, strict=True):
        assert (vertex.angle - angle + 180) % 360 == pytest.approx(180)  # a whole turn is none


def test_outlined_letters_stand_where_plain_ones_do(tmp_path: Path) -> None:
    # a mark over a letter is moved both ways, by different lengths
    font = FONTS.find("Text")
    letter, whole = (outline(font, words, 0.1, 8, 2, 12) for words in ("l", "l\u0302"))
    assert whole[: len(letter)] == letter
    tall, mark = bounds(letter), bounds(whole[len(letter) :])
    body = '<text x="2" y="12" font-size="8" letter-spacing="0.8" font-family="Text">l\u0302</text>'
    dark = np.asarray((raster(pdf(tmp_path, body), 0, 254) < 128).any(axis=2))
    for drawn, rows in ((mark, slice(0, round(tall.y * 10) - 1)), (tall, slice(round(tall.y * 10), 200))):
        down, across = np.flatnonzero(dark[rows].any(axis=1)) / 10, np.flatnonzero(dark[rows].any(axis=0)) / 10
        assert (drawn.x, drawn.right) == pytest.approx((across[0], across[-1] + 0.1), abs=0.11)
        assert drawn.y == pytest.approx(rows.start / 10 + down[0], abs=0.11)


def test_bounds_are_tight() -> None:
    box = bounds(parse_path("M0 0C0 10 10 10 10 0"))
    assert (box.x, box.y, box.width, box.height) == pytest.approx((0, 0, 10, 7.5))
    assert bounds(()) == Rect(0, 0, 0, 0)


@given(st.lists(st.integers(-9, 9), min_size=8, max_size=8))
def test_bounds_of_a_curve_are_those_of_its_points(values: list[int]) -> None:
    x0, y0, *rest = (float(value) for value in values)
    box = bounds((("m", x0, y0), ("c", *rest)))
    for (low, high), ends in zip(
        [(box.x, box.right), (box.y, box.bottom)], [(x0, *rest[::2]), (y0, *rest[1::2])], strict=True
    ):
        t = np.linspace(0, 1, 2001)
        a, b, c, d = ends
        curve = a * (1 - t) ** 3 + 3 * b * (1 - t) ** 2 * t + 3 * c * (1 - t) * t**2 + d * t**3
        assert (low, high) == pytest.approx((curve.min(), curve.max()), abs=1e-4)


@pytest.mark.parametrize(
    ("body", "at", "color"),
    [
        ('<rect width="20" height="20" fill="ink"/>', (10, 10), (0x10, 0x20, 0x30)),
        ('<rect width="20" height="20" fill="#f00"/>', (10, 10), (255, 0, 0)),
        ('<g fill="blood"><circle cx="10" cy="10" r="5"/></g>', (10, 10), (192, 0, 0)),
        ('<rect x="5" width="5" height="20" transform="translate(5 0)"/>', (12, 10), (0, 0, 0)),
        ('<rect width="10" height="2" transform="rotate(90) translate(0 -10)"/>', (9, 5), (0, 0, 0)),
        ('<g style="fill: rgb(0, 128, 0)"><rect width="20" height="20"/></g>', (3, 3), (0, 128, 0)),
        ('<g color="blood"><rect width="20" height="20" fill="currentColor"/></g>', (3, 3), (192, 0, 0)),
        ('<path d="M0 0H20V20H0ZM5 5H15V15H5Z" fill-rule="evenodd"/>', (10, 10), (255, 255, 255)),
        ('<line x1="0" y1="10" x2="20" y2="10" stroke="blood" stroke-width="4"/>', (10, 11), (192, 0, 0)),
        ('<rect width="20" height="20" display="none"/>', (10, 10), (255, 255, 255)),
        ('<defs><symbol id="s"><rect width="9" height="9" fill="blood"/></symbol></defs><use href="#s" x="8" y="8"/>', (12, 12), (192, 0, 0)),
        ('<use href="icon:block" x="5" y="5" width="10" height="10" fill="blood"/>', (10, 10), (192, 0, 0)),
        ('<use href="icon:block" x="5" y="5" width="10" height="10" stroke="blood" stroke-width="2"/>', (15.5, 10), (192, 0, 0)),
        ('<use href="icon:block" x="5" y="5" width="10" height="10" stroke="blood" stroke-width="2"/>', (13.5, 10), (0, 0, 0)),
        ('<defs><clipPath id="k"><rect width="10" height="20"/></clipPath></defs><rect width="20" height="20" clip-path="url(#k)"/>', (15, 10), (255, 255, 255)),
    ],
)  # fmt: skip
def test_what_is_painted(tmp_path: Path, body: str, at: tuple[float, float], color: tuple[int, int, int]) -> None:
    assert pixel(tmp_path, body, *at) == pytest.approx(color, abs=2)


def ink(tmp_path: Path, body: str) -> tuple[float, tuple[float, ...]]:
    """How many square millimetres are black, and the box around them: left, top, right, bottom."""
    dark = 255 - raster(pdf(tmp_path, body), 0, 254)[:, :, 0].astype(float)
    rows, columns = (np.flatnonzero((dark > 127).any(axis=axis)) for axis in (1, 0))
    box = (columns[0] / 10, rows[0] / 10, (columns[-1] + 1) / 10, (rows[-1] + 1) / 10)
    return float(dark.sum()) / 255 / 100, box


STROKE = 'fill="none" stroke="#000" stroke-width="2"'
V = "M4 16L10 4L16 16"  # its sides rise 2 for 1


@pytest.mark.parametrize(
    ("body", "area", "box"),
    [
        ('<rect x="2" y="3" width="12" height="8"/>', 96, (2, 3, 14, 11)),
        ('<rect x="2" y="3" width="12" height="8" rx="4" ry="2"/>', 96 - (4 - pi) * 8, (2, 3, 14, 11)),
        ('<rect x="2" y="3" width="12" height="8" rx="3"/>', 96 - (4 - pi) * 9, (2, 3, 14, 11)),
        ('<rect x="2" y="3" width="12" height="8" ry="3" rx="auto"/>', 96 - (4 - pi) * 9, (2, 3, 14, 11)),
        ('<rect x="2" y="3" width="12" height="8" rx="99"/>', 96 - (4 - pi) * 24, (2, 3, 14, 11)),
        ('<circle cx="9" cy="8" r="5"/>', pi * 25, (4, 3, 14, 13)),
        ('<ellipse cx="9" cy="8" rx="6" ry="3"/>', pi * 18, (3, 5, 15, 11)),
        ('<ellipse cx="9" cy="8" ry="3"/>', pi * 9, (6, 5, 12, 11)),
        # shares of a width, of a height, and of neither (SVG 1.1, 7.10): the root of the mean of their squares
        ('<svg width="20" height="10"><circle cx="50%" cy="50%" r="20%"/></svg>', pi * 10, (6.84, 1.84, 13.16, 8.16)),
        ('<polygon points="2,3 14,3 14,9"/>', 36, (2, 3, 14, 9)),
        ('<polyline points="2,3 14,3 14,9"/>', 36, (2, 3, 14, 9)),
        (f'<polyline points="2,3 14,3 14,9" {STROKE}/>', 2 * 18, (2, 2, 15, 9)),
        (f'<polygon points="3,3 15,3 15,9 3,9" {STROKE}/>', 14 * 8 - 10 * 4, (2, 2, 16, 10)),
        (f'<line x1="4" y1="3" x2="14" y2="3" {STROKE}/>', 20, (4, 2, 14, 4)),
        (f'<line x1="4" y1="3" x2="14" y2="3" stroke-linecap="square" {STROKE}/>', 24, (3, 2, 15, 4)),
        (f'<line x1="4" y1="3" x2="14" y2="3" stroke-linecap="round" {STROKE}/>', 20 + pi, (3, 2, 15, 4)),
        (f'<line x1="4" y1="3" x2="14" y2="3" stroke-dasharray="3 1" {STROKE}/>', 16, (4, 2, 14, 4)),
        (f'<line x1="4" y1="3" x2="14" y2="3" stroke-dasharray="3 1" stroke-dashoffset="3" {STROKE}/>', 14, (5, 2, 14, 4)),
        (f'<line x1="4" y1="3" x2="14" y2="3" stroke-dasharray="3" {STROKE}/>', 12, (4, 2, 13, 4)),
        (f'<line x1="4" y1="3" x2="14" y2="3" pathLength="0" stroke-dasharray="3 1" {STROKE}/>', 16, (4, 2, 14, 4)),
        (f'<line x1="4" y1="3" x2="14" y2="3" pathLength="5" stroke-dasharray="1.5 0.5" {STROKE}/>', 16, (4, 2, 14, 4)),
    ],
)  # fmt: skip
def test_shapes_and_strokes_are_as_large_as_they_say(
    tmp_path: Path, body: str, area: float, box: tuple[float, ...]
) -> None:
    found, around = ink(tmp_path, body)
    assert found == pytest.approx(area, rel=0.025)  # pdfium widens what is straight to whole pixels
    assert around == pytest.approx(box, abs=0.11)


@pytest.mark.parametrize(
    ("join", "top"),
    [
        ('stroke-linejoin="miter"', 4 - hypot(1, 2)),
        ('stroke-linejoin="miter" stroke-miterlimit="2"', 4 - 1 / hypot(1, 2)),  # sharper than that is cut off
        ('stroke-linejoin="bevel"', 4 - 1 / hypot(1, 2)),
        ('stroke-linejoin="round"', 3),
    ],
)
def test_corners_are_joined_as_they_are_asked_to_be(tmp_path: Path, join: str, top: float) -> None:
    assert ink(tmp_path, f'<path d="{V}" {join} {STROKE}/>')[1][1] == pytest.approx(top, abs=0.2)


@pytest.mark.parametrize(("size", "share"), [("larger", 1.2), ("smaller", 1 / 1.2), ("150%", 1.5), ("2em", 2)])
def test_a_size_may_be_a_share_of_the_parents(tmp_path: Path, size: str, share: float) -> None:
    def width(given: str) -> float:
        words = f'<tspan font-size="{given}">HHHH</tspan>'
        _, box = ink(tmp_path, f'<text x="1" y="15" font-size="3" font-family="Text">{words}</text>')
        return box[2] - box[0]

    assert width(size) / width("3") == pytest.approx(share, rel=0.04)


def test_a_group_fades_as_one(tmp_path: Path) -> None:
    two = '<g opacity="0.5"><rect width="14" height="20"/><rect x="6" width="14" height="20"/></g>'
    assert pixel(tmp_path, two, 10, 10) == pytest.approx((127, 127, 127), abs=2)
    assert pixel(tmp_path, two, 3, 10) == pytest.approx((127, 127, 127), abs=2)


GRADIENT = '<defs><linearGradient id="g"><stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient></defs>'


def test_gradients_follow_the_box(tmp_path: Path) -> None:
    body = GRADIENT + '<rect x="5" width="10" height="20" fill="url(#g)"/>'
    left, right = pixel(tmp_path, body, 5.3, 10), pixel(tmp_path, body, 14.6, 10)
    assert left[0] > 230
    assert right[2] > 230


def test_a_gradient_inside_a_form_carries_its_shading(tmp_path: Path) -> None:
    body = (
        GRADIENT + '<symbol id="s"><rect width="9" height="9" fill="url(#g)" opacity="0.5"/></symbol><use href="#s"/>'
    )
    with pikepdf.open(pdf(tmp_path, body)) as file:
        forms = [item for item in file.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
        assert len(forms) == 1
        assert len(forms[0].Resources.Shading) == 1
        assert len(forms[0].Resources.ExtGState) == 1


def test_text_is_text_kerned_and_embedded(tmp_path: Path) -> None:
    body = '<text x="1" y="10" font-family="Text" font-size="3">AVATAR <tspan font-weight="bold">a∮b</tspan></text>'
    path = pdf(tmp_path, body)
    assert text_of(path).strip() == "AVATAR a∮b"
    with pikepdf.open(path) as file:
        content = file.pages[0].Contents.read_bytes().decode()
        fonts = {str(font.BaseFont)[8:] for font in file.pages[0].Resources.Font.values()}
    assert fonts == {"AlegreyaSans-Regular", "AlegreyaSans-Bold", "NotoSansMath-Regular"}
    assert any(len(line.split("<")) > 3 for line in content.splitlines() if "TJ" in line), (
        "kerning stands between glyphs"
    )


def test_anchors_place_a_chunk_as_a_whole(tmp_path: Path) -> None:
    image = raster(
        pdf(tmp_path, '<text x="10" y="10" font-family="Text" font-size="6" text-anchor="middle">HH</text>'), 0, 254
    )
    dark = np.nonzero(image[:, :, 0].min(axis=0) < 128)[0]
    assert (dark[0] + dark[-1]) / 20 == pytest.approx(10, abs=0.15)


def test_letters_have_their_colour_whatever_was_painted_before(tmp_path: Path) -> None:
    words = "".join(
        f'<text x="1" y="{y}" font-size="6" font-family="Text" font-weight="bold" fill="{color}">IIII</text>'
        for y, color in ((5, "blood"), (11, "#00f"), (17, "blood"))
    )
    image = raster(pdf(tmp_path, '<rect width="20" height="1" fill="#0f0"/>' + words), 0, 254)
    for y, color in ((3, (192, 0, 0)), (9, (0, 0, 255)), (15, (192, 0, 0))):
        inked = {tuple(int(part) for part in found) for found in image[10 * y, 10:]}
        assert color in inked and (0, 255, 0) not in inked and (0, 0, 0) not in inked


def test_subscripts_go_down_and_superscripts_up(tmp_path: Path) -> None:
    def middle(shift: str) -> float:
        """How far down the ink of a dash stands, in mm."""
        body = f'<text x="2" y="10" font-size="8" font-family="Text"><tspan baseline-shift="{shift}">-</tspan></text>'
        image = raster(pdf(tmp_path, body), 0, 254)
        rows = np.flatnonzero((image < 128).any(axis=(1, 2)))
        return float(rows.mean()) / 10

    plain, down, up = (middle(shift) for shift in ("0", "sub", "super"))
    assert 0.5 < down - plain < 4
    assert 0.5 < plain - up < 6
    assert middle("2") == pytest.approx(plain - 2, abs=0.1), "a length goes up"
    assert middle("-25%") == pytest.approx(plain + 2, abs=0.1)


def test_a_font_that_says_nothing_of_scripts_has_them_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    font = FONTS.find("Text", bold=False, italic=False)
    said = script_height(font, "sub"), script_height(font, "super")
    monkeypatch.setattr(type(font), "table", lambda *_: b"")
    assert script_height(font, "sub") < 0 < script_height(font, "super")
    assert said[0] < 0 < said[1]
    assert x_height(font) == 0.5


def test_equal_art_is_stored_once(tmp_path: Path) -> None:
    star = "<g>" + "".join(f'<path d="M{i} 0L{i + 1} {i}L0 {i}Z" fill="ink"/>' for i in range(30)) + "</g>"
    with pikepdf.open(
        pdf(tmp_path, star + '<rect width="1" height="1"/>', star + '<rect width="2" height="2"/>')
    ) as file:
        assert (
            len([item for item in file.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"])
            == 1
        )


def test_the_same_bytes_twice_and_no_clock() -> None:
    pages = [
        sheet(
            '<text x="1" y="9" font-family="Text" font-size="3">Day</text>'
            + GRADIENT
            + '<rect width="5" height="5" fill="url(#g)"/>'
        )
    ]
    first, second = (write_pdf(pages, lambda text: draw(text, ASSETS), INFO) for _ in range(2))
    assert first == second
    assert b"Helvetica" not in first


@pytest.mark.parametrize(
    ("spelled", "color"),
    [
        ("ink", (16, 32, 48, 255)),
        ("Tomato", (255, 99, 71, 255)),
        ("#abc", (170, 187, 204, 255)),
        ("#abc8", (170, 187, 204, 136)),
        ("#0a141e80", (10, 20, 30, 128)),
        ("transparent", (0, 0, 0, 0)),
        ("rgb(10, 20, 300)", (10, 20, 255, 255)),
        ("rgb(10% 20% 30% / 40%)", (25.5, 51, 76.5, 102)),
        ("rgba(10, 20, 30, 0.2)", (10, 20, 30, 51)),
        ("hsl(120, 100%, 25%)", (0, 127.5, 0, 255)),
        ("hsl(-240deg 100% 25% / 0.5)", (0, 127.5, 0, 127.5)),
        ("hsl(0.25turn, 50%, 60%)", (153, 204, 102, 255)),
        ("hsla(100grad, 50%, 60%, 20%)", (153, 204, 102, 51)),
    ],
)
def test_a_colour_in_all_its_spellings(spelled: str, color: tuple[float, ...]) -> None:
    rgb, alpha = parse_color(spelled, {"ink": "#102030"})
    assert tuple(255 * part for part in (*rgb, alpha)) == pytest.approx(color)


@pytest.mark.parametrize("spelled", ["hsl(50%, 50%, 50%)", "rgb(1, 2)", "rgb(1, 2, x)", "#12345", "rgb(1,2,3,4,5)", ""])
def test_what_is_no_colour_is_told(spelled: str) -> None:
    with pytest.raises(SvgFault, match=f"unknown colour '{re.escape(spelled)}'"):
        parse_color(spelled, {})


PICTURE = "data:image/svg+xml,&lt;svg viewBox=&quot;0 0 8 4&quot;/&gt;"
REFUSED = {
    "<hatch/>": "<hatch> is not painted",
    '<rect width="1" height="1" filter="url(#f)"/>': "filter='url(#f)' names no <filter> of this drawing",
    "<script>1</script>": "<script> is not painted",
    "<style>g { fil: ink }</style>": "unknown property 'fil' in the rule 'g'",
    "<style>@import 'x.css';</style>": "@import is not painted",
    "<style>g:hover { fill: ink }</style>": "the selector 'g:hover' selects nothing on paper",
    "<style>.a { fill: ink } }</style>": "the style sheet is broken",
    "<style>.a { fill }</style>": "the rule '.a' has something that is no 'property: value'",
    "<style>.a > { fill: ink }</style>": "the selector '.a >' is not read: expected a compound selector, got EOF",
    "<style>g:odd { fill: ink }</style>": "the selector 'g:odd' is not read: Unknown pseudo-class odd",
    f"<style>{'g ' * 20}g {{ fill: ink }}</style>": "a selector has more than 20 steps",
    '<style type="text/less">.a { fill: ink }</style>': "<style type='text/less'> is not painted",
    '<clipPath id="k"/><rect width="3" height="3" clip-path="url(#k)"/>': "<clipPath id='k'> is empty",
    '<clipPath id="k"><rect width="9" height="9" clip-rule="odd"/></clipPath><rect clip-path="url(#k)"/>': "unknown fill rule 'odd'",
    '<clipPath id="k"><use href="#no"/></clipPath><rect clip-path="url(#k)"/>': "<use> names '#no', which is not in this drawing",
    '<clipPath id="k" clipPathUnits="box"><rect/></clipPath><rect clip-path="url(#k)"/>': "clipPathUnits is 'box'",
    '<mask id="m" mask-type="light"/><rect width="3" height="3" mask="url(#m)"/>': "mask-type is 'light'",
    '<marker id="k" markerUnits="px"/><path d="M0 0H9" marker-end="url(#k)"/>': "markerUnits is 'px'",
    '<defs><linearGradient id="g" r="1"><stop/></linearGradient></defs><rect width="3" height="3" fill="url(#g)"/>': "unknown attribute 'r' on <linearGradient>",
    '<linearGradient id="g"><stop ofset="1"/></linearGradient><rect width="3" height="3" fill="url(#g)"/>': "unknown attribute 'ofset' on <stop>",
    '<defs><linearGradient id="h" r="1"/></defs><linearGradient id="g" href="#h"><stop/></linearGradient><rect width="3" height="3" fill="url(#g)"/>': "unknown attribute 'r' on <linearGradient>",
    '<defs><pattern id="g" r="1"/></defs><rect width="3" height="3" fill="url(#g)"/>': "unknown attribute 'r' on <pattern>",
    '<defs><mask id="g" r="1"/></defs><rect width="3" height="3" mask="url(#g)"/>': "unknown attribute 'r' on <mask>",
    '<clipPath id="g"><rect r="1"/></clipPath><rect width="3" height="3" clip-path="url(#g)"/>': "unknown attribute 'r' on <rect>",
    '<defs><rect id="r" r="1"/></defs><clipPath id="g"><use href="#r"/></clipPath><rect width="3" height="3" clip-path="url(#g)"/>': "unknown attribute 'r' on <rect>",
    '<defs><symbol id="s" r="1"/></defs><use href="#s"/>': "unknown attribute 'r' on <symbol>",
    '<defs><svg id="s" r="1"/></defs><use href="#s"/>': "unknown attribute 'r' on <svg>",
    '<text><tspan r="1">a</tspan></text>': "unknown attribute 'r' on <tspan>",
    '<rect width="3" height="3"><set/></rect>': "<set> is not painted",
    '<use href="#s"><rect/></use><g id="s"/>': "<rect> inside <use> is not painted",
    "<tspan/>": "<tspan> cannot stand here",
    '<p xmlns="http://www.w3.org/1999/xhtml"/>': "<p> is HTML, and is not painted",
    '<radialGradient id="g" r="-1"><stop/></radialGradient><rect width="3" height="3" fill="url(#g)"/>': "a gradient's radius is negative",
    '<radialGradient id="g" fr="-1"><stop/></radialGradient><rect width="3" height="3" fill="url(#g)"/>': "a gradient's radius is negative",
    '<path d="M0 0H9" stroke="ink" stroke-width="-1"/>': "stroke-width is -1",
    '<path d="M0 0H9" stroke="ink" stroke-miterlimit="0.9"/>': "stroke-miterlimit is 0.9",
    '<path d="M0 0H9" stroke="ink" stroke-miterlimit="2mm"/>': "stroke-miterlimit is '2mm', which is not a number",
    '<path d="M0 0H9" stroke="ink" pathLength="-3"/>': "pathLength is -3",
    '<path d="M0 0H9" paint-order="fill line"/>': "paint-order is 'fill line'",
    '<svg width="3" height="3" overflow="clip"><rect/></svg>': "overflow is 'clip'",
    '<svg width="-3" height="3"/>': "width is -3",
    '<g font-size="-2"/>': "font-size is '-2'",
    "<text><g/></text>": "<g> inside <text> is not painted",
    '<text font-family="Text" font-weight="heavy">a</text>': "unknown font-weight or font-style 'heavy', 'normal'",
    '<text font-family="Text" font-style="slanted">a</text>': "unknown font-weight or font-style 'normal', 'slanted'",
    '<text font-family="Text" text-anchor="left">a</text>': "unknown text-anchor 'left'",
    f'<image href="{PICTURE}"/>': "<image> needs a width and a height",
    f'<image href="{PICTURE}" width="-3"/>': "the width or height of <image> is negative",
    f'<image href="{PICTURE}" width="3" height="-3"/>': "the width or height of <image> is negative",
    f'<image href="{PICTURE}" width="3" image-rendering="sharp"/>': "image-rendering is 'sharp'",
    '<image href="data:image/svg+xml,&lt;svg width=&quot;0&quot;/&gt;" width="3"/>': "the picture is 0 wide or high",
    '<g opacity="2mm"/>': "opacity is '2mm'",
    "<foreignObject/>": "<foreignObject> is not painted",
    "<animate/>": "<animate> is not painted",
    '<rect widht="3"/>': "unknown attribute 'widht' on <rect>",
    '<rect width="3px3" height="1"/>': "width is '3px3', which is not a number",
    '<rect width="-3" height="1"/>': "width is -3",
    '<rect width="3" height="1" fill="blod"/>': "unknown colour 'blod'",
    '<rect width="3" height="1" fill="url(#no)"/>': "fill='url(#no)' names no gradient or pattern of this drawing",
    '<path d="L1 1"/>': "path data begins with 'L1 1': it must begin with M",
    '<path d="M0 0A1 9e99 0 0 1 3 3"/>': "path data has 9e99, which is larger than any paper",
    '<polygon points="0 0 1e7 1"/>': "points has 1e7, which is larger than any paper",
    '<path d="M0 0H1Z3"/>': "path data has '3' where a command should stand",
    '<path d="M1 1L2"/>': "path data: L needs 2 numbers",
    '<use href="#no"/>': "<use> names '#no', which is not in this drawing",
    '<g id="a"><use href="#a"/></g>': "'#a' uses itself",
    '<use href="icon:no"/>': "unknown icon 'no'",
    '<g transform="turn(3)"/>': "unknown transform 'turn'",
    '<text x="1" y="1" font-family="Txt">a</text>': "unknown font family 'Txt'",
    '<text x="1" y="1" font-family="Text">漢</text>': "no font has '漢' (U+6F22), of the Han script",
    '<image href="no.png" width="3" height="3"/>': "there is no picture 'no.png'",
    '<image href="data:image/png;base64,AAAA" width="3" height="3"/>': "data:image/png;base64,AAAA is neither PNG, JPEG, WebP",
    '<g style="fil: ink"/>': "unknown property 'fil' in style on <g>",
    "<g>": "the drawing is not well-formed XML",
    "&no;": "the drawing is not well-formed XML",
}  # fmt: skip


@pytest.mark.parametrize(("body", "message"), REFUSED.items())
def test_what_is_not_painted_is_refused_by_name(body: str, message: str) -> None:
    with pytest.raises(SvgFault) as caught:
        draw(svg(body), ASSETS)
    assert caught.value.message.startswith(message)


def test_entities_that_lead_outside_are_refused() -> None:
    with pytest.raises(SvgFault, match="DOCTYPE"):
        draw('<!DOCTYPE svg [<!ENTITY a SYSTEM "b">]><svg xmlns="http://www.w3.org/2000/svg"/>', ASSETS)


def test_a_fault_carries_the_line_of_its_template() -> None:
    with pytest.raises(SvgFault) as caught:
        draw(svg('<g data-at="card.svg:3"><rect data-at="card.svg:4" widht="3"/></g>'), ASSETS)
    assert caught.value.where == "card.svg:4"


def test_pictures_are_placed_whole(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (4, 2), (255, 0, 0, 255))
    buffer = BytesIO()
    picture.save(buffer, "PNG")
    data = base64.b64encode(buffer.getvalue()).decode()
    body = f'<image href="data:image/png;base64,{data}" x="2" y="2" width="16" height="16"/>'
    assert pixel(tmp_path, body, 10, 10) == (255, 0, 0)
    assert pixel(tmp_path, body, 10, 4) == (255, 255, 255)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize(("color", "luminance"), [("#ff0000", 0.2126), ("#00ff00", 0.7152), ("#0000ff", 0.0722)])
def test_a_picture_in_a_mask_counts_by_its_luminance(tmp_path: Path, kind: str, color: str, luminance: float) -> None:
    buffer = BytesIO()
    Image.new("RGB", (8, 8), color).save(buffer, kind, quality=95)
    data = f"data:image/{kind.lower()};base64,{base64.b64encode(buffer.getvalue()).decode()}"
    masked = f'<mask id="m"><image href="{data}" width="20" height="20"/></mask><rect width="20" height="20" mask="url(#m)"/>'
    # SVG 1.1, 14.4: what lies under the mask shows by that share. A viewer left alone would weigh the colours its own way
    assert pixel(tmp_path, masked, 10, 10) == pytest.approx((255 * (1 - luminance),) * 3, abs=4)
    # the same picture outside of a mask keeps its colours
    outside = f'{masked}<image href="{data}" width="5" height="5"/>'
    wanted = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
    assert pixel(tmp_path, outside, 2.5, 2.5) == pytest.approx(wanted, abs=4)


def test_foreign_svg_becomes_a_form(tmp_path: Path) -> None:
    foreign = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="5" fill="#00ff00"/></svg>'
    data = base64.b64encode(foreign.encode()).decode()
    body = f'<image href="data:image/svg+xml;base64,{data}" x="0" y="0" width="20" height="20"/>'
    assert pixel(tmp_path, body, 10, 5) == (0, 255, 0)
    assert pixel(tmp_path, body, 10, 15) == (255, 255, 255)


FADING = (
    '<defs><linearGradient id="f"><stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#ff0000" '
    'stop-opacity="0"/></linearGradient><mask id="m"><rect width="20" height="20" fill="url(#f)"/></mask></defs>'
)


@pytest.mark.parametrize(
    ("body", "at", "color"),
    [
        ("<style>.a { fill: blood }</style>" + '<rect class="a" width="20" height="20"/>', (9, 9), (192, 0, 0)),
        ('<rect x="5" y="5" width="10" height="10" fill="#00f" stroke="#f00" stroke-width="6" opacity="0.5"/>', (6, 10), (255, 127, 127)),
        ('<rect width="20" height="20" fill="#ff000080"/>', (9, 9), (255, 127, 127)),
        ('<rect width="20" height="20" fill="hsl(120, 100%, 25%)"/>', (9, 9), (0, 128, 0)),
        ('<rect width="50%" height="100%"/>', (15, 10), (255, 255, 255)),
        ('<rect width="28.35pt" height="20" fill="blood"/>', (9.5, 9), (192, 0, 0)),
        ('<mask id="m"><rect width="20" height="20" fill="#00ff00"/></mask><rect width="20" height="20" mask="url(#m)"/>', (9, 9), (73, 73, 73)),
        (FADING + '<rect width="20" height="20" fill="url(#f)"/>', (10, 10), (255, 127, 127)),
        (GRADIENT + '<circle cx="10" cy="10" r="7" fill="none" stroke="url(#g)" stroke-width="4"/>', (3, 10), (255, 0, 0)),
        ('<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="2" height="4" fill="blood"/></pattern><rect width="20" height="20" fill="url(#p)"/>', (9, 9), (192, 0, 0)),
        ('<marker id="k" refX="1.5" refY="1.5" markerUnits="userSpaceOnUse"><rect width="3" height="3" fill="blood"/></marker><path d="M0 0L10 10" marker-end="url(#k)"/>', (11, 9), (192, 0, 0)),
        ('<svg x="10" width="10" height="10" viewBox="0 0 1 1"><rect width="1" height="1" fill="blood"/></svg>', (15, 5), (192, 0, 0)),
        ('<clipPath id="k"><rect width="12" height="12"/><path d="M8 8V20H20V8Z"/></clipPath><rect width="20" height="20" fill="blood" clip-path="url(#k)"/>', (10, 10), (192, 0, 0)),
        ('<clipPath id="k"><circle cx="8" cy="10" r="6" clip-rule="evenodd"/><circle cx="12" cy="10" r="6" clip-rule="evenodd"/></clipPath><rect width="20" height="20" fill="blood" clip-path="url(#k)"/>', (10, 10), (192, 0, 0)),
    ],
)  # fmt: skip
def test_what_else_is_painted(tmp_path: Path, body: str, at: tuple[float, float], color: tuple[int, int, int]) -> None:
    assert pixel(tmp_path, body, *at) == pytest.approx(color, abs=3)
    turned = '<g transform="rotate(90 10 10)">' + body + "</g>"
    assert pixel(tmp_path, turned, 20 - at[1], at[0]) == pytest.approx(color, abs=3)


def test_forms_carry_the_masks_and_patterns_that_they_name(tmp_path: Path) -> None:
    inside = FADING + GRADIENT + '<g mask="url(#m)"><rect width="9" height="9" fill="url(#f)" stroke="url(#g)"/></g>'
    path = pdf(tmp_path, f'<symbol id="s">{inside}</symbol><use href="#s"/>')
    seen = set()
    with pikepdf.open(path) as file:
        for item in file.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form":
                named = {
                    str(word)
                    for row in pikepdf.parse_content_stream(item)
                    for word in row.operands
                    if isinstance(word, pikepdf.Name)
                }
                owned = {name for section in dict(item.get("/Resources", {})).values() if isinstance(section, pikepdf.Dictionary) for name in section}  # fmt: skip
                assert named - {"/Pattern"} == owned
                seen |= {name[1] for name in named}
    assert seen >= {"M", "S", "P", "X"}


def test_text_with_a_stroke_can_still_be_found(tmp_path: Path) -> None:
    body = (
        GRADIENT
        + '<text x="1" y="9" font-family="Text" font-size="5" fill="url(#g)" stroke="ink" stroke-width="0.1">Abc</text>'
    )
    assert text_of(pdf(tmp_path, body)).strip() == "Abc"


@pytest.mark.parametrize(
    ("root", "at"),
    [
        ('viewBox="0 0 20 20"', 10),
        ('width="20" height="20" viewBox="0 0 20 20"', 10),
        ('width="20mm" height="20mm" viewBox="0 0 200 200"', 100),
        ('width="75.5906px" height="75.5906px" viewBox="0 0 75.5906 75.5906"', 37.7953),
        ('width="2cm" height="2cm" viewBox="-40 -40 80 80"', 40),
    ],
)
def test_the_root_says_how_long_a_unit_is(tmp_path: Path, root: str, at: float) -> None:
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" {root}><rect width="{at}" height="{at}"/></svg>'
    face = Face("c", "r", "front", drawn, Size(20, 20))
    whole = Rect(0, 0, 20, 20)
    path = tmp_path / "out.pdf"
    path.write_bytes(
        write_pdf(
            [Sheet(Size(20, 20), (Placement(face, Matrix()),), whole, whole, "")], lambda text: draw(text, ASSETS), INFO
        )
    )
    image = raster(path, 0, 254)
    assert image[98, 98].max() == 0
    assert image[102, 102].min() == 255


MULTIPLYING = {
    "uses": "".join(f'<g id="a{i}">' + f'<use href="#a{i - 1}"/>' * 10 + "</g>" for i in range(1, 30)) + '<g id="a0"><path d="M0 0H1V1"/></g>',
    "clips": "".join(f'<clipPath id="c{i}">' + f'<rect width="9" height="9" clip-path="url(#c{i - 1})"/>' * 10 + "</clipPath>" for i in range(1, 12)) + '<clipPath id="c0"><rect width="9" height="9"/></clipPath><g clip-path="url(#c11)"><rect width="9" height="9"/></g>',
    "masks": "".join(f'<mask id="m{i}">' + f'<rect width="9" height="9" mask="url(#m{i - 1})"/>' * 10 + "</mask>" for i in range(1, 12)) + '<mask id="m0"><rect width="9" height="9"/></mask><rect width="9" height="9" mask="url(#m11)"/>',
    "depth": "<g>" * 50_000 + "</g>" * 50_000,
    "points": f'<polyline points="{"1 2 " * 200_000}"/>',
    "rules": "<style>" + "".join(f".a{i} rect {{ fill: red }}" for i in range(2000)) + "</style>" + '<rect width="1" height="1"/>' * 5000,
    "siblings": "<style>" + "g.z ~ rect { fill: red }" * 50 + "</style>" + '<rect width="1" height="1"/>' * 2000,
    "what is inside": "<style>" + "g:has(rect.z) { fill: red }" * 50 + "</style>" + "<g>" * 40 + '<rect width="1" height="1"/>' * 2000 + "</g>" * 40,
    "a list of selectors": "<style>" + ",".join(["g rect"] * 3000) + " { fill: red }</style>" + '<rect width="1" height="1"/>' * 2000,
    "uses that inherit": '<defs><g id="g">' + '<rect width="1" height="1"/>' * 1000 + "</g></defs>" + "".join(f'<use href="#g" fill="#{i:06x}"/>' for i in range(40)),
    "stops": '<linearGradient id="p">' + '<stop offset="0.5"/>' * 500 + "</linearGradient>" + "".join(f'<rect width="{i}" height="9" fill="url(#p)"/>' for i in range(60)),
    "stops that repeat": '<linearGradient id="p" spreadMethod="repeat" x2="0.01">' + '<stop offset="0.5"/>' * 500 + '</linearGradient><rect width="60" height="9" fill="url(#p)"/>',
    "bands": '<linearGradient id="p" spreadMethod="repeat" x2="0.003"><stop offset="0"/><stop offset="1" stop-color="red"/></linearGradient>' + "".join(f'<rect width="{i + 9}" height="9" fill="url(#p)"/>' for i in range(30)),
    "a path that is repeated": '<defs><path id="p" d="M0 0' + "a1 2 3 1 1 1 1" * 3000 + '"/></defs>' + "".join(f'<use href="#p" fill="#{i:06x}"/>' for i in range(40)),
    "a clip that is repeated": '<clipPath id="c"><path d="M0 0' + "l1 1 0 1z" * 5000 + '"/></clipPath>' + '<rect width="9" height="9" clip-path="url(#c)"/>' * 40,
    "clips within clips": '<clipPath id="c0"><rect width="9" height="9"/></clipPath>' + "".join(f'<clipPath id="c{i}" clip-path="url(#c{i - 1})"><rect width="9" height="9"/></clipPath>' for i in range(1, 900)) + '<rect width="9" height="9" clip-path="url(#c899)"/>',
    "tiles of many": '<pattern id="p" patternUnits="userSpaceOnUse" width="0.1" height="0.1"><rect width="1" height="1"/></pattern>' + '<rect width="400" height="0.1" fill="url(#p)"/>' * 10,
    "turns": '<linearGradient id="p" spreadMethod="repeat" gradientUnits="userSpaceOnUse" x2="0.1"><stop offset="0"/><stop offset="1" stop-color="red"/></linearGradient><rect width="50.1" height="9" fill="url(#p)"/>',
    "path data": f'<path d="M{"1 2 " * 100_001}"/>',
    "tiles": '<pattern id="p" patternUnits="userSpaceOnUse" width="0.01" height="0.01"><rect width="1" height="1"/></pattern><rect width="19" height="19" fill="url(#p)"/>',
}  # fmt: skip


@pytest.mark.parametrize("body", MULTIPLYING.values(), ids=MULTIPLYING)
def test_what_multiplies_is_refused_before_it_hangs(body: str) -> None:
    with pytest.raises(SvgFault, match=r"more than|rules for"):
        draw(svg(body), ASSETS)


RED_BLUE = '<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
REPEATING = '<linearGradient id="p" spreadMethod="repeat" gradientUnits="userSpaceOnUse" x2="0.1">'
# what grows, how often it may stand, and what is said of one more
LIMITS: dict[str, tuple[Callable[[int], str], int, str]] = {
    "groups": (lambda n: "<g>" * n + "</g>" * n, 100, "the drawing is nested more than 100 deep"),
    "groups in a marker": (lambda n: '<marker id="k">' + "<g>" * n + "</g>" * n + "</marker>" + "<g>" * 50 + '<path d="M1 1H2" marker-end="url(#k)"/>' + "</g>" * 50, 47, "the drawing is nested more than 100 deep"),
    "masks": (lambda n: '<mask id="m0"><path/></mask>' + "".join(f'<mask id="m{i}"><path mask="url(#m{i - 1})"/></mask>' for i in range(1, n)) + f'<path mask="url(#m{n - 1})"/>', 40, "'#m0' stands within more than 40 others that name each other"),
    "borrowing gradients": (lambda n: f'<linearGradient id="a0">{RED_BLUE}</linearGradient>' + "".join(f'<linearGradient id="a{i}" href="#a{i - 1}"/>' for i in range(1, n)) + f'<rect width="3" height="3" fill="url(#a{n - 1})"/>', 16, "the gradient refers to '#a0', which is no gradient here"),
    "steps of a selector": (lambda n: f"<style>{'g ' * (n - 1)}g {{ fill: ink }}</style>", 20, "a selector has more than 20 steps"),
    "turns of a gradient": (lambda n: f'{REPEATING}{RED_BLUE}</linearGradient><rect width="{n / 10}" height="9" fill="url(#p)"/>', 500, "the gradient repeats more than 500 times"),
    "stops of all turns": (lambda n: REPEATING + "<stop/>" * n + '</linearGradient><rect width="50" height="9" fill="url(#p)"/>', 20, "the gradient's 21 stops, repeated, are more than 10,000"),
    "tiles": (lambda n: f'<pattern id="p" patternUnits="userSpaceOnUse" width="0.1" height="0.1"><path/></pattern><rect width="{n / 10}" height="20" fill="url(#p)"/>', 200, "the pattern repeats more than 40,000 times"),
    "points of a path": (lambda n: f'<path d="M{"1 2 " * n}"/>', 100_000, "path data has more than 200,000 numbers"),
    "points of a line": (lambda n: f'<polyline points="{"1 2 " * n}"/>', 100_000, "points has more than 200,000 numbers"),
    "what is repeated": (lambda n: '<g id="a">' + "<path/>" * 98 + "</g>" + "".join(f'<use href="#a" fill="#{i:06x}"/>' for i in range(n)), 211, "the drawing shows more than 21,248 elements, each as often as it is repeated"),
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_as_many_as_may_be_are_painted_and_one_more_is_not(name: str) -> None:
    body, most, message = LIMITS[name]
    draw(svg(body(most), 60), ASSETS)
    with pytest.raises(SvgFault) as caught:
        draw(svg(body(most + 1), 60), ASSETS)
    assert caught.value.message == message


def test_a_drawing_has_sixteen_million_characters_at_most() -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    parse(drawing.ljust(16_000_000))
    with pytest.raises(SvgFault, match="the drawing is 16,000,001 characters long; at most 16,000,000 are painted"):
        parse(drawing.ljust(16_000_001))


def test_foreign_art_is_painted_without_what_is_not_painted() -> None:
    foreign = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" filter="url(#f)"/>'
        '<foreignObject/><text font-family="Arial" y="5">a</text><a href="x"><rect width="1" height="1"/></a></svg>'
    )
    assets = Assets({}, FONTS, icon, lambda _: foreign.encode())
    drawing = draw(svg('<image data-at="c.svg:7" href="a.svg" width="9" height="9"/>'), assets)
    assert drawing.left_out == (
        ("a.svg: filter='url(#f)' names no <filter> of this drawing", "c.svg:7"),
        ("a.svg: <foreignObject> is not painted", "c.svg:7"),
        ("a.svg: the link of <a> is not painted", "c.svg:7"),
    )
    assert drawing.substituted == (("a.svg: the font 'Arial' is not in this game, 'Text' is set", "c.svg:7"),)


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        (GRADIENT + '<g id="glo"/><linearGradient id="glow"/><rect width="1" height="1" fill="url(#glw)"/>', "did you mean 'glow'?"),
        ('<rect width="1" height="1" fill="url(#glw)"/>', "define <linearGradient id='glw'>"),
        ('<text font-family="Txt">a</text>', "did you mean 'Text'?"),
        ('<text font-family="Helvetica">a</text>', "known: Math, Text"),
        ('<text font-family="Text" dominant-baseline="midle">a</text>', "did you mean 'middle'?"),
        ('<text font-family="Text" dominant-baseline="up">a</text>', "use auto, middle, central, hanging"),
        ('<g id="glow"/><use href="#glw"/>', "did you mean 'glow'?"),
        ('<use href="#glw"/>', "give the element that id, or use icon:NAME"),
        ('<mask id="m"/><g id="n"/><g mask="url(#n)"/>', "known: m"),
        ('<g id="n"/><g mask="url(#n)"/>', "write mask='url(#id)'"),
        ('<g transform="rotat(3)"/>', "did you mean 'rotate'?"),
    ],
)  # fmt: skip
def test_a_name_that_is_nearly_right_is_answered_with_the_right_one(body: str, hint: str) -> None:
    with pytest.raises(SvgFault) as caught:
        draw(svg(body), ASSETS)
    assert caught.value.hint.partition("; ")[0] == hint


def shadings(body: str) -> list[Shading]:
    """The gradients of a drawing, in the order in which they are painted, those of soft masks left out."""

    def within(content: str, resources: Resources) -> Iterator[Shading]:
        for name in re.findall(r"/(\w+) (?:Do|sh|SCN)\b", content):
            if name in resources.forms:
                yield from within(resources.forms[name].content, resources.forms[name].resources)
            elif name in resources.patterns:
                yield resources.patterns[name].shading
            else:
                yield resources.shadings[name]

    drawing = draw(svg(body), ASSETS)
    return list(within(drawing.content, drawing.resources))


RED, BLUE = (1, 0, 0), (0, 0, 1)
FIELD = '<rect x="2" y="3" width="10" height="5" fill="url(#g)"/>'
LATE_RED_BLUE = RED_BLUE.replace('"0"', '"0.25"')


def server(kind: str, attributes: str, stops: str = RED_BLUE, shown: str = FIELD) -> str:
    return f'<{kind}Gradient id="g" gradientUnits="userSpaceOnUse" {attributes}>{stops}</{kind}Gradient>{shown}'


def test_a_gradient_repeats_in_bands_until_the_shape_is_covered() -> None:
    line = 'x1="2" y1="1" x2="5" y2="5"'
    ahead, back = ((0.0, RED), (0.25, RED), (1.0, BLUE)), ((0.0, BLUE), (0.75, RED), (1.0, RED))
    last = ((0.0, RED), (0.25, RED), (0.996, BLUE), (0.996, BLUE), (1.0, BLUE))  # and on and on
    for spread, second in (("reflect", back), ("repeat", ahead)):
        found = shadings(server("linear", f'{line} spreadMethod="{spread}"', LATE_RED_BLUE))
        assert [item.coords for item in found] == [(2, 1, 5, 5), (5, 5, 8, 9), (8, 9, 11, 13)]
        assert [item.stops for item in found] == [ahead, second, last]
        assert [item.reaches_back for item in found] == [True, False, False]
    (padded,) = shadings(server("linear", line, LATE_RED_BLUE))
    assert (padded.coords, padded.stops) == ((2, 1, 5, 5), ahead)


@pytest.mark.parametrize(
    ("circles", "first", "last"),
    [
        ('cx="15" cy="9" r="1" fx="5" fy="10" fr="3"', (-15, 12, 7), (20, 8.5, 0)),
        ('cx="15" cy="9" r="2" fx="5" fy="10" fr="4.6"', (-15, 12, 9.8), (22.692308, 8.230769, 0)),
        ('cx="5" cy="9" r="3" fx="15" fy="10" fr="1"', (20, 10.5, 0), (-5, 8, 5)),
    ],
)
def test_a_cone_that_repeats_ends_in_its_point(circles: str, first: tuple[float, ...], last: tuple[float, ...]) -> None:
    found = [item.coords for item in shadings(server("radial", f'{circles} spreadMethod="repeat"'))]
    assert found[0][:3] == pytest.approx(first) and found[-1][3:] == pytest.approx(last)
    assert all(one[3:] == other[:3] for one, other in pairwise(found)), "bands join"
    radii = [item[2] for item in found] + [found[-1][5]]
    assert radii in (sorted(radii), sorted(radii, reverse=True)) and min(radii) >= -1e-9


@pytest.mark.parametrize(
    "body",
    [
        server("linear", 'x2="10" spreadMethod="repeat"', shown='<path d="M10 2V9" fill="url(#g)"/>'),
        server("radial", 'cx="9" cy="5" r="2" fx="5" spreadMethod="repeat"', shown='<path d="M5 5" fill="url(#g)"/>'),
    ],
)
def test_what_lies_just_where_a_gradient_turns_is_painted_with_one_turn(body: str) -> None:
    assert len(shadings(body)) == 1


def test_a_circle_at_the_edge_of_another_stands_a_hair_within() -> None:
    (found,) = shadings(server("radial", 'cx="10" cy="8" r="5" fx="12.4" fy="11.2" fr="1"'))
    assert found.coords == pytest.approx((10 + 2.4 * 0.9999, 8 + 3.2 * 0.9999, 1, 10, 8, 5), abs=1e-7)
    (apart,) = shadings(server("radial", 'cx="10" cy="8" r="5" fx="12.4" fy="11.1" fr="1"'))
    assert apart.coords == (12.4, 11.1, 1, 10, 8, 5)


def test_a_stroke_of_one_stop_fades_twice(tmp_path: Path) -> None:
    line = '<path d="M0 10H20" stroke="url(#g)" stroke-width="4" stroke-opacity="0.5"/>'
    body = server("linear", "", '<stop stop-color="#f00" stop-opacity="0.4"/>', line)
    assert pixel(tmp_path, body, 10, 11) == pytest.approx((255, 204, 204), abs=2)


def test_a_gradient_between_one_circle_and_itself_is_a_disc(tmp_path: Path) -> None:
    """The first colour inside, the last one outside, wherever the circle stands (SVG 2, 13.2.3)."""
    circle = 'gradientUnits="userSpaceOnUse" cx="12" cy="8" r="5" fx="12" fy="8" fr="5"'
    body = f'<radialGradient id="g" {circle}>{RED_BLUE}</radialGradient><rect width="20" height="20" fill="url(#g)"/>'
    image = raster(pdf(tmp_path, body), 0, 254).astype(int)
    for color, places in (
        ((255, 0, 0), ((120, 80), (160, 80), (120, 120))),
        ((0, 0, 255), ((20, 80), (180, 80), (120, 190))),
    ):
        for x, y in places:
            assert image[y, x] == pytest.approx(color, abs=2), (x, y)


MOVED = (
    '<clipPath id="d"><title>a</title><o:a xmlns:o="urn:o"/><rect x="2" y="-5" width="18" height="25"/></clipPath>'
    '<clipPath id="c"><rect x="-5" y="2" width="13" height="18"/></clipPath>'
    '<clipPath id="b" clip-path="url(#c)"><rect x="1" y="1" width="10" height="7" clip-path="url(#d)"/></clipPath>'
    '<clipPath id="a"><rect width="12" height="11" transform="translate(3 2)" clip-path="url(#b)"/></clipPath>'
    '<rect width="20" height="20" clip-path="url(#a)"/>'
)
MOVED_UNION = (  # of two that lie over one another and are drawn opposite ways round
    '<clipPath id="b"><path d="M1 1H7V9H1Z"/><path d="M5 1V9H11V1Z"/></clipPath>'
    '<clipPath id="a"><rect width="12" height="11" transform="translate(3 2)" clip-path="url(#b)"/></clipPath>'
    '<rect width="20" height="20" clip-path="url(#a)"/>'
)
CORNERED = (
    '<marker id="k" markerUnits="userSpaceOnUse" viewBox="1 2 4 8" markerWidth="4" markerHeight="8" {}>'
    '<rect x="1" y="2" width="4" height="8"/></marker><path d="M10 9H11" fill="none" marker-start="url(#k)"/>'
)


@pytest.mark.parametrize(
    ("body", "box"),
    [
        # a child of a clip moves its own clip, the clips of that clip's parts, and the clip round it all
        (MOVED, (5, 4, 11, 10)),
        (MOVED_UNION, (4, 3, 14, 11)),
        (CORNERED.format('refX="1" refY="2"'), (10, 9, 14, 17)),
        (CORNERED.format('refX="left" refY="top"'), (10, 9, 14, 17)),
        (CORNERED.format('refX="right" refY="bottom"'), (6, 1, 10, 9)),
        (CORNERED.format('refX="center" refY="center"'), (8, 5, 12, 13)),
        (CORNERED.format('refX="25%" refY="25%"'), (9, 7, 13, 15)),
        *((CORNERED.format(f'refX="1" refY="2" orient="{turn}"'), (2, 9, 10, 13)) for turn in ("90", "90deg", "100grad", "0.25turn", "1.570796rad")),
        (CORNERED.format('refX="1" refY="2" orient="auto-start-reverse"'), (6, 1, 10, 9)),
        ('<svg width="9" height="5" overflow="visible"><rect x="2" y="3" width="9" height="5"/></svg>', (2, 3, 11, 8)),
        ('<svg x="1" width="9" height="5"><rect x="2" y="3" width="9" height="5"/></svg>', (3, 3, 10, 5)),
        ('<symbol id="s" viewBox="0 0 2 2" overflow="hidden"><rect x="1" width="9" height="1"/></symbol><use href="#s" x="1" y="3" width="8" height="6"/>', (5, 3, 9, 6)),
    ],
)  # fmt: skip
def test_what_is_cut_and_what_is_turned_lies_where_it_should(tmp_path: Path, body: str, box: tuple[float, ...]) -> None:
    area, around = ink(tmp_path, body)
    assert around == pytest.approx(box, abs=0.11)
    assert area == pytest.approx((box[2] - box[0]) * (box[3] - box[1]), rel=0.08)


@pytest.mark.parametrize(
    ("attributes", "operator"),
    [
        ('stroke-dasharray="3 2 0 4"', "[3 2 0.004 3.996] 0 d"),  # a dot is a hair long, and its gap is shorter by it
        ('stroke-dasharray="0,1,2"', "[0.004 0.996 2 0 1 2] 0 d"),
        ('stroke-dasharray="3 2" stroke-dashoffset="7"', "[3 2] 7 d"),
        ('stroke-dasharray="3 2" stroke-dashoffset="-1"', "[3 2] 4 d"),
        ('stroke-dasharray="1mm 10%" stroke-dashoffset="5%"', "[1 2] 1 d"),
        ('stroke-dasharray="3 2" stroke-dashoffset="1" pathLength="5"', "[6 4] 2 d"),
        ('stroke-dasharray="0.0005 0.0005"', "[0.0005 0.0005] 0 d"),
        ('stroke-dasharray="0.0004 0.0005"', "[] 0 d"),
        ("", "[] 0 d"),
    ],
)
def test_dashes_are_written_as_they_show(attributes: str, operator: str) -> None:
    content = draw(svg(f'<path d="M4 3H14" stroke="#000" {attributes}/>'), ASSETS).content
    assert re.findall(r"\[.*?\] \S+ d", content) == [operator]


@pytest.mark.parametrize(("x", "y"), [(5, 0), (-5, 0), (0, 4), (0, -4)])
def test_parts_of_a_clip_that_only_meet_are_one_path(x: float, y: float) -> None:
    def masks(shift: float) -> bool:
        other = f'<path d="M0 0H5V4H0Z" transform="translate({x * shift} {y * shift})"/>'
        clip = f'<clipPath id="k"><path d="M0 0H5V4H0Z"/>{other}</clipPath>'
        return bool(draw(svg(f'{clip}<rect width="9" height="9" clip-path="url(#k)"/>'), ASSETS).resources.masks)

    assert not masks(1) and masks(0.99)


def test_an_icon_has_the_colour_that_its_use_calls_current(tmp_path: Path) -> None:
    body = '<g color="blood" fill="currentColor"><use href="icon:block" width="20" height="20"/></g>'
    assert pixel(tmp_path, body, 9, 9) == (192, 0, 0)


def test_art_that_shows_itself_ends_in_a_note() -> None:
    name = "a" * 61 + ".svg"
    loop = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><image href="{name}" width="3"/></svg>'
    drawing = draw(svg(f'<image href="{name}" width="9"/>'), Assets({}, FONTS, icon, lambda _: loop.encode()))
    assert drawing.left_out == ((f"{name}: " * 7 + f"the picture '{name[:60]}' is nested too deep", ""),)


def test_letters_of_art_are_left_out_of_a_game_without_fonts() -> None:
    foreign = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><text>a</text><path d="M0 0H1V1"/></svg>'
    drawing = draw(svg('<image href="a.svg" width="9"/>'), Assets({}, Fonts({}), icon, lambda _: foreign.encode()))
    assert drawing.left_out == (("a.svg: unknown font family ''", ""),)
    assert [form.painted for form in drawing.resources.forms.values()] == [1]


def test_a_rule_that_is_not_read_is_left_out_and_the_others_stand() -> None:
    steps = "rect~" * 20 + "rect"
    foreign = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 4"><style>.a > { fill: red } '
        + steps
        + " { display: none } path { display: none }</style>"
        + "".join(f'<rect x="{i}" width="1" height="1"/>' for i in range(21))
        + '<path d="M0 0H1V1"/></svg>'
    )
    drawing = draw(svg('<image href="a.svg" width="9"/>'), Assets({}, FONTS, icon, lambda _: foreign.encode()))
    assert [note for note, _ in drawing.left_out] == [
        "a.svg: the selector '.a >' is not read: expected a compound selector, got EOF",
        "a.svg: a selector has more than 20 steps",
    ]
    assert [form.painted for form in drawing.resources.forms.values()] == [21]


@pytest.mark.parametrize("name", ["baseline", "no-change", "reset-size", "use-script", "alphabetic"])
def test_letters_stay_on_a_baseline_that_asks_for_nothing(name: str) -> None:
    text = '<text y="10" font-family="Text" dominant-baseline="{}">a</text>'
    assert draw(svg(text.format(name)), ASSETS).content == draw(svg(text.format("auto")), ASSETS).content


def test_a_clip_in_shares_of_a_picture_lies_where_the_picture_does(tmp_path: Path) -> None:
    stream = BytesIO()
    Image.new("RGB", (8, 8), "red").save(stream, "PNG")
    data = "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode()
    half = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/></clipPath>'
    body = f'{half}<image href="{data}" x="20%" y="2" width="12" height="80%" clip-path="url(#c)" preserveAspectRatio="none"/>'
    image = raster(pdf(tmp_path, body), 0, 254)
    rows, columns = np.nonzero(image[:, :, 1] < 128)
    assert (columns.min(), columns.max() + 1) == pytest.approx((40, 100), abs=1)
    assert (rows.min(), rows.max() + 1) == pytest.approx((20, 180), abs=1)


def test_a_space_at_the_end_of_the_last_tspan_is_no_letter() -> None:
    text = '<text x="18" y="10" font-family="Text" font-size="4" text-anchor="end">one <tspan fill="#f00">two{}</tspan></text>'
    assert draw(svg(text.format(" ")), ASSETS).content == draw(svg(text.format("")), ASSETS).content


LINE_OF_TEXT = (
    '<text xml:space="preserve" x="2.0000" y="{y}.0000" font-family="Text" font-size="4" fill="#0000ff">{words}</text>'
)


def test_a_shape_behind_a_helpers_text_keeps_its_own_colour(tmp_path: Path) -> None:
    bar = '<rect x="2" y="{}" width="16" height="4" fill="#ff0000"/>'
    body = bar.format(1) + LINE_OF_TEXT.format(y=10, words="HH") + bar.format(14)
    path = tmp_path / "out.pdf"
    path.write_bytes(
        write_pdf([sheet(body)], lambda text: draw_face(text, Assets(ASSETS.palette, FONTS, icon, art)), INFO)
    )
    image = raster(path, 0, 254)
    assert tuple(image[30, 100]) == tuple(image[160, 100]) == (255, 0, 0)
    assert (image[70:100] == (0, 0, 255)).all(axis=2).any()
    assert (image == raster(pdf(tmp_path, body), 0, 254)).all()


def test_what_is_kept_of_faces_and_of_words_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.paint.stencil.MOST_STENCILS", 3)
    monkeypatch.setattr("pnp.paint.stencil.MOST_CUTS", 4)
    monkeypatch.setattr("pnp.paint.glyphs.MOST_WORDS", 5)
    assets = Assets(ASSETS.palette, FONTS, icon, art)
    kept = []
    for i in range(1, 8):
        lines = "".join(LINE_OF_TEXT.format(y=y, words=f"{y}{i} {i}{y}") for y in range(3))
        face = svg(f'<circle r="{i // 2}"/>' + lines)
        assert draw_face(face, assets).content == draw_face(face, Assets(ASSETS.palette, FONTS, icon, art)).content
        (stencil,) = list(assets.stencils.values())[-1:]
        assert isinstance(stencil, Stencil)
        kept.append((len(assets.stencils), len(stencil.places[0].cuts)))
    # the fourth stencil finds no room, nor does the fifth line of one place
    assert kept == [(1, 3), (2, 3), (2, 2), (3, 3), (3, 2), (1, 3), (1, 2)]
    words, gaps = _known(FONTS.find("Text"), 0.0)
    assert len(words) <= 5 and len(gaps) <= 5


def test_a_face_that_paints_too_much_is_left_to_the_painter_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(face: str, assets: Assets) -> Drawing:
        asked.append(face)
        return draw(svg(""), assets)

    monkeypatch.setattr("pnp.paint.stencil.draw", ask)
    monkeypatch.setattr("pnp.paint.stencil.MAX_PAINTED", 3)
    lines = [LINE_OF_TEXT.format(y=y, words="a") for y in range(3)]
    for face in (svg('<circle r="5"/>' + "".join(lines[:2])), svg('<circle r="5"/>' + "".join(lines))):
        draw_face(face, Assets(ASSETS.palette, FONTS, icon, art))
    assert asked == [face]


@pytest.mark.parametrize("sides", ['width="0" height="5"', 'width="5" height="0"'])
def test_a_viewport_of_no_size_shows_nothing(sides: str) -> None:
    inside = '<path d="M0 0H3V3"/>'
    for body in (
        f"<svg {sides}>{inside}</svg>",
        f'<symbol id="s">{inside}</symbol><use href="#s" {sides}/>',
        f'<image href="{PICTURE}" {sides}/>',
        f'<use href="icon:block" {sides}/>',
    ):
        assert not re.search(r" [lcv]\b|/X", draw(svg(body), ASSETS).content)


def test_what_faces_share_is_painted_once() -> None:
    assets = Assets(ASSETS.palette, FONTS, icon, art)
    faces = [svg('<circle r="5"/>' + LINE_OF_TEXT.format(y=10, words=words)) for words in ("Ada", "Ben", "Cay")]
    drawings = [draw_face(face, assets) for face in faces]
    assert len(assets.stencils) == 1
    assert len({drawing.content for drawing in drawings}) == 3
