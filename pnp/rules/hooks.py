"""Jinja's classes as the sandbox has made them go in; nothing comes out, or an error that tells what is not as it was.

The sandbox overrides functions of Jinja that are nobody's promise. Were one renamed, ours would never be called, and
nothing would be paid for or refused: better that the program does not start.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Undefined
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import Namespace

# what is overridden or called, by the class that must have it, and the names of its parameters
_HOOKS: Mapping[type, Mapping[str, str]] = {
    Environment: {
        "_tokenize": "self source name filename state",
        "_parse": "self source name filename",
        "_generate": "self source name filename defer_init",
        "_compile": "self source filename",
        "_load_template": "self name globals",
        "compile": "self source name filename raw defer_init",
        "compile_expression": "self source undefined_to_none",
        "handle_exception": "self source",
        "from_string": "self source globals template_class",
        "getattr": "self obj attribute",
        "getitem": "self obj argument",
    },
    SandboxedEnvironment: {
        "getattr": "self obj attribute",
        "getitem": "self obj argument",
        "is_safe_attribute": "self obj attr value",
        "call_binop": "self context operator left right",
        "call": "_SandboxedEnvironment__self _SandboxedEnvironment__context _SandboxedEnvironment__obj args kwargs",
        "wrap_str_format": "self value",
    },
    CodeGenerator: {
        "_output_child_to_const": "self node frame finalize",
        "visit_Call": "self node frame forward_caller",
        "visit_EnvironmentAttribute": "self node frame",
        "visit_ContextReference": "self node frame",
        "visit_NSRef": "self node frame",
        "write": "self x",
    },
    Namespace: {"__getattribute__": "self name", "__setitem__": "self name value"},
    Template: {"_get_default_module": "self ctx"},
    Undefined: {"_fail_with_undefined_error": "self args kwargs"},
}
_FIELDS: Mapping[type, tuple[str, ...]] = {
    nodes.For: ("target", "iter", "body", "else_", "test", "recursive"),
    nodes.Macro: ("name", "args", "defaults", "body"),
    nodes.CallBlock: ("call", "args", "defaults", "body"),
    nodes.Block: ("name", "body", "scoped", "required"),
    nodes.Call: ("node", "args", "kwargs", "dyn_args", "dyn_kwargs"),
    nodes.Include: ("template", "with_context", "ignore_missing"),
    nodes.Import: ("template", "target", "with_context"),
    nodes.FromImport: ("template", "names", "with_context"),
    nodes.Extends: ("template",),
    nodes.Compare: ("expr", "ops"),
    nodes.Getitem: ("node", "arg", "ctx"),
    nodes.NSRef: ("name", "attr"),
    nodes.ScopedEvalContextModifier: ("options", "body"),
}


class StrangeLibraryError(ImportError):
    """A library that is installed is not the one that this program was written for."""


def check_hooks(environment: type[Environment], generator: type[CodeGenerator]) -> None:
    """See that all that is overridden is there, is called, and adds a bill. Raises StrangeLibraryError."""
    for owner, hooks in _HOOKS.items():
        for name, wanted in hooks.items():
            hold_to(owner, name, wanted, "Jinja")
    for node, fields in _FIELDS.items():
        if node.fields != fields:  # type: ignore[attr-defined]
            raise _strange("Jinja", f"its node {node.__name__} has other parts", str(node.fields))  # type: ignore[attr-defined]
    if environment.code_generator_class is not generator:
        raise _strange("Jinja", "its environment has another code generator", "")
    made = environment().compile("{{ 1 }}", "hooks", "hooks")
    names = {name for code in (made, *made.co_consts) for name in getattr(code, "co_names", ())}
    if "bill" not in names:
        raise _strange("Jinja", "a template that it compiles has no bill", "")


def hold_to(owner: object, name: str, wanted: str, library: str) -> None:
    """See that a library still has a function, with these parameters. Raises StrangeLibraryError."""
    function = getattr(owner, name, None)
    where = f"{getattr(owner, '__name__', owner)}.{name}"
    if function is None:
        raise _strange(library, f"it has no {where}", "")
    found = " ".join(signature(function).parameters)
    if found != wanted:
        raise _strange(library, f"{where} takes other parameters", found)


def _strange(library: str, what: str, found: str) -> StrangeLibraryError:
    more = f": {found}" if found else ""
    cure = "install the versions that pyproject.toml asks for"
    return StrangeLibraryError(f"this is not the {library} that pnp was written for: {what}{more}; {cure}")
