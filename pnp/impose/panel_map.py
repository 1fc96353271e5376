"""A board's panels and a place on a sheet go in; a drawing of its folds and cuts, in their order, comes out."""

from __future__ import annotations

from pnp.impose.cutting import Line
from pnp.impose.marks import lines_svg
from pnp.impose.panels import PanelJoint, Panels
from pnp.impose.tile_text import INK, text_svg
from pnp.units import Matrix, Size, mm

_DASH, _GAP = 2.5, 1.25


def folding_words(panels: Panels) -> list[str]:
    """How to fold the board, in two lines at most."""
    cuts = (panels.columns - 1) * (panels.rows - 1)
    lines = [f"Cut along the heavy {'line' if cuts == 1 else 'lines'}."] if cuts else []
    if panels.count == 2:
        return ["Fold the printed sides together at the dashed line."]
    order = "Fold in the order of the numbers, like a fan"
    return [*lines, f"{order}: odd ones printed sides together, even ones backs together."]


def panel_lines(panels: Panels, size: Size, matrix: Matrix, family: str, number: float) -> str:
    """Folds as dashed lines with their numbers, ``number`` mm high (0 for none), and cuts as heavy ones.

    ``matrix`` takes the face's mm to the sheet's. A board that does not fold has none.
    """
    joints = list(panels.joints(size))
    folds = [line for joint in joints if joint.step for line in _dashes(joint, matrix)]
    cuts = [_line(joint, matrix) for joint in joints if not joint.step]
    parts = [lines_svg(folds, 1.1, "#ffffff"), lines_svg(folds, 0.4)]
    parts += [lines_svg(cuts, 2.0, "#ffffff"), lines_svg(cuts, 1.0)]
    for joint in joints:
        if joint.step and number:
            x1, y1, x2, y2 = _line(joint, matrix)
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            parts.append(
                f'<circle cx="{mm(x)}" cy="{mm(y)}" r="{mm(number * 0.75)}" fill="#ffffff" stroke="{INK}" '
                'stroke-width="0.25"/>' + text_svg(str(joint.step), x, y, family, number)
            )
    return "".join(parts)


def _line(joint: PanelJoint, matrix: Matrix) -> Line:
    return (*matrix.apply(joint.x1, joint.y1), *matrix.apply(joint.x2, joint.y2))


def _dashes(joint: PanelJoint, matrix: Matrix) -> list[Line]:
    """Strokes with gaps between, from end to end of a joint."""
    x1, y1, x2, y2 = _line(joint, matrix)
    length = abs(x2 - x1) + abs(y2 - y1)  # it runs down or across
    count = max(1, round((length + _GAP) / (_DASH + _GAP)))
    step = (length + _GAP) / count
    shares = [(number * step / length, (number * step + step - _GAP) / length) for number in range(count)]
    return [(x1 + (x2 - x1) * a, y1 + (y2 - y1) * a, x1 + (x2 - x1) * b, y1 + (y2 - y1) * b) for a, b in shares]
