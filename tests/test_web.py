"""What strangers write into a drawing, and what of it reaches a page: nothing but what is painted."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.conformance.corpus import corpus
from bench.conformance.words import picture
from pnp.build.build import read_game
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.paint.effects import BLENDS
from pnp.svg.subset import GEOMETRY, PROPERTIES
from pnp.units import Size
from pnp.web.drawings import WebDrawings
from pnp.web.webfonts import css_name, css_string, font_faces
from tests.conftest import MakeGame

ELEMENTS = frozenset(GEOMETRY) - {"style"}
ATTRIBUTES = frozenset().union(*GEOMETRY.values()) | PROPERTIES | {"id", "transform", "style"}
ROOT = {"xmlns", "viewBox", "width", "role", "aria-label", "data-face", "class"}
STYLES = {"white-space:pre", "white-space:normal", "isolation:isolate", *(f"mix-blend-mode:{mode}" for mode in BLENDS)}
HREF = re.compile(r"#[\w.-]+|data:image/(png|jpeg);base64,[A-Za-z0-9+/=]+", re.ASCII)
PLAIN = re.compile(r"[-+#\w\s.,%]*", re.ASCII)
REFERENCE = re.compile(r"url\(#[\w.-]+\)( [#\w]+)?", re.ASCII)
TRANSFORM = re.compile(r"\s*([a-zA-Z]+\s*\([-+\d\s.,eE]*\)[\s,]*)*")
FAMILIES = re.compile(r"""("[\w .\\-]*"|[A-Za-z ]+)(,("[\w .\\-]*"|[A-Za-z ]+))*""")
CASES = [case.svg for case in corpus()]


class _Page(HTMLParser):
    """Every element as HTML reads it, with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)

    handle_pi = unknown_decl = handle_comment


def held(web: str) -> ElementTree.Element:
    """The drawing, when all that stands in it is allowed: as XML reads it and as HTML does."""
    root = ElementTree.fromstring(web)
    elements = list(root.iter())
    page = _Page()
    page.feed(web)
    page.close()
    tags = [element.tag.rpartition("}")[2] for element in elements]
    assert [tag for tag, _ in page.found] == [tag.lower() for tag in tags], "HTML reads other elements"
    assert set(tags) <= ELEMENTS, set(tags) - ELEMENTS
    ids = [element.get("id") for element in elements if element.get("id") is not None]
    assert len(ids) == len(set(ids))
    for element in elements:
        known = ROOT if element is root else ATTRIBUTES
        for name, value in element.items():
            assert name in known, (element.tag, name)
            if element is not root:
                _hold(name, value, ids)
    return root


def _hold(name: str, value: str, ids: list[str | None]) -> None:
    if name == "href":
        assert HREF.fullmatch(value), value
        assert value[1:] in ids or value.startswith(("data:", "#icon-")), value
    elif "url" in value:
        assert REFERENCE.fullmatch(value), (name, value)
        assert value[5:].partition(")")[0] in ids, value
    elif name == "style":
        assert value in STYLES
    elif name == "font-family":
        assert FAMILIES.fullmatch(value), value
    elif name.lower().endswith("transform"):
        assert TRANSFORM.fullmatch(value), value
    else:
        assert PLAIN.fullmatch(value), (name, value)


def face(body: str, attributes: str = 'viewBox="0 0 20 20"') -> Face:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' xmlns:h="http://www.w3.org/1999/xhtml" {attributes}>{body}</svg>'
    )
    return Face("c", "r", "front", svg, Size(20, 20))


def data(svg: str, kind: str = "image/svg+xml") -> str:
    return f"data:{kind};base64,{base64.b64encode(svg.encode()).decode()}"


