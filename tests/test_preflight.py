"""Every check of `pnp check`: a tiny game that trips it beside what it says, and the shipped game that does not."""

from __future__ import annotations

import ast
import re
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from pnp.build.build import examine, read_game
from pnp.job import PrintJob
from pnp.preflight.vision import EYES, ciede2000, contrast, difference, parse_hex
from pnp.problems import Problem
from pnp.report.codes import CODES, as_markdown
from pnp.report.report import Report

from .conftest import CARD, GAME, HEROES, ROOT, MakeGame

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0H512V512Z"/></svg>\n'
MORE = GAME.replace("components:", "  foes: {file: foes.yaml, fields: {name: text, friend: ref heroes?}}\ncomponents:")
FOES = "orc: {name: Orc}\nelf: {name: Elf}\n"
SHOWN = CARD.replace("</svg>", '{{ text(game.collections["foes"].elf.friend or "", 5, 60, 9, 5, "body") }}</svg>')
BOX = GAME + "box: {d20: 2}\n"
SMALL = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="63" height="88" fill="paper"/>{{ text(name, 5, 5, 53, 6, "body") }}{{ text(health, 5, 12, 53, 6, "body") }}{{ it.story or "" }}</svg>'


def colored(paint: str) -> str:
    return SMALL.replace('<rect width="63" height="88" fill="paper"/>', paint)


