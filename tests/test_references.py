"""How `make references` measures: a channel off by 2 is nothing, by 3 a pixel; 0.02 % of the pixels are the most."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bench import references
from bench.references import compare, differences, kept, kept_names, write_page
from bench.views import Picture


def grey(height: int = 100, width: int = 100) -> Picture:
    return np.full((height, width, 3), 128, dtype=np.uint8)


def with_spots(count: int, by: int) -> Picture:
    """The same with so many pixels off in one channel."""
    picture = grey()
    picture.reshape(-1, 3)[:count, 1] += by
    return picture


@pytest.mark.parametrize(
    ("count", "by", "words"),
    [
        (0, 0, None),
        (10_000, 2, None),
        (2, 3, None),  # 0.02 %
        (3, 3, "0.030% of the pixels (3), by up to 3"),
        (2_000, 100, "20.000% of the pixels (2,000), by up to 100"),
    ],
)
def test_a_picture_differs_by_more_than_a_few_pixels(count: int, by: int, words: str | None) -> None:
    for actual, expected in ((with_spots(count, by), grey()), (grey(), with_spots(count, by))):
        found = compare("game/card", actual, expected)
        assert (found.words if found else None) == words


def test_a_picture_of_another_size_or_a_new_one_differs() -> None:
    wider = compare("game/card", grey(100, 120), grey())
    assert wider and wider.words == "another size: 100 x 100 -> 120 x 100 pixels"
    new = compare("game/card", grey(), None)
    assert new and new.words == "new"


def test_what_differs_is_shown_on_one_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(references, "FOLDER", tmp_path / "kept")
    monkeypatch.setattr(references, "SHOWN", tmp_path / "build" / "references")
    (tmp_path / "kept" / "game").mkdir(parents=True)
    for name, picture in (("card", grey()), ("board", grey())):
        Image.fromarray(picture).save(tmp_path / "kept" / "game" / f"{name}.webp", lossless=True, exact=True)
    assert kept_names() == {"game/card", "game/board"}
    assert np.array_equal(kept("game/card"), grey())  # type: ignore[arg-type]
    found = differences({"game/card": with_spots(50, 9), "game/board": grey(), "game/new": grey()})
    assert [item.name for item in found] == ["game/card", "game/new"]
    page = write_page(found, ["game/gone"])
    names = {path.name for path in page.parent.iterdir()}
    assert names == {
        "index.html",
        "game-card-actual.png",
        "game-card-expected.png",
        "game-card-difference.png",
        "game-new-actual.png",
    }
    text = page.read_text(encoding="utf-8")
    assert all(name in text for name in names - {"index.html"})
    assert "game/card: 0.500% of the pixels (50), by up to 9" in text and "<li>game/gone</li>" in text
    with Image.open(page.parent / "game-card-difference.png") as image:
        marks = np.array(image)
    assert int((marks == references.RED).all(axis=2).sum()) == 50


def test_pictures_of_another_pdfium_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    assert references.foreign_viewer() == ""
    monkeypatch.setattr(references, "version", lambda _: "1.2.3")
    assert "1.2.3 is installed" in references.foreign_viewer()
