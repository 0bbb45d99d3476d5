"""Habits of the mind: a chip is laid and taken back, laid in the wrong place, or exchanged for an equal one."""

from __future__ import annotations

from companion.rehearsal.games.game_script import Misled
from companion.rehearsal.games.habits.habit import CarriedChip, Habit, Person, Stray
from companion.rehearsal.games.habits.touching import taps_of
from companion.rehearsal.games.hands import Hands
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import Question


def others_in_the_hand(hands: Hands, carry: CarriedChip) -> list[TaggedThing]:
    """Return the chips that lie where this one comes from, and have nothing to do with this step."""
    number = len(hands.script.decided) - 1
    moved = {hands.embodied(travel).chip for travel in hands.steps[number].travels} if hands.steps else set()
    now = hands.script.decided[-1] if hands.script.decided else 0.0
    return [chip for chip in hands.at_rest(carry.zones[0], now) if chip not in moved and chip != carry.chip]


def comes_out_of_the_hand(hands: Hands, carry: CarriedChip) -> bool:
    """Whether somebody gives an answer with a chip of the own hand, on one tap."""
    return carry.own and hands.customs.is_hidden(carry.zones[0]) and len(carry.taps) == 1 and not carry.cells


class ChangesTheMind(Habit):
    """Lays a chip, takes it back within a second and lays another, one answer in twelve."""

    family, half, often = "change", "judging", 0.08

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Lay another chip first."""
        others = others_in_the_hand(hands, carry) if comes_out_of_the_hand(hands, carry) else []
        if others and by.does(self):
            other = by.chance.choice(others)
            carry.before.append(Stray(other, carry.taps[0], by.seconds(0.3, 0.9), 0.4))
            carry.wait = by.seconds(0.5, 2.0)
            by.did(self)


class ChangesThePurchase(Habit):
    """Takes a chip of the bank, touches the own spot with it, gives it back and buys another, one purchase in eight."""

    family, half, often = "change", "fitting", 0.12

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Take another chip first."""
        buys = carry.own and not hands.customs.owner(carry.zones[0]) and carry.taps and not carry.cells
        others = others_in_the_hand(hands, carry) if buys and hands.customs.owner(carry.zones[-1]) == by.seat else []
        if others and by.does(self):
            carry.before.append(Stray(by.chance.choice(others), carry.taps[-1], by.seconds(0.3, 0.9), 0.4))
            carry.wait = by.seconds(0.8, 2.5)
            by.did(self)


class ChangesTheMindLate(Habit):
    """Lays a chip, and takes it back after five to nine seconds for another, one answer in ten.

    The table has shown the first one for so long that it may count. So whoever took it for true was misled, and not
    wrong; the second one has to be understood all the same."""

    family, half, often = "change", "fitting", 0.1

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Lay another chip that would be legal as well."""
        if not comes_out_of_the_hand(hands, carry) or not hands.steps:
            return
        step = hands.steps[len(hands.script.decided) - 1].step
        if not isinstance(step.asked, Question) or not isinstance(step.said, str) or len(step.said.split("+")) > 1:
            return
        verb, options = step.said.partition(":")[0], step.asked.options.get(step.seat, ())
        legal = [chip for chip in others_in_the_hand(hands, carry) if f"{verb}:{chip.kind}" in options]
        legal = [chip for chip in legal if chip.kind != carry.chip.kind]
        if not legal or f"{verb}:{carry.chip.kind}" != step.said or not by.does(self):
            return
        other, now, rest = by.chance.choice(legal), hands.script.decided[-1], by.seconds(5.0, 9.0)
        carry.before += [
            Stray(other, carry.taps[0], by.seconds(0.5, 1.0), 0.4),
            Stray(other, carry.taps[0], by.seconds(0.4, 0.8), rest),
        ]
        carry.wait = 0.5
        hands.script.misled.append(Misled(by.seat, f"{verb}:{other.kind}", now, now + rest + 30.0))
        by.did(self)


class LaysAndTakesBack(Habit):
    """Lays the right chip, takes it back into the hand to think, and lays it again, one answer in twelve."""

    family, half, often = "change", "judging", 0.08

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Lay it twice, with a pause between."""
        if comes_out_of_the_hand(hands, carry) and by.does(self):
            carry.before.append(Stray(carry.chip, carry.taps[0], by.seconds(0.4, 1.5)))
            carry.wait = by.seconds(0.2, 1.0)
            carry.hover = by.seconds(3.0, 10.0)
            by.did(self)