OUTSIDE = "https://evil.example/x"
INNER = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>alert(1)</script>'
    f'<image href="{OUTSIDE}.png" width="9" height="9"/><style>@import url({OUTSIDE});</style>'
    f'<rect width="9" height="9" onclick="alert(1)" style="fill:url({OUTSIDE}#a)"/></svg>'
)
STRANGE = {
    "script": "<script>alert(1)</script><g><script href='https://evil.example'/></g>",
    "handlers": '<g onload="alert(1)"><rect width="9" height="9" onclick="alert(1)" onmouseover="x" ONLOAD="y"/></g>',
    "link": '<a href="javascript:alert(1)" xlink:href="javascript:alert(1)"><rect width="9" height="9"/></a>',
    "link-in-text": '<text><a href="javascript:alert(1)">x<tspan>y</tspan></a></text>',
    "foreign-object": '<foreignObject width="9" height="9"><h:iframe src="https://evil.example"/></foreignObject>',
    "html": '<h:img src="x" onerror="alert(1)"/><g><h:script>alert(1)</h:script></g>',
    "titles": "<title><h:script>alert(1)</h:script></title><desc>&lt;script&gt;</desc><metadata><h:p/></metadata>",
    "import": f"<style>@import url({OUTSIDE}); rect {{ fill: url({OUTSIDE}#a); mask: url({OUTSIDE}#m) }}</style>"
    '<rect width="9" height="9"/>',
    "style-url": f'<rect width="9" height="9" style="fill:url({OUTSIDE}); mask:url({OUTSIDE}#a)"/>',
    "paint-url": f'<rect width="9" height="9" fill="url({OUTSIDE}#a) red" stroke="url(&quot;{OUTSIDE}&quot;)"/>',
    "group-url": f'<g fill="url({OUTSIDE})" clip-path="URL({OUTSIDE})"><rect width="9" height="9"/></g>',
    "escaped-url": rf'<g mask="u\72l({OUTSIDE})" clip-path="\75rl({OUTSIDE}#a)" marker="u\72 l({OUTSIDE})"><path d="M0 0"/></g>'
    rf'<mask id="m" mask="u\72l({OUTSIDE})"/><clipPath id="c" clip-path="\55RL({OUTSIDE})"/>',
    "image-set": f'<mask id="m" mask="image-set(&quot;{OUTSIDE}&quot; 1x)"/><g mask="src(&quot;{OUTSIDE}&quot;)"/>',
    "image": f'<image href="{OUTSIDE}.png" width="9" height="9"/>',
    "image-file": '<image href="file:///etc/passwd" width="9" height="9"/><image href="../../x.png" width="9"/>',
    "image-protocol": '<image href="//evil.example/x.png" width="9" height="9"/><image href="" width="9" height="9"/>',
    "image-svg": f'<image href="{data(INNER)}" width="9" height="9"/>',
    "image-svg-in-svg": f'<image href="{data(INNER.replace(OUTSIDE + ".png", data(INNER)))}" width="9" height="9"/>',
    "image-html": f'<image href="{data("<html><script>alert(1)</script></html>", "text/html")}" width="9" height="9"/>',
    "image-text": '<image href="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;" width="9" height="9"/>',
    "image-broken": '<image href="data:image/png;base64,!!!" width="9" height="9"/><image href="data:" width="9"/>',
    "image-xlink": f'<image xlink:href="{OUTSIDE}.png" href="" width="9" height="9"/>',
    "use-outside": f'<use href="{OUTSIDE}.svg#x"/><use xlink:href="{OUTSIDE}.svg#x"/><use href="x"/><use/>',
    "use-data": f'<use href="{data(INNER)}#x"/>',
    "use-itself": '<g id="a"><use href="#a"/></g><g id="b"><use href="#c"/></g><g id="c"><use href="#b"/></g>',
    "gradient-outside": f'<linearGradient id="g" href="{OUTSIDE}.svg#g"/><rect width="9" height="9" fill="url(#g)"/>',
    "animate": '<rect width="9" height="9"><animate attributeName="href" to="javascript:alert(1)"/></rect>'
    '<set attributeName="href" to="javascript:alert(1)"/><g><animateTransform attributeName="transform"/></g>',
    "id": '<g id="&quot;&gt;&lt;/svg&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>'
    "<clipPath id=\"a)' onload=&quot;x\"><rect width='9' height='9'/></clipPath>"
    '<rect id="" width="9" height="9" clip-path="url(&quot;#a)\' onload=\')"/>',
    "family": '<text font-family="x&quot;;background:url(https://evil.example)">a</text>'
    "<text style=\"font-family:'&lt;/svg>&lt;script>alert(1)&lt;/script>'\">a</text>"
    '<text font-family="Text, url(https://evil.example), \\22 }">a</text>',
    "values": '<rect width="9" height="9" opacity="&quot;&gt;&lt;/svg&gt;&lt;script&gt;" display="expression(alert(1))"/>'
    '<g visibility="var(--x)" overflow="attr(x)" letter-spacing="calc(1px)"/><path d="M0 0&lt;/path&gt;"/>',
    "text": "<text>&lt;/text&gt;&lt;/svg&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt; ]]&gt; &lt;!--</text>",
    "cdata": "<text><![CDATA[</text></svg><script>alert(1)</script>]]></text><!-- --><?php x ?>",
    "transform": '<g transform="url(https://evil.example)"><rect width="9" height="9" transform="rotate(1deg) junk"/></g>'
    '<linearGradient id="g" gradientTransform="u\\72l(x)"><stop/></linearGradient><rect width="9" height="9" fill="url(#g)"/>',
    "lengths": '<use href="icon:crossed-swords" width="2em" height="junk"/><use href="icon:crossed-swords" width="1e99"/>'
    '<use href="icon:crossed-swords" stroke="ink" stroke-width="1em" stroke-dasharray="1 x"/>'
    '<use href="icon:../../x"/><use href="icon:"/><rect width="calc(1px)" height="-9"/><svg width="-1"/>',
    "dangling": '<rect width="9" height="9" fill="url(#none)"/><g fill="url(#none)" mask="url(#m)"><path d="M0 0h9v9"/></g>'
    '<g stroke="url(#none) red" marker-end="url(#none)"><path d="M0 0h9"/></g><use href="#gone"/>'
    '<foreignObject><g id="gone"/></foreignObject><metadata><mask id="m"/></metadata><text fill="url(#gone)">a</text>',
    "nested": "<g>" * 3000 + "</g>" * 3000,
    "nested-svg": "<svg>" * 300 + "<rect/>" + "</svg>" * 300,
    "nested-text": "<text>" + "<tspan>" * 500 + "x" + "</tspan>" * 500 + "</text>",
    "laughs": '<g id="a0"><rect width="9" height="9"/></g>'
    + "".join(f'<g id="a{i + 1}">' + f'<use href="#a{i}"/>' * 10 + "</g>" for i in range(9)),
    "laughs-of-patterns": '<pattern id="p0" width="1" height="1"/>'
    + "".join(
        f'<pattern id="p{i + 1}" width="1" height="1">' + f'<rect fill="url(#p{i})"/>' * 10 + "</pattern>"
        for i in range(9)
    )
    + '<rect width="9" height="9" fill="url(#p9)"/>',
}  # fmt: skip


