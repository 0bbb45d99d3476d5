"""Everything that the program may say: the texts of its sources, with `…` for what differs from time to time."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLANK = "…"


@cache
def texts() -> tuple[str, ...]:
    """Of the code, as it is written down there, and of the pages for phones."""
    found: set[str] = set()
    for path in sorted(ROOT.glob("companion/**/*.py")):
        found.update(spoken(ast.parse(path.read_text(encoding="utf-8"))))
    for path in sorted(ROOT.glob("web/templates/**/*.html")):
        found.update(text for _, text in re.findall(r"""_\((["'])(.+?)\1\)""", path.read_text(encoding="utf-8")))
    return tuple(sorted({plain(text) for text in found}))


def spoken(tree: ast.AST) -> Iterator[str]:
    """The texts of a module that are no docstrings."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def plain(text: str) -> str:
    """With one sign for blanks to be filled in, also for two of them in a row, and one blank between two words."""
    return re.sub(rf"{BLANK}(?: {BLANK})+", BLANK, " ".join(re.sub(r"\{[^{}]*\}", BLANK, text).split()))


def is_told(quoted: str) -> bool:
    """Whether the program says this, or a sentence with this in it."""
    return any(plain(quoted) in text for text in texts())
