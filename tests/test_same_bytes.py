"""What makes bytes differ between Pythons stands nowhere in the program: floats are added and streams packed in one way.

That games really give the same bytes is tried by `make pythons`, on every Python that is there.
"""

from __future__ import annotations

import ast
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from pnp.pdf.file import deflated

PACKAGE = Path(__file__).parent.parent / "pnp"
LEAST_SUMS = 40  # that the test must see, or it looks at nothing

# sums of whole numbers and of fractions that do not look so: what they add, by module and call
PIECES, CARDS, DICE, EXACT = (
    "pieces are counted",
    "a card's numbers are whole",
    "dice are counted",
    "fractions are exact",
)
WHOLE = {
    "paint/filtering/filter_pixels.py: sum((_WEIGHTS.get(type(step.deed), 1) for step in deeds.steps))": "whole weights",
    "fonts/containers.py: sum((length for *_, length in records))": "bytes",
    "fonts/containers.py: sum((length for _, _, _, length, _ in records))": "bytes",
    "fonts/containers.py: sum((stored for stored, _ in lengths))": "bytes",
    "fonts/containers.py: sum((original for _, original in lengths))": "bytes",
    "build/bill.py: sum((leaf.front.folds for leaf in leaves))": "folds are counted",
    "build/bill.py: sum((plan.pieces for plan in plans))": "pieces are counted",
    "preflight/coverage.py: sum((pixels for _, pixels in areas))": "pixels are counted",
    "preflight/coverage.py: sum(((_FULL - value % 256) * count for value, count in enumerate(channels)))": "whole levels",
    "impose/seams.py: sum((1 << number for number, (low, high) in enumerate(extents) if is_cut(low, high, at)))": "bits",
    "impose/seams.py: sum((1 << number for number, item in enumerate(obstacles) if item.rank in ranks))": "bits",
    "impose/packing.py: sum((cells.count for cells in leaf if cells.kind == first))": "pieces are counted",
    "impose/guillotine.py: sum((kind.count for kind in kinds))": "pieces are counted",
    "cli/commands.py: sum((row.leaves for row in rows))": "leaves are counted",
    "cli/console.py: sum((problem.stands_for for problem in found if problem.severity == 'error'))": "problems are counted",
    "faces/charts.py: sum((value for _, value in parts), Fraction(0))": EXACT,
    "game/choose.py: sum(found.values())": PIECES,
    "game/model.py: sum((self.copies_of(record.id) for record in self.records))": PIECES,
    "history/balance.py: sum((cell.changed for _, cells in self.rows for cell in cells))": "yes or no",
    "history/balance.py: sum(steps, Fraction(0))": EXACT,
    "history/changes.py: sum((item.discards for item in self.pieces))": PIECES,
    "history/changes.py: sum((item.prints for item in self.pieces))": PIECES,
    "history/listing.py: sum((item.discards for item in own))": PIECES,
    "history/printing.py: sum((need.copies for need in needs))": PIECES,
    "report/report.py: sum((problem.stands_for for problem in self.problems if problem.severity == 'error'))": "problems are counted",
    "report/report.py: sum((problem.stands_for for problem in self.problems))": "problems are counted",
    "report/report.py: sum((report.errors for report in found))": "problems are counted",
    "report/report.py: sum((report.warnings for report in found))": "problems are counted",
    "rules/bills.py: sum([3 * len(text) // 64 for text in texts if not text.isascii()])": "letters are counted",
    "rules/dice.py: sum((POOL_WORK * count * sides for count, sides in dice))": DICE,
    "rules/dice.py: sum((count * sides for count, sides in dice))": DICE,
    "rules/dice.py: sum((count @ icepool.d(sides) for count, sides in dice), icepool.Die([added]))": DICE,
    "rules/dice.py: sum((count for count, _ in dice))": DICE,
    "rules/formulas.py: sum((known.effort for known in self.memory.rates.values()))": "effort is counted in units",
    "rules/guard.py: sum((isinstance(node, _SCOPES) for node in found))": "nodes are counted",
    "rules/guard.py: sum(map(size, (*node.args, *node.defaults)))": "nodes are counted",
    "rules/guard.py: sum(map(size, body))": "nodes are counted",
    "rules/guard.py: sum(map(size, node.iter_child_nodes()))": "nodes are counted",
    "rules/kits/battle/fights.py: sum([kinds.plays[card] for card in side.play])": CARDS,
    "rules/kits/battle/simulate.py: sum([kinds.draws[card] for card in me.play])": CARDS,
    "rules/kits/battle/simulate.py: sum([kinds.recovers[card] for card in me.play])": CARDS,
    "rules/kits/battle/tactics.py: sum([fight.attack for fight in fights if not fight.blockers])": CARDS,
    "rules/kits/battle/tactics.py: sum([fight.attack for fight in open_fights])": CARDS,
    "rules/kits/battle/tactics.py: sum([kinds.power[card] for card in cards])": CARDS,
    "rules/kits/battle/tactics.py: sum([power[card] for card in blockers])": CARDS,
    "rules/kits/battle/tactics.py: sum([worth[card] for card in fight.blockers])": CARDS,
    "source/sheet_grid.py: sum(widths)": "columns of a worksheet are counted",
    "web/ids.py: sum(map(count, element))": "elements are counted",
}
# other ways to add, or to be another today: a module, and why no one may import it
REFUSED = {
    "statistics": "its means are added by sum",
    "locale": "a machine's own",
    "uuid": "another each time",
    "secrets": "another each time",
}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if "shipped" not in path.parts:
            yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def is_whole(node: ast.expr) -> bool:
    """Whether an expression is a whole number, for all that can be seen of it."""
    match node:
        case ast.Constant(value=int()) | ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Name(id="len" | "int" | "bool" | "ceil") | ast.Attribute(attr="count")):
            return True
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult(), left=left, right=right):
            return is_whole(left) and is_whole(right)
    return False


