"""A face to be explained as a node goes in; its Callouts come out, or problems with their line and column."""

from __future__ import annotations

from pnp.game.model import Game
from pnp.game.sections import entries, read_fields
from pnp.rulebook.asking import Asking, game_names
from pnp.rulebook.blocks import Inlines
from pnp.rulebook.depiction import Callouts, Part, Style
from pnp.schema.read import Reader
from pnp.schema.types import parse_type
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Scalar
from pnp.text.markup import MarkupError, parse_markup

MOST_PARTS = 26
CALLOUTS = {
    name: parse_type(text, (), ())
    for name, text in {
        "title": "text", "face": "text", "caption": "text", "alt": "text",
        "marks": "one of letters | numbers?", "key": "one of beside | beneath | none?",
    }.items()
}  # fmt: skip
CALLOUT_SECTIONS = ("parts",)


def read_callouts(reader: Reader, key: Scalar, node: MappingNode, style: Style, game: Game) -> Callouts | None:
    """One face with its parts; None after a problem. Whether they are on the face is known once it is composed."""
    path = f"diagrams.{key.text}"
    before = len(reader.problems)
    node = MappingNode(node.entries, key.span)  # what it lacks is said beside its name
    given = read_fields(reader, node, CALLOUTS, path, CALLOUT_SECTIONS)
    ask = Asking(reader, game_names(game), style)
    parts = []
    for name, value in entries(reader, node.get("parts"), "parts"):
        if not isinstance(value, Scalar) or not value.text.strip():
            message = f"{path}.parts: '{name.text}' says nothing"
            reader.problem("wrong-type", message, name.span, "write what the key says of it, such as cost: its price")
            continue
        words = _pieces(reader, ask.filled(value, f"{path}.parts.{name.text}"), value)
        parts.append(Part(name.text, words, name.span))
    if node.get("parts") is None:
        hint = "add parts: with a line for each data-part of the template, such as name: the card's name"
        reader.problem("missing-field", f"{path} has no field 'parts'", key.span, hint)
    if len(parts) > MOST_PARTS:
        message = f"{path} has {len(parts)} parts, more than the {MOST_PARTS} that a figure may have"
        reader.problem("callout-parts", message, key.span, "make two figures of them")
    title, caption, alt = (ask.text(node, name, path) for name in ("title", "caption", "alt"))
    if len(reader.problems) > before:
        return None
    return Callouts(
        key.text, title, key.span, caption, alt, str(given["face"]), tuple(parts),
        numbered=given["marks"] == "numbers", key=str(given["key"] or ""), style=style,
    )  # fmt: skip


def _pieces(reader: Reader, words: str, node: Scalar) -> Inlines:
    """A line of the key with its light markup."""
    try:
        paragraphs = parse_markup(words, reader.icons, frozenset(reader.palette))
    except MarkupError as error:
        reader.problem("markup", str(error), node.span, error.hint)
        return ()
    return tuple(piece for paragraph in paragraphs for piece in paragraph.pieces)
