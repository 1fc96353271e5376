"""An element goes in; what it declares, refused where it is not painted, comes out as properties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from xml.etree.ElementTree import Element

from pnp.paint.fault import SvgFault
from pnp.paint.subset import (
    ANYWHERE,
    CURES,
    ELEMENTS,
    GEOMETRY,
    NEUTRAL,
    PROPERTIES,
    SILENT,
)
from pnp.paint.tree import XML_SPACE, local
from pnp.problems import did_you_mean

Style = Mapping[str, str]
Refuse = Callable[[SvgFault], None]  # raises in a template; in foreign art notes what is left out
Rules = tuple[tuple[str, str], ...]

_KNOWN = {tag: names | PROPERTIES | ANYWHERE for tag, names in GEOMETRY.items()}


def check_element(element: Element, tag: str, refuse: Refuse) -> None:
    """Refuse what is not painted: the element itself, and every attribute it should not have."""
    known = _KNOWN.get(tag)
    if known is None:
        raise SvgFault(f"<{tag}> is not painted", CURES.get(tag, "") or did_you_mean(tag, ELEMENTS))
    for name, value in element.items():
        if name in known or name.startswith(("data-", "{", "aria-")):
            continue
        _check_neutral(name, value, f"unknown attribute '{name}' on <{tag}>", known, refuse)


def check_childless(element: Element, tag: str, refuse: Refuse) -> None:
    """Refuse what stands inside an element that has no inside: an animation, most likely."""
    for child in element:
        name = local(child.tag) if isinstance(child.tag, str) else "title"
        if name not in SILENT and not name.startswith("{"):
            refuse(SvgFault(f"<{name}> inside <{tag}> is not painted", CURES.get(name, "")))


def _check_neutral(name: str, value: str, message: str, known: Iterable[str], refuse: Refuse) -> None:
    """Let a property pass that changes nothing here; refuse every other."""
    if name.startswith("-inkscape-") or (name in NEUTRAL and (not NEUTRAL[name] or value.strip() in NEUTRAL[name])):
        return
    if name in NEUTRAL:
        message = f"{name} '{value.strip()}' is not painted"
    refuse(SvgFault(message, CURES.get(name, "") or did_you_mean(name, known)))


def declared(element: Element, refuse: Refuse, sheet: Mapping[Element, tuple[Rules, Rules]]) -> dict[str, str]:
    """The properties an element sets itself. Its style wins over the sheets, these over its attributes (CSS 2, 6.4)."""
    found = {name: value.strip() for name, value in element.items() if name in PROPERTIES}
    if sheet and element in sheet:
        found.update(sheet[element][0])
    text = element.get("style")
    if text:
        found.update(_style_attribute(text, element, refuse))
    if sheet and element in sheet:
        found.update(sheet[element][1])
    space = element.get(XML_SPACE)
    if space:
        found["space"] = space
    if "marker" in found:
        marker = found.pop("marker")
        found = {"marker-start": marker, "marker-mid": marker, "marker-end": marker} | found
    return found


def _style_attribute(text: str, element: Element, refuse: Refuse) -> dict[str, str]:
    """``name: value`` pairs; those marked !important come last."""
    found: dict[str, str] = {}
    important: dict[str, str] = {}
    for part in text.split(";") if "url(data:" not in text else [text]:
        name, colon, value = part.partition(":")
        name, value = name.strip(), value.strip()
        if not name and not colon:
            continue
        target = found
        if value.endswith("!important"):
            target, value = important, value.removesuffix("!important").rstrip()
        if colon and name in PROPERTIES:
            target[name] = value
        else:
            tag = local(element.tag)
            _check_neutral(name, value, f"unknown property '{name}' in style on <{tag}>", PROPERTIES, refuse)
    return found | important


def check_property(name: str, value: str, where: str, refuse: Refuse) -> bool:
    """Whether a property of a style sheet is painted; refused unless it is, or is neutral."""
    if name in PROPERTIES:
        return True
    _check_neutral(name, value, f"unknown property '{name}' in {where}", PROPERTIES, refuse)
    return False
