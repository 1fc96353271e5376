"""A template's calls of ``tuck_box``, ``standee`` and their like go in; nets come out as templates see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import ClassVar

from markupsafe import Markup, escape

from pnp.faces import cartons, nets
from pnp.faces.helpers import Helpers
from pnp.faces.nets import Net, NetError, Panel, path_data
from pnp.rules.explain import RuleError
from pnp.rules.numbers import exact
from pnp.rules.work import spend
from pnp.units import Size

NET = 1_000  # units for a net, which is some thirty points
NEAR = 0.005  # mm: a size is written to a hundredth
# how the lines look where the template is opened by itself: a sheet draws them in its own way
_LOOKS = {
    "cut": 'fill="none" stroke="black" stroke-width="0.15"',
    "fold": 'fill="none" stroke="black" stroke-width="0.15" stroke-dasharray="2.5 1.25"',
    "glue": 'fill="black" fill-opacity="0.1"',
}


@dataclass(frozen=True)
class FoldedNet:
    """A net on a face. Lengths in mm; ``cut`` is its outline as path data, ``panels`` its visible sides by name."""

    open_to_templates: ClassVar = frozenset({"width", "height", "cut", "lines", "panels"})
    what: str
    net: Net
    face: Size
    helpers: Helpers

    @property
    def width(self) -> float:
        """How wide it is, flat."""
        return self.net.size.width

    @property
    def height(self) -> float:
        """How high it is, flat."""
        return self.net.size.height

    @property
    def cut(self) -> str:
        """Its outline, closed."""
        return path_data(self.net.outline)

    @property
    def panels(self) -> Mapping[str, Panel]:
        """What can be drawn on."""
        return self.net.panels

    @property
    def lines(self) -> Markup:
        """The lines to cut and to fold, and where glue goes: what the face must hold. If it does not, that is said."""
        spend(NET)
        net, face = self.net, self.face
        if net.size.width > face.width + NEAR or net.size.height > face.height + NEAR:
            width, height = (ceil(side * 10 - 0.05) / 10 for side in (net.size.width, net.size.height))
            message = (
                f"{self.what}: the net measures {width:g} x {height:g} mm, and there are {face.width:g} x"
                f" {face.height:g} mm, on {self.helpers.where}"
            )
            self.helpers.problem("net-too-large", message, f"write size: {width:g} x {height:g} in game.yaml")
        glued = [nets.straight(flap.corners) for flap in net.flaps if flap.glued]
        paths = [
            *(("glue", path_data(area)) for area in glued),
            *(("fold", path_data(nets.straight((fold.start, fold.end)), closed=False)) for fold in net.folds),
            *(("cut", path_data(line, closed=net.closed)) for line in net.cuts),
        ]
        return Markup("\n".join(f'<path data-line="{kind}" d="{escape(d)}" {_LOOKS[kind]}/>' for kind, d in paths))


@dataclass(frozen=True)
class FoldingHelpers:
    """The helpers of one face, whose trim is ``face``. Measures in mm; a net of none is the template's fault."""

    helpers: Helpers
    face: Size

    def cube(self, edge: object, tab: object = 0) -> FoldedNet:
        """See ``pnp.faces.cartons.cube``."""
        return self._net(cartons.cube, edge=edge, tab=tab)

    def closed_box(self, width: object, height: object, depth: object, tab: object = 0) -> FoldedNet:
        """See ``pnp.faces.cartons.closed_box``."""
        return self._net(cartons.closed_box, width=width, height=height, depth=depth, tab=tab)

    def tuck_box(
        self, width: object, height: object, depth: object, board: object = cartons.BOARD,
        slack: object = cartons.SLACK, lip: object = cartons.LIP,
    ) -> FoldedNet:  # fmt: skip
        """See ``pnp.faces.cartons.tuck_box``."""
        return self._net(cartons.tuck_box, width=width, height=height, depth=depth, board=board, slack=slack, lip=lip)

    def fold_over(self, width: object, height: object, fold: object = "side") -> FoldedNet:
        """See ``pnp.faces.nets.fold_over``."""

        if not isinstance(fold, str):
            raise ValueError("fold is where the fold is: 'side' or 'top'")

        def folded(width: float, height: float) -> Net:
            return nets.fold_over(width, height, fold)

        return self._net(folded, "fold_over", width=width, height=height)

    def standee(
        self, width: object, height: object, base: object, tab: object = nets.TAB, rim: object = nets.RIM
    ) -> FoldedNet:
        """See ``pnp.faces.nets.standee``."""
        return self._net(nets.standee, width=width, height=height, base=base, tab=tab, rim=rim)

    def _net(self, make: Callable[..., Net], what: str = "", **measures: object) -> FoldedNet:
        """The net of these measures. Raises RuleError, with the cure."""
        spend(NET)
        name = what or make.__name__
        numbers = {key: float(exact(value, f"{name}: the {key}")) for key, value in measures.items()}
        try:
            return FoldedNet(name, make(**numbers), self.face, self.helpers)
        except NetError as error:
            raise RuleError(str(error), error.hint) from None
