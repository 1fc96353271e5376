"""Lines for the standard output and the error output go in; nothing in them that a terminal would obey comes out.

All that the program says goes this way, whoever wrote the words: names, titles, cells, paths.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress

from pnp.problems import escaped, one_line


class OutputError(Exception):
    """The standard output takes no more: it is full, closed, or nobody reads it."""

    def __init__(self, error: OSError) -> None:
        self.unread = error.errno in (errno.EPIPE, errno.EINVAL)  # the second is Windows's
        super().__init__((error.strerror or str(error)).lower())


def tell(text: str, *, painted: bool = False) -> None:
    """Write on the standard output; what a terminal would obey is shown instead, unless our own colours stand in it.

    Raises OutputError.
    """
    try:
        if sys.stdout is None:  # it was closed before we began
            raise OSError(errno.EBADF, "it is closed")
        sys.stdout.write(text if painted else escaped(text))
    except OSError as error:
        raise OutputError(error) from None


def tell_line(text: str) -> None:
    """Write one line, whatever stands in the names that it holds. Raises OutputError."""
    tell(f"{one_line(text)}\n")


def flush() -> None:
    """Hand over what was told. Raises OutputError."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        raise OutputError(error) from None


def say(text: str) -> None:
    """A line on the terminal's error output, in colour where one looks; nothing where there is none to write on."""
    if sys.stderr is None:
        return
    text = escaped(text)
    if sys.stderr.isatty() and not os.environ.get("NO_COLOR"):
        text = text.replace(" error: ", " \x1b[1;31merror:\x1b[0m ").replace("hint:", "\x1b[36mhint:\x1b[0m")
    with suppress(OSError):
        sys.stderr.write(text + "\n")
