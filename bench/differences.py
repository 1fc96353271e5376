"""Two folders of built files go in; a finding for each file comes out: its bytes, then its pictures or its lines.

A PDF whose bytes differ is looked at page by page, as pdfium shows it, and as the text that one would copy. A picture
of a page shows it before, after, and once more in pale grey with red where a pixel differs.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pypdfium2
from PIL import Image

Picture = npt.NDArray[np.uint8]

SAME = "same"
DPI = 150
TOLD = 3  # pages that a file's line tells of
DRAWN = 6  # pages of a file of which pictures are kept
SPOTS = 3  # differing spots shown of a text
SPOT_LINES = 8
WIDTH = 110  # letters in a line of a spot
GAP = 20  # pixels between pictures
RED = (214, 39, 40)


@dataclass(frozen=True)
class Finding:
    """What came of one file, named from the folder: a verdict for its line, and lines that show more of it."""

    file: str
    verdict: str
    details: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether every byte is."""
        return self.verdict == SAME


@dataclass(frozen=True)
class PageDifference:
    """One page, counted from 1: the pixels that differ and their share, by how much of 255, and whether words do."""

    page: int
    pixels: int
    share: float
    largest: int
    mean: float
    resized: bool
    reworded: bool

    def __str__(self) -> str:
        facts = ["another size"] if self.resized else []
        if self.pixels:
            share = "under 0.01" if self.share < 0.0001 else f"{self.share:.2%}".rstrip("%")
            facts += [f"{share} % of pixels ({self.pixels:,})", f"largest {self.largest}", f"mean {self.mean:.0f}"]
        return f"page {self.page}: " + ", ".join([*facts, *(["other text"] if self.reworded else [])])


