"""The scanner of templates, which are no XML: what it finds XML and Jinja find too, and it looks at no text twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, TemplateSyntaxError

import pnp.svg.scan as scanner
from pnp.svg.scan import Braces, Opaque, Tag, cut_out, find_braces, plain_line, scan


def found(text: str) -> list[tuple[str, str]]:
    """Every token as its kind, a tag's name, and its text."""
    return [
        (token.name if isinstance(token, Tag) else token.kind, text[token.start : token.end]) for token in scan(text)
    ]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("<a x='1'>b</a >", [("a", "<a x='1'>"), ("a", "</a >")]),
        ("{{ a }}<b/>{% if c %}", [("print", "{{ a }}"), ("b", "<b/>"), ("block", "{% if c %}")]),
        ("{# <a> {{ #}<b>", [("comment", "{# <a> {{ #}"), ("b", "<b>")]),
        ("{{ '}}<a>' }}", [("print", "{{ '}}<a>' }}")]),
        (r"{{ '\'}}' }}<a>", [("print", r"{{ '\'}}' }}"), ("a", "<a>")]),
        ("{{ {1: {2: 3}}}}<a>", [("print", "{{ {1: {2: 3}}}}"), ("a", "<a>")]),
        ("{% set a = {1: '%}'} -%}<a>", [("block", "{% set a = {1: '%}'} -%}"), ("a", "<a>")]),
        ("{{ &quot;it's}}&quot; }}'<a>", [("print", "{{ &quot;it's}}&quot; }}"), ("a", "<a>")]),
        ("{%- raw -%}{{ <a> {% endraw %}<b>", [("raw", "{%- raw -%}{{ <a> {% endraw %}"), ("b", "<b>")]),
        ('<a b="{{ c["d"] }}>" e/>', [("a", '<a b="{{ c["d"] }}>" e/>')]),
        ("<a {% if b > c %}d='1'{% endif %}>", [("a", "<a {% if b > c %}d='1'{% endif %}>")]),
        ("<!-- {{ '-->' }} <a> --><b>", [("comment", "<!-- {{ '-->' }} <a> -->"), ("b", "<b>")]),
        ("<![CDATA[<a>]]><b>", [("cdata", "<![CDATA[<a>]]>"), ("b", "<b>")]),
        ("<?xml a='<b>'?><!DOCTYPE c><d>", [("instruction", "<?xml a='<b>'?>"), ("declaration", "<!DOCTYPE c>"), ("d", "<d>")]),
        ("1 < 2 <= 3 <{{ a }}> <3>", [("print", "{{ a }}")]),
        ("<a{{ b }}c>", [("a{{ b }}c", "<a{{ b }}c>")]),
        # what is never closed, and what another tag begins in
        ("<a><!-- <b>", [("a", "<a>")]),
        ("<a><![CDATA[ <b>", [("a", "<a>")]),
        ("{{ a }}{{ b <c>", [("print", "{{ a }}")]),
        ("<a>{% raw %}<b>{{ c }}", [("a", "<a>")]),
        ("<a b='<c>", [("a", "<a b='<c>")]),
        ("<a b <c/>", [("a", "<a b "), ("c", "<c/>")]),
    ],
)  # fmt: skip
def test_what_stands_in_a_template(text: str, tokens: list[tuple[str, str]]) -> None:
    assert found(text) == tokens


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("<a b='1' c = \"2\"/>", [("b", "1"), ("c", "2")]),
        ("<a {% if b %}c='1'{% else %}c='2'{% endif %}>", [("c", "1"), ("c", "2")]),
        ('<a c="{% if b %}1"{% else %}2"{% endif %} d=\'3\'>', [("c", "{% if b %}1"), ("d", "3")]),
        ("<a x{{ b }}='c>' d='&lt;&quot;'>", [("d", '<"')]),
        ("<a b='{{ 'c' ~ \"d\" }}'>", [("b", "{{ 'c' ~ \"d\" }}")]),
        ("<a b=c d='>'>", [("d", ">")]),
    ],
)
def test_attributes(text: str, attributes: list[tuple[str, str]]) -> None:
    (tag,) = scan(text)
    assert isinstance(tag, Tag)
    assert (list(tag.attributes), tag.broken, tag.end) == (attributes, False, len(text))


