"""A character that word processors and PDFs leave in texts goes in; plainer ones that say the same come out.

They are set where neither the font nor a fallback has the character itself, and nothing is told: what is read is the
same. Copied and searched for, the text is the plain one, as a reader would type it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

# character -> what stands for it, best first. Each line says where such a character comes from
EQUIVALENTS: Final = MappingProxyType(
    {
        "\u2010": ("-",),  # hyphen: what PDFs give for every hyphen; a typewriter's is the same stroke
        "\u2011": ("\u2010", "-"),  # no-break hyphen: Word's Ctrl+Shift+hyphen; lines are broken before it is exchanged
        "\u2012": ("\u2013", "-"),  # figure dash: between figures, as wide as one; an en dash is
        "\u2015": ("\u2014", "\u2013"),  # horizontal bar: speech in French and Greek texts, an em dash elsewhere
        "\u2212": (
            "\u2013",
            "-",
        ),  # minus: Word's equations and spreadsheets; an en dash is as long, and as high in most
        "\u02bc": ("\u2019", "'"),  # letter apostrophe: phones and transcriptions; looks like the quote
        "\u201b": ("\u2018", "'"),  # reversed quote: old word processors' opening one
        "\u2032": ("'",),  # prime, feet and minutes: a straight quote is what is typed for it
        "\u2033": ('"',),  # double prime, inches and seconds
        "\u2044": ("/",),  # fraction slash: Word makes 1\u20442 of 1/2
        "\u2215": ("/",),  # division slash: equations
        "\u2219": ("\u00b7",),  # bullet operator: the multiplication point of equations
        "\u22c5": ("\u00b7",),  # dot operator: the same
        "\u2026": ("...",),  # ellipsis: every word processor's autocorrection
        "\u2024": (".",),  # one dot leader: tables of contents
        "\uf0b7": ("\u2022", "\u00b7", "-"),  # a bullet of Word's font Symbol, which no other font has there
        "\ufb00": ("ff",),  # ligatures: a PDF whose letters were joined gives them joined
        "\ufb01": ("fi",),
        "\ufb02": ("fl",),
        "\ufb03": ("ffi",),
        "\ufb04": ("ffl",),
        "\ufb05": ("\u017ft", "st"),
        "\ufb06": ("st",),
        "\u0132": ("IJ",),  # Dutch ij as one letter: old PDFs and DOS texts
        "\u0133": ("ij",),
        "\u2126": (
            "\u03a9",
        ),  # ohm, kelvin, angstrom, micro: signs that are letters (canonical equivalents, Unicode 2.2)
        "\u212a": ("K",),
        "\u212b": ("\u00c5",),
        "\u00b5": ("\u03bc",),
        "\u03bc": ("\u00b5",),
    }
)
