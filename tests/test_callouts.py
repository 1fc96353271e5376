"""Callouts: boxes are where the painter paints, leaders never cross and keep off text, what is missing is named."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from pnp.build.build import build, check, gather, read_game
from pnp.build.painter import Painter
from pnp.diagrams.callouts import CALLOUT_SECTIONS, CALLOUTS, DISC, MARGIN, face_group, read_parts
from pnp.diagrams.leaders import PITCH, lead, spread
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.field.geometry import Point, crosses
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.preflight.proof import proofs
from pnp.problems import GameError, Problem
from pnp.units import Rect, Size

from .conftest import GAME, ROOT, MakeGame, write_tiny

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 63 88">{}</svg>'
# a part's SVG, and its box in mm: left, top, right, bottom
SHAPES: dict[str, tuple[str, tuple[float, float, float, float]]] = {
    "rect": ('<rect data-part="p" x="5" y="6" width="20" height="8"/>', (5, 6, 25, 14)),
    "circle": ('<circle data-part="p" cx="20" cy="30" r="7"/>', (13, 23, 27, 37)),
    "moved and scaled": ('<g transform="translate(10 20)"><g transform="scale(2)"><rect data-part="p" x="1" y="1" width="10" height="4"/></g></g>', (12, 22, 32, 30)),
    "turned": ('<g data-part="p" transform="rotate(90 30 40)"><rect x="20" y="38" width="20" height="4"/></g>', (28, 30, 32, 50)),
    "turned by matrix": ('<rect data-part="p" transform="matrix(0 1 -1 0 40 10)" x="0" y="0" width="20" height="8"/>', (32, 10, 40, 30)),
    "group": ('<g data-part="p"><rect x="5" y="5" width="4" height="4"/><g transform="translate(20 30)"><rect x="0" y="0" width="6" height="6"/></g></g>', (5, 5, 26, 36)),
    "path with curves": ('<path data-part="p" d="M10 40C10 20 40 20 40 40Z"/>', (10, 25, 40, 40)),
    "polygon": ('<polygon data-part="p" points="10,10 30,12 22,44"/>', (10, 10, 30, 44)),
    "ellipse": ('<ellipse data-part="p" cx="30" cy="50" rx="12" ry="5"/>', (18, 45, 42, 55)),
    "used": ('<defs><rect id="r" x="1" y="2" width="10" height="6"/></defs><use data-part="p" href="#r" x="20" y="30"/>', (21, 32, 31, 38)),
    "used symbol": ('<symbol id="s"><rect x="0" y="0" width="10" height="6"/></symbol><g data-part="p"><use href="#s" transform="translate(8 9)"/></g>', (8, 9, 18, 15)),
    "past the trim": ('<rect data-part="p" x="-5" y="80" width="30" height="30"/>', (0, 80, 25, 88)),
    "two of a name": ('<rect data-part="p" x="5" y="5" width="4" height="4"/><rect data-part="p" x="40" y="60" width="10" height="4"/>', (5, 5, 50, 64)),
    "in centimetres": ('<rect data-part="p" x="2cm" y="1cm" width="2cm" height="0.5in"/>', (20, 10, 40, 22.7)),
    "in shares of the face": ('<rect data-part="p" x="50%" y="25%" width="25%" height="10%"/>', (31.5, 22, 47.25, 30.8)),
    "in a nested drawing": ('<svg x="10" y="20" width="30" height="30" viewBox="0 0 100 100"><rect data-part="p" x="10%" y="20" width="50%" height="40"/></svg>', (13, 26, 28, 38)),
    "a scaled symbol": ('<symbol id="s" viewBox="0 0 10 10"><rect x="2" y="2" width="5" height="5"/></symbol><use data-part="p" href="#s" x="10" y="10" width="40" height="40"/>', (18, 18, 38, 38)),
    "styled by a sheet": ('<style>.gone { display: none } .on { fill: black }</style><g data-part="p"><rect class="on" x="5" y="5" width="4" height="4"/><rect class="gone" x="40" y="60" width="10" height="4"/></g>', (5, 5, 9, 9)),
    "styled by hand": ('<g data-part="p"><rect x="5" y="5" width="4" height="4"/><rect style="fill: black; display: none" x="40" y="60" width="10" height="4"/></g>', (5, 5, 9, 9)),
    "not what is hidden": ('<rect data-part="p" x="5" y="5" width="4" height="4"/><rect data-part="p" display="none" x="40" y="60" width="10" height="4"/>', (5, 5, 9, 9)),
}  # fmt: skip


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Game:
    workspace = write_tiny(tmp_path_factory.mktemp("callouts"), {"templates/tiny/card.svg": CARD})
    return read_game(workspace, "tiny")


CARD = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">
  <rect x="-3" y="-3" width="69" height="94" fill="paper"/>
  <rect data-part="title" x="4" y="4" width="44" height="10" fill="none" stroke="ink" stroke-width="0.3"/>
  {{ text(name, 6, 5, 40, 8, "body") }}
  <g data-part="health" transform="translate(50 5)">{{ text(health, 0, 0, 9, 8, "body") }}</g>
  <rect data-part="story box" x="4" y="50" width="55" height="30" fill="none" stroke="ink" stroke-width="0.3"/>
  {{ text(it.story or "", 5, 51, 53, 28, "body") }}
</svg>
"""