def test_a_tag_says_what_it_is() -> None:
    kinds = [(tag.closing, tag.self_closing, tag.broken) for tag in scan("<a></a><a/><a <a") if isinstance(tag, Tag)]
    assert kinds == [
        (False, False, False), (True, False, False), (False, True, False), (False, False, True), (False, False, True),
    ]  # fmt: skip


NAMES = st.sampled_from(["svg", "g", "rect", "text", "a-b", "c.d", "_e", "é", "rectangle"])
LETTERS = st.text(st.characters(exclude_categories=["C"], exclude_characters="{\x85\xa0\u2028\u2029"), max_size=12)
VALUES = LETTERS | st.sampled_from(["1 > 2", "a'b", 'a"b', "/>", "=", "<rect x='1'>", "-->", "]]>", " = "])
PASSAGES = st.sampled_from(["<!-- <a b='> -->", "<![CDATA[<a b='>]]>", "<?a <b c='>?>", "<!---->", " > "])


@st.composite
def drawings(draw: st.DrawFn, depth: int = 3) -> str:
    """An element of well-formed XML in any spelling."""
    name, space = draw(NAMES), draw(st.sampled_from(["", " ", "\n\t"]))
    parts = [f"<{name}"]
    for key, value in draw(st.dictionaries(NAMES, VALUES, max_size=3)).items():
        quote = draw(st.sampled_from("\"'"))
        safe = escape(value, quote=False).replace(quote, "&quot;" if quote == '"' else "&#39;")
        parts.append(f" {space}{key}{space}={space}{quote}{safe}{quote}")
    children = draw(st.lists(drawings(depth - 1) | LETTERS.map(escape) | PASSAGES, max_size=3)) if depth else []
    if not children and draw(st.booleans()):
        return "".join((*parts, space, "/>"))
    return "".join((*parts, space, ">", *children, f"</{name}{space}>"))


@given(drawings())
def test_every_tag_of_a_drawing_is_found_as_xml_finds_it(svg: str) -> None:
    tags = [token for token in scan(svg) if isinstance(token, Tag)]
    elements = [(element.tag, element.attrib) for element in ElementTree.fromstring(svg).iter()]
    assert [(tag.name, dict(tag.attributes)) for tag in tags if not tag.closing] == elements
    assert sum(tag.closing for tag in tags) + sum(tag.self_closing for tag in tags) == len(elements)
    assert not any(tag.broken for tag in tags)


CODE = st.text(st.sampled_from(list("ab1 .,~'\"\\()[]{}%#<>-+\n")), max_size=12)
JINJA = st.lists(
    CODE.map(lambda code: f"{{{{ {code} }}}}")
    | CODE.map(lambda code: f"{{% {code} -%}}")
    | CODE.map(lambda code: f"{{# {code} #}}")
    | CODE.map(lambda code: f"{{%- raw %}}{code}{{% endraw -%}}")
    | CODE,
    max_size=6,
).map("".join)
KINDS = {"variable": "print", "block": "block", "comment": "comment", "raw": "raw"}


@given(JINJA)
def test_braces_are_found_as_jinja_finds_them(text: str) -> None:
    expected: list[tuple[str, str]] = []
    opened = ""
    try:
        for _, kind, value in Environment(keep_trailing_newline=True).lex(text):
            what, _, side = kind.partition("_")
            if side in ("begin", "end") and what in KINDS:
                expected += [(KINDS[what], "")] if side == "begin" else []
                opened = what if side == "begin" else ""
                expected[-1] = (expected[-1][0], expected[-1][1] + value.strip())
            elif opened:
                expected[-1] = (expected[-1][0], expected[-1][1] + value)
    except TemplateSyntaxError:
        return
    if opened:
        expected.pop()  # it is never closed, which only Jinja's parser minds
    assert [(braces.kind, re.sub(r"\s+", "", text[braces.start : braces.end])) for braces in find_braces(text)] == [
        (kind, re.sub(r"\s+", "", code)) for kind, code in expected
    ]


