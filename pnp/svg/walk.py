"""A drawing goes in; every element that it shows comes out with its properties and its place, as a painter meets them.

What is used again comes again, at each place; definitions, and what is not displayed, do not come.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pnp.svg.boxes import own_matrix
from pnp.svg.cascade import Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.subset import DEFINITIONS, SILENT
from pnp.svg.transform import corner_of, enter, face_origin, port_size
from pnp.svg.tree import Element, SvgFault, href, local, parse
from pnp.units import Matrix

MAX_SHOWN = 20_000  # elements of one walk: uses within uses multiply
_UNSEEN = DEFINITIONS | SILENT | {"style"}


@dataclass(frozen=True, slots=True)
class Shown:
    """An element where it is shown: its properties, the matrix from its user space to the face's mm, its ancestors.

    Of a used element the ancestors are those of the ``use``, and the ``use`` itself.
    """

    element: Element
    cascade: Cascade
    matrix: Matrix
    within: tuple[Element, ...]


def open_face(svg: str, language: str = "en") -> tuple[SvgDocument, Matrix]:
    """A face read leniently, for those who look at it and leave its faults to the painter; and its matrix to mm.

    Raises SvgFault for what is no drawing at all.
    """
    root = parse(svg)
    matrix, origin = face_origin(root)
    return SvgDocument(root, origin, lenient=True, language=language), matrix


def shown_in(document: SvgDocument, matrix: Matrix) -> Iterator[Shown]:
    """Every element that a drawing shows, from the outermost, in the order of painting; ``matrix`` is the root's own.

    An element that cannot be read is passed over, with what it holds. It ends after ``MAX_SHOWN`` elements.
    """
    start = Shown(document.root, document.origin, matrix, ())
    for number, shown in enumerate(_Walk(document).element(start), 1):
        yield shown
        if number >= MAX_SHOWN:
            return


@dataclass(frozen=True, eq=False)
class _Walk:
    document: SvgDocument

    def element(self, place: Shown) -> Iterator[Shown]:
        """An element with all that it shows; ``place`` is where its parent stands, and what that hands down."""
        element = place.element
        tag = local(element.tag)
        if tag in _UNSEEN or tag.startswith("{"):
            return
        try:
            self.document.count(place.cascade)
            own = self.document.declared(element, place.cascade)
            if own.get("display") == "none":
                return
            inside = place.cascade.deeper(own)
            matrix = place.matrix @ own_matrix(element, own, inside, self.document)
            here = Shown(element, inside, matrix, place.within)
        except SvgFault:
            return
        yield here
        if element is self.document.root or tag in ("g", "a"):
            yield from self.children(here)
        elif tag == "svg":
            yield from self.port(here, element, element)
        elif tag == "use":
            yield from self.used(here)

    def children(self, place: Shown) -> Iterator[Shown]:
        within = (*place.within, place.element)
        for child in place.element:
            yield from self.element(Shown(child, place.cascade, place.matrix, within))

    def port(self, place: Shown, element: Element, sizes: Element) -> Iterator[Shown]:
        """What a nested svg or a symbol shows, in a viewport as large as ``sizes`` says."""
        try:
            port = port_size(element, sizes, place.cascade)
            matrix, cascade = enter(element, port, place.cascade)
            if local(element.tag) == "svg":
                matrix = corner_of(element, place.cascade) @ matrix
        except SvgFault:
            return
        if port is None or min(port.width, port.height) > 0:
            yield from self.children(replace(place, element=element, cascade=cascade, matrix=place.matrix @ matrix))

    def used(self, place: Shown) -> Iterator[Shown]:
        """What a use repeats; an icon is the use's own affair."""
        use, document = place.element, self.document
        found = document.ids.get(href(use).removeprefix("#"))
        if found is None:
            return
        try:
            matrix = place.matrix @ corner_of(use, place.cascade)
            inside = Shown(found, place.cascade, matrix, (*place.within, use))
            with document.inside(found, "uses"):
                if local(found.tag) in ("symbol", "svg"):
                    cascade = place.cascade.deeper(document.declared(found, place.cascade))
                    yield from self.port(replace(inside, cascade=cascade), found, use)
                else:
                    yield from self.element(inside)
        except SvgFault:
            return
