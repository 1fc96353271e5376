"""A word for a printer goes in, its profile comes out of the person's own folder, or what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from pnp.calibration.profile_file import find_profile, read_profiles
from pnp.printer import PrinterProfile


def printers_folder() -> Path:
    """Where profiles are kept: the folder that the system has for a person's settings, or ``XDG_CONFIG_HOME``."""
    from typer import get_app_dir  # takes as long as a small document: only who asks for a printer waits for it

    return Path(get_app_dir("pnp"))


def known_printers() -> dict[str, PrinterProfile]:
    """The profiles that are kept, by name. Raises GameError."""
    return read_profiles(printers_folder())


def known_printer(wanted: str) -> PrinterProfile:
    """The profile of a name, whole or begun. Raises GameError."""
    return find_profile(known_printers(), wanted)


def misfit(printer: PrinterProfile | None, paper: str) -> tuple[str, str] | None:
    """Why a printer's profile does not serve for a paper, and the cure; None when it does."""
    if printer is None or paper in ("", printer.paper):
        return None
    message = f"printer {printer.name} was calibrated on {printer.paper}, and this is for {paper}"
    return message, f"say --paper {printer.paper}; or calibrate it with {paper} under another stock's name"
