"""Words on paths, letters turned one by one, words as long as they should be: where each letter stands, and what is told."""

from __future__ import annotations

from math import cos, pi, radians, sin
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.faces.face import Face
from pnp.fonts.shape import shape
from pnp.game.model import Game
from pnp.paint.draw import draw
from pnp.paint.placing import PlacedSpan, place_text
from pnp.svg.document import SvgDocument
from pnp.svg.path import parse_path
from pnp.svg.track import Track, backwards, track_of
from pnp.svg.transform import face_origin
from pnp.svg.tree import SvgFault, parse
from pnp.units import Size
from pnp.web.drawings import WebDrawings

from .pdfs import text_of
from .test_dialects import of_art
from .test_paint import ASSETS, FONTS, pdf, svg

REGULAR = FONTS.find("Text")
FONT = 'font-family="Text" font-size="3"'
ARC = '<path id="p" d="M2 12A8 8 0 0 1 18 12" fill="none"/>'  # half a circle round (10, 12)
LINE = '<path id="p" d="M2 10H18" fill="none"/>'
LOOP = '<circle id="p" cx="10" cy="10" r="6" fill="none"/>'


def letters(body: str) -> list[PlacedSpan]:
    """Where the first text's letters stand."""
    root = parse(svg(body))
    document = SvgDocument(root, face_origin(root)[1])
    (text,) = [element for element in root.iter() if element.tag.endswith("}text")]
    return list(place_text(text, document.origin.deeper(document.declared(text)), document, FONTS))


def track(data: str) -> Track:
    found = track_of(parse_path(data))
    assert found is not None
    return found


def test_a_track_is_as_long_as_its_path_and_points_along_it() -> None:
    arc = track("M2 12A8 8 0 0 1 18 12")
    assert arc.length == pytest.approx(8 * pi, rel=1e-3)
    x, y, angle = arc.at(arc.length / 2)
    assert (x, y, angle) == pytest.approx((10, 4, 0), abs=1e-3)
    x, y, angle = backwards(arc).at(0)
    assert (x, y, abs(angle)) == pytest.approx((18, 12, pi / 2), abs=1e-3)
    assert track_of(parse_path("M3 3")) is None
    assert track("M0 0H4V4H0Z").closed and not track("M0 0H4V4H0").closed and not track("M0 0H4Z M9 9H4Z").closed


@given(st.floats(0, 1))
def test_points_of_a_circle_lie_on_it(share: float) -> None:
    loop = track("M16 10A6 6 0 0 1 10 16A6 6 0 0 1 4 10A6 6 0 0 1 10 4A6 6 0 0 1 16 10Z")
    x, y, angle = loop.at(share * loop.length)
    assert (x, y) == pytest.approx((10 + 6 * cos(2 * pi * share), 10 + 6 * sin(2 * pi * share)), abs=0.01)
    assert cos(angle - (2 * pi * share + pi / 2)) == pytest.approx(1, abs=1e-4)


def test_words_along_a_straight_path_stand_as_they_do_without_kerning_and_all() -> None:
    placed = letters(f'{LINE}<text {FONT}><textPath href="#p">AVATo fit</textPath></text>')
    shaped = shape(REGULAR, "AVATo fit")
    along, expected = 2.0, []
    for advance in shaped.advances:
        expected.append(along)
        along += advance * 3
    assert [item.x for item in placed] == pytest.approx(expected)
    assert [item.y for item in placed] == pytest.approx([10.0] * len(placed))
    assert "".join(item.span.text for item in placed) == "AVATo fit"


def test_the_middle_of_each_letter_stands_on_the_path() -> None:
    for item in letters(
        f'{ARC}<text {FONT} text-anchor="middle"><textPath href="#p" startOffset="50%">HAH</textPath></text>'
    ):
        half, lean = item.setting.width / 2, radians(item.turn)
        x, y = item.x + half * cos(lean), item.y + half * sin(lean)
        assert (x - 10) ** 2 + (y - 12) ** 2 == pytest.approx(64, rel=1e-3)


@pytest.mark.parametrize(
    ("said", "begin"),
    [
        ("", 2.0), ('startOffset="3"', 5.0), ('startOffset="25%"', 6.0), ('startOffset="1cm"', 12.0),
        ('startOffset="100%" text-anchor="end"', None), ('startOffset="50%" text-anchor="middle"', None),
    ],
)  # fmt: skip
def test_where_words_begin(said: str, begin: float | None) -> None:
    placed = letters(f'{LINE}<text {FONT}><textPath href="#p" {said}>mm</textPath></text>')
    wide = shape(REGULAR, "mm").width * 3
    expected = begin if begin is not None else 18 - wide if "end" in said else 10 - wide / 2
    assert placed[0].x == pytest.approx(expected)


