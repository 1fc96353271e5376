"""What is called frozen is frozen, problems are answered rather than pushed, and no cache knows a file or a game."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .test_architecture import PACKAGE, modules

MUTABLE = {"list", "dict", "set", "defaultdict", "OrderedDict", "deque", "Counter", "bytearray"}
CONTAINERS = MUTABLE | {"Mapping", "Sequence", "Collection", "Iterable", "tuple", "frozenset"}
FILLING = {"append", "extend", "insert", "add", "update", "setdefault", "pop", "popitem", "remove", "discard", "clear"}
# who sets what is frozen, and why
SETTERS = {
    "faces/face.py": 1,  # Face packs its SVG as it is made: what is handed in is not what is kept
}
# made when a module is loaded, and filled later; why that is no cache
FILLED_LATER = {
    "fonts/font.py": {"_HOMES"},  # finds the fonts that are open now, and keeps none of them alive
}
# caches without a bound
UNBOUNDED = {
    "text/words.py": {"_one"},  # a game has a few looks, and equal ones must be the same
}
DISK = {
    "open", "read_text", "read_bytes", "stat", "scandir", "iterdir", "glob", "rglob", "exists", "is_file", "is_dir",
    "resolve", "load_font", "read_icon", "icon_names", "read_yaml", "find_workspace", "get_source", "from_file_path",
}  # fmt: skip
ROOTED = {"Path", "Workspace", "FileCache", "Game", "Book", "Record", "Collection", "Composer", "Painter", "Component"}


def parsed() -> Iterator[tuple[str, ast.Module]]:
    for path in modules():
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def is_frozen(node: ast.ClassDef) -> bool:
    calls = [item for item in node.decorator_list if isinstance(item, ast.Call)]
    return any(
        keyword.arg == "frozen" and isinstance(keyword.value, ast.Constant) and keyword.value.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "dataclass"
        for keyword in call.keywords
    )


def words_of(annotation: ast.AST) -> set[str]:
    """The types that a value of this annotation holds; what a function takes or answers is not held."""
    if isinstance(annotation, ast.Subscript):
        head = words_of(annotation.value)
        return head if head & {"Callable", "type"} else head | words_of(annotation.slice)
    if isinstance(annotation, ast.Name):
        return {annotation.id}
    if isinstance(annotation, ast.Attribute):
        return {annotation.attr}
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return words_of(ast.parse(annotation.value, mode="eval").body)
    return {word for child in ast.iter_child_nodes(annotation) for word in words_of(child)}


def fields_of(node: ast.ClassDef) -> dict[str, set[str]]:
    return {
        item.target.id: words_of(item.annotation)
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }


def frozen_classes() -> list[tuple[str, ast.ClassDef]]:
    found = [
        (name, node)
        for name, tree in parsed()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and is_frozen(node)
    ]
    assert len(found) > 150, "the test must see the classes it is about"
    return found


def test_what_is_frozen_holds_nothing_that_can_be_filled() -> None:
    found = {
        f"{node.name}.{field}"
        for _, node in frozen_classes()
        for field, words in fields_of(node).items()
        if words & MUTABLE
    }
    assert found == set()


def filled(node: ast.AST) -> Iterator[str]:
    """The names of ``self`` that a piece of code fills: ``self.name[…] = …``, ``self.name.append(…)``."""
    for item in ast.walk(node):
        places: list[ast.expr] = []
        if isinstance(item, ast.Assign | ast.AugAssign | ast.Delete):
            targets = item.targets if isinstance(item, ast.Assign | ast.Delete) else [item.target]
            places = [target.value for target in targets if isinstance(target, ast.Subscript)]
        elif isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute) and item.func.attr in FILLING:
            places = [item.func.value]
        for place in places:
            if isinstance(place, ast.Attribute) and isinstance(place.value, ast.Name) and place.value.id == "self":
                yield place.attr


def test_what_is_frozen_fills_nothing_of_its_own() -> None:
    for name, node in frozen_classes():
        containers = {field for field, words in fields_of(node).items() if words & CONTAINERS}
        assert not containers & set(filled(node)), (name, node.name)
    others = [node for _, tree in parsed() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assert len([node for node in others if not is_frozen(node) and any(filled(node))]) > 10, "collectors do fill"


def test_nobody_sets_what_is_frozen() -> None:
    found: dict[str, int] = {}
    for name, tree in parsed():
        calls = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and node.attr in ("__setattr__", "__delattr__")
        ]
        if calls:
            found[name] = len(calls)
    assert found == SETTERS


def test_problems_are_answered_and_pushed_into_nobodys_list() -> None:
    """A collector fills its own list; whoever finds something tells it, or answers it."""
    own = 0
    for name, tree in parsed():
        for node in ast.walk(tree):
            place: ast.expr | None = None
            if isinstance(node, ast.AugAssign):
                place = node.target
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in FILLING:
                place = node.func.value
            if isinstance(place, ast.Attribute) and place.attr == "problems":
                own += 1
                assert isinstance(place.value, ast.Name) and place.value.id == "self", f"{name}:{place.lineno}"
    assert own > 4


def cached(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.expr]]:
    for node in ast.walk(tree):
        for item in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            head = item.func if isinstance(item, ast.Call) else item
            if isinstance(head, ast.Name | ast.Attribute) and ast.unparse(head).split(".")[-1] in (
                "lru_cache",
                "cache",
            ):
                yield node, item  # type: ignore[misc]  # what has decorators here is a function


def reached(function: ast.FunctionDef, tree: ast.Module) -> Iterator[ast.Call]:
    """Every call of a function, and of the functions of its module that it calls."""
    known = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    waiting, seen = [function], {function.name}
    while waiting:
        for node in ast.walk(waiting.pop()):
            if isinstance(node, ast.Call):
                yield node
                called = ast.unparse(node.func).split(".")[-1]
                if called in known and called not in seen:
                    seen.add(called)
                    waiting.append(known[called])


def in_memory(call: ast.Call) -> bool:
    """``Image.open(BytesIO(data))`` opens what it was given."""
    return any(ast.unparse(argument).startswith(("BytesIO(", "io.BytesIO(")) for argument in call.args)


def test_a_cache_of_a_module_knows_no_file_and_no_game() -> None:
    """It is a pure function of what it is given: nothing that is saved can spoil it, and it has a bound."""
    seen = 0
    unbounded: dict[str, set[str]] = {}
    for name, tree in parsed():
        files = any(isinstance(node, ast.ImportFrom) and node.module == "pathlib" for node in ast.walk(tree))
        rooted = ROOTED if files else ROOTED - {"Path"}  # a path of SVG is another thing
        for function, decorator in cached(tree):
            seen += 1
            where = f"{name}: {function.name}"
            arguments = function.args
            for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
                assert argument.annotation is None or not words_of(argument.annotation) & rooted, where
            calls = {ast.unparse(call.func).split(".")[-1] for call in reached(function, tree) if not in_memory(call)}
            assert not calls & DISK, (where, calls & DISK)
            bounds = list(decorator.keywords) if isinstance(decorator, ast.Call) else []
            if not any(
                item.arg == "maxsize" and isinstance(item.value, ast.Constant) and item.value.value for item in bounds
            ):
                unbounded.setdefault(name, set()).add(function.name)
    assert seen > 40, "the test must see the caches it is about"
    assert unbounded == UNBOUNDED


def is_empty(value: ast.expr | None) -> bool:
    """A container that is made to be filled."""
    if isinstance(value, ast.Call):
        made = ast.unparse(value.func) in MUTABLE | {"WeakValueDictionary", "WeakKeyDictionary", "WeakSet"}
        return made and not value.args
    return (isinstance(value, ast.Dict) and not value.keys) or (isinstance(value, ast.List) and not value.elts)


def test_no_module_keeps_what_is_filled_later() -> None:
    found: dict[str, set[str]] = {}
    for name, tree in parsed():
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)], name
        for node in tree.body:
            if not isinstance(node, ast.Assign | ast.AnnAssign) or not is_empty(node.value):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.setdefault(name, set()).update(map(ast.unparse, targets))
    assert found == FILLED_LATER


def test_this_file_sees_what_it_forbids() -> None:
    """Each kind of fault, written down small, is found."""
    tree = ast.parse(
        "@dataclass(frozen=True)\n"
        "class Bad:\n"
        "    names: Mapping[str, list[int]]\n"
        "    calls: Callable[[list[int]], dict[str, int]]\n"
        "    many: tuple[int, ...]\n"
        "    def fill(self):\n"
        "        self.names['a'] = []\n"
        "@lru_cache(maxsize=4)\n"
        "def kept(text):\n"
        "    return deeper(text)\n"
        "def deeper(text):\n"
        "    return open(text)\n"
    )
    (bad,) = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    assert is_frozen(bad)
    assert {field for field, words in fields_of(bad).items() if words & MUTABLE} == {"names"}
    assert set(filled(bad)) == {"names"}
    ((function, _),) = cached(tree)
    assert "open" in {ast.unparse(call.func) for call in reached(function, tree)}
