"""What people can let go wrong at a virtual table, and how that ends by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from companion.app.demo.motion import TableHands
from companion.app.demo.world import BESIDE, N_, Drawing
from companion.rehearsal.emulated_reader import Ailment
from companion.rehearsal.faults import Mischief, Noise
from companion.rehearsal.live_pads import QUIET, LivePads
from companion.table.sightings import Uid

LABELS: Final[Mapping[str, str]] = {
    "miss": N_("Miss reads"),
    "bump": N_("Bump a tray"),
    "air": N_("Hold a chip in the air"),
    "unplug": N_("Unplug a pad"),
    "kill": N_("Kill a reader"),
    "garbage": N_("Garbage on the line"),
    "power": N_("Power cut"),
}
MISSING, UNPLUGGED, GARBAGE, UNHELD = 20.0, 5.0, 10.0, 20.0
"""How many seconds these last. `UNHELD` is how long a hand waits for a chip that it can hold in the air."""
BLURRED: Final = replace(QUIET, missed=0.5)
WILD: Final = replace(QUIET, garbage=0.15, flips=0.15, cuts=0.1)
FALLS: Final = 0.25
"""The share of jumping chips that leave the cells altogether."""
NOTHING_LIES: Final = N_("There are no chips in the trays yet, so nothing can jump.")


@dataclass
class Mishaps:
    """The mishaps that last for a while, with their ends."""

    pads: LivePads
    chance: Random
    cut_power: Callable[[], None]
    until: dict[str, float] = field(default_factory=dict)
    killed: str = ""
    """The reader that is dead, if any."""
    unplugged: int = 0
    """The pad whose cable is unplugged, if any."""
    holding: TableHands | None = None
    """Hands that hold a chip in the air, or will hold the next one."""

    def press(self, what: str, hands: TableHands, now: float) -> str:
        """Press the button of a mishap. Returns why nothing happens, or ""."""
        match what:
            case "miss":
                self.pads.virtual.field.noise = BLURRED
                self.until[what] = now + MISSING
            case "garbage":
                self._disturb(WILD)
                self.until[what] = now + GARBAGE
            case "bump":
                return self._bump(hands)
            case "air":
                hands.hold_next(now + UNHELD)
                self.holding = hands
                self.until[what] = hands.holds_until
            case "unplug":
                self._unplug(now)
            case "kill":
                self._kill()
            case "power":
                self.cut_power()
            case _:
                return "There is no such button."
        return ""

    def step(self, now: float) -> bool:
        """End the mishaps that are over. Returns whether there were any."""
        if self.holding and "air" in self.until:
            self.until["air"] = self.holding.holds_until
        over = [what for what, until in self.until.items() if until <= now]
        for what in over:
            del self.until[what]
            if what == "miss":
                self.pads.virtual.field.noise = QUIET
            elif what == "garbage":
                self._disturb(QUIET)
            elif what == "unplug":
                self.plug_in()
        return bool(over)

    def pull(self) -> None:
        """Pull the cable of a pad, until it is plugged in again."""
        if not self.unplugged:
            self.unplugged = self.chance.choice([pad.number for pad in self.pads.layout.pads])
            self.pads.unplug(self.unplugged)

    def plug_in(self) -> None:
        """Plug a pad in that was unplugged, if there is one."""
        self.until.pop("unplug", None)
        if self.unplugged:
            self.pads.plug(self.unplugged)
            self.unplugged = 0

    def is_on(self, what: str) -> bool:
        """Whether a mishap is going on now."""
        lasting = {"kill": bool(self.killed), "unplug": bool(self.unplugged)}
        return what in self.until or lasting.get(what, False)

    @property
    def dead(self) -> frozenset[str]:
        """The readers that see nothing."""
        out = [spot.reader for pad in self.pads.layout.pads if pad.number == self.unplugged for spot in pad.spots]
        return frozenset([*out, *([self.killed] if self.killed else [])])

    def _disturb(self, noise: Noise) -> None:
        virtual = self.pads.virtual
        virtual.mischief = Mischief(noise, Random(self.chance.random()), virtual.faults)

    def _unplug(self, now: float) -> None:
        """Unplug a pad for a while. The second press plugs it in at once."""
        if self.unplugged:
            self.until["unplug"] = now
            return
        self.pull()
        self.until["unplug"] = now + UNPLUGGED

    def _kill(self) -> None:
        """Kill a reader. The second press replaces it."""
        if self.killed:
            self.pads.ail(self.killed, Ailment.NONE)
            self.killed = ""
            return
        self.killed = self.chance.choice([spot.reader for spot in self.pads.layout.spots()])
        self.pads.ail(self.killed, Ailment.DEAD)

    def _bump(self, hands: TableHands) -> str:
        """Let the chips of a row of cells jump into other cells, and some beside them."""
        world = hands.world
        rows: dict[str, list[Uid]] = {}
        for place in world.places.values():
            if place.kind is Drawing.CELL:
                rows.setdefault(place.whole, []).extend(world.lying(place.id))
        filled = [row for row, chips in rows.items() if chips]
        if not filled:
            return NOTHING_LIES
        row = self.chance.choice(filled)
        for number, uid in enumerate(rows[row]):
            free = [place.id for place in world.places.values()
                    if place.whole == row and place.kind is Drawing.CELL and not world.lying(place.id)]  # fmt: skip
            falls = not free or self.chance.random() < FALLS or (number == 0 and len(rows[row]) > 1)
            hands.lift(uid)
            hands.put(uid, BESIDE if falls else self.chance.choice(free))
        return ""
