"""A game and its ``checks:`` go in; every record that breaks one is a problem, in the designer's own words."""

from __future__ import annotations

from pnp.game.expectations import is_count
from pnp.game.model import Game
from pnp.game.sections import read_fields
from pnp.game.spec import CHECK
from pnp.problems import did_you_mean
from pnp.rules.sandbox import RuleError, evaluate
from pnp.schema.read import Reader
from pnp.source.nodes import Listing, Node


def check_constraints(game: Game, node: Node | None, reader: Reader) -> None:
    """Evaluate ``must`` for every record of ``every``."""
    if node is None:
        return
    for item in node.items if isinstance(node, Listing) else (node,):
        if is_count(item):
            continue  # counted by `pnp check`, when every piece is known
        given = read_fields(reader, item, CHECK, "checks")
        if not all(isinstance(given[name], str) for name in CHECK):
            continue
        every, must, because = (str(given[name]) for name in CHECK)
        if every not in game.collections:
            hint = did_you_mean(every, game.collections)
            reader.problem("unknown-collection", f"every: there is no collection '{every}'", item.span, hint)
            continue
        for record in game.collections[every]:
            try:
                holds = evaluate(must, {**record.names(), "rules": game.rules})
            except RuleError as error:
                reader.problem("bad-expression", f"must: {error}", item.span, error.hint)
                break
            if not holds:
                reader.problem("constraint", f"{record}: {because}", record.span, f"the game asks that {must}")
