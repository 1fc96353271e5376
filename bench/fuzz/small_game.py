"""Nothing goes in; three small games come out as files: data, drawings, pictures, fonts, books and pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import uharfbuzz as hb
from PIL import Image, ImageCms

from pnp.game.workspace import shipped_root

LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "“”‘’–—…•·×−"
HEAD = """\
title: Small
version: "1.2"
author: Ann
subject: A game of bees
language: en
palette: {ink: "#112233", paper: "#ffffff", blood: "#992211"}
fonts:
  Text: {regular: small/tiny.ttf, bold: small/tiny-bold.ttf}
  Other: {regular: small/other.ttf}
fallback: [Other]
text:
  body: {font: Text, size: 9, min: 6, color: ink}
  name: {font: Text, size: 11, min: 6, color: blood, weight: bold, case: small-caps}
  book-body: {font: Text, size: 9.5, min: 8, color: ink}
"""
CARDS_GAME = """\
types: {skill: {name: text, cost: int 0..9}}
collections:
  heroes:
    file: heroes.yaml
    fields: {name: text, health: int 1..30, story: markup?, sign: icon?, skills: list of skill?, friend: ref heroes?, weight: "= health * 2"}
components:
  cards: {of: heroes, template: card.svg, back: back.svg, size: poker, bleed: 2, safe: 1}
books:
  guide: {title: The guide, chapters: [three]}
documents:
  cards: [cards]
  guide.html: {layout: html, book: guide}
checks: [{every: heroes, must: "health > 2", because: weak}]
"""
BOOK_GAME = """\
rules: rules.yaml
collections:
  heroes: {file: heroes.yaml, fields: {name: text, health: int 1..30, note: text?}}
components:
  cards: {of: heroes, template: plain.svg, size: 30 x 40}
books:
  guide: {title: The guide, chapters: [one, two], diagrams: diagrams.yaml, colors: {link: blood}, asides: {example: {title: Look, icon: star}}}
documents:
  guide: {layout: book, book: guide, size: a5}
  guide.html: {layout: html, book: guide}
"""
TABLE_GAME = """\
collections:
  tokens: {file: tokens.csv, fields: {name: text, worth: int 0..9, art: text?}}
  gear: {file: gear.xlsx, fields: {name: text, cost: int 0..99}}
boards:
  field: board.yaml
components:
  tokens: {of: tokens, template: token.svg, size: 25 x 25, shape: circle, copies: worth}
  field: {board: field, template: field.svg, size: {a4: 120 x 90, letter: 120 x 90}}
books:
  guide: {chapters: [four], diagrams: diagrams.yaml}
documents:
  tokens: [tokens]
  field: {components: [field], layout: tiles}
  guide.html: {layout: html, book: guide}
"""
HEROES = """\
ada:
  name: Ada
  health: 12
  sign: star
  friend: bo
  skills: [{name: Hop, cost: 2}, {name: Sting, cost: 3}]
bo: {name: Bo, health: 7, story: "Keeps **{{ health }}** bees, [blood: red] ones: :star:"}
"""
BOARD = """\
hex: {flat-to-flat: 25}
terrain: {open: {name: Open}, wall: {name: Wall, blocks: [move, sight]}}
legend: {".": open, "#": wall}
kinds: {landing: {}}
places: {R: {kind: landing, name: Landing}}
map: |
  R . .
  . # .
"""
PEOPLE = """\
ada: {name: Ada, health: 12}
bo: {name: Bo, health: 7, note: Keeps bees}
"""
RULES = """\
values: {base: 75}
roll: {dice: 2d10, read: percent}
parameters: {hero: heroes, foe: heroes}
formulas:
  chance(hero, foe): "base + hero.health - foe.health"
tables:
  chances: {title: Chances, rows: heroes as hero, columns: heroes as foe, cell: "chance(hero, foe)", note: In percent}
"""
HEXES = """\
board: field
looks: {near: {fill: paper, edge: ink}}
diagrams:
  steps:
    title: Steps
    map: |
      . A .
      . # .
    figures: {A: {is: tokens.bee}}
    areas: [{cells: "reach(A, 1)", look: near}]
    claims: ["count(reach(A, 1)) > 0"]
    caption: "{{ A }} goes."
    alt: A bee and the hexes about it.
"""
PARTS = """\
diagrams:
  card:
    title: A card
    face: cards/bo
    parts:
      name: the **name** of {{ heroes.bo.name }}
    caption: The card.
    alt: A card with its parts.
