"""What a cell says goes in, as spreadsheets of other languages write numbers and truths; it comes out as ours do.

Excel and LibreOffice write ``1,5`` and ``WAHR`` into a CSV where the machine speaks German, with semicolons between
cells. Where commas part thousands elsewhere, ``1,500`` could be either: then it stays as it is, and is refused.
"""

from __future__ import annotations

import re

from pnp.schema.types import FieldType

_DECIMAL = re.compile(r"([+-]?[0-9]{1,12}),([0-9]{1,12})((?: *[a-zA-Z]{2})?)")
_GROUPED = re.compile(r"([+-]?[0-9]{1,3}(?:[.\u00a0\u202f' ][0-9]{3})+),([0-9]{1,12})((?: *[a-zA-Z]{2})?)")
_BETWEEN_GROUPS = re.compile("[.\u00a0\u202f' ]")
_NUMBERS = ("number", "length", "int")
# TRUE and FALSE in the languages of Excel
_TRUE = "wahr vrai verdadero vero verdadeiro waar prawda sann sant sand tosi pravda igaz doğru истина adevărat"
_FALSE = "falsch faux falso onwaar fałsz falskt usann falsk epätosi nepravda hamis yanlış ложь fals"
_TRUTHS = dict.fromkeys(_TRUE.split(), "true") | dict.fromkeys(_FALSE.split(), "false")


def plain_value(text: str, type_: FieldType, *, decimal_comma: bool) -> str:
    """A cell's text for a field of this type; as it is, where nothing need be translated."""
    if type_.kind == "flag":
        return _TRUTHS.get(text.casefold(), text)
    if type_.kind not in _NUMBERS or "," not in text:
        return text
    match = _DECIMAL.fullmatch(text)
    if match is not None and (decimal_comma or len(match[2]) != 3 or match[1].lstrip("+-") == "0"):
        whole = match[1]
    else:
        match = _GROUPED.fullmatch(text)
        if match is None:
            return text
        whole = _BETWEEN_GROUPS.sub("", match[1])
    if type_.kind == "int":  # 2,0 is a whole number, as the cell was before it was formatted
        return text if match[2].strip("0") else whole
    return f"{whole}.{match[2]}{match[3]}"
