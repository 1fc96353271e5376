"""The documents tell the truth: the README's game builds, its mistake is answered as shown, links lead somewhere."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnp.build.build import build, check, read_game
from pnp.cli.starters import make_workspace
from pnp.cli.typer_app import app
from pnp.faces.compose import composer
from pnp.game.spec import (
    ASIDE,
    ASIDES,
    BOOK_KEYS,
    BOOK_MARGINS,
    BOOK_ROLES,
    COMPONENT_KEYS,
    DOCUMENT,
    GAME_KEYS,
)
from pnp.game.workspace import Workspace, find_workspace, shipped_root
from pnp.job import PrintJob
from pnp.rulebook.book import read_book
from pnp.rulebook.edition import set_book
from pnp.rulebook.markdown import INSERTS
from pnp.schema.naming import HELPERS
from pnp.schema.types import PLAIN
from pnp.svg.line_kinds import KINDS
from pnp.svg.subset import ELEMENTS

from .conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
RULEBOOK = (ROOT / "docs/rulebook.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"```(yaml|xml|markdown)\n(.*?)```", re.DOTALL)
FILE = re.compile(r"(data|templates)/bees/[\w./-]+")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "fonts/README.md", ROOT / "CHANGELOG.md"]


def test_the_game_of_the_readme_builds(tmp_path: Path) -> None:
    blocks = re.findall(r"```(?:yaml|xml)\n(.*?)```", README, re.DOTALL)
    written = 0
    for block in blocks:
        text = re.sub(r"^   ", "", block, flags=re.MULTILINE)
        name = re.search(r"(data|templates)/bees/[\w.]+", text.splitlines()[0])
        assert name is not None
        path = tmp_path / name[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if path.suffix == ".yaml" else text.split("\n", 1)[1], encoding="utf-8")
        written += 1
    assert written == 3
    (built,) = build(read_game(Workspace(tmp_path, shipped_root()), "bees"), PrintJob("a4"), tmp_path / "out")
    assert (built.pages, built.faces) == (1, 2)


def named_files(text: str) -> dict[str, str]:
    """The blocks of a page that name a file of the bees in their first line, whole, by that name."""
    found = {}
    for _, block in BLOCK.findall(text):
        name = FILE.search(block.splitlines()[0])
        if name is not None:
            found[name[0]] = block
    return found


def write_bees(folder: Path, files: dict[str, str]) -> Workspace:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Workspace(folder, shipped_root())


def test_the_book_to_copy_builds(tmp_path: Path) -> None:
    files = named_files(RULEBOOK.partition("## The book in game.yaml")[0])
    assert len(files) == 6
    built = build(read_game(write_bees(tmp_path, files), "bees"), PrintJob("a4"), tmp_path / "out")
    assert {item.path.name: item.pages for item in built} == {
        "cards.pdf": 2,
        "rulebook.pdf": 4,
        "rulebook-booklet.pdf": 2,
        "rulebook.html": 0,
    }
    page = re.sub(r"<[^>]+>", "", (tmp_path / "out/rulebook.html").read_text(encoding="utf-8"))
    assert "Bo comes home 28 % of the time" in page
    bees = tmp_path / "data/bees/bees.yaml"
    bees.write_text(bees.read_text(encoding="utf-8").replace("needs: 9", "needs: 8"), encoding="utf-8")
    build(read_game(Workspace(tmp_path, shipped_root()), "bees"), PrintJob("a4"), tmp_path / "out", ["rulebook.html"])
    page = re.sub(r"<[^>]+>", "", (tmp_path / "out/rulebook.html").read_text(encoding="utf-8"))
    assert "Bo comes home 42 % of the time" in page


def test_the_cover_and_the_page_to_copy_are_drawn(tmp_path: Path) -> None:
    files = named_files(RULEBOOK)
    assert len(files) == 8
    game, chapters = "data/bees/game.yaml", "chapters: [playing, odds]"
    files[game] = files[game].replace(chapters, f"{chapters}\n    cover: cover.svg\n    page: page.svg")
    made = read_game(write_bees(tmp_path, files), "bees")
    (built,) = build(made, PrintJob("a4"), tmp_path / "out", ["rulebook"])
    assert built.pages == 4
    manuscript, problems = read_book(composer(made, PrintJob("a4")), made.books["rulebook"])
    assert manuscript is not None
    assert problems == []
    cover, first, blank, last = [
        sheet.placements[0].face.svg for sheet in set_book(manuscript, made.documents["rulebook"], "a4").sheets
    ]
    assert ">Bees<" in cover
    assert all('height="8" fill="honey"' in page for page in (first, last))
    assert "<text" not in blank


def test_every_piece_of_a_chapter_shown_can_be_set(tmp_path: Path) -> None:
    """Each unnamed Markdown block of the page, as a chapter of its own in the shipped book."""
    pieces = [text for kind, text in BLOCK.findall(RULEBOOK) if kind == "markdown" and "templates/" not in text]
    assert len(pieces) > 8
    for folder in ("data", "templates"):
        shutil.copytree(ROOT / folder / "mortalgate", tmp_path / folder / "mortalgate")
    names = [f"shown-{number}" for number in range(len(pieces))]
    for name, text in zip(names, pieces, strict=True):
        chapter = tmp_path / f"templates/mortalgate/rulebook/{name}.md"
        chapter.write_text(f"# {name.capitalize()}\n\n{text}", encoding="utf-8")
    page = tmp_path / "data/mortalgate/game.yaml"
    text = page.read_text(encoding="utf-8")
    assert text.count("    chapters: [contents,") == 1
    page.write_text(text.replace("chapters: [contents,", f"chapters: [contents, {', '.join(names)},"), encoding="utf-8")
    game = read_game(Workspace(tmp_path, shipped_root()), "mortalgate")
    manuscript, problems = read_book(composer(game, PrintJob("a4")), game.books["rulebook"])
    assert manuscript is not None
    assert [*problems, *manuscript.composer.problems] == []
    made = set_book(manuscript, game.documents["rulebook"], "a4")
    assert made.problems == ()
    anchors = [anchor.name for sheet in made.sheets for anchor in sheet.anchors]
    assert set(names) < set(anchors)


def test_the_documents_shown_are_those_of_the_shipped_book() -> None:
    game = (ROOT / "data/mortalgate/game.yaml").read_text(encoding="utf-8").splitlines()
    (shown,) = [text for kind, text in BLOCK.findall(RULEBOOK) if kind == "yaml" and text.startswith("documents:")]
    lines = shown.splitlines()
    assert len(lines) == 5
    assert [line for line in lines if line not in game] == []


def test_the_mistake_of_the_readme_is_answered_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = re.search(r"give him `dodge: 55`\.\n\n(.*?)\n\n", README, re.DOTALL)
    assert shown is not None
    for folder in ("data", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    heroes = tmp_path / "data/mortalgate/heroes.yaml"
    heroes.write_text(heroes.read_text(encoding="utf-8").replace("dodge: 5\n", "dodge: 55\n"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    output = CliRunner().invoke(app, ["build", "mortalgate"]).output
    assert [line.strip() for line in output.splitlines()] == [line.strip() for line in shown[1].splitlines()]


def test_links_lead_somewhere() -> None:
    """Files and headings; what stands in code is an example, not a link."""
    seen = sections = 0
    for page in PAGES:
        prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target, section in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", prose):
            if target.startswith("http"):
                continue
            leads_to = page.parent / target if target else page
            assert leads_to.exists(), (page, target)
            seen += 1
            if section:
                headings = re.findall(r"^#+ (.*)$", leads_to.read_text(encoding="utf-8"), re.MULTILINE)
                assert section in [heading.lower().replace(" ", "-").replace("`", "") for heading in headings], (
                    page,
                    target,
                    section,
                )
                sections += 1
    assert seen > 10
    assert sections > 1


def test_every_key_and_element_is_documented() -> None:
    game = (ROOT / "docs/game.md").read_text(encoding="utf-8")
    templates = (ROOT / "docs/templates.md").read_text(encoding="utf-8")
    words = set(re.findall(r"[\w-]+", game))
    assert [key for key in (*GAME_KEYS, *COMPONENT_KEYS, *DOCUMENT, *PLAIN) if key not in words] == []
    assert [name for name in ELEMENTS if name not in templates] == []


NETS = re.findall(
    r"<!-- net (\S+) (\S+ x \S+) -->\n```xml\n(.*?)```\n\n!\[.+?\]\((\S+)\)\n",
    (ROOT / "docs/templates.md").read_text(encoding="utf-8"),
    re.DOTALL,
)


@pytest.mark.parametrize(("name", "size", "body", "picture"), NETS, ids=[net[0] for net in NETS])
def test_every_net_shown_is_drawn_as_it_stands(name: str, size: str, body: str, picture: str, tmp_path: Path) -> None:
    folder = make_workspace("shop", "cards", None, tmp_path)
    page = folder / "data/shop/game.yaml"
    text = page.read_text(encoding="utf-8")
    text = text.replace("\ncomponents:\n", f"\ncomponents:\n  net: {{template: net.svg, size: {size}, bleed: 1}}\n")
    page.write_text(text.replace("\ndocuments:\n", "\ndocuments:\n  net: [net]\n"), encoding="utf-8")
    root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {{ w + 2 }} {{ h + 2 }}">'
    (folder / "templates/shop/net.svg").write_text(f"{root}\n{body}</svg>\n", encoding="utf-8")
    for paper in ("a4", "letter"):
        assert [str(problem) for problem in check(read_game(find_workspace(folder), "shop"), PrintJob(paper))] == []
    assert picture == f"pictures/net-{name}.png" and (ROOT / "docs" / picture).exists()


def test_every_net_has_its_picture() -> None:
    shown = {re.search(r"= (\w+)\(", body)[1] for _, _, body, _ in NETS}  # type: ignore[index]  # each asks for one
    nets = {"cube", "closed_box", "tuck_box", "fold_over", "standee"}
    assert shown == nets - {"closed_box"}  # a cube is one
    assert nets <= HELPERS


def test_the_game_of_the_pictures_is_sound_and_shows_every_kind_of_line() -> None:
    """The lines, laps and labels of docs/printing.md are drawn from it."""
    game = read_game(find_workspace(ROOT / "docs/samples"), "bees")
    assert [str(problem) for problem in check(game, PrintJob("a4"))] == []
    (pair,) = composer(game, PrintJob("a4")).pairs(game.components["sign"])
    assert pair.front.shape.kind == "path"  # the outline: a closed line to cut
    assert {"cut", *(line.kind for line in pair.front.lines)} == set(KINDS)
    shown = (ROOT / "docs/printing.md").read_text(encoding="utf-8")
    assert all(f"(pictures/{name}.png)" in shown for name in ("lines", "laps", "labels"))


def test_every_word_of_a_book_is_documented() -> None:
    words = set(re.findall(r"[\w-]+", RULEBOOK))
    styles = ["body", *re.findall(r'style\("([\w-]+)"', (ROOT / "pnp/rulebook/look.py").read_text(encoding="utf-8"))]
    assert len(styles) > 10
    known = [*BOOK_KEYS, *BOOK_MARGINS, *BOOK_ROLES, *ASIDE, *ASIDES, *INSERTS, *(f"book-{style}" for style in styles)]
    assert [word for word in known if word not in words] == []
