"""Outcomes go in; report.json with the counts and index.html with the worst pictures side by side come out."""

from __future__ import annotations

import html
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from PIL import Image

from bench.conformance.case import Case
from bench.conformance.render import ALLOWED, SIDE, TOLERANCE, Picture, differing

FOLDER = Path(__file__).parents[2] / "build" / "conformance"
SHOWN = 60
METHOD = (
    f"Every drawing is painted to PDF, shown by pdfium at {SIDE} x {SIDE} pixels, and compared with resvg. A pixel differs"
    f" when a channel lies more than {TOLERANCE} of 255 outside the range of the other picture's nine pixels around it, in"
    f" either direction: that lets an edge be smoothed differently, and nothing else. A case passes with no more of its"
    f" pixels different than its line in bounds.txt says, {ALLOWED:.0%} at most, both painted straight onto the page and"
    " placed as a form."
    " Where resvg does not follow the specification, it draws the same picture in other words (`instead` in the corpus)."
)
# the drawings of strangers stand beside it as pixels, and their source as words
_POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src file:; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">"
)
STYLE = (
    "body{font:15px/1.45 sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse}td,th{padding:.25rem .8rem;text-align:left;border-bottom:1px solid #ddd}"
    "td.n{text-align:right}figure{display:inline-block;margin:.6rem;vertical-align:top}"
    "img{width:180px;border:1px solid #ccc}figcaption{max-width:560px;font-size:13px}"
    "pre{white-space:pre-wrap;font-size:11px;max-width:560px;color:#666}"
)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What became of a case."""

    case: Case
    status: Literal["passed", "refused", "failed"]
    share: float
    note: str
    actual: Picture | None = None
    expected: Picture | None = None


def write_report(outcomes: list[Outcome], noise: list[str], seconds: float) -> dict[str, Any]:
    """Write both files; answers the figures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    features = dict.fromkeys(outcome.case.feature for outcome in outcomes)
    figures: dict[str, Any] = {
        **_counts(outcomes),
        "by_feature": {name: _counts([item for item in outcomes if item.case.feature == name]) for name in features},
        "tolerance": METHOD,
        "viewer_messages": noise,
    }
    (FOLDER / "report.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    (FOLDER / "index.html").write_text(_page(figures, outcomes, noise, seconds), encoding="utf-8")
    return figures


def _counts(outcomes: list[Outcome]) -> dict[str, int]:
    found = Counter(outcome.status for outcome in outcomes)
    return {
        "cases": len(outcomes),
        "passed": found["passed"],
        "refused_loudly": found["refused"],
        "failed": found["failed"],
    }


def _page(figures: dict[str, Any], outcomes: list[Outcome], noise: list[str], seconds: float) -> str:
    rows = "".join(
        f"<tr><td>{html.escape(name)}</td>"
        + "".join(f"<td class=n>{row[key]}</td>" for key in ("cases", "passed", "refused_loudly", "failed"))
        + f"<td class=n>{(row['passed'] + row['refused_loudly']) / row['cases']:.1%}</td></tr>"
        for name, row in [*figures["by_feature"].items(), ("all", figures)]
    )
    worst = sorted((item for item in outcomes if item.actual is not None), key=lambda item: -item.share)[:SHOWN]
    wrong = [item for item in outcomes if item.status == "failed" and item.actual is None]
    said = "".join(f"<li>{html.escape(line)}</li>" for line in noise) or "<li>nothing</li>"
    missed = "".join(
        f"<li>{html.escape(item.case.feature)} / {html.escape(item.case.name)}: {html.escape(item.note)}</li>"
        for item in wrong
    )
    return (
        f"<!doctype html><meta charset=utf-8>{_POLICY}<title>Conformance</title><style>{STYLE}</style><h1>Conformance</h1>"
        f"<p>{METHOD}</p><p>{len(outcomes)} cases in {seconds:.0f} s.</p>"
        "<table><tr><th>feature<th>cases<th>passed<th>refused loudly<th>failed<th>right</tr>"
        f"{rows}</table><h2>What the viewers said</h2><ul>{said}</ul>"
        + (f"<h2>Neither painted nor refused as they should</h2><ul>{missed}</ul>" if missed else "")
        + "<h2>The worst pictures: ours, resvg's, and where they differ</h2>"
        + "".join(_figure(item) for item in worst)
    )


def _figure(item: Outcome) -> str:
    assert item.actual is not None
    assert item.expected is not None
    marks = np.where(differing(item.actual, item.expected)[:, :, None], (200, 0, 0), (255, 255, 255)).astype(np.uint8)
    pictures = {"ours": item.actual, "resvg": item.expected, "difference": marks}
    images = ""
    for name, picture in pictures.items():
        file = f"{item.case.key}-{name}.png"
        Image.fromarray(picture).save(FOLDER / file)
        images += f'<img src="{file}" alt="{name}">'
    title = html.escape(f"{item.case.feature} / {item.case.name}: {item.note} ({item.status})")
    source = html.escape(item.case.svg if len(item.case.svg) < 900 else item.case.svg[:900] + "…")
    return f"<figure>{images}<figcaption>{title}</figcaption><pre>{source}</pre></figure>"