def files_of(folder: Path) -> list[str]:
    """Every file in a folder and those below, named from it, in order."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def equal_bytes(before: Path, after: Path) -> bool:
    """Whether two files hold the same bytes."""
    return before.stat().st_size == after.stat().st_size and before.read_bytes() == after.read_bytes()


def compare_file(file: str, before: Path, after: Path, kept: Path) -> Finding:
    """A file of two folders. What differs is copied into ``kept``/before and /after, its pictures lie in ``kept``."""
    old, new = before / file, after / file
    if not old.exists() or not new.exists():
        return Finding(file, "missing: only before" if old.exists() else "new: only after")
    if equal_bytes(old, new):
        return Finding(file, SAME)
    for side, path in (("before", old), ("after", new)):
        (kept / side / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, kept / side / file)
    if old.suffix == ".pdf":
        return Finding(file, pdf_verdict(old, new, kept / file))
    count, details = text_spots(old, new)
    return Finding(file, f"differs: {count} spot{'s' * (count != 1)}", tuple(details))


def pdf_verdict(before: Path, after: Path, pictures: Path) -> str:
    """What differs in two PDFs of different bytes; pictures are named after ``pictures``, without its suffix."""
    old, new = pypdfium2.PdfDocument(before), pypdfium2.PdfDocument(after)
    try:
        counts = len(old), len(new)
        found = []
        for number in range(min(counts)):
            views = _views(old[number], new[number])
            difference = _compare_page(number + 1, old[number], new[number], *views)
            if difference is None:
                continue
            found.append(difference)
            if difference.pixels and len(found) <= DRAWN:
                pictures.parent.mkdir(parents=True, exist_ok=True)
                name = f"{pictures.stem}-page-{number + 1}.png"
                Image.fromarray(_panel(*views)).save(pictures.with_name(name), compress_level=1)
    finally:
        old.close()
        new.close()
    told = [f"{counts[0]} pages before, {counts[1]} after"] if counts[0] != counts[1] else []
    told += [str(difference) for difference in found[:TOLD]]
    if len(found) > TOLD:
        worst = max(found, key=lambda difference: difference.share)
        told.append(f"and {len(found) - TOLD} more pages, most on {worst}")
    sizes = f"{before.stat().st_size:,} -> {after.stat().st_size:,}"
    return f"differs: {'; '.join(told)}" if told else f"bytes differ, pictures same ({sizes} bytes)"


def compare_pictures(before: Picture, after: Picture) -> tuple[int, float, int, float]:
    """Pixels that differ and their share, the largest difference of 255, and the mean one where there is any."""
    if np.array_equal(before, after):
        return 0, 0.0, 0, 0.0
    by = (np.maximum(before, after) - np.minimum(before, after)).max(axis=2)
    pixels = int(np.count_nonzero(by))
    return pixels, pixels / by.size, int(by.max()), float(by.sum() / pixels) if pixels else 0.0


def text_spots(before: Path, after: Path) -> tuple[int, list[str]]:
    """How many spots of two texts differ, and the first few. A page of HTML, all in one line, is parted at its tags."""
    with tempfile.TemporaryDirectory() as scratch:
        parted = [Path(scratch) / side for side in ("before", "after")]
        for path, source in zip(parted, (before, after), strict=True):
            path.write_text(_parted(source.read_text(encoding="utf-8", errors="backslashreplace")), encoding="utf-8")
        # git's, as it takes no minutes over a megabyte, which difflib does
        words = ["git", "diff", "--no-index", "--no-ext-diff", "--no-textconv", "--no-color", "--text", "--unified=1"]
        said = subprocess.run([*words, *map(str, parted)], capture_output=True, check=False).stdout.decode()
    spots: list[list[str]] = []
    for line in said.splitlines():
        if line.startswith("@@"):
            spots.append([line.partition(" @@")[0] + " @@"])
        elif spots:
            spots[-1].append(line)
    shown = []
    for spot in spots[:SPOTS]:
        shown += spot[:SPOT_LINES] + ([f"… {len(spot) - SPOT_LINES} more lines"] if len(spot) > SPOT_LINES else [])
    # no spot, though the bytes differ: what parting hides, such as a line's end
    return max(1, len(spots)), shown or ["only white space at tags, or ends of lines"]


def _parted(text: str) -> str:
    rows = text.replace("<", "\n<").split("\n")
    return "\n".join(row[at : at + WIDTH] for row in rows for at in range(0, max(1, len(row)), WIDTH)) + "\n"


def _views(old: Any, new: Any) -> tuple[Picture, Picture]:
    """Both pages as pictures of one size, white where one is smaller."""
    before, after = _raster(old), _raster(new)
    size = max(before.shape[0], after.shape[0]), max(before.shape[1], after.shape[1])
    return _padded(before, size), _padded(after, size)


def _compare_page(number: int, old: Any, new: Any, before: Picture, after: Picture) -> PageDifference | None:
    resized = old.get_size() != new.get_size()
    reworded = old.get_textpage().get_text_range() != new.get_textpage().get_text_range()
    pixels, share, largest, mean = compare_pictures(before, after)
    if not (pixels or resized or reworded):
        return None
    return PageDifference(number, pixels, share, largest, mean, resized, reworded)


def _raster(page: Any) -> Picture:
    return np.array(page.render(scale=DPI / 72).to_numpy()[:, :, 2::-1])


def _padded(picture: Picture, size: tuple[int, int]) -> Picture:
    if picture.shape[:2] == size:
        return picture
    whole: Picture = np.full((*size, 3), 255, dtype=np.uint8)
    whole[: picture.shape[0], : picture.shape[1]] = picture
    return whole


def _panel(before: Picture, after: Picture) -> Picture:
    pale = 191 + after.mean(axis=2, keepdims=True) / 4
    differs = (before != after).any(axis=2, keepdims=True)
    marked = np.where(differs, np.array(RED), pale).astype(np.uint8)
    gap: Picture = np.full((before.shape[0], GAP, 3), 128, dtype=np.uint8)
    return np.concatenate([before, gap, after, gap, marked], axis=1)
