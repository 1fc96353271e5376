"""What a check looked at, in numbers that the next run repeats: no times, no paths."""

from __future__ import annotations

from pnp.preflight.phrases import texts_of
from pnp.preflight.subject import Subject
from pnp.rulebook.blocks import Insert, walk


def facts_of(subject: Subject) -> dict[str, int]:
    """What there is of each kind, in the order in which a build meets it."""
    game = subject.game
    records = [record for collection in game.collections.values() for record in collection]
    chapters = [chapter for book in subject.books.values() for chapter in book.chapters]
    inserts = [block for chapter in chapters for block in walk(chapter.blocks) if isinstance(block, Insert)]
    counted = {
        "collections": len(game.collections),
        "records": len(records),
        "texts of records": sum(1 for record in records for _ in texts_of(record)),
        "formulas": len(game.book.formulas),
        "tables": len(game.tables),
        "boards": len(game.boards),
        "hexes": sum(len(board.terrain) for board in game.boards.values()),
        "counts and dice": len(game.expected.counts) + len(game.expected.box),
        "palette colours": len(game.palette),
        "text styles": len(game.text_styles),
        "templates and chapters": len(subject.phrases.files),
        "components": len(game.components),
        "faces of components": len({face.digest for face in subject.pieces}),
        "drawings": len(subject.faces),
        "texts set in drawings": sum(face.svg.count("<text ") for face in subject.faces),
        "icons drawn": len(subject.icons),
        "chapters": len(chapters),
        "cross-references": sum(len(chapter.links) for chapter in chapters),
        "figures and tables in the book": len(inserts),
        "documents": len(game.documents),
        "sheets": sum(len(sheets) for sheets in subject.sheets.values()),
    }
    return {what: number for what, number in counted.items() if number}
