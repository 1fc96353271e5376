"""What drawing programs write beside plain SVG: entities, switches, custom properties, fonts named in many ways."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import check, read_game
from pnp.fonts.families import FontFamily, Fonts, Named
from pnp.fonts.family_names import find_family, kind_of
from pnp.fonts.font import FontSource
from pnp.job import PrintJob
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.paint.stencil import draw_face
from pnp.pdf.pages import write_pdf
from pnp.svg.entities import MOST_ADDED, EntityError, written_out
from pnp.svg.font_shorthand import spread_font
from pnp.svg.references import families_in
from pnp.svg.tree import SvgFault, parse
from pnp.svg.variables import settle_variables

from .conftest import ROOT, MakeGame
from .pdfs import raster, text_of
from .test_paint import ASSETS, FONTS, INFO, icon, pixel, sheet, svg

RED, GREEN, BLUE = (255, 0, 0), (0, 128, 0), (0, 0, 255)
SQUARE = '<rect width="20" height="20" {}/>'


def of_art(body: str, head: str = "", fonts: Fonts = FONTS):  # type: ignore[no-untyped-def]
    """A drawing that shows another program's."""
    foreign = f'{head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{body}</svg>'
    return draw(svg('<image href="a.svg" width="20"/>'), Assets({}, fonts, icon, lambda _: foreign.encode()))


# entities


def test_entities_of_illustrator_are_written_out() -> None:
    root = parse(
        '<?xml version="1.0"?><!-- Generator: Adobe Illustrator -->\n'
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n'
        "\t<!ENTITY ns_svg \"http://www.w3.org/2000/svg\">\n<!-- of ours --><!ENTITY who 'Ada &amp; &ns_x;'>\n"
        '<!ENTITY ns_x "O\'B">\n]>\n<svg xmlns="&ns_svg;" class="&who;"><text>&who; &lt;b&gt; &#65;</text></svg>'
    )
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("class") == "Ada & O'B"
    assert root[0].text == "Ada & O'B <b> A"


def test_what_is_quoted_stays_as_it_is_and_lines_keep_their_numbers() -> None:
    found = written_out('<!DOCTYPE svg [\n<!ENTITY a "b">\n]>\n<svg><!-- &a; --><![CDATA[&a;]]>&a;&other;</svg>')
    assert found == "\n\n\n<svg><!-- &a; --><![CDATA[&a;]]>b&other;</svg>"


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        ('<!ENTITY a SYSTEM "file:///etc/passwd">', "the DOCTYPE has '<!ENTITY a SYSTEM"),
        ('<!ENTITY a PUBLIC "x" "http://x">', "the DOCTYPE has '<!ENTITY a PUBLIC"),
        ('<!ENTITY % a "b"> %a;', "the DOCTYPE has '<!ENTITY % a"),
        ('<!ATTLIST svg fill CDATA "red">', "the DOCTYPE has '<!ATTLIST svg fill"),
        ('<!ENTITY a "<script/>">', "the entity 'a' is more than words"),
        ('<!ENTITY a "&a;">', "more than 4 deep"),
        ('<!ENTITY a "&b;"><!ENTITY b "&c;"><!ENTITY c "&d;"><!ENTITY d "&e;"><!ENTITY e "&f;"><!ENTITY f "x">', "4 deep"),
        ("".join(f'<!ENTITY a{n} "x">' for n in range(201)), "more than 200 entities"),
        ('<!ENTITY a "x"', "the DOCTYPE has '<!ENTITY a \"x\""),
    ],
)  # fmt: skip
def test_what_reaches_further_is_refused(inner: str, words: str) -> None:
    with pytest.raises(SvgFault) as caught:
        parse(f'<!DOCTYPE svg [{inner}]><svg xmlns="http://www.w3.org/2000/svg"/>')
    assert words in caught.value.message


def test_a_billion_laughs_are_refused() -> None:
    lol = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 100}">' for n in range(1, 5))
    with pytest.raises(EntityError, match="longer than 1,000,000 characters together"):
        written_out(f'<!DOCTYPE svg [<!ENTITY l0 "lollollol">{lol}]><svg>&l4;</svg>')
    with pytest.raises(EntityError, match="add more than 1,000,000 characters"):
        written_out(f'<!DOCTYPE svg [<!ENTITY l "{"x" * 10_000}">]><svg>{"&l;" * (MOST_ADDED // 10_000 + 1)}</svg>')


def test_a_template_may_have_entities_too() -> None:
    body = '<!DOCTYPE svg [<!ENTITY st0 "fill:#FF0000;">]>' + svg('<rect width="20" height="20" style="&st0;"/>')
    assert "1 0 0 rg" in draw(body, ASSETS).content


