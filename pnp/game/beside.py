"""A file's name in game.yaml goes in, the file's nodes come out, or a problem: missing, broken, or leading outside."""

from __future__ import annotations

from pathlib import Path

from pnp.game.workspace import Workspace, inside
from pnp.problems import GameError
from pnp.schema.read import Reader
from pnp.source.nodes import Node, Scalar, kind
from pnp.source.yaml_reader import read_yaml


def read_beside(reader: Reader, node: Node, folder: Path, workspace: Workspace) -> Node | None:
    """The file of that name in the game's folder; a problem when it is missing, broken, or leads outside."""
    if not isinstance(node, Scalar) or node.empty:
        reader.problem("wrong-type", f"expected a file's name, found {kind(node)}", node.span, "such as heroes.yaml")
        return None
    path = folder / node.text
    if not inside(path, folder):
        reader.problem(
            "outside",
            f"'{node.text}' leads out of the game's folder",
            node.span,
            "keep the file beside game.yaml",
        )
        return None
    if not path.is_file():
        reader.problem(
            "missing-file",
            f"there is no file '{node.text}' beside game.yaml",
            node.span,
            "create it, or correct its name",
        )
        return None
    try:
        return read_yaml(path, workspace.shown(path))
    except GameError as error:
        reader.problems.extend(error.problems)
        return None
