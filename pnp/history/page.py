"""A difference goes in, one self-contained web page comes out: balance, records, pieces in pictures, tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from pnp.build.own_lettering import ARROW
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.history.balance import Cell, Shift, TableChange, find_balance, find_shifts
from pnp.history.changes import Alteration
from pnp.history.compare import Difference, RecordChange
from pnp.history.inventory import Inventory, InventoryPiece
from pnp.history.listing import list_pieces
from pnp.history.phrasing import signed, spoken
from pnp.web.drawings import WebDrawings
from pnp.web.html_file import whole_page
from pnp.web.webfonts import font_faces

STYLE = """
:root { --ink: #1f1c19; --grey: #6a645c; --line: #d9d4ca; --old: #9a2f22; --new: #22633a; --mark: #fff3cf }
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #fff; max-width: 72rem; margin: 0 auto;
  padding: 0 1.2rem 4rem }
header { padding: 2rem 0 .5rem }
h1 { margin: 0; font-size: 2rem; line-height: 1.1 }
header p { margin: .4rem 0; color: var(--grey) }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; position: sticky; top: 0; background: #fff; padding: .6rem 0;
  border-bottom: 1px solid var(--line); z-index: 1 }
a { color: inherit }
h2 { margin: 2.4rem 0 .6rem; font-size: 1.5rem }
h3 { margin: 1.4rem 0 .4rem }
section { scroll-margin-top: 3rem }
table { border-collapse: collapse; font-size: .92rem }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { color: var(--grey); font-weight: 600 }
caption { text-align: left; font-weight: 600; padding: 1.2rem 0 .3rem }
caption small, td small { color: var(--grey); font-weight: normal; white-space: nowrap }
.grid td { text-align: right }
.wide { overflow-x: auto }
.changed { background: var(--mark) }
del { color: var(--old) }
ins { color: var(--new); text-decoration: none; font-weight: 600 }
.better::before { content: "\\25b2  "; color: var(--new) }
.worse::before { content: "\\25bc  "; color: var(--old) }
.balance { width: 100%; max-width: 44rem }
.balance .bar { width: 70%; position: relative }
.bar::after { content: ""; position: absolute; left: 50%; top: 0; bottom: 0; border-left: 1px solid var(--grey) }
.bar i { position: absolute; top: .45rem; height: .9rem; width: var(--share) }
.bar .up { left: 50%; background: var(--new) }
.bar .down { right: 50%; background: var(--old) }
.note { color: var(--grey); font-size: .9rem; max-width: 44rem }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 2.4rem }
figure { margin: 0 0 .6rem; max-width: 100% }
figcaption { font-weight: 600; margin-bottom: .2rem }
.pair { display: flex; gap: 1rem; align-items: start }
.pair > div { flex: 0 1 auto; min-width: 5rem }
.pair span { display: block; font-size: .8rem; color: var(--grey) }
.pair svg { max-width: 100%; max-height: 80vh; height: auto; border: 1px solid var(--line) }
.pair svg.round { border-radius: 50% }
.none { align-self: stretch; border: 1px dashed var(--line); color: var(--grey); display: grid; place-items: center;
  min-height: 4rem }
