"""What is measured is what is painted, a thousand times a font."""

from __future__ import annotations

from pathlib import Path

import pytest

from .. import test_type


@pytest.mark.parametrize("file", test_type.FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("tracking", [0.0, 0.08])
def test_what_is_measured_is_what_is_painted(file: Path, tracking: float) -> None:
    test_type.test_what_is_measured_is_what_is_painted(file, tracking, 1000)
