"""A drawing goes in; a hash of what one sees of it comes out, or one for each tile, of everything that reaches into it.

The board that lies on the table is not kept, only these hashes: they say which tiles must be printed again. A drawing
is read operator by operator, as it will be printed; each subpath, text, picture and gradient counts for the tiles that
its box touches, in the order of painting. A box may be too large, never too small: a tile too many costs a sheet of
paper, a tile too few a wrong board. The hash of a whole picture does not tell what nobody could: another spelling of
the same operators, or a fiftieth of a millimetre.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from math import ceil, floor, fsum, log2

from pnp.history.looks import DIGITS
from pnp.impose.tiling import OVERLAP, Tiling
from pnp.pdf.drawing import Drawing, Form, Resources
from pnp.units import Matrix, Rect

_WORDS = re.compile(r"\bBT\b(.*?)\bET\b|(\S+)", re.DOTALL)
Point = tuple[float, float]
Box = tuple[float, float, float, float]
Known = dict[tuple[str, int], str]  # hashes of forms, by name and by how often their scale is doubled
_PAINTS = frozenset({"f", "f*", "S", "s", "B", "B*", "b", "b*"})
_STATE = frozenset({"rg", "RG", "g", "G", "k", "K", "w", "J", "j", "M", "d", "gs", "i", "ri", "cs", "CS", "scn", "SCN"})
_EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)
_CELLS = 50  # to a millimetre, for pictures
_LEVER = 100.0  # mm from a form's origin at which its matrix is judged: no icon is larger
_BESIDE = 0.37  # of a cell: what a designer writes, hundredths and their halves, lies well inside of one


@dataclass
class _State:
    """What is in force: the matrix, the looks, and what has been clipped to."""

    matrix: Matrix
    looks: dict[str, str] = field(default_factory=dict)
    clip: Box = _EVERYWHERE
    clips: str = ""

    def copy(self) -> _State:
        return _State(self.matrix, dict(self.looks), self.clip, self.clips)


def tile_marks(drawing: Drawing, tiling: Tiling) -> dict[str, str]:
    """The hash of every tile, by its name."""
    windows = {
        tiling.name(column, row): _box_of(tiling.piece(column, row).outset(OVERLAP)) for column, row in tiling.cells()
    }
    return _marks(drawing, windows, lambda value, digits: f"{value:.{digits}f}", None)


def picture_mark(drawing: Drawing | Form, known: Known, doublings: int = 0) -> str:
    """The hash of the whole picture: two that only another program could tell apart have the same.

    ``known`` remembers the hashes of forms from one picture to the next, each for lengths as fine as its scale needs:
    icons are most of what is drawn.
    """
    cells = _CELLS * 2.0**doublings
    return _marks(drawing, {"": _EVERYWHERE}, lambda value, _: str(floor(value * cells + _BESIDE)), known)[""]


def _marks(
    drawing: Drawing | Form, windows: Mapping[str, Box], written: Callable[[float, int], str], known: Known | None
) -> dict[str, str]:
    reading = _Reading(windows, written, known)
    reading.walk(drawing.content, drawing.resources, _State(Matrix()))
    return {name: found.hexdigest()[:DIGITS] for name, (_, found) in sorted(reading.windows.items())}


class _Reading:
    """One walk over a drawing and its forms. ``written`` is how a length counts, of so many decimals at most."""

    def __init__(self, windows: Mapping[str, Box], written: Callable[[float, int], str], known: Known | None) -> None:
        self.windows = {name: (box, sha256()) for name, box in windows.items()}
        self.written = written
        self.known = known

    def paint(self, box: Box, what: str, state: _State) -> None:
        """Count something painted for every window that its box touches, inside the clip."""
        box = _within(box, state.clip)
        said = f"{what}|{sorted(state.looks.items())}|{state.clips}".encode()
        for window, found in self.windows.values():
            if box[0] < window[2] and box[2] > window[0] and box[1] < window[3] and box[3] > window[1]:
                found.update(said)

    def walk(self, content: str, resources: Resources, state: _State) -> None:
        """Read operators line by line; a line may hold several."""
        stack: list[_State] = []
        operands: list[str] = []
        path: list[list[Point]] = []
        clipping = False
        for match in _WORDS.finditer(content):
            text, word = match.groups()
            if text is not None:
                self._text(text.split(), state)
                continue
            if not word[0].isalpha():
                operands.append(word)
                continue
            if word == "q":
                stack.append(state.copy())
            elif word == "Q":
                state = stack.pop()
            elif word == "cm":
                state.matrix = state.matrix @ Matrix(*map(float, operands[-6:]))
            elif word in ("m", "l", "c"):
                _extend(path, word, [float(value) for value in operands], state.matrix)
            elif word in ("W", "W*"):
                clipping = True
            elif word in _PAINTS or word == "n":
                self._finish(path, word, state, clipping=clipping)
                path, clipping = [], False
            elif word in _STATE:
                state.looks[word] = " ".join(operands)
            elif word == "sh":
                self.paint(_EVERYWHERE, f"sh {operands} {state.matrix}", state)
            elif word == "Do":
                self._place(operands[-1][1:], resources, state)
            operands = []

    def _finish(self, path: list[list[Point]], word: str, state: _State, *, clipping: bool) -> None:
        """Paint the path, each subpath by itself, and then clip to it."""
        if word != "n":
            scale = max(abs(state.matrix.a) + abs(state.matrix.c), abs(state.matrix.b) + abs(state.matrix.d))
            weight = float(state.looks.get("w", "1")) * scale * 2 if word not in ("f", "f*") else 0.0
            for points in path:
                self.paint(_outset(_bounds(points), weight), f"{word} {self._shown(points)}", state)
        if clipping:
            points = [point for part in path for point in part]
            state.clip = _within(_bounds(points), state.clip)
            state.clips = f"{state.clips} {self._shown(points)}"

    def _place(self, name: str, resources: Resources, state: _State) -> None:
        if name in resources.forms:
            form = resources.forms[name]
            if self.known is None:
                self.walk(form.content, form.resources, state.copy())
            else:
                self._place_known(form, state, self.known)
        else:
            corners = [state.matrix.apply(x, y) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1))]
            self.paint(_bounds(corners), f"Do {name} {self._shown(corners)}", state)

    def _place_known(self, form: Form, state: _State, known: Known) -> None:
        m = state.matrix
        scale = max(map(abs, (m.a, m.b, m.c, m.d))) or 1.0
        key = form.name, ceil(log2(scale))
        if key not in known:
            known[key] = picture_mark(form, known, key[1])
        far = _LEVER / scale
        corners = [m.apply(x, y) for x, y in ((0, 0), (far, 0), (0, far))]
        self.paint(_EVERYWHERE, f"Do {known[key]} {form.group} {self._shown(corners)}", state)

    def _text(self, operands: list[str], state: _State) -> None:
        """A text's box: no wider than an em and a half for each glyph, no taller than an em and a half either way."""
        words = operands
        where = words.index("Tm") if "Tm" in words else 0
        inner = Matrix(*map(float, words[where - 6 : where])) if where else Matrix()
        matrix = state.matrix @ inner
        size = max(abs(matrix.a) + abs(matrix.c), abs(matrix.b) + abs(matrix.d))
        glyphs = fsum(len(word.strip("[]<>")) / 4 for word in words if "<" in word)
        x, y = matrix.apply(0, 0)
        reach = max(1.0, glyphs * 1.0) * size
        box = (x - size, y - 1.5 * size, x + reach, y + 1.5 * size) if not matrix.b else _outset((x, y, x, y), reach)
        place = " ".join(map(self.written, (x, y, matrix.a, matrix.b), (3, 3, 4, 4)))
        self.paint(box, f"{place} {' '.join(words[: where - 6] + words[where:])}", state)

    def _shown(self, points: list[Point]) -> str:
        return " ".join(f"{self.written(x, 3)},{self.written(y, 3)}" for x, y in points)


def _extend(path: list[list[Point]], word: str, values: list[float], matrix: Matrix) -> None:
    """Add a segment, in the face's own mm."""
    points = [matrix.apply(values[i], values[i + 1]) for i in range(0, len(values), 2)]
    if word == "m" or not path:
        path.append(points)
    else:
        path[-1].extend(points)


def _bounds(points: list[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _outset(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _within(box: Box, clip: Box) -> Box:
    return max(box[0], clip[0]), max(box[1], clip[1]), min(box[2], clip[2]), min(box[3], clip[3])


def _box_of(rect: Rect) -> Box:
    return rect.x, rect.y, rect.right, rect.bottom
