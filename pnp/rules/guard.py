"""A parsed template goes in, the same one comes out with its bills: every body that may run again pays for its size.

So no arrangement of loops, macros, includes and blocks runs away, and the cheap steps need no counting of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from jinja2 import TemplateSyntaxError, nodes

MAX_NODES = 60_000
MAX_NESTING = 60

_BODIES = (nodes.For, nodes.Macro, nodes.CallBlock, nodes.Block, nodes.Template)


def guard(tree: nodes.Template) -> nodes.Template:
    """Count loops, weigh joined texts and literals, pay for comparisons and bodies. Raises TemplateSyntaxError."""
    found = list(_walk(tree))
    if len(found) > MAX_NODES:
        raise TemplateSyntaxError(f"it has more than {MAX_NODES:,} parts", 1)
    for node in found:
        if isinstance(node, nodes.Const) and isinstance(node.value, float) and not isfinite(node.value):
            raise TemplateSyntaxError("a number is too large", node.lineno)
        for field, value in node.iter_fields():
            if isinstance(value, list):
                value[:] = [_wrapped(item) for item in value]
            elif isinstance(value, nodes.Node):
                setattr(node, field, _wrapped(value))
    for node in found:
        if isinstance(node, nodes.For):
            node.iter = _filter("_counted", node.iter)
            if node.test is not None:
                node.test = nodes.Filter(
                    node.test, "_billed", [_size_of(node.test)], [], None, None, lineno=node.lineno
                )
        elif isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Slice):
            node.node = _filter("_sliced", node.node)  # Jinja takes slices past the environment
        elif isinstance(node, nodes.Compare):
            node.expr = _filter("_looked_through", node.expr)
            for operand in node.ops:
                operand.expr = _filter("_looked_through", operand.expr)
    for node, size in _sizes(tree):
        bill = nodes.ExprStmt(_filter("_billed", nodes.Const(size, lineno=node.lineno)), lineno=node.lineno)
        at = 1 if isinstance(node, nodes.Template) and node.body and isinstance(node.body[0], nodes.Extends) else 0
        node.body.insert(at, bill)
    return tree


def _walk(tree: nodes.Node) -> Iterator[nodes.Node]:
    """Every node, without recursion; too deep a nesting ends it."""
    waiting: list[tuple[nodes.Node, int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_NESTING:
            raise TemplateSyntaxError(f"it is nested more than {MAX_NESTING} deep", getattr(node, "lineno", 1) or 1)
        yield node
        waiting.extend((child, depth + 1) for child in node.iter_child_nodes())


def _wrapped(value: object) -> object:
    if isinstance(value, nodes.Concat):
        return _filter("_glued", nodes.List(value.nodes, lineno=value.lineno))
    if isinstance(value, nodes.List | nodes.Dict) or (isinstance(value, nodes.Tuple) and value.ctx == "load"):
        return _filter("_built", value)
    if isinstance(value, nodes.Pair):
        value.key = _filter("_looked_through", value.key)
    return value


def _filter(name: str, of: Any) -> nodes.Filter:
    return nodes.Filter(of, name, [], [], None, None, lineno=of.lineno)


def _size_of(node: nodes.Node) -> nodes.Const:
    return nodes.Const(1 + sum(1 for _ in node.find_all(nodes.Node)), lineno=node.lineno)


def _sizes(tree: nodes.Template) -> list[tuple[Any, int]]:
    """Every body with the number of nodes in it that no inner body pays for."""
    found: list[tuple[Any, int]] = []

    def size(node: nodes.Node) -> int:
        own = 1 + sum(map(size, node.iter_child_nodes()))
        if isinstance(node, _BODIES):
            found.append((node, own))
            return 1
        return own

    size(tree)
    return found
