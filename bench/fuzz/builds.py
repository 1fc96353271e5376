"""Small games go in, each with a file or two damaged; documents come out or problems, and pages that harm nobody."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from bench.fuzz.damage import damage
from bench.fuzz.harmless import wrong_in
from bench.fuzz.small_game import small_games
from bench.fuzz.trial import Case
from pnp.build.build import build, read_game
from pnp.game.workspace import Workspace
from pnp.history.compare import compare
from pnp.history.page import difference_page
from pnp.history.sides import ComparedGame, open_side
from pnp.job import PrintJob
from pnp.problems import GameError, describe

MOST_SAID = 3_000  # characters of one problem
_RARE = ("icons.yaml", "fonts.yaml")


@dataclass(frozen=True, eq=False)
class Bed:
    """A sound game on disk, in a folder of its own for each part: as it is, and as it is damaged."""

    name: str
    files: Mapping[str, bytes]
    root: Path
    before: ComparedGame
    out: Path
    workspace: Workspace  # its fonts stay open for the cases that damage none


def build_cases(seed: int, first: int, count: int, folder: Path) -> Iterator[Case]:
    """Cases by number; each is damaged as its number and the seed say, whatever ran before it."""
    beds = [_bed(name, files, folder / name) for name, files in small_games().items()]
    for number in range(first, first + count):
        chance = Random(f"{seed} builds {number}")
        bed = chance.choice(beds)
        names = sorted(name for name in bed.files if not name.endswith(_RARE) or chance.random() < 0.1)
        changed: dict[str, bytes] = {}
        for name in chance.sample(names, chance.choice((1, 1, 1, 2))):
            changed[name] = damage(name, bed.files[name], chance)
        yield Case(f"builds-{bed.name}", number, changed, partial(try_build, bed, changed))


def again(kind: str, files: Mapping[str, bytes], folder: Path) -> Case:
    """A case from the files that it was kept as."""
    name = kind.removeprefix("builds-")
    bed = _bed(name, small_games()[name], folder / name)
    return Case(kind, 0, files, partial(try_build, bed, files))


def _bed(name: str, files: Mapping[str, bytes], folder: Path) -> Bed:
    for side in ("before", "after"):
        _write(folder / side, files)
    before = open_side("before", folder, "tiny", PrintJob("a4"), folder)
    bed = Bed(name, files, folder / "after", before, folder / "out", Workspace(folder / "after", folder / "after"))
    answer = try_build(bed, {})
    assert answer.startswith("built"), f"the sound game {name} is not: {answer}"
    return bed


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def try_build(bed: Bed, changed: Mapping[str, bytes]) -> str:
    """Build the game with these files in place of its own, and write the page of what differs."""
    _write(bed.root, changed)
    try:
        sound = not any(name.startswith("fonts/") for name in changed)
        return _built(bed, bed.workspace if sound else Workspace(bed.root, bed.root))
    finally:
        _write(bed.root, {name: bed.files[name] for name in changed})
        shutil.rmtree(bed.out, ignore_errors=True)


def _built(bed: Bed, workspace: Workspace) -> str:
    try:
        built = build(read_game(workspace, "tiny"), PrintJob("a4"), bed.out, warn=_heard)
    except GameError as error:
        assert error.problems
        for problem in error.problems:
            _heard(problem)
        assert not bed.out.exists() or not any(bed.out.iterdir()), "problems, and yet something was written"
        return f"refused: {error.problems[0].code}"
    for item in built:
        data = item.path.read_bytes()
        if item.path.suffix == ".html":
            _hold(data.decode())
        else:
            assert data.startswith(b"%PDF") and data.rstrip().endswith(b"%%EOF")
    try:
        after = open_side(bed.root.name, bed.root.parent, "tiny", PrintJob("a4"), bed.root.parent)
        page = difference_page(compare(bed.before, after), "What changed")
    except GameError as error:
        return f"built, and not compared: {error.problems[0].code}"
    page.encode()
    _hold(page)
    return "built"


def _hold(page: str) -> None:
    wrong = wrong_in(page)
    assert not wrong, "\n".join(wrong[:5])


def _heard(problem: object) -> None:
    said = describe(problem)  # type: ignore[arg-type]  # a Problem, as ``build`` tells it
    assert said and len(said) < MOST_SAID, f"{len(said)} characters are said"
    for word in ("<class", "object at 0x", "Traceback"):
        assert word not in said, said