@pytest.mark.parametrize("name", SHAPES)
def test_a_part_is_where_the_painter_paints_it(name: str, tiny: Game) -> None:
    svg, wanted = SHAPES[name]
    face = Face("cards", "ada", "front", SVG.format(svg), Size(63, 88))
    box = read_parts(face, tiny.fonts).parts["p"]
    assert (box.x, box.y, box.right, box.bottom) == pytest.approx(wanted, abs=1e-6)
    # and in the picture that pdfium takes of it, where every pixel that is not paper belongs to the part
    for proof in proofs([face], Painter(tiny, composer(tiny, PrintJob("a4"))).draw):
        ink = proof.ground.getchannel("A").point(lambda value: 255 if value > 127 else 0).getbbox()
        assert ink is not None
        assert [side / proof.scale for side in ink] == pytest.approx(wanted, abs=2.5 / proof.scale)


@pytest.mark.parametrize("name", SHAPES)
def test_a_face_within_callouts_looks_as_it_does_alone(name: str, tiny: Game) -> None:
    face = Face("cards", "ada", "front", SVG.format(SHAPES[name][0]), Size(63, 88))
    inner = Face("cards", "ada", "front", SVG.format(face_group(face.svg)), Size(63, 88))
    painter = Painter(tiny, composer(tiny, PrintJob("a4")))
    alone, within = [proof.ground.copy() for proof in proofs([face, inner], painter.draw)]
    assert ImageChops.difference(alone, within).getbbox() is None


ROOTS = {
    "in points": 'width="178.58pt" height="249.45pt" viewBox="0 0 178.58 249.45"',
    "in pixels": 'width="238.11px" height="332.6px" viewBox="0 0 238.11 332.6"',
    "in centimetres": 'width="6.3cm" height="8.8cm" viewBox="0 0 630 880"',
}


@pytest.mark.parametrize("name", ROOTS)
def test_a_drawing_in_any_unit_is_measured_in_millimetres(name: str, tiny: Game, make_game: MakeGame) -> None:
    """A rectangle and a text 10 mm from the left, whatever the drawing's unit is: for callouts, and for the safe area."""
    mm = float(ROOTS[name].split('viewBox="0 0 ')[1].split()[0]) / 63
    shapes = f'<g transform="scale({mm})"><rect data-part="p" x="10" y="20" width="30" height="12"/>{{}}</g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {ROOTS[name]}>{shapes}</svg>'
    box = read_parts(Face("cards", "ada", "front", svg.format(""), Size(63, 88)), tiny.fonts).parts["p"]
    assert (box.x, box.y, box.right, box.bottom) == pytest.approx((10, 20, 40, 32), abs=0.01)
    for x, past in ((10, None), (1, "2.0 mm nearer to the cut than the 3 mm of 'safe'")):
        card = svg.format(f'{{{{ text(name, {x}, 40, 40, 8, "body") }}}}')
        safe = GAME.replace("bleed: 3}", "bleed: 3, safe: 3}")
        game = read_game(make_game({"data/tiny/game.yaml": safe, "templates/tiny/card.svg": card}), "tiny")
        messages = [item.message for item in check(game, PrintJob("a4")) if item.code == "unsafe-text"]
        assert bool(messages) == bool(past)
        assert not past or all(past in message for message in messages)