class WrongSpotHabit(Habit):
    """Lays a chip on a wrong spot and mends it."""

    family = "change"

    def carrying(self, by: Person, hands: Hands, carry: CarriedChip) -> None:
        """Touch a wrong tap first."""
        wrong = [tap for tap in self.wrong(by, hands) if tap not in carry.taps]
        if wrong and carry.taps and not carry.cells and by.does(self):
            carry.on_the_way.append(Stray(carry.chip, by.chance.choice(wrong), by.seconds(0.6, 2.0)))
            by.did(self)

    def wrong(self, by: Person, hands: Hands) -> list[str]:
        """Return the taps that may be taken for the right one."""
        return []


class TakesTheWrongSpot(WrongSpotHabit):
    """Lays a chip on a wrong spot of its own and mends it at once, one chip in thirty."""

    half, often = "fitting", 0.033

    def wrong(self, by: Person, hands: Hands) -> list[str]:
        """Return the own taps."""
        return [spot.reader for spot in taps_of(hands, by.seat) if not spot.hidden]


class TakesTheNeighboursSpot(WrongSpotHabit):
    """Lays a chip on the neighbour's spot and mends it at once, one chip in forty."""

    half, often = "judging", 0.025

    def wrong(self, by: Person, hands: Hands) -> list[str]:
        """Return the others' taps."""
        return [spot.reader for seat in hands.seats if seat != by.seat for spot in taps_of(hands, seat)]


class EqualPairHabit(Habit):
    """What somebody does with a chip of the own tray and an equal one of the bank."""

    family = "change"

    def between(self, by: Person, hands: Hands, now: float) -> None:
        """Do it, if there are two such chips."""
        if by.does(self) and (pair := equal_pair(by, hands, now)):
            self.handle(by, hands, *pair, now)

    def handle(self, by: Person, hands: Hands, mine: TaggedThing, other: TaggedThing, now: float) -> None:
        """Do it with the own chip and the other one."""
        raise NotImplementedError


class ExchangesAChip(EqualPairHabit):
    """Takes a gem of the bank for an equal one of the own tray, to have the prettier one, after one step in twenty."""

    half, often = "fitting", 0.05

    def handle(self, by: Person, hands: Hands, mine: TaggedThing, other: TaggedThing, now: float) -> None:
        """Exchange the two chips."""
        cell = hands.in_cell[mine]
        up = hands.take_up(mine, now + by.seconds(0.3, 1.0))
        if spot := hands.customs.taps.get(hands.script.lies[other]):
            up = hands.stray(Stray(mine, spot, by.seconds(0.4, 1.0)), up)
        hands.free[mine] = up + 0.5
        back = max(up, cell.free_at) + by.seconds(0.5, 1.5)
        hands.put(other, cell, back)
        hands.free[other] = back + 2.5
        hands.exchange(mine, other)
        by.did(self)


class TakesBackTheOther(EqualPairHabit):
    """Puts a gem too many into the tray, and takes the other of two equal ones back, after one step in thirty."""

    half, often = "judging", 0.033

    def handle(self, by: Person, hands: Hands, mine: TaggedThing, other: TaggedThing, now: float) -> None:
        """Put one in, and take the other one out."""
        zone = hands.script.lies[mine]
        free = [cell for cell in hands.cells[zone] if cell.chip is None and cell.free_at < now]
        if not free:
            return
        put = now + by.seconds(0.5, 1.0)
        hands.put(other, by.chance.choice(free), put)
        hands.free[other] = put + 6.0
        up = hands.take_up(mine, put + by.seconds(2.0, 4.0))
        if spot := hands.customs.taps.get(hands.script.lies[other]):
            up = hands.stray(Stray(mine, spot, by.seconds(0.4, 1.0)), up)
        hands.free[mine] = up + 0.5
        hands.exchange(mine, other)
        by.did(self)


def equal_pair(by: Person, hands: Hands, now: float) -> tuple[TaggedThing, TaggedThing] | None:
    """Return a chip that lies in a cell of this seat, and an equal one in a shared zone; None if there are none."""
    owner = hands.customs.owner
    shared = [zone for zone in dict.fromkeys(hands.script.lies.values()) if not owner(zone)]
    for zone in hands.customs.cells:
        mine = [chip for chip in hands.at_rest(zone, now) if chip in hands.in_cell] if owner(zone) == by.seat else []
        for chip in by.chance.sample(mine, len(mine)):
            equal = [other for place in shared for other in hands.at_rest(place, now) if other.kind == chip.kind]
            if equal:
                return chip, by.chance.choice(equal)
    return None


HABITS = (
    ChangesTheMind,
    ChangesThePurchase,
    ChangesTheMindLate,
    LaysAndTakesBack,
    TakesTheWrongSpot,
    TakesTheNeighboursSpot,
    ExchangesAChip,
    TakesBackTheOther,
)
