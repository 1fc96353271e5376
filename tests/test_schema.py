"""Schemas for editors: the shipped game is valid by them, mistakes are not, and they say what the docs say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from pnp.build.build import read_game
from pnp.cli.typer_app import app
from pnp.editor.descriptions import WORDS
from pnp.editor.editor_files import game_schemas, merged_settings
from pnp.faces.icons import icon_names
from pnp.game.model import Game
from pnp.game.spec import (
    BOOK_KEYS,
    CHECK,
    COLLECTION_KEYS,
    COMPONENT_KEYS,
    COUNT,
    DOCUMENT,
    GAME_KEYS,
    STYLE,
)
from pnp.game.workspace import Workspace, find_workspace
from pnp.source.nodes import Listing, Node, Scalar
from pnp.source.yaml_reader import read_yaml

from .conftest import GAME, ROOT, MakeGame
from .gates.test_fuzz import WALKED

DATA = ROOT / "data/mortalgate"


def seen(node: Node, marked_is_text: bool = True) -> Any:
    """A file as an editor sees it: YAML 1.2's types, and a text behind every mark of ours if it is unlucky."""
    if isinstance(node, Listing):
        return [seen(item, marked_is_text) for item in node.items]
    if not isinstance(node, Scalar):
        return {key.text: seen(value, marked_is_text) for key, value in node.entries}
    if node.quoted or (node.tag and marked_is_text):
        return node.text
    if node.empty:
        return None
    if node.text in ("true", "false"):
        return node.text == "true"
    if re.fullmatch(r"[+-]?[0-9]+", node.text):
        return int(node.text)
    return float(node.text) if re.fullmatch(r"[+-]?[0-9]*\.[0-9]+", node.text) else node.text


@pytest.fixture(scope="module")
def schemas(mortalgate: Game) -> dict[str, dict[str, Any]]:
    page = read_yaml(DATA / "game.yaml", "game.yaml")
    return game_schemas(mortalgate, page, icon_names(find_workspace(ROOT)))


def faults(schema: dict[str, Any], value: Any) -> list[str]:
    return [f"{error.json_path}: {error.message[:200]}" for error in Draft202012Validator(schema).iter_errors(value)]


