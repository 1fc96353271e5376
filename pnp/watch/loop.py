"""Games go in; what is saved of them is noticed, and they are built again as soon as the disk is quiet, without end."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from types import TracebackType

from pnp.files import Folders, is_folder, leads_out
from pnp.game.folders import all_below
from pnp.problems import GameError, Problem, one_line
from pnp.schema.file_names import folded
from pnp.watch.standing import Renewed, Standing

QUIET = 10  # ms without a change that end a save: editors write a file in several steps
LONGEST = 400  # ms that one save may take; what comes later is the next one
_LOOK = 0.5  # s between looks at the keyboard, for Ctrl-C
MOST_NAMES = 6
STAYS = "what it concerns stays as it was"
_OURS = "This is a mistake of pnp itself, not of your game: please report it. Still watching.\n"

_OPEN_SHEETS = (".~lock.", "~$")  # LibreOffice's, Excel's
Tell = Callable[[Sequence[Problem], str], None]
Say = Callable[[str], object]


class Saves:
    """A context: while it lasts, a thread of its own notes which files are saved in some folders.

    No link is followed out of those ``within``; without any, of the folders themselves. Raises GameError where the
    system lets nobody watch.
    """

    def __init__(self, folders: Iterable[Path], within: Folders = ()) -> None:
        self._noted: SimpleQueue[set[Path]] = SimpleQueue()
        self._end = Event()
        self._ready = Event()
        self._refused = ""
        watched = list(folders)
        self._thread = Thread(target=self._note, args=(watched, tuple(within) or tuple(watched)), daemon=True)

    def __enter__(self) -> Saves:
        try:
            self._thread.start()
        except RuntimeError as error:
            self._refused = str(error)
        else:
            self._ready.wait(5)
        self._raise_refusal()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end.set()
        self._thread.join(2)

    def waiting(self) -> bool:
        """Whether something was saved that nobody has asked for yet."""
        return not self._noted.empty()

    def next(self) -> set[Path]:
        """Wait for a save: the files that were written, made or deleted."""
        while True:
            try:
                found = self._noted.get(timeout=_LOOK)
            except Empty:
                self._raise_refusal()
                continue
            while self.waiting():
                found |= self._noted.get()
            return found

    def _raise_refusal(self) -> None:
        if self._refused:
            message = f"the folders cannot be watched: {self._refused.lower()}"
            hint = "the system limits files, threads and watches: end what else watches files, then do this again"
            raise GameError([Problem("unreadable-file", message, None, hint)])

    def _note(self, folders: list[Path], within: Folders) -> None:
        from watchfiles import watch

        try:
            near, below = _looked_at(folders, within)
            looks = watch(*near, step=QUIET, debounce=LONGEST, stop_event=self._end, rust_timeout=50,
                          yield_on_timeout=True, raise_interrupt=False, recursive=below)  # fmt: skip
            for changes in looks:
                self._ready.set()  # the first look is over: from here on nothing is missed
                if changes:
                    self._noted.put({_as_named(Path(path), folders) for _, path in changes})
        except (OSError, RuntimeError) as error:  # the second is how the library tells of the system's limits
            self._refused = getattr(error, "strerror", None) or str(error)
        finally:
            self._ready.set()


@dataclass(eq=False)
class Watch:
    """A watch over games: ``owed`` is what was saved of each and not built yet; ``broken`` are those with errors."""

    games: Sequence[Standing]
    tell: Tell
    say: Say
    owed: dict[str, set[Path]] = field(init=False)
    broken: set[str] = field(default_factory=set)
    warned: dict[str, list[Problem]] = field(default_factory=dict)
    renewed: int = 0

    def __post_init__(self) -> None:
        self.owed = {game.name: set() for game in self.games}  # all are built once

    def run(self, saves: Saves) -> None:
        """Build, wait for a save, and build again; without end."""
        self.build(saves.waiting)
        self.say(f"Watching {', '.join(game.name for game in self.games)}. Save a file; Ctrl-C ends this.\n")
        while True:
            self.take(saves.next())
            self.build(saves.waiting)

    def take(self, saved: set[Path]) -> None:
        """Note which games are owed something for these files."""
        for game in self.games:
            mine = {path for path in saved if _concerns(path, game)}
            if mine:
                self.owed[game.name] = self.owed.get(game.name, set()) | mine

    def build(self, newer: Callable[[], bool]) -> None:
        """Build what is owed; a newer save puts off the rest, and nothing ends the watch."""
        for game in self.games:
            if game.name not in self.owed or newer():
                continue
            self.renewed = 0
            try:
                problems = game.renew(self.owed[game.name], self._renewed, newer)
            except Exception:
                self.say(f"{traceback.format_exc()}{_OURS}")
                problems = []
            if problems is not None:
                first = not self.owed.pop(game.name)
                self._outcome(game.name, problems, nothing=not self.renewed and not first)

    def _renewed(self, item: Renewed) -> None:
        self.renewed += 1
        self.say(line(item))

    def _outcome(self, name: str, problems: list[Problem], *, nothing: bool) -> None:
        errors = [problem for problem in problems if problem.severity == "error"]
        if errors or problems != self.warned.get(name, []):
            self.tell(problems, STAYS)
        if errors:
            self.broken.add(name)
        elif name in self.broken:
            self.broken.discard(name)
            self.say(f"{name} is whole again.\n")
        elif nothing:
            self.say("Nothing that is printed changed.\n")
        self.warned[name] = problems if not errors else []


def line(item: Renewed) -> str:
    """``build/bees/a4/cards.pdf  ada, bo  87 ms``."""
    names = ", ".join(item.faces[:MOST_NAMES])
    more = len(item.faces) - MOST_NAMES
    names += f" and {more} more" if more > 0 else ""
    return f"{item.path.as_posix()}  {one_line(names)}{'  ' if names else ''}{round(item.seconds * 1000)} ms\n"


def _looked_at(folders: Iterable[Path], within: Folders) -> tuple[list[Path], bool]:
    """The folders to watch, and whether with all below them.

    The library follows links wherever they lead. Where one leads out, each folder is watched by itself; then one that
    is made meanwhile is not watched.
    """
    near = [folder for folder in folders if leads_out(folder, within) is None]
    try:
        below = [path for folder in near for path in all_below(folder, folder.name) if is_folder(path)]
    except GameError as error:
        raise OSError(None, error.problems[0].message) from None
    own = [path for path in below if leads_out(path, within) is None]
    return ([*near, *own], False) if len(own) < len(below) else (near, True)


def _as_named(path: Path, folders: Sequence[Path]) -> Path:
    """The saved file, below its folder as we name that: macOS and Windows report the spelling on disk."""
    if any(path.is_relative_to(folder) for folder in folders):
        return path
    for folder in folders:
        depth = len(folder.parts)
        if tuple(map(folded, path.parts[:depth])) == tuple(map(folded, folder.parts)):
            return folder.joinpath(*path.parts[depth:])
    return path


def _concerns(path: Path, game: Standing) -> bool:
    """Whether a file may be part of a game: its own folders, and what all games share.

    A spreadsheet that is open lays a file of its own beside the one it shows.
    """
    if path.name.startswith(_OPEN_SHEETS):
        return False
    root = game.workspace.root
    part, *others = map(folded, path.relative_to(root).parts if path.is_relative_to(root) else ("",))
    return part == "fonts" or (part in ("data", "templates") and others[:1] in ([folded(game.name)], ["icons"], []))
