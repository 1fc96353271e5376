"""All that reads a stranger's text takes four times as long for four times the text, and bills tell how long.

Times are compared with each other, never with a clock's hour: the better of two runs of CPU time, where a linear reader
takes some ten milliseconds. A quadratic one would take sixteen times as long for four times the text.
"""

from __future__ import annotations

from itertools import product
from time import process_time

import pytest

from pnp.rules.sandbox import Environment
from pnp.rules.work import allowance

from .. import bills, growth

MOST = 9.0  # times as long for four times the text: 4 when linear, 16 when quadratic
DEAREST = 15.0  # times the seconds that a unit of a plain loop takes


@pytest.mark.parametrize("name", growth.READERS)
def test_a_reader_takes_as_long_as_its_text(name: str) -> None:
    reader = growth.READERS[name]
    slow = {
        f"{shape!r} and {tail!r}": round(ratio, 1)
        for shape in growth.SHAPES
        for tail in ("", "x")
        if (ratio := growth.growth(reader, lambda count, shape=shape, tail=tail: shape * count + tail)) > MOST  # type: ignore[misc]
    }
    assert not slow


def test_every_pattern_takes_as_long_as_its_text() -> None:
    found = growth.patterns()
    assert len(found) > 110
    slow: dict[str, tuple[str, float]] = {}
    for pattern, (place, searches) in found.items():
        for piece, tail in product(growth.pieces(pattern), ("", "\x01")):
            if (ratio := growth.growth_of(pattern, searches, piece, tail)) > MOST:
                slow[place] = (piece + tail, round(ratio, 1))
                break
    assert not slow


def _loop() -> float:
    """Seconds a unit, of a plain loop."""
    template = Environment().from_string("{% for i in v %}{% set a = i * 2 + 1 %}{{ a }}{% endfor %}")
    best = float("inf")
    for _ in range(3):
        with allowance(bills.MANY, bills.MANY) as purse:
            before, start = purse.units, process_time()
            template.render({"v": range(20_000)})
            best = min(best, (process_time() - start) / (before - purse.units))
    return best


TABLE = [
    (f"{kind} {name} {number}", case)
    for kind, table in (
        ("filter", bills.FILTERS), ("test", bills.TESTS), ("statement", bills.STATEMENTS), ("operator", bills.OPERATORS),
        ("method", bills.METHODS), ("function", bills.FUNCTIONS),
    )
    for name, found in table.items()
    for number, case in enumerate(found)
]  # fmt: skip


def test_a_unit_is_worth_the_time_that_it_takes() -> None:
    """What costs a unit takes no more than some units of a loop: so an allowance is a bound of time."""
    unit = _loop()
    dear: dict[str, float] = {}
    for name, case in TABLE:
        for size in (300, 1200):
            run = bills.prepared(case, size)
            best, billed = float("inf"), 1
            for _ in range(3):
                start = process_time()
                billed = run()
                best = min(best, process_time() - start)
            worth = (best - 0.0005) / max(1, billed) / unit  # a template takes that long to begin
            if worth > DEAREST:
                dear[f"{name} of size {size}"] = round(worth, 1)
    assert not dear
