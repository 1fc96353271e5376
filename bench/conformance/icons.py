"""A seeded sample of the game-icons package comes out as cases; none where npm is not there."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import tarfile
from pathlib import Path

from bench.conformance.case import Case

PACKAGE = "@iconify-json/game-icons@1.2.4"
FOLDER = Path(__file__).parents[2] / "build" / "conformance" / "npm"
SAMPLE, SEED = 500, 4


def cases() -> list[Case]:
    """The sample, fetched once with npm."""
    archive = _fetch()
    if archive is None:
        print("npm is not here, or did not answer: the icons are left out")
        return []
    with tarfile.open(archive) as files:
        member = files.extractfile("package/icons.json")
        assert member is not None
        data = json.load(member)
    icons = {name: icon["body"] for name, icon in sorted(data["icons"].items()) if not icon.get("hidden")}
    chosen = sorted(random.Random(SEED).sample(sorted(icons), SAMPLE))
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="100px" height="100px" viewBox="0 0 512 512">'
    return [Case("game-icons", name, f"{head}{icons[name]}</svg>") for name in chosen]


def _fetch() -> Path | None:
    """The package's archive, from the folder or through npm."""
    found = sorted(FOLDER.glob("*.tgz"))
    if found:
        return found[0]
    npm = shutil.which("npm")
    if npm is None:
        return None
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [npm, "pack", PACKAGE, "--silent"]
    try:
        subprocess.run(command, cwd=FOLDER, check=True, capture_output=True, timeout=120)
    except (subprocess.SubprocessError, OSError):
        return None
    found = sorted(FOLDER.glob("*.tgz"))
    return found[0] if found else None
