"""The card of templates/deck/card.svg, drawn call by call on reportlab's canvas: nine to a page of A4.

python hand.py WORKSPACE FONTS OUTPUT. The least that the work can cost in Python: nothing is checked, fitted or kerned.
"""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFObjectReference, PDFResourceDictionary
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

STATS = ("might", "ward", "speed", "wits", "luck")
PAPER, GOLD, LINE, INK = map(HexColor, ("#ffffff", "#ffcc44", "#222222", "#1d1a16"))
_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")
_PATH = re.compile(r'<path d="([^"]+)" fill="([^"]+)"(?: stroke="([^"]+)" stroke-width="([^"]+)")?/>')


def make_art(canvas: Canvas, name: str, svg: str, scale: float, height: float) -> None:
    """A form of an SVG's paths, their y upwards."""
    canvas.beginForm(name)
    canvas.transform(scale, 0, 0, -scale, 0, height)
    for steps, fill, stroke, width in _PATH.findall(svg):
        path = canvas.beginPath()
        for step, numbers in _STEP.findall(steps):
            at = [float(number) for number in numbers.split()]
            if step == "M":
                path.moveTo(*at)
            elif step == "L":
                path.lineTo(*at)
            elif step == "C":
                path.curveTo(*at)
            else:
                path.close()
        canvas.setFillColor(HexColor(fill))
        if stroke:
            canvas.setStrokeColor(HexColor(stroke))
            canvas.setLineWidth(float(width))
        canvas.drawPath(path, stroke=int(bool(stroke)), fill=1)
    canvas.endForm()


def make_frame(canvas: Canvas) -> None:
    """What is the same on every card, as a form. reportlab forgets that a form needs its shading: it is told."""
    canvas.beginForm("frame")
    canvas.saveState()
    path = canvas.beginPath()
    path.rect(0, 0, 63 * mm, 88 * mm)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.linearGradient(0, 88 * mm, 0, 0, (HexColor("#333366"), HexColor("#9999cc")))
    canvas.restoreState()
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.3 * mm)
    canvas.roundRect(2 * mm, 2 * mm, 59 * mm, 84 * mm, 3 * mm, fill=1)
    canvas.setFillColor(GOLD)
    canvas.circle(55 * mm, 80 * mm, 4 * mm, fill=1)
    resources = PDFResourceDictionary()
    resources.Shading = {name: PDFObjectReference(name) for name in canvas._shadingUsed}
    canvas.endForm(Resources=resources)


def draw_card(canvas: Canvas, card: dict[str, str]) -> None:
    """One card, its lower left corner at the origin."""
    canvas.doForm("frame")
    canvas.setFillColor(INK)
    canvas.setFont("Bold", 14)
    canvas.drawCentredString(26.5 * mm, 79 * mm, card["name"])
    canvas.drawCentredString(55 * mm, 78.4 * mm, card["cost"])
    canvas.saveState()
    canvas.translate(4 * mm, 41 * mm)
    canvas.doForm("art")
    canvas.restoreState()
    for font, size, top, words in (("Regular", 8, 36.8, card["text"]), ("Italic", 7, 19.6, card["flavour"])):
        text = canvas.beginText(4 * mm, top * mm)
        text.setFont(font, size, size * 1.25)
        for line in simpleSplit(words, font, size, 55 * mm):
            text.textLine(line)
        canvas.drawText(text)
    canvas.setFont("Bold", 8)
    for i, key in enumerate(STATS):
        canvas.saveState()
        canvas.translate((5 + i * 11) * mm, 6 * mm)
        canvas.doForm("shield")
        canvas.restoreState()
        canvas.drawCentredString((8.5 + i * 11) * mm, 8.6 * mm, card[key])
    canvas.setFont("Regular", 5)
    canvas.drawRightString(59 * mm, 3.5 * mm, "The Ember Deck 1.0")


def main() -> None:
    """Read the cards, draw them, save."""
    workspace, fonts, output = map(Path, sys.argv[1:])
    for face in ("Regular", "Bold", "Italic"):
        pdfmetrics.registerFont(TTFont(face, fonts / f"AlegreyaSans-{face}.ttf"))
    canvas = Canvas(str(output), pagesize=(210 * mm, 297 * mm), invariant=1, pageCompression=1)
    templates = workspace / "templates"
    make_art(canvas, "art", (templates / "deck" / "art.svg").read_text(), mm, 34 * mm)
    make_art(canvas, "shield", (templates / "icons" / "shield.svg").read_text(), 7 / 24 * mm, 7 * mm)
    make_frame(canvas)
    with (workspace / "data" / "deck" / "cards.csv").open(newline="", encoding="utf-8") as file:
        for number, card in enumerate(csv.DictReader(file)):
            place = number % 9
            if number and not place:
                canvas.showPage()
            canvas.saveState()
            canvas.translate((7.5 + place % 3 * 66) * mm, (195.5 - place // 3 * 91) * mm)
            draw_card(canvas, card)
            canvas.restoreState()
    canvas.save()


if __name__ == "__main__":
    main()
