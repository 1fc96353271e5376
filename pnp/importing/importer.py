"""A script of another program goes in; a game's new folders, and what was taken and what was not, come out."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pnp.files import write_files
from pnp.importing.deck import Deck, Script, Untaken
from pnp.importing.deck_look import Look
from pnp.importing.deck_pictures import FOLDER, Pictures
from pnp.importing.game_file import game_text
from pnp.importing.nandeck import read_nandeck
from pnp.importing.plain_text import as_markup, from_tags
from pnp.importing.script_folder import ScriptFolder
from pnp.importing.squib import read_squib
from pnp.importing.table import Rows, read_rows
from pnp.importing.template import TemplateWriter
from pnp.problems import GameError, Problem, Source, Span
from pnp.schema.file_names import with_slashes
from pnp.source.text_file import read_bytes

READERS: dict[str, Callable[[Script], Deck]] = {"nandeck": read_nandeck, "squib": read_squib}
ENDINGS = {"nandeck": (".txt", ".nde"), "squib": (".rb",)}


@dataclass(frozen=True, slots=True)
class Imported:
    """What was made: the counts of what was taken, notes on what changed, and what was not taken, by its lines."""

    name: str
    taken: tuple[str, ...]
    changed: tuple[str, ...]
    untaken: tuple[Untaken, ...]


def import_deck(kind: str, path: Path, name: str, here: Path) -> Imported:
    """Make ``data/NAME`` and ``templates/NAME`` under ``here``. Raises GameError; nothing is ever overwritten."""
    script = _script(path)
    targets = [here / "data" / name, here / "templates" / name]
    for target in targets:
        if os.path.lexists(target):
            message = f"{target.parent.name}/{name} is there already, and nothing is overwritten"
            raise GameError([Problem("cannot-write", message, None, "choose another name: --name")])
    deck = READERS[kind](script)
    beside = ScriptFolder(script.folder)
    rows = read_rows(deck, beside)
    look, pictures = Look(), Pictures(beside)
    writer = TemplateWriter(deck, rows, look, pictures)
    template = writer.template(script.name)
    changed = [*rows.notes, *_as_set(deck, rows, writer)]
    title = name.replace("-", " ").title()
    data, templates = targets
    files = {
        data / "game.yaml": game_text(title, script.name, deck, rows, look).encode("utf-8"),
        data / "cards.csv": rows.csv(),
        templates / "card.svg": template.encode("utf-8"),
    }
    files |= {templates / FOLDER / Path(*file.split("/")): content for file, content in pictures.files.items()}
    write_files(files, (here,))
    return Imported(name, _taken(deck, rows, pictures), (*changed, *_looks(look)), _untaken(deck, pictures))


def _script(path: Path) -> Script:
    """The script's text. Windows programs may write it in Windows-1252."""
    data = read_bytes(path, path.name)
    try:
        text = data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if "\0" in text:
        place = Span(Source(path.name, ""))
        raise GameError([Problem("wrong-file", "this is no script, but a file for programs", place, "name the script")])
    return Script(path.absolute(), path.name, text.replace("\r\n", "\n").replace("\r", "\n"))


def _as_set(deck: Deck, rows: Rows, writer: TemplateWriter) -> list[str]:
    """Cells that are set as text, written as pnp's markup; how many had to be changed is told."""
    changed = 0
    tags: set[str] = set()
    for each in rows.fields:
        if each.name in writer.pictured:
            each.values = [with_slashes(value) for value in each.values]
        if each.name not in writer.worded or each.name in writer.pictured:
            continue
        tagged = writer.worded[each.name]
        values = [from_tags(value, tags) if tagged else as_markup(value) for value in each.values]
        changed += sum(new != old for new, old in zip(values, each.values, strict=True))
        each.values = values
    for tag in sorted(tags):
        deck.leave(deck.file_line, f"the tag <{tag}> in cells", "their text stands without it")
    return [f"{changed} cells have signs that mean something to pnp: they are marked with \\"] if changed else []


def _taken(deck: Deck, rows: Rows, pictures: Pictures) -> tuple[str, ...]:
    counted = [f"{number} {word}" for word, number in deck.taken.items()]
    cards = f"{len(rows.ids)} cards of {deck.width:.6g} x {deck.height:.6g} mm"
    return (cards, *counted, *([f"{len(pictures.files)} pictures"] if pictures.files else []))


def _looks(look: Look) -> list[str]:
    found = [
        f"the font {family} is set in {own}, which comes with pnp"
        for family, own in look.families.items()
        if family.casefold() != own.casefold()
    ]
    return [
        *found,
        *(f"text of {size:g} pt is set in the nearest size that pnp takes" for size in sorted(look.resized)),
    ]


def _untaken(deck: Deck, pictures: Pictures) -> tuple[Untaken, ...]:
    """By their lines, what was not taken, and files that are missing."""
    said = sorted(dict.fromkeys(deck.untaken), key=lambda each: each.line)
    return (*said, *(Untaken(0, f"the picture '{file[:60]}'", why) for file, why in pictures.missing.items()))
