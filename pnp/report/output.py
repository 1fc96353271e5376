"""Reports and a format's name go in, the text to write comes out; a terminal's colours and width are asked for here."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from typing import TextIO

from pnp.report.annotations import FORMATS
from pnp.report.report import Report
from pnp.report.terminal import TerminalLook, as_text

FORMS = ("text", *FORMATS)


def write_reports(reports: Sequence[Report], form: str, look: TerminalLook, *, verbose: bool = False) -> str:
    """All reports as one text; ``look`` and ``verbose`` are for people and change no other format."""
    if form == "text":
        return "\n".join(as_text(report, look, verbose=verbose) for report in reports)
    return FORMATS[form](reports)


def terminal_look(stream: TextIO) -> TerminalLook:
    """Colours and a width on a terminal, neither in a pipe; NO_COLOR (no-color.org) and COLUMNS are obeyed."""
    if not stream.isatty():
        return TerminalLook()
    return TerminalLook(not os.environ.get("NO_COLOR"), shutil.get_terminal_size().columns)
