"""What somebody may have wanted with stones that went ways that no play explains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules import Attempt, Moved
from companion.rules.kernel.positions import PositionError
from tests.sample_game.table import Table

OWED = {("spent", "bag"): "refill", ("bag", "hand"): "refill", ("crown", "crown"): "shutter"}
"""By the places from and to."""


def attempts(moves: Sequence[Moved]) -> tuple[Attempt, ...]:
    """Stones are laid to be played; the crown goes with a fog."""
    found = []
    for move in moves:
        seat, _, place = move.target.partition(".")
        place = place.partition("@")[0]
        if move.piece == "crown" and place == "crown":
            found.append(Attempt(seat, "", "shutter", "The crown is taken by a fog."))
        elif place == "spent":
            found.append(Attempt(seat, f"play:{move.piece}", "one-stone", "One stone a turn."))
    return tuple(found)


def owes(moved: Moved, rule: str) -> str:
    """The rule of a move."""
    return OWED.get((moved.source.partition(".")[2], moved.target.partition(".")[2]), rule)


def relocated(table: Table, moves: Sequence[Moved]) -> Mapping[str, object]:
    """The crown may lie elsewhere; for stones nobody can say more than that they go back."""
    for move in moves:
        if move.piece != "crown" or move.count != 1:
            raise PositionError((), "put the stones back")
    return {"crown": moves[-1].target.partition(".")[0]}
