"""A mutant outside of any function goes in; the lines inside functions that use what it gives a value to come out."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from bench.mutants.mutation import Mutant

Uses = dict[str, int]  # a file -> lines as the bits of a number


def lines_that_use(mutant: Mutant, tree: Path) -> Uses:
    """Where the names are mentioned, by way of other names too; a private name's users stand in its own file."""
    found: Uses = {}
    known: set[tuple[str, str]] = set()
    waiting = [(mutant.file, name) for name in mutant.names]
    while waiting:
        home, name = waiting.pop()
        if (home, name) in known:
            continue
        known.add((home, name))
        private = name.startswith("_")
        for file in [home] if private else _files(tree):
            inside, outside = _mentions(tree / file).get(name, (0, frozenset()))
            if inside:
                found[file] = found.get(file, 0) | inside
            waiting += [(file, other) for other in sorted(outside)]
    return found


@cache
def _files(tree: Path) -> tuple[str, ...]:
    return tuple(path.relative_to(tree).as_posix() for path in sorted((tree / "pnp").rglob("*.py")))


@cache
def _mentions(path: Path) -> dict[str, tuple[int, frozenset[str]]]:
    """Of each name: the lines of functions that mention it, and the names that outside of functions are made of it."""
    inside: dict[str, int] = {}
    outside: dict[str, set[str]] = {}

    def note(node: ast.AST, makes: tuple[str, ...], *, within: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                for default in (*child.args.defaults, *child.args.kw_defaults):
                    if default is not None:
                        mention(default, (child.name,), within=False)
                for statement in child.body:
                    mention(statement, (), within=True)
                    note(statement, (), within=True)
            elif isinstance(child, ast.ClassDef):
                note(child, (child.name,), within=within)
            elif isinstance(child, ast.Assign | ast.AnnAssign) and not within:
                targets = child.targets if isinstance(child, ast.Assign) else [child.target]
                names = [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
                if child.value is not None:
                    mention(child.value, (*makes, *names), within=False)
            else:
                note(child, makes, within=within)

    def mention(node: ast.AST, makes: tuple[str, ...], *, within: bool) -> None:
        for part in ast.walk(node):
            name = part.id if isinstance(part, ast.Name) else part.attr if isinstance(part, ast.Attribute) else None
            if name is None:
                continue
            if within and isinstance(part, ast.expr):
                inside[name] = inside.get(name, 0) | 1 << part.lineno
            else:
                outside.setdefault(name, set()).update(makes)

    note(ast.parse(path.read_text(encoding="utf-8")), (), within=False)
    names = inside.keys() | outside.keys()
    return {name: (inside.get(name, 0), frozenset(outside.get(name, ()))) for name in names}
