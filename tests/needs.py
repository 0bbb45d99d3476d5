"""What some tests need beside Python."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import which

import pytest


def needs(*wanted: str) -> None:
    """Skip the test by the name of what is missing: a program, or a file where it stands. .ci/run accepts no skip."""
    missing = [name for name in wanted if not (Path(name).exists() if os.sep in name else which(name))]
    if missing:
        pytest.skip(f"{', '.join(missing)} is not installed; make setup brings it")
