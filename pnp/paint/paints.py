"""A style's fill or stroke goes in; a colour with its alpha, a paint server's element, or nothing comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from xml.etree.ElementTree import Element

from pnp.paint.desk import Desk
from pnp.problems import did_you_mean
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Solid
from pnp.svg.lengths import fraction
from pnp.svg.tree import SvgFault, local, target

SERVERS = frozenset({"linearGradient", "radialGradient", "pattern"})


@dataclass(frozen=True, slots=True)
class Server:
    """A gradient or a pattern, and what stands in when the box it is fitted to is flat."""

    element: Element
    alpha: float
    fallback: Solid | None


Paint = Solid | Server | None


def read_paint(which: Literal["fill", "stroke"], here: Cascade, desk: Desk) -> Paint:
    """The paint of a style. Raises SvgFault for an unknown colour, or a server that is not there."""
    text = here.style[which]
    if text == "none":
        return None
    opacity = here.style["fill-opacity" if which == "fill" else "stroke-opacity"]
    key: tuple[str, str, bool] = (text, opacity, here.gray)
    known = desk.assets.paints
    if key in known:
        return known[key]
    fade = fraction(opacity, f"{which}-opacity")
    if not text.startswith("url("):
        solid = _solid(text, fade, here, desk)
        if text.lower() != "currentcolor":
            known[key] = solid
        return solid
    name, fallback = target(text)
    spare = _solid(fallback, fade, here, desk) if fallback not in ("", "none") else None
    element = desk.svg.ids.get(name)
    if element is not None and local(element.tag) in SERVERS:
        return Server(element, fade, spare)
    if fallback:
        return spare
    names = [key for key, item in desk.svg.ids.items() if local(item.tag) in SERVERS]
    raise SvgFault(
        f"{which}='{text}' names no gradient or pattern of this drawing",
        did_you_mean(name, names) or f"define <linearGradient id='{name}'>",
    )


def _solid(text: str, fade: float, here: Cascade, desk: Desk) -> Solid:
    if text in ("context-fill", "context-stroke"):
        raise SvgFault(f"the paint '{text}' is not painted", "name the colour, or use currentColor")
    rgb, alpha = desk.color(text, here)
    return Solid(rgb, alpha * fade)
