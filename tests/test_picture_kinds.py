"""Art as programs save it: WebP, AVIF, TIFF, 16 bits, palettes, profiles of colours, CMYK; and how a PDF holds it."""

from __future__ import annotations

import math
import sys
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageOps, features

from bench.conformance.case import document
from bench.conformance.painting import paint
from pnp.build.build import build, read_game
from pnp.job import PrintJob
from pnp.paint import raster
from pnp.paint.profiles import MOST_BYTES, in_srgb
from pnp.paint.raster import CMYK, PROFILE, SEVERAL, read_raster
from pnp.pdf.drawing import ImageData
from pnp.pdf.kept_bytes import KeptBytes
from pnp.pdf.pictures import packed_image
from pnp.pdf.png_files import is_plain, is_whole, png_parts, written_png
from pnp.svg.tree import SvgFault
from tests.conftest import CARD, MakeGame
from tests.profiles import ADOBE_RGB, DISPLAY_P3, cmyk_profile, grey_profile, rgb_profile

GREY = Image.linear_gradient("L").resize((40, 30))
COLORED = Image.merge("RGB", (GREY, GREY.rotate(180), GREY.transpose(Image.Transpose.FLIP_LEFT_RIGHT)))
CLEAR = COLORED.copy()
CLEAR.putalpha(GREY)
HERE = [kind for kind in ("PNG", "JPEG", "WEBP", "AVIF", "TIFF") if kind not in ("WEBP", "AVIF") or features.check(kind.lower())]  # fmt: skip


def saved(image: Image.Image, kind: str, **more: Any) -> bytes:
    stream = BytesIO()
    image.save(stream, kind, **more)
    return stream.getvalue()


def shown(data: bytes) -> Image.Image:
    """What a reading makes of a file, as it goes on."""
    return Image.open(BytesIO(read_raster(data, "x").data))


def apart(one: Image.Image, other: Image.Image) -> int:
    """The largest difference of any number of two pictures."""
    bands = ImageChops.difference(one, other).split()
    return max(int(np.asarray(band).max()) for band in bands)


def printed(data: bytes) -> Image.Image:
    """The picture as pdfium shows it in a PDF of ours, four of its pixels to one of the picture's, at the middle of each."""
    whole = f'<image href="data:image/png;base64,{b64encode(data).decode()}" width="100" height="75" image-rendering="pixelated"/>'
    page: Image.Image = pypdfium2.PdfDocument(paint([document(whole)]))[0].render(scale=160 / 75).to_pil()
    return page.convert("RGB").crop((0, 0, 160, 120)).resize((40, 30), Image.Resampling.NEAREST)


@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize("kind", HERE)
def test_every_kind_stands_as_its_exif_says(kind: str, turn: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    data = saved(COLORED, kind, exif=exif, quality=95)
    wanted = ImageOps.exif_transpose(Image.open(BytesIO(data))).convert("RGB")
    found = read_raster(data, "x")
    assert (found.size.width, found.size.height) == wanted.size
    image = Image.open(BytesIO(found.data)).convert("RGB")
    for x, y in ((4, 3), (25, 26), (20, 8)):
        at = found.upright.apply(x + 0.5, y + 0.5)
        ours, theirs = image.getpixel((x, y)), wanted.getpixel((int(at[0]), int(at[1])))
        assert isinstance(ours, tuple) and isinstance(theirs, tuple)
        assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) <= 8


@pytest.mark.parametrize("mode", ["RGB", "L", "RGBA", "LA", "P", "1"])
@pytest.mark.parametrize("kind", ["PNG", "TIFF", "WEBP"])
def test_what_lost_nothing_loses_nothing(kind: str, mode: str) -> None:
    if kind not in HERE:
        pytest.skip("this Pillow has none")
    image = (CLEAR if "A" in mode else COLORED).convert(mode)
    data = saved(image, kind, **({"lossless": True, "exact": True} if kind == "WEBP" else {}))
    assert apart(shown(data).convert("RGBA"), image.convert("RGBA")) == 0
    assert read_raster(data, "x").kind == "png"


@pytest.mark.parametrize("kind", [kind for kind in ("WEBP", "AVIF") if kind in HERE])
def test_what_was_packed_with_losses_stays_small(kind: str) -> None:
    data = saved(COLORED, kind, quality=90)
    found = read_raster(data, "x")
    assert found.kind == "jpeg" and found.remarks == ()
    assert apart(shown(data), Image.open(BytesIO(data)).convert("RGB")) <= 10
    clear = read_raster(saved(CLEAR, kind, quality=90), "x")
    assert clear.kind == "png" and Image.open(BytesIO(clear.data)).mode == "RGBA"


