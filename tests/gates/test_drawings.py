"""The painter's corpus, and what only a game has, on one page: every drawing looks in a browser as it does in print."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bench.conformance.case import document
from bench.conformance.corpus import corpus
from bench.conformance.words import ART, WIDE, picture, svg_picture
from pnp.build.build import read_game
from pnp.build.painter import Painter
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.units import Size
from pnp.web.drawings import WebDrawings
from pnp.web.webfonts import font_faces
from tests.conftest import GAME, ROOT, write_tiny
from tests.gates.browser import open_page
from tests.gates.pictures import Wanted, compare, keep, missing, places
from tests.gates.references import wrong_references
from tests.test_rasters import as_data, photo

SIDE = 100 / 96 * 25.4  # mm of a figure: the corpus draws 100 by 100 pixels of 1/96 inch
COLUMNS = 12
TOLD = {"variable/used"}  # refused on pages alone, see test_plain
PAINTED = [case for case in corpus() if not case.refused and case.title not in TOLD]
EACH = 4  # of all cases one in so many: all of them take twice as long
WHOLE = (
    "text",
    "clip-path",
    "mask",
    "marker",
    "root",
    "picture",
    "symbol",
    "encoding",
    "weight",
)  # and every one of those that browsers read otherwise
# drawn otherwise by Chromium, or measured otherwise, and right
OTHERWISE = {
    "marker/single-point": "a path of one point has a direction there, 45 degrees; by SVG 2 (13.7.3) it has none",
    "radial-gradient/repeat": "rings are smoothed where they begin anew, in print they are not",
    "radial-gradient/repeat-focus": "as above",
    "linear-gradient/repeat-diagonal": "as above",
}
FONTS = """
fonts:
  Text: {regular: alegreya-sans/AlegreyaSans-Regular.ttf, bold: alegreya-sans/AlegreyaSans-Bold.ttf}
  Alegreya Sans:
    regular: alegreya-sans/AlegreyaSans-Regular.ttf
    bold: alegreya-sans/AlegreyaSans-Bold.ttf
    italic: alegreya-sans/AlegreyaSans-Italic.ttf
    bold-italic: alegreya-sans/AlegreyaSans-BoldItalic.ttf
  Cinzel: {regular: cinzel/Cinzel-Regular.ttf}
