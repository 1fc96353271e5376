"""The name of a kit as a node goes in, whether there is such a kit comes out; a kit's keys become types of fields."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.rules.kits import offering, unknown_kit
from pnp.rules.kits.offers import Key
from pnp.schema.read import Reader
from pnp.schema.types import FieldType, field_types
from pnp.source.nodes import Scalar, shortened


def named_kit(reader: Reader, name: Scalar, part: str) -> bool:
    """Whether a kit of this name offers ``checks``, ``simulation`` or ``questions``; a problem when none does."""
    if name.text in offering(part):
        return True
    message, hint = unknown_kit(shortened(name.text), part)
    reader.problem("unknown-kit", message, name.span, hint)
    return False


def fields_of(keys: Mapping[str, Key]) -> dict[str, FieldType]:
    """The types of the values that a kit's keys have."""
    return field_types({name: key.type for name, key in keys.items()})
