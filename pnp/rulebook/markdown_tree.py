"""A chapter goes in, markdown-it's tokens come out, none deeper or longer than can be read; what comments say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.deflist import deflist_plugin

from pnp.game.spec import ASIDES

MOST_LISTS = 9  # lists and panels within one another
MOST_LOOKS = 30  # bold within italic within a link, and so on
MOST_LETTERS = 20_000  # in a paragraph: markdown-it's work for quotes grows with the square of it
_PARSED = 2 * (MOST_LISTS + 1)  # levels that the parser goes down, a list has two: what is deeper is not in its tree
_DEEP = ("bullet_list", "ordered_list", "dl", "container")


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """CommonMark with tables, definition lists, typographic quotes and the panels that books have."""
    made = MarkdownIt("commonmark", {"typographer": True, "maxNesting": _PARSED})
    made.enable(["table", "replacements", "smartquotes"])
    made.core.ruler.before("inline", "long", _empty_long)
    made.use(deflist_plugin)
    for kind in (*ASIDES, "beside", "together"):
        made.use(container_plugin, kind)
    return made


def _empty_long(state: StateCore) -> None:
    """Take out the words of paragraphs that are too long, before they are read; ``faults_of`` tells."""
    for token in state.tokens:
        if token.type == "inline" and len(token.content) > MOST_LETTERS:
            token.content, token.meta = "", {"letters": len(token.content)}


def faults_of(tokens: list[Token], line: int) -> Iterator[tuple[int, str, str, str]]:
    """The line, code, message and hint of lists within more lists than books are set, words within as many looks, and
    paragraphs that are too long.

    Such words are taken out, since a tree of any depth takes a stack as deep. ``line`` is that of tokens without one.
    """
    lists = 0
    for token in tokens:
        line = token.map[0] + 1 if token.map else line
        if token.type.startswith(_DEEP) and token.nesting:
            lists += token.nesting
            if lists == MOST_LISTS + 1 and token.nesting > 0:
                message = f"lists and panels stand more than {MOST_LISTS} deep within one another"
                yield line, "too-deep", message, "end some of them, or make a heading of the outermost"
        if letters := token.meta.get("letters", 0):
            message = f"the paragraph has {letters:,} letters, more than {MOST_LETTERS:,}"
            yield line, "too-many", message, "divide it with an empty line"
        looks = accumulate(child.nesting for child in token.children or ())
        if max(looks, default=0) > MOST_LOOKS:
            token.children = []
            message = f"bold, italic and links stand more than {MOST_LOOKS} deep within one another"
            yield line, "too-deep", message, "close each star where its words end"


def is_comment(node: SyntaxTreeNode) -> bool:
    """Whether a piece of a paragraph is nothing but comments."""
    return node.type == "html_inline" and bool(comments_of(node.content))


def comments_of(text: str) -> tuple[str, ...]:
    """What stands in the comments that a text is made of; nothing when it has anything else in it."""
    *parts, rest = text.split("-->")
    if rest.strip() or not all(part.lstrip().startswith("<!--") for part in parts):
        return ()
    return tuple(part.lstrip().removeprefix("<!--").strip() for part in parts)
