"""Pictures of the games go in; how each differs from the one that is kept comes out: `make references` renews those.

The kept ones lie in tests/references/, losslessly packed. A pixel differs when one of its channels is off by more than
``TOLERANCE``; a picture does, when more than ``ALLOWED`` of its pixels do. What differs lies in build/references/ as
three pictures each, on one page: as it is, as it was, and where.
"""

from __future__ import annotations

import html
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from bench.views import Picture, all_views
from pnp.files import write_atomically

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "references"
SHOWN = ROOT / "build" / "references"
SUFFIX = ".webp"  # packed without loss; as PNG they take more than twice the room
TOLERANCE = 2  # of 255
ALLOWED = 0.0002  # of a picture's pixels
MOST_BYTES = 4_000_000  # of all together
RED, WHITE = (200, 0, 0), (255, 255, 255)
STYLE = (
    "body{font:15px/1.45 sans-serif;margin:2rem;color:#222}figure{margin:0 0 3rem}figcaption{margin:.4rem 0}"
    "img{max-width:32%;border:1px solid #ccc;vertical-align:top;margin-right:.6%}"
)


@dataclass(frozen=True, eq=False)
class Difference:
    """A picture that is not as it was kept; ``expected`` is None for one that was not kept at all."""

    name: str
    actual: Picture
    expected: Picture | None
    words: str


def compare(name: str, actual: Picture, expected: Picture | None) -> Difference | None:
    """What differs, and by how much; None for a picture that is as it was."""
    if expected is None:
        return Difference(name, actual, None, "new")
    if actual.shape != expected.shape:
        sizes = (f"{picture.shape[1]} x {picture.shape[0]}" for picture in (expected, actual))
        return Difference(name, actual, expected, f"another size: {' -> '.join(sizes)} pixels")
    marks = differing(actual, expected)
    share, most = float(marks.mean()), int(np.abs(actual.astype(int) - expected).max())
    if share <= ALLOWED:
        return None
    return Difference(name, actual, expected, f"{share:.3%} of the pixels ({int(marks.sum()):,}), by up to {most}")


def differing(actual: Picture, expected: Picture) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which pixels of two pictures of one size differ."""
    return np.asarray((np.abs(actual.astype(np.int16) - expected) > TOLERANCE).any(axis=2))


def kept_names() -> set[str]:
    """The names of the pictures that are kept."""
    return {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob(f"*{SUFFIX}")}


def kept(name: str) -> Picture | None:
    """A picture as it was kept; None for one that was not."""
    path = FOLDER / f"{name}{SUFFIX}"
    if not path.exists():
        return None
    with Image.open(path) as image:
        return np.array(image.convert("RGB"))


def foreign_viewer() -> str:
    """Why no picture can be compared here: nothing, when pdfium is the one of the lock file."""
    lines = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8").splitlines()
    locked = next(line.partition("==")[2] for line in lines if line.startswith("pypdfium2=="))
    here = version("pypdfium2")
    return "" if here == locked else f"the references are pictures of pypdfium2 {locked}; {here} is installed"


def write_page(differences: Iterable[Difference], gone: Iterable[str] = ()) -> Path:
    """The page that shows them, and nothing of an earlier one."""
    shutil.rmtree(SHOWN, ignore_errors=True)
    SHOWN.mkdir(parents=True)
    figures = "".join(_figure(item) for item in differences)
    lost = "".join(f"<li>{html.escape(name)}</li>" for name in gone)
    page = SHOWN / "index.html"
    page.write_text(
        f"<!doctype html><meta charset=utf-8><title>References</title><style>{STYLE}</style><h1>References</h1>"
        "<p>As it is, as it was kept, and where they differ.</p>"
        + (f"<p>Kept, and no longer made:</p><ul>{lost}</ul>" if lost else "")
        + figures,
        encoding="utf-8",
    )
    return page


def _figure(item: Difference) -> str:
    shown = {"actual": item.actual}
    if item.expected is not None:
        shown["expected"] = item.expected
        if item.expected.shape == item.actual.shape:
            marks = differing(item.actual, item.expected)[:, :, None]
            shown["difference"] = np.where(marks, RED, WHITE).astype(np.uint8)
    images = ""
    for kind, picture in shown.items():
        file = f"{item.name.replace('/', '-')}-{kind}.png"
        Image.fromarray(picture).save(SHOWN / file)
        images += f'<img src="{html.escape(file)}" alt="{kind}">'
    return f"<figure><figcaption>{html.escape(f'{item.name}: {item.words}')}</figcaption>{images}</figure>"


def differences(views: Mapping[str, Picture]) -> list[Difference]:
    """Every picture that is not as it was kept."""
    found = (compare(name, picture, kept(name)) for name, picture in views.items())
    return [item for item in found if item is not None]


def main() -> int:
    """Renew what differs, and say what and by how much."""
    wrong = foreign_viewer()
    if wrong:
        print(f"error: {wrong}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="pnp-views-") as scratch:
        views = dict(all_views(Path(scratch)))
    changed, gone = differences(views), sorted(kept_names() - views.keys())
    page = write_page(changed, gone)
    for item in changed:
        packed = BytesIO()
        Image.fromarray(item.actual).save(packed, "webp", lossless=True, quality=100, method=6, exact=True)
        write_atomically(FOLDER / f"{item.name}{SUFFIX}", packed.getvalue())
        print(f"{item.name}: {item.words}", flush=True)
    for name in gone:
        (FOLDER / f"{name}{SUFFIX}").unlink()
        print(f"{name}: gone")
    size = sum(path.stat().st_size for path in FOLDER.rglob(f"*{SUFFIX}"))
    print(f"{len(views)} references, {size / 1e6:.2f} MB: {len(changed)} renewed, {len(gone)} gone")
    if changed or gone:
        print(f"before and after: {page.relative_to(ROOT)}")
    if size > MOST_BYTES:
        print(f"error: they may take {MOST_BYTES / 1e6:.0f} MB: show fewer, in bench/views.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
