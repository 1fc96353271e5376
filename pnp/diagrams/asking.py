"""What every kind of diagram is computed with: expressions, looks, texts and claims as nodes go in, values come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from pnp.diagrams.depiction import MarkLook, Style
from pnp.game.model import Game
from pnp.game.sections import texts
from pnp.problems import Span, did_you_mean
from pnp.rules.kits import offering, questions
from pnp.rules.sandbox import RuleError, evaluate, render
from pnp.schema.read import Reader
from pnp.schema.values import FieldText
from pnp.source.nodes import Listing, Node, Scalar, kind
from pnp.source.nodes import Mapping as MappingNode

T = TypeVar("T")
MOST_ITEMS = 60  # areas, lines, claims … of one diagram


@dataclass(frozen=True)
class Asking:
    """What the parts of one diagram are computed with: ``names`` are what its expressions may name."""

    reader: Reader
    names: Mapping[str, object]
    style: Style

    def value(self, node: Node | None, what: str, take: Callable[[object], T]) -> T | None:
        """An expression's value, as ``take`` understands it; None after a problem."""
        if not isinstance(node, Scalar) or node.empty:
            return None  # said already
        try:
            return take(evaluate(node.text, self.names))
        except RuleError as error:
            self.reader.problem("bad-expression", f"{what}: {error}", node.span, _cure(error))
        except ValueError as error:
            self.reader.problem("bad-expression", f"{what}: {error}", node.span)
        return None

    def look(self, node: Node | None) -> MarkLook | None:
        """A look by its name."""
        if not isinstance(node, Scalar) or node.empty:
            return None
        if node.text not in self.style.looks:
            hint = did_you_mean(node.text, self.style.looks) or "describe it under looks:"
            self.reader.problem("unknown-look", f"look: there is no look '{node.text}'", node.span, hint)
        return self.style.looks.get(node.text)

    def text(self, node: MappingNode, name: str, path: str) -> str:
        """A text with its braces filled in and its white space made single."""
        given = node.get(name)
        return self.filled(given, f"{path}.{name}") if isinstance(given, Scalar) else ""

    def filled(self, given: Scalar, path: str) -> str:
        """The same of a text that stands anywhere."""
        try:
            filled = " ".join(render(given.text, self.names).split())
        except RuleError as error:
            self.reader.problem("bad-expression", f"{path}: {error}", _line_span(given, error.line), _cure(error))
            return ""
        return FieldText.of(filled, path, given.span)

    def claims(self, node: Node | None, key: Scalar) -> tuple[str, ...]:
        """Every claim must hold; a diagram that claims nothing proves nothing."""
        items_of(self.reader, node if isinstance(node, Listing) else None, "claims")  # their number
        claims = texts(self.reader, node, "claims")[:MOST_ITEMS]
        if not claims:
            hint = 'add claims: ["sees(A, e)"], one for each thing that the caption says'
            self.reader.problem("missing-field", f"diagrams.{key.text} has no claims", key.span, hint)
        for claim in claims:
            if self.value(claim, "claim", yes_or_no) is False:
                hint = "mend the map, or the claim and the caption"
                self.reader.problem("false-claim", f"{key.text}: it is not true that {claim.text}", claim.span, hint)
        return tuple(claim.text for claim in claims)


def _cure(error: RuleError) -> str:
    """The error's own hint; where a kit has what is not known, how to ask for the kit."""
    for kit in offering("questions"):
        if any(str(error).startswith(f"'{name}' is not known here") for name in questions(kit)):
            return f"it belongs to a kit: add kits: [{kit}] at the top of the file"
    return error.hint


def game_names(game: Game) -> dict[str, object]:
    """What every diagram's expressions and texts may name: the rules and every collection."""
    collections = {name.replace("-", "_"): collection for name, collection in game.collections.items()}
    return {**game.book.names, "rules": game.rules, **collections}


def items_of(reader: Reader, node: Node | None, what: str) -> tuple[Node, ...]:
    """The items of a list section; none when it is absent, a problem when it is no list."""
    if node is None:
        return ()
    if not isinstance(node, Listing):
        reader.problem("wrong-type", f"{what}: expected a list, found {kind(node)}", node.span, "write it with dashes")
        return ()
    if len(node.items) > MOST_ITEMS:
        message = f"{what}: {len(node.items):,} stand here; at most {MOST_ITEMS}"
        reader.problem("too-many", message, node.items[MOST_ITEMS].span, "make several diagrams of it")
    return node.items[:MOST_ITEMS]


def yes_or_no(value: object) -> bool:
    """A statement's value. Raises ValueError."""
    if isinstance(value, bool):
        return value
    raise ValueError(f"'{value}' is neither true nor false: compare it with something")


def _line_span(node: Scalar, line: int) -> Span:
    """A line of a text that may be a block; the text itself when it is a single line."""
    source, number = node.span.source, node.span.line + line
    first = source.line(node.span.line)[node.span.column - 1 :]
    if not first.startswith(("|", ">")):
        return node.span
    text = source.line(number)
    return Span(source, number, len(text) - len(text.lstrip()) + 1, max(1, len(text.strip())))
