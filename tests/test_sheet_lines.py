"""Lines to cut, fold, punch and glue along: no ink of faces, drawn on sheets by one convention, and checked."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import build, check, gather, read_game
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.faces.face_lines import read_lines
from pnp.game.model import Game
from pnp.impose.glue_areas import INSETS, MOST_POINTS, glue_area
from pnp.impose.sheet import Sheet
from pnp.impose.sheet_lines import OUTSIDE, PALE, WEIGHT
from pnp.job import PrintJob
from pnp.problems import GameError, Problem
from pnp.shapes.polygon import Point, contains, flattened, sides, to_side
from pnp.svg.path import bounds, parse_path
from pnp.units import Rect
from pnp.web.drawings import WebDrawings

from .conftest import GAME, MakeGame
from .pdfs import Painted, painted, raster, text_of

SPACE = 'xmlns="http://www.w3.org/2000/svg"'
DOCUMENT = "documents: {cards: [cards]}"


def files(component: str, template: str, more: str = "", back: str = "") -> dict[str, str]:
    """The tiny game with one component of one face."""
    head, _, _ = GAME.partition("components:")
    head = head.partition("collections:")[0]
    made = {
        "data/tiny/game.yaml": f"{head}components:\n  cards: {{template: card.svg, {component}}}\n{more or DOCUMENT}\n",
        "templates/tiny/card.svg": f"<svg {SPACE}>\n{template}\n</svg>\n",
    }
    return made | ({"templates/tiny/back.svg": f"<svg {SPACE}>\n{back}\n</svg>\n"} if back else {})


def printed(make_game: MakeGame, given: dict[str, str], name: str = "cards") -> Path:
    workspace = make_game(given)
    build(read_game(workspace, "tiny"), PrintJob("a4"), workspace.root / "out")
    return workspace.root / "out" / f"{name}.pdf"


def sheets(game: Game, name: str = "cards") -> tuple[Sheet, ...]:
    return gather(game, composer(game, PrintJob("a4")), list(game.documents.values())).sheets[name]


def strokes(path: Path, page: int = 0) -> list[Painted]:
    """What lines draw: the marks come after all faces, and the slug's bar is at the foot."""
    return [item for item in painted(path, page) if item.operator == "S" and item.box[3] < 285]


INK = '<rect x="-5" y="-5" width="80" height="80" fill="#224466"/>'


def test_a_line_is_no_ink_and_stands_on_the_sheet_where_its_transforms_take_it(make_game: MakeGame) -> None:
    lines = (
        '<g transform="translate(10 5) scale(2)"><path data-line="cut" d="M0 0H10" stroke="red" stroke-width="9"/></g>'
        '<g data-line="fold"><line x1="0" y1="20" x2="40" y2="20" stroke="red"/></g>'
        '<circle data-line="hole" cx="30" cy="32" r="2" fill="red"/>'
    )
    path = printed(make_game, files("size: 40 x 40", '<rect width="40" height="40" fill="#ddddee"/>' + lines))
    pixels = raster(path, dpi=150).astype(int)
    red = (pixels[:, :, 0] > pixels[:, :, 1] + 60) & (pixels[:, :, 0] > pixels[:, :, 2] + 60)
    assert not red.any()
    marks = strokes(path)
    game = read_game(make_game(files("size: 40 x 40", INK + lines)), "tiny")
    x, y = sheets(game)[0].placements[0].matrix.apply(0, 0)
    cut = [item for item in marks if item.box == pytest.approx((x + 10, y + 5, x + 30, y + 5), abs=0.01)]
    fold = [item for item in marks if item.box == pytest.approx((x, y + 20, x + 40, y + 20), abs=0.01)]
    assert len(fold) == 2  # a pale line, and a dark one on it
    holes = [item for item in marks if any(hypot(px - x - 28, py - y - 32) < 0.01 for px, py in item.points)]
    assert cut or any((x + 10, y + 5) == pytest.approx(item.points[0], abs=0.01) for item in marks)
    (hole, _) = holes
    around = [point for point in hole.points if abs(hypot(point[0] - x - 30, point[1] - y - 32) - 2) < 0.01]
    cross = [point for point in hole.points if abs(hypot(point[0] - x - 30, point[1] - y - 32) - 1.5) < 0.01]
    assert len(around) >= 5 and len(cross) == 4


