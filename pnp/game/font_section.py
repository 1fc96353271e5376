"""The section ``fonts`` of game.yaml goes in; families come out, each style opened once to see that it is a font.

A style is a file's name, or a mapping that says more: which font of a collection, and where on a variable font's axes.
"""

from __future__ import annotations

from pnp.fonts.containers import FontError
from pnp.fonts.families import STYLES, FontFamily, Fonts, small_caps
from pnp.fonts.font import FontSource
from pnp.fonts.instances import FontAxis, by_style
from pnp.game.font_library import file_cure
from pnp.game.sections import entries, read_fields, texts
from pnp.game.spec import FACE
from pnp.game.workspace import Workspace
from pnp.problems import did_you_mean
from pnp.schema.naming import check_family
from pnp.schema.read import Reader
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar, kind, shortened

KINDS = "use an OpenType or TrueType font: .otf, .ttf, .woff2 or .ttc"
# keys of a style that stand for axes (OpenType 1.9, registered axes); any other axis is named under ``axes``
NAMED_AXES = {"weight": "wght", "width": "wdth", "slant": "slnt", "optical-size": "opsz"}
_MOST_AXES = 64


def read_fonts(reader: Reader, node: Node | None, fallback: Node | None, workspace: Workspace) -> Fonts:
    """Families with what their styles are taken from, and those that are looked through for missing characters."""
    families: dict[str, FontFamily] = {}
    for key, value in entries(reader, node, "fonts"):
        faces = {}
        check_family(reader, key)
        if isinstance(value, MappingNode) and not value.entries:
            message = f"{shortened(key.text)} has no font file"
            reader.problem("missing-font", message, key.span, "add regular: file.ttf")
        for style, given in entries(reader, value, f"fonts.{key.text}"):
            if style.text not in STYLES:
                message = f"unknown style '{shortened(style.text)}' of {shortened(key.text)}"
                reader.problem("unknown-field", message, style.span, did_you_mean(style.text, STYLES))
                continue
            source = _Style(reader, workspace, key.text, style.text, given).source()
            if source:
                faces[style.text] = source
        if faces:
            families[key.text] = FontFamily(key.text, faces)
    offered = [small_caps(family, workspace.font_files) for family in families.values()]
    families |= {family.name: family for family in offered if family and family.name not in families}
    names = []
    for item in texts(reader, fallback, "fallback"):
        if item.text in families:
            names.append(item.text)
        elif item.text not in declared_families(node):
            reader.problem(
                "unknown-font",
                f"fallback names '{shortened(item.text)}', which is no family of fonts:",
                item.span,
                did_you_mean(item.text, families),
            )
    return workspace.fonts(families, tuple(names))


def declared_families(node: Node | None) -> frozenset[str]:
    """The names under ``fonts``, those of families that did not open among them."""
    return frozenset(key.text for key, _ in node.entries) if isinstance(node, MappingNode) else frozenset()


