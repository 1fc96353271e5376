"""A spreadsheet file goes in, its sheets come out, read by the reader of its kind, which is loaded when it is asked."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.files import Folders

if TYPE_CHECKING:
    from pnp.source.ods import OpenDocument
    from pnp.source.xlsx import Workbook

SPREADSHEETS = (".xlsx", ".ods")


def open_spreadsheet(
    path: Path, name: str, within: Folders = ()
) -> AbstractContextManager[Workbook] | AbstractContextManager[OpenDocument]:
    """Open an ``.xlsx`` or ``.ods`` file; ``name`` is what messages call it. Raises GameError."""
    if path.suffix.lower() == ".ods":
        from pnp.source.ods import read_ods

        return read_ods(path, name, within)
    from pnp.source.xlsx import read_workbook

    return read_workbook(path, name, within)
