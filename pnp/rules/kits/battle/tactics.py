"""A player's cards and the other's in play go in, its choices come out: one plain policy, the same for both.

Every card has a worth, in cards of a deck; a point of damage is worth one. Whatever gains more than it costs is done,
the largest gain first. Nobody looks further than the fights of this turn, nor into the other's hand.

- Draw all that may be drawn. Field the worthiest card that the limit allows, then the next.
- Attack with the strongest cards, as many as gain most against the defence that this policy would choose, counting on
  one boost of the hand; with all of them when the damage would be the end.
- Defend against the strongest attack first: with the weakest card that beats it, else with the fewest that beat it
  together; else trade equal cards, or give up the weakest, where that costs less than the damage.
- Boost a fight when its turning is worth more than the card; first the attacker, then in turns. Boost for damage only
  when it is the end of the other.
- Discard the least worthy, recover the worthiest.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.rules.kits.battle.fights import BattleSide, Fight, Kinds, Limit, boost_fight, field_card


def field_cards(kinds: Kinds, me: BattleSide, limit: Limit) -> None:
    """The worthiest that fit, one after the other."""
    power = kinds.power
    for card in me.hand[::-1]:
        if limit.cards <= 0:
            return
        if power[card] <= limit.power:
            field_card(kinds, me, limit, card)


def choose_fights(kinds: Kinds, me: BattleSide, foe: BattleSide, limit: Limit) -> list[Fight]:
    """The attacks and their defence; none where no attack gains anything."""
    power, worth = kinds.power, kinds.worth
    attackers = sorted([card for card in me.play if kinds.attacks[card]], key=power.__getitem__, reverse=True)
    if not attackers:
        return []
    defenders = sorted([card for card in foe.play if kinds.defends[card]], key=power.__getitem__)
    fights = defend(kinds, attackers, defenders, foe.life)
    if sum([fight.attack for fight in fights if not fight.blockers]) > foe.life:
        return fights
    boost = _largest(kinds, me, limit)
    best = score = chosen = 0
    for number, fight in enumerate(fights, 1):
        if not fight.blockers:
            score += fight.attack
        elif fight.attack >= fight.defence:
            taken = sum([worth[card] for card in fight.blockers])
            score += taken if fight.attack > fight.defence else taken - worth[fight.attacker]
        elif fight.attack + boost > fight.defence:
            score += sum([worth[card] for card in fight.blockers]) - boost
            boost = 0
        else:
            score -= worth[fight.attacker]
        if score > best:
            best, chosen = score, number
    return fights if chosen == len(fights) else defend(kinds, attackers[:chosen], defenders, foe.life)


def defend(kinds: Kinds, attackers: Sequence[int], defenders: Sequence[int], life: int) -> list[Fight]:
    """Who stands against each attack. Attackers come strongest first, defenders weakest first."""
    power, worth = kinds.power, kinds.worth
    free = list(defenders)
    fights = []
    damage = 0
    for attacker in attackers:
        attack = power[attacker]
        blockers = _stand(kinds, attacker, attack, free) if free else []
        fights.append(Fight(attacker, blockers, attack, sum([power[card] for card in blockers])))
        if not blockers:
            damage += attack
    for fight in fights:
        if not free:
            break
        if not fight.blockers and (damage > life or worth[free[0]] < fight.attack):
            fight.blockers = [free.pop(0)]
            fight.defence = power[fight.blockers[0]]
            damage -= fight.attack
    return fights


def _stand(kinds: Kinds, attacker: int, attack: int, free: list[int]) -> list[int]:
    """Take those who beat an attack, or trade with it, out of the free defenders."""
    power, worth = kinds.power, kinds.worth
    for place, card in enumerate(free):
        if power[card] > attack:
            return [free.pop(place)]
    total, place = 0, len(free)
    while place and total <= attack:
        place -= 1
        total += power[free[place]]
    if total > attack:
        blockers = free[place:]
        del free[place:]
        return blockers
    last = free[-1]
    if power[last] == attack and worth[last] - worth[attacker] < attack:
        return [free.pop()]
    return []


def boost_fights(
    kinds: Kinds, me: BattleSide, foe: BattleSide, mine: Limit, theirs: Limit, fights: Sequence[Fight]
) -> None:
    """In turns, until neither wants to; then all that the attacker has, if the damage would be the end."""
    passed = 0
    attacking = True
    while passed < 2:
        side, limit = (me, mine) if attacking else (foe, theirs)
        passed = 0 if _boost(kinds, side, limit, fights, attacking=attacking) else passed + 1
        attacking = not attacking
    open_fights = [fight for fight in fights if not fight.blockers]
    if not open_fights or mine.cards <= 0:
        return
    cards = _affordable(kinds, me, mine)
    damage = sum([fight.attack for fight in open_fights])
    if damage <= foe.life < damage + sum([kinds.power[card] for card in cards]):
        for card in cards:
            boost_fight(kinds, me, mine, card, open_fights[0], attacking=True)


def _boost(kinds: Kinds, side: BattleSide, limit: Limit, fights: Sequence[Fight], *, attacking: bool) -> bool:
    """The boost that gains most; False when none gains anything."""
    if limit.cards <= 0 or not limit.power:
        return False
    power, worth, boosts = kinds.power, kinds.worth, kinds.boosts
    cards = sorted(
        [card for card in dict.fromkeys(side.hand) if boosts[card] and power[card] <= limit.power],
        key=power.__getitem__,
    )
    best, found = 0, None
    for fight in fights if cards else ():
        ahead = fight.attack - fight.defence if attacking else fight.defence - fight.attack
        if not fight.blockers or ahead > 0:
            continue
        card = next((card for card in cards if power[card] > -ahead), None)
        if card is None:
            continue
        own, others = worth[fight.attacker], sum([worth[card] for card in fight.blockers])
        if not attacking:
            own, others = others, own
        gain = own + (others if ahead < 0 else 0) - worth[card]  # of equal ones the others fall anyway
        if gain > best:
            best, found = gain, (card, fight)
    if found is None:
        return False
    boost_fight(kinds, side, limit, found[0], found[1], attacking=attacking)
    return True


def _largest(kinds: Kinds, side: BattleSide, limit: Limit) -> int:
    """The power of the strongest boost that may be played; 0 for none."""
    if limit.cards <= 0:
        return 0
    return max([kinds.power[card] for card in side.hand if kinds.boosts[card] and kinds.power[card] <= limit.power],
               default=0)  # fmt: skip


def _affordable(kinds: Kinds, side: BattleSide, limit: Limit) -> list[int]:
    """The strongest boosts that may be played together."""
    cards: list[int] = []
    left = limit.power
    for card in sorted([card for card in side.hand if kinds.boosts[card]], key=kinds.power.__getitem__, reverse=True):
        if len(cards) < limit.cards and kinds.power[card] <= left:
            cards.append(card)
            left -= kinds.power[card]
    return cards