class _Style:
    """One style of a family: what game.yaml gives for it, and what that is taken from."""

    def __init__(self, reader: Reader, workspace: Workspace, family: str, style: str, node: Node) -> None:
        self.reader, self.workspace, self.style, self.node = reader, workspace, style, node
        self.where = f"fonts.{family}.{style}"
        self.values = read_fields(reader, node, FACE, self.where, ("axes",)) if isinstance(node, MappingNode) else {}

    def source(self) -> FontSource | None:
        """A font that opens; None where it does not, and that is said."""
        file = self._given("file") if isinstance(self.node, MappingNode) else self.node
        if isinstance(self.node, MappingNode) and not isinstance(file, Scalar):
            return None  # the reader said so
        path = self.workspace.find("fonts", file.text) if isinstance(file, Scalar) else None
        if path is None:
            hint = self.workspace.cure("fonts", file.text, otherwise="") if isinstance(file, Scalar) else KINDS
            hint = hint or file_cure(self.workspace, file.text)  # type: ignore[union-attr]  # a text, as said above
            self.reader.problem("missing-font", f"there is no font file {kind(file)} in fonts/", file.span, hint)
            return None
        files = self.workspace.font_files
        try:
            number = self._number(path.name, files.names(path))
            if number is None:
                return None
            axes = self._axes(path.name, files.axes(path, number))
            source = FontSource(path, number, tuple(sorted(axes.items())))
            files.open(source)
        except FontError as error:
            self.reader.problem("bad-font", str(error), file.span, KINDS)
            return None
        return source

    def _given(self, key: str) -> Node:
        """What stands behind a key; the whole style where nothing does."""
        node = self.node
        return (node.get(key) if isinstance(node, MappingNode) else None) or node

    def _number(self, file: str, names: list[str]) -> int | None:
        """The number of the font in its collection, from 0; None where it is not said which, or there is none such."""
        wanted = str(self.values.get("face") or "")
        if (not names and not wanted) or (len(names) == 1 and not wanted):
            return 0
        span = self._given("face").span
        if not names:
            message = f"{file} holds one font: face '{shortened(wanted)}' chooses among several"
            self.reader.problem("font-face", message, span, "take the line out")
            return None
        if wanted.isdecimal() and 0 < int(wanted[:9]) <= len(names):
            return int(wanted) - 1
        same = [number for number, name in enumerate(names) if name.casefold() == wanted.casefold()]
        if same:
            return same[0]
        listed = ", ".join(f"{number} {name}".rstrip() for number, name in enumerate(names, 1))
        message = f"{file} holds {len(names)} fonts" + (f", and none is '{shortened(wanted)}'" if wanted else "")
        self.reader.problem("font-face", message, span, f"say which: {{file: {file}, face: 1}}; it has {listed}")
        return None

    def _axes(self, file: str, known: dict[str, FontAxis]) -> dict[str, float]:
        """Where on its axes a font stands: as its style asks, and before that, as game.yaml does."""
        found = by_style(known, bold="bold" in self.style, italic="italic" in self.style)
        for tag, (value, node) in self._wanted().items():
            axis = known.get(tag)
            if axis is None:
                has = ", ".join(f"{each.tag} {each.least:g} to {each.most:g}" for each in known.values())
                message = f"{file} has no axis {tag}" if known else f"{file} is no variable font: it has no axis {tag}"
                hint = f"it has {has}" if has else "take the line out, or name the file of that weight"
                self.reader.problem("font-axis", message, node.span, hint)
            elif not axis.least <= value <= axis.most:
                message = f"{tag}: {value:g} is outside of what {file} has, {axis.least:g} to {axis.most:g}"
                self.reader.problem("font-axis", message, node.span, "take a number in that range")
            else:
                found[tag] = value
        return {tag: value for tag, value in found.items() if value != known[tag].default}

    def _wanted(self) -> dict[str, tuple[float, Node]]:
        """The numbers given for axes, by tag, each with where it stands."""
        found = {}
        for key, tag in NAMED_AXES.items():
            value = self.values.get(key)
            if isinstance(value, int | float):
                found[tag] = float(value), self._given(key)
        node = self.node.get("axes") if isinstance(self.node, MappingNode) else None
        for name, given in entries(self.reader, node, f"{self.where}.axes", _MOST_AXES):
            number = self._one(name.text, given)
            if number is not None:
                found[name.text] = number, given
        return found

    def _one(self, tag: str, node: Node) -> float | None:
        value = _number_of(node.text) if isinstance(node, Scalar) else None
        if value is None:
            self.reader.problem("wrong-type", f"{tag}: expected a number, found {kind(node)}", node.span)
        return value


def _number_of(text: str) -> float | None:
    """A plain number of at most nine digits; None for anything else."""
    digits = text.removeprefix("-").replace(".", "", 1)
    return float(text) if digits.isdecimal() and digits.isascii() and len(digits) < 10 else None