# switch and its like


@pytest.mark.parametrize(
    ("first", "painted"),
    [
        ('<rect width="20" height="20" fill="red"/>', "red"),
        ('<rect width="20" height="20" fill="red" systemLanguage="de"/>', "green"),
        ('<rect width="20" height="20" fill="red" systemLanguage="de, en-GB"/>', "red"),
        ('<rect width="20" height="20" fill="red" systemLanguage=""/>', "green"),
        ('<rect width="20" height="20" fill="red" requiredFeatures="http://www.w3.org/TR/SVG11/feature#Shape"/>', "red"),
        ('<rect width="20" height="20" fill="red" requiredExtensions="http://ns.adobe.com/x/"/>', "green"),
        ('<rect width="20" height="20" fill="red" requiredExtensions=""/>', "red"),
        ('<foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" width="1" height="1"/>', "green"),
        ('<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>', "green"),
        ("<title>two squares</title><desc/>", "green"),
    ],
)  # fmt: skip
def test_a_switch_shows_its_first_child_whose_demands_are_met(tmp_path: Path, first: str, painted: str) -> None:
    body = f'<switch>{first}<g fill="green"><rect width="20" height="20"/></g></switch>'
    assert pixel(tmp_path, body, 9, 9) == {"red": RED, "green": GREEN}[painted]


def test_the_games_language_chooses() -> None:
    body = svg(
        '<switch><rect width="5" height="5" fill="red" systemLanguage="de"/><circle r="5" fill="blue"/></switch>'
    )
    assert "1 0 0 rg" in draw(body, replace(ASSETS, language="de-AT")).content
    assert "0 0 1 rg" in draw(body, replace(ASSETS, language="fr")).content


def test_what_a_switch_does_not_show_may_still_be_used(tmp_path: Path) -> None:
    body = '<switch><rect id="r" width="20" height="20" fill="red" systemLanguage="xx"/></switch><use href="#r"/>'
    assert pixel(tmp_path, body, 9, 9) == RED


def test_demands_count_outside_of_a_switch_too(tmp_path: Path) -> None:
    body = SQUARE.format('fill="blue"') + SQUARE.format('fill="red" systemLanguage="xx"')
    assert pixel(tmp_path, body, 9, 9) == BLUE


def test_a_switch_that_none_can_show_is_told() -> None:
    drawing = of_art('<switch><foreignObject width="9" height="9"/></switch>')
    assert drawing.left_out == (("a.svg: <foreignObject> is not painted", ""),)


def test_helpers_texts_within_a_switch_are_chosen_like_others() -> None:
    text = (
        '<text xml:space="preserve" x="1.0000" y="5.0000" font-family="Text" font-size="4.00000" fill="ink">{}</text>'
    )
    face = svg(f"<switch>{text.format('a')}{text.format('b')}</switch>")
    assert draw_face(face, ASSETS).content == draw(svg(f"<g>{text.format('a')}</g>"), ASSETS).content


# custom properties


@pytest.mark.parametrize(
    ("body", "color"),
    [
        (SQUARE.format('style="--c: red; fill: var(--c)"'), RED),
        ('<g style="--c: red">' + SQUARE.format('fill="var(--c)"') + "</g>", RED),
        ("<style>:root { --c: red } .a { fill: var(--c) }</style>" + SQUARE.format('class="a"'), RED),
        (SQUARE.format('style="fill: var(--none, green)"'), GREEN),
        (SQUARE.format('style="fill: var(--fill-0, var(--other, rgb(0, 0, 255)))"'), BLUE),
        ('<g style="--a: red">' + SQUARE.format('style="--b: var(--a); fill: var(--b)"') + "</g>", RED),
        ('<g style="--a: red">' + SQUARE.format('style="--a: blue; fill: var(--a)"') + "</g>", BLUE),
        ('<symbol id="s">' + SQUARE.format('style="fill: var(--c, green)"') + '</symbol><use href="#s" style="--c: red"/>', RED),
        ('<linearGradient id="g" style="--c: blue"><stop stop-color="var(--c)"/></linearGradient>' + SQUARE.format('fill="url(#g)"'), BLUE),
    ],
)  # fmt: skip
def test_custom_properties_go_down_and_have_fallbacks(tmp_path: Path, body: str, color: tuple[int, int, int]) -> None:
    assert pixel(tmp_path, body, 9, 9) == color


def test_a_symbol_used_with_other_colours_is_painted_in_each(tmp_path: Path) -> None:
    body = '<symbol id="s"><rect width="9" height="9" style="fill: var(--c)"/></symbol>'
    body += '<use href="#s" style="--c: red"/><use href="#s" x="10" style="--c: blue"/>'
    assert pixel(tmp_path, body, 5, 5) == RED
    assert pixel(tmp_path, body, 15, 5) == BLUE