# name -> the files, the code, part of the message, the place
TRIPS: dict[str, tuple[dict[str, str], str, str, str]] = {
    "a record that nothing refers to": ({"data/tiny/game.yaml": MORE, "data/tiny/foes.yaml": FOES, "templates/tiny/card.svg": SHOWN}, "unused-record", "foes.orc is never drawn", "data/tiny/foes.yaml:1:1"),
    "a collection that nothing draws": ({"data/tiny/game.yaml": MORE.replace("friend: ref heroes?", "story: text?"), "data/tiny/foes.yaml": FOES}, "unused-record", "nothing draws the collection 'foes'", "data/tiny/game.yaml:8:3"),
    "a field that nothing reads": ({"data/tiny/game.yaml": GAME.replace("story: markup?", "story: markup?, motto: text?")}, "unused-field", "nothing reads the field 'motto' of heroes", "data/tiny/game.yaml:7:87"),
    "a component in no document": ({"data/tiny/game.yaml": GAME.replace("documents:", "  tiles: {of: heroes, template: card.svg, size: poker, bleed: 3}\ndocuments:")}, "unused-component", "no document prints the component 'tiles'", "data/tiny/game.yaml:10:3"),
    "a template that nothing names": ({"templates/tiny/old.svg": CARD}, "unused-template", "nothing draws templates/tiny/old.svg", "templates/tiny/old.svg:1:1"),
    "an icon that nothing draws": ({"templates/icons/idle.svg": ICON}, "unused-icon", "nothing draws the icon 'idle'", "templates/icons/idle.svg:1:1"),
    "a colour that paints nothing": ({"data/tiny/game.yaml": GAME.replace('paper: "#ffffff"}', 'paper: "#ffffff", spare: "#ff0000"}')}, "unused-color", "nothing is painted in 'spare'", "data/tiny/game.yaml:3:45"),
    "a style that sets nothing": ({"data/tiny/game.yaml": GAME.replace("text: {", "text: {loud: {font: Text, size: 20}, ")}, "unused-style", "nothing is set in the text style 'loud'", "data/tiny/game.yaml:5:8"),
    "a font that sets nothing": ({"data/tiny/game.yaml": GAME.replace("fonts: {", "fonts: {").replace("Bold.ttf}}", "Bold.ttf}, Spare: {regular: cinzel/Cinzel-Regular.ttf}}")}, "unused-font", "nothing is set in the font 'Spare'", "data/tiny/game.yaml:4:109"),
    "too few pieces": ({"data/tiny/game.yaml": GAME + 'checks: [{count: cards, at-least: "heroes | length + 1", because: one is spare}]\n'}, "too-few-pieces", "the box has 2 cards, and at least 3 are asked for: one is spare", "data/tiny/game.yaml:12:10"),
    "too many pieces": ({"data/tiny/game.yaml": GAME + "checks: [{count: cards, at-most: 1, because: one fits}]\n"}, "too-many-pieces", "the box has 2 cards, and at most 1 are asked for: one fits", "data/tiny/game.yaml:12:10"),
    "dice that the rules need and the box lacks": ({"data/tiny/game.yaml": BOX.replace("d20: 2", "d10: 2") + "checks: [{count: d6, at-least: 2, because: each team rolls one for the first pick}]\n"}, "missing-piece", "the box has no d6: each team rolls one for the first pick", "data/tiny/game.yaml:13:10"),
    "dice that a text names and the box lacks": ({"data/tiny/game.yaml": BOX, "data/tiny/heroes.yaml": HEROES.replace("Keeps", "Roll 2d6. Keeps")}, "missing-dice", "a d6 is called for here, and the box has none", "data/tiny/heroes.yaml:2:34"),
    "a count that is no number": ({"data/tiny/game.yaml": GAME + "checks: [{count: cards, at-least: title, because: so}]\n"}, "bad-expression", "count of cards: 'title' is not known here", "data/tiny/game.yaml:12:10"),
    "faint words": ({"data/tiny/game.yaml": GAME.replace('ink: "#111111"', 'ink: "#999999"')}, "low-contrast", "cards: text in ink on paper has a contrast of 2.8 : 1, and 4.5 : 1 is needed: 'Ada', '12', 'Bo' and 3 more (on 2 faces)", "templates/tiny/card.svg:3:3"),
    "words over two grounds": ({"templates/tiny/card.svg": colored('<rect x="-3" y="-3" width="10" height="94" fill="ink"/><rect x="-3" y="-3" width="69" height="94" fill="paper" fill-opacity="0.1"/>')}, "low-contrast", "cards: text in ink on #282828", "templates/tiny/card.svg:1:172"),
    "colours alike to some": ({"data/tiny/game.yaml": GAME.replace('paper: "#ffffff"', 'paper: "#ffffff", moss: "#4a6631", rust: "#94431c"') + "distinct: [[moss, rust]]\n", "templates/tiny/card.svg": CARD.replace("</svg>", '<g fill="moss"><rect x="5" y="70" width="9" height="9" stroke="rust"/></g></svg>')}, "similar-colors", "'moss' and 'rust' look alike with protanopia: 5.8 apart, and 10 are needed", "data/tiny/game.yaml:12:12"),
    "colours alike in grey": ({"data/tiny/game.yaml": GAME.replace('paper: "#ffffff"', 'paper: "#ffffff", red: "#9d2720", blue: "#27568a"') + "distinct: [{colors: [red, blue], because: the teams}]\n", "templates/tiny/card.svg": CARD.replace("</svg>", '<g fill="red"><rect x="5" y="70" width="9" height="9" stroke="blue"/></g></svg>')}, "similar-colors", "printed in grey, 'red' and 'blue' (0.3 apart) look alike, and 7 is needed (the teams)", "data/tiny/game.yaml:12:12"),
    "art that stops at the cut": ({"templates/tiny/card.svg": colored('<rect x="-3" y="-3" width="66" height="94" fill="#dddddd"/><rect x="9" y="70" width="9" height="9" fill="paper"/>')}, "missing-bleed", "cards: the art stops at the cut at the right, though the component has bleed (on 2 faces)", "data/tiny/game.yaml:9:3"),
    "round art that stops at the cut": ({"data/tiny/game.yaml": GAME.replace("size: poker, bleed: 3", "shape: circle, size: 25, bleed: 2"), "templates/tiny/card.svg": '<svg xmlns="http://www.w3.org/2000/svg"><circle cx="12.5" cy="12.5" r="12.5" fill="#dddddd" stroke="none"/><circle cx="12.5" cy="3" r="1" fill="paper"/>{{ text(name, 5, 5, 15, 6, "body") }}{{ text(health, 5, 12, 15, 6, "body") }}{{ it.story or "" }}</svg>'}, "missing-bleed", "cards: the art stops at the cut round the edge", "data/tiny/game.yaml:9:3"),
    "an exception that nothing needs": ({"data/tiny/game.yaml": GAME + "accept: [{code: unused-color, where: palette.spare, because: next edition}]\n"}, "unused-acceptance", "no warning 'unused-color' about 'palette.spare' needs this exception", "data/tiny/game.yaml:12:10"),
}  # fmt: skip


