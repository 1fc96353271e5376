"""Colours that mix with what lies under them, and transforms round a point of their own."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.paint.draw import draw
from pnp.paint.stencil import draw_face
from pnp.svg.plain import plain_group
from pnp.svg.tree import SvgFault, written
from pnp.svg.walk import open_face, shown_in
from pnp.units import Size
from pnp.web.drawings import WebDrawings

from .pdfs import text_of
from .test_dialects import of_art
from .test_paint import ASSETS, pdf, pixel, svg

GROUND = '<rect width="20" height="10" fill="#ffff00"/>'
TOP = '<rect width="20" height="20" fill="#00ffff" {}/>'


@pytest.mark.parametrize(
    ("mode", "color"),
    [
        ("multiply", (0, 255, 0)), ("screen", (255, 255, 255)), ("darken", (0, 255, 0)),
        ("difference", (255, 0, 255)), ("exclusion", (255, 0, 255)), ("normal", (0, 255, 255)),
    ],
)  # fmt: skip
def test_colours_mix_with_those_under_them_and_with_no_paper(
    tmp_path: Path, mode: str, color: tuple[int, int, int]
) -> None:
    body = GROUND + TOP.format(f'style="mix-blend-mode: {mode}"')
    assert pixel(tmp_path, body, 5, 5) == color
    assert pixel(tmp_path, body, 5, 15) == (0, 255, 255), "where nothing lies under it, it is as it is"


def test_what_is_isolated_meets_nothing_outside(tmp_path: Path) -> None:
    body = (
        GROUND
        + f'<g style="isolation: isolate">{TOP.format(chr(115) + "tyle=" + chr(34) + "mix-blend-mode:multiply" + chr(34))}</g>'
    )
    assert pixel(tmp_path, body, 5, 5) == (0, 255, 255)


def test_normal_leaves_no_trace() -> None:
    plain = draw(svg(GROUND + TOP.format("")), ASSETS).content
    assert draw(svg(GROUND + TOP.format('style="mix-blend-mode:normal;isolation:auto"')), ASSETS).content == plain
    assert draw(svg(GROUND + TOP.format('style="isolation:isolate"')), ASSETS).content == plain
    for said in ('mix-blend-mode="normal"', 'style="mix-blend-mode: normal"', 'mix-blend-mode=""'):
        assert draw(svg(GROUND + TOP.format(said)), ASSETS).content == plain


def test_a_mode_that_is_none_is_told() -> None:
    with pytest.raises(SvgFault, match="mix-blend-mode is 'multply'") as caught:
        draw(svg(TOP.format('style="mix-blend-mode:multply"')), ASSETS)
    assert caught.value.hint == "did you mean 'multiply'?"


def test_a_picture_mixes_within_itself_alone() -> None:
    drawing = of_art(TOP.format('style="mix-blend-mode:multiply"'))
    (form,) = drawing.resources.forms.values()
    assert form.group
    assert form.resources.blends == {"BMultiply": "Multiply"}


def test_words_and_helpers_texts_over_a_blend_are_painted_and_found(tmp_path: Path) -> None:
    text = '<text xml:space="preserve" x="1.0000" y="5.0000" font-family="Text" font-size="4.00000" fill="ink">found</text>'
    body = GROUND + TOP.format('style="mix-blend-mode:multiply"') + text
    assert draw_face(svg(body), ASSETS).content == draw(svg(body), ASSETS).content
    assert "found" in text_of(pdf(tmp_path, body))


def test_a_page_is_told_of_the_blend_as_a_style(tiny_game: Game) -> None:
    web = WebDrawings(tiny_game).svg(
        Face("c", "r", "front", svg(GROUND + TOP.format('style="mix-blend-mode:multiply"')), Size(20, 20)), "x"
    )
    styles = [element.get("style") for element in ElementTree.fromstring(web).iter() if element.get("style")]
    assert styles == ["isolation:isolate", "mix-blend-mode:multiply"]


BOX = '<rect x="8" y="8" width="4" height="2" {}/>'


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ('transform="rotate(90)" transform-origin="10 10"', (12, 8)),
        ('transform="rotate(90)" style="transform-origin: 50% 50%"', (12, 8)),
        ('transform="rotate(90)" style="transform-origin: center"', (12, 8)),
        ('transform="scale(2)" style="transform-origin: right bottom"', (-4, -4)),
        ('transform="scale(2)" style="transform-origin: center; transform-box: fill-box"', (6, 7)),
        ('transform="scale(2)" style="transform-box: fill-box"', (8, 8)),
        ('style="transform-origin: center"', (8, 8)),
    ],
)
def test_a_transform_goes_round_its_origin(said: str, place: tuple[float, float]) -> None:
    """Painter, walk and plain drawing agree where the rectangle's first corner comes to lie."""
    document, matrix = open_face(svg(BOX.format(said)))
    (shown,) = [item for item in shown_in(document, matrix) if item.element.tag.endswith("rect")]
    assert shown.matrix.apply(8, 8) == pytest.approx(place)
    plain = written(plain_group(open_face(svg(BOX.format(said)))[0]))
    assert "transform-origin" not in plain and "transform-box" not in plain
    again, matrix = open_face(svg(plain))
    (shown,) = [item for item in shown_in(again, matrix) if item.element.tag.endswith("rect")]
    assert shown.matrix.apply(8, 8) == pytest.approx(place)


def test_a_box_that_is_not_known_is_told() -> None:
    with pytest.raises(SvgFault, match="transform-box is 'stroke-box'"):
        draw(svg(BOX.format('transform="scale(2)" style="transform-box: stroke-box"')), ASSETS)
