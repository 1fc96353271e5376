"""SVG text goes in, an element tree with plain names comes out; huge and broken files are refused."""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree import ElementTree

from pnp.svg.entities import EntityError, written_out

Element = ElementTree.Element

SVG = "{http://www.w3.org/2000/svg}"
HOLES = "urn:pnp:hole"  # the namespace of what stands where something was cut out
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
MAX_CHARACTERS = 16_000_000
LINE_MARK = "data-at"  # an attribute with the template's file:line, present when a fault is being located

_MARK_BEFORE = re.compile(rf'{LINE_MARK}="([^"]*)"')
_DECLARATION = re.compile(r"\A\s*<\?xml\s[^>]*\?>")
_URL = re.compile(r"""\s*url\(\s*(?:"#([^"]*)"|'#([^']*)'|#([^)"'\s]*))\s*\)(.*)""", re.DOTALL)


class SvgFault(Exception):  # noqa: N818 - a fault of the drawing, not an error of ours
    """SVG that the painter does not draw. ``where`` is ``file:line`` when the face was rendered with line marks.

    ``missing`` are characters that no font has, where that is what is wrong.
    """

    def __init__(self, message: str, hint: str = "", where: str = "", missing: str = "") -> None:
        self.message = message
        self.hint = hint
        self.where = where
        self.missing = missing
        super().__init__(message)

    def at(self, where: str) -> SvgFault:
        """The same fault with its place, unless it has one."""
        return self if self.where else SvgFault(self.message, self.hint, where, self.missing)


def parse(svg: str) -> Element:
    """Parse a face. Raises SvgFault for XML that is broken, a DOCTYPE that reaches outside, and no SVG."""
    if len(svg) > MAX_CHARACTERS:
        raise SvgFault(f"the drawing is {len(svg):,} characters long; at most {MAX_CHARACTERS:,} are painted")
    if "<!DOCTYPE" in svg or "<!ENTITY" in svg:
        try:
            svg = written_out(svg)
        except EntityError as fault:
            raise SvgFault(str(fault), "save it as plain SVG: it needs no DOCTYPE") from None
    svg = _DECLARATION.sub(lambda match: "\n" * match[0].count("\n"), svg, count=1)  # it may stand behind Jinja's lines
    parser = ElementTree.XMLParser()
    try:
        parser.feed(svg)
        root = parser.close()
    except UnicodeEncodeError:
        raise SvgFault("the drawing holds half a character", "type the character again") from None
    except ElementTree.ParseError as error:
        line, column = error.position
        offset = sum(len(text) + 1 for text in svg.split("\n")[: line - 1]) + column
        marks = _MARK_BEFORE.findall(svg[:offset])
        reason = str(error).split(":")[0]
        raise SvgFault(
            f"the drawing is not well-formed XML: {reason}",
            "look for a tag that is not closed, or a bare & or < in a text",
            marks[-1] if marks else "",
        ) from None
    if root.tag not in (f"{SVG}svg", "svg"):
        raise SvgFault(
            "the outermost element is not <svg xmlns='http://www.w3.org/2000/svg'>",
            "begin the template with <svg …>",
        )
    return root


@lru_cache(maxsize=1024)
def local(tag: str) -> str:
    """The element's name without SVG's namespace; other namespaces stay in braces."""
    return tag[len(SVG) :] if tag.startswith(SVG) else tag


def href(element: Element) -> str:
    """The target of href or xlink:href; empty when there is none."""
    return element.get("href") or element.get(XLINK_HREF) or ""


def target(reference: str) -> tuple[str, str]:
    """``url(#name) fallback`` as the name and the fallback; the name is empty when it is no such reference."""
    match = _URL.fullmatch(reference)
    return (match[1] or match[2] or match[3], match[4].strip()) if match else ("", "")


def bare(element: Element) -> Element:
    """A copy with plain names: without comments, and without what other programs note for themselves."""
    own = {name: value for name, value in element.items() if not name.startswith("{") or name == XML_SPACE}
    if href(element):
        own["href"] = href(element)
    made = Element(local(element.tag), own)
    made.text, made.tail = element.text, element.tail
    made.extend(bare(child) for child in element if not local(child.tag).startswith("{"))
    return made


def fragment(svg: str) -> Element:
    """A part of a drawing that we wrote ourselves, such as ``<g>…</g>``, to be put into another."""
    return ElementTree.fromstring(svg)


def written(element: Element) -> str:
    """An element with all that stands within it, as SVG text; names must be plain (see ``local``)."""
    return ElementTree.tostring(element, encoding="unicode")
