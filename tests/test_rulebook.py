"""The rulebook: pages that hold together, numbers that come from the data, links that lead somewhere."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.build import build, read_game
from pnp.faces.compose import composer
from pnp.game.model import Game
from pnp.game.workspace import Workspace, shipped_root
from pnp.impose.booklet import booklet_order
from pnp.impose.sheet import Sheet
from pnp.job import PrintJob
from pnp.problems import GameError
from pnp.rulebook.book import Manuscript, read_book, targets_of
from pnp.rulebook.column_boxes import Box
from pnp.rulebook.edition import set_book
from pnp.rulebook.html import web_page
from pnp.rulebook.pagination import Frame, paginate
from pnp.text.breaks import Fragment, break_fragments

from .conftest import GAME, ROOT, MakeGame
from .test_broken_games import problems_of


@pytest.fixture(scope="module")
def manuscript(mortalgate: Game) -> Manuscript:
    made, problems = read_book(composer(mortalgate, PrintJob("a4")), mortalgate.books["rulebook"])
    assert made is not None
    assert [*problems, *made.composer.problems] == []
    return made


@pytest.fixture(scope="module")
def pages(manuscript: Manuscript) -> list[Sheet]:
    made = set_book(manuscript, manuscript.composer.game.documents["rulebook"], "a4")
    assert made.problems == ()
    return list(made.sheets)


@pytest.fixture(scope="module")
def box(mortalgate: Game, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folder of the built books for each paper."""
    folders = {paper: tmp_path_factory.mktemp(paper) for paper in ("a4", "letter")}
    for paper, folder in folders.items():
        build(mortalgate, PrintJob(paper), folder, ["rulebook", "rulebook-booklet"])
    return folders


@pytest.fixture(scope="module")
def texts(box: dict[str, Path]) -> list[str]:
    """The text of every page of the built book."""
    with pypdfium2.PdfDocument(box["a4"] / "rulebook.pdf") as pdf:
        return [re.sub(r"\s+", " ", page.get_textpage().get_text_range()) for page in pdf]


# pages


def test_a_booklet_needs_no_blank_pages_and_ends_with_the_quick_reference(pages: list[Sheet], texts: list[str]) -> None:
    assert len(pages) % 4 == 0
    assert [anchor.name for anchor in pages[-1].anchors][:1] == ["quick"]
    assert "Quick reference" in texts[-1]


def test_contents_index_and_cross_references_name_the_right_pages(
    pages: list[Sheet], texts: list[str], manuscript: Manuscript
) -> None:
    found = {anchor.name: number for number, page in enumerate(pages, 1) for anchor in page.anchors}
    listed = " ".join(texts[1:3])
    chapters = [chapter for chapter in manuscript.chapters if chapter.id != "contents"]
    assert len(chapters) > 20
    for chapter in chapters:
        title = "".join(piece.text for piece in chapter.title)
        assert re.search(rf"{re.escape(title)} \D*{found[chapter.id]}\b", listed), (chapter.id, found[chapter.id])
    references = re.findall(r"moving \(page.(\d+)\)", " ".join(texts), re.IGNORECASE)
    assert references
    assert set(references) == {str(found["moving"])}


def test_every_link_of_the_pdf_leads_to_a_page_of_it(box: dict[str, Path]) -> None:
    with pikepdf.open(box["a4"] / "rulebook.pdf") as pdf:
        assert pdf.check_pdf_syntax() == []
        links = [note for page in pdf.pages for note in page.get("/Annots", [])]
        own = {page.objgen for page in pdf.pages}
        assert len(links) > 300
        for link in links:
            target: Any = link.get("/Dest") if "/Dest" in link else link.A.D
            assert target[0].objgen in own
        with pdf.open_outline() as outline:
            assert sum(1 for item in outline.root if item.children) > 10


