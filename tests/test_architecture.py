"""The house keeps its order: rooms, their libraries, names and sizes are as the page of the house says."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections import Counter
from pathlib import Path
from statistics import mean, median
from types import FrameType

import pytest

from pnp import workers
from pnp.build.build import build, read_game
from pnp.game.workspace import find_workspace
from pnp.job import PrintJob
from pnp.rules.tables import compute_table

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pnp"
PAGE = (PACKAGE / "ARCHITECTURE.md").read_text(encoding="utf-8")

# what stands in one room alone: libraries, by the modules or rooms that may import them
HOMES = {
    "reportlab": {"pdf"}, "svgwrite": {"diagrams"}, "typer": {"cli"}, "yaml": {"source"}, "icepool": {"rules"}, "pyphen": {"text"},
    "cssselect2": {"svg"}, "tinycss2": {"svg"}, "markdown_it": {"rulebook"}, "pypdfium2": {"preflight", "paint"}, "watchfiles": {"watch"},
    "concurrent": {"workers"}, "xml": {"svg", "source"},  # source reads worksheets, by expat
    "uharfbuzz": {"fonts", "pdf", "paint", "web"},  # shapes; subsets for a file; outlines; subsets for a page
    "subprocess": {"history"},  # starts git
    "deflate": {"pdf"}, "zlib": {"faces", "fonts", "source", "paint"},  # packs what is written; faces in memory; fonts for the web; what damaged files raise
    "brotli": {"fonts"}, "fontTools": {"fonts"},  # unpacks fonts for the web; puts their outlines together
    "coloraide": {"inks"},  # OKLCH, and contrasts
    "PIL": {"pdf", "paint", "preflight"},  # packs pictures; knows their size; takes proofs
}  # fmt: skip
# two modules of one name, and why
SAME_NAME: dict[str, str] = {}
# a file that may be small, for what it must be called
LEAST, PER_FOLDER = 180, 30


def modules() -> list[Path]:
    found = [path for path in sorted(PACKAGE.rglob("*.py")) if "shipped" not in path.parts]
    assert len(found) > LEAST, "the test must see the modules it is about"
    return found


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def order() -> list[set[str]]:
    """The rooms as the page orders them."""
    (line,) = [line for line in PAGE.splitlines() if line.startswith("`{units")]
    return [set(re.findall(r"[a-z]+", group)) for group in line.split("->")]


def imports(path: Path) -> set[str]:
    """Every module that is imported, wherever in the file."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{item.name}" for item in node.names)}
        elif isinstance(node, ast.Import):
            found |= {item.name for item in node.names}
    return found


def test_the_rooms_of_the_page_are_the_tree_on_disk() -> None:
    on_disk = {room(path) for path in modules()} - {"__init__"}
    ordered = [name for group in order() for name in group]
    assert sorted(ordered) == sorted(on_disk), "the line of rooms"
    rows = re.findall(r"^\| `([a-z]+)` \|", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(on_disk), "the table of rooms"


def test_rooms_import_only_from_the_left() -> None:
    rank = {name: number for number, group in enumerate(order()) for name in group}
    seen: Counter[str] = Counter()
    for path in modules():
        here = room(path)
        for other in {name.split(".")[1] for name in imports(path) if name.startswith("pnp.")} & rank.keys() - {here}:
            seen[here] += 1
            assert here == "__init__" or rank[other] < rank[here], (
                f"{path.relative_to(ROOT)} imports {other}, to its right"
            )
    assert sum(seen.values()) > 500
    alone = {"units", "workers", "inks", "problems", "field"}
    assert rank.keys() - seen.keys() == alone, "every other leans on one"


def test_no_modules_import_one_another_in_a_circle() -> None:
    names = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in modules()
    }
    above: dict[str, set[str]] = {}
    for name, path in names.items():
        at_start = {
            found for node in parsed(path).body if isinstance(node, ast.ImportFrom) and node.module
            for found in (node.module, *(f"{node.module}.{item.name}" for item in node.names))
        }  # fmt: skip
        above[name] = at_start & names.keys() - {name}
    assert sum(map(len, above.values())) > 1000
    while free := {name for name, needs in above.items() if not needs & above.keys()}:
        above = {name: needs for name, needs in above.items() if name not in free}
    assert above == {}


def test_what_belongs_to_a_room_stands_in_no_other() -> None:
    found: dict[str, set[str]] = {name: set() for name in HOMES}
    for path in modules():
        for library in {name.split(".")[0] for name in imports(path)} & HOMES.keys():
            found[library].add(room(path))
    assert found == HOMES


