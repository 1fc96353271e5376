"""Resources that operators name go in, a document's resource dictionaries come out; each thing is kept once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObjectReference, PDFResourceDictionary

from pnp.fonts.font import Font
from pnp.paint.drawing import Form, ImageData, Resources, Shading, ShadingPattern, SoftMask, font_name
from pnp.paint.embed import embed_font
from pnp.paint.objects import (
    alpha_state,
    form_entries,
    image_objects,
    mask_state,
    pattern_object,
    reference,
    shading_object,
    stream,
)

Thing = TypeVar("Thing")


class Keeper:
    """The resources of one document: each kept once, however many pages and forms name it."""

    def __init__(self, document: PDFDocument) -> None:
        self.document = document
        self.kept: dict[str, object] = {}
        self.glyphs: dict[Font, dict[int, str]] = {}

    def dictionary(self, resources: Resources) -> PDFResourceDictionary:
        """The resource dictionary for a page or a form: exactly what it names, fonts by a reference made later."""
        for font, glyphs in resources.glyphs.items():
            self.glyphs.setdefault(font, {}).update(glyphs)
        states = {name: alpha_state(*pair) for name, pair in sorted(resources.alphas.items())}
        names = sorted(font_name(font) for font in resources.glyphs)
        sections = {
            "Font": {name: PDFObjectReference(name) for name in names},
            "XObject": self._each(resources.forms, self._form) | self._each(resources.images, self._image),
            "ExtGState": states | self._each(resources.masks, self._mask),
            "Shading": self._each(resources.shadings, self._shading),
            "Pattern": self._each(resources.patterns, self._pattern),
        }
        return PDFResourceDictionary(**{name: section for name, section in sections.items() if section})

    def embed_fonts(self) -> None:
        """Embed every font with the glyphs that the whole document used."""
        used: dict[str, tuple[Font, dict[int, str]]] = {}
        for font in self.glyphs:  # one file may be opened twice: under two paths, or with small capitals
            _, glyphs = used.setdefault(font_name(font), (font, {}))
            glyphs |= self.glyphs[font]
        for name, (font, glyphs) in sorted(used.items()):
            embed_font(self.document, name, font, glyphs)

    def _each(self, things: Mapping[str, Thing], make: Callable[[str, Thing], object]) -> dict[str, object]:
        for name in sorted(things):
            if name not in self.kept:
                self.kept[name] = make(name, things[name])
        return {name: self.kept[name] for name in sorted(things)}

    def _form(self, name: str, form: Form) -> object:
        entries = form_entries(form.bbox, self.dictionary(form.resources), group=form.group)
        return reference(self.document, name, stream(form.content.encode("ascii"), entries))

    def _image(self, _name: str, image: ImageData) -> object:
        return image_objects(self.document, image)

    def _mask(self, name: str, mask: SoftMask) -> object:
        form = self._each({mask.form.name: mask.form}, self._form)[mask.form.name]
        return reference(self.document, name, mask_state(mask.kind, form))

    def _shading(self, name: str, shading: Shading) -> object:
        return reference(self.document, name, shading_object(shading))

    def _pattern(self, name: str, pattern: ShadingPattern) -> object:
        shading = self._each({pattern.shading.name: pattern.shading}, self._shading)[pattern.shading.name]
        return reference(self.document, name, pattern_object(pattern, shading))
