"""Photographs as phones write them, and pictures that nobody should write: which way up, how large, and nothing else."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO

import pypdfium2
import pytest
from PIL import Image, ImageCms, ImageOps
from PIL.PngImagePlugin import PngInfo

from bench.conformance.case import document
from bench.conformance.painting import paint
from bench.fuzz.damage import damaged_size
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.paint.bare_files import bare_jpeg
from pnp.paint.raster import MAX_PIXELS, read_raster
from pnp.svg.tree import SvgFault
from pnp.units import Matrix, Size
from pnp.web.drawings import WebDrawings
from tests.test_web import held

WIDE, HIGH = 48, 32
COLORS = ("red", "lime", "blue", "black")


def photo(turn: int = 1, more: bytes = b"") -> bytes:
    """Four fields of colour as a JPEG that says how it was held, with a comment and what else is given."""
    image = Image.new("RGB", (WIDE, HIGH))
    for number, color in enumerate(COLORS):
        image.paste(
            color,
            (
                number % 2 * WIDE // 2,
                number // 2 * HIGH // 2,
                (number % 2 + 1) * WIDE // 2,
                (number // 2 + 1) * HIGH // 2,
            ),
        )
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = turn, "A phone"
    stream = BytesIO()
    image.save(stream, "JPEG", quality=95, subsampling=0, exif=exif, comment=b"taken at home")
    return stream.getvalue() + more


def several() -> bytes:
    """A JPEG with a second picture behind the first."""
    stream = BytesIO()
    images = [Image.new("RGB", (WIDE, HIGH), color) for color in ("red", "blue")]
    images[0].save(stream, "MPO", save_all=True, append_images=images[1:])
    return stream.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def as_data(content: bytes) -> str:
    return f"data:image/jpeg;base64,{b64encode(content).decode()}"


def svg(content: bytes, sides: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><image href="{as_data(content)}" {sides}/></svg>'
    )


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_photograph_stands_as_viewers_show_it(turn: int) -> None:
    content = photo(turn)
    seen = ImageOps.exif_transpose(opened(content)).convert("RGB")
    raster = read_raster(content, "photo.jpg")
    assert (raster.size.width, raster.size.height) == seen.size
    whole = f'<image href="{as_data(content)}" width="100" height="100" preserveAspectRatio="none"/>'
    page = pypdfium2.PdfDocument(paint([document(whole)]))[0].render(scale=2).to_pil().convert("RGB")
    for x in (0.25, 0.75):
        for y in (0.25, 0.75):
            wanted = seen.getpixel((int(x * seen.width), int(y * seen.height)))
            found = page.getpixel((int(x * page.width), int(y * page.height)))
            assert isinstance(wanted, tuple) and isinstance(found, tuple)
            assert max(abs(a - b) for a, b in zip(wanted, found, strict=True)) < 12, (turn, x, y)


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_page_turns_it_by_itself(tiny_game: Game, turn: int) -> None:
    """Browsers do not agree on whether they do, so the file says nothing of it and the drawing does."""
    web = WebDrawings(tiny_game).svg(
        Face("c", "r", "front", svg(photo(turn), 'width="20"'), Size(48, 48)), "A photograph"
    )
    root = held(web)
    (image,) = [element for element in root.iter() if element.tag.endswith("}image")]
    assert (image.get("transform") is None) == (turn == 1)
    tall = turn >= 5
    viewports = [element.get("viewBox") for element in root.iter() if element.tag.endswith("}svg")]
    assert viewports[1:] == ([] if turn == 1 else [f"0 0 {HIGH} {WIDE}" if tall else f"0 0 {WIDE} {HIGH}"])
    outer = image if turn == 1 else next(element for element in root.iter() if element.get("viewBox") == viewports[1])
    assert float(outer.get("height", "0")) == pytest.approx(20 * (WIDE / HIGH if tall else HIGH / WIDE), abs=0.01)


def test_what_a_phone_writes_beside_the_picture_goes_nowhere() -> None:
    content = photo(6, b"more behind the end")
    alone = read_raster(content, "photo.jpg").data
    assert b"A phone" in content and b"taken at home" in content
    for word in (b"A phone", b"Exif", b"taken at home", b"more behind"):
        assert word not in alone
    assert opened(alone).tobytes() == opened(content).tobytes()


WORDS = b"<script>taken at home</script>"


def segment(kind: int, body: bytes) -> bytes:
    return bytes((0xFF, kind)) + (len(body) + 2).to_bytes(2, "big") + body


def worded_jpegs() -> dict[str, bytes]:
    """JPEGs with words wherever a program may put some."""
    whole = photo()
    start = whole.index(b"\xff\xc0")
    end = whole.rindex(b"\xff\xd9")
    first = whole.index(b"\xff\xdb")
    jfif = segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\1\x0a" + WORDS)
    return {
        "a comment behind the pixels": whole[:end] + segment(0xFE, WORDS) + whole[end:],
        "Exif behind the pixels": whole[:end] + segment(0xE1, b"Exif\0\0" + WORDS) + whole[end:],
        "before a marker that is filled up": whole[:start]
        + b"\xff\xff"
        + segment(0xED, WORDS)
        + b"\xff"
        + whole[start:],
        "a small picture of what was cut away": whole[:2] + jfif + whole[first:],
        "behind Adobe's byte": whole[:first] + segment(0xEE, b"Adobe\0\x64\0\0\0\0\1" + WORDS) + whole[first:],
        "a profile that is none": whole[:first] + segment(0xE2, b"ICC_PROFILER" + WORDS) + whole[first:],
    }


@pytest.mark.parametrize("name", worded_jpegs())
def test_no_word_of_a_jpeg_goes_on(name: str) -> None:
    content = worded_jpegs()[name]
    bare = read_raster(content, "photo.jpg").data
    assert WORDS in content and b"taken at home" not in bare
    assert opened(bare).tobytes() == opened(content).tobytes()


def test_a_jpeg_that_breaks_off_behind_its_pixels_is_written_whole() -> None:
    whole = photo()
    assert whole.endswith(b"\xff\xd9")
    assert bare_jpeg(whole[:-2]) == bare_jpeg(whole)


def test_a_jpeg_whose_parts_cannot_be_told_apart_is_refused() -> None:
    whole = photo()
    start = whole.index(b"\xff\xdb")
    with pytest.raises(SvgFault, match="is broken"):
        read_raster(whole[:start] + WORDS + whole[start:], "photo.jpg")


def test_a_png_leaves_as_pixels_and_colours() -> None:
    said = PngInfo()
    said.add_text("Comment", WORDS.decode())
    said.add_text("Author", WORDS.decode(), zip=True)
    said.add_itxt("XML:com.adobe.xmp", WORDS.decode(), "en")
    said.add(b"prVt", WORDS)
    exif = Image.Exif()
    exif[0x010F] = WORDS.decode()
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for mode in ("RGB", "RGBA", "P", "L", "1"):
        image = Image.linear_gradient("L").convert("RGB").convert(mode)
        stream = BytesIO()
        image.save(
            stream,
            "PNG",
            pnginfo=said,
            exif=exif,
            icc_profile=profile,
            dpi=(72, 72),
            transparency=3 if mode == "P" else None,
        )
        content = stream.getvalue() + WORDS
        bare = read_raster(content, "x.png").data
        kinds = {kind for kind in (b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"prVt", b"pHYs", WORDS) if kind in bare}
        assert kinds == set()
        assert opened(bare).tobytes() == opened(content).tobytes()
        assert b"iCCP" not in bare  # it says sRGB, which all pictures are in
        assert opened(bare).info.get("transparency") == opened(content).info.get("transparency")


def test_of_several_pictures_the_first_is_shown() -> None:
    content = several()
    assert opened(content).format == "MPO"
    raster = read_raster(content, "photo.jpg")
    assert raster.kind == "jpeg" and raster.upright == Matrix()
    assert opened(raster.data).format == "JPEG"
    assert opened(raster.data).tobytes() == opened(content).tobytes()
    assert len(raster.data) < 0.7 * len(content)
    assert b"/DCTDecode" in paint([svg(content, 'width="48"')])


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("progressive", [False, True])
def test_every_jpeg_keeps_its_pixels(mode: str, progressive: bool) -> None:
    stream = BytesIO()
    Image.linear_gradient("L").convert(mode).save(stream, "JPEG", progressive=progressive, quality=80)
    raster = read_raster(stream.getvalue(), "photo.jpg")
    assert opened(raster.data).tobytes() == opened(stream.getvalue()).tobytes()


def moving() -> bytes:
    stream = BytesIO()
    images = [Image.new("RGB", (6, 6), color) for color in ("red", "blue")]
    images[0].save(stream, "PNG", save_all=True, append_images=images[1:])
    return stream.getvalue()


def other(kind: str) -> bytes:
    stream = BytesIO()
    Image.new("RGB", (6, 6)).save(stream, kind)
    return stream.getvalue()


BROKEN = "x.png is neither PNG, JPEG, WebP, AVIF, TIFF nor SVG, or is broken"
REFUSED = {
    "empty": (b"", BROKEN),
    "cut off": (photo()[:400], BROKEN),
    "a GIF by another name": (other("GIF"), "x.png is a GIF, which is not read"),
    "a BMP": (other("BMP"), "x.png is a BMP, which is not read"),
    "an icon": (other("ICO"), "x.png is a Windows icon, which is not read"),
    "a JPEG 2000": (other("JPEG2000"), "x.png is a JPEG 2000, which is not read"),
    "a PDF": (other("PDF"), "x.png is a PDF, which is not read"),
    "a Photoshop file": (b"8BPS" + bytes(99), "x.png is a Photoshop file, which is not read"),
    "a photograph of an iPhone": (b"\0\0\0\x18ftypheic" + bytes(99), "x.png is a HEIC photograph, which is not read"),
    "moving": (moving(), "x.png is a moving picture, and paper does not move"),
    "a bomb": (damaged_size(60_000, 60_000), "x.png has too many pixels"),
    "a smaller bomb": (damaged_size(10_000, 10_000), "x.png has too many pixels"),
    "just too large": (damaged_size(8_000, MAX_PIXELS // 8_000 + 1), f"x.png has 8000 x {MAX_PIXELS // 8_000 + 1} pixels"),
    "no pixels": (damaged_size(0, 9), BROKEN),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_says_why(name: str) -> None:
    content, message = REFUSED[name]
    with pytest.raises(SvgFault) as caught:
        read_raster(content, "x.png")
    assert caught.value.message == message
    assert caught.value.hint
