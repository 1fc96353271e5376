"""A ``textPath`` goes in; the track that its words run along, and where on it they begin, come out."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.svg.cascade import Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.lengths import split_length
from pnp.svg.path import moved, parse_path
from pnp.svg.shapes import SHAPES
from pnp.svg.track import Track, backwards, track_of
from pnp.svg.transform import parse_transform
from pnp.svg.tree import Element, SvgFault, href, local

_LETTERS = 8  # of path data, for the effort of one element


@dataclass(frozen=True, slots=True, eq=False)
class TextPath:
    """Words run along the ``track`` from the distance ``start``."""

    track: Track
    start: float


def read_text_path(element: Element, cascade: Cascade, document: SvgDocument) -> TextPath:
    """What a ``textPath`` says. Raises SvgFault where it names no shape, or asks for what is not painted."""
    if element.get("method", "align") != "align":
        raise SvgFault("letters are not bent along a path: method='stretch' is not painted", "write method='align'")
    document.spend(len(element.get("path", "")) // _LETTERS)
    side = element.get("side", "left")
    if side not in ("left", "right"):
        raise SvgFault(f"side is '{side}'", "write left or right")
    track, scale = _track(element, cascade, document)
    if side == "right":
        track = backwards(track)
    text = element.get("startOffset", "0")
    value, unit = split_length(text, "startOffset")
    return TextPath(track, value / 100 * track.length if unit == "%" else cascade.length(text, "startOffset") * scale)


def _track(element: Element, cascade: Cascade, document: SvgDocument) -> tuple[Track, float]:
    """The track, and how much longer it is than its pathLength says."""
    if data := element.get("path"):
        track, said = track_of(parse_path(data)), ""
    else:
        name = href(element)
        shape = document.ids.get(name.removeprefix("#")) if name.startswith("#") else None
        if shape is None or local(shape.tag) not in SHAPES:
            raise SvgFault(
                f"<textPath> names '{name}', which is no path of this drawing", "write href='#id' of a <path>"
            )
        document.spend((len(shape.get("d", "")) + len(shape.get("points", ""))) // _LETTERS)
        path = SHAPES[local(shape.tag)](shape, document.home(shape, cascade))
        track = track_of(moved(path, parse_transform(shape.get("transform", ""))))
        said = shape.get("pathLength", "")
    if track is None:
        raise SvgFault("the path of a <textPath> leads nowhere", "draw it longer than a point")
    length = cascade.length(said, "pathLength") if said else 0.0
    return track, track.length / length if length > 0 else 1.0
