"""What was made of a file's bytes is kept by their hash, until it all takes more than a budget: then the oldest go."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Made = TypeVar("Made")


@dataclass(eq=False)
class KeptBytes(Generic[Made]):
    """For pure functions of bytes. ``most`` is the budget in bytes; what is larger than a quarter of it is not kept."""

    most: int
    taken: int = 0
    _kept: OrderedDict[object, tuple[Made, int]] = field(default_factory=OrderedDict)

    def get(self, key: object) -> Made | None:
        """What was kept under a key, which is then the newest."""
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def keep(self, key: object, made: Made, size: int) -> Made:
        """Keep a thing of so many bytes; answers it."""
        if size <= self.most // 4 and key not in self._kept:
            self._kept[key] = made, size
            self.taken += size
            while self.taken > self.most:
                _, (_, freed) = self._kept.popitem(last=False)
                self.taken -= freed
        return made
