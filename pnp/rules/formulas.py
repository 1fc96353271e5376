"""Named formulas over records, and the numbers they use, go in; their values come out, exact where they can be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from pnp.problems import Span, did_you_mean
from pnp.rules.dice import Roll, pool_chance, pool_mean
from pnp.rules.filters import counted
from pnp.rules.numbers import exact, whole
from pnp.rules.odds import attacks_for, attacks_mean, duel, hits_needed
from pnp.rules.rates import MAX_EFFORT, Rate, Simulation, too_much
from pnp.rules.sandbox import RuleError, evaluate
from pnp.rules.tally import tally
from pnp.rules.work import MAX_STAGE, NATIVE, spend

MOST_PLACES = 20
EXACT = 10  # units for each number that is made exact
_SIGNATURE = re.compile(r"([a-z][a-z0-9_]*)\(\s*([a-z][a-z0-9_]*(?:\s*,\s*[a-z][a-z0-9_]*)*)\s*\)")


@dataclass(frozen=True, slots=True)
class Formula:
    """``name(parameters) = expression``; parameters are records of the collections that the rules name for them."""

    name: str
    parameters: tuple[str, ...]
    expression: str
    span: Span | None = None


@dataclass(frozen=True, eq=False)
class Combatant:
    """A record as formulas see it: its fields, the rules' extra ones, and what modifiers add to either."""

    record: object
    fields_of_record: Mapping[str, object]

    @property
    def id(self) -> str:
        """The record's id."""
        return str(getattr(self.record, "id", ""))

    def __str__(self) -> str:
        return str(self.record)


@dataclass(eq=False)
class RuleMemory:
    """What was worked out with a rule book so far, each once: formulas and simulations answer the same every time."""

    combatants: dict[tuple[object, tuple[str, ...]], Combatant] = field(default_factory=dict)
    results: dict[tuple[object, ...], object] = field(default_factory=dict)  # of formulas, which are pure
    sides: dict[tuple[str, object], object] = field(default_factory=dict)  # what records play simulations with
    rates: dict[tuple[object, ...], Rate] = field(default_factory=dict)  # of simulations that were played out
    exhausted: bool = False  # whether a simulation took too much work
    grids: dict[object, object] = field(default_factory=dict)  # of tables
    table_units: int = MAX_STAGE  # what is left of the work that all tables may do together


@dataclass(frozen=True, eq=False)
class RuleBook:
    """The rules of a game as data. ``parameters`` says of which collection each parameter's records are.

    On ``trial`` its simulations play two games, to see that they can be played. ``memory`` is the game's own.
    """

    values: Mapping[str, object] = field(default_factory=dict)
    roll: Roll | None = None
    extras: Mapping[str, int] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    modifiers: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    formulas: Mapping[str, Formula] = field(default_factory=dict)
    collections: Mapping[str, Iterable[object]] = field(default_factory=dict)  # by their names in expressions
    simulations: Mapping[str, Simulation] = field(default_factory=dict)
    trial: bool = False
    memory: RuleMemory = field(default_factory=RuleMemory)

    def combatant(self, record: object, modifiers: tuple[str, ...] = ()) -> Combatant:
        """The record with the extra fields, and with what the modifiers add; the same one each time."""
        key = (record, modifiers)
        if key not in self.memory.combatants:
            self.memory.combatants[key] = self._combatant(record, modifiers)
        return self.memory.combatants[key]

    def _combatant(self, record: object, modifiers: tuple[str, ...]) -> Combatant:
        fields: dict[str, object] = {**self.extras, **getattr(record, "fields_of_record", {})}
        spend(NATIVE + len(fields))
        for modifier in modifiers:
            spend(NATIVE + len(self.modifiers[modifier]))
            for name, add in self.modifiers[modifier].items():
                before = fields.get(name, 0)
                fields[name] = before + add if isinstance(before, int) else add
        return Combatant(record, fields)

    def value(self, expression: str, bound: Mapping[str, object]) -> object:
        """Evaluate an expression that may name values, formulas, functions and what is bound. Raises RuleError."""
        return evaluate(expression, {**self.names, **bound})

    @cached_property
    def names(self) -> dict[str, object]:
        """Everything an expression may name."""
        functions = FUNCTIONS | {"at_least": self._at_least, "best": self._best}
        calls = {name: self._caller(formula) for name, formula in self.formulas.items()}
        players = {name: self._player(simulation) for name, simulation in self.simulations.items()}
        return {**self.collections, **self.values, **functions, **players, **calls}

    def _at_least(self, least: object) -> Fraction:
        """The probability that the rules' roll is so much or more."""
        if self.roll is None:
            raise ValueError("at_least needs a roll: in the rules")
        return self.roll.at_least(exact(least, "what the roll is to reach"))

    def _best(self, records: object, formula: object, *more: object) -> object:
        """The record for which ``formula(record, *more)`` is greatest; the first of several."""
        if not isinstance(formula, str) or formula not in self.formulas:
            hint = did_you_mean(formula, self.formulas) if isinstance(formula, str) else "put its name into quotes"
            raise RuleError("best needs the name of a formula, as best(heroes, 'threat')", hint)
        if isinstance(records, str | Mapping) or not isinstance(records, Iterable):
            raise ValueError("best chooses from a list of records")
        call = self._caller(self.formulas[formula])
        known = [(record, exact(call(record, *more), f"what {formula} gives")) for record in counted(records)]
        if not known:
            raise ValueError("there is no record to choose from")
        return max(known, key=lambda pair: pair[1])[0]

    def side(self, simulation: Simulation, record: object) -> object:
        """What a record plays a simulation with, such as the cards of a deck. Raises RuleError."""
        if not hasattr(record, "fields_of_record"):
            raise RuleError(f"{simulation.name} plays with two {simulation.of}", f"name records of {simulation.of}")
        key = (simulation.name, record)
        if key not in self.memory.sides:
            self.memory.sides[key] = simulation.ready(record, self.value)
        return self.memory.sides[key]

    def _player(self, simulation: Simulation) -> Callable[..., Rate]:
        def play(*players: object) -> Rate:
            if len(players) != 2:
                raise TypeError(f"{simulation.name} takes two records of {simulation.of}")
            records = [getattr(player, "record", player) for player in players]
            one, other = (self.side(simulation, record) for record in records)
            key, turned = (simulation.name, *records), (simulation.name, *records[::-1])
            if turned in self.memory.rates:
                return self.memory.rates[turned].turned()
            if key not in self.memory.rates:
                if self.memory.exhausted:
                    raise too_much()
                try:
                    rate = simulation.play(one, other, 2 if self.trial else simulation.games)
                except RuleError:
                    self.memory.exhausted = True  # or every table that asks would play as long again
                    raise
                if rate.effort + sum(known.effort for known in self.memory.rates.values()) > MAX_EFFORT:
                    raise too_much()
                self.memory.rates[key] = rate
            return self.memory.rates[key]

        return play

    def _caller(self, formula: Formula) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            if named or len(arguments) != len(formula.parameters):
                wanted, given = len(formula.parameters), len(arguments) + len(named)
                said = "in their order, without names" if named else f"and is given {given}"
                said = f"{formula.name}(…) takes {wanted} argument{'s' * (wanted != 1)}, {said}"
                raise RuleError(said, f"write {formula.name}({', '.join(formula.parameters)})")
            ready = [self._ready(argument) for argument in arguments]
            if not all(isinstance(argument, Combatant) for argument in ready):
                return self.value(formula.expression, dict(zip(formula.parameters, ready, strict=True)))
            key = (formula.name, *ready)
            if key not in self.memory.results:
                self.memory.results[key] = self.value(
                    formula.expression, dict(zip(formula.parameters, ready, strict=True))
                )
            return self.memory.results[key]

        return call

    def _ready(self, argument: object) -> object:
        """A record that comes straight from its collection gets the extra fields."""
        plain = hasattr(argument, "fields_of_record") and not isinstance(argument, Combatant)
        return self.combatant(argument) if plain else argument