SHAPES = {
    "circle": ("shape: circle, size: 25, bleed: 2", 25.0, 25.0),
    "hex flat": ("shape: hex flat, size: 25, bleed: 2", 50 / sqrt(3), 25.0),
    "hex pointy": ("shape: hex pointy, size: 25, bleed: 2", 25.0, 50 / sqrt(3)),
    "rounded": ("shape: rounded 6mm, size: 30 x 40, bleed: 2", 30.0, 40.0),
    "polygon": ('shape: "polygon 0,0 30,0 30,40 15,15 0,40", size: 30 x 40, bleed: 2', 30.0, 40.0),
}


@pytest.mark.parametrize(("component", "width", "height"), SHAPES.values(), ids=SHAPES)
def test_a_piece_is_clipped_to_its_outline_and_the_gutter_and_its_cut_line_lies_just_outside(
    make_game: MakeGame, component: str, width: float, height: float
) -> None:
    path = printed(make_game, files(component, INK))
    game = read_game(make_game(files(component, INK)), "tiny")
    (place,) = sheets(game)[0].placements
    face = place.face
    assert (place.trim.width, place.trim.height) == pytest.approx((width, height))
    pixels = raster(path, dpi=300)
    scale = 300 / 25.4
    wrong = 0
    step = 0.4
    for i in range(int((width + 16) / step)):
        for k in range(int((height + 16) / step)):
            x, y = i * step - 8, k * step - 8
            inside = face.shape.depth(face.size, x, y)
            column, row = (int(v * scale) for v in place.matrix.apply(x, y))
            blue = bool(pixels[row, column, 0] < 90 and pixels[row, column, 2] > 90)
            if inside > 0.1:
                wrong += not blue  # nothing of the line stays on the piece
            elif -1.3 < inside < -0.5 and min(hypot(x - a, y - b) for a, b in face.shape.corners(face.size)) > 1.5:
                wrong += not blue
            elif inside < -6.1:  # a sharp corner reaches four times as far as the half of the gutter
                wrong += blue
    assert wrong == 0
    marks = [item for item in strokes(path) if len(item.points) > 4]
    assert len(marks) in (2, 4)  # the angles at the corners of its box, but for nested hexes; and then the outline
    lines = marks[-2:]
    corners = face.shape.corners(face.size)
    curved = face.shape.kind in ("circle", "rounded")  # whose control points lie farther out
    for px, py in lines[0].points if not curved else ():
        at = (px - place.trim.x, py - place.trim.y)
        assert not contains(corners, *at)
        assert min(to_side(*at, *side) for side in sides(corners)) < 4 * OUTSIDE + 0.01  # a sharp corner is mitred
    assert pytest.approx(PALE / 2) == OUTSIDE and WEIGHT < PALE


def widths(sheet: Sheet) -> int:
    return sheet.overlay.count(f'stroke-width="{PALE}"')


@pytest.mark.parametrize(
    ("said", "lines"), [("", 1), (", cut-line: outside", 1), (", cut-line: on", 1), (", cut-line: none", 0)]
)
def test_a_component_says_where_its_cut_line_lies(make_game: MakeGame, said: str, lines: int) -> None:
    game = read_game(make_game(files(f"shape: circle, size: 20, bleed: 2{said}", INK)), "tiny")
    (sheet,) = sheets(game)
    assert widths(sheet) == lines
    if lines:
        found = [part for part in sheet.overlay.split('d="') if f'stroke-width="{PALE}"' in part]
        box = bounds(parse_path(found[0].partition('"')[0]))
        assert box.width == pytest.approx(20 if "on" in said.split() else 20 + 2 * OUTSIDE, abs=1e-3)


