"""A manuscript and a page size go in, the book's pages come out as sheets: set, broken, numbered until they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, fsum

from pnp.faces.compose import Composer
from pnp.faces.face import Face
from pnp.faces.icons import icon_names
from pnp.game.model import Document, Game
from pnp.impose.sheet import Anchor, Link, Placement, Sheet, clip_of
from pnp.problems import Problem
from pnp.rulebook.blocks import Chapter, plain
from pnp.rulebook.book import Manuscript, read_book
from pnp.rulebook.column_boxes import Spot, pitch
from pnp.rulebook.generated_parts import COLUMN_GAP, set_contents, set_credits, set_index
from pnp.rulebook.look import BookLook, tightened
from pnp.rulebook.pagination import Frame, Page, paginate
from pnp.rulebook.set_context import SetContext
from pnp.rulebook.typeset import set_chapter
from pnp.units import Matrix, Rect, Size, mm

PASSES = 5  # at most, until every page number stands
OPENER_ROOM = 22.0  # mm over a chapter's title for the page's own art, in a book of one column
DIAGRAMS = "diagrams"  # what the faces of diagrams are called instead of their component
SPILL = 0.36  # of a page: a chapter's last page with less on it is not worth a page
SQUEEZES = (0.9, 0.8, 0.7, 0.6)
STEPS = 40  # between a book's sizes and its smallest, when it must fit its pages
TIGHTEST = 0.45  # of the white between its blocks goes, at the smallest
RUN_ON = 0.42  # a chapter of a book in columns begins on a page where so much of it is left
_EMPTY = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'


@dataclass(frozen=True, eq=False)
class Edition:
    """What one edition of a book is set with; ``share`` of the way from its styles' sizes to their smallest."""

    manuscript: Manuscript
    document: Document
    size: Size
    share: float = 0.0

    @cached_property
    def look(self) -> BookLook:
        """The book's look, at the sizes that are tried."""
        return tightened(self.manuscript.look, self.share) if self.share else self.manuscript.look

    @property
    def covers(self) -> int:
        """How many pages stand before the first that is set."""
        return 1 if self.manuscript.book.cover else 0

    def count(self, pages: Sequence[Page]) -> int:
        """How many pages it has, cover and all, but for the blank ones that a booklet needs."""
        return self.covers + sum(bool(page.placed) for page in pages)

    @property
    def game(self) -> Game:
        """The book's game."""
        return self.manuscript.composer.game

    @property
    def frame(self) -> Frame:
        """The room for text on every page."""
        m = self.manuscript.book.margins
        height = self.size.height - m.top - m.bottom
        columns = self.document.columns
        run_on = RUN_ON * height if columns > 1 else None
        return Frame(self.size.width - m.inner - m.outer, height, columns, COLUMN_GAP, run_on)


@dataclass(frozen=True)
class Typeset:
    """A book that was set: its sheets, what was wrong, and a note how its text was made to fit, if it had to."""

    sheets: tuple[Sheet, ...]
    problems: tuple[Problem, ...]
    note: str = ""


def set_book(manuscript: Manuscript, document: Document, paper: str) -> Typeset:
    """Set the book for a document: at the largest sizes at which it has no more pages than it may."""
    edition = Edition(manuscript, document, document.size(paper))
    pages, folios = number_pages(edition)
    problems: list[Problem] = []
    note = ""
    if manuscript.book.pages:
        edition, pages, folios = _fit_pages(edition, pages, folios)
        if edition.count(pages) > manuscript.book.pages:
            problems.append(too_long(edition, pages))
        else:
            note = _fitted(edition, pages)
    problems += _check_fit(edition, pages)
    covers, wrong_cover = _cover(edition)
    sheets, wrong_pages = _sheets(edition, pages, folios)
    return Typeset((*covers, *sheets), (*problems, *wrong_cover, *wrong_pages), note)


def number_pages(edition: Edition) -> tuple[list[Page], dict[str, str]]:
    """The pages, set pass after pass until the page numbers in them are those that they have."""
    folios: dict[str, str] = {}
    pages: list[Page] = []
    for _ in range(PASSES):
        pages = _set(edition, folios)
        found = _folios(pages, edition.covers)
        if found == folios:
            break
        folios = found
    return pages, folios


