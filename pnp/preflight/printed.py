"""Every face is proofed once; faint words, coarse pictures and missing bleed become problems, one for like cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import cos, pi, sin, sqrt
from typing import Any

from pnp.faces.face import Face
from pnp.inks import grey, words_of
from pnp.job import Ink
from pnp.preflight.coarse import CoarsePictures
from pnp.preflight.proof import Proof, Run, proofs
from pnp.preflight.subject import Subject, warning
from pnp.preflight.vision import Rgb, contrast, parse_hex
from pnp.preflight.wording import Listener
from pnp.problems import Problem, Span
from pnp.report.report import count
from pnp.shapes.piece_shape import Shape, round_the_edge
from pnp.units import Rect, Size

NEEDED, NEEDED_LARGE = 4.5, 3.0
LARGE, LARGE_BOLD = 18.0, 14.0  # points
SHARE = 0.1  # of what lies behind a run: less is a hairline or the soft edge of a letter's neighbour
SLACK = 0.05  # a contrast of 4.46 is printed as 4.5, and no eye sees the rest
INSIDE = 0.4  # mm inside the cut, where the art is asked about
SHORT = 0.35  # mm before the bleed's own edge, where it must still be
NEAR = 0.05  # mm that rounding makes
STEP = 0.5  # mm between two places along the cut
MOST = 300  # places along a side: enough for a poster
BARE_SHARE = 0.03  # of a side: less is the end of a line
PAINTED = 128  # of 255: less is a soft edge
WHITE = 750  # red, green and blue together: paper already has that colour
SHOWN = 3  # examples in a message

HEX_BLEED = sqrt(3) / 2  # of the bleed: how far the sides of a hex lie out whose corners are the bleed further out
SLANTS = (0.0, 0.6, -0.6, 1.2, -1.2)  # art that crosses the cut may lean: so much aside for each mm outwards

Place = tuple[float, float]
Edge = list[tuple[Place, tuple[Place, ...]]]  # places inside the cut, each with where its art may go on


@dataclass(frozen=True, slots=True)
class Faint:
    """Words, their colour, the colour behind them that they stand out from least, and by how much."""

    words: str
    box: Rect
    color: Rgb
    ground: Rgb
    contrast: float
    needed: float


def faint_words(proof: Proof) -> Iterator[Faint]:
    """Runs of which a tenth or more stands on too similar a ground."""
    for run in proof.runs:
        needed = NEEDED_LARGE if run.size >= (LARGE_BOLD if run.bold else LARGE) - 0.01 else NEEDED
        ground = _least(proof, run)
        if ground is not None:
            found = contrast(_over(run, ground), ground)
            if found < needed - SLACK:
                yield Faint(_close_up(run.read()), run.box, run.color, ground, found, needed)


def _least(proof: Proof, run: Run) -> Rgb | None:
    """The colour that a tenth of the run's ground is no easier to read on than."""
    box = run.box
    left, top = proof.pixel(box.x, box.y)
    right, bottom = proof.pixel(box.right, box.bottom)
    area = proof.ground.crop((left, top, right + 1, bottom + 1))
    colors: list[tuple[int, Any]] | None = area.getcolors(area.width * area.height)
    if not colors:
        return None
    shades = sorted(((contrast(_over(run, shade), shade), number, shade) for number, shade in map(_on_paper, colors)))
    count, enough = 0, SHARE * area.width * area.height
    for _, number, shade in shades:
        count += number
        if count >= enough:
            return shade
    return None


def _close_up(words: str) -> str:
    """Words set with wide tracking read back as single letters with spaces between."""
    parts = words.split(" ")
    return "".join(parts) if len(parts) > 2 and sum(map(len, parts)) < 2 * len(parts) else words


def _over(run: Run, ground: Rgb) -> Rgb:
    """The run's colour as it looks on a ground: letters may be partly transparent."""
    if run.opacity == 1:
        return run.color
    red, green, blue = (round(g + (c - g) * run.opacity) for c, g in zip(run.color, ground, strict=True))
    return red, green, blue