def test_rectangles_have_no_cut_line_unless_they_ask(make_game: MakeGame) -> None:
    plain = sheets(read_game(make_game(files("size: 40 x 40", INK)), "tiny"))[0]
    asked = sheets(read_game(make_game(files("size: 40 x 40, cut-line: on", INK)), "tiny"))[0]
    assert (widths(plain), widths(asked)) == (0, 1)


def test_hexes_without_a_gutter_share_their_cut_lines(make_game: MakeGame) -> None:
    more = "documents: {cards: {components: [cards], gutter: 0}}"
    game = read_game(make_game(files("shape: hex flat, size: 25, copies: 84", INK, more)), "tiny")
    (sheet,) = sheets(game)
    assert len(sheet.placements) == 84
    data = next(part for part in sheet.overlay.split('d="') if f'stroke-width="{PALE}"' in part).partition('"')[0]
    found = [part for part, _ in flattened(parse_path(data))]
    assert len({tuple(sorted((round(x, 2), round(y, 2)) for x, y in part)) for part in found}) == len(found)
    assert 84 * 3 < len(found) < 84 * 6 / 1.7  # inner sides stand once
    assert sheet.overlay.count('stroke="#000000"') == 1  # the bar at the foot: there are no crop marks


NET = (
    '<path data-line="cut" d="M0 0H40V20L60 25V35L40 40H0Z M10 10H20V20H10Z"/>'
    '<path data-line="fold" d="M40 20V40" data-word="mountain"/>'
    '<path data-line="glue" d="M41 21L59 26V34L41 39Z"/>'
)


def test_a_template_draws_the_outline_of_its_piece_and_its_back_is_the_mirror_image(make_game: MakeGame) -> None:
    back = '<rect x="-5" y="-5" width="80" height="80" fill="#664422"/>'
    given = files("shape: path, size: 60 x 40, bleed: 1.5, back: back.svg", INK + NET, back=back)
    path = printed(make_game, given)
    game = read_game(make_game(given), "tiny")
    fronts, backs = sheets(game)
    (front,), (behind,) = fronts.placements, backs.placements
    assert [line.kind for line in front.face.lines] == ["cut", "fold", "glue"]
    assert bounds(front.face.lines[0].path) == Rect(10, 10, 10, 10)  # a hole of the outline is cut, too
    width = fronts.size.width
    one, two = raster(path, 0, 150), raster(path, 1, 150)
    scale = 150 / 25.4
    for x in np.arange(-1.0, 61.5, 0.7):
        for y in np.arange(-1.0, 41.5, 0.7):
            if 0.4 > front.face.shape.depth(front.face.size, x, y) > -2.6 or not (0 <= x <= 60 and 0 <= y <= 40):
                continue  # beside the outline, and where the corners of its box are marked
            sx, sy = front.matrix.apply(x, y)
            row, column, behind_it = int(sy * scale), int(sx * scale), int((width - sx) * scale)
            seen = one[row - 1 : row + 2, column - 1 : column + 2].min() < 200  # beside a pale line, too
            also = two[row, behind_it].min() < 200
            assert seen == also == (front.face.shape.depth(front.face.size, x, y) > 0), (x, y)
    assert behind.face.shape == front.face.shape.mirrored(front.face.size)
    assert "mountain" in text_of(path, 0) and "glue" in text_of(path, 0)
    assert "mountain" not in text_of(path, 1)


def test_backs_show_their_own_folds_and_glue_and_no_cuts(make_game: MakeGame) -> None:
    given = files("size: 60 x 40, back: back.svg", INK, back=INK + NET)
    fronts, backs = sheets(read_game(make_game(given), "tiny"))
    assert widths(fronts) == 0
    assert widths(backs) == 2  # folds, and the glue's hatch
    assert "mountain" in backs.overlay


