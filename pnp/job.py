"""The print job: what a build is made for, one frozen value that is handed down whole."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrintJob:
    """What a build is made for. ``paper`` is a name of ``pnp.units.PAPERS``."""

    paper: str = "a4"

    @property
    def folder(self) -> str:
        """The folder below a game's own that its files go to."""
        return self.paper
