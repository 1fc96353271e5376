"""`pnp import squib`: a Ruby script is read, never run; plain values arrive in their place, all else is listed by its line.

The scripts are written for this project, after the structure of Squib's own samples and of published decks.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from pnp.build.build import build, read_game
from pnp.cli.typer_app import app
from pnp.game.workspace import find_workspace
from pnp.importing.deck import NamedColumn
from pnp.importing.ruby_tokens import lines_of, tokens
from pnp.importing.ruby_values import Count, Numbers, RubyValues, ScriptTable, Unread
from pnp.importing.squib_lengths import Measures
from pnp.job import PrintJob

from .pdfs import painted, text_of

SCRIPT = """\
require 'squib'
data = Squib.csv file: 'hive.csv'
wine = '#7C1F38'
Squib::Deck.new(cards: data['Name'].size, layout: 'hive.yml',
                width: '2.75in', height: 1125) do
  background color: 'white'
  rect x: 75, y: 75, width: 675, height: 150, fill_color: wine, stroke_width: 0
  text str: data['Name'], layout: 'title'
  text str: data['Text'], layout: :text, color: :dark_red
  save_pdf trim: 37.5
end
"""
LAYOUT = """\
base: {x: 0.25in, font: 'Times New Roman Bold 36'}
title: {extends: base, y: 0.3in, width: 2.25in, height: 0.4in, align: center, valign: middle}
text: {extends: title, y: += 1.5in, font: Sans 26, height: 0.8in}
"""
CARDS = "Name,Qty,Text\nAda,2,It is *good*\nBo,1,Plain\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "deck").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(here: Path, script: str, layout: str = LAYOUT) -> None:
    for name, text in (("hive.rb", script), ("hive.yml", layout), ("hive.csv", CARDS)):
        (here / "deck" / name).write_text(text, encoding="utf-8")


def take() -> Result:
    return CliRunner().invoke(app, ["import", "squib", "deck/hive.rb"])


def built(here: Path) -> Path:
    return build(read_game(find_workspace(here), "hive"), PrintJob("a4"), here / "out")[0].path


def template(here: Path) -> str:
    return (here / "templates/hive/card.svg").read_text(encoding="utf-8")


def test_a_deck_checks_builds_and_keeps_places_and_sizes(here: Path) -> None:
    write(here, SCRIPT)
    result = take()
    assert result.exit_code == 0, result.output
    assert "2 cards of 63.5 x 88.9 mm" in result.output, "the trim is bleed, and no part of the card"
    game = (here / "data/hive/game.yaml").read_text()
    assert "size: 63.5 x 88.9, bleed: 3.175, copies: qty" in game
    assert "name: {font: Grenze, weight: bold, size: 11.52, min: 5" in game, "Pango's 36 pt at 300 dpi"
    # 0.25 in - 1/8 in of bleed = 3.175 mm; 0.3 in - 1/8 in = 4.445 mm; 1.5 in further down
    assert '{{ text(it.name, 3.175, 4.445, 57.15, 10.16, "name", valign="middle") }}' in template(here)
    assert '{{ text(it.text, 3.175, 42.545, 57.15, 20.32, "text", valign="middle") }}' in template(here)
    path = built(here)
    assert text_of(path).count("Ada") == 2
    assert "It is *good*" in text_of(path)
    boxes = {(round(right - left, 2), round(low - top, 2)) for left, top, right, low in
             (item.box for item in painted(path) if item.operator == "f" and item.points)}  # fmt: skip
    assert (57.15, 12.7) in boxes, "675 x 150 pixels, measured on paper"


def test_what_only_running_could_tell_is_listed_with_its_line(here: Path) -> None:
    more = """\
  text str: data['Cost'].map { |c| "#{c} gold" }, x: 10, y: 10
  %w(a b).each do |key|
    text str: key
    if key == 'a'
      rect
    end
  end
  text(str: 'Hi', x: 300, y: 900, width: 300,
       height: 60) do |embed|
    embed.svg key: ':x:', file: 'x.svg'
  end
  line x1: 50, y1: 500, x2: 700, y2: 500 if true
  rect layout: 'gone'
  star x: 1
  text str: 'last', x: 300, y: 800
