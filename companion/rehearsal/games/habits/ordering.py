"""Habits of order: the same chips, moved earlier or later than the rules have them."""

from __future__ import annotations

from collections.abc import Callable

from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.habits.habit import Habit, Person, StepPlan
from companion.rehearsal.games.hands import Hands, own_chips
from companion.rehearsal.games.truth import TrueRoute, TrueStep
from companion.rules import Draw

FAR = 8
"""How many steps a chip is held back at most."""


def comes_from_the_bank(travel: TrueRoute, customs: Customs) -> bool:
    """Whether a chip goes from a shared zone to somebody's own."""
    return not customs.owner(travel.zones[0]) and bool(customs.owner(travel.zones[-1]))


def is_laid_open(travel: TrueRoute, customs: Customs) -> bool:
    """Whether a chip goes from its owner's hand to where everybody sees it."""
    return (
        customs.is_hidden(travel.zones[0]) and bool(customs.owner(travel.zones[-1])) and not is_bagged(travel, customs)
    )


def is_bagged(travel: TrueRoute, customs: Customs) -> bool:
    """Whether a chip ends in a bag."""
    return travel.zones[-1] in customs.bags


def is_swept_up(step: TrueStep, customs: Customs) -> bool:
    """Whether somebody sweeps up at this step: says something silently, and several own chips go from open to open."""
    own, others = own_chips(step, customs)
    swept = [one for one in others if customs.owner(one.zones[0]) == step.step.seat and len(one.zones) > 1]
    return not own and not isinstance(step.step.asked, Draw) and len(swept) > 1


def later(hands: Hands, plan: StepPlan, fits: Callable[[TrueStep], bool]) -> int:
    """Return the number of the next step that fits, if only this seat goes on until then; 0 if there is none."""
    for number in range(plan.number + 1, min(plan.number + 1 + FAR, len(hands.steps))):
        step = hands.steps[number]
        if step.step.seat != plan.seat:
            return 0
        if fits(step):
            return number
    return 0


class PaysAfterTaking(Habit):
    """Takes the chip first and lays the gems for it afterwards, one turn in four."""

    family, half, often = "order", "fitting", 0.25

    def order(self, by: Person, hands: Hands, plan: StepPlan) -> None:
        """Hold the gems back until the chip has been taken."""
        customs = hands.customs
        pays = plan.own and all(is_laid_open(travel, customs) for travel in plan.own)
        if by.seat != plan.seat or not pays or plan.number + 1 >= len(hands.steps):
            return
        after = hands.steps[plan.number + 1]
        own, _ = own_chips(after, customs)
        takes = own and comes_from_the_bank(own[0], customs) and after.step.seat == by.seat
        if takes and by.does(self):
            plan.hold(plan.own, plan.number + 1)
            by.did(self)


class SweepsUpFirst(Habit):
    """Sweeps up the whole turn before the bought chip is laid down, one turn in five."""

    family, half, often = "order", "judging", 0.2

    def order(self, by: Person, hands: Hands, plan: StepPlan) -> None:
        """Hold the bought chip back until all has been swept up."""
        taken = [travel for travel in plan.own if comes_from_the_bank(travel, hands.customs)]
        if by.seat != plan.seat or not taken:
            return
        until = later(hands, plan, lambda step: is_swept_up(step, hands.customs))
        if until and by.does(self):
            plan.hold(taken, until)
            by.did(self)


class EffectsBeforeTheChip(Habit):
    """Does what a chip says before the chip itself is laid down, one time in four."""

    family, half, often = "order", "fitting", 0.25

    def order(self, by: Person, hands: Hands, plan: StepPlan) -> None:
        """Put the effects first."""
        if by.seat == plan.seat and plan.own and plan.others and by.does(self):
            plan.own_last = True
            by.did(self)


class LetsEffectsWait(Habit):
    """Lays the next chip before the effects of the last one are done, one time in four."""

    family, half, often = "order", "judging", 0.25

    def order(self, by: Person, hands: Hands, plan: StepPlan) -> None:
        """Hold the effects back until the next chip has been laid."""
        if by.seat != plan.seat or not plan.own or not plan.others:
            return
        until = later(hands, plan, lambda step: bool(own_chips(step, hands.customs)[0]))
        if until and by.does(self):
            plan.hold(plan.others, until)
            by.did(self)


class DrawsBeforeDiscarding(Habit):
    """Draws the next hand first and sweeps up afterwards, one turn in four."""

    family, half, often = "order", "fitting", 0.25

    def order(self, by: Person, hands: Hands, plan: StepPlan) -> None:
        """Hold what is swept up back until the hand has been drawn."""
        if by.seat != plan.seat or not plan.others or not is_swept_up(plan.step, hands.customs):
            return
        until = later(hands, plan, lambda step: isinstance(step.step.asked, Draw))
        if until and by.does(self):
            plan.hold(plan.others, until)
            by.did(self)


class AntesLate(Habit):
    """Forgets to put in the gem at the start of the turn, and does it after the first chip, one turn in five."""

    family, half, often = "order", "judging", 0.2

    def order(self, by: Person, hands: Hands, plan: StepPlan) -> None:
        """Hold the gem back until this seat has laid a chip."""
        gems = [one for one in plan.others if hands.customs.owner(one.zones[-1]) == by.seat != plan.seat]
        gems = [one for one in gems if one.zones[-1] in hands.customs.cells and comes_from_the_bank(one, hands.customs)]
        if not gems or not isinstance(plan.step.step.asked, Draw):
            return
        ahead = range(plan.number + 1, min(plan.number + 1 + FAR, len(hands.steps)))
        mine = [number for number in ahead if hands.steps[number].step.seat == by.seat]
        if mine and by.does(self):
            plan.hold(gems, mine[0])
            by.did(self)


class DiscardsBackToFront(Habit):
    """Sweeps up in the reverse order, the hand first and what was played last, every time."""

    family, half, often = "order", "fitting", 1.0

    def order(self, by: Person, hands: Hands, plan: StepPlan) -> None:
        """Turn the order around."""
        if by.seat == plan.seat and len(plan.others) > 1 and by.does(self):
            plan.others.reverse()
            plan.in_order = True
            by.did(self)


class LaysTheLastFirst(Habit):
    """Of several chips laid together, begins with the last one, every time."""

    family, half, often = "order", "judging", 1.0

    def order(self, by: Person, hands: Hands, plan: StepPlan) -> None:
        """Turn the order of the own chips around."""
        if by.seat == plan.seat and len(plan.own) > 1 and by.does(self):
            plan.own.reverse()
            by.did(self)


class LeavesGemsForLater(Habit):
    """Puts gems into the tray only after the next step, whoever takes it, one time in ten."""

    family, half, often = "order", "fitting", 0.1

    def order(self, by: Person, hands: Hands, plan: StepPlan) -> None:
        """Hold single gems back."""
        cells = hands.customs.cells
        for travel in list(plan.others):
            mine = hands.customs.owner(travel.zones[-1]) == by.seat and travel.zones[-1] in cells
            if mine and by.does(self):
                plan.hold([travel], plan.number + 1 + by.chance.randrange(2))
                by.did(self)


HABITS = (
    PaysAfterTaking,
    SweepsUpFirst,
    EffectsBeforeTheChip,
    LetsEffectsWait,
    DrawsBeforeDiscarding,
    AntesLate,
    DiscardsBackToFront,
    LaysTheLastFirst,
    LeavesGemsForLater,
)
