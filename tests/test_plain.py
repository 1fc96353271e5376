"""A drawing in its plainest form is the same drawing: the painter's corpus, painted as it is and plain."""

from __future__ import annotations

import pytest

from bench.conformance.case import Case
from bench.conformance.corpus import corpus
from bench.conformance.painting import POINTS, paint
from bench.conformance.render import difference, ours
from pnp.svg.plain import plain_group
from pnp.svg.tree import written
from pnp.svg.walk import open_face

ALLOWED = 0.002  # of all pixels: numbers are cut to six digits
EACH = 5  # of all cases one in so many
TOLD = {"variable/used"}  # below
PAINTED = [case for case in corpus() if not case.refused and case.title not in TOLD]
SAMPLE = [*PAINTED[::EACH], *(case for case in PAINTED if case.feature in ("clip-path", "marker", "text", "use"))]
SIDE = POINTS / 72 * 25.4
FACE = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}"><g transform="matrix({{}})">{{}}</g></svg>'


def plain(svg: str) -> str:
    document, m = open_face(svg)
    group = plain_group(document)
    assert not document.left_out
    return FACE.format(f"{m.a} {m.b} {m.c} {m.d} {m.e} {m.f}", written(group))


@pytest.mark.parametrize("case", dict.fromkeys(SAMPLE), ids=lambda case: case.key)
def test_it_is_painted_alike(case: Case) -> None:
    assert difference(ours(paint([plain(case.svg)])), ours(paint([case.svg]))) <= ALLOWED


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<rect width="9" height="9" fill="url(#none)"/>', "fill='url(#none)' names no gradient or pattern"),
        ('<g stroke="url(#none)"><path d="M0 0h9"/></g>', "stroke='url(#none)' names no gradient or pattern"),
        ('<path d="M0 0h9" marker-end="url(#none)"/>', "marker-end='url(#none)' names no <marker>"),
        ('<g mask="url(#none)"/>', "mask='url(#none)' names no <mask>"),
        ('<use href="#none"/>', "<use> names '#none', which is not in this drawing"),
        ('<use href="a"/><g id="a"/>', "<use> names 'a', which is not in this drawing"),
        ('<linearGradient href="#none"/>', "the gradient refers to '#none', which is no gradient here"),
        (
            '<symbol id="s"><path d="M0 0h9v9z" style="fill: var(--c, red)"/></symbol><use href="#s" style="--c: teal"/>',
            "custom properties do not reach through <use> of '#s' on a page for browsers",
        ),
        ("<text><g/></text>", "<g> cannot stand here"),
        ("<tspan>a</tspan>", "<tspan> cannot stand here"),
    ],
)
def test_what_names_nothing_is_left_out_and_told(body: str, words: str) -> None:
    document, _ = open_face(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{body}</svg>')
    group = plain_group(document)
    assert "none" not in written(group).replace('"none"', "")
    assert words in " ".join(document.left_out)
