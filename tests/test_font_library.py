"""What lies in ``fonts/``: listed by family, with what each can set, and shown on a page of specimens."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest
from fontTools.ttLib import TTFont
from typer.testing import CliRunner

from pnp.build.specimen import PANGRAM
from pnp.cli.typer_app import app
from pnp.fonts.scripts import coverage_of
from pnp.game.font_library import font_library
from pnp.game.workspace import Workspace, shipped_root

from .conftest import GAME, ROOT, MakeGame
from .pdfs import text_of

MATERIAL = ROOT / "tests/material/fonts"


def coverage_table() -> str:
    """The table of fonts/README.md: what every style of a shipped family sets."""
    rows = []
    for name, group in font_library(Workspace(shipped_root(), shipped_root())).families():
        whole = [
            script for script in coverage_of(group[0].font) if all(script in coverage_of(each.font) for each in group)
        ]
        rows.append(f"| {name} | {', '.join(whole)} |\n")
    return "| family | sets |\n| --- | --- |\n" + "".join(sorted(rows))


def test_the_docs_say_exactly_what_the_shipped_families_set() -> None:
    assert coverage_table() in (ROOT / "fonts/README.md").read_text(encoding="utf-8")


def test_greek_and_cyrillic_are_shipped() -> None:
    rows = [line for line in coverage_table().splitlines() if "Greek" in line]
    assert len(rows) == 1
    assert rows[0].startswith("| Noto Sans |")
    assert "Cyrillic" in rows[0]


FILES = {
    "arch/Variable.ttf": "Archivo-wdth-wght.ttf",
    "own/Trial.otf": "TrialSans-Regular.otf",
    "own/both.ttc": "Barlow.ttc",
}


@pytest.fixture
def stocked(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace with fonts of its own, one of which a game names; the working folder."""
    workspace = make_game({"data/tiny/game.yaml": GAME.replace("alegreya-sans/AlegreyaSans-Bold.ttf", "own/Trial.otf")})
    for name, source in FILES.items():
        path = workspace.root / "fonts" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(MATERIAL / source, path)
    (workspace.root / "fonts/fonts.yaml").write_text(
        "own: {name: Trial, by: Bo Fair, licence: CC0}\n", encoding="utf-8"
    )
    monkeypatch.chdir(workspace.root)
    return workspace.root


def pnp(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output


def test_families_are_listed_with_weights_scripts_licences_and_who_uses_them(stocked: Path) -> None:
    assert stocked
    code, said = pnp("fonts")
    assert code == 0
    own = said[said.index("Trial Sans (") :].splitlines()[:4]
    assert own == [
        "Trial Sans (yours; used by tiny)",
        f"    {'own/Trial.otf':<48} Regular 400",
        "    sets Latin",
        "    by Bo Fair, CC0",
    ]
    assert "Archivo (yours; no game uses it)" in said
    assert "SemiBold, wght 100 to 900, wdth 62 to 125" in said
    assert "fonts.yaml names nobody" in said
    assert "Regular 400; SemiBold 600" in said, "both fonts of a collection"
    assert "Alegreya Sans (shipped; used by tiny)" in said
    assert "Noto Sans (shipped)" in said


def test_of_one_game_those_that_it_names(stocked: Path) -> None:
    assert stocked
    _, said = pnp("fonts", "tiny")
    assert [line.partition(" (")[0] for line in said.splitlines() if line[0] != " " and "(" in line] == [
        "Trial Sans", "Alegreya Sans",
    ]  # fmt: skip
    assert pnp("fonts", "tyni")[0] == 2


def test_a_specimen_shows_each_family_at_its_sizes(stocked: Path) -> None:
    code, said = pnp("fonts", "--specimen")
    assert code == 0
    assert said.endswith("build/fonts/specimen.pdf\n")
    path = stocked / "build/fonts/specimen.pdf"
    with pikepdf.open(path) as pdf:
        text = "".join(text_of(path, page) for page in range(len(pdf.pages)))
    for words in (
        "Alegreya Sans",
        "Trial Sans",
        PANGRAM,
        "0123456789",
        "Съешь же ещё",
        "by Bo Fair, CC0",
        "SemiBold Italic",
    ):
        assert words in text
    again = path.read_bytes()
    assert pnp("fonts", "--specimen", "--out", "other.pdf")[0] == 0
    assert (stocked / "other.pdf").read_bytes() == again


def test_the_pangram_has_every_letter() -> None:
    assert set(PANGRAM.lower()) >= set("abcdefghijklmnopqrstuvwxyz")


def test_a_font_that_cannot_be_read_is_said(stocked: Path) -> None:
    (stocked / "fonts/own/broken.otf").write_bytes(b"OTTO" + bytes(99))
    code, said = pnp("fonts")
    assert code == 1
    assert "fonts/own/broken.otf: broken.otf is damaged: get it again, or convert it anew" in said


def test_a_font_whose_maker_forbids_it_is_said(stocked: Path) -> None:
    font = TTFont(MATERIAL / "TrialSans-Regular.otf")
    font["OS/2"].fsType = 2
    font.save(stocked / "fonts/own/Trial.otf")
    assert "ask its maker before you give a PDF away" in pnp("fonts", "tiny")[1]


def test_a_link_out_of_the_workspace_is_no_font(stocked: Path, elsewhere: Path) -> None:
    shutil.copy(MATERIAL / "Cantarell-Regular.otf", elsewhere / "c.otf")
    outside = elsewhere.parent.parent / "outside-fonts"
    shutil.copytree(elsewhere, outside, dirs_exist_ok=True)
    (stocked / "fonts/link").symlink_to(outside)
    (stocked / "fonts/c.otf").symlink_to(outside / "c.otf")
    assert "Cantarell" not in pnp("fonts")[1]