def test_nothing_is_set_outside_the_margins(pages: list[Sheet], mortalgate: Game) -> None:
    margins, seen = mortalgate.books["rulebook"].margins, 0
    for number, page in enumerate(pages[1:], 2):
        left = margins.inner if number % 2 else margins.outer
        right = page.size.width - (margins.outer if number % 2 else margins.inner)
        for placement in page.placements[1:]:
            assert placement.clip is not None
            rect = placement.clip.rect
            seen += 1
            assert rect.x >= left - 0.01, (number, placement.face.component)
            assert rect.right <= right + 0.01, (number, placement.face.component)
            assert rect.bottom <= page.size.height - margins.bottom + 0.01, (number, placement.face.component)
    assert seen > 30


heights = st.tuples(st.integers(1, 40), st.booleans(), st.integers(0, 6))


@given(st.lists(heights, min_size=1, max_size=60), st.integers(1, 3))
@settings(max_examples=200)
def test_every_box_is_placed_once_in_order_and_nothing_kept_is_torn(
    shapes: list[tuple[int, bool, int]], columns: int
) -> None:
    boxes = [
        Box(float(height), svg=str(i), keep=keep, above=float(white), below=1.0)
        for i, (height, keep, white) in enumerate(shapes)
    ]
    frame = Frame(120, 100, columns)
    made = paginate(boxes, frame)
    placed = [(number, item) for number, page in enumerate(made) for item in page.placed]
    assert [item.box.svg for _, item in placed] == [box.svg for box in boxes]
    for (page_a, a), (page_b, b) in pairwise(placed):
        assert b.y + b.box.height <= 100 + 1e-6
        if (page_a, a.x) == (page_b, b.x):
            assert b.y >= a.y + a.box.height - 1e-6
        elif a.box.keep:  # torn: only where the whole chain is taller than a column
            start = int(a.box.svg)
            while start and boxes[start - 1].keep:
                start -= 1
            end = int(b.box.svg)
            while end < len(boxes) - 1 and boxes[end].keep:
                end += 1
            chain = boxes[start : end + 1]
            tall = sum(box.height for box in chain) + sum(max(x.below, y.above) for x, y in pairwise(chain))
            assert tall > 100


@given(st.lists(st.integers(1, 12), min_size=4, max_size=40), st.integers(2, 3))
def test_the_columns_that_end_a_band_are_as_even_as_its_boxes_allow(tall: list[int], columns: int) -> None:
    boxes = [Box(float(height), svg=str(i)) for i, height in enumerate(tall)]
    (*_, page) = paginate(boxes, Frame(120, 60, columns))
    ends = dict.fromkeys(sorted({item.x for item in page.placed}), 0.0)
    for item in page.placed:
        ends[item.x] = item.y + item.box.height
    # no column could give its lowest box away: the deepest is within one box of an even share
    share = sum(item.box.height for item in page.placed) / columns
    assert max(ends.values()) <= share + max(tall)
    assert page.used == pytest.approx(max(ends.values()))
    low = Box(30.0, svg="after", columns=1)
    after = [item for page in paginate([*boxes, low], Frame(120, 600, columns)) for item in page.placed][-1]
    assert after.y <= sum(tall) / columns + max(tall), "what comes after stands right below"


def test_a_table_that_runs_over_the_page_repeats_its_headings() -> None:
    head = Box(5, svg="head", keep=True)
    rows = [Box(10, svg=f"row {i}", head=head) for i in range(25)]
    made = paginate([head, *rows], Frame(100, 100))
    assert len(made) > 2
    assert all(page.placed[0].box.svg == "head" for page in made)
    assert sum(item.box.svg.startswith("row") for page in made for item in page.placed) == 25


# paragraphs


def fragment(width: float, *, starts: bool = True) -> Fragment:
    return Fragment((), (), width, width, starts, False)