def report_on(make_game: MakeGame, files: dict[str, str]) -> Report:
    return examine(read_game(make_game(files), "tiny"), PrintJob("a4"))


@pytest.mark.parametrize(("files", "code", "message", "place"), TRIPS.values(), ids=TRIPS)
def test_each_check_says_what_is_wrong_and_where(
    make_game: MakeGame, files: dict[str, str], code: str, message: str, place: str
) -> None:
    problems = report_on(make_game, files).problems
    found = [problem for problem in problems if problem.code == code]
    assert found, problems
    assert any(message in problem.message and str(problem.span) == place for problem in found), found
    assert all(problem.hint for problem in problems)
    assert {problem.code for problem in problems} == {code}, problems


def hexagon(across: float, down: float, x: float, y: float) -> str:
    """The corners of a flat hex that fills a box, (x, y) its upper left corner."""
    corners = [(0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5)]
    return " ".join(f"{x + u * across:.3f},{y + v * down:.3f}" for u, v in corners)


@pytest.mark.parametrize(
    ("art", "bare"),
    [
        # the usual ways to draw a hex past its cut of 46.19 x 40 mm, with a bleed of 3
        ('<rect x="-3" y="-3" width="52.19" height="46" fill="#dddddd"/>', False),
        (f'<polygon points="{hexagon(53.12, 46, -3.464, -3)}" fill="#dddddd"/>', False),  # each side 3 mm further out
        (f'<polygon points="{hexagon(52.19, 45.2, -3, -2.6)}" fill="#dddddd"/>', False),  # each corner
        (f'<polygon points="{hexagon(52.19, 46, -3, -3)}" fill="#dddddd"/>', False),  # pulled to the box
        (f'<polygon points="{hexagon(46.19, 40, 0, 0)}" fill="#dddddd" stroke="#dddddd" stroke-width="6"/>', False),
        ('<path d="M-3 20H49.19M23.1 20L46.2 0" stroke="#dddddd" stroke-width="6"/>', False),  # roads over corners
        (f'<polygon points="{hexagon(46.19, 40, 0, 0)}" fill="#dddddd"/>', True),
        (f'<polygon points="{hexagon(48, 41.57, -0.9, -0.78)}" fill="#dddddd"/>', True),
    ],
)
def test_the_bleed_of_a_hex_is_judged_along_its_sides(make_game: MakeGame, art: str, bare: bool) -> None:
    game = GAME.replace("size: poker, bleed: 3", "shape: hex flat, size: 40, bleed: 3")
    words = '{{ text(name, 15, 15, 15, 6, "body") }}{{ text(health, 15, 22, 15, 6, "body") }}{{ it.story or "" }}</svg>'
    card = f'<svg xmlns="http://www.w3.org/2000/svg">{art}{words}'
    problems = report_on(make_game, {"data/tiny/game.yaml": game, "templates/tiny/card.svg": card}).problems
    assert [problem.code for problem in problems if problem.code != "unused-color"] == ["missing-bleed"] * bare


