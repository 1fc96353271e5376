"""A book's files and what they may name go in; chapters, filled in by Jinja and read as Markdown, come out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from jinja2 import TemplateNotFound

from pnp.faces.board_view import view_board
from pnp.faces.compose import TemplateFolder, fault_span
from pnp.faces.icons import icon_names
from pnp.files import is_file, is_folder
from pnp.game.folders import all_below
from pnp.game.font_library import fallback_cure
from pnp.game.model import Book, Game
from pnp.problems import GameError, Problem, Source, Span
from pnp.rulebook.blocks import Chapter
from pnp.rulebook.markdown import Fault, read_chapter
from pnp.rules.formulas import Combatant
from pnp.rules.lookups import code_spans
from pnp.rules.notes import namespace
from pnp.rules.sandbox import Environment, bounded_range, explain
from pnp.rules.work import spend
from pnp.schema.naming import names_of
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.text_file import kept_within, read_parts

BOOK_WORDS = frozenset({"board", "digest", "game", "pieces", "range", "rules", "with_modifiers"})

MOST_DIGESTED = 500_000_000  # bytes of a file beside the game's own, such as a picture's layers
MOST_OF_ALL = 2_000_000_000  # bytes of all files of a game

_MARK = re.compile("\ue000([0-9]+)\ue001")


def book_names(game: Game) -> dict[str, object]:
    """What chapters may name; a collection's dashes become underscores. The first board is ``board``."""
    collections = {name.replace("-", "_"): collection for name, collection in game.collections.items()}
    boards = [view_board(board) for board in list(game.boards.values())[:1]]
    return {
        **game.book.names,
        **collections,
        **dict.fromkeys(["board"][: len(boards)], *boards),
        "rules": game.rules,
        "game": game,
        "range": bounded_range,
        "pieces": _pieces(game),
        "with_modifiers": _modifying(game),
        "digest": game_digest(game),
    }


def _pieces(game: Game) -> Callable[[str], int]:
    def pieces(component: str) -> int:
        """How many of a component, or of a supply such as dice, the box holds."""
        if component in game.expected.box:
            return game.expected.box[component].count
        if component not in game.components:
            raise ValueError(f"there is no component '{component}'")
        found = game.components[component]
        spend(len(found.records))
        return found.pieces

    return pieces


def _modifying(game: Game) -> Callable[..., Combatant]:
    def with_modifiers(record: object, *names: str) -> Combatant:
        """The record with what the modifiers of these names add."""
        spend(len(getattr(record, "fields_of_record", ())))  # it is made anew, and kept
        return game.book.combatant(record, names)

    return with_modifiers


def game_digest(game: Game) -> str:
    """Eight hexadecimal digits of everything a designer wrote for the game: equal digests, equal box."""
    found = sha256()
    left = MOST_OF_ALL
    for room in ("data", "templates"):
        for root in game.workspace.roots:
            folder = root / room / game.name
            if is_folder(folder):
                for path in all_below(folder, game.workspace.shown(folder)):
                    left = _add(found.update, path, folder, game, left)
                break
    return found.hexdigest()[:8]


def _add(update: Callable[[bytes], object], path: Path, folder: Path, game: Game, left: int) -> int:
    """Add a file to the digest; the answer is how many bytes the others may have."""
    if not is_file(path):
        return left
    update(os.fsencode(path.relative_to(folder).as_posix()))  # a name may be bytes that are no characters
    end = b""  # a line's end may stand in two parts
    for part in read_parts(path, game.workspace.shown(path), MOST_DIGESTED, game.workspace.within):
        left = kept_within(left, len(part), game.workspace.shown(path), MOST_OF_ALL)
        whole = end + part
        end = b"\r" if whole.endswith(b"\r") else b""
        update(whole[: len(whole) - len(end)].replace(b"\r\n", b"\n"))
    update(end)
    return left


