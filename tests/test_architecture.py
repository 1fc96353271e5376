"""The house keeps its order: rooms import only from the left, no module is long, none knows a game."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from pnp.build.build import read_game
from pnp.game.workspace import find_workspace

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pnp"
ORDER = [
    {"units", "workers"}, {"problems", "files"}, {"source", "svg"}, {"fonts", "board", "field", "report"}, {"rules"}, {"schema"}, {"game"}, {"text"},
    {"faces"}, {"impose"}, {"pdf"}, {"paint"}, {"web"}, {"diagrams"}, {"rulebook"}, {"layout", "painter", "preflight"}, {"build", "editor"}, {"history", "watch"}, {"cli"},
]  # fmt: skip
RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}


def modules() -> list[Path]:
    found = [path for path in sorted(PACKAGE.rglob("*.py")) if "shipped" not in path.parts]
    assert len(found) > 40, "the test must see the modules it is about"
    return found


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pnp."):
            rooms.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            rooms |= {name.name.split(".")[1] for name in node.names if name.name.startswith("pnp.")}
    return rooms


def test_rooms_import_only_from_the_left() -> None:
    seen = 0
    for path in modules():
        here = room(path)
        if here == "__init__":
            continue
        for other in imports(path) - {here}:
            seen += 1
            assert RANK[other] < RANK[here], f"{path.relative_to(ROOT)} imports {other}, which stands to its right"
    assert seen > 60


def test_architecture_names_every_room() -> None:
    text = (PACKAGE / "ARCHITECTURE.md").read_text(encoding="utf-8")
    missing = [name for name in RANK if f"`{name}" not in text and f"{name}/" not in text and name not in text]
    assert missing == []


def test_modules_are_small() -> None:
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert max(sizes.values()) <= 400
    assert sorted(sizes.values())[len(sizes) // 2] <= 150


def test_every_module_says_what_it_is_for() -> None:
    for path in modules():
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path


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
