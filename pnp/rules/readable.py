"""The parsing of a template goes in; what is too long or too deep for it is refused as unreadable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from jinja2 import TemplateSyntaxError
from jinja2.lexer import Token

MAX_TOKENS = 60_000


def few(tokens: Iterable[Token]) -> Iterator[Token]:
    """The same tokens, of bounded number. Raises TemplateSyntaxError."""
    for number, token in enumerate(tokens, 1):
        if number > MAX_TOKENS:
            raise TemplateSyntaxError(f"it has more than {MAX_TOKENS:,} words and signs", token.lineno)
        yield token


@contextmanager
def readable() -> Iterator[None]:
    """What Python cannot parse, for its depth or its numbers, is as unreadable as what Jinja cannot."""
    try:
        yield
    except RecursionError:
        raise TemplateSyntaxError("it is nested too deep", 1) from None
    except (SyntaxError, MemoryError, OverflowError):
        raise TemplateSyntaxError("it is nested too deep, or too long", 1) from None
    except ValueError:
        raise TemplateSyntaxError("a number is too long, or a character has no place in it", 1) from None