def _fit_pages(
    edition: Edition, pages: list[Page], folios: dict[str, str]
) -> tuple[Edition, list[Page], dict[str, str]]:
    """The edition, its pages and its page numbers at the first of ``STEPS`` even steps to the smallest sizes that fits.

    Those at the smallest sizes, where none does.
    """
    wanted = edition.manuscript.book.pages
    done = {0: (edition, pages, folios)}
    low, high = (-1, 0) if edition.count(pages) <= wanted else (0, STEPS)
    while high - low > 1 or high not in done:
        step = high if high not in done else (low + high) // 2
        smaller = replace(edition, share=step / STEPS)
        done[step] = (smaller, *number_pages(smaller))
        if smaller.count(done[step][1]) <= wanted:
            high = step
        elif step == STEPS:
            return done[step]
        else:
            low = step
    return done[high]


def _fitted(edition: Edition, pages: Sequence[Page]) -> str:
    """How the text was made to fit."""
    return (
        f"{edition.document.name}: {edition.count(pages)} of {edition.manuscript.book.pages} pages,"
        f" text at {edition.look.body.size:.2f} pt,"
        f" {100 * round(edition.share * STEPS) // STEPS} % of the way from its sizes to its smallest"
    )


def too_long(edition: Edition, pages: Sequence[Page]) -> Problem:
    """What is said of a book that has too many pages at its smallest sizes: by how much of its text."""
    book, count = edition.manuscript.book, edition.count(pages)
    excess, where = _excess(edition, pages)
    lines = ceil(excess / pitch(edition.look.body))
    message = (
        f"{edition.document.name}: {count} pages, even at the smallest sizes, and the book may have {book.pages}: "
    )
    if excess:
        message += f"{excess:.0f} mm ({lines} line{'s' if lines > 1 else ''}) too much{where}"
        hint = f"shorten it, lower the min of its text styles, or allow pages: {count}"
    else:
        message += "each chapter begins one"
        hint = f"join chapters into one file, or allow pages: {count}"
    return Problem("book-too-long", message, book.span, hint)


def _excess(edition: Edition, pages: Sequence[Page]) -> tuple[float, str]:
    """How many mm must go, and where: of chapters that begin pages, those whose last page holds least."""
    over = edition.count(pages) - edition.manuscript.book.pages
    if edition.frame.columns > 1:
        boxes = [item.box for page in pages[-over:] for item in page.placed]
        return fsum(box.height for box in boxes), ""
    chapters: list[list[Page]] = []
    for page in pages:
        if page.opener or not chapters:
            chapters.append([])
        chapters[-1].append(page)
    excess, names = 0.0, []
    for _ in range(over):
        longest = [chapter for chapter in chapters if len(chapter) > 1]
        if not longest:
            return 0.0, ""
        chapter = min(longest, key=lambda pages: pages[-1].used)
        excess += chapter.pop().used
        names.append(chapter[0].placed[0].box.targets[0].title)
    return excess, f" in {' and '.join(repr(name) for name in dict.fromkeys(names))}"


def _check_fit(edition: Edition, pages: Sequence[Page]) -> Iterator[Problem]:
    """Something taller than a page stands out below it, and is said."""
    for number, page in enumerate(pages, edition.covers + 1):
        excess = max((item.y + item.box.height for item in page.placed), default=0.0) - edition.frame.height
        if excess > 0.01:
            message = f"{edition.document.name}: page {number} holds something {excess:.1f} mm too tall for it"
            hint = "make the figure smaller, or take the blocks out of ::: together"
            yield Problem("overflow", message, edition.document.span, hint)


def face_again(composer: Composer, face: Face, paper: str) -> Face | None:
    """The same page, figure or diagram of a book, made once more by another composer (of marked templates)."""
    game = composer.game
    for document in game.documents.values():
        if face.component not in (document.book, DIAGRAMS) or not document.book or document.layout == "html":
            continue
        made, _ = read_book(composer, game.books[document.book])  # what is wrong was told when it was read first
        for sheet in set_book(made, document, paper).sheets if made else ():
            for placement in sheet.placements:
                if placement.face.record == face.record and placement.face.size == face.size:
                    return placement.face
    return None


