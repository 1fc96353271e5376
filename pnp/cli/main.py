"""Words of the command line go in, an exit code comes out: 0 fine, 1 the game is faulty, 2 wrong usage.

Plain words are read without typer, which is loaded for all others.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from pnp.cli.plain_words import plain_words

_INTERRUPTED = 130  # what typer answers, too


def _run(words: Sequence[str]) -> int:
    plain = None if "_PNP_COMPLETE" in os.environ else plain_words(words)
    if plain is None:
        from pnp.cli.typer_app import app

        app(words, prog_name="pnp")  # always ends by SystemExit
        return 0
    command, values = plain
    try:
        return command.run(values)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:  # who reads has read enough
        os._exit(1)


def main() -> None:
    """Run the command line."""
    gc.set_threshold(1_000_000, 50, 100)  # a build makes hardly a cycle, and looking for them took a tenth of it
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")  # a pipe on Windows is not UTF-8 by itself
    try:
        code: object = _run(sys.argv[1:])
    except SystemExit as end:
        code = end.code
    if not isinstance(code, int):
        raise SystemExit(code)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # nothing is left to do, and to clear millions of values away takes a twelfth of a build
