"""Names and values go in, an object comes out that a template may write to: ``{% set ns.total = ns.total + 1 %}``.

Jinja's own lets a template answer for whatever Python asks of an object. This one keeps what it is told apart.
"""

from __future__ import annotations

from typing import Any

from jinja2.utils import Namespace

from pnp.rules.work import NATIVE, spend


class TemplateNamespace(Namespace):
    """Names with their values, for one rendering. Not hashable: no answer about it can be remembered."""

    __hash__ = None  # type: ignore[assignment]
    __getattribute__ = object.__getattribute__  # Jinja's answers with what the template wrote, whatever is asked

    def __init__(self, start: dict[str, Any]) -> None:
        self.written = start

    def __setitem__(self, name: str, value: Any) -> None:
        """``{% set ns.name = value %}``; the value was paid for when it was made."""
        spend(1)
        self.written[name] = value

    def __repr__(self) -> str:
        return "a namespace"


def namespace(**start: object) -> TemplateNamespace:
    """Names that may be written to, also from within a loop, with the values that they start with."""
    spend(NATIVE + 2 * len(start))
    return TemplateNamespace(dict(start))


namespace.pays_for_itself = True  # type: ignore[attr-defined]  # it looks into none of its values
