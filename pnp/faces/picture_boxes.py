"""A template's calls of ``picture`` go in; the picture or a placeholder comes out, and which files are wanted.

Art is optional: a file that is not there is drawn as a box with its name, and a build goes on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum

from markupsafe import Markup, escape

from pnp.faces.helpers import Helpers
from pnp.fonts.shape import shape
from pnp.rules.filters import as_text
from pnp.rules.work import spend
from pnp.units import mm

ENDINGS = ("png", "jpg", "jpeg", "webp", "avif", "tif", "tiff", "svg")
LONGEST = 200  # characters of a file's name
_FIELD = re.compile(r"\{(\w+)\}")
_FITS = {"cover": "xMidYMid slice", "contain": "xMidYMid meet"}
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,3})?)%")
_SIDES = {"left": 0.0, "top": 0.0, "center": 50.0, "right": 100.0, "bottom": 100.0}
_GROUND, _EDGE, _CROSS, _INK = "#ececec", "#6e6e6e", "#c4c4c4", "#333333"
_LARGEST, _SHARE = 3.2, 0.86  # mm of letters; how much of the box they may take


@dataclass(frozen=True, slots=True)
class WantedArt:
    """A file that a template asks for: for which face ("cards", "ada"), its box in mm, and whether it is there."""

    file: str
    component: str
    record: str
    width: float
    height: float
    there: bool


@dataclass(eq=False)
class ArtHelpers:
    """The picture helpers of one face, whose template may name ``names``. ``wanted`` are the files asked for."""

    helpers: Helpers
    names: Mapping[str, object]
    wanted: dict[WantedArt, None]

    def has_picture(self, name: object) -> bool:
        """Whether there is a picture of that name, with any of the endings that are read."""
        return bool(self._found(self._named(name)))

    def picture(
        self, name: object, x: float, y: float, width: float, height: float, *,
        fit: str = "contain", focus: object = None, placeholder: bool = True,
    ) -> Markup:  # fmt: skip
        """A picture in the box (x, y, width, height) in mm: whole (``contain``), or covering it about a ``focus``.

        Of a missing file a placeholder is drawn, or nothing (which is false) without one.
        """
        if fit not in _FITS:
            raise ValueError(f"fit must be one of {', '.join(_FITS)}")
        box = [
            _length(value, what)
            for value, what in zip((x, y, width, height), ("x", "y", "width", "height"), strict=True)
        ]
        if min(box[2:]) <= 0:
            raise ValueError("the width and height of a picture must be above 0")
        wanted = self._named(name)
        found = self._found(wanted)
        component, _, record = self.helpers.where.partition(", ")
        self.wanted[WantedArt(found or wanted, component, record, box[2], box[3], bool(found))] = None
        if found:
            sides = "".join(
                f' {key}="{mm(value)}"' for key, value in zip(("x", "y", "width", "height"), box, strict=True)
            )
            point = self._focus(focus) if fit == "cover" else ""
            return Markup(f'<image href="{escape(found)}"{sides} preserveAspectRatio="{_FITS[fit]}"{point}/>')
        return self._placeholder(wanted, *box) if placeholder else Markup("")

    def _named(self, name: object) -> str:
        """The file's name, its ``{id}`` and other fields of the record filled in."""
        words = as_text(name)
        spend(300 + len(words))
        if len(words) > LONGEST:
            raise ValueError(f"a picture's name has 1 to {LONGEST} characters")

        def filled(field: re.Match[str]) -> str:
            value = getattr(self.names.get("it"), "id", None) if field[1] == "id" else self.names.get(field[1])
            if isinstance(value, bool) or not isinstance(value, str | int | float) or not str(value):
                raise ValueError(f"'{words}' asks for {field[0]}, which is no text or number here")
            return str(value)

        made = _FIELD.sub(filled, words)
        if len(made) > LONGEST or not made:
            raise ValueError(f"a picture's name has 1 to {LONGEST} characters")
        return made

    def _found(self, name: str) -> str:
        """The name of the file that is there: as it was asked for, or with another ending; "" when none is."""
        workspace, game = self.helpers.game.workspace, self.helpers.game.name
        stem = name.rpartition(".")[0] if name.rpartition(".")[2].lower() in ENDINGS else name
        every = (name, *(f"{stem}.{ending}" for ending in ENDINGS))
        return next((each for each in every if workspace.find("templates", game, each)), "")

    def _focus(self, focus: object) -> str:
        """The attribute that says which point of the picture a crop keeps."""
        words = as_text(focus).split() if focus else []
        if not words:
            return ""
        shares = [_SIDES.get(word, _percent(word)) for word in words]
        if len(shares) != 2 or not all(0 <= share <= 100 for share in shares):
            message = f"the focus of a picture is '{as_text(focus)[:60]}', on {self.helpers.where}"
            self.helpers.problem("bad-focus", message, "write how far across and down it lies: 50% 30%, or center top")
            return ""
        return f' data-focus="{shares[0]:g} {shares[1]:g}"'

    def _placeholder(self, name: str, x: float, y: float, width: float, height: float) -> Markup:
        right, bottom = mm(x + width), mm(y + height)
        left, top = mm(x), mm(y)
        cross = f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
        box = f'x="{left}" y="{top}" width="{mm(width)}" height="{mm(height)}"'
        words = self._words(name, x + width / 2, y + height / 2, width, height)
        return Markup(
            f'<g data-art="{escape(name)}"><rect {box} fill="{_GROUND}"/>'
            f'<path d="{cross}" stroke="{_CROSS}" stroke-width="0.2"/>'
            f'<rect {box} fill="none" stroke="{_EDGE}" stroke-width="0.3" stroke-dasharray="1.5 1"/>{words}</g>'
        )

    def _words(self, name: str, x: float, y: float, width: float, height: float) -> str:
        """The name on a plate, in the family of the game's first text style; nothing where no font has its letters."""
        game = self.helpers.game
        family = next((style.family for style in game.text_styles.values()), next(iter(game.fonts.families), ""))
        if not family or game.fonts.missing(name, family):
            return ""
        em = fsum(shape(font, part).width for font, part in game.fonts.runs(name, family))
        size = min(_LARGEST, _SHARE * width / (em or 1.0), height / 2)
        wide = size * em + size * 0.6
        plate = f'x="{mm(x - wide / 2)}" y="{mm(y - size * 0.75)}" width="{mm(wide)}" height="{mm(size * 1.5)}"'
        return (
            f'<rect {plate} fill="{_GROUND}"/><text x="{mm(x)}" y="{mm(y + size * 0.32)}" text-anchor="middle"'
            f' font-family="{escape(family)}" font-size="{size:.4g}" fill="{_INK}">{escape(name)}</text>'
        )


def _percent(word: str) -> float:
    found = _PERCENT.fullmatch(word)
    return float(found[1]) if found else -1.0


def _length(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} must be a number of millimetres")
    return float(value)
