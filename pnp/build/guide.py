"""The leaves of a set go in; the kinds of them come out: which are made alike, and what is done with each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.impose.cutting import CutPlan, plan_cuts
from pnp.impose.leaf import Leaf
from pnp.impose.sheet import Sheet


@dataclass(frozen=True, slots=True)
class LeafKind:
    """Leaves that are made alike: one of them to be drawn, their numbers, and what is done with each."""

    title: str
    numbers: tuple[int, ...]
    sheet: Sheet
    stock: str
    two_sided: bool
    plan: CutPlan
    glue: bool = False

    @property
    def leaves(self) -> str:
        """Their numbers as a person writes them: ``Leaf 4``, ``Leaves 1–3, 7``."""
        runs: list[list[int]] = []
        for number in self.numbers:
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        said = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
        return f"{'Leaves' if len(self.numbers) > 1 else 'Leaf'} {said}"

    @property
    def steps(self) -> str:
        """What is done with one of them, in order."""
        stages: dict[int, int] = {}
        for cut in self.plan.cuts:
            stages[cut.depth] = stages.get(cut.depth, 0) + 1
        cuts = " + ".join(str(stages[depth]) for depth in sorted(stages))
        word = "cut" if len(self.plan.cuts) == 1 else "cuts"
        folds = self.sheet.folds
        said = [f"score {folds} {'fold' if folds == 1 else 'folds'}" if folds else "", f"{cuts} {word}" if cuts else ""]
        said += ["scissors" if self.by_hand else "", "fold and glue" if folds and self.glue else ""]
        said += ["fold" if folds and not self.glue else "", "glue" if self.glue and not folds else ""]
        if not self.sheet.label and self.sheet.size.width > self.sheet.size.height:
            said = ["fold", "staple"]
        return ", ".join(word for word in said if word) or "nothing to cut"

    @property
    def by_hand(self) -> bool:
        """Whether anything on it is cut with scissors."""
        shaped = any(item.face.shape.kind != "rectangle" for item in self.sheet.placements)
        return bool(self.plan.scissors or (shaped and self.plan.trims))


def kinds_of(leaves: Sequence[Leaf], first: int) -> list[LeafKind]:
    """The kinds of leaves in the order of their first ones; ``first`` is the number of the first leaf.

    Alike are leaves of one title, paper and number of sides that take as many cuts.
    """
    found: dict[tuple[object, ...], LeafKind] = {}
    title = ""
    for number, leaf in enumerate(leaves, first):
        front = leaf.front
        title = _title(front) or front.bookmark or title
        plan = plan_cuts(front.size, front.trims)
        glue = front.glued or leaf.glued
        kind = LeafKind(title, (number,), front, leaf.stock, leaf.back is not None, plan, glue)
        key = (title, leaf.stock, kind.two_sided, kind.steps)
        found[key] = replace(found[key], numbers=(*found[key].numbers, number)) if key in found else kind
    return list(found.values())


def _title(front: Sheet) -> str:
    """What lies on a sheet, without what tells it from its fellows."""
    return front.label.partition(", tile ")[0].partition(", fold at ")[0]
