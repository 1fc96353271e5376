"""Words go in; where a line may end inside them, and whether it may between two, comes out (UAX 14, revision 53).

The rules are named in the comments as there. Words arrive without plain spaces: these are the rules' other half.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from pnp.text.classes import line_class

# nothing in such a word lets a line end: most words, and all that need no look at the rules
_PLAIN = re.compile(r"[\"'“‘«(]*[A-Za-z0-9À-ÖØ-öø-ƏΑ-ωА-я]+(?:['’][A-Za-z]+)?[.,:;!?…]*[\"'”’»)]*")
_CLOSERS = frozenset({"CL", "CP", "EX", "SY", "WJ", "ZW"})  # LB7, LB11, LB13: even behind spaces
_BEHIND = frozenset({"GL", "WJ", "CL", "QU", "CP", "EX", "IS", "SY"})  # what follows a closing quote (LB15b)

# which classes stay with the one before: rules 21 to 30, those that look at two classes alone
_GLUED = {
    "AL": ("NU", "AL", "OP", "PR", "PO"),  # LB23 28 30 24
    "NU": ("AL", "NU", "OP", "PO", "PR"),  # LB23 25 30
    "IS": ("AL", "NU"),  # LB29 25
    "CL": ("PO", "PR"),  # LB25
    "CP": ("AL", "NU", "PO", "PR"),  # LB30 25
    "PR": ("AL", "NU", "OP", "ID", "EM"),  # LB24 25 23a
    "PO": ("AL", "NU", "OP"),  # LB24 25
    "ID": ("PO", "EM"),  # LB23a 30b
    "EM": ("PO",),
    "HY": ("NU",),  # LB25
    "SY": ("NU",),
}


@lru_cache(maxsize=4096)
def breaks_inside(word: str) -> tuple[int, ...]:
    """Where a line may end inside a word: the numbers of the characters that may begin the next."""
    if _PLAIN.fullmatch(word):
        return ()
    found = []
    last, start, flags = "", 0, 0  # the class before, with marks left out (LB9)
    for i, char in enumerate(word):
        now = line_class(char)
        if now in ("CM", "ZWJ"):
            if (i and last not in ("ZW", "BA")) or (last == "BA" and not word[i - 1].isspace()):
                start = i if now == "ZWJ" else start
                if now == "ZWJ":
                    last = "ZWJ"
                continue
            now = "AL"  # LB10
        if i and _may_end(word, i, last, now, flags, start):
            found.append(i)
        flags = flags + 1 if now == "RI" else 0
        last, start = now, i
    return tuple(found)


def _may_end(word: str, i: int, last: str, now: str, flags: int, start: int) -> bool:
    """Whether a line may end between the class ``last``, whose character is at ``start``, and ``now`` at ``i``."""
    if "SP" in (last, now):
        return False  # a space inside a word is one that ``glued`` keeps
    if last == "ZW":
        return now != "ZW"  # LB7, LB8
    if now in _CLOSERS or last in ("WJ", "GL", "OP", "QU", "BB", "ZWJ"):  # LB8a 11 12 13 14 19 21
        return False
    if now == "GL":
        return last in ("BA", "HY")  # LB12a
    if now in ("QU", "BA", "HY", "NS", "IN", "IS"):  # LB15d 19 21 22
        return False
    if "CB" in (last, now):
        return True  # LB20
    if last == "HY" and start == 0 and now == "AL":
        return False  # LB20a: a word's own hyphen, as in -ness
    if last == "RI" and now == "RI":
        return flags % 2 == 0  # LB30a
    if (last == "CP" and _wide(word[i - 1])) or (now == "OP" and _wide(word[i])):
        return True  # LB30 leaves wide brackets out
    return now not in _GLUED.get(last, ())


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WFH"


@lru_cache(maxsize=4096)
def glued(before: str, after: str) -> bool:
    """Whether the space between two words holds them on one line: before a closing bracket, behind an opening one."""
    first, last = line_class(after[0]), line_class(before[-1])
    if last == "ZW":
        return first == "ZW"  # LB8
    if first in _CLOSERS or last == "OP":
        return True  # LB13 14
    if first == "IS":
        return not (len(after) > 1 and line_class(after[1]) == "NU")  # LB15c 15d
    opens = last == "QU" and unicodedata.category(before[-1]) == "Pi"
    if opens and (len(before) == 1 or line_class(before[-2]) in ("OP", "QU", "GL", "ZW")):
        return True  # LB15a
    if first == "QU" and unicodedata.category(after[0]) == "Pf":
        return len(after) == 1 or line_class(after[1]) in _BEHIND  # LB15b
    return first == "NS" and last in ("CL", "CP")  # LB16
