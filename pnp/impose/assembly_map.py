"""A face and its tiling go in; a sheet comes out: the face made small, its joints, its tiles, and what to do."""

from __future__ import annotations

from pnp.faces.face import Face
from pnp.impose.cards import Paper
from pnp.impose.cutting import Line
from pnp.impose.marks import lines_svg
from pnp.impose.panel_map import folding_words, panel_lines
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.impose.tile_text import INK, paragraph, text_svg
from pnp.impose.tiling import Tiling
from pnp.units import Matrix, Rect, mm

_LINE = 4.8  # of the words above the map
_BADGE = 7.0  # the radius of a tile's name, at most


def assembly_map(face: Face, tiling: Tiling, paper: Paper, label: str, family: str, *, behind: bool = False) -> Sheet:
    """How the tiles join and the board folds. From ``behind``, the columns stand the other way round."""
    area, words = paper.area, _words(tiling, behind=behind)
    head = 12.0 + _LINE * len(words)
    scale = min((area.width - 20) / face.size.width, (area.height - head - 8) / face.size.height)
    width, height = face.size.width * scale, face.size.height * scale
    x, y = area.x + (area.width - width) / 2, area.y + head
    trim = Rect(x, y, width, height)
    across = Matrix(-1, 0, 0, 1, face.size.width, 0) if behind else Matrix()  # where the front's places lie
    place = Matrix(scale, 0, 0, scale, x, y)
    marks = [
        text_svg(
            "How the board folds" if tiling.columns * tiling.rows == 1 else "How the tiles join",
            area.x + area.width / 2,
            area.y + 6,
            family,
            5.6,
        ),
        paragraph(words, area.x + area.width / 2, area.y + 12.5, family),
        _joints(tiling, place @ across),
        panel_lines(tiling.panels, tiling.size, place @ across, family, 0 if behind else 3.4),
        _names(tiling, place @ across, family) if tiling.columns * tiling.rows > 1 else "",
    ]
    placement = Placement(face, place, Clip(trim))
    return Sheet(paper.size, (placement,), trim, trim, label, overlay="".join(marks))


def _words(tiling: Tiling, *, behind: bool) -> list[str]:
    """What to do with the tiles, line by line."""
    count = tiling.columns * tiling.rows
    lines = []
    if count > 1 and tiling.lapped:
        lines.append(f"Cut each of the {count} tiles on its corner marks, with its hatched laps.")
        last = tiling.name(tiling.columns - 1, tiling.rows - 1)
        lines.append(
            f"Begin with A1. Row by row, up to {last}, glue each tile onto the laps before it, its edges on the lines."
        )
    elif count > 1:
        lines.append(f"Cut each of the {count} tiles on its corner marks, lay them edge to edge,")
        lines.append("and tape the joints from behind.")
    if tiling.panels.count > 1 and not behind:
        lines += folding_words(tiling.panels)
    return lines


def _joints(tiling: Tiling, matrix: Matrix) -> str:
    """The outline and the joints; laps as paler bands, since what is printed there is covered."""
    width, height = tiling.size.width, tiling.size.height
    bands, lines = [], list[Line]()
    folds_down, folds_across = tiling.panels.lines(tiling.size)
    for joint in tiling.down:
        bands.append(Rect(joint.at, 0, joint.lap, height))
        if not _near(joint.at, folds_down):  # a fold has a line of its own
            lines.append((joint.at, 0, joint.at, height))
    for joint in tiling.across:
        bands.append(Rect(0, joint.at, width, joint.lap))
        if not _near(joint.at, folds_across):
            lines.append((0, joint.at, width, joint.at))
    outline: list[Line] = [(0, 0, width, 0), (width, 0, width, height), (width, height, 0, height), (0, height, 0, 0)]
    drawn = [(*matrix.apply(a, b), *matrix.apply(c, d)) for a, b, c, d in (*lines, *outline)]
    parts = [_band(band, matrix) for band in bands if band.width and band.height]
    return "".join([*parts, lines_svg(drawn, 1.1, "#ffffff"), lines_svg(drawn, 0.35)])


def _near(at: float, places: list[float]) -> bool:
    return any(abs(at - place) < 1e-3 for place in places)


def _band(band: Rect, matrix: Matrix) -> str:
    (ax, ay), (bx, by) = matrix.apply(band.x, band.y), matrix.apply(band.right, band.bottom)
    return (
        f'<rect x="{mm(min(ax, bx))}" y="{mm(min(ay, by))}" width="{mm(abs(bx - ax))}" height="{mm(abs(by - ay))}" '
        'fill="#ffffff" fill-opacity="0.6"/>'
    )


def _names(tiling: Tiling, matrix: Matrix, family: str) -> str:
    """Each tile's name in its window, as large as the smallest tile allows: in the middle, or clear of folds."""
    windows = {tiling.name(*cell): tiling.window(*cell) for cell in tiling.cells()}
    least = min(min(window.width, window.height) for window in windows.values()) * abs(matrix.a)
    radius = min(_BADGE, least * 0.4)
    share = 0.5 if tiling.panels.count == 1 else 0.2
    parts = []
    for name, window in windows.items():
        x, y = matrix.apply(window.x + window.width * share, window.y + window.height * share)
        parts.append(
            f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{mm(radius)}" fill="#ffffff" stroke="{INK}" stroke-width="0.4"/>'
            + text_svg(name, x, y, family, radius * (0.77 if len(name) < 3 else 0.58))
        )
    return "".join(parts)
