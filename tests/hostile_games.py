"""Games of strangers: each tries in its own way to run a script on a page, or to have it ask for something.

A game is one of ``bench.fuzz.small_game`` with a few words changed. What is written shall be harmless, or nothing shall
be written. ``CANARY`` is what a script that runs would do.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.fuzz.small_game import picture, small_games
from pnp.build.build import build, read_game
from pnp.game.workspace import Workspace
from pnp.history.compare import compare
from pnp.history.page import difference_page
from pnp.history.sides import open_side
from pnp.job import PrintJob

CANARY = "window.canary=1"
OUTSIDE = "https://evil.example/x"
SCRIPT = f"<script>{CANARY}</script>"
IMAGE = f"<img src=x onerror={CANARY}>"
BREAKS = f"\"'></style></title></svg>{SCRIPT}{IMAGE}<!--"
SHORT = f"<svg onload={CANARY}>"
DRAWN = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="{CANARY}"><script>{CANARY}</script><rect width="9" height="9"/></svg>'
GAME, HEROES, CARD, PLAIN = (
    "data/tiny/game.yaml",
    "data/tiny/heroes.yaml",
    "templates/tiny/card.svg",
    "templates/tiny/plain.svg",
)
ONE, TWO, THREE = (f"templates/tiny/guide/{name}.md" for name in ("one", "two", "three"))
BEE, STAR, SCENE, PARTS = (
    "templates/tiny/guide/bee.svg", "templates/icons/star.svg", "templates/tiny/scene.svg", "data/tiny/diagrams.yaml",
)  # fmt: skip
FAMILY = f'A";}}@import url({OUTSIDE});x{{'
XHTML = 'xmlns:h="http://www.w3.org/1999/xhtml"'


@dataclass(frozen=True)
class HostileGame:
    """Which small game, the words that stand for others in its files, whole files; and whether it is built."""

    base: str
    changes: Mapping[str, tuple[tuple[str, str], ...]]
    files: Mapping[str, bytes]
    built: bool


def _game(
    base: str, *changes: tuple[str, str, str], built: bool = True, files: Mapping[str, bytes] | None = None
) -> HostileGame:
    named = {name: tuple((old, new) for file, old, new in changes if file == name) for name, _, _ in changes}
    return HostileGame(base, named, files or {}, built)


def _quoted(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _data(svg: str, kind: str = "image/svg+xml") -> str:
    return f"data:{kind};base64,{base64.b64encode(svg.encode()).decode()}"


def _within(place: str, more: str) -> tuple[str, str, str]:
    return (place, "</svg>", more + "</svg>")


HOSTILE: Mapping[str, HostileGame] = {
    "the title of the game": _game("book", (GAME, "title: Small\n", f"title: {_quoted(BREAKS[:110])}\n")),
    "the subject, the author and the version": _game(
        "book", (GAME, "A game of bees", _quoted(BREAKS)), (GAME, "author: Ann", f"author: {_quoted(BREAKS)}"), (GAME, '"1.2"', _quoted(SHORT))
    ),
    "the title of the book": _game("book", (GAME, "title: The guide", f"title: {_quoted(IMAGE)}")),
    "the title of the document": _game("book", (GAME, "guide.html: {layout", f"guide.html: {{title: {_quoted(IMAGE)}, layout")),
    "the language": _game("book", (GAME, "language: en", "language: 'en\"><script>'"), built=False),
    "a colour": _game("book", (GAME, 'blood: "#992211"', f'blood: "#992211}}</style>{SCRIPT}"'), built=False),
    "a family of fonts": _game(
        "book", (GAME, "  Text: {regular", f"  {_quoted('A</style>' + SCRIPT)}: {{regular"), (GAME, "font: Text", f"font: {_quoted('A</style>' + SCRIPT)}"), built=False,
    ),
    "a family that closes a string": _game(
        "book", (GAME, "  Text: {regular", f"  {_quoted(FAMILY)}: {{regular"), (GAME, "font: Text", f"font: {_quoted(FAMILY)}"), built=False,
    ),
    "a heading": _game("book", (TWO, "## Part {#part}", f"## Part \\{IMAGE} &lt;script&gt;{CANARY}&lt;/script&gt; {{#part}}"), (ONE, "# One", f"# One \\{IMAGE}")),
    "an id": _game("book", (TWO, "{#part}", '{#part" onclick="window.canary=1}')),
    "HTML in a chapter": _game("book", (ONE, "Begin here.", SCRIPT), (TWO, "---\n", f"<div onclick={CANARY}>x</div>\n"), built=False),
    "HTML that a chapter computes": _game("book", (ONE, "Begin here.", "{{ '<script>window.canary=1</script>' }}"), built=False),
    "HTML by entities": _game("book", (ONE, "Begin here.", f"&lt;img src=x onerror={CANARY}&gt; &#x3c;script&#62;{CANARY}&#60;/script&#x3E;")),
    "links of every scheme": _game(
        "book", (ONE, "See [two](#two)", f"[a](javascript:{CANARY}) [b](&#106;avascript:{CANARY}) [c](JaVaScRiPt:{CANARY}) [d](vbscript:x) "
        f"[e]({_data(DRAWN)}) [f](<java&Tab;script:{CANARY}>) [g](//evil.example) [h]({OUTSIDE}) <javascript:{CANARY}> <{OUTSIDE}>"), built=False,
    ),
    "a link that is a place and more": _game("book", (ONE, "[two](#two)", f'[two](<#two" onclick="{CANARY}>)'), built=False),
    "a link's title": _game("book", (ONE, "[two](#two)", f"[two](#two '\"onmouseover=\"{CANARY}')")),
    "words for a figure": _game("book", (ONE, "![Ada]", f"![\\{IMAGE} \" onload=\"{CANARY}]")),
    "the title of an aside": _game("book", (ONE, "::: example The first", f"::: example The \\{IMAGE} &lt;img src=x onerror={CANARY}&gt;")),
    "the heading of an aside": _game("book", (GAME, "title: Look", f"title: {_quoted(SCRIPT)}")),
    "an entry of the index": _game("book", (TWO, "index: Bees; Hops", f"index: {SCRIPT}; \" onclick=\"{CANARY}; </ul>{IMAGE}")),
    "a table's title, note and cells": _game(
        "book", ("data/tiny/rules.yaml", "title: Chances", f"title: {_quoted(SCRIPT)}"), ("data/tiny/rules.yaml", "note: In percent", f"note: {_quoted(IMAGE)}"),
        (HEROES, "name: Ada", f"name: {_quoted(IMAGE)}"),
    ),
    "what a callout says": _game(
        "book", (PARTS, "name: the **name** of", f"name: \"\\\\{SCRIPT} <img src=x onerror={CANARY}> of"), (PARTS, "{{ heroes.bo.name }}", '{{ heroes.bo.name }}"'),
        (PARTS, "caption: The card.", f"caption: {_quoted(SCRIPT)}"), (PARTS, "alt: A card with its parts.", f"alt: {_quoted(BREAKS)}"),
    ),
    "credits": _game(
        "book", ("templates/icons/icons.yaml", "star: Ann", f"star: {_quoted(IMAGE)}"), ("fonts/fonts.yaml", "name: Small", f"name: {_quoted(SCRIPT)}"),
        ("templates/icons/icons.yaml", "from: a meadow", f"from: {_quoted(SHORT)}"), ("fonts/fonts.yaml", "licence: OFL", f"licence: {_quoted(BREAKS)}"),
    ),
    "names of records": _game("cards", (HEROES, "name: Ada", f"name: {_quoted(SHORT)}"), (HEROES, "bees,", "bees </svg></p><p onclick=x>,")),
    "lines that only some programs know": _game("book", (GAME, "A game of bees", f'"\\u2028{CANARY}\\u2029//]]>"')),
    "an icon": _game(
        "book", (STAR, "<svg ", f'<svg onload="{CANARY}" {XHTML} '), (STAR, "<title>star</title>", f"<title><h:script>{CANARY}</h:script></title><desc><h:img src='x' onerror='{CANARY}'/>&lt;img src=x onerror={CANARY}&gt;</desc>"),
    ),
    "handlers in an icon": _game("book", (STAR, "<path ", f'<path onclick="{CANARY}" onmouseover="{CANARY}" cursor="url({OUTSIDE})" '), built=False),
    "a drawing's title": _game("cards", (BEE, "A bee &amp; a flower", f"&lt;/title&gt;&lt;script&gt;{CANARY}&lt;/script&gt;\" onload=\"{CANARY}")),
    "HTML within what a drawing says": _game(
        "cards", (CARD, "<style>.rim", f"<title><script xmlns='http://www.w3.org/1999/xhtml'>{CANARY}</script></title><desc><img xmlns='http://www.w3.org/1999/xhtml' src='x' onerror='{CANARY}'/></desc>"
        f"<metadata><x:svg xmlns:x='urn:x' onload='{CANARY}'/></metadata><style>.rim"),
    ),
    "a foreign namespace": _game("cards", _within(SCENE, f"<x:svg xmlns:x='http://www.w3.org/1999/xhtml' onload='{CANARY}'><x:img src='x' onerror='{CANARY}'/></x:svg>")),
    "a group that is not displayed": _game("cards", _within(CARD, f'<g display="none"><title>&lt;/g&gt;&lt;img src=x onerror={CANARY}&gt;</title><rect width="9" height="9"/></g>')),
    "an address in a cursor": _game("cards", _within(CARD, f'<rect width="9" height="9" cursor="url({OUTSIDE})"/>')),
    "a family in a drawing": _game(
        "cards", _within(SCENE, f"<text font-family=\"A&lt;/style&gt;&lt;script&gt;{CANARY}&lt;/script&gt;\" font-size='3'>a</text><text style='font-family:\"x\\22 \\3b }} @import url({OUTSIDE})\"'>a</text>"),
    ),
    "ids that break out": _game(
        "cards", _within(SCENE, f'<g id="&quot;&gt;&lt;img src=x onerror={CANARY}&gt;"><rect width="3" height="3"/></g><use href="#&quot;&gt;&lt;img src=x onerror={CANARY}&gt;"/>'),
    ),
    "a picture that is a program": _game(
        "cards", (SCENE, "<svg ", f'<svg onload="{CANARY}" onclick="{CANARY}" '), _within(SCENE, f"<script>{CANARY}</script><a href='javascript:{CANARY}'><rect width='9' height='9'/></a>"
        f"<animate attributeName='href' values='javascript:{CANARY}'/><foreignObject width='9' height='9'><iframe xmlns='http://www.w3.org/1999/xhtml' src='{OUTSIDE}'/></foreignObject>"),
    ),
    "definitions with handlers": _game(
        "cards", _within(SCENE, f"<defs onload='{CANARY}'><g id='d' onload='{CANARY}'><a href='javascript:{CANARY}'><circle r='2'/></a></g></defs><use href='#d'/><use href='{OUTSIDE}#d'/>"),
    ),
    "a style sheet that asks": _game(
        "cards", (SCENE, "<style>", f"<style>@import url({OUTSIDE}.css); @font-face {{ font-family: x; src: url({OUTSIDE}.ttf) }} rect {{ fill: url({OUTSIDE}#a); mask: u\\72l({OUTSIDE}#m); background: url({OUTSIDE}) }} "),
    ),
    "pictures within data": _game(
        "cards", _within(SCENE, f"<image href=\"{_data(DRAWN)}\" width='9' height='9'/><image href=\"{_data(DRAWN, 'text/html')}\" width='9' height='9'/>"
        f"<image href='{OUTSIDE}.png' width='9' height='9'/><image href='//evil.example/y' srcset='{OUTSIDE} 2x' width='9' height='9'/>"),
    ),
    "how a picture within a picture fits": _game(
        "cards", _within(SCENE, f"<image preserveAspectRatio='{OUTSIDE} slice' href=\"{_data(DRAWN)}\" width='9' height='9'/>"),
    ),
    "words about pages": _game("book", (ONE, "Begin here.", "http-equiv= and javascript: and onclick=x"), (PARTS, "alt: A card with its parts.", f"alt: 'javascript:{CANARY}'"), (TWO, "## Part {#part}", "## javascript {#javascript}")),
    "a picture with a page behind it": _game("cards", files={"templates/tiny/photo.png": picture("PNG", "RGB") + BREAKS.encode()}),
    "a picture of another kind": _game("cards", files={"templates/tiny/photo.jpg": f"<html xmlns='http://www.w3.org/1999/xhtml'>{SCRIPT}</html>".encode()}, built=False),
    "values that break out": _game(
        "cards", _within(SCENE, f'<rect width="9" height="9" fill="red&quot; onload=&quot;{CANARY}" opacity="&quot;&gt;&lt;script&gt;" display="&quot;/&gt;{"&lt;img src=x onerror=" + CANARY}&gt;"/>'),
    ),
    "letters that close a text": _game("cards", _within(CARD, f'<text x="9" y="9" font-family="Text" font-size="2">&lt;/text&gt;&lt;/svg&gt;&lt;script&gt;{CANARY}&lt;/script&gt; ]]&gt; &lt;!--</text>')),
    "a comment that a browser ends sooner": _game("cards", _within(CARD, f"<!--><img src=x onerror={CANARY}> --><![CDATA[ ]]>"), _within(BEE, f"<!--> {SCRIPT} -->")),
}  # fmt: skip


def write_hostile(name: str, root: Path) -> Workspace:
    """Write a hostile game into a folder ``after``, and the game that it was made from into ``before``."""
    hostile = HOSTILE[name]
    files = dict(small_games()[hostile.base])
    for side in ("before", "after"):
        for file, data in files.items():
            path = root / side / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    for file, changes in hostile.changes.items():
        text = files[file].decode()
        for old, new in changes:
            assert old in text, (file, old)
            text = text.replace(old, new)
        (root / "after" / file).write_text(text, encoding="utf-8", newline="")
    for file, data in hostile.files.items():
        assert file in files
        (root / "after" / file).write_bytes(data)
    return Workspace(root / "after", root / "after")


def hostile_pages(name: str, root: Path) -> dict[str, Path]:
    """The files of the pages that come of it: the rulebook and what differs from before. Raises GameError."""
    workspace = write_hostile(name, root)
    build(read_game(workspace, "tiny"), PrintJob("a4"), root / "out")
    before, after = (open_side(side, root, "tiny", PrintJob("a4"), root) for side in ("before", "after"))
    difference = root / "out/difference.html"
    difference.write_text(difference_page(compare(before, after), "What changed"), encoding="utf-8", newline="")
    return {"rulebook": root / "out/guide.html", "difference": difference}
