"""What ``pnp fonts`` does: the families in ``fonts/``, with what each sets, its licence and who uses it; a specimen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pnp.cli.console import FAULTY, FINE, known_games, report_problems, workspace_here
from pnp.cli.streams import tell, tell_line
from pnp.files import write_atomically
from pnp.fonts.scripts import coverage_of
from pnp.game.font_library import LibraryFont, files_named, font_library
from pnp.game.workspace import Workspace
from pnp.problems import GameError
from pnp.rulebook.credit import font_makers

_OUT = Path("build") / "fonts" / "specimen.pdf"


def list_fonts(name: str | None, out: Path | None, *, specimen: bool, allow: Sequence[str]) -> int:
    """``pnp fonts``; of one game, those that it names."""
    from pnp.build.specimen import Specimen, makers_line, specimen_pdf

    workspace = workspace_here(allow)
    names = known_games(workspace, name) if name else list(workspace.games())
    if isinstance(names, int):
        return names
    try:
        used = {game: files_named(workspace, game) for game in names}
        makers = font_makers(workspace)
        library = font_library(workspace)
    except GameError as error:
        report_problems(error.problems)
        return FAULTY
    shown = []
    for family, fonts in library.families():
        games = [game for game, files in used.items() if any(each.font.path in files for each in fonts)]
        if games or not name:
            own = "shipped" if fonts[0].shipped else "yours"
            users = f"used by {', '.join(games)}" if games else "no game uses it" if own == "yours" else ""
            page = makers.get(fonts[0].font.path.parent.name)
            shown.append(Specimen(family, fonts, makers_line(page), f"{own}; {users}" if users else own))
    for item in shown:
        _tell_family(item.name, item.fonts, item.makers, item.used)
    for file, reason in library.broken:
        tell_line(f"{file}: {reason}")
    if specimen or out:
        return _write(specimen_pdf(shown), out or _OUT, workspace)
    tell("pnp fonts --specimen shows them as a PDF.\n")
    return FAULTY if library.broken else FINE


def _tell_family(family: str, fonts: Sequence[LibraryFont], makers: str, used: str) -> None:
    tell_line(f"{family} ({used})")
    by_file: dict[str, list[str]] = {}
    for each in fonts:
        by_file.setdefault(each.file, []).append(_said(each))
    for file, styles in by_file.items():
        tell_line(f"    {file:<48} {'; '.join(styles)}")
    scripts = dict.fromkeys(script for each in fonts for script in coverage_of(each.font))
    tell_line(f"    sets {', '.join(scripts) or 'no whole alphabet'}")
    tell_line(f"    {makers}")
    if any(_locked(each) for each in fonts):
        tell_line("    its file says that it may not be put into documents: ask its maker before you give a PDF away")


def _said(each: LibraryFont) -> str:
    """A style with its weight, and the axes of a variable font."""
    axes = ", ".join(f"{axis.tag} {axis.least:g} to {axis.most:g}" for axis in each.axes.values())
    return f"{each.style}, {axes}" if axes else f"{each.style} {each.weight}"


def _locked(each: LibraryFont) -> bool:
    """Whether the font forbids embedding (OS/2, fsType 2)."""
    table = each.font.table("OS/2")
    return len(table) >= 10 and int.from_bytes(table[8:10], "big") & 15 == 2


def _write(data: bytes, path: Path, workspace: Workspace) -> int:
    try:
        write_atomically(path, data, (Path.cwd(), *workspace.allowed) if path == _OUT else ())
    except GameError as error:
        report_problems(error.problems)
        return FAULTY
    tell_line(path.as_posix())
    return FINE
