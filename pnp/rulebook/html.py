"""A manuscript goes in, one self-contained web page comes out: readable on a phone, aloud, and on paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from pnp.faces.icons import icon_names
from pnp.game.model import Document
from pnp.rulebook.blocks import (
    Aside,
    Beside,
    Block,
    Break,
    CellsBlock,
    Heading,
    IndexMark,
    Insert,
    Items,
    ParagraphBlock,
    RowBlock,
    TermsBlock,
    Together,
    plain,
    walk,
)
from pnp.rulebook.book import Manuscript
from pnp.rulebook.figures import given_width
from pnp.rulebook.look import BookLook
from pnp.rulebook.table_boxes import grid_words
from pnp.text.markup import Inlines, Piece
from pnp.web.allowed import color
from pnp.web.drawings import WebDrawings
from pnp.web.html_file import whole_page
from pnp.web.webfonts import css_string, font_faces

_RULES = """
:root { --ink: %(ink)s; --line: %(line)s; --link: %(link)s; --head: %(head)s; --head-text: %(head-text)s;
  --stripe: %(stripe)s; --low: %(low)s; --high: %(high)s }
* { box-sizing: border-box }
html { scroll-behavior: smooth }
body { font: 1.06rem/1.55 %(text)s, sans-serif; color: var(--ink); background: #fff; margin: 0 auto; padding: 0 1rem;
  max-width: 44rem }
header { text-align: center; padding: 2.5rem 0 1rem }
h1, h2, h3 { font-family: %(title)s, serif; line-height: 1.15; text-wrap: balance }
h1 { font-size: 2.6rem; margin: 0 }
h2 { font-size: 1.9rem; margin: 3.2rem 0 .8rem; padding-bottom: .3rem; border-bottom: 2px solid var(--line) }
h3 { font-size: 1.3rem; margin: 2rem 0 .4rem }
h4 { font-size: 1.1rem; margin: 1.4rem 0 .3rem }
p, ul, ol, dl { margin: .6rem 0 }
li > p { margin: .2rem 0 }
.lead { font-size: 1.2rem; font-style: italic }
a { color: var(--link); text-underline-offset: .15em }
a:focus-visible { outline: 3px solid var(--high); outline-offset: 2px }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem }
nav ol { columns: 14rem }
.icon { width: 1em; height: 1em; vertical-align: -.12em }
.symbols { position: absolute }
figure { margin: 1.4rem auto; text-align: center }
figure > svg { max-width: 100%%; height: auto }
.framed > svg { border: 1px solid var(--line) }
.framed > svg.round { border-radius: 50%% }
figcaption, .table-note { font-style: italic; font-size: .93rem; margin-top: .4rem }
.key { display: grid; grid-template-columns: auto 1fr; gap: .15rem .7rem; text-align: left; font-size: .93rem; \
width: fit-content; margin: .6rem auto }
.key dt, .key dd { margin: 0 }
.row { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: center; align-items: start }
.row > figure { flex: 1 1 6rem; max-width: 14rem; margin: .6rem 0 }
.beside { display: flex; flex-wrap: wrap; gap: 0 1.4rem }
.beside > figure { flex: 1 1 14rem; margin: .8rem 0 }
.beside > div { flex: 1 1 14rem }
.wide { overflow-x: auto; margin: 1.2rem 0 }
table { border-collapse: collapse; font-size: .92rem; width: 100%% }
caption { text-align: left; font-weight: bold; padding: .3rem 0 }
thead th { background: var(--head); color: var(--head-text) }
th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td.center { text-align: center }
td.right { text-align: right }
td.shaded { background: color-mix(in srgb, var(--high) var(--share), var(--low)) }
aside { border-left: 5px solid var(--edge); background: var(--fill); padding: .6rem 1rem; margin: 1.2rem 0 }
aside .title { font-weight: bold; margin: 0 }
dt { font-weight: bold; margin-top: .6rem }
dd { margin-left: 1.2rem }
.index { columns: 14rem; list-style: none; padding: 0; font-size: .93rem }
footer { border-top: 1px solid var(--line); margin: 3rem 0 2rem; font-size: .9rem }
@media print {
  body { max-width: none; font-size: 9.5pt }
  nav, .skip { display: none }
  h2 { break-before: page }
  h2, h3, h4 { break-after: avoid }
  figure, aside, tr { break-inside: avoid }
  a { color: inherit; text-decoration: none }
}
"""

_OF_DRAWINGS = re.compile(r"(to-)*(icon|d[0-9]+)-")


def style_sheet(look: BookLook) -> str:
    """The page's style sheet, with the book's colours and families."""
    families = {"text": css_string(look.body.family), "title": css_string(look.h1.family)}
    names = {**look.colors, "ink": look.ink, **families}
    panels = "".join(
        f"aside.{kind} {{ --fill: {panel.fill}; --edge: {panel.edge} }}\n" for kind, panel in look.asides.items()
    )
    return _RULES % names + panels


@dataclass(eq=False)
class _Page:
    """What one page is written with, and the targets that it has by now."""

    manuscript: Manuscript
    drawings: WebDrawings
    icons: frozenset[str]
    anchored: set[str] = field(default_factory=set)

    def anchor(self, target: str) -> str:
        """An id attribute, the first time that the target is met."""
        if not target or target in self.anchored:
            return ""
        self.anchored.add(target)
        return f' id="{_id(target)}"'


def web_page(manuscript: Manuscript, document: Document) -> str:
    """The whole book as one HTML file that asks for nothing from outside."""
    game = manuscript.composer.game
    page = _Page(manuscript, WebDrawings(game), icon_names(game.workspace))
    chapters = [chapter for chapter in manuscript.chapters if not _is_contents(chapter.blocks)]
    body = "".join(
        f'<section id="{_id(item.id)}"><h2>{_words(item.title, page)}</h2>{_blocks(item.blocks, page)}</section>\n'
        for item in chapters
    )
    entries = "".join(f'<li><a href="#{_id(item.id)}">{_words(item.title, page)}</a></li>' for item in chapters)
    title = f"{manuscript.title}: {document.title}"
    version = f"Version {game.version}, content {manuscript.names['digest']}" if game.version else ""
    text = (
        f"<header><h1>{escape(manuscript.title)}</h1><p>{escape(game.subject)}</p><p>{escape(version)}</p></header>\n"
        f'<nav aria-label="Contents"><details open><summary>Contents</summary><ol>{entries}</ol></details></nav>\n'
        f"<main>{body}</main>\n<footer><p>{escape(version)}</p></footer>"
    )
    css = style_sheet(manuscript.look)
    symbols = page.drawings.symbols()
    text = game.fonts.plain(text)
    fonts = font_faces(game.fonts, title + text + css + symbols)
    skip = f'<a class="skip" href="#{_id(chapters[0].id) if chapters else ""}">Skip the contents</a>'
    return whole_page(game.language, title, f"\n{fonts}\n{css}\n", f"{skip}\n{symbols}\n{text}")


def _is_contents(blocks: tuple[Block, ...]) -> bool:
    """Whether a chapter is nothing but the contents, which a web page has at its top."""
    return all(isinstance(block, Insert) and block.kind == "contents" for block in blocks)


def _id(target: str) -> str:
    """A target's id on the page, where drawings have ids of their own."""
    name = target.replace("/", "-")
    return escape(f"to-{name}" if _OF_DRAWINGS.match(name) else name)


