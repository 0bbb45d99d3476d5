"""Habits of pace: quick hands, slow hands, pauses, two people at once."""

from __future__ import annotations

from dataclasses import replace

from companion.rehearsal.games.habits.habit import CarriedChip, Habit, Manner, Person
from companion.rehearsal.games.habits.ordering import is_swept_up
from companion.rehearsal.games.hands import Hands
from companion.rehearsal.games.truth import TrueStep


class Quick(Habit):
    """Thinks for less than a second and lets go of a chip as soon as it touches, always."""

    family, half, often = "pace", "fitting", 1.0

    def manner(self, usual: Manner) -> Manner:
        """Return a quick pace."""
        return replace(usual, thinking=(0.1, 0.8), moving=(0.15, 0.5), resting=(0.25, 0.6))

    def pause(self, by: Person, hands: Hands, step: TrueStep) -> float:
        """Count the decision."""
        by.did(self)
        return 0.0


class Slow(Habit):
    """Thinks for up to a quarter of a minute and moves each chip with care, always."""

    family, half, often = "pace", "judging", 1.0

    def manner(self, usual: Manner) -> Manner:
        """Return a slow pace."""
        return replace(usual, thinking=(4.0, 15.0), moving=(1.0, 3.0), resting=(1.0, 4.0))

    def pause(self, by: Person, hands: Hands, step: TrueStep) -> float:
        """Count the decision."""
        by.did(self)
        return 0.0


class PausesForMinutes(Habit):
    """Fetches a drink or tells a story, one to two minutes, before one decision in thirty."""

    family, half, often = "pace", "judging", 0.033

    def pause(self, by: Person, hands: Hands, step: TrueStep) -> float:
        """Go away."""
        if not by.does(self):
            return 0.0
        by.did(self)
        return by.seconds(60.0, 120.0)


class PausesInTheMiddle(Habit):
    """Stops with a chip in the hand to talk, for five to twenty seconds, one chip in forty."""

    family, half, often = "pace", "fitting", 0.025

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Hold the chip in the air."""
        if by.does(self):
            carry.hover = by.seconds(5.0, 20.0)
            by.did(self)


class SweepsUpSlowly(Habit):
    """Sweeps up chip by chip with three to eight seconds between two of them, one turn in three."""

    family, half, often = "pace", "fitting", 0.33

    def __init__(self) -> None:
        self._slow: dict[tuple[str, int], bool] = {}

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Wait before each chip that is swept up."""
        number = len(hands.script.decided) - 1
        if not 0 <= number < len(hands.steps) or not is_swept_up(hands.steps[number], hands.customs):
            return
        if self._slow.setdefault((by.seat, number), by.does(self)) and hands.steps[number].step.seat == by.seat:
            carry.wait = max(carry.wait, by.seconds(3.0, 8.0))
            by.did(self)


class GoesOnAtOnce(Habit):
    """Does not wait for the other player to finish: begins up to fifteen seconds before, every time."""

    family, half, often = "pace", "judging", 1.0

    def manner(self, usual: Manner) -> Manner:
        """Return a pace that overlaps."""
        return replace(usual, overlap=15.0, thinking=(0.2, 2.0))

    def pause(self, by: Person, hands: Hands, step: TrueStep) -> float:
        """Count the decision."""
        by.did(self)
        return 0.0


class InBursts(Habit):
    """Plans the whole turn for ten to thirty seconds, then does it all at once; one decision in six is such a plan."""

    family, half, often = "pace", "fitting", 0.17

    def manner(self, usual: Manner) -> Manner:
        """Return the pace of a burst."""
        return replace(usual, thinking=(0.1, 0.6), moving=(0.15, 0.6))

    def pause(self, by: Person, hands: Hands, step: TrueStep) -> float:
        """Plan."""
        if not by.does(self):
            return 0.0
        by.did(self)
        return by.seconds(10.0, 30.0)


class HesitatesOverTheTap(Habit):
    """Holds a chip over its place for two to six seconds before it is laid, one chip in ten."""

    family, half, often = "pace", "judging", 0.1

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Hold the chip in the air."""
        if by.does(self):
            carry.hover = by.seconds(2.0, 6.0)
            by.did(self)


HABITS = (
    Quick,
    Slow,
    PausesForMinutes,
    PausesInTheMiddle,
    SweepsUpSlowly,
    GoesOnAtOnce,
    InBursts,
    HesitatesOverTheTap,
)
