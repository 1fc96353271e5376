"""The print job: what a build is made for, one frozen value that is handed down whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from pnp.printer import PrinterProfile

Ink = Literal["full", "light", "grey"]
INKS: Final[tuple[Ink, ...]] = ("full", "light", "grey")
Backs = Literal["two-sided", "fold", "glue", "none"]
BACKS: Final[dict[str, Backs]] = {"two-sided": "two-sided", "fold": "fold", "glue": "glue", "none": "none"}
MIN_SCALE, MAX_SCALE = 25, 400  # percent


@dataclass(frozen=True, slots=True)
class PrintJob:
    """What a build is made for.

    ``paper`` is a name of ``pnp.units.PAPERS``; ``ink`` says which drawing of the game. ``backs`` says how the backs of
    pieces are printed, whatever documents say. ``copies`` is how many of the box are printed, ``scale`` how large they
    are, in percent. Of ``leaves``, pairs of a first and a last, only these are printed; of all, for none. The faults of
    ``printer`` are undone on its pages, if there is one.
    """

    paper: str = "a4"
    ink: Ink = "full"
    backs: Backs | None = None
    copies: int = 1
    scale: float = 100.0
    leaves: tuple[tuple[int, int], ...] = ()
    printer: PrinterProfile | None = None

    @property
    def folder(self) -> str:
        """The folder below a game's own that its files go to.

        What is bent for one printer is wrong on every other: it never takes the place of the plain files.
        """
        plain = self.paper if self.ink == "full" else f"{self.paper}-{self.ink}"
        return f"{plain}-for-{self.printer.name.replace('/', '.')}" if self.printer else plain

    def file(self, name: str) -> str:
        """The name of a file that is called so when all its leaves are printed."""
        if not self.leaves:
            return name
        stem, _, ending = name.rpartition(".")
        return f"{stem}.leaves-{self.leaves_said}.{ending}"

    @property
    def leaves_said(self) -> str:
        """The leaves as a person writes them: 1,3-5."""
        return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in self.leaves)

    def prints(self, leaf: int) -> bool:
        """Whether a leaf is printed; the first is number 1."""
        return not self.leaves or any(first <= leaf <= last for first, last in self.leaves)
