"""Our resources go in, reportlab's PDF objects come out."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from io import BytesIO

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObjectReference,
    PDFStream,
)

from pnp.paint.drawing import ImageData, Shading
from pnp.paint.numbers import pdf_number


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


def shading_object(shading: Shading) -> PDFDictionary:
    """An axial or radial shading; more than two stops are stitched (PDF 32000, 7.10.4)."""
    return PDFDictionary(
        {
            "ShadingType": shading.kind,
            "ColorSpace": PDFName("DeviceRGB"),
            "Coords": _array(shading.coords),
            "Function": _function(shading),
            "Extend": PDFArray(["true", "true"]),
        }
    )


def _function(shading: Shading) -> PDFDictionary:
    pieces = list(zip(shading.stops, shading.stops[1:], strict=False))
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
            "Bounds": _array([a[0] for a, _ in pieces[1:]]),
            "Encode": _array([0, 1] * len(parts)),
        }
    )


def _array(values: object) -> PDFArray:
    return PDFArray([pdf_number(float(value)) for value in values])  # type: ignore[attr-defined]  # any sequence of numbers


def image_objects(document: PDFDocument, image: ImageData) -> PDFObjectReference:
    """A JPEG goes in as it is, a PNG as deflated RGB or grey with a soft mask where it is transparent."""
    from PIL import Image  # only games with pictures pay for it

    with Image.open(BytesIO(image.data)) as picture:
        picture.load()
        entries: dict[str, object] = {
            "Type": PDFName("XObject"),
            "Subtype": PDFName("Image"),
            "Width": picture.width,
            "Height": picture.height,
            "BitsPerComponent": 8,
            "Interpolate": "true",
        }
        if picture.format == "JPEG" and picture.mode in ("RGB", "L"):
            space = "DeviceRGB" if picture.mode == "RGB" else "DeviceGray"
            dictionary = PDFDictionary({**entries, "ColorSpace": PDFName(space), "Filter": PDFName("DCTDecode")})
            return reference(document, image.name, PDFStream(dictionary, image.data + b"\n", filters=()))
        if "A" in picture.getbands() or "transparency" in picture.info:
            rgba = picture.convert("RGBA")
            mask = stream(rgba.getchannel("A").tobytes(), {**entries, "ColorSpace": PDFName("DeviceGray")})
            entries["SMask"] = reference(document, f"{image.name}-mask", mask)
        pixels = stream(picture.convert("RGB").tobytes(), {**entries, "ColorSpace": PDFName("DeviceRGB")})
        return reference(document, image.name, pixels)
