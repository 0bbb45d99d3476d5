"""How this program is called, so that what it tells people to type works where they are."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path


def typed() -> str:
    """`companion` where the shell finds this very one; else with its folder, or with its Python."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return f"{from_here(Path(sys.executable))} -m companion"
    found = shutil.which("companion")
    if found and Path(found).resolve() == called.resolve():
        return "companion"
    return from_here(called)


def from_here(path: Path) -> str:
    """As short as it can be typed."""
    whole = Path.cwd() / path
    return str(whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else whole)
