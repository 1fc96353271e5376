"""Random edits of a good game: each ends in a PDF or in problems with places, never in a traceback."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build import build, read_game
from pnp.game.workspace import Workspace, shipped_root
from pnp.problems import GameError, describe

from .conftest import CARD, GAME, HEROES
from .test_broken_games import BOARD, BOARD_GAME, GOOD_MAP

FILES = {
    "data/tiny/game.yaml": BOARD_GAME + 'checks: [{every: heroes, must: "health > 2", because: weak}]\n',
    "data/tiny/heroes.yaml": HEROES,
    "data/tiny/board.yaml": BOARD + GOOD_MAP,
    "templates/tiny/card.svg": CARD,
}
assert GAME in BOARD_GAME
WORDS = [
    "{{",
    "}}",
    "{%",
    ":",
    "-",
    " ",
    "\n",
    "\t",
    '"',
    "'",
    "#",
    "&a",
    "*a",
    "!",
    "<",
    ">",
    "/",
    "&",
    "999",
    "-1",
    "~",
    "[",
    "]",
    "{",
    "}",
    "é",
    "漢",
    "\x00",
    "\ufeff",
    "<<: x",
    "%",
    "|",
    ">",
]
edits = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 6), st.one_of(st.just(""), st.sampled_from(WORDS))),
    min_size=1,
    max_size=3,
)


@given(st.sampled_from(sorted(FILES)), edits)
@settings(max_examples=250)
def test_random_edits_never_give_a_traceback(name: str, changes: list[tuple[float, int, str]]) -> None:
    text = FILES[name].lstrip("\n")
    for where, cut, word in changes:
        at = int(where * len(text))
        text = text[:at] + word + text[at + cut :]
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for file, content in (FILES | {name: text}).items():
            path = root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content.lstrip("\n") if file != name else content, encoding="utf-8")
        try:
            built = build(read_game(Workspace(root, shipped_root()), "tiny"), "a4", root / "out")
        except GameError as error:
            assert error.problems
            assert all(describe(problem) for problem in error.problems)
            assert not (root / "out").exists()
        else:
            assert all((root / "out" / item.path.name).read_bytes().startswith(b"%PDF") for item in built)
