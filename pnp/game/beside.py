"""A file's name in game.yaml goes in, the file's nodes come out, or a problem: missing, broken, or leading outside."""

from __future__ import annotations

from pathlib import Path

from pnp.game.workspace import Workspace, inside, is_file_in, with_slashes
from pnp.problems import GameError
from pnp.schema.read import Reader
from pnp.source.nodes import Node, Scalar, kind, shortened
from pnp.source.yaml_reader import read_yaml


def read_beside(reader: Reader, node: Node, folder: Path, workspace: Workspace) -> Node | None:
    """The YAML file of that name in the game's folder; a problem when it is missing, broken, or leads outside."""
    path = find_beside(reader, node, folder)
    if path is None:
        return None
    try:
        return read_yaml(path, workspace.shown(path))
    except GameError as error:
        reader.keep(error.problems)
        return None


def find_beside(reader: Reader, node: Node, folder: Path) -> Path | None:
    """The path of a file of that name in the game's folder; a problem when there is none, or it leads outside."""
    if not isinstance(node, Scalar) or node.empty:
        reader.problem("wrong-type", f"expected a file's name, found {kind(node)}", node.span, "such as heroes.yaml")
        return None
    name = shortened(node.text)
    path = folder / with_slashes(node.text)
    if len(node.text) <= 255 and not inside(path, folder):
        reader.problem(
            "outside",
            f"'{name}' leads out of the game's folder",
            node.span,
            "keep the file beside game.yaml",
        )
        return None
    if not is_file_in(path, folder):
        reader.problem(
            "missing-file",
            f"there is no file '{name}' beside game.yaml",
            node.span,
            "create it, or correct its name",
        )
        return None
    return path
