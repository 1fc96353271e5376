"""Every face is proofed once; faint words, coarse pictures and missing bleed become problems, one for like cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pnp.faces.face import Face
from pnp.preflight.contrast import Faint, faint_words
from pnp.preflight.edges import bare_sides, coarse_pictures
from pnp.preflight.proof import proofs
from pnp.preflight.subject import Subject, warning
from pnp.preflight.vision import Rgb, parse_hex
from pnp.preflight.wording import Listener
from pnp.problems import Problem, Span
from pnp.report.report import count

SHOWN = 3  # examples in a message


@dataclass
class _Case:
    """Like cases: the first face, the worst of the faint words, all words, how many faces."""

    face: Face
    faint: Faint | None = None
    words: dict[str, None] = field(default_factory=dict)
    faces: dict[str, None] = field(default_factory=dict)


def prints_well(subject: Subject) -> Iterator[Problem]:
    """Proof the components' faces and one edition of each book."""
    names: dict[Rgb, str] = {}
    for name, value in subject.game.palette.items():
        names.setdefault(parse_hex(value), name)
    faint: dict[tuple[str, str, str], _Case] = {}
    coarse: dict[tuple[str, str], _Case] = {}
    bare: dict[tuple[str, str], _Case] = {}
    for proof in proofs(_to_proof(subject), subject.draw):
        face = proof.face
        for found in faint_words(proof):
            key = (face.component, color_name(found.color, names), names.get(found.ground, "mixed colours"))
            case = faint.setdefault(key, _Case(face))
            case.words.setdefault(found.words)
            case.faces.setdefault(face.digest)
            if case.faint is None or found.contrast < case.faint.contrast:
                case.face, case.faint = face, found
        for pixels, dpi in coarse_pictures(proof):
            what = f"{pixels[0]} x {pixels[1]} pixels: {dpi:.0f} an inch"
            coarse.setdefault((face.component, what), _Case(face)).faces.setdefault(face.digest)
        for side in bare_sides(proof):
            bare.setdefault((face.component, side), _Case(face)).faces.setdefault(face.digest)
    listener = Listener(subject)
    for (component, ink, ground), case in faint.items():
        yield _faint_problem(subject, listener, component, ink, ground, case)
    for (component, what), case in coarse.items():
        message = f"{component}: a picture of {what}, where 300 are needed{_on(case)}"
        hint = "use a larger picture, or print it smaller"
        yield warning("coarse-picture", message, _span(subject, component), hint, component)
    for (component, side), case in bare.items():
        message = f"{component}: the art stops at the cut {side}, though the component has bleed{_on(case)}"
        hint = f"draw the background on past the cut, {case.face.bleed:g} mm on every side"
        yield warning("missing-bleed", message, _span(subject, component), hint, f"{component}: {side}")


def _to_proof(subject: Subject) -> list[Face]:
    """The components' faces, and of each book the sheets of its first document."""
    first: dict[str, str] = {}
    for document in subject.game.documents.values():
        if document.book and document.layout == "book":
            first.setdefault(document.book, document.name)
    placed = [
        place.face for name in first.values() for sheet in subject.sheets.get(name, ()) for place in sheet.placements
    ]
    return list({face.digest: face for face in (*subject.pieces, *placed) if face.svg}.values())


def _faint_problem(subject: Subject, listener: Listener, component: str, ink: str, ground: str, case: _Case) -> Problem:
    assert case.faint is not None, "a case is made of faint words"
    words, worst = list(case.words), case.faint
    behind = ground if ground in subject.game.palette else color_name(worst.ground, {})
    shown = ", ".join(f"'{text}'" for text in words[:SHOWN])
    more = f" and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    message = (
        f"{component}: text in {ink} on {behind} has a contrast of {worst.contrast:.1f} : 1,"
        f" and {worst.needed:g} : 1 is needed: {shown}{more}{_on(case)}"
    )
    span = listener.place(case.face, worst.words, worst.box) or _span(subject, component)
    hint = "make one of the two colours lighter or darker, or accept it with a reason"
    return warning("low-contrast", message, span, hint, f"{component}: {ink} on {ground}")


def _on(case: _Case) -> str:
    return f" (on {count(len(case.faces), 'face')})"


def color_name(color: Rgb, names: dict[Rgb, str]) -> str:
    """The palette's name of a colour, or its hex value."""
    return names.get(color) or "#{:02x}{:02x}{:02x}".format(*color)


def _span(subject: Subject, component: str) -> Span | None:
    owner = subject.game.components.get(component) or subject.game.books.get(component)
    return owner.span if owner else None
