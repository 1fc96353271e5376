"""Bytes go in, a file appears whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pnp.problems import GameError, Problem


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside the target and move it into place; a reader sees the old file or the new one, never a part.

    Raises GameError when the folder takes no file (it is one itself, is read-only, or full), or a viewer keeps the old.
    """
    try:
        _write(path, data)
    except OSError as error:
        message = f"{path.as_posix()} cannot be written: {(error.strerror or str(error)).lower()}"
        raise GameError([Problem("cannot-write", message, None, _cure(error))]) from None


def _cure(error: OSError) -> str:
    """Windows lets nobody replace a file that a viewer has open: then the last step fails, which names two files."""
    if isinstance(error, PermissionError) and error.filename2 is not None:
        return "close it in the viewer that shows it, then do this again"
    return "see to the folder, or name another with --out"


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
