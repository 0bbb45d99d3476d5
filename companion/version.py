"""Which companion this is: its version, and the commit that it was made from where anybody knows it.

The version itself stands in `companion/__init__.py`, and nowhere else. A wheel carries its commit in `build.txt`, which
`hatch_build.py` writes; a source tree has it in `.git`, which is read as plain files: git need not be installed.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from companion import __version__

HERE: Final = Path(__file__).resolve().parent
BUILD: Final = "build.txt"
SHORT: Final = 8
"""Signs of a commit that are shown."""
COMMIT: Final = re.compile(r"[0-9a-f]{40}")


@cache
def version_text() -> str:
    """What people name when they report a mistake: `0.2.0 (1a2b3c4d)`."""
    commit = built_from(HERE) or commit_of(HERE.parent)
    return f"{__version__} ({commit[:SHORT]})" if commit else __version__


def built_from(package: Path) -> str:
    """The commit that a wheel was built from; "" in a source tree."""
    return as_commit(read(package / BUILD))


def commit_of(root: Path) -> str:
    """The commit that is checked out in a source tree; "" where there is none, or git has stored it in another way."""
    git = root / ".git"
    if git.is_file():  # a worktree, whose branches are those of the tree that it belongs to
        git = root / read(git).removeprefix("gitdir:").strip()
    shared = git / (read(git / "commondir") or ".")
    head = read(git / "HEAD")
    if not head.startswith("ref:"):
        return as_commit(head)
    branch = head.removeprefix("ref:").strip()
    return as_commit(read(git / branch) or read(shared / branch) or packed(read(shared / "packed-refs"), branch))


def packed(refs: str, branch: str) -> str:
    """A branch's commit in git's file of packed branches.

    >>> packed("# pack-refs with: peeled\\n1a2b refs/heads/main\\n3c4d refs/heads/other", "refs/heads/other")
    '3c4d'
    """
    rows = (line.split() for line in refs.splitlines())
    return next((row[0] for row in rows if len(row) == 2 and row[1] == branch), "")


def read(file: Path) -> str:
    """A small file without the space around it; "" where it cannot be read."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def as_commit(text: str) -> str:
    """The text, if it is a commit.

    >>> as_commit("f" * 40) == "f" * 40, as_commit("no commit")
    (True, '')
    """
    return text if COMMIT.fullmatch(text) else ""
