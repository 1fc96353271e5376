"""Words go in; where a line may end inside them, and whether it may between two, comes out (UAX 14, revision 53).

The rules are named in the comments as there; words arrive without plain spaces, and ``glued`` is the rules' other half.
Python knows no such property, so the classes of characters are told from general categories, widths, and those that
Unicode's LineBreak.txt lists by name. One tailoring: a line ends behind an em dash and does not begin with one. A gate
compares with Unicode's own cases, and lists what is otherwise.
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
    "B2": "\u2014\u2e3a\u2e3b",
    "BA": "\t\u00ad\u058a\u2010\u2012\u2013\u2027\u2056\u2058\u2059\u205a\u205b\u205d\u205e\u205f\u1680|",
    "BB": "\u00b4\u02c8\u02cc\u02df\u1806\u1ffd",
    "CL": "}、。︑︒﹐﹒，．｡､",
    "CP": ")]",
    "EX": "!?\u2762\u2763！？﹖﹗",
    "IN": "\u2024\u2025\u2026\u22ef\ufe19",
    "NS": "‼‽⁇⁈⁉々〜〻〼゛゜ゝゞ゠・ヽヾ：；･ﾞﾟ﹔﹕ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶｧｨｩｪｫｬｭｮｯｰ\u17d6",
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
# people and hands, which a modifier gives another skin (EB)
_BASES = re.compile(
    "[\u261d\u26f9\u270a-\u270d\U0001f385\U0001f3c2-\U0001f3c4\U0001f3c7\U0001f3ca-\U0001f3cc\U0001f442-\U0001f443"
    "\U0001f446-\U0001f450\U0001f466-\U0001f478\U0001f47c\U0001f481-\U0001f483\U0001f485-\U0001f487\U0001f48f"
    "\U0001f491\U0001f4aa\U0001f574-\U0001f575\U0001f57a\U0001f590\U0001f595-\U0001f596\U0001f645-\U0001f647"
    "\U0001f64b-\U0001f64f\U0001f6a3\U0001f6b4-\U0001f6b6\U0001f6c0\U0001f6cc\U0001f90c\U0001f90f"
    "\U0001f918-\U0001f91f\U0001f926\U0001f930-\U0001f939\U0001f93c-\U0001f93e\U0001f977\U0001f9b5-\U0001f9b6"
    "\U0001f9b8-\U0001f9b9\U0001f9bb\U0001f9cd-\U0001f9cf\U0001f9d1-\U0001f9dd\U0001fac3-\U0001fac5"
    "\U0001faf0-\U0001faf8]"
)
# the letters that syllables of Hangul are made of, and syllables: of two letters every 28th, else of three
_HANGUL = (
    (range(0x1100, 0x1160), "JL"), (range(0xA960, 0xA97D), "JL"),
    (range(0x1160, 0x11A8), "JV"), (range(0xD7B0, 0xD7C7), "JV"),
    (range(0x11A8, 0x1200), "JT"), (range(0xD7CB, 0xD7FC), "JT"),
    (range(0xAC00, 0xD7A4, 28), "H2"), (range(0xAC00, 0xD7A4), "H3"),
)  # fmt: skip
_PICTOGRAPHS = range(0x1F000, 0x1FB00)

# nothing in such a word lets a line end: most words, and all that need no look at the rules
_PLAIN = re.compile(r"[\"'“‘«(]*[A-Za-z0-9À-ÖØ-öø-ƏΑ-ωА-я]+(?:['’][A-Za-z]+)?[.,:;!?…]*[\"'”’»)]*")
_CLOSERS = frozenset({"CL", "CP", "EX", "SY", "WJ", "ZW"})  # LB7, LB11, LB13: even behind spaces
_BEHIND = frozenset({"GL", "WJ", "CL", "QU", "CP", "EX", "IS", "SY"})  # what follows a closing quote (LB15b)

# which classes stay with the one before: rules 21 to 30, those that look at two classes alone
_GLUED = {
    "AL": ("NU", "AL", "OP", "PR", "PO"),  # LB23 28 30 24
    "NU": ("AL", "NU", "OP", "PO", "PR"),  # LB23 25 30
    "IS": ("AL", "NU"),  # LB29 25
    "CP": ("AL", "NU"),  # LB30
    "PR": ("AL", "NU", "ID", "EB", "EM", "JL", "JV", "JT", "H2", "H3"),  # LB24 25 23a 27
    "PO": ("AL", "NU"),  # LB24 25
    "ID": ("PO",),  # LB23a
    "EB": ("PO", "EM"),  # LB23a 30b
    "EM": ("PO",),
    "HY": ("NU",),  # LB25
    "JL": ("JL", "JV", "H2", "H3", "PO"),  # LB26 27
    "JV": ("JV", "JT", "PO"),
    "H2": ("JV", "JT", "PO"),
    "JT": ("JT", "PO"),
    "H3": ("JT", "PO"),
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
    if category in ("Mn", "Me", "Mc", "Cc") or char in "\u200c\u200e\u3035":
        return "GL" if 0x035C <= code <= 0x0362 else "CM"
    if _BASES.match(char) or (category == "Cn" and code in _PICTOGRAPHS):
        return "EB"  # what is not yet given to a picture may become a base
    for codes, name in _HANGUL:
        if code in codes:
            return name
    # what is not yet given to a letter has no width of its own, whatever Python says; but ideographs will be wide
    wide = (category != "Cn" or code >> 16 in (2, 3)) and unicodedata.east_asian_width(char) in "WF"
    by_category = {"Ps": "OP", "Pe": "CL", "Pi": "QU", "Pf": "QU", "Sc": "PR"}.get(category)
    if by_category:
        return by_category
    if category == "Nd" and not wide:
        return "NU"
    if wide or code in _PICTOGRAPHS or 0x2E80 <= code <= 0x2FFF:
        return "ID"
    return "AL"


@lru_cache(maxsize=4096)
def breaks_inside(word: str) -> tuple[int, ...]:
    """Where a line may end inside a word: the numbers of the characters that may begin the next."""
    if _PLAIN.fullmatch(word):
        return ()
    found = []
    # the class before, marks left out (LB9), and where its character is; flag letters in a row; whether figures go on
    last, start, flags, number = "", 0, 0, False
    joined = False  # by a zero-width joiner, to whatever follows (LB8a)
    for i, char in enumerate(word):
        kind = now = line_class(char)
        if kind in ("CM", "ZWJ"):
            if last not in ("", "SP", "ZW"):
                joined = kind == "ZWJ"
                continue
            now = "AL"  # LB10
        if i and not joined and _may_end(word, i, last, now, flags, start, number):
            found.append(i)
        flags = flags + 1 if now == "RI" else 0
        number = now == "NU" or (number and (now in ("SY", "IS") or (now in ("CL", "CP") and last not in ("CL", "CP"))))
        last, start, joined = now, i, kind == "ZWJ"
    return tuple(found)


def _may_end(word: str, i: int, last: str, now: str, flags: int, start: int, number: bool) -> bool:
    """Whether a line may end between the class ``last``, whose character is at ``start``, and ``now`` at ``i``.

    ``number``: what ends there are figures, with what stands between them or closes a bracket behind them.
    """
    if "SP" in (last, now):
        return False  # a space inside a word is one that ``glued`` keeps
    if last == "ZW":
        return now != "ZW"  # LB7, LB8
    if now in _CLOSERS or last in ("WJ", "GL", "OP", "QU"):  # LB11 12 13 14 19
        return False
    if now == "GL":
        return last in ("BA", "HY")  # LB12a
    if now in ("QU", "IS"):  # LB15d 19
        return False
    if "CB" in (last, now):
        return True  # LB20
    if now in ("B2", "BA", "HY", "NS", "IN") or last == "BB":  # LB21 22, and our dashes
        return False
    if last == "HY" and start == 0 and now == "AL":
        return False  # LB20a: a word's own hyphen, as in -ness
    if last == "RI" and now == "RI":
        return flags % 2 == 0  # LB30a
    if number and last in ("SY", "CL", "CP") and now in ("NU", "PO", "PR") and (last == "SY") == (now == "NU"):
        return False  # LB25: 1/2, (5)%
    if last in ("PR", "PO") and now == "OP":
        return not _opens_number(word, i + 1)
    if (last == "CP" and _wide(word[start])) or (now == "OP" and _wide(word[i])):
        return True  # LB30 leaves wide brackets out
    return now not in _GLUED.get(last, ())


def _opens_number(word: str, i: int) -> bool:
    """Whether figures begin here, or behind a point: $(5), $(.5) (LB25)."""
    classes = [line_class(char) for char in word[i : i + 2]]
    return classes[:1] == ["NU"] or classes == ["IS", "NU"]


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WFH"


def _last_character(word: str) -> str:
    """A word's last character but for marks; for marks alone the letter that they count as (LB9, LB10)."""
    end = len(word)
    while end and line_class(word[end - 1]) in ("CM", "ZWJ"):
        end -= 1
    bare = not end or (end < len(word) and line_class(word[end - 1]) in ("ZW", "SP"))
    return "x" if bare else word[end - 1]


@lru_cache(maxsize=4096)
def glued(before: str, after: str) -> bool:
    """Whether the space between two words holds them on one line: before a closing bracket, behind an opening one."""
    char = _last_character(before)
    first, last = line_class(after[0]), line_class(char)
    if last == "ZW":
        return first == "ZW"  # LB8
    if first in _CLOSERS or last == "OP":
        return True  # LB13 14
    if first == "IS":
        return not (len(after) > 1 and line_class(after[1]) == "NU")  # LB15c 15d
    opens = last == "QU" and unicodedata.category(char) == "Pi"
    if opens and (len(before) == 1 or line_class(before[-2]) in ("OP", "QU", "GL", "ZW")):
        return True  # LB15a
    if first == "QU" and unicodedata.category(after[0]) == "Pf":
        return len(after) == 1 or line_class(after[1]) in _BEHIND  # LB15b
    if first == "B2" == last:
        return True  # LB17
    return first == "NS" and last in ("CL", "CP")  # LB16