def _context(edition: Edition, folios: Mapping[str, str]) -> SetContext:
    made = edition.manuscript
    return SetContext(
        look=edition.look,
        fonts=edition.game.fonts,
        language=edition.game.language,
        icons=icon_names(edition.game.workspace),
        measure=edition.frame.width,
        height=edition.frame.height,
        pages=folios,
        figures=made.figures,
        grids=made.grids,
        parts={
            "contents": lambda context, width: set_contents(_listed(made.chapters), made.numbers, context, width),
            "index": lambda context, width: set_index(made.chapters, context, width),
            "credits": lambda context, width: set_credits(made.credits, context, width),
        },
        span=made.book.span,
        white=1.0 - TIGHTEST * edition.share,
        opener_room=OPENER_ROOM if made.book.page and edition.document.columns == 1 else 0.0,
    )


def _listed(chapters: Sequence[Chapter]) -> list[Chapter]:
    """The chapters that the contents list: all but the contents themselves."""
    return [chapter for chapter in chapters if not _is_contents(chapter)]


def _is_contents(chapter: Chapter) -> bool:
    return any(getattr(block, "kind", "") == "contents" for block in chapter.blocks)


def _set(edition: Edition, folios: Mapping[str, str]) -> list[Page]:
    """One pass. The last chapter begins on the last page of a multiple of four, so that a booklet ends with it."""
    made, frame = edition.manuscript, edition.frame
    context = _context(edition, folios)
    width = frame.column(frame.columns)
    if frame.columns > 1:
        flow = [
            box for chapter in made.chapters for box in set_chapter(chapter, _number(made, chapter), context, width)
        ]
        return paginate(flow, frame)
    sections = [_section(chapter, edition, context, width) for chapter in made.chapters]
    pages = [page for section in sections for page in section]
    last = len(sections[-1]) if len(sections) > 1 else 0
    folded = any(item.layout == "booklet" and item.book == made.book.name for item in edition.game.documents.values())
    blank = [Page()] * (-(len(pages) + edition.covers) % 4 if folded else 0)
    return [*pages[: len(pages) - last], *blank, *pages[len(pages) - last :]]


def _number(made: Manuscript, chapter: Chapter) -> str:
    return made.numbers.get(chapter.id, "")


def _section(chapter: Chapter, edition: Edition, context: SetContext, width: float) -> list[Page]:
    """The pages of one chapter; one that would spill a few lines onto another page is set a little closer."""
    number, frame = _number(edition.manuscript, chapter), edition.frame
    pages = paginate(set_chapter(chapter, number, context, width), frame)
    if len(pages) > 1 and pages[-1].used < SPILL * frame.height:
        for squeeze in SQUEEZES:
            closer = paginate(set_chapter(chapter, number, replace(context, squeeze=squeeze), width), frame)
            if len(closer) < len(pages):
                return closer
    return pages


def _folios(pages: Sequence[Page], covers: int) -> dict[str, str]:
    folios: dict[str, str] = {}
    for number, page in enumerate(pages, covers + 1):
        for placed in page.placed:
            for target in placed.box.targets:
                folios.setdefault(target.name, str(number))
    return folios


def _cover(edition: Edition) -> tuple[list[Sheet], Sequence[Problem]]:
    made = edition.manuscript
    book = made.book
    if not book.cover:
        return [], ()
    names = {**made.names, "title": made.title, "document": edition.document}
    filled = made.composer.fill_in(f"{book.name}/{book.cover}", edition.size, names, "the cover", book.span)
    face = Face(book.name, "cover", "front", filled.svg, edition.size)
    return [_sheet(edition, [Placement(face, Matrix())], (), (Anchor("cover", 0.0, made.title, 0),))], filled.problems


def _sheet(
    edition: Edition, placements: Sequence[Placement], links: Sequence[Link], anchors: Sequence[Anchor]
) -> Sheet:
    whole = Rect(0, 0, edition.size.width, edition.size.height)
    return Sheet(edition.size, tuple(placements), whole, whole, "", links=tuple(links), anchors=tuple(anchors))


