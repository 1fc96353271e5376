"""Drawings in an opened page and the faces they show go in; how far each differs from the face in print comes out.

The print is the real one: the face painted into a PDF at the size and the place in which the page shows it, shown by
pdfium at the page's own pixels. Two programs never smooth an edge or a letter alike, so both pictures are brought to
CSS pixels and blurred before they are compared: a letter a shade bolder goes, a hexagon of ground that is not there stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import floor
from pathlib import Path
from typing import Any, cast

import numpy as np
import pypdfium2
from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import FloatRect, Page

from pnp.faces.face import Face
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.pdf.drawing import Drawing
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.units import Matrix, Rect, Size
from tests.gates.browser import SHARP, TALL, Opened

PIXEL = 25.4 / 96 / SHARP  # mm of a device pixel
SMALLEST = 8.0  # CSS pixels: what is narrower or lower is not shown
FINE = 3  # pdfium paints each hairline a whole pixel wide: at so many pixels for one, and then brought together
SLIP = 2  # device pixels that Chromium may move a drawing by, to begin on a whole one of its own
SMALL = 100_000  # device pixels of a picture that is looked at wholly
RIM = 2  # CSS pixels at the trim that are not compared
BLUR = 1.5  # CSS pixels
BLOCK = 8  # CSS pixels
# of 255, over the picture and over the worst block. Measured on the figures of three games at both widths, 238 in all:
# those that are right reach 2.3 and 20.5, the least of those that had lost a ground, a token or terrain begin at 54.7
MOST_MEAN = 4.0
MOST_BLOCK = 30.0


@dataclass(frozen=True, eq=False, repr=False)
class Wanted:
    """What a page should show at one place: the face, its words, and the name to call it by."""

    name: str
    alt: str
    face: Face
    draw: Callable[[str], Drawing]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a drawing stands on the page, within its border, in CSS pixels; on what colour; with what words."""

    x: float
    y: float
    width: float
    height: float
    ground: tuple[int, int, int]
    alt: str

    def frame_from(self, left: float, top: float) -> tuple[int, int, int, int]:
        """The same and ``SLIP`` more on every side, counted from a point of the page that lies on a device pixel."""
        a, b, c, d = self.frame
        x, y = round(left * SHARP), round(top * SHARP)
        return a - x - SLIP, b - y - SLIP, c - x + SLIP, d - y + SLIP

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """The device pixels that it fills, left, top, right, bottom: Chromium moves drawings to whole ones."""
        right, bottom = self.x + self.width, self.y + self.height
        return round(self.x * SHARP), round(self.y * SHARP), round(right * SHARP), round(bottom * SHARP)


@dataclass(frozen=True, eq=False, repr=False)
class Likeness:
    """One drawing beside its print: the mean difference, that of the worst block, from 0 to 255; the three pictures."""

    wanted: Wanted
    mean: float
    block: float
    shown: Image.Image
    printed: Image.Image
    difference: Image.Image

    def __str__(self) -> str:
        return f"{self.wanted.name} differs by {self.mean:.1f}, in its worst block by {self.block:.1f}"

    @property
    def same(self) -> bool:
        """Whether it is the same picture."""
        return self.mean <= MOST_MEAN and self.block <= MOST_BLOCK


_PLACES = r"""
selector => [...document.querySelectorAll(selector)].map(item => {
  const box = item.getBoundingClientRect(), look = getComputedStyle(item)
  const side = name => parseFloat(look[`border${name}Width`]) + parseFloat(look[`padding${name}`])
  let ground = [255, 255, 255]
  for (let up = item; up; up = up.parentElement) {
    const parts = getComputedStyle(up).backgroundColor.match(/[\d.]+/g).map(Number)
    if (parts.length < 4 || parts[3] === 1) { ground = parts.slice(0, 3); break }
  }
  return [box.x + scrollX + side('Left'), box.y + scrollY + side('Top'), box.width - side('Left') - side('Right'),
    box.height - side('Top') - side('Bottom'), ground, item.getAttribute('aria-label') || item.getAttribute('alt') || '']
})
"""


def places(page: Page, selector: str) -> list[Place]:
    """Where the drawings that a CSS selector finds stand, in the page's order."""
    found = cast("list[list[Any]]", page.evaluate(_PLACES, selector))
    return [Place(x, y, w, h, (int(r), int(g), int(b)), alt) for x, y, w, h, (r, g, b), alt in found]


def missing(found: Sequence[Place], wanted: Sequence[Wanted]) -> list[str]:
    """What the page should show and does not, or shows too much: by their words, in order."""
    if [place.alt for place in found] == [item.alt for item in wanted]:
        return [
            f"{item.name} is not to be seen: it is {place.width:.0f} x {place.height:.0f} px"
            for place, item in zip(found, wanted, strict=True)
            if min(place.width, place.height) < SMALLEST
        ]
    left = [place.alt for place in found]
    lines = [f"{len(found)} figures stand in the page, and the book has {len(wanted)}"]
    for item in wanted:
        if item.alt in left:
            left.remove(item.alt)
        else:
            lines.append(f"    {item.name} is not there ({item.alt})")
    return [*lines, *(f"    this is in no chapter: {alt}" for alt in left)]


def compare(opened: Opened, found: Sequence[Place], wanted: Sequence[Wanted]) -> list[Likeness]:
    """Each drawing beside its print; one place each, in the same order."""
    shown = _shown(opened.page, found)
    return [
        _likeness(item, place, picture, _printed(item, place))
        for item, place, picture in zip(wanted, found, shown, strict=True)
    ]


