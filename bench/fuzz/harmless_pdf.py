"""A PDF goes in; what in it could run, lead outside or bring a file along comes out, a line each.

What a document is made of is an allow-list: the keys of its catalog, its pages, its links and its outline. What is
dangerous is looked for by name in every object besides (PDF 32000, 12.6 and 7.11.4), strings of bytes aside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pikepdf

_FORBIDDEN = frozenset(
    """/JS /JavaScript /Launch /URI /SubmitForm /ResetForm /ImportData /GoTo /GoToR /GoToE /Thread /Named /Hide /SetOCGState
    /Rendition /Trans /GoTo3DView /RichMedia /RichMediaExecute /Movie /Sound /Screen /FileAttachment /EmbeddedFile
    /EmbeddedFiles /Filespec /AF /EF /UF /OpenAction /AA /AcroForm /XFA /Widget /Action /Encrypt /Metadata /Names /Dests
    /Ref /OPI /PS /Collection /Perms /ObjStm""".split()
)
_CATALOG = frozenset(("/Type", "/Pages", "/Lang", "/ViewerPreferences", "/Outlines"))
_PAGE = frozenset(("/Type", "/Parent", "/MediaBox", "/TrimBox", "/BleedBox", "/Contents", "/Resources", "/Annots"))
_LINK = frozenset(("/Type", "/Subtype", "/Border", "/Dest", "/Rect"))
_ENTRY = frozenset(("/Title", "/Parent", "/Dest", "/Prev", "/Next", "/First", "/Last", "/Count"))
_FACTS = frozenset(("/Title", "/Author", "/Subject", "/Creator", "/Producer"))
_TRAILER = frozenset(("/Root", "/Info", "/ID", "/Size"))


def wrong_in_pdf(path: Path) -> list[str]:
    """Everything that a document must not hold, a line each; nothing of one that harms nobody."""
    with pikepdf.open(path) as pdf:
        pages = {page.obj.objgen for page in pdf.pages}
        found = [*_keys("trailer", pdf.trailer, _TRAILER), *_keys("catalog", pdf.Root, _CATALOG)]
        found += _keys("facts", pdf.docinfo, _FACTS)
        for page in pdf.pages:
            found += _keys("page", page.obj, _PAGE)
            for link in page.obj.get("/Annots", ()):
                found += _keys("link", link, _LINK)
                if link.get("/Subtype") != "/Link" or not _leads_to(link.get("/Dest"), pages):
                    found.append("a link that leads to no page of the document")
        found += _outline(pdf.Root.get("/Outlines", pikepdf.Dictionary()), pages)
        for item in pdf.objects:
            found += _named(item)
        found += [f"qpdf warns: {warning}" for warning in pdf.get_warnings()]
        return list(dict.fromkeys(found))


def _keys(what: str, item: pikepdf.Object, known: frozenset[str]) -> Iterator[str]:
    yield from (f"the {what} has {key}" for key in item.keys() if key not in known)  # noqa: SIM118 - it is no mapping


def _leads_to(target: object, pages: set[tuple[int, int]]) -> bool:
    """Whether it is a place on a page of this document (PDF 32000, 12.3.2.2)."""
    return isinstance(target, pikepdf.Array) and isinstance(target[0], pikepdf.Dictionary) and target[0].objgen in pages


def _outline(root: pikepdf.Object, pages: set[tuple[int, int]]) -> Iterator[str]:
    """The lines of the outline, one below the other."""
    todo = [root["/First"]] if "/First" in root else []
    while todo:
        entry = todo.pop()
        yield from _keys("outline", entry, _ENTRY)
        if not _leads_to(entry.get("/Dest"), pages):
            yield "a line of the outline that leads to no page of the document"
        todo += [entry[key] for key in ("/First", "/Next") if key in entry]


def _named(item: object) -> Iterator[str]:
    """Dangerous keys and names of one object, and of what stands within it; what it refers to is an object itself."""
    if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
        inner: Mapping[str, object] = dict(item.items())
        yield from (f"a key that does something: {key}" for key in inner if key in _FORBIDDEN)
        values = list(inner.values())
    elif isinstance(item, pikepdf.Array):
        values = list(item)
    else:
        if isinstance(item, pikepdf.Name) and str(item) in _FORBIDDEN:
            yield f"a name that does something: {item}"
        return
    for value in values:
        if not getattr(value, "is_indirect", False):
            yield from _named(value)
