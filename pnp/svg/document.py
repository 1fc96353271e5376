"""A parsed drawing goes in; its elements by id, what they declare, and where its definitions stand come out."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from pnp.problems import did_you_mean
from pnp.svg.cascade import Cascade
from pnp.svg.conditions import settle_conditions
from pnp.svg.style import MatchedRules, Style, check_element, declared, read_sheets
from pnp.svg.subset import CURES
from pnp.svg.tree import LINE_MARK, SVG, Element, SvgFault, href, local, target
from pnp.units import Rect

MAX_DEPTH = 100
MAX_ELEMENTS = 200_000
MAX_WITHIN = 40  # uses, clips, fills within one another
SEGMENTS = 8  # of a path, for the effort of one element
MAX_REPEATED = 20_000  # of them in a small drawing: what is written once may be shown often
_BLEND = re.compile(r"mix-blend-mode['\"]?\s*:\s*['\"]?(?!normal|[\s'\"])")
_CHAIN = 16  # gradients and patterns may borrow from one another this far
_NOWHERE = ("script", "animate", "animateTransform", "animateMotion", "set", "style")
_FILTER = ("filter", f"{SVG}filter")
_ASKED = frozenset(f"{space}{tag}" for tag in _NOWHERE for space in ("", SVG))


def no_text(_element: Element, _cascade: Cascade, _document: SvgDocument) -> None:
    """The box round a text for those who do not ask for it."""


@dataclass(eq=False)
class SvgDocument:
    """One drawing while it is read. ``origin`` is what its outermost element inherits from.

    In a template every fault is raised; a ``lenient`` document, for foreign art, notes what is left out, and what is
    ``substituted``, and goes on.
    ``text_box`` answers the box round a text, which takes fonts to know.
    ``boxes`` keeps the boxes of elements that were asked for, ``elements`` counts those that were read,
    of ``most``. ``language`` is that in which a ``switch`` chooses.
    """

    root: Element
    origin: Cascade
    text_box: TextBox = no_text
    lenient: bool = False
    left_out: dict[str, str] = field(default_factory=dict)
    substituted: dict[str, str] = field(default_factory=dict)
    ids: dict[str, Element] = field(default_factory=dict)
    sheet: MatchedRules = field(default_factory=dict)
    boxes: dict[Element, Rect | None] = field(default_factory=dict)
    elements: int = 0
    most: int = MAX_REPEATED
    using: tuple[Element, ...] = ()
    language: str = "en"
    blends: bool = False  # whether anything may say how its colours mix with those under it
    filters: bool = False  # whether there is a filter

    def __post_init__(self) -> None:
        settle_conditions(self.root, self.language)
        styles: list[Element] = []
        for element in self.root.iter():
            self.most += 4 + (len(element.get("d", "")) + len(element.get("points", ""))) // SEGMENTS
            if "mix-blend-mode" in element.get("style", "") or "mix-blend-mode" in element.keys():  # noqa: SIM118
                self.blends = self.blends or bool(_BLEND.search(f"{element.attrib}"))
            name = element.get("id")
            if name:
                self.ids.setdefault(name, element)
            if element.tag in _FILTER:
                self.filters = True
            if element.tag in _ASKED:
                tag = local(element.tag)
                if tag == "style":
                    check_element(element, "style", self.refuse)
                    styles.append(element)
                    self.blends = self.blends or bool(_BLEND.search(element.text or ""))
                else:  # wherever it stands, even in <defs>
                    where = element.get(LINE_MARK, "")
                    self.refuse(SvgFault(f"<{tag}> is not painted", CURES[tag], where))
        self.most = min(self.most, MAX_ELEMENTS)
        if styles:
            self.sheet = read_sheets(self.root, styles, self.refuse)

    def refuse(self, fault: SvgFault) -> None:
        """Raise a fault; or, in foreign art, note what is left out."""
        if not self.lenient:
            raise fault
        self.left_out[fault.message] = fault.where

    def substitute(self, fault: SvgFault, note: str) -> None:
        """Raise a fault; or, in foreign art, note what stands in its place."""
        if not self.lenient:
            raise fault
        self.substituted[note] = fault.where

    def count(self, cascade: Cascade) -> None:
        """Bound the work. Raises SvgFault for a drawing that is too large or too deep."""
        if cascade.depth > MAX_DEPTH:
            raise SvgFault(f"the drawing is nested more than {MAX_DEPTH} deep")
        self.spend(1)

    def spend(self, elements: int) -> None:
        """Count elements, or what takes as much effort: each as often as it is gone through."""
        self.elements += elements
        if self.elements > self.most:
            message = f"the drawing shows more than {self.most:,} elements, each as often as it is repeated"
            raise SvgFault(message, "repeat less, or place the art as a picture")

    def declared(self, element: Element, around: Cascade | None = None) -> dict[str, str]:
        """The properties an element sets itself, by attribute, sheet or style.

        Custom properties are those ``around`` it, or those of its own ancestors where nothing is said.
        """
        style = self._style_above if around is None else lambda _: around.style
        return declared(element, self.refuse, self.sheet, lambda: style(element))

    def _style_above(self, element: Element) -> Style:
        """What an element inherits where it stands."""
        parent = self.parents.get(element)
        return self.origin.style if parent is None else self._place_of(parent).style

    def _place_of(self, element: Element) -> Cascade:
        """An element's own place, by its ancestors alone."""
        above: list[Element] = [element]
        while (parent := self.parents.get(above[-1])) is not None:
            above.append(parent)
        place = self.origin
        for ancestor in reversed(above):
            place = place.deeper(self.declared(ancestor, place))
        return place

    def find(self, reference: str, what: str, tags: Collection[str]) -> Element:
        """The element that ``url(#name)`` names. Raises SvgFault when it is none of these tags."""
        name, _ = target(reference)
        element = self.ids.get(name)
        if element is None or local(element.tag) not in tags:
            kind = " or ".join(f"<{tag}>" for tag in sorted(tags))
            hint = did_you_mean(name, [key for key, item in self.ids.items() if local(item.tag) in tags])
            raise SvgFault(f"{what}='{reference}' names no {kind} of this drawing", hint or f"write {what}='url(#id)'")
        check_element(element, local(element.tag), self.refuse)
        return element

    def chain(self, element: Element) -> list[Element]:
        """A gradient or pattern, and those it borrows from by href, nearest first."""
        chain = [element]
        while href(chain[-1]):
            found = self.ids.get(href(chain[-1]).removeprefix("#"))
            if found is None or found in chain or len(chain) >= _CHAIN:
                kind = "pattern" if local(element.tag) == "pattern" else "gradient"
                raise SvgFault(f"the {kind} refers to '{href(chain[-1])}', which is no {kind} here")
            check_element(found, local(found.tag), self.refuse)
            chain.append(found)
        return chain

    @contextmanager
    def inside(self, element: Element, what: str) -> Iterator[None]:
        """While an element is painted in another's place. Raises SvgFault when it is within itself."""
        if element in self.using:
            raise SvgFault(f"'#{element.get('id', '')}' {what} itself")
        if len(self.using) >= MAX_WITHIN:
            raise SvgFault(
                f"'#{element.get('id', '')}' stands within more than {MAX_WITHIN} others that name each other"
            )
        outer, self.using = self.using, (*self.using, element)
        try:
            yield
        finally:
            self.using = outer

    def home(self, element: Element, cascade: Cascade) -> Cascade:
        """Where a definition stands: it inherits from its own ancestors, not from what refers to it."""
        above: list[Element] = []
        parent = self.parents.get(element)
        while parent is not None:
            above.append(parent)
            parent = self.parents.get(parent)
        place = Cascade(self.origin.style, cascade.viewport, cascade.depth, cascade.gray)
        for ancestor in reversed(above):
            place = place.deeper(self.declared(ancestor, place))
        return Cascade(place.style, cascade.viewport, cascade.depth + 1, cascade.gray, place.lines)

    @cached_property
    def parents(self) -> Mapping[Element, Element]:
        """Every element's parent; ElementTree does not keep them."""
        return {child: parent for parent in self.root.iter() for child in parent}


TextBox = Callable[[Element, Cascade, SvgDocument], Rect | None]