def _shown(page: Page, found: Sequence[Place]) -> list[Image.Image]:
    """Their pictures in the browser: many at once, since each look at the page takes as long, however small it is."""
    pictures: dict[int, Image.Image] = {}
    order = sorted(range(len(found)), key=lambda i: found[i].y)
    while order:
        top = floor(found[order[0]].y)
        part = [i for i in order if found[i].y + found[i].height < top + TALL] or order[:1]
        order = [i for i in order if i not in part]
        page.evaluate("top => scrollTo({top, behavior: 'instant'})", top)
        start = float(page.evaluate("scrollY"))
        left = max(0, floor(min(found[i].x for i in part)))
        right = max(found[i].x + found[i].width for i in part) + 1
        lower = max(found[i].y + found[i].height for i in part) + 1 - start
        clip: FloatRect = {"x": left, "y": 0, "width": right - left, "height": lower}
        view = Image.open(BytesIO(page.screenshot(clip=clip))).convert("RGB")
        for i in part:
            pictures[i] = view.crop(found[i].frame_from(left, start))
    return [pictures[i] for i in range(len(found))]


def _printed(item: Wanted, place: Place) -> Image.Image:
    """The same from a PDF: a page as large as the pixels that hold the drawing, with the face where it stands in them."""
    left, top, right, bottom = place.frame
    size = Size((right - left) * PIXEL, (bottom - top) * PIXEL)
    face = item.face
    fit = min(place.width / face.size.width, place.height / face.size.height)
    wide, tall = fit * size.width / place.width, fit * size.height / place.height
    x, y = (size.width - face.size.width * wide) / 2, (size.height - face.size.height * tall) / 2
    trim = Rect(x, y, face.size.width * wide, face.size.height * tall)
    placed = Placement(face, Matrix(wide, 0, 0, tall, x, y), Clip(trim, face.shape.kind == "circle"))
    whole = Rect(0, 0, size.width, size.height)
    info = DocumentInfo("", "", "", "", "en", None)
    pdf = pypdfium2.PdfDocument(write_pdf([Sheet(size, (placed,), whole, whole, "")], item.draw, info))
    try:
        bitmap = pdf[0].render(
            scale=FINE * 96 * SHARP / 72 * 0.9999, fill_color=(*place.ground, 255), rev_byteorder=True
        )
        picture = cast(Image.Image, bitmap.to_pil()).convert("RGB")
    finally:
        pdf.close()
    return picture.resize((right - left, bottom - top), Image.Resampling.BOX)


def _likeness(item: Wanted, place: Place, shown: Image.Image, printed: Image.Image) -> Likeness:
    within = _within(item.face, printed.size)
    shown = _slipped(shown, printed)
    first, second = (_coarse(picture, within, place.ground) for picture in (shown, printed))
    difference = np.abs(first - second).max(axis=2)
    return Likeness(item, float(difference.mean()), _worst(difference), shown, printed, _visible(difference, shown))


def _slipped(shown: Image.Image, printed: Image.Image) -> Image.Image:
    """What is shown where it lies best on the print, which has ``SLIP`` pixels less on every side."""
    first, second = (np.asarray(picture.convert("L"), dtype=np.int16) for picture in (shown, printed))
    height, width = second.shape
    steps = [(x, y) for x in range(2 * SLIP + 1) for y in range(2 * SLIP + 1)]
    steps.sort(key=lambda step: abs(step[0] - SLIP) + abs(step[1] - SLIP))  # of equals the one that moves least
    every = 1 if width * height < SMALL else 2

    def apart(at: tuple[int, int]) -> int:
        """In a large picture by every other pixel of every other row, which is enough to tell there."""
        part = first[at[1] : at[1] + height : every, at[0] : at[0] + width : every]
        return int(np.abs(part - second[::every, ::every]).sum(dtype=np.int64))

    x, y = min(steps, key=apart)
    return shown.crop((x, y, x + width, y + height))


def _within(face: Face, size: tuple[int, int]) -> Image.Image:
    """White but for the rim, which is the page's own: the line round a piece, half pixels at its edge."""
    mask, rim = Image.new("L", size), RIM * SHARP
    box = (rim, rim, size[0] - 1 - rim, size[1] - 1 - rim)
    draw = ImageDraw.Draw(mask)
    (draw.ellipse if face.shape.kind == "circle" else draw.rectangle)(box, fill=255)
    return mask


def _coarse(picture: Image.Image, within: Image.Image, ground: tuple[int, int, int]) -> Any:
    """Its CSS pixels, blurred, as numbers."""
    kept = Image.composite(picture, Image.new("RGB", picture.size, ground), within)
    return np.asarray(kept.reduce(SHARP).filter(ImageFilter.GaussianBlur(BLUR)), dtype=np.float32)


def _worst(difference: Any) -> float:
    """The largest mean of a block, wherever it lies in steps of half a block."""
    height, width = difference.shape
    tall, wide = min(BLOCK, height), min(BLOCK, width)
    blocks = np.lib.stride_tricks.sliding_window_view(difference, (tall, wide))
    return float(blocks[:: max(1, tall // 2), :: max(1, wide // 2)].mean(axis=(2, 3)).max())


def _visible(difference: Any, shown: Image.Image) -> Image.Image:
    dark = np.clip(255 - 3 * difference, 0, 255).astype(np.uint8)
    return Image.fromarray(dark).resize(shown.size)


def keep(likeness: Likeness, path: Path) -> Path:
    """Write browser | print | difference side by side."""
    pictures = [likeness.shown, likeness.printed, likeness.difference.convert("RGB")]
    width, height = likeness.shown.size
    strip = Image.new("RGB", (3 * width + 20, height), (255, 0, 255))
    for i, picture in enumerate(pictures):
        strip.paste(picture, (i * (width + 10), 0))
    path.parent.mkdir(parents=True, exist_ok=True)
    strip.save(path)
    return path
