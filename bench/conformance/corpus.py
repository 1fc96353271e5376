"""The written cases of every feature, in one list."""

from __future__ import annotations

from bench.conformance import blends, dialects, filters, letters, paints, programs, refusals, shapes, structure, words
from bench.conformance.case import Case


def corpus() -> list[Case]:
    """Every written case."""
    return [
        case
        for module in (shapes, paints, structure, words, letters, blends, filters, dialects, programs, refusals)
        for case in module.cases()
    ]
