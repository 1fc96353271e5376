"""Builds 75 cards with full-bleed art as PNG, as transparent PNG, as JPEG and as WebP: medians, memory, ratios to JPEG.

Run by `make bench`. The kinds take turns, each in a process of its own, so that whatever else the machine does falls
on all of them. Memory is that of `pnp` and its workers together. A JPEG goes into a PDF as it is: it is the peer.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # it is run as a file, too

from bench.deck import Run, measure, watched_mb  # noqa: E402

CARDS, RUNS = 75, 5
PIXELS = (815, 1110)  # 63 x 88 mm with 3 mm of bleed at 300 dpi
PEER = "jpg"
KINDS = {"jpg": "JPEG", "png": "PNG", "webp": "WebP", "alpha.png": "PNG, transparent"}
GAME = """title: Art
fonts: {Text: {regular: alegreya-sans/AlegreyaSans-Regular.ttf}}
palette: {ink: "#111111"}
collections:
  cards: {file: cards.csv, fields: {name: text, picture: text}}
components:
  cards: {of: cards, template: card.svg, size: 63mm x 88mm, bleed: 3mm}
documents:
  cards: {components: [cards]}
  all: {components: [cards]}
"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
<image href="{{ picture }}" x="-3" y="-3" width="69" height="94" preserveAspectRatio="none"/>
</svg>
"""


def painting(number: int) -> Image.Image:
    """A picture with soft forms and fine grain, as a scan or a digital painting has; every one its own."""
    rng = random.Random(number)
    soft = Image.frombytes("RGB", (9, 12), rng.randbytes(9 * 12 * 3)).resize(PIXELS, Image.Resampling.BICUBIC)
    fine = Image.frombytes("RGB", (120, 160), rng.randbytes(120 * 160 * 3)).resize(PIXELS, Image.Resampling.BICUBIC)
    return ImageChops.add(soft, fine.point(lambda value: value // 8))


def write_workspaces(folder: Path) -> None:
    """A game for each kind, of two documents that show the same cards."""
    for kind in KINDS:
        data, templates = folder / kind / "data" / "art", folder / kind / "templates" / "art"
        data.mkdir(parents=True)
        templates.mkdir(parents=True)
        (data / "game.yaml").write_text(GAME, encoding="utf-8")
        (templates / "card.svg").write_text(CARD, encoding="utf-8")
        rows = "".join(f"card-{number},Card {number},{number}.{kind}\n" for number in range(CARDS))
        (data / "cards.csv").write_text(f"id,name,picture\n{rows}", encoding="utf-8")
    fading = Image.linear_gradient("L").resize(PIXELS)
    for number in range(CARDS):
        picture = painting(number)
        for kind in KINDS:
            if kind.startswith("alpha"):
                picture.putalpha(fading)
            picture.convert("RGBA" if kind.startswith("alpha") else "RGB").save(
                folder / kind / "templates" / "art" / f"{number}.{kind}", quality=90
            )


def main() -> int:
    """Measure, print, and keep the figures."""
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        runs: dict[str, list[Run]] = {kind: [] for kind in KINDS}
        words = {
            kind: [sys.executable, "-m", "pnp.cli", "build", "art", "--out", f"{temporary}/{kind}/out"]
            for kind in KINDS
        }
        write_workspaces(Path(temporary))
        for _ in range(RUNS):
            for kind in KINDS:
                runs[kind].append(measure(words[kind], Path(temporary, kind)))
        peer = statistics.median(run.cpu for run in runs[PEER])
        print(f"{CARDS} cards of {PIXELS[0]} x {PIXELS[1]} pixels in two documents, median of {RUNS}")
        print(f"{'':<18} {'s':>7} {'CPU s':>7} {'x JPEG':>7} {'peak MB':>8} {'files MB':>9} {'PDF MB':>7}")
        for kind, title in KINDS.items():
            folder = Path(temporary, kind)
            wall, cpu = (statistics.median(times) for times in zip(*((r.wall, r.cpu) for r in runs[kind]), strict=True))
            peak = max(watched_mb(words[kind], folder), *(run.peak_mb for run in runs[kind]))
            files = sum(path.stat().st_size for path in (folder / "templates" / "art").glob(f"*.{kind}")) / 1e6
            pdf = (folder / "out" / "cards.pdf").stat().st_size / 1e6
            figures[kind] = {"s": round(wall, 3), "cpu_s": round(cpu, 3), "ratio": round(cpu / peer, 2)}
            figures[kind] |= {"peak_mb": round(peak), "files_mb": round(files, 1), "pdf_mb": round(pdf, 1)}
            print(f"{title:<18} {wall:>7.2f} {cpu:>7.2f} {cpu / peer:>7.2f} {peak:>8.0f} {files:>9.1f} {pdf:>7.1f}")
    target = ROOT / "build" / "bench" / "art.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(figures, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