@pytest.mark.parametrize("layout", ["tiles", "strips", "poster"])
def test_lines_of_large_pieces_are_cut_where_their_tiles_are(make_game: MakeGame, layout: str) -> None:
    size = "380 x 60" if layout == "strips" else "300 x 200"
    template = '<rect width="400" height="400" fill="#ddddee"/><path data-line="fold" d="M10 30H370"/>'
    more = f"documents: {{cards: {{components: [cards], layout: {layout}}}}}"
    game = read_game(make_game(files(f"size: {size}", template, more)), "tiny")
    dashed = [sheet for sheet in sheets(game) if "stroke-dasharray" in sheet.overlay]
    assert len(dashed) == {"tiles": 2, "strips": 1, "poster": 1}[layout]
    path = printed(make_game, files(f"size: {size}", template, more))
    assert path.stat().st_size > 1000
    for page, sheet in enumerate(sheets(game)):
        if sheet in dashed and layout == "tiles":
            pixels = raster(path, page, 150).astype(int)
            place = sheet.placements[0]
            assert place.clip is not None
            row = int(place.matrix.apply(0, 30)[1] * 150 / 25.4)
            dark = np.nonzero(pixels[row - 1 : row + 2].min(axis=(0, 2)) < 150)[0] * 25.4 / 150
            inner = dark[(dark > place.clip.rect.x - 0.3) & (dark < place.clip.rect.right + 0.3)]
            assert len(inner) > 20
            outside = dark[(dark < place.clip.rect.x - 1) | (dark > place.clip.rect.right + 1)]
            assert all(min(abs(x - sheet.trim.x), abs(x - sheet.trim.right), x, 210 - x) < 12 for x in outside)


def test_pages_for_browsers_show_no_lines_and_the_outline(make_game: MakeGame) -> None:
    given = files("shape: path, size: 60 x 40", INK + NET)
    game = read_game(make_game(given), "tiny")
    face = sheets(game)[0].placements[0].face
    shown = WebDrawings(game).svg(face, "a net")
    assert "<rect" in shown and "<path" not in shown
    assert "clip-path:polygon(0% 0%,66.667% 0%" in shown


def test_pictures_of_other_programs_keep_what_they_call_lines(make_game: MakeGame) -> None:
    workspace = make_game(files("size: 40 x 40", '<image href="art.svg" width="40" height="40"/>'))
    art = f'<svg {SPACE} viewBox="0 0 9 9"><rect data-line="cut" width="9" height="9" fill="#cc2211"/></svg>'
    (workspace.root / "templates/tiny/art.svg").write_text(art, encoding="utf-8")
    build(read_game(workspace, "tiny"), PrintJob("a4"), workspace.root / "out")
    pixels = raster(workspace.root / "out/cards.pdf").astype(int)
    assert ((pixels[:, :, 0] - pixels[:, :, 1]) > 100).sum() > 1000


def faults(make_game: MakeGame, given: dict[str, str]) -> list[Problem]:
    try:
        return check(read_game(make_game(given), "tiny"), PrintJob("a4"))
    except GameError as error:
        return list(error.problems)


