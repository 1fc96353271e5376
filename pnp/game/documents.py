"""The sections ``books:`` and ``documents:`` of game.yaml go in; books and documents come out, or problems."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from pnp.game.datafile import read_beside
from pnp.game.label_stock import LABEL_STOCKS
from pnp.game.model import AsideLook, Book, Document, Margins
from pnp.game.sections import entries, number_or, read_fields, read_sizes, texts
from pnp.game.spec import ASIDE, ASIDES, BOOK, BOOK_COLORS, BOOK_KEYS, BOOK_MARGINS, BOOK_ROLES, DOCUMENT
from pnp.game.workspace import Workspace
from pnp.problems import did_you_mean
from pnp.schema.naming import check_file
from pnp.schema.read import Reader
from pnp.source.nodes import Listing, Node, Scalar, kind, shortened
from pnp.source.nodes import Mapping as MappingNode
from pnp.units import PAPERS

_BOOKS = ("book", "booklet", "html")
_LAYOUTS_OF = {"lap": ("tiles",), "panels": ("tiles", "poster"), "labels": ("grid",)}
_PANELS = re.compile(r"([1-6])\s*[x×]\s*([1-6])")
TEST = "-test"  # behind a document of labels' name: its page for plain paper
# keys that are for the other kind of document, by whether it is a book
_SAYS_NOTHING = {
    True: ("components", "combine", "margin", "gutter", "flip", "backs", "lap", "panels", "labels"),
    False: ("size", "columns"),
}


def read_books(reader: Reader, node: Node | None, game: str, folder: Path, workspace: Workspace) -> dict[str, Book]:
    """Books; their chapters and templates must exist."""
    books = {}
    for key, value in entries(reader, node, "books"):
        path = f"books.{key.text}"
        given = read_fields(reader, value, BOOK, path, [name for name in BOOK_KEYS if name not in BOOK])
        if not isinstance(value, MappingNode):
            continue
        chapters = texts(reader, value.get("chapters"), "chapters")
        if not chapters and isinstance(value.get("chapters"), Listing):
            reader.problem("empty-book", f"{path} has no chapters", value.span, "add chapters: [name, …]")
        chapters = [item for item in chapters if check_file(reader, item, "chapter")]
        files = [(item, f"{item.text}.md") for item in chapters]
        files += [(item, item.text) for name in ("cover", "page") if isinstance(item := value.get(name), Scalar)]
        for item, file in files:
            if workspace.find("templates", game, key.text, file) is None:
                message = f"there is no file '{file}' in templates/{game}/{key.text}/"
                cure = workspace.cure("templates", game, key.text, file)
                reader.problem("missing-file", message, item.span, cure)
        diagrams = value.get("diagrams")
        margins = (
            read_fields(reader, margin, BOOK_MARGINS, f"{path}.margins") if (margin := value.get("margins")) else {}
        )
        colors = read_fields(reader, color, BOOK_COLORS, f"{path}.colors") if (color := value.get("colors")) else {}
        books[key.text] = Book(
            name=key.text,
            title=str(given["title"] or ""),
            span=key.span,
            chapters=tuple(item.text for item in chapters),
            cover=str(given["cover"] or ""),
            page=str(given["page"] or ""),
            diagrams=read_beside(reader, diagrams, folder, workspace) if diagrams else None,
            pages=int(number_or(given["pages"], 0)),
            numbered=given["numbered"] is not False,
            margins=Margins(**{name: float(size) for name, size in margins.items() if isinstance(size, float)}),
            colors={role: str(colors.get(role) or otherwise) for role, otherwise in BOOK_ROLES.items()},
            asides=_asides(reader, value.get("asides")),
        )
    return books


def _asides(reader: Reader, node: Node | None) -> dict[str, AsideLook]:
    looks = {}
    for key, value in entries(reader, node, "asides"):
        given = read_fields(reader, value, ASIDE, f"asides.{key.text}")
        if key.text not in ASIDES:
            hint = did_you_mean(key.text, ASIDES)
            reader.problem("unknown-field", f"there is no panel '{key.text}'", key.span, hint)
            continue
        looks[key.text] = AsideLook(**{"title": key.text.capitalize()} | {k: str(v) for k, v in given.items() if v})
    return looks


def read_documents(
    reader: Reader, node: Node | None, components: Collection[str], books: Collection[str]
) -> dict[str, Document]:
    """Documents; a list alone is short for its components."""
    documents: dict[str, Document] = {}
    found = list(entries(reader, node, "documents"))
    names = [key.text for key, _ in found]
    for key, raw in found:
        value = raw
        if isinstance(raw, Listing):
            value = MappingNode(((Scalar("components", raw.span), raw),), raw.span)
        given = read_fields(reader, value, DOCUMENT, f"documents.{key.text}", ("size", "labels"))
        if not isinstance(value, MappingNode):
            continue
        for field, known, what in (("components", components, "component"), ("combine", names, "document")):
            for item in texts(reader, value.get(field), field):
                if item.text not in known:
                    hint = did_you_mean(item.text, known)
                    reader.problem(f"unknown-{what}", f"there is no {what} '{item.text}'", item.span, hint)
        if not any(value.get(name) for name in ("components", "combine", "book", "labels")):
            reader.problem(
                "missing-field", f"documents.{key.text} names no components", key.span, "add components: [name, …]"
            )
        documents[key.text] = Document(
            name=key.text,
            title=str(given["title"] or key.text.replace("-", " ").capitalize()),
            span=key.span,
            components=tuple(item.text for item in texts(reader, value.get("components"), "components")),
            combine=tuple(item.text for item in texts(reader, value.get("combine"), "combine")),
            layout=str(given["layout"] or "grid"),  # type: ignore[arg-type]  # one of eight, the reader saw to it
            margin=number_or(given["margin"], 5.0),
            gutter=number_or(given["gutter"], 3.0),
            flip="short" if given["flip"] == "short" else "long",
            backs=str(given["backs"]) if given["backs"] else None,  # type: ignore[arg-type]  # one of four
            book=str(given["book"] or ""),
            sizes=read_sizes(reader, value, f"documents.{key.text}") if _has_pages(value) else {},
            columns=int(number_or(given["columns"], 1)),
            lap=number_or(given["lap"], 0.0),
            panels=_panels(reader, value.get("panels")),
            labels=_labels(reader, value.get("labels")),
        )
        _check_book(reader, value, documents[key.text], books)
        _check_keys(reader, value, documents[key.text])
    for key, value in found:
        _check_pack(reader, value, documents, key.text)
    return _with_test_pages(reader, documents)


def _panels(reader: Reader, node: Node | None) -> tuple[int, int]:
    """``2 x 3``: columns and rows of panels."""
    if not isinstance(node, Scalar) or node.empty:
        return 1, 1
    match = _PANELS.fullmatch(node.text.strip().lower())
    if match is None or match[1] == match[2] == "1":
        message = f"panels: expected columns and rows such as 2 x 2, found '{shortened(node.text)}'"
        reader.problem("bad-size", message, node.span, "up to 6 x 6, and more than one panel")
        return 1, 1
    return int(match[1]), int(match[2])


def _labels(reader: Reader, node: Node | None) -> dict[str, str]:
    """``labels: avery-5160``, or one for each paper."""
    if node is None:
        return {}
    parts = [(Scalar("", node.span), node)] if isinstance(node, Scalar) else list(entries(reader, node, "labels"))
    found = {}
    for paper, item in parts:
        if not isinstance(node, Scalar) and paper.text not in PAPERS:
            hint = did_you_mean(paper.text, PAPERS)
            reader.problem("unknown-paper", f"unknown paper '{shortened(paper.text)}'", paper.span, hint)
        name = item.text.strip().lower() if isinstance(item, Scalar) else ""
        if name in LABEL_STOCKS:
            found[paper.text] = name
        else:
            what = f"'{shortened(item.text)}'" if isinstance(item, Scalar) else kind(item)
            hint = did_you_mean(name, LABEL_STOCKS) or f"such as {', '.join(LABEL_STOCKS)}"
            reader.problem("unknown-labels", f"labels: no sheet of labels is known as {what}", item.span, hint)
    return found


def _check_keys(reader: Reader, node: MappingNode, document: Document) -> None:
    """Keys that are for other layouts, or for sheets that are cut."""
    if document.book:
        return
    for name, layouts in _LAYOUTS_OF.items():
        key = node.key(name)
        if key and document.layout not in layouts:
            message = f"'{name}' says nothing to a document with layout {document.layout}"
            reader.problem("unknown-field", message, key.span, f"take it out, or write layout: {layouts[0]}")
    for name in ("margin", "gutter", "flip", "combine") if node.get("labels") else ():
        key = node.key(name)
        if key:
            message = f"'{name}' says nothing to a document of labels: its sheets are cut already"
            reader.problem("unknown-field", message, key.span, "take it out")


def _with_test_pages(reader: Reader, documents: dict[str, Document]) -> dict[str, Document]:
    """Behind each document of labels the page that shows on plain paper where they lie.

    Labels are stock of their own: no file joins them with other sheets.
    """
    found: dict[str, Document] = {}
    for name, document in documents.items():
        found[name] = document
        if document.labels and document.components and name + TEST not in documents:
            title = f"{document.title}, test on plain paper"
            found[name + TEST] = replace(document, name=name + TEST, title=title, components=())
        for other in document.combine:
            if other in documents and documents[other].labels:
                message = f"{name} combines {other}, which is printed on labels"
                hint = f"take {other} out of combine: it is printed by itself, on its own stock"
                reader.problem("wrong-layout", message, document.span, hint)
    return found


def _check_pack(reader: Reader, node: Node, documents: dict[str, Document], name: str) -> None:
    """What is to pack the pieces of others must agree with one of them in margin and gutter."""
    document = documents.get(name)
    layout = node.get("layout") if isinstance(node, MappingNode) else None
    if document is None or layout is None or document.layout != "pack" or document.components:
        return
    combined = [documents[each] for each in document.combine if each in documents]
    if combined and not any(document.packs(each) for each in combined):
        margins = f"margin {document.margin:g} and gutter {document.gutter:g}"
        message = f"documents.{name} packs nothing: no document that it combines is a grid with {margins}"
        hint = "give it the margin and gutter of those whose pieces it is to pack, or take layout: pack out"
        reader.problem("nothing-to-pack", message, layout.span, hint)


def _has_pages(node: MappingNode) -> bool:
    layout = node.get("layout")
    return isinstance(layout, Scalar) and layout.text in ("book", "booklet")


def _check_book(reader: Reader, node: MappingNode, document: Document, books: Collection[str]) -> None:
    """A book's layout needs a book, and a book needs a book's layout; only a web page is called so."""
    span = (node.get("layout") or node).span
    if document.layout in _BOOKS and document.book not in books:
        hint = did_you_mean(document.book, books) or "add book: NAME, and NAME under books:"
        place = (node.get("book") or node.get("layout") or node).span
        reader.problem("unknown-book", f"there is no book '{document.book}' to lay out", place, hint)
    elif document.book and document.layout not in _BOOKS:
        hint = "add layout: book, booklet or html"
        reader.problem("wrong-layout", f"a book cannot be laid out as {document.layout}", span, hint)
    if (document.layout == "html") != document.name.endswith(".html"):
        hint = "a web page's name ends in .html, as in rulebook.html: {layout: html, book: rulebook}"
        reader.problem("bad-name", f"'{document.name}' does not go with layout {document.layout}", span, hint)
    for key, _ in node.entries:
        if key.text in _SAYS_NOTHING[document.layout in _BOOKS] or (
            key.text in ("size", "columns") and document.layout == "html"
        ):
            message = f"'{key.text}' says nothing to a document with layout {document.layout}"
            reader.problem("unknown-field", message, key.span, "take it out")
