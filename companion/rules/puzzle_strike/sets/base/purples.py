"""The purple chips, the gems and the wound: the heart of the game."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike.combine import combine as combine_gems
from companion.rules.puzzle_strike.combine import may_combine
from companion.rules.puzzle_strike.crash import Incoming, counter_crash, crash
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.answers import GEMS_BY_BREAKING
from companion.rules.puzzle_strike.sets.base.base import BASE
from companion.rules.puzzle_strike.table import Seat


def combine(play: Play, me: Seat) -> Steps[None]:
    if (yield from may_combine(play, me, "combine")):
        yield from combine_gems(play, me, "combine")


def crash_gem(play: Play, me: Seat) -> Steps[None]:
    yield from crash(play, me, "crash_gem")


@BASE.reaction("crash_gem", answers=GEMS_BY_BREAKING)
def counter_with_crash_gem(play: Play, me: Seat, incoming: Incoming) -> Steps[None]:
    yield from counter_crash(play, me, incoming, "crash_gem")


def double_crash_gem(play: Play, me: Seat) -> Steps[None]:
    yield from crash(play, me, "double_crash_gem", most=2)


@BASE.reaction("double_crash_gem", answers=GEMS_BY_BREAKING)
def counter_with_double_crash_gem(play: Play, me: Seat, incoming: Incoming) -> Steps[None]:
    yield from counter_crash(play, me, incoming, "double_crash_gem", most=2)


ORB = "purple_orb"
ORB_AND_SHIELD = "purple_orb purple_shield"

BASE.add(
    "combine",
    "Combine",
    "purple",
    cost=4,
    banner="purple",
    icons=ORB,
    effect=combine,
    gives_after={"black": 1, "money": -1},
)
BASE.add("crash_gem", "Crash Gem", "purple", cost=5, banner="purple", icons=ORB_AND_SHIELD, effect=crash_gem)
BASE.add(
    "double_crash_gem",
    "Double Crash Gem",
    "purple",
    cost=9,
    banner="purple",
    icons=ORB_AND_SHIELD,
    effect=double_crash_gem,
)
BASE.add("gem_1", "1-gem", "gem", cost=1, action=False)
BASE.add("gem_2", "2-gem", "gem", cost=3, action=False)
BASE.add("gem_3", "3-gem", "gem", cost=5, action=False)
BASE.add("gem_4", "4-gem", "gem", cost=7, action=False)
BASE.add("wound", "Wound", "wound", cost=0, banner="gray", action=False)
