"""What the sections of a rules file say together: no name means two things, and modifiers add to numbers that exist."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.game.model import Collection
from pnp.problems import did_you_mean
from pnp.rules.formulas import FUNCTIONS, RuleBook
from pnp.schema.read import Reader
from pnp.source.nodes import Mapping as MappingNode


def check_rules(reader: Reader, page: MappingNode, book: RuleBook, collections: Mapping[str, Collection]) -> None:
    """Everything that needs more than one section."""
    _check_names(reader, page)
    _check_modifiers(reader, page, book, collections)


def _check_names(reader: Reader, page: MappingNode) -> None:
    """Values, formulas and parameters share their names with the functions: each name is one thing."""
    taken = dict.fromkeys(FUNCTIONS, "a function")
    sections = {
        "values": "a value", "parameters": "a parameter", "formulas": "a formula", "simulations": "a simulation",
    }  # fmt: skip
    for section, what in sections.items():
        node = page.get(section)
        for key, _ in node.entries if isinstance(node, MappingNode) else ():
            name = key.text.partition("(")[0].strip().replace("-", "_")
            if name in taken and taken[name] != what:
                message = f"'{name}' is the name of {taken[name]} already"
                reader.problem("bad-name", message, key.span, "choose another name")
            taken.setdefault(name, what)


def _check_modifiers(reader: Reader, page: MappingNode, book: RuleBook, collections: Mapping[str, Collection]) -> None:
    """A modifier adds to a number: an extra field, or a field of the records that formulas are about."""
    named = [name for name in dict.fromkeys(book.parameters.values()) if name in collections]
    owners = [collections[name] for name in named] or list(collections.values())
    fields = {name: type_ for owner in owners for name, type_ in owner.fields.items()}
    node = page.get("modifiers")
    for modifier, value in node.entries if isinstance(node, MappingNode) else ():
        for key, _ in value.entries if isinstance(value, MappingNode) else ():
            known = [
                *book.extras,
                *(name for name, type_ in fields.items() if type_.kind in ("int", "number", "computed")),
            ]
            if key.text in known:
                continue
            message = f"{modifier.text}: no record has a number called '{key.text}'"
            hint = did_you_mean(key.text, known) or "name it under extras:, with its usual value"
            reader.problem("unknown-field", message, key.span, hint)