def test_a_path_may_stand_in_the_text_path_itself_and_have_a_length_of_its_own() -> None:
    (item,) = letters(f'<text {FONT}><textPath path="M2 10H18" startOffset="4">m</textPath></text>')
    assert item.x == pytest.approx(6)
    (item,) = letters(
        f'<path id="p" d="M2 10H18" pathLength="160"/><text {FONT}><textPath href="#p" startOffset="40">m</textPath></text>'
    )
    assert item.x == pytest.approx(6)


def test_the_path_is_moved_as_it_says_and_side_turns_it_round() -> None:
    (item,) = letters(
        f'<path id="p" d="M2 10H18" transform="translate(0 5)"/><text {FONT}><textPath href="#p">m</textPath></text>'
    )
    assert (item.x, item.y) == pytest.approx((2, 15))
    (item,) = letters(f'{LINE}<text {FONT}><textPath href="#p" side="right">m</textPath></text>')
    assert (item.x, item.y, abs(item.turn)) == pytest.approx((18, 10, 180))


def test_words_are_moved_along_and_across_by_dx_and_dy() -> None:
    placed = letters(f'{LINE}<text {FONT}><textPath href="#p"><tspan dx="2" dy="-1">m</tspan></textPath></text>')
    assert (placed[0].x, placed[0].y) == pytest.approx((4, 9))