fallback: [Alegreya Sans]"""
ICON = '<use href="icon:crossed-swords" x="10" y="10" width="80" height="80" {}/>'
TEXT = '<text x="8" y="60" font-family="{}" font-size="24" {}>{}</text>'
FOREIGN = svg_picture(
    '<defs><clipPath id="a b"><circle cx="50" cy="25" r="20"/></clipPath></defs><g style="fill:inherit">'
    '<rect width="100" height="50" clip-path="url(#a b)"/></g><text x="2" y="46" font-family="Arial">Ag</text>'
    '<text x="60" y="46" style="font-size:medium">Ag</text>'
)
SHOWN = '<image href="{}" width="90" height="90"/>'
LEFT_OUT = (
    '<rect width="50" height="50" fill="url(#none)"/><circle cx="70" cy="20" r="9" clip-path="url(#none)"/>'
    '<path d="M0 0h9v9z"/><rect x="30" width="20" height="20" fill="nonsense"/><rect y="40" width="9" height="9"'
    ' marker-end="url(#none)"/><use href="#none"/><line x2="90" y2="40" stroke="url(#none) teal" stroke-width="3"/>'
)
GRADIENT = '<linearGradient id="g"><stop stop-color="ink"/><stop offset="1" stop-color="gold"/></linearGradient>'
OF_A_GAME = {
    "palette": '<rect width="60" height="60" fill="ink"/><circle cx="60" cy="60" r="30" fill="none" stroke="blood"/>',
    "palette-gradient": f'<defs>{GRADIENT}</defs><rect width="90" height="90" fill="url(#g)"/>',
    "current-color": '<g color="blood"><rect width="60" height="60" fill="currentColor"/></g>',
    "icon": ICON.format(""),
    "icon-fill": ICON.format('fill="blood" fill-opacity="0.6"'),
    "icon-stroke": ICON.format('fill="gold" stroke="ink" stroke-width="2"'),
    "icon-stroke-under": ICON.format('fill="gold" stroke="ink" stroke-width="4" paint-order="stroke"'),
    "icon-stroke-dashed": ICON.format('fill="none" stroke="ink" stroke-width="0.5mm" stroke-dasharray="3 1%"'),
    "icon-in-group": f'<g fill="blood" fill-rule="evenodd" stroke="ink">{ICON.format("")}</g>',
    "icon-wide": '<use href="icon:crossed-swords" x="10" y="30" width="80" height="30"/>',
    "icon-in-em": '<g font-size="20"><use href="icon:crossed-swords" width="3em" height="60%" stroke="ink" stroke-width=".1em"/></g>',
    "icon-current-color": "<g color='blood'>" + ICON.format('fill="currentColor"') + "</g>",
    "small-caps": TEXT.format("Alegreya Sans Small Caps", "", "Abcde"),
    "small-caps-bold": TEXT.format("Alegreya Sans Small Caps", 'font-weight="bold"', "Abcd"),
    "family-without-bold": TEXT.format("Cinzel", 'font-weight="bold"', "Abcd"),
    "family-without-italic": TEXT.format("Cinzel", 'font-style="italic"', "Abcd"),
    "family-in-quotes": TEXT.format("'No Such', 'Cinzel'", "", "Abcd"),
    "fallback": TEXT.format("Cinzel", "", "A&#8594;bc"),
    "weight-550": TEXT.format("Alegreya Sans", 'font-weight="550"', "Abcde"),
    "oblique": TEXT.format("Alegreya Sans", 'font-style="oblique 10deg"', "Abcde"),
    "rem-and-ex": TEXT.format("Alegreya Sans", 'letter-spacing="0.4ex" stroke="ink" stroke-width="0.1rem"', "Abc"),
    "spacing-inherited": '<g letter-spacing="6" text-anchor="end"><text x="90" y="50" font-family="Text" font-size="20">Abc<tspan x="80" y="90">De</tspan></text></g>',
    "superscript-bold": TEXT.format("Text", 'font-weight="bold"', 'Ab<tspan baseline-shift="super" font-size="12">c</tspan>'),
    "subscript": TEXT.format("Cinzel", "", 'Ab<tspan baseline-shift="sub" font-size="0.6em">c</tspan>'),
    "alignment-baseline": TEXT.format("Text", "", 'Ab<tspan alignment-baseline="middle">c</tspan>'),
    "middle-of-cinzel": TEXT.format("Cinzel", 'dominant-baseline="middle"', "Abg"),
    "central-of-cinzel": TEXT.format("Cinzel", 'dominant-baseline="central"', "Abg"),
    "text-top": TEXT.format("Text", 'dominant-baseline="text-top"', "Abg"),
    "white-space": TEXT.format("Text", 'style="white-space:pre"', "  a   b"),
    "space-lines": TEXT.format("Text", 'xml:space="preserve"', " a\n b\tc"),
    "space-default-within": "<g xml:space='preserve'>" + TEXT.format("Text", 'xml:space="default"', "  a   b") + "</g>",
    "rx-auto": '<rect width="90" height="60" rx="auto" ry="20"/>',
    "ellipse-auto": '<ellipse cx="50" cy="50" rx="40" ry="auto"/>',
    "lengths": '<rect x="2mm" y="0.2in" width="50%" height="2cm" stroke="ink" stroke-width="6pt"/>',
    "gradient-units-borrowed": f'<defs><linearGradient id="a" gradientUnits="userSpaceOnUse" x2="50%">{GRADIENT[24:-17]}</linearGradient><linearGradient id="b" href="#a" x1="10mm"/></defs><rect width="90" height="90" fill="url(#b)"/>',
    "gradient-box-borrowed": f'<defs><linearGradient id="a" x1="20%">{GRADIENT[24:-17]}</linearGradient><linearGradient id="b" href="#a" gradientUnits="userSpaceOnUse"/></defs><rect width="90" height="90" fill="url(#b)"/>',
    "mask-user-space": '<mask id="m" maskUnits="userSpaceOnUse"><circle cx="50" cy="50" r="40" fill="white"/></mask><rect width="90" height="90" mask="url(#m)"/>',
    "undisplayed-definitions": '<g display="none"><clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath></g><rect width="90" height="90" clip-path="url(#c)"/>',
    "undisplayed-pattern": '<g display="none" fill="teal"><pattern id="p" width=".2" height=".2"><circle cx="5" cy="5" r="5"/></pattern></g><rect width="90" height="90" fill="url(#p)"/>',
    "ids-of-any-kind": '<clipPath id="a&quot;)&#39; b/"><circle cx="50" cy="50" r="40"/></clipPath><rect id="a.1" width="30" height="30"/><use href="#a.1" x="40" y="40"/>',
    "twice-the-id": '<rect id="a" width="30" height="30"/><g id="a"/><use href="#a" x="40" y="40"/>',
    "marker-on-circle": '<marker id="k" refX="50%" refY="center" markerWidth="9" markerHeight="9" viewBox="0 0 9 9"><rect width="9" height="9" fill="blood"/></marker><g marker-end="url(#k)"><circle cx="50" cy="50" r="30" fill="gold"/></g>',
    "svg-transformed": '<svg x="10" y="10" width="40" height="40" viewBox="0 0 9 9" transform="rotate(10)"><rect width="9" height="9"/></svg>',
    "svg-used": '<defs><svg id="s" x="20" y="10" width="40" height="40" viewBox="0 0 9 9"><rect width="9" height="9"/></svg></defs><use href="#s"/><use href="#s" x="10" y="50" width="20"/>',
    "symbol-without-box": '<symbol id="s"><circle r="30"/></symbol><use href="#s" x="50" y="50"/>',
    "symbol-in-mm": '<symbol id="s" width="10mm" height="5mm" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/></symbol><use href="#s" x="10" y="10"/>',
    "pixelated": f'<image href="{picture(8, 6)}" width="90" height="90" image-rendering="pixelated"/>',
    "optimize-speed": f'<image href="{picture(8, 6)}" width="90" height="90" image-rendering="optimizeSpeed"/>',
    "picture-file": '<image href="art.png" x="10" y="10" width="80"/><image href="art:art.jpg" x="10" y="60" height="30"/>',
    **{f"photo-held-{turn}": f'<image href="{as_data(photo(turn))}" x="10" y="10" width="60" height="80"/>' for turn in range(1, 9)},
    "photo-held-covering": f'<image href="{as_data(photo(6))}" x="10" y="10" width="80" height="40" preserveAspectRatio="xMinYMin slice"/>',
    "photo-held-stretched": f'<g transform="rotate(10)"><image href="{as_data(photo(8))}" x="20" width="70" height="40" preserveAspectRatio="none" opacity="0.5"/></g>',
    "photo-held-free": f'<image href="{as_data(photo(5))}" x="10" y="10" width="40" image-rendering="pixelated"/>',
    "foreign-file": '<image href="art.svg" x="10" y="10" width="80" height="80"/>',
    "foreign-in-style": f'<g fill="red" stroke="blue" font-weight="bold" stroke-width="5" opacity="0.7"><image href="{FOREIGN}" width="90" height="90"/></g>',
    "foreign-in-percent": f'<image href="{FOREIGN}" x="10%" y="10%" width="80%" height="50%" preserveAspectRatio="none"/>',
    "foreign-in-pattern": f'<pattern id="p" width="40" height="30" patternUnits="userSpaceOnUse"><image href="{FOREIGN}" width="40" height="20"/></pattern><rect width="90" height="90" fill="url(#p)"/>',
    "foreign-opaque-root": SHOWN.format(svg_picture(ART, 'width="100" height="50" opacity="0.2"')),
    "foreign-in-foreign": SHOWN.format(svg_picture(f'<image href="{FOREIGN}" x="20" width="60"/>')),
    "foreign-unpainted": SHOWN.format(svg_picture(LEFT_OUT)),
}  # fmt: skip
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><style>{fonts}
body {{ margin: 4px; font: italic bold 30px/2 serif; color: #a0a; letter-spacing: 3px; word-spacing: 4px; text-align: center }}
main {{ display: grid; grid-template-columns: repeat({columns}, 104px); grid-auto-rows: 104px; place-items: start }}
</style></head><body>{symbols}<main>{figures}</main></body></html>"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    root = tmp_path_factory.mktemp("drawn")
    fonts = next(line for line in GAME.splitlines() if line.startswith("fonts:"))
    text = GAME.replace(fonts, FONTS.strip()).replace("palette: {", 'palette: {blood: "#9c2b23", ')
    space = write_tiny(root, {"data/tiny/game.yaml": text})
    folder = root / "templates/tiny"
    (folder / "art.png").write_bytes(base64.b64decode(WIDE.partition(",")[2]))
    (folder / "art.jpg").write_bytes(base64.b64decode(picture(40, 30, "JPEG").partition(",")[2]))
    (folder / "art.svg").write_text(document(ART, 'viewBox="0 0 100 50"'), encoding="utf-8")
    return read_game(space, "tiny")


def _wanted(game: Game) -> list[Wanted]:
    painter = Painter(game, composer(game, PrintJob("a4")))
    svgs = {f"{case.feature}/{case.name}": case.svg for case in PAINTED if case.feature in WHOLE}
    svgs |= {f"{case.feature}/{case.name}": case.svg for case in PAINTED[::EACH]}
    svgs |= {f"game/{name}": document(body) for name, body in OF_A_GAME.items()}
    return [
        Wanted(name, name, Face("", name, "front", svg, Size(SIDE, SIDE)), painter.draw)
        for name, svg in svgs.items()
        if name not in OTHERWISE
    ]


def test_every_drawing_is_as_it_is_printed(browser: Browser, game: Game, tmp_path: Path) -> None:
    wanted, web = _wanted(game), WebDrawings(game)
    figures = "\n".join(web.svg(item.face, item.alt) for item in wanted)
    fonts = font_faces(game.fonts, figures + "éÀñüß“”—’→")
    page = PAGE.format(fonts=fonts, columns=COLUMNS, symbols=web.symbols(), figures=figures)
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")
    opened = open_page(browser, file, 104 * COLUMNS + 8)
    try:
        assert not (wrong := [*opened.faults, *wrong_references(opened.page)]), "\n".join(wrong)
        found = places(opened.page, "main > svg")
        assert not (wrong := missing(found, wanted)), "\n".join(wrong)
        differ = [item for item in compare(opened, found, wanted) if not item.same]
        for item in differ:
            keep(item, ROOT / f"build/gates/drawing-{item.wanted.name.replace('/', '-')}.png")
        assert not differ, "\n".join(map(str, differ))
    finally:
        opened.page.close()
