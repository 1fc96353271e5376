"""The text of a Ruby script goes in, its statements as tokens come out. It is read like a letter: nothing of it is run.

Only what scripts for Squib are mostly made of is known: words, strings, numbers, symbols, lists, and calls with
options. Everything else stays a token that no value begins with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MOST_TOKENS = 100_000
_TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+|\\\r?\n)|(?P<comment>\#[^\n]*)|(?P<end>\n|;)
    |(?P<list>%[wi](?:\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}))
    |(?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |(?P<number>-?[0-9][0-9_]*(?:\.[0-9]+)?)
    |(?P<label>[A-Za-z_]\w*[?!]?:(?!:))
    |(?P<symbol>:(?:[A-Za-z_]\w*|'[^'\n]*'|"[^"\n]*"))
    |(?P<name>[A-Za-z_@$][\w]*(?:::[A-Za-z_]\w*)*[?!]?)
    |(?P<sign>=>|\.\.\.?|[-+*/%=!\x3c>&|]+|[()\[\]{},.?:~^\\])|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_COMMENT = re.compile(r"^=begin\b.*?^=end\b[^\n]*$", re.MULTILINE | re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "s": " ", "r": ""}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the script: its kind, its text, and its line."""

    kind: str
    text: str
    line: int

    @property
    def value(self) -> str:
        """What a string or a symbol says."""
        text = self.text.removeprefix(":")
        if text[:1] == "'":
            return re.sub(r"\\(['\\])", r"\1", text[1:-1])
        if text[:1] == '"':
            return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text[1:-1], flags=re.DOTALL)
        return text


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a script without spaces and comments; ends of lines are tokens too."""
    text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    line = 1
    for number, match in enumerate(_TOKEN.finditer(text)):
        if number > MOST_TOKENS:
            return
        kind = match.lastgroup or "other"
        if kind not in ("space", "comment"):
            told = "interpolated" if kind == "string" and match[0][0] == '"' and "#{" in match[0] else kind
            yield Token(told, match[0], line)
        line += match[0].count("\n")


def lines_of(found: Iterator[Token]) -> Iterator[list[Token]]:
    """Statements: up to the end of a line, unless a bracket is open or the line ends in a comma or a sign."""
    statement: list[Token] = []
    depth = 0
    for token in found:
        if token.kind == "end":
            goes_on = statement and (
                statement[-1].text in (",", "=", "+", ".", "=>", "|") or statement[-1].kind == "label"
            )
            piped = statement and statement[-1].text == "|" and any(each.text in ("do", "{") for each in statement)
            if statement and depth <= 0 and (piped or not goes_on):
                yield statement
                statement, depth = [], 0
            continue
        if token.kind == "sign" and token.text in "([{":
            depth += 1
        if token.kind == "sign" and token.text in ")]}":
            depth -= 1
        statement.append(token)
    if statement:
        yield statement