"""
TOKENS = """\
id,name,worth,art
bee,Bee,2,"a, b"
honey,Honey,1,
"""
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="-2 -2 67 92">
  <style>.rim { fill: none; stroke: ink; stroke-width: 0.5 }</style>
  <defs>
    <linearGradient id="fade"><stop offset="0" stop-color="ink"/><stop offset="1" stop-color="#eef"/></linearGradient>
    <clipPath id="cut"><circle cx="31" cy="60" r="12"/></clipPath>
    <symbol id="gem" viewBox="0 0 10 10"><path d="M5 0L10 5L5 10L0 5Z" fill="blood"/></symbol>
  </defs>
  <rect x="-2" y="-2" width="67" height="92" fill="paper"/>
  <rect class="rim" x="3" y="3" width="57" height="82" rx="2"/>
  <g data-part="name">{{ text(name, 5, 5, 53, 8, "name") }}</g>
  {% if sign %}{{ icon(sign, 44, 14, 9, "ink") }}{% endif %}
  <g clip-path="url(#cut)" opacity="0.8"><image href="photo.png" x="19" y="48" width="24" height="24"/></g>
  <image href="scene.svg" x="5" y="72" width="20" height="10"/><image href="photo.jpg" x="28" y="74" width="8" height="8"/>
  <use xlink:href="#gem" x="40" y="74" width="8" height="8"/><rect x="50" y="74" width="8" height="8" fill="url(#fade)"/>
  {{ text(it.story or "None.", 5, 15, 38, 30, "body") }}
  <text x="5" y="47" font-family="Text" font-size="4">{{ health }} <tspan font-weight="bold">h</tspan></text>
</svg>
"""
BACK = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 67 92">
  <rect x="-2" y="-2" width="67" height="92" fill="ink"/>
  {% for skill in skills or [] %}{{ text(skill.name ~ ": " ~ skill.cost, 5, 10 + loop.index0 * 10, 50, 8, "body") }}{% endfor %}
</svg>
"""
TOKEN = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 25 25">
  <circle cx="12.5" cy="12.5" r="12" fill="paper" stroke="ink"/>{{ text(name ~ " " ~ worth, 4, 8, 17, 8, "body") }}
</svg>
"""
FIELD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  <rect width="{{ w }}" height="{{ h }}" fill="paper"/>
  {{ text("The field", 5, 3, 60, 8, "body") }}
