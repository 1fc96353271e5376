"""Every page that is written for browsers is parsed: nothing in it could run, or ask for anything, whoever wrote the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.fuzz.harmless import wrong_in
from bench.fuzz.harmless_pdf import wrong_in_pdf
from bench.fuzz.small_game import small_games
from pnp.build.build import build, read_game
from pnp.game.workspace import Workspace, shipped_root
from pnp.job import PrintJob
from pnp.problems import GameError, describe
from pnp.web.html_file import whole_page
from tests.hostile_games import HOSTILE, hostile_pages


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_game_is_written_harmless_or_not_at_all(name: str, tmp_path: Path) -> None:
    try:
        pages = hostile_pages(name, tmp_path)
    except GameError as error:
        assert not HOSTILE[name].built, "\n".join(map(describe, error.problems))
        assert not (tmp_path / "out").exists()
        return
    assert HOSTILE[name].built, "it was to be refused"
    for what, path in pages.items():
        page = path.read_text(encoding="utf-8")
        assert len(page) > (20_000 if what == "rulebook" else 2_000)
        assert wrong_in(page) == [], what
    documents = sorted((tmp_path / "out").rglob("*.pdf"))
    assert documents
    assert {path.name: wrong_in_pdf(path) for path in documents} == {path.name: [] for path in documents}


def test_most_hostile_games_are_built() -> None:
    """What is refused shows nothing of a page."""
    assert sum(game.built for game in HOSTILE.values()) >= 20


GOOD = whole_page(
    "en",
    "A page",
    "\np { color: #123456 }\n",
    '<p class="lead">Words &lt; <svg class="icon"><use href="#a"/></svg></p>',
)
SEEN = {
    "<p onclick=\"x()\">": "a handler: <p onclick='x()'>",
    "<script>x()</script>": "an element that does something: <script>",
    '<a href="javascript:x()">y</a>': "a link outside: <a href='javascript:x()'>",
    '<a href="java&#10;script:x()">y</a>': "a link outside: ",
    '<a href="&#1;javascript:x()">y</a>': "a link outside: ",
    '<a href="https://example.org">y</a>': "a link outside: <a href='https://example.org'>",
    '<svg><image href="data:image/svg+xml,x"/></svg>': "a link outside: <image href='data:image/svg+xml,x'>",
    '<a href="data:image/png;base64,AAAA">y</a>': "a value that no page of ours has: <a href='data:image/png;base64,AAAA'>",
    '<img srcset="x 2x">': "something from elsewhere: <img srcset='x 2x'>",
    '<svg><use xlink:href="#a"/></svg>': "something from elsewhere: <use xlink:href='#a'>",
    '<base href="/">': "an element that does something: <base>",
    '<meta http-equiv="refresh" content="0">': "a word to the browser: <meta http-equiv='refresh'>",
    "<form></form>": "an element that does something: <form>",
    "<iframe></iframe>": "an element that does something: <iframe>",
    "<object></object>": "an element that does something: <object>",
    '<p style="background:url(x)">': "a value that asks: <p style='background:url(x)'>",
    '<svg><rect fill="url(x#a)"/></svg>': "a value that asks: <rect fill='url(x#a)'>",
    '<svg><rect mask="u\\72l(x)"/></svg>': "a value that no page of ours has: <rect mask='u\\\\72l(x)'>",
    '<svg><set attributeName="href"/></svg>': "an element that does something: <set>",
    "<svg><foreignObject/></svg>": "an element that does something: <foreignobject>",
    "<!-- x -->": "a comment or a declaration: ' x '",
    "<style>@import 'x';</style>": "it has 2 style sheets that are whole",
    "<blink>x</blink>": "an unknown element: <blink>",
    '<p title="x">': "an unknown attribute: <p title>",
    "a < b": "a sign of HTML stands in a text: ",
    "<p class=x>": "a sign of HTML stands in a text: ",
    "<style id='a'>@import 'x';</style>": "a style sheet that is not ours: <style id='a'>",
    "<STYLE>@import 'x';</STYLE>": "a style sheet that is not ours: <STYLE>",
    "<svg><style >@import 'x';</style></svg>": "a style sheet that is not ours: <style >",
    "<svg><p>x</p></svg>": "<p> stands within a drawing",
    "<svg><g><svg></svg><li>x</li></g></svg>": "<li> stands within a drawing",
    '<image href="data:image/png;base64,AAAA"/>': "<image> stands in no drawing",
    "<svg/><g></g>": "<g> stands in no drawing",
    '<svg><image HREF="x"/></svg>': "an unknown attribute: <image HREF>",
    '<b id="a"></b><i id="a"></i>': "two places of one name: <i id='a'>",
    "a\0b": "a control character stands in the page: '\\x00'",
}  # fmt: skip


def test_no_two_places_of_a_page_have_one_id(tmp_path: Path) -> None:
    """Chapters, headings, marks of the index, tables, diagrams and the page's drawings share one room of names."""
    files = dict(small_games()["book"])
    plain = "\n\nA word.\n\n"
    one = "# One\n\n## {#one-a-2}\n\n## A\n\nIt. <!-- index: Hop -->\n\n## A\n\n## A\n\n## Two\n\n## {#icon-star}\n\n## {#to-icon-star}"
    two = "\n\n## One a\n\n## Index one 1\n\n## Table chances\n\n## Diagram card\n\n### Two part\n\n### Part\n\n"
    files["templates/tiny/guide/one.md"] = (
        one.replace("## {", "## Here {").replace("\n\n", plain).encode() + plain.encode()
    )
    files["templates/tiny/guide/two.md"] += two.replace("\n\n", plain).encode()
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    game = read_game(Workspace(tmp_path, shipped_root()), "tiny")
    build(game, PrintJob("a4"), tmp_path / "out", ["guide.html"])
    page = (tmp_path / "out/guide.html").read_text()
    ids = re.findall(r' id="([^"]*)"', page)
    assert {"one-a", "one-a-3", "two-one-a", "to-icon-star", "to-to-icon-star", "table-chances", "diagram-card"} <= {
        *ids
    }
    assert wrong_in(page) == []
    for given in ("one/a", "one-a", "table-chances", "table/chances", "diagram/card", "index-one-1"):
        (tmp_path / "templates/tiny/guide/two.md").write_text(
            f"# Two\n\n## Here {{#{given}}}\n\n![](table:chances) ![](diagram:card)\n"
        )
        with pytest.raises(GameError, match=f"'{given}' names two places of the book"):
            build(
                read_game(Workspace(tmp_path, shipped_root()), "tiny"), PrintJob("a4"), tmp_path / "out", ["guide.html"]
            )