def test_texts_are_as_wide_as_they_are_set(tiny: Game) -> None:
    face = composer(tiny, PrintJob("a4")).face(tiny.components["cards"], tiny.collections["heroes"]["bo"], "front")
    found = read_parts(face, tiny.fonts)
    assert set(found.parts) == {"title", "health", "story box"}
    runs = [run for proof in proofs([face], Painter(tiny, composer(tiny, PrintJob("a4"))).draw) for run in proof.runs]
    assert len(runs) >= 3
    for run in runs:
        near = min(found.texts, key=lambda box: abs(box.x - run.box.x) + abs(box.y - run.box.y))
        assert near.x == pytest.approx(run.box.x, abs=0.6)
        assert near.right >= run.box.right - 0.6
        assert near.y == pytest.approx(run.box.y, abs=1.2)
    title = found.parts["title"]
    assert (title.x, title.y, title.width, title.height) == (4, 4, 44, 10)


# --- leaders ---

cards = st.lists(
    st.builds(
        Rect,
        st.integers(0, 50).map(float),
        st.integers(0, 75).map(float),
        st.integers(1, 12).map(float),
        st.integers(1, 12).map(float),
    ),
    min_size=1,
    max_size=14,
)


@given(cards)
def test_leaders_do_not_cross_and_end_on_their_boxes(boxes: list[Rect]) -> None:
    size = Size(63, 88)
    leaders = lead(boxes, [], size)
    assert leaders == lead(boxes, [], size)
    for box, leader in zip(boxes, leaders, strict=True):
        x, y = leader.end
        assert box.x - 1e-6 <= x <= box.right + 1e-6 and box.y - 1e-6 <= y <= box.bottom + 1e-6
        lx, ly = leader.label
        assert lx < 0 or lx > size.width or ly < 0 or ly > size.height, "labels stand outside"
    for one, two in combinations(leaders, 2):
        (ax, ay), (bx, by) = one.label, two.label
        assert max(abs(ax - bx), abs(ay - by)) >= PITCH - 1e-6, "labels stand apart"
        for first in pairwise((one.label, one.knee, one.end)):
            for second in pairwise((two.label, two.knee, two.end)):
                assert not crosses(first, second), "lines do not cross"


def on_text(leader: tuple[Point, Point], text: Rect) -> bool:
    (ax, ay), (bx, by) = leader
    return min(ax, bx) < text.right and max(ax, bx) > text.x and min(ay, by) < text.bottom and max(ay, by) > text.y


def test_lines_go_round_text() -> None:
    """A box in the middle, with words left, right and above: the line comes from below, though labels like the sides."""
    words = [Rect(2, 30, 18, 28), Rect(43, 30, 18, 28), Rect(22, 5, 20, 18)]
    (leader,) = lead([Rect(25, 38, 12, 10)], words, Size(63, 88))
    assert leader.side == "bottom"
    assert not any(on_text((leader.knee, leader.end), text) for text in words)


def test_a_line_stops_before_the_words_it_points_at() -> None:
    word = Rect(20, 40, 20, 3)
    (leader,) = lead([word], [word], Size(63, 88))
    assert leader.side == "left" and leader.end[0] == pytest.approx(19)


@given(st.lists(st.floats(0, 80), max_size=12).map(sorted))
def test_spread_keeps_the_order_and_the_distance(wanted: list[float]) -> None:
    places = spread(wanted, 88)
    assert len(places) == len(wanted)
    assert all(b - a >= PITCH - 1e-9 for a, b in pairwise(places))
    assert all(-1e-9 <= place <= 88 + 1e-9 for place in places)
    if all(b - a >= PITCH for a, b in pairwise(wanted)):
        assert places == pytest.approx(wanted)


