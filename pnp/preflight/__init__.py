"""All that a build would print goes in, what a build alone would not notice comes out: a list of small functions."""

from __future__ import annotations

from pnp.preflight.counts import counts_suffice, dice_are_there, tables_compute
from pnp.preflight.distinct_colors import colors_differ
from pnp.preflight.ink_colors import inks_are_readable
from pnp.preflight.joints import joints_spare_places
from pnp.preflight.portable import names_are_portable
from pnp.preflight.printed import prints_well
from pnp.preflight.reach import printer_reaches
from pnp.preflight.stray_lines import lines_lie_on_pieces
from pnp.preflight.subject import Check, Subject
from pnp.preflight.unused_art import (
    colors_are_painted,
    components_are_printed,
    fonts_are_set,
    icons_are_drawn,
    styles_are_set,
    templates_are_used,
)
from pnp.preflight.unused_data import fields_are_read, records_are_used
from pnp.problems import Problem

DATA_CHECKS: tuple[Check, ...] = (
    tables_compute,
    counts_suffice,
    dice_are_there,
    colors_differ,
    inks_are_readable,
    names_are_portable,
)
PRINT_CHECKS: tuple[Check, ...] = (  # of a game that prints: what is missing from a failed drawing is not unused
    components_are_printed,
    records_are_used,
    fields_are_read,
    templates_are_used,
    icons_are_drawn,
    colors_are_painted,
    styles_are_set,
    fonts_are_set,
    joints_spare_places,
    prints_well,
    printer_reaches,
    lines_lie_on_pieces,
)


CHEAP_CHECKS: tuple[Check, ...] = (prints_well,)  # in a cheap ink a drawing leaves out what it can do without


def preflight(subject: Subject, *, sound: bool = True) -> list[Problem]:
    """Every problem that every check finds; of a game with errors, only those of its data."""
    prints = PRINT_CHECKS if subject.game.ink == "full" else CHEAP_CHECKS
    checks = DATA_CHECKS + prints if sound else DATA_CHECKS
    return [problem for check in checks for problem in check(subject)]


__all__ = ["DATA_CHECKS", "PRINT_CHECKS", "Subject", "preflight"]
