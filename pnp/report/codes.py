"""Every code a problem can bear, with its cause and its cure; `docs/checks.md` is this table (a test compares them)."""

from __future__ import annotations

from collections.abc import Mapping

_FILES = {
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
_VALUES = {
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
_TABLES = {
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
_CHOICES = {
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
_REFERENCES = {
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
_RULES = {
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
_DRAWING = {
    "missing-template": ("A template that is not there.", "Create it in `templates/NAME/`, or correct its name."),
    "template": ("A template that cannot be filled in.", "Correct the line; its message says what is wrong."),
    "unsafe-text": ("Words nearer to the cut than the component's `safe`.", "Move them inwards, or lower `safe`."),
    "small-text": ("Words set smaller than 6 pt.", "Shorten them, enlarge their box, or raise the style's `min`."),
    "script": ("Letters of a script that is not set right yet.", "Use Latin, Greek, Cyrillic or Han letters."),
    "no-small-caps": (
        "A style asks for small capitals that its font does not have.",
        "Use another font, or `case: upper`.",
    ),
    "left-out": (
        "A picture of another program's uses something that is not painted.",
        "Save it without that, or place it as a PNG.",
    ),
    "odd-picture": (
        "A picture that may not look as it was meant: in CMYK, of several pages, or with a useless profile of colours.",
        "Save it as RGB in sRGB, one picture to a file.",
    ),
    "missing-art": (
        "Pictures that a template asks for by `picture(…)` and that are not there, in one table.",
        "Put them there when they are drawn; a placeholder stands for each until then.",
    ),
    "bad-focus": (
        "The point that a cropped picture keeps is not written as one.",
        "Write how far across and down it lies, such as `50% 30%`.",
    ),
    "substituted-font": (
        "A picture of another program's asks for a font that the game does not have; another one is set.",
        "Name the font under `fonts:`, or turn the words into outlines where you drew them.",
    ),
    "svg": ("A drawing that the painter cannot paint.", "Use what [Drawing a template](templates.md) lists."),
    "markup": ("Light markup that is opened and not closed.", "Close it, or write the sign otherwise."),
    "missing-glyph": (
        "A character that no font of the game has.",
        "Do as the hint says, or write it otherwise.",
    ),
    "bad-chart": ("Values that a chart cannot show, or a box too low for it.", "See what its message says."),
    "net-too-large": (
        "A net to cut and fold that its component has no room for.",
        "Write the size that the hint names.",
    ),
    "overflow": (
        "Text that does not fit its box at its style's `min`.",
        "Shorten it, enlarge the box, or lower `min`.",
    ),
    "slug": (
        "The line at the foot of a sheet cannot be set.",
        "Give a style `slug` a font that has them.",
    ),
    "book-too-long": (
        "A book of more pages than it may have, even at its smallest sizes.",
        "Shorten it, lower the `min` of its styles, or allow more `pages`.",
    ),
    "empty-document": ("A document made of nothing.", "Name its components."),
    "too-many-pages": ("A document of more pages than anybody prints.", "Fewer copies, or smaller pieces."),
    "too-large": ("A piece that is larger than its paper.", "A smaller size, a larger paper, or `layout: tiles`."),
    "nothing-to-pack": (
        "A document that is to pack the pieces of others, none of which agrees with it.",
        "The margin and the gutter of those documents, or no `layout: pack`.",
    ),
    "wrong-label": (
        "A piece that is larger than its label, or of another shape.",
        "Give it the label's size and shape, or name another sheet of labels.",
    ),
    "label-paper": (
        "Labels that are a sheet of another paper than the build is for.",
        "Load that sheet; or name labels for each paper.",
    ),
    "circular-document": ("A document that combines itself.", "Take it out of its own `combine`."),
    "wrong-layout": (
        "A layout that does not go with what it lays out.",
        "Use `book`, `booklet` or `html` for a book, and the others for components.",
    ),
}
_BOOK = {
    "missing-chapter": ("A chapter's file that is not there.", "Create it, or correct its name."),
    "chapter": ("A chapter that cannot be filled in.", "Correct the line; its message says what is wrong."),
    "dangling-link": ("A cross-reference that leads nowhere.", "Correct its target, or give a heading that id."),
    "empty-book": ("A book without chapters.", "Add `chapters: [name, …]`."),
    "no-credit": (
        "The book's credits name nobody for a font or an icon.",
        "Name its maker in `icons.yaml` or `fonts.yaml` beside it.",
    ),
    "unused-diagram": ("A diagram that no chapter shows.", "Show it, or delete it."),
    "diagram-map": (
        "A diagram's map or field that cannot be drawn.",
        "Give each row as many tokens as the first; keep what lies on a field on it, and apart.",
    ),
    "callout-parts": ("Callouts name a part that the face does not have.", "Give the element a `data-part`."),
    "diagram-token": ("A token that a diagram does not explain.", "Explain it under `figures:` or `places:`."),
    "false-claim": ("A diagram claims what the rules do not bear out.", "Correct the claim, or the situation."),
    "no-steps": ("A diagram asks for the steps of something other than a reach.", "Use `steps: yes` with `reach(…)`."),
}
_PRINT = {
    "low-contrast": (
        "Text that hardly stands out from what is painted behind it (under 4.5 : 1; 3 : 1 from 18 pt, or 14 pt bold).",
        "Darken one and lighten the other; or accept it, if the words are no words but ornament.",
    ),
    "faint-ink": (
        "A colour under `ink:` that is too pale for a line or a word on white paper, and too dark for paper.",
        "Darken it to 4.5 : 1 on white; or make it as pale as paper, if it is only a ground.",
    ),
    "similar-colors": (
        "Colours under `distinct:` that some players, or a grey printer, cannot tell apart.",
        "Make one lighter or darker: lightness is what everybody sees.",
    ),
    "coarse-picture": (
        "A picture with fewer than 300 pixels an inch at its printed size; the message says how many there should be.",
        "Use a larger one, or print it smaller.",
    ),
    "stray-line": (
        "A line to cut, fold, punch or glue along that lies outside its piece.",
        "Move it onto the piece. Cuts and folds may go on into the bleed.",
    ),
    "empty-line": (
        "A hole or an area of glue that encloses nothing: a single line.",
        "Draw it as a closed shape, such as a circle or a rectangle.",
    ),
    "cut-place": (
        "A joint of tiles cuts a place of a board, or a thing marked `data-whole`, on A4, Letter or the build's paper.",
        "Move the board on its face, or change its size; or say `cut: yes` of its kind of place.",
    ),
    "joint-marks": (
        "The joints of tiles do not know where a board, or what should stay whole, is drawn.",
        'Add `data-board="field"` to the element that the field begins in; `data-whole` to shapes.',
    ),
    "missing-bleed": (
        "Art that stops at the cut of a component with bleed: a white edge, if the cut is a hair off.",
        "Draw the background on to `-bleed` and past the width and height.",
    ),
    "beyond-reach": (
        "Something of a sheet lies where the printer named by `--printer` prints nothing.",
        "A larger `margin:`; see [Printing and cutting](printing.md#your-own-printer).",
    ),
}
_PRINTERS = {
    "unknown-printer": ("No printer of that name was calibrated.", "Correct the name, or run `pnp calibrate NAME`."),
    "bad-reading": (
        "What was read on a calibration leaf is no number, is missing, or is more than 15 mm off.",
        "Read that letter once more; print the leaf at 100 %.",
    ),
    "readings-disagree": (
        "Readings of a calibration leaf that cannot all be true.",
        "Read the letters that the message names again.",
    ),
}
_HISTORY = {
    "no-printing": ("Nothing of the game was recorded as printed.", "Run `pnp print` when you print."),
    "unknown-printing": ("A printing that is not kept.", "Use a number that the message lists."),
    "broken-printings": (
        "The record of printings cannot be read.",
        "Restore it from git, or delete it and print anew.",
    ),
    "merge-conflict": ("Two branches printed, and their records were not merged.", "Keep one side whole."),
    "no-git": ("Revisions are read with git, which is not installed.", "Install git, or compare two folders."),
    "no-repository": ("The workspace is not kept in git.", "Run `git init`, or compare two folders."),
    "unknown-revision": ("No revision, folder or printing bears that name.", "Correct the name."),
    "no-workspace": ("A revision or folder that holds no games.", "Name one with a folder `data/`."),
    "git": (
        "The repository is damaged, too large, or holds what is not read: a submodule, a file of Git LFS.",
        "Compare two folders: `git worktree add ../before REVISION`.",
    ),
}
_UNUSED = {
    "unused-record": (
        "A record that is never drawn, and that nothing refers to.",
        "Draw it, refer to it, or delete it.",
    ),
    "unused-field": ("A field that no template, text, rule or chapter reads.", "Read it, or delete it."),
    "unused-component": ("A component in no document.", "Add it to a document, or delete it."),
    "unused-template": ("A file in `templates/NAME/` that nothing names.", "Name it, or delete it."),
    "unused-icon": ("An icon in your `templates/icons/` that nothing draws.", "Draw it, or delete the file."),
    "unused-color": ("A palette colour that nothing is painted in.", "Use it, or delete it."),
    "unused-style": ("A text style that nothing is set in.", "Use it, or delete it."),
    "unused-font": ("A font family that nothing is set in.", "Use it, or delete it."),
    "unused-acceptance": ("An exception under `accept:` that no warning needs any more.", "Delete it."),
    "accepted-error": ("An exception under `accept:` for an error: errors stop the build.", "Mend the error."),
}

FAMILIES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Files": _FILES,
    "Values": _VALUES,
    "Tables and records": _TABLES,
    "Choosing and counting": _CHOICES,
    "References": _REFERENCES,
    "Rules and counts": _RULES,
    "Drawing and laying out": _DRAWING,
    "The book": _BOOK,
    "Print": _PRINT,
    "Printers": _PRINTERS,
    "Printings and comparisons": _HISTORY,
    "Nothing uses it": _UNUSED,
}
CODES: Mapping[str, tuple[str, str]] = {code: text for family in FAMILIES.values() for code, text in family.items()}


def as_markdown() -> str:
    """The tables of `docs/checks.md`."""
    parts = []
    for family, codes in FAMILIES.items():
        rows = "".join(f"| `{code}` | {cause} | {cure} |\n" for code, (cause, cure) in codes.items())
        parts.append(f"### {family}\n\n| code | cause | cure |\n| --- | --- | --- |\n{rows}")
    return "\n".join(parts)
