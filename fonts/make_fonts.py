"""Make the shipped fonts from their npm packages: complete fonts go in, one small TrueType file a face comes out.

Run it with the development tools installed (fonttools, brotli, npm):  python fonts/make_fonts.py
Latin with its extensions is kept (of Noto Sans Greek and Cyrillic, too), figures become tabular and lining by default
(through the cmap, so that text still copies as typed), hinting is dropped, and the licence is laid beside the faces.
Same packages, same bytes.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent

# Latin and its extensions, modifiers and the marks that combine, punctuation, currency, letterlike, arrows, operators
LATIN = [*range(0x20, 0x250), *range(0x2B0, 0x370), *range(0x1E00, 0x1F00), *range(0x2000, 0x2070)]
LATIN += range(0x20A0, 0x2300)
# Latin of Europe and Vietnam, Greek with its polytonic letters, Cyrillic
WIDER = [*range(0x20, 0x180), *range(0x300, 0x500), *range(0x1E80, 0x1E86), *range(0x1EA0, 0x1EFA)]
WIDER += [*range(0x1F00, 0x2070), *range(0x20A0, 0x20C0), 0x2116, 0x2122, 0x2212]
WIDER += [0x1A0, 0x1A1, 0x1AF, 0x1B0, *range(0x218, 0x21C)]
ARROWS_AND_OPERATORS = [*range(0x2190, 0x2300)]
# arrows, geometric shapes, miscellaneous symbols (with chess and dice), dingbats
SYMBOLS = [*range(0x2190, 0x2200), *range(0x25A0, 0x2800)]

# folder -> npm package with its version, its licence file, the characters kept, and target -> source
FAMILIES: dict[str, tuple[str, str, list[int], dict[str, str]]] = {
    "alegreya-sans": (
        "@expo-google-fonts/alegreya-sans@0.4.2",
        "LICENSE_FONT",
        LATIN,
        {
            "AlegreyaSans-Regular.ttf": "400Regular/AlegreyaSans_400Regular.ttf",
            "AlegreyaSans-Italic.ttf": "400Regular_Italic/AlegreyaSans_400Regular_Italic.ttf",
            "AlegreyaSans-Bold.ttf": "700Bold/AlegreyaSans_700Bold.ttf",
            "AlegreyaSans-BoldItalic.ttf": "700Bold_Italic/AlegreyaSans_700Bold_Italic.ttf",
        },
    ),
    "cinzel": (
        "@expo-google-fonts/cinzel@0.4.2",
        "LICENSE_FONT",
        LATIN,
        {
            "Cinzel-Regular.ttf": "400Regular/Cinzel_400Regular.ttf",
            "Cinzel-Bold.ttf": "700Bold/Cinzel_700Bold.ttf",
        },
    ),
    "barlow": (
        "@expo-google-fonts/barlow@0.4.1",
        "LICENSE_FONT",
        LATIN,
        {
            "Barlow-Regular.ttf": "400Regular/Barlow_400Regular.ttf",
            "Barlow-Italic.ttf": "400Regular_Italic/Barlow_400Regular_Italic.ttf",
            "Barlow-SemiBold.ttf": "600SemiBold/Barlow_600SemiBold.ttf",
            "Barlow-SemiBoldItalic.ttf": "600SemiBold_Italic/Barlow_600SemiBold_Italic.ttf",
        },
    ),
    "oxanium": (
        "@expo-google-fonts/oxanium@0.4.2",
        "LICENSE_FONT",
        LATIN,
        {
            "Oxanium-Medium.ttf": "500Medium/Oxanium_500Medium.ttf",
            "Oxanium-Bold.ttf": "700Bold/Oxanium_700Bold.ttf",
        },
    ),
    "grenze": (
        "@expo-google-fonts/grenze@0.4.2",
        "LICENSE_FONT",
        LATIN,
        {
            "Grenze-Regular.ttf": "400Regular/Grenze_400Regular.ttf",
            "Grenze-Italic.ttf": "400Regular_Italic/Grenze_400Regular_Italic.ttf",
            "Grenze-Bold.ttf": "700Bold/Grenze_700Bold.ttf",
            "Grenze-BoldItalic.ttf": "700Bold_Italic/Grenze_700Bold_Italic.ttf",
        },
    ),
    "grenze-gotisch": (
        "@expo-google-fonts/grenze-gotisch@0.4.2",
        "LICENSE_FONT",
        LATIN,
        {
            "GrenzeGotisch-Medium.ttf": "500Medium/GrenzeGotisch_500Medium.ttf",
            "GrenzeGotisch-ExtraBold.ttf": "800ExtraBold/GrenzeGotisch_800ExtraBold.ttf",
        },
    ),
    "im-fell-dw-pica": (
        "@expo-google-fonts/im-fell-dw-pica@0.4.0",
        "LICENSE_FONT",
        LATIN,
        {
            "IMFellDWPica-Regular.ttf": "400Regular/IMFellDWPica_400Regular.ttf",
            "IMFellDWPica-Italic.ttf": "400Regular_Italic/IMFellDWPica_400Regular_Italic.ttf",
        },
    ),
    "noto-sans": (
        "@expo-google-fonts/noto-sans@0.4.2",
        "LICENSE_FONT",
        WIDER,
        {
            "NotoSans-Regular.ttf": "400Regular/NotoSans_400Regular.ttf",
            "NotoSans-Italic.ttf": "400Regular_Italic/NotoSans_400Regular_Italic.ttf",
            "NotoSans-Bold.ttf": "700Bold/NotoSans_700Bold.ttf",
            "NotoSans-BoldItalic.ttf": "700Bold_Italic/NotoSans_700Bold_Italic.ttf",
        },
    ),
    "noto-sans-symbols-2": (
        "@fontsource/noto-sans-symbols-2@5.3.0",
        "LICENSE",
        SYMBOLS,
        {"NotoSansSymbols2-Regular.ttf": "files/noto-sans-symbols-2-symbols-400-normal.woff2"},
    ),
    "noto-sans-math": (
        "@fontsource/noto-sans-math@5.3.0",
        "LICENSE",
        ARROWS_AND_OPERATORS,
        {"NotoSansMath-Regular.ttf": "files/noto-sans-math-latin-400-normal.woff2"},
    ),
}


def main() -> int:
    """Make every family; the answer is the exit code."""
    with tempfile.TemporaryDirectory() as scratch:
        for folder, (package, licence, characters, faces) in FAMILIES.items():
            files = unpack(package, Path(scratch) / folder)
            target = HERE / folder
            target.mkdir(exist_ok=True)
            shutil.copy(files / licence, target / "OFL.txt")
            for name, source in faces.items():
                make_face(files / source, target / name, characters)
                print(f"{folder}/{name}: {(target / name).stat().st_size:,} bytes")
    return 0


def unpack(package: str, where: Path) -> Path:
    """Fetch a package through npm and unpack it; answers its folder."""
    where.mkdir(parents=True)
    subprocess.run(["npm", "pack", "--silent", package], cwd=where, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(next(where.glob("*.tgz"))) as archive:
        archive.extractall(where, filter="data")
    return where / "package"


def make_face(source: Path, target: Path, characters: list[int]) -> None:
    """Keep the characters, bake the figures, drop what print does not need."""
    font = TTFont(source, recalcTimestamp=False)
    font.flavor = None
    strip(font, characters)
    bake_figures(font)
    font["head"].created = font["head"].modified = 0
    font.save(target)


def strip(font: TTFont, characters: list[int]) -> None:
    """Keep the characters, kerning and marks; drop hinting and what is only of use on a screen."""
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum", "liga"]
    options.layout_features += [] if characters is WIDER else ["smcp"]  # in three alphabets they weigh a fifth
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
