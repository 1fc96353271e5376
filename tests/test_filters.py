"""Filters: what each primitive makes of a picture, measured; words stay; what is too much or not painted is told."""

from __future__ import annotations

import time
from pathlib import Path

import pypdfium2
import pytest

from pnp.build.build import build, check, read_game
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.paint.filtering.filtered import DPI
from pnp.paint.stencil import draw_face
from pnp.pdf.drawing import Drawing, ImageData, Resources
from pnp.problems import GameError
from pnp.svg.filtering.filter_tables import from_linear, to_linear
from pnp.svg.tree import SvgFault
from pnp.units import MM_PER_INCH, Size
from pnp.web.drawings import WebDrawings

from .conftest import MakeGame
from .pdfs import text_of
from .test_paint import ASSETS, FONTS, icon, pdf, pixel, svg

WHITE = (255, 255, 255)
BOX = '<rect x="5" y="5" width="8" height="6" fill="#c00000" filter="url(#f)" {}/>'


def filtered(primitives: str, said: str = "", body: str = BOX.format("")) -> str:
    return f'<filter id="f" {said}>{primitives}</filter>{body}'


def images(resources: Resources) -> list[ImageData]:
    """Every picture of a drawing, in forms too."""
    return [
        *resources.images.values(),
        *(image for form in resources.forms.values() for image in images(form.resources)),
    ]


def size_of(drawing: Drawing) -> tuple[int, int]:
    (image,) = images(drawing.resources)
    return int.from_bytes(image.data[16:20], "big"), int.from_bytes(image.data[20:24], "big")


def mm(pixels: float) -> float:
    return pixels / DPI * MM_PER_INCH