# --- in a book ---

BOOK = (
    GAME.replace(
        "documents:\n  cards: [cards]\n",
        """books: {guide: {chapters: [one], diagrams: diagrams.yaml}}
documents:
  guide: {layout: book, book: guide, size: a5}
  guide.html: {layout: html, book: guide}
""",
    ).replace("color: ink}}", "color: ink}, book-body: {font: Text, size: 9.5, color: ink}}")
)  # fmt: skip
DIAGRAMS = """\
diagrams:
  card:
    title: A card
    face: cards/bo
    parts:
      title: the **name** of {{ heroes.bo.name }}
      health: how much it takes
      story box: what is told
    caption: The card.
    alt: A card with its parts.
"""
FILES = {
    "data/tiny/game.yaml": BOOK,
    "data/tiny/diagrams.yaml": DIAGRAMS,
    "templates/tiny/card.svg": CARD,
    "templates/tiny/guide/one.md": "# One\n\n![](diagram:card)\n",
}


def test_callouts_stand_in_a_book_and_on_a_web_page(make_game: MakeGame) -> None:
    game = read_game(make_game(FILES), "tiny")
    made = gather(game, composer(game, PrintJob("a4")), list(game.documents.values()))
    assert made.problems == ()
    (sheet,) = made.sheets["guide"]
    (picture,) = [item.face for item in sheet.placements if item.face.component == "diagrams"]
    assert picture.svg.count(f'r="{DISC}"') == 3
    assert picture.size.width == pytest.approx(63 + 2 * MARGIN, abs=0.01), "the card at its own size"
    text = sheet.placements[0].face.svg
    assert ">A<" in text and "how much it takes" in text and 'font-weight="bold" fill="ink">name <' in text
    page = made.data(game.documents["guide.html"]).data.decode()
    assert '<dl class="key"><dt>A</dt><dd>the <strong>name</strong> of Bo</dd>' in page
    assert page.count("<svg") >= 2 and "clip-path" in page


def test_a_key_stands_beside_a_small_face_and_beneath_a_wide_one(make_game: MakeGame) -> None:
    def lowest(width: str, key: str) -> float:
        files = FILES | {
            "templates/tiny/guide/one.md": f'# One\n\n![](diagram:card "{width}")\n\nEnd.\n',
            "data/tiny/diagrams.yaml": DIAGRAMS.replace(
                "    caption", f"    key: {key}\n    marks: numbers\n    caption"
            )
            if key
            else DIAGRAMS,
        }
        game = read_game(make_game(files), "tiny")
        made = gather(game, composer(game, PrintJob("a4")), [game.documents["guide"]])
        assert made.problems == ()
        text = made.sheets["guide"][0].placements[0].face.svg
        found = re.findall(r'translate\(([\d.]+) ([\d.]+)\)"><text[^>]*>End', text)
        assert (">2<" in text, ">B<" in text) == (key in ("beside", "beneath"), key == "")
        return float(found[0][1])

    assert lowest("45mm", "") == lowest("45mm", "beside") == lowest("45mm", "none") < lowest("45mm", "beneath")
    assert lowest("110mm", "none") < lowest("110mm", "")


BROKEN: dict[str, tuple[str, str, str]] = {
    "a part that is not there": ("      health:", "      helth:", "card: the face cards/bo has no part 'helth'"),
    "a component that is not there": ("cards/bo", "card/bo", "card: face: there is no component 'card'"),
    "a record that is not there": ("cards/bo", "cards/bob", "card: face: there is no 'bob' in heroes"),
    "a part of which nothing is said": ("health: how much it takes", "health:", "diagrams.card.parts: 'health' says nothing"),
    "markup that does not close": ("how much it takes", "how **much", "'**' is opened and never closed"),
    "a name that is not known": ("how much it takes", '"{{ heros }}"', "diagrams.card.parts.health: 'heros' is not known here"),
    "marks of a third kind": ("    caption", "    marks: stars\n    caption", "marks: 'stars' is none of letters, numbers"),
    "no caption": ("    caption: The card.\n", "", "diagrams.card has no field 'caption'"),
    "no parts": ("    parts:\n      title: the **name** of {{ heroes.bo.name }}\n      health: how much it takes\n      story box: what is told\n", "", "diagrams.card has no field 'parts'"),
}  # fmt: skip


