"""What the program makes goes in; names with digests come out: of games and their tables, reprints and drawings.

A face's digest is what `pnp print` keeps of it, so an upgrade of Python alone never asks for paper; a document's is
that of all its bytes. The program's version is left out of texts, so that a release alone changes none of them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import pnp
from bench.conformance.case import Case
from bench.conformance.corpus import corpus
from bench.conformance.painting import paint
from bench.edits import EDITS
from bench.texts import TEXTS, settings
from pnp.build.build import build, read_game
from pnp.cli.starters import make_workspace
from pnp.game.model import Game
from pnp.game.workspace import Workspace, find_workspace
from pnp.history.compare import compare
from pnp.history.inventory import take_inventory
from pnp.history.listing import Section
from pnp.history.page import difference_page
from pnp.history.printing import open_ledger, plan_reprint, record, record_reprint, write_reprint
from pnp.history.record import whole_tree
from pnp.history.sides import open_side
from pnp.history.snapshot import branch, leaves
from pnp.history.telling import tell_difference
from pnp.job import PrintJob
from pnp.rules.grid_formats import FORMATTERS
from pnp.rules.tables import compute_table
from pnp.svg.tree import SvgFault

DIGITS = 16
_KEPT = ("pieces", "pictures", "tiles")  # what stands under a component that is a hash


def _digest(content: bytes | str) -> str:
    data = content if isinstance(content, bytes) else content.replace(pnp.__version__, "VERSION").encode()
    return sha256(data).hexdigest()[:DIGITS]


def game_digests(workspace: Workspace, name: str, paper: str, scratch: Path) -> Iterator[tuple[str, str]]:
    """What a game prints on a paper: names, such as ``game/a4/cards.pdf`` and ``game/a4/pieces/cards/wolf``."""
    game = read_game(workspace, name)
    for built in build(game, PrintJob(paper), scratch):
        yield f"{name}/{paper}/{built.path.name}", _digest(built.path.read_bytes())
    tree = whole_tree(take_inventory(game, paper))
    yield f"{name}/{paper}/inventory", _digest(json.dumps(tree, ensure_ascii=False))
    for component in branch(tree, "components"):
        for kind in _KEPT:
            for path, mark in leaves(branch(tree, "components", component, kind)):
                if path:
                    yield "/".join((name, paper, kind, component, *path)), str(mark)
    for path, mark in leaves(branch(tree, "books")):
        yield "/".join((name, paper, "chapters", *path)), str(mark).rpartition(" ")[2]


def table_digests(game: Game) -> Iterator[tuple[str, str]]:
    """Each table of a game, in all formats together."""
    for table in game.tables.values():
        grid = compute_table(table, game.book, game.collections)
        yield f"{game.name}/tables/{table.id}", _digest("".join(format_(grid) for format_ in FORMATTERS.values()))


def reprint_digests(kind: str, scratch: Path) -> Iterator[tuple[str, str]]:
    """A starter that was printed and edited: what is printed again, what is remembered, what differs, as a page too."""
    name = f"starter-{kind}"
    (scratch / "before").mkdir()
    before = make_workspace(name, kind, None, scratch / "before")
    game = read_game(find_workspace(before), name)
    record(game, PrintJob(), before, "", ())
    after = scratch / "after" / name
    shutil.copytree(before, after)
    for file, old, new in EDITS[kind]:
        path = after / file.replace("NAME", name)
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{path} has no '{old}' any more"
        path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
    ledger = open_ledger(after, name)
    assert ledger.last
    reprint = plan_reprint(read_game(find_workspace(after), name), ledger, ledger.last, "a4")
    yield f"{name}/edited/reprint/words", _digest(f"{reprint.summary}\n{_words(reprint.sections)}")
    write_reprint(reprint, scratch / "reprint.pdf", PrintJob())
    yield f"{name}/edited/reprint/reprint.pdf", _digest((scratch / "reprint.pdf").read_bytes())
    _, path = record_reprint(reprint, after, "")
    yield f"{name}/edited/reprint/printings", _digest(path.read_text(encoding="utf-8"))
    for old, folder in ((f"before/{name}", scratch), ("1", after)):
        new = after.relative_to(folder).as_posix()
        difference = compare(*(open_side(word, folder, name, PrintJob(), scratch / "revisions") for word in (old, new)))
        said = _words(tell_difference(difference)) + difference_page(difference, name)
        yield f"{name}/edited/diff/{'printing' if old == '1' else 'folders'}", _digest(said)


def _words(sections: Sequence[Section]) -> str:
    return "\n".join(line for section in sections for line in (section.title, *map(str, section.lines)))


def text_digests() -> Iterator[tuple[str, str]]:
    """Each of ``bench.texts``, in all styles and boxes together."""
    for name, (language, content) in TEXTS.items():
        yield f"texts/{name}", _digest("\n".join(settings(content, language)))


def corpus_digests(feature: str = "") -> Iterator[tuple[str, str]]:
    """Each drawing of the corpus, or of one feature of it: painted and as a form, or the words that refuse it."""
    for case in corpus():
        if feature in ("", case.feature):
            yield f"corpus/{case.title}", _painted(case)


def _painted(case: Case) -> str:
    try:
        return _digest(paint([case.svg]) + paint([case.svg], as_forms=True))
    except SvgFault as fault:
        return _digest(f"{fault.message}\n{fault.hint}")
