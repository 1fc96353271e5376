"""What a designer changes in each starter after a first printing: in a file, some words, and what stands there then.

Between them: a number, a name, a text; a record more, less and renamed; copies and colours; a template, a rule, a
table, a chapter; the ground and the places of a board.
"""

from __future__ import annotations

Edit = tuple[str, str, str]

_DIE = "dice: {name: The honest die, icon: dice-twenty-faces-twenty, coins: 2, nerve: 2, line: Honest on Sundays.}\n"
_OWL = "owl: {name: Wise owl, icon: eye-target, coins: 1, nerve: 2, line: Who?}\n"

EDITS: dict[str, tuple[Edit, ...]] = {
    "box": (
        ("data/NAME/cards.yaml", "Torch, suit: ember", "Brand, suit: gale"),
        ("data/NAME/cards.yaml", "flame, steps: 2", "sun, steps: 3"),
        ("data/NAME/cards.yaml", "curfew: {name: Curfew", "night-watch: {name: Curfew"),
        ("data/NAME/board.yaml", "  a . # . . . # . t\n", "  a . # . . . . # t\n"),
        ("data/NAME/board.yaml", "name: Otter}", "name: Badger}"),
        ("data/NAME/rules.yaml", "hand: 3", "hand: 4"),
        ("data/NAME/game.yaml", 'glow: "#f9dc93"', 'glow: "#f9e0a0"'),
        ("templates/NAME/rulebook/play.md", "twenty minutes", "half an hour"),
    ),
    "cards": (
        ("data/NAME/acts.yaml", "coins: 3, nerve: 3", "coins: 4, nerve: 3"),
        ("data/NAME/acts.yaml", _DIE, ""),
        ("data/NAME/acts.yaml", "griffin: {", _OWL + "griffin: {"),
        ("data/NAME/tents.yaml", "sky: {name: Sky, color: sky", "sky: {name: Dawn, color: gold"),
        ("data/NAME/game.yaml", "copies: 3", "copies: 2"),
        ("templates/NAME/coin.svg", "</svg>", '<circle cx="3" cy="4" r="1" fill="black"/></svg>'),
        ("templates/NAME/rulebook/play.md", "ten minutes", "twenty minutes"),
    ),
    "skirmish": (
        ("data/NAME/figures.yaml", "move: 2, skill: 3, guard: 9, wounds: 4", "move: 2, skill: 4, guard: 9, wounds: 3"),
        ("data/NAME/figures.yaml", "name: Old Teo", "name: Young Teo"),
        ("data/NAME/tricks.yaml", "add **2** to the dice", "add **1** to the dice"),
        ("data/NAME/crews.yaml", "figures: [brand, vesper]", "figures: [vesper, brand]"),
        ("data/NAME/classes.yaml", "most: 13", "most: 14"),
        ("data/NAME/rules.yaml", "length: 3 ", "length: 4 "),
        ("data/NAME/rules.yaml", "title: Chance to hit", "title: The chance to hit"),
        ("data/NAME/game.yaml", 'fox: "#ad4d2b"', 'fox: "#9d3d1b"'),
    ),
    "board": (
        ("data/NAME/board.yaml", "  # . . . C . . . #\n", "  . # . . C . . # .\n"),
        ("data/NAME/board.yaml", "name: Wind temple", "name: Temple of winds"),
        ("data/NAME/relics.yaml", "laurel-crown, worth: 5", "laurel-crown, worth: 4"),
        ("data/NAME/relics.yaml", "bell: {name: Bell, icon", "bell: {name: Gong, icon"),
        ("data/NAME/explorers.yaml", "color: amber, icon: archer", "color: amber, icon: bowman"),
    ),
}  # fmt: skip
