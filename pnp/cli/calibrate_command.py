"""What ``pnp calibrate`` does, once its words are parsed: a leaf to print, readings into a profile, a proof."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from pnp.calibration.leaf_file import calibration_leaf, proof_leaf
from pnp.calibration.leaf_plan import LeafPlan
from pnp.calibration.places import ReadingPlace, places_of
from pnp.calibration.profile_file import find_profile, keep_profile, name_fault, read_profiles
from pnp.calibration.readings import Readings, read_number, read_words
from pnp.calibration.reckoning import reckon
from pnp.cli.console import FAULTY, FINE, misused, report_problems
from pnp.cli.printers import printers_folder
from pnp.cli.streams import flush, tell, tell_line
from pnp.files import write_atomically
from pnp.printer import PrinterProfile
from pnp.problems import GameError, did_you_mean
from pnp.units import PAPERS, Flip

_FOLDER = Path("build") / "calibrate"
_EDGES = ("long", "short")


def calibrate_printer(
    name: str | None,
    stock: str,
    tray: str,
    paper: str,
    flip: str,
    out: Path | None,
    read: Sequence[str],
    *,
    ask: bool,
    proof: bool,
) -> int:
    """``pnp calibrate``."""
    if flip not in _EDGES:
        return misused(f"unknown edge '{flip}'", did_you_mean(flip, _EDGES))
    if name is None:
        return _list_printers() if not (read or ask or proof) else misused("which printer?", "pnp calibrate NAME …")
    for fault in map(name_fault, filter(None, (name, stock, tray))):
        if fault:
            return misused(*fault)
    if ask and (sys.stdin is None or not sys.stdin.isatty()):
        return misused("--ask asks at a terminal, and there is none", "give the readings: --read A=20.8,B=20.5")
    edge: Flip = "long" if flip == "long" else "short"
    label = "/".join(filter(None, (name, stock, tray)))
    try:
        folder = printers_folder()
        if read or ask:
            places = places_of(LeafPlan(PAPERS[paper]))
            readings = _ask(places) if ask else read_words(read, places)
            profile = reckon(readings, name, stock, tray, paper, edge)
            path = keep_profile(folder, profile)
            tell_line(f"{path}: {profile.name} is kept")
            _tell_profile(profile)
            if not proof:
                tell(f"next, see whether it is right:\n  {_command(profile.printer, stock, tray)} --proof\n")
        if proof:
            profile = find_profile(read_profiles(folder), label)
            target = out or _FOLDER / f"{label.replace('/', '.')}-proof.pdf"
            write_atomically(target, proof_leaf(profile))
            tell_line(f"{target.as_posix()}: print both sides at 100 %; each place shows the number in its box")
            tell_line(f"then build for this printer: pnp build --printer {profile.name}")
        if not (read or ask or proof):
            target = out or _FOLDER / f"{label.replace('/', '.')}.pdf"
            again = _command(name, stock, tray) + _paper_words(paper, edge)
            write_atomically(target, calibration_leaf(label, paper, edge, again))
            _tell_next(target, edge, again)
    except GameError as error:
        report_problems(error.problems, error.outcome)
        return FAULTY
    return FINE


def _command(name: str, stock: str, tray: str) -> str:
    """What to type for this printer, stock and tray."""
    return f"pnp calibrate {name} --stock {stock}" + (f" --tray {tray}" if tray else "")


def _paper_words(paper: str, edge: Flip) -> str:
    return (f" --paper {paper}" if paper != "a4" else "") + (f" --flip {edge}" if edge != "long" else "")


def _tell_next(target: Path, edge: Flip, again: str) -> None:
    tell_line(f"{target.as_posix()}: a leaf to calibrate by")
    tell(
        f"print both sides at 100 %, turned over the {edge} edge, on the stock and from the tray that you will use;\n"
        "read it as it says, and give the readings, all at once or by answering questions:\n"
    )
    tell_line(f"  {again} --read A=20.8,B=20.5,C=…")
    tell_line(f"  {again} --ask")


def _ask(places: Mapping[str, ReadingPlace]) -> Readings:
    """A reading for each place; an answer that is none is asked for again. Several, with spaces between, are several
    leaves'. Raises KeyboardInterrupt when the person goes away.
    """
    found: dict[str, list[float]] = {}
    for letter, place in places.items():
        while letter not in found:
            tell(f"{letter}  {place.says}, mm: ")
            flush()
            words = sys.stdin.readline()
            if not words:
                raise KeyboardInterrupt
            try:
                answers = [read_number(word, place) for word in words.split()]
            except ValueError as error:
                tell_line(f"   {error.args[0]}; {error.args[1]}")
                continue
            if answers:
                found[letter] = answers
    return found


def _list_printers() -> int:
    try:
        folder = printers_folder()
        known = read_profiles(folder)
    except GameError as error:
        report_problems(error.problems)
        return FAULTY
    for profile in known.values():
        tell_line(profile.name)
        _tell_profile(profile)
    if not known:
        tell("no printer was calibrated yet; pnp calibrate NAME makes a leaf to do it by\n")
    return FINE


def _tell_profile(profile: PrinterProfile) -> None:
    """What a printer does wrong."""
    margins = profile.margins
    shifts = (("front", profile.front), ("back", profile.back))
    sides = ", ".join(f"{side} {right:+.2f} right {down:+.2f} down" for side, (right, down) in shifts)
    tell_line(f"  {profile.paper}, {profile.flip} edge: {sides} (mm)")
    tell_line(
        f"  turned {profile.turn:+.2f} degrees, {100 * profile.width:.2f} % wide, {100 * profile.height:.2f} % high"
    )
    tell_line(
        f"  white at the edges: left {margins.left:g}, top {margins.top:g}, right {margins.right:g}, "
        f"bottom {margins.bottom:g} mm"
    )
