"""The names that a game gives to its things go in; one that could not be used later is a problem with its cure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from pnp.schema.file_names import why_not_everywhere
from pnp.schema.read import Reader
from pnp.source.nodes import Mapping, Node, Scalar, shortened

MAX_LENGTH = 60
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_FAMILY = re.compile(r"\w([\w .+-]*[\w+])?")
_VALUE = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")

_PAGE = ".html"  # a document that is a web page says so in its name

# words that expressions and templates keep for themselves
KEPT = frozenset({
    "and", "caller", "else", "false", "game", "if", "in", "is", "it", "kwargs", "loop", "none", "not", "or", "rules",
    "self", "super", "true", "varargs",
})  # fmt: skip
HELPERS = frozenset({
    "bars", "bleed", "board", "closed_box", "cube", "fold_over", "h", "icon", "range", "shares", "standee", "text",
    "tuck_box", "w",
})  # fmt: skip

# what stands under the sections of game.yaml
_SECTIONS = {
    "text": "text style",
    "types": "type",
    "collections": "collection",
    "boards": "board",
    "components": "component",
    "books": "book",
    "documents": "document",
}


def check_sections(reader: Reader, page: Mapping) -> None:
    """The names under each section of game.yaml: they become names of files, bookmarks, and words in messages."""
    for section, what in _SECTIONS.items():
        node = page.get(section)
        if isinstance(node, Mapping):
            for key, _ in node.entries:
                if section == "documents":
                    check_file(reader, replace(key, text=key.text.removesuffix(_PAGE)), what)
                else:
                    check_name(reader, key, what)


def check_name(reader: Reader, key: Scalar, what: str) -> bool:
    """A name such as ``status-cards``."""
    return _check(reader, key, what, NAME, "-")


def check_file(reader: Reader, key: Scalar, what: str) -> bool:
    """A name that becomes a file's, on every system."""
    if not check_name(reader, key, what):
        return False
    if why := why_not_everywhere(key.text):
        message = f"'{key.text}' cannot be the name of a {what}: its file could not be made on Windows"
        reader.problem("bad-name", message, key.span, f"{why}; write {key.text}-1, say")
        return False
    return True


def check_id(reader: Reader, key: Scalar, what: str) -> bool:
    """A record's id: a name, which may begin with a digit."""
    return _check(reader, key, what, _ID, "-")


def check_value(reader: Reader, key: Scalar, what: str) -> bool:
    """The name of a value of the rules, with dashes or underscores; formulas write it with underscores."""
    return _check(reader, key, what, _VALUE, "-") and _free(reader, key, what)


def check_word(reader: Reader, key: Scalar, what: str) -> bool:
    """A name that expressions use as it is, such as ``move_cost``."""
    return _check(reader, key, what, _WORD, "_") and _free(reader, key, what)


def check_family(reader: Reader, key: Scalar) -> bool:
    """A family of fonts: words as people name it, without signs that mean something to SVG or CSS."""
    if _FAMILY.fullmatch(key.text) and len(key.text) <= MAX_LENGTH:
        return True
    hint = f"use letters, digits, spaces, dots and dashes, at most {MAX_LENGTH}"
    reader.problem("bad-name", f"'{shortened(key.text)}' cannot be the name of a family of fonts", key.span, hint)
    return False


def _check(reader: Reader, key: Scalar, what: str, pattern: re.Pattern[str], joint: str) -> bool:
    if pattern.fullmatch(key.text) and len(key.text) <= MAX_LENGTH:
        return True
    better = bettered(key.text, joint)
    hint = f"use small letters, digits and {'dashes' if joint == '-' else 'underscores'}, at most {MAX_LENGTH}"
    if pattern.fullmatch(better) and better != key.text:
        hint = f"write it as {better}"
    reader.problem("bad-name", f"'{shortened(key.text)}' cannot be the name of a {what}", key.span, hint)
    return False


def _free(reader: Reader, key: Scalar, what: str) -> bool:
    if key.text not in KEPT:
        return True
    message = f"'{key.text}' cannot be the name of a {what}: expressions use the word themselves"
    reader.problem("bad-name", message, key.span, "choose another word")
    return False


def bettered(text: str, joint: str) -> str:
    """The nearest name: without accents, capitals, spaces and signs."""
    plain = unicodedata.normalize("NFKD", text[:200]).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", joint, plain).strip(joint)[:MAX_LENGTH].strip(joint)


def names_of(node: Node | None) -> list[str]:
    """The keys of a mapping."""
    return [key.text for key, _ in node.entries] if isinstance(node, Mapping) else []
