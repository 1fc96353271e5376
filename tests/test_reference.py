"""docs/reference.md is what the program says of itself, whole and in its present words."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from docs.make_reference import reference
from docs.template_words import OBJECTS
from pnp.faces.compose import HELPERS, words_for_all
from pnp.rules.filters import FILTERS_ALLOWED, TESTS_ALLOWED
from pnp.rules.formulas import FUNCTIONS
from pnp.rules.sandbox import LOOP_WORDS, MAPPING_METHODS, TEXT_METHODS

ROOT = Path(__file__).parent.parent


def test_the_reference_is_up_to_date() -> None:
    page = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
    assert page == reference(), "run `make reference`"
    assert page.count("### pnp ") == 13
    assert page.count("| `") > 100


def test_every_word_of_templates_stands_in_it() -> None:
    page = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
    words = page[page.index("## What templates may call") : page.index("## Sizes")]
    called = {*HELPERS, *FUNCTIONS, *FILTERS_ALLOWED, *words_for_all("full"), "range"} - {"ink"}
    assert {name for name in called if not re.search(rf"^\| `{name}\(", words, re.MULTILINE)} == set()
    opened = {
        owner: vars(owner)["open_to_templates"]
        for path in sorted((ROOT / "pnp").rglob("*.py"))
        if "open_to_templates: ClassVar" in path.read_text(encoding="utf-8")
        for owner in vars(import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))).values()
        if isinstance(owner, type) and "open_to_templates" in vars(owner)
    }
    assert set(opened) == {owner for owner, _ in OBJECTS.values() if hasattr(owner, "open_to_templates")}
    asked = {
        *TESTS_ALLOWED,
        *TEXT_METHODS,
        *MAPPING_METHODS,
        *LOOP_WORDS,
        *(name for names in opened.values() for name in names),
    }
    assert {name for name in asked if f"| `{name}` | " not in words} == set()
    icons = {path.stem for path in (ROOT / "templates/icons").glob("*.svg")}
    assert icons and {name for name in icons if f"`{name}`" not in words} == set()
