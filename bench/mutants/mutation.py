"""The text of a module goes in; its mutants come out, each a small change with a name that outlives moved lines."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from difflib import unified_diff

from bench.mutants.kinds import SIGN, changes, dropped

_WORDING = frozenset({"message", "hint", "words", "explanation"})  # names of what a person reads
_TYPES = frozenset({"annotation", "returns", "decorator_list", "bases", "type_params"})
_SIGNS = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)  # which are no expressions
_TESTS = (ast.If, ast.While, ast.IfExp)
_Slot = tuple[ast.AST, str, int | None]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to a file. ``was`` and ``becomes`` are the statement; of a compound one only its head.

    ``within`` is the function or class, empty for the module itself; ``nth`` counts equal changes in it. ``lines`` are
    those that must run for the change to show. Outside of functions that says little: ``names`` are then what the
    statement gives a value to, and whoever uses them is what must run. ``words`` replace the bytes at ``place``.
    """

    file: str
    within: str
    kind: str
    was: str
    becomes: str
    nth: int
    lines: tuple[int, int]
    names: tuple[str, ...]
    place: tuple[int, int]
    words: str

    @property
    def id(self) -> str:
        """Eight hexadecimal digits, the same wherever the lines have moved to."""
        said = "\n".join((self.file, self.within, self.was, self.becomes, str(self.nth)))
        return hashlib.sha256(said.encode()).hexdigest()[:8]

    def put_into(self, text: str) -> str:
        """The module with the change."""
        data, (start, end) = text.encode(), self.place
        return (data[:start] + self.words.encode() + data[end:]).decode()

    def diff(self, text: str) -> str:
        """The lines that change."""
        lines = unified_diff(text.splitlines(), self.put_into(text).splitlines(), lineterm="", n=0)
        return "\n".join(line for line in list(lines)[2:])


def mutants_of(text: str, file: str) -> list[Mutant]:
    """Every mutant of a module's text, in the order of its lines."""
    walk = _Walk(text, file)
    found = list(walk.body(ast.parse(text).body, "", ()))
    known: dict[tuple[str, ...], int] = {}
    numbered = []
    for mutant in found:
        key = (mutant.within, mutant.was, mutant.becomes)
        known[key] = known.get(key, -1) + 1
        numbered.append(replace(mutant, nth=known[key]))
    return numbered


class _Walk:
    """One way through a module. Annotations, decorators, assertions and what a person reads are passed by."""

    def __init__(self, text: str, file: str) -> None:
        self.file, self.starts = file, [0]
        self.told: tuple[ast.AST, str] = (ast.Pass(), "")  # a statement, and what it reads
        for line in text.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def body(self, statements: Sequence[ast.stmt], within: str, names: tuple[str, ...]) -> Iterator[Mutant]:
        """The mutants of some statements, and of those inside them. ``names`` is empty inside a function."""
        known: set[str] = set()
        inside = bool(within) and not names
        for node in statements:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from self._function(node, within)
                continue
            if isinstance(node, ast.ClassDef):
                yield from self.body(node.body, _dotted(within, node.name), (node.name,))
                continue
            if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert) or _only_for_types(node):
                continue
            targets = _names_set(node)
            own = () if inside else tuple(sorted((*names, *targets)))
            if inside and (found := dropped(node, bool(targets) and targets <= known)):
                yield self._drop(node, within, *found)
            yield from self._expressions(node, within, own)
            known |= targets
            for block in _blocks(node):
                yield from self.body(block, within, own if not inside else ())

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, within: str) -> Iterator[Mutant]:
        name = _dotted(within, node.name)
        lines = (node.body[0].lineno, _end(node))
        for slot in _slots(node.args):
            yield from self._slot(slot, node.args, name, (), lines)
        yield from self.body(node.body, name, ())

    def _expressions(self, node: ast.stmt, within: str, names: tuple[str, ...]) -> Iterator[Mutant]:
        blocks = _blocks(node)
        last = blocks[0][0].lineno - 1 if blocks and blocks[0] else _end(node)
        lines = (node.lineno, max(node.lineno, last))
        wording = isinstance(node, ast.Raise) or (isinstance(node, ast.Assign) and _names_set(node) <= _WORDING)
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub) and not isinstance(node.value, ast.JoinedStr | ast.List | ast.Tuple):  # fmt: skip  # noqa: E501
            turned = ast.AugAssign(node.target, ast.Sub() if isinstance(node.op, ast.Add) else ast.Add(), node.value)
            yield self._made(node, ast.unparse(turned), SIGN, within, names, lines, _head(node), ast.unparse(turned))
        for slot in _slots(node, skip_blocks=True):
            if not (wording and isinstance(_at(slot), ast.JoinedStr)):
                yield from self._slot(slot, node, within, names, lines)

    def _slot(
        self,
        slot: _Slot,
        statement: ast.AST,
        within: str,
        names: tuple[str, ...],
        lines: tuple[int, int],
        *,
        tested: bool = False,
        outer: _Slot | None = None,
    ) -> Iterator[Mutant]:
        """The mutants of the expression in a slot, then of those inside it; of a text with fields as a whole."""
        node = _at(slot)
        decides = _decides(slot, tested=tested)
        unit = outer or slot
        for kind, made in changes(node, tested=decides):
            whole = _at(unit)
            if statement is not self.told[0]:
                self.told = statement, _head(statement)
            was = self.told[1]
            _put(slot, made)
            becomes, words = _head(statement), _spelled(unit)
            _put(slot, node)
            if words is not None and becomes != was:
                yield self._made(whole, words, kind, within, names, lines, was, becomes)
        if isinstance(node, ast.JoinedStr):
            unit = outer or slot
            if _spelled(unit) is None:
                return
            outer = unit
        for inner in _slots(node):
            yield from self._slot(inner, statement, within, names, lines, tested=decides, outer=outer)

    def _drop(self, node: ast.stmt, within: str, kind: str, words: str) -> Mutant:
        return self._made(node, words, kind, within, (), (node.lineno, _end(node)), _head(node), words)

    def _made(
        self,
        node: ast.AST,
        words: str,
        kind: str,
        within: str,
        names: tuple[str, ...],
        lines: tuple[int, int],
        was: str,
        becomes: str,
    ) -> Mutant:
        return Mutant(self.file, within, kind, was, becomes, 0, lines, names, self._place(node), words)

    def _place(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt), "what is replaced has a place"
        assert node.end_lineno is not None and node.end_col_offset is not None, "ast says where it ends"
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset


