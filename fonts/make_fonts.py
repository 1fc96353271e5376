"""Make the shipped fonts from their npm packages: woff2 goes in, one small TrueType file a face comes out.

Run it with the development tools installed (fonttools, brotli, npm):  python fonts/make_fonts.py
Latin and Latin Extended are merged, figures become tabular and lining by default (through the cmap, so that text
still copies as typed), hinting is dropped, and the licence is laid beside the faces. Same packages, same bytes.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent

# folder -> npm package with its version, and file name -> the package's files to merge
FAMILIES: dict[str, tuple[str, dict[str, list[str]]]] = {
    "alegreya-sans": (
        "@fontsource/alegreya-sans@5.3.0",
        {
            f"AlegreyaSans-{name}.ttf": [f"alegreya-sans-{part}-{weight}.woff2" for part in ("latin", "latin-ext")]
            for name, weight in {
                "Regular": "400-normal",
                "Italic": "400-italic",
                "Bold": "700-normal",
                "BoldItalic": "700-italic",
            }.items()
        },
    ),
    "cinzel": (
        "@fontsource/cinzel@5.3.0",
        {
            f"Cinzel-{name}.ttf": [f"cinzel-{part}-{weight}-normal.woff2" for part in ("latin", "latin-ext")]
            for name, weight in {"Regular": "400", "Bold": "700"}.items()
        },
    ),
    "noto-sans-symbols-2": (
        "@fontsource/noto-sans-symbols-2@5.3.0",
        {"NotoSansSymbols2-Regular.ttf": ["noto-sans-symbols-2-symbols-400-normal.woff2"]},
    ),
    "noto-sans-math": (
        "@fontsource/noto-sans-math@5.3.0",
        {"NotoSansMath-Regular.ttf": ["noto-sans-math-latin-400-normal.woff2"]},
    ),
}
# of the symbol fonts: arrows, operators, shapes, miscellaneous symbols (with chess and dice), dingbats
SYMBOLS = [*range(0x2190, 0x2200), *range(0x25A0, 0x2800)]
OPERATORS = [*range(0x2190, 0x2300)]


def main() -> int:
    """Make every family; the answer is the exit code."""
    with tempfile.TemporaryDirectory() as scratch:
        for folder, (package, faces) in FAMILIES.items():
            files = unpack(package, Path(scratch) / folder)
            target = HERE / folder
            target.mkdir(exist_ok=True)
            shutil.copy(files / "LICENSE", target / "OFL.txt")
            for name, parts in faces.items():
                make_face([files / "files" / part for part in parts], target / name)
                print(f"{folder}/{name}: {(target / name).stat().st_size:,} bytes")
    return 0


def unpack(package: str, where: Path) -> Path:
    """Fetch a package through npm and unpack it; answers its folder."""
    where.mkdir(parents=True)
    subprocess.run(["npm", "pack", "--silent", package], cwd=where, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(next(where.glob("*.tgz"))) as archive:
        archive.extractall(where, filter="data")
    return where / "package"


def make_face(parts: list[Path], target: Path) -> None:
    """Merge the parts, bake the figures, drop what print does not need."""
    plain = []
    for part in parts:
        font = TTFont(part)
        font.flavor = None
        keep = {"noto-sans-symbols-2": SYMBOLS, "noto-sans-math": OPERATORS}.get(target.parent.name)
        strip(font, keep or sorted(font.getBestCmap()))
        path = target.with_suffix(f".{len(plain)}.part")
        font.save(path)
        plain.append(path)
    merged = Merger().merge([str(path) for path in plain]) if len(plain) > 1 else TTFont(plain[0])
    bake_figures(merged)
    merged["head"].created = merged["head"].modified = 0
    merged.recalcTimestamp = False
    merged.save(target)
    for path in plain:
        path.unlink()


def strip(font: TTFont, characters: list[int]) -> None:
    """Keep the characters, kerning and marks; drop hinting and what is only of use on a screen."""
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum", "liga"]
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["MATH", "STAT", "gasp", "vhea", "vmtx"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def bake_figures(font: TTFont) -> None:
    """Map the digits to their lining, then their tabular forms, where the font has them."""
    if "GSUB" not in font:
        return
    gsub = font["GSUB"].table
    for feature in ("lnum", "tnum"):
        swaps: dict[str, str] = {}
        for record in gsub.FeatureList.FeatureRecord:
            if record.FeatureTag == feature:
                for index in record.Feature.LookupListIndex:
                    for table in gsub.LookupList.Lookup[index].SubTable:
                        swaps |= getattr(getattr(table, "ExtSubTable", table), "mapping", {})
        for table in font["cmap"].tables:
            for code in range(ord("0"), ord("9") + 1):
                if table.cmap.get(code) in swaps:
                    table.cmap[code] = swaps[table.cmap[code]]
    characters = font.getBestCmap()
    digits = {characters[code] for code in range(ord("0"), ord("9") + 1) if code in characters}
    widths = [font["hmtx"][glyph][0] for glyph in sorted(digits)]
    if widths and max(widths) - min(widths) < 20:  # the italics' tabular figures differ by a hair: make them equal
        for glyph in digits:
            font["hmtx"][glyph] = (min(widths), font["hmtx"][glyph][1])


if __name__ == "__main__":
    sys.exit(main())
