"""Hands that move chips about a whole table, quickly and slowly, several at once; everything follows from one seed.

A hand leaves alone the chips that another hand has, and the places where one is busy. The expected movements are
worked out here from the script alone, by the meaning of cells and taps that companion.table.movement describes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from random import Random
from typing import TypeVar

from companion.rehearsal.faults import Noise
from companion.rehearsal.script import Act, Expected, MovementScript, Outage
from companion.rehearsal.virtual_table import TaggedThing, beside
from companion.table.layout import Layout, Spot, SpotRole

HANDS = 1
"""Hands of each seat; one more helps everywhere."""
BEGINNING = (3.0, 6.0)
"""Seconds between which the hands begin. Before that, the host is still looking for its pads."""
REST = (0.4, 3.0)
"""Seconds that a chip rests on a tap."""
CELL_REST = (6.0, 25.0)
"""Seconds that a chip rests in a cell. A cell is looked at only every 0.6 s or so: it is a place to stay."""
WRONG_CELL = (6.0, 9.0)
"""Seconds that a chip rests in a cell that turns out to be the wrong one."""
TRAVEL = (0.3, 1.5)
"""Seconds from one place to another."""
NEXT_CHIP = (0.2, 0.8)
"""Seconds between two chips on the same tap."""
SAME_AGAIN = 1.3
"""Seconds. A chip that returns to its tap sooner has only hopped; one that returns later has touched it twice."""
FORGOTTEN = (8.0, 60.0)
"""Seconds that a forgotten chip lies on a tap."""
EDGE_REST, EDGE_IN_CELL = (1.8, 4.0), (15.0, 30.0)
"""Seconds that a chip on the edge rests on a tap, and in a cell. People see that nothing happens, and wait."""
BEFORE_OUTAGE, AFTER_OUTAGE = 1.0, 5.0
"""Seconds before and after an outage in which hands leave alone what breaks. Nobody foresees an outage, but what
happens just before it cannot be read either; afterwards people wait until the lamp is lit again."""

NEVER = float("inf")

T = TypeVar("T")


@dataclass(eq=False, slots=True)
class Landing:
    """A tap, or one cell."""

    spot: Spot
    free_at: float = 0.0


@dataclass(eq=False, slots=True)
class Piece:
    """A chip, and its state in the script so far."""

    chip: TaggedThing
    zone: str | None
    cell: Landing | None = None
    """The cell that it lies in."""
    free_at: float = 0.0
    last_tap: str = ""


@dataclass
class Planner:
    """Writes a script: whichever hand is free first makes the next gesture."""

    layout: Layout
    chance: Random
    noise: Noise
    pieces: list[Piece]
    acts: list[Act] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.taps = [Landing(spot) for spot in self.layout.spots() if spot.role is SpotRole.TAP]
        cells = [spot for spot in self.layout.spots() if spot.role is SpotRole.CELLS]
        self.cells = [Landing(spot) for spot in cells for _ in range(spot.cells)]
        self.beside = beside(self.layout)
        self.breaks: dict[str, list[Outage]] = {}

    # -- the whole ---------------------------------------------------------------------------------------------

    def write(self, movements: int, hands: int) -> MovementScript:
        """Return a script of this many movements."""
        homes = {piece.chip: piece.zone or "" for piece in self.pieces}
        outages = self.plan_outages(movements)
        gestures = [(weight, gesture) for weight, gesture in self.gestures() if weight]
        free = [(self.chance.uniform(*BEGINNING), hand) for hand in range(hands)]
        heapify(free)
        while len(self.expected) < movements:
            now, hand = heappop(free)
            (gesture,) = self.chance.choices([g for _, g in gestures], [w for w, _ in gestures])
            if len(self.expected) == movements - 1:  # one more, so no gesture of two movements
                gesture = self.tap if self.taps else self.into_cell
            done = gesture(now)
            heappush(free, ((now if done is None else done) + self.chance.uniform(0.05, 0.4), hand))
        self.acts.sort(key=lambda act: act.at)
        self.expected.sort(key=lambda expected: expected.start)
        ends = self.acts[-1].at
        return MovementScript(
            homes, tuple(self.acts), tuple(self.expected), tuple(outage for outage in outages if outage.at < ends)
        )

    def gestures(self) -> list[tuple[float, Callable[[float], float | None]]]:
        """Return each gesture with its weight.

        A gesture is given the time at which it begins. It returns when its hand is free again, or None if it cannot be
        made then.
        """
        taps, cells = bool(self.taps), bool(self.cells)
        return [
            (12 * taps, self.tap),
            (3 * taps, self.two_in_a_row),
            (1 * taps, self.twice),
            (0.3 * taps, self.forget),
            (8 * cells, self.into_cell),
            (3 * cells, self.slide),
            (3 * cells, self.put_back),
            (1 * cells, self.dither),
        ]

    def plan_outages(self, movements: int) -> list[Outage]:
        """Return all outages, until far beyond the end of the script."""
        outages: list[Outage] = []
        rates = {"unplug": self.noise.unplugs, "reboot": self.noise.reboots, "death": self.noise.deaths}
        horizon = 60.0 + movements * 2.0
        for what, rate in rates.items():
            at = 0.0
            while rate and (at := at + self.chance.expovariate(rate / 3600) + 3.0) < horizon:
                pad = self.chance.choice(self.layout.pads)
                until = at + (0.2 if what == "reboot" else self.chance.uniform(0.5, 3.0))
                readers = [self.chance.choice(pad.spots) if what == "death" else spot for spot in pad.spots]
                names = sorted({spot.reader for spot in readers[: 1 if what == "death" else None]})
                outage = Outage(at, until, what, pad.number, names[0] if what == "death" else "")
                if any(other.pad == pad.number and overlap(other, at, until) for other in outages):
                    continue
                outages.append(outage)
                for name in names:
                    self.breaks.setdefault(name, []).append(outage)
        return sorted(outages, key=lambda outage: outage.at)

    # -- gestures ----------------------------------------------------------------------------------------------

    def tap(self, now: float) -> float | None:
        """A chip touches a tap."""
        landing, piece = self.a_tap(now), self.a_piece(now)
        if not landing or not piece:
            return None
        return self.touch(piece, landing, now, self.chance.uniform(*REST))

    def two_in_a_row(self, now: float) -> float | None:
        """Two chips touch a tap, one right after the other."""
        landing, first, second = self.a_tap(now), self.a_piece(now), self.a_piece(now)
        if not landing or not first or not second or first is second:
            return None
        end = self.touch(first, landing, now, self.chance.uniform(*REST))
        if end is None:
            return None
        return self.touch(second, landing, end, self.chance.uniform(*REST), travel=NEXT_CHIP[0]) or end

    def twice(self, now: float) -> float | None:
        """The same chip touches the same tap twice."""
        landing, piece = self.a_tap(now), self.a_piece(now)
        if not landing or not piece:
            return None
        end = self.touch(piece, landing, now, self.chance.uniform(*REST))
        if end is None:
            return None
        again = self.chance.uniform(SAME_AGAIN, 2 * SAME_AGAIN)
        return self.touch(piece, landing, end, self.chance.uniform(*REST), travel=again) or end

    def forget(self, now: float) -> float | None:
        """A chip is left lying on a tap."""
        landing, piece = self.a_tap(now), self.a_piece(now)
        if not landing or not piece:
            return None
        long = self.chance.uniform(*FORGOTTEN)
        return None if self.touch(piece, landing, now, long) is None else now + 2.0

    def into_cell(self, now: float) -> float | None:
        """A chip is laid into a cell, for long."""
        landing, piece = self.a_cell(now), self.a_piece(now)
        if not landing or not piece:
            return None
        return self.lay(piece, landing, now, self.chance.uniform(*TRAVEL))

    def slide(self, now: float) -> float | None:
        """A chip slides from its cell to the cell or the tap beside."""
        piece = self.a_piece(now, in_cell=True)
        if not piece or not piece.cell:
            return None
        near = [*self.beside[piece.cell.spot.reader], piece.cell.spot.reader]
        free = [landing for landing in (*self.cells, *self.taps) if landing.free_at <= now]
        landings = [landing for landing in free if landing.spot.reader in near]
        if not landings:
            return None
        landing = self.chance.choice(landings)
        if landing.spot.role is SpotRole.TAP:
            return self.touch(piece, landing, now, self.chance.uniform(*REST), travel=0.0)
        return self.lay(piece, landing, now, 0.0)

    def put_back(self, now: float) -> float | None:
        """A chip is taken out of its cell, looked at, and put back."""
        piece = self.a_piece(now, in_cell=True)
        if not piece or not piece.cell:
            return None
        landing = piece.cell
        away = self.chance.uniform(0.05, 6.0)
        if not self.works(landing, now, now + away):
            return None
        self.acts.append(Act(now, piece.chip, None))
        self.acts.append(Act(now + away, piece.chip, landing.spot.reader))
        piece.free_at = now + away + self.chance.uniform(*CELL_REST)
        return now + away

    def dither(self, now: float) -> float | None:
        """A chip is laid into a wrong cell first, perhaps another seat's, and then into the right one."""
        wrong, piece = self.a_cell(now), self.a_piece(now)
        if not wrong or not piece:
            return None
        laid = self.lay(piece, wrong, now, self.chance.uniform(*TRAVEL))
        right = self.a_cell(now)
        if laid is None or not right:
            return laid
        seen = max(piece.free_at, laid + self.chance.uniform(*WRONG_CELL))
        return self.lay(piece, right, seen, self.chance.uniform(*TRAVEL)) or laid

    # -- what gestures are made of -----------------------------------------------------------------------------

    def touch(
        self, piece: Piece, landing: Landing, now: float, rest: float, travel: float | None = None
    ) -> float | None:
        """Let a chip touch a tap. Return when it is taken up again; None if it cannot be done now."""
        travel = self.chance.uniform(*TRAVEL) if travel is None else travel
        spot = landing.spot
        if piece.last_tap == spot.reader and travel < SAME_AGAIN:
            travel = SAME_AGAIN
        on_edge = self.chance.random() < self.noise.edges
        if on_edge:
            rest = max(rest, self.chance.uniform(*EDGE_REST))
        start, end = now + travel, now + travel + rest
        if not (self.works(landing, start, end) and self.take_up(piece, now, slid=travel == 0.0)):
            return None
        self.acts.append(Act(start, piece.chip, spot.reader, on_edge))
        self.acts.append(Act(end, piece.chip, None))
        self.tell(piece, spot.beyond if piece.zone == spot.zone else spot.zone, spot, start)
        landing.free_at = end + self.chance.uniform(*NEXT_CHIP)
        piece.free_at = end + 0.3
        piece.last_tap = spot.reader
        return end

    def lay(self, piece: Piece, landing: Landing, now: float, travel: float) -> float | None:
        """Lay a chip into a cell. Return when it lies there; None if it cannot be done now."""
        start = now + travel
        if not (self.works(landing, start, start + 2.0) and self.take_up(piece, now, slid=travel == 0.0)):
            return None
        on_edge = self.chance.random() < self.noise.edges
        self.acts.append(Act(start, piece.chip, landing.spot.reader, on_edge))
        if piece.zone != landing.spot.zone:
            self.tell(piece, landing.spot.zone, landing.spot, start)
        piece.cell, landing.free_at = landing, NEVER
        piece.free_at = start + self.chance.uniform(*(EDGE_IN_CELL if on_edge else CELL_REST))
        piece.last_tap = ""
        return start

    def take_up(self, piece: Piece, now: float, *, slid: bool) -> bool:
        """Take a chip out of its cell, if it lies in one. Return whether it may be moved now."""
        if piece.cell:
            if not self.works(piece.cell, now, now + 2.0):
                return False
            if not slid:
                self.acts.append(Act(now, piece.chip, None))
            piece.cell.free_at = now
            piece.cell = None
        return True

    def tell(self, piece: Piece, to_zone: str, spot: Spot, start: float) -> None:
        """Add the movement that the host must report."""
        chip = piece.chip
        self.expected.append(Expected(chip.uid, chip.kind, piece.zone, to_zone, spot.reader, start))
        piece.zone = to_zone

    def works(self, landing: Landing, start: float, end: float) -> bool:
        """Whether nothing is broken at this place from start to end."""
        return not any(overlap(outage, start, end) for outage in self.breaks.get(landing.spot.reader, ()))

    def a_tap(self, now: float) -> Landing | None:
        """Return any tap that is free, or None."""
        return self.any_of([landing for landing in self.taps if landing.free_at <= now])

    def a_cell(self, now: float) -> Landing | None:
        """Return any empty cell, or None."""
        return self.any_of([landing for landing in self.cells if landing.free_at <= now])

    def a_piece(self, now: float, *, in_cell: bool = False) -> Piece | None:
        """Return any chip that no hand is busy with, or None."""
        return self.any_of([piece for piece in self.pieces if piece.free_at <= now and (piece.cell or not in_cell)])

    def any_of(self, things: list[T]) -> T | None:
        """Return one of these by chance; None if there are none."""
        return self.chance.choice(things) if things else None


def overlap(outage: Outage, start: float, end: float) -> bool:
    """Whether an outage would disturb somebody who is busy from start to end."""
    return outage.at - BEFORE_OUTAGE < end and start < outage.until + AFTER_OUTAGE


def write_script(
    layout: Layout,
    homes: Mapping[TaggedThing, str | None],
    movements: int,
    chance: Random,
    noise: Noise,
    hands: int = 0,
) -> MovementScript:
    """Write a script of this many movements. By default each seat has one hand, and one more helps everywhere."""
    pieces = [Piece(chip, zone) for chip, zone in homes.items()]
    planner = Planner(layout, chance, noise, pieces)
    if not planner.taps and not planner.cells:
        raise ValueError("This table has no readers: there is nothing to rehearse with it.")
    return planner.write(movements, hands or HANDS * len(layout.seats) + 1)
