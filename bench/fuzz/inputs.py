"""Single files go in, damaged; each is read by the one reader it has, and used: values come out, or a fault in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random

from bench.conformance.corpus import corpus
from bench.conformance.fuzz import paint_or_refuse
from bench.conformance.mutate import mutate
from bench.fuzz.damage import damage
from bench.fuzz.small_game import small_games
from bench.fuzz.trial import Case
from pnp.fonts.containers import FontError
from pnp.fonts.families import FontFamily, Fonts
from pnp.fonts.font import Font, FontFiles, FontSource, load_font
from pnp.fonts.shape import shape
from pnp.paint.raster import read_raster
from pnp.pdf.drawing import ImageData
from pnp.pdf.file import PdfFile
from pnp.pdf.pictures import image_object
from pnp.pdf.resource_table import embed_font
from pnp.problems import GameError, Problem, Source, describe
from pnp.rulebook.markdown import read_chapter
from pnp.source.csv_reader import parse_csv
from pnp.source.xlsx import read_workbook
from pnp.source.yaml_reader import parse_yaml
from pnp.svg.tree import SvgFault
from pnp.web.webfonts import font_faces

WORDS = "Ada fits 12 Honey-Bees: “office”!"


def drawing_cases(seed: int, first: int, count: int, _folder: Path) -> Iterator[Case]:
    """Drawings of the conformance corpus, painted."""
    drawings = [case.svg for case in corpus()]
    for number in range(first, first + count):
        chance = Random(f"{seed} drawings {number}")
        svg = mutate(chance.choice(drawings), drawings, chance)
        yield Case(
            "drawings", number, {"drawing.svg": svg.encode("utf-8", "surrogatepass")}, partial(paint_or_refuse, svg)
        )


def reader_cases(seed: int, first: int, count: int, folder: Path) -> Iterator[Case]:
    """Files of the small games, each given to its reader."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {name: data for game in small_games().values() for name, data in game.items() if _ending(name) in _READERS}
    names = sorted(files)
    for number in range(first, first + count):
        chance = Random(f"{seed} readers {number}")
        name = chance.choice(names)
        data = damage(name, files[name], chance)
        yield Case("readers", number, {name: data}, partial(read_file, name, data, folder))


def again(kind: str, files: Mapping[str, bytes], folder: Path) -> Case:
    """A case from the file that it was kept as."""
    ((name, data),) = files.items()
    if kind == "drawings":
        return Case(kind, 0, files, partial(paint_or_refuse, data.decode("utf-8", "surrogatepass")))
    return Case(kind, 0, files, partial(read_file, name, data, folder))


def read_file(name: str, data: bytes, folder: Path) -> str:
    """What became of the file, by its ending."""
    ending = _ending(name)
    path = folder / f"file.{ending}"
    path.write_bytes(data)
    try:
        _READERS[ending](path, data)
    except GameError as error:
        for problem in error.problems:
            assert len(describe(problem)) < 3_000
        return f"{ending} refused: {error.problems[0].code}"
    except (FontError, SvgFault) as error:
        assert str(error)
        return f"{ending} refused"
    return f"{ending} read"


def _ending(name: str) -> str:
    return name.rpartition(".")[2]


def _yaml(_path: Path, data: bytes) -> None:
    parse_yaml(Source("file.yaml", data.decode("utf-8", "replace")))


def _csv(_path: Path, data: bytes) -> None:
    parse_csv(Source("file.csv", data.decode("utf-8", "replace")))


def _xlsx(path: Path, _data: bytes) -> None:
    with read_workbook(path, "file.xlsx") as book:
        for name in book.sheets:
            book.table(name)


def _chapter(_path: Path, data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    _, faults = read_chapter("one", text, frozenset({"star"}), {"one"}, lambda *_: "", frozenset({"blood", "ink"}))
    if faults:
        raise GameError([Problem(fault.code, fault.message, None, fault.hint) for fault in faults])


def _font(path: Path, _data: bytes) -> None:
    """Opened, asked for small capitals, shaped, and cut down for a file and for a page."""
    font = load_font(FontSource(path))
    load_font(FontSource(path), ("smcp",))
    font.offers("smcp")
    glyphs = _shaped(font)
    file = PdfFile()
    embed_font(file, "F", {file.promise(): (font, glyphs)})
    font_faces(Fonts({"Text": FontFamily("Text", {"regular": FontSource(path)})}, (), FontFiles()), f"Text {WORDS}")


def _shaped(font: Font) -> dict[int, str]:
    made = shape(font, WORDS)
    return dict(zip(made.glyphs, made.letters, strict=True)) | {font.glyph("A") or 0: "A"}


def _picture(_path: Path, data: bytes) -> None:
    raster = read_raster(data, "file.png")
    for gray in (False, True):
        image_object(PdfFile(), ImageData(raster.data, True, gray))


_READERS: Mapping[str, Callable[[Path, bytes], None]] = {
    "yaml": _yaml, "csv": _csv, "xlsx": _xlsx, "md": _chapter, "ttf": _font, "png": _picture, "jpg": _picture,
    "webp": _picture, "avif": _picture, "tif": _picture,
}  # fmt: skip
