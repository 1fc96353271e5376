"""A parsed drawing goes in and is changed in place: what is meant for other readers goes, and with it every condition.

Of a ``switch`` its first child whose demands are met stays (SVG 2, 5.7). Programs put there what they alone can read:
Illustrator its own file, draw.io its labels as HTML.
"""

from __future__ import annotations

from pnp.svg.subset import DEFINITIONS, GEOMETRY, SILENT
from pnp.svg.tree import SVG, Element, local

CONDITIONS = frozenset({"requiredFeatures", "requiredExtensions", "systemLanguage"})
_HTML = "#Extensibility"  # the one feature that asks for more than drawing: what stands in a foreignObject
_BESIDE = DEFINITIONS | SILENT | {"style"}  # no alternatives: they paint nothing where they stand
_SWITCH = frozenset({"switch", f"{SVG}switch"})


def settle_conditions(root: Element, language: str) -> None:
    """Keep what is meant for this painter and this language. What is left out keeps its definitions, out of sight."""
    for parent in list(root.iter()):
        if parent.tag in _SWITCH:
            _choose(parent, language)
        for place, child in enumerate(list(parent)):
            if not CONDITIONS.isdisjoint(child.keys()) and not met(child, language):
                parent[place] = _out_of_sight(child)
    for element in root.iter():
        for name in CONDITIONS.intersection(element.keys()):
            del element.attrib[name]


def met(element: Element, language: str) -> bool:
    """Whether an element's demands are met. Features are, as SVG 2 has them no more; no extension is known."""
    if element.get("requiredExtensions", "").strip() or _HTML in element.get("requiredFeatures", ""):
        return False
    wanted = element.get("systemLanguage")
    if wanted is None:
        return True
    own = language.lower()
    names = [name.strip().lower() for name in wanted.split(",")]
    return any(name == own or name.startswith(f"{own}-") or own.startswith(f"{name}-") for name in names if name)


def _choose(switch: Element, language: str) -> None:
    """Make a group of a switch, with one of its children; what none can show stays, to be refused by its name."""
    switch.tag = switch.tag.replace("switch", "g")
    options = [child for child in switch if local(child.tag) not in _BESIDE and not local(child.tag).startswith("{")]
    suited = [child for child in options if met(child, language)]
    chosen = next((child for child in suited if local(child.tag) in (*GEOMETRY, "switch", "a")), None)
    kept = chosen if chosen is not None else next(iter(suited), None)
    for place, child in enumerate(list(switch)):
        if child in options and child is not kept:
            switch[place] = _out_of_sight(child)


def _out_of_sight(element: Element) -> Element:
    """What others may refer to, as definitions; of anything else an empty group."""
    named = local(element.tag) in GEOMETRY and any(inner.get("id") for inner in element.iter())
    hidden = Element(f"{SVG}defs" if element.tag.startswith(SVG) else "defs")
    hidden.tail = element.tail
    if named:
        for name in CONDITIONS.intersection(element.keys()):
            del element.attrib[name]
        element.tail = None
        hidden.append(element)
    return hidden
