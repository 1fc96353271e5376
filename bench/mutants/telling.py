"""How mutants fared goes in; a line for each, the survivors with what they change, and a report in JSON come out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from bench.mutants.equivalents import as_entry
from bench.mutants.trees import ROOT
from bench.mutants.trial import EQUIVALENT, Outcome

NEEDED = 0.85
REPORT = ROOT / "build" / "mutants" / "report.json"


def as_line(outcome: Outcome) -> str:
    """One mutant on a line: how it fared, where it stands, and the test that noticed."""
    mutant = outcome.mutant
    place = f"{mutant.file}:{mutant.lines[0]}"
    tests = f"{outcome.seconds:.0f} s, {len(outcome.begun)} of {outcome.covering} tests" if outcome.covering else ""
    return f"{mutant.id}  {outcome.status:14}  {mutant.kind:20}  {place}  {tests}  {outcome.by}".rstrip()


def tell(seed: str, outcomes: Sequence[Outcome], minutes: float) -> float:
    """Print the survivors and the figures, write the report; the share that died of all that are not equivalent."""
    texts = {outcome.mutant.file: (ROOT / outcome.mutant.file).read_text(encoding="utf-8") for outcome in outcomes}
    for outcome in outcomes:
        if outcome.survives:
            mutant = outcome.mutant
            print(f"\n{mutant.id} {outcome.status}: {mutant.file}:{mutant.lines[0]} {mutant.within}, {mutant.kind}")
            note = f"; {outcome.note}" if outcome.note else ""
            print(f"{len(outcome.begun)} of {outcome.covering} tests in {outcome.seconds:.0f} s{note}")
            print(mutant.diff(texts[mutant.file]))
            print(as_entry(mutant))
    counts = Counter(outcome.status for outcome in outcomes)
    judged, dead = len(outcomes) - counts[EQUIVALENT], sum(outcome.dead for outcome in outcomes)
    rate = dead / judged if judged else 0.0
    figures = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    share = f"{dead} of {judged} dead, {rate:.1%} ({NEEDED:.0%} are needed)"
    print(f"\nseed {seed}: {figures}; {share}; {minutes:.0f} min")
    told = [_about(outcome, texts[outcome.mutant.file]) for outcome in outcomes]
    report = {"seed": seed, "dead": dead, "judged": judged, "rate": round(rate, 4), "mutants": told}
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return rate


def _about(outcome: Outcome, text: str) -> dict[str, object]:
    """An entry of the report; of a survivor with the names of the tests that were run."""
    mutant = outcome.mutant
    about: dict[str, object] = {
        "id": mutant.id, "status": outcome.status, "kind": mutant.kind, "file": mutant.file, "line": mutant.lines[0],
        "within": mutant.within, "by": outcome.by, "begun": len(outcome.begun), "covering": outcome.covering,
        "seconds": round(outcome.seconds, 1), "note": outcome.note, "diff": mutant.diff(text),
    }  # fmt: skip
    return about | ({"tests": list(outcome.begun)} if outcome.survives else {})
