"""A folder and a file's name in it go in; the file that is spelled so on disk comes out, or how it is spelled there.

A system that does not tell ``Bee.svg`` from ``bee.svg`` opens one when asked for the other, and the game fails where
the two differ. So folders are listed, and names compared letter for letter, on every system alike; only how a letter
and its accent are put together may differ, which nobody sees.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pnp.files import Folders, is_folder, leads_out
from pnp.problems import GameError, Problem, did_you_mean
from pnp.schema.file_names import LONGEST, composed, folded, why_not_everywhere, with_slashes
from pnp.source.nodes import shortened


@dataclass(eq=False)
class FolderListings:
    """The names in folders, each listed once: as letters are composed, and as they are on disk.

    No folder is listed that leads out of those ``within``.
    """

    within: Folders
    listed: dict[Path, Mapping[str, str]] = field(default_factory=dict)

    def spelled(self, folder: Path, name: str) -> Path | None:
        """What is called so below ``folder``, links followed; None when nothing is, or ``..`` leads out."""
        way = [folder]
        for part in _parts(name):
            if part == "..":
                way.pop()
                if not way:
                    return None
                continue
            there = self._names(way[-1]).get(composed(part))
            if there is None:
                return None
            way.append(way[-1] / there)
        return way[-1]

    def cure(self, folder: Path, name: str) -> str:
        """What to do about a name that nothing below ``folder`` has; "" when only making the file helps."""
        for part in _parts(name):
            if part != ".." and (why := why_not_everywhere(part)):
                return f"give the file another name, which Windows takes too: {why}"
        if there := self._alike(folder, name):
            return f"it is called '{there}': a name has the same small and capital letters everywhere"
        above, _, last = with_slashes(name).rpartition("/")
        beside = self.spelled(folder, above)
        near = did_you_mean(last, [each for each in self._names(beside) if "." in each]) if beside else ""
        return near if near.startswith("did") else ""

    def forget(self) -> None:
        """List every folder again: something was saved."""
        self.listed.clear()

    def _alike(self, folder: Path, name: str) -> str:
        """The name of which some system takes the given one to be another spelling."""
        way: list[str] = []
        for part in _parts(name):
            names = self._names(folder.joinpath(*way)).values()
            found = next((each for each in names if folded(each) == folded(part)), None)
            if found is None:
                return ""
            way.append(found)
        return "/".join(way)

    def _names(self, folder: Path) -> Mapping[str, str]:
        if folder not in self.listed:
            names: list[str] = []
            if leads_out(folder, self.within) is None:
                with suppress(OSError, ValueError):  # a ValueError for a name with a NUL
                    names = sorted(path.name for path in folder.iterdir())
            self.listed[folder] = {composed(name): name for name in names}  # of two spelled alike, the composed stays
        return self.listed[folder]


def all_below(folder: Path, shown: str) -> list[Path]:
    """Every file and folder below a folder, however deep, sorted; no link in it is followed. Raises GameError.

    ``shown`` is what messages call the folder. One that is not there holds nothing.
    """
    found: list[Path] = []
    waiting = [folder] if is_folder(folder) else []
    while waiting:
        at = waiting.pop()
        try:
            entries = list(os.scandir(at))
        except OSError as error:
            name = f"{shown}/{at.relative_to(folder).as_posix()}".removesuffix("/.")
            message = f"{shortened(name)} cannot be read: {(error.strerror or str(error)).lower()}"
            raise GameError([Problem("unreadable-file", message, None, "see to its permissions")]) from None
        for entry in entries:
            found.append(at / entry.name)
            if entry.is_dir(follow_symlinks=False):
                waiting.append(found[-1])
    return sorted(found)


def _parts(name: str) -> list[str]:
    """The folders and the file of a path; of one that is absolute, or too long, a name that no file has."""
    plain = with_slashes(name)
    if plain.startswith("/") or len(plain) > LONGEST:
        return [""]
    return [part for part in plain.split("/") if part not in ("", ".")]
