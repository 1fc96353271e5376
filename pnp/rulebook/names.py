"""What a chapter, a diagram or a drawing of a book may name: collections, the rules, their formulas, counts."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from pnp.faces.board_view import view_board
from pnp.game.model import Game
from pnp.rules.sandbox import bounded_range

BOOK_WORDS = frozenset({"board", "digest", "game", "pieces", "range", "rules", "with_modifiers"})


def book_names(game: Game) -> dict[str, object]:
    """The names; a collection's dashes become underscores. The first board is ``board``."""
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
        "with_modifiers": lambda record, *names: game.book.combatant(record, names),
        "digest": game_digest(game),
    }


def _pieces(game: Game) -> Callable[[str], int]:
    def pieces(component: str) -> int:
        """How many of a component the box holds."""
        if component not in game.components:
            raise ValueError(f"there is no component '{component}'")
        return game.components[component].pieces

    return pieces


def game_digest(game: Game) -> str:
    """Eight hexadecimal digits of everything a designer wrote for the game: equal digests, equal box."""
    found = sha256()
    for room in ("data", "templates"):
        for root in game.workspace.roots:
            folder = root / room / game.name
            if folder.is_dir():
                for path in sorted(folder.rglob("*")):
                    _add(found.update, path, folder)
                break
    return found.hexdigest()[:8]


def _add(update: Callable[[bytes], object], path: Path, folder: Path) -> None:
    if path.is_file():
        update(path.relative_to(folder).as_posix().encode())
        update(path.read_bytes().replace(b"\r\n", b"\n"))
