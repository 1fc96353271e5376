"""Shapes that once took readers long: four times as many take four times as long (the gates try hundreds)."""

from __future__ import annotations

import pytest

from . import growth


@pytest.mark.parametrize(
    ("reader", "shape"),
    [
        ("chapter", "<!-- a -->"),
        ("chapter", "a\n: b\n"),
        ("chapter", "# a" + " " * 40),
        ("chapter's lines", "{"),
        ("chapter's lines", "{{\n"),
        ("braces", "{{"),
        ("braces", "{%"),
        ("boxes", "<rect>"),
        ("marks", "{"),
        ("marks", "{{"),
        ("marks", "{%"),
        ("document", "<rect/>"),
        ("color", "1"),
        ("length", "1"),
        ("sheet", "<row><c><v>1</v></c></row>"),
        ("selectors", "*{fill:red}"),
        ("selectors", "g "),
        ("jpeg", "\xff\xda\x00\x02"),
    ],
)
def test_four_times_the_text_takes_four_times_as_long(reader: str, shape: str) -> None:
    assert growth.growth(growth.READERS[reader], lambda count: shape * count + "!") < 9
