"""Reads PDFs back: every operator with the matrix in force, through forms, so that sizes are measured in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2

from pnp.units import POINTS_PER_MM, Matrix

Point = tuple[float, float]
UNMOVED = Matrix()


@dataclass(frozen=True)
class Painted:
    """One painting operator: its points in mm from the page's upper left corner, or a form's corner and name."""

    operator: str
    points: tuple[Point, ...]
    depth: int
    name: str = ""
    matrix: Matrix = UNMOVED

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)


def painted(path: Path, page: int = 0) -> list[Painted]:
    """Everything a page paints, clips to (operator W) or places (Do), forms included."""
    with pikepdf.open(path) as pdf:
        leaf = pdf.pages[page]
        height = float(leaf.mediabox[3])
        to_mm = Matrix(1 / POINTS_PER_MM, 0, 0, -1 / POINTS_PER_MM, 0, height / POINTS_PER_MM)
        return list(_walk(leaf.obj, to_mm, 0))


def _walk(thing: Any, matrix: Matrix, depth: int) -> Iterator[Painted]:
    stack: list[Matrix] = []
    points: list[Point] = []
    resources = thing.get("/Resources", pikepdf.Dictionary())
    for instruction in pikepdf.parse_content_stream(thing):
        operands, operator = instruction.operands, instruction.operator
        code = str(operator)
        if code == "q":
            stack.append(matrix)
        elif code == "Q":
            matrix = stack.pop()
        elif code == "cm":
            matrix = matrix @ Matrix(*(float(value) for value in operands))
        elif code in ("m", "l", "c"):
            values = [float(value) for value in operands]
            points += [matrix.apply(values[i], values[i + 1]) for i in range(0, len(values), 2)]
        elif code in ("f", "f*", "S", "B", "B*", "W", "W*"):
            yield Painted(code, tuple(points), depth, matrix=matrix)
            if not code.startswith("W"):
                points = []
        elif code == "n":
            points = []
        elif code == "Do":
            name = str(operands[0])
            yield Painted("Do", (matrix.apply(0, 0),), depth, name, matrix)
            target = resources["/XObject"][name]
            if target.get("/Subtype") == "/Form":
                yield from _walk(target, matrix, depth + 1)


def raster(path: Path, page: int = 0, dpi: float = 72) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A page as an array of RGB rows."""
    document = pypdfium2.PdfDocument(path)
    try:
        image = document[page].render(scale=dpi / 72).to_numpy()
        return np.array(image[:, :, 2::-1])
    finally:
        document.close()


def title_of(path: Path) -> str:
    """The title that a viewer shows above the document."""
    document = pypdfium2.PdfDocument(path)
    try:
        return str(document.get_metadata_value("Title"))
    finally:
        document.close()


def text_of(path: Path, page: int = 0) -> str:
    """The page's text in reading order, as it would be copied."""
    document = pypdfium2.PdfDocument(path)
    try:
        return str(document[page].get_textpage().get_text_range())
    finally:
        document.close()
