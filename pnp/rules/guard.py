"""A parsed template goes in, the same one comes out with its bills: every body that may run again pays for its size.

So no arrangement of loops, macros, includes and blocks runs away, and the cheap steps need no counting of their own.
What is added are calls of the environment's own functions, by a node that no text of a template is ever parsed to:
a game cannot spell them, and so it cannot call them, with numbers of its own or at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from jinja2 import TemplateSyntaxError, nodes
from jinja2.compiler import CodeGenerator, Frame

MAX_NODES = 60_000
MAX_NESTING = 60
MAX_SCOPES = 2_000_000  # names, times the branches and inclusions that Jinja copies them for

_SCOPES = (nodes.If, nodes.Include, nodes.Import, nodes.FromImport, nodes.Block, nodes.For, nodes.With)
_FETCHES = (nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)


def guard(tree: nodes.Template) -> nodes.Template:
    """Count loops, weigh joined texts and literals, pay for comparisons and bodies. Raises TemplateSyntaxError."""
    found = list(_walk(tree))
    if len(found) > MAX_NODES:
        raise TemplateSyntaxError(f"it has more than {MAX_NODES:,} parts", 1)
    names = {node.name for node in found if isinstance(node, nodes.Name)}  # those that are only read are copied, too
    scopes = sum(isinstance(node, _SCOPES) for node in found)
    if len(names) * scopes > MAX_SCOPES:
        raise TemplateSyntaxError(f"it has {len(names):,} names, and {scopes:,} branches and loops: too many", 1)
    for node in found:
        _check(node)
        for field, value in node.iter_fields():
            if isinstance(value, list):
                value[:] = [_wrapped(item) for item in value]
            elif isinstance(value, nodes.Node):
                setattr(node, field, _wrapped(value))
    for node in found:
        if isinstance(node, nodes.For):
            node.iter = _paid("counted", node.iter)
            if node.test is not None:
                node.test = _paid("billed", node.test, _number(_size(node.test), node.test))
        elif isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Slice):
            node.node = _paid("sliced", node.node)  # Jinja takes slices past the environment
        elif isinstance(node, nodes.Compare):
            node.expr = _paid("looked_through", node.expr)
            for operand in node.ops:
                operand.expr = _paid("searched" if operand.op in ("in", "notin") else "looked_through", operand.expr)
        elif isinstance(node, _FETCHES):
            node.template = _paid("fetched", node.template, nodes.ContextReference())
    for body, size, copies in _bodies(tree):
        body.insert(0, _bill(size, body[0] if body else tree, copies))
    return tree


def _check(node: nodes.Node) -> None:
    """What Jinja works out while it compiles must be plain."""
    if isinstance(node, nodes.Const) and isinstance(node.value, float) and not isfinite(node.value):
        raise TemplateSyntaxError("a number is too large", node.lineno)
    if isinstance(node, nodes.ScopedEvalContextModifier):
        for option in node.options:
            if not (isinstance(option.value, nodes.Const) and isinstance(option.value.value, bool)):
                raise TemplateSyntaxError("autoescape is followed by true or false", node.lineno)


def _walk(tree: nodes.Node) -> Iterator[nodes.Node]:
    """Every node, without recursion; too deep a nesting ends it."""
    waiting: list[tuple[nodes.Node, int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_NESTING:
            raise TemplateSyntaxError(f"it is nested more than {MAX_NESTING} deep", node.lineno)
        yield node
        waiting.extend((child, depth + 1) for child in node.iter_child_nodes())


def _wrapped(value: Any) -> Any:
    if isinstance(value, nodes.Concat):
        return _paid("glued", nodes.List(value.nodes, lineno=value.lineno))
    if isinstance(value, nodes.Dict):
        pairs = [nodes.Tuple([_wrapped(pair.key), _wrapped(pair.value)], "load") for pair in value.items]
        return _paid("mapping_of", nodes.List(pairs, lineno=value.lineno))
    if isinstance(value, nodes.List) or (isinstance(value, nodes.Tuple) and value.ctx == "load"):
        return _paid("built", value)
    return value


def _paid(name: str, *given: Any) -> nodes.Call:
    """A call of the environment's function, which ``BillingGenerator`` writes down as such."""
    return nodes.Call(nodes.EnvironmentAttribute(name), [*given], [], None, None, lineno=given[0].lineno)


def _bill(size: int, near: nodes.Node, copies: bool) -> nodes.ExprStmt:
    more = [nodes.ContextReference()] if copies else []
    return nodes.ExprStmt(_paid("bill", _number(size, near), *more), lineno=near.lineno)


def _number(value: int, near: nodes.Node) -> nodes.Const:
    return nodes.Const(value, lineno=near.lineno)


def _size(node: nodes.Node) -> int:
    return 1 + sum(1 for _ in node.find_all(nodes.Node))


def _bodies(tree: nodes.Template) -> list[tuple[list[nodes.Node], int, bool]]:
    """Every body with the number of nodes that are evaluated when it runs, and whether Jinja copies all names for it.

    What a loop runs over, and what a call block calls, is evaluated by the body round it.
    """
    found: list[tuple[list[nodes.Node], int, bool]] = []

    def body_of(body: list[nodes.Node], more: int, copies: bool = False) -> None:
        found.append((body, 1 + more + sum(map(size, body)), copies))

    def size(node: nodes.Node) -> int:
        match node:
            case nodes.For():
                body_of(node.body, size(node.target) + (size(node.test) if node.test else 0))
                if node.else_:
                    body_of(node.else_, 0)
                return 1 + size(node.iter)
            case nodes.Macro():
                body_of(node.body, sum(map(size, (*node.args, *node.defaults))))
                return 1 + len(node.args)
            case nodes.CallBlock():
                body_of(node.body, sum(map(size, (*node.args, *node.defaults))))
                return 1 + size(node.call)
            case nodes.Block():
                body_of(node.body, 0, node.scoped)
                return 1
        return 1 + sum(map(size, node.iter_child_nodes()))

    body_of(tree.body, 0)
    return found


class BillingGenerator(CodeGenerator):
    """Jinja's, but that no value is printed before ``as_text`` has seen it, and that the guard's bills are called."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Any, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - Jinja's
        """A call; one that the guard added goes to the environment itself, past ``call``."""
        if not isinstance(node.node, nodes.EnvironmentAttribute):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")
