"""A fitted block and its box go in, SVG comes out: one text element a run, an icon where one is named."""

from __future__ import annotations

from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from pnp.text.fit import ICON_DROP, ICON_SCALE, PARAGRAPH_GAP, Line, TextBlock, piece_width

Align = Literal["left", "center", "right"]
Valign = Literal["top", "middle", "bottom"]
_SHARE = {"left": 0.0, "top": 0.0, "center": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}


def block_svg(
    block: TextBlock, x: float, y: float, w: float, h: float, align: Align, valign: Valign, color: str
) -> str:
    """Place the block in the box (x, y, w, h) in mm. ``color`` is passed on as it is.

    Middle means the middle of all lines' capitals and descenders; for a single line that of its capitals alone,
    which is where the eye puts it.
    """
    em, font = block.em, block.fonts.find(block.style.family, block.style.bold, block.style.italic)
    cap = font.cap_height * em
    single = len(block.lines) == 1
    tall = cap if single and valign == "middle" else block.height
    baseline = y + (h - tall) * _SHARE[valign] + cap
    if valign == "middle" and not single:
        baseline += 0.06 * em  # descenders are lighter than capitals: the eye sees the block a hair high
    parts = []
    for line in block.lines:
        left = x + (w - line.width * em) * _SHARE[align]
        parts.append(_line_svg(block, line, left, baseline, color))
        baseline += block.leading * em * (1 + (PARAGRAPH_GAP if line.ends_paragraph else 0))
    return "".join(parts)


def _line_svg(block: TextBlock, line: Line, left: float, baseline: float, color: str) -> str:
    style, em = block.style, block.em
    parts = []
    for piece in line.pieces:
        advance = piece_width(piece, style, block.fonts) * em
        if piece.icon:
            side = ICON_SCALE * block.fonts.find(style.family, style.bold, style.italic).cap_height * em
            top = baseline - side * (1 - ICON_DROP / ICON_SCALE)
            parts.append(
                f'<use href="icon:{piece.text}" x="{left:.4f}" y="{top:.4f}" width="{side:.4f}" height="{side:.4f}"'
                f" fill={quoteattr(color)}/>"
            )
        else:
            weight = ' font-weight="bold"' if piece.bold or style.bold else ""
            slant = ' font-style="italic"' if piece.italic or style.italic else ""
            spacing = f' letter-spacing="{style.tracking * em:.5f}"' if style.tracking else ""
            parts.append(
                f'<text xml:space="preserve" x="{left:.4f}" y="{baseline:.4f}" font-family={quoteattr(style.family)}'
                f' font-size="{em:.5f}"{weight}{slant}{spacing} fill={quoteattr(color)}>{escape(piece.text)}</text>'
            )
        left += advance + style.tracking * em
    return "".join(parts)