ENDLESS = ("laughs", "laughs-of-patterns")  # nothing of these is written


@pytest.fixture(scope="module")
def game(tiny_game: Game) -> Game:
    return tiny_game


@pytest.mark.parametrize("name", STRANGE)
def test_nothing_strange_reaches_the_page(game: Game, name: str) -> None:
    web = WebDrawings(game).svg(face(STRANGE[name]), "A face")
    root = held(web)
    values = " ".join(value for element in root.iter() for value in element.attrib.values())
    for word in ("evil", "alert", "javascript", "script", "onload", "passwd"):
        assert word not in values
    assert len(web) < 40_000
    assert name not in ENDLESS or len(root) == 0


@pytest.mark.parametrize(
    "text", ['"><script>alert(1)</script>', "' onload='alert(1)", "</svg>", "&quot;<!--", "]]>", "é\u2028"]
)
def test_words_for_a_drawing_are_words(game: Game, text: str) -> None:
    strange = Face(text, text, "front", face("<rect/>").svg, Size(9, 9))
    root = held(WebDrawings(game).svg(strange, text))
    assert root.get("aria-label") == text


def test_entities_and_broken_drawings_are_empty(game: Game) -> None:
    broken = [
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
        "<svg", "", "no drawing", "<html/>", "\ud800",
    ]  # fmt: skip
    for svg in broken:
        assert len(held(WebDrawings(game).svg(Face("c", "r", "front", svg, Size(9, 9)), "x"))) == 0


def test_the_corpus_is_held(game: Game) -> None:
    web = WebDrawings(game)
    for svg in CASES:
        held(web.svg(Face("c", "r", "front", svg, Size(9, 9)), "x"))


def test_what_is_wrong_is_left_out_alone(game: Game) -> None:
    """A picture that is not there, a second of one id, a shape within a shape: the rest is drawn."""
    body = (
        '<image href="none.png" width="9" height="9"/><rect id="a" width="9"><path d="M0 0"/></rect><circle id="a" r="1"/>'
        '<use href="#a"/><use href="icon:none" width="9"/>'
    )
    root = held(WebDrawings(game).svg(face(body), "x"))
    tags = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert [tag for tag in tags if tag not in ("svg", "g")] == ["rect", "circle", "use"]


def test_pixels_are_what_they_are(game: Game) -> None:
    """A picture that calls itself something else is written as what its bytes are."""
    png = picture(4, 4).partition(",")[2]
    web = WebDrawings(game).svg(face(f'<image href="data:text/html;base64,{png}" width="9"/>'), "x")
    assert 'href="data:image/png;base64,' in web
    held(web)


NAMES = sorted((ATTRIBUTES | {"style", "onload", "href", "class", "xlink:href", "xml:space"}) - {"xmlns"})
WORDS = st.sampled_from(
    [
        "url(", "u\\72l(", "URL(#a)", "url(#a)", "https://evil.example", ")", '"', "'", "<", ">", "&", ";", "none", "1em",
        "50%", "-1", "1e400", "nan", "\\", "/*", "*/", "javascript:", "data:image/svg+xml,<svg/>", "#a", "#", "icon:",
        "icon:crossed-swords", "inherit", "red", "ink", "rotate(", "calc(1px)", "auto", "pre", "preserve", " ", ",", "0 0 9 9",
    ]
)  # fmt: skip
VALUES = st.lists(
    WORDS | st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=4), max_size=4
)
TAGS = sorted(ELEMENTS | {"a", "script", "animate", "foreignObject", "title", "h:div"})


