"""Proofs go in, what goes wrong at the cut or in a picture comes out: bleed that is missing, pictures too coarse."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from pnp.preflight.proof import Proof
from pnp.units import MM_PER_INCH

DPI = 300
INSIDE = 0.4  # mm inside the cut, where the art is asked about
SHORT = 0.35  # mm before the bleed's own edge, where it must still be
STEP = 0.5  # mm between two places along the cut
MOST = 300  # places along a side: enough for a poster
BARE_SHARE = 0.03  # of a side: less is the end of a line
PAINTED = 128  # of 255: less is a soft edge
WHITE = 750  # red, green and blue together: paper already has that colour

Edge = list[tuple[tuple[float, float], tuple[float, float]]]  # places inside the cut, each with one in the bleed


def coarse_pictures(proof: Proof) -> Iterator[tuple[tuple[int, int], float]]:
    """Pictures with fewer than 300 pixels an inch: their pixels, and how many an inch there are."""
    for picture in proof.pictures:
        for pixels, length in zip(picture.pixels, (picture.width, picture.height), strict=True):
            if length > 0 and pixels * MM_PER_INCH / length < DPI - 1:
                yield picture.pixels, pixels * MM_PER_INCH / length
                break


def bare_sides(proof: Proof) -> Iterator[str]:
    """The sides at which art reaches the cut and does not go on to the end of the bleed."""
    if proof.face.bleed <= SHORT:
        return
    for side, places in _edges(proof).items():
        bare = sum(_painted(proof, inside) and not _painted(proof, outside) for inside, outside in places)
        if bare > BARE_SHARE * len(places):
            yield side


def _painted(proof: Proof, place: tuple[float, float]) -> bool:
    red, green, blue, alpha = proof.pixels[proof.pixel(*place)]
    return bool(alpha >= PAINTED and red + green + blue < WHITE)


def _edges(proof: Proof) -> dict[str, Edge]:
    size, out = proof.face.size, proof.face.bleed - SHORT
    if proof.face.shape == "circle":
        radius, x, y = size.width / 2, size.width / 2, size.height / 2
        turns = [place / radius for place in _places(2 * pi * radius)]
        ring: Edge = [(_on_ring(x, y, radius - INSIDE, turn), _on_ring(x, y, radius + out, turn)) for turn in turns]
        return {"round the edge": ring}
    across, down = _places(size.width), _places(size.height)
    right, bottom = size.width, size.height
    return {
        "at the top": [((x, INSIDE), (x, -out)) for x in across],
        "at the right": [((right - INSIDE, y), (right + out, y)) for y in down],
        "at the bottom": [((x, bottom - INSIDE), (x, bottom + out)) for x in across],
        "at the left": [((INSIDE, y), (-out, y)) for y in down],
    }


def _places(length: float) -> list[float]:
    """Places along a side, clear of the corners."""
    count = max(1, min(MOST, int(length / STEP)))
    return [length * (i + 0.5) / count for i in range(count)]


def _on_ring(x: float, y: float, radius: float, turn: float) -> tuple[float, float]:
    return x + radius * cos(turn), y + radius * sin(turn)
