"""A chapter's Markdown goes in, its blocks come out; what is wrong is told with the line it stands on.

markdown-it-py reads it: CommonMark with tables, definition lists and ``:::`` asides. No HTML is passed on.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from pnp.fonts.scripts import MissingCharacters, by_cause
from pnp.game.spec import ASIDES
from pnp.problems import did_you_mean
from pnp.rulebook.blocks import (
    Aside,
    Beside,
    Block,
    Break,
    CellsBlock,
    Chapter,
    Heading,
    IndexMark,
    Insert,
    Items,
    ParagraphBlock,
    RowBlock,
    TermsBlock,
    Together,
    slug,
)
from pnp.rulebook.markdown_tree import comments_of, faults_of, is_comment, parser
from pnp.text.markup import Inlines, Piece

Missing = Callable[[str, bool, bool], str]  # a text, bold, italic -> the characters that no font has
INSERTS = ("diagram", "table", "face", "drawing", "contents", "index", "credits")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong on a line (from 1) of a filled-in chapter."""

    line: int
    code: str
    message: str
    hint: str = ""
    lost: MissingCharacters | None = None  # characters that no font has
    alike: int = 0  # more texts that lack them


class _TooManyFaults(Exception):  # noqa: N818 - it ends a walk
    """Enough was found."""


MAX_FAULTS = 500  # of one chapter
_ICON = re.compile(r":([a-z][a-z0-9-]*[a-z0-9]):")
_COLOR = re.compile(r"\[([a-z][a-z0-9-]*): |\]")
_ID = re.compile(r"\{#([a-z0-9][a-z0-9/-]*)\}")


def read_chapter(
    chapter: str,
    text: str,
    icons: frozenset[str],
    taken: set[str],
    missing: Missing,
    colors: frozenset[str] = frozenset(),
) -> tuple[Chapter, list[Fault]]:
    """Read one chapter: a ``# Title``, and blocks behind it. The faults come with their lines.

    ``taken`` holds the ids of the book so far, and of its chapters, tables and diagrams, a dash for each slash; the
    chapter's own are added. ``missing`` tells which characters of a text no font has, upright or not. ``colors`` are
    those of the palette.
    """
    reading = _Reading(chapter, icons, taken, missing, text.split("\n"), colors)
    tokens = parser().parse(text)
    nodes = list(SyntaxTreeNode(tokens).children)
    title: Inlines = ()
    blocks: list[Block] = []
    with suppress(_TooManyFaults):
        reading.refuse_excess(tokens)
        if nodes and nodes[0].type == "heading" and nodes[0].tag == "h1":
            title = reading.inlines(nodes[0])
            nodes = nodes[1:]
        else:
            reading.wrong("no-title", f"the chapter '{chapter}' has no title", "begin it with a line such as # Moving")
        if nodes and nodes[0].type == "blockquote":
            inner = reading.blocks(nodes[0])
            blocks += [replace(block, lead=True) if isinstance(block, ParagraphBlock) else block for block in inner]
            nodes = nodes[1:]
        blocks += reading.each(nodes)
    made = Chapter(chapter, title, tuple(blocks), tuple(reading.links), frozenset(reading.shown))
    return made, reading.faults


