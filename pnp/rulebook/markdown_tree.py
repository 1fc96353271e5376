"""A chapter's text goes in, markdown-it's tokens come out, none deeper than a stack can follow; what comments say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.deflist import deflist_plugin

from pnp.game.spec import ASIDES

MOST_LISTS = 9  # lists and panels within one another
MOST_LOOKS = 30  # bold within italic within a link, and so on
_PARSED = 2 * (MOST_LISTS + 1)  # levels that the parser goes down, a list has two: what is deeper is not in its tree
_DEEP = ("bullet_list", "ordered_list", "dl", "container")


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """CommonMark with tables, definition lists, typographic quotes and the panels that books have."""
    made = MarkdownIt("commonmark", {"typographer": True, "maxNesting": _PARSED})
    made.enable(["table", "replacements", "smartquotes"])
    made.use(deflist_plugin)
    for kind in (*ASIDES, "beside", "together"):
        made.use(container_plugin, kind)
    return made


def cut_depths(tokens: list[Token], line: int) -> Iterator[tuple[int, str, str]]:
    """The line, message and hint of each list within more lists than books are set, and of words within as many looks.

    Such words are taken out, since a tree of any depth takes a stack as deep. ``line`` is that of tokens without one.
    """
    lists = 0
    for token in tokens:
        line = token.map[0] + 1 if token.map else line
        if token.type.startswith(_DEEP) and token.nesting:
            lists += token.nesting
            if lists == MOST_LISTS + 1 and token.nesting > 0:
                message = f"lists and panels stand more than {MOST_LISTS} deep within one another"
                yield line, message, "end some of them, or make a heading of the outermost"
        looks = accumulate(child.nesting for child in token.children or ())
        if max(looks, default=0) > MOST_LOOKS:
            token.children = []
            message = f"bold, italic and links stand more than {MOST_LOOKS} deep within one another"
            yield line, message, "close each star where its words end"


def is_comment(node: SyntaxTreeNode) -> bool:
    """Whether a piece of a paragraph is nothing but comments."""
    return node.type == "html_inline" and bool(comments_of(node.content))


def comments_of(text: str) -> tuple[str, ...]:
    """What stands in the comments that a text is made of; nothing when it has anything else in it."""
    *parts, rest = text.split("-->")
    if rest.strip() or not all(part.lstrip().startswith("<!--") for part in parts):
        return ()
    return tuple(part.lstrip().removeprefix("<!--").strip() for part in parts)
