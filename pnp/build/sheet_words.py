"""Pieces and sheets go in; what no font of the game can set of the words that sheets say comes out as problems.

Templates do not draw these words: the slug at a sheet's foot, and what stands beside folds and in areas of glue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.faces.compose import Composer
from pnp.faces.face import Face
from pnp.faces.template_text import place_within
from pnp.fonts.scripts import by_cause
from pnp.game.font_library import fallback_cure
from pnp.game.model import Document, Game
from pnp.game.slug_family import TYPED, slug_family
from pnp.impose.sheet import Sheet
from pnp.problems import Problem
from pnp.svg.line_kinds import WORD
from pnp.svg.references import words_in

_OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">'
_BESIDE = {"fold": "beside a fold", "glue": "in an area of glue"}


def word_faults(
    compose: Composer, pieces: Iterable[Face], documents: Sequence[Document], sheets: Mapping[str, Sequence[Sheet]]
) -> list[Problem]:
    """Every word that cannot be set: those of pieces by piece and word, then those of each document's slugs."""
    game = compose.game
    lines = list(_lines(compose, pieces))
    told = {char for _, lost in lines for char in lost}
    return [problem for problem, _ in lines] + list(_slugs(game, documents, sheets, told))


def _lines(compose: Composer, pieces: Iterable[Face]) -> Iterator[tuple[Problem, str]]:
    game = compose.game
    family = slug_family(game)
    said: set[tuple[str, str]] = set()
    for face in pieces:
        for line in face.lines:
            word = line.word or ("glue" if line.kind == "glue" else "")
            if not word or line.kind not in _BESIDE or (face.component, word) in said:
                continue
            said.add((face.component, word))
            component = game.components[face.component]
            template = component.template if face.side == "front" else component.back
            for cause in by_cause(game.fonts.missing(word, family)):
                name = f"{face.component}, {face.record}" if face.record else face.component
                message = f"{name}: the word '{word}' {_BESIDE[line.kind]} cannot be set: no font has {cause.named}"
                span = place_within(compose.folder.read(template), WORD) or component.span
                hint = fallback_cure(game, cause.characters)
                yield Problem("missing-glyph", message, span, hint, kin=cause.kin), cause.characters


def _slugs(
    game: Game, documents: Sequence[Document], sheets: Mapping[str, Sequence[Sheet]], told: set[str]
) -> Iterator[Problem]:
    """What the slugs of each document lack, and other words on its sheets; of several causes a script before a sign."""
    family = slug_family(game)
    plain = frozenset(TYPED) if family and not game.fonts.missing(TYPED, family) else frozenset()
    for document in documents:
        overlays = dict.fromkeys(sheet.overlay for sheet in sheets.get(document.name, ()) if "<text" in sheet.overlay)
        odd = {char for overlay in overlays for char in overlay} - plain  # in nearly every game there is none
        if not odd or not family:
            continue
        texts = (words for overlay in overlays for _, words in words_in(f"{_OPEN}{overlay}</svg>"))
        words = "".join(dict.fromkeys(char for text in texts for char in text if char in odd and char not in told))
        causes = sorted(by_cause(game.fonts.missing(words, family)), key=lambda cause: cause.kin.startswith("'"))
        for cause in causes[:1]:
            message = f"the slug line of {document.name} cannot be set: no font has {cause.named}"
            hint = f"{fallback_cure(game, cause.characters)}; or give a style slug a font that has it"
            yield Problem("slug", message, document.span, hint, kin=cause.kin)
