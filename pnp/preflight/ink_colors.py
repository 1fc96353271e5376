"""The colours that a game says for cheap inks go in; those come out that no line or word can have on white paper."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.inks import READABLE, contrast_on_paper, is_pale
from pnp.preflight.subject import Subject, warning
from pnp.problems import Problem

SLACK = 0.05  # a contrast of 4.46 is printed as 4.5, and no eye sees the rest


def inks_are_readable(subject: Subject) -> Iterator[Problem]:
    """Each is either as pale as paper, or dark enough to be read on it: the painter would darken it otherwise."""
    for ink, colors in subject.game.inks.items():
        for name, color in colors.items():
            found = contrast_on_paper(color)
            if not is_pale(color) and found < READABLE - SLACK:
                path = f"ink.{ink}.{name}"
                message = f"{path}: {color} has a contrast of {found:.1f} : 1 on white, and {READABLE:g} : 1 is needed"
                hint = "make it darker; or as pale as paper, where it is only a ground"
                yield warning("faint-ink", message, subject.place(path), hint, path)
