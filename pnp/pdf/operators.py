"""Numbers, paths and matrices go in, the operands and operators that say them in PDF come out."""

from __future__ import annotations

from functools import lru_cache

from pnp.svg.path import Path
from pnp.units import POINTS_PER_MM, Matrix


def pdf_number(value: float) -> str:
    """At most four decimals, no exponent, no negative zero: a ten-thousandth of a millimetre is no ink.

    Below one, six: a drawing in a viewBox of one unit is enlarged a hundredfold on paper.
    """
    text = (f"{value:.6f}" if -1 < value < 1 else f"{value:.4f}").rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def shade_number(value: float) -> str:
    """Four decimals of a colour's part: finer than any of its 255 steps."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def fine_number(value: float) -> str:
    """Seven decimals: for factors, and for coordinates that a matrix will enlarge."""
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=4096)
def path_operators(path: Path) -> str:
    """The path as PDF operators."""
    return "\n".join(" ".join([*map(pdf_number, segment[1:]), segment[0]]) for segment in path)


def matrix_operator(matrix: Matrix) -> str:
    """``cm``; the linear part keeps seven decimals, for a face drawn small must still land true."""
    linear = " ".join(fine_number(value) for value in (matrix.a, matrix.b, matrix.c, matrix.d))
    return f"{linear} {pdf_number(matrix.e)} {pdf_number(matrix.f)} cm"


def flip(height: float) -> Matrix:
    """From mm with y downwards to points with y upwards, on a page ``height`` mm tall."""
    return Matrix(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, height * POINTS_PER_MM)