@pytest.mark.parametrize(
    ("primitives", "x", "y", "color"),
    [
        ('<feOffset dx="3" dy="2"/>', 15, 12, WHITE),  # beyond the region, which ends 10% behind the box
        ('<feOffset dx="-3"/>', 12, 8, WHITE),
        ('<feOffset dx="-3"/>', 6, 8, (192, 0, 0)),
        ('<feFlood flood-color="ink"/>', 4.5, 4.7, (16, 32, 48)),
        ('<feFlood style="flood-color:#00ff00;flood-opacity:0.5" color-interpolation-filters="sRGB"/>', 9, 8, (127, 255, 127)),
        ('<feFlood x="6" y="6" width="2" height="2" flood-color="lime"/>', 7, 7, (0, 255, 0)),
        ('<feFlood x="6" y="6" width="2" height="2" flood-color="lime"/>', 9, 7, WHITE),
        ('<feDropShadow dx="0.6" dy="0.4" stdDeviation="0" flood-color="blue"/>', 13.3, 8, (0, 0, 255)),
        ('<feDropShadow dx="0.6" dy="0.4" stdDeviation="0" flood-color="blue"/>', 5.2, 8, (192, 0, 0)),
        ('<feDropShadow dx="0.6" dy="0.4" stdDeviation="0" flood-color="blue"/>', 13.3, 5.2, WHITE),
        ('<feColorMatrix type="saturate" values="0" color-interpolation-filters="sRGB"/>', 9, 8, (41, 41, 41)),
        ('<feColorMatrix values="0 0 0 0 0  1 0 0 0 0  0 0 0 0 0  0 0 0 1 0"/>', 9, 8, (0, 192, 0)),
        ('<feColorMatrix values="-9 0 0 0 1  0 0 0 0 0  0 0 0 127 0  0 0 0 1 0"/>', 9, 8, (0, 0, 255)),
        ('<feColorMatrix type="luminanceToAlpha" color-interpolation-filters="sRGB"/>', 9, 8, (214, 214, 214)),
        ('<feColorMatrix type="hueRotate" values="0"/>', 9, 8, (192, 0, 0)),
        ('<feComponentTransfer color-interpolation-filters="sRGB"><feFuncR type="linear" slope="0.5" intercept="0.1"/></feComponentTransfer>', 9, 8, (122, 0, 0)),
        ('<feComponentTransfer color-interpolation-filters="sRGB"><feFuncG type="table" tableValues="1 0"/></feComponentTransfer>', 9, 8, (192, 255, 0)),
        ('<feComponentTransfer color-interpolation-filters="sRGB"><feFuncR type="discrete" tableValues="0 0 0 1"/></feComponentTransfer>', 9, 8, (255, 0, 0)),
        ('<feComponentTransfer color-interpolation-filters="sRGB"><feFuncR type="gamma" exponent="2"/></feComponentTransfer>', 9, 8, (145, 0, 0)),
        ('<feFlood flood-color="lime"/><feComposite in2="SourceGraphic" operator="in"/>', 4.5, 8, WHITE),
        ('<feFlood flood-color="lime"/><feComposite in2="SourceGraphic" operator="in"/>', 9, 8, (0, 255, 0)),
        ('<feFlood flood-color="lime"/><feComposite in2="SourceGraphic" operator="out"/>', 4.5, 8, (0, 255, 0)),
        ('<feFlood flood-color="lime"/><feComposite in2="SourceGraphic" operator="out"/>', 9, 8, WHITE),
        ('<feFlood flood-color="lime"/><feComposite in2="SourceGraphic" operator="atop"/>', 4.5, 8, WHITE),
        ('<feFlood flood-color="lime"/><feComposite in2="SourceGraphic" operator="xor"/>', 9, 8, WHITE),
        ('<feFlood flood-color="lime"/><feComposite in="SourceGraphic" in2="SourceGraphic" operator="over"/>', 9, 8, (192, 0, 0)),
        ('<feFlood flood-color="lime"/><feComposite in2="SourceGraphic" operator="lighter"/>', 9, 8, (192, 255, 0)),
        ('<feFlood flood-color="lime"/><feComposite in2="SourceGraphic" operator="arithmetic" k3="1"/>', 9, 8, (192, 0, 0)),
        ('<feFlood flood-color="#ff8000"/><feBlend in2="SourceGraphic" mode="multiply" color-interpolation-filters="sRGB"/>', 9, 8, (192, 0, 0)),
        ('<feFlood flood-color="#008000"/><feBlend in2="SourceGraphic" mode="screen" color-interpolation-filters="sRGB"/>', 9, 8, (192, 128, 0)),
        ('<feFlood flood-color="#ff8000"/><feBlend in2="SourceGraphic" mode="difference" color-interpolation-filters="sRGB"/>', 9, 8, (63, 128, 0)),
        ('<feFlood flood-color="#400080"/><feBlend in2="SourceGraphic" mode="darken" color-interpolation-filters="sRGB"/>', 9, 8, (64, 0, 0)),
        ('<feFlood flood-color="#400080"/><feBlend in2="SourceGraphic" mode="lighten" color-interpolation-filters="sRGB"/>', 9, 8, (192, 0, 128)),
        ('<feMorphology operator="dilate" radius="0.5"/>', 4.7, 8, (192, 0, 0)),
        ('<feMorphology operator="dilate" radius="0.5"/>', 4.3, 8, WHITE),
        ('<feMorphology radius="2 0.5"/>', 6.8, 8, WHITE),
        ('<feMorphology radius="2 0.5"/>', 7.3, 8, (192, 0, 0)),
        ('<feMorphology radius="2 0.5"/>', 9, 5.7, (192, 0, 0)),
        ('<feMerge><feMergeNode in="SourceAlpha"/><feMergeNode in="SourceGraphic"/></feMerge>', 9, 8, (192, 0, 0)),
        ('<feFlood flood-color="lime" result="a"/><feFlood flood-color="blue"/><feMerge><feMergeNode/><feMergeNode in="a"/></feMerge>', 9, 8, (0, 255, 0)),
    ],
)  # fmt: skip
def test_each_primitive_makes_what_it_should(
    tmp_path: Path, primitives: str, x: float, y: float, color: tuple[int, int, int]
) -> None:
    found = pixel(tmp_path, filtered(primitives), x, y)
    assert max(abs(one - other) for one, other in zip(found, color, strict=True)) <= 1, found


def test_what_is_not_seen_has_no_colour(tmp_path: Path) -> None:
    for matrix in ('type="luminanceToAlpha"', 'values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  1 1 1 0 0"'):
        assert pixel(tmp_path, filtered(f"<feColorMatrix {matrix}/>"), 4.7, 8) == WHITE
        bare = '<feFlood flood-color="lime" flood-opacity="0"/>'
        assert pixel(tmp_path, filtered(f"{bare}<feColorMatrix {matrix}/>"), 9, 8) == WHITE


