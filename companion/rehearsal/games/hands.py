"""What the hands of true players do at the table, and when: acts on readers, written from the true game alone.

Nobody knows the future: no chip of a step moves before the step is decided, and nobody decides before the table has
shown what the decision rests on. What follows from a decision (discards, draws, gems that land) is done bit by bit, in
any order, by either hand, while the others go on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from random import Random
from typing import NamedTuple

from companion.rehearsal.games.customs import Customs
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
OVERLAP = 4.0
"""How many seconds at most one seat goes on while another still carries out what its last decision caused."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How people move chips: seconds (from, to), and chances."""

    thinking: tuple[float, float] = (0.5, 4.0)
    moving: tuple[float, float] = (0.3, 1.2)
    resting: tuple[float, float] = (0.4, 1.5)
    """How long a chip lies on a tap."""
    bank_spot_too: float = 0.15
    """The chance that a chip of a shared zone touches that zone's tap, even if it is seen where it arrives."""
    bumps: float = 0.05
    """The chance, after a step, that somebody takes a chip out of its cell and puts it back."""
    twice: float = 0.0
    """The chance that a chip touches its tap a second time, for no reason."""


class ShownChip(NamedTuple):
    """A chip was shown to a reader because of a step."""

    step: int
    """The number of the step in the true game."""
    chip: TaggedThing
    reader: str
    at: float
    until: float
    """When it was taken up again; for a chip in a cell, when it came there."""


@dataclass(eq=False, slots=True)
class Cell:
    """A place for one chip."""

    reader: str
    free_at: float = 0.0
    chip: TaggedThing | None = None


@dataclass
class GameScript:
    """A game as it was played with chips."""

    acts: list[Act] = field(default_factory=list)
    decided: list[float] = field(default_factory=list)
    """When each step was decided."""
    shown: list[ShownChip] = field(default_factory=list)
    ends: float = 0.0
    """When everything has been done."""
    mistaken_at: float = float("inf")
    """When the mistake was made, if there was one."""


