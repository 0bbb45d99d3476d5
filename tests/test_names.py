"""One word means one thing: no two classes of the program share a name."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import companion

ROOT = Path(companion.__file__).parent

MIRRORED = {
    "Asked": "what the arbiter asks, and what the rehearsal hears of it without knowing the arbiter",
    "Committed": "the same for what counts",
    "Righted": "the same for a ruling that is settled",
    "Withdrawn": "the same for a question that needs no answer",
    "Corrected": "the judge's correction as the referee's input, and as the event that the rules make of it",
}
"""Names that stand for the same thing in two rooms which may not know each other."""


def test_no_two_classes_share_a_name() -> None:
    places = defaultdict(list)
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(ROOT)))
    shared = {name: where for name, where in places.items() if len(where) > 1}
    assert {name: where for name, where in shared.items() if name not in MIRRORED} == {}
    assert MIRRORED.keys() == shared.keys(), "a name that is shared no longer needs no reason here"