def test_colours_mix_as_light_unless_asked_otherwise(tmp_path: Path) -> None:
    half = '<feFlood flood-color="lime"/><feComposite in2="SourceGraphic" operator="arithmetic" k2="0.5" k3="0.5" {}/>'
    light, values = (half.format(said) for said in ("", 'color-interpolation-filters="sRGB"'))
    assert pixel(tmp_path, filtered(values), 9, 8) == (96, 128, 0)
    assert pixel(tmp_path, filtered(light), 9, 8) == (140, 188, 0)
    assert pixel(tmp_path, filtered(light, 'color-interpolation-filters="sRGB"'), 9, 8) == (96, 128, 0)
    assert pixel(tmp_path, f'<g style="color-interpolation-filters:sRGB">{filtered(light)}</g>', 9, 8) == (96, 128, 0)


def test_a_blur_is_as_wide_as_it_says(tmp_path: Path) -> None:
    """Of an edge a deviation of 1 mm leaves 84% a millimetre inside, 50% on it, 16% outside."""
    body = filtered(
        '<feGaussianBlur stdDeviation="1" color-interpolation-filters="sRGB"/>',
        'x="-1" y="-1" width="3" height="3"',
        '<rect x="10" y="-30" width="60" height="90" filter="url(#f)"/>',
    )
    for x, share in ((9, 0.16), (10, 0.5), (11, 0.84)):
        assert abs(1 - pixel(tmp_path, body, x, 10)[0] / 255 - share) < 0.04, x
    wide = body.replace('stdDeviation="1"', 'stdDeviation="6 0"')  # made smaller for it
    for x, share in ((4, 0.16), (10, 0.5), (16, 0.84)):
        assert abs(1 - pixel(tmp_path, wide, x, 10)[0] / 255 - share) < 0.04, x


def test_pixels_are_those_of_the_final_size() -> None:
    flood = '<feFlood flood-color="lime"/>'
    said = 'x="0" y="0" width="1" height="1"'
    assert mm(size_of(draw(svg(filtered(flood, said)), ASSETS))[0]) == pytest.approx(8, abs=0.1)
    turned = f'<g transform="rotate(90) scale(0.5) translate(0 -20)">{filtered(flood, said)}</g>'
    assert mm(size_of(draw(svg(turned), ASSETS))[0]) == pytest.approx(4, abs=0.1)
    nested = f'<svg width="20" height="20" viewBox="0 0 200 200">{filtered(flood, said)}</svg>'
    assert mm(size_of(draw(svg(nested), ASSETS))[0]) == pytest.approx(0.8, abs=0.1)
    art = f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{filtered(flood, said)}</svg>'.encode()
    assets = Assets({}, FONTS, icon, lambda _: art)
    for wide in (20, 10):  # each in its own size
        drawing = draw(svg(f'<image href="a.svg" width="{wide}" height="{wide}"/>'), assets)
        assert mm(size_of(drawing)[0]) == pytest.approx(8 * wide / 20, abs=0.1)


def test_only_what_can_be_seen_is_made_pixels_of() -> None:
    huge = filtered(
        '<feFlood flood-color="lime"/>', 'filterUnits="userSpaceOnUse" x="-9e5" y="-9e5" width="1e6" height="1e6"'
    )
    width, height = size_of(draw(svg(huge), ASSETS))
    assert mm(width) == pytest.approx(20, abs=0.1)
    assert mm(height) == pytest.approx(20, abs=0.1)


def test_words_under_a_filter_are_found_where_they_stand(tmp_path: Path) -> None:
    words = (
        '<g filter="url(#f)" opacity="0.9"><g opacity="0.5"><text x="2" y="9" font-family="Text">Flame</text></g></g>'
    )
    body = filtered('<feGaussianBlur stdDeviation="0.4"/>', "", words)
    assert text_of(pdf(tmp_path, body)).split() == ["Flame"]
    operators = draw(svg(body), ASSETS)
    assert "3 Tr" in operators.content
    assert pixel(tmp_path, body.replace('"0.4"', '"400"'), 3, 8) == WHITE, "they are not seen"


def test_effects_lie_over_the_filter(tmp_path: Path) -> None:
    clip = '<clipPath id="c"><rect x="5" y="5" width="4" height="9"/></clipPath>'
    body = clip + filtered('<feFlood flood-color="blue"/>', "", BOX.format('clip-path="url(#c)" opacity="0.5"'))
    assert pixel(tmp_path, body, 4.7, 8) == pixel(tmp_path, body, 9.5, 8) == WHITE
    assert pixel(tmp_path, body, 6, 8) in ((127, 127, 255), (128, 128, 255))