"""
    write(here, SCRIPT.replace("  save_pdf", f"{more}  save_pdf").replace("'hive.yml'", "%w(hive.yml economy.yml)"))
    result = take()
    assert result.exit_code == 0, result.output
    for line in (
        "line 4: layout 'economy.yml' – it comes with Squib: copy it beside the script, then import again",
        "line 10: text – what it shows, or where, only running the script could tell",
        "line 12: text str: key – it stands in a loop, a condition or a block",
        "line 14: rect – it stands in a loop, a condition or a block",
        "line 17: the block of text",
        "line 19: embed . svg",
        "line 21: line x1: 50",
        "line 22: rect layout: 'gone' – there is no such layout",
        "line 23: star x: 1 – pnp import does not read it",
        "line 25: save_pdf – use pnp build",
    ):
        assert line in result.output, line
    assert '"Hi"' in template(here)
    assert '"last"' in template(here), "after the blocks the deck goes on"
    assert "<line " not in template(here)


def test_pictures_lists_and_shapes(here: Path) -> None:
    Image.new("RGB", (300, 150), "orange").save(here / "deck/bee.png")
    (here / "deck/mark.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    )
    write(here, """\
Squib::Deck.new(width: 750, height: 1050) do
  png file: 'bee.png', x: 75, y: 75
  png file: 'bee.png', x: 75, y: 300, width: 300
  svg file: 'mark.svg', x: 'middle - 0.25in', y: 600, width: 150, height: 150, angle: 0.5
  text str: ['One', 'Two'], x: 75, y: 900, width: 300, height: 75, range: 1
  circle x: 600, y: 100, radius: 30, fill_color: :yellow, stroke_width: 0
  line x1: 75, y1: 500, x2: 'deck - 75', y2: 500, stroke_width: 3
