"""Nodes of game.yaml go in; palette, fonts, styles, components and documents come out, or problems on the reader."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pnp.fonts.font import FontError, load_font
from pnp.fonts.fonts import SMALL_CAPS, STYLES, FontFamily, Fonts, small_caps
from pnp.game.model import Component
from pnp.game.spec import COMPONENT, COMPONENT_KEYS, STYLE
from pnp.game.styles import TextStyle
from pnp.game.workspace import Workspace
from pnp.problems import did_you_mean
from pnp.schema.read import Fields, Reader
from pnp.schema.values import Record
from pnp.source.nodes import Listing, Node, Scalar, kind
from pnp.source.nodes import Mapping as MappingNode
from pnp.units import PAPERS, Size, parse_size

_HEX = re.compile(r"#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def entries(reader: Reader, node: Node | None, what: str) -> Iterator[tuple[Scalar, Node]]:
    """The keys and values of a section; none when it is absent, a problem when it is no mapping."""
    if node is None or (isinstance(node, Scalar) and node.empty):
        return
    if not isinstance(node, MappingNode):
        reader.problem("wrong-type", f"{what}: expected names with their values, found {kind(node)}", node.span)
        return
    yield from node.entries


def known_keys(reader: Reader, node: MappingNode, known: Collection[str], where: str) -> None:
    """A key that the section does not have is a problem with the nearest one as its hint."""
    for key, _ in node.entries:
        if key.text not in known:
            hint = did_you_mean(key.text, known)
            reader.problem("unknown-field", f"unknown field '{key.text}' in {where}", key.span, hint)


def texts(reader: Reader, node: Node | None, what: str) -> list[Scalar]:
    """The texts of a list section."""
    if node is None:
        return []
    if not isinstance(node, Listing):
        reader.problem("wrong-type", f"{what}: expected a list, found {kind(node)}", node.span, "write it as [a, b]")
        return []
    found = [item for item in node.items if isinstance(item, Scalar)]
    for item in node.items:
        if not isinstance(item, Scalar):
            reader.problem("wrong-type", f"{what}: expected a text, found {kind(item)}", item.span)
    return found


def read_fields(
    reader: Reader, node: Node, wanted: Fields, path: str, extra: Collection[str] = ()
) -> dict[str, object]:
    """The fields of one entry. Keys of ``extra`` are left for the caller."""
    values: dict[str, object] = {}
    if isinstance(node, MappingNode):
        node = MappingNode(tuple(item for item in node.entries if item[0].text not in extra), node.span, node.tag)
    reader.fields(node, wanted, path, Record(path, path, node.span, values), values)
    return values


def read_palette(reader: Reader, node: Node | None, into: dict[str, str]) -> None:
    """Colours by name."""
    for key, value in entries(reader, node, "palette"):
        if not _NAME.fullmatch(key.text):
            reader.problem(
                "bad-name",
                f"'{key.text}' is no colour name",
                key.span,
                "use small letters, digits and dashes",
            )
        into[key.text] = "#000000"  # known, though faulty: whoever names it is not at fault
        if isinstance(value, Scalar) and _HEX.fullmatch(value.text):
            into[key.text] = value.text
        else:
            hint = 'write it in quotes, such as "#1d1a16"'
            reader.problem(
                "bad-color",
                f"{key.text}: expected a colour such as #1d1a16, found {kind(value)}",
                value.span,
                hint,
            )


def read_fonts(reader: Reader, node: Node | None, fallback: Node | None, workspace: Workspace) -> Fonts:
    """Families with their files, each found and opened once to see that it is a font."""
    families: dict[str, FontFamily] = {}
    for key, value in entries(reader, node, "fonts"):
        faces = {}
        for style, file in entries(reader, value, f"fonts.{key.text}"):
            if style.text not in STYLES:
                reader.problem(
                    "unknown-field",
                    f"unknown style '{style.text}' of {key.text}",
                    style.span,
                    did_you_mean(style.text, STYLES),
                )
                continue
            path = workspace.find("fonts", file.text) if isinstance(file, Scalar) else None
            if path is None:
                hint = "put the file into the workspace's fonts folder"
                reader.problem("missing-font", f"there is no font file {kind(file)} in fonts/", file.span, hint)
                continue
            try:
                load_font(path)
            except FontError as error:
                reader.problem("bad-font", str(error), file.span, "use a TrueType font (.ttf)")
                continue
            faces[style.text] = path
        if faces:
            families[key.text] = FontFamily(key.text, faces)
    offered = [small_caps(family) for family in families.values()]
    families |= {family.name: family for family in offered if family and family.name not in families}
    names = []
    for item in texts(reader, fallback, "fallback"):
        if item.text in families:
            names.append(item.text)
        else:
            reader.problem(
                "unknown-font",
                f"fallback names '{item.text}', which is no family of fonts:",
                item.span,
                did_you_mean(item.text, families),
            )
    return Fonts(families, tuple(names))


def read_styles(reader: Reader, node: Node | None, fonts: Fonts) -> dict[str, TextStyle]:
    """Named text styles."""
    styles = {}
    for key, value in entries(reader, node, "text"):
        given = read_fields(reader, value, STYLE, f"text.{key.text}")
        family, size = given.get("font"), given.get("size")
        if family is not None and family not in fonts.families:
            place = value.get("font") if isinstance(value, MappingNode) else value
            hint = did_you_mean(str(family), fonts.families)
            reader.problem("unknown-font", f"font: '{family}' is no family of fonts:", (place or value).span, hint)
            continue
        if not isinstance(family, str) or not isinstance(size, float):
            continue
        if given["case"] == "small-caps" and not family.endswith(SMALL_CAPS):
            family += SMALL_CAPS
            if family not in fonts.families:
                place = value.get("case") if isinstance(value, MappingNode) else value
                hint = "take a font that draws them (its feature smcp), or case: upper at a smaller size"
                message = f"{given['font']} draws no small capitals"
                reader.problem("no-small-caps", message, (place or value).span, hint)
                continue
        styles[key.text] = TextStyle(
            name=key.text,
            family=family,
            size=size,
            min_size=number_or(given["min"], size),
            leading=number_or(given["leading"], 1.2),
            color=str(given["color"] or "black"),
            bold=given["weight"] == "bold",
            italic=given["style"] == "italic",
            tracking=number_or(given["tracking"], 0.0),
            upper=given["case"] == "upper",
            align=str(given["align"] or "left"),  # type: ignore[arg-type]  # one of four, the reader saw to it
            hyphenate=bool(given["hyphenate"]),
            smart=given["smart"] is not False,
            together=given["fit"] == "together",
        )
    return styles


def number_or(value: object, otherwise: float) -> float:
    """The number read, or another where there is none."""
    return float(value) if isinstance(value, (int, float)) else otherwise


def read_components(
    reader: Reader,
    node: Node | None,
    collections: Collection[str],
    boards: Collection[str],
    game: str,
    workspace: Workspace,
) -> dict[str, Component]:
    """Components; what they name must exist."""
    components = {}
    for key, value in entries(reader, node, "components"):
        path = f"components.{key.text}"
        given = read_fields(reader, value, COMPONENT, path, [name for name in COMPONENT_KEYS if name not in COMPONENT])
        if not isinstance(value, MappingNode):
            continue
        for name, known, what in (("of", collections, "collection"), ("board", boards, "board")):
            if given.get(name) is not None and given[name] not in known:
                span = (value.get(name) or value).span
                hint = did_you_mean(str(given[name]), known)
                reader.problem(f"unknown-{what}", f"{name}: there is no {what} '{given[name]}'", span, hint)
        for name in ("template", "back"):
            if given.get(name) is not None and workspace.find("templates", game, str(given[name])) is None:
                span = (value.get(name) or value).span
                reader.problem(
                    "missing-template",
                    f"there is no template '{given[name]}' in templates/{game}/",
                    span,
                    "create it, or correct its name",
                )
        sizes = read_sizes(reader, value, path)
        if not sizes or given.get("template") is None:
            continue
        params = {
            name.text: item.text
            for name, item in entries(reader, value.get("with"), f"{path}.with")
            if isinstance(item, Scalar)
        }
        components[key.text] = Component(
            name=key.text,
            title=str(given["title"] or key.text.replace("-", " ").capitalize()),
            span=key.span,
            template=str(given["template"]),
            sizes=sizes,
            of=str(given["of"] or ""),
            board=str(given["board"] or ""),
            back=str(given["back"] or ""),
            shape="circle" if given["shape"] == "circle" else "rectangle",
            bleed=number_or(given["bleed"], 0.0),
            safe=number_or(given["safe"], 0.0) if given["safe"] is not None else None,
            copies=int(number_or(given["copies"], 1)),
            params=params,
        )
    return components


def read_sizes(reader: Reader, node: MappingNode, path: str) -> dict[str, Size]:
    """``size: poker``, or one for each paper."""
    size = node.get("size")
    if size is None:
        reader.problem("missing-field", f"{path} has no field 'size'", node.span, "add size: poker, or size: 63 x 88")
        return {}
    parts = [(Scalar("", size.span), size)] if isinstance(size, Scalar) else list(entries(reader, size, f"{path}.size"))
    sizes = {}
    for paper, item in parts:
        if paper.text and paper.text not in PAPERS:
            reader.problem(
                "unknown-paper", f"unknown paper '{paper.text}'", paper.span, did_you_mean(paper.text, PAPERS)
            )
        try:
            sizes[paper.text] = parse_size(item.text if isinstance(item, Scalar) else "")
        except ValueError as error:
            reader.problem("bad-size", f"size: {error}", item.span, "such as poker, a5 landscape, 63 x 88 or 25")
    return sizes
