"""`.ci/run` accepts no skip: neither of a test nor of a whole module."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEST = "from tests.needs import needs\n\n\ndef test_it() -> None:\n    needs('no-such-program')\n"
MODULE = "import pytest\n\npytest.importorskip('no_such_package')\n\n\ndef test_it() -> None: ...\n"


def test_a_skip_is_named_and_fails_where_none_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(TEST, encoding="utf-8")
    (tmp_path / "test_module.py").write_text(MODULE, encoding="utf-8")
    words = ["-rs", "-p", "tests.conftest", "-p", "no:cacheprovider", "--continue-on-collection-errors", str(tmp_path)]
    command = [sys.executable, "-m", "pytest", *words]
    usual = {name: value for name, value in os.environ.items() if not name.startswith(("NO_SKIPS", "PYTEST_"))}
    for more, result in (({}, "2 skipped"), ({"NO_SKIPS": "1"}, "1 failed, 1 error")):
        settings = usual | {"PYTHONPATH": str(ROOT)} | more
        told = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, check=False).stdout
        assert "no-such-program" in told
        assert "no_such_package" in told
        assert result in told.splitlines()[-1], told