def problems_of(make_game: MakeGame, diagrams: str) -> list[Problem]:
    try:
        game = read_game(make_game(FILES | {"data/tiny/diagrams.yaml": diagrams}), "tiny")
        return list(gather(game, composer(game, PrintJob("a4")), list(game.documents.values())).problems)
    except GameError as error:
        return list(error.problems)


@pytest.mark.parametrize("name", BROKEN)
def test_mistakes_are_named_in_place(name: str, make_game: MakeGame) -> None:
    old, new, message = BROKEN[name]
    assert old in DIAGRAMS
    found = [
        p
        for p in problems_of(make_game, DIAGRAMS.replace(old, new))
        if p.span and p.span.source.name == "data/tiny/diagrams.yaml"
    ]
    assert [problem.message for problem in found] == [message]


def test_an_unknown_part_names_those_there_are(make_game: MakeGame) -> None:
    (problem,) = problems_of(make_game, DIAGRAMS.replace("      health:", "      helth:"))
    assert problem.code == "callout-parts"
    assert problem.hint == "did you mean 'health', there are title, health, story box"
    assert str(problem.span) == "data/tiny/diagrams.yaml:7:7"


def test_too_many_parts_are_refused(make_game: MakeGame) -> None:
    more = "".join(f"      p{i}: x\n" for i in range(30))
    found = problems_of(make_game, DIAGRAMS.replace("    caption", f"{more}    caption"))
    assert any("has 33 parts, more than the 26" in problem.message for problem in found)


def test_the_page_explains_every_key() -> None:
    page = (ROOT / "docs/diagrams.md").read_text(encoding="utf-8")
    assert [key for key in (*CALLOUTS, *CALLOUT_SECTIONS, "data-part") if f"`{key}`" not in page] == []


def test_what_cannot_be_painted_is_named_in_the_template(make_game: MakeGame) -> None:
    """Also of a face that no sheet holds, and only the callouts show."""
    card = CARD.replace('  <g data-part="health"', '  <foreignObject/>\n  <g data-part="health"')
    game = read_game(make_game(FILES | {"templates/tiny/card.svg": card}), "tiny")
    (problem,) = gather(game, composer(game, PrintJob("a4")), list(game.documents.values())).problems
    assert problem.message == "<foreignObject> is not painted (while drawing diagrams, card)"
    assert str(problem.span) == "templates/tiny/card.svg:5:3"


def test_what_a_page_alone_shows_is_tried_too(make_game: MakeGame) -> None:
    """A page for browsers is written without the painter, and yet nothing is left out of it in silence."""
    card = CARD.replace('  <g data-part="health"', '  <hatch id="f"/>\n  <g data-part="health"')
    game = read_game(make_game(FILES | {"templates/tiny/card.svg": card}), "tiny")
    page = game.workspace.root / "out"
    with pytest.raises(GameError) as caught:
        build(game, PrintJob("a4"), page, ["guide.html"])
    assert [str(problem.span) for problem in caught.value.problems] == ["templates/tiny/card.svg:5:3"]
    assert not page.exists(), "nothing is written"


def test_a_box_of_a_drawing_program_may_be_a_part(make_game: MakeGame) -> None:
    card = CARD.replace(
        '{{ text(name, 6, 5, 40, 8, "body") }}',
        '<rect data-part="name" data-text="name" x="6" y="5" width="40" height="8"/>',
    )
    game = read_game(make_game({"templates/tiny/card.svg": card}), "tiny")
    compose = composer(game, PrintJob("a4"))
    face = compose.face(game.components["cards"], game.collections["heroes"]["ada"], "front")
    assert compose.problems == []
    box = read_parts(face, game.fonts).parts["name"]
    assert 6 <= box.x < 7 and box.y >= 5 and box.bottom <= 13 and 3 < box.width < 12
