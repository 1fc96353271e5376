"""What was read from a workspace's shared folders goes in, and comes out again while a build or a watch lasts.

Fonts and icons stand behind everything that is drawn, so that each is read once. Nothing here looks whether a file has
changed meanwhile: whoever hears of a save goes on with a new cache (``Workspace.anew``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.fonts.font import FontFiles
    from pnp.fonts.fonts import FontFamily, Fonts


@dataclass(eq=False)
class FileCache:
    """The opened fonts, the ``Fonts`` made of them, and the names of icons once they were listed."""

    icons: frozenset[str] | None = None
    made: dict[object, Fonts] = field(default_factory=dict)
    opened: FontFiles | None = None

    @property
    def files(self) -> FontFiles:
        """The opened font files."""
        from pnp.fonts.font import FontFiles  # commands that read no game need not wait for HarfBuzz

        self.opened = self.opened or FontFiles()
        return self.opened

    def fonts(self, families: Mapping[str, FontFamily], fallback: tuple[str, ...]) -> Fonts:
        """The one value for these families: what was measured with it stays known when the game is read again."""
        from pnp.fonts.fonts import Fonts

        key = (tuple((name, tuple(one.faces.items()), one.features) for name, one in families.items()), fallback)
        if key not in self.made:
            self.made[key] = Fonts(families, fallback, self.files)
        return self.made[key]