class Hands:
    """Writes the script of a game. Give `play` every step of the true game, in order."""

    def __init__(
        self, customs: Customs, seats: Sequence[str], chance: Random, outages: Outages, habits: Habits
    ) -> None:
        self.customs = customs
        self.chance = chance
        self.outages = outages
        self.habits = habits
        self.script = GameScript()
        self.seats = tuple(seats)
        self.cells = {
            zone: [Cell(spot.reader) for spot in spots for _ in range(spot.cells)]
            for zone, spots in customs.cells.items()
        }
        self._in_cell: dict[TaggedThing, Cell] = {}
        self._hands = {seat: [BEGINNING] * HANDS for seat in seats}
        self._free: dict[TaggedThing, float] = defaultdict(float)
        self._tap_free: dict[str, float] = defaultdict(float)
        self._touched: dict[tuple[TaggedThing, str], float] = {}
        self._pointed: dict[TaggedThing, tuple[str, int]] = {}
        """For a chip that was pointed at: the tap that it was shown to, and the number of the step after that."""
        self._poured: dict[str, float] = defaultdict(float)
        """When each bag was last refilled."""
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
        self.carry_out(step, at)

    def insert(self, step: TrueStep) -> None:
        """Carry out something in addition to the true game, before its next step."""
        at = self._decided = self.decide(step)
        self.script.mistaken_at = at
        self.pour([travel for travel in step.travels if self.is_poured(travel)], at)
        for travel in step.travels:
            if not self.is_poured(travel):
                self.carry(travel, at, step.step.seat)

    def carry_out(self, step: TrueStep, at: float) -> None:
        """Move all chips of a step."""
        self._decided = at
        self.script.ends = max(self.script.ends, at)
        own, others = own_chips(step, self.customs)
        for travel in own:  # nobody carries out a decision before its own chip lies where everybody sees it
            self._rests_on = max(self._rests_on, shown := self.carry(travel, at, step.step.seat))
            at = max(at, shown)
        self.pour([travel for travel in others if self.is_poured(travel)], at)
        carried = [travel for travel in others if not self.is_poured(travel)]
        for travel in self.chance.sample(carried, len(carried)):
            self.carry(travel, at, step.step.seat)
        if self.chance.random() < self.habits.bumps:
            self.bump(at + self.chance.uniform(0.0, 3.0))

    def decide(self, step: TrueStep) -> float:
        """Return when a step is decided: after what it rests on, and after some thought."""
        seat, asked = step.step.seat, step.step.asked
        earliest = max(self._decided, self._rests_on)
        if isinstance(asked, Draw):
            return earliest + self.chance.uniform(0.1, 0.5)
        earliest = max(earliest, self._drawn[seat], self._busy[seat] - self.chance.uniform(0.0, 2.0))
        others = max((self._busy[other] for other in self.seats if other != seat), default=0.0)
        earliest = max(earliest, others - self.chance.uniform(0.0, OVERLAP))
        quick = len(asked.options.get(seat, ())) < 2
        return earliest + (self.chance.uniform(0.2, 0.8) if quick else self.chance.uniform(*self.habits.thinking))

    # -- chips -------------------------------------------------------------------------------------------------

    def is_poured(self, travel: TrueRoute) -> bool:
        """Whether the chip ends in a bag, as one of a heap."""
        return travel.zones[-1] in self.customs.bags

    def pour(self, heap: Sequence[TrueRoute], at: float) -> None:
        """Pour chips into a bag: first each goes to where it is seen on its way, then all go in together."""
        for travel in heap:
            if len(travel.zones) > 2:
                self.carry(TrueRoute(travel.chip, travel.zones[:-1]), at, self.customs.owner(travel.zones[-1]))
        for bag in dict.fromkeys(travel.zones[-1] for travel in heap):
            chips = [travel.chip for travel in heap if travel.zones[-1] == bag]
            ready = max(at, *(self._free[chip] for chip in chips)) + self.chance.uniform(*POURING)
            self._poured[bag] = ready
            for chip in chips:
                self._free[chip] = ready

    def carry(self, travel: TrueRoute, at: float, decider: str) -> float:
        """Move one chip on its way. Return when it has been shown, or moved if nobody can see it."""
        chip, zones = travel
        seat = self.mover(zones, decider)
        hands = self._hands[seat]
        hand = min(range(HANDS), key=hands.__getitem__)
        now = max(at, hands[hand], self._free[chip], *(self._poured[zone] for zone in zones))
        touches = self.customs.touches(zones)
        taps = list(touches.taps)
        if (
            not self.customs.owner(zones[0])
            and self.customs.tap("", zones[0])
            and self.chance.random() < self.habits.bank_spot_too
        ):
            taps = [self.customs.tap("", zones[0]), *taps] if taps[:1] != [self.customs.tap("", zones[0])] else taps
        pointed = zones == zones[:1] * 2
        if taps and not pointed and self._pointed.get(chip) == (taps[0], len(self.script.decided) - 1):
            taps = taps[1:]  # still in the hand since the last step; only a chip that is named again is shown again
        if pointed and taps:
            self._pointed[chip] = taps[0], len(self.script.decided)
        now = self.take_up(chip, now)
        shown = 0.0
        for tap in taps:
            now, arrived = self.touch(chip, tap, now)
            shown = shown or arrived
        if touches.cells:
            now = self.lay(chip, zones[-1], now)
            shown = shown or now
        if not taps and not touches.cells:
            now += self.chance.uniform(*self.habits.moving)
        hands[hand] = now
        self._free[chip] = now + (LYING if chip in self._in_cell else 0.0)
        for one in {seat, decider}:
            self._busy[one] = max(self._busy[one], now)
        if self.customs.is_hidden(zones[-1]):
            self._drawn[self.customs.owner(zones[-1])] = max(self._drawn[self.customs.owner(zones[-1])], now)
        self.script.ends = max(self.script.ends, now)
        return shown or now

    def mover(self, zones: Sequence[str], decider: str) -> str:
        """Return the seat whose hands move a chip: the owner of the zone that it leaves, or else of the one it enters.

        A chip of a shared zone is moved half of the time by the seat that decided.
        """
        seats = [self.customs.owner(zone) for zone in (zones[0], zones[-1]) if self.customs.owner(zone) in self._hands]
        if not seats or (not self.customs.owner(zones[0]) and self.chance.random() < 0.5):
            return decider if decider in self._hands else (seats or list(self.seats))[0]
        return seats[0]

    def take_up(self, chip: TaggedThing, now: float) -> float:
        """Take a chip out of its cell, if it lies in one. Return when that is done."""
        cell = self._in_cell.pop(chip, None)
        if cell:
            now = self.outages.clear([cell.reader], now, 2.0)
            self.script.acts.append(Act(now, chip, None))
            cell.free_at, cell.chip = now, None
        return now

    def touch(self, chip: TaggedThing, tap: str, now: float) -> tuple[float, float]:
        """Let a chip touch a tap. Return when it is taken up again, and when it came there."""
        rest = self.chance.uniform(*self.habits.resting)
        again = self._touched.get((chip, tap), -SAME_TAP_AGAIN) + SAME_TAP_AGAIN
        arrives = max(now + self.chance.uniform(*self.habits.moving), self._tap_free[tap], again)
        arrives = self.outages.clear([tap], arrives, rest)
        leaves = arrives + rest
        self.script.acts += [Act(arrives, chip, tap), Act(leaves, chip, None)]
        self.script.shown.append(ShownChip(len(self.script.decided) - 1, chip, tap, arrives, leaves))
        self._tap_free[tap] = leaves + self.chance.uniform(0.1, 0.4)
        self._touched[chip, tap] = leaves
        if self.chance.random() < self.habits.twice:
            back = leaves + SAME_TAP_AGAIN
            self.script.acts += [Act(back, chip, tap), Act(back + rest, chip, None)]
            self._tap_free[tap] = self._touched[chip, tap] = leaves = back + rest
        return leaves, arrives

    def lay(self, chip: TaggedThing, zone: str, now: float) -> float:
        """Lay a chip into a free cell, or let it touch the overflow tap if all are full. Return when that is done."""
        arrives = now + self.chance.uniform(*self.habits.moving)
        free = [cell for cell in self.cells[zone] if cell.chip is None]
        if not free:
            tap = self.customs.taps.get(zone)
            return self.touch(chip, tap, now)[0] if tap else arrives
        cell = self.chance.choice(free)
        arrives = self.outages.clear([cell.reader], max(arrives, cell.free_at + 0.1), 2.0)
        self.put(chip, cell, arrives)
        self.script.shown.append(ShownChip(len(self.script.decided) - 1, chip, cell.reader, arrives, arrives))
        return arrives

    def put(self, chip: TaggedThing, cell: Cell, now: float) -> None:
        """Put a chip into this cell."""
        cell.chip = chip
        self._in_cell[chip] = cell
        self.script.acts.append(Act(now, chip, cell.reader))

    def bump(self, now: float) -> None:
        """Let somebody take a chip out of its cell, and put it back."""
        resting = [chip for chip in self._in_cell if self._free[chip] < now]
        if resting:
            chip = self.chance.choice(resting)
            cell = self._in_cell[chip]
            now = self.outages.clear([cell.reader], now, 4.0)
            self.script.acts.append(Act(now, chip, None))
            back = now + self.chance.uniform(0.2, 2.5)
            self.put(chip, cell, back)
            self._free[chip] = back + 0.3


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
    for number, step in enumerate(steps if made is None else steps[: made.until + 1]):
        if made and number == made.step:
            if made.inserted:
                hands.insert(step._replace(step=step.step._replace(seat=made.seat, said=""), travels=made.inserted))
            step = step._replace(travels=made.instead(step.travels))
        hands.play(step)
        if made and number == made.step:
            hands.script.mistaken_at = min(hands.script.mistaken_at, hands.script.decided[-1])
    hands.script.acts.sort(key=lambda act: act.at)
    hands.script.shown.sort(key=lambda shown: shown.at)
    return hands.script
