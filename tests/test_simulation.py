"""Battles of decks: the rules case by case, a referee over whole games, rates that are the same everywhere and sound."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pnp.build.build import read_game
from pnp.editor.datafiles import rules_schema
from pnp.game.model import Game
from pnp.problems import GameError
from pnp.rules.formulas import RuleBook
from pnp.rules.grid_formats import as_csv, as_json, as_text
from pnp.rules.kits import simulator
from pnp.rules.kits.battle import simulate, tactics
from pnp.rules.kits.battle.decks import COUNTS, FLAGS, _terms, read_deck
from pnp.rules.kits.battle.fights import (
    BattleSide,
    Card,
    Fight,
    Kinds,
    Limit,
    Opening,
    Terms,
    boost_fight,
    draw_cards,
    field_card,
    limit_of,
    recover_cards,
    settle,
    suffer,
)
from pnp.rules.kits.battle.simulate import MAX_CARDS, Deck, play_game, shuffled, take_turn, win_rate
from pnp.rules.rates import Rate
from pnp.rules.sandbox import RuleError
from pnp.rules.tables import compute_table

from .conftest import GAME, ROOT, MakeGame


def guard(power: int) -> Card:
    return Card(power, defends=True, recovers=1)


def trooper(power: int) -> Card:
    return Card(power, attacks=True, defends=True, draws=1)


def raider(power: int) -> Card:
    return Card(power, attacks=True, boosts=True, plays=1)


TERMS = Terms(1, 1, Opening(3, 1, 3), Opening(4, 1, 4))
KINDS = Kinds([make(power) for make in (guard, trooper, raider) for power in range(1, 7)])


def ids(*cards: Card) -> list[int]:
    return [KINDS.cards.index(card) for card in cards]


def one(card: Card) -> int:
    return KINDS.cards.index(card)


def side(deck: int = 0, hand: list[Card] | None = None, play: list[Card] | None = None) -> BattleSide:
    return BattleSide(ids(*[guard(1)] * deck), sorted(ids(*(hand or []))), ids(*(play or [])))


def fight(me: BattleSide, foe: BattleSide, attacker: Card, *blockers: Card) -> Fight:
    assert one(attacker) in me.play
    assert Counter(ids(*blockers)) <= Counter(foe.play)
    return Fight(one(attacker), ids(*blockers), attacker.power, sum(card.power for card in blockers))


# each case: attack, defences, boosts of either side; who falls, and the damage
@pytest.mark.parametrize(
    ("attack", "blockers", "boost", "counter", "attacker_falls", "blockers_fall", "damage"),
    [
        (3, (), 0, 0, False, False, 3),  # nobody stands against it
        (3, (), 2, 0, False, False, 5),  # a boost adds to the damage
        (3, (2,), 0, 0, False, True, 0),  # what the defence lacked is no damage
        (3, (3,), 0, 0, True, True, 0),  # equal: both
        (3, (4,), 0, 0, True, False, 0),
        (3, (2, 2), 0, 0, True, False, 0),  # together they are stronger, and none of them falls
        (3, (1, 1), 0, 0, False, True, 0),  # together too weak: all of them fall
        (3, (2, 1), 0, 0, True, True, 0),
        (3, (4,), 2, 0, False, True, 0),  # a boost turns it
        (3, (4,), 1, 0, True, True, 0),  # or makes it equal
        (3, (4,), 2, 2, True, False, 0),  # and is answered
        (1, (1,), 0, 1, True, False, 0),
    ],
)
def test_a_fight_case_by_case(
    attack: int, blockers: tuple[int, ...], boost: int, counter: int, attacker_falls: bool, blockers_fall: bool,
    damage: int,
) -> None:  # fmt: skip
    me = side(hand=[raider(boost)] if boost else [], play=[trooper(attack)])
    foe = side(hand=[raider(counter)] if counter else [], play=[guard(power) for power in blockers])
    found = fight(me, foe, trooper(attack), *(guard(power) for power in blockers))
    if boost:
        boost_fight(KINDS, me, Limit(1, boost), one(raider(boost)), found, attacking=True)
    if counter:
        boost_fight(KINDS, foe, Limit(1, counter), one(raider(counter)), found, attacking=False)
    assert settle(me, foe, [found]) == damage
    assert (me.play == []) == attacker_falls
    assert (foe.play == []) == (blockers_fall or not blockers)
    # boosts are discarded whatever happened
    assert Counter(me.pile) == Counter(ids(*[raider(boost)] * bool(boost), *[trooper(attack)] * attacker_falls))
    fallen = [guard(power) for power in blockers] if blockers_fall else []
    assert Counter(foe.pile) == Counter(ids(*[raider(counter)] * bool(counter), *fallen))


def test_fights_are_settled_each_by_itself() -> None:
    me, foe = side(play=[trooper(5), trooper(4), raider(2)]), side(play=[guard(5), guard(1)])
    fights = [
        fight(me, foe, trooper(5), guard(1)),
        fight(me, foe, trooper(4)),
        fight(me, foe, raider(2), guard(5)),
    ]
    assert settle(me, foe, fights) == 4
    assert (me.play, me.pile) == (ids(trooper(5), trooper(4)), ids(raider(2)))
    assert (foe.play, foe.pile) == (ids(guard(5)), ids(guard(1)))


@pytest.mark.parametrize(
    ("deck", "hand", "damage", "out", "deck_left", "hand_left"),
    [
        (5, 2, 0, False, 5, 2),
        (5, 2, 3, False, 2, 2),  # the deck first
        (5, 2, 5, False, 0, 2),
        (5, 2, 6, False, 0, 1),  # then the hand
        (5, 2, 7, False, 0, 0),  # the last card of all: still in
        (5, 2, 8, True, None, None),  # one that cannot be discarded: out
        (0, 0, 0, False, 0, 0),
        (0, 0, 1, True, None, None),
    ],
)
def test_damage_case_by_case(
    deck: int, hand: int, damage: int, out: bool, deck_left: int | None, hand_left: int | None
) -> None:
    hurt = side(deck, [trooper(2)] * hand)
    assert hurt.life == deck + hand
    assert suffer(hurt, damage) == out
    if not out:
        assert (len(hurt.deck), len(hurt.hand)) == (deck_left, hand_left)
        assert len(hurt.pile) == damage


def test_damage_takes_the_top_of_the_deck_and_the_least_worthy_of_the_hand() -> None:
    hurt = BattleSide(ids(trooper(6), guard(2)), sorted(ids(trooper(5), guard(1), raider(3))))
    suffer(hurt, 1)
    assert (hurt.deck, hurt.pile) == (ids(trooper(6)), ids(guard(2)))  # the top is last
    suffer(hurt, 2)
    assert one(guard(1)) not in hurt.hand
    assert one(trooper(5)) in hurt.hand


def test_what_may_be_played_is_counted_when_the_cards_are_drawn() -> None:
    player = side(hand=[guard(1)] * 5, play=[raider(2), raider(3), trooper(4)])
    assert limit_of(KINDS, player, TERMS) == Limit(3, 5)  # one, and one for each raider; as much power as cards
    player.hand.append(one(raider(4)))
    player.hand.sort()
    limit = limit_of(KINDS, player, TERMS)
    field_card(KINDS, player, limit, one(raider(4)))
    assert limit == Limit(2, 2)  # the raider that came into play lets nothing more be played this turn
    assert limit_of(KINDS, player, TERMS) == Limit(4, 5)


@pytest.mark.parametrize(("opening", "drawn", "fielded"), [(TERMS.first, 3, 3), (TERMS.second, 4, 4)])
def test_the_first_turn(opening: Opening, drawn: int, fielded: int) -> None:
    me = BattleSide(ids(*[guard(6)] * 10, guard(3), guard(4), guard(5), guard(2)))
    foe = side(10)
    take_turn(KINDS, me, foe, TERMS, opening)
    assert len(me.deck) == 14 - drawn
    # one card alone, of at most so much power: of 3, 4, 5 and 2 (the last three are drawn first) the largest that fits
    assert len(me.play) == 1
    assert KINDS.power[me.play[0]] <= fielded
    recovered = 1  # nothing lies on the pile yet
    assert len(me.hand) == drawn - 1 + recovered - 1


def test_later_turns_draw_and_recover_for_cards_in_play() -> None:
    me = side(10, [], [trooper(1), trooper(2), guard(1)])
    me.pile = ids(guard(6), raider(1))
    foe = side(30, [], [guard(6), guard(6), guard(6)])
    take_turn(KINDS, me, foe, TERMS, None)
    assert len(me.deck) == 7  # one, and one for each trooper
    played = len(me.play) - 3
    assert played == 1
    assert len(me.hand) == 3 - played + 2  # one for the guard that stood there, one for the guard just fielded
    assert me.pile == []


def test_an_empty_deck_draws_nothing_and_goes_on() -> None:
    me, foe = side(0, [guard(1)]), side(3)
    assert not take_turn(KINDS, me, foe, TERMS, None)
    assert me.life == 0
    draw_cards(me, 5)
    recover_cards(me, 5)
    assert me.hand == []


def test_who_draws_or_recovers_nothing_gets_nothing() -> None:
    player = side(3)
    player.pile = ids(guard(2))
    draw_cards(player, 0)
    recover_cards(player, 0)
    assert (len(player.deck), player.hand, player.pile) == (3, [], ids(guard(2)))


def test_the_one_who_cannot_discard_is_out_at_once() -> None:
    me, foe = side(5, [], [trooper(3)]), side(2)
    assert take_turn(KINDS, me, foe, TERMS, None)
    foe = side(3)
    assert not take_turn(KINDS, side(5, [], [trooper(3)]), foe, TERMS, None)
    assert foe.life == 0


# tactics: simple situations have the answer that a person sees


def test_boosts_finish_the_other_off() -> None:
    me, foe = side(5, [raider(3), guard(1), guard(1)], [trooper(2), raider(1)]), side(5)
    fights = tactics.choose_fights(KINDS, me, foe, Limit(2, 3))
    assert [found.attack for found in fights] == [2, 1]
    tactics.boost_fights(KINDS, me, foe, Limit(2, 3), Limit(1, 0), fights)
    assert sum(found.attack for found in fights) == 6


def test_the_weakest_that_wins_defends() -> None:
    (found,) = tactics.defend(KINDS, ids(trooper(3)), ids(guard(1), guard(4), guard(6)), 30)
    assert found.blockers == ids(guard(4))
    (found,) = tactics.defend(KINDS, ids(trooper(5)), ids(guard(2), guard(2), guard(2)), 30)
    assert found.blockers == ids(guard(2), guard(2), guard(2))
    (found,) = tactics.defend(KINDS, ids(trooper(6)), ids(guard(1)), 30)
    assert found.blockers == ids(guard(1))  # given up: cheaper than six cards
    (found,) = tactics.defend(KINDS, ids(trooper(1)), ids(trooper(1)), 30)
    assert found.blockers == ids(trooper(1))  # one for the other
    kinds = Kinds([Card(1, attacks=True), trooper(1)])
    (found,) = tactics.defend(kinds, [0], [1], 30)
    assert found.blockers == []  # one card of the deck is cheaper


def test_nobody_runs_into_a_stronger_defence() -> None:
    me, foe = side(5, [], [trooper(2), trooper(3)]), side(20, [], [guard(6), guard(6)])
    assert tactics.choose_fights(KINDS, me, foe, Limit(0, 0)) == []


def test_an_attack_counts_on_one_boost_and_no_more() -> None:
    me, foe = side(9, [raider(2)], [trooper(3), trooper(3)]), side(20, [], [guard(4), guard(4)])
    (found,) = tactics.choose_fights(KINDS, me, foe, Limit(1, 2))
    assert (found.attacker, found.blockers, found.attack, found.defence) == (one(trooper(3)), ids(guard(4)), 3, 4)
    assert tactics.choose_fights(KINDS, me, foe, Limit(1, 1)) == []
    assert tactics.choose_fights(KINDS, me, foe, Limit(0, 2)) == []


class Referee:
    """Follows a game deed by deed with the rules as a person reads them, and objects."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kinds: Kinds) -> None:
        self.kinds = kinds
        self.deeds = Counter[str]()
        self.left: dict[int, list[int]] = {}  # cards and power that each side may still play this turn
        self.cards: dict[int, Counter[int]] = {}
        for module, name in (
            (simulate, "take_turn"), (simulate, "draw_cards"), (tactics, "field_card"), (tactics, "boost_fight"),
            (simulate, "settle"), (simulate, "suffer"), (simulate, "recover_cards"),
        ):  # fmt: skip
            monkeypatch.setattr(module, name, self._watched(name, getattr(module, name)))

    def _watched(self, name: str, real: Any) -> Any:
        def deed(*given: Any, **named: Any) -> Any:
            self.deeds[name] += 1
            getattr(self, f"before_{name}", lambda *_, **__: None)(*given, **named)
            result = real(*given, **named)
            for owner in (self.me, self.foe):
                assert Counter([*owner.deck, *owner.hand, *owner.play, *owner.pile]) == self.cards[id(owner)]
                assert owner.hand == sorted(owner.hand)
            return result

        return deed

    def before_take_turn(
        self, kinds: Kinds, me: BattleSide, foe: BattleSide, _: Terms, opening: Opening | None
    ) -> None:
        self.me, self.foe, self.opening = me, foe, opening
        if opening == TERMS.first:
            self.cards.clear()  # another game
        for owner in (me, foe):
            self.cards.setdefault(id(owner), Counter([*owner.deck, *owner.hand, *owner.play, *owner.pile]))
        raiders = [sum(kinds.cards[card].plays for card in owner.play) for owner in (me, foe)]
        draws = opening.draw if opening else 1 + sum(kinds.cards[card].draws for card in me.play)
        hand = len(me.hand) + min(draws, len(me.deck))
        self.draws = draws
        self.left = {
            id(me): [1, min(hand, opening.power)] if opening else [1 + raiders[0], hand],
            id(foe): [1 + raiders[1], len(foe.hand)],
        }
        assert not (opening and me.play)

    def before_draw_cards(self, owner: BattleSide, count: int) -> None:
        assert owner is self.me
        assert count == self.draws

    def _play(self, owner: BattleSide, card: int) -> None:
        left = self.left[id(owner)]
        left[0] -= 1
        left[1] -= self.kinds.cards[card].power
        assert min(left) >= 0, "more than may be played"
        assert card in owner.hand

    def before_field_card(self, _kinds: Kinds, owner: BattleSide, _limit: Limit, card: int) -> None:
        assert owner is self.me
        self._play(owner, card)

    def before_boost_fight(
        self, _kinds: Kinds, owner: BattleSide, _limit: Limit, card: int, fight: Fight, *, attacking: bool
    ) -> None:
        assert self.kinds.cards[card].boosts
        assert owner is (self.me if attacking else self.foe)
        assert attacking or fight.blockers
        self._play(owner, card)

    def before_settle(self, me: BattleSide, foe: BattleSide, fights: list[Fight]) -> None:
        attackers = Counter(found.attacker for found in fights)
        blockers = Counter(card for found in fights for card in found.blockers)
        assert attackers <= Counter(me.play)
        assert blockers <= Counter(foe.play)  # each against one attack
        assert all(self.kinds.cards[card].attacks for card in attackers)
        assert all(self.kinds.cards[card].defends for card in blockers)

    def before_suffer(self, owner: BattleSide, damage: int) -> None:
        assert owner is self.foe
        assert damage >= 0

    def before_recover_cards(self, owner: BattleSide, count: int) -> None:
        assert owner is self.me
        assert count == sum(self.kinds.cards[card].recovers for card in owner.play)


