"""A workspace and a game's name go in, the game comes out, or a GameError with every problem of every file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from pnp.game.boards import read_boards
from pnp.game.choose import check_parts, choose_records, with_parts
from pnp.game.collections import read_collections, read_types
from pnp.game.computed import compute_fields, fill_texts
from pnp.game.constraints import check_constraints
from pnp.game.crosschecks import check_documents, check_head, check_params
from pnp.game.datafile import read_beside
from pnp.game.documents import read_books, read_documents
from pnp.game.expectations import read_expectations
from pnp.game.font_section import declared_families, read_fonts
from pnp.game.ink_palettes import read_inks
from pnp.game.model import Collection, Game
from pnp.game.rulefile import read_rules, try_formulas
from pnp.game.sections import (
    entries,
    known_keys,
    read_components,
    read_palette,
    read_styles,
    texts,
)
from pnp.game.spec import GAME, GAME_KEYS
from pnp.game.tables_within import TablesWithin
from pnp.game.workspace import Workspace
from pnp.problems import GameError, Problem, did_you_mean, in_order, raise_errors
from pnp.rules.work import stage_allowance
from pnp.schema.file_names import why_not_everywhere
from pnp.schema.naming import check_sections, names_of
from pnp.schema.read import Fields, PendingRef, Reader
from pnp.schema.values import Record
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import shortened
from pnp.source.yaml_reader import read_yaml


def load_game(workspace: Workspace, name: str, icons: frozenset[str]) -> Game:
    """Read, type and check a game. Raises GameError with all problems found; a missing game is the caller's to say."""
    folder = workspace.game_folder(name)
    if folder is None:
        raise GameError(
            [
                Problem(
                    "unknown-game", f"there is no game '{shortened(name)}'", None, did_you_mean(name, workspace.games())
                )
            ]
        )
    raise_errors(workspace.links_out(name))
    page = read_yaml(folder / "game.yaml", workspace.shown(folder / "game.yaml"), workspace.within)
    if why := why_not_everywhere(name):
        message = f"'{shortened(name)}' cannot be the name of a game: its folder could not be made on Windows"
        raise GameError([Problem("bad-name", message, page.span, f"{why}; call the folder otherwise")])
    if not isinstance(page, MappingNode):
        hint = "write title: and the game's name on the first line"
        raise GameError([Problem("wrong-type", "game.yaml must begin with 'title: …'", page.span, hint)])
    palette: dict[str, str] = {}
    types: dict[str, Fields] = {}
    reader = Reader(types, palette, icons, tables=TablesWithin(folder, workspace).read)
    game = _read_page(page, reader, folder, name, workspace, palette, types)
    if _sound(reader):
        with stage_allowance():
            compute_fields(game, reader)
            if not _sound(reader):
                raise GameError(in_order(reader.problems))
            fill_texts(game, reader)
            check_constraints(game, page.get("checks"), reader)
            try_formulas(reader, game.book, game.collections)
            game = with_parts(game)
            game = replace(game, components=MappingProxyType(choose_records(game, reader)))
    raise_errors(in_order(reader.problems))
    return replace(game, warnings=tuple(in_order(reader.problems)), told=tuple(dict.fromkeys(reader.notes)))


def _sound(reader: Reader) -> bool:
    return not any(problem.severity == "error" for problem in reader.problems)


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
    check_sections(reader, page)
    head: dict[str, object] = {}
    kept = MappingNode(tuple(item for item in page.entries if item[0].text in GAME), page.span)
    reader.fields(kept, GAME, "game", Record("game", name, page.span, head), head)
    read_palette(reader, page.get("palette"), palette)
    inks = read_inks(reader, page.get("ink"), palette)
    fonts = read_fonts(reader, page.get("fonts"), page.get("fallback"), workspace)
    if page.get("fonts") is None:
        reader.problem(
            "missing-field", "game has no field 'fonts'", page.span, "add fonts: {Text: {regular: file.ttf}}"
        )
    styles = read_styles(reader, page.get("text"), fonts, declared_families(page.get("fonts")))
    declared = {key.text: value for key, value in entries(reader, page.get("collections"), "collections")}
    read_types(reader, page.get("types"), list(declared), types)
    collections = read_collections(reader, declared, types, folder, workspace)
    _resolve(reader, collections)
    boards = read_boards(reader, page.get("boards"), collections, folder, workspace)
    components = read_components(
        reader, page.get("components"), declared, {*boards, *names_of(page.get("boards"))}, name, workspace
    )
    books = read_books(reader, page.get("books"), name, folder, workspace)
    documents = read_documents(
        reader,
        page.get("documents"),
        {*components, *names_of(page.get("components"))},
        {*books, *names_of(page.get("books"))},
    )
    check_documents(reader, page, documents)
    check_head(reader, page, head)
    check_params(reader, components, collections, types)
    check_parts(reader, page.get("components"), collections, types)
    rules = read_beside(reader, file, folder, workspace) if (file := page.get("rules")) else None
    book, tables = read_rules(reader, rules, collections)
    expected = read_expectations(reader, page, palette, {*components, *names_of(page.get("components"))})
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
        types=MappingProxyType(types),
        expected=expected,
        inks=MappingProxyType(inks),
    )


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
        if target is None or not target.whole:
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
