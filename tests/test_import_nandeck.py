"""`pnp import nandeck`: a script's cards stand where they stood; what was not taken is told with its line; no file is trusted.

The scripts are written for this project, after the structure of scripts that designers published with their own games.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from pnp.build.build import build, read_game
from pnp.cli.typer_app import app
from pnp.game.workspace import find_workspace
from pnp.importing.deck import NamedColumn
from pnp.importing.nandeck_script import ScriptLabels, content_of, cut, statements
from pnp.importing.plain_text import as_markup, from_tags
from pnp.importing.script_folder import NotBeside, ScriptFolder
from pnp.job import PrintJob

from .conftest import ROOT
from .pages import blocks
from .pdfs import painted, text_of
from .spreadsheets import workbook

SCRIPT = """\
; a hive
UNIT=MM
CARDSIZE=60,80
LINK=cards.csv
[all]="1-{(title)}"
[wide]=50
RECTANGLE=[all],0,0,100%,50%,#F4E7C0
FONT="Arial",14,B,#7C1F38
TEXT=[all],[title],5,10%,[wide],12,center,center
FONT=Georgia,9,,#000000
TEXT=[all],"Cost: [cost]",5,50,50,6,left,top
"""
CARDS = "Title,Cost\nBee,2\nWasp,3\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "deck").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(here: Path, script: str, cards: str = CARDS, name: str = "bees.nde") -> None:
    (here / "deck" / name).write_text(script, encoding="utf-8")
    (here / "deck" / "cards.csv").write_text(cards, encoding="utf-8")


def take(script: str = "deck/bees.nde", *words: str) -> Result:
    return CliRunner().invoke(app, ["import", "nandeck", script, *words])


def built(here: Path, name: str = "bees") -> Path:
    game = read_game(find_workspace(here), name)
    return build(game, PrintJob("a4"), here / "out")[0].path


def picture(path: Path, size: tuple[int, int] = (600, 400)) -> None:
    path.parent.mkdir(exist_ok=True)
    Image.new("RGB", size, "orange").save(path)


def test_a_deck_checks_builds_and_keeps_places_and_sizes(here: Path) -> None:
    write(here, SCRIPT)
    result = take()
    assert result.exit_code == 0, result.output
    assert "data/bees/ and templates/bees/ are made. Next: pnp build bees" in result.output
    assert "2 cards of 60 x 80 mm" in result.output
    template = (here / "templates/bees/card.svg").read_text()
    assert '<rect x="0" y="0" width="60" height="40" fill="color-1"/>' in template
    assert '{{ text(it.title, 5, 8, 50, 12, "title", valign="middle") }}' in template
    path = built(here)
    assert {"Bee", "Wasp", "Cost:", "2", "3"} <= set(text_of(path).split())
    boxes = {(round(right - left, 2), round(low - top, 2)) for left, top, right, low in
             (item.box for item in painted(path) if item.operator == "f" and item.points)}  # fmt: skip
    assert (60.0, 40.0) in boxes, "the rectangle measured on paper"


def test_columns_get_types_names_and_ids(here: Path) -> None:
    write(here, SCRIPT.replace("[all]=", "LINKMULTI=Number\n[all]="),
          "Title,Cost,Number,2nd Line,If\nBee,2,3,,x\nBee,,1,b,\n")  # fmt: skip
    result = take()
    assert result.exit_code == 0, result.output
    assert "the column '2nd Line' is called field_2nd_line" in result.output
    assert "the column 'If' is called if_field" in result.output
    game = (here / "data/bees/game.yaml").read_text()
    for line in (
        "title: text",
        "cost: int?",
        "number: int",
        "field_2nd_line: text?",
        "if_field: text?",
        "copies: number",
    ):
        assert line in game
    assert (here / "data/bees/cards.csv").read_text().splitlines() == [
        "id,Title,Cost,Number,field_2nd_line,if_field", "bee,Bee,2,3,,x", "bee-2,Bee,,1,b,",
    ]  # fmt: skip
    assert text_of(built(here)).count("Cost") == 4


def test_a_workbook_and_an_old_encoding_are_read(here: Path) -> None:
    write(here, SCRIPT.replace("cards.csv", "Cards.xlsx!Two"))
    (here / "deck/cards.xlsx").write_bytes(workbook({"One": [["A"]], "Two": [["Title", "Cost"], ["Hornet", 7]]}))
    assert take().exit_code == 0
    assert "hornet,Hornet,7" in (here / "data/bees/cards.csv").read_text()
    (here / "deck/cards.csv").write_bytes("Title;Cost\nBiène;1\n".encode("cp1252"))
    (here / "deck/old.nde").write_bytes(SCRIPT.replace("Cost:", "Coût:").encode("cp1252"))
    result = take("deck/old.nde")
    assert "it was read as Windows-1252" in result.output
    assert "Biène" in (here / "data/old/cards.csv").read_text(encoding="utf-8")
    assert "Coût: " in (here / "templates/old/card.svg").read_text(encoding="utf-8")


def test_a_sheet_of_opendocument_is_read(here: Path) -> None:
    write(here, SCRIPT.replace("cards.csv", "heroes.ods").replace("[title]", "[name]").replace("[cost]", "[health]"))
    (here / "deck/heroes.ods").write_bytes((ROOT / "tests/material/tables/heroes-odfpy.ods").read_bytes())
    result = take()
    assert result.exit_code == 0, result.output
    cards = (here / "data/bees/cards.csv").read_text(encoding="utf-8").splitlines()
    assert cards[0] == "id,name,health,story"
    assert len(cards) > 3


def test_what_is_not_taken_is_told_with_its_line(here: Path) -> None:
    more = "HTMLKEY=a\nIF=[cost]=1\nTEXT=[all],x,0,0,9,9\nENDIF\nTEXT=[all],[ghost],0,0,9,9\nTEXT=[all],x,0,0,here,9\nwhat?\n"
    write(here, SCRIPT + more + "PRINT=DUPLEX\nTEXT=5,x,0,0,9,9\nRECTANGLE=[all],0,0,9,9,#FF0000#00FF00@90\n")
    said = take().output
    for line in (
        "line 12: HTMLKEY – pnp import does not know it",
        "line 13: IF – conditions, loops and macros are not read",
        "line 14: TEXT – it stands in a condition, loop or macro",
        "line 16: a text – there is no column 'ghost'",
        "line 17: TEXT – 'here' is no number",
        "line 18: a line – pnp import does not know it",
        "line 19: PRINT – pnp builds all",
        "line 20: a text – there are no cards of those numbers",
        "line 21: #FF0000#00FF00@90 of RECTANGLE – of a gradient only #FF0000 is taken",
        "the font Arial is set in Barlow, which comes with pnp",
    ):
        assert line in said, line


def test_pictures_come_along_and_missing_ones_are_told(here: Path) -> None:
    picture(here / "deck/img/bee.png")
    write(
        here, SCRIPT + 'IMAGE=[all],"img\\[title].png",5,20,50,25,0,P\nICON=,F,img/BEE.PNG\nICONS=,FF,5,60,20,5,5,5\n'
    )
    result = take()
    assert result.exit_code == 0, result.output
    assert "the picture 'img/Wasp.png' – there is no such file beside the script" in result.output
    template = (here / "templates/bees/card.svg").read_text()
    assert 'x="5" y="20" width="50" height="25" preserveAspectRatio="xMidYMid meet"' in template
    assert '("img/" ~ it.title ~ ".png") not in ["img/Wasp.png"]' in template
    assert sum(item.operator == "Do" for item in painted(built(here))) >= 1 + 4, "one bee, and two icons on two cards"


def test_ranges_become_ids(here: Path) -> None:
    write(here, SCRIPT + 'TEXT=2,"second",5,60,50,6\nTEXT="1,2","both",5,70,50,6\n')
    assert take().exit_code == 0
    words = text_of(built(here))
    assert (words.count("second"), words.count("both")) == (1, 2)


def test_sequences_of_the_script_make_a_table(here: Path) -> None:
    write(here, "UNIT=MM\nCARDSIZE=60,80\nCARDS=3\n[suit]=Sun|Moon\nFONT=Arial,12,,#000000\nTEXT=1-3,[suit],5,5,50,8\n")
    assert take().exit_code == 0
    assert (here / "data/bees/cards.csv").read_text().splitlines()[1:] == ["sun,Sun", "moon,Moon", "sun-2,Sun"]


def test_text_says_what_it_said(here: Path) -> None:
    cell = '"2 * 3 * 4 :x: [red: b {{ n }}\n- two"'
    write(
        here, SCRIPT + "HTMLTEXT=,[more],5,60,50,18\n", f"Title,Cost,More\n{cell},1,<b>bold</b> &amp; <u>so</u><br>on\n"
    )
    result = take()
    assert result.exit_code == 0, result.output
    assert "the tag <u> in cells – their text stands without it" in result.output
    words = text_of(built(here))
    for part in ("2 * 3 * 4 :x: [red: b {{ n }}", "- two", "bold & so", "on"):
        assert part in words, words


@pytest.mark.parametrize(("text", "marked"), [
    ("a*b", "a\\*b"), ("1. x", "1\\. x"), ("a\nb", "a\\\nb"), ("a\n\nb", "a\n\nb"), (":x:", "\\:x:"), ("a: b", "a: b"), ("\\", "\\\\"),
])  # fmt: skip
def test_signs_that_would_mean_something_are_marked(text: str, marked: str) -> None:
    assert as_markup(text) == marked


def test_tags_become_marks_and_others_are_named() -> None:
    left: set[str] = set()
    assert from_tags("<b>a <i>b</i></b> * <font color=red>c</font><br/>d", left) == "**a *b*** \\* c\\\nd"
    assert left == {"font"}
    assert from_tags("<b>a", set()) == "**a**"
    assert from_tags("1 < 2", set()) == "1 < 2"


def test_statements_labels_and_sums() -> None:
    labels = ScriptLabels()
    found = list(statements('; no\n[a]=5\ntext="1,2", [A], {10/4}%, [b]\n', labels))[-1]
    assert (found.line, found.word, found.arguments) == (3, "TEXT", ("1,2", "5", "2.5%", "[b]"))
    assert cut('a,"b,c",', ",") == ["a", "b,c", ""]
    assert content_of("x [b]\\13\\y") == ("x ", NamedColumn("b"), "\ny")


@pytest.mark.parametrize(
    "name",
    ["../secret.csv", "/etc/passwd", "C:\\x.csv", "https://example.org/x.csv", "link.csv", "gone.csv", "con.csv"],
)
def test_nothing_outside_is_read(name: str, here: Path) -> None:
    (here / "secret.csv").write_text("Title,Cost\nSECRET,1\n")
    write(here, SCRIPT.replace("cards.csv", name) + f"IMAGE=,{name},0,0,9,9\n")
    (here / "deck/link.csv").symlink_to(here / "secret.csv")
    with pytest.raises(NotBeside):
        ScriptFolder(here / "deck").find(name)
    said = take().output
    assert "line 4: the table" in said
    made = [path for path in (*here.glob("data/**/*"), *here.glob("templates/**/*")) if path.is_file()]
    assert made
    assert not any("SECRET" in path.read_text(encoding="utf-8") or path.is_symlink() for path in made)


def test_nothing_is_overwritten(here: Path) -> None:
    write(here, SCRIPT)
    (here / "templates/bees").mkdir(parents=True)
    result = take()
    assert result.exit_code == 1
    assert "templates/bees is there already, and nothing is overwritten" in result.output
    assert not (here / "data").exists()
    assert take("deck/bees.nde", "--name", "wasps").exit_code == 0


@pytest.mark.parametrize("words", [["import", "excel", "deck/bees.nde"], ["import", "nandeck", "deck/none.nde"],
                                   ["import", "nandeck", "deck/bees.nde", "--name", "../out"]])  # fmt: skip
def test_wrong_use_is_told(words: list[str], here: Path) -> None:
    write(here, SCRIPT)
    assert CliRunner().invoke(app, words).exit_code == 2
    assert not (here / "data").exists()


@pytest.mark.parametrize("script", [
    "[a]=[b][b][b][b]\n[b]=[a][a][a][a]\nTEXT=,[a],0,0,9,9\n", "[" * 5_000, "TEXT=" + "," * 50_000, '"' * 9_999,
    "TEXT=1-999999,x,0,0,9,9\n", "CARDS=999999999\nTEXT=,x,0,0,9,9\n", "TEXT=,x,1e999,0,9,9\nCARDSIZE=0,0\n", "{1/0}\n[a]={9**9**9}\n",
    'TEXT=,"}} {% raw %} <script> {{ 1 }}",0,0,6,3\n', "RECTANGLE=,0,0,9,9," + "9" * 5_000, "IF=1\n" * 3_000, "\x01TEXT=,a\x1b[2J,0,0,6,3\n",
])  # fmt: skip
def test_hostile_scripts_end_soon_and_break_nothing(script: str, here: Path) -> None:
    write(here, script)
    result = take()
    assert result.exit_code in (0, 1), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert "\x1b[2J" not in result.output
    assert built(here).stat().st_size > 1_000


def test_the_recipe_of_the_cookbook_works(here: Path) -> None:
    recipe = (
        (ROOT / "docs/cookbook.md")
        .read_text(encoding="utf-8")
        .partition("## A deck from nanDECK or Squib\n")[2]
        .partition("\n## ")[0]
    )
    texts = [text.text for text in blocks(recipe)]
    (here / "deck/forge.nde").write_text(texts[0])
    (here / "deck/forge.csv").write_text(texts[1])
    result = take("deck/forge.nde")
    assert result.exit_code == 0, result.output
    for line in texts[3].strip().splitlines():
        assert line in result.output
