"""Words of strangers in every place that a PDF says them: they are words there, and nothing in the document does anything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String

from bench.fuzz.harmless_pdf import wrong_in_pdf
from bench.fuzz.small_game import small_games
from pnp.build.build import build, read_game
from pnp.game.workspace import Workspace
from pnp.job import PrintJob

WORDS = {
    "an action": ") /A << /S /URI /URI (https://evil.example) >> (",
    "an action that is escaped": "\\) /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> \\(",
    "an object": ">> endobj 9 0 obj << /Type /EmbeddedFile /S /JavaScript >> stream x endstream",
    "brackets": "((((( \\",
    "brackets that close": "))))) >> >> \\\\) /JS (x) \\",
    "addresses": "http://evil.example mailto:a@b.example javascript:x file:///x",
}
GAME, ONE, TWO = "data/tiny/game.yaml", "templates/tiny/guide/one.md", "templates/tiny/guide/two.md"
PLACES = (
    (GAME, "title: Small\n", "title: {}\n"),
    (GAME, "author: Ann", "author: {}"),
    (GAME, "A game of bees", "{}"),
    (GAME, "title: The guide", "title: {}"),
    (GAME, "guide: {layout", "guide: {{title: {}, layout"),
    (ONE, "# One", "# {{{{ {} }}}}"),
    (TWO, "## Part {#part}", "## {{{{ {} }}}} {{#part}}"),
    (TWO, "index: Bees; Hops", "index: {{{{ {} }}}}"),
    ("data/tiny/rules.yaml", "title: Chances", "title: {}"),
    ("templates/icons/icons.yaml", "star: Ann", "star: {}"),
)


def built(root: Path, words: str) -> list[Path]:
    """The PDFs of the small game with a book, where ``words`` stand in every one of the places."""
    files = dict(small_games()["book"])
    said = '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'
    for name, old, new in PLACES:
        text = files[name].decode()
        assert old in text, old
        files[name] = text.replace(old, new.format(said)).encode()
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    build(read_game(Workspace(root, root), "tiny"), PrintJob("a4"), root / "out")
    return sorted((root / "out").rglob("*.pdf"))


@pytest.mark.parametrize("words", WORDS)
def test_words_do_nothing_in_a_document(words: str, tmp_path: Path) -> None:
    documents = built(tmp_path, WORDS[words])
    assert documents
    for path in documents:
        assert wrong_in_pdf(path) == []
        with pikepdf.open(path) as pdf:
            assert str(pdf.docinfo["/Author"]) == WORDS[words]
            assert "/Outlines" in pdf.Root
            assert any("/Annots" in page.obj for page in pdf.pages)


ACTION = Dictionary(S=Name("/URI"), URI=String("https://evil.example"))


def _link(pdf: Pdf) -> pikepdf.Object:
    return next(page.obj["/Annots"][0] for page in pdf.pages if "/Annots" in page.obj)


def _put(item: Callable[[Pdf], pikepdf.Object], key: str, value: object) -> Callable[[Pdf], None]:
    def put(pdf: Pdf) -> None:
        item(pdf)[key] = value

    return put


SPOILED: dict[str, Callable[[Pdf], None]] = {
    "the catalog has /OpenAction": _put(lambda pdf: pdf.Root, "/OpenAction", ACTION),
    "a key that does something: /JS": _put(
        lambda pdf: pdf.Root["/ViewerPreferences"], "/X", Dictionary(JS=String("x"))
    ),
    "a name that does something: /Launch": _put(
        lambda pdf: pdf.Root["/ViewerPreferences"], "/X", Array([Name("/Launch")])
    ),
    "a key that does something: /EF": _put(lambda pdf: pdf.Root["/Pages"], "/X", Dictionary(EF=Dictionary())),
    "the page has /AA": _put(lambda pdf: pdf.pages[0].obj, "/AA", Dictionary()),
    "the link has /A": _put(_link, "/A", ACTION),
    "a link that leads to no page of the document": _put(_link, "/Dest", String("elsewhere")),
    "the facts has /More": _put(lambda pdf: pdf.docinfo, "/More", String("x")),
    "the outline has /A": _put(lambda pdf: pdf.Root["/Outlines"]["/First"], "/A", ACTION),
    "a line of the outline that leads to no page of the document": _put(
        lambda pdf: pdf.Root["/Outlines"]["/First"], "/Dest", Array([0, Name("/Fit")])
    ),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("sound"), "Words")[0]


@pytest.mark.parametrize("said", SPOILED)
def test_what_does_something_is_seen(said: str, sound: Path, tmp_path: Path) -> None:
    with pikepdf.open(sound) as pdf:
        SPOILED[said](pdf)
        pdf.save(tmp_path / "spoiled.pdf")
    assert wrong_in_pdf(sound) == []
    assert said in wrong_in_pdf(tmp_path / "spoiled.pdf")
