"""The file of a person's printers goes in, profiles by their names come out, and the other way round.

It is YAML that can be read and mended by hand, and is read strictly: whatever is not understood is a problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from pnp.files import is_file, real_path, write_atomically
from pnp.printer import MAX_MARGIN, MAX_SHIFT, MAX_TURN, SCALES, PrinterProfile, UnprintableMargins
from pnp.problems import GameError, Problem, Span, did_you_mean
from pnp.schema.naming import NAME, bettered
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar, kind, shortened
from pnp.source.yaml_reader import read_yaml
from pnp.units import PAPERS, Flip, parse_number

FILE: Final = "printers.yaml"
NONE: Final = "none"  # the word for no printer: none may be called so
LONGEST = 30  # letters of each part of a name
MOST = 200  # profiles
_HEAD = """\
# Printers, by name, stock and tray, as `pnp calibrate` read them; `pnp build --printer NAME` undoes what they do wrong.
# In mm, to the right and down as one looks at that side of the page; turn in degrees, clockwise; width and height: 1 is
# true. A margin is what the printer leaves white at an edge. `flip` is the edge that the leaf was turned over.
"""
_NUMBERS: Final = {
    **dict.fromkeys(("front-right", "front-down", "back-right", "back-down"), (-MAX_SHIFT, MAX_SHIFT)),
    "turn": (-MAX_TURN, MAX_TURN),
    **dict.fromkeys(("width", "height"), SCALES),
    **dict.fromkeys(("margin-left", "margin-top", "margin-right", "margin-bottom"), (0.0, MAX_MARGIN)),
}
_CHOICES: Final = {"paper": tuple(PAPERS), "flip": ("long", "short")}
_CURE = "mend the line, or delete the printer's lines and calibrate it again"


def name_fault(word: str) -> tuple[str, str] | None:
    """Why a word cannot be a part of a printer's name, and the cure; None when it can."""
    if word == NONE:
        return "'none' stands for no printer", "give it another name"
    if NAME.fullmatch(word) and len(word) <= LONGEST:
        return None
    better = bettered(word, "-")[:LONGEST].strip("-")
    cure = f"write it as {better}" if NAME.fullmatch(better) else "use small letters, digits and dashes"
    return f"'{shortened(word)}' cannot be part of a printer's name", f"{cure}; at most {LONGEST} letters"


def read_profiles(folder: Path) -> dict[str, PrinterProfile]:
    """The profiles kept in a folder, by name; none when there is no file. Raises GameError with file, line, column."""
    path = _path(folder)
    if not is_file(path):
        return {}
    page = read_yaml(path, FILE)
    if not isinstance(page, MappingNode):
        raise GameError([_problem("wrong-type", f"expected printers by name, found {kind(page)}", page.span)])
    if len(page.entries) > MOST:
        raise GameError([_problem("too-many", f"more than {MOST} printers stand here", page.span)])
    reading = _Reading()
    found = {key.text: reading.profile(key, node) for key, node in page.entries}
    if reading.problems:
        raise GameError(reading.problems)
    return {name: profile for name, profile in found.items() if profile}


def keep_profile(folder: Path, profile: PrinterProfile) -> Path:
    """Put a profile into the file, over one of its name. Raises GameError; then the file is as it was."""
    known = read_profiles(folder) | {profile.name: profile}
    if len(known) > MOST:
        raise GameError([Problem("too-many", f"more than {MOST} printers are known", None, f"take some out of {FILE}")])
    path = _path(folder)
    write_atomically(path, profiles_text(known.values()).encode())
    return path


def profiles_text(profiles: Iterable[PrinterProfile]) -> str:
    """The file."""
    return _HEAD + "".join(_entry(profile) for profile in sorted(profiles, key=lambda item: item.name))


def find_profile(profiles: Mapping[str, PrinterProfile], wanted: str) -> PrinterProfile:
    """The profile of a name; ``office`` is ``office/card`` where there is no other. Raises GameError."""
    begun = [name for name in profiles if name == wanted or name.startswith(f"{wanted}/")]
    if wanted in profiles or len(begun) == 1:
        return profiles[wanted if wanted in profiles else begun[0]]
    if begun:
        message = f"'{wanted}' is known with more than one stock or tray"
        raise GameError([Problem("unknown-printer", message, None, f"say which: {', '.join(sorted(begun))}")])
    known = dict.fromkeys([*profiles, *(profile.printer for profile in profiles.values())])
    hint = (
        did_you_mean(wanted, known) or "`pnp calibrate NAME` makes its profile; `pnp calibrate` lists those there are"
    )
    raise GameError([Problem("unknown-printer", f"no printer '{shortened(wanted)}' was calibrated", None, hint)])


