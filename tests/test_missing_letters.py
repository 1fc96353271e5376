"""Letters that no font has: one problem for one cause, with a cure; and what stands in for them where that says the same."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.build.build import build, check, read_game
from pnp.fonts.equivalents import EQUIVALENTS
from pnp.fonts.families import INSTALLED
from pnp.fonts.scripts import by_cause, script_of
from pnp.game.workspace import Workspace
from pnp.job import PrintJob
from pnp.problems import GameError, Problem, describe, in_order

from .conftest import CARD, GAME, ROOT, MakeGame
from .pdfs import text_of

MATERIAL = ROOT / "tests/material/fonts"
BARE = "fonts: {Text: {regular: TrialSans-Regular.otf}}"
FONTS = "fonts: {Text: {regular: alegreya-sans/AlegreyaSans-Regular.ttf, bold: alegreya-sans/AlegreyaSans-Bold.ttf}}"


def heroes(*names: str) -> str:
    return "".join(f'h{i}: {{name: "{name}", health: 3}}\n' for i, name in enumerate(names))


def workspace_of(make_game: MakeGame, files: dict[str, str], *fonts: str) -> Workspace:
    workspace = make_game(files)
    for font in fonts:
        (workspace.root / "fonts").mkdir(exist_ok=True)
        shutil.copy(MATERIAL / font, workspace.root / "fonts" / font)
    return workspace


def errors_of(workspace: Workspace) -> list[Problem]:
    try:
        found = check(read_game(workspace, "tiny"), PrintJob("a4"))
    except GameError as error:
        found = list(error.problems)
    return [problem for problem in found if problem.severity == "error"]


# --- a script is one problem


def test_a_missing_script_is_one_problem_with_its_count_and_its_first_place(make_game: MakeGame) -> None:
    names = [f"Ἥρως {'αβγδεζηθ'[i % 8]}" for i in range(40)]
    (found,) = errors_of(make_game({"data/tiny/heroes.yaml": heroes(*names)}))
    assert found.code == "missing-glyph"
    assert found.message.startswith(
        "heroes.h0.name, on cards, h0: no font has 'Ἥ' (U+1F2D), 'ρ' (U+03C1), 'ω' (U+03C9) and 2 more"
    )
    assert found.message.endswith(", of the Greek script; Greek letters in 39 more texts")
    assert found.span is not None
    assert found.span.line == 1


def test_scripts_are_told_apart_and_signs_by_themselves(make_game: MakeGame) -> None:
    text = heroes("Ада ☃", "Ὀδυσσεύς", "Игра ☃", "漢字")
    found = errors_of(make_game({"data/tiny/heroes.yaml": text}))
    assert sorted(problem.kin for problem in found) == [
        "'☃' (U+2603)",
        "Cyrillic letters",
        "Greek letters",
        "Han letters",
    ]
    (snow,) = [problem for problem in found if problem.kin.startswith("'☃'")]
    assert snow.message == "heroes.h0.name, on cards, h0: no font has '☃' (U+2603); '☃' (U+2603) in 1 more text"


def test_a_script_that_is_not_set_is_one_problem(make_game: MakeGame) -> None:
    (found,) = errors_of(make_game({"data/tiny/heroes.yaml": heroes("שלום", "עולם", "ארץ")}))
    assert found.code == "script"
    assert found.message.endswith("runs from right to left, which is not set here; Hebrew letters in 2 more texts")


def test_words_of_a_template_are_counted_too(make_game: MakeGame) -> None:
    card = CARD.replace("</svg>", '<text x="5" y="50" font-family="Text" font-size="4">Привет</text>\n</svg>')
    found = errors_of(make_game({"templates/tiny/card.svg": card, "data/tiny/heroes.yaml": heroes("Ада", "Ева")}))
    assert [problem.kin for problem in found] == ["Cyrillic letters"]


def test_a_rulebook_in_another_script_is_one_problem(make_game: MakeGame) -> None:
    game = GAME.replace("text: {body:", "text: {book-body: {font: Text, size: 9, color: ink}, body:")
    game += "books: {rules: {title: Rules, chapters: [one]}}\n"
    game = game.replace("  cards: [cards]", "  cards: [cards]\n  rules: {book: rules, layout: book, size: a5}")
    chapter = "# Правила\n\n" + "\n\n".join(f"Слова {i}: ход и ещё ход." for i in range(300))
    found = errors_of(make_game({"data/tiny/game.yaml": game, "templates/tiny/rules/one.md": chapter}))
    assert [(problem.code, problem.kin) for problem in found] == [("missing-glyph", "Cyrillic letters")]
    assert found[0].message.endswith("; Cyrillic letters in 300 more texts")


def test_merging_again_changes_nothing() -> None:
    problems = [Problem("c", f"text {i} lacks it", kin="Greek letters") for i in range(5)]
    once = in_order(problems)
    assert [problem.message for problem in once] == ["text 0 lacks it; Greek letters in 4 more texts"]
    assert in_order(once) == once
    both = in_order([*once, Problem("c", "text 9 lacks it", kin="Greek letters")])
    assert [problem.message for problem in both] == ["text 0 lacks it; Greek letters in 5 more texts"]


# --- the cure


def test_the_cure_names_a_family_of_the_game_that_has_them(make_game: MakeGame) -> None:
    game = GAME.replace(FONTS, FONTS[:-1] + ", Math: {regular: noto-sans-math/NotoSansMath-Regular.ttf}}")
    (found,) = errors_of(make_game({"data/tiny/game.yaml": game, "data/tiny/heroes.yaml": heroes("a ∮ b")}))
    assert found.hint == "Math has them: add it to the families of fallback: in game.yaml"


def test_the_cure_names_a_family_in_fonts(make_game: MakeGame) -> None:
    (found,) = errors_of(make_game({"data/tiny/heroes.yaml": heroes("a ∮ b")}))
    assert found.hint == (
        "fonts/ has them: add Noto Sans Math: {regular: noto-sans-math/NotoSansMath-Regular.ttf} to fonts:, "
        "and fallback: [Noto Sans Math]"
    )


def test_the_cure_works(make_game: MakeGame) -> None:
    game = GAME.replace(FONTS, FONTS[:-1] + ", Noto Sans Math: {regular: noto-sans-math/NotoSansMath-Regular.ttf}}")
    game += "fallback: [Noto Sans Math]\n"
    assert errors_of(make_game({"data/tiny/game.yaml": game, "data/tiny/heroes.yaml": heroes("a ∮ b")})) == []


def test_letters_that_nothing_here_has_say_how_to_add_a_font(make_game: MakeGame) -> None:
    (found,) = errors_of(make_game({"data/tiny/heroes.yaml": heroes("ᚠᚢᚦ")}))
    assert found.message.endswith("of the Runic script")
    assert (
        found.hint
        == "write it otherwise, or put a font that has it into fonts/, and name it under fonts: and fallback:"
    )


# --- a font of the computer


def test_a_font_of_the_computer_is_to_be_copied_in(make_game: MakeGame) -> None:
    (found,) = errors_of(
        make_game({"data/tiny/game.yaml": GAME.replace(FONTS, "fonts: {Text: {regular: Garamond.ttf}}")})
    )
    assert found.message == "there is no font file 'Garamond.ttf' in fonts/"
    assert found.hint == INSTALLED
    for place in ("C:\\Windows\\Fonts", "~/Library/Fonts", "/usr/share/fonts", "licence"):
        assert place in INSTALLED


def test_a_style_or_a_drawing_that_names_one_says_so_too(make_game: MakeGame) -> None:
    (found,) = errors_of(make_game({"data/tiny/game.yaml": GAME.replace("font: Text", "font: Garamond")}))
    assert found.message == "font: 'Garamond' is no family of fonts:"
    assert "C:\\Windows\\Fonts" in found.hint
    card = CARD.replace("</svg>", '<text x="5" y="50" font-family="Garamond" font-size="4">Hi</text>\n</svg>')
    found, *_ = errors_of(make_game({"templates/tiny/card.svg": card, "data/tiny/game.yaml": GAME}))
    assert "unknown font family 'Garamond'" in found.message
    assert "C:\\Windows\\Fonts" in found.hint


def test_a_file_that_stands_elsewhere_in_fonts_is_proposed(make_game: MakeGame) -> None:
    game = GAME.replace("bold: alegreya-sans/AlegreyaSans-Bold.ttf", "bold: AlegreyaSans-Bold.otf")
    (found,) = errors_of(make_game({"data/tiny/game.yaml": game}))
    assert found.hint == "did you mean 'alegreya-sans/AlegreyaSans-Bold.ttf'?"


# --- what stands in


@pytest.mark.parametrize(
    ("typed", "copied"),
    [("Will\u2011o\u2011Wisp", "Will-o-Wisp"), ("ofﬁce ﬂag", "office flag"), ("5 \u2212 3", "5 – 3"), ("o\u02bcclock", "o’clock"),
     ("1\u20442 cup", "1/2 cup"), ("\uf0b7 item", "· item"), ("so\u00adft", "soft")],
)  # fmt: skip
def test_what_word_and_pdfs_leave_is_set_plain_and_found(typed: str, copied: str, make_game: MakeGame) -> None:
    files = {"data/tiny/game.yaml": GAME.replace(FONTS, BARE), "data/tiny/heroes.yaml": heroes(typed)}
    workspace = workspace_of(make_game, files, "TrialSans-Regular.otf")
    (done,) = build(read_game(workspace, "tiny"), PrintJob("a4"), workspace.root / "out")
    assert copied in text_of(done.path)


def test_a_font_that_has_the_character_keeps_it(make_game: MakeGame) -> None:
    workspace = make_game({"data/tiny/heroes.yaml": heroes("5 \u2212 3 = 2")})
    (done,) = build(read_game(workspace, "tiny"), PrintJob("a4"), workspace.root / "out")
    assert "5 \u2212 3 = 2" in text_of(done.path)


def test_a_fallback_that_has_the_character_goes_before_what_stands_in(make_game: MakeGame) -> None:
    game = GAME.replace(FONTS, BARE.replace("}}", "}, Math: {regular: noto-sans-math/NotoSansMath-Regular.ttf}}"))
    files = {"data/tiny/game.yaml": game + "fallback: [Math]\n", "data/tiny/heroes.yaml": heroes("5 \u2212 3")}
    workspace = workspace_of(make_game, files, "TrialSans-Regular.otf")
    assert [font.path.stem for font, _ in read_game(workspace, "tiny").fonts.runs("5 \u2212 3", "Text")] == [
        "TrialSans-Regular", "NotoSansMath-Regular", "TrialSans-Regular",
    ]  # fmt: skip


def test_a_no_break_hyphen_keeps_its_word_on_one_line(make_game: MakeGame) -> None:
    """It is exchanged behind the breaking of lines."""
    workspace = workspace_of(make_game, {"data/tiny/game.yaml": GAME.replace(FONTS, BARE)}, "TrialSans-Regular.otf")
    game = read_game(workspace, "tiny")
    from pnp.text.fit import fit_text

    def lines(words: str) -> int:
        return len(fit_text(words, game.text_styles["body"], 20, 40, game.fonts).lines)

    assert lines("a knight-errantry") == 2
    assert lines("and knight-errantry of old") > lines("a")
    plain, kept = (
        fit_text(f"of knight{dash}errantry", game.text_styles["body"], 17, 40, game.fonts) for dash in "-\u2011"
    )
    assert [len(block.lines) for block in (plain, kept)] == [2, 2]
    assert plain.lines[0].width > kept.lines[0].width, "the first line ends behind the hyphen, or before the word"


def test_what_stands_in_says_the_same_and_needs_nothing_odd() -> None:
    for char, plain in EQUIVALENTS.items():
        assert plain and char not in plain
        assert len(char) == 1
    assert not any(set("<>&") & set(text) for plain in EQUIVALENTS.values() for text in plain)


def test_a_page_for_browsers_has_what_stands_in(make_game: MakeGame) -> None:
    files = {"data/tiny/game.yaml": GAME.replace(FONTS, BARE)}
    fonts = read_game(workspace_of(make_game, files, "TrialSans-Regular.otf"), "tiny").fonts
    assert fonts.plain("ofﬁce a\u2011b") == "office a-b"
    assert fonts.plain('<p title="6\u2033">') == '<p title="6\u2033">', "no quotation mark comes into an attribute"


# --- scripts by name


@pytest.mark.parametrize(
    ("char", "script"),
    [("a", "Latin"), ("7", "Latin"), ("é", ""), ("ж", "Cyrillic"), ("ώ", "Greek"), ("漢", "Han"), ("か", "kana"), ("ー", "kana"), ("한", "Hangul"),
     ("א", "Hebrew"), ("ᚠ", "Runic"), ("☃", ""), ("∮", ""), ("№", ""), ("ա", "Armenian"), ("კ", "Georgian")],
)  # fmt: skip
def test_a_letter_has_a_script_and_a_sign_has_none(char: str, script: str) -> None:
    assert script_of(char) == script


def test_what_cannot_be_seen_is_named_by_its_number() -> None:
    assert [cause.named for cause in by_cause("\u3000\u2028é")] == ["U+3000", "U+2028", "'é' (U+00E9)"]


def test_a_problem_is_described_with_its_cure(make_game: MakeGame, tmp_path: Path) -> None:
    assert tmp_path
    (found,) = errors_of(make_game({"data/tiny/heroes.yaml": heroes("a ∮ b", "c ∮ d")}))
    said = describe(found)
    assert "^" in said
    assert "hint: fonts/ has them" in said
