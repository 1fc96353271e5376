"""The file of printings: written word for word, read as it was written, and refused with the place of each fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.history.ledger import KEPT, MOST, Ledger, ledger_text, read_ledger
from pnp.history.snapshot import Tree
from pnp.problems import GameError


def ledger_of(*trees: Tree) -> Ledger:
    ledger = Ledger("tiny")
    for number, tree in enumerate(trees, 1):
        ledger = ledger.with_printing(
            tree, "a4" if number % 2 else "letter", f"night {number}", ("cards",) * (number > 1)
        )
    return ledger


def tree_of(mark: str, **others: str) -> Tree:
    return {"components": {"cards": {"pieces": {"ada": mark}}}, **others}


THREE = ledger_of(
    tree_of(f"1 x {'0' * 12}", a="1"), tree_of(f"1 x {'1' * 12}", b="2"), tree_of(f"12 x {'2' * 12} / {'3' * 12}")
)
TEXT = f"""\
# What was printed of A game, written by `pnp print`. Commit it: `pnp reprint` and `pnp diff` compare with it.
# `now` is the last printing; under `before` stands what was otherwise in earlier ones (~: it was not there).
printings:
  1:
    paper: a4
    note: night 1
  2:
    paper: letter
    note: night 2
    only: [cards]
  3:
    paper: a4
    note: night 3
    only: [cards]
now:
  components:
    cards:
      pieces:
        ada: 12 x {"2" * 12} / {"3" * 12}
before:
  2:
    b: 2
    components:
      cards:
        pieces:
          ada: 1 x {"1" * 12}
  1:
    a: 1
    b: ~
    components:
      cards:
        pieces:
          ada: 1 x {"0" * 12}
"""


def test_the_file_of_printings_is_written_like_this_and_read_as_they_were(tmp_path: Path) -> None:
    assert ledger_text(THREE, "A\n game") == TEXT
    path = tmp_path / "tiny.yaml"
    path.write_text(TEXT)
    read = read_ledger(path, "tiny", "tiny.yaml")
    assert [(item.number, item.paper, item.note, item.documents, item.tree) for item in read.printings] == [
        (item.number, item.paper, item.note, item.documents, item.tree) for item in THREE.printings
    ]
    assert [item.label for item in read.printings] == [
        "printing 1 (night 1)",
        "printing 2 (night 2)",
        "printing 3 (night 3)",
    ]
    assert read.last is read.printings[-1] is read.named("") is read.named("3") is read.find("003")
    assert (read.named("x"), read.named("4"), read.kept) == (None, None, "1, 2, 3")


def test_before_the_file_grows_too_long_the_oldest_printings_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for most, kept in ((TEXT.count("\n"), [1, 2, 3]), (TEXT.count("\n") - 1, [2, 3]), (3, [3])):
        monkeypatch.setattr("pnp.history.ledger.MAX_LINES", most)
        assert re.findall(r"^  ([0-9]):\n    paper", ledger_text(THREE, "A game"), re.MULTILINE) == list(map(str, kept))


def test_printings_stay_until_there_are_too_many() -> None:
    assert [item.number for item in ledger_of(*[tree_of("")] * KEPT).printings] == list(range(1, KEPT + 1))
    assert [item.number for item in ledger_of(*[tree_of("")] * (KEPT + 1)).printings] == list(range(2, KEPT + 2))


def heads(count: int) -> str:
    return "printings:\n" + "".join(f"  {number}: {{paper: a4}}\n" for number in range(1, count + 1))


def changes(count: int) -> str:
    return "before:\n" + "".join(f"  {number}: {{a: x}}\n" for number in range(1, count))


NOW = f"now: {{components: {{cards: {{pieces: {{ada: 1 x {'0' * 12}}}}}}}}}\n"


def read_text_of(folder: Path, text: str) -> Ledger:
    (folder / "tiny.yaml").write_text(text)
    return read_ledger(folder / "tiny.yaml", "tiny", "prints/tiny.yaml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (heads(MOST + 1) + NOW, "2:3: error: 101 printings stand here, at most 12 are ever kept"),
        ("printings: {}\n" + NOW, "1:12: error: no printing stands under printings:"),
        ("printings: []\n" + NOW, "1:12: error: expected what was printed under printings:, found a list"),
        (NOW, "1:1: error: expected what was printed under printings:, there is nothing"),
        ("x\n", "1:1: error: expected what was printed under printings:, there is nothing"),
        (heads(2) + NOW, "2:3: error: printing 1 stands under printings:, but not under before:"),
        (heads(1) + "now: {components: {cards: x}}\n", "3:27: error: expected the pieces of cards, found 'x'"),
        (heads(1) + "now: {components: []}\n", "3:19: error: expected what was printed under components:, found a list"),
        (heads(1) + "now: {components: {cards: {a: b}}}\n",
         "3:27: error: expected what was printed under pieces:, there is nothing"),
        (heads(1) + NOW.replace("1 x", "1234567890 x"),
         "3:42: error: ada: expected a count and hashes such as 1 x 0123456789ab, found '1234567890 x 000000000000'"),
        (heads(1) + NOW.replace("0}", "00}"),
         "3:42: error: ada: expected a count and hashes such as 1 x 0123456789ab, found '1 x 0000000000000'"),
        (heads(1) + NOW.replace("1 x 000000000000", "[]"),
         "3:42: error: ada: expected a count and hashes such as 1 x 0123456789ab, found a list"),
        (heads(2) + NOW + "before: {1: {components: {cards: {pieces: {ada: 2}}}}}\n",
         "2:3: error: ada: expected a count and hashes, in printing 1"),
        (heads(2) + NOW + "before: {1: {components: {cards: {pieces: {ada: [2]}}}}}\n",
         "2:3: error: ada: expected a count and hashes, in printing 1"),
        ("printings: {1: x}\n" + NOW, "1:13: error: printing 1 names no paper such as a4"),
        ("printings: {1: {paper: a44}}\n" + NOW, "1:24: error: printing 1 names no paper such as a4"),
        ("printings: {0: {paper: a4}}\n" + NOW, "1:13: error: '0' is no number of a printing"),
        ("printings: {1234567890: {paper: a4}}\n" + NOW, "1:13: error: '1234567890' is no number of a printing"),
        (heads(1) + ">>>>>>> theirs\n" + NOW, "3:1: error: two branches printed, and their merge is open"),
    ],
)  # fmt: skip
def test_a_file_of_printings_is_refused_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(GameError) as caught:
        read_text_of(tmp_path, text)
    (problem,) = caught.value.problems
    assert str(problem) == f"prints/tiny.yaml:{said}"
    assert problem.hint


def test_as_many_printings_as_may_be_are_read(tmp_path: Path) -> None:
    assert len(read_text_of(tmp_path, heads(MOST) + NOW + changes(MOST)).printings) == MOST
    (last,) = read_text_of(tmp_path, heads(1).replace("{", "{note: [x], only: y, ") + NOW).printings
    assert (last.note, last.documents) == ("", ())
    assert read_ledger(tmp_path / "none.yaml", "tiny", "none.yaml").printings == ()