@given(
    st.sampled_from(TAGS),
    st.dictionaries(st.sampled_from(NAMES), VALUES.map("".join), max_size=5),
    st.sampled_from(TAGS),
    st.dictionaries(st.sampled_from(NAMES), VALUES.map("".join), max_size=4),
)
@settings(max_examples=600)
def test_any_attribute_is_plain_or_is_not_there(
    game: Game, tag: str, own: dict[str, str], inner: str, inside: dict[str, str]
) -> None:
    def opened(name: str, attributes: dict[str, str]) -> str:
        plain = "".join(f" {key}={_quoted(value)}" for key, value in attributes.items())
        return f"<{name}{plain}>"

    body = f'<g id="a"/>{opened(tag, own)}{opened(inner, inside)}x</{inner}></{tag}>'
    web = WebDrawings(game)
    held(web.svg(face(body), "x"))
    art = face(f'<image href="{data(face(body).svg)}" width="9" height="9"/>')
    held(web.svg(art, "x"))


def _quoted(value: str) -> str:
    escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return f'"{escaped}"'


def test_icons_of_strange_names_have_plain_ids(make_game: MakeGame) -> None:
    icon = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="x">{STRANGE["handlers"]}</svg>'
    game = read_game(make_game({'templates/icons/a"b.svg': icon}), "tiny")
    web = WebDrawings(game)
    shown = web.svg(face("<use href='icon:a\"b' width='5' height='5'/>"), "x")
    assert 'href="#icon-a_22_b"' in shown
    assert 'href="#icon-a_22_b"' in web.icon('a"b')
    root = ElementTree.fromstring(web.symbols())
    assert [symbol.get("id") for symbol in root] == ["icon-a_22_b"]
    assert "onload" not in web.symbols()
    assert "onclick" not in web.symbols()


def test_a_picture_within_pictures_ends(make_game: MakeGame) -> None:
    """Files that show one another, ten times each: a page has an end, and the drawing has none of what is beyond."""
    shows = "".join(f'<image href="b.svg" x="{i}" width="9" height="9"/>' for i in range(10))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{shows}</svg>'
    files = {"templates/tiny/a.svg": svg, "templates/tiny/b.svg": svg.replace("b.svg", "a.svg")}
    game = read_game(make_game(files), "tiny")
    web = WebDrawings(game).svg(face('<image href="a.svg" width="9" height="9"/>'), "x")
    assert len(web) < 100_000_000


def test_only_what_can_be_a_target_is_led_to(game: Game) -> None:
    """What is painted in spite of where it stands is there; what names nothing is as the painter would show it."""
    body = (
        '<switch><linearGradient id="g"><stop/></linearGradient></switch><rect width="9" height="9" fill="url(#g)"/>'
        '<g display="none" fill="red"><clipPath id="c"><circle r="9"/></clipPath></g><path d="M0 0h9v9" clip-path="url(#c)"/>'
        '<circle r="1" fill="url(#none) green"/><circle r="2" fill="url(#none)"/><line x2="9" mask="url(#none)"/>'
    )
    root = held(WebDrawings(game).svg(face(body), "x"))
    shown = {element.tag.rpartition("}")[2]: element for element in root.iter()}
    assert shown["rect"].get("fill") == "url(#d1-g)"
    assert shown["path"].get("clip-path") == "url(#d1-c)"
    assert "line" not in shown
    circles = [element for element in root.iter() if element.tag.endswith("circle")]
    assert [(element.get("r"), element.get("fill")) for element in circles] == [("1", "#008000"), ("9", None)]


@pytest.mark.parametrize(
    ("name", "css"),
    [
        ("Alegreya Sans", "Alegreya Sans"),
        ("Cinzel", "Cinzel"),
        ("Serif", '"Serif"'),
        ("Inherit Me", '"Inherit Me"'),
        ("A1", '"A1"'),
        ('a"b', '"a\\22 b"'),
        ("</style>", '"\\3c \\2f style\\3e "'),
    ],
)
def test_a_family_is_a_name_of_css(name: str, css: str) -> None:
    assert css_name(name) == css


def test_a_page_has_the_fonts_that_it_names(game: Game) -> None:
    assert "@font-face" not in font_faces(game.fonts, "<p>words</p>")
    assert font_faces(game.fonts, "abc" + css_string("Text")).count("@font-face") == 2
