"""The print job: what a build is made for, one frozen value that is handed down whole."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.printer import PrinterProfile


@dataclass(frozen=True, slots=True)
class PrintJob:
    """What a build is made for.

    ``paper`` is a name of ``pnp.units.PAPERS``. The faults of ``printer`` are undone on its pages, if there is one.
    """

    paper: str = "a4"
    printer: PrinterProfile | None = None

    @property
    def folder(self) -> str:
        """The folder below a game's own that its files go to.

        What is bent for one printer is wrong on every other: it never takes the place of the plain files.
        """
        return f"{self.paper}-for-{self.printer.name.replace('/', '.')}" if self.printer else self.paper