def deep_png(kind: int, numbers: list[int], clear: bytes = b"") -> bytes:
    """A PNG of one row with 16 bits a colour, which Pillow does not write in colours."""
    import zlib

    channels = {0: 1, 2: 3, 4: 2, 6: 4}[kind]
    head = (len(numbers) // channels).to_bytes(4, "big") + (1).to_bytes(4, "big") + bytes((16, kind, 0, 0, 0))
    row = zlib.compress(b"\0" + b"".join(number.to_bytes(2, "big") for number in numbers))
    chunks = [(b"IHDR", head), *([(b"tRNS", clear)] if clear else []), (b"IDAT", row), (b"IEND", b"")]
    sealed = (len(body).to_bytes(4, "big") + name + body + zlib.crc32(name + body).to_bytes(4, "big") for name, body in chunks)  # fmt: skip
    return b"\x89PNG\r\n\x1a\n" + b"".join(sealed)


@pytest.mark.parametrize(
    ("data", "mode", "wanted"),
    [
        (deep_png(0, [0, 0x1234, 0xFFFF]), "L", (0, 0x12, 0xFF)),
        (deep_png(2, [0x0102, 0x8081, 0xFEFF]), "RGB", ((1, 0x80, 0xFE),)),
        (deep_png(6, [0x0102, 0x8081, 0xFEFF, 0x7F00]), "RGBA", ((1, 0x80, 0xFE, 0x7F),)),
        (deep_png(0, [0x1000, 0x2000], b"\x10\x00"), "RGBA", ((16, 16, 16, 0), (32, 32, 32, 255))),
        (saved(Image.frombytes("I;16", (2, 1), b"\x34\x12\xff\xff"), "TIFF"), "L", (0x12, 0xFF)),
    ],
)
def test_of_16_bits_the_upper_8_are_kept(data: bytes, mode: str, wanted: tuple[object, ...]) -> None:
    image = shown(data)
    assert image.mode == mode and tuple(image.getpixel((x, 0)) for x in range(image.width)) == wanted


def test_a_tiff_of_several_pages_shows_the_first_and_says_so() -> None:
    data = saved(COLORED, "TIFF", save_all=True, append_images=[GREY])
    assert read_raster(data, "x").remarks == (SEVERAL,)
    assert apart(shown(data), COLORED) == 0
    assert read_raster(saved(COLORED, "TIFF"), "x").remarks == ()


@pytest.mark.parametrize("kind", [kind for kind in ("WEBP", "AVIF", "PNG") if kind in HERE])
def test_what_moves_is_refused(kind: str) -> None:
    data = saved(COLORED, kind, save_all=True, append_images=[CLEAR.convert("RGB").rotate(180)])
    with pytest.raises(SvgFault, match="is a moving picture, and paper does not move"):
        read_raster(data, "x")


@pytest.mark.parametrize("mode", ["F", "LAB", "I"])
def test_a_tiff_that_no_two_programs_show_alike_is_refused(mode: str) -> None:
    with pytest.raises(SvgFault, match=r"is in Lab|32 bits a colour") as caught:
        read_raster(saved(GREY.convert("RGB").convert("LAB") if mode == "LAB" else GREY.convert(mode), "TIFF"), "x")
    assert caught.value.hint == "save it in RGB with 8 or 16 bits a colour"


def test_a_pillow_without_a_reader_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "check", lambda _name: False)
    with pytest.raises(SvgFault, match="x is AVIF, which the Pillow that is installed does not read"):
        read_raster(b"\0\0\0\x1cftypavif" + b"not seen by any other test", "x")


# Profiles of colours


def _srgb(profile: tuple[tuple[float, float, float], ...], pixel: tuple[int, int, int]) -> tuple[int, ...]:
    """What a colour of a screen is in sRGB, by the formulas of ICC.1 and IEC 61966-2-1."""
    light = [(value / 255) ** (round(2.2 * 256) / 256) for value in pixel]
    xyz = [math.fsum(light[i] * profile[i][row] for i in range(3)) for row in range(3)]
    to_rgb = ((3.13385, -1.61686, -0.49062), (-0.97876, 1.91615, 0.03345), (0.07196, -0.22899, 1.40523))
    linear = [min(max(math.fsum(a * b for a, b in zip(row, xyz, strict=True)), 0), 1) for row in to_rgb]
    return tuple(round(255 * (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055)) for c in linear)


