"""Figures and altars of a scenario go in, their pieces on the canvas come out; friend and foe differ in grey too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.game.model import Game
from pnp.rulebook.canvas import Canvas
from pnp.rulebook.scenario import Look, Style
from pnp.rulebook.scene import Figure, Shrine
from pnp.schema.values import Record
from pnp.text.fit import MM_PER_POINT, TextBlock


@dataclass(frozen=True)
class Colors:
    """A team's colours; ``own`` is the team that the diagram speaks to, whose tokens are solid."""

    main: str
    pale: str
    own: bool


def team_colors(team: Record | None, own: Record | None, style: Style, game: Game) -> Colors:
    """The first colour of a team's record, and the one called ``pale``."""
    if team is None:
        return Colors(style.ink, style.paper, team is own)
    fields = game.collections[team.path.partition(".")[0]].fields
    names = [name for name, kind in fields.items() if kind.kind == "color"]
    main = str(team[names[0]]) if names else style.ink
    pale = str(team["pale"]) if "pale" in names else style.paper
    return Colors(main, pale, team is own)


def icon_of(record: Record, game: Game) -> str:
    """The icon of a record: its own, else that of a record it refers to; empty when there is none."""
    fields = game.collections[record.path.partition(".")[0]].fields
    own = next((record[name] for name, kind in fields.items() if kind.kind == "icon" and record[name]), None)
    if own is not None:
        return str(own)
    referred = (record[name] for name, kind in fields.items() if kind.kind == "ref")
    return next((found for other in referred if isinstance(other, Record) and (found := icon_of(other, game))), "")


def draw_disc(canvas: Canvas, x: float, y: float, r: float, icon: str, colors: Colors, paper: str) -> None:
    """A round piece: solid with a light icon for one's own team, hollow with a heavy ring for the others."""
    canvas.disc(x, y, r * 1.1, fill=paper)
    if colors.own:
        canvas.disc(x, y, r, fill=colors.main)
        canvas.disc(x, y, r * 0.87, fill="none", stroke=colors.pale, stroke_width=round(r * 0.06, 3))
    else:
        canvas.disc(x, y, r * 0.91, fill=colors.pale, stroke=colors.main, stroke_width=round(r * 0.18, 3))
    if icon:
        canvas.icon(icon, x, y, r * 1.28, colors.pale if colors.own else colors.main)


def draw_figure(
    canvas: Canvas, figure: Figure, at: tuple[float, float], r: float, name: TextBlock | None, colors: Colors,
    style: Style, game: Game,
) -> None:  # fmt: skip
    """A token of radius ``r`` and, where there is one, its name on a plate beneath it."""
    x, y = at
    draw_disc(canvas, x, y, r, icon_of(figure.record, game), colors, style.paper)
    if name is not None:
        draw_name(canvas, name, x, y + r + name.em * 0.48, style)


def draw_name(canvas: Canvas, name: TextBlock, x: float, y: float, style: Style) -> None:
    """A line of text on a plate, the middle of both at (x, y)."""
    wide = name.lines[0].width * name.em
    canvas.plate(x, y, wide + name.em * 0.5, name.em * 1.06, fill=style.paper, opacity=0.86)
    canvas.label(name, x, y, style.ink)


def draw_altar(
    canvas: Canvas, shrine: Shrine, corners: list[tuple[float, float]], at: tuple[float, float],
    looks: Mapping[str, Look],    owner: Colors | None, style: Style, game: Game,
) -> None:  # fmt: skip
    """A plinth over the whole hex, the blessing's icon on a disc, and its owner's ring and counter."""
    x, y = at
    look = looks.get("altar", Look(style.paper, style.ink))
    plinth, plate = look.edge or style.ink, look.fill or style.paper
    canvas.path("M" + "L".join(f"{px:.3f} {py:.3f}" for px, py in corners) + "Z", fill=plinth)
    r = (corners[3][0] - corners[0][0]) / 2 * 0.72
    canvas.disc(x, y, r, fill=plate)
    if owner is not None:
        canvas.disc(x, y, r * 0.9, fill="none", stroke=owner.main, stroke_width=round(r * 0.2, 3))
    icon = icon_of(shrine.record, game)
    if icon:
        canvas.icon(icon, x, y, r * 1.2, plinth)
    if owner is not None and shrine.owner is not None:
        draw_disc(canvas, x + r * 0.8, y + r * 0.72, r * 0.44, icon_of(shrine.owner, game), owner, style.paper)


def name_points(flat_to_flat: float) -> float:
    """The size of names in points for hexes of this height in mm."""
    return min(8.0, flat_to_flat * 0.235 / MM_PER_POINT)
