"""The name of a program goes in; where it is not installed a skipped test comes out, or a failed one where it must be."""

from __future__ import annotations

import os
import shutil

import pytest

# what the tests and gates ask besides Python, with the packages that .ci/run installs
PACKAGES = {"pdftoppm": "poppler-utils", "gs": "ghostscript", "qpdf": "qpdf", "chromium": "chromium"}
CI = "CI"  # set by .ci/run, and by whoever hosts projects


def need(program: str) -> None:
    """Skip the test without the program, and say so; fail it where ``CI`` is set."""
    if shutil.which(program) is None:
        message = f"{program} is not installed, and was not asked: apt-get install {PACKAGES[program]}"
        if os.environ.get(CI):
            pytest.fail(message, pytrace=False)
        pytest.skip(message)


def must_have(program: str) -> None:
    """Fail the test without the program: a gate whose tool is missing is shut."""
    if shutil.which(program) is None:
        pytest.fail(f"{program} is not installed: apt-get install {PACKAGES[program]}", pytrace=False)