def _sheets(edition: Edition, pages: Sequence[Page], folios: Mapping[str, str]) -> tuple[list[Sheet], list[Problem]]:
    """Each page's furniture and text as one face, its figures as faces of their own on top."""
    made = edition.manuscript
    titles = {chapter.id: plain(chapter.title) for chapter in made.chapters}
    chapter = ""
    sheets: list[Sheet] = []
    problems: list[Problem] = []
    for number, page in enumerate(pages, edition.covers + 1):
        begun = [target.name for placed in page.placed for target in placed.box.targets if target.name in titles]
        if page.opener or not chapter:
            chapter = begun[0] if begun else chapter
        sheet, wrong = _page(edition, page, number, chapter, titles, folios)
        sheets.append(sheet)
        problems += wrong
        chapter = begun[-1] if begun else chapter
    return sheets, problems


def _page(
    edition: Edition, page: Page, number: int, chapter: str, titles: Mapping[str, str], folios: Mapping[str, str]
) -> tuple[Sheet, Sequence[Problem]]:
    made, frame, margins = edition.manuscript, edition.frame, edition.manuscript.book.margins
    recto = number % 2 == 1
    opener = page.opener and frame.columns == 1
    x, y = margins.inner if recto else margins.outer, margins.top
    boxes = [(placed.box, x + placed.x, y + placed.y) for placed in page.placed]
    text = "".join(f'<g transform="translate({mm(bx)} {mm(by)})">{box.svg}</g>' for box, bx, by in boxes if box.svg)
    names: dict[str, object] = {
        **made.names,
        "recto": recto,
        "folio": str(number),
        "title": made.title,
        "head": "" if opener or not page.placed else titles.get(chapter, "") if recto else made.title,
        "opener": opener,
        "blank": not page.placed,
        "chapter": titles.get(chapter, ""),
        "number": made.numbers.get(chapter, ""),
        "chapters": len(made.numbers),
        "columns": frame.columns,
        "m": margins,
    }
    furniture, wrong = _furniture(edition, names, f"page {number}")
    face = Face(made.book.name, f"page {number}", "front", _with_text(furniture, text), edition.size)
    placements = [Placement(face, Matrix())]
    placements += [_spot(spot, bx, by) for box, bx, by in boxes for spot in box.spots]
    links = [
        Link(Rect(link.rect.x + bx, link.rect.y + by, link.rect.width, link.rect.height), link.target)
        for box, bx, by in boxes
        for link in box.links
    ]
    anchors = [
        Anchor(target.name, max(0.0, by - 4), target.title, target.level)
        for box, _, by in boxes
        for target in box.targets
        if folios.get(target.name) == str(number)  # a table shown again is found where it stands first
    ]
    return _sheet(edition, placements, links, anchors), wrong


def _furniture(edition: Edition, names: Mapping[str, object], where: str) -> tuple[str, Sequence[Problem]]:
    """What stands beneath the text: the book's own template, or a plain folio."""
    made = edition.manuscript
    if made.book.page:
        page = f"{made.book.name}/{made.book.page}"
        filled = made.composer.fill_in(page, edition.size, names, where, made.book.span)
        return filled.svg or _EMPTY, filled.problems
    if names["blank"]:
        return _EMPTY, ()
    look, margins = edition.look, made.book.margins
    x = edition.size.width - margins.outer if names["recto"] else margins.outer
    anchor = "end" if names["recto"] else "start"
    folio = _EMPTY.replace(
        "</svg>",
        f'<text x="{mm(x)}" y="{mm(edition.size.height - margins.bottom / 2)}" text-anchor="{anchor}"'
        f' font-family="{look.small.family}" font-size="3" fill="{look.small.color}">{names["folio"]}</text></svg>',
    )
    return folio, ()


def _with_text(furniture: str, text: str) -> str:
    head, closing, tail = furniture.rpartition("</svg>")
    return f"{head}{text}{closing}{tail}"


def _spot(spot: Spot, x: float, y: float) -> Placement:
    """A figure's face on the page, cut to its trim."""
    left, top = x + spot.x, y + spot.y
    size = spot.face.size
    matrix = Matrix(spot.scale, 0, 0, spot.scale, left, top)
    rect = Rect(left, top, size.width * spot.scale, size.height * spot.scale)
    return Placement(spot.face, matrix, clip_of(spot.face.shape, size, matrix, rect, 0.0))