def adds_whole_numbers(call: ast.Call) -> bool:
    """Whether a call of ``sum`` adds what can only be whole numbers."""
    match call.args:
        case [ast.GeneratorExp(elt=item) | ast.ListComp(elt=item)]:
            return is_whole(item)
        case [ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="len" | "int" | "bool"), _])]:
            return True
    return False


def doubtful_sums(tree: ast.AST) -> tuple[int, list[str]]:
    """How often ``sum`` stands there, and the calls that could add floats; the bare word, where it is handed on."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum"
    ]
    called = {id(node.func) for node in calls}
    bare = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id == "sum" and id(node) not in called)
        or (isinstance(node, ast.Attribute) and node.attr in ("sum", "sumprod"))
        or (isinstance(node, ast.alias) and node.name in ("sum", "sumprod"))
    ]
    return len(calls), bare + [ast.unparse(call) for call in calls if not adds_whole_numbers(call)]


def test_floats_are_added_in_one_way() -> None:
    """``sum`` of floats is compensated since 3.12, and was not before: 128.935 on one Python was 128.9349 on another."""
    seen, used = 0, set()
    for name, tree in trees():
        count, doubtful = doubtful_sums(tree)
        seen += count
        found = {f"{name}: {call}" for call in doubtful}
        used |= found
        assert found <= WHOLE.keys(), (
            f"add floats with math.fsum, or say in WHOLE why these are none: {found - WHOLE.keys()}"
        )
    assert seen > LEAST_SUMS
    assert used == WHOLE.keys(), "what is said of sums that are gone goes too"


@pytest.mark.parametrize(
    "text",
    ["sum(widths) + 1", "sum(item.height for item in boxes)", "sum([1.5, x])", "max(map(sum, rows))", "sum(map(width, words))",
     "math.sumprod(a, b)", "from builtins import sum", "numbers.sum()", "sum(len(a) / 4 for a in b)", "sum([], 0.0)"],
)  # fmt: skip
def test_each_way_to_add_floats_is_seen(text: str) -> None:
    assert doubtful_sums(ast.parse(text))[1]


def test_what_only_counts_is_no_doubt() -> None:
    text = "sum(map(len, a)) + sum(1 for _ in b) + sum(len(x) + 1 for x in c) + sum(x == y for x in d) + sum([not x for x in e])"
    assert doubtful_sums(ast.parse(text)) == (5, [])


def test_nothing_is_imported_that_differs_from_day_to_day() -> None:
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                given = getattr(node, "module", None)
                found = {given} if given else {item.name for item in node.names}
                assert not found & REFUSED.keys(), f"pnp/{name} imports {found}"


def test_a_stream_is_packed_to_the_same_bytes_everywhere() -> None:
    """Text like a page's operators, and what libdeflate 1.25 makes of them, on any Python and processor."""
    state, lines = 1, []
    for _ in range(2_000):
        state = state * 1_103_515_245 % 2**31 + 12_345
        lines.append(f"{state % 90_001 / 100:g} {state // 7 % 300} {'mlc'[state // 3 % 3]}")
    content = "\n".join(lines).encode()
    packed = deflated(content)
    assert zlib.decompress(packed) == content
    assert len(packed) <= len(zlib.compress(content, 6))
    assert sha256(packed).hexdigest()[:16] == "dcbce70c5b96f637"
