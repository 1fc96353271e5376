"""What was painted goes in; its words alone, in their places, come out: to be set unseen over a picture of it."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.pdf.drawing import Form
from pnp.pdf.pen import Pen

_DO = " Do"


def unseen_words(painted: Pen) -> Pen | None:
    """The texts of a pen and of the forms that it places, without colours and clips; None where there are none."""
    pen = _words("\n".join(painted.ops), painted.forms)
    if not pen.painted:
        return None
    for font, used in painted.glyphs.items():
        pen.glyphs.setdefault(font, {}).update(used)
    return pen


def _words(content: str, forms: Mapping[str, Form]) -> Pen:
    pen = Pen()
    for line in content.split("\n"):
        if line in ("q", "Q") or (line.endswith(" cm") and not line.startswith("BT ")):
            pen.ops.append(line)
        elif line.startswith("BT "):
            pen.ops.append(line)
            pen.painted += 1
        elif line.endswith((_DO, _DO + " Q")):
            _form(pen, line, forms)
    return pen


def _form(pen: Pen, line: str, forms: Mapping[str, Form]) -> None:
    """Place a form without what is no word in it, where the whole one was placed."""
    before, _, after = line.rpartition(_DO)
    place, _, name = before.rpartition("/")
    form = forms.get(name)
    if form is None or (not form.resources.glyphs and not form.resources.forms):
        return
    inner = _words(form.content, form.resources.forms)
    if not inner.painted:
        return
    for font, used in form.resources.glyphs.items():
        inner.glyphs.setdefault(font, {}).update(used)
    bare = inner.form(form.bbox)
    pen.forms[bare.name] = bare
    pen.painted += 1
    pen.ops.append(f"{place}/{bare.name}{_DO}{after}")
