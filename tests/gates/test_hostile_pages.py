"""Games of strangers, opened in a browser: no script of theirs runs, nothing is asked for, and nobody complains.

Pages are opened without their content policy, so that what is written is judged by itself; one is opened with it, too.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pnp.problems import GameError
from pnp.web.html_file import whole_page
from tests.gates.browser import open_page
from tests.hostile_games import CANARY, HOSTILE, IMAGE, OUTSIDE, SCRIPT, hostile_pages

BUILT = [name for name, game in HOSTILE.items() if game.built]
_POLICY = re.compile(r"<meta http-equiv=[^<>]*>\n")
# what only a script could have done, and what could still do something when it is clicked
_DONE = "() => [typeof window.canary, document.querySelectorAll('script, iframe, object, embed, form, base').length]"
_CALLS = """() => [...document.querySelectorAll('*')].flatMap(item => [...item.attributes]
  .filter(({name, value}) => name.startsWith('on') || name !== 'aria-label' && /^\\s*(javascript:|vbscript:|data:text)/i.test(value))
  .map(({name, value}) => `<${item.localName} ${name}="${value}">`))"""


def found_in(browser: Browser, file: Path) -> list[str]:
    """What the browser did that it should not have, a line each; every link and drawing is clicked."""
    opened = open_page(browser, file, 600, tall=400, sharp=1)
    try:
        page = opened.page
        page.on("dialog", lambda dialog: opened.faults.append(f"a dialog opens: {dialog.message}"))
        page.evaluate(
            "document.querySelectorAll('a, svg, svg *').forEach(item => item.dispatchEvent(new MouseEvent('click')))"
        )
        page.wait_for_timeout(30)
        canary, running = page.evaluate(_DONE)
        calls = page.evaluate(_CALLS)
        return [
            *opened.faults,
            *(["a script ran"] if canary != "undefined" else []),
            *([f"{running} elements that do something"] if running else []),
            *calls,
        ]
    finally:
        opened.page.close()


def test_twenty_games_and_more_are_opened() -> None:
    assert len(BUILT) >= 20


@pytest.mark.parametrize("name", BUILT)
def test_nothing_of_a_hostile_game_runs(browser: Browser, tmp_path: Path, name: str) -> None:
    try:
        pages = hostile_pages(name, tmp_path)
    except GameError as error:
        raise AssertionError(f"it was to be built: {error}") from error
    for what, path in pages.items():
        text = path.read_text(encoding="utf-8")
        bare = path.with_name(f"bare-{path.name}")
        assert len(_POLICY.findall(text)) == 1
        bare.write_text(_POLICY.sub("", text), encoding="utf-8", newline="")
        assert found_in(browser, bare) == [], f"{what}, without the policy"
        if name == BUILT[0]:
            assert found_in(browser, path) == [], f"{what}, with the policy"


STYLE = "\np { color: #123456 }\n"
PAYLOADS = {
    "a script": SCRIPT,
    "a handler": IMAGE.replace("src=x", "src=data:,x"),
    "a handler that is called": f'<svg onload="{CANARY}"></svg>',
    "a link": f'<a href="javascript:{CANARY}">x</a>',
    "a frame": f'<iframe srcdoc="&lt;script&gt;parent.{CANARY}&lt;/script&gt;"></iframe>',
}


@pytest.mark.parametrize("payload", PAYLOADS)
def test_the_policy_stops_what_would_run(browser: Browser, tmp_path: Path, payload: str) -> None:
    """The second wall by itself: what runs without it does not with it. So each page above was judged by working eyes."""
    page = whole_page("en", "A page", STYLE, f"<p>Words</p>{PAYLOADS[payload]}")
    with_it, without = tmp_path / "with.html", tmp_path / "without.html"
    with_it.write_text(page, encoding="utf-8")
    without.write_text(_POLICY.sub("", page), encoding="utf-8")
    assert "a script ran" in found_in(browser, without)
    assert "a script ran" not in found_in(browser, with_it)


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        (f'<img src="{OUTSIDE}">', True),
        (f'<p style="background: url({OUTSIDE})">x</p>', True),
        (f"<style>p {{ background: url({OUTSIDE}) }}</style>", True),
        (f'<link rel="stylesheet" href="{OUTSIDE}">', True),
        ("<p>x</p>", False),
    ],
)
def test_the_policy_stops_what_would_ask(browser: Browser, tmp_path: Path, body: str, asked: bool) -> None:
    page = whole_page("en", "A page", STYLE, f"<p>Words</p>{body}")
    with_it, without = tmp_path / "with.html", tmp_path / "without.html"
    with_it.write_text(page, encoding="utf-8")
    without.write_text(_POLICY.sub("", page), encoding="utf-8")
    assert (f"the page asks for {OUTSIDE}" in found_in(browser, without)) == asked
    said = found_in(browser, with_it)
    assert any("Content Security Policy" in line and "blocked" in line for line in said) == asked, said


def test_only_our_own_style_sheet_counts(browser: Browser, tmp_path: Path) -> None:
    page = whole_page("en", "A page", STYLE, "<style>p { color: #ff0000 }</style><p>Words</p>")
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")
    opened = open_page(browser, file, 600, tall=400, sharp=1)
    try:
        assert opened.page.evaluate("getComputedStyle(document.querySelector('p')).color") == "rgb(18, 52, 86)"
    finally:
        opened.page.close()