def test_a_cheap_ink_has_no_filters_and_grey_has_no_colours() -> None:
    body = filtered('<feFlood flood-color="lime"/>')
    light = draw(svg(body), Assets({}, FONTS, icon, ASSETS.art, outlined=True))
    assert not images(light.resources)
    assert (
        light.content
        == draw(svg(body.replace(' filter="url(#f)"', "")), Assets({}, FONTS, icon, ASSETS.art, outlined=True)).content
    )
    (image,) = images(draw(svg(body), Assets({}, FONTS, icon, ASSETS.art, grey=True)).resources)
    assert image.gray


@pytest.mark.parametrize(
    ("primitives", "message"),
    [
        ("<feTurbulence/>", "the filter 'f' has <feTurbulence>, which is not painted"),
        ("", "the filter 'f' is empty"),
        ('<feOffset in="BackgroundImage"/>', "the filter 'f' asks for BackgroundImage, which is not painted"),
        ('<feOffset in="b" result="a"/><feOffset in="a" result="b"/>', "the filter 'f' asks for 'b', which is no result before it"),
        ('<feOffset result="a" in="a"/>', "the filter 'f' asks for 'a', which is no result before it"),
        ("<feOffset/>" * 1000, "the filter 'f' has 1,000 primitives"),
        ('<feGaussianBlur stdDeviation="-1"/>', "stdDeviation is negative"),
        ('<feGaussianBlur stdDeviation="1e9"/>', "stdDeviation has 1e9, which is larger than any paper"),
        ('<feColorMatrix values="1 2"/>', "<feColorMatrix> has 2 values"),
        ('<feComposite operator="ovr"/>', "the operator of <feComposite> is 'ovr'"),
        ('<feBlend mode="hue"/>', "<feBlend> with mode 'hue' is not painted"),
        ('<feMorphology operator="grow"/>', "the operator of <feMorphology> is 'grow'"),
        ('<feOffset blur="1"/>', "unknown attribute 'blur' on <feOffset>"),
        ('<feFlood flood-color="inkk"/>', "unknown colour 'inkk'"),
        ('<feComponentTransfer><feFuncR type="x"/></feComponentTransfer>', "the type of a transfer is 'x'"),
    ],
)  # fmt: skip
def test_what_is_not_painted_is_refused_and_art_goes_without(primitives: str, message: str) -> None:
    with pytest.raises(SvgFault) as caught:
        draw(svg(filtered(primitives)), ASSETS)
    assert caught.value.message == message
    drawing = draw(
        svg('<image href="a.svg" width="9" height="9"/>'),
        Assets({}, FONTS, icon, lambda _: svg(filtered(primitives)).encode()),
    )
    assert [note for note, _ in drawing.left_out] == [f"a.svg: {message}"]
    (form,) = drawing.resources.forms.values()
    assert "0.7529 0 0 rg" in form.content or images(drawing.resources), "the element is painted without its filter"


def test_a_function_and_a_share_of_nothing_are_told() -> None:
    with pytest.raises(SvgFault, match=r"filter 'blur\(1px\)' is not painted"):
        draw(svg('<rect width="1" height="1" filter="blur(1px)"/>'), ASSETS)
    with pytest.raises(SvgFault, match="acts in a share of a box that has no size") as caught:
        draw(svg(filtered("<feOffset/>", "", '<path d="M0 5H9" stroke="ink" filter="url(#f)"/>')), ASSETS)
    assert caught.value.hint.startswith("write filterUnits='userSpaceOnUse'")


@pytest.mark.parametrize(
    "primitives",
    [
        '<feGaussianBlur stdDeviation="999999"/>',
        '<feMorphology operator="dilate" radius="999999"/>',
        '<feOffset dx="999999"/>',
        '<feDropShadow stdDeviation="999999 0.001" dx="-999999"/>',
    ],
)
def test_huge_numbers_take_no_time(primitives: str) -> None:
    start = time.perf_counter()
    draw(svg(filtered(primitives, 'x="-50" y="-50" width="100" height="100"')), ASSETS)
    assert time.perf_counter() - start < 20


