"""A character goes in, its line-break class comes out (UAX 14, table 1), for the scripts that are set here.

Python knows no such property, so the classes are told from general categories, widths and the characters that
Unicode's LineBreak.txt lists by name. One tailoring: a line ends behind an em dash and does not begin with one.
"""

from __future__ import annotations

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
