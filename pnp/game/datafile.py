"""A file's name in game.yaml goes in; the nodes or the table that it holds come out, or why it cannot be read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pnp.files import leads_out, link_cure
from pnp.game.workspace import Workspace
from pnp.problems import GameError, did_you_mean
from pnp.schema.file_names import DATA_ENDINGS, LONGEST, with_slashes
from pnp.schema.naming import bettered
from pnp.schema.read import Reader
from pnp.source.csv_reader import read_csv
from pnp.source.json_reader import read_json
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar, SourceTable, kind, shortened
from pnp.source.record_table import table_of_records
from pnp.source.spreadsheet import open_spreadsheet
from pnp.source.yaml_reader import read_yaml

if TYPE_CHECKING:
    pass

_CURES = {
    **dict.fromkeys((".xls", ".xlsm", ".xlsb", ".fods"), "save it as .xlsx or .ods"),
    ".numbers": "export it as .xlsx or .csv",
    ".txt": "of a table with tabs between its cells, end the file's name in .tsv",
}
_SHEETS = (".xlsx", ".ods", ".json")  # files that may hold more than one table


def read_beside(reader: Reader, node: Node, folder: Path, workspace: Workspace) -> Node | None:
    """The YAML file of that name in the game's folder; a problem when it is missing, broken, or leads outside."""
    path = find_beside(reader, node, folder, workspace)
    if path is None:
        return None
    try:
        return read_yaml(path, workspace.shown(path), workspace.within)
    except GameError as error:
        reader.keep(error.problems)
        return None


def find_beside(reader: Reader, node: Node, folder: Path, workspace: Workspace) -> Path | None:
    """The path of a file of that name in the game's folder; a problem when there is none, or it leads outside."""
    if not isinstance(node, Scalar) or node.empty:
        reader.problem("wrong-type", f"expected a file's name, found {kind(node)}", node.span, "such as heroes.yaml")
        return None
    name = shortened(node.text)
    folders = workspace.folders
    path = folders.spelled(folder, node.text)
    within = (folder, *workspace.allowed)
    asked = path or (folder / with_slashes(node.text) if len(node.text) <= LONGEST else folder)
    if target := leads_out(asked, within):
        far = path and leads_out(path, workspace.within)
        hint = link_cure(target) if far else "keep the file beside game.yaml"
        reader.problem("outside", f"'{name}' leads out of the game's folder", node.span, hint)
        return None
    if path is None or not workspace.has_file(path):
        hint = folders.cure(folder, node.text) or "create it, or correct its name"
        reader.problem("missing-file", f"there is no file '{name}' beside game.yaml", node.span, hint)
        return None
    return path


def read_data(
    reader: Reader, declared: MappingNode, collection: str, folder: Path, workspace: Workspace
) -> Node | SourceTable | None:
    """The file that a collection names, read as its ending says; None after a problem."""
    file, sheet = declared.get("file"), declared.get("sheet")
    path = find_beside(reader, file, folder, workspace) if file is not None else None
    if path is None or file is None:
        return None
    ending = path.suffix.lower()
    if sheet is not None and ending not in _SHEETS:
        message = "sheet: only an .xlsx, .ods or .json file has several tables"
        reader.problem("idle-sheet", message, sheet.span, "take the line out")
    try:
        if ending in (".csv", ".tsv"):
            return read_csv(path, workspace.shown(path), workspace.within)
        if ending in (".xlsx", ".ods"):
            return _sheet(reader, path, file, sheet, collection, workspace)
        if ending in (".json", ".jsonl", ".ndjson"):
            node = read_json(path, workspace.shown(path), workspace.within)
            return _records(reader, path, node, sheet, collection)
        if ending in (".yaml", ".yml"):
            return read_yaml(path, workspace.shown(path), workspace.within)
    except GameError as error:
        reader.keep(error.problems)
        return None
    message = (
        f"'{shortened(path.name)}' is no file of data: its ending must be {', '.join(DATA_ENDINGS[:-1])}"
        f" or {DATA_ENDINGS[-1]}"
    )
    hint = _CURES.get(ending) or did_you_mean(ending, DATA_ENDINGS)
    reader.problem("unknown-file-type", message, file.span, hint)
    return None


def _sheet(
    reader: Reader, path: Path, file: Node, sheet: Node | None, collection: str, workspace: Workspace
) -> SourceTable | None:
    """The sheet named; without a name the only one, or the one called like the collection."""
    with open_spreadsheet(path, workspace.shown(path), workspace.within) as book:
        names = list(book.sheets)
        if sheet is None:
            chosen = names if len(names) == 1 else [name for name in names if bettered(name, "-") == collection]
        else:
            chosen = [name for name in names if isinstance(sheet, Scalar) and name == sheet.text]
        if chosen:
            return book.table(chosen[0])
    if sheet is None:
        message = f"'{shortened(path.name)}' has {len(names)} sheets"
        hint = f"add sheet: with one of {', '.join(shortened(name) for name in names[:12])}"
        reader.problem("unknown-sheet", message, file.span, hint)
    else:
        wanted = sheet.text if isinstance(sheet, Scalar) else ""
        message = f"sheet: there is no sheet '{shortened(wanted)}' in '{shortened(path.name)}'"
        reader.problem("unknown-sheet", message, sheet.span, did_you_mean(wanted, names))
    return None


def _records(reader: Reader, path: Path, node: Node, sheet: Node | None, collection: str) -> Node | SourceTable | None:
    """The table of a JSON file: the whole of it, or what stands under a name, as a sheet stands in a workbook."""
    if isinstance(node, MappingNode) and node.entries:
        names = [key.text for key, value in node.entries if not isinstance(value, Scalar)]
        whole = all(isinstance(value, MappingNode) for _, value in node.entries)
        if sheet is not None:
            wanted = sheet.text if isinstance(sheet, Scalar) else ""
            if node.get(wanted) is None:
                message = f"sheet: there is no '{shortened(wanted)}' in '{shortened(path.name)}'"
                reader.problem("unknown-sheet", message, sheet.span, did_you_mean(wanted, names))
                return None
            node = node.get(wanted) or node
        elif not whole:
            chosen = names if len(names) == 1 else [name for name in names if bettered(name, "-") == collection]
            if not chosen:
                message = "expected a list of records, or records by their names"
                hint = f"say in game.yaml where they stand: sheet: {names[0]}" if names else "such as [{…}, {…}]"
                reader.problem("wrong-type", message, node.span, hint)
                return None
            node = node.get(chosen[0]) or node
    if isinstance(node, Scalar):
        message = f"expected a list of records, found {kind(node)}"
        reader.problem("wrong-type", message, node.span, 'such as [{"name": "Ada"}, {"name": "Bo"}]')
        return None
    return table_of_records(node)