def _on_paper(color: tuple[int, Any]) -> tuple[int, Rgb]:
    """A pixel over white paper."""
    number, (red, green, blue, alpha) = color
    if alpha == 255:
        return number, (red, green, blue)
    white = 255 - alpha
    return number, ((red * alpha) // 255 + white, (green * alpha) // 255 + white, (blue * alpha) // 255 + white)


def bare_sides(proof: Proof) -> Iterator[str]:
    """The sides at which art reaches the cut and does not go on to the end of the bleed."""
    if proof.face.bleed <= SHORT:
        return
    for side, places in _edges(proof).items():
        bare = [
            inside
            for inside, beyond in places
            if _painted(proof, inside) and not any(_painted(proof, outside) for outside in beyond)
        ]
        if len(bare) > BARE_SHARE * len(places):
            yield side


def _painted(proof: Proof, place: Place) -> bool:
    red, green, blue, alpha = proof.pixels[proof.pixel(*place)]
    return bool(alpha >= PAINTED and red + green + blue < WHITE)


def _edges(proof: Proof) -> dict[str, Edge]:
    size, out = proof.face.size, proof.face.bleed - SHORT
    shape = proof.face.shape
    if shape.kind not in ("rectangle", "circle"):
        out = max(NEAR, proof.face.bleed * (HEX_BLEED if shape.hexagonal else 1.0) - SHORT)
        places = round_the_edge(shape, size, STEP, 4 * MOST)
        along: Edge = [
            ((x - u * INSIDE, y - v * INSIDE), tuple([(x + (u - v * s) * out, y + (v + u * s) * out) for s in SLANTS]))
            for (x, y), (u, v) in places
        ]
        return {"round the edge": [pair for pair in along if _beyond(shape, size, pair[1][0], out)]}
    if shape.kind == "circle":
        radius, x, y = size.width / 2, size.width / 2, size.height / 2
        turns = [place / radius for place in _places(2 * pi * radius)]
        ring: Edge = [(_on_ring(x, y, radius - INSIDE, turn), (_on_ring(x, y, radius + out, turn),)) for turn in turns]
        return {"round the edge": ring}
    across, down = _places(size.width), _places(size.height)
    right, bottom = size.width, size.height
    return {
        "at the top": [((x, INSIDE), ((x, -out),)) for x in across],
        "at the right": [((right - INSIDE, y), ((right + out, y),)) for y in down],
        "at the bottom": [((x, bottom - INSIDE), ((x, bottom + out),)) for x in across],
        "at the left": [((INSIDE, y), ((-out, y),)) for y in down],
    }


def _beyond(shape: Shape, size: Size, place: Place, out: float) -> bool:
    """Whether a place in the bleed is so far from the whole outline: in a narrow bay it may lie on the piece again."""
    return shape.depth(size, *place) < NEAR - out


def _places(length: float) -> list[float]:
    """Places along a side, clear of the corners."""
    count = max(1, min(MOST, int(length / STEP)))
    return [length * (i + 0.5) / count for i in range(count)]


def _on_ring(x: float, y: float, radius: float, turn: float) -> tuple[float, float]:
    return x + radius * cos(turn), y + radius * sin(turn)


@dataclass
class _Case:
    """Like cases: the first face, the worst of the faint words, all words, how many faces."""

    face: Face
    faint: Faint | None = None
    words: dict[str, None] = field(default_factory=dict)
    faces: dict[str, None] = field(default_factory=dict)


def prints_well(subject: Subject) -> Iterator[Problem]:
    """Proof the components' faces and one edition of each book."""
    names: dict[Rgb, str] = {}
    for name, value in subject.game.palette.items():
        for seen in _seen(value, subject.game.ink):
            names.setdefault(parse_hex(seen), name)
    faint: dict[tuple[str, str, str], _Case] = {}
    coarse = CoarsePictures(subject)
    bare: dict[tuple[str, str], _Case] = {}
    for proof in proofs(_to_proof(subject), subject.draw):
        face = proof.face
        for found in faint_words(proof):
            key = (face.component, color_name(found.color, names), names.get(found.ground, "mixed colours"))
            case = faint.setdefault(key, _Case(face))
            case.words.setdefault(found.words)
            case.faces.setdefault(face.digest)
            if case.faint is None or found.contrast < case.faint.contrast:
                case.face, case.faint = face, found
        coarse.look(proof)
        for side in bare_sides(proof) if subject.game.ink == "full" else ():  # lines need not run into the bleed
            bare.setdefault((face.component, side), _Case(face)).faces.setdefault(face.digest)
    listener = Listener(subject)
    for (component, ink, ground), case in faint.items():
        yield _faint_problem(subject, listener, component, ink, ground, case)
    yield from coarse.problems(lambda component: _span(subject, component))
    for (component, side), case in bare.items():
        message = f"{component}: the art stops at the cut {side}, though the component has bleed{_on(case)}"
        hint = f"draw the background on past the cut, {case.face.bleed:g} mm on every side"
        yield warning("missing-bleed", message, _span(subject, component), hint, f"{component}: {side}")


def _seen(color: str, ink: Ink) -> Iterator[str]:
    """How a palette colour may come out of the painter: as it is, or as a word on paper; in grey, of both the greys."""
    for each in (color,) if ink == "full" else (color, words_of(color)):
        yield grey(each) if ink == "grey" else each


def _to_proof(subject: Subject) -> list[Face]:
    """The components' faces, and of each book the sheets of its first document."""
    first: dict[str, str] = {}
    for document in subject.game.documents.values():
        if document.book and document.layout == "book":
            first.setdefault(document.book, document.name)
    placed = [
        place.face for name in first.values() for sheet in subject.sheets.get(name, ()) for place in sheet.placements
    ]
    return list({face.digest: face for face in (*subject.pieces, *placed) if face.svg}.values())


def _faint_problem(subject: Subject, listener: Listener, component: str, ink: str, ground: str, case: _Case) -> Problem:
    assert case.faint is not None, "a case is made of faint words"
    words, worst = list(case.words), case.faint
    behind = ground if ground in subject.game.palette else color_name(worst.ground, {})
    shown = ", ".join(f"'{text}'" for text in words[:SHOWN])
    more = f" and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    message = (
        f"{component}: text in {ink} on {behind} has a contrast of {worst.contrast:.1f} : 1,"
        f" and {worst.needed:g} : 1 is needed: {shown}{more}{_on(case)}"
    )
    span = listener.place(case.face, worst.words, worst.box) or _span(subject, component)
    hint = "make one of the two colours lighter or darker, or accept it with a reason"
    return warning("low-contrast", message, span, hint, f"{component}: {ink} on {ground}")


def _on(case: _Case) -> str:
    return f" (on {count(len(case.faces), 'face')})"


def color_name(color: Rgb, names: dict[Rgb, str]) -> str:
    """The palette's name of a colour, or its hex value."""
    return names.get(color) or "#{:02x}{:02x}{:02x}".format(*color)


def _span(subject: Subject, component: str) -> Span | None:
    owner = subject.game.components.get(component) or subject.game.books.get(component)
    return owner.span if owner else None