summary { cursor: pointer; margin: .6rem 0 }
.symbols { position: absolute }
@media print { nav { display: none } figure, tr { break-inside: avoid } }
"""

MANY = 12  # pictures of one component shown at once; the others unfold


@dataclass(frozen=True, slots=True)
class _Pictures:
    """One side of one piece, before and after; None where it was not, or is no more."""

    caption: str
    before: str | None
    after: str | None


def _drawn_pieces(
    difference: Difference, before: WebDrawings | None, after: WebDrawings | None
) -> Iterator[tuple[str, list[_Pictures]]]:
    """Every altered piece's faces that differ, component by component, under the component's title."""
    changes = difference.changes
    for name in dict.fromkeys(item.component for item in changes.of("changed", "new", "gone")):
        items = [item for item in changes.of("changed", "new", "gone") if item.component == name]
        pictures = [
            shown
            for item in items
            for shown in _sides(item, difference.old.inventory, difference.new.inventory, before, after)
        ]
        if pictures:
            yield changes.titles[name], pictures


def _sides(
    item: Alteration,
    old: Inventory | None,
    new: Inventory | None,
    before: WebDrawings | None,
    after: WebDrawings | None,
) -> Iterator[_Pictures]:
    was = old.pieces.get((item.component, item.record)) if old else None
    now = new.pieces.get((item.component, item.record)) if new else None
    for side in range(2):
        left, right = _face(was, side), _face(now, side)
        if left is None and right is None:
            continue
        if was and now and left and right and was.looks[side].hash == now.looks[side].hash:
            continue
        caption = ", ".join(filter(None, (item.name, "back" if side else "")))
        yield _Pictures(
            caption,
            before.svg(left, f"{caption or item.component}, before") if before and left else None,
            after.svg(right, f"{caption or item.component}, after") if after and right else None,
        )


def _face(piece: InventoryPiece | None, side: int) -> Face | None:
    faces = piece.pair.faces if piece else ()
    return faces[side] if side < len(faces) else None


def difference_page(difference: Difference, title: str) -> str:
    """The page."""
    old, new = difference.old, difference.new
    before = WebDrawings(old.game) if old.game else None
    after = WebDrawings(new.game, "b-") if new.game else None
    parts = [
        ("balance", "Balance at a glance", _balance(difference)),
        ("records", "Records", _records(difference)),
        ("else", "Everything else", _causes(difference)),
        ("pieces", "Pieces", _pieces(difference, before, after)),
        ("tables", "Tables", _tables(difference)),
    ]
    shown = [part for part in parts if part[2]]
    links = "".join(f'<a href="#{mark}">{escape(name)}</a>' for mark, name, _ in shown)
    body = "".join(f'<section id="{mark}"><h2>{escape(name)}</h2>{text}</section>\n' for mark, name, text in shown)
    lead = f"From <b>{escape(old.label)}</b> to <b>{escape(new.label)}</b>"
    words = "" if shown else "<p>Nothing differs.</p>"
    symbols = "".join(drawings.symbols() for drawings in (before, after) if drawings)
    text = f"<header><h1>{escape(title)}</h1><p>{lead}</p></header><nav>{links}</nav><main>{words}{body}</main>"
    game = new.game or old.game
    language = game.language if game else "en"
    whole_title = f"{title}: {old.label} – {new.label}"
    return whole_page(language, whole_title, f"\n{_fonts(old.game, new.game, text)}\n{STYLE}", f"{symbols}\n{text}")


def _fonts(old: Game | None, new: Game | None, text: str) -> str:
    """The fonts of the faces shown; where both games have a family, the new one's file serves both."""
    rules: dict[str, str] = {}
    for game in (old, new):
        for rule in font_faces(game.fonts, text).splitlines() if game else ():
            rules[rule.partition("src:")[0]] = rule
    return "\n".join(rules.values())


def _balance(difference: Difference) -> str:
    """Who gained and who lost as bars, and by which tables."""
    shifts = find_shifts(difference.tables)
    if not shifts:
        return ""
    balance = find_balance(shifts)
    most = max((abs(value) for _, value in balance), default=Fraction(0)) or Fraction(1)
    bars = "".join(_bar(name, value, value / most) for name, value in balance)
    verdict = f'<table class="balance"><tbody>{bars}</tbody></table>' if balance else ""
    note = (
        "<p class='note'>The bars add up, for each, how far its numbers moved in the tables that say which are better, "
        "as a share of each table's range.</p>"
        if balance
        else "<p class='note'>No table says which numbers are better (<code>better: high</code> or <code>low</code>), "
        "so nobody is said to have gained.</p>"
    )
    return f"{verdict}{note}<details><summary>Mean change in every table</summary>{_shifts(shifts)}</details>"


def _bar(name: str, value: Fraction, share: Fraction) -> str:
    words = "gained" if value > 0 else "lost" if value < 0 else "even"
    side = "up" if value > 0 else "down"
    bar = f'<i class="{side}" style="--share:{float(abs(share)) * 50:.1f}%"></i>'
    return f'<tr><th>{escape(name)}</th><td>{words}</td><td class="bar">{bar}</td></tr>'


