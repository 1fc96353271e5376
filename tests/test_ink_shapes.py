"""How a cheap ink draws shapes: what lies in the bleed, dashes and swaths, hatches, signs and paper, charts, tables."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.commits import ROOT
from pnp.build.build import read_game
from pnp.diagrams.callouts import face_group
from pnp.faces.compose import composer
from pnp.game.workspace import find_workspace
from pnp.job import Ink, PrintJob
from pnp.paint.edges import edges_within, hatch
from pnp.rulebook.look import book_look
from pnp.rulebook.table_boxes import Words, set_table
from pnp.svg.path import bounds, parse_path
from pnp.text.markup import Piece
from pnp.units import Matrix, Rect

from .test_ink import TINY, at, card_of, tiny

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 66 66">'
TRIM = Rect(0, 0, 60, 60)
INKED = 500  # the sum of a pixel's channels below which something is printed there


def face(folder: Path, shapes: str, ink: Ink = "light", game: str = TINY) -> np.ndarray:
    """A card with these shapes, as it prints."""
    return card_of(tiny(folder, game=game, card=f"{OPEN}{shapes}</svg>"), ink)


def share(image: np.ndarray, box: Rect) -> float:
    """How much of a part of the card is inked."""
    k = 100 / 25.4
    x, y, right, bottom = (int((value + 3) * k) for value in (box.x, box.y, box.right, box.bottom))
    return float((image[y:bottom, x:right].sum(axis=2) < INKED).mean())


def test_of_a_band_in_the_bleed_one_rule_is_left(tmp_path: Path) -> None:
    """The band reaches 3 mm past three sides; only its lower edge lies on the piece."""
    for shapes in (
        '<rect x="-3" y="-3" width="66" height="15" fill="night"/>',
        '<g transform="translate(60 0) scale(-1 1)"><rect x="-3" y="-3" width="66" height="15" fill="night"/></g>',
    ):
        image = face(tmp_path, shapes)
        assert share(image, Rect(20, 11.5, 20, 1)) > 0.1
        assert share(image, Rect(-3, -3, 66, 14)) == 0
        assert share(image, Rect(-3, 0, 2.9, 20)) == 0 and share(image, Rect(60.2, 0, 2.7, 20)) == 0


def test_no_edge_runs_along_the_cut_and_one_farther_in_stays(tmp_path: Path) -> None:
    image = face(tmp_path, '<rect x="0.3" y="20" width="20" height="20" fill="night"/>')
    assert share(image, Rect(-1, 22, 3, 16)) == 0
    assert share(image, Rect(19.5, 22, 1, 16)) > 0.1
    assert share(face(tmp_path, '<rect x="1" y="20" width="20" height="20" fill="night"/>'), Rect(0, 22, 3, 16)) > 0.05


def test_a_pale_panel_has_an_edge_and_a_sheet_has_none(tmp_path: Path) -> None:
    panel = '<rect x="{}" y="{}" width="{}" height="{}" fill="bone"/>'
    assert share(face(tmp_path, panel.format(10, 10, 40, 30)), Rect(9, 20, 2, 5)) > 0.05
    assert share(face(tmp_path, panel.format(5, 5, 50, 45)), Rect(4, 20, 2, 5)) == 0
    assert share(face(tmp_path, panel.format(-3, 10, 40, 20)), Rect(20, 9, 5, 2)) == 0


def test_short_dashes_keep_their_width_and_a_broad_line_becomes_its_two_sides(tmp_path: Path) -> None:
    line = '<path d="M5 30H55" stroke="night" fill="none" stroke-width="6"{}/>'
    assert at(face(tmp_path, line.format(' stroke-dasharray="1 1"')), 29.5, 32) == at(
        face(tmp_path, line.format(' stroke-dasharray="1 1"'), "full"), 29.5, 32
    )
    swath = face(tmp_path, line.format(""))
    assert share(swath, Rect(10, 28, 40, 4)) == 0
    assert share(swath, Rect(10, 26.6, 40, 1)) > 0.1 and share(swath, Rect(10, 32.4, 40, 1)) > 0.1
    band = face(tmp_path, line.format(' stroke-dasharray="8 4"'))
    assert share(band, Rect(5, 26, 50, 2.5)) == 0 and share(band, Rect(5, 29, 50, 2)) > 0.3


def test_an_element_says_how_it_is_drawn(tmp_path: Path) -> None:
    square = '<rect x="20" y="20" width="20" height="20" fill="{}" data-ink="{}"/>'
    inside = Rect(22, 22, 16, 16)
    assert share(face(tmp_path, square.format("#d9ae4f", "sign")), inside) == 1
    lines = face(tmp_path, square.format("night", "hatched"))
    assert 0.05 < share(lines, inside) < 0.4
    assert share(lines, Rect(19.5, 22, 1, 16)) > 0.1
    assert share(face(tmp_path, square.format("bone", "hatched")), inside) > 0.02
    dark = '<rect x="10" y="10" width="40" height="40" fill="night" data-ink="solid"/>'
    paper = face(tmp_path, dark + square.format("bone", "paper"))
    assert at(paper, 30, 30) == (255, 255, 255) == at(paper, 20.6, 30) and at(paper, 15, 30) == (32, 48, 80)
    assert share(face(tmp_path, square.format("night", "paper")), Rect(15, 15, 30, 30)) == 0
    words = dark + '<g data-ink="paper">{{ text("WWWW", 20, 25, 30, 10, "words") }}</g>'
    assert face(tmp_path, words)[115:150, 90:150].max() > 240


@pytest.mark.parametrize("word", ["sign", "hatched", "paper"])
def test_full_ink_hears_none_of_it(tmp_path: Path, word: str) -> None:
    square = '<rect x="20" y="20" width="20" height="20" fill="night"{}/>'
    plain = face(tmp_path, square.format(""), "full")
    assert (plain == face(tmp_path, square.format(f' data-ink="{word}"'), "full")).all()


def test_arrow_heads_are_solid_however_large_their_drawing_is(tmp_path: Path) -> None:
    image = face(
        tmp_path,
        '<marker id="head" viewBox="0 0 10 10" refX="0" refY="5" markerWidth="8" markerHeight="8" '
        'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L10 5L0 10Z" fill="night"/></marker>'
        '<path d="M10 30H40" stroke="night" marker-end="url(#head)"/>',
    )
    assert share(image, Rect(40.5, 29, 2, 2)) == 1


def test_in_grey_only_words_that_must_be_told_apart_are_grey(tmp_path: Path) -> None:
    game = TINY.replace('blue: "#2050a0"', 'blue: "#2050a0", moss: "#6a7a50"')
    darkest = []
    for color in ("moss", "red", "blue"):
        words = f'{{{{ text("MMMM", 10, 20, 40, 20, "words", color="{color}") }}}}'
        darkest.append(int(face(tmp_path, words, "grey", game).min()))
    assert darkest[0] <= 55
    assert max(darkest[1:]) > 90


def test_charts_tell_series_apart_without_colour(tmp_path: Path) -> None:
    colors = '["red", "blue", "night"]'
    for call in (
        f'bars({{"a": 3, "b": 2, "c": 3}}, 5, 5, 50, 40, "words", {colors})',
        f'shares({{"a": 3, "b": 2, "c": 3}}, 5, 5, 50, 40, "words", {colors})',
    ):
        found: dict[Ink, list[str]] = {}
        for ink in ("full", "light"):
            game = read_game(tiny(tmp_path, card=f"{OPEN}{{{{ {call} }}}}</svg>"), "tiny")
            svg = next(iter(composer(game, PrintJob("a4", ink)).pairs(game.components["cards"]))).front.svg
            found[ink] = [part.split("/>")[0] for part in svg.split("<rect")[1:]]
        assert ["data-ink" in bar for bar in found["full"]] == [False] * 3
        assert [bar.partition("data-ink=")[2] for bar in found["light"]] == ['"sign"', '"hatched"', ""]


def test_tables_have_no_stripes_and_bars_for_shades() -> None:
    game = read_game(find_workspace(ROOT), "mortalgate")
    look = book_look(game, next(iter(game.books.values())))
    assert look and not look.tables.cheap
    cheap = replace(look.tables, cheap=True)
    rows = tuple(((Piece(name),), (Piece(str(value)),)) for name, value in (("a", 0), ("b", 5), ("c", 10)))
    head = ((Piece("name"),), (Piece("value"),))
    plain = Words(head, rows, ("left", "center"))
    assert [box.svg.count("<rect") for box in set_table(plain, look.tables, 80.0)] == [1, 0, 1, 0]
    assert [box.svg.count("<rect") for box in set_table(plain, cheap, 80.0)] == [1, 0, 0, 0]
    shaded = replace(plain, values=tuple((None, float(value)) for value in (0, 5, 10)))
    widths = [
        float(box.svg.partition('y="')[2].partition('width="')[2].partition('"')[0])
        for box in set_table(shaded, cheap, 80.0)[1:]
        if "<rect" in box.svg
    ]
    assert len(widths) == 2 and widths[1] == pytest.approx(2 * widths[0], abs=0.01)


def test_a_face_in_callouts_keeps_what_its_elements_say() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g data-ink="solid"><path d="M0 0H9V9Z"/></g></svg>'
    )
    assert 'data-ink="solid"' in face_group(svg, inks=True)
    assert "data-ink" not in face_group(svg)


COORDINATES = st.integers(-9, 69).map(float)


@given(st.lists(st.tuples(COORDINATES, COORDINATES), min_size=3, max_size=8), st.sampled_from("LC"))
def test_edges_lie_inside_the_trim_and_never_along_the_cut(points: list[tuple[float, float]], kind: str) -> None:
    points = points[: 1 + (len(points) - 1) // 3 * 3] if kind == "C" else points
    if len(points) < 3:
        return
    data = f"M{points[0][0]} {points[0][1]}{kind}" + " ".join(f"{x} {y}" for x, y in points[1:]) + "Z"
    path = parse_path(data)
    made = edges_within(path, Matrix(), TRIM, 0.5)
    box, safe = bounds(path), TRIM.outset(-0.5)
    if safe.x <= box.x and safe.y <= box.y and box.right <= safe.right and box.bottom <= safe.bottom:
        assert made is path
        return
    here = (0.0, 0.0)
    for name, x, y in made:
        assert -1e-6 <= x <= 60 + 1e-6 and -1e-6 <= y <= 60 + 1e-6
        if name == "l" and hypot(x - here[0], y - here[1]) > 1:
            assert max(min(x, here[0]), min(y, here[1])) >= 0 and not (x == here[0] and (x < 0.5 or x > 59.5))
        here = (x, y)


def test_edges_are_cut_where_the_face_is_turned_and_scaled() -> None:
    path = parse_path("M-10 10H40V20H-10Z")
    turned = Matrix(0.0, 2.0, -2.0, 0.0, 60.0, 0.0)  # a quarter turn, twice the size
    made = edges_within(path, turned, TRIM, 0.5)
    assert list(made) == [("m", 0.0, 10.0), ("l", 30.0, 10.0), ("m", 30.0, 20.0), ("l", 0.0, 20.0)]


@given(st.floats(0.2, 80), st.floats(0.2, 80), st.floats(0.3, 3))
def test_a_hatch_stays_in_its_box_and_is_never_too_much(width: float, height: float, pitch: float) -> None:
    made = hatch(Rect(3, -4, width, height), pitch)
    assert len(made) <= 2 * 402
    for _, x, y in made:
        assert 3 - 1e-9 <= x <= 3 + width + 1e-9 and -4 - 1e-9 <= y <= -4 + height + 1e-9
    if width > 3 * pitch and height > 3 * pitch:
        assert made