@pytest.mark.parametrize(
    "use",
    [
        '{{ text("one\ntwo", 5, 60, 40, 20, "loud") }}',  # typed over two lines
        "{{ text('it\\'s', 5, 60, 40, 20, 'loud') }}",
        '{{ text("a \\" b", 5, 60, 40, 20, "loud") }}',
        '<rect x="5" y="60" width="40" height="20" data-text="name" data-style="loud"/>',
        "{{ text(name, 5, 60, 40, 20, &quot;loud&quot;) }}",
    ],
)
def test_a_style_that_a_template_names_is_used(make_game: MakeGame, use: str) -> None:
    game = GAME.replace("text: {", "text: {loud: {font: Text, size: 20}, ")
    files = {"data/tiny/game.yaml": game, "templates/tiny/card.svg": CARD.replace("</svg>", f"{use}</svg>")}
    assert report_on(make_game, files).problems == ()


def test_the_tiny_game_trips_none(make_game: MakeGame) -> None:
    report = report_on(
        make_game, {"data/tiny/game.yaml": BOX, "data/tiny/heroes.yaml": HEROES.replace("Keeps", "A d20. Keeps")}
    )
    assert report.problems == ()


def png(width: int, height: int) -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (width, height), "#eeeeee").save(buffer, "PNG")
    return buffer.getvalue()


@pytest.mark.parametrize(("pixels", "coarse"), [(300, False), (299, False), (150, True)])
def test_a_picture_has_300_pixels_an_inch(make_game: MakeGame, pixels: int, coarse: bool) -> None:
    art = '<g transform="scale(2)"><g transform="translate(5 5)"><image href="hero.png" width="12.7" height="12.7"/></g></g></svg>'
    workspace = make_game({"templates/tiny/card.svg": CARD.replace("</svg>", art)})
    (workspace.root / "templates/tiny/hero.png").write_bytes(png(pixels, pixels))
    problems = examine(read_game(workspace, "tiny"), PrintJob("a4")).problems
    assert [problem.code for problem in problems] == (["coarse-picture"] if coarse else [])
    if coarse:
        assert (
            problems[0].message
            == "cards: hero.png has 150 x 150 pixels on 25.4 x 25.4 mm, 150 an inch, where 300 are needed: 300 x 300 pixels (on 2 faces)"
        )


def test_coarse_pictures_are_told_apart(make_game: MakeGame) -> None:
    """By their pixels, and pictures of as many by where they stand; the size wanted is the whole picture's, cropped or not."""
    art = "".join(
        f'<image href="{name}.png" x="{x}" y="40" width="12" height="6" preserveAspectRatio="xMidYMid slice"/>'
        for x, name in ((5, "one"), (20, "two"), (35, "large"), (35, "small"))
    )
    game = GAME.replace("of: heroes", "of: heroes, copies: 1")
    workspace = make_game(
        {"data/tiny/game.yaml": game, "templates/tiny/card.svg": CARD.replace("</svg>", f"{art}</svg>")}
    )
    for name, side in (("one", 70), ("two", 70), ("large", 142), ("small", 20)):
        (workspace.root / f"templates/tiny/{name}.png").write_bytes(png(side, side))
    found = [problem.message for problem in examine(read_game(workspace, "tiny"), PrintJob("a4")).problems]
    more = "an inch, where 300 are needed: 142 x 142 pixels (on 2 faces)"
    assert found == [
        f"cards: one.png, two.png have 70 x 70 pixels on 12.0 x 12.0 mm, 148 {more}",
        f"cards: small.png has 20 x 20 pixels on 12.0 x 12.0 mm, 42 {more}",
    ]


def test_the_record_of_a_reference_is_used(make_game: MakeGame) -> None:
    game = GAME.replace("story: markup?", "story: markup?, foe: ref foes?").replace(
        "components:", "  foes: {file: foes.yaml, fields: {name: text}}\ncomponents:"
    )
    heroes = HEROES.replace("health: 12", "health: 12, foe: orc")
    card = CARD.replace("</svg>", '{{ text(it.foe.name if it.foe else "", 5, 60, 50, 6, "body") }}</svg>')
    files = {
        "data/tiny/game.yaml": game,
        "data/tiny/heroes.yaml": heroes,
        "data/tiny/foes.yaml": FOES,
        "templates/tiny/card.svg": card,
    }
    (problem,) = report_on(make_game, files).problems
    assert problem.message == "foes.elf is never drawn, and nothing refers to it"