@pytest.mark.parametrize("primaries", [DISPLAY_P3, ADOBE_RGB], ids=["Display P3", "Adobe RGB"])
@given(pixel=st.tuples(*[st.integers(0, 255)] * 3))
def test_a_profile_is_converted_as_its_numbers_say(
    primaries: tuple[tuple[float, float, float], ...], pixel: tuple[int, int, int]
) -> None:
    made = in_srgb(Image.new("RGB", (1, 1), pixel), rgb_profile(primaries))
    assert made is not None
    found = made.getpixel((0, 0))
    assert isinstance(found, tuple)
    assert max(abs(a - b) for a, b in zip(found, _srgb(primaries, pixel), strict=True)) <= 2


@pytest.mark.parametrize("kind", HERE)
def test_a_profile_of_any_kind_of_file_is_used(kind: str) -> None:
    image = Image.new("RGB", (16, 16), (200, 100, 50))
    data = saved(image, kind, icc_profile=rgb_profile(ADOBE_RGB), quality=100)
    found = shown(data)
    color = found.convert("RGB").getpixel((8, 8))
    assert isinstance(color, tuple)
    assert max(abs(a - b) for a, b in zip(color, (227, 100, 42), strict=True)) <= 6
    assert not found.info.get("icc_profile"), "what goes on says nothing else"
    assert found.format == ("JPEG" if kind in ("JPEG", "WEBP", "AVIF") else "PNG")


def test_transparency_outlives_a_profile() -> None:
    found = shown(saved(CLEAR, "PNG", icc_profile=rgb_profile(DISPLAY_P3)))
    assert found.mode == "RGBA" and apart(found.getchannel("A"), GREY) == 0
    assert apart(found.convert("RGB"), COLORED) > 8


def test_srgb_in_any_spelling_changes_nothing() -> None:
    from PIL import ImageCms

    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for mode in ("RGB", "L"):
        data = saved(COLORED.convert(mode), "JPEG", icc_profile=srgb)
        found = read_raster(data, "x")
        assert found.remarks == () and found.data == read_raster(saved(COLORED.convert(mode), "JPEG"), "y").data


def test_greys_with_a_profile_stay_grey() -> None:
    found = shown(saved(GREY, "PNG", icc_profile=grey_profile(1.0)))
    assert found.mode == "L" and apart(found, GREY) > 40


@pytest.mark.parametrize(
    "profile", [b"no profile", cmyk_profile(), rgb_profile(DISPLAY_P3)[:200]], ids=["none", "of inks", "cut off"]
)
def test_a_profile_that_says_nothing_is_told(profile: bytes) -> None:
    data = saved(COLORED, "TIFF", icc_profile=profile)
    assert read_raster(data, "x").remarks == (PROFILE,)
    assert apart(shown(data), COLORED) == 0


def test_profiles_are_bounded() -> None:
    with pytest.raises(ValueError, match="too large"):
        in_srgb(COLORED, rgb_profile(DISPLAY_P3) + bytes(MOST_BYTES))


def test_cmyk_is_converted_and_told() -> None:
    inks = Image.new("CMYK", (16, 16), (255, 0, 0, 0))
    plain = saved(inks, "JPEG", quality=100)
    assert plain[plain.index(b"Adobe") - 4 :][:2] == b"\xff\xee", "with its inks turned round, as Adobe writes them"
    for data, wanted in (
        (plain, (0, 255, 255)),
        (saved(inks, "JPEG", quality=100, icc_profile=cmyk_profile()), (35, 194, 255)),
        (saved(inks, "TIFF"), (0, 255, 255)),
    ):
        found = read_raster(data, "x")
        assert found.remarks == (CMYK,)
        color = Image.open(BytesIO(found.data)).convert("RGB").getpixel((8, 8))
        assert isinstance(color, tuple) and max(abs(a - b) for a, b in zip(color, wanted, strict=True)) <= 3


