"""A page's path and a width go in; what a headless Chromium made of it comes out: the page, and what went wrong in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, Request, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TALL = 4000  # CSS pixels of a page that are painted at once; two device pixels each stay below what Chromium can paint
SHARP = 2  # device pixels a CSS pixel, as on phones and good screens


@dataclass(frozen=True, eq=False)
class Opened:
    """A page in the browser, ``width`` CSS pixels wide, and its ``faults`` so far: a sentence each."""

    page: Page
    width: int
    faults: list[str] = field(default_factory=list)


@contextmanager
def start_browser() -> Iterator[Browser]:
    """The system's Chromium. Raises RuntimeError where there is none: a gate without its tool is shut."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise RuntimeError("there is no Chromium to open the pages in: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        try:
            yield browser
        finally:
            browser.close()


def open_page(browser: Browser, file: Path, width: int, tall: int = TALL, sharp: float = SHARP) -> Opened:
    """Open a file, with all that folds unfolded and its fonts read. Nothing but the file itself is answered."""
    page = browser.new_page(viewport={"width": width, "height": tall}, device_scale_factor=sharp)
    opened = Opened(page, width)
    address = file.resolve().as_uri()

    def asked(request: Request) -> None:
        if request.url != address and not request.url.startswith(("data:", "blob:")):
            opened.faults.append(f"the page asks for {request.url[:200]}")

    page.on("request", asked)
    page.on("requestfailed", lambda request: opened.faults.append(f"a request fails: {request.url[:200]}"))
    page.on("pageerror", lambda error: opened.faults.append(f"a script fails: {error}"))
    page.on(
        "console",
        lambda said: (
            opened.faults.append(f"the console says ({said.type}): {said.text}")
            if said.type in ("error", "warning", "assert")
            else None
        ),
    )
    page.route("**/*", lambda route: route.continue_() if route.request.url == address else route.abort())
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach(item => item.open = true)")
    page.evaluate("document.fonts.ready.then(() => null)")
    return opened