def test_an_icon_of_another_game_is_used(make_game: MakeGame) -> None:
    files = {"templates/icons/idle.svg": ICON, "data/other/heroes.yaml": "eve: {icon: idle}\n"}
    assert report_on(make_game, files).problems == ()


def test_large_and_bold_words_may_be_fainter(make_game: MakeGame) -> None:
    grey = GAME.replace('ink: "#111111"', 'ink: "#888888"')  # 3.5 : 1 on white
    for style, faint in (
        ("size: 18", False),
        ("size: 17", True),
        ("weight: bold, size: 14", False),
        ("weight: bold, size: 13", True),
    ):
        game = grey.replace("font: Text, size: 9, min: 7", f"font: Text, {style}")
        card = CARD.replace("6, ", "9, ").replace(
            '{{ text(it.story or "", 5, 20, 53, 30, "body") }}', "{{ (it.story or '') and '' }}"
        )
        problems = report_on(make_game, {"data/tiny/game.yaml": game, "templates/tiny/card.svg": card}).problems
        assert [problem.code for problem in problems] == (["low-contrast"] if faint else []), style


def test_contrast_looks_through_transforms_symbols_and_clips(make_game: MakeGame) -> None:
    for ground, faint in (("#111111", True), ("#ffffff", False)):
        card = SMALL.replace(
            '<rect width="63" height="88" fill="paper"/>',
            '<defs><symbol id="panel"><path d="M0 0H40V40H0Z" fill="currentColor"/></symbol><clipPath id="c"><rect x="-3" y="-3" width="99" height="99"/></clipPath>'
            f'</defs><rect x="-3" y="-3" width="69" height="94" fill="paper"/><g transform="translate(5 3) scale(0.5)" clip-path="url(#c)" color="{ground}"><use href="#panel"/></g>',
        )
        codes = [problem.code for problem in report_on(make_game, {"templates/tiny/card.svg": card}).problems]
        assert codes == (["low-contrast"] if faint else [])


@pytest.mark.parametrize(("opacity", "faint"), [("0.9", False), ("0.3", True)])
def test_transparent_words_are_judged_as_they_look(make_game: MakeGame, opacity: str, faint: bool) -> None:
    words = f'<text x="9" y="70" font-family="Text" font-size="4" fill="ink" fill-opacity="{opacity}">sotto voce</text></svg>'
    problems = report_on(make_game, {"templates/tiny/card.svg": CARD.replace("</svg>", words)}).problems
    assert [problem.code for problem in problems] == (["low-contrast"] if faint else [])


def test_white_that_stops_at_the_cut_is_paper(make_game: MakeGame) -> None:
    assert report_on(make_game, {"templates/tiny/card.svg": SMALL}).problems == ()


@pytest.mark.parametrize(("length", "missing"), [(8.8, True), (0.5, False)])
def test_a_tenth_of_a_side_needs_its_bleed_and_the_end_of_a_line_does_not(
    make_game: MakeGame, length: float, missing: bool
) -> None:
    # a card is 88 mm high; at its right something reaches the cut and stops there
    art = f'<rect x="50" y="40" width="13" height="{length}" fill="#dddddd"/></svg>'
    problems = report_on(make_game, {"templates/tiny/card.svg": CARD.replace("</svg>", art)}).problems
    assert [problem.code for problem in problems] == ["missing-bleed"] * missing
    assert all("stops at the cut at the right" in problem.message for problem in problems)


