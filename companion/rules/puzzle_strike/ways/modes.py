"""The modes: who plays with whom, who may answer whom, and how a match ends."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.puzzle_strike.ways.answers import MayAnswer, TargetSide, TargetThenOthers
from companion.rules.puzzle_strike.ways.ending import LastOneWins, LowestPileWins, OtherSideWins, TurnsEnd
from companion.rules.puzzle_strike.ways.flight import AtOnce, Floating, TakeOff
from companion.rules.puzzle_strike.ways.sides import Alone, Sides, TwoTeams


@dataclass(frozen=True, eq=False)
class Mode:
    """One way to play, put together from its parts."""

    key: str
    title: str
    seats: tuple[int, ...]
    rule: str
    """Its key in the rule index."""
    sides: Sides
    answers: MayAnswer
    take_off: TakeOff
    ending: TurnsEnd


DUEL = Mode("duel", "Duel", (2,), "winning", Alone(), TargetSide(), AtOnce(), OtherSideWins())
FREE_FOR_ALL = Mode(
    "free-for-all",
    "Free-for-all",
    (3, 4),
    "free-for-all",
    Alone(),
    TargetThenOthers(),
    Floating(),
    LowestPileWins(),
)
LAST_STANDING = Mode(
    "last-standing",
    "Last man standing",
    (3, 4),
    "last-man-standing",
    Alone(),
    TargetThenOthers(),
    Floating(),
    LastOneWins(),
)
TEAM = Mode("team", "Team battle", (4,), "team-battle", TwoTeams(), TargetSide(), AtOnce(), OtherSideWins())

MODES = {mode.key: mode for mode in (DUEL, FREE_FOR_ALL, TEAM, LAST_STANDING)}


def usual_mode(seats: int) -> str:
    """The mode that so many play if nothing else is said; the duel if there is none for so many.

    >>> usual_mode(2), usual_mode(3), usual_mode(4)
    ('duel', 'free-for-all', 'free-for-all')
    """
    return next((key for key, mode in MODES.items() if seats in mode.seats), DUEL.key)
