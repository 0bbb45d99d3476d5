"""Hands that carry chips at human pace: up, through the air, for a moment over a tap, and down.

Gestures are queued, and `step` does as much of them as is due. The owner calls `step` often, from one thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from threading import RLock
from typing import Final

from companion.app.demo.world import AIR, BESIDE, CellTaken, World
from companion.rehearsal.live_pads import LivePads
from companion.rehearsal.virtual_table import TaggedThing
from companion.table.sightings import Uid

FLIGHT: Final = 0.7
"""Seconds from one place to another."""
REST: Final = 0.6
"""Seconds that a chip rests on a tap."""
SHORTEST: Final = 0.45
"""The same at any pace: however quick the hands are, a reader needs this time to look."""
LOOKS: Final = 3
"""However busy the machine is, a chip rests until its reader has looked so often, as people wait for a lamp …"""
LONGEST: Final = 3.0
"""… but not longer than this many seconds: the reader may be dead."""
NEXT: Final = 0.25
"""Seconds between two chips on the same tap."""
SAME_AGAIN: Final = 2.2
"""Seconds between two touches of one chip on one tap: people make clear that there are two of them."""
ALOFT: Final = 5.0
"""Seconds for which a chip is held in the air, if that is wanted."""


@dataclass(frozen=True)
class Stop:
    """A place on a chip's way. With `over_tap`, the chip rests on its tap for a moment."""

    place: str
    over_tap: bool = False


@dataclass(eq=False)
class Gesture:
    """One chip on its way."""

    uid: Uid
    stops: tuple[Stop, ...]
    who: str
    """The seat whose hand it is."""
    at: float = 0.0
    """When the chip comes to its next stop, or leaves the one where it rests."""
    done: int = 0
    resting: bool = False
    looks: int = 0
    """How often the reader of the tap on which it rests had looked before."""