def _shifts(shifts: list[Shift]) -> str:
    rows = "".join(
        f"<tr><th>{escape(item.name)}</th><td>{escape(item.title)}</td><td>{escape(item.part)}</td>"
        f'<td class="{_look(item)}">{signed(item.mean)}</td></tr>'
        for item in sorted(shifts, key=lambda item: item.name)
    )
    head = "<tr><th></th><th>Table</th><th></th><th>Mean change</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _look(shift: Shift) -> str:
    return "" if shift.gain is None else "better" if shift.gain > 0 else "worse"


def _records(difference: Difference) -> str:
    parts = []
    for collection in dict.fromkeys(item.collection for item in difference.records):
        items = [item for item in difference.records if item.collection == collection]
        rows = "".join(_record(item) for item in items)
        head = "<thead><tr><th></th><th></th><th>Before</th><th>After</th></tr></thead>"
        name = spoken(collection)
        parts.append(f"<h3>{escape(name[:1].upper() + name[1:])}</h3><table>{head}<tbody>{rows}</tbody></table>")
    return "".join(parts)


def _record(item: RecordChange) -> str:
    if item.kind != "changed":
        return f'<tr><th>{escape(item.name)}</th><td colspan="3">{item.kind}</td></tr>'
    rows = []
    for i, field in enumerate(item.fields):
        head = f'<th rowspan="{len(item.fields)}">{escape(item.name)}</th>' if i == 0 else ""
        values = f"<td><del>{escape(field.old)}</del></td><td><ins>{escape(field.new)}</ins></td>"
        if any(ARROW in words and field.old not in words for words in field.words) or "," in field.old:
            said = "<br>".join(escape(words) for words in field.words)
            values = f'<td colspan="2">{said}</td>'
        rows.append(f"<tr>{head}<td>{escape(field.name)}</td>{values}</tr>")
    return "".join(rows)


def _causes(difference: Difference) -> str:
    items = "".join(
        f"<li><b>{escape(cause.subject[:1].upper() + cause.subject[1:])}</b>: {escape('; '.join(cause.words))}</li>"
        for cause in difference.causes
    )
    return f"<ul>{items}</ul>" if items else ""


def _pieces(difference: Difference, before: WebDrawings | None, after: WebDrawings | None) -> str:
    if before is None or after is None:
        lines = "".join(f"<li>{escape(str(line))}</li>" for line in list_pieces(difference.changes))
        note = "<p class='note'>A printing keeps what its pieces said, not how they looked: no pictures.</p>"
        return f"{note}<ul>{lines}</ul>" if lines else ""
    parts = []
    for title, pictures in _drawn_pieces(difference, before, after):
        shown, rest = pictures[:MANY], pictures[MANY:]
        more = f"<details><summary>{len(rest)} more</summary>{_figures(rest)}</details>" if rest else ""
        parts.append(f"<h3>{escape(title)}</h3>{_figures(shown)}{more}")
    return "".join(parts)


def _figures(pictures: list[_Pictures]) -> str:
    figures = "".join(
        f'<figure><figcaption>{escape(item.caption)}</figcaption><div class="pair">'
        f"{_frame(item.before, 'before', 'new')}{_frame(item.after, 'after', 'gone')}</div></figure>"
        for item in pictures
    )
    return f'<div class="figures">{figures}</div>'


def _frame(svg: str | None, what: str, otherwise: str) -> str:
    if svg is None:
        return f'<div class="none">{otherwise}</div>'
    return f'<div class="{what}"><span>{what}</span>{svg}</div>'


def _tables(difference: Difference) -> str:
    return "".join(_table(change) for change in difference.tables)


def _table(change: TableChange) -> str:
    heads = "".join(f"<th>{escape(name)}</th>" for name in (change.corner, *change.headings))
    rows = "".join(
        f"<tr><th>{escape(label)}</th>{''.join(_cell(cell) for cell in cells)}</tr>" for label, cells in change.rows
    )
    caption = f"{escape(change.table.title)} <small>{change.changed} of {change.filled} cells differ</small>"
    return (
        f'<div class="wide"><table class="grid"><caption>{caption}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _cell(cell: Cell) -> str:
    if not cell.changed:
        return f"<td>{escape(cell.new.text)}</td>"
    mark = f"<small>{signed(cell.step)}</small>" if cell.step else ""
    return f'<td class="changed"><del>{escape(cell.old.text)}</del> <ins>{escape(cell.new.text)}</ins> {mark}</td>'