def _words(words: Inlines, page: _Page) -> str:
    parts: list[str] = []
    for piece in words:
        text = page.drawings.icon(piece.text) if piece.icon else escape(piece.text).replace("\n", "<br>")
        if piece.bold and not piece.icon:
            text = f"<strong>{text}</strong>"
        if piece.italic and not piece.icon:
            text = f"<em>{text}</em>"
        for bar, tag in (("underline", "u"), ("line-through", "s")):
            text = f"<{tag}>{text}</{tag}>" if bar in piece.bars else text
        if piece.color:
            hue = color(piece.color, page.manuscript.composer.game.palette)
            text = f'<span style="color:{hue}">{text}</span>'
        if piece.link:
            text = f'<a href="#{_id(piece.link)}">{text}</a>'
        parts.append(text)
    return "".join(parts)


def _blocks(blocks: tuple[Block, ...], page: _Page) -> str:
    return "".join(_WRITERS[type(block)](block, page) for block in blocks)


def _heading(block: Heading, page: _Page) -> str:
    level = block.level + 1
    return f'<h{level} id="{_id(block.id)}">{_words(block.words, page)}</h{level}>\n'


def _paragraph(block: ParagraphBlock, page: _Page) -> str:
    look = ' class="lead"' if block.lead else ""
    return f"<p{look}>{_words(block.words, page)}</p>\n"


def _items(block: Items, page: _Page) -> str:
    tag = "ul" if block.start is None else "ol"
    start = f' start="{block.start}"' if block.start not in (None, 1) else ""
    items = "".join(f"<li>{_blocks(item, page)}</li>" for item in block.items)
    return f"<{tag}{start}>{items}</{tag}>\n"


def _terms(block: TermsBlock, page: _Page) -> str:
    items = "".join(f"<dt>{_words(term, page)}</dt><dd>{_blocks(meaning, page)}</dd>" for term, meaning in block.items)
    return f"<dl>{items}</dl>\n"


def _cells(block: CellsBlock, page: _Page) -> str:
    return _table(block.head, block.rows, block.align, "", "", page)