@pytest.mark.parametrize(
    ("style", "message", "hint"),
    [
        ("fill: var(--ink)", "there is no custom property --ink", "write a fallback: var(--ink, black)"),
        ("--inc: red; fill: var(--ink)", "there is no custom property --ink", "did you mean '--inc'?"),
        ("--a: var(--b); --b: var(--a); fill: var(--a)", "names itself", "a value of its own"),
        ("fill: var(--a", "a bracket that is not closed", "var(--name, fallback)"),
    ],
)
def test_what_names_nothing_and_what_names_itself_is_told(style: str, message: str, hint: str) -> None:
    with pytest.raises(SvgFault) as caught:
        draw(svg(SQUARE.format(f'style="{style}"')), ASSETS)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_custom_properties_that_double_are_bounded() -> None:
    found = {f"--a{n}": f"var(--a{n + 1}) var(--a{n + 1})" for n in range(15)} | {"--a15": "x", "fill": "var(--a0)"}
    told: list[str] = []
    settle_variables(found, {}, lambda fault: told.append(fault.message))
    assert any("longer than 10,000 letters" in message for message in told)


@given(st.text(alphabet="var(-a, )x", max_size=60))
def test_any_value_is_written_out_or_told(text: str) -> None:
    told: list[SvgFault] = []
    made = settle_variables({"--a": "red", "fill": text}, {}, told.append)
    assert told or "var(" not in made["fill"]


# fonts


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("12px Text", {"font-style": "normal", "font-weight": "normal", "font-size": "12px", "font-family": "Text"}),
        (
            "italic 700 1.2em/1.5 'Myriad Pro', serif",
            {"font-style": "italic", "font-weight": "700", "font-size": "1.2em", "font-family": "'Myriad Pro', serif"},
        ),
        ("bold 8 Text", {"font-style": "normal", "font-weight": "bold", "font-size": "8", "font-family": "Text"}),
        ("inherit", {}),
    ],
)
def test_the_font_shorthand(value: str, found: dict[str, str]) -> None:
    assert spread_font(value) == found


@pytest.mark.parametrize("value", ["Text", "bold", "12px", "bold 12px", "caption"])
def test_a_font_without_size_or_family_is_told(value: str) -> None:
    with pytest.raises(SvgFault, match=r"has no size|names no family"):
        draw(svg(f'<text y="9" style="font: {value}">a</text>'), ASSETS)


def test_later_words_win_over_the_shorthand_and_it_over_earlier_ones() -> None:
    long = draw(svg('<text y="9" font-family="Text" font-size="7" font-weight="bold">a</text>'), ASSETS).content
    for style in ("font: bold 5px Text; font-size: 7px", "font-size: 3px; font-weight: 400; font: bold 7px Text"):
        assert draw(svg(f'<text y="9" style="{style}">a</text>'), ASSETS).content == long
    sheet = "<style>text { font: bold 7px Text }</style>"
    assert draw(svg(f'{sheet}<text y="9" font-size="3">a</text>'), ASSETS).content == long
    assert (
        draw(svg('<text y="9" font-size="3" style="--w: bold; font: var(--w) 7px Text">a</text>'), ASSETS).content
        == long
    )


def test_small_capitals_in_the_shorthand_are_told() -> None:
    with pytest.raises(SvgFault, match="font-variant 'small-caps' is not painted"):
        draw(svg('<text y="9" style="font: small-caps 5px Text">a</text>'), ASSETS)


SANS = ROOT / "fonts" / "alegreya-sans"
BOTH = Fonts(
    {
        "Alegreya Sans": FontFamily(
            "Alegreya Sans",
            {
                "regular": FontSource(SANS / "AlegreyaSans-Regular.ttf"),
                "bold-italic": FontSource(SANS / "AlegreyaSans-BoldItalic.ttf"),
            },
        ),
        "Old": FontFamily("Old", {"regular": FontSource(ROOT / "fonts/im-fell-dw-pica/IMFellDWPica-Regular.ttf")}),
    }
)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Alegreya Sans", Named("Alegreya Sans")),
        ("'Myriad Pro', \"alegreya sans\", serif", Named("Alegreya Sans")),
        ("AlegreyaSans-Regular", Named("Alegreya Sans")),
        ("'AlegreyaSans-BoldItalic'", Named("Alegreya Sans", bold=True, italic=True)),
        ("AlegreyaSans-SemiboldIt", Named("Alegreya Sans", bold=True, italic=True)),
        ("AlegreyaSans-It", Named("Alegreya Sans", italic=True)),
        ("AlegreyaSans-BoldMT", Named("Alegreya Sans", bold=True)),
        ("AlegreyaSans", Named("Alegreya Sans")),
        ("IMFELLDWPicaRoman", Named("Old")),
        ("sans-serif", Named("Alegreya Sans")),
        ("AlegreyaSans-Condensed", None),
        ("MyriadPro-Bold", None),
        ("cursive", None),
        ("", None),
    ],
)
def test_a_font_by_each_of_its_names(text: str, named: Named | None) -> None:
    assert find_family(text, BOTH) == named