def read_chapters(
    game: Game, book: Book, family: str, names: Mapping[str, object]
) -> tuple[list[Chapter], list[Problem]]:
    """Every chapter in the book's order, and what is wrong; one that cannot be filled in is left out, and said to be.

    ``family`` is what the text is set in.
    """

    def missing(text: str, bold: bool, italic: bool) -> str:
        return game.fonts.missing(text, family, bold, italic)

    folder = TemplateFolder(game)
    environment = _environment(folder)
    icons = icon_names(game.workspace)
    found: list[Chapter] = []
    problems: list[Problem] = []
    taken = {*book.chapters, *(f"table-{name}" for name in game.tables), *(f"diagram-{name}" for name in _drawn(book))}
    for chapter in book.chapters:
        name = f"{book.name}/{chapter}.md"
        text, wrong = _fill(environment, folder, name, names, book)
        problems += wrong
        if text is None:
            continue
        read, told = read_chapter(chapter, text, icons, taken, missing, frozenset(game.palette))
        found.append(read)
        problems += place_faults(game, name, names, told)
    return found, problems


def _environment(folder: TemplateFolder) -> Environment:
    """What chapters are filled in by."""
    return Environment(folder, ids=True, given={"namespace": namespace})


def _drawn(book: Book) -> list[str]:
    """The names of a book's diagrams."""
    return names_of(book.diagrams.get("diagrams")) if isinstance(book.diagrams, MappingNode) else []


def place_faults(game: Game, name: str, names: Mapping[str, object], faults: Sequence[Fault]) -> list[Problem]:
    """Faults of a filled-in chapter as problems at the lines of its file."""
    if not faults:
        return []
    lines = ChapterLines(game, name, names)
    return [_placed(game, fault, lines.span(fault.line)) for fault in faults]


def _placed(game: Game, fault: Fault, span: Span) -> Problem:
    if fault.lost is None:
        return Problem(fault.code, fault.message, span, fault.hint)
    cure = fallback_cure(game, fault.lost.characters)
    return Problem(fault.code, fault.message, span, cure, kin=fault.lost.kin, alike=fault.alike)


def _fill(
    environment: Environment, folder: TemplateFolder, name: str, names: Mapping[str, object], book: Book
) -> tuple[str | None, Sequence[Problem]]:
    """The chapter's text; None with a problem."""
    try:
        return environment.get_template(name).render(names), ()
    except TemplateNotFound as error:
        message = f"there is no chapter file '{error.name}' in the templates"
        return None, [Problem("missing-chapter", message, book.span, "create it, or correct its name")]
    except GameError as error:
        return None, error.problems
    except Exception as error:
        wrong = explain(error, names)
        return None, [Problem("chapter", str(wrong), fault_span(folder, error, name, wrong.line), wrong.hint)]


class ChapterLines:
    """Where a line of a filled-in chapter stands in its file: the chapter is filled in again with marked lines."""

    def __init__(self, game: Game, name: str, names: Mapping[str, object]) -> None:
        folder = TemplateFolder(game, lambda text, _: _marked(text))
        self.source: Source = folder.read(name)
        self.lines: list[int] = []
        last = 1
        for line in (
            Environment(folder, ids=True, given={"namespace": namespace}).get_template(name).render(names).split("\n")
        ):
            found = [int(number) for number in _MARK.findall(line)]
            last = found[-1] if found else last
            self.lines.append(last)

    def span(self, line: int) -> Span:
        """The place of a rendered line, counted from 1."""
        number = self.lines[min(line, len(self.lines)) - 1] if self.lines else 1
        text = self.source.line(number)
        return Span(self.source, number, len(text) - len(text.lstrip()) + 1, max(1, len(text.strip())))


def _marked(text: str) -> str:
    """A mark with its number at the start of every line that no Jinja tag runs into."""
    tags = code_spans(text, comments=True)
    start, end = next(tags, (0, 0))
    parts, at = [], 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        while end and end <= at:
            start, end = next(tags, (0, 0))
        free = not start < at < end
        parts.append((f"\ue000{number}\ue001" if free else "") + line)
        at += len(line)
    return "".join(parts)
