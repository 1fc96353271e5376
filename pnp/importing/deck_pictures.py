"""The pictures that a deck shows go in; their files, for the game's own folder, come out, and which are missing."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.importing.script_folder import NotBeside, ScriptFolder
from pnp.problems import GameError
from pnp.schema.file_names import with_slashes
from pnp.source.text_file import MOST_BYTES, read_bytes

FOLDER = "art"
MOST_FILES = 5_000
MOST_TOGETHER = 200_000_000  # bytes
_BEGIN = {".png": b"\x89PNG\r\n\x1a\n", ".jpg": b"\xff\xd8", ".jpeg": b"\xff\xd8", ".svg": b""}


@dataclass
class Pictures:
    """What was copied, by its name as the deck writes it, and why each other was not."""

    beside: ScriptFolder
    files: dict[str, bytes] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    total: int = 0

    def has(self, name: str) -> bool:
        """Whether a picture was found; it is read once."""
        plain = with_slashes(name.strip())
        if plain not in self.files and plain not in self.missing:
            try:
                self.files[plain] = self._read(plain)
            except NotBeside as why:
                self.missing[plain] = str(why)
            except GameError as error:
                self.missing[plain] = error.problems[0].message
        return plain in self.files

    def _read(self, name: str) -> bytes:
        if len(self.files) >= MOST_FILES or self.total >= MOST_TOGETHER:
            raise NotBeside(f"more than {MOST_FILES:,} pictures, or 200 MB: copy the rest by hand")
        path = self.beside.find(name)
        begin = _BEGIN.get(path.suffix.lower())
        if begin is None or set(name) & set("#<>\"'{}%&"):
            raise NotBeside("save it as PNG, JPEG or SVG, with a name of letters, digits and dashes")
        data = read_bytes(path, name, MOST_BYTES, (self.beside.folder,))
        if not data.startswith(begin):
            raise NotBeside("the file is not what its ending says")
        self.total += len(data)
        return data

    def size(self, name: str) -> tuple[int, int] | None:
        """How many pixels a PNG has, across and down; None for others (PNG, third edition, 11.2.1)."""
        data = self.files.get(with_slashes(name.strip()), b"")
        if not data.startswith(_BEGIN[".png"]) or len(data) < 24:
            return None
        across, down = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        return (across, down) if 0 < across < 100_000 and 0 < down < 100_000 else None