def test_a_family_may_be_called_like_a_kind() -> None:
    fonts = Fonts({"Old": BOTH.families["Old"], "serif": BOTH.families["Alegreya Sans"]})
    assert find_family("Nowhere, serif", fonts) == Named("serif")


def test_a_font_says_its_kind_by_its_tables() -> None:
    assert kind_of(BOTH.find("Alegreya Sans")) == "sans-serif"
    assert kind_of(BOTH.find("Old")) == ""


def test_the_style_in_a_postscript_name_is_set() -> None:
    assets = Assets({}, BOTH, icon, lambda _: b"")
    by_name = draw(svg('<text y="9" font-family="AlegreyaSans-BoldItalic">a</text>'), assets).content
    said = '<text y="9" font-family="Alegreya Sans" font-weight="bold" font-style="italic">a</text>'
    assert by_name == draw(svg(said), assets).content


def test_a_substituted_font_is_told_as_that_and_not_as_left_out() -> None:
    drawing = of_art('<text y="9" font-family="MyriadPro-Regular, serif">a</text><text y="9">b</text>')
    assert drawing.left_out == ()
    assert drawing.substituted == (
        ("a.svg: the font 'MyriadPro-Regular, serif' is not in this game, 'Text' is set", ""),
        ("a.svg: letters name no font: they are set in 'Text'", ""),
    )


def test_a_kind_that_no_font_says_to_be_is_told_in_a_template() -> None:
    with pytest.raises(SvgFault, match="unknown font family 'serif'") as caught:
        draw(svg('<text y="9" font-family="serif">a</text>'), ASSETS)
    assert "call one 'serif' in game.yaml" in caught.value.hint


def test_families_are_found_in_the_shorthand_too() -> None:
    assert families_in("<text style=\"font: bold 3px/1 'A B', C; fill: red\"/><text font='4px D'/>") >= {"A B", "C"}


def test_a_substituted_font_is_a_warning_with_its_own_code(make_game: MakeGame) -> None:
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="9" font-family="MinionPro-It">a</text></svg>'
    card = '<svg xmlns="http://www.w3.org/2000/svg">\n  <image href="art.svg" width="20" height="20"/>\n</svg>'
    workspace = make_game({"templates/tiny/card.svg": card, "templates/tiny/art.svg": art})
    found = check(read_game(workspace, "tiny"), PrintJob("a4"))
    (problem,) = [problem for problem in found if problem.code in ("left-out", "substituted-font")]
    assert problem.code == "substituted-font"
    assert str(problem) == (
        "templates/tiny/card.svg:2:3: warning: art.svg: the font 'MinionPro-It' is not in this game, 'Text' is set"
    )
    assert problem.hint.startswith("name the font under fonts: in game.yaml")


MATERIAL = ROOT / "tests" / "material"
GAME_FONTS = Fonts(
    {
        "Alegreya Sans": FontFamily(
            "Alegreya Sans",
            {
                "regular": FontSource(SANS / "AlegreyaSans-Regular.ttf"),
                "bold": FontSource(SANS / "AlegreyaSans-Bold.ttf"),
            },
        )
    }
)


@pytest.mark.parametrize("name", ["illustrator", "figma", "affinity", "coreldraw"])
def test_a_drawing_in_each_programs_dialect_is_painted_whole(name: str, tmp_path: Path) -> None:
    data = (MATERIAL / f"{name}.svg").read_bytes()
    assets = Assets({}, GAME_FONTS, icon, lambda _: data)
    drawing = draw(svg('<image href="a.svg" width="20"/>'), assets)
    assert (drawing.left_out, drawing.substituted) == ((), ())
    path = tmp_path / "out.pdf"
    path.write_bytes(write_pdf([sheet('<image href="a.svg" width="20"/>')], lambda text: draw(text, assets), INFO))
    assert "Pier" in text_of(path)
    assert name != "illustrator" or "Harbour" in text_of(path)
    picture = raster(path, 0, 254)
    assert (picture[10, 10] != 255).any(), "its ground is there"