def _path(folder: Path) -> Path:
    return real_path(folder / FILE)  # the person's own folder: where its links lead is their affair


def _entry(profile: PrinterProfile) -> str:
    left, top, right, bottom = (
        profile.margins.left,
        profile.margins.top,
        profile.margins.right,
        profile.margins.bottom,
    )
    values: dict[str, str | float] = {
        "paper": profile.paper, "flip": profile.flip,
        "front-right": profile.front[0], "front-down": profile.front[1],
        "back-right": profile.back[0], "back-down": profile.back[1],
        "turn": profile.turn, "width": profile.width, "height": profile.height,
        "margin-left": left, "margin-top": top, "margin-right": right, "margin-bottom": bottom,
    }  # fmt: skip
    return f"{profile.name}:\n" + "".join(
        f"  {key}: {value if isinstance(value, str) else _number(value)}\n" for key, value in values.items()
    )


def _number(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _problem(code: str, message: str, span: Span, hint: str = _CURE) -> Problem:
    return Problem(code, message, span, hint)


class _Reading:
    """One walk over the file: what is wrong is kept."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def profile(self, key: Scalar, node: Node) -> PrinterProfile | None:
        """One printer; None after a problem."""
        before = len(self.problems)
        parts = key.text.split("/")
        fault = next(filter(None, map(name_fault, parts)), None)
        if fault or not 2 <= len(parts) <= 3:
            message, hint = fault or (f"'{shortened(key.text)}' is no name of a printer", "such as office/card/rear")
            self.problems.append(_problem("bad-name", message, key.span, hint))
        if not isinstance(node, MappingNode):
            message = f"{shortened(key.text)}: expected its fields, found {kind(node)}"
            self.problems.append(_problem("wrong-type", message, node.span))
            return None
        known = (*_CHOICES, *_NUMBERS)
        for name, _ in node.entries:
            if name.text not in known:
                message = f"unknown field '{shortened(name.text)}' of a printer"
                self.problems.append(_problem("unknown-field", message, name.span, did_you_mean(name.text, known)))
        for field in known:
            if node.get(field) is None:
                message = f"{shortened(key.text)} has no field '{field}'"
                self.problems.append(_problem("missing-field", message, key.span))
        words = {field: self.choice(node, field) for field in _CHOICES}
        values = {field: self.number(node, field) for field in _NUMBERS}
        if len(self.problems) > before:
            return None
        printer, stock, *tray = parts
        flip: Flip = "long" if words["flip"] == "long" else "short"
        return PrinterProfile(
            printer, stock, "".join(tray), words["paper"], flip,
            (values["front-right"], values["front-down"]), (values["back-right"], values["back-down"]),
            values["turn"], values["width"], values["height"],
            UnprintableMargins(*(values[f"margin-{edge}"] for edge in ("left", "top", "right", "bottom"))),
        )  # fmt: skip

    def choice(self, page: MappingNode, field: str) -> str:
        """One of a few words."""
        node, allowed = page.get(field), _CHOICES[field]
        if node is not None and not (isinstance(node, Scalar) and node.text in allowed):
            message = f"{field}: expected one of {', '.join(allowed)}, found {kind(node)}"
            self.problems.append(_problem("unknown-choice", message, node.span))
        return node.text if isinstance(node, Scalar) else ""

    def number(self, page: MappingNode, field: str) -> float:
        """A number in its range."""
        node, (least, most) = page.get(field), _NUMBERS[field]
        if node is None:
            return 0.0
        try:
            value = parse_number(node.text if isinstance(node, Scalar) else "")
        except ValueError:
            message = f"{field}: expected a number from {least:g} to {most:g}, found {kind(node)}"
            self.problems.append(_problem("wrong-type", message, node.span))
            return 0.0
        if not least <= value <= most:
            message = f"{field}: {value:g} is not between {least:g} and {most:g}"
            self.problems.append(_problem("out-of-range", message, node.span))
        return value
