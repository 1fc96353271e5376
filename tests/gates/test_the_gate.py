"""The gate itself: a whole page passes it, and each fault shuts it with its own words."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pnp.build.painter import Painter
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.units import Size
from tests.gates.browser import open_page
from tests.gates.pictures import Wanted, compare, missing, places
from tests.gates.references import too_wide, wrong_references

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><style>svg { width: 60mm; max-width: 100% } p { width: 20mm } </style></head>
<body><a href="#one">To the figure</a> <svg class="icon"><use href="#drop"/></svg>
<svg width="0" height="0"><symbol id="drop" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></symbol></svg>
<figure id="one">DRAWING</figure><p>Words</p></body></html>
"""
GROUND = "#f3e9d2"  # a pale one, as diagrams of boards have
DRAWING = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40" role="img" aria-label="A map">
<rect x="5" y="5" width="10" height="10" fill="{GROUND}"/><rect x="30" y="5" width="20" height="20" fill="#445566"/>
<circle cx="40" cy="15" r="6" fill="{GROUND}"/><path d="M5 35 L55 35" stroke="#882211" stroke-width="1"/></svg>"""


def _faults(browser: Browser, tmp_path: Path, page: str) -> str:
    file = tmp_path / "page.html"
    file.write_text(page.replace("DRAWING", DRAWING), encoding="utf-8")
    opened = open_page(browser, file, 390)
    try:
        opened.page.wait_for_timeout(50)
        return "\n".join([*opened.faults, *wrong_references(opened.page), *too_wide(opened.page)])
    finally:
        opened.page.close()


def test_a_whole_page_passes(browser: Browser, tmp_path: Path) -> None:
    assert _faults(browser, tmp_path, PAGE) == ""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("<use href=", "<use ns1:href=", 'prefix that means nothing here: 1\n    <use ns1:href="#drop">'),
        ('href="#one"', 'href="#two"', 'a reference to nothing: 1\n    <a href="#two">'),
        ('id="drop"', 'id="drip"', 'a reference to nothing: 1\n    <use href="#drop">'),
        ('id="drop"', 'id="one"', "an id given more than once, or empty: 1\n    2 x 'one'"),
        ('<path d="M0 0h9v9z"/>', "", "an icon without ink: 1"),
        ('stroke="#882211"', 'stroke="url(#fade)"', "url() of nothing: 1\n    <path stroke>: #fade"),
        ("<p>", '<p aria-describedby="note">', 'a reference to nothing: 1\n    <p aria-describedby="note">'),
        ("<p>", '<p><img src="art.png">', "art.png"),
        (
            "<p>",
            '<p style="background: url(https://example.com/a.png)">',
            "the page asks for https://example.com/a.png",
        ),
        ("<p>", "<script>console.warn('hm')</script><p>", "the console says (warning): hm"),
        ("<p>", "<script>nothing()</script><p>", "a script fails: "),
        ("width: 20mm", "width: 200mm", "the page is "),
    ],
)
def test_each_fault_shuts_it(browser: Browser, tmp_path: Path, old: str, new: str, words: str) -> None:
    page = PAGE.replace("DRAWING", DRAWING)
    assert old in page
    assert words in _faults(browser, tmp_path, page.replace(old, new, 1))


@pytest.mark.parametrize(
    ("lost", "same"),
    [
        ("", True),
        (f'<rect x="5" y="5" width="10" height="10" fill="{GROUND}"/>', False),
        (f'<circle cx="40" cy="15" r="6" fill="{GROUND}"/>', False),
        ('<path d="M5 35 L55 35" stroke="#882211" stroke-width="1"/>', False),
    ],
)
def test_what_is_lost_is_seen(browser: Browser, tmp_path: Path, tiny_game: Game, lost: str, same: bool) -> None:
    """A pale ground on white, a spot on a dark one, a line: each is enough."""
    assert lost in DRAWING
    file = tmp_path / "page.html"
    file.write_text(PAGE.replace("DRAWING", DRAWING.replace(lost, "")), encoding="utf-8")
    painter = Painter(tiny_game, composer(tiny_game, PrintJob("a4")))
    face = Face("maps", "map", "front", DRAWING.replace(' role="img" aria-label="A map"', ""), Size(60, 40))
    opened = open_page(browser, file, 390)
    try:
        found = places(opened.page, "figure [role=img]")
        wanted = [Wanted("diagram:map", "A map", face, painter.draw)]
        assert not missing(found, wanted)
        assert missing(found, wanted * 2) == [
            "1 figures stand in the page, and the book has 2",
            "    diagram:map is not there (A map)",
        ]
        (likeness,) = compare(opened, found, wanted)
        assert likeness.same is same, str(likeness)
    finally:
        opened.page.close()