def read_signature(text: str) -> tuple[str, tuple[str, ...]] | None:
    """``chance_to_hit(attacker, defender)`` as name and parameters; None when it is no signature."""
    match = _SIGNATURE.fullmatch(text.strip())
    return (match[1], tuple(part.strip() for part in match[2].split(","))) if match else None


def percent(share: object, places: object = 0) -> str:
    """A probability as a percentage, halves rounded up: 79 %."""
    return f"{decimal(exact(share, 'the share') * 100, places)} %"


def decimal(value: object, places: object = 1) -> str:
    """An exact number in decimals, halves rounded away from zero."""
    number = exact(value, "the number")
    shown = whole(places, "the number of places", 0, MOST_PLACES)
    scaled = abs(number) * 10**shown
    nearest = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = f"{nearest:0{shown + 1}d}"
    text = f"{digits[:-shown]}.{digits[-shown:]}" if shown else digits
    return f"−{text}" if number < 0 and nearest else text


def fraction(above: object, below: object = 1) -> Fraction:
    """``above`` divided by ``below``, exactly."""
    return exact(above, "a fraction's upper part") / exact(below, "a fraction's lower part")


def _least(*numbers: object) -> object:
    """The smallest of some numbers, or of one list of them."""
    return min(_several(numbers), key=lambda number: exact(number, "what min compares"))


def _most(*numbers: object) -> object:
    """The largest of some numbers."""
    return max(_several(numbers), key=lambda number: exact(number, "what max compares"))


def _several(numbers: tuple[object, ...]) -> tuple[object, ...]:
    """Numbers given one by one, or as one list."""
    found = tuple(numbers[0]) if len(numbers) == 1 and isinstance(numbers[0], list | tuple) else numbers
    if not found:
        raise ValueError("there is no number to choose from")
    spend(EXACT * len(found))
    return found


FUNCTIONS: dict[str, object] = {
    "min": _least,
    "max": _most,
    "fraction": fraction,
    "hits_needed": hits_needed,
    "attacks_mean": attacks_mean,
    "attacks_for": attacks_for,
    "duel": duel,
    "percent": percent,
    "decimal": decimal,
    "pool_chance": pool_chance,
    "pool_mean": pool_mean,
    "tally": tally,
    "at_least": None,  # each book has its own, and of the next
    "best": None,
}

__all__ = ["FUNCTIONS", "Combatant", "Formula", "RuleBook", "RuleError", "decimal", "percent", "read_signature"]