@dataclass
class _Reading:
    """One walk over a chapter's tree."""

    chapter: str
    icons: frozenset[str]
    taken: set[str]
    missing: Missing
    source: list[str]
    colors: frozenset[str] = frozenset()
    hues: list[str] = field(default_factory=list)  # of the brackets that are open, innermost last
    shown: set[str] = field(default_factory=set)
    equal: dict[str, int] = field(default_factory=dict)  # how many headings of this chapter would have this id
    marks: int = 0
    asked: dict[str, str] = field(default_factory=dict)  # words in brackets that are no colours, and what is said
    links: list[tuple[str, int]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    lacks: dict[str, int] = field(default_factory=dict)  # which fault tells of a script, or of a character
    line: int = 1

    def refuse_excess(self, tokens: list[Token]) -> None:
        """A fault for each place that is too deep or too long; the line that is being read stays."""
        first = self.line
        for self.line, code, message, hint in faults_of(tokens, first):
            self.wrong(code, message, hint)
        self.line = first

    def blocks(self, node: SyntaxTreeNode) -> tuple[Block, ...]:
        return tuple(self.each(node.children))

    def each(self, nodes: list[SyntaxTreeNode]) -> list[Block]:
        found: list[Block] = []
        for node in nodes:
            self.line = node.map[0] + 1 if node.map else self.line
            found += self.block(node)
        return found

    def block(self, node: SyntaxTreeNode) -> list[Block]:
        """The blocks one node becomes; a kind of node that books do not print is told."""
        if node.type.startswith("container_"):
            words = node.info.split(None, 1)
            if node.map and not self._closed(node.map[1]):
                self.wrong("open-aside", f"::: {words[0]} is opened and never closed", "close it with ::: on a line")
            if words[0] == "beside":
                line = self.line
                return self._beside(self.blocks(node), line)
            if words[0] == "together":
                return [Together(self.blocks(node))]
            title = self._inline_text(words[1]) if len(words) > 1 else ()
            return [Aside(words[0], title, self.blocks(node))]
        match node.type:
            case "heading":
                return [self._heading(node)]
            case "paragraph":
                return self._paragraph(node)
            case "bullet_list" | "ordered_list":
                start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
                return [Items(tuple(self.blocks(item) for item in node.children), start)]
            case "dl":
                return [self._terms(node)]
            case "table":
                return [self._table(node)]
            case "html_block":
                return self._comment(node.content)
            case "hr":
                return [Break()]
        self.wrong("unknown-block", f"a rulebook does not print {_NAMES.get(node.type, node.type)}", _CURES)
        return []

    def inlines(self, node: SyntaxTreeNode) -> Inlines:
        """The pieces of a block's own text."""
        pieces: list[Piece] = []
        for inline in node.children:
            for child in inline.children:
                self._inline(child, pieces, Piece(""))
        if self.hues:
            self.wrong("markup", f"'[{self.hues[0]}:' is opened and never closed", "close it with ] in its paragraph")
            self.hues.clear()
        return tuple(pieces)

    def _inline_text(self, text: str) -> Inlines:
        tokens = parser().parseInline(text)
        self.refuse_excess(tokens)
        return self.inlines(SyntaxTreeNode(tokens))

    def _inline(self, node: SyntaxTreeNode, into: list[Piece], look: Piece) -> None:
        match node.type:
            case "text" | "text_special":
                self._letters(node.content, into, look)
            case "softbreak":
                into.append(Piece(" ", look.bold, look.italic, link=look.link, color=self.hue))
            case "hardbreak":
                into.append(Piece("\n", look.bold, look.italic, link=look.link, color=self.hue))
            case "strong" | "em" | "link":
                bold, italic = look.bold or node.type == "strong", look.italic or node.type == "em"
                link = self._target(node) if node.type == "link" else look.link
                for child in node.children:
                    self._inline(child, into, Piece("", bold, italic, link=link))
            case "html_inline" if is_comment(node):
                pass
            case "image":
                self.wrong("figure-in-text", "a figure stands within a text", "give it a paragraph of its own")
            case _:
                self.wrong("unknown-inline", f"a rulebook does not print {_NAMES.get(node.type, node.type)}", _CURES)

    @property
    def hue(self) -> str:
        """The colour of the innermost open bracket."""
        return self.hues[-1] if self.hues else ""

    def _letters(self, text: str, into: list[Piece], look: Piece) -> None:
        """Letters, the icons among them, and the brackets that colour them."""
        position = 0
        for match in _COLOR.finditer(text):
            color = match[1]
            if not color and not self.hues:
                continue  # a bracket as such
            if color and color not in self.colors:
                near = self._near(color)
                if near.startswith("did you mean"):  # a slip; any other word in brackets is text
                    self.wrong("unknown-color", f"unknown colour '[{color}: …]'", near)
                continue
            self._plain(text[position : match.start()], into, look)
            position = match.end()
            if color:
                self.hues.append(color)
            else:
                self.hues.pop()
        self._plain(text[position:], into, look)

    def _near(self, word: str) -> str:
        """What a word in brackets may be a slip for; so many words that are no slips are no slips."""
        if word not in self.asked and len(self.asked) < MAX_FAULTS:
            self.asked[word] = did_you_mean(word, self.colors)
        return self.asked.get(word, "")

    def _plain(self, text: str, into: list[Piece], look: Piece) -> None:
        for i, part in enumerate(_ICON.split(text)):
            if i % 2 and part in self.icons:
                self.shown.add(part)
                into.append(Piece(part, icon=True, link=look.link, color=self.hue))
            elif i % 2:
                self.wrong("unknown-icon", f"unknown icon ':{part}:'", did_you_mean(part, self.icons))
            elif part:
                words = self._drawn(part, look)
                into.append(Piece(words, look.bold, look.italic, link=look.link, color=self.hue))

    def _drawn(self, text: str, look: Piece) -> str:
        """The text without the characters that no font has: they are told once."""
        lost = self.missing(text, look.bold, look.italic)
        for cause in by_cause(lost):
            if cause.kin in self.lacks:
                told = self.faults[self.lacks[cause.kin]]
                self.faults[self.lacks[cause.kin]] = replace(told, alike=told.alike + 1)
                continue
            self.lacks[cause.kin] = len(self.faults)
            self.wrong("missing-glyph", f"no font has {cause.named}", lost=cause)
        return "".join(char for char in text if char not in lost) if lost else text

    def _target(self, node: SyntaxTreeNode) -> str:
        target = str(node.attrs.get("href", ""))
        if target.startswith("#"):
            self.links.append((target[1:], self.line))
            return target[1:]
        self.wrong(
            "outside-link", f"the link leads out of the book, to '{target}'", "write #name of a chapter or heading"
        )
        return ""

    def _heading(self, node: SyntaxTreeNode) -> Heading:
        level = int(node.tag[1:])
        if level == 1 or level > 3:
            self.wrong("heading-level", f"a heading of level {level} within a chapter", "use ## or ###")
        words = list(self.inlines(node))
        last = words[-1].text.rstrip() if words else ""
        begins = last.rfind("{#")
        given = _ID.fullmatch(last, begins) if begins >= 0 else None
        if given:
            words[-1] = words[-1]._replace(text=last[:begins].rstrip())
        name = given[1] if given else slug(tuple(words)) or "part"  # signs and other scripts have no letters for an id
        if self._is_free(name):
            pass
        elif given:
            self.wrong("duplicate-id", f"'{name}' names two places of the book", "give one of them another {#id}")
        else:
            name = self._next(f"{self.chapter}/{name}")
        return Heading(min(max(level, 2), 3), tuple(words), name)

    def _is_free(self, name: str) -> bool:
        """Whether no other place of the book is called so; from now on one is. On a page a slash is a dash."""
        key = name.replace("/", "-")
        free = key not in self.taken
        self.taken.add(key)
        return free

    def _next(self, name: str) -> str:
        """The name, or the first with a number behind it that is free."""
        while True:
            equal = self.equal[name] = self.equal.get(name, 0) + 1
            found = name if equal == 1 else f"{name}/{equal}"
            if self._is_free(found):
                return found

    def _paragraph(self, node: SyntaxTreeNode) -> list[Block]:
        inner = [child for inline in node.children for child in inline.children]
        stray = next((child.content for child in inner if child.content.startswith(":::")), None)
        if stray is not None:
            known = (*ASIDES, "beside", "together")
            word = (stray.strip(": ").split() or [""])[0]
            hint = did_you_mean(word, known) if word else "more colons close an outer block, fewer an inner one"
            self.wrong("unknown-aside", f"'{stray.strip()[:40]}' opens or closes nothing", hint)
        images = [child for child in inner if child.type == "image"]
        if images and all(child.type in ("image", "softbreak") or not child.content.strip() for child in inner):
            inserts = tuple(insert for image in images if (insert := self._insert(image)))
            return [RowBlock(inserts)] if len(inserts) > 1 else list(inserts)
        marks = [block for child in inner if is_comment(child) for block in self._comment(child.content)]
        return [*marks, ParagraphBlock(self.inlines(node))]

    def _insert(self, node: SyntaxTreeNode) -> Insert | None:
        kind, colon, name = str(node.attrs.get("src", "")).partition(":")
        if not colon or kind not in INSERTS:
            hint = did_you_mean(kind, INSERTS) if colon else "write kind:name, such as diagram:reach or table:to-hit"
            self.wrong("unknown-figure", f"a figure of an unknown kind, '{kind}'", hint)
            return None
        caption: list[Piece] = []
        for child in node.children:
            self._inline(child, caption, Piece(""))
        return Insert(kind, name, tuple(caption), str(node.attrs.get("title", "")), self.line)

    def _closed(self, line: int) -> bool:
        return line < len(self.source) and self.source[line].strip().startswith(":::")

    def _beside(self, blocks: tuple[Block, ...], line: int) -> list[Block]:
        if not blocks or not isinstance(blocks[0], (Insert, RowBlock)):
            self.line = line
            self.wrong("no-figure", "::: beside does not begin with a figure", "put ![…](face:…) on its first line")
            return list(blocks)
        return [Beside(blocks[0], blocks[1:])]

    def _terms(self, node: SyntaxTreeNode) -> TermsBlock:
        items: list[tuple[Inlines, list[Block]]] = []
        for child in node.children:
            self.line = child.map[0] + 1 if child.map else self.line
            if child.type == "dt":
                items.append((self.inlines(child), []))
            else:
                items[-1][1].extend(self.blocks(child))
        return TermsBlock(tuple((term, tuple(blocks)) for term, blocks in items))

    def _table(self, node: SyntaxTreeNode) -> CellsBlock:
        rows = [row for part in node.children for row in part.children]
        align = tuple(
            str(cell.attrs.get("style", "")).removeprefix("text-align:") or "left" for cell in rows[0].children
        )
        head, *others = (tuple(self.inlines(cell) for cell in row.children) for row in rows)
        return CellsBlock(head, tuple(others), align)

    def _comment(self, text: str) -> list[Block]:
        comments = comments_of(text)
        if not comments:
            self.wrong("html", "HTML is not printed", "write it as Markdown")
        found = [comment.removeprefix("index:") for comment in comments if comment.startswith("index:")]
        terms = tuple(term.strip() for part in found for term in part.split(";") if term.strip())
        if not terms:
            return []
        self.marks += 1
        while not self._is_free(name := f"index/{self.chapter}/{self.marks}"):
            self.marks += 1
        return [IndexMark(terms, name)]

    def wrong(self, code: str, message: str, hint: str = "", lost: MissingCharacters | None = None) -> None:
        """Keep a fault of the line that is being read. Nobody reads hundreds: raises _TooManyFaults then."""
        self.faults.append(Fault(self.line, code, message, hint, lost))
        if len(self.faults) >= MAX_FAULTS:
            message = f"there are {MAX_FAULTS} faults in '{self.chapter}' already; the rest was not looked at"
            self.faults.append(Fault(self.line, "too-many-problems", message))
            raise _TooManyFaults


_CURES = "use paragraphs, lists, tables, ::: asides, figures, **bold** and *italic*"
_NAMES = {
    "fence": "a block of code",
    "code_block": "a block of code: four spaces begin one",
    "code_inline": "code in `backticks`",
    "blockquote": "a quotation: only the chapter's first paragraph may be one",
    "html_inline": "HTML",
}
