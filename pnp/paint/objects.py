"""Our resources go in, reportlab's PDF objects come out."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from io import BytesIO
from itertools import pairwise

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObjectReference,
    PDFStream,
)

from pnp.paint.drawing import ImageData, Shading, ShadingPattern
from pnp.paint.numbers import fine_number, pdf_number, shade_number
from pnp.units import Rect


def reference(document: PDFDocument, name: str, thing: object) -> PDFObjectReference:
    """Add an object under a name of its own and answer the reference to it."""
    return document.Reference(thing, name)


def stream(content: bytes, entries: Mapping[str, object]) -> PDFStream:
    """A compressed stream. An entry that is None becomes the length before compression (FontFile2's Length1)."""
    filled = {key: len(content) if value is None else value for key, value in entries.items()}
    dictionary = PDFDictionary({**filled, "Filter": PDFName("FlateDecode")})
    return PDFStream(dictionary, zlib.compress(content, 6) + b"\n", filters=())


def alpha_state(fill: float, stroke: float) -> PDFDictionary:
    """The graphics state for two opacities."""
    return PDFDictionary({"Type": PDFName("ExtGState"), "ca": fill, "CA": stroke})


def mask_state(kind: str, form: object) -> PDFDictionary:
    """The graphics state for a soft mask (PDF 32000, 11.6.5.2)."""
    mask = PDFDictionary({"Type": PDFName("Mask"), "S": PDFName(kind), "G": form})
    return PDFDictionary({"Type": PDFName("ExtGState"), "SMask": mask})


def form_entries(box: Rect, resources: object, *, group: bool) -> dict[str, object]:
    """The dictionary of a form; a group is composited as one before it meets what is under it."""
    entries: dict[str, object] = {
        "Type": PDFName("XObject"),
        "Subtype": PDFName("Form"),
        "BBox": PDFArray([pdf_number(value) for value in (box.x, box.y, box.right, box.bottom)]),
        "Resources": resources,
    }
    if group:
        entries["Group"] = PDFDictionary({"S": PDFName("Transparency"), "CS": PDFName("DeviceRGB"), "I": "true"})
    return entries


def pattern_object(pattern: ShadingPattern, shading: object) -> PDFDictionary:
    """A shading as a colour; its matrix starts from the form that names it."""
    m = pattern.matrix
    matrix = PDFArray([fine_number(value) for value in (m.a, m.b, m.c, m.d, m.e, m.f)])
    return PDFDictionary({"Type": PDFName("Pattern"), "PatternType": 2, "Shading": shading, "Matrix": matrix})


def shading_object(shading: Shading) -> PDFDictionary:
    """An axial or radial shading; more than two stops are stitched (PDF 32000, 7.10.4)."""
    gray = len(shading.stops[0][1]) == 1
    return PDFDictionary(
        {
            "ShadingType": shading.kind,
            "ColorSpace": PDFName("DeviceGray" if gray else "DeviceRGB"),
            "Coords": PDFArray([fine_number(value) for value in shading.coords]),
            "Function": _function(shading),
            "Extend": PDFArray(["true", "true"]),
        }
    )


def _function(shading: Shading) -> PDFDictionary:
    """Pieces between stops; two stops at one place make a step between pieces, and no piece of their own."""
    pieces = [(a, b) for a, b in pairwise(shading.stops) if b[0] - a[0] > 1e-7]
    parts = [
        PDFDictionary({"FunctionType": 2, "Domain": _array((0, 1)), "N": 1, "C0": _array(a[1]), "C1": _array(b[1])})
        for a, b in pieces
    ]
    if len(parts) == 1:
        return parts[0]
    return PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": _array((0, 1)),
            "Functions": PDFArray(parts),
            "Bounds": PDFArray([fine_number(a[0]) for a, _ in pieces[1:]]),
            "Encode": _array([0, 1] * len(parts)),
        }
    )


def _array(values: Iterable[float]) -> PDFArray:
    return PDFArray([shade_number(float(value)) for value in values])


def image_objects(document: PDFDocument, image: ImageData) -> PDFObjectReference:
    """A JPEG goes in as it is, a PNG as deflated RGB with a soft mask where it is transparent; grey for a mask."""
    from PIL import Image  # only games with pictures pay for it

    with Image.open(BytesIO(image.data)) as file:
        file.load()
        picture: Image.Image = file
        entries: dict[str, object] = {
            "Type": PDFName("XObject"),
            "Subtype": PDFName("Image"),
            "Width": picture.width,
            "Height": picture.height,
            "BitsPerComponent": 8,
            "Interpolate": "true" if image.smooth else "false",
        }
        if file.format == "JPEG" and picture.mode in ("RGB", "L") and not image.gray:
            space = "DeviceRGB" if picture.mode == "RGB" else "DeviceGray"
            dictionary = PDFDictionary({**entries, "ColorSpace": PDFName(space), "Filter": PDFName("DCTDecode")})
            return reference(document, image.name, PDFStream(dictionary, image.data + b"\n", filters=()))
        if "A" in picture.getbands() or "transparency" in picture.info:
            picture = picture.convert("RGBA")
            mask = stream(picture.getchannel("A").tobytes(), {**entries, "ColorSpace": PDFName("DeviceGray")})
            entries["SMask"] = reference(document, f"{image.name}-mask", mask)
        if picture.mode.startswith("I"):  # 16 bits of grey: Pillow would cut them off at 255
            picture = picture.point(lambda value: value / 256).convert("L")
        rgb = picture.convert("RGB")
        if image.gray:
            rgb = rgb.convert("L", matrix=_LUMINANCE).convert("RGB")
        pixels = stream(rgb.tobytes(), {**entries, "ColorSpace": PDFName("DeviceRGB")})
        return reference(document, image.name, pixels)


_LUMINANCE = (0.2125, 0.7154, 0.0721, 0)  # as in colors.luminance
