"""Set lines and their place go in, SVG comes out: one text element for each look, an icon where one is named."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Literal

from pnp.game.model import TextStyle
from pnp.text.fit import TextBlock
from pnp.text.lines import SHARE, Alignment, Line, Stretch
from pnp.text.markup import Piece
from pnp.text.measure import ICON_DROP, ICON_SCALE, Measure

Valign = Literal["top", "middle", "bottom"]
_DOWN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


def block_svg(
    block: TextBlock, x: float, y: float, w: float, h: float, align: Alignment, valign: Valign, color: str
) -> str:
    """Place the block in the box (x, y, w, h) in mm. ``color`` is passed on as it is."""
    baseline, em, parts = first_baseline(block, y, h, valign), block.em, []
    for line in block.lines:
        left = x + (w - line.width * em) * SHARE[align]
        parts.append(line_svg(line, block.style, block.measure, em, left, baseline, color))
        baseline += block.leading * em * (1 + line.after)
    return "".join(parts)


def first_baseline(block: TextBlock, y: float, h: float, valign: Valign) -> float:
    """Where the first line stands in a box that begins at ``y``, all in mm.

    Middle means the middle of all lines' capitals and descenders; for a single line that of its capitals alone,
    which is where the eye puts it.
    """
    em = block.em
    cap = block.measure.font.cap_height * em * (block.lines[0].size if block.lines else 1.0)
    single = len(block.lines) == 1
    tall = cap if single and valign == "middle" else block.height
    # descenders are lighter than capitals: the eye sees several lines a hair high
    hair = 0.06 * em if valign == "middle" and not single else 0.0
    return y + (h - tall) * _DOWN[valign] + cap + hair


def line_svg(
    line: Line, style: TextStyle, measure: Measure, em: float, x: float, baseline: float, color: str, links: str = ""
) -> str:
    """One line, its left edge at ``x`` mm; ``em`` is the size in mm, ``links`` the colour of what is linked."""
    if len(line.stretches) == 1 and not line.stretches[0].piece.icon:  # nearly every line of a face
        return _text(list(line.stretches), style, em, x, baseline, color, links)
    parts = []
    for (icon, *_), group in groupby(line.stretches, key=lambda item: _look(item.piece)):
        stretches = list(group)
        if icon:
            parts += [_icon(item, measure, em, x, baseline, item.piece.color or color) for item in stretches]
        else:
            parts.append(_text(stretches, style, em, x, baseline, color, links))
    return "".join(parts)


def _look(piece: Piece) -> tuple[bool, bool, bool, bool, str, float, str]:
    return piece.icon, piece.bold, piece.italic, bool(piece.link), piece.color, piece.size, piece.bars


def _text(
    stretches: list[Stretch], style: TextStyle, em: float, x: float, baseline: float, color: str, links: str
) -> str:
    """Stretches of one look as one text element, a tspan at each place."""
    piece = stretches[0].piece
    fill = piece.color or (links if piece.link and links else color)
    bold, italic = piece.bold or style.bold, piece.italic or style.italic
    look = _attributes(style.family, em * piece.size, bold, italic, style.tracking, fill, piece.bars)
    spans = "".join([f'<tspan x="{_mm(x + item.x * em)}">{_plain(item.piece.text)}</tspan>' for item in stretches[1:]])
    x += stretches[0].x * em
    return f'<text xml:space="preserve" x="{x:.4f}" y="{baseline:.4f}"{look}>{_plain(piece.text)}{spans}</text>'


@lru_cache(maxsize=4096)
def _attributes(family: str, em: float, bold: bool, italic: bool, tracking: float, fill: str, bars: str) -> str:
    weight = ' font-weight="bold"' if bold else ""
    slant = ' font-style="italic"' if italic else ""
    spacing = f' letter-spacing="{tracking * em:.5f}"' if tracking else ""
    along = f' text-decoration="{bars}"' if bars else ""
    return f' font-family={_quoted(family)} font-size="{em:.5f}"{weight}{slant}{spacing}{along} fill={_quoted(fill)}'


def _icon(stretch: Stretch, measure: Measure, em: float, x: float, baseline: float, color: str) -> str:
    side = measure.icon * em * stretch.piece.size
    top = baseline - side * (1 - ICON_DROP / ICON_SCALE)
    return (
        f'<use href="icon:{stretch.piece.text}" x="{_mm(x + stretch.x * em)}" y="{_mm(top)}" width="{_mm(side)}"'
        f' height="{_mm(side)}" fill={_quoted(color)}/>'
    )


def _plain(text: str) -> str:
    return escape(text, quote=False)


def _quoted(text: str) -> str:
    return f'"{escape(text)}"'


def _mm(value: float) -> str:
    return f"{value:.4f}"
