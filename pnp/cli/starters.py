"""A name and a kind go in, a workspace folder comes out: a starter's plain files, with the game's name filled in."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pnp.game.workspace import shipped_root
from pnp.problems import did_you_mean
from pnp.schema.file_names import why_not_everywhere

EVERYTHING = "box"
KINDS = {
    EVERYTHING: "a bit of everything: a deck, tokens, a hex board, a rulebook",
    "cards": "a deck, tokens and a short rulebook",
    "skirmish": "figures of your own, bought with points: sheets, a measuring stick, computed odds, a short rulebook",
    "board": "a hex board, standees, tokens and a short rulebook",
}
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 50
# in a starter's paths NAME stands for the game's name; in its texts these do
_MARKS = ("@NAME@", "@TITLE@")


class StarterError(Exception):
    """No workspace can be made: why, and the cure."""

    def __init__(self, message: str, hint: str) -> None:
        self.hint = hint
        super().__init__(message)


def shipped_games() -> list[str]:
    """The games that come with the program and can be copied."""
    return sorted(path.parent.name for path in shipped_root().glob("data/*/game.yaml"))


def make_workspace(name: str, kind: str, source: str | None, here: Path) -> Path:
    """Make the folder ``here/name``, whole or not at all. Raises StarterError; nothing is ever overwritten."""
    check_name(name)
    if source is None and kind not in KINDS:
        raise StarterError(f"unknown kind '{kind}'", did_you_mean(kind, KINDS))
    if source is not None and source not in shipped_games():
        raise StarterError(f"there is no shipped game '{source}'", did_you_mean(source, shipped_games()))
    target = here / name
    if target.exists() or target.is_symlink():
        raise StarterError(f"'{name}' is there already, and nothing is overwritten", "choose another name")
    with tempfile.TemporaryDirectory(dir=here, prefix=f".{name}.") as scratch:
        made = Path(scratch) / name
        made.mkdir()
        _fill(made, name, kind, source)
        made.rename(target)
    return target


def check_name(name: str) -> None:
    """Whether a game may be called so: raises StarterError when not, with a better name."""
    if _NAME.fullmatch(name) and len(name) <= _LONGEST and not _taken(name):
        return
    if _taken(name):
        raise StarterError(f"'{name}' is a name that is taken", f"such as {name}-game")
    if "/" in name or "\\" in name:
        raise StarterError(f"'{name}' is a path, not a name", "go to the folder first (cd), then name the game alone")
    if len(name) > _LONGEST:
        raise StarterError(
            f"the name has {len(name)} letters, {_LONGEST} at most", "the title in game.yaml can be long"
        )
    better = re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).lstrip("-0123456789").rstrip("-")
    hint = f"such as {better if _NAME.fullmatch(better) and not _taken(better) else 'moon-harvest'}"
    raise StarterError(f"'{name}' is no name for a game: small letters, digits and dashes, a letter first", hint)


def _taken(name: str) -> bool:
    """Whether the folder of templates, or Windows, keeps the name for itself."""
    return name == "icons" or why_not_everywhere(name) != ""


def _fill(made: Path, name: str, kind: str, source: str | None) -> None:
    """Write every file of the workspace."""
    root = shipped_root()
    folders = [root / "starters" / "shared"] + ([root / "starters" / kind] if source is None else [])
    for folder in folders:
        for path in _files(folder):
            parts = [name if part == "NAME" else part for part in path.relative_to(folder).parts]
            if parts[-1] in ("gitignore", "gitattributes"):
                parts[-1] = f".{parts[-1]}"  # with its dot it would rule our own files
            target = made.joinpath(*parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_filled(path.read_text(encoding="utf-8"), name), encoding="utf-8", newline="\n")
    if source is not None:
        for part in ("data", "templates"):
            shutil.copytree(root / part / source, made / part / name)
    for part in ("data", "templates", "fonts", "build"):
        (made / part).mkdir(exist_ok=True)


def _files(folder: Path) -> Iterator[Path]:
    for top, folders, names in os.walk(folder):
        folders.sort()
        yield from (Path(top) / name for name in sorted(names))


def _filled(text: str, name: str) -> str:
    for mark, word in zip(_MARKS, (name, name.replace("-", " ").title()), strict=True):
        text = text.replace(mark, word)
    return text
