"""Proofs go in; pictures of too few pixels come out, by their files, with the pixels that each should have there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil

from pnp.faces.icons import read_picture
from pnp.paint.raster import read_raster
from pnp.preflight.proof import Picture, Proof
from pnp.preflight.subject import Subject, warning
from pnp.problems import Problem, Span
from pnp.report.report import count
from pnp.svg.art import is_svg
from pnp.svg.references import pictures_in_order
from pnp.svg.tree import SvgFault
from pnp.units import MM_PER_INCH

DPI = 300
SHOWN = 3  # files in a message

Like = tuple[str, tuple[int, int], int, tuple[int, int], str]


@dataclass
class CoarsePictures:
    """Like cases, gathered proof by proof: of one component, with as many pixels, on as many mm."""

    subject: Subject
    cases: dict[Like, tuple[dict[str, None], dict[str, None]]] = field(default_factory=dict)
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)

    def look(self, proof: Proof) -> None:
        """Keep what is coarse on a face."""
        face = proof.face
        for number, picture in enumerate(proof.pictures):
            dpi = _dpi(picture)
            if dpi < DPI - 1:
                wanted = (_pixels(picture.width), _pixels(picture.height))
                on = f"{picture.width:.1f} x {picture.height:.1f} mm"
                names, faces = self.cases.setdefault((face.component, picture.pixels, round(dpi), wanted, on), ({}, {}))
                names[self._name(proof, number)] = None
                faces[face.digest] = None

    def problems(self, place: Callable[[str], Span | None]) -> Iterator[Problem]:
        """A warning for each case; ``place`` knows where a component is declared."""
        for (component, pixels, dpi, wanted, on), (names, faces) in self.cases.items():
            files = ", ".join(list(names)[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
            has = "have" if len(names) > 1 else "has"
            message = (
                f"{component}: {files} {has} {pixels[0]} x {pixels[1]} pixels on {on}, {dpi} an inch, where 300 are"
                f" needed: {wanted[0]} x {wanted[1]} pixels (on {count(len(faces), 'face')})"
            )
            yield warning(
                "coarse-picture", message, place(component), "use a larger picture, or print it smaller", component
            )

    def _name(self, proof: Proof, number: int) -> str:
        """The file of a picture: that with its pixels; of several, the one that stands as far on among its like."""
        pixels = proof.pictures[number].pixels
        alike = [name for name in pictures_in_order(proof.face.svg) if self._size(name) == pixels]
        before = sum(picture.pixels == pixels for picture in proof.pictures[:number])
        whole = sum(picture.pixels == pixels for picture in proof.pictures)
        if len(alike) == whole:
            return alike[before]
        return " or ".join(dict.fromkeys(alike)) or "a picture within another"

    def _size(self, name: str) -> tuple[int, int]:
        """The pixels of a file, as they are stored; nothing for a drawing, or what the painter could not read."""
        if name not in self.sizes:
            self.sizes[name] = 0, 0
            game = self.subject.game
            with suppress(LookupError, SvgFault):
                data = read_picture(game.workspace, game.name, name.removeprefix("art:"))
                if not is_svg(data):
                    stored = read_raster(data, name).stored
                    self.sizes[name] = int(stored.width), int(stored.height)
        return self.sizes[name]


def _dpi(picture: Picture) -> float:
    """The pixels an inch, across or down, whichever are fewer; more than enough for a picture without a size."""
    sides = zip(picture.pixels, (picture.width, picture.height), strict=True)
    return min((pixels * MM_PER_INCH / length for pixels, length in sides if length > 0), default=float(DPI))


def _pixels(length: float) -> int:
    """What print wants for a length: whole pixels, and a hair's breadth of rounding is none more."""
    return ceil(length * DPI / MM_PER_INCH - 0.05)
