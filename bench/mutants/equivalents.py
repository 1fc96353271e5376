"""The file of explained equivalents goes in; which mutants change nothing that anybody could notice comes out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.mutants.mutation import Mutant

FILE = Path(__file__).parent / "equivalent.toml"
Key = tuple[str, str, str, str, int]


@dataclass(frozen=True)
class Equivalents:
    """The reasons, by what stays when lines move: file, function, statement, what it becomes, which of equal ones."""

    reasons: dict[Key, str]

    def reason(self, mutant: Mutant) -> str:
        """Why a mutant changes nothing; empty for all others."""
        return self.reasons.get(key_of(mutant), "")

    def stale(self, mutants: Iterable[Mutant]) -> list[Key]:
        """The entries that are about no mutant any more."""
        known = {key_of(mutant) for mutant in mutants}
        return sorted(key for key in self.reasons if key not in known)


def key_of(mutant: Mutant) -> Key:
    """What an entry of the file calls a mutant."""
    return mutant.file, mutant.within, mutant.was, mutant.becomes, mutant.nth


def read_equivalents(path: Path = FILE) -> Equivalents:
    """Read the file. Raises ValueError for an entry without a reason."""
    reasons: dict[Key, str] = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", ()):
        key = (entry["file"], entry.get("within", ""), entry["was"], entry["becomes"], entry.get("nth", 0))
        if len(entry.get("why", "").split()) < 3:
            raise ValueError(f"{path.name}: {entry['file']}: '{entry['becomes']}' needs a reason")
        reasons[key] = entry["why"]
    return Equivalents(reasons)


def as_entry(mutant: Mutant) -> str:
    """An entry to be copied into the file, but for its reason."""
    lines = [f"file = {_quoted(mutant.file)}", f"within = {_quoted(mutant.within)}"]
    lines += [f"was = {_quoted(mutant.was)}", f"becomes = {_quoted(mutant.becomes)}"]
    lines += [f"nth = {mutant.nth}"] if mutant.nth else []
    return "\n".join(["[[equivalent]]", *lines, 'why = ""'])


def _quoted(text: str) -> str:
    if "'" not in text and "\n" not in text:
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
