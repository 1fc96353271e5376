"""A workspace and a game's name go in, the game comes out, or a GameError with every problem of every file."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

from pnp.game.beside import read_beside
from pnp.game.boards import read_boards
from pnp.game.constraints import check_constraints
from pnp.game.documents import read_books, read_documents
from pnp.game.expectations import read_expectations
from pnp.game.model import Collection, Game
from pnp.game.rulefile import read_rules, try_formulas
from pnp.game.sections import (
    entries,
    known_keys,
    read_components,
    read_fonts,
    read_palette,
    read_styles,
    texts,
)
from pnp.game.spec import COLLECTION_KEYS, GAME, GAME_KEYS
from pnp.game.texts import fill_texts
from pnp.game.workspace import Workspace
from pnp.problems import GameError, Problem, did_you_mean, in_order, raise_errors
from pnp.schema.read import Fields, PendingRef, Reader
from pnp.schema.types import FieldType, parse_type
from pnp.schema.values import Record
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar, kind
from pnp.source.yaml_reader import read_yaml


def load_game(workspace: Workspace, name: str, icons: frozenset[str]) -> Game:
    """Read, type and check a game. Raises GameError with all problems found; a missing game is the caller's to say."""
    folder = workspace.game_folder(name)
    if folder is None:
        raise GameError(
            [Problem("unknown-game", f"there is no game '{name}'", None, did_you_mean(name, workspace.games()))]
        )
    page = read_yaml(folder / "game.yaml", workspace.shown(folder / "game.yaml"))
    if not isinstance(page, MappingNode):
        raise GameError([Problem("wrong-type", "game.yaml must begin with 'title: …'", page.span)])
    palette: dict[str, str] = {}
    types: dict[str, Fields] = {}
    reader = Reader(types, palette, icons)
    game = _read_page(page, reader, folder, name, workspace, palette, types)
    if not any(problem.severity == "error" for problem in reader.problems):
        fill_texts(game, reader)
        check_constraints(game, page.get("checks"), reader)
        try_formulas(reader, game.book, game.collections)
    raise_errors(in_order(reader.problems))
    return game


def _read_page(
    page: MappingNode,
    reader: Reader,
    folder: Path,
    name: str,
    workspace: Workspace,
    palette: dict[str, str],
    types: dict[str, Fields],
) -> Game:
    known_keys(reader, page, GAME_KEYS, "game.yaml")
    head: dict[str, object] = {}
    kept = MappingNode(tuple(item for item in page.entries if item[0].text in GAME), page.span)
    reader.fields(kept, GAME, "game", Record("game", name, page.span, head), head)
    read_palette(reader, page.get("palette"), palette)
    fonts = read_fonts(reader, page.get("fonts"), page.get("fallback"), workspace)
    if page.get("fonts") is None:
        reader.problem(
            "missing-field", "game has no field 'fonts'", page.span, "add fonts: {Text: {regular: file.ttf}}"
        )
    styles = read_styles(reader, page.get("text"), fonts)
    declared = {key.text: value for key, value in entries(reader, page.get("collections"), "collections")}
    _read_types(reader, page.get("types"), list(declared), types)
    collections = {
        key: collection
        for key, node in declared.items()
        if (collection := _collection(reader, key, node, declared, types, folder, workspace))
    }
    _resolve(reader, collections)
    boards = read_boards(reader, page.get("boards"), collections, folder, workspace)
    components = read_components(
        reader, page.get("components"), declared, boards.keys() | _names(page, "boards"), name, workspace
    )
    books = read_books(reader, page.get("books"), name, folder, workspace)
    documents = read_documents(
        reader,
        page.get("documents"),
        components.keys() | _names(page, "components"),
        books.keys() | _names(page, "books"),
    )
    rules = read_beside(reader, file, folder, workspace) if (file := page.get("rules")) else None
    book, tables = read_rules(reader, rules, collections)
    expected = read_expectations(reader, page, palette, components.keys() | _names(page, "components"))
    return Game(
        name=name,
        workspace=workspace,
        title=str(head.get("title") or name),
        version=str(head.get("version") or ""),
        author=str(head.get("author") or ""),
        subject=str(head.get("subject") or ""),
        language=str(head.get("language") or "en"),
        palette=MappingProxyType(palette),
        fonts=fonts,
        text_styles=MappingProxyType(styles),
        rules=MappingProxyType(dict(book.values)),
        book=book,
        tables=MappingProxyType(tables),
        collections=MappingProxyType(collections),
        boards=MappingProxyType(boards),
        components=MappingProxyType(components),
        documents=MappingProxyType(documents),
        books=MappingProxyType(books),
        notes=tuple(item.text for item in texts(reader, page.get("assumed"), "assumed")),
        assumed=tuple(reader.assumed),
        warnings=tuple(problem for problem in reader.problems if problem.severity == "warning"),
        expected=expected,
    )


