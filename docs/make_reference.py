"""The command line and the declarations of the files go in, docs/reference.md comes out. Run by `make reference`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from typer.main import get_command
from typer.testing import CliRunner

from docs.template_words import template_words
from pnp.cli.typer_app import app
from pnp.editor.descriptions import WORDS
from pnp.game.ruletables import TABLE
from pnp.game.spec import BOOK, CHECK, COMPONENT, COUNT, DOCUMENT, FACE, GAME, STYLE, fields_of
from pnp.rules.kits import board_checks, offering, simulator
from pnp.rules.kits.offers import Key
from pnp.schema.types import PLAIN, FieldType
from pnp.svg.subset import CURES, GEOMETRY, NEUTRAL, PROPERTIES
from pnp.units import NAMED_SIZES, PAPERS

WIDTH = 110  # columns of the commands' help
PAGE = Path(__file__).parent / "reference.md"
OPENING = """# Reference

Every command, every key and every word of templates, written from the program itself by `make reference`; a test fails
when it is out of date.
What the keys mean together stands in [Writing a game](game.md), [Drawing a template](templates.md),
[Writing a rulebook](rulebook.md), [Drawing a situation](diagrams.md) and [Kits](kits.md); what `pnp check` says, in
[What `pnp check` finds](checks.md).
"""
CALLS = """`=…` marks what may be left out. A helper goes before a field of the same name, a field before a function.
"""
# the words of a section -> its heading, and where the types of its keys are declared
SECTIONS: dict[str, tuple[str, Mapping[str, FieldType]]] = {
    "game": ("game.yaml", GAME),
    "style": ("game.yaml: a style under `text`", STYLE),
    "face": ("game.yaml: a style of a family under `fonts`", FACE),
    "collection": ("game.yaml: one of `collections`", {}),
    "record": ("Keys of every record", {}),
    "component": ("game.yaml: one of `components`", COMPONENT),
    "document": ("game.yaml: one of `documents`", DOCUMENT),
    "book": ("game.yaml: one of `books`", BOOK),
    "check": ("game.yaml: one of `checks`", {**CHECK, **COUNT}),
    "board": ("A board's file", {}),
    "rules": ("The rules' file", {}),
    "table": ("The rules' file: one of `tables`", TABLE),
    "simulation": ("The rules' file: one of `simulations`", {}),
    "diagrams": ("The diagrams' file", {}),
    "diagram": ("The diagrams' file: one of `diagrams`", {}),
    "map-diagram": ("The diagrams' file: one of `diagrams` with a `map`", {}),
}


def main() -> int:
    """Write the page."""
    PAGE.write_text(reference(), encoding="utf-8", newline="\n")
    return 0


def reference() -> str:
    """The whole page."""
    parts = [OPENING, "## Commands\n", *commands(), "## Files\n", *files()]
    parts += ["## What templates may call\n", CALLS, *template_words(table), "## SVG\n", *drawings()]
    parts += ["## Sizes\n", sizes()]
    return "\n".join(parts)


def commands() -> Iterator[str]:
    """A section for each command: what it says of itself."""
    for name in get_command(app).commands:  # type: ignore[attr-defined]  # of a group
        help_text = CliRunner().invoke(app, [name, "--help"], prog_name="pnp", terminal_width=WIDTH).output
        yield f"### pnp {name}\n\n```text\n{help_text.strip()}\n```\n"


def files() -> Iterator[str]:
    """A table of keys for each kind of section, in the sentences of the docs and of the editor."""
    if strangers := WORDS.keys() - SECTIONS:
        raise LookupError(f"no heading for {', '.join(sorted(strangers))}")
    for section, (heading, types) in SECTIONS.items():
        yield f"### {heading}\n"
        rows = ((f"`{key}`", kind(types.get(key)), escaped(words)) for key, words in WORDS[section].items())
        yield table(("key", "holds", ""), rows)
    for heading, keys in kits():
        yield f"### {heading}\n"
        rows = ((f"`{key}`", kind(fields_of(keys)[key]), escaped(keys[key].says)) for key in keys)
        yield table(("key", "holds", ""), rows)
    plain = ", ".join(f"`{name}`" for name in PLAIN)
    more = "`one of`, `ref`, `list of`, `= formula` for what is computed, and types of your own."
    yield f"### Field types\n\n{plain}, {more}\n"


def kits() -> Iterator[tuple[str, Mapping[str, Key]]]:
    """The keys that each kit adds, and where they stand."""
    for name in offering("checks"):
        yield f"The kit `{name}`: what a board is held to", board_checks(name).keys
    for name in offering("simulation"):
        kit = simulator(name)
        yield f"The kit `{name}`: a simulation", kit.keys
        for part, keys in kit.parts.items():
            yield f"The kit `{name}`: a simulation's `{part}`, {kit.part_says[part].partition(':')[0]}", keys


def sizes() -> str:
    """The named sizes, papers among them."""
    rows = (
        (f"`{name}`", mm(size.width, size.height), "yes" if name in PAPERS else "")
        for name, size in NAMED_SIZES.items()
    )
    return table(("size", "mm", "paper to print on"), rows)


def drawings() -> Iterator[str]:
    """What of SVG is painted, and what is not."""
    yield "Elements that are painted, and their own attributes.\n"
    rows = ((f"`<{tag}>`", listed(names)) for tag, names in sorted(GEOMETRY.items()))
    yield table(("element", "attributes"), rows)
    yield "Everywhere: `id`, `class`, `style`, `transform`, and the properties that follow.\n"
    yield f"Properties that are painted, as attributes, in `style` or in a style sheet: {listed(PROPERTIES)}.\n"
    free = [name for name, values in NEUTRAL.items() if not values]
    yield f"Taken with any value, for they change nothing on paper: {listed(free)}.\n"
    kept = ((f"`{name}`", listed(values)) for name, values in sorted(NEUTRAL.items()) if values)
    yield "Taken with these values alone, which change nothing; any other is refused by name.\n"
    yield table(("property", "values"), kept)
    yield "Refused, in a picture of another program left out and told:\n"
    yield table(("what", "instead"), ((f"`{name}`", cure) for name, cure in sorted(CURES.items())))


def listed(names: Iterable[str]) -> str:
    """Names in their order, as code."""
    return ", ".join(f"`{name}`" for name in sorted(names))


def mm(width: float, height: float) -> str:
    """``63 x 88``."""
    return f"{width:g} x {height:g}"


def kind(declared: FieldType | None) -> str:
    """What a key holds, where one type says it."""
    return f"`{declared}`".replace("|", "\\|") if declared else ""


def escaped(text: str) -> str:
    """A text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def table(heads: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
