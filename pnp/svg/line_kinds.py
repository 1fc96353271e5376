"""Elements that are lines to cut, fold, punch or glue along, and no ink: what makes one, and what cannot be one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from pnp.problems import did_you_mean
from pnp.svg.shapes import SHAPES
from pnp.svg.subset import SILENT
from pnp.svg.tree import Element, SvgFault, local

LineKind = Literal["cut", "fold", "hole", "glue"]

LINE = "data-line"  # the attribute that makes an element a line
INK = "data-ink"  # how a cheap ink paints an element
WORD = "data-word"  # what is written beside a fold, or in an area of glue
KINDS: tuple[LineKind, ...] = get_args(LineKind)
WORDED = ("fold", "glue")
MOST_LETTERS = 40
_HOLDS = frozenset({"g", "svg", "use", "a"})


def check_line(element: Element) -> None:
    """Raise SvgFault for an element that says it is a line and can be none."""
    kind, tag = element.get(LINE, ""), local(element.tag)
    if kind not in KINDS:
        hint = did_you_mean(kind, KINDS) or f"use one of {', '.join(KINDS)}"
        raise SvgFault(f"{LINE} '{kind[:40]}' is no kind of line", hint)
    if tag not in SHAPES and tag not in _HOLDS:
        raise SvgFault(f"<{tag}> cannot be a line to {kind}", "draw it as a path, a line or another shape")
    word = element.get(WORD, "")
    if word and kind not in WORDED:
        raise SvgFault(f"a {kind} line bears no word", f"{WORD} is for {' and '.join(WORDED)}: take it out")
    if len(word) > MOST_LETTERS:
        raise SvgFault(f"{WORD} has {len(word)} letters; at most {MOST_LETTERS}", "write what fits beside a line")
    for inner in element.iter():
        name = local(inner.tag)
        if name in ("text", "tspan", "image"):
            raise SvgFault(f"<{name}> stands in a line to {kind}, and is no line", f"move it out, or use {WORD}")
        if name not in SHAPES and name not in _HOLDS and name not in SILENT and not name.startswith("{"):
            raise SvgFault(f"<{name}> stands in a line to {kind}, and is no line", "keep shapes alone in it")
        if inner is not element and inner.get(LINE) not in (None, kind):
            raise SvgFault(f"a line to {kind} holds another kind of line", "move it out")


def line_of(elements: Iterable[Element]) -> Element | None:
    """Which of an element and those it stands in, outermost first, makes it a line."""
    return next((element for element in elements if element.get(LINE)), None)
