"""What is kept between the builds of a game that is being changed, and when it must be forgotten."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from time import perf_counter, sleep

import pnp
from pnp.build.build import Gathered, gather, read_game
from pnp.build.layout import needed_documents
from pnp.faces.compose import Composer, composer
from pnp.files import Folders, is_file, write_atomically
from pnp.game.model import Document, Game
from pnp.game.workspace import Workspace
from pnp.job import PrintJob
from pnp.pdf.drawing import Drawing
from pnp.problems import GameError, Problem, in_order
from pnp.schema.file_names import folded
from pnp.source.text_file import holds_exactly

MOST_DRAWINGS = 3000

Faces = dict[tuple[str, str, str], str]
CALM = 0.3  # s without a save before a book is set: it takes longest
_LOOK = 0.01


@dataclass(eq=False)
class Memory:
    """Drawings by their SVG, good for one palette and one set of fonts; ``art`` names, ``folded``, the pictures shown.

    ``age`` counts how often the drawings were forgotten: with it, equal SVG is an equal picture.
    """

    drawings: dict[str, Drawing] = field(default_factory=dict)
    art: set[str] = field(default_factory=set)
    age: int = 0
    look: object = None

    def forget_saved(self, game: str, workspace: Workspace, saved: Collection[Path]) -> Workspace:
        """Forget what the saved files spoil; the workspace to go on with knows none of it."""
        root = workspace.root
        places = [tuple(map(folded, path.relative_to(root).parts)) for path in saved if path.is_relative_to(root)]
        fonts = any(place[:1] == ("fonts",) for place in places)
        icons = any(place[:2] == ("templates", "icons") for place in places)
        art = any(place[:2] == ("templates", folded(game)) and "/".join(place[2:]) in self.art for place in places)
        if fonts or icons or art:
            self._forget()
        workspace.folders.forget()
        return workspace.anew(fonts=fonts) if fonts or icons else workspace

    def suit(self, game: Game) -> None:
        """Forget drawings of another palette or other fonts, and those of long ago."""
        look = (dict(game.palette), game.fonts)
        if self.look != look or len(self.drawings) > MOST_DRAWINGS:
            self._forget()
        self.look = look

    def _forget(self) -> None:
        self.drawings.clear()
        self.age += 1


class _NewerError(Exception):
    """Something newer was saved."""


@dataclass(eq=False)
class _Turn:
    """One building of a game: the problems so far, and the components and books that they spoil."""

    game: Game
    compose: Composer
    newer: Callable[[], bool]
    problems: dict[Problem, None]
    spoilt: set[str] = field(default_factory=set)

    def pause(self) -> None:
        """Stop here if something newer was saved."""
        if self.newer():
            raise _NewerError

    def rest(self) -> None:
        """Stop here if something newer is saved within a moment."""
        end = perf_counter() + CALM
        while perf_counter() < end:
            self.pause()
            sleep(_LOOK)

    def note(self, problems: Iterable[Problem], batch: Sequence[Document]) -> None:
        """Keep the problems that came up in a batch; an error spoils what its documents hold."""
        new = [problem for problem in problems if problem not in self.problems]
        self.problems.update(dict.fromkeys(new))
        if any(problem.severity == "error" for problem in new):
            self.spoilt.update(name for document in batch for name in self._held(document))

    def tell(self, problems: Iterable[Problem]) -> None:
        """Keep problems that spoil nothing: a file that could not be written is as it was."""
        self.problems.update(dict.fromkeys(problems))

    def is_spoilt(self, document: Document) -> bool:
        """Whether a document holds what an error spoils. A book may show anything."""
        return bool(self.spoilt) if document.book else not self.spoilt.isdisjoint(self._held(document))

    def _held(self, document: Document) -> set[str]:
        needed = needed_documents(self.game, [document])
        return {name for each in needed for name in (*each.components, each.book) if name}


@dataclass(frozen=True, slots=True)
class Renewed:
    """A document that was written anew: which of its faces are new, and how long it took since the save."""

    path: Path
    faces: tuple[str, ...]
    seconds: float


@dataclass(eq=False)
class Standing:
    """One game as it stands in ``out``. ``workspace`` is where its files are, with what was read of them."""

    workspace: Workspace
    name: str
    job: PrintJob
    out: Path
    memory: Memory = field(default_factory=Memory)
    written: dict[str, str] = field(default_factory=dict)
    shown: dict[str, Faces] = field(default_factory=dict)
    within: Folders = ()  # no link is followed out of them; without any, ``out`` may be anywhere

    def renew(
        self, saved: Collection[Path], report: Callable[[Renewed], None], newer: Callable[[], bool] = lambda: False
    ) -> list[Problem] | None:
        """Build what is not as the files have it; answer every problem. A document with an error stays as it was.

        None when something ``newer`` was saved meanwhile: the rest would be out of date.
        """
        start = perf_counter()
        self.workspace = self.memory.forget_saved(self.name, self.workspace, saved)
        try:
            game = read_game(self.workspace, self.name)
        except GameError as error:
            return in_order(error.problems)
        turn = _Turn(game, composer(game, self.job), newer, dict.fromkeys(game.warnings))
        self.memory.suit(turn.compose.game)
        try:
            for batch in _batches(game, {self.workspace.shown(path) for path in saved}):
                if batch[0].book and saved:
                    turn.rest()
                for document, gathered in self._sound(turn, batch):
                    turn.pause()
                    try:
                        self._write(gathered, document, start, report)
                    except GameError as error:  # a viewer may keep the file for itself: the next save tries again
                        turn.tell(error.problems)
        except _NewerError:
            return None
        return in_order(turn.problems)

    def _sound(self, turn: _Turn, batch: list[Document]) -> Iterable[tuple[Document, Gathered]]:
        """The documents of a batch that show nothing faulty, with all they hold."""
        try:
            gathered = gather(turn.game, turn.compose, batch, self.memory.drawings, turn.pause)
        except GameError as error:
            turn.note(error.problems, batch)
            return []
        self.memory.art |= gathered.painter.art
        turn.note(gathered.problems, batch)
        return [(document, gathered) for document in batch if not turn.is_spoilt(document)]

    def _write(self, gathered: Gathered, document: Document, start: float, report: Callable[[Renewed], None]) -> None:
        """Write a document, unless what it shows is what it showed."""
        path = self.out / self.job.file(document.file)
        key = _fingerprint(gathered, document, self.memory.age)
        if key == self.written.get(document.name) and is_file(path):
            return
        data = gathered.data(document).data
        if not holds_exactly(path, data, self.within):
            write_atomically(path, data, self.within)
            report(Renewed(path, self._new_faces(gathered, document), perf_counter() - start))
        self.written[document.name] = key
        self.shown[document.name] = _faces(gathered, document)

    def _new_faces(self, gathered: Gathered, document: Document) -> tuple[str, ...]:
        """The names of the faces that were not there before; none the first time, when all are new."""
        before = self.shown.get(document.name)
        if before is None:
            return ()
        new = [face for face, digest in _faces(gathered, document).items() if before.get(face) != digest]
        return tuple(dict.fromkeys(record or component for component, record, _ in new))


def _faces(gathered: Gathered, document: Document) -> Faces:
    placed = (item.face for sheet in gathered.sheets[document.name] for item in sheet.placements)
    return {(face.component, face.record, face.side): face.digest for face in placed}


def _fingerprint(gathered: Gathered, document: Document, age: int) -> str:
    """Equal fingerprints, equal files: all that a document's bytes are made of."""
    game = gathered.painter.game
    said = (pnp.__version__, age, game.title, game.version, game.author, game.subject, game.language)
    key = sha256(repr((said, document.title, document.layout, document.flip)).encode())
    if document.layout == "html":
        key.update(gathered.data(document).data)
    for sheet in gathered.sheets[document.name]:
        key.update(repr(replace(sheet, placements=())).encode())
        key.update("".join(f"{item.face.digest}{item.matrix}{item.clip}" for item in sheet.placements).encode())
    return key.hexdigest()


def _batches(game: Game, saved: Collection[str]) -> Iterable[list[Document]]:
    """Documents in the order they are wanted: what shows a saved file itself, then the rest, then each book's."""
    loose = [document for document in game.documents.values() if not document.book]
    books = {document.book: None for document in game.documents.values() if document.book}
    loose.sort(key=lambda document: (not _shows(game, document, saved), bool(document.combine)))
    of_books = [[document for document in game.documents.values() if document.book == book] for book in books]
    first = [batch for batch in of_books if any(f"templates/{game.name}/{batch[0].book}/" in name for name in saved)]
    return [*first, *([document] for document in loose), *(batch for batch in of_books if batch not in first)]


def _shows(game: Game, document: Document, saved: Collection[str]) -> bool:
    """Whether a document's own records or templates stand in one of the files saved."""
    components = [game.components[name] for each in needed_documents(game, [document]) for name in each.components]
    for component in components:
        records = list(game.drawn_from(component.of)) if component.of else []
        own = {each.span.source.name for record in records for each in (record, record.owner) if each}
        own |= {f"templates/{game.name}/{name}" for name in (component.template, component.back) if name}
        if own & set(saved):
            return True
    return False
