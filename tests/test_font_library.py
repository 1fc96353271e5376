"""What lies in ``fonts/``: listed by family, with what each can set, and shown on a page of specimens."""

from __future__ import annotations

from pnp.fonts.scripts import coverage_of
from pnp.game.font_library import font_library
from pnp.game.workspace import Workspace, shipped_root

from .conftest import ROOT


def coverage_table() -> str:
    """The table of fonts/README.md: what every style of a shipped family sets."""
    rows = []
    for name, group in font_library(Workspace(shipped_root(), shipped_root())).families().items():
        whole = [
            script for script in coverage_of(group[0].font) if all(script in coverage_of(each.font) for each in group)
        ]
        rows.append(f"| {name} | {', '.join(whole)} |\n")
    return "| family | sets |\n| --- | --- |\n" + "".join(sorted(rows))


def test_the_docs_say_exactly_what_the_shipped_families_set() -> None:
    assert coverage_table() in (ROOT / "fonts/README.md").read_text(encoding="utf-8")


def test_greek_and_cyrillic_are_shipped() -> None:
    rows = [line for line in coverage_table().splitlines() if "Greek" in line]
    assert len(rows) == 1
    assert rows[0].startswith("| Noto Sans |")
    assert "Cyrillic" in rows[0]
