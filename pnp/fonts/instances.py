"""A variable font and a place on its axes go in, the static font of that place comes out (HarfBuzz's subsetter).

Whatever is measured, drawn, embedded or sent to a browser is that static font: nothing behind here knows of axes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import uharfbuzz as hb

from pnp.fonts.containers import damaged

BOLD = 700.0  # of the axis wght (OpenType 1.9, registered axes): what is called bold


@dataclass(frozen=True, slots=True)
class FontAxis:
    """One axis of a variable font: its tag, such as ``wght``, and where it begins, stands by itself, and ends."""

    tag: str
    least: float
    default: float
    most: float


def axes_of(face: hb.Face) -> dict[str, FontAxis]:
    """The axes of a font by tag; none for a static one."""
    found = (FontAxis(each.tag, each.min_value, each.default_value, each.max_value) for each in face.axis_infos)
    return {axis.tag: axis for axis in found}


def by_style(axes: Mapping[str, FontAxis], *, bold: bool, italic: bool) -> dict[str, float]:
    """Where a style stands that says nothing of axes: bold at 700 or as near as the font goes, italic where it leans.

    A font that leans by ``ital`` does so; by ``slnt`` it leans as far to the right as it can.
    """
    found: dict[str, float] = {}
    if bold and "wght" in axes and axes["wght"].default < BOLD:
        found["wght"] = min(BOLD, axes["wght"].most)
    if italic and "ital" in axes:
        found["ital"] = axes["ital"].most
    elif italic and "slnt" in axes:
        found["slnt"] = axes["slnt"].least
    return found


def is_static(face: hb.Face) -> bool:
    """Whether a font needs no more than to be opened: it has no axes, and outlines as PDF takes them."""
    return not face.axis_infos and not bytes(face.reference_table("CFF2").data)


def instance(face: hb.Face, axes: Collection[tuple[str, float]], name: str) -> bytes:
    """The static font at a place; axes that are not named stand where they stand by themselves. Raises FontError.

    Outlines that vary by CFF2 become CFF, which PDF knows.
    """
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    wanted.flags |= hb.SubsetFlags.DOWNGRADE_CFF2
    wanted.pin_all_axes_to_default(face)
    for tag, value in axes:
        wanted.pin_axis_location(face, tag, value)
    try:
        return bytes(hb.subset(face, wanted).blob.data)
    except RuntimeError:
        raise damaged(name) from None
