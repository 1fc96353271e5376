"""Hostile expressions and texts are refused, all of them, within bounds of time and memory."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.test_rules import HOSTILE_EXPRESSIONS, HOSTILE_TEXTS

_IN_BOUNDS = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
from pnp.rules.dice import read_roll
from pnp.rules.formulas import Formula, RuleBook
from pnp.rules.sandbox import RuleError, evaluate, render
formulas = {f"f{i}": Formula(f"f{i}", ("x",), f"f{i - 1}(x) + f{i - 1}(x)" if i else "1") for i in range(41)}
names = {**RuleBook(roll=read_roll("2d6"), formulas=formulas).names, "a": 1}
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
kept = []
for what, text in json.load(sys.stdin):
    try:
        (evaluate if what == "expression" else render)(text, names)
        kept.append(text[:80])
    except RuleError as error:
        assert str(error) and "Traceback" not in str(error) and "<class" not in str(error), text
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
print(json.dumps([kept, grown]))
"""


def test_every_hostile_text_is_refused_in_bounded_time_and_memory() -> None:
    """In a process of its own, so that a hang or a crash fails this test and no other."""
    pytest.importorskip("resource")
    texts = [("expression", text) for text in HOSTILE_EXPRESSIONS] + [("text", text) for text in HOSTILE_TEXTS]
    assert len(texts) > 60
    done = subprocess.run(
        [sys.executable, "-c", _IN_BOUNDS],
        input=json.dumps(texts), capture_output=True, text=True, timeout=300, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    accepted, megabytes = json.loads(done.stdout)
    assert accepted == []
    assert megabytes < 300
