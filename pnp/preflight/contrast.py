"""Proofs go in, words that hardly stand out from what is behind them come out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pnp.preflight.proof import Proof, Run
from pnp.preflight.vision import Rgb, contrast
from pnp.units import Rect

NEEDED, NEEDED_LARGE = 4.5, 3.0
LARGE, LARGE_BOLD = 18.0, 14.0  # points
SHARE = 0.1  # of what lies behind a run: less is a hairline or the soft edge of a letter's neighbour
SLACK = 0.05  # a contrast of 4.46 is printed as 4.5, and no eye sees the rest


@dataclass(frozen=True, slots=True)
class Faint:
    """Words, their colour, the colour behind them that they stand out from least, and by how much."""

    words: str
    box: Rect
    color: Rgb
    ground: Rgb
    contrast: float
    needed: float


def faint_words(proof: Proof) -> Iterator[Faint]:
    """Runs of which a tenth or more stands on too similar a ground."""
    for run in proof.runs:
        needed = NEEDED_LARGE if run.size >= (LARGE_BOLD if run.bold else LARGE) - 0.01 else NEEDED
        ground = _least(proof, run)
        if ground is not None:
            found = contrast(_over(run, ground), ground)
            if found < needed - SLACK:
                yield Faint(_close_up(run.read()), run.box, run.color, ground, found, needed)


def _least(proof: Proof, run: Run) -> Rgb | None:
    """The colour that a tenth of the run's ground is no easier to read on than."""
    box = run.box
    left, top = proof.pixel(box.x, box.y)
    right, bottom = proof.pixel(box.right, box.bottom)
    area = proof.ground.crop((left, top, right + 1, bottom + 1))
    colors: list[tuple[int, Any]] | None = area.getcolors(area.width * area.height)
    if not colors:
        return None
    shades = sorted(((contrast(_over(run, shade), shade), number, shade) for number, shade in map(_on_paper, colors)))
    count, enough = 0, SHARE * area.width * area.height
    for _, number, shade in shades:
        count += number
        if count >= enough:
            return shade
    return None


def _close_up(words: str) -> str:
    """Words set with wide tracking read back as single letters with spaces between."""
    parts = words.split(" ")
    return "".join(parts) if len(parts) > 2 and sum(map(len, parts)) < 2 * len(parts) else words


def _over(run: Run, ground: Rgb) -> Rgb:
    """The run's colour as it looks on a ground: letters may be partly transparent."""
    if run.opacity == 1:
        return run.color
    red, green, blue = (round(g + (c - g) * run.opacity) for c, g in zip(run.color, ground, strict=True))
    return red, green, blue


def _on_paper(color: tuple[int, Any]) -> tuple[int, Rgb]:
    """A pixel over white paper."""
    number, (red, green, blue, alpha) = color
    if alpha == 255:
        return number, (red, green, blue)
    white = 255 - alpha
    return number, ((red * alpha) // 255 + white, (green * alpha) // 255 + white, (blue * alpha) // 255 + white)
