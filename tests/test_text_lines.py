"""Lines under, over and through words: where the font says, in the colour of whoever asks for them, on paper and pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.paint.bars import bars_of, line_place
from pnp.paint.draw import draw
from pnp.paint.placing import place_text
from pnp.svg.document import SvgDocument
from pnp.svg.path import bounds
from pnp.svg.transform import face_origin
from pnp.svg.tree import SvgFault, parse
from pnp.units import Rect, Size
from pnp.web.drawings import WebDrawings

from .pdfs import text_of
from .test_paint import ASSETS, FONTS, pdf, pixel, svg

REGULAR = FONTS.find("Text")
AT = 'font-family="Text" x="1" y="10" font-size="8"'


def boxes(body: str) -> list[tuple[str, Rect, bool]]:
    """The lines of the only text: fill, box, whether over the letters."""
    root = parse(svg(body))
    document = SvgDocument(root, face_origin(root)[1])
    found: list[tuple[str, Rect, bool]] = []

    def follow(element: ElementTree.Element, cascade) -> None:  # type: ignore[no-untyped-def]
        inside = cascade.deeper(document.declared(element))
        if element.tag.endswith("}text"):
            placed = list(place_text(element, inside, document, FONTS))
            bars = bars_of(placed, inside, document, FONTS)
            found.extend((bar.cascade.style["fill"], bounds(bar.path), bar.over) for bar in bars)
        else:
            for child in element:
                follow(child, inside)

    follow(root, document.origin)
    return found


def test_an_underline_stands_where_post_says_and_a_line_through_where_os2_says() -> None:
    """AlegreyaSans-Regular: post has the top at -163 and 42 thick, OS/2 the top at 274 and 42 thick, ascent 800."""
    assert line_place(REGULAR, "underline") == pytest.approx((-0.184, 0.042))
    assert line_place(REGULAR, "line-through") == pytest.approx((0.253, 0.042))
    assert line_place(REGULAR, "overline") == pytest.approx((0.779, 0.042))
    ((_, box, over),) = boxes(f'<text {AT} text-decoration="underline">H</text>')
    assert (box.y, box.height) == pytest.approx((10 + 0.163 * 8, 0.042 * 8))
    assert (box.x, box.width) == pytest.approx((1, REGULAR.advance(REGULAR.glyph("H") or 0) * 8))
    assert not over


def test_lines_over_and_under_the_letters() -> None:
    found = boxes(f'<text {AT} style="text-decoration: line-through underline overline">H</text>')
    assert [over for _, _, over in found] == [False, False, True]


def test_the_line_is_painted_as_the_element_that_asks_for_it(tmp_path: Path) -> None:
    """Its colour, height and thickness: one line at one height under words of every size (CSS Text Decoration 3, 2)."""
    body = (
        f'<g fill="blood"><text {AT} text-decoration="underline"><tspan fill="ink" font-size="4">m</tspan>m</text></g>'
    )
    ((fill, box, _),) = boxes(body)
    assert fill == "blood"
    assert box.height == pytest.approx(0.042 * 8)
    assert pixel(tmp_path, body, 1.5, 11.5) == (0xC0, 0, 0)


def test_lines_of_groups_and_tspans_add_up() -> None:
    found = boxes(
        f'<g text-decoration="underline" fill="red"><text {AT}>m'
        '<tspan fill="green" text-decoration="line-through" font-size="4">m</tspan></text></g>'
    )
    assert [(fill, over) for fill, _, over in found] == [("red", False), ("green", True)]
    assert found[1][1].height == pytest.approx(0.042 * 4)


@pytest.mark.parametrize(
    ("style", "fill", "thick"),
    [
        ("text-decoration: underline red", "red", 0.336),
        ("text-decoration: underline 0.5", "black", 0.5),
        ("text-decoration: underline solid rgb(1, 2, 3) 0.1em", "rgb(1, 2, 3)", 0.8),
        ("text-decoration-line: underline; text-decoration-color: blood", "blood", 0.336),
        ("text-decoration: underline; text-decoration-thickness: 10%", "black", 0.8),
        ("text-decoration: underline; text-decoration-thickness: from-font", "black", 0.336),
    ],
)
def test_colour_and_thickness_can_be_said(style: str, fill: str, thick: float) -> None:
    ((found, box, _),) = boxes(f'<text {AT} style="{style}">m</text>')
    assert found == fill
    assert box.height == pytest.approx(thick)


def test_an_offset_is_counted_from_the_baseline_to_the_line() -> None:
    ((_, box, _),) = boxes(f'<text {AT} style="text-decoration: underline; text-underline-offset: 2">m</text>')
    assert box.y == pytest.approx(12)


@pytest.mark.parametrize("value", ["none", "", "blink", "none solid black"])
def test_no_line_leaves_no_trace(value: str) -> None:
    plain = draw(svg(f"<text {AT}>m</text>"), ASSETS).content
    assert draw(svg(f'<text {AT} text-decoration="{value}">m</text>'), ASSETS).content == plain


def test_a_line_goes_on_over_tspans_and_spaces_and_breaks_where_words_are_placed_anew() -> None:
    whole = boxes(f'<text {AT} text-decoration="underline">a<tspan font-weight="bold">b</tspan> c</text>')
    assert len(whole) == 1
    wide = boxes(f'<text {AT} word-spacing="3" letter-spacing="1" text-decoration="underline">a b c</text>')
    assert len(wide) == 1
    apart = boxes(f'<text {AT} text-decoration="underline">a<tspan x="12">b</tspan><tspan dy="2">c</tspan></text>')
    assert [box.x for _, box, _ in apart[:2]] == pytest.approx([1, 12])
    assert len(apart) == 3


def test_a_raised_word_keeps_the_line_of_what_is_around_it_and_raises_its_own() -> None:
    ((_, around, _),) = boxes(f'<text {AT} text-decoration="underline">a<tspan baseline-shift="super">b</tspan></text>')
    assert around.y == pytest.approx(10 + 0.163 * 8)
    ((_, own, _),) = boxes(f'<text {AT}>a<tspan baseline-shift="2" text-decoration="underline">b</tspan></text>')
    assert own.y == pytest.approx(8 + 0.163 * 8)


def test_a_faded_text_fades_with_its_line_as_one(tmp_path: Path) -> None:
    body = f'<text {AT} opacity="0.5" text-decoration="line-through">H</text>'
    assert pixel(tmp_path, body, 2, 7.95) == pixel(tmp_path, body, 2, 5.5) == (128, 128, 128)


def test_underlined_words_are_found(tmp_path: Path) -> None:
    path = pdf(tmp_path, '<text font-family="Text" font-size="3" y="9" text-decoration="underline">two words</text>')
    assert "two words" in text_of(path)


def test_a_wavy_line_is_refused_and_a_misspelt_one_told() -> None:
    with pytest.raises(SvgFault, match="'wavy' is not painted"):
        draw(svg(f'<text {AT} style="text-decoration: underline wavy">m</text>'), ASSETS)
    with pytest.raises(SvgFault, match="'undreline', which is no line") as caught:
        draw(svg(f'<text {AT} text-decoration="undreline">m</text>'), ASSETS)
    assert caught.value.hint == "did you mean 'underline'?"


def test_words_that_clip_take_their_line_with_them(tmp_path: Path) -> None:
    body = f'<clipPath id="c"><text {AT} text-decoration="underline">m</text></clipPath><rect width="20" height="20" clip-path="url(#c)"/>'
    assert pixel(tmp_path, body, 3, 11.5) == (0, 0, 0)


def test_a_page_has_the_same_line_as_a_shape(tiny_game: Game) -> None:
    """Browsers place and colour such lines by rules of their own."""
    text = '<text font-family="Text" x="1" y="10" font-size="8" fill="red" id="t" text-decoration="underline">H</text>'
    web = WebDrawings(tiny_game).svg(Face("c", "r", "front", svg(text), Size(20, 20)), "x")
    assert "text-decoration" not in web
    root = ElementTree.fromstring(web)
    (line,) = [element for element in root.iter() if element.tag.endswith("}path")]
    assert line.get("fill") == "#ff0000"
    assert [element.tag.rpartition("}")[2] for element in root.iter()][-3:] == ["g", "path", "text"]


def test_in_a_cheap_ink_the_line_is_as_dark_as_the_words() -> None:
    light = replace(ASSETS, outlined=True, made={}, colors={}, paints={}, stencils={})
    content = draw(svg(f'<text {AT} fill="yellow" text-decoration="underline">H</text>'), light).content
    fills = {line for line in content.splitlines() if line.endswith(" rg")}
    assert len(fills) == 1
    assert " S" not in content
