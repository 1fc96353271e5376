"""Drawings as programs write them, and gradients that viewers find hard, look alike in poppler, Ghostscript and pdfium."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bench.conformance.corpus import corpus
from bench.conformance.painting import POINTS, paint
from bench.conformance.render import ALLOWED, SIDE, Picture, difference, ours, theirs

FEATURES = (
    "picture", "symbol", "encoding", "weight", "idle", "root", "linear-gradient", "radial-gradient", "gradient-stops",
    "gradient",
)  # fmt: skip
CASES = [case for case in corpus() if case.feature in FEATURES and not case.refused]
DPI = str(SIDE / POINTS * 72)
COMMANDS = {
    "pdftoppm": ["-r", DPI, "{file}", "{folder}/page"],
    "gs": [
        "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-sDEVICE=ppmraw",
        f"-r{DPI}", "-sOutputFile={folder}/page-%04d.ppm", "{file}",
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Picture]]:
    """All cases as pages of one file, as each viewer shows them. A missing viewer shuts the gate."""
    folder = tmp_path_factory.mktemp("viewers")
    data = paint([case.svg for case in CASES])
    file = folder / "cases.pdf"
    file.write_bytes(data)
    shown = {"pdfium": [ours(data, number) for number in range(len(CASES))]}
    for name, words in COMMANDS.items():
        tool = shutil.which(name)
        assert tool, f"there is no {name} to show the pages with: apt-get install poppler-utils ghostscript"
        into = folder / name
        into.mkdir()
        command = [tool, *(word.format(file=file, folder=into) for word in words)]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        shown[name] = [_picture(page) for page in sorted(into.glob("page*"))]
        assert len(shown[name]) == len(CASES)
    return shown


def _picture(file: Path) -> Picture:
    with Image.open(file) as image:
        return np.array(image.convert("RGB"))[:SIDE, :SIDE]


def test_every_case_looks_alike_everywhere(pages: Mapping[str, list[Picture]]) -> None:
    assert len(CASES) > 180
    wrong = []
    for number, case in enumerate(CASES):
        expected = theirs(case.instead or case.svg)
        for viewer, shown in pages.items():
            share = difference(shown[number], expected)
            if share > ALLOWED:
                wrong.append(f"{case.feature}/{case.name}: {share:.2%} differ in {viewer}")
    assert not wrong, "\n".join(wrong)
