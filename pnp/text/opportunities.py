"""Words go in; where a line may end inside them, and whether it may between two, comes out (UAX 14, revision 53).

The rules are named in the comments as there; words arrive without plain spaces, and ``glued`` is the rules' other half.
Python knows no such property, so the classes of characters are told from general categories, widths, and those that
Unicode's LineBreak.txt lists by name. One tailoring: a line ends behind an em dash and does not begin with one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_NAMED: dict[str, str] = {
    "SP": " ",
    "ZW": "\u200b",
    "WJ": "\u2060\ufeff",
    "GL": "\u00a0\u202f\u2007\u2011\u034f",
    "ZWJ": "\u200d",
    "CB": "\ufffc",
    "HY": "-",
    "BA": "\t\u00ad\u058a\u2010\u2012\u2013\u2014\u2027\u2056\u2058\u2059\u205a\u205b\u205d\u205e\u205f\u1680|"
    "\u2e3a\u2e3b",
    "BB": "\u00b4\u02c8\u02cc\u02df\u1ffd",
    "CL": "}、。︑︒﹐﹒，．｡､",
    "CP": ")]",
    "EX": "!?\u2762\u2763！？﹖﹗",
    "IN": "\u2024\u2025\u2026\u22ef\ufe19",
    "NS": "‼‽⁇⁈⁉々〜〻〼゛゜ゝゞ゠・ヽヾ：；･ﾞﾟ﹔﹕ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶｧｨｩｪｫｬｭｮｯｰ",
    "OP": "¡¿⸘",
    "QU": "\"'‘’‛“”‟«»‹›❛❜❝❞⹂",
    "IS": ",.:;\u037e\u0589\u2044\ufe10\ufe13\ufe14",
    "PO": "%¢°‰‱′″‴‵‶‷⁗₧₻₾℃℉﹪％￠",
    "PR": "$+\\£¤¥±№−∓﹩＄￡￥￦",
    "SY": "/",
    "ID": "〃〄〆〇〒〓〠〽",
}
_BY_NAME = {char: name for name, chars in _NAMED.items() for char in chars}
_SPACES = range(0x2000, 0x200B)  # of fixed width: a line may end behind them

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
def line_class(char: str) -> str:
    """The class by its two-letter name; AL for all that has none here."""
    known = _BY_NAME.get(char)
    if known:
        return known
    code, category = ord(char), unicodedata.category(char)
    if code in _SPACES or char == "\u3000":
        return "BA"
    if 0x31F0 <= code <= 0x31FF:
        return "NS"  # small kana, kept from a line's start (strict)
    if 0x1F3FB <= code <= 0x1F3FF:
        return "EM"
    if 0x1F1E6 <= code <= 0x1F1FF:
        return "RI"
    if category in ("Mn", "Me", "Mc") or char in "\u200c\u200e\u3035":
        return "GL" if 0x035C <= code <= 0x0362 else "CM"
    wide = unicodedata.east_asian_width(char) in "WF"
    by_category = {"Ps": "OP", "Pe": "CL", "Pi": "QU", "Pf": "QU", "Sc": "PR"}.get(category)
    if by_category:
        return by_category
    if category == "Nd" and not wide:
        return "NU"
    if wide or 0x1F000 <= code <= 0x1FAFF or 0x2E80 <= code <= 0x2FFF:
        return "ID"
    return "AL"


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