@given(st.lists(st.integers(1, 8), min_size=1, max_size=11))
@settings(max_examples=150)
def test_ragged_lines_are_the_least_ragged_there_are(widths: list[int]) -> None:
    """Against every way of breaking the paragraph."""
    fragments = [fragment(width) for width in widths]
    limit, space = 12.0, 1.0
    made = break_fragments(fragments, space, limit, justify=False)
    assert made is not None

    def cost(breaks: list[tuple[int, int]]) -> float:
        total = 0.0
        for start, end in breaks:
            width = sum(widths[start:end]) + space * (end - start - 1)
            if width > limit:
                return float("inf")
            slack = limit - width
            total += 10 + (
                4000 * max(0.0, 0.18 - width / limit) ** 2 if end == len(widths) else 1000 * (slack / limit) ** 2
            )
        return total

    def ways(start: int) -> list[list[tuple[int, int]]]:
        if start == len(widths):
            return [[]]
        return [[(start, end), *rest] for end in range(start + 1, len(widths) + 1) for rest in ways(end)]

    assert cost(made) == pytest.approx(min(cost(way) for way in ways(0)))


def test_no_paragraph_leaves_one_line_alone(pages: list[Sheet]) -> None:
    """The boxes of a paragraph's first and last two lines are kept together: seen here on the set pages."""
    assert pages
    lines = [Box(4, keep=True), *[Box(4) for _ in range(3)], Box(4, keep=True), Box(4)]
    for room in range(8, 30):
        for page in paginate([Box(5), *lines], Frame(100, room)):
            assert len(page.placed) > 1 or page.placed[0].box.height == 5


# the booklet


@given(st.integers(1, 30))
def test_a_folded_booklet_reads_in_order(sheets: int) -> None:
    """Fold it: the outer sheet's right front page is the first, its left front page the last."""
    order = booklet_order(4 * sheets)
    fronts, backs = order[0::2], order[1::2]
    first_half = [page for front, back in zip(fronts, backs, strict=True) for page in (front[1], back[0])]
    second_half = [
        page for front, back in zip(reversed(fronts), reversed(backs), strict=True) for page in (back[1], front[0])
    ]
    assert first_half + second_half == list(range(1, 4 * sheets + 1))


def test_the_booklet_is_two_pages_to_a_side(box: dict[str, Path]) -> None:
    for paper, size in (("a4", (297.0, 210.0)), ("letter", (279.4, 215.9))):
        with (
            pikepdf.open(box[paper] / "rulebook-booklet.pdf") as booklet,
            pikepdf.open(box[paper] / "rulebook.pdf") as book,
        ):
            assert len(booklet.pages) * 2 == len(book.pages)
            media = [float(value) * 25.4 / 72 for value in booklet.pages[0].MediaBox]
            assert media[2:] == pytest.approx(size, abs=0.01)
            assert booklet.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


# numbers


