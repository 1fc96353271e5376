"""What a game says of itself that `pnp check` holds it to: supplies, counts, colours to tell apart, exceptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.problems import Span


@dataclass(frozen=True, slots=True)
class Supply:
    """Something the box needs that is not printed, such as dice: how many, and what for."""

    name: str
    count: int
    title: str
    span: Span


@dataclass(frozen=True, slots=True)
class CountRule:
    """``{count: white-counters, at-least: "…", because: …}``: pieces or supplies that the rules call for.

    ``because`` and ``hint`` may hold ``{{ }}``.
    """

    what: str
    because: str
    span: Span
    at_least: str = ""
    at_most: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class ColorGroup:
    """Palette colours that a player must tell from one another."""

    colors: tuple[str, ...]
    because: str
    span: Span


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A warning that stands, and why. ``where`` (with ``*`` and ``?``) is what the warning is about, or its file."""

    code: str
    where: str
    because: str
    span: Span


@dataclass(frozen=True)
class Expectations:
    """All of it. ``places`` says where game.yaml declares a thing ("palette.ink"); ``phrases`` are its expressions."""

    box: Mapping[str, Supply] = field(default_factory=dict)
    counts: tuple[CountRule, ...] = ()
    distinct: tuple[ColorGroup, ...] = ()
    accepted: tuple[Acceptance, ...] = ()
    places: Mapping[str, Span] = field(default_factory=dict)
    phrases: tuple[str, ...] = ()
