"""Words of the command line go in, an exit code comes out: 0 fine, 1 the game is faulty, 2 wrong usage.

typer reads the words, but to load it takes 0.09 s, a quarter of what a small build takes. A plain ``build`` or
``check`` is therefore understood here; help, mistakes, completion and all other words are left to typer.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pnp.units import PAPERS

Options = dict[str, Any]

_PLAIN: dict[str, Options] = {
    "build": {"only": (), "paper": "a4", "out": None, "quiet": False},
    "check": {"paper": "a4", "format": "text", "strict": False, "assumed": False, "verbose": False},
}
_INTERRUPTED = 130  # what typer answers, too


def plain_words(words: Sequence[str]) -> tuple[str, str | None, Options] | None:
    """The command, the game and the options of words such as ``build mygame --only cards``; None if less plain."""
    if not words or words[0] not in _PLAIN:
        return None
    game, options = None, dict(_PLAIN[words[0]])
    rest = iter(words[1:])
    for word in rest:
        name = word.removeprefix("--")
        if game is None and word and not word.startswith("-"):
            game = word
        elif not word.startswith("--") or name not in options:
            return None
        elif isinstance(options[name], bool):
            options[name] = True
        else:
            value = next(rest, "")
            if not value or value.startswith("-"):
                return None
            options[name] = (*options[name], value) if name == "only" else value
    options["paper"] = options["paper"].lower()
    return (words[0], game, options) if options["paper"] in PAPERS else None


def _call(command: str, game: str | None, options: Options) -> int:
    from pnp.commands import build_games, check_games

    paper = options.pop("paper")
    if command == "check":
        return check_games(game, paper, options.pop("format"), **options)
    out = Path(options["out"]) if options["out"] else None
    return build_games(game, options["only"], paper, out, quiet=options["quiet"])


def _run(words: Sequence[str]) -> int:
    plain = None if "_PNP_COMPLETE" in os.environ else plain_words(words)
    if plain is None:
        from pnp.arguments import app

        app(words, prog_name="pnp")  # always ends by SystemExit
        return 0
    try:
        return _call(*plain)
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


if __name__ == "__main__":
    main()
