"""Resources that operators name go in, a document's resource dictionaries come out; each thing is kept once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from pnp.fonts.font import Font
from pnp.pdf.drawing import Form, ImageData, Resources, Shading, ShadingPattern, SoftMask, font_name
from pnp.pdf.embed import embed_font
from pnp.pdf.file import (
    PdfFile,
    Value,
    alpha_state,
    deflated,
    form_entries,
    image_object,
    mask_state,
    pattern_object,
    shading_object,
    syntax,
)

Thing = TypeVar("Thing")


class ResourceTable:
    """The resources of one document: each kept once, however many pages and forms name it."""

    def __init__(self, file: PdfFile) -> None:
        self.file = file
        self.kept: dict[str | bytes, str] = {}  # references by resource name, or by the syntax of a dictionary
        self.fonts: dict[str, str] = {}
        self.glyphs: dict[Font, dict[int, str]] = {}

    def dictionary(self, resources: Resources) -> Value:
        """The resource dictionary for a page or a form: exactly what it names, fonts by a reference made later."""
        for font, glyphs in resources.glyphs.items():
            self.glyphs.setdefault(font, {}).update(glyphs)
        states = {name: alpha_state(*pair) for name, pair in sorted(resources.alphas.items())}
        sections: dict[str, Mapping[str, object]] = {
            "Font": {name: self._font(name) for name in sorted(map(font_name, resources.glyphs))},
            "XObject": self._each(resources.forms, self._form) | self._each(resources.images, self._image),
            "ExtGState": states | self._each(resources.masks, self._mask),
            "Shading": self._each(resources.shadings, self._shading),
            "Pattern": self._each(resources.patterns, self._pattern),
        }
        return {name: section for name, section in sections.items() if section}

    def shared_dictionary(self, resources: Resources) -> str:
        """The same as an object of its own: the pages of a deck all name the same."""
        key = syntax(dictionary := self.dictionary(resources))
        if key not in self.kept:
            self.kept[key] = self.file.put(dictionary)
        return self.kept[key]

    def embed_fonts(self) -> None:
        """Embed every font with the glyphs that the whole document used."""
        used: dict[str, tuple[Font, dict[int, str]]] = {}
        for font in self.glyphs:  # one file may be opened twice: under two paths, or with small capitals
            _, glyphs = used.setdefault(font_name(font), (font, {}))
            glyphs |= self.glyphs[font]
        for name, (font, glyphs) in sorted(used.items()):
            embed_font(self.file, self._font(name), name, font, glyphs)

    def _font(self, name: str) -> str:
        if name not in self.fonts:
            self.fonts[name] = self.file.promise()
        return self.fonts[name]

    def _each(self, things: Mapping[str, Thing], make: Callable[[Thing], str]) -> dict[str, object]:
        for name in sorted(things):
            if name not in self.kept:
                self.kept[name] = make(things[name])
        return {name: self.kept[name] for name in sorted(things)}

    def _form(self, form: Form) -> str:
        entries = form_entries(form.bbox, self.dictionary(form.resources), group=form.group)
        return self.file.put_stream(deflated(form.content.encode("ascii")), entries)

    def _image(self, image: ImageData) -> str:
        return image_object(self.file, image)

    def _mask(self, mask: SoftMask) -> str:
        form = self._each({mask.form.name: mask.form}, self._form)[mask.form.name]
        return self.file.put(mask_state(mask.kind, form))

    def _shading(self, shading: Shading) -> str:
        return self.file.put(shading_object(shading))

    def _pattern(self, pattern: ShadingPattern) -> str:
        shading = self._each({pattern.shading.name: pattern.shading}, self._shading)[pattern.shading.name]
        return self.file.put(pattern_object(pattern, shading))