def test_svg_is_read_in_one_room_and_lengths_are_known_in_one_module() -> None:
    readers, patterns, inches = set(), set(), set()
    for path in modules():
        tree, name = parsed(path), path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(tree):
            if isinstance(node, ast.Name | ast.Attribute | ast.alias):
                word = (
                    node.id
                    if isinstance(node, ast.Name)
                    else node.attr
                    if isinstance(node, ast.Attribute)
                    else node.name
                )
                if word in ("ElementTree", "fromstring", "tostring", "XMLParser"):
                    readers.add(name)
            if isinstance(node, ast.Constant) and node.value == 25.4:
                inches.add(name)
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
                texts = [
                    item.value
                    for item in ast.walk(node)
                    if isinstance(item, ast.Constant) and isinstance(item.value, str)
                ]
                if any("<" in re.sub(r"\(\?P?<[=!]?\w*>?", "", text) for text in texts):
                    patterns.add(name)
    assert readers == {"svg/tree.py"}
    assert patterns == {"svg/scan.py", "svg/tree.py", "svg/entities.py", "svg/references.py"}
    assert inches == {"units.py"}


def test_modules_are_neither_long_nor_crumbs() -> None:
    sizes = {
        path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules() if path.name != "__init__.py"
    }
    assert max(sizes.values()) <= 400
    assert mean(sizes.values()) >= 130  # crumbs would lower it; their number alone grows with what the program can
    assert 120 <= median(sizes.values()) <= 180
    assert max(Counter(path.parent for path in modules()).values()) <= PER_FOLDER


def test_each_name_is_for_one_thing() -> None:
    classes, files = Counter[str](), Counter[str]()
    for path in modules():
        files[path.stem] += 1
        classes.update(
            node.name for node in parsed(path).body if isinstance(node, ast.ClassDef) and node.name[0] != "_"
        )
    assert len(classes) > 250
    assert [name for name, count in classes.items() if count > 1] == []
    assert {name for name, count in files.items() if count > 1} - {"__init__"} == SAME_NAME.keys()


def test_every_module_says_what_it_is_for() -> None:
    for path in modules():
        assert ast.get_docstring(parsed(path)), path


def test_a_number_walks_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every function that the page names is there, and is called when a hero's sheet and a table are made."""
    walk = PAGE.partition("## A number's walk")[2].partition("\n## ")[0]
    named = re.findall(r"`([a-z]+/[a-z_]+)\.([A-Za-z_.]+)`", walk)
    assert len(named) > 20
    wanted = {(f"pnp.{place.replace('/', '.')}", what) for place, what in named}
    for module, what in sorted(wanted):
        value: object = importlib.import_module(module)
        for part in what.split("."):
            value = getattr(value, part)
    monkeypatch.setattr(workers, "count_workers", lambda: 1)
    called: set[tuple[str, str]] = set()

    def listen(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add((frame.f_globals.get("__name__", ""), frame.f_code.co_qualname))

    sys.setprofile(listen)
    try:
        game = read_game(find_workspace(ROOT), "mortalgate")
        build(game, PrintJob("a4"), tmp_path, ["hero-sheets"])
        compute_table(game.tables["to-hit"], game.book, game.collections)
    finally:
        sys.setprofile(None)
    assert sorted(wanted - called) == []


# whose records' names are a game's own words: the collections, and the lists in their records
OWN_WORDS = {
    "mortalgate": ("heroes", "heroes.abilities"),
    "battle-gate": ("classes", "decks", "decks.cards"),
    "ephemeral-gate": ("figures", "sets"),
}
# words of the trade that only one of them uses
TERMS_OF_ART = {"foraged", "prep token", "spec sheet", "disruptor", "tactician", "push/pull"}


def test_the_engine_names_no_game() -> None:
    games = {path.parent.name for path in (ROOT / "data").glob("*/game.yaml")}
    names = TERMS_OF_ART | {name for game in games for name in (game, game.replace("-", " "))}
    for game in games & OWN_WORDS.keys():
        collections = read_game(find_workspace(ROOT), game).collections
        for where in OWN_WORDS[game]:
            collection, _, field = where.partition(".")
            for record in collections[collection]:
                names |= {str(item["name"]).lower() for item in (record[field] if field else (record,))}  # type: ignore[attr-defined]
    assert len(names) > 50
    for path in modules():
        text = path.read_text(encoding="utf-8").lower()
        assert not [name for name in names if name in text], path


def test_no_seed_sentence_and_no_machine_is_named() -> None:
    for path in modules():
        assert "/work/" not in path.read_text(encoding="utf-8")


# what only a kit knows: words of places that are captured, and of decks that fight
KIT_WORDS = re.compile(r"altar|spawns?\b|shrine|captur(?!e_output)|battle|boosts?\b|raider|discard pile", re.IGNORECASE)


def test_only_kits_speak_of_their_kinds_of_games() -> None:
    inside: set[str] = set()
    outside = []
    for path in modules():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = {word.lower() for word in KIT_WORDS.findall(line)}
            if path.is_relative_to(PACKAGE / "rules/kits"):
                inside |= found
            elif found:
                outside.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert outside == []
    assert {"altar", "spawn", "captur", "battle", "boost", "boosts", "discard pile"} <= inside