FULL = '<rect x="-3" y="-3" width="90" height="90" fill="#ddddee"/>'
# what is wrong: component, template, code, the beginning of the message, the line of the template (0: game.yaml)
WRONG: dict[str, tuple[str, str, str, str, int]] = {
    "an unknown kind": ("size: 40 x 40", FULL + '\n<path data-line="crease" d="M0 9H9"/>', "svg", "data-line 'crease' is no kind of line", 3),
    "a text as a line": ("size: 40 x 40", FULL + '\n<text data-line="cut" x="1" y="9">a</text>', "svg", "<text> cannot be a line to cut", 3),
    "a text in a line": ("size: 40 x 40", FULL + '\n<g data-line="fold"><text x="1" y="9">a</text></g>', "svg", "<text> stands in a line to fold", 3),
    "a line in another": ("size: 40 x 40", FULL + '\n<g data-line="fold"><path data-line="cut" d="M0 9H9"/></g>', "svg", "a line to fold holds another kind of line", 3),
    "a word on a cut": ("size: 40 x 40", FULL + '\n<path data-line="cut" data-word="here" d="M0 9H9"/>', "svg", "a cut line bears no word", 3),
    "a word without end": ("size: 40 x 40", FULL + f'\n<path data-line="fold" data-word="{"a" * 41}" d="M0 9H9"/>', "svg", "data-word has 41 letters", 3),
    "a fold outside": ("size: 40 x 40", FULL + '\n<path data-line="fold" d="M-2 9H42"/>', "stray-line", "cards: a fold lies 2.0 mm outside the piece (on 1 face)", 3),
    "a hole outside": ("size: 40 x 40, bleed: 2", FULL + '\n<circle data-line="hole" cx="39" cy="9" r="2"/>', "stray-line", "cards: a hole lies 1.0 mm outside the piece", 3),
    "a hole outside a hex": ("shape: hex flat, size: 25", FULL + '\n<circle data-line="hole" cx="2" cy="2" r="1"/>', "stray-line", "cards: a hole lies", 3),
    "glue on a line": ("size: 40 x 40", FULL + '\n<path data-line="glue" d="M2 9H9"/>', "empty-line", "cards: a area of glue encloses nothing", 3),
    "too many lines": ("size: 40 x 40", FULL + '\n{% for i in range(501) %}<path data-line="cut" d="M0 9H9"/>{% endfor %}', "too-many", "501 lines to cut, fold, punch and glue; at most 500", 3),
    "too many points": ("size: 40 x 40", FULL + '\n<path data-line="cut" d="M0 9{% for i in range(3000) %}h1h-1{% endfor %}"/>', "too-many", "lines of 6,000 points", 3),
    "glue upon glue": ("size: 40 x 40", FULL + '\n{% for i in range(3) %}<rect data-line="glue" width="40" height="40"/>{% endfor %}', "too-many", "areas of glue of 4,800 square mm", 3),
    "a path without a cut": ("shape: path, size: 40 x 40", FULL, "bad-outline", "the template has no cut line that could be the outline", 1),
    "an open path": ("shape: path, size: 40 x 40", FULL + '\n<path data-line="cut" d="M0 0H40V40"/>', "bad-outline", "the outline is open", 3),
    "a path that crosses itself": ("shape: path, size: 40 x 40", FULL + '\n<path data-line="cut" d="M0 0L40 40H0L40 0Z"/>', "bad-outline", "the outline crosses itself at 20,20", 3),
    "a path outside the trim": ("shape: path, size: 40 x 40", FULL + '\n<path data-line="cut" d="M0 0H41V40Z"/>', "bad-outline", "the point 41,0 of the outline lies outside the trim", 3),
    "a polygon that crosses itself": ('shape: "polygon 0,0 40,40 0,40 40,0", size: 40 x 40', FULL, "bad-shape", "shape: the outline crosses itself at 20,20", 0),
    "a polygon outside the trim": ('shape: "polygon 0,0 40,0 40,41", size: 40 x 40', FULL, "bad-shape", "the point 40,41 of the outline lies outside the trim", 0),
    "a radius too large": ("shape: rounded 21mm, size: 40 x 60", FULL, "bad-shape", "corners of 21 mm are more than half of 40 mm", 0),
    "a hex that is none": ("shape: hex flat, size: 25 x 25", FULL, "bad-size", "a hex flat of 25 mm across its flats is 28.87 x 25.00 mm", 0),
    "an unknown shape": ("shape: oval, size: 25 x 25", FULL, "bad-shape", "shape: unknown shape 'oval'", 0),
    "an unknown cut line": ("cut-line: dashed, size: 25 x 25", FULL, "unknown-choice", "cut-line: 'dashed' is none of outside, on, none", 0),
    "hex art that stops at the cut": ("shape: hex flat, size: 25, bleed: 2", '<path d="M7.2 0H21.7L28.9 12.5L21.7 25H7.2L0 12.5Z" fill="#ddddee"/>', "missing-bleed", "cards: the art stops at the cut round the edge", 0),
    "rounded art that stops at the cut": ("shape: rounded 5mm, size: 40 x 40, bleed: 2", '<rect width="40" height="40" rx="5" fill="#ddddee"/>', "missing-bleed", "cards: the art stops at the cut round the edge", 0),
    "a text in the corner of a hex": ("shape: hex flat, size: 25, safe: 1", FULL + '\n{{ text("near", 1, 1, 9, 5, "body") }}', "unsafe-text", "'near'", 3),
    "a text in a round corner": ("shape: rounded 12mm, size: 40 x 40, safe: 1", FULL + '\n{{ text("near", 1, 1, 9, 5, "body") }}', "unsafe-text", "'near'", 3),
    "a text over a notch": ('shape: "polygon 0,0 40,0 40,40 22,40 20,8 18,40 0,40", size: 40 x 40, safe: 1', FULL + '\n{{ text("across the notch", 5, 12, 30, 9, "body") }}', "unsafe-text", "'across the notch'", 3),
}  # fmt: skip


