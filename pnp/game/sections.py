"""Nodes of game.yaml go in; palette, styles, components and documents come out, or problems on the reader."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from pnp.fonts.families import INSTALLED, SMALL_CAPS, Fonts
from pnp.game.model import Component, TextStyle
from pnp.game.piece_shapes import read_cut_line, read_shape
from pnp.game.spec import COMPONENT, COMPONENT_KEYS, COPIES, STYLE
from pnp.game.workspace import Workspace
from pnp.problems import did_you_mean
from pnp.schema.naming import HELPERS, check_name, check_word
from pnp.schema.read import Fields, Reader
from pnp.schema.values import FieldText, Record
from pnp.source.nodes import Listing, Node, Scalar, kind, shortened
from pnp.source.nodes import Mapping as MappingNode
from pnp.units import PAPERS, Size, looks_like_number, parse_size

MAX_ENTRIES = 1_000  # of a section
_HEX = re.compile(r"#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}")


def entries(reader: Reader, node: Node | None, what: str, most: int = MAX_ENTRIES) -> Iterator[tuple[Scalar, Node]]:
    """The keys and values of a section, the first ``most``; none when it is absent, a problem when it is no mapping."""
    if node is None:
        return
    if isinstance(node, Scalar) and node.empty:
        reader.problem("empty-section", f"{what}: nothing stands here", node.span, "fill it in, or take the line out")
        return
    if not isinstance(node, MappingNode):
        reader.problem("wrong-type", f"{what}: expected names with their values, found {kind(node)}", node.span)
        return
    if len(node.entries) > most:
        message = f"{what}: {len(node.entries):,} entries stand here; at most {most:,}"
        reader.problem("too-many", message, node.entries[most][0].span, "keep what the game needs")
    yield from node.entries[:most]


def known_keys(
    reader: Reader,
    node: MappingNode,
    known: Collection[str],
    where: str,
    former: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """A key that the section does not have is a problem with the nearest one as its hint.

    ``former`` are keys that it once had, each with the cure.
    """
    for key, _ in node.entries:
        if key.text in former:
            message = f"{where}: '{key.text}' is no longer written so"
            reader.problem("unknown-field", message, key.span, former[key.text])
        elif key.text not in known:
            hint = did_you_mean(key.text, known)
            reader.problem("unknown-field", f"unknown field '{shortened(key.text)}' in {where}", key.span, hint)


def texts(reader: Reader, node: Node | None, what: str) -> list[Scalar]:
    """The texts of a list section."""
    if node is None:
        return []
    if isinstance(node, Scalar) and node.empty:
        reader.problem("empty-section", f"{what}: nothing stands here", node.span, "fill it in, or take the line out")
        return []
    if not isinstance(node, Listing):
        reader.problem("wrong-type", f"{what}: expected a list, found {kind(node)}", node.span, "write it as [a, b]")
        return []
    found = [item for item in node.items if isinstance(item, Scalar) and item.text.strip() and not item.empty]
    for item in node.items:
        if item not in found:
            reader.problem(
                "wrong-type", f"{what}: expected a text, found {kind(item)}", item.span, "write it, or take it out"
            )
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
        check_name(reader, key, "colour")
        into[key.text] = read_color(reader, key, value)


def read_color(reader: Reader, key: Scalar, value: Node) -> str:
    """A colour of ``#`` and three or six digits; black, and a problem, for anything else: its name is known."""
    if isinstance(value, Scalar) and _HEX.fullmatch(value.text):
        return value.text
    hint = 'write it in quotes, such as "#1d1a16"'
    message = f"{key.text}: expected a colour such as #1d1a16, found {kind(value)}"
    reader.problem("bad-color", message, value.span, hint)
    return "#000000"


