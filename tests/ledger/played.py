"""A few games to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.ledger import Ledger, LedgerGame

HEADER = {"title": "Duel am Freitag, Ёжик", "started": "2025-05-02T19:30", "seats": ["A", "B"]}
INPUTS: list[dict[str, Any]] = [
    {"in": "change", "at": 2.5, "said": [["draw", "", ["?"]]], "hidden": {"owner": "A", "kinds": ["crash_gem"]}},
    {"in": "answer", "at": 9, "said": [["answer", "A", "play:combine"]]},
    {
        "in": "tick",
        "at": 11.25,
        "said": [["draw", "", ["?"]], ["draw", "", ["?"]]],
        "hidden": [{"owner": "A", "kinds": ["wound"]}, {"owner": "B", "kinds": ["stone_wall"]}],
    },
    {"in": "judge", "at": 1e-7, "hidden": {"owner": "judge", "note": "looked at\u2028A"}},
]
SECRETS = {"A": ("crash_gem", "wound"), "B": ("stone_wall",), "judge": ("crash_gem", "wound", "stone_wall", "looked")}


def play(ledger: Ledger) -> LedgerGame:
    """One game, not over."""
    game = ledger.begin(HEADER)
    for payload in INPUTS:
        game.append(payload)
    return game


def wal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")
