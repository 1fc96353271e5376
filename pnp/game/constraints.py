"""A game and its ``checks:`` go in; every record that breaks one is a problem, in the designer's own words."""

from __future__ import annotations

from pnp.game.expectations import is_count
from pnp.game.model import Game
from pnp.game.sections import read_fields
from pnp.game.spec import CHECK
from pnp.problems import did_you_mean
from pnp.rules.sandbox import RuleError, evaluate, unused_names
from pnp.schema.read import Reader
from pnp.source.nodes import Listing, Node, Scalar, shortened


def check_constraints(game: Game, node: Node | None, reader: Reader) -> None:
    """Evaluate ``must`` for every record of ``every``."""
    if node is None:
        return
    if isinstance(node, Scalar) and node.empty:
        reader.problem("empty-section", "checks: nothing stands here", node.span, "fill it in, or take the line out")
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
            reader.problem("unknown-collection", f"every: there is no collection '{shortened(every)}'", item.span, hint)
            continue
        fields = game.collections[every].fields
        if len(unused_names(must, fields)) == len(fields) and unused_names(must, ["it"]):
            message = f"must: '{shortened(must)}' names no field of {every}: it holds for all or for none"
            reader.warn("constant-check", message, item.span, "compare a field with something, such as health <= 20")
        for record in game.collections[every]:
            try:
                holds = evaluate(must, {**record.names(), "rules": game.rules})
            except RuleError as error:
                reader.problem("bad-expression", f"must: {error}", item.span, error.hint)
                break
            if not holds:
                reader.problem("constraint", f"{record}: {because}", record.span, f"the game asks that {must}")