def read_styles(
    reader: Reader, node: Node | None, fonts: Fonts, declared: Collection[str] = ()
) -> dict[str, TextStyle]:
    """Named text styles. Of a family that is ``declared`` and did not open, all is said already."""
    styles = {}
    for key, value in entries(reader, node, "text"):
        given = read_fields(reader, value, STYLE, f"text.{key.text}")
        family, size = given.get("font"), given.get("size")
        if family in declared and family not in fonts.families:
            continue
        if family is not None and family not in fonts.families:
            place = value.get("font") if isinstance(value, MappingNode) else value
            hint = did_you_mean(str(family), fonts.families)
            if not hint.startswith("did"):
                hint = f"{hint or 'name its files under fonts:'}; {INSTALLED}"
            reader.problem(
                "unknown-font", f"font: '{shortened(str(family))}' is no family of fonts:", (place or value).span, hint
            )
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
        if isinstance(given["min"], float) and given["min"] > size:
            place = (value.get("min") if isinstance(value, MappingNode) else None) or value
            message = f"min: {given['min']:g} is more than the size, {size:g}"
            reader.problem("out-of-range", message, place.span, "text shrinks from size down to min")
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
            keep_lines=given["lines"] == "keep",
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
            if (
                given.get(name) is not None
                and str(given[name]).partition("." if name == "of" else "\n")[0] not in known
            ):
                span = (value.get(name) or value).span
                hint = did_you_mean(str(given[name]), known)
                reader.problem(
                    f"unknown-{what}", f"{name}: there is no {what} '{shortened(str(given[name]))}'", span, hint
                )
        if given.get("of") is not None and given.get("board") is not None:
            message = f"{path} is made of a collection and of a board"
            reader.problem("two-sources", message, value.span, "keep of: or board:")
        for name in ("template", "back"):
            if given.get(name) is not None and workspace.find("templates", game, str(given[name])) is None:
                span = (value.get(name) or value).span
                reader.problem(
                    "missing-template",
                    f"there is no template '{shortened(str(given[name]))}' in templates/{game}/",
                    span,
                    workspace.cure("templates", game, str(given[name])),
                )
        sizes = read_sizes(reader, value, path)
        if not sizes or given.get("template") is None:
            continue
        shape, sizes = read_shape(reader, value, given, sizes)
        copies, count = _copies(reader, value.get("copies"))
        components[key.text] = Component(
            name=key.text,
            title=str(given["title"] or key.text.replace("-", " ").capitalize()),
            span=key.span,
            template=str(given["template"]),
            sizes=sizes,
            of=str(given["of"] or ""),
            board=str(given["board"] or ""),
            back=str(given["back"] or ""),
            shape=shape,
            cut_line=read_cut_line(given, shape),
            bleed=number_or(given["bleed"], 0.0),
            copies=copies,
            safe=number_or(given["safe"], 0.0) if given["safe"] is not None else None,
            paper=" ".join(str(given["paper"] or "").split()),
            params=_params(reader, value.get("with"), f"{path}.with"),
            fixed=count is None and value.get("copies") is not None,
            count=count,
            where=where if isinstance(where := given["where"], FieldText) else None,
            sort=_sort(reader, value.get("sort")),
        )
        _check_choice(reader, value, components[key.text])
    return components


def _copies(reader: Reader, node: Node | None) -> tuple[int, FieldText | None]:
    """``copies: 3``, or an expression over each record, such as the name of a field."""
    if node is None:
        return 1, None
    if isinstance(node, Scalar) and not node.empty and not looks_like_number(node.text):
        return 1, FieldText.of(node.text, "copies", node.span)
    value = reader.value(node, COPIES, "copies", None)
    if value == 0:
        hint = "take the component out of the documents instead"
        reader.problem("out-of-range", "copies: a component of which there are none", node.span, hint)
    return int(number_or(value, 1)), None


def _sort(reader: Reader, node: Node | None) -> tuple[Scalar, ...]:
    """``sort: name`` or ``sort: [-cost, name]``."""
    if isinstance(node, Scalar) and not node.empty:
        return (node,)
    return tuple(texts(reader, node, "sort"))


def _check_choice(reader: Reader, node: MappingNode, component: Component) -> None:
    """Only what is made of a collection has records to choose and count."""
    for name, given in (("where", component.where), ("sort", component.sort), ("copies", component.count)):
        if given and not component.of:
            message = (
                f"{name}: components.{component.name} is made of no collection, so there is nothing to choose from"
            )
            reader.problem("idle-choice", message, (node.get(name) or node).span, "add of: with a collection")


def _params(reader: Reader, node: Node | None, what: str) -> dict[str, str]:
    """Further names for a template, with their texts."""
    params = {}
    for name, item in entries(reader, node, what):
        if name.text in HELPERS:
            message = f"with: '{name.text}' is the name of something that every template has"
            reader.problem("bad-name", message, name.span, "choose another name")
        elif check_word(reader, name, "template's value") and isinstance(item, Scalar) and not item.empty:
            params[name.text] = item.text
        elif not isinstance(item, Scalar) or item.empty:
            message = f"{name.text}: expected a text, found {kind(item)}"
            reader.problem("wrong-type", message, item.span, "a template takes plain texts here")
    return params


def read_sizes(reader: Reader, node: MappingNode, path: str) -> dict[str, Size]:
    """``size: poker``, or one for each paper."""
    size = node.get("size")
    if size is None:
        reader.problem("missing-field", f"{path} has no field 'size'", node.span, "add size: poker, or size: 63 x 88")
        return {}
    parts = (
        [(Scalar("", size.span), size)]
        if isinstance(size, Scalar) and not size.empty
        else list(entries(reader, size, f"{path}.size"))
    )
    sizes = {}
    if isinstance(size, MappingNode) and not size.entries:
        reader.problem("bad-size", "size: no paper stands here", size.span, "such as size: poker")
    for paper, item in parts:
        if not isinstance(size, Scalar) and paper.text not in PAPERS:
            reader.problem(
                "unknown-paper",
                f"unknown paper '{shortened(paper.text)}'",
                paper.span,
                did_you_mean(paper.text, PAPERS),
            )
        try:
            if not isinstance(item, Scalar) or item.empty:
                raise ValueError(f"expected a size, found {kind(item)}")
            sizes[paper.text] = parse_size(item.text)
        except ValueError as error:
            reader.problem("bad-size", f"size: {error}", item.span, "such as poker, a5 landscape, 63 x 88 or 25")
    return sizes