def test_a_good_page_is_good() -> None:
    assert wrong_in(GOOD) == []


def test_words_about_pages_are_words() -> None:
    assert wrong_in(GOOD.replace("Words", "http-equiv= and javascript: and onclick=x")) == []


def test_what_is_no_character_is_a_question_mark() -> None:
    assert "<title>a?b?c?</title>" in whole_page("en", "a\udcffb\x1bc\r", "", "").encode().decode()


@pytest.mark.parametrize("more", SEEN)
def test_what_is_wrong_is_seen(more: str) -> None:
    wrong = wrong_in(GOOD.replace("<p ", f"{more}<p ", 1))
    assert any(line.startswith(SEEN[more]) for line in wrong), wrong


@pytest.mark.parametrize(
    "more", ["@import 'x';", "p { background: url(x) }", "p { background: u\\72l(x) }", "p { width: expression(x) }", "@font-face { src: url(data:text/html;base64,AA) }",
     '/* " */ p { background: url(x) } /* " */', "p { content: '\"' } p { background: url(x) } p { content: '\"' }", 'p { content: "x }'],
)  # fmt: skip
def test_a_style_sheet_that_asks_is_seen(more: str) -> None:
    style = f"\n{more}\n"
    wrong = wrong_in(whole_page("en", "A page", style, "<p>x</p>"))
    assert any(line.startswith("the style sheet says") for line in wrong), wrong


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<meta charset="utf-8">\n', ""),
        ('<meta charset="utf-8">', '<meta charset="utf-7">'),
        ("<head>", "<head><p>x</p>"),
        ("<head>", "<head><BODY>"),
        ('lang="en"', f'lang="{"en-" * 400}"'),
    ],
)
def test_nothing_stands_before_the_encoding_and_the_policy(old: str, new: str) -> None:
    """What comes before a policy is not held by it; an encoding counts within the first 1,024 bytes (HTML, 13.2.3.2)."""
    assert old in GOOD
    assert "it does not begin as an HTML page of ours" in wrong_in(GOOD.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [("default-src 'none'; ", ""), ("form-action 'none'", "form-action *"), ("sha256-", "sha256-A"), ("Content-Security-Policy", "x"), ("color: #", "color:  #")],
)  # fmt: skip
def test_the_policy_is_there_and_is_the_style_sheets_own(old: str, new: str) -> None:
    assert old in GOOD
    assert "it does not have the content policy, once, before all else" in wrong_in(GOOD.replace(old, new))
