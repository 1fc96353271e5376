"""A node of a module's syntax tree goes in; each way to make it wrong comes out, as a node to stand in its place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

COMPARISON, SIGN, NUMBER, CONDITION = "comparison", "sign", "number", "condition negated"
DROPPED, SWAPPED, UNREPORTED = "statement dropped", "arguments swapped", "problem not reported"
KINDS = (COMPARISON, SIGN, NUMBER, CONDITION, DROPPED, SWAPPED, UNREPORTED)

Change = tuple[str, ast.AST]

# the bound moves by one; what has no bound is turned round
_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt,
}  # fmt: skip
_SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
_NO_NUMBERS = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp, ast.Dict, ast.Set)
_EITHER_WAY = frozenset({"min", "max", "hypot", "gcd"})  # of two arguments it does not matter which comes first
_REPORT = re.compile(r"\b(Problem|problems?|warn|warning|refuse|left_out)\b")


def changes(node: ast.AST, *, tested: bool) -> Iterator[Change]:
    """What may stand instead of an expression. ``tested`` says that it decides: it stands behind ``if``, say."""
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BinOp) and type(node.op) in _SIGNS and not (_no_number(node.left, node.right)):
        yield SIGN, ast.BinOp(node.left, _SIGNS[type(node.op)](), node.right)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield SIGN, node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        yield from _numbers(node.value)
    elif isinstance(node, ast.Call) and not _REPORT.search(ast.unparse(node.func)):
        yield from _swaps(node)
    if tested and _negatable(node):
        assert isinstance(node, ast.expr), "only expressions are tested"
        inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else None
        yield CONDITION, inner or ast.UnaryOp(ast.Not(), node)


def _numbers(value: float) -> Iterator[Change]:
    for other in dict.fromkeys((value + 1, value - 1, value * 10)):
        if other != value:
            number = ast.Constant(abs(other))
            yield NUMBER, number if other >= 0 else ast.UnaryOp(ast.USub(), number)


def _comparisons(node: ast.Compare) -> Iterator[Change]:
    for i, op in enumerate(node.ops):
        for table in (_COMPARED, _TURNED):
            if type(op) in table:
                yield COMPARISON, ast.Compare(node.left, [*node.ops[:i], table[type(op)](), *node.ops[i + 1 :]], node.comparators)  # fmt: skip  # noqa: E501


def _no_number(*sides: ast.expr) -> bool:
    return any(isinstance(side, _NO_NUMBERS) or isinstance(getattr(side, "value", None), str | bytes) for side in sides)


def _swaps(node: ast.Call) -> Iterator[Change]:
    """Neighbours among the plain arguments change places."""
    if isinstance(node.func, ast.Name) and node.func.id in _EITHER_WAY:
        return
    for i in range(len(node.args) - 1):
        one, other = node.args[i], node.args[i + 1]
        if not isinstance(one, ast.Starred) and not isinstance(other, ast.Starred) and ast.dump(one) != ast.dump(other):
            yield SWAPPED, ast.Call(node.func, [*node.args[:i], other, one, *node.args[i + 2 :]], node.keywords)


def _negatable(node: ast.AST) -> bool:
    """A comparison has a kind of its own, and so have the parts of ``and`` and ``or``; a constant says no condition."""
    return not isinstance(node, ast.Compare | ast.BoolOp | ast.Constant)


def dropped(node: ast.stmt, assigned: bool) -> tuple[str, str] | None:
    """The kind, and the words that stand for a statement that is left out; None for one that is needed to run at all.

    ``assigned`` says that a name it sets has a value already. A ``yield`` is kept where it is never reached, so that a
    generator stays one.
    """
    if isinstance(node, ast.Raise):
        return UNREPORTED, "pass"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
        kind = UNREPORTED if _reports(node.value) else DROPPED
        return kind, f"if False: {ast.unparse(node)}"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return (UNREPORTED if _reports(node.value) else DROPPED), "pass"
    if isinstance(node, ast.AugAssign):
        return (UNREPORTED if _reports(node.target) or _reports(node.value) else DROPPED), "pass"
    if isinstance(node, ast.Assign) and (assigned or isinstance(node.targets[0], ast.Attribute | ast.Subscript)):
        return (UNREPORTED if _reports(node.targets[0]) else DROPPED), "pass"
    return (DROPPED, "pass") if isinstance(node, ast.Continue | ast.Break) else None


def _reports(node: ast.AST) -> bool:
    return _REPORT.search(ast.unparse(node)) is not None