@pytest.mark.parametrize(("component", "template", "code", "said", "line"), WRONG.values(), ids=WRONG)
def test_each_mistake_is_said_where_it_stands(
    make_game: MakeGame, component: str, template: str, code: str, said: str, line: int
) -> None:
    found = [problem for problem in faults(make_game, files(component, template)) if not _beside(problem, code)]
    assert [problem.code for problem in found] == [code], found
    (problem,) = found
    assert said in problem.message and problem.hint
    assert problem.span is not None
    where = ("templates/tiny/card.svg", line) if line else ("data/tiny/game.yaml", problem.span.line)
    assert (problem.span.source.name, problem.span.line) == where


def _beside(problem: Problem, code: str) -> bool:
    """Tiny games leave colours and a style unused."""
    return problem.severity == "warning" and problem.code.startswith("unused") and problem.code != code


@pytest.mark.parametrize(
    ("component", "template"),
    [
        ("size: 40 x 40, bleed: 3", FULL + '<path data-line="fold" d="M-3 9H43"/>'),  # to lay a ruler on
        ("shape: hex flat, size: 25, bleed: 2, safe: 1", FULL + '{{ text("well", 8, 10, 12, 5, "body") }}'),
        ("shape: path, size: 60 x 40, bleed: 1", FULL + NET),
        ("shape: rounded 5mm, size: 40 x 40, bleed: 2, safe: 2", FULL + '{{ text("well", 3, 3, 30, 5, "body") }}'),
    ],
)
def test_what_is_well_drawn_is_not_complained_of(make_game: MakeGame, component: str, template: str) -> None:
    found = faults(make_game, files(component, template))
    assert [problem for problem in found if not _beside(problem, "")] == []


def test_a_line_on_a_page_of_a_book_is_said(make_game: MakeGame) -> None:
    game = files("size: 40 x 40", FULL)
    game["data/tiny/game.yaml"] = game["data/tiny/game.yaml"].replace(
        DOCUMENT,
        "books: {rules: {chapters: [one], page: page.svg}}\n"
        "documents: {cards: [cards], rules: {layout: book, book: rules, size: a5}}",
    )
    game["data/tiny/game.yaml"] = game["data/tiny/game.yaml"].replace(
        "text: {", "text: {book-body: {font: Text, size: 9}, "
    )
    game["templates/tiny/rules/one.md"] = "# One\n\nA chapter.\n"
    game["templates/tiny/rules/page.svg"] = f'<svg {SPACE}>\n<path data-line="cut" d="M0 9H9"/></svg>'
    found = [problem for problem in faults(make_game, game) if problem.code == "idle-line"]
    assert len({str(problem.span) for problem in found}) == 1, faults(make_game, game)
    assert found[0].span is not None and found[0].span.line == 2


tabs = st.tuples(st.floats(3, 40), st.floats(3, 40), st.floats(0, 1), st.floats(0, 1)).map(
    lambda tab: [(0.0, 0.0), (tab[0], tab[2] * tab[1] / 3), (tab[0], tab[1] * (1 - tab[3] / 3)), (0.0, tab[1])]
)


