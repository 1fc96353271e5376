"""The name of a printer goes in, a calibration leaf comes out as a PDF of two pages, plain or through its profile."""

from __future__ import annotations

import pnp
from pnp.calibration.leaf_drawing import FAMILY, WAYS, LeafWords, back_drawing, front_drawing
from pnp.calibration.leaf_plan import LeafPlan
from pnp.fonts.families import FontFamily, Fonts
from pnp.fonts.font import FontSource
from pnp.game.workspace import shipped_root
from pnp.impose.correct import correction_of
from pnp.impose.sheet import Sheet
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.printer import PrinterProfile, Side
from pnp.units import PAPERS, Flip, Rect

_FOLDER = "barlow"
_DASHES = "-\u200c-"  # the font joins two, and nobody would know what to type
_PAPERS = {"a4": "A4", "a3": "A3", "letter": "Letter", "tabloid": "Tabloid"}


def calibration_leaf(name: str, paper: str, edge: Flip, command: str) -> bytes:
    """The leaf that a profile is read from, to be turned over that edge; ``command`` is what takes its readings.

    ``paper`` is a name of ``PAPERS``.
    """
    words = [
        ("", (f"{_said(name)}  ·  {_PAPERS[paper]}, turned over the {edge} edge",)),
        ("1", ("Print both sides at 100 % on the stock and from the tray that you will use.",)),
        ("2", ("On the table, with a ruler: A to F, in millimetres, as fine as you can see.",)),
        (
            "3",
            (
                "At a window, this side to you: G and H, where the long lines of the back stand;",
                "J to M, the number of the two strokes that make one line. + is right and down.",
            ),
        ),
        (
            "4",
            (
                "N to R: the smallest number whose line is there. Look at both sides, left being left",
                "as you look at each, and take the larger.",
            ),
        ),
        ("5", ("Does it differ from leaf to leaf? Print three: of several readings the mean counts.",)),
    ]
    below = (
        "Small numbers: what a printer without fault shows. Then, with all the letters:",
        f"{command} --read A=…,B=…".replace("--", _DASHES),
    )
    return _leaf("Calibration leaf", name, paper, edge, (words, below), None)


def proof_leaf(profile: PrinterProfile) -> bytes:
    """The same leaf through the profile's correction: printed, each place shows the number that stands in its box."""
    edge = profile.flip
    words = [
        ("", (f"{_said(profile.name)}  ·  {_PAPERS[profile.paper]}, turned over the {edge} edge",)),
        ("1", ("Print both sides at 100 %, as you did with the first leaf.",)),
        (
            "2",
            (
                "Measure again, with a ruler and at a window: each place shows the small number that",
                "stands in its box, A to F within half a millimetre, J to M within two or three strokes.",
            ),
        ),
        ("3", ("If not: was the paper the same, and the tray? Did a viewer fit the page to the paper?",)),
    ]
    below = ("Small numbers: what must be read. UnprintableMargins are not read here, nor is another profile.",)
    return _leaf("Proof of a calibration", profile.name, profile.paper, edge, (words, below), profile)


def _leaf(
    title: str,
    name: str,
    paper: str,
    edge: Flip,
    words: LeafWords,
    profile: PrinterProfile | None,
) -> bytes:
    size = PAPERS[paper]
    plan, whole = LeafPlan(size), Rect(0, 0, size.width, size.height)
    drawings = (
        front_drawing(plan, title, words, WAYS if profile is None else WAYS[:2]),
        back_drawing(plan, f"{title}: {name}, back"),
    )
    sides: tuple[Side, ...] = ("front", "back")
    sheets = [
        Sheet(size, (), whole, whole, "", svg, turn=edge, correction=correction_of(size, side, edge, profile))
        for svg, side in zip(drawings, sides, strict=True)
    ]
    assets = Assets({}, _fonts(), _nothing, lambda name: _nothing(name).encode())
    maker = f"pnp {pnp.__version__}"
    info = DocumentInfo(f"{title}: {name}", "", "", maker, "en", edge)
    return write_pdf(sheets, lambda svg: draw(svg, assets), info)


def _said(name: str) -> str:
    return name.replace("/", "  ·  ")


def _fonts() -> Fonts:
    folder = shipped_root() / "fonts" / _FOLDER
    files = {"regular": "Barlow-Regular.ttf", "bold": "Barlow-SemiBold.ttf"}
    faces = {style: FontSource(folder / file) for style, file in files.items()}
    return Fonts({FAMILY: FontFamily(FAMILY, faces)})


def _nothing(name: str) -> str:
    raise LookupError(f"a leaf shows no '{name}'")
