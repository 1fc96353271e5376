"""Collections from JSON and JSON Lines: values become what YAML's would, and every mistake has its line and column."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.problems import GameError, Source, describe
from pnp.source.json_reader import parse_json, parse_lines
from pnp.source.nodes import Listing, Mapping, Node, Scalar
from pnp.source.yaml_reader import parse_yaml

from .conftest import MakeGame
from .spreadsheets import faults, with_table

FIELDS = "fields: {name: text, health: int 1..20, story: markup?}"
DECK = '[{"name": "Ada", "health": 12}, {"name": "Bo", "health": 7, "story": "Keeps **{{ health }}** bees."}]'


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("heroes.json", DECK),
        ("heroes.json", b"\xef\xbb\xbf" + DECK.encode()),
        ("heroes.json", DECK.encode("utf-16")),
        ("heroes.json", DECK.replace(", ", ",\r\n\t")),
        ("heroes.json", '{"ada": {"Name": "Ada", "health": 12.0}, "bo": {"Name": "Bo", "health": "7", "story": "Keeps **{{ health }}** bees."}}'),
        ("heroes.json", f'{{"version": 3, "list": {DECK}}}'),
        ("heroes.json", f'{{"version": [3], "Heroes": {DECK}}}'),
        ("heroes.jsonl", DECK[1:-1].replace("}, {", "}\n\n{")),
        ("heroes.ndjson", DECK[1:-1].replace("}, {", "}\r\n{") + "\r\n"),
    ],
    ids=["list", "mark", "utf-16", "lines", "by name", "in an object", "called like the collection", "lines of records", "ndjson"],
)  # fmt: skip
def test_the_same_deck_whatever_wrote_it(make_game: MakeGame, file: str, text: str | bytes) -> None:
    heroes = with_table(make_game, file, text, FIELDS).collections["heroes"]
    assert [(record.id, record["name"], record["health"], record["story"]) for record in heroes] == [
        ("ada", "Ada", 12, None),
        ("bo", "Bo", 7, "Keeps **7** bees."),
    ]


def test_what_is_inside_becomes_what_yamls_would(make_game: MakeGame) -> None:
    fields = "fields: {name: text, tags: list of text?, friends: list of ref heroes?, moves: list of move?, art: art?, loud: flag?}"
    text = """[
        {"name": "Ada", "tags": ["quick", "a; b"], "friends": ["Mighty Bo"], "loud": true,
         "moves": [{"name": "Hop", "cost": 1}, {"name": "Jump", "cost": 2}], "art": {"file": "ada.png"}},
        {"name": "Mighty Bo", "tags": "quick; small", "moves": [], "art": null, "loud": false}
    ]"""
    workspace_types = "types: {move: {name: text, cost: int}, art: {file: text, by: text?}}\ncollections:"
    game = with_table(
        lambda files: make_game({name: part.replace("collections:", workspace_types) for name, part in (files or {}).items()}),
        "heroes.json", text, fields,
    )  # fmt: skip
    ada, bo = game.collections["heroes"]
    assert ada["tags"] == ("quick", "a; b")
    assert ada["friends"] == (bo,)
    assert [(move["name"], move["cost"]) for move in ada["moves"]] == [("Hop", 1), ("Jump", 2)]  # type: ignore[attr-defined]
    assert ada["art"]["file"] == "ada.png"  # type: ignore[index]
    assert (ada["loud"], bo["loud"]) == (True, False)
    assert (bo["tags"], bo["moves"], bo["art"]) == (("quick", "small"), (), None)


def test_null_takes_the_default(make_game: MakeGame) -> None:
    fields = "fields: {name: text, health: {type: int, default: 3}, story: text?}"
    (ada,) = with_table(make_game, "h.json", '[{"name": "Ada", "health": null, "story": ""}]', fields).collections[
        "heroes"
    ]
    assert (ada["health"], ada["story"]) == (3, None)


BROKEN = {
    "no comma": ('[{"name": "A"} {"name": "B"}]', "1:16: error: a comma or ] is missing in front of this"),
    "comma too many": ('[{"name": "A",}]', "1:14: error: a comma stands in front of the }"),
    "no quotes": ("[{name: 3}]", "1:3: error: the name 'name' stands without quotes"),
    "single quotes": ("['a']", "1:2: error: a text stands in double quotes"),
    "Python's": ('[{"a": True}]', "1:8: error: 'True' stands without quotes"),
    "not a number": ("[NaN]", "1:2: error: 'NaN' stands without quotes"),
    "a comment": ("// deck\n[]", "1:1: error: JSON has no comments"),
    "two lines": ('[{"name": "A\n"}]', "1:11: error: a quote is opened and never closed on its line"),
    "not closed": ('[\n  {"name": "A"}\n', "3:1: error: the end is reached, and a ] is missing"),
    "no colon": ('{"a" 1}', "1:6: error: a colon is missing behind the name"),
    "an escape": (r'["ab\q"]', r"1:5: error: an unknown escape \q stands in a text"),
    "half a letter": (r'["\ud83d!"]', r"1:3: error: \ud83d is half a character"),
    "a strange number": ("[012]", "1:2: error: '012' is no number"),
    "two values": ('{"name": "A"}\n{"name": "B"}', "2:1: error: something stands behind the end of the data"),
    "a name twice": ('[{"name": "A",\n  "name": "B"}]', "2:4: error: 'name' is given twice; first on line 1"),
    "deep": ("[" * 60, "1:52: error: nested more than 50 deep"),
    "no records": ('["Ada"]', "1:3: error: expected a record with its fields, found 'Ada'"),
    "an empty record": ("[{}]", "1:2: error: expected a record with its fields, found none"),
    "one number": ("3", "1:1: error: expected a list of records, found '3'"),
    "which": ('{"a": [], "b": []}', "1:1: error: expected a list of records, or records by their names"),
    "unknown": ('[{"name": "A", "health": 1},\n {"name": "B", "health": 2, "helth": 3}]', "2:30: error: unknown column 'helth': there is no such field"),
    "missing": ('[{"name": "A"}]', "1:4: error: there is no column for 'health'"),
    "out of range": ('[\n  {"name": "A", "health": 21}\n]', "2:27: error: health: 21 is more than 20, the most it may be"),
    "a list": ('[{"name": "A", "health": [1]}]', "1:26: error: health: expected a whole number from 1 to 20, found a list"),
    "a listed id": ('[{"id": [1], "name": "A", "health": 1}]', "1:9: error: id: expected a text, found a list"),
    "an id twice": ('[{"name": "A", "health": 1}, {"name": "A", "health": 2}]', "1:40: error: the id 'a' stands twice; first on line 1"),
    "in braces": (r'[{"name": "A", "health": 1, "story": "Keeps {{ helth }}"}]', "1:45: error: heroes.a.story: 'helth' is not known here"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), BROKEN.values(), ids=BROKEN)
def test_each_mistake_is_named_at_its_value(make_game: MakeGame, text: str, said: str) -> None:
    assert faults(make_game, "heroes.json", text, FIELDS) == [f"heroes.json:{said}"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"name": "A", "health": 1} {}', "1:28: error: something stands behind this line's record"),
        ('{"name": "A",\n"health": 1}', "1:1: error: the record goes on over several lines"),
        ('{"name": "A", "health": 1}\n{"name": "B", "health": 0}', "2:25: error: health: 0 is less than 1, the least it may be"),
    ],
)  # fmt: skip
def test_a_record_a_line(make_game: MakeGame, text: str, said: str) -> None:
    assert faults(make_game, "heroes.jsonl", text, FIELDS) == [f"heroes.jsonl:{said}"]


def test_the_caret_stands_under_the_value() -> None:
    with pytest.raises(GameError) as caught:
        parse_json(Source("a.json", '{"name": "Ada", "health": Yes}'))
    assert describe(caught.value.problems[0]).splitlines()[2] == " " * 30 + "^^^"


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("sheet: cards", []),
        ("sheet: kards", ["game.yaml:7:38: error: sheet: there is no 'kards' in 'heroes.json'"]),
    ],
)
def test_a_part_of_a_file_is_named_as_a_sheet_is(make_game: MakeGame, sheet: str, said: list[str]) -> None:
    text = f'{{"cards": {DECK}, "heroes": [], "n": {{}}}}'
    assert faults(make_game, "heroes.json", text, f"{sheet}, {FIELDS}") == said


def plain(node: Node) -> Any:
    """A node's texts alone."""
    if isinstance(node, Scalar):
        return ("" if node.empty else node.text, node.quoted)
    if isinstance(node, Listing):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.entries}


