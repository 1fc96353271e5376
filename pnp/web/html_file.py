"""A page's words and style go in, one HTML file comes out that tells browsers what it may do: nothing but be read.

The policy (Content Security Policy Level 3) is the second wall, behind what this room and ``html.escape`` let through:
no script runs, nothing is asked from outside, no form is sent, and the one style sheet is ours, known by its hash.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape

from pnp.problems import CONTROL

# a browser that does not know style-src-elem (before 2023) takes style-src for both kinds of styles
_POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; style-src-elem 'sha256-{}'; "
    "base-uri 'none'; form-action 'none'"
)


def whole_page(language: str, title: str, style: str, body: str) -> str:
    """An HTML file of a title, a style sheet and what stands in its body; the last two are written already.

    A folder's name may hold bytes that are no characters, and a file of printings anything: a question mark stands for
    each of them, and for controls, carriage returns among them.
    """
    page = (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{content_policy(style)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
    return CONTROL.sub("?", page.replace("\r", "?"))


def content_policy(style: str) -> str:
    """What a page with this style sheet may load: itself, and data within it."""
    digest = sha256(style.encode("utf-8")).digest()
    return _POLICY.format(b64encode(digest).decode("ascii"))
