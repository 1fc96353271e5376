"""docs/reference.md is what the program says of itself, whole and in its present words."""

from __future__ import annotations

from pathlib import Path

from docs.make_reference import reference

ROOT = Path(__file__).parent.parent


def test_the_reference_is_up_to_date() -> None:
    page = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
    assert page == reference(), "run `make reference`"
    assert page.count("### pnp ") == 12
    assert page.count("| `") > 100