def test_a_game_with_errors_is_not_told_what_it_does_not_use(make_game: MakeGame) -> None:
    card = CARD.replace("text(health", "text(helth")
    report = report_on(make_game, {"templates/tiny/card.svg": card, "templates/tiny/old.svg": CARD})
    assert [problem.code for problem in report.problems] == ["template"]


def test_an_acceptance_takes_a_warning_out_and_no_error(make_game: MakeGame) -> None:
    idle = GAME.replace('paper: "#ffffff"}', 'paper: "#ffffff", spare: "#ff0000"}')
    accept = "accept: [{code: unused-color, where: 'palette.s*', because: the expansion is painted in it}]\n"
    report = report_on(make_game, {"data/tiny/game.yaml": idle + accept})
    assert report.problems == ()
    assert [item.because for item in report.accepted] == ["the expansion is painted in it"]
    short = (
        GAME
        + "checks: [{count: cards, at-least: 3, because: so}]\naccept: [{code: too-few-pieces, where: cards, because: no}]\n"
    )
    codes = {problem.code for problem in report_on(make_game, {"data/tiny/game.yaml": short}).problems}
    assert codes == {"too-few-pieces", "accepted-error"}
    slip = GAME + "accept: [{code: low-contrst, where: cards, because: no}]\n"
    (problem,) = report_on(make_game, {"data/tiny/game.yaml": slip}).problems
    assert (problem.code, problem.hint) == ("unused-acceptance", "did you mean 'low-contrast'?")


def test_ciede2000_gives_the_published_distances() -> None:
    # Sharma, Wu and Dalal 2005, table 1: pairs 1, 7, 9, 17, 19, 25, 34
    for one, other, distance in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (56, -27, -3), 31.9030),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ):
        assert ciede2000(one, other) == pytest.approx(distance, abs=1e-4)
        assert ciede2000(other, one) == pytest.approx(distance, abs=1e-4)


def test_vision_and_contrast() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast(parse_hex("#767676"), parse_hex("#fff")) == pytest.approx(4.54, abs=0.01)
    colors = [parse_hex(text) for text in ("#ff0000", "#00a000", "#0000ff", "#ffff00")]
    for one, other in combinations(colors, 2):
        assert difference(one, other, "any eye") > 20
    assert difference(parse_hex("#b03030"), parse_hex("#5c5c20"), "protanopia") < 12
    for eye in EYES:
        assert difference(parse_hex("#808080"), parse_hex("#808080"), eye) == 0
        assert difference((0, 0, 0), (255, 255, 255), eye) == pytest.approx(100, abs=0.5)


def codes_in_source() -> dict[str, Path]:
    """Every code given to a Problem, a Fault, or a reader's problem: the first text among its first two arguments."""
    found: dict[str, Path] = {}
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if not re.search(r"problem$|fault$|^warning$", name, re.IGNORECASE):
                continue
            for argument in node.args[:2]:
                if isinstance(argument, ast.Constant) and re.fullmatch(
                    r"[a-z][a-z0-9]*(-[a-z0-9]+)*", str(argument.value)
                ):
                    found[str(argument.value)] = path
                    break
    return found


def test_every_code_is_documented_with_its_cause_and_cure() -> None:
    codes = codes_in_source()
    assert len(codes) > 70, "the test must see the codes"
    assert {"unknown-field", "low-contrast", "dangling-link", "not-utf8"} <= codes.keys()
    assert {code: path.name for code, path in codes.items() if code not in CODES} == {}
    page = (ROOT / "docs/checks.md").read_text(encoding="utf-8")
    assert as_markdown() in page, "run the line in docs/checks.md that writes the tables"
    assert all(cause.endswith(".") and cure.endswith(".") for cause, cure in CODES.values())


def test_a_problem_of_the_check_can_be_named_in_accept(make_game: MakeGame) -> None:
    for name in ("a colour that paints nothing", "faint words", "art that stops at the cut", "colours alike in grey"):
        found: list[Problem] = list(report_on(make_game, TRIPS[name][0]).problems)
        assert all(problem.about for problem in found), name
