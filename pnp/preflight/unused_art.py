"""All that is printed goes in; what it does not need comes out: pieces, templates, icons, colours, styles, fonts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

from pnp.files import is_file, is_folder, leads_out
from pnp.fonts.families import SMALL_CAPS
from pnp.game.folders import all_below
from pnp.game.model import TextStyle
from pnp.game.slug_family import slug_family
from pnp.preflight.subject import Subject, warning
from pnp.problems import Problem, Source, Span
from pnp.schema.file_names import composed, with_slashes
from pnp.source.text_file import read_lossily

_WORD = re.compile(r"[A-Za-z0-9][\w-]*")
_TARGET = re.compile(r"\]\(([^)\s]+)|href=\"([^\"]+)\"")
CONVENTIONS = ("diagram.svg",)  # read from a book's folder without being named
ART = (".svg", ".md", ".png", ".jpg", ".jpeg")
TEXTS = (".yaml", ".svg", ".md", ".csv", ".tsv", ".json", ".jsonl", ".ndjson")


def components_are_printed(subject: Subject) -> Iterator[Problem]:
    """Every component stands in a document."""
    game = subject.game
    printed = {name for document in game.documents.values() for name in document.components}
    for component in game.components.values():
        if component.name not in printed:
            message = f"no document prints the component '{component.name}'"
            hint = "name it in a document's components, or delete it"
            yield warning("unused-component", message, component.span, hint, f"components.{component.name}")


def templates_are_used(subject: Subject) -> Iterator[Problem]:
    """Every file of the game's templates is named: by a component, a book, another template, a chapter."""
    game, phrases = subject.game, subject.phrases
    named = {name for component in game.components.values() for name in (component.template, component.back)}
    for book in game.books.values():
        own = [*(f"{chapter}.md" for chapter in book.chapters), book.cover, book.page, *CONVENTIONS]
        named |= {f"{book.name}/{name}" for name in own}
    for text in (*(source.text for source in phrases.files.values()), *(face.svg for face in subject.faces)):
        named |= {(link or href).rpartition(":")[2] for link, href in _TARGET.findall(text)}
    named |= phrases.quoted
    named = {composed(with_slashes(name)) for name in named}
    for name, source in _art_files(subject):
        said = composed(name)
        short = said.partition("/")[2]
        if said not in named and (not short or short not in named):
            hint = "name it in a component, a book or another template, or delete it"
            about = f"templates/{game.name}/{name}"
            yield warning("unused-template", f"nothing draws templates/{game.name}/{name}", Span(source), hint, about)


def _art_files(subject: Subject) -> Iterator[tuple[str, Source]]:
    game = subject.game
    for root in game.workspace.roots:
        folder = root / "templates" / game.name
        if is_folder(folder):
            for path in all_below(folder, game.workspace.shown(folder)):
                if is_file(path) and path.suffix.lower() in ART:
                    name = path.relative_to(folder).as_posix()
                    known = subject.phrases.files.get(name)
                    yield name, known or Source(game.workspace.shown(path), "")
            return


def icons_are_drawn(subject: Subject) -> Iterator[Problem]:
    """Every icon of the workspace's own is drawn by this game, or named in the files of another."""
    game = subject.game
    folder = game.workspace.root / "templates" / "icons"
    panels = {look.icon for book in game.books.values() for look in book.asides.values()}
    drawn = subject.icons | panels
    idle = {name: path for path in sorted(folder.glob("*.svg")) if (name := composed(path.stem)) not in drawn}
    elsewhere = _words_of_others(subject) if idle else set()
    for name, path in idle.items():
        if name not in elsewhere:
            hint = f"draw it with :{name}: or icon(…), or delete the file"
            about = f"icons/{name}"
            yield warning(
                "unused-icon", f"nothing draws the icon '{name}'", _start(game.workspace.shown(path)), hint, about
            )


def _start(name: str) -> Span:
    return Span(Source(name, ""))


def _words_of_others(subject: Subject) -> set[str]:
    """The words in the files of the workspace's other games: icons are shared."""
    workspace, found = subject.game.workspace, set()
    for source in read_lossily(_files_of_others(subject), workspace.shown, workspace.within):
        found |= set(_WORD.findall(source.text))
    return found


def _files_of_others(subject: Subject) -> Iterator[Path]:
    workspace = subject.game.workspace
    for room in ("data", "templates"):
        for folder in sorted((workspace.root / room).glob("*")):
            mine = folder.name in (subject.game.name, "icons")
            if not mine and is_folder(folder) and leads_out(folder, workspace.within) is None:
                for path in all_below(folder, workspace.shown(folder)):
                    if path.suffix in TEXTS and workspace.has_file(path):  # another game's links are its own affair
                        yield path


def colors_are_painted(subject: Subject) -> Iterator[Problem]:
    """Every palette colour paints something, or a style, a book or a diagram names it."""
    game = subject.game
    used = set(subject.painted) | {style.color for style in game.text_styles.values()}
    for book in game.books.values():
        used |= {*book.colors.values()}
        used |= {color for look in book.asides.values() for color in (look.fill, look.edge)}
        if book.diagrams:
            used |= set(_WORD.findall(book.diagrams.span.source.text))
    for name in game.palette:
        if name not in used:
            path = f"palette.{name}"
            hint = "paint something with it, or delete it"
            yield warning("unused-color", f"nothing is painted in '{name}'", subject.place(path), hint, path)


def styles_are_set(subject: Subject) -> Iterator[Problem]:
    """Every text style is named in a template, or is one of those a book or a sheet asks for."""
    used = {*subject.phrases.quoted, "slug"}
    for book in subject.books.values():
        used |= {style.name for style in _styles(book.look)}
    for name in subject.game.text_styles:
        if name not in used:
            path = f"text.{name}"
            hint = "set something in it, or delete it"
            yield warning("unused-style", f"nothing is set in the text style '{name}'", subject.place(path), hint, path)


def _styles(look: object) -> Iterator[TextStyle]:
    for field in fields(look) if is_dataclass(look) else ():
        value = getattr(look, field.name)
        if isinstance(value, TextStyle):
            yield value
        elif is_dataclass(value):
            yield from _styles(value)


def fonts_are_set(subject: Subject) -> Iterator[Problem]:
    """Every font family sets something, or stands ready as a fallback; one sets slugs and marks."""
    fonts = subject.game.fonts
    used = {name.removesuffix(SMALL_CAPS) for name in subject.families}  # its small capitals are the family's own
    ready = {*used, *fonts.fallback, slug_family(subject.game)}
    for name in fonts.families:
        if name not in ready and not name.endswith(SMALL_CAPS):
            path = f"fonts.{name}"
            hint = "name it in a text style, or delete it"
            yield warning("unused-font", f"nothing is set in the font '{name}'", subject.place(path), hint, path)
