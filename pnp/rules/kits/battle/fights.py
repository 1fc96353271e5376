"""The rules of a battle of decks, deed by deed: cards, sides and fights go in, and are changed as the rules say.

Which deed is chosen is for ``tactics``; in which order they come, for ``simulate``. Cards are small whole numbers,
kinds in ascending order of worth, so that a sorted hand begins with the card that is missed least.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Card(NamedTuple):
    """What a card may do. ``draws``, ``plays``, ``recovers``: how many more cards a turn while it is in play."""

    power: int
    attacks: bool = False
    defends: bool = False
    boosts: bool = False  # may be played from the hand into a fight, adding its power
    draws: int = 0
    plays: int = 0
    recovers: int = 0

    @property
    def worth(self) -> int:
        """What both players take it to be worth, in cards of a deck; the weights are those that won most in trials."""
        fights = self.power * (self.attacks + self.defends)
        return max(1, fights + 2 * self.draws + 4 * self.plays + 2 * self.recovers)


class Opening(NamedTuple):
    """A player's first turn: how many cards are drawn, how many may be played, of which power together."""

    draw: int
    play: int = 1
    power: int = 1_000_000


class Terms(NamedTuple):
    """Every turn ``draw`` and ``play`` cards, and more for cards in play; after ``turns`` turns nobody has won."""

    draw: int = 1
    play: int = 1
    first: Opening = Opening(1)
    second: Opening = Opening(1)
    turns: int = 200


class Kinds:
    """The different cards of a battle, by worth: a list for each thing they may do."""

    __slots__ = ("attacks", "boosts", "cards", "defends", "draws", "plays", "power", "recovers", "worth")

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = sorted(set(cards), key=lambda card: (card.worth, card))
        self.power = [card.power for card in self.cards]
        self.attacks = [card.attacks for card in self.cards]
        self.defends = [card.defends for card in self.cards]
        self.boosts = [card.boosts for card in self.cards]
        self.draws = [card.draws for card in self.cards]
        self.plays = [card.plays for card in self.cards]
        self.recovers = [card.recovers for card in self.cards]
        self.worth = [card.worth for card in self.cards]


@dataclass(slots=True)
class BattleSide:
    """One player's cards: the deck (its top is last), hand, cards in play, discard pile."""

    deck: list[int]
    hand: list[int] = field(default_factory=list)
    play: list[int] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)

    @property
    def life(self) -> int:
        """How much damage it can take and stay in: a card of the deck or the hand for each point."""
        return len(self.deck) + len(self.hand)


@dataclass(slots=True)
class Limit:
    """What a player may still play this turn: so many cards, of so much power together."""

    cards: int
    power: int


@dataclass(slots=True)
class Fight:
    """An attack and those who stand against it: the sums of their powers, boosts included."""

    attacker: int
    blockers: list[int]
    attack: int
    defence: int


def draw_cards(side: BattleSide, count: int) -> None:
    """From the top of the deck to the hand, as many as there are."""
    if count > 0 and side.deck:
        side.hand += side.deck[-count:]
        del side.deck[-count:]
        side.hand.sort()


def limit_of(kinds: Kinds, side: BattleSide, terms: Terms) -> Limit:
    """What a player may play in a turn, its own or another's: counted when the cards of the turn are drawn.

    Cards: those of every turn and one for each that cards in play allow. Power: as much as the hand has cards.
    """
    return Limit(terms.play + sum([kinds.plays[card] for card in side.play]), len(side.hand))


def field_card(kinds: Kinds, side: BattleSide, limit: Limit, card: int) -> None:
    """From the hand into play."""
    side.hand.remove(card)
    side.play.append(card)
    limit.cards -= 1
    limit.power -= kinds.power[card]


def boost_fight(kinds: Kinds, side: BattleSide, limit: Limit, card: int, fight: Fight, *, attacking: bool) -> None:
    """From the hand into a fight; it is discarded when the fights are over, so it lies on the pile at once."""
    side.hand.remove(card)
    side.pile.append(card)
    limit.cards -= 1
    limit.power -= kinds.power[card]
    if attacking:
        fight.attack += kinds.power[card]
    else:
        fight.defence += kinds.power[card]


def settle(me: BattleSide, foe: BattleSide, fights: Sequence[Fight]) -> int:
    """Discard the losers of every fight, both sides of equal ones. The power that met no defender is the damage."""
    damage = 0
    for fight in fights:
        if not fight.blockers:
            damage += fight.attack
            continue
        if fight.attack >= fight.defence:
            for card in fight.blockers:
                foe.play.remove(card)
            foe.pile += fight.blockers
        if fight.defence >= fight.attack:
            me.play.remove(fight.attacker)
            me.pile.append(fight.attacker)
    return damage


def suffer(side: BattleSide, damage: int) -> bool:
    """Discard a card for each point: from the top of the deck, then from the hand. True when there are not enough."""
    taken = min(damage, len(side.deck))
    if taken:
        side.pile += side.deck[-taken:]
        del side.deck[-taken:]
    rest = damage - taken
    if rest > len(side.hand):
        return True
    side.pile += side.hand[:rest]  # the least worth first: that is the choice of both players
    del side.hand[:rest]
    return False


def recover_cards(side: BattleSide, count: int) -> None:
    """From the discard pile to the hand, the most worth first: that is the choice of both players."""
    if count > 0 and side.pile:
        side.pile.sort()
        side.hand += side.pile[-count:]
        del side.pile[-count:]
        side.hand.sort()
