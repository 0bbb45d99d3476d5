"""What the hands of true players do at the table, and when: acts on readers, written from the true game alone.

Nobody knows the future: no chip of a step moves before the step is decided, and nobody decides before the table has
shown what the decision rests on. What follows from a decision (discards, draws, gems that land) is done bit by bit, in
any order, by either hand, while the others go on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import takewhile
from random import Random
from types import MappingProxyType
from typing import Final

from companion.rehearsal.games.customs import Customs, Touches
from companion.rehearsal.games.game_script import Cell, Forgotten, GameScript, HeldBack, ShownChip
from companion.rehearsal.games.habits.habit import CarriedChip, Manner, Person, StepPlan, Stray
from companion.rehearsal.games.mistakes.mistake import MadeMistake
from companion.rehearsal.games.outages import Outages
from companion.rehearsal.games.truth import TrueRoute, TrueStep
from companion.rehearsal.script import Act
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import Draw

BEGINNING = 2.0
"""Seconds before anything is done."""
HANDS = 2
"""Of each seat."""
SAME_TAP_AGAIN = 2.0
"""Seconds between two touches of the same tap by one chip: people make clear that they are two."""
LYING = 2.5
"""Seconds that a chip lies in its cell at least: people lay it down, let go, and look."""
POURING = (1.0, 3.0)
"""Seconds that it takes to refill a bag and to shake it."""


NOBODY: Final[Mapping[str, Person]] = MappingProxyType({})
"""Seats without habits."""


class Hands:
    """Writes the script of a game. Give `play` every step of the true game, in order."""

    def __init__(
        self,
        customs: Customs,
        seats: Sequence[str],
        chance: Random,
        outages: Outages,
        manner: Manner,
        persons: Mapping[str, Person] = NOBODY,
    ) -> None:
        """`persons` are the seats with habits. Whoever else moves chips does it in this `manner`."""
        self.customs = customs
        self.chance = chance
        self.outages = outages
        self.manner = manner
        self.persons = persons
        self.script = GameScript()
        self.seats = tuple(seats)
        self.cells = {
            zone: [Cell(spot.reader) for spot in spots for _ in range(spot.cells)]
            for zone, spots in customs.cells.items()
        }
        self.in_cell: dict[TaggedThing, Cell] = {}
        self.free: dict[TaggedThing, float] = defaultdict(float)
        """When each chip may be moved again."""
        self.held: dict[TaggedThing, HeldBack] = {}
        """The chips that are held back."""
        self.steps: Sequence[TrueStep] = ()
        """All steps of the game, for habits that reach over several of them."""
        self._left: dict[TaggedThing, tuple[str, float]] = {}
        """The chips that were left lying on a tap, each with its tap and since when."""
        self._bodies: dict[TaggedThing, TaggedThing] = {}
        """For a chip that was exchanged for an equal one: the chip that is in its place now."""
        self._forgotten: dict[TaggedThing, Forgotten] = {}
        self._plays_on = any(habit.plays_on for person in persons.values() for habit in person.habits)
        self._hands = {seat: [BEGINNING] * HANDS for seat in seats}
        self._tap_free: dict[str, float] = defaultdict(float)
        self._touched: dict[tuple[TaggedThing, str], float] = {}
        self._pointed: dict[TaggedThing, tuple[str, int]] = {}
        """For a chip that was pointed at: the tap that it was shown to, and the number of the step after that."""
        self._poured: dict[str, float] = defaultdict(float)
        """When each bag was last refilled."""
        self._number = 0
        """The step whose chips are moved just now."""
        self._decided = BEGINNING
        self._rests_on = BEGINNING
        """When all chips with which decisions were made have been shown."""
        self._busy: dict[str, float] = defaultdict(float)
        """Until when each seat is busy with what has followed so far."""
        self._drawn: dict[str, float] = defaultdict(float)
        """When each seat has all the chips that it has drawn."""

    # -- a step ------------------------------------------------------------------------------------------------

    def play(self, step: TrueStep) -> None:
        """Decide a step, and carry it out."""
        at = self.decide(step)
        self.script.decided.append(at)
        step = step._replace(travels=tuple(self.embodied(travel) for travel in step.travels))
        self.carry_out(step, at)
        self.release_due(at)
        for person in self.persons.values():
            for habit in person.habits:
                habit.between(person, self, at)

    def insert(self, step: TrueStep) -> None:
        """CarriedChip out something in addition to the true game, before its next step."""
        at = self._decided = self.decide(step)
        self.script.mistaken_at = at
        self.pour([travel for travel in step.travels if self.is_poured(travel)], at)
        for travel in step.travels:
            if not self.is_poured(travel):
                self.carry(travel, at, step.step.seat)

    def carry_out(self, step: TrueStep, at: float) -> None:
        """Move all chips of a step."""
        self._decided = at
        self._number = len(self.script.decided) - 1
        self.script.ends = max(self.script.ends, at)
        own, others = own_chips(step, self.customs)
        poured = [travel for travel in others if self.is_poured(travel)]
        plan = StepPlan(self._number, step, own, [travel for travel in others if not self.is_poured(travel)])
        for person in self.persons.values():
            for habit in person.habits:
                habit.order(person, self, plan)
        self.held |= {travel.chip: HeldBack(travel, plan.seat, plan.number, until) for travel, until in plan.held}
        if not plan.own_last:
            at = self.carry_own(plan, at)
        self.pour(poured, at)
        carried = plan.others if plan.in_order else self.chance.sample(plan.others, len(plan.others))
        for travel in carried:
            done = self.carry(travel, at, plan.seat)
            at = max(at, done) if plan.in_order else at
        if plan.own_last:
            self.carry_own(plan, max(at, self._busy[plan.seat]))
        if self.chance.random() < self.manner_of(plan.seat).bumps:
            self.bump(at + self.chance.uniform(0.0, 3.0))

    def carry_own(self, plan: StepPlan, at: float) -> float:
        """Move the chips of the decision itself. Return when what follows may begin: nobody carries out a decision
        before its own chip lies where everybody sees it."""
        for travel in plan.own:
            self._rests_on = max(self._rests_on, shown := self.carry(travel, at, plan.seat, own=True))
            at = max(at, shown)
        return at

    def decide(self, step: TrueStep) -> float:
        """Return when a step is decided: after what it rests on, and after some thought."""
        seat, asked = step.step.seat, step.step.asked
        manner = self.manner_of(seat)
        earliest = max(self._decided, self._rests_on)
        if isinstance(asked, Draw):
            return earliest + self.chance.uniform(0.1, 0.5)
        earliest = max(earliest, self._drawn[seat], self._busy[seat] - self.chance.uniform(0.0, 2.0))
        others = max((self._busy[other] for other in self.seats if other != seat), default=0.0)
        earliest = max(earliest, others - self.chance.uniform(0.0, manner.overlap))
        quick = len(asked.options.get(seat, ())) < 2
        if seat in self.persons:
            person = self.persons[seat]
            earliest += sum(habit.pause(person, self, step) for habit in person.habits)
        return earliest + (self.chance.uniform(0.2, 0.8) if quick else self.chance.uniform(*manner.thinking))

    def manner_of(self, seat: str) -> Manner:
        """Return how this seat moves chips."""
        person = self.persons.get(seat)
        return person.manner(self.manner) if person else self.manner

    # -- chips that are held back ------------------------------------------------------------------------------

    def release(self, chip: TaggedThing, at: float) -> None:
        """Move a chip that was held back, if it was: now it is needed."""
        held = self.held.pop(chip, None)
        if held:
            number, self._number = self._number, held.number
            self.carry(held.travel, at, held.decider)
            self._number = number

    def release_due(self, at: float) -> None:
        """Move the chips that were held back until this step."""
        for chip, held in list(self.held.items()):
            if held.until <= len(self.script.decided) - 1 and chip in self.held:
                self.release(chip, max(at, self._busy[held.decider]))

    def finish(self) -> None:
        """Move whatever was held back, and take up what was left lying."""
        for chip in list(self.held):
            self.release(chip, self.script.ends)
        for chip in list(self._left):
            self.take_up(chip, max(self.script.ends, self.free[chip]))

    # -- chips -------------------------------------------------------------------------------------------------

    def is_poured(self, travel: TrueRoute) -> bool:
        """Whether the chip ends in a bag, as one of a heap."""
        return travel.zones[-1] in self.customs.bags

    def embodied(self, travel: TrueRoute) -> TrueRoute:
        """Return a travel with the chip that is there now, if the true one was exchanged for an equal one."""
        return travel._replace(chip=self._bodies.get(travel.chip, travel.chip))

    def exchange(self, one: TaggedThing, other: TaggedThing) -> None:
        """Let two chips of a kind stand for each other from now on: each lies where the other one was."""
        true = {body: chip for chip, body in self._bodies.items()}
        self._bodies |= {true.get(one, one): other, true.get(other, other): one}
        lies = self.script.lies
        lies[one], lies[other] = lies[other], lies[one]

    def pour(self, heap: Sequence[TrueRoute], at: float) -> None:
        """Pour chips into a bag: first each goes to where it is seen on its way, then all go in together."""
        for travel in heap:
            if len(travel.zones) > 2:
                self.carry(TrueRoute(travel.chip, travel.zones[:-1]), at, self.customs.owner(travel.zones[-1]))
        for travel in heap:
            self.release(travel.chip, at)
        for bag in dict.fromkeys(travel.zones[-1] for travel in heap):
            chips = [travel.chip for travel in heap if travel.zones[-1] == bag]
            ready = max(at, *(self.free[chip] for chip in chips)) + self.chance.uniform(*POURING)
            self._poured[bag] = ready
            for chip in chips:
                self.moves_on(chip, at)
                self.take_up(chip, ready)
                self.free[chip] = ready
                self.script.lies[chip] = bag

    def carry(self, travel: TrueRoute, at: float, decider: str, *, own: bool = False) -> float:
        """Move one chip on its way. Return when it has been shown, or moved if nobody can see it."""
        chip, zones = travel
        self.release(chip, at)
        seat = self.mover(zones, decider)
        hands = self._hands[seat]
        hand = min(range(HANDS), key=hands.__getitem__)
        now = max(at, hands[hand], self.free[chip], *(self._poured[zone] for zone in zones))
        self.moves_on(chip, now)
        carry = self.usual_carry(travel, seat, own=own)
        now = self.with_habits(carry, now)
        at_last = now
        now = self.take_up(chip, now + carry.late) + carry.hover
        now = self.stray_all(carry.on_the_way, now)
        shown = 0.0
        for tap in carry.taps:
            now, arrived = self.touch(carry, tap, now, last=tap is carry.taps[-1])
            shown = shown or arrived
        if carry.cells:
            now = self.lay(carry, zones[-1], now)
            shown = shown or now
        if not carry.taps and not carry.cells:
            now += self.chance.uniform(*carry.manner.moving)
        now = self.stray_all(carry.afterwards, now)
        self.free[chip] = max(self.free[chip], now + (LYING if chip in self.in_cell else 0.0))
        now = at_last + 0.5 if carry.late else now
        hands[hand] = now
        self.script.lies[chip] = zones[-1]
        for one in {seat, decider}:
            self._busy[one] = max(self._busy[one], now)
        if self.customs.is_hidden(zones[-1]):
            self._drawn[self.customs.owner(zones[-1])] = max(self._drawn[self.customs.owner(zones[-1])], now)
        self.script.ends = max(self.script.ends, now)
        return shown or now

    def usual_carry(self, travel: TrueRoute, seat: str, *, own: bool) -> CarriedChip:
        """Return how a chip is carried by the customs alone."""
        chip, zones = travel
        manner = self.manner_of(seat)
        touches = self.customs.touches(zones)
        taps = self.usual_taps(travel, touches, manner)
        return CarriedChip(chip, zones, seat, manner, taps, touches.cells, own)

    def usual_taps(self, travel: TrueRoute, touches: Touches, manner: Manner) -> list[str]:
        """Return the readers that a chip touches on its way."""
        chip, zones = travel
        taps = list(touches.taps)
        if (
            not self.customs.owner(zones[0])
            and self.customs.tap("", zones[0])
            and self.chance.random() < manner.bank_spot_too
        ):
            taps = [self.customs.tap("", zones[0]), *taps] if taps[:1] != [self.customs.tap("", zones[0])] else taps
        pointed = zones == zones[:1] * 2
        if taps and not pointed and self._pointed.get(chip) == (taps[0], len(self.script.decided) - 1):
            taps = taps[1:]  # still in the hand since the last step; only a chip that is named again is shown again
        if pointed and taps:
            self._pointed[chip] = taps[0], len(self.script.decided)
        return taps

    def with_habits(self, carry: CarriedChip, now: float) -> float:
        """Let habits change how a chip is carried. Return when it is taken up."""
        if person := self.persons.get(carry.seat):
            for habit in person.habits:
                habit.carrying(person, self, carry)
        return self.stray_all(carry.before, now + carry.wait)

    def mover(self, zones: Sequence[str], decider: str) -> str:
        """Return the seat whose hands move a chip: the owner of the zone that it leaves, or else of the one it enters.

        A chip of a shared zone is moved half of the time by the seat that decided.
        """
        seats = [self.customs.owner(zone) for zone in (zones[0], zones[-1]) if self.customs.owner(zone) in self._hands]
        if not seats or (not self.customs.owner(zones[0]) and self.chance.random() < 0.5):
            return decider if decider in self._hands else (seats or list(self.seats))[0]
        return seats[0]

    def clear(self, reader: str, start: float, lasting: float) -> float:
        """Return when a reader may be used: people keep away from what is broken, but for those who play on."""
        return start if self._plays_on else self.outages.clear([reader], start, lasting)

    def take_up(self, chip: TaggedThing, now: float) -> float:
        """Take a chip out of its cell, or off the tap where it was left. Return when that is done."""
        cell = self.in_cell.pop(chip, None)
        if cell:
            now = self.clear(cell.reader, now, 2.0)
            self.script.acts.append(Act(now, chip, None))
            cell.free_at, cell.chip = now, None
        if self._left.pop(chip, None):
            self.script.acts.append(Act(now, chip, None))
        return now

    def touch(self, carry: CarriedChip, tap: str, now: float, *, last: bool = True) -> tuple[float, float]:
        """Let a chip touch a tap. Return when it is taken up again, and when it came there."""
        chip, manner = carry.chip, carry.manner
        rest = max(carry.rest, self.chance.uniform(*manner.resting))
        again = self._touched.get((chip, tap), -SAME_TAP_AGAIN) + SAME_TAP_AGAIN
        free = 0.0 if carry.together else self.cleared_of_others(tap, now)
        arrives = max(now + self.chance.uniform(*manner.moving), free, again)
        arrives = self.clear(tap, arrives, rest)
        leaves = arrives + rest
        self.script.acts.append(Act(arrives, chip, tap, carry.on_edge))
        self.script.shown.append(ShownChip(self._number, chip, tap, arrives, leaves))
        self._touched[chip, tap] = leaves
        if carry.left and last and not carry.cells and not carry.afterwards:
            self._left[chip] = tap, arrives
            self.free[chip] = leaves
            return arrives + 0.2, arrives
        self.script.acts.append(Act(leaves, chip, None))
        self._tap_free[tap] = max(self._tap_free[tap] if carry.together else 0.0, leaves)
        for gap, long in carry.again if last else ():
            leaves = self.stray(Stray(chip, tap, long, gap), leaves)
        self._tap_free[tap] = max(self._tap_free[tap], leaves) + self.chance.uniform(0.1, 0.4)
        if self.chance.random() < manner.twice:
            back = leaves + SAME_TAP_AGAIN
            self.script.acts += [Act(back, chip, tap), Act(back + rest, chip, None)]
            self._tap_free[tap] = self._touched[chip, tap] = leaves = back + rest
        if carry.together:
            self.free[chip] = leaves
            return arrives + 0.15, arrives
        return leaves, arrives

    def cleared_of_others(self, tap: str, now: float) -> float:
        """Return when a tap is free; chips that were left lying there are taken up first."""
        free = self._tap_free[tap]
        for chip, (where, since) in list(self._left.items()):
            if where == tap:
                up = max(now, self.free[chip], since + 0.5)
                self.take_up(chip, up)
                self.free[chip] = up + 0.1
                free = max(free, up + 0.1)
        return free

    def stray(self, stray: Stray, now: float) -> float:
        """Let a chip touch a reader for no reason. Return when it is taken up again."""
        arrives = self.clear(stray.reader, max(now, self.free[stray.chip]) + stray.gap, stray.rest)
        leaves = arrives + stray.rest
        self.script.acts += [Act(arrives, stray.chip, stray.reader), Act(leaves, stray.chip, None)]
        self._touched[stray.chip, stray.reader] = self.free[stray.chip] = leaves
        self.script.ends = max(self.script.ends, leaves)
        return leaves

    def stray_all(self, strays: Sequence[Stray], now: float) -> float:
        """Do this one after the other. Return when all is done."""
        for one in strays:
            now = self.stray(one, now)
        return now

    def lay(self, carry: CarriedChip, zone: str, now: float) -> float:
        """Lay a chip into a free cell, or let it touch the overflow tap if all are full. Return when that is done."""
        chip = carry.chip
        arrives = now + self.chance.uniform(*carry.manner.moving)
        free = [cell for cell in self.cells[zone] if cell.chip is None]
        if not free:
            tap = self.customs.taps.get(zone)
            return self.touch(carry, tap, now)[0] if tap else arrives
        cell = self.chance.choice(free)
        if carry.crowded and (full := [cell for cell in self.cells[zone] if cell.chip]):
            cell = Cell(self.chance.choice(full).reader)
        arrives = self.clear(cell.reader, max(arrives, cell.free_at + 0.1), 2.0)
        self.put(chip, cell, arrives, on_edge=carry.on_edge)
        self.script.shown.append(ShownChip(self._number, chip, cell.reader, arrives, arrives))
        return arrives

    def put(self, chip: TaggedThing, cell: Cell, now: float, *, on_edge: bool = False) -> None:
        """Put a chip into this cell."""
        cell.chip = chip
        self.in_cell[chip] = cell
        self.script.acts.append(Act(now, chip, cell.reader, on_edge))

    def bump(self, now: float, lasting: tuple[float, float] = (0.2, 2.5)) -> None:
        """Let somebody take a chip out of its cell, and put it back."""
        resting = [chip for chip in self.in_cell if self.free[chip] < now]
        if resting:
            chip = self.chance.choice(resting)
            cell = self.in_cell[chip]
            now = self.clear(cell.reader, now, 4.0)
            self.script.acts.append(Act(now, chip, None))
            back = now + self.chance.uniform(*lasting)
            self.put(chip, cell, back)
            self.free[chip] = back + 0.3

    # -- what habits do and ask ---------------------------------------------------------------------------------------

    def forget(self, chip: TaggedThing, tap: str, seat: str, *, when_stalled: bool) -> None:
        """Note that a touch was forgotten."""
        at = self.script.decided[-1] if self.script.decided else 0.0
        self._forgotten[chip] = Forgotten(chip, tap, seat, at, when_stalled)
        self.script.forgotten.append(self._forgotten[chip])

    def moves_on(self, chip: TaggedThing, at: float) -> None:
        """Note that a chip is moved: a touch that was forgotten before can no longer be made up for."""
        if forgotten := self._forgotten.pop(chip, None):
            forgotten.until = at

    def at_rest(self, zone: str, now: float) -> list[TaggedThing]:
        """Return the chips of a zone that nobody has in hand, in the order of their tags."""
        return [
            chip
            for chip, lies in self.script.lies.items()
            if lies == zone and self.free[chip] < now and chip not in self.held and chip not in self._left
        ]


def own_chips(step: TrueStep, customs: Customs) -> tuple[list[TrueRoute], list[TrueRoute]]:
    """Split the travels of a step: those of the decision itself (the chip played, all gems laid), and the rest.

    An answer that names nothing, such as `pass` or `done`, is given without a chip.
    """
    seat, said = step.step.seat, step.step.said
    travels = list(step.travels)
    named = isinstance(said, str) and ":" in said and travels
    pointed = sum(travel.zones == travel.zones[:1] * 2 for travel in travels)
    if pointed:
        return travels[:pointed], travels[pointed:]
    if named and seat in {customs.owner(travels[0].zones[0]), customs.owner(travels[0].zones[-1])}:
        way = travels[0].zones[:2]
        own = list(takewhile(lambda travel: travel.zones[:2] == way, travels))
        return own, travels[len(own) :]
    return [], travels


def write_script(hands: Hands, steps: Sequence[TrueStep], made: MadeMistake | None = None) -> GameScript:
    """Write the script of a whole game; with a mistake, up to the end of the turn after it."""
    hands.steps = steps
    for number, step in enumerate(steps if made is None else steps[: made.until + 1]):
        if made and number == made.step:
            if made.inserted:
                hands.insert(step._replace(step=step.step._replace(seat=made.seat, said=""), travels=made.inserted))
            step = step._replace(travels=made.instead(step.travels))
        hands.play(step)
        if made and number == made.step:
            hands.script.mistaken_at = min(hands.script.mistaken_at, hands.script.decided[-1])
    hands.finish()
    hands.script.acts.sort(key=lambda act: act.at)
    hands.script.shown.sort(key=lambda shown: shown.at)
    return hands.script