def test_a_build_warns_of_cmyk_with_file_and_cure(make_game: MakeGame, tmp_path: Path) -> None:
    card = CARD.replace("</svg>", '<image href="art/sea.jpg" width="5" height="5"/></svg>')
    workspace = make_game({"templates/tiny/card.svg": card})
    (workspace.root / "templates/tiny/art").mkdir()
    (workspace.root / "templates/tiny/art/sea.jpg").write_bytes(saved(Image.new("CMYK", (90, 90)), "JPEG"))
    warnings: list[Any] = []
    build(read_game(workspace, "tiny"), PrintJob("a4"), tmp_path / "out", warn=warnings.append)
    (warning,) = warnings
    assert (warning.code, warning.severity) == ("odd-picture", "warning")
    assert warning.message == "art/sea.jpg is in CMYK, and is turned into RGB"
    assert warning.span.source.name == "templates/tiny/card.svg"
    assert warning.hint == "its colours may look otherwise: save it in RGB (sRGB) in a photo program, and see"


# How a document holds pictures


OPEN: list[Any] = []  # a closed file takes its objects with it


def objects(data: bytes) -> list[Any]:
    """The pictures of a PDF of ours that shows one, the mask among them."""
    whole = f'<image href="data:image/png;base64,{b64encode(data).decode()}" width="100" height="75"/>'
    pdf = pikepdf.open(BytesIO(paint([document(whole)])))
    OPEN[:] = [pdf]
    return [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image"]


PLAIN = {
    "RGB": COLORED, "L": GREY, "1": GREY.convert("1"), "P": COLORED.convert("P", palette=Image.Palette.ADAPTIVE, colors=16),
    "few": COLORED.convert("P", palette=Image.Palette.ADAPTIVE, colors=3),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_png_goes_in_as_it_is(name: str) -> None:
    data = saved(PLAIN[name], "PNG", bits=2) if name == "few" else saved(PLAIN[name], "PNG")
    (image,) = objects(data)
    assert image.read_raw_bytes().rstrip(b"\n") == png_parts(data).rows.rstrip(b"\n")
    assert image.DecodeParms.Predictor == 15
    assert apart(printed(data), PLAIN[name].convert("RGB")) == 0


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_a_transparent_png_gets_a_mask(mode: str) -> None:
    few = PLAIN["few"]
    data = saved(few, "PNG", transparency=1) if mode == "P" else saved(CLEAR.convert(mode), "PNG")
    image = Image.open(BytesIO(data)).convert("RGBA")
    (main,) = [item for item in objects(data) if "/SMask" in item]
    assert pikepdf.PdfImage(main.SMask).as_pil_image().tobytes() == image.getchannel("A").tobytes()
    assert pikepdf.PdfImage(main).as_pil_image().convert("RGB").tobytes() == image.convert("RGB").tobytes()
    white = Image.new("RGBA", image.size, "white")
    assert apart(printed(data), Image.alpha_composite(white, image).convert("RGB")) <= 1


def test_what_could_be_transparent_and_is_not_has_no_mask() -> None:
    (image,) = objects(saved(COLORED.convert("RGBA"), "PNG"))
    assert "/SMask" not in image


def odd_pngs() -> dict[str, bytes]:
    """PNGs whose rows must not go into a document: something is behind them, or they are not what is said."""
    import zlib

    def png(rows: bytes, kind: int = 0, palette: bytes = b"", interlaced: int = 0) -> bytes:
        head = (2).to_bytes(4, "big") * 2 + bytes((8, kind, 0, 0, interlaced))
        chunks = [(b"IHDR", head), *([(b"PLTE", palette)] if palette else []), (b"IDAT", rows), (b"IEND", b"")]
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            len(body).to_bytes(4, "big") + name + body + zlib.crc32(name + body).to_bytes(4, "big") for name, body in chunks
        )  # fmt: skip

    rows = bytes((0, 10, 20, 0, 30, 40))
    return {
        "words behind the stream": png(zlib.compress(rows) + b"a secret"),
        "rows behind the last": png(zlib.compress(rows + b"a secret")),
        "a palette with fewer colours": png(zlib.compress(bytes((0, 0, 1, 0, 0, 9))), 3, bytes(6)),
        "interlaced": png(zlib.compress(bytes((0, 10, 0, 20, 0, 30, 40))), 0, b"", 1),
    }


@pytest.mark.parametrize("name", odd_pngs())
def test_an_odd_png_is_packed_anew(name: str) -> None:
    data = odd_pngs()[name]
    found = read_raster(data, "x").data
    assert b"a secret" not in found and png_parts(found).rows != png_parts(data).rows
    assert is_plain(png_parts(found)) and is_whole(png_parts(found))
    assert apart(Image.open(BytesIO(found)).convert("RGB"), Image.open(BytesIO(data)).convert("RGB")) == 0


@given(st.sampled_from(["L", "RGB", "RGBA"]), st.integers(1, 9), st.integers(1, 9), st.randoms(use_true_random=False))
def test_a_png_that_is_written_is_read_again(mode: str, width: int, height: int, rng: Any) -> None:
    image = Image.frombytes(mode, (width, height), rng.randbytes(width * height * len(mode)))
    parts = png_parts(written_png(image))
    assert is_whole(parts) and is_plain(parts) == (mode != "RGBA")
    again = Image.open(BytesIO(written_png(image)))
    assert (again.mode, again.tobytes()) == (mode, image.tobytes())


def test_a_picture_is_read_and_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved(CLEAR, "PNG", dpi=(99, 99))
    image = ImageData(read_raster(data, "x").data)
    assert packed_image(image) is packed_image(ImageData(bytes(bytearray(image.data)), smooth=False))
    monkeypatch.setattr(raster, "_read", lambda *_: pytest.fail("it was read before"))
    assert read_raster(bytes(bytearray(data)), "y").data == image.data


def test_what_is_kept_is_bounded() -> None:
    kept: KeptBytes[str] = KeptBytes(100)
    for name in ("a", "b", "c", "d"):
        assert kept.keep(name, name, 25) == name
    assert kept.get("a") == "a"  # so that b is the oldest
    kept.keep("e", "e", 25)
    kept.keep("too large", "", 26)
    assert [kept.get(name) for name in ("a", "b", "c", "d", "e", "too large")] == ["a", None, "c", "d", "e", None]
    assert kept.taken == 100


def test_what_libtiff_says_is_not_heard(capfd: pytest.CaptureFixture[str]) -> None:
    data = saved(COLORED, "TIFF", compression="tiff_lzw")
    for damaged in (data[:40], data[:-900] + bytes(900), data[:200] + bytes(100) + data[300:]):
        with pytest.raises(SvgFault, match="or is broken"):
            read_raster(damaged, "x")
    assert capfd.readouterr() == ("", "")
    print("heard", file=sys.stderr)
    assert capfd.readouterr().err == "heard\n"


def test_a_picture_is_no_thread() -> None:
    with pytest.raises(SvgFault, match="x has 50001 x 1 pixels") as caught:
        read_raster(saved(Image.new("L", (50_001, 1)), "TIFF"), "x")
    assert caught.value.hint == "at most 50 million are taken, 50,000 a side"


MATERIAL = Path(__file__).parent / "material"
PURE = ((255, 0, 0), (0, 255, 0), (0, 0, 255))
THIRDS = {
    **dict.fromkeys(("thirds.png", "thirds-256.png", "thirds-alpha.png", "thirds.jpg", "thirds.tif", "thirds-16.tif"), PURE),
    **dict.fromkeys(("thirds-lzw.tif", "thirds.webp", "thirds-alpha.webp"), PURE),
    "thirds-grey.png": ((130,) * 3, (220,) * 3, (70,) * 3),
    "thirds-mono.png": ((255,) * 3, (255,) * 3, (0,) * 3), "thirds-g4.tif": ((255,) * 3, (255,) * 3, (0,) * 3),
}  # fmt: skip


@pytest.mark.parametrize("name", THIRDS)
def test_what_other_programs_wrote_is_shown(name: str) -> None:
    if name.endswith("webp") and "WEBP" not in HERE:
        pytest.skip("this Pillow has none")
    found = read_raster((MATERIAL / name).read_bytes(), name)
    image = Image.open(BytesIO(found.data)).convert("RGB")
    assert found.remarks == () and image.size == (48, 36)
    for x, wanted in zip((4, 24, 44), THIRDS[name], strict=True):
        color = image.getpixel((x, 18))
        assert isinstance(color, tuple) and max(abs(a - b) for a, b in zip(color, wanted, strict=True)) <= 3


def test_the_inks_of_another_program_are_not_turned_round() -> None:
    found = read_raster((MATERIAL / "thirds-cmyk.jpg").read_bytes(), "x")
    image = Image.open(BytesIO(found.data)).convert("RGB")
    colors = [image.getpixel((x, 18)) for x in (4, 24, 44)]
    assert found.remarks == (CMYK,)
    for place, color in enumerate(colors):
        assert isinstance(color, tuple) and max(color) == color[place], (
            "red, green and blue, each the most of its third"
        )
