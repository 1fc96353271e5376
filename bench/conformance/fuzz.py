"""A damaged drawing goes in; it is painted into a PDF that opens, or refused in words."""

from __future__ import annotations

from urllib.parse import quote

import pypdfium2

from bench.conformance.case import document
from bench.conformance.painting import paint
from pnp.svg.tree import SvgFault

AS_ART = document('<image href="data:image/svg+xml;utf8,{}" width="100" height="100"/>')


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
