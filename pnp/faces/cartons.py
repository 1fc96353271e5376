"""The measures of a box go in, its net comes out: a closed box with seven tabs, or a tuck box that opens on top."""

from __future__ import annotations

from pnp.faces.nets import Corner, Flap, Fold, Net, NetError, Panel, Point, measured, named, straight
from pnp.units import Size

MOST_TAB = 12.0  # mm: a wider tab holds no better
LEAST_TAB = 1.0
LEAST_SIDE = 5.0  # mm that the flaps of a tuck box need
BOARD = 0.3  # mm: card of 250 to 300 g/m2
SLACK = 2.0  # mm of air in the width and the height of a tuck box, and half of it in its depth
DUST_FLAP = 0.6  # of the depth
GLUE_FLAP, MOST_GLUE_FLAP = 0.9, 25.0  # of the depth, and mm
TAPER = 0.1  # of a flap's length, at each end
LIP = 19.0  # mm that are tucked in
NARROWER = 1.0  # mm on each side of the lip, so that it slips in
NOTCH, MOST_NOTCH = 1.5, 12.5  # the depth is so many times the thumb notch's radius, and mm


def closed_box(width: float, height: float, depth: float, tab: float = 0.0, what: str = "closed_box") -> Net:
    """A box glued shut: a row of four sides, top and bottom at the front's edges, and a tab at each of seven edges.

    The tabs' ends are cut at 45 degrees, so that two at one corner never meet. Unless ``tab`` says how wide they are,
    each is a quarter of its edge, at most half of the side that it lies behind and 12 mm.
    """
    measured(what, width=width, height=height, depth=depth)
    if tab:
        measured(what, tab=tab)
    beside = _tab(height, depth, tab, what)  # between back and left
    over, at_side = _tab(width, height, tab, what), _tab(depth, height, tab, what)
    x1, x2, x3, x4 = depth, depth + width, 2 * depth + width, 2 * (depth + width)
    y1 = over + depth
    y2, y3 = y1 + height, y1 + height + depth
    panels = (
        Panel("left", 0, y1, depth, height), Panel("front", x1, y1, width, height),
        Panel("right", x2, y1, depth, height), Panel("back", x3, y1, width, height),
        Panel("top", x1, over, width, depth), Panel("bottom", x1, y2, width, depth),
    )  # fmt: skip
    tabs = (
        ("back_tab", "back", "left", (x4, y1), (x4, y2), beside),
        ("top_left_tab", "top", "left", (x1, y1), (x1, over), at_side),
        ("top_back_tab", "top", "back", (x1, over), (x2, over), over),
        ("top_right_tab", "top", "right", (x2, over), (x2, y1), at_side),
        ("bottom_right_tab", "bottom", "right", (x2, y2), (x2, y3), at_side),
        ("bottom_back_tab", "bottom", "back", (x2, y3), (x1, y3), over),
        ("bottom_left_tab", "bottom", "left", (x1, y3), (x1, y2), at_side),
    )
    shapes = {name: flap(start, end, reach, reach) for name, _, _, start, end, reach in tabs}
    folds = (
        Fold("left", "front", (x1, y1), (x1, y2), 90), Fold("right", "front", (x2, y1), (x2, y2), 90),
        Fold("back", "right", (x3, y1), (x3, y2), 90), Fold("top", "front", (x1, y1), (x2, y1), 90),
        Fold("bottom", "front", (x1, y2), (x2, y2), 90),
        *(Fold(name, on, start, end, 90) for name, on, _, start, end, _ in tabs),
    )  # fmt: skip
    outline = straight((
        (0, y1), *shapes["top_left_tab"], *shapes["top_back_tab"][1:], *shapes["top_right_tab"][1:],
        *shapes["back_tab"],
        *shapes["bottom_right_tab"], *shapes["bottom_back_tab"][1:], *shapes["bottom_left_tab"][1:], (0, y2),
    ))  # fmt: skip
    flaps = tuple(Flap(name, shapes[name], behind) for name, _, behind, *_ in tabs)
    return Net(Size(x4 + beside, y3 + over), outline, folds, named(panels), flaps, (outline,))


def cube(edge: float, tab: float = 0.0) -> Net:
    """A cube, as ``closed_box``: a tab is a quarter of the edge wide."""
    measured("cube", edge=edge)
    return closed_box(edge, edge, edge, tab, "cube")


