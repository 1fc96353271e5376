"""Words for the marks of tiles and posters go in, SVG comes out."""

from __future__ import annotations

from html import escape

from pnp.units import mm

INK = "#1d1a16"


def text_svg(
    text: str,
    x: float,
    y: float,
    family: str,
    size: float,
    anchor: str = "middle",
    turn: int = 0,
    *,
    bold: bool = True,
) -> str:
    """A line of words whose capitals are centred on y, turned by so many degrees about (x, y), in mm."""
    rise = 0.34 * size  # half of what a capital is high
    weight = ' font-weight="bold"' if bold else ""
    look = f'font-family="{escape(family)}" font-size="{mm(size)}"{weight} fill="{INK}" text-anchor="{anchor}"'
    words = escape(text, quote=False)
    if not turn:
        return f'<text x="{x:.3f}" y="{y + rise:.3f}" {look}>{words}</text>'
    place = f'transform="translate({x:.3f} {y:.3f}) rotate({turn})"'
    return f'<text x="0" y="{mm(rise)}" {look} {place}>{words}</text>'


def paragraph(lines: list[str], x: float, y: float, family: str, size: float = 3.5, anchor: str = "middle") -> str:
    """Lines of plain words below one another, the first at y, in mm."""
    return "".join(
        text_svg(line, x, y + number * size * 1.35, family, size, anchor, bold=False)
        for number, line in enumerate(lines)
    )
