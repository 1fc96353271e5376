"""Problems of what a game says: each code with its cause and its cure."""

from __future__ import annotations

FILES = {
    "unknown-game": ("No folder under `data/` bears that name.", "Correct the name, or make `data/NAME/game.yaml`."),
    "missing-file": ("A file that the data names is not there.", "Create it, or correct its name."),
    "outside": (
        "A name leads out of the game's folder, or a link out of the workspace.",
        "Keep the files there themselves; or, if you trust that place, say `--allow DIR`.",
    ),
    "unreadable-file": ("A file that cannot be opened.", "See to its name and its permissions."),
    "cannot-write": (
        "A file cannot be written where it should go.",
        "See to the folder, or name another with `--out`.",
    ),
    "unportable-name": (
        "A file's name that Windows or macOS cannot hold, or not beside another.",
        "Give it another name: small letters, digits and dashes.",
    ),
    "file-too-large": (
        "A data file is larger than a game's data can sensibly be.",
        "Split it, or take pictures out of it.",
    ),
    "not-utf8": ("A file is not UTF-8 text.", "Save it as UTF-8 in your editor."),
    "yaml-syntax": ("The file is no valid YAML.", "Compare the line with its neighbours: quotes, colons, indentation."),
    "duplicate-key": ("The same key stands twice; one would be lost.", "Keep one of them."),
    "key-not-text": ("A key is a list or a mapping.", "Write it as `name: value`."),
    "merge-key": ("YAML's merge keys (`<<`) are not read.", "Repeat the fields."),
    "unknown-tag": ("The only mark on a value is `!assumed`.", "Correct the mark, or put the text into quotes."),
    "too-deep": (
        "Values, lists or looks of text are nested deeper than any game needs.",
        "Flatten the data, end some of the lists.",
    ),
    "too-many-nodes": ("Aliases unfold the file into more values than any game needs.", "Remove aliases (`*name`)."),
}
VALUES = {
    "unknown-field": (
        "A field or key that is not declared, mostly a slip.",
        "Correct it, or declare it in `game.yaml`.",
    ),
    "missing-field": ("A field that must be there is not.", "Add it, or make it optional with a `?` behind its type."),
    "wrong-type": ("A value of another kind than its field's.", "Write it as the message says."),
    "empty-section": ("A section in which nothing stands.", "Fill it in, or take it out."),
    "empty-text": ("A text that must say something, and is empty.", "Write it."),
    "control-character": ("A character that cannot be seen or printed.", "Delete it."),
    "bad-default": ("A default that its field's type does not allow.", "Correct it, or make the field optional."),
    "bad-language": ("A word that is no language's code.", "Such as `en`, `de` or `pt-BR`."),
    "bad-outline": (
        "A component of `shape: path` whose template draws no outline: it is open, crosses itself, or leaves the trim.",
        'Mark one closed shape of the template as `data-line="cut"`, within the trim.',
    ),
    "idle-line": (
        "A page of a book, or a drawing in it, says `data-line`: nothing is cut out there, so it is not drawn.",
        "Take `data-line` off: the element is ink then.",
    ),
    "bad-shape": (
        "A shape that no piece can have: an unknown word, an outline that crosses itself, a radius that is too large.",
        "Correct it; the message says what is wrong where.",
    ),
    "bad-token": ("A token that a map cannot hold.", "Use a few letters or signs without spaces."),
    "two-sources": ("A component drawn from two things at once.", "Keep `of` or `board`."),
    "too-many-problems": ("More mistakes than a report can hold.", "Mend the first ones; they often bring the others."),
    "too-many": ("More of something than the program holds.", "Split it."),
    "bad-range": ("Numbers from one to another of which there are none, or too many.", "Such as `1..20`."),
    "out-of-range": ("A number outside the range of its field.", "Change the number, or the range in `game.yaml`."),
    "bad-type": ("A field type that does not exist.", "Use one from the list in [Writing a game](game.md)."),
    "bad-name": (
        "A name that cannot be used where it stands.",
        "Letters, digits and dashes; a web page ends in `.html`.",
    ),
    "bad-color": ("A palette colour without a hex value.", 'Write it in quotes: `"#1d1a16"`.'),
    "bad-font": (
        "A font file that cannot be read.",
        "Use a font that is `.otf`, `.ttf`, `.woff2` or `.ttc`.",
    ),
    "bad-size": ("A size that is no size.", "Such as `poker`, `a5 landscape`, `63 x 88` or `25`."),
    "bad-expression": ("An expression that cannot be evaluated.", "Check its names, quotes and brackets."),
    "named-twice": ("One name for two things.", "Rename or remove one of them."),
    "list-length": (
        "A list with more items than its field allows, or fewer.",
        "Change the list, or the numbers behind `list` in `game.yaml`.",
    ),
    "computed-field": ("A value for a field that is computed.", "Take it out; a table's own column may be ignored."),
    "circular-field": ("A computed field that needs itself.", "Let one of the fields be given."),
    "constraint": ("A record breaks a rule under `checks:`.", "Change the record, or the rule: it is yours."),
}
TABLES = {
    "unknown-file-type": (
        "A collection's file whose ending says nothing.",
        "Keep it as `.yaml`, `.csv`, `.tsv`, `.json`, `.jsonl`, `.xlsx` or `.ods`.",
    ),
    "wrong-file": ("A file that is not what its ending says.", "Rename it, or save it anew."),
    "csv-syntax": ("A CSV file whose quotes do not match.", "Close the quote; double one that stands inside a cell."),
    "json-syntax": ("A file that is no JSON.", "The message says what is missing, or stands there too much."),
    "broken-spreadsheet": (
        "A spreadsheet that cannot be read.",
        "Save it anew, without a password.",
    ),
    "table-too-large": ("A table of more than any game needs.", "Split it, or delete what is no data."),
    "unknown-sheet": (
        "A sheet that the file does not have, or none named among several.",
        "Correct `sheet:`, or add it.",
    ),
    "idle-sheet": ("`sheet:` for a file without sheets.", "Take the line out."),
    "missing-column": ("No column for a field that must be given.", "Add it, or make the field optional with a `?`."),
    "duplicate-column": ("Two columns for one field.", "Keep one of them."),
    "no-cell-type": ("A column for something that no cell can hold.", "Make a column of each of its parts."),
    "no-heading": ("Something in a column without a heading.", "Write a heading, or clear the cell."),
    "missing-id": (
        "A row without an id, and nothing to make one from.",
        "Write one in a column `id`, or name fields under `id:`.",
    ),
    "duplicate-id": ("Two rows with one id.", "Give each its own, or keep one with `copies`."),
    "no-header": (
        "Headings of a table that are not to be found, or in one of several rows.",
        "Say `header:` with the row's number, or give fields the columns' names under `names:`.",
    ),
    "idle-header": ("`header:` or `leave-out:` for a file without rows.", "Take the line out."),
    "bad-leave-out": ("`leave-out:` names no row there is, or no column.", "Correct it, or take it out."),
    "idle-id": ("`id:` for a YAML file, whose keys are the ids.", "Take the line out."),
    "bad-ignore": ("`ignore:` names a field, or nothing there is.", "Correct it, or take it out."),
    "cell-error": ("A formula that shows an error such as `#REF!`.", "Mend the formula."),
    "cell-picture": ("A cell with a picture, which is no value.", "Write the name of the picture's file into it."),
    "no-cached-value": ("A formula that nothing has computed yet.", "Open the file in a spreadsheet and save it once."),
    "date-cell": ("A spreadsheet took what was typed for a date.", "Format the column as text, and type it again."),
    "circular-extends": ("Records that extend one another in a circle.", "Let one of them extend nothing."),
}
CHOICES = {
    "bad-copies": (
        "`copies` that is no whole number from 0 to 1,000.",
        "Correct the expression, or the field it names.",
    ),
    "no-such-leaf": (
        "`--leaves` asks for leaves that a document does not have.",
        "Name the document whose leaves they are: `--only NAME`.",
    ),
    "nothing-chosen": ("A `where` that leaves no record.", "Compare with what the file says."),
    "idle-choice": ("`where`, `sort` or a field's `copies` without a collection.", "Add `of:`."),
    "not-here": ("`pnp schema` for a game of another folder.", "Run it in the folder that holds `data/`."),
}
REFERENCES = {
    "unknown-reference": ("A reference to a record that does not exist.", "Correct the id, or add the record."),
    "unknown-collection": (
        "A collection that is not declared.",
        "Correct the name, or declare it under `collections:`.",
    ),
    "unknown-component": ("A component that is not declared.", "Correct the name, or declare it under `components:`."),
    "unknown-document": ("A document that is not declared.", "Correct the name, or declare it under `documents:`."),
    "unknown-name": ("A name that nothing here bears.", "Correct it, or declare it."),
    "unknown-board": ("A board that is not declared.", "Correct the name, or declare it under `boards:`."),
    "unknown-book": ("A book that is not declared.", "Correct the name, or declare it under `books:`."),
    "unknown-choice": ("A word that is none of the field's choices.", "Choose one of those the message lists."),
    "unknown-color": ("A colour that is not in the palette.", "Correct the name, or add it to `palette:`."),
    "unknown-icon": ("An icon that is in no `templates/icons/`.", "Correct the name, or put its SVG there."),
    "unknown-font": ("A family that `fonts:` does not have.", "Correct the name, or declare the family."),
    "missing-font": ("A font file that is not in `fonts/`.", "Put it there, or correct its name."),
    "font-face": ("A file of several fonts, and not said which.", "Say `face:`, a number or a name of those it lists."),
    "font-axis": (
        "An axis that a font does not have, or a number outside of it.",
        "Take what the message says that the font has.",
    ),
    "unknown-style": ("A text style that `text:` does not have.", "Correct the name, or declare the style."),
    "missing-style": ("A book without a text style to set it in.", "Add `book-body` under `text:`."),
    "unknown-paper": ("A paper that is not known.", "Use `a4`, `letter`, `a3` or `tabloid`."),
    "unknown-parameter": ("A formula's parameter that is not declared.", "Add it under `parameters:`."),
    "unknown-modifier": ("A modifier that is not declared.", "Correct the name, or add it under `modifiers:`."),
    "unknown-table": ("A table that the rules do not have.", "Correct the name, or add the table."),
    "unknown-figure": ("A figure that cannot be shown.", "Correct the name of the diagram, drawing or piece."),
    "unknown-labels": (
        "A sheet of labels that is not known.",
        "Use one that [Printing](printing.md#label-sheets) names.",
    ),
    "unknown-kit": ("A kit that nobody offers, or not for this.", "Use one that [Kits](kits.md) names."),
    "unknown-look": ("A diagram's look that is not declared.", "Add it under `looks:`."),
    "unknown-terrain": ("A terrain that the board does not have.", "Use one of the board's legend."),
}
RULES = {
    "bad-formula": (
        "A formula that cannot be read or computed.",
        "Try it by hand on the records that the message names.",
    ),
    "bad-simulation": (
        "A record that a simulation cannot play with.",
        "Correct the value or the expression that it names.",
    ),
    "bad-roll": ("Dice that cannot be rolled.", "Such as `{dice: 2d6}`."),
    "idle-format": ("A table's format that none of its cells uses.", "Take `format` out, or let cells be numbers."),
    "bad-table": ("A table with a cell that cannot be computed.", "Correct its expressions."),
    "board": (
        "A board breaks one of its own checks, or its map has a fault.",
        "Mend the map where the message points.",
    ),
    "too-few-pieces": (
        "The box holds fewer pieces than `checks:` asks for.",
        "Raise `copies` or the box's count; or correct the rule.",
    ),
    "too-many-pieces": ("The box holds more pieces than `checks:` asks for.", "Lower the count; or correct the rule."),
    "missing-piece": ("The rules call for something that is not in the box.", "Add it to `box:`, or change the rules."),
    "missing-dice": ("Texts or rules name dice that the box lacks.", "Add them to `box:`, or name other dice."),
}
