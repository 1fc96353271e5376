"""Where lines may end (UAX 14), and where they do: against every way there is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.text.breaks import Fragment, break_fragments, lines_needed
from pnp.text.markup import Piece
from pnp.text.measure import measure_of
from pnp.text.opportunities import breaks_inside, glued
from pnp.text.words import fragments_of, words_of

from .test_paint import FONTS
from .test_text import BODY


def chunks(text: str) -> str:
    """The text with | wherever a line may end."""
    lines = []
    for line in words_of([Piece(text)]):
        parts = [(part.pieces, part.starts) for part in fragments_of(line, measure_of(BODY, FONTS), "")]
        shown = ["".join(piece.text for piece in pieces) for pieces, _ in parts]
        lines.append("|".join(shown))
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("well-known and/or 3–5", "well-|known|and/|or|3–|5"),
        ("page 3-5, 1/2, -3, 10 %", "page|3-5,|1/2,|-3,|10|%"),
        ("fox—jumps — on", "fox—|jumps|—|on"),
        ("a\u00a0b c\u2060-\u2060d e\u200bf", "a b|c-d|e|f"),
        ("(see below) “so it is”", "(see|below)|“so|it|is”"),
        ("Quoi ! dit-il : « va »", "Quoi !|dit-|il :|« va »"),
        ("漢字を、読む（すぐ）。", "漢|字|を、|読|む|（す|ぐ）。"),
        ("キャラクター", "キャ|ラ|ク|ター"),
        ("$5 5€ 10% e.g. d20", "$5|5€|10%|e.g.|d20"),
        ("wait…what 1.5-fold", "wait…|what|1.5-|fold"),
        ("x\u0302-y e\u0301!", "x\u0302-|y|e\u0301!"),
        ("http://a.b/c", "http://|a.b/|c"),
        ("one\ntwo", "one\ntwo"),
        ("a\r\nb\vc\u2028d", "a\nb\nc\nd"),
        ("1/2 and/2 (5)% (a)% $(5) $(.5) $(a)", "1/2|and/|2|(5)%|(a)|%|$(5)|$(.5)|$|(a)"),
        ("— — (\u0308 x", "— —|(\u0308 x"),
        ("한국어 \u1112\u1161\u11ab%", "한|국|어|\u1112\u1161\u11ab%"),
        ("👍🏽👍 ⌚🏽", "👍🏽|👍|⌚|🏽"),
        ("👩\u200d🌾🌾", "👩\u200d🌾|🌾"),
        ("-ness -漢", "-ness|-|漢"),
    ],
)
def test_where_lines_may_end(text: str, broken: str) -> None:
    # French guillemets: the space inside them and before a sign of its own holds (LB13, LB15)
    assert chunks(text) == broken


@pytest.mark.parametrize(("after", "held"), [(":", True), (";then", True), (".5", False), (",", True), ("then", False)])
def test_a_space_before_a_comma_holds_and_one_before_a_decimal_does_not(after: str, held: bool) -> None:
    assert glued("so", after) == held  # LB15c, LB15d


@pytest.mark.parametrize(
    ("before", "after", "held"),
    [("a\u200b", ")", False), ("a\u200b", "\u200bb", True), ("a", ")", True), ("a\u200b\u0308", ")", True)],
)
def test_behind_a_place_to_break_even_a_bracket_may_begin_a_line(before: str, after: str, held: bool) -> None:
    assert glued(before, after) == held  # LB8


def test_the_space_between_an_icon_and_what_closes_looks_as_what_closes_does() -> None:
    flame = Piece("flame", bold=True, icon=True)
    assert words_of([flame, Piece(" ) x", italic=True)]) == (
        ((flame, Piece(" ", italic=True), Piece(")", italic=True)), (Piece("x", italic=True),)),
    )


def test_plain_words_take_no_look_at_the_rules() -> None:
    assert breaks_inside("Strasse,") == breaks_inside("don’t!”") == ()


def test_hyphenation_follows_the_language() -> None:
    measure = measure_of(BODY, FONTS)
    words = words_of([Piece("extraordinary")])[0]
    assert [part.broken[0].text for part in fragments_of(words, measure, "en")] != ["extraordinary"]
    assert len(fragments_of(words, measure, "xx")) == 1
    german = words_of([Piece("Wörterbuch")])[0]
    assert [part.pieces[0].text for part in fragments_of(german, measure, "de")] == ["Wör", "ter", "buch"]


def fragment(width: float) -> Fragment:
    return Fragment((Piece("x"),), (Piece("x"),), width, width, True, False)


@given(st.lists(st.integers(1, 8), min_size=1, max_size=9))
@settings(max_examples=200)
def test_boxes_get_the_fewest_and_then_the_evenest_lines(widths: list[int]) -> None:
    limit = 12.0
    fragments = [fragment(width) for width in widths]

    def cost(breaks: list[tuple[int, int]]) -> tuple[int, float] | None:
        total = 0.0
        for start, end in breaks:
            used = sum(widths[start:end]) + end - start - 1
            if used > limit and end - start > 1:
                return None
            slack = (limit - used) / limit
            last = end == len(widths)
            total += max(0.0, 0.4 - used / limit) ** 2 * 4 if last else max(0.0, slack) ** 2
        return len(breaks), round(total, 9)

    costs = []
    for cuts in product([False, True], repeat=len(widths) - 1):
        ends = [i + 1 for i, cut in enumerate(cuts) if cut] + [len(widths)]
        found = cost(list(zip([0, *ends[:-1]], ends, strict=True)))
        costs += [found] if found else []
    made = break_fragments(fragments, 1.0, limit, justify=False, fewest=True, emergency=True)
    assert made is not None
    assert cost(made) == min(costs)
    assert len(made) == lines_needed(fragments, 1.0, limit)


@pytest.mark.parametrize("justify", [False, True])
def test_of_two_ways_that_cost_the_same_the_fuller_line_comes_first(justify: bool) -> None:
    fragments = [fragment(width) for width in (4, 4, 4, 9)]  # the last fills a line alone, one of the others must
    made = break_fragments(fragments, 1.0, 10.0, justify=justify, emergency=True)
    assert made == [(0, 2), (2, 3), (3, 4)]


def test_the_evener_of_two_ways_is_found_however_little_they_differ() -> None:
    fragments = [fragment(width) for width in (5 + 1e-6, 3, 5, 8)]  # three lines; the second word may stand in two
    assert break_fragments(fragments, 1.0, 10.0, justify=False, fewest=True) == [(0, 1), (1, 3), (3, 4)]


@pytest.mark.parametrize(
    ("widths", "fewest", "lines"),
    [
        ((40.004, 58.996, 10), True, [(0, 1), (1, 3)]),
        ((39.996, 59.004, 10), True, [(0, 2), (2, 3)]),
        ((84.001, 14.999, 10), False, [(0, 1), (1, 3)]),
        ((83.999, 15.001, 10), False, [(0, 2), (2, 3)]),
    ],
)
def test_a_word_goes_down_to_a_short_last_line_where_that_mends_more_than_it_spoils(
    widths: tuple[float, ...], fewest: bool, lines: list[tuple[int, int]]
) -> None:
    """Of a full first line and a last one that is a tenth full: in a box and in a book, as much short of enough."""
    fragments = [fragment(width) for width in widths]
    assert break_fragments(fragments, 1.0, 100.0, justify=False, fewest=fewest) == lines


@pytest.mark.parametrize(("justify", "fewest"), [*product([False, True], repeat=2)])
def test_what_takes_no_room_stands_where_there_is_none(justify: bool, fewest: bool) -> None:
    assert break_fragments([fragment(0.0)], 1.0, 0.0, justify=justify, fewest=fewest) == [(0, 1)]


@pytest.mark.parametrize("justify", [False, True])
def test_a_last_line_that_is_full_but_for_what_reckoning_rounds_is_no_wider_than_its_measure(justify: bool) -> None:
    for wide, lines in ((10.0 + 5e-7, [(0, 2), (2, 3)]), (10.0 + 2e-6, None)):
        fragments = [fragment(4), fragment(5), fragment(wide)]
        assert break_fragments(fragments, 1.0, 10.0, justify=justify) == lines


def parts(text: str) -> list[Fragment]:
    """Words of letters that are 1 wide. ``~`` is a place for a hyphen of ours, half as wide; a typed one is a letter."""
    found = []
    for word in text.split():
        cut = [*word.replace("-", "-/").replace("~", "~/").split("/")]
        for i, part in enumerate(cut):
            letters, last = part.rstrip("~"), i == len(cut) - 1
            width, broken = float(len(letters)), part.replace("~", "-")
            hyphen = 0.5 if part.endswith("~") else 0.0
            found.append(Fragment((Piece(letters),), (Piece(broken),), width, width + hyphen, i == 0, not last))
    return found


@pytest.mark.parametrize(
    ("text", "fewest"),
    [
        ("aaaaa~bbbbb cccc dd~eeeee~fffff~gg", False),
        ("aaaaa~bbbbb~ccccc dddd eeee~fffff ggggg", True),
        ("a bbbb-cccc dddd-e-ffff ggggg hhhhh", True),
    ],
    ids=["ragged", "in a box", "in a box, as typed"],
)
def test_no_hyphen_stands_below_another_when_it_can_be_helped(text: str, fewest: bool) -> None:
    """Of two ways that take as many lines and as many hyphens, the one that keeps them apart."""
    fragments = parts(text)
    count = len(fragments)

    def wide(start: int, end: int) -> float:
        line = fragments[start:end]
        return sum(part.width for part in line[:-1]) + line[-1].broken_width + sum(part.starts for part in line[1:])

    def ends(way: Sequence[tuple[int, int]]) -> str:
        return "".join("-" if fragments[end - 1].cut else " " for _, end in way)

    made = break_fragments(fragments, 1.0, 10.0, justify=False, fewest=fewest)
    assert made is not None
    ways = [list(pairwise((0, *cuts, count))) for cuts in combinations(range(1, count), len(made) - 1)]
    others = [ends(way) for way in ways if all(wide(*line) <= 10 for line in way)]
    assert made in ways and "--" not in ends(made)
    assert any("--" in other and other.count("-") == ends(made).count("-") for other in others)


@pytest.mark.parametrize(
    ("word", "places"),
    [("DE", ()), ("DEFR", (2,)), ("DEFRIT", (2, 4)), ("DEFRI", (2, 4)), ("xDEFR", (1, 3)), ("DExFR", (2, 3))],
)  # fmt: skip
def test_a_flag_is_two_letters_that_stay_together(word: str, places: tuple[int, ...]) -> None:
    flags = "".join(chr(0x1F1E6 + ord(char) - ord("A")) if char.isupper() else char for char in word)
    assert breaks_inside(flags) == places
