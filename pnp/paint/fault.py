"""What the painter refuses: a message, the cure, and the template line it came from."""

from __future__ import annotations


class SvgFault(Exception):  # noqa: N818 - a fault of the drawing, not an error of ours
    """SVG that the painter does not draw. ``where`` is ``file:line`` when the face was rendered with line marks."""

    def __init__(self, message: str, hint: str = "", where: str = "") -> None:
        self.message = message
        self.hint = hint
        self.where = where
        super().__init__(message)

    def at(self, where: str) -> SvgFault:
        """The same fault with its place, unless it has one."""
        return self if self.where else SvgFault(self.message, self.hint, where)
