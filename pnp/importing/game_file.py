"""A deck's rows and look go in, the text of its game.yaml comes out."""

from __future__ import annotations

import json

from pnp.importing.deck import Deck
from pnp.importing.deck_look import Look
from pnp.importing.fonts import FACES, FALLBACK, SANS
from pnp.importing.table import Rows


def game_text(title: str, origin: str, deck: Deck, rows: Rows, look: Look) -> str:
    """One collection, one component, one document, with what the template names."""
    lines = [
        f"# Begun by pnp import from {_plain(origin)}. It is yours: change anything.",
        "",
        f"title: {_quoted(title)}",
    ]
    lines += ['version: "0.1"', ""]
    if look.colors:
        lines += ["palette:", *(f'  {name}: "{digits}"' for digits, name in look.colors.items()), ""]
    lines.append("fonts:")
    families = dict.fromkeys(style.family for style in look.styles) or [SANS]  # a sheet's foot is set in one, too
    for family, faces in (*((name, FACES[name]) for name in families), *FALLBACK.items()):
        lines.append(f"  {family}: {{{', '.join(f'{face}: {file}' for face, file in faces.items())}}}")
    lines.append(f"fallback: [{', '.join(FALLBACK)}]")
    lines += ["", "text:"] if look.styles else []
    for style, name in look.styles.items():
        look_of = (", weight: bold" if style.bold else "") + (", style: italic" if style.italic else "")
        said = f"font: {style.family}{look_of}, size: {style.size:g}, min: {min(5.0, style.size):g}"
        lines.append(f"  {name}: {{{said}, leading: 1.15, color: {style.color}, align: {style.align}}}")
    lines += ["", "collections:", "  cards:", "    file: cards.csv", "    fields:"]
    lines += [f"      {each.name}: {each.type}" for each in rows.fields]
    said = f"of: cards, template: card.svg, size: {deck.width:.6g} x {deck.height:.6g}"
    said += f", bleed: {deck.bleed:.6g}" if deck.bleed else ""
    if rows.copies:
        name = rows.copies.name
        said += f', copies: "{name} if {name} is not none else 1"' if rows.copies.optional else f", copies: {name}"
    lines += ["", "components:", f"  deck: {{{said}}}", "", "documents:", "  cards: [deck]", ""]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum() or letter in " ._-")[:60]