def test_the_work_of_one_drawing_is_bounded() -> None:
    many = '<feGaussianBlur stdDeviation="1"/>' * 90
    body = filtered(many, 'filterUnits="userSpaceOnUse" x="0" y="0" width="300" height="300"', BOX.format("") * 3)
    start = time.perf_counter()
    with pytest.raises(SvgFault, match="the filters of the drawing go through more than"):
        draw(svg(body, 300), ASSETS)
    assert time.perf_counter() - start < 30


def test_light_has_a_table_of_its_own() -> None:
    assert to_linear()[0] == from_linear()[0] == 0
    assert to_linear()[255] == from_linear()[255] == 255
    assert (to_linear()[128], to_linear()[192], from_linear()[128], from_linear()[1]) == (55, 134, 188, 13)


def test_the_same_filter_is_the_same_bytes_and_templates_with_words_too() -> None:
    body = filtered(
        '<feDropShadow stdDeviation="0.3"/>',
        "",
        '<g filter="url(#f)"><text x="2" y="9" font-family="Text">Flame</text></g>',
    )
    one, other = draw(svg(body), ASSETS), draw_face(svg(body), ASSETS)
    assert one.content == other.content
    assert images(one.resources) == images(other.resources)


def test_a_page_for_browsers_has_the_filter_and_nothing_else(tiny_game: Game) -> None:
    body = filtered('<feDropShadow dx="1" stdDeviation="0.5" flood-color="#ff0000" result="r"/><feOffset in="r"/>')
    written = WebDrawings(tiny_game).svg(Face("c", "r", "front", svg(body), Size(20, 20)), "")
    assert '<feDropShadow dx="1" stdDeviation="0.5" flood-color="#ff0000" result="r"' in written
    assert 'filter="url(#d1-' in written
    for strange in (
        "<feTurbulence/>",
        '<feImage href="http://x.example/"/>',
        '<feOffset dx="url(http://x.example/)"/>',
    ):
        bare = WebDrawings(tiny_game).svg(Face("c", "r", "front", svg(filtered(strange)), Size(20, 20)), "")
        assert "x.example" not in bare
        assert "Turbulence" not in bare
        assert "<rect" in bare


def test_the_unseen_words_stand_where_the_seen_ones_did(tmp_path: Path) -> None:
    words = '<g transform="translate(3 2) rotate(15)"><text x="2" y="9" font-family="Text" filter="url(#f)">Flame</text></g>'
    body = filtered('<feGaussianBlur stdDeviation="0.4"/>', "", words)
    boxes = []
    for said in (body, body.replace(' filter="url(#f)"', "")):
        document = pypdfium2.PdfDocument(pdf(tmp_path, said))
        text = document[0].get_textpage()
        boxes.append([text.get_charbox(number) for number in range(text.count_chars())])
        document.close()
    assert len(boxes[0]) == len("Flame")
    for one, other in zip(*boxes, strict=True):
        assert one == pytest.approx(other, abs=0.01)


def test_a_filter_that_is_not_painted_is_told_at_its_place_and_in_art_as_a_warning(make_game: MakeGame) -> None:
    card = '<svg xmlns="http://www.w3.org/2000/svg">\n  <filter id="f"><feTile/></filter>\n  <rect width="9" height="9" filter="url(#f)"/>\n  <image href="art.svg" width="20" height="20"/>\n</svg>'
    art = svg('<filter id="f"><feTile/></filter><rect width="9" height="9" filter="url(#f)"/>')
    game = read_game(make_game({"templates/tiny/card.svg": card, "templates/tiny/art.svg": art}), "tiny")
    with pytest.raises(GameError) as caught:
        build(game, PrintJob("a4"), game.workspace.root / "out")
    first = caught.value.problems[0]
    assert str(first.span) == "templates/tiny/card.svg:3:3"
    assert first.message.startswith("the filter 'f' has <feTile>, which is not painted")
    assert first.hint == "place the picture as a PNG"
    card = card.replace(' filter="url(#f)"', "")
    game = read_game(make_game({"templates/tiny/card.svg": card, "templates/tiny/art.svg": art}), "tiny")
    problems = [str(problem) for problem in check(game, PrintJob("a4")) if problem.code == "left-out"]
    assert problems == [
        "templates/tiny/card.svg:4:3: warning: art.svg: the filter 'f' has <feTile>, which is not painted: left out"
    ]
