"""The rules engine: pure, with the standard library only, usable alone by other programs.

>>> from companion.rules import Setup, SeatSetup, new_match
>>> match = new_match(Setup(
...     game="puzzle-strike",
...     seats=(SeatSetup("A", "jaina"), SeatSetup("B", "rook")),
...     bank="first_game",
... ))
>>> match.pending.source, match.pending.count       # the opening hand comes out of the bag
('A.bag', 5)
>>> events = match.draw(("gem_1", "gem_1", "gem_1", "crash_gem", "unstable_power"))
"""

from companion.rules.kernel import (
    AGAIN,
    JUDGE,
    TABLE,
    UNSEEN,
    Answer,
    Counted,
    Draw,
    Event,
    Forced,
    Game,
    Illegal,
    Learnt,
    Match,
    Moved,
    Plain,
    Question,
    Rule,
    Rulebook,
    SeatSetup,
    Setup,
    SetupError,
    SnapshotError,
    Steps,
    View,
    Zone,
    find_game,
    games,
    new_match,
    restore,
)

__all__ = [
    "AGAIN",
    "JUDGE",
    "TABLE",
    "UNSEEN",
    "Answer",
    "Counted",
    "Draw",
    "Event",
    "Forced",
    "Game",
    "Illegal",
    "Learnt",
    "Match",
    "Moved",
    "Plain",
    "Question",
    "Rule",
    "Rulebook",
    "SeatSetup",
    "Setup",
    "SetupError",
    "SnapshotError",
    "Steps",
    "View",
    "Zone",
    "find_game",
    "games",
    "new_match",
    "restore",
]
