"""What a template is about to do goes in, and is paid for: the functions that the guard has its code call."""

from __future__ import annotations

from typing import Any

from jinja2.runtime import Context
from markupsafe import Markup

from pnp.rules.filters import as_text
from pnp.rules.work import MOST_ALIKE, spend, spend_keys, spend_value, weigh, weigh_copies


def bill(size: int, context: Context | None = None) -> None:
    """Pay for a body of this size; with a context, for a copy of all its names too."""
    spend(size if context is None else size + _names_in(context))


def billed(value: Any, size: int) -> Any:
    """Pay for a condition of this size that was just evaluated."""
    spend(size)
    return value


def fetched(template: Any, context: Context) -> Any:
    """Pay for a copy of all the names that a template may use which is taken in."""
    spend(_names_in(context))
    return template


def looked_through(value: Any) -> Any:
    """Something that is about to be compared."""
    spend_value(value)
    return value


def mapping_of(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """A mapping that was just written."""
    keys = [key for key, _ in pairs]
    spend_value(keys)
    spend_keys(keys, MOST_ALIKE)
    found = dict(pairs)
    spend_value(found)
    return found


def sliced(value: Any) -> Any:
    """Something of which a slice is about to be made."""
    if isinstance(value, str | list | tuple):
        weigh_copies(value)
    else:
        weigh(len(value))
    return value


def glued(parts: list[object]) -> str:
    """``a ~ b``, of bounded length; markup stays markup."""
    texts = [as_text(part) for part in parts]
    weigh(sum(map(len, texts)))
    spend(sum([3 * len(text) // 64 for text in texts if not text.isascii()]))
    return Markup("").join(texts) if any(isinstance(text, Markup) for text in texts) else "".join(texts)


def built(value: object) -> object:
    """A list, tuple or mapping that was just written: what is in it must be of bounded size, to any depth."""
    spend_value(value)
    return value


def _names_in(context: Context) -> int:
    return (len(context.parent) + len(context.vars)) // 2
