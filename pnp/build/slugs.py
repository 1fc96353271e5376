"""Leaves go in, finished pages come out: each with the line at its foot that says what it is and where it belongs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import fsum

from pnp.fonts.shape import shape
from pnp.game.model import Game
from pnp.game.slug_family import slug_family
from pnp.impose.correct import correction_of
from pnp.impose.leaf import Leaf, pages_of
from pnp.impose.marks import SLUG_SIZE, slug, slug_room
from pnp.impose.sheet import Sheet
from pnp.job import PrintJob
from pnp.units import Flip, Size

_JOINT = "  ·  "
_LEAST = 12  # letters that are left of a title, at least
_STOCK = 24  # of a paper, at most


def finish_leaves(game: Game, leaves: Sequence[Leaf], edge: Flip, job: PrintJob) -> list[Sheet]:
    """The pages of one file in the order of printing, with slugs that say which side of which leaf each is.

    Of ``job.leaves`` alone, if there are any; they keep their numbers, and links to other leaves lead nowhere.
    """
    pages = pages_of(leaves, edge, job.prints)
    known = {anchor.name for page, _, _ in pages for anchor in page.anchors}
    turn = edge if any(leaf.back for number, leaf in enumerate(leaves, 1) if job.prints(number)) else None
    finished = []
    for index, (page, number, side) in enumerate(pages):
        undone = correction_of(page.size, "back" if turn and index % 2 else "front", edge, job.printer)
        printer = f"printer: {job.printer.name}" if job.printer and undone else ""
        words = _slug_of(game, page, (f"leaf {number} of {len(leaves)}, {side}", leaves[number - 1].stock), printer)
        links = tuple(link for link in page.links if link.target in known)
        finished.append(replace(page, overlay=page.overlay + words, links=links, turn=turn, correction=undone))
    return finished


def _slug_of(game: Game, page: Sheet, leaf: tuple[str, str], printer: str) -> str:
    """A sheet's slug; nothing for one without a label. Of its leaf it says the place in the file, and the paper."""
    if not page.label:
        return ""
    place, stock = leaf
    scale = f"at {100 * page.scale:g} %" if page.scale != 1 else ""
    digest = page.digest if page.placements else ""
    facts = [page.measure or _measure(page), scale, place, stock[:_STOCK], digest]
    text = _fitted(game, [game.title, game.version, page.label], [fact for fact in facts if fact], page)
    return slug(text, page.size, slug_family(game), printer)


def _fitted(game: Game, titles: Sequence[str], facts: Sequence[str], page: Sheet) -> str:
    """One line that ends before the scale bar: where it does not, titles are cut short, the longest first.

    What must be known to lay leaves together (``facts``) is never cut.
    """
    left = [" ".join(title.split()) for title in titles if title]
    room, family = slug_room(page.size), slug_family(game)
    while True:
        text = _JOINT.join([*left, *facts])
        longest = max(range(len(left)), key=lambda i: len(left[i]), default=None)
        if longest is None or _width(game, text, family) <= room:
            return text
        if len(left[longest]) <= _LEAST:
            left.pop(0)
            continue
        left[longest] = left[longest].removesuffix("…")[:-1].rstrip() + "…"


def _width(game: Game, text: str, family: str) -> float:
    """The width of a slug line, mm."""
    return fsum(shape(font, part).width for font, part in game.fonts.runs(text, family)) * SLUG_SIZE


def _measure(sheet: Sheet) -> str:
    """The size of the pieces on a sheet, where it is one and they are whole: to be measured before they are cut."""
    found = set()
    for place in sheet.placements:
        trim, face = place.trim, place.face
        seen = place.clip.rect if place.clip else trim
        together = seen.union(trim)
        whole = together.width - seen.width < 0.01 and together.height - seen.height < 0.01
        page = trim.width > sheet.size.width - 0.01 and trim.height > sheet.size.height - 0.01
        size = Size(face.size.width * sheet.scale, face.size.height * sheet.scale)
        true = abs(trim.width * trim.height - size.width * size.height) < 0.01
        found.add((size, face.shape) if whole and true and not page else None)
    if len(found) != 1 or None in found:
        return ""
    ((size, outline),) = [item for item in found if item]
    if outline.hexagonal:
        return f"{min(size.width, size.height):.5g} mm across the flats"
    return f"{size.width:.5g} mm across" if outline.kind == "circle" else f"{size.width:.5g} x {size.height:.5g} mm"
