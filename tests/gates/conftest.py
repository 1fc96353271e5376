"""One browser for all gates, and what a shipped game's page is made of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.gates.browser import start_browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with start_browser() as started:
        yield started