def _names(page: MappingNode, section: str) -> set[str]:
    """What a section declares, rightly or not: a component with a mistake is still no unknown component."""
    node = page.get(section)
    return {key.text for key, _ in node.entries} if isinstance(node, MappingNode) else set()


def _read_types(reader: Reader, node: Node | None, collections: list[str], types: dict[str, Fields]) -> None:
    found = list(entries(reader, node, "types"))
    names = [key.text for key, _ in found]
    for key, value in found:
        types[key.text] = _fields(reader, value, f"types.{key.text}", names, collections)


def _fields(reader: Reader, node: Node | None, path: str, records: list[str], collections: list[str]) -> Fields:
    fields: dict[str, FieldType] = {}
    for key, value in entries(reader, node, path):
        long = value.get("type") if isinstance(value, MappingNode) else None
        text = long or value
        if not isinstance(text, Scalar):
            reader.problem(
                "wrong-type",
                f"{key.text}: expected a field type, found {kind(value)}",
                value.span,
                "such as text or int 1..20",
            )
            continue
        default = value.get("default") if isinstance(value, MappingNode) else None
        try:
            type_ = parse_type(text.text, records, collections)
        except ValueError as error:
            hint = str(error.args[1]) if len(error.args) > 1 else ""
            reader.problem("bad-type", f"{key.text}: {error.args[0]}", text.span, hint)
            type_ = FieldType("any", optional=True)  # its values are not at fault
        if isinstance(default, Scalar):
            type_ = FieldType(
                type_.kind,
                type_.low,
                type_.high,
                type_.choices,
                type_.target,
                type_.item,
                optional=True,
                default=default.text,
            )
        fields[key.text] = type_
    return MappingProxyType(fields)


def _collection(
    reader: Reader,
    name: str,
    node: Node,
    declared: dict[str, Node],
    types: dict[str, Fields],
    folder: Path,
    workspace: Workspace,
) -> Collection | None:
    if not isinstance(node, MappingNode):
        reader.problem("wrong-type", f"{name}: expected file: and fields:, found {kind(node)}", node.span)
        return None
    known_keys(reader, node, COLLECTION_KEYS, f"collections.{name}")
    file = node.get("file")
    if file is None:
        reader.problem("missing-field", f"collections.{name} has no field 'file'", node.span, f"add file: {name}.yaml")
        return None
    fields = _fields(reader, node.get("fields"), f"collections.{name}.fields", list(types), list(declared))
    data = read_beside(reader, file, folder, workspace)
    records: dict[str, Record] = {}
    for key, value in entries(reader, data, name):
        values: dict[str, object] = {}
        records[key.text] = Record(f"{name}.{key.text}", key.text, key.span, values)
        reader.fields(value, fields, f"{name}.{key.text}", records[key.text], values)
    return Collection(name, MappingProxyType(records), fields)


def _resolve(reader: Reader, collections: dict[str, Collection]) -> None:
    """Put the record itself where a reference stands."""
    for collection in collections.values():
        for record in collection:
            _resolve_record(reader, record, collections)


def _resolve_record(reader: Reader, record: Record, collections: dict[str, Collection]) -> None:
    values = record.fields_of_record
    values.update({name: _resolved(reader, value, collections) for name, value in values.items()})


def _resolved(reader: Reader, value: object, collections: dict[str, Collection]) -> object:
    if isinstance(value, PendingRef):
        target = collections.get(value.collection)
        if target is None:
            return None  # its file could not be read: said already
        if value.id not in target.records:
            field = value.path.rpartition(".")[2]
            hint = did_you_mean(value.id, target.records)
            reader.problem(
                "unknown-reference",
                f"{field}: there is no '{value.id}' in {value.collection}",
                value.span,
                hint,
            )
            return None
        return target[value.id]
    if isinstance(value, tuple):
        return tuple(_resolved(reader, item, collections) for item in value)
    if isinstance(value, Record) and value.parent is not None:
        _resolve_record(reader, value, collections)
    return value