def tuck_box(
    width: float, height: float, depth: float, board: float = BOARD, slack: float = SLACK, lip: float = LIP
) -> Net:
    """A box that opens on top, for what measures (width, height, depth): a lid with a lip, dust flaps, a thumb notch.

    Each side is as long as the content, and the air, and twice the ``board``'s thickness. The bottom is glued onto
    three flaps, the back's side flap behind the left side.
    """
    measured("tuck_box", width=width, height=height, depth=depth, lip=lip)
    for name, value in (("board", board), ("slack", slack)):
        if not 0 <= value <= 20:
            raise NetError(
                f"tuck_box: a {name} of {value:g} mm cannot be right", "give 0 to 20 mm; 0.3 mm is stiff card"
            )
    wide, high, deep = (measure + 2 * board for measure in (width + slack, height + slack, depth + slack / 2))
    for name, side, measure in (("width", wide, width), ("height", high, height), ("depth", deep, depth)):
        if side < LEAST_SIDE:
            message = f"tuck_box: a {name} of {measure:g} mm leaves no room for flaps"
            raise NetError(message, f"give at least {LEAST_SIDE:g} mm")
    lip = min(lip, high / 2)
    dust, under = min(DUST_FLAP * deep, wide / 2), DUST_FLAP * deep
    glue = min(GLUE_FLAP * deep, MOST_GLUE_FLAP)
    notch = min(deep / NOTCH, MOST_NOTCH, wide / 4, 0.7 * lip)
    x1, x2, x3, x4 = deep, deep + wide, 2 * deep + wide, 2 * (deep + wide)
    y1 = lip + deep
    y2 = y1 + high
    panels = (
        Panel("left", 0, y1, deep, high), Panel("front", x1, y1, wide, high), Panel("right", x2, y1, deep, high),
        Panel("back", x3, y1, wide, high), Panel("top", x3, lip, wide, deep, half_turned=True),
        Panel("bottom", x3, y2, wide, deep, half_turned=True),
    )  # fmt: skip
    side = TAPER * deep
    flaps = (
        Flap("top_left_flap", flap((0, y1), (x1, y1), dust, side), "top", glued=False),
        Flap("top_right_flap", flap((x2, y1), (x3, y1), dust, side), "top", glued=False),
        Flap("glue_flap", flap((x4, y1), (x4, y2), glue, min(TAPER * high, glue)), "left"),
        Flap("bottom_right_flap", flap((x3, y2), (x2, y2), dust, side), "bottom"),
        Flap("bottom_front_flap", flap((x2, y2), (x1, y2), under, min(TAPER * wide, under)), "bottom"),
        Flap("bottom_left_flap", flap((x1, y2), (0, y2), dust, side), "bottom"),
    )
    slim = min(NARROWER, wide / 10)
    tongue = Flap("lip", ((x3 + slim, lip), (x3 + slim, 0), (x4 - slim, 0), (x4 - slim, lip)), "front", glued=False)
    middle, curve = (x1 + x2) / 2, min(lip / 2, wide / 6)
    outline = (
        *straight(flaps[0].corners), Corner(middle - notch, y1), Corner(middle - notch, y1 + notch, notch),
        Corner(middle + notch, y1 + notch, notch), Corner(middle + notch, y1), *straight(flaps[1].corners),
        Corner(x3, lip), *(Corner(x, y, 0 if y else curve) for x, y in tongue.corners), Corner(x4, lip),
        *straight(flaps[2].corners), Corner(x4, y2 + deep), Corner(x3, y2 + deep),
        *straight(flaps[3].corners), *straight(flaps[4].corners[1:]), *straight(flaps[5].corners[1:]),
    )  # fmt: skip
    folds = (
        Fold("left", "front", (x1, y1), (x1, y2), 90), Fold("right", "front", (x2, y1), (x2, y2), 90),
        Fold("back", "right", (x3, y1), (x3, y2), 90), Fold("top", "back", (x3, y1), (x4, y1), 90),
        Fold("lip", "top", (x3 + slim, lip), (x4 - slim, lip), 90), Fold("bottom", "back", (x3, y2), (x4, y2), 90),
        Fold("glue_flap", "back", (x4, y1), (x4, y2), 90),
        Fold("top_left_flap", "left", (0, y1), (x1, y1), 90), Fold("top_right_flap", "right", (x2, y1), (x3, y1), 90),
        Fold("bottom_left_flap", "left", (0, y2), (x1, y2), 90),
        Fold("bottom_front_flap", "front", (x1, y2), (x2, y2), 90),
        Fold("bottom_right_flap", "right", (x2, y2), (x3, y2), 90),
    )  # fmt: skip
    return Net(Size(x4 + glue, y2 + deep), outline, folds, named(panels), (*flaps, tongue), (outline,))


def flap(start: Point, end: Point, reach: float, taper: float) -> tuple[Point, Point, Point, Point]:
    """A flap left of the way from ``start`` to ``end`` along its fold, its ends tapered by so many mm."""
    length = abs(end[0] - start[0]) + abs(end[1] - start[1])  # edges of nets are level or upright
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    out = (along[1], -along[0])
    first = (start[0] + along[0] * taper + out[0] * reach, start[1] + along[1] * taper + out[1] * reach)
    last = (end[0] - along[0] * taper + out[0] * reach, end[1] - along[1] * taper + out[1] * reach)
    return start, first, last, end


def _tab(edge: float, behind: float, wanted: float, what: str) -> float:
    """How wide a tab is at an edge, behind a side that reaches so far. Raises NetError."""
    most = min(edge, behind) / 2
    tab = wanted or min(edge / 4, most, MOST_TAB)
    if tab > most + 1e-9:
        message = f"{what}: a tab of {tab:g} mm is more than half of {2 * most:g} mm, the edge or side that it meets"
        raise NetError(message, f"give a tab of at most {most:g} mm")
    if tab < LEAST_TAB:
        raise NetError(f"{what}: a tab of {tab:g} mm at an edge of {edge:g} mm is too small for glue", "make it larger")
    return tab