class TableHands:
    """Hands that move chips in a world and on its readers."""

    def __init__(self, world: World, pads: LivePads) -> None:
        self.lock = RLock()
        self.world = world
        self.pads = pads
        self.pace = 1.0
        self.holds_until = 0.0
        """When a chip that is held comes down. Before a chip is held, how long the next one is waited for."""
        self._hold_next = False
        self.moved_at = 0.0
        """When a hand last did something."""
        self.going: list[Gesture] = []
        self._waiting: dict[str, deque[Gesture]] = {}
        """What each seat's hand still has to do."""
        self._chips = {uid: TaggedThing(uid, kind) for uid, kind in world.kinds.items()}
        self._tap_free: dict[str, float] = {}
        self._touched: dict[tuple[Uid, str], float] = {}
        for uid in world.kinds:
            self._show(uid)

    # -- chips, at once ----------------------------------------------------------------------------------------

    def lift(self, uid: Uid, towards: str = "") -> None:
        """Lift a chip into the air."""
        self.world.lift(uid, towards)
        self.pads.lift(self._chips[uid])

    def put(self, uid: Uid, place: str, *, over_tap: bool = False) -> None:
        """Put a chip down. If its cell has been taken meanwhile, it lands beside everything."""
        try:
            self.world.put(uid, place, on_reader=over_tap)
        except CellTaken:
            zone = self.world.places[place].zone
            with suppress(CellTaken):
                self.world.put(uid, self.world.room_in(zone, self.world.kinds[uid]) if zone else BESIDE)
        self._show(uid)

    def _show(self, uid: Uid) -> None:
        """Show a chip to its reader."""
        if reader := self.world.reader_of(uid):
            self.pads.put(self._chips[uid], reader)
        else:
            self.pads.lift(self._chips[uid])

    def clear(self) -> None:
        """Take all chips off the readers, and give the hands nothing to do."""
        with self.lock:
            self.going.clear()
            self._waiting.clear()
            for chip in self._chips.values():
                self.pads.lift(chip)

    # -- gestures ----------------------------------------------------------------------------------------------

    def carry(self, uid: Uid, stops: Iterable[Stop], who: str) -> None:
        """Let a seat's hand carry a chip, after what it already has to do."""
        with self.lock:
            self._waiting.setdefault(who, deque()).append(Gesture(uid, tuple(stops), who))

    def hold_next(self, until: float) -> None:
        """Hold the next chip that anybody lifts before then in the air for a while."""
        self.holds_until, self._hold_next = until, True

    def _held_for(self, now: float) -> float:
        """For how many seconds a chip that is lifted now is held."""
        wanted, self._hold_next = self._hold_next and now < self.holds_until, False
        if wanted:
            self.holds_until = now + ALOFT
        return ALOFT if wanted else 0.0

    def forget(self, seat: str) -> None:
        """Drop what a seat's hand has not begun yet."""
        with self.lock:
            self._waiting.pop(seat, None)

    def pour(self, bag: str) -> None:
        """Refill a bag with everything that the game says is poured into it."""
        with self.lock:
            for uid in self.world.poured_into(bag):
                self.lift(uid, bag)
                self.put(uid, bag)

    def drop(self, uid: Uid, stops: Iterable[Stop], now: float, who: str) -> None:
        """Finish what a person has carried with the mouse: the chip arrives at once, unless it is to be held."""
        with self.lock:
            gesture = Gesture(uid, tuple(stops), who, at=now + self._held_for(now))
            self.lift(uid, gesture.stops[0].place)
            self.going.append(gesture)
            self.step(now)

    def has(self, uid: Uid) -> bool:
        """Whether a hand is busy with this chip."""
        return uid in self.held

    @property
    def held(self) -> frozenset[Uid]:
        """The chips that hands are busy with."""
        return frozenset(gesture.uid for gesture in self.going)

    @property
    def busy(self) -> bool:
        """Whether a hand of the table has something to do."""
        return bool(self.going) or any(self._waiting.values())

    def step(self, now: float) -> None:
        """Do everything that is due."""
        with self.lock:
            for gesture in list(self.going):
                self._go_on(gesture, now)
            for seat in list(self._waiting) if self.pace else ():
                if not any(gesture.who == seat for gesture in self.going) and self._waiting[seat]:
                    self._begin(self._waiting[seat].popleft(), now)

    def _begin(self, gesture: Gesture, now: float) -> None:
        if self.world.where(gesture.uid) == AIR or self.has(gesture.uid) or not gesture.stops:
            return  # somebody else has it
        self.lift(gesture.uid, gesture.stops[0].place)
        gesture.at = now + FLIGHT / self.pace + self._held_for(now)
        self.moved_at = now
        self.going.append(gesture)

    def _go_on(self, gesture: Gesture, now: float) -> None:
        """Move a chip to its next stop, or away from the one where it rests."""
        if now < gesture.at:
            return
        stop = gesture.stops[gesture.done]
        tap = self.world.places[stop.place].reader
        if gesture.resting:
            if now > gesture.at + LONGEST or self.pads.looks(tap) >= gesture.looks + LOOKS:
                self._leave(gesture, tap, now)
        elif stop.over_tap and self._must_wait(gesture.uid, tap, now):
            return
        else:
            self._arrive(gesture, stop, tap, now)

    def _must_wait(self, uid: Uid, tap: str, now: float) -> bool:
        taken = [other for other in self.world.on_reader(tap) if other != uid]
        free = max(self._tap_free.get(tap, 0.0), self._touched.get((uid, tap), -SAME_AGAIN) + SAME_AGAIN)
        return bool(taken) or now < free

    def _arrive(self, gesture: Gesture, stop: Stop, tap: str, now: float) -> None:
        self.moved_at = now
        self.put(gesture.uid, stop.place, over_tap=stop.over_tap)
        if stop.over_tap and tap:
            gesture.resting, gesture.looks = True, self.pads.looks(tap)
            gesture.at = now + max(SHORTEST, REST / (self.pace or 1.0))
            return
        self._next(gesture, now)

    def _leave(self, gesture: Gesture, tap: str, now: float) -> None:
        """Lift a chip from a tap, and lay it on the heap beside it if the tap was its last stop."""
        self.moved_at = now
        gesture.resting = False
        self._tap_free[tap] = now + NEXT
        self._touched[gesture.uid, tap] = now
        self.lift(gesture.uid)
        if gesture.stops[-1] is gesture.stops[gesture.done]:
            self.put(gesture.uid, gesture.stops[gesture.done].place)
        self._next(gesture, now)

    def _next(self, gesture: Gesture, now: float) -> None:
        gesture.done += 1
        if gesture.done == len(gesture.stops):
            self.going.remove(gesture)
            return
        self.lift(gesture.uid, gesture.stops[gesture.done].place)
        gesture.at = now + FLIGHT / (self.pace or 1.0)
