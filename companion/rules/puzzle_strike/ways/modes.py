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
    sides: Sides
    answers: MayAnswer
    take_off: TakeOff
    ending: TurnsEnd


DUEL = Mode("duel", "Duel", (2,), Alone(), TargetSide(), AtOnce(), OtherSideWins())
FREE_FOR_ALL = Mode("free-for-all", "Free-for-all", (3, 4), Alone(), TargetThenOthers(), Floating(), LowestPileWins())
LAST_STANDING = Mode(
    "last-standing", "Last man standing", (3, 4), Alone(), TargetThenOthers(), Floating(), LastOneWins()
)
TEAM = Mode("team", "Team battle", (4,), TwoTeams(), TargetSide(), AtOnce(), OtherSideWins())

MODES = {mode.key: mode for mode in (DUEL, FREE_FOR_ALL, TEAM, LAST_STANDING)}