PIECES = [
    "<", ">", "/", "/>", "</", "<rect", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!", "{{", "}}", "{%", "%}", "{#", "#}",
    "{% raw %}", "{% endraw %}", '"', "'", "=", ' a="', " b='", "&quot;", "&", "\\", " ", "\n", "a", "é", "\x00", "\ud800", "(", "]",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text())
def test_any_text_is_scanned(text: str) -> None:
    end = 0
    for token in scan(text):
        assert end <= token.start < token.end <= len(text), "in their order, and none within another"
        end = token.end
        assert isinstance(token, Tag | Opaque | Braces)
    hidden = [braces for braces in find_braces(text) if braces.end <= end]
    tokens = list(scan(text))
    assert all(any(token.start <= one.start and one.end <= token.end for token in tokens) for one in hidden)


class Counted:
    """A pattern that keeps how many characters its searches went over."""

    looked = 0

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern

    def search(self, text: str, position: int) -> re.Match[str] | None:
        return self._count(self.pattern.search(text, position), text, position)

    def match(self, text: str, position: int) -> re.Match[str] | None:
        return self._count(self.pattern.match(text, position), text, position)

    def _count(self, match: re.Match[str] | None, text: str, position: int) -> re.Match[str] | None:
        Counted.looked += (match.end() if match else len(text)) - position + 1
        return match


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Counted]]:
    """The scanner with every pattern counted; it has no other way to look at a text."""
    for name, value in vars(scanner).copy().items():
        if isinstance(value, re.Pattern):
            monkeypatch.setattr(scanner, name, Counted(value))
        elif isinstance(value, dict) and name.startswith("_") and not name.startswith("__"):
            made = {
                key: Counted(one) if isinstance(one, re.Pattern) else (one[0], Counted(one[1]))
                for key, one in value.items()
            }
            monkeypatch.setattr(scanner, name, made)
    return Counted  # type: ignore[return-value]


NASTY = [
    '<rect a="', "<rect a='\"", "<rect>", "<rect ", "<", "<a", "<!--", "<!-- -->", "<![CDATA[", "<?", "<!", "{{", "{%", "{#", "{", "{{ '",
    '{{ "', "{{}}", "{% raw %}", "{%  ", "{{ (", "}", "'", '"', "=", "= ", "a=", " ", "<a b", "<a b = ", "&quot;", "{{&quot;", "\\", "{{\\",
]  # fmt: skip


@pytest.mark.parametrize("head", ["", "<rect ", "<rect a='", "{{ ", "{% raw %}", "<!-- "])
@pytest.mark.parametrize("nasty", NASTY)
def test_the_work_grows_as_the_text_does(nasty: str, head: str, counted: type[Counted]) -> None:
    looked = []
    for times in (200, 400, 800):
        counted.looked = 0
        text = head + nasty * times
        assert len(list(scan(text))) <= len(text)
        looked.append(counted.looked)
        assert 0 < counted.looked <= 6 * len(text) + 20
    assert looked[1] <= 2.2 * looked[0] + 20
    assert looked[2] <= 2.2 * looked[1] + 20


def test_what_helpers_wrote_is_cut_out() -> None:
    line = '<text xml:space="preserve" x="1.0000" y="-2.5000" font-size="3" fill="#000">Bo</text>'
    icon = '<use href="icon:sun" x="1"/>'
    spans = '<text xml:space="preserve" x="1"><tspan x="1">a</tspan><tspan x="2">b</tspan></text>'
    assert cut_out(f"<svg>{line}{icon}<g/>{spans}</svg>") == (("<svg>", "<g/>", "</svg>"), [[line, icon], [spans]])
    assert cut_out("<text>a</text>") == (("<text>a</text>",), [])
    assert plain_line(line) == ("1.0000", "-2.5000", ' font-size="3" fill="#000"', "Bo")
    assert plain_line(spans) is None
    assert plain_line(line.replace("Bo", "B&amp;o")) is None
