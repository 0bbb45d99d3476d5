"""How the user calls this program, so that the commands that it suggests can be typed as they are."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path


def typed() -> str:
    """`companion` if the shell finds this very program; otherwise its path, or the call of its Python."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return f"{from_here(Path(sys.executable))} -m companion"
    found = shutil.which("companion")
    if found and Path(found).resolve() == called.resolve():
        return "companion"
    return from_here(called)


def from_here(path: Path) -> str:
    """A path, as short as it can be typed in the current folder."""
    whole = Path.cwd() / path
    return str(whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else whole)
