"""A template's text goes in, the same text with its file and line on every tag comes out.

Only done when a drawing was refused: the face is rendered once more from marked templates, and the refusal then
names the line in the designer's file instead of a line of rendered SVG.
"""

from __future__ import annotations

import re

from pnp.game.model import Game
from pnp.problems import Span
from pnp.source.text import read_text

_JINJA_OR_TAG = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|<([A-Za-z][\w:]*)(?=[\s/>])", re.DOTALL)


def mark_lines(text: str, template: str) -> str:
    """Add ``data-line="template:line"`` to every opening tag that stands outside Jinja's braces."""

    def replace(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        line = text.count("\n", 0, match.start()) + 1
        return f'{match[0]} data-line="{template}:{line}"'

    return _JINJA_OR_TAG.sub(replace, text)


def place_of(mark: str, game: Game) -> Span | None:
    """The span that a mark names; None for no mark."""
    template, _, line = mark.rpartition(":")
    path = game.workspace.find("templates", game.name, template) if template else None
    if path is None:
        return None
    source = read_text(path, game.workspace.shown(path))
    text = source.line(int(line))
    return Span(source, int(line), len(text) - len(text.lstrip()) + 1, max(1, len(text.strip())))
