"""Cases go in; what poppler, Ghostscript, qpdf and pdfium say about the PDFs comes out: they should be silent."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.conformance.case import Case
from bench.conformance.painting import paint
from bench.conformance.render import ours

PAGES = 50  # cases a PDF
COMMANDS = {
    "pdftoppm": ["pdftoppm", "-r", "30", "{}", "{}-page"],
    "gs": ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=nullpage", "{}"],
    "qpdf": ["qpdf", "--check", "{}"],
}


def complaints(cases: Sequence[Case], viewers: Iterable[str]) -> list[str]:
    """A line for each message of each viewer, named by its command, and for each that is not here to be asked.

    The cases stand as pages and as forms.
    """
    wanted = tuple(viewers)
    lines = [f"{name} is not installed: nothing was shown to it" for name in wanted if shutil.which(name) is None]
    with tempfile.TemporaryDirectory() as folder:
        for number in range(0, len(cases), PAGES):
            group = cases[number : number + PAGES]
            for as_forms in (False, True):
                data = paint([case.svg for case in group], as_forms=as_forms)
                ours(data, len(group) - 1)
                path = Path(folder) / f"{number}{as_forms}.pdf"
                path.write_bytes(data)
                names = f"{group[0].key} to {group[-1].key}"
                lines += [f"{message} ({names})" for message in _messages(path, wanted)]
    return lines


def _messages(path: Path, viewers: Iterable[str]) -> list[str]:
    found: list[str] = []
    for name in viewers:
        if shutil.which(name) is None:
            continue
        command = [word.format(path) for word in COMMANDS[name]]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, timeout=300)
        said = done.stderr.strip() if name != "gs" else (done.stdout + done.stderr).strip()
        if done.returncode or said:
            found.append(f"{name} said: {said[:300] or done.stdout[-300:]}")
    return found