DECKS = {
    "troopers": [trooper(power) for power in (1, 2, 3, 4)] * 10,
    "guards": [guard(power) for power in (1, 2, 3, 4)] * 10,
    "raiders": [raider(power) for power in (1, 2, 3, 4)] * 10,
    "mixed": [guard(2), guard(3), trooper(2), trooper(3), trooper(3), raider(3), raider(4)] * 5,
    "large": [trooper(6)] * 8 + [guard(6)] * 4 + [raider(6)] * 4 + [trooper(4)],
    "small": ([trooper(1), guard(1), raider(1)] * 34)[:100],
    # power; attacks, defends, boosts; draws, plays, recovers
    "odd": [
        Card(0, True, True, True), Card(1, True, False, False, 2, 0, 1), Card(2, False, True, True, 0, 1, 0),
        Card(3, True, True, False, 0, 0, 2), Card(4, True, False, True, 1, 2, 0), Card(5, False, True),
        Card(6, True, True, True, 0, 1, 1), Card(2, True, True, True, 1), Card(7, False, False, True),
    ] * 3,
}  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_a_referee_follows_whole_games(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    chance = random.Random(seed)
    kinds = Kinds([card for deck in DECKS.values() for card in deck])
    referee = Referee(monkeypatch, kinds)
    names = chance.sample(sorted(DECKS), 2)
    for _ in range(6):
        decks = [shuffled([kinds.cards.index(card) for card in DECKS[name]], chance.random) for name in names]
        winner, turns, effort = play_game(kinds, BattleSide(decks[0]), BattleSide(decks[1]), TERMS)
        assert turns <= TERMS.turns
        assert (winner is None) <= (turns == TERMS.turns)
        assert effort > turns
    assert referee.deeds["take_turn"] > 30
    assert referee.deeds["field_card"] > 20


def test_the_referee_sees_all_kinds_of_deeds(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = Kinds(DECKS["mixed"])
    referee = Referee(monkeypatch, kinds)
    chance = random.Random(5)
    for _ in range(40):
        decks = [shuffled([kinds.cards.index(card) for card in DECKS["mixed"]], chance.random) for _ in range(2)]
        play_game(kinds, BattleSide(decks[0]), BattleSide(decks[1]), TERMS)
    watched = ("field_card", "boost_fight", "settle", "suffer", "recover_cards", "draw_cards")
    assert all(referee.deeds[deed] > 20 for deed in watched), referee.deeds


def rate(one: str, other: str, games: int = 400, terms: Terms = TERMS) -> Rate:
    return win_rate(tuple(DECKS[one]), tuple(DECKS[other]), terms, games)


def test_a_rate_is_the_same_in_any_order_and_the_sides_mirror() -> None:
    found = rate("mixed", "troopers")
    turned = rate("troopers", "mixed")
    assert found.share + turned.share == 1
    assert (found.error, found.games, found.length) == (turned.error, turned.games, turned.length)
    mixed = list(DECKS["mixed"])
    random.Random(3).shuffle(mixed)
    simulate._pairing.cache_clear()
    assert win_rate(tuple(mixed), tuple(DECKS["troopers"]), TERMS, 400) == found


def test_rates_are_those_of_every_machine() -> None:
    """Counted once and written down: a change of the rules, the tactics or the shuffling shows here."""
    assert [str(rate(one, other)) for one, other in (("mixed", "troopers"), ("mixed", "small"), ("large", "raiders"))] == [
        "45 % ± 3", "66 % ± 3", "20 % ± 3",
    ]  # fmt: skip


# quick games of cards that may do more than one thing; nine turns, so that some are drawn
SHORT = Terms(2, 3, Opening(2, 2, 5), Opening(5, 3, 9), 9)


@pytest.mark.parametrize(
    ("one", "other", "terms", "share", "first", "drawn", "length", "effort"),
    [
        ("mixed", "troopers", TERMS, "7/15", "4/5", "0", "77/6", 31_037),
        ("mixed", "small", TERMS, "13/20", "43/60", "0", "273/20", 43_005),
        ("large", "raiders", TERMS, "1/4", "19/60", "0", "89/12", 16_603),
        ("odd", "mixed", TERMS, "3/4", "5/12", "0", "533/60", 21_332),
        ("odd", "large", SHORT, "13/15", "23/60", "2/15", "85/12", 15_680),
        ("troopers", "guards", SHORT, "37/60", "23/60", "23/30", "263/30", 23_291),
        ("small", "odd", SHORT, "8/15", "7/15", "14/15", "134/15", 28_565),
        ("mixed", "mixed", SHORT, "1/2", "29/120", "1/12", "95/12", 19_435),
    ],
)
def test_games_go_the_same_way_everywhere(
    one: str, other: str, terms: Terms, share: str, first: str, drawn: str, length: str, effort: int
) -> None:
    """Who wins, who wins that began, how many turns: written down once, so a change of any rule or choice shows."""
    found = rate(one, other, 60, terms)
    told = [str(number) for number in (found.share, found.first, found.drawn, found.length)]
    assert (told, found.games, found.effort) == ([share, first, drawn, length], 60, effort)


def test_a_rate_is_printed_with_its_error_rounded_up() -> None:
    found = Rate(Fraction(1, 8), 0.0201, Fraction(1, 3), Fraction(1, 5), Fraction(7), 40, 9)
    assert str(found) == "13 % ± 3"
    assert found.turned() == Rate(Fraction(7, 8), 0.0201, Fraction(1, 3), Fraction(1, 5), Fraction(7), 40, 9)
    assert str(Rate(Fraction(1, 8), 0.0, Fraction(0), Fraction(0), Fraction(0), 1)) == "13 %"
    assert Rate(Fraction(1), 0.5, Fraction(0), Fraction(0), Fraction(0), 1).effort == 0


@pytest.mark.parametrize(
    ("card", "worth"),
    [
        (Card(5), 1),
        (Card(5, attacks=True), 5),
        (Card(5, attacks=True, defends=True), 10),
        (Card(5, boosts=True, draws=1, plays=10, recovers=100), 242),
        (Card(3, defends=True, draws=2), 7),
    ],
)
def test_a_cards_worth(card: Card, worth: int) -> None:
    assert card.worth == worth


def test_the_error_is_that_of_the_share() -> None:
    found = rate("mixed", "troopers", 400)
    assert found.drawn == 0
    share = float(found.share)
    assert found.error == pytest.approx(sqrt(share * (1 - share) / 400))
    shares = [float(rate("mixed", "troopers", 400, TERMS._replace(turns=200 + more)).share) for more in range(1, 13)]
    mean = sum(shares) / 12
    spread = sqrt(sum((share - mean) ** 2 for share in shares) / 11)
    assert 0.5 < spread / found.error < 1.8  # other seeds scatter as the error says
    assert rate("guards", "raiders").error >= 1 / 400  # all won is no certainty


def test_a_deck_against_its_like_wins_half_and_games_without_attackers_are_drawn() -> None:
    assert (rate("mixed", "mixed").share, str(rate("mixed", "mixed"))) == (Fraction(1, 2), "50 %")
    idle = rate("guards", "guards", 10, TERMS._replace(turns=20))
    assert (idle.drawn, idle.length, idle.share) == (Fraction(1), Fraction(20), Fraction(1, 2))
    weak = win_rate((guard(1),) * 20, (guard(2),) * 20, TERMS._replace(turns=10), 10)
    assert (weak.share, weak.drawn, str(weak)) == (Fraction(1, 2), Fraction(1), "50 % ± 10")


def test_stronger_mixes_win() -> None:
    assert rate("mixed", "guards").share > Fraction(9, 10)
    assert rate("mixed", "raiders").share > Fraction(8, 10)
    stronger = tuple(card._replace(power=card.power + 1) for card in DECKS["mixed"])
    assert win_rate(stronger, tuple(DECKS["mixed"]), TERMS, 400).share > Fraction(1, 2)
    assert win_rate(tuple(DECKS["mixed"] * 2), tuple(DECKS["mixed"]), TERMS, 200).share > Fraction(1, 2)


@given(st.lists(st.tuples(st.integers(0, 6), st.booleans(), st.booleans(), st.booleans(), st.integers(0, 2),
                          st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=20))  # fmt: skip
@settings(max_examples=60)
def test_any_deck_can_be_played(cards: list[tuple[int, bool, bool, bool, int, int, int]]) -> None:
    deck = tuple(Card(*card) for card in cards)
    found = win_rate(deck, tuple(DECKS["mixed"]), TERMS._replace(turns=60), 4)
    assert 0 <= found.share <= 1
    assert found.games == 4


def test_battles_without_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "MAX_EFFORT", 5_000)
    with pytest.raises(RuleError, match="too much work"):
        win_rate((guard(1),) * 30, (guard(3),) * 30, TERMS, 10)


def test_a_turns_effort_is_what_there_is_to_look_at() -> None:
    """25 for any turn, one for each card in hand and in play, one for every 16 pairs of mine and theirs."""
    me, foe = side(9, [guard(1)] * 2, [guard(1)] * 5), side(9, [], [guard(1)] * 7)
    winner, turns, effort = play_game(KINDS, me, foe, TERMS._replace(turns=1))
    assert (winner, turns, effort) == (None, 1, 25 + 2 + 5 + 7 + 2)


# as a game's data

ROLES = """
guard: {name: Guard, defends: yes, recovers: 1}
trooper: {name: Trooper, attacks: yes, defends: yes, draws: 1}
raider: {name: Raider, attacks: yes, boosts: yes, plays: 1}
"""
DECK_FILE = """
north:
  name: North
  cards:
    - {name: Scout, role: trooper, power: 2, copies: 12}
    - {name: Wall, role: guard, power: 4, copies: 8}
    - {name: Thief, role: raider, power: 3, copies: 6}
south:
  name: South
  cards: [{name: Lancer, role: trooper, power: 5, copies: 14}, {name: Hound, role: raider, power: 3, copies: 10}]
"""
DECK_GAME = GAME.replace(
    "  heroes: {file: heroes.yaml, fields: {name: text, health: int 1..20, story: markup?}}\n",
    """  heroes: {file: heroes.yaml, fields: {name: text, health: int 1..20, story: markup?}}
  roles:
    file: roles.yaml
    fields:
      name: text
      attacks: {type: flag, default: no}
      defends: {type: flag, default: no}
      boosts: {type: flag, default: no}
      draws: {type: int, default: 0}
      plays: {type: int, default: 0}
      recovers: {type: int, default: 0}
  decks: {file: decks.yaml, fields: {name: text, cards: list of card}}
types:
  card: {name: text, role: ref roles, power: int 1..6, copies: {type: int, default: 1}}
rules: rules.yaml
""",
)
RULES = """
simulations:
  battle:
    kit: battle
    decks: decks
    cards: cards
    power: power
    attacks: role.attacks
    defends: role.defends
    boosts: role.boosts
    draws: role.draws
    plays: role.plays
    recovers: role.recovers
    first: {draw: 3, power: 3}
    second: {draw: 4, power: 4}
    games: 300
parameters: {one: decks, other: decks}
formulas:
  chance(one, other): battle(one, other).share
tables:
  matchups:
    title: Matchups
    rows: decks as one
    columns: decks as other
    cell: battle(one, other)
    skip: one_id == other_id
    format: rate
  facts:
    title: Facts
    rows: decks as one
    columns: {Chance: "chance(one, decks.south)", Length: "decimal(battle(one, decks.south).length)"}
    format: percent
"""


def files(rules: str = RULES, decks: str = DECK_FILE) -> dict[str, str]:
    return {
        "data/tiny/game.yaml": DECK_GAME, "data/tiny/rules.yaml": rules, "data/tiny/roles.yaml": ROLES,
        "data/tiny/decks.yaml": decks,
    }  # fmt: skip


@pytest.fixture
def game(make_game: MakeGame) -> Game:
    return read_game(make_game(files()), "tiny")


def test_a_table_of_rates(game: Game) -> None:
    north = tuple([trooper(2)] * 12 + [guard(4)] * 8 + [raider(3)] * 6)
    south = tuple([trooper(5)] * 14 + [raider(3)] * 10)
    wanted = win_rate(north, south, Terms(1, 1, Opening(3, 1, 3), Opening(4, 1, 4)), 300)
    grid = compute_table(game.tables["matchups"], game.book, game.collections)
    assert grid.rows[0][2] == wanted
    assert f"North,,{wanted}\n" in as_csv(grid)
    assert str(wanted.turned()) in as_text(grid)
    cell = json.loads(as_json(grid))["rows"][0][2]
    assert cell == {"share": str(wanted.share), "error": round(wanted.error, 4), "games": 300}
    facts = compute_table(game.tables["facts"], game.book, game.collections)
    assert facts.rows[0][1] == wanted.share


def test_loading_plays_two_games_only(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def counting(one: Deck, other: Deck, terms: Terms, games: int) -> Rate:
        played.append(games)
        return win_rate(one, other, terms, games)

    monkeypatch.setattr("pnp.rules.kits.battle.decks.win_rate", counting)
    game = read_game(make_game(files()), "tiny")
    assert set(played) == {2}
    compute_table(game.tables["matchups"], game.book, game.collections)
    assert played[-1] == 300


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "hint"),
    [
        ("decks: decks", "decks: deks", 4, "there is no collection 'deks'", "did you mean 'decks'?"),
        ("cards: cards", "cards: name", 5, "the records of decks have no list of cards called 'name'", "known: cards"),
        ("power: power", "power: powr", 2, "battle: power of decks.north.cards[0]: 'powr' is not known here", "'power'"),
        ("power: power", "power: name", 2, "battle: decks.north.cards[0]: 'power' must be a number", "see what power says"),
        ("power: power", "power: 0 - power", 2, "'power' must be a whole number from 0 to 1,000", "see what power says"),
        ("attacks: role.attacks", "attaks: role.attacks", 7, "unknown field 'attaks' in simulations.battle", "'attacks'"),
        ("    power: power\n", "", 3, "simulations.battle has no field 'power'", "add"),
        ("games: 300", "games: 3", 15, "games", "10"),
        ("draw: 3, power", "drw: 3, power", 13, "drw", "'draw'"),
        ("  battle:", "  best:", 2, "'best' is the name of a function already", "choose another name"),
        ("battle(one, other).share", "battle(one).share", 18, "chance: this cannot be computed: battle takes two", "check"),
        ("battle(one, other).share", "battle(one, 3).share", 18, "chance: battle plays with two decks", "name records"),
        ("battle(one, other).share", "battle(one, other).chance", 18, "there is no 'chance' here; known: drawn, error", ""),
        ("    kit: battle\n", "", 2, "simulations.battle names no kit", "such as kit: battle"),
        ("kit: battle", "kit:", 3, "simulations.battle names no kit", "such as kit: battle"),
        ("kit: battle", "kit: batle", 3, "there is no kit 'batle' that plays a simulation", "did you mean 'battle'?"),
        ("kit: battle", "kit: capture", 3, "there is no kit 'capture' that plays a simulation", "known: battle"),
    ],
)  # fmt: skip
def test_broken_simulations(make_game: MakeGame, old: str, new: str, line: int, message: str, hint: str) -> None:
    assert old in RULES
    with pytest.raises(GameError) as caught:
        read_game(make_game(files(RULES.replace(old, new, 1))), "tiny")
    found = [(item.span.line if item.span else 0, item.message, item.hint) for item in caught.value.problems]
    assert any(at == line and message in said and hint in cure for at, said, cure in found), found


def test_a_deck_without_cards(make_game: MakeGame) -> None:
    with pytest.raises(GameError) as caught:
        read_game(make_game(files(decks=DECK_FILE + "empty: {name: Empty, cards: []}\n")), "tiny")
    assert [(item.code, item.message) for item in caught.value.problems][:1] == [
        ("bad-simulation", "battle: decks.empty has no cards")
    ]


class Item:
    """A card or a deck, as a game has them."""

    def __init__(self, name: str, **fields: object) -> None:
        self.name, self.fields_of_record = name, fields

    def __str__(self) -> str:
        return self.name


def deck_of(*cards: Item, **traits: str) -> Deck:
    return read_deck("battle", "cards", {"power": "it.power", **traits}, Item("North", cards=cards), RuleBook().value)


def test_a_deck_is_read_card_by_card() -> None:
    wolf, rock = Item("Wolf", power=3, copies=2, swift=True), Item("Rock", power=0, swift=False, copies=1)
    found = deck_of(
        wolf, rock, Item("Gone", power=9, copies=0, swift=True), attacks="it.swift", draws="it.swift", plays="it.power"
    )
    assert found == (Card(0), Card(3, True, draws=1, plays=3), Card(3, True, draws=1, plays=3))
    assert deck_of(Item("Ox", power=1000)) == (Card(1000),)
    assert deck_of(Item("Ox", power=4), recovers="100", boosts="yes", defends="no") == (
        Card(4, boosts=True, recovers=100),
    )
    assert deck_of(Item("Ox", power=4), draws="none") == (Card(4),)


@pytest.mark.parametrize(
    ("cards", "traits", "message", "hint"),
    [
        ((), {}, "North has no cards", "a deck needs a card to play battle"),
        ((Item("Wolf", power=3, copies=0),), {}, "North has no cards", "give one of them copies"),
        ((Item("Wolf", power=3, copies=501),), {}, "North has more than 500 cards", "play with a smaller deck"),
        ((Item("Wolf", power=1001),), {}, "Wolf: 'power' must be a whole number from 0 to 1,000", "see what power says: it.power"),
        ((Item("Wolf", power=1),), {"plays": "101"}, "Wolf: 'plays' must be a whole number from 0 to 100", "see what plays says: 101"),
        ((Item("Wolf", power=1),), {"draws": "it.nam"}, "draws of Wolf: Wolf has no field 'nam'; known: power", ""),
    ],
)  # fmt: skip
def test_a_deck_that_cannot_be_played_names_the_card(
    cards: tuple[Item, ...], traits: dict[str, str], message: str, hint: str
) -> None:
    with pytest.raises(RuleError) as caught:
        deck_of(*cards, **traits)
    assert (str(caught.value), caught.value.hint) == (message, hint)
    assert len(deck_of(Item("Wolf", power=3, copies=500))) == MAX_CARDS == 500


def test_the_keys_of_a_simulation_say_what_is_allowed() -> None:
    kit = simulator("battle")
    keys = {"decks": "decks", "cards": "cards", "power": "p", **dict.fromkeys((*FLAGS, *COUNTS, "turns", "games"))}
    parts = {"turn": {}, "first": {"draw": 3}, "second": {"draw": 4, "play": 5, "power": 6}}
    assert kit.keys.keys() == keys.keys()
    assert {name: list(part) for name, part in kit.parts.items()} == {
        "turn": ["draw", "play"], "first": ["draw", "play", "power"], "second": ["draw", "play", "power"],
    }  # fmt: skip
    assert (kit.collection, kit.items, kit.keys["turns"].type, kit.keys["games"].type) == (
        "decks", "cards", "int 2..1000?", "int 10..10000?",
    )  # fmt: skip
    made = kit.make("war", {**keys, **parts})
    assert (made.name, made.of, made.items, made.expressions, made.games) == (
        "war",
        "decks",
        "cards",
        {"power": "p"},
        1000,
    )
    assert _terms({**keys, **parts}) == Terms(1, 1, Opening(3, 1, 1_000_000), Opening(4, 5, 6), 200)
    more = {"turn": {"draw": 7, "play": 8}, "first": {}, "second": {"power": 0}, "turns": 9}
    assert _terms({**keys, **more}) == Terms(7, 8, Opening(7, 8, 1_000_000), Opening(7, 8, 0), 9)


def test_an_editor_knows_the_keys(game: Game) -> None:
    schema = rules_schema(game)
    rules = yaml.safe_load(RULES)

    def faults(changed: dict[str, Any]) -> list[str]:
        page = {**rules, "simulations": {"battle": {**rules["simulations"]["battle"], **changed}}}
        return [error.message for error in Draft202012Validator(schema).iter_errors(page)]

    assert faults({}) == []
    assert faults({"decks": "deks"})
    assert faults({"games": 100_000})
    assert faults({"first": {"drw": 3}})
    assert faults({"attaks": "yes"})
    assert faults({"kit": "batle"})
    assert Draft202012Validator(schema).is_valid({"parameters": {"force": "1..20"}})
    assert not Draft202012Validator(schema).is_valid({"parameters": {"force": "1-20"}})


def test_a_pairing_is_played_once_whichever_way_round(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def counting(one: Deck, other: Deck, terms: Terms, games: int) -> Rate:
        played.append(games)
        return win_rate(one, other, terms, games)

    monkeypatch.setattr("pnp.rules.kits.battle.decks.win_rate", counting)
    for _ in range(3):
        compute_table(game.tables["matchups"], game.book, game.collections)
    assert played == [300]


def test_the_docs_show_a_simulation_that_works(make_game: MakeGame) -> None:
    page = (ROOT / "docs/game.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```yaml\n(simulations:.*?)```", page, re.DOTALL)
    game = read_game(make_game(files(shown)), "tiny")
    assert game.book.simulations["battle"].games == 2000
    grid = compute_table(game.tables["matchups"], game.book, game.collections)
    assert isinstance(grid.rows[0][2], Rate)
