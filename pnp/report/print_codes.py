"""Problems of drawing, printing and what is kept of both: each code with its cause and its cure."""

from __future__ import annotations

DRAWING = {
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
BOOK = {
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
PRINT = {
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
PRINTERS = {
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
HISTORY = {
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
UNUSED = {
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
