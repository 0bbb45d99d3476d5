"""Hands that carry chips, at human pace: up, through the air, over a tap for a moment, down.

What has to happen is told; `step` does as much of it as is due. Whoever owns it calls `step` often, from one thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from threading import RLock
from typing import Final

from companion.app.demo.world import AIR, BESIDE, Full, World
from companion.rehearsal.live_pads import LivePads
from companion.rehearsal.virtual_table import Chip
from companion.table.sightings import Uid

FLIGHT: Final = 0.7
"""Seconds from one place to another."""
REST: Final = 0.6
"""On a tap."""
SHORTEST: Final = 0.45
"""However quick the hands are: a reader must have the time to look."""
NEXT: Final = 0.25
"""Between two chips on the same tap."""
SAME_AGAIN: Final = 2.2
"""Between two touches of one chip at one tap: people make clear that it is two."""
ALOFT: Final = 5.0
"""For which a chip is held in the air, where that was wanted."""


@dataclass(frozen=True)
class Stop:
    """A place on a chip's way. Over its tap, the chip rests there for a moment."""

    place: str
    over_tap: bool = False


@dataclass(eq=False)
class Gesture:
    """One chip on its way."""

    uid: Uid
    stops: tuple[Stop, ...]
    who: str
    """Whose hand it is."""
    at: float = 0.0
    """When it comes to its next stop, or leaves the one where it rests."""
    done: int = 0
    resting: bool = False


class Hands:
    """Chips on a world and on its readers."""

    def __init__(self, world: World, pads: LivePads) -> None:
        self.lock = RLock()
        self.world = world
        self.pads = pads
        self.pace = 1.0
        self.holds_until = 0.0
        """When a chip that is held comes down; before there is one, for how long the next is waited for."""
        self._hold_next = False
        self.moved_at = 0.0
        """When a hand did something last."""
        self.going: list[Gesture] = []
        self._waiting: dict[str, deque[Gesture]] = {}
        """What each seat's hand has still to do."""
        self._chips = {uid: Chip(uid, kind) for uid, kind in world.kinds.items()}
        self._tap_free: dict[str, float] = {}
        self._touched: dict[tuple[Uid, str], float] = {}
        for uid in world.kinds:
            self._show(uid)

    # -- chips, at once ----------------------------------------------------------------------------------------

    def lift(self, uid: Uid, towards: str = "") -> None:
        """Take it up."""
        self.world.lift(uid, towards)
        self.pads.lift(self._chips[uid])

    def put(self, uid: Uid, place: str, *, over_tap: bool = False) -> None:
        """Lay it down; a cell that is taken meanwhile leaves it beside the trays."""
        try:
            self.world.put(uid, place, on_reader=over_tap)
        except Full:
            zone = self.world.places[place].zone
            with suppress(Full):
                self.world.put(uid, self.world.room_in(zone, self.world.kinds[uid]) if zone else BESIDE)
        self._show(uid)

    def _show(self, uid: Uid) -> None:
        """What its reader sees of it."""
        if reader := self.world.reader_of(uid):
            self.pads.put(self._chips[uid], reader)
        else:
            self.pads.lift(self._chips[uid])

    def clear(self) -> None:
        """Nothing lies on any reader, and no hand has anything to do."""
        with self.lock:
            self.going.clear()
            self._waiting.clear()
            for chip in self._chips.values():
                self.pads.lift(chip)

    # -- gestures ----------------------------------------------------------------------------------------------

    def carry(self, uid: Uid, stops: Iterable[Stop], who: str) -> None:
        """A hand of the table shall do this, after what it has to do already."""
        with self.lock:
            self._waiting.setdefault(who, deque()).append(Gesture(uid, tuple(stops), who))

    def hold_next(self, until: float) -> None:
        """The next chip that anybody takes up before then stays in the air for a while."""
        self.holds_until, self._hold_next = until, True

    def _held_for(self, now: float) -> float:
        """The seconds for which a chip that is taken up just now is held."""
        wanted, self._hold_next = self._hold_next and now < self.holds_until, False
        if wanted:
            self.holds_until = now + ALOFT
        return ALOFT if wanted else 0.0

    def forget(self, seat: str) -> None:
        """What a seat's hand has not begun yet it will not do."""
        with self.lock:
            self._waiting.pop(seat, None)

    def pour(self, bag: str) -> None:
        """All of a seat's discards go into its bag."""
        with self.lock:
            heap = f"{self.world.places[bag].seat}.discard"
            for uid in self.world.lying(heap):
                self.lift(uid, bag)
                self.put(uid, bag)

    def drop(self, uid: Uid, stops: Iterable[Stop], now: float, who: str) -> None:
        """A person has carried it already: it arrives at once, unless it is to be held."""
        with self.lock:
            gesture = Gesture(uid, tuple(stops), who, at=now + self._held_for(now))
            self.lift(uid, gesture.stops[0].place)
            self.going.append(gesture)
            self.step(now)

    def has(self, uid: Uid) -> bool:
        """Whether some hand is busy with it."""
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
        """All that is due."""
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
        """To the next stop, or away from where it rests."""
        if now < gesture.at:
            return
        stop = gesture.stops[gesture.done]
        tap = self.world.places[stop.place].reader
        if gesture.resting:
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
            gesture.resting = True
            gesture.at = now + max(SHORTEST, REST / (self.pace or 1.0))
            return
        self._next(gesture, now)

    def _leave(self, gesture: Gesture, tap: str, now: float) -> None:
        """From the tap into the heap beside it, or on."""
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