letters = st.text(
    st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="\u2028\u2029\ufeff"), max_size=8
)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | letters,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(letters, inner, max_size=3),
    max_leaves=8,
)


@given(values, st.booleans(), st.sampled_from([None, 2]))
@settings(max_examples=200)
def test_yaml_reads_the_same(value: Any, ascii_only: bool, indent: int | None) -> None:
    """Against PyYAML, which reads nearly all JSON: halves of characters it does not."""
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    if "\\ud" in text or "\ufffe" in text or "\uffff" in text:
        return
    ours = plain(parse_json(Source("a.json", text)))
    try:
        assert ours == plain(parse_yaml(Source("a.yaml", text)))
    except GameError:
        assert not text.isascii()  # what YAML calls not printable


@given(values)
@settings(max_examples=200)
def test_every_text_stands_at_its_place(value: Any) -> None:
    text = json.dumps(value, indent=1)
    source = Source("a.json", text)

    def look(node: Node) -> None:
        if isinstance(node, Scalar):
            raw = source.line(node.span.line)[node.span.column - 1 :]
            assert raw.startswith(json.dumps(node.text)[1:-1] if node.quoted else node.text)
        elif isinstance(node, Listing):
            for item in node.items:
                look(item)
        elif isinstance(node, Mapping):
            for key, inner in node.entries:
                look(key)
                look(inner)

    look(parse_json(source))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("12.0", "12"),
        ("1e3", "1000"),
        ("2.5E-3", "0.0025"),
        ("-0.50", "-0.50"),
        ("1e400", "1e400"),
        ("1e-9", "0.000000001"),
    ],
)
def test_numbers_are_as_a_person_writes_them(written: str, read: str) -> None:
    (item,) = parse_lines(Source("a.jsonl", written)).items
    assert isinstance(item, Scalar)
    assert item.text == read


