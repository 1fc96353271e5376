"""A name that a script writes goes in; the file beside the script comes out, or why it is not taken."""

from __future__ import annotations

import os
from pathlib import Path

from pnp.files import is_file, leads_out
from pnp.schema.file_names import LONGEST, folded, why_not_everywhere, with_slashes

MOST_LISTED = 20_000  # names of one folder


class NotBeside(ValueError):  # noqa: N818 - no error of ours: it becomes a line of the report
    """Why a file is not taken, in a designer's words."""


class ScriptFolder:
    """The folder of a script. Names are found as Windows finds them, whatever their capitals."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.listed: dict[Path, dict[str, str]] = {}

    def find(self, name: str) -> Path:
        """The file of that name. Raises NotBeside."""
        plain = with_slashes(name.strip())
        parts = plain.split("/")
        if "://" in plain:
            raise NotBeside("it is an address on the web: download it, put it beside the script")
        if plain.startswith("/") or ".." in parts or ":" in parts[0]:
            raise NotBeside("it leads out of the script's folder: put the file beside the script")
        if not plain or len(plain) > LONGEST or "." in parts or "" in parts:
            raise NotBeside("it is no file's name")
        path = self.folder
        for part in parts:
            if why := why_not_everywhere(part):
                raise NotBeside(f"not every system takes its name: {why}")
            path = path / self._spelled(path, part)
        if leads_out(path, (self.folder,)):
            raise NotBeside("a link there leads out of the script's folder: put the file itself beside the script")
        if not is_file(path):
            raise NotBeside("there is no such file beside the script")
        return path

    def _spelled(self, folder: Path, part: str) -> str:
        if folder not in self.listed:
            if leads_out(folder, (self.folder,)):
                raise NotBeside("a link there leads out of the script's folder: put the file itself beside the script")
            try:
                names = sorted(os.listdir(folder))[:MOST_LISTED]  # noqa: PTH208 - the names alone
            except OSError:
                names = []
            self.listed[folder] = {folded(name): name for name in reversed(names)}
            self.listed[folder] |= {name: name for name in names}
        known = self.listed[folder]
        return known.get(part) or known.get(folded(part)) or part