end
""")  # fmt: skip
    result = take()
    assert result.exit_code == 0, result.output
    text = template(here)
    assert 'x="6.35" y="6.35" width="25.4" height="12.7"' in text, "300 x 150 pixels at 300 dpi"
    assert 'x="6.35" y="25.4" width="25.4" height="12.7"' in text, "its own shape, where one side is said"
    assert '<g transform="rotate(28.6479 25.4 50.8)">' in text
    assert '<ellipse cx="50.8" cy="8.4667" rx="2.54" ry="2.54"' in text
    assert '<line x1="6.35" y1="42.3333" x2="57.15" y2="42.3333"' in text
    words = text_of(built(here))
    assert "Two" in words
    assert "One" not in words, "a range of the second card alone"


def test_no_ruby_runs_and_no_file_outside_is_read(here: Path) -> None:
    (here / "secret.yml").write_text("title: {x: 1, note: SECRET}")
    (here / "secret.csv").write_text("Name\nSECRET\n")
    script = SCRIPT.replace("'hive.yml'", "['../secret.yml', 'hive.yml']").replace("'hive.csv'", "'../secret.csv'")
    evil = "system('touch PWNED')\n`touch PWNED`\nFile.write('PWNED', 'x')\neval \"system('touch PWNED')\"\n"
    write(here, evil + script)
    result = take()
    assert not list(here.rglob("PWNED"))
    assert "line 1: system (" in result.output
    assert "layout '../secret.yml' – it leads out of the script's folder" in result.output
    assert "the table '../secret.csv' – it leads out of the script's folder" in result.output
    assert not any("SECRET" in path.read_text() for path in here.glob("data/**/*") if path.is_file())


@pytest.mark.parametrize("script", [
    "Squib::Deck.new do\n" + "text str: " + "[" * 4_000 + "\nend", "(" * 20_000, "'" * 9_999, '"' + "\\" * 20_001, "=begin\n" * 3_000,
    "Squib::Deck.new(cards: 99999999999) do\n text str: 'x'\nend", "Squib::Deck.new(width: 0, dpi: 0, height: -1) do\nend",
    "Squib::Deck.new do\n text str: '}} {% x %} {{ 1 }} <script>', x: 9, y: 9\nend", "do\n" * 5_000 + "end\n" * 5_000, "%w(" * 5_000,
    "a = " * 5_000, "Squib::Deck.new do\n rect width: 'deck * 9e99999', x: '1e400'\n text str: 5, font: '1 2 3', font_size: -3\nend", "\x1b[2J x\n",
    "Squib::Deck.new do\n" + "rect\n" * 3_000 + "end",
])  # fmt: skip
def test_hostile_scripts_end_soon_and_break_nothing(script: str, here: Path) -> None:
    write(here, script, "a: {extends: b}\nb: {extends: [a, a, a]}\n")
    start = time.process_time()
    result = take()
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert result.exit_code in (0, 1)
    assert "\x1b[2J" not in result.output
    assert built(here).stat().st_size > 1_000
    assert time.process_time() - start < 20


def test_layouts_that_extend_in_a_circle_or_by_the_thousand_end(here: Path) -> None:
    layout = "a0: {x: 1}\n" + "".join(f"a{n}: {{extends: [a{n - 1}, a{n - 1}], x: += 1}}\n" for n in range(1, 60))
    write(here, SCRIPT.replace("'title'", "'a59'"), layout)
    start = time.process_time()
    assert isinstance(take().exit_code, int)
    assert time.process_time() - start < 10


def read(text: str) -> object:
    names = {"data": ScriptTable(1, {}), "red": "#f00"}
    values = RubyValues(list(tokens(text)), names)
    value = values.value()
    assert values.peek().kind == "end"
    return value


@pytest.mark.parametrize(("text", "value"), [
    ("'it\\'s'", "it's"), ('"a\\nb"', "a\nb"), (":sym", "sym"), ("1_000", 1000.0), ("%w(a b)", ["a", "b"]), ("[1, 'b',]", [1.0, "b"]),
    ("data['X y']", NamedColumn("X y")), ("data[:x]", NamedColumn("x")), ("data.name", NamedColumn("name")), ("data['X'].size", Count()),
    ("data.nrows", Count()), ("red", "#f00"), ("0..3", Numbers(0, 3)), ("0...3", Numbers(0, 2)), ("2.5.inches", "2.5in"), ("nil", None),
])  # fmt: skip
def test_plain_values_are_read(text: str, value: object) -> None:
    assert read(text) == value


@pytest.mark.parametrize("text", ['"#{x}"', "other", "data['X'].map", "Time.now", "->(x) { x }", "[1", "{a: 1}"])
def test_what_is_no_plain_value_is_left(text: str) -> None:
    with pytest.raises((Unread, AssertionError)):
        read(text)


@pytest.mark.parametrize(("value", "length"), [
    (300.0, 25.4), ("0.5in", 12.7), ("3mm", 3.0), ("2 cells", 6.35), ("75", 6.35), ("72pt", 25.4), ("deck", 60.0), ("middle", 30.0),
    ("deck / 3", 20.0), ("middle + 1in", 55.4), ("width - 10mm", 50.0), ("height", 90.0), (("+", 300.0, "1in"), 50.8), (("*", "10mm", "2"), 20.0),
])  # fmt: skip
def test_lengths(value: object, length: float) -> None:
    assert Measures(60.0, 90.0, 300.0).length(value, 60.0) == pytest.approx(length)


def test_statements_go_on_where_ruby_does() -> None:
    found = [
        " ".join(token.text for token in line)
        for line in lines_of(tokens("a b: 1,\n  c: 2 # x\n\n=begin\nno\n=end\nd(\n1)\n"))
    ]
    assert found == ["a b: 1 , c: 2", "d ( 1 )"]
