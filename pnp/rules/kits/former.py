"""A key of a file that was written before there were kits goes in, how it is written now comes out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_LIMITS = (
    "limits stand under the name of their kit: "
    "checks: {capture: {of: altar, from: spawn, nearest: 3, difference: 2, most-entrances: 3}}"
)
# keys of a board's file
FORMER_BOARD: Mapping[str, str] = MappingProxyType(
    {
        "altars": "write kinds: {altar: {solid: yes, zone: 1, hexes: 1}}, and places: {P: {kind: altar, name: …}}",
        "spawns": "write kinds: {spawn: {}}, and places: {R: {kind: spawn, name: …}}",
    }
)
# keys of its checks
FORMER_CHECKS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("nearest-altars", "distance-difference", "most-entrances"), _LIMITS)
)
# keys of a diagram on hexes
FORMER_DIAGRAM: Mapping[str, str] = MappingProxyType({"altars": "write places: {P: {kind: altar, is: …}}"})
