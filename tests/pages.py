"""A page of documentation goes in, what a reader would do with it comes out: commands, and changes to files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(r"(?:<!-- (?P<mark>\w+) ?(?P<file>[^>]*?) ?-->\n)?```(?P<kind>\w*)\n(?P<text>.*?)```\n", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block; ``mark`` and ``file`` stand in a comment on the line above it."""

    mark: str
    file: str
    kind: str
    text: str


def blocks(text: str) -> Iterator[Block]:
    for found in _BLOCK.finditer(text):
        yield Block(found["mark"] or "", found["file"] or "", found["kind"], found["text"])


def apply(found: list[Block], at: int, folder: Path) -> int:
    """Do what a marked block asks for in a folder; answer how many blocks it took."""
    block = found[at]
    path = folder / block.file
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if block.mark == "write":
        path.write_text(block.text, encoding="utf-8")
        return 1
    if block.mark == "add":
        path.write_text(text.rstrip("\n") + "\n" + block.text, encoding="utf-8")
        return 1
    assert block.mark == "change", block
    old, new = block.text.strip("\n"), found[at + 1].text.strip("\n")
    assert text.count(old) == 1, f"{block.file} has {text.count(old)} times: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return 2


def answers(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines of its answer."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def is_answer(shown: list[str], said: str) -> bool:
    """Whether an answer is as shown: a line of its own ``…`` stands for any lines, within a line for any words."""
    pattern = "\n".join(".*" if line == "…" else _line(line) for line in shown)
    return re.fullmatch(pattern, said.rstrip("\n"), re.DOTALL) is not None


def _line(line: str) -> str:
    parts = [re.sub(r"(\\ )+", r" +", re.escape(part)) for part in line.split("…")]
    return r"[^\n]*".join(parts)
