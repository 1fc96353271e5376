"""The text of VS Code's settings goes in, and which schema is for which file; the text with these added comes out.

What a designer wrote is never lost: a file that cannot be written again as it stands is left alone, and the caller says
what to add.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

SCHEMAS, TAGS = "yaml.schemas", "yaml.customTags"
MARKS = ("!assumed scalar",)


def wanted_settings(files: Mapping[str, str]) -> dict[str, Any]:
    """The settings for files by their schemas, both as paths in the workspace."""
    return {SCHEMAS: {f"./{schema}": file for schema, file in files.items()}, TAGS: list(MARKS)}


def merged_settings(text: str | None, files: Mapping[str, str], ours: tuple[str, ...]) -> str | None:
    """The new text; None when the old one has comments, or a layout, that would be lost.

    ``ours`` are the beginnings of entries that may be replaced: the folders of schemas that are written here alone.
    """
    wanted = wanted_settings(files)
    if text is None or not text.strip():
        return json.dumps(wanted, indent=2, ensure_ascii=False) + "\n"
    try:
        settings = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(settings, dict):
        return None
    schemas, tags = settings.get(SCHEMAS, {}), settings.get(TAGS, [])
    if not isinstance(schemas, dict) or not isinstance(tags, list):
        return None
    kept = {name: file for name, file in schemas.items() if not name.startswith(ours)}
    merged = settings | {
        SCHEMAS: kept | wanted[SCHEMAS],
        TAGS: [*tags, *(mark for mark in MARKS if mark not in tags)],
    }
    if merged == settings:
        return text
    for indent in (2, 4, "\t"):
        if json.dumps(settings, indent=indent, ensure_ascii=False) == text.strip():
            return json.dumps(merged, indent=indent, ensure_ascii=False) + "\n"
    return None
