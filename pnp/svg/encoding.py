"""A drawing's bytes go in; the name of the encoding that they are in comes out (XML 1.0, 4.3.3 and appendix F).

What a file says of itself is a stranger's word: only encodings of text are taken by their names, none of the codecs
that unpack or run something. One that is none of these, or cannot be meant, is UTF-8, which refuses what it is not.
"""

from __future__ import annotations

import re

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"<\x00?\x00", "utf-16-le"),
    (b"\x00<\x00?", "utf-16-be"),
    (b"<\x00s\x00", "utf-16-le"),
    (b"\x00<\x00s", "utf-16-be"),
)
_DECLARED = re.compile(rb"""\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]{0,30})["']""")
_PARTS = (*(str(part) for part in range(1, 12)), "13", "14", "15", "16")  # there is no twelfth
_CODECS = {
    **dict.fromkeys(("us-ascii", "ascii"), "ascii"),
    **{f"iso-8859-{part}": f"iso8859-{part}" for part in _PARTS},
    **{f"iso8859-{part}": f"iso8859-{part}" for part in _PARTS},
    **{f"windows-125{last}": f"cp125{last}" for last in range(9)},
    **{f"cp125{last}": f"cp125{last}" for last in range(9)},
    **dict.fromkeys(("latin1", "latin-1", "iso_8859-1"), "iso8859-1"),
    **dict.fromkeys(("macintosh", "x-mac-roman", "mac-roman"), "mac-roman"),
    **{name: name for name in ("koi8-r", "koi8-u", "big5", "gbk", "gb2312", "gb18030", "euc-jp", "euc-kr")},
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis"), "cp932"),
}
LONGEST = 300  # bytes within which a declaration says what it has to say


def encoding_of(data: bytes) -> str:
    """By its mark, by its first letters, or by its XML declaration: a name that ``bytes.decode`` knows.

    A declaration that can be read as it stands is not in UTF-16, whatever it says: programs write that and save UTF-8.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return codec
    found = _DECLARED.match(data[:LONGEST])
    return _CODECS.get(found[1].decode("ascii").lower(), "utf-8") if found else "utf-8"
