"""A page for browsers goes in; what in it could run, ask for something outside or lead there comes out, a line each.

It is read twice. The first reader takes nothing but what our own pages are made of: tags whose values stand in
quotation marks, no ``<`` or ``>`` anywhere else, elements, attributes and values of an allow-list; of such a page no two
parsers make different things. The second, Python's reader of HTML, knows what is dangerous by name, and says so.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser

from pnp.svg.subset import GEOMETRY, PROPERTIES

_DRAWN = {tag.lower() for tag in GEOMETRY} - {"style"}
_WRITTEN = frozenset(
    """a aside b body br caption code dd del details div dl dt em figcaption figure footer h1 h2 h3 h4 head header hr
    html i ins li main meta nav ol p section small span strong style summary table tbody td th thead title tr ul""".split()
)
_STYLE = re.compile(
    r"(white-space:(pre|normal);?)?(mix-blend-mode:[a-z-]+;?)?(isolation:isolate)?|color:(#[0-9a-f]{6}|#[0-9a-f]{8}|currentcolor|none)|--share:\d+(\.\d+)?%|max-width:[\d.]+mm"
)
_PLAIN = re.compile(r"[-+#\w\s.,%]*", re.ASCII)
_NAME = re.compile(r"[\w.-]+")
_WORDS = re.compile(r".*", re.DOTALL)
_INSIDE = re.compile(r"#[^\s<>\"']*")
_TO = re.compile(r"#[\w.-]+|data:image/(png|jpeg);base64,[A-Za-z0-9+/]+=*")
_FAMILIES = re.compile(r"""("[\w .\\-]*"|[A-Za-z ]+)(,("[\w .\\-]*"|[A-Za-z ]+))*""")
_TRANSFORM = re.compile(r"\s*([a-zA-Z]+\s*\([-+\d\s.,eE]*\)[\s,]*)*")
_REFERENCE = re.compile(r"url\(#[\w.-]+\)( [#\w]+)?")
_NUMBER = re.compile(r"-?\d+")
_HTML: Mapping[str, re.Pattern[str]] = {
    "class": re.compile(r"[\w -]*"), "style": _STYLE, "id": re.compile(r"[^\s<>\"']+"), "href": _INSIDE, "aria-label": _WORDS,
    "scope": re.compile("row|col"), "start": _NUMBER, "colspan": _NUMBER, "rowspan": _NUMBER, "open": re.compile(""),
    "lang": re.compile(r"[A-Za-z0-9_-]+"), "charset": re.compile("utf-8"), "name": re.compile("viewport"), "content": _WORDS,
    "http-equiv": re.compile("Content-Security-Policy"),
}  # fmt: skip
_SVG: Mapping[str, re.Pattern[str]] = {
    "id": _NAME, "href": _TO, "style": _STYLE, "class": re.compile("round|icon|symbols"), "font-family": _FAMILIES,
    "aria-label": _WORDS, "data-face": _WORDS, "aria-hidden": re.compile("true"), "role": re.compile("img"),
    "xmlns": re.compile(re.escape("http://www.w3.org/2000/svg")),
}  # fmt: skip
_KNOWN = frozenset(name.lower() for names in GEOMETRY.values() for name in names) | PROPERTIES | {"transform"}
_TAG = re.compile(r"""<(/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[\w:.-]+(?:=(?:"[^"<>]*"|'[^'<>]*'))?)*)\s*/?>""")
_ATTRIBUTE = re.compile(r"""\s+([\w:.-]+)(?:=(?:"([^"]*)"|'([^']*)'))?""")
_SHEET = re.compile(r"<style>([^<]*)</style>")
_STRING = re.compile(r'"(?:[^"\\\n]|\\[0-9a-f]{1,6} )*"')
_FONT = re.compile(r"url\(data:font/ttf;base64,[A-Za-z0-9+/]+=*\)")
# what comes before a policy is not held by it, and an encoding counts within the first 1,024 bytes (HTML, 13.2.3.2)
_BEGIN = re.compile(
    r'<!DOCTYPE html>\n<html lang="[A-Za-z0-9_-]{2,40}">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" '
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; style-src-elem 'sha256-{}'; "
    "base-uri 'none'; form-action 'none'"
)
_FORBIDDEN = frozenset(
    """script base iframe frame frameset object embed applet form input button textarea select link img picture source
    audio video track portal template slot noscript foreignobject animate animatetransform animatemotion set handler
    listener math plaintext xmp""".split()
)
_CALLING = frozenset(
    "srcset xlink:href xml:base srcdoc formaction action ping background src data codebase manifest poster".split()
)
_SCHEME = re.compile(r"(javascript|vbscript|data|file|https?|blob|about|ftp|mailto):|//")


def wrong_in(page: str) -> list[str]:
    """Everything that a page must not hold, a line each; nothing of a page that harms nobody."""
    second = _Second()
    second.feed(page)
    second.close()
    return list(dict.fromkeys([*_first(page), *second.wrong]))


def _first(page: str) -> Iterator[str]:
    """What is not of the allow-list."""
    if not _BEGIN.match(page):
        yield "it does not begin as an HTML page of ours"
    if control := _CONTROLS.search(page):
        yield f"a control character stands in the page: {control[0]!r}"
    sheets = _SHEET.findall(page)
    if len(sheets) != 1:
        yield f"it has {len(sheets)} style sheets that are whole"
    for sheet in sheets:
        yield from _sheet(sheet)
        policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(_hash(sheet))}">'
        before = page.partition("<style>")[0]
        if before.count(policy) != 1 or "<body" in before:
            yield "it does not have the content policy, once, before all else"
    body = _SHEET.sub("<style></style>", page.removeprefix("<!DOCTYPE html>"))
    at = depth = 0
    for match in _TAG.finditer(body):
        yield from _between(body[at : match.start()])
        at = match.end()
        yield from _tag(match[2], match[3])
        yield from _place(match[0], match[2].lower(), depth)
        if match[2].lower() == "svg" and not match[0].endswith("/>"):
            depth += -1 if match[1] else 1
    yield from _between(body[at:])


