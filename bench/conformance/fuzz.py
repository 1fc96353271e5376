"""Paint mutated drawings: ``make fuzz``. Each ends in a PDF that opens or in a fault, in time and in memory."""

from __future__ import annotations

import faulthandler
import resource
import sys
import time
from collections import Counter
from random import Random
from urllib.parse import quote

import pypdfium2

from bench.conformance.__main__ import corpus
from bench.conformance.case import document
from bench.conformance.mutate import mutate
from bench.conformance.render import paint
from pnp.svg.tree import SvgFault

COUNT, SEED = 10_000, 4
AS_ART = document('<image href="data:image/svg+xml;utf8,{}" width="100" height="100"/>')
SECONDS, MEGABYTES = 2.0, 500


def paint_or_refuse(svg: str) -> str:
    """What became of a drawing as a face; one that was refused is tried again as foreign art.

    Any other exception is a mistake of ours.
    """
    try:
        data = paint([svg])
        answer = "painted"
    except SvgFault as fault:
        assert fault.message
        answer = "refused"
        try:
            data = paint([AS_ART.format(quote(svg, errors="replace"))])
        except SvgFault as second:
            assert second.message
            return answer
        answer = "refused, and painted as foreign art with what was left out named"
    file = pypdfium2.PdfDocument(data)
    try:
        assert len(file) == 1
        file[0].render(scale=0.2)
    finally:
        file.close()
    return answer


def main() -> int:
    """Run them all; print each that went wrong, and the counts."""
    faulthandler.enable()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    drawings = [case.svg for case in corpus()]
    chance, counts, slowest = Random(SEED), Counter[str](), 0.0
    wrong = 0
    for number in range(count):
        svg = mutate(chance.choice(drawings), drawings, chance)
        start = time.perf_counter()
        try:
            counts[paint_or_refuse(svg)] += 1
        except Exception as error:
            wrong += 1
            print(f"{number}: {type(error).__name__}: {error}\n    {svg[:2000]!r}")
        seconds = time.perf_counter() - start
        slowest = max(slowest, seconds)
        if seconds > SECONDS:
            wrong += 1
            print(f"{number}: {seconds:.1f} s\n    {svg[:2000]!r}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{count} drawings: {dict(counts)}, {wrong} wrong; slowest {slowest:.2f} s, peak memory {peak:.0f} MB")
    return 1 if wrong or peak > MEGABYTES else 0


if __name__ == "__main__":
    sys.exit(main())