def _table(
    head: tuple[Inlines, ...],
    rows: tuple[tuple[Inlines, ...], ...],
    align: tuple[str, ...],
    caption: str,
    anchor: str,
    page: _Page,
    shades: tuple[tuple[float | None, ...], ...] = (),
) -> str:
    """A table with its headings said to be headings, of columns and of rows."""
    heads = "".join(f'<th scope="col">{_words(cell, page)}</th>' for cell in head)
    numbers = [value for row in shades for value in row if value is not None]
    low, high = min(numbers, default=0.0), max(numbers, default=0.0)
    body = ""
    for i, row in enumerate(rows):
        cells = f'<th scope="row">{_words(row[0], page)}</th>'
        for j, cell in enumerate(row[1:], 1):
            value = shades[i][j] if shades else None
            share = (value - low) / (high - low) if value is not None and high > low else None
            look = f' class="{align[j]}"'
            if share is not None:
                look = f' style="--share:{share * 100:.0f}%" class="shaded {align[j]}"'
            cells += f"<td{look}>{_words(cell, page)}</td>"
        body += f"<tr>{cells}</tr>"
    title = f"<caption>{caption}</caption>" if caption else ""
    mark = page.anchor(anchor)
    return f'<div class="wide"><table{mark}>{title}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>\n'


def _insert(block: Insert, page: _Page) -> str:
    made = page.manuscript
    if block.kind == "table":
        grid = made.grids[block.name]
        words = grid_words(grid, page.icons)
        caption = _words(block.caption or (Piece(grid.table.title),), page)
        table = _table(words.head, words.rows, words.align, caption, f"table/{block.name}", page, words.values)
        return table + (f'<p class="table-note">{escape(grid.table.note)}</p>\n' if grid.table.note else "")
    if block.kind in _PARTS:
        return _PARTS[block.kind](page)
    figure = made.figures.figure(block, made.book.span)
    anchor = page.anchor(figure.id)
    caption = f"<figcaption>{_words(figure.caption, page)}</figcaption>" if figure.caption else ""
    drawing = page.drawings.svg(figure.face, figure.alt)
    width = given_width(block)
    style = f' style="max-width:{width:g}mm"' if width else ""
    look = "framed" if figure.framed else "plain"
    entries = "".join(f"<dt>{escape(mark)}</dt><dd>{_words(words, page)}</dd>" for mark, words in figure.key)
    key = f'<dl class="key">{entries}</dl>' if entries else ""
    return f'<figure{anchor} class="{look}"{style}>{drawing}{key}{caption}</figure>\n'


def _row(block: RowBlock, page: _Page) -> str:
    return f'<div class="row">{"".join(_insert(insert, page) for insert in block.inserts)}</div>\n'


def _beside(block: Beside, page: _Page) -> str:
    return f'<div class="beside">{_blocks((block.figure,), page)}<div>{_blocks(block.blocks, page)}</div></div>\n'


def _aside(block: Aside, page: _Page) -> str:
    look = page.manuscript.look.asides[block.kind]
    title = escape(look.title) + (f": {_words(block.title, page)}" if block.title else "")
    icon = page.drawings.icon(look.icon) + " " if look.icon in page.icons else ""
    return f'<aside class="{block.kind}"><p class="title">{icon}{title}</p>{_blocks(block.blocks, page)}</aside>\n'


def _mark(block: IndexMark, _page: _Page) -> str:
    return f'<span id="{_id(block.id)}"></span>'


def _index(page: _Page) -> str:
    """Every entry, with the chapters it leads to."""
    places: dict[str, list[tuple[str, Inlines]]] = {}
    for chapter in page.manuscript.chapters:
        for block in walk(chapter.blocks):
            if isinstance(block, IndexMark):
                for term in block.terms:
                    places.setdefault(term, []).append((block.id, chapter.title))
    items = ""
    for term in sorted(places, key=lambda term: (term.casefold(), term)):
        links = ", ".join(f'<a href="#{_id(place)}">{escape(plain(title))}</a>' for place, title in places[term])
        items += f"<li>{escape(term)}: {links}</li>"
    return f'<ul class="index">{items}</ul>\n'


def _credits(page: _Page) -> str:
    return "".join(
        f"<p><strong>{escape(item.who)}</strong> {escape(item.what)}</p>\n" for item in page.manuscript.credits
    )


_PARTS: dict[str, Callable[[_Page], str]] = {"index": _index, "credits": _credits, "contents": lambda _: ""}
_WRITERS: dict[type, Callable[[Any, _Page], str]] = {
    Heading: _heading,
    ParagraphBlock: _paragraph,
    Items: _items,
    TermsBlock: _terms,
    CellsBlock: _cells,
    Insert: _insert,
    RowBlock: _row,
    Beside: _beside,
    Together: lambda block, page: _blocks(block.blocks, page),
    Aside: _aside,
    Break: lambda _block, _page: "<hr>\n",
    IndexMark: _mark,
}