def _place(whole: str, tag: str, depth: int) -> Iterator[str]:
    """A browser reads words and drawings by different rules: what stands in the other's place may become another."""
    if tag == "style" and whole not in ("<style>", "</style>"):
        yield f"a style sheet that is not ours: {whole}"
    elif depth and tag not in _DRAWN:
        yield f"<{tag}> stands within a drawing"
    elif not depth and tag in _DRAWN - _WRITTEN - {"svg"}:
        yield f"<{tag}> stands in no drawing"


def _between(text: str) -> Iterator[str]:
    found = re.search("[<>]", text)
    if found:
        yield f"a sign of HTML stands in a text: {text[max(0, found.start() - 20) : found.start() + 40]!r}"


def _tag(tag: str, attributes: str) -> Iterator[str]:
    name = tag.lower()
    if name not in _WRITTEN | _DRAWN:
        yield f"an unknown element: <{tag}>"
        return
    drawn = name in _DRAWN and name != "a"
    for key, double, single in _ATTRIBUTE.findall(attributes):
        value = unescape(double or single)
        rule = _drawn_rule(key, value) if drawn else _HTML.get(key)
        if rule is None:
            yield f"an unknown attribute: <{tag} {key}>"
        elif not rule.fullmatch(value) or (key == "href" and value.startswith("data:") and name != "image"):
            yield f"a value that no page of ours has: <{tag} {key}={value[:80]!r}>"


def _drawn_rule(key: str, value: str) -> re.Pattern[str] | None:
    if key.lower() in _SVG:  # browsers read HREF as href
        return _SVG.get(key)
    if key.lower() not in _KNOWN:
        return None
    if key.lower().endswith("transform"):
        return _TRANSFORM
    return _REFERENCE if "url" in value.lower() else _PLAIN


def _sheet(sheet: str) -> Iterator[str]:
    """CSS that asks for something; escapes, which could spell anything, may stand in strings alone."""
    bare = _FONT.sub("", _STRING.sub("", sheet))
    # a comment, or a string of another kind, could hold half of what is taken for a string here
    for word in (
        "\\",
        "/*",
        "'",
        '"',
        "url",
        "@import",
        "@charset",
        "@namespace",
        "expression",
        "image",
        "src(",
        "binding",
        "script",
    ):
        if word in bare.lower():
            at = bare.lower().index(word)
            yield f"the style sheet says {bare[max(0, at - 20) : at + 40]!r}"


def _hash(sheet: str) -> str:
    return b64encode(sha256(sheet.encode("utf-8", "replace")).digest()).decode("ascii")


class _Second(HTMLParser):
    """What is dangerous by name."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.policies = 0
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that does more than stand there, or an attribute that does."""
        if tag in _FORBIDDEN:
            self.wrong.append(f"an element that does something: <{tag}>")
        for name, given in attrs:
            value = "".join(char for char in (given or "") if char > " ").lower()
            shown = f"<{tag} {name}={(given or '')[:80]!r}>"
            if name.startswith("on"):
                self.wrong.append(f"a handler: {shown}")
            elif name in _CALLING:
                self.wrong.append(f"something from elsewhere: {shown}")
            elif name == "id":
                if given in self.ids:
                    self.wrong.append(f"two places of one name: {shown}")
                self.ids.add(given or "")
            elif name == "http-equiv":
                self.policies += 1
                if self.policies > 1:
                    self.wrong.append(f"a word to the browser: {shown}")
            elif name == "href" and _SCHEME.match(value) and not (tag == "image" and _TO.fullmatch(given or "")):
                self.wrong.append(f"a link outside: {shown}")
            elif name not in ("aria-label", "content", "data-face", "xmlns") and (
                "javascript:" in value or "expression(" in value or ("url(" in value and "url(#" not in value)
            ):
                self.wrong.append(f"a value that asks: {shown}")

    def _strange(self, data: str) -> None:
        self.wrong.append(f"a comment or a declaration: {data[:60]!r}")

    def handle_decl(self, decl: str) -> None:
        """The page's own, and no other."""
        if decl != "DOCTYPE html":
            self._strange(decl)

    handle_comment: Callable[[str], None] = _strange  # type: ignore[assignment]  # the same for all three
    handle_pi: Callable[[str], None] = _strange  # type: ignore[assignment]
    unknown_decl: Callable[[str], None] = _strange  # type: ignore[assignment]
