"""Colours that a game declares distinct go in; those come out that some eye, or a grey printer, cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pnp.game.model import ColorGroup
from pnp.inks import words_of
from pnp.preflight.subject import Subject, warning
from pnp.preflight.vision import EYES, Rgb, difference, parse_hex
from pnp.problems import Problem, Span

APART = 10.0  # CIEDE2000 between patches that do not touch: different at a glance, and after a home printer's drift
APART_IN_GREY = 7.0  # lightness is all there is to compare then, and the eye is good at it


def colors_differ(subject: Subject) -> Iterator[Problem]:
    """Every pair of a group of ``distinct`` is far enough apart, whoever looks at it."""
    for group in subject.game.expected.distinct:
        if subject.game.ink != "grey":  # which says all of it
            yield from _in_color(subject, group)
        yield from _in_grey(subject, group)


def _in_color(subject: Subject, group: ColorGroup) -> Iterator[Problem]:
    """One problem a pair, for the eye that has it hardest."""
    for one, other in combinations(group.colors, 2):
        found, eye = min((_apart(subject, one, other, eye), eye) for eye in EYES if eye != "grey")
        if found < APART:
            whom = "to any eye" if eye == "any eye" else f"with {eye}"
            message = (
                f"'{one}' and '{other}' look alike {whom}: {found:.1f} apart, and {APART:g} are needed{_why(group)}"
            )
            hint = "make one of them clearly lighter, or move its hue towards blue or yellow"
            yield warning("similar-colors", message, _place(subject, group), hint, f"{one}, {other}")


def _in_grey(subject: Subject, group: ColorGroup) -> Iterator[Problem]:
    """One problem a group: a grey printer has only so many shades for it."""
    near = []
    for one, other in combinations(group.colors, 2):
        found = _apart(subject, one, other, "grey")
        if found < APART_IN_GREY:
            near.append(f"'{one}' and '{other}' ({found:.1f} apart)")
    if near:
        message = f"printed in grey, {', '.join(near)} look alike, and {APART_IN_GREY:g} is needed{_why(group)}"
        hint = "make one of them clearly lighter; or tell them apart by shapes and words too, and accept it"
        yield warning("similar-colors", message, _place(subject, group), hint, f"{', '.join(group.colors)}: grey")


def _apart(subject: Subject, one: str, other: str, eye: str) -> float:
    return difference(_seen(subject, one), _seen(subject, other), eye)


def _seen(subject: Subject, name: str) -> Rgb:
    """A colour as the game's ink has it: in a cheap one, as a line on paper."""
    color = subject.game.palette[name]
    return parse_hex(color if subject.game.ink == "full" else words_of(color))


def _why(group: ColorGroup) -> str:
    return f" ({group.because})" if group.because else ""


def _place(subject: Subject, group: ColorGroup) -> Span:
    """Where the game says the group's first colour for its ink, or else that they must be told apart."""
    said = (subject.place(f"ink.{subject.game.ink}.{name}") for name in group.colors)
    return next((span for span in said if span), group.span)