@given(tabs, st.sampled_from(["glue", "paste here", ""]))
def test_glue_is_hatched_inside_and_the_word_stands_where_there_is_room(points: list[Point], word: str) -> None:
    found = glue_area(tuple(points), word, 2.1)
    assert found.strokes
    inset = min(
        min(to_side(x, y, *side) for side in sides(points)) for a, b, c, d in found.strokes for x, y in ((a, b), (c, d))
    )
    assert any(abs(inset - wanted) < 0.75 for wanted in INSETS)
    for a, b, c, d in found.strokes:
        assert contains(points, (a + c) / 2, (b + d) / 2)
        assert (c - a) == pytest.approx(-(d - b))  # 45 degrees
        if found.word:
            away = to_side(*found.place, (a, b), (c, d))
            assert away > 2.1 * 0.45
    if found.word:
        assert contains(points, *found.place)
        assert -90 < found.angle <= 90


def test_a_wide_tab_keeps_its_hatch_two_and_a_half_from_its_edges() -> None:
    square: tuple[Point, ...] = ((0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0))
    found = glue_area(square, "glue", 2.1)
    xs = [x for a, _, c, _ in found.strokes for x in (a, c)]
    assert min(xs) == pytest.approx(2.5, abs=0.01) and max(xs) == pytest.approx(27.5, abs=0.01)
    assert (found.word, found.place, found.angle) == ("glue", (15.0, 10.0), 0.0)
    assert glue_area(((0.0, 0.0), (30.0, 0.0), (30.0, 2.0), (0.0, 2.0)), "glue", 2.1).word == ""


@pytest.mark.parametrize("word", ["paste here", "glue the lid here"])
def test_a_word_stands_where_its_box_fits_to_a_tenth_of_a_millimetre(word: str) -> None:
    """Letters of 2.1 are 0.9 of it high and half of it wide, and keep 0.3 mm from every edge."""
    high, wide = 0.9 * 2.1 + 2 * 0.3, 0.52 * 2.1 * len(word) + 3 * 0.3

    def on(width: float, height: float) -> str:
        return glue_area(((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)), word, 2.1).word

    assert (on(40, high + 0.1), on(40, high - 0.1)) == (word, "")
    assert (on(wide + 0.1, 0.8 * wide), on(wide - 0.1, 0.8 * wide)) == (word, "")


def test_an_outline_of_too_many_sides_is_hatched_to_its_edges() -> None:
    def disc(points: int) -> tuple[Point, ...]:
        return tuple((20 + 18 * cos(2 * pi * i / points), 20 + 18 * sin(2 * pi * i / points)) for i in range(points))

    looked_at, too_many = glue_area(disc(MOST_POINTS), "glue", 2.1), glue_area(disc(MOST_POINTS + 1), "glue", 2.1)
    assert (looked_at.word, too_many.word) == ("glue", "")
    reach = [max(hypot(a - 20, b - 20) for a, b, *_ in found.strokes) for found in (looked_at, too_many)]
    assert reach == pytest.approx([18 - INSETS[0], 18], abs=0.1)


def test_no_line_is_read_from_what_is_not_shown() -> None:
    shown = (
        '<g display="none"><path data-line="cut" d="M0 0H9"/></g><path data-line="cut" visibility="hidden" d="M0 0H9"/>'
    )
    assert read_lines(f"<svg {SPACE}><defs><path data-line='cut' d='M0 0H9'/></defs>{shown}</svg>") == ()
    used = '<defs><path id="a" d="M0 0H9"/></defs><use data-line="fold" href="#a" x="3"/>'
    (line,) = read_lines(f"<svg {SPACE}>{used}</svg>")
    assert (line.kind, bounds(line.path)) == ("fold", Rect(3, 0, 9, 0))


def test_the_lines_of_a_face_do_not_change_what_it_is() -> None:
    svg = f"<svg {SPACE}/>"
    size = Rect(0, 0, 9, 9).size
    assert Face("a", "", "front", svg, size).digest == Face("a", "", "front", svg, size, cut_line="on").digest