</svg>
"""
PLAIN = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40">
  <rect width="30" height="40" fill="paper" stroke="ink"/>
  <g data-part="name">{{ text(name, 3, 5, 24, 8, "name") }}</g>
  {{ text(note or health, 3, 20, 24, 8, "body") }}
</svg>
"""
SCENE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20" font-size="4">
  <title>A scene</title><desc>A hill</desc>
  <style>path { fill: #6a6 } .sun { fill: #fc0; stroke: red }</style>
  <path d="M0 20Q20 0 40 20Z"/><circle class="sun" cx="30" cy="5" r="4"/><g transform="rotate(10)"><rect width="5" height="3"/></g>
</svg>
"""
STAR = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><title>star</title>
  <path d="M256 20L330 200H500L360 310L410 490L256 380L100 490L150 310L12 200H180Z"/>
</svg>
"""
ONE = """\
# One

> Begin here.

See [two](#two), **{{ heroes.ada.name }}** and *all* others. [blood: Red] :star:

::: example The first
Hop over it.
:::

![Ada](face:cards/ada "30mm")

1. One
2. Two
    - deep
"""
TWO = """\
# Two

<!-- index: Bees; Hops -->

## Part {#part}

![](table:chances)

| x | y |
| --- | ---: |
| 1 | 2 |

Bee
: makes honey

![](diagram:card)

{% for hero in heroes %}- {{ hero.name }}
{% endfor %}

---

![](index:)

![](credits:)
"""
THREE = """\
# Cards

{% for hero in heroes %}**{{ hero.name }}** has {{ hero.weight }}.
{% endfor %}

![Ada](face:cards/ada "30mm") ![](face:cards/ada/back)

![](drawing:bee.svg)
"""
BEE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><title>A bee &amp; a flower</title>
  <ellipse cx="15" cy="10" rx="9" ry="6" fill="blood"/>{{ text(game.title, 2, 2, 20, 6, "body") }}
</svg>
"""
FOUR = """\
# The field

![](diagram:steps)

{% for item in gear %}- {{ item.name }}: {{ item.cost }}
{% endfor %}

![](face:tokens/bee) ![](face:field)
"""
ICONS = """\
all: {from: a meadow, licence: CC BY 3.0}
star: Ann
"""
FONTS = """\
small: {name: Small, by: Ann and Bo, licence: OFL}
"""


@lru_cache(maxsize=1)
def small_games() -> Mapping[str, Mapping[str, bytes]]:
    """Three games by what they are about, each file by its path in the workspace: always the same bytes."""
    fonts = shipped_root() / "fonts"
    shared = {
        "templates/icons/star.svg": STAR.encode(),
        "templates/icons/icons.yaml": ICONS.encode(),
        "fonts/fonts.yaml": FONTS.encode(),
        "fonts/small/tiny.ttf": _font(fonts / "alegreya-sans/AlegreyaSans-Regular.ttf", ("kern", "smcp", "liga")),
        "fonts/small/tiny-bold.ttf": _font(fonts / "alegreya-sans/AlegreyaSans-Bold.ttf", ("kern", "smcp")),
        "fonts/small/other.ttf": _font(fonts / "barlow/Barlow-Regular.ttf", ()),
    }
    cards = _texts(
        {"game.yaml": HEAD + CARDS_GAME, "heroes.yaml": HEROES},
        {"card.svg": CARD, "back.svg": BACK, "scene.svg": SCENE, "guide/three.md": THREE, "guide/bee.svg": BEE},
    ) | {
        "templates/tiny/photo.png": picture("PNG", "RGBA"),
        "templates/tiny/photo.jpg": picture("JPEG", "RGB"),
        "templates/tiny/photo.webp": picture("WEBP", "RGBA"),
        "templates/tiny/photo.avif": picture("AVIF", "RGB"),
        "templates/tiny/photo.tif": picture("TIFF", "RGB"),
    }
    book = _texts(
        {"game.yaml": HEAD + BOOK_GAME, "heroes.yaml": PEOPLE, "rules.yaml": RULES, "diagrams.yaml": PARTS},
        {"plain.svg": PLAIN, "guide/one.md": ONE, "guide/two.md": TWO},
    )
    table = _texts(
        {"game.yaml": HEAD + TABLE_GAME, "board.yaml": BOARD, "diagrams.yaml": HEXES, "tokens.csv": TOKENS},
        {"token.svg": TOKEN, "field.svg": FIELD, "guide/four.md": FOUR},
    ) | {"data/tiny/gear.xlsx": _workbook()}
    return {name: shared | files for name, files in (("cards", cards), ("book", book), ("table", table))}


def _texts(data: Mapping[str, str], templates: Mapping[str, str]) -> dict[str, bytes]:
    rooms = (("data", data), ("templates", templates))
    return {f"{room}/tiny/{name}": text.encode() for room, texts in rooms for name, text in texts.items()}


def _font(path: Path, features: tuple[str, ...]) -> bytes:
    """The shipped font with a few letters alone, its tables for shaping kept."""
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(map(ord, LETTERS))
    wanted.layout_feature_tag_set.clear()
    wanted.layout_feature_tag_set.update(int.from_bytes(tag.encode("ascii"), "big") for tag in features)
    return bytes(hb.subset(hb.Face(path.read_bytes()), wanted).blob.data)


def picture(kind: str, mode: str) -> bytes:
    """A few pixels as a file of a kind that Pillow knows, with a profile of their colours where it may have one."""
    image = Image.new("RGBA", (6, 6), (200, 120, 40, 255))
    image.putpixel((2, 3), (0, 60, 90, 120))
    stream = BytesIO()
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    image.convert(mode).save(stream, kind, **({} if kind in ("GIF", "BMP") else {"icc_profile": profile}))
    return stream.getvalue()


_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_PARTS = {
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r1" Type="{_REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r1" Type="{_REL}/worksheet" Target="worksheets/one.xml"/>'
    f'<Relationship Id="r2" Type="{_REL}/sharedStrings" Target="strings.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_REL}"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/strings.xml": f'<sst xmlns="{_MAIN}"><si><t>name</t></si><si><t>cost</t></si><si><t>Rope</t></si></sst>',
    "xl/worksheets/one.xml": f'<worksheet xmlns="{_MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>7</v></c></row></sheetData></worksheet>',
}  # fmt: skip


def _workbook() -> bytes:
    return zipped({name: text.encode() for name, text in _PARTS.items()})


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """A zip file of these parts, the same on every day."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, ZIP_DEFLATED)
    return stream.getvalue()