@pytest.mark.parametrize(
    ("text", "code"),
    [("[" + "0," * 250_000 + "0]", "too-many-nodes"), ("[" + '{"a":1},' * 50_000 + '{"a":1}]', "table-too-large")],
)
def test_large_files_are_refused(make_game: MakeGame, text: str, code: str) -> None:
    with pytest.raises(GameError) as caught:
        with_table(make_game, "heroes.json", text, FIELDS)
    assert [problem.code for problem in caught.value.problems] == [code]


def test_what_expressions_in_json_quote_is_known(make_game: MakeGame) -> None:
    """A text of JSON writes \\" for a quote: what an expression names so is used."""
    from pnp.preflight.phrases import phrases_of

    text = r'[{"name": "A", "health": 1, "story": "{{ \"body\" }}"}]'
    assert "body" in phrases_of(with_table(make_game, "heroes.json", text, FIELDS)).quoted


def test_the_bounds_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.source.json_reader.MAX_VALUES", 3)
    assert parse_json(Source("a.json", "[1, 2]"))
    with pytest.raises(GameError):
        parse_json(Source("a.json", "[1, 2, 3]"))
    monkeypatch.setattr("pnp.source.json_reader.MAX_DEPTH", 1)
    assert parse_json(Source("a.json", "[[]]"))
    with pytest.raises(GameError):
        parse_json(Source("a.json", "[[[]]]"))


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (r'["a\qb"]', "write \\\\ for a \\ as such"),
        ("[1,]", "take the comma out"),
        ("[// x\n]", "take it out, or keep the data as .yaml"),
        ("[Yes]", "write true, false or null in small letters, or double quotes round a text"),
        ("[] []", "put all records into one list: [{…}, {…}]; or, with one record a line, call the file .jsonl"),
    ],
)
def test_each_mistake_has_its_cure(text: str, hint: str) -> None:
    with pytest.raises(GameError) as caught:
        parse_json(Source("a.json", text))
    assert caught.value.problems[0].hint == hint
