"""Tokens of Ruby go in, plain values come out, or ``Unread``: what only running the script could tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.importing.deck import NamedColumn
from pnp.importing.ruby_tokens import Token

MOST_NESTED = 20
_UNITS = {"inches": "in", "inch": "in", "in": "in", "mm": "mm", "cm": "cm", "cells": "c", "cell": "c", "pt": "pt"}


@dataclass(frozen=True, slots=True)
class ScriptTable:
    """A file that the script reads: ``csv`` or ``xlsx``, with its options."""

    line: int
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Count:
    """As many as a table has rows."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """``0..3``: numbers from one to another, both counted; ``last`` may be -1 for the last there is."""

    first: int
    last: int


class Unread(ValueError):  # noqa: N818 - no error of ours: it becomes a line of the report
    """Words that are no plain value."""


class RubyValues:
    """Reads the values of one statement; ``names`` are what the script called by a name before."""

    def __init__(self, found: Sequence[Token], names: Mapping[str, object]) -> None:
        self.found = found
        self.names = names
        self.at = 0

    def peek(self, ahead: int = 0) -> Token:
        """The next token, or an end."""
        at = self.at + ahead
        return self.found[at] if at < len(self.found) else Token("end", "", 0)

    def take(self, text: str) -> bool:
        """Go past a sign, if it is next."""
        if self.peek().kind != "string" and self.peek().text == text:
            self.at += 1
            return True
        return False

    def options(self) -> tuple[dict[str, object], list[str]]:
        """``a: 1, b: 'x'``, with or without brackets: what could be read, and the names of what could not."""
        closing = ")" if self.take("(") else ""
        found: dict[str, object] = {}
        unread: list[str] = []
        while (token := self.peek()).kind != "end" and token.text not in (closing, "do", "{"):
            name = self._name()
            if not name:
                unread.append(self._skip(closing) or "a value without a name")
            else:
                start = self.at
                try:
                    found[name] = self.value()
                    if self.peek().text not in (",", closing, "do", "{", ""):
                        raise Unread
                except Unread:
                    found.pop(name, None)
                    self.at = start
                    unread.append(f"{name}: {self._skip(closing)}")
            if not self.take(","):
                break
        self.take(closing)
        return found, unread

    def _name(self) -> str:
        token = self.peek()
        if token.kind == "label":
            self.at += 1
            return token.text[:-1]
        if token.kind in ("symbol", "string") and self.peek(1).text == "=>":
            self.at += 2
            return token.value
        return ""

    def _skip(self, closing: str) -> str:
        """Go to the next comma of this depth; what was passed, in short."""
        depth, words = 0, []
        while (token := self.peek()).kind != "end":
            if depth == 0 and (token.text in (",", closing) or token.text == "do"):
                break
            depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
            words.append(token.text)
            self.at += 1
        return " ".join(words)[:60]

    def value(self, depth: int = 0) -> object:
        """One value. Raises Unread."""
        token = self.peek()
        if depth > MOST_NESTED:
            raise Unread
        self.at += 1
        if token.kind in ("string", "symbol"):
            return token.value
        if token.kind == "list":
            return token.text[3:-1].split()
        if token.kind == "number":
            return self._number(token)
        if token.text == "[":
            return self._list(depth)
        if token.kind == "name":
            return self._named(token)
        raise Unread

    def _number(self, token: Token) -> object:
        number = float(token.text.replace("_", "")[:20])
        if self.peek().text == "." and self.peek(1).text in _UNITS:
            self.at += 2
            return f"{number:g}{_UNITS[self.peek(-1).text]}"
        if self.peek().text in ("..", "..."):
            less = self.peek().text == "..."
            self.at += 1
            last = self.value()
            if not isinstance(last, float):
                raise Unread
            return Numbers(int(number), int(last) - less)
        return number

    def _list(self, depth: int) -> list[object]:
        items: list[object] = []
        while not self.take("]"):
            items.append(self.value(depth + 1))
            if not self.take(",") and self.peek().text != "]":
                raise Unread
        return items

    def _named(self, token: Token) -> object:
        if token.text in ("true", "false", "nil"):
            return {"true": True, "false": False, "nil": None}[token.text]
        if token.text not in self.names:
            raise Unread
        value = self.names[token.text]
        if not isinstance(value, ScriptTable):
            return value
        if self.take("["):
            key = self.value()
            if not isinstance(key, str) or not self.take("]"):
                raise Unread
            return self._column(NamedColumn(key))
        if self.take("."):
            word = self.peek().text
            self.at += 1
            if word in ("nrows", "row_count"):
                return Count()
            if self.peek().kind == "end" or self.peek().text in (",", ")", "]", "."):
                return self._column(NamedColumn(word))
            raise Unread
        return value

    def _column(self, column: NamedColumn) -> object:
        if self.peek().text == ".":
            if self.peek(1).text in ("size", "length", "count"):
                self.at += 2
                return Count()
            raise Unread
        return column