def _dotted(within: str, name: str) -> str:
    return f"{within}.{name}" if within else name


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _blocks(node: ast.AST) -> list[list[ast.stmt]]:
    """The statements inside a compound one, block by block."""
    blocks = [block for name in ("body", "orelse", "finalbody") if (block := _statements(getattr(node, name, None)))]
    inner = [block for name in ("handlers", "cases") for part in getattr(node, name, ()) for block in _blocks(part)]
    return [*blocks[:1], *inner, *blocks[1:]]


def _statements(value: object) -> list[ast.stmt]:
    return [item for item in value if isinstance(item, ast.stmt)] if isinstance(value, list) else []


def _slots(node: ast.AST, *, skip_blocks: bool = False) -> Iterator[_Slot]:
    """Where the expressions of a node stand."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
        return
    for field, value in ast.iter_fields(node):
        if field in _TYPES or (skip_blocks and (_statements(value) or field in ("handlers", "cases"))):
            continue
        if isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, ast.AST) and not isinstance(item, _SIGNS):
                    yield node, field, i
        elif isinstance(value, ast.AST) and not isinstance(value, _SIGNS):
            yield node, field, None


def _at(slot: _Slot) -> ast.AST:
    parent, field, i = slot
    value = getattr(parent, field)
    found = value if i is None else value[i]
    assert isinstance(found, ast.AST), "a slot holds a node"
    return found


def _decides(slot: _Slot, *, tested: bool) -> bool:
    """Whether a way is chosen by what stands in a slot; ``tested`` says so of what it is a part of.

    What stands last in a chain of ``or`` that nothing tests is a value: ``given or 3``.
    """
    parent, field, i = slot
    if isinstance(parent, ast.BoolOp):
        return tested or (i is not None and i + 1 < len(parent.values))
    if isinstance(parent, ast.UnaryOp):  # a negation is turned round as a whole
        return tested and isinstance(_at(slot), ast.BoolOp)
    return field == "ifs" or (field == "test" and isinstance(parent, _TESTS))


def _put(slot: _Slot, node: ast.AST) -> None:
    parent, field, i = slot
    if i is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[i] = node


def _spelled(slot: _Slot) -> str | None:
    """The text of what stands in a slot, in brackets where its neighbours could take a part of it; None if unsure."""
    node = _at(slot)
    try:
        text = ast.unparse(node)
        if any(isinstance(part, ast.JoinedStr) for part in ast.walk(node)) and not _reads_as(text, node):
            return None
    except (ValueError, SyntaxError):  # a text within a text that needs a backslash
        return None
    loose = isinstance(node, ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp | ast.IfExp | ast.Lambda)
    return f"({text})" if loose and isinstance(slot[0], ast.expr) and not isinstance(slot[0], ast.Call) else text


def _reads_as(text: str, node: ast.AST) -> bool:
    return ast.dump(ast.parse(f"({text})", mode="eval").body) == ast.dump(node)


def _head(node: ast.AST) -> str:
    """A statement as it is told: of a compound one the line that begins it."""
    if isinstance(node, ast.arguments):
        return f"({ast.unparse(node)})"
    if _blocks(node):
        node = copy(node)
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            if hasattr(node, name):
                setattr(node, name, [])
    return ast.unparse(node).strip()


def _names_set(node: ast.AST) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    if isinstance(node, ast.For | ast.While):
        return set()
    return {part.id for target in targets if target for part in ast.walk(target) if isinstance(part, ast.Name)}


def _only_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
