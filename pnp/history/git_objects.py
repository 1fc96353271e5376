"""The name of a git object goes in, its kind and bytes come out: read from loose files and packs, and bounded.

No git runs, and none of its configuration, hooks, filters, attributes, replacements, grafts or promises is looked at:
a repository is a stranger's, too. git itself and the libraries that read its packs make as much as an entry claims;
here the claim is asked first, at every link of a chain of differences, and what was made is counted. The formats are
those of gitformat-pack(5) and gitrepository-layout(5).
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO

from pnp.problems import GameError, Problem
from pnp.source.text_file import open_file, read_bytes

MOST = 50_000_000  # bytes of an object
WORK = 3_000_000_000  # bytes that may be made on the way, by all objects together
DEEPEST = 4_095  # differences that stand on one another; git writes no more
_CHUNK = 65_536
_OVERHEAD = 10_000  # bytes by which what cannot be compressed grows
_LISTED = 100_000  # names that begin with the same byte, and are looked through for a short one
_PACKS = 400  # each is two open files
_KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
_BY_OFFSET, _BY_NAME = 6, 7
_HEAD = re.compile(rb"(commit|tree|blob|tag) ([0-9]{1,18})\0")


def git_problem(message: str, hint: str = "see to it with git fsck, or compare two folders") -> GameError:
    """A repository is not as it should be."""
    return GameError([Problem("git", message, None, hint)])


@dataclass(eq=False)
class ObjectStore:
    """The objects that stand in some folders. ``width`` is that of a name: 20 bytes (SHA-1) or 32 (SHA-256).

    A context: packs stay open until its end.
    """

    folders: tuple[Path, ...]
    within: tuple[Path, ...]
    width: int
    made: int = 0
    opened: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> ObjectStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.opened.close()

    def read(self, name: str, kind: str, most: int = MOST) -> bytes:
        """The object of that name and kind. Raises GameError: it is another, is not there, damaged or too large."""
        found, data = self.read_any(name, most)
        if found != kind:
            raise git_problem(f"{name[:12]} is a {found}, no {kind}")
        return data

    def read_any(self, name: str, most: int = MOST) -> tuple[str, bytes]:
        """The object's kind and its bytes. Raises GameError."""
        try:
            found = self._loose(name, most) or self._packed(name, most)
        except (zlib.error, struct.error, IndexError, ValueError, OSError):
            raise git_problem(f"the object {name[:12]} of the repository is damaged") from None
        if found is None:
            hint = "get it with git fetch (a partial clone: git fetch --refetch), or compare two folders"
            raise git_problem(f"the object {name[:12]} is not in the repository", hint)
        kind, data = found
        made = hashlib.new("sha1" if self.width == 20 else "sha256", usedforsecurity=False)
        made.update(f"{kind} {len(data)}\0".encode() + data)
        if made.hexdigest() != name:
            raise git_problem(f"the object {name[:12]} of the repository is damaged")
        return found

    def names(self, start: str) -> set[str]:
        """Every name that begins so; at least four digits."""
        found = set()
        for folder in self.folders:
            place = folder / start[:2]
            if place.is_dir():
                found |= {start[:2] + path.name for path in place.iterdir() if path.name.startswith(start[2:])}
        first = bytes.fromhex(start[:2])[0]
        found |= {name.hex() for pack in self._packs for name in pack.index.names(first)}
        return {name for name in found if name.startswith(start) and len(name) == 2 * self.width}

    def spend(self, size: int, most: int = MOST) -> None:
        """Pay for bytes that are about to be made. Raises GameError."""
        self.made += size
        if size > most or self.made > WORK:
            raise git_problem("the revision holds more than can be read", "compare two folders instead")

    def _loose(self, name: str, most: int) -> tuple[str, bytes] | None:
        for folder in self.folders:
            path = folder / name[:2] / name[2:]
            if path.is_file():
                packed = read_bytes(path, f"the git object {name[:12]}", most + _OVERHEAD, self.within)
                stream = zlib.decompressobj()
                start = stream.decompress(packed, 64)
                head = _HEAD.match(start)
                if head is None:
                    raise ValueError
                self.spend(size := int(head[2]), most)
                rest = start[head.end() :]
                if size > len(rest):
                    rest += stream.decompress(stream.unconsumed_tail, size - len(rest) + 1)
                if len(rest) != size:
                    raise ValueError
                return head[1].decode(), rest
        return None

    def _packed(self, name: str, most: int) -> tuple[str, bytes] | None:
        place = self._find(name)
        return self._resolved(*place, most) if place else None

    def _find(self, name: str) -> tuple[_Pack, int] | None:
        for pack in self._packs:
            offset = pack.index.offset(bytes.fromhex(name))
            if offset is not None:
                return pack, offset
        return None

    @cached_property
    def _packs(self) -> list[_Pack]:
        paths = [path for folder in self.folders for path in sorted((folder / "pack").glob("pack-*.idx"))]
        if len(paths) > _PACKS:
            raise git_problem("the repository has too many packs", "pack it anew with git gc")
        return [_Pack(self, path) for path in paths]

    def _resolved(self, pack: _Pack, offset: int, most: int) -> tuple[str, bytes]:
        """An entry with the differences that lead to it."""
        chain: list[tuple[_Pack, _Entry]] = []
        while (entry := pack.entry(offset)).kind not in _KINDS:
            chain.append((pack, entry))
            if len(chain) > DEEPEST:
                raise ValueError
            if isinstance(entry.base, int):
                offset = entry.base
            else:
                place = self._find(entry.base)
                if place is None:
                    raise ValueError
                pack, offset = place
        data = pack.unpacked(entry)
        for other, change in reversed(chain):
            data = self._changed(data, other.unpacked(change))
        if len(data) > most:
            raise git_problem("the revision holds more than can be read", "compare two folders instead")
        return _KINDS[entry.kind], data

    def _changed(self, data: bytes, delta: bytes) -> bytes:
        """What a difference makes of its base."""
        before, place = _number(delta, 0)
        after, place = _number(delta, place)
        if before != len(data):
            raise ValueError
        self.spend(after)
        made = bytearray()
        while place < len(delta):
            code = delta[place]
            place += 1
            if code & 0x80:
                values = []
                for bits in (code & 0x0F, code >> 4 & 0x07):
                    value = 0
                    for number in range(4):
                        if bits >> number & 1:
                            value |= delta[place] << 8 * number
                            place += 1
                    values.append(value)
                start, size = values[0], values[1] or 0x10000
                part = data[start : start + size]
            else:
                size = code
                part = delta[place : place + size]
                place += size
            if not size or len(part) != size or len(made) + size > after:
                raise ValueError
            made += part
        if len(made) != after:
            raise ValueError
        return bytes(made)