def test_words_go_once_round_a_loop_and_over_its_seam() -> None:
    placed = letters(
        f'{LOOP}<text {FONT} text-anchor="middle"><textPath href="#p" startOffset="0">HHHH</textPath></text>'
    )
    assert len(placed) == 4
    assert placed[0].y < 10 < placed[-1].y


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f'{LINE}<text {FONT}><textPath href="#p">much too long for it</textPath></text>', "falls off the end of its path"),
        (f'{LINE}<text {FONT}><textPath href="#p" startOffset="-2">ab</textPath></text>', "'a' falls off the end"),
        (f'<text {FONT}><textPath href="#p">ab</textPath></text>', "names '#p', which is no path of this drawing"),
        (f'<g id="p"/><text {FONT}><textPath href="#p">ab</textPath></text>', "which is no path"),
        (f'<path id="p" d="M1 1"/><text {FONT}><textPath href="#p">ab</textPath></text>', "leads nowhere"),
        (f'{LINE}<text {FONT}><textPath href="#p" method="stretch">ab</textPath></text>', "letters are not bent"),
        (f'{LINE}<text {FONT}><textPath href="#p" side="up">ab</textPath></text>', "side is 'up'"),
        (f'{LINE}<text {FONT}><textPath href="#p">a<tspan x="3">b</tspan></textPath></text>', "x and y have no place"),
        (f'{LINE}<textPath href="#p">ab</textPath>', "cannot stand here"),
        (f'{LINE}<text {FONT}><textPath href="#p">a<textPath href="#p">b</textPath></textPath></text>', "inside <text>"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told(body: str, message: str) -> None:
    with pytest.raises(SvgFault) as caught:
        draw(svg(body), ASSETS)
    assert message in caught.value.message


def test_letters_that_fall_off_are_named_with_the_lengths() -> None:
    with pytest.raises(SvgFault) as caught:
        draw(svg(f'{LINE}<text {FONT}><textPath href="#p">mmmmmmmmmm</textPath></text>'), ASSETS)
    assert caught.value.message == "'mmm' falls off the end of its path"
    assert caught.value.hint.startswith("they are 23.7 long, and the path is 16.0: shorten the words")


def test_in_foreign_art_what_falls_off_is_noted_and_the_rest_painted() -> None:
    drawing = of_art(f'{LINE}<text {FONT}><textPath href="#p">mmmmmmmmmm</textPath></text>')
    assert drawing.left_out == (("a.svg: 'mmm' falls off the end of its path", ""),)
    assert drawing.resources.forms


def test_words_on_a_path_are_found_in_their_order(tmp_path: Path) -> None:
    path = pdf(tmp_path, f'{ARC}<text {FONT}><textPath href="#p" startOffset="2">Grim Harbour</textPath></text>')
    assert " ".join(text_of(path).split()) == "Grim Harbour"


def test_words_on_a_path_may_have_strokes_gradients_and_lines() -> None:
    body = (
        f'{ARC}<linearGradient id="g"><stop stop-color="red"/></linearGradient><text {FONT} fill="url(#g)" stroke="ink"'
        ' stroke-width="0.1" text-decoration="underline"><textPath href="#p">ab</textPath></text>'
    )
    content = draw(svg(body), ASSETS).content.split("\n")
    assert content.count("3 Tr") == 2, "the letters as shapes, and over them unseen to be found"
    assert content.count("f") + content.count("B") >= 4, "two letters and two pieces of line"


def test_letters_are_turned_each_round_its_place_the_last_turn_for_all_that_follow() -> None:
    placed = letters(f'<text {FONT} x="2" y="10" rotate="10, -20 30">abcd</text>')
    assert [item.turn for item in placed] == [10, -20, 30, 30]
    upright = letters(f'<text {FONT} x="2" y="10">abcd</text>')
    assert placed[0].x == upright[0].x
    assert placed[-1].x + placed[-1].setting.width == pytest.approx(upright[0].x + upright[0].setting.width)


def test_a_tspan_goes_on_in_the_list_of_its_text_or_has_its_own() -> None:
    placed = letters(
        f'<text {FONT} x="2" y="10" rotate="10 20 30">a<tspan>b</tspan><tspan rotate="5">cd</tspan>e</text>'
    )
    assert [item.turn for item in placed] == [10, 20, 5, 5, 30]


def test_a_text_is_as_long_as_it_says_by_the_space_between_its_letters() -> None:
    (item,) = letters(f'<text {FONT} x="2" y="10" textLength="15">Altar</text>')
    assert item.setting.width == pytest.approx(15)
    first, last = letters(f'<text {FONT} x="2" y="10" textLength="15">Al<tspan font-weight="bold">tar</tspan></text>')
    assert last.x + last.setting.width == pytest.approx(17)
    assert first.setting.tracking == pytest.approx(last.setting.tracking)


def test_a_text_is_as_long_as_it_says_by_the_width_of_its_letters() -> None:
    first, last = letters(
        f'<text {FONT} x="10" y="10" text-anchor="middle" textLength="15" lengthAdjust="spacingAndGlyphs">Al<tspan>tar</tspan></text>'
    )
    assert first.x == pytest.approx(2.5)
    assert last.x + last.setting.width == pytest.approx(17.5)
    assert first.setting.wide == last.setting.wide > 1


def test_a_part_may_have_a_length_of_its_own() -> None:
    placed = letters(f'<text {FONT} x="2" y="10">a<tspan textLength="8">bc</tspan>d</text>')
    assert placed[2].x - placed[1].x == pytest.approx(8)


def test_a_length_of_words_at_several_places_is_told() -> None:
    with pytest.raises(SvgFault, match="words at several places"):
        draw(svg(f'<text {FONT} x="2 9" y="10" textLength="15">ab</text>'), ASSETS)
    with pytest.raises(SvgFault, match="lengthAdjust is 'glyphs'"):
        draw(svg(f'<text {FONT} textLength="15" lengthAdjust="glyphs">ab</text>'), ASSETS)


def test_stretched_words_are_found_as_words(tmp_path: Path) -> None:
    body = f'<text {FONT} y="5" textLength="19">two words</text><text {FONT} y="9" textLength="19" lengthAdjust="spacingAndGlyphs">wide ones</text>'
    assert " ".join(text_of(pdf(tmp_path, body)).split()) == "two words wide ones"


def test_a_page_has_each_letter_at_its_place(tiny_game: Game) -> None:
    """Browsers kern on a path or do not, and end at the seam of a loop."""
    body = (
        f'{LOOP}<text {FONT} fill="red" text-anchor="middle"><textPath href="#p" startOffset="0">AV</textPath></text>'
    )
    web = WebDrawings(tiny_game).svg(Face("c", "r", "front", svg(body), Size(20, 20)), "x")
    assert "textPath" not in web
    spans = [element for element in ElementTree.fromstring(web).iter() if element.tag.endswith("}tspan")]
    assert [span.text for span in spans] == ["A", "V"]
    assert [float(span.get("rotate", "")) for span in spans] == pytest.approx(
        [item.turn for item in letters(body)], abs=0.01
    )
