"""Letters as typed go in, letters as a printer sets them come out: curly quotes, apostrophes, dashes, an ellipsis.

The quotes are those of Unicode's CLDR (delimiters) for each language; French keeps its thin spaces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pnp.fonts.families import Fonts

THIN = "\u202f"  # the narrow no-break space
_ENGLISH = "“”‘’"
_BY_LANGUAGE = {
    **dict.fromkeys(("de", "cs", "sk", "sl", "bg", "et", "lt", "is", "ka"), "„“‚‘"),
    **dict.fromkeys(("pl", "hr", "ro", "nl-BE", "sr", "bs"), "„”‚’"),
    **dict.fromkeys(("fr",), "«»“”"),
    **dict.fromkeys(("es", "el", "pt-PT", "ca", "nb", "no", "nn"), "«»“”"),
    **dict.fromkeys(("ru", "uk", "be"), "«»„“"),
    **dict.fromkeys(("de-CH", "fr-CH", "it-CH"), "«»‹›"),
    **dict.fromkeys(("fi", "sv"), "””’’"),
    "hu": "„”»«",
    "da": "””’’",
    "ja": "「」『』",
}


@dataclass(frozen=True, slots=True)
class Quotes:
    """What a language puts for quotes; empty where the fonts have no such character. ``thin`` for French spaces."""

    double: str = "“”"
    single: str = "‘’"
    apostrophe: str = "’"
    en_dash: str = "–"
    em_dash: str = "—"
    ellipsis: str = "…"
    thin: bool = False


@lru_cache(maxsize=256)
def quotes_of(language: str, fonts: Fonts, family: str, bold: bool, italic: bool) -> Quotes:
    """The quotes of a language, as far as the fonts of a style have them."""
    tag = language.replace("_", "-")
    marks = _BY_LANGUAGE.get(tag) or _BY_LANGUAGE.get(tag.split("-")[0], _ENGLISH)

    def had(text: str) -> str:
        return "" if fonts.missing(text, family, bold, italic) else text

    thin = tag.split("-")[0] == "fr"
    return Quotes(had(marks[:2]), had(marks[2:]), had("’"), had("–"), had("—"), had("…"), thin)


_HINT = re.compile("[\"'«»;:!?-]")  # one of these, or an ellipsis, is in whatever is worth it: found much sooner
_WORTH = re.compile(r"[\"']|--|\.\.\.|[^\W\d] - [^\W\d]|.[ ][;:!?»]|«[ ]")
_BEFORE = frozenset(" \t\n\u00a0\u202f([{–—-/«„“‘‚‹「『\u2009")  # behind these a quotation opens


def smarten(texts: Sequence[str], quotes: Quotes | None, typed: Sequence[bool] | None = None) -> list[str]:
    """Rewrite the stretches of one paragraph; those that are not ``typed`` stay, but count as neighbours."""
    if quotes is None or not any(map(_is_worth, texts)):
        return list(texts)
    found: list[str] = []
    before, opened = " ", [False, False]
    for i, text in enumerate(texts):
        if typed is not None and not typed[i]:
            found.append(text)
        else:
            after = texts[i + 1][:1] if i + 1 < len(texts) else " "
            found.append(_quoted(_dashed(text, quotes), before, after or " ", opened, quotes))
        before = found[-1][-1:] or before
    return found


def _is_worth(text: str) -> bool:
    return bool((_HINT.search(text) or "..." in text) and _WORTH.search(text))


def _dashed(text: str, quotes: Quotes) -> str:
    if quotes.em_dash:
        text = re.sub(r"(?<!-)---(?!-)", quotes.em_dash, text)
    if quotes.en_dash:
        text = re.sub(r"(?<!-)--(?!-)", quotes.en_dash, text)
        text = re.sub(r"(?<=[^\W\d]) - (?=[^\W\d])", f" {quotes.en_dash} ", text)
    if quotes.ellipsis:
        text = re.sub(r"(?<!\.)\.\.\.(?!\.)", quotes.ellipsis, text)
    if quotes.thin:
        text = re.sub(r"(?<=\S) (?=[;!?])", THIN, text)
        text = re.sub(r"(?<=\S) (?=[:»])|(?<=«) ", "\u00a0", text)
    return text


def _quoted(text: str, before: str, after: str, opened: list[bool], quotes: Quotes) -> str:
    """Quotes open behind white space and brackets and close elsewhere; ``opened`` says which are: double, single.

    A quote behind a figure that closes nothing is a measure (5\", 6') and stays.
    """
    if '"' not in text and "'" not in text:
        return text
    letters: list[str] = []
    for i, char in enumerate(text):
        behind = letters[-1] if i else before
        ahead = text[i + 1] if i + 1 < len(text) else after
        if char in "\"'":
            letters += _quote(char, behind, ahead, opened, quotes)
        else:
            letters.append(char)
    return "".join(letters)


def _quote(char: str, behind: str, ahead: str, opened: list[bool], quotes: Quotes) -> str:
    single = char == "'"
    marks = quotes.single if single else quotes.double
    gap = "\u00a0" if quotes.thin and not single else ""
    if behind in _BEFORE and not ahead.isspace():
        if single and ahead.isdigit():
            return quotes.apostrophe or char  # the '90s
        opened[single] = bool(marks)
        return marks[0] + gap if marks else char
    if opened[single] and not (single and behind.isalnum() and ahead.isalnum()):
        opened[single] = False
        return gap + marks[1]
    if single and not behind.isdigit():
        return quotes.apostrophe or char
    return (quotes.apostrophe or char) if single and ahead.isalpha() else char