def test_a_changed_dodge_changes_tables_sentences_and_examples(mortalgate: Game, tmp_path: Path) -> None:
    for folder in ("data/mortalgate", "templates/mortalgate"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    heroes = tmp_path / "data/mortalgate/heroes.yaml"
    text = heroes.read_text(encoding="utf-8")
    before, after = "dodge: 6\n", "dodge: 11\n"
    assert text.count(before) == 1, "Sabea's dodge"
    heroes.write_text(text.replace(before, after), encoding="utf-8")
    build(
        read_game(Workspace(tmp_path, shipped_root()), "mortalgate"),
        PrintJob("a4"),
        tmp_path / "out",
        ["rulebook.html"],
    )
    build(mortalgate, PrintJob("a4"), tmp_path / "old", ["rulebook.html"])
    old = (tmp_path / "old/rulebook.html").read_text(encoding="utf-8")
    new = (tmp_path / "out/rulebook.html").read_text(encoding="utf-8")
    plain_old, plain_new = (re.sub(r"<[^>]+>", "", page) for page in (old, new))
    assert "75 + 9 − 6 = 78" in plain_old
    assert "75 + 9 − 11 = 73" in plain_new
    assert "roll is 100 − 78 = 22" in plain_old
    assert "roll is 100 − 73 = 27" in plain_new
    row = r'<th scope="row">Sabea</th><td[^>]*>(\d+)</td>'
    assert re.findall(row, old)[0] == "22"
    assert re.findall(row, new)[0] == "27"


def test_a_million_seeded_rolls_agree_with_the_exact_chance(mortalgate: Game) -> None:
    """Two d10 as tens and ones, 00 for 100, rolled for every pair of heroes in turn: 56 pairs, a million rolls."""
    roll = mortalgate.book.roll
    assert roll is not None
    assert sum(share for _, share in roll.outcomes) == 1
    dice = random.Random(20)
    rolls = 1_000_000
    shown = Counter((10 * dice.randrange(10) + dice.randrange(10)) or 100 for _ in range(rolls))
    names = mortalgate.book.names
    required, exact = names["required_roll"], names["hit_probability"]
    assert callable(required)
    assert callable(exact)
    pairs = [(a, d) for a in mortalgate.collections["heroes"] for d in mortalgate.collections["heroes"] if a is not d]
    assert len(pairs) == 56
    for attacker, defender in pairs:
        hits = sum(count for value, count in shown.items() if value >= required(attacker, defender))
        assert hits / rolls == pytest.approx(float(exact(attacker, defender)), abs=0.0025)  # five standard deviations


# the web page


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.outside: list[str] = []
        self.headings: list[int] = []
        self.tables = self.heads = self.pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.ids += [given["id"] or ""] if "id" in given else []
        target = given.get("href") or given.get("src") or ""
        if target.startswith("#"):
            self.links.append(target[1:])
        elif target and not target.startswith("data:"):
            self.outside.append(target)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.tables += tag == "table"
        self.heads += tag == "th" and given.get("scope") in ("row", "col")
        if tag == "svg" and given.get("role") == "img":
            self.pictures += 1
            assert given.get("aria-label"), "every picture has its words"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("meta", "br"):
            assert self.open.pop() == tag


def test_the_web_page_is_whole_and_asks_for_nothing(manuscript: Manuscript) -> None:
    text = web_page(manuscript, manuscript.composer.game.documents["rulebook.html"])
    page = _Page()
    page.feed(text)
    assert page.open == []
    assert page.outside == []
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    assert set(page.links) - set(page.ids) == set()
    assert len(page.links) > 300
    assert page.pictures > 40
    assert page.tables > 15
    assert page.heads > 200
    assert page.headings[0] == 1
    assert all(b <= a + 1 for a, b in pairwise(page.headings)), "no level of heading is skipped"
    assert not re.search(r"url\((?!data:|#)", text)
    assert '<html lang="en">' in text
    assert f"Version 2.5, content {manuscript.names['digest']}" in text
    assert text == web_page(manuscript, manuscript.composer.game.documents["rulebook.html"])


# what is wrong is said where it stands

BOOK_GAME = (
    GAME.replace(
        "documents:",
        """text_more: x
books:
  guide: {chapters: [one, two], diagrams: diagrams.yaml}
documents:
  guide: {layout: book, book: guide, size: a5}""",
    )
    .replace("text_more: x\n", "")
    .replace("color: ink}}", "color: ink}, book-body: {font: Text, size: 9.5, color: ink}}")
    + "boards: {field: board.yaml}\n"
)
BOARD = """
hex: {flat-to-flat: 25}
terrain: {open: {name: Open}, wall: {name: Wall, blocks: [move, sight]}}
legend: {".": open, "#": wall}
kinds: {landing: {}}
places: {R: {kind: landing, name: Landing}}
map: |
  R . .
  . . .
"""
DIAGRAMS = """
board: field
looks: {near: {fill: paper, edge: ink}}
diagrams:
  steps:
    title: Steps
    map: |
      . A .
      . . .
    figures: {A: {is: heroes.ada}}
    areas: [{cells: "reach(A, 1)", look: near}]
    claims: ["count(reach(A, 1)) > 2"]
    caption: Ada walks.
    alt: Ada and the hexes about her.
"""
GOOD = {
    "data/tiny/game.yaml": BOOK_GAME,
    "data/tiny/board.yaml": BOARD,
    "data/tiny/diagrams.yaml": DIAGRAMS,
    "templates/tiny/guide/one.md": "# One\n\n> Begin here.\n\nSee [two](#two) and **{{ heroes.ada.name }}**.\n\n![](diagram:steps)\n",
    "templates/tiny/guide/two.md": "# Two\n\n## Part\n\n- a\n- b\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n",
}
ONE, TWO = "templates/tiny/guide/one.md", "templates/tiny/guide/two.md"
# (file, line) -> the line that replaces it or joins it, and what must be said there
BROKEN: dict[str, tuple[str, str, str]] = {
    "link to nowhere": (TWO, "See [three](#thre).", "nothing here is called '#thre'"),
    "link out": (TWO, "See [us](https://example.org).", "the link leads out of the book, to 'https://example.org'"),
    "unknown table": (TWO, "![](table:to-hit)", "there is no table 'to-hit'"),
    "unknown diagram": (TWO, "![](diagram:step)", "there is no diagram 'step'"),
    "unknown component": (TWO, "![](face:card/ada)", "there is no component 'card'"),
    "unknown record": (TWO, "![](face:cards/adda)", "there is no 'adda' in heroes"),
    "unknown side": (TWO, "![](face:cards/ada/back)", "cards has no side 'back'"),
    "unknown drawing": (TWO, "![](drawing:map.svg)", "there is no drawing 'map.svg' in templates/tiny/guide/"),
    "unknown kind": (TWO, "![](photo:x.png)", "a figure of an unknown kind, 'photo'"),
    "bad width": (
        TWO,
        '![](face:cards/ada "wide as can be")',
        "expected a length such as 3mm or 2.5in, found 'wide as can be'",
    ),
    "figure in a text": (TWO, "Look: ![](diagram:steps)", "a figure stands within a text"),
    "HTML": (TWO, "<b>bold</b>", "a rulebook does not print HTML"),
    "code": (TWO, "    four spaces", "a rulebook does not print a block of code: four spaces begin one"),
    "unknown icon": (TWO, "A :flam: burns.", "unknown icon ':flam:'"),
    "a name that is not known": (TWO, "{{ heros }}", "'heros' is not known here"),
    "an id given twice": (TWO, "## Again {#one}", "'one' names two places of the book"),
    "a second title": (TWO, "# Three", "a heading of level 1 within a chapter"),
    "a quotation": (
        TWO,
        "> Said somebody.",
        "a rulebook does not print a quotation: only the chapter's first paragraph may be one",
    ),
    "a way into the program": (
        TWO,
        "{{ game.title.__class__ }}",
        "this reaches into the program, which no game may",
    ),
    "a character that no font has": (TWO, "The sign 漢.", "no font has '漢' (U+6F22), of the Han script"),
    "an aside that begins with no figure": (TWO, "::: beside\ntext\n:::", "::: beside does not begin with a figure"),
}


def test_the_good_book_is_good(make_game: MakeGame, tmp_path: Path) -> None:
    game = read_game(make_game(GOOD), "tiny")
    built = build(game, PrintJob("a4"), tmp_path / "out", ["guide"])
    assert built[0].pages >= 2


@pytest.mark.parametrize("name", BROKEN)
def test_broken_chapters(name: str, make_game: MakeGame) -> None:
    file, line, message = BROKEN[name]
    files = GOOD | {file: GOOD[file] + "\n" + line + "\n"}
    number = files[file].rstrip("\n").count("\n") + 1 - line.count("\n")
    problems = problems_of(make_game, files)
    assert [(str(problem.span).rsplit(":", 1)[0], problem.message) for problem in problems] == [
        (f"{file}:{number}", message)
    ]


def test_lines_are_named_rightly_after_loops_and_conditions(make_game: MakeGame) -> None:
    text = "# Two\n\n{% for hero in heroes %}\n- {{ hero.name }}\n{% endfor %}\n\n{% if heroes | length > 1 %}\nMany.\n{% endif %}\n\n[x](#nowhere)\n"
    problems = problems_of(make_game, GOOD | {TWO: text})
    assert [str(problem.span) for problem in problems] == [f"{TWO}:11:1"]


def test_unused_diagrams_and_missing_chapters_are_named(make_game: MakeGame) -> None:
    unused = problems_of(make_game, GOOD | {ONE: "# One\n"})
    assert [(str(problem.span), problem.message) for problem in unused] == [
        ("data/tiny/diagrams.yaml:4:3", "no chapter shows the diagram 'steps'")
    ]
    missing = problems_of(
        make_game, {**GOOD, "data/tiny/game.yaml": BOOK_GAME.replace("[one, two]", "[one, two, three]")}
    )
    assert [problem.message for problem in missing] == ["there is no file 'three.md' in templates/tiny/guide/"]


def test_a_false_claim_of_a_diagram_stops_the_build(make_game: MakeGame) -> None:
    problems = problems_of(make_game, GOOD | {"data/tiny/diagrams.yaml": DIAGRAMS.replace("> 2", "> 20")})
    assert any("it is not true that" in problem.message for problem in problems)


def test_nothing_is_written_when_a_chapter_is_broken(make_game: MakeGame, tmp_path: Path) -> None:
    game = read_game(make_game(GOOD | {TWO: "# Two\n\n[x](#nowhere)\n"}), "tiny")
    with pytest.raises(GameError):
        build(game, PrintJob("a4"), tmp_path / "out")
    assert not (tmp_path / "out").exists()


HEROES = "\n".join(f"h{i}: {{name: Hero {i}, health: {1 + i % 20}}}" for i in range(20)) + "\n"
RULES = """
parameters: {hero: heroes, foe: heroes}
formulas: {"both(hero, foe)": "hero.health + foe.health"}
tables:
  sums: {title: Sums, rows: heroes as foe, columns: heroes as hero, cell: "both(hero, foe)"}
"""


def test_a_table_of_twenty_heroes_is_split_and_loses_nothing(make_game: MakeGame, tmp_path: Path) -> None:
    files = {
        "data/tiny/heroes.yaml": HEROES,
        "data/tiny/rules.yaml": RULES,
        "data/tiny/game.yaml": BOOK_GAME.replace("palette:", "rules: rules.yaml\npalette:", 1),
        "data/tiny/diagrams.yaml": DIAGRAMS.replace("heroes.ada", "heroes.h0"),
        ONE: GOOD[ONE].replace("heroes.ada", "heroes.h0"),
        TWO: "# Two\n\n![](table:sums)\n",
    }
    game = read_game(make_game(GOOD | files), "tiny")
    build(game, PrintJob("a4"), tmp_path / "out", ["guide"])
    with pypdfium2.PdfDocument(tmp_path / "out/guide.pdf") as pdf:
        pages = [page.get_textpage() for page in pdf]
        text = "\n".join(page.get_text_range() for page in pages)
        widths = [page.get_charbox(i)[2] for page in pages for i in range(page.count_chars())]
        assert max(widths) < (148 - 13) * 72 / 25.4, "nothing runs over the margin"
    numbers = Counter(int(word) for word in text.split() if word.isdecimal())
    wanted = Counter(2 + a % 20 + b % 20 for a in range(20) for b in range(20))
    assert all(numbers[value] >= count for value, count in wanted.items() if value > 21)


# credits


def test_credits_name_the_hands_behind_every_icon_and_font(manuscript: Manuscript, texts: list[str]) -> None:
    whole = " ".join(texts)
    assert len(manuscript.credits) > 6
    for credit in manuscript.credits:
        assert credit.who in whole
    assert "?" not in " ".join(credit.what for credit in manuscript.credits)
    assert f"MortalGate, version 2.5, content {manuscript.names['digest']}" in whole


def test_every_target_of_the_book_is_reachable_by_its_own_name(manuscript: Manuscript) -> None:
    targets = targets_of(manuscript.chapters)
    for hero in manuscript.composer.game.collections["heroes"]:
        assert f"heroes/{hero.id}" in targets
    for blessing in manuscript.composer.game.collections["blessings"]:
        assert f"blessings/{blessing.id}" in targets
