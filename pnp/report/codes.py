"""Every code a problem can bear, with its cause and its cure; `docs/checks.md` is this table (a test compares them)."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.report import data_codes, print_codes

FAMILIES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Files": data_codes.FILES,
    "Values": data_codes.VALUES,
    "Tables and records": data_codes.TABLES,
    "Choosing and counting": data_codes.CHOICES,
    "References": data_codes.REFERENCES,
    "Rules and counts": data_codes.RULES,
    "Drawing and laying out": print_codes.DRAWING,
    "The book": print_codes.BOOK,
    "Print": print_codes.PRINT,
    "Printers": print_codes.PRINTERS,
    "Printings and comparisons": print_codes.HISTORY,
    "Nothing uses it": print_codes.UNUSED,
}
CODES: Mapping[str, tuple[str, str]] = {code: text for family in FAMILIES.values() for code, text in family.items()}


def as_markdown() -> str:
    """The tables of `docs/checks.md`."""
    parts = []
    for family, codes in FAMILIES.items():
        rows = "".join(f"| `{code}` | {cause} | {cure} |\n" for code, (cause, cure) in codes.items())
        parts.append(f"### {family}\n\n| code | cause | cure |\n| --- | --- | --- |\n{rows}")
    return "\n".join(parts)