def _number(data: bytes, place: int) -> tuple[int, int]:
    """A number in sevens of bits, lowest first, and where it ends."""
    value = 0
    for shift in range(0, 63, 7):
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
    raise ValueError


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a pack: its kind, the size it claims, where its bytes start, and what it is a difference from."""

    kind: int
    size: int
    start: int
    base: int | str = 0


@dataclass(eq=False)
class _Pack:
    """A pack and its index."""

    store: ObjectStore
    path: Path

    @cached_property
    def index(self) -> _Index:
        return _Index(self._opened(self.path), self.store.width)

    @cached_property
    def _file(self) -> IO[bytes]:
        return self._opened(self.path.with_suffix(".pack"))

    def _opened(self, path: Path) -> IO[bytes]:
        return self.store.opened.enter_context(open_file(path, path.name, self.store.within))

    def entry(self, offset: int) -> _Entry:
        """What stands at an offset; nothing is unpacked."""
        self._file.seek(offset)
        head = self._file.read(64)
        place = 1
        kind, size = head[0] >> 4 & 7, head[0] & 15
        if head[0] & 0x80:
            more, place = _number(head, 1)
            size |= more << 4
        base: int | str = 0
        if kind == _BY_NAME:
            base = head[place : place + self.store.width].hex()
            place += self.store.width
        elif kind == _BY_OFFSET:
            back = head[place] & 0x7F
            while head[place] & 0x80:
                place += 1
                back = (back + 1 << 7) | head[place] & 0x7F
            place += 1
            base = offset - back
            if back <= 0 or base <= 0:
                raise ValueError
        elif kind not in _KINDS:
            raise ValueError
        return _Entry(kind, size, offset + place, base)

    def unpacked(self, entry: _Entry) -> bytes:
        """The bytes of an entry, never more than it claims."""
        self.store.spend(entry.size)
        self._file.seek(entry.start)
        stream = zlib.decompressobj()
        made: list[bytes] = []
        size = 0
        while not stream.eof:
            packed = stream.unconsumed_tail or self._file.read(_CHUNK)
            if not packed or size > entry.size:
                raise ValueError
            made.append(stream.decompress(packed, entry.size - size + 1))
            size += len(made[-1])
        if size != entry.size:
            raise ValueError
        return b"".join(made)


@dataclass(eq=False)
class _Index:
    """The index of a pack, version 1 or 2: names in order, with where each stands. Of it only what is asked is read."""

    file: IO[bytes]
    width: int

    @cached_property
    def _first(self) -> tuple[bool, tuple[int, ...]]:
        """Whether it is of version 2, and how many names begin with each byte or one before it."""
        head = self._read(0, 8 + 1024)
        if head[:4] != b"\xfftOc":
            return False, struct.unpack(">256I", head[:1024])
        if head[4:8] != b"\0\0\0\2":
            raise git_problem("the repository has packs of a kind that is not known here", "compare two folders")
        return True, struct.unpack(">256I", head[8:])

    def _range(self, first: int) -> tuple[int, int]:
        counts = self._first[1]
        return (counts[first - 1] if first else 0), counts[first]

    def _name(self, number: int) -> bytes:
        newer = self._first[0]
        start = 8 + 1024 + number * self.width if newer else 1024 + number * (self.width + 4) + 4
        return self._read(start, self.width)

    def names(self, first: int) -> list[bytes]:
        """The names that begin with a byte."""
        start, end = self._range(first)
        if end - start > _LISTED:
            raise git_problem("the name of the revision is too short for so large a repository", "write it whole")
        return [self._name(number) for number in range(start, end)]

    def offset(self, name: bytes) -> int | None:
        """Where the object of that name stands in the pack; None when it does not."""
        start, end = self._range(name[0])
        while start < end:
            middle = (start + end) // 2
            found = self._name(middle)
            if found == name:
                return self._offset(middle)
            start, end = (middle + 1, end) if found < name else (start, middle)
        return None

    def _offset(self, number: int) -> int:
        newer, counts = self._first
        if not newer:
            return int.from_bytes(self._read(1024 + number * (self.width + 4), 4))
        tail = 8 + 1024 + counts[255] * (self.width + 4)
        place = int.from_bytes(self._read(tail + 4 * number, 4))
        if place & 0x80000000:
            place = int.from_bytes(self._read(tail + 4 * counts[255] + 8 * (place & 0x7FFFFFFF), 8))
        return place

    def _read(self, place: int, size: int) -> bytes:
        self.file.seek(place)
        data = self.file.read(size)
        if len(data) != size:
            raise ValueError
        return data


def tree_entries(data: bytes, width: int) -> Iterator[tuple[str, bytes, str]]:
    """The entries of a tree: mode, name, and the object's name. Raises GameError."""
    place = 0
    while place < len(data):
        space = data.find(b" ", place, place + 8)
        end = data.find(b"\0", space, space + 5_000)
        if space < 0 or end < 0 or end + 1 + width > len(data):
            raise git_problem("a folder of the repository is damaged")
        yield data[place:space].decode("latin-1"), data[space + 1 : end], data[end + 1 : end + 1 + width].hex()
        place = end + 1 + width
