"""A file's name goes in; comes out: why not every system takes it, and the form in which names are the same anywhere.

What a name may not hold is Windows' word (Microsoft, "Naming Files, Paths, and Namespaces"). Windows and macOS take
``Bee.svg`` and ``bee.svg`` for one file, and macOS ``é`` and ``e`` with an accent of its own; Linux takes neither.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 255  # characters of a path that a game names; Windows alone stops at 260, with all folders above
# what a file of records may be called, and so how it is read
DATA_ENDINGS = (".yaml", ".yml", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".xlsx", ".ods")
_SIGNS = frozenset('<>:"|?*')
_DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$"})
_PORTS = re.compile(r"(com|lpt)[0-9¹²³]")


def with_slashes(name: str) -> str:
    """A file's name as a game gives it; ``art\\bee.png``, written on Windows, is found everywhere."""
    return name.replace("\\", "/")


def composed(name: str) -> str:
    """The name with each letter and its accents as one (NFC), as keyboards write it; macOS may keep them apart."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def folded(name: str) -> str:
    """Equal for names that some system takes for one file."""
    return composed(composed(name).casefold())


def why_not_everywhere(name: str) -> str:
    """Why a file or folder cannot be called so on Windows, in words; empty when it can be called so everywhere."""
    stem = name.partition(".")[0].rstrip(" ").casefold()
    if stem in _DEVICES or _PORTS.fullmatch(stem):
        return f"'{stem}' is the name of a device there"
    if any(sign < " " for sign in name):
        return "no name there holds a control character"
    if found := next((sign for sign in name if sign in _SIGNS), ""):
        return f"no name there holds {found}"
    if name.endswith((".", " ")):
        return f"no name there ends in a {'dot' if name.endswith('.') else 'space'}"
    return ""