@pytest.mark.parametrize("file", sorted(path.name for path in DATA.glob("*.yaml")))
@pytest.mark.parametrize("marked_is_text", [True, False])
def test_the_shipped_game_is_valid(schemas: dict[str, dict[str, Any]], file: str, marked_is_text: bool) -> None:
    Draft202012Validator.check_schema(schemas[file])
    assert faults(schemas[file], seen(read_yaml(DATA / file, file), marked_is_text)) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "where"),
    [
        ("heroes.yaml", "  dodge: 5\n", "  dodge: 55\n", "$.drexir.dodge"),
        ("heroes.yaml", "  dodge: 5\n", "  doge: 5\n", "$.drexir"),
        ("heroes.yaml", "  dodge: 5\n", "  dodge: five\n", "$.drexir.dodge"),
        ("heroes.yaml", "  dodge: 5\n", "", "$.drexir"),
        ("heroes.yaml", "class: warrior", "class: warior", "$.drexir.class"),
        ("heroes.yaml", "icon: swordman", "icon: swordmann", "$.drexir.icon"),
        ("heroes.yaml", "cooldown: 3", "cooldown: 9", "$.drexir.abilities[0].cooldown"),
        ("classes.yaml", "color: ", "color: a", "$.archer.color"),
        ("game.yaml", "version:", "verson:", "$"),
        ("game.yaml", 'ink: "#1c1815"', 'ink: "black"', "$.palette.ink"),
        ("game.yaml", "    title: Hero sheets", "    titel: Hero sheets", "$.components['hero-sheets']"),
        ("game.yaml", "bleed: 3", "bleed: 300", "$.components.board.bleed"),
        ("board.yaml", "stagger: even", "stagger: evn", "$.hex.stagger"),
        ("rules.yaml", "modifiers:", "modifier:", "$"),
        ("rules.yaml", "read: percent", "read: percents", "$.roll.read"),
        ("diagrams.yaml", "title: Where you can walk", "titel: Where you can walk", "$.diagrams.reach"),
    ],
)
def test_obvious_mistakes_are_not(
    schemas: dict[str, dict[str, Any]], tmp_path: Path, file: str, old: str, new: str, where: str
) -> None:
    text = (DATA / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    found = faults(schemas[file], seen(read_yaml(tmp_path / file, file)))
    assert found
    assert any(fault.startswith(where) for fault in found), found


def test_every_kind_of_field_is_known(make_game: MakeGame) -> None:
    workspace = make_game(WALKED)
    game = read_game(workspace, "tiny")
    data = workspace.root / "data/tiny"
    made = game_schemas(game, read_yaml(data / "game.yaml", "game.yaml"), icon_names(workspace))
    assert set(made) == {"game.yaml", "heroes.yaml", "board.yaml", "rules.yaml"}
    for file, schema in made.items():
        assert faults(schema, seen(read_yaml(data / file, file))) == [], file
    hero = {"name": "Cy", "health": 3, "abilities": []}
    for field, good, bad in (
        ("long", "3mm", "3 miles"), ("long", 3, True), ("n", 2.5, "x"), ("ok", "yes", "maybe"), ("kind", "b", "c"),
        ("friend", "ada", "eve"), ("c", "ink", "red"), ("abilities", [{"name": "x", "cost": 1}], [{"name": "x", "cost": 4}]),
        ("copies", 0, -1), ("extends", "ada", ["ada"]), ("abstract", "yes", 3), ("story", None, []), ("health", 3, "!"),
    ):  # fmt: skip
        assert faults(made["heroes.yaml"], {"cy": hero | {field: good}}) == [], field
        assert faults(made["heroes.yaml"], {"cy": hero | {field: bad}}), field
    assert faults(made["heroes.yaml"], {"cy": {"extends": "ada"}, "base": {"abstract": True, "health": 3}}) == []
    assert faults(made["heroes.yaml"], {"cy": {"name": "Cy"}})


def test_the_words_are_those_of_the_docs() -> None:
    """Every key has a sentence, and it stands in the docs."""
    known = {
        "game": GAME_KEYS, "style": STYLE, "collection": COLLECTION_KEYS, "component": COMPONENT_KEYS,
        "document": [*DOCUMENT, "size"], "book": BOOK_KEYS, "check": [*CHECK, *COUNT],
    }  # fmt: skip
    missing = [f"{section}.{key}" for section, keys in known.items() for key in keys if key not in WORDS[section]]
    assert missing == []
    docs = "\n".join(
        (ROOT / f"docs/{name}.md").read_text(encoding="utf-8") for name in ("game", "rulebook", "diagrams")
    )
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", docs)
    lost = [f"{section}: {key}" for section, words in WORDS.items() for key, text in words.items() if text not in plain]
    assert lost == []
    assert sum(map(len, WORDS.values())) > 80


def test_the_command_writes_them_and_the_build_keeps_them(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = make_game({".vscode/settings.json": '{\n    "editor.rulers": [\n        120\n    ]\n}\n'})
    monkeypatch.chdir(workspace.root)
    result = CliRunner().invoke(app, ["schema", "tiny"])
    assert result.exit_code == 0, result.output
    settings = json.loads(Path(".vscode/settings.json").read_text(encoding="utf-8"))
    assert settings["editor.rulers"] == [120]
    assert settings["yaml.customTags"] == ["!assumed scalar"]
    for schema, file in settings["yaml.schemas"].items():
        assert Path(file).is_file()
        Draft202012Validator.check_schema(json.loads(Path(schema).read_text(encoding="utf-8")))
    path = Path("build/schema/tiny/game.json")
    assert '"red"' not in path.read_text(encoding="utf-8")
    page = Path("data/tiny/game.yaml")
    text = page.read_text(encoding="utf-8").replace("palette: {", 'palette: {red: "#ff0000", ')
    page.write_text(text, encoding="utf-8")
    assert CliRunner().invoke(app, ["build", "tiny"]).exit_code == 0
    assert '"red"' in path.read_text(encoding="utf-8")


def test_a_game_without_yaml_records_and_a_faulty_one(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace: Workspace = make_game({"data/tiny/heroes.yaml": "ada: {name: Ada}\n"})
    monkeypatch.chdir(workspace.root)
    result = CliRunner().invoke(app, ["schema"])
    assert result.exit_code == 1
    assert "has no field 'health'" in result.output
    assert not Path(".vscode").exists()


FILES = {"build/schema/bees/game.json": "data/bees/game.yaml"}
OURS = ("./build/schema/bees/",)


@pytest.mark.parametrize("text", ["{\n  // mine\n}", "{", "[]", '{"yaml.schemas": 3}', '{ "a":1 }', "{" * 100_000])
def test_settings_that_would_be_lost_are_left_alone(text: str) -> None:
    assert merged_settings(text, FILES, OURS) is None


def test_settings_are_merged_once() -> None:
    first = merged_settings(None, FILES, OURS)
    assert first is not None
    assert merged_settings(first, FILES, OURS) == first
    mine = json.dumps(
        {"yaml.schemas": {"./mine.json": "x.yaml", "./build/schema/bees/old.json": "y"}, "b": 1}, indent=4
    )
    merged = merged_settings(mine, FILES, OURS)
    assert merged is not None
    assert json.loads(merged)["yaml.schemas"] == {
        "./mine.json": "x.yaml",
        "./build/schema/bees/game.json": "data/bees/game.yaml",
    }
    assert merged.startswith('{\n    "yaml.schemas"')


def test_comments_in_settings_are_answered_with_what_to_add(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = make_game({".vscode/settings.json": "{ // mine\n}\n"})
    monkeypatch.chdir(workspace.root)
    result = CliRunner().invoke(app, ["schema"])
    assert result.exit_code == 0
    assert ".vscode/settings.json is yours and was left alone; add to it:" in result.output
    assert '"./build/schema/tiny/heroes.json": "data/tiny/heroes.yaml"' in result.output
    assert Path(".vscode/settings.json").read_text(encoding="utf-8") == "{ // mine\n}\n"


def test_a_deck_in_json_has_a_schema_too(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = make_game({
        "data/tiny/game.yaml": GAME.replace("heroes.yaml", "heroes.json").replace("story: markup?", "story: markup?, tags: list of text"),
        "data/tiny/heroes.json": '[{"name": "Ada", "health": 3, "tags": ["a"]}]',
        ".vscode/settings.json": json.dumps({"json.schemas": [{"url": "./mine.json"}, {"url": "./build/schema/tiny/old.json"}]}, indent=2),
    })  # fmt: skip
    monkeypatch.chdir(workspace.root)
    for _ in range(2):
        assert CliRunner().invoke(app, ["schema", "tiny"]).exit_code == 0
    settings = json.loads(Path(".vscode/settings.json").read_text(encoding="utf-8"))
    assert settings["json.schemas"] == [
        {"url": "./mine.json"},
        {"fileMatch": ["/data/tiny/heroes.json"], "url": "./build/schema/tiny/heroes.json"},
    ]
    assert list(settings["yaml.schemas"].values()) == ["data/tiny/game.yaml"]
    schema = json.loads(Path("build/schema/tiny/heroes.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    ada = {"name": "Ada", "health": 3, "tags": ["a"], "story": None, "HP": 9}
    for good in ([ada], {"ada": ada}, {"version": [3], "n": 1, "heroes": [ada, {"tags": "a; b"}]}, []):
        assert faults(schema, good) == []
    for bad in ([ada | {"health": 21}], {"ada": ada | {"health": []}}, {"heroes": [ada | {"tags": 3}]}, 3):
        assert faults(schema, bad)
