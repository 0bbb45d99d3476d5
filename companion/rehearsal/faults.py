"""What goes wrong in a rehearsal: how likely it is, and how often it happened. All chance comes from one seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace
from random import Random

from companion.rehearsal.emulated_reader import Ailment, EmulatedReader, Glimpse, look_time
from companion.rehearsal.virtual_table import TaggedThing, VirtualTable
from companion.table.sightings import Uid


@dataclass(frozen=True, slots=True)
class Noise:
    """How often each thing goes wrong: a chance from 0 to 1, unless stated otherwise."""

    missed: float = 0.0
    """A look misses a tag, independently of all other looks."""
    doubled: float = 0.0
    """A look also sees a tag that lies on a reader beside its own."""
    flicker: float = 0.0
    """At a look, a tag that has lain for a second begins to be missed by all looks, for up to 0.4 s."""
    edges: float = 0.0
    """A chip is laid on the edge of its place, where half of the looks miss it. The hand leaves it there longer."""
    disturbed: float = 0.0
    """A look breaks off: the tags read so far are reported, the rest are not."""
    hangs: float = 0.0
    """A reader hangs in a look and must be reset, one time in three by its reset line."""
    flips: float = 0.0
    """A line arrives with one to three wrong bits."""
    cuts: float = 0.0
    """A line ends early."""
    garbage: float = 0.0
    """Up to eight random bytes come in the middle of a line."""
    floods: float = 0.0
    """One to two hundred random bytes come before a line."""
    silence: float = 0.0
    """A line does not arrive."""
    unplugs: float = 0.0
    """How often per hour a pad is unplugged. It is plugged in again within three seconds."""
    reboots: float = 0.0
    """How often per hour a pad restarts."""
    deaths: float = 0.0
    """How often per hour a reader dies. It recovers within three seconds."""


NOISE = {
    "none": Noise(),
    "light": Noise(
        missed=0.05, doubled=0.01, hangs=1 / 2000, flips=0.0005, cuts=0.0002, garbage=0.0002, silence=0.0001
    ),
    "heavy": Noise(
        missed=0.2,
        doubled=0.05,
        disturbed=0.005,
        hangs=1 / 200,
        flips=0.005,
        cuts=0.002,
        garbage=0.002,
        floods=0.0002,
        silence=0.0008,
        unplugs=6,
        reboots=6,
        deaths=6,
    ),
}
"""The named levels. `heavy` is far worse than any table that people would go on using. It leaves out `edges`: nobody
can follow a chip for long that is missed more often than seen, among readers that see it by mistake."""


def read_noise(text: str) -> Noise:
    """Read the name of a level, knobs (`missed=0.2,flips=0.01`), or both (`light,missed=0.2`). Raises ValueError.

    >>> read_noise("none,missed=0.2").missed
    0.2
    """
    noise = Noise()
    knobs = [knob.name for knob in fields(Noise)]
    for part in text.split(","):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals and name in NOISE:
            noise = NOISE[name]
        elif name in knobs and is_rate(value):
            noise = replace(noise, **{name: float(value)})
        else:
            raise ValueError(
                f"Unknown noise {part.strip()!r}. Levels: {', '.join(NOISE)}. "
                f"Knobs, for example missed=0.2: {', '.join(knobs)}."
            )
    return noise


def is_rate(text: str) -> bool:
    """Whether this is a number, and not negative.

    >>> is_rate("0.25"), is_rate("-1"), is_rate("nan")
    (True, False, False)
    """
    return text.replace(".", "", 1).isdecimal()


class Field:
    """What the readers see of the table through the noise.

    It also checks the host's promise that neighbours never look at the same time. Where two fields meet, tags answer
    nobody, and `clashes` counts it.
    """

    def __init__(self, table: VirtualTable, noise: Noise, chance: Random, faults: Counter[str]) -> None:
        self.table = table
        self.noise = noise
        self.faults = faults
        self.clashes = 0
        self._random = chance.random
        self._chance = chance
        self._blind_until: dict[TaggedThing, float] = {}
        self._lain_since: dict[TaggedThing, tuple[str, float]] = {}
        self._on_until: dict[str, float] = {}
        self._neighbours = {spot.reader: table.layout.neighbours(spot.reader) for spot in table.layout.spots()}

    def reach(self, reader: str, now: float) -> Glimpse:
        """Return the tags that answer this reader now."""
        on_until = self._on_until
        if any(on_until.get(other, 0.0) > now for other in self._neighbours[reader]):
            self.clashes += 1
            on_until[reader] = now + look_time(0)
            return Glimpse(())
        seen = [chip.uid for chip in self.table.lying_on(reader) if self._is_seen(chip, reader, now)]
        if self.noise.doubled:
            seen += self._seen_from_beside(reader)
        disturbed = self._random() < self.noise.disturbed
        if disturbed:
            self.faults["disturbed looks"] += 1
            seen = seen[: len(seen) // 2]
        glimpse = Glimpse(tuple(dict.fromkeys(seen)), disturbed)
        on_until[reader] = now + look_time(len(glimpse.tags))
        return glimpse

    def off(self, reader: str) -> None:
        """Take note that a reader's field is off, because its pad has lost its power or restarts."""
        self._on_until.pop(reader, None)

    def _is_seen(self, chip: TaggedThing, reader: str, now: float) -> bool:
        """Whether a chip's own reader sees it."""
        random, noise = self._random, self.noise
        if self.table.is_on_edge(chip) and random() < 0.5:
            self.faults["missed on the edge"] += 1
            return False
        if noise.flicker and self._flickers(chip, reader, now):
            self.faults["flickers"] += 1
            return False
        if random() < noise.missed:
            self.faults["missed"] += 1
            return False
        return True

    def _flickers(self, chip: TaggedThing, reader: str, now: float) -> bool:
        """Whether a chip is being missed for a while, from now on or already."""
        if self._blind_until.get(chip, 0.0) > now:
            return True
        if self._lain_since.setdefault(chip, (reader, now))[0] != reader:
            self._lain_since[chip] = reader, now
        if now - self._lain_since[chip][1] < 1.0 or self._random() >= self.noise.flicker:
            return False
        self._blind_until[chip] = now + self._chance.uniform(0.1, 0.4)
        return True

    def _seen_from_beside(self, reader: str) -> list[Uid]:
        """Return the tags on neighbouring readers that a reader sees as if they were its own."""
        doubled = [
            chip.uid
            for other in self.table.beside[reader]
            for chip in self.table.lying_on(other)
            if self._random() < self.noise.doubled
        ]
        self.faults["double sightings"] += len(doubled)
        return doubled


class Mischief:
    """Makes readers hang and damages lines, by chance."""

    def __init__(self, noise: Noise, chance: Random, faults: Counter[str]) -> None:
        self.noise = noise
        self.faults = faults
        self._chance = chance
        self._line_troubles = (
            ("flips", noise.flips),
            ("cuts", noise.cuts),
            ("garbage", noise.garbage),
            ("floods", noise.floods),
            ("silence", noise.silence),
        )
        self._any_line = sum(rate for _, rate in self._line_troubles)

    def ail(self, reader: EmulatedReader) -> None:
        """Let the reader hang now and then. Called before each look."""
        if reader.ailment is Ailment.NONE and self._chance.random() < self.noise.hangs:
            hard = self._chance.random() < 1 / 3
            reader.ailment = Ailment.HANGS_HARD if hard else Ailment.HANGS
            self.faults["hard resets" if hard else "soft resets"] += 1

    def on_line(self, data: bytes) -> bytes:
        """Return a line as it arrives, perhaps damaged."""
        if not self._any_line:
            return data
        dice = self._chance.random()
        for name, rate in self._line_troubles:
            if dice < rate:
                self.faults["damaged lines"] += 1
                self.faults[name] += 1
                return self._spoilt(name, data)
            dice -= rate
        return data

    def _spoilt(self, how: str, data: bytes) -> bytes:
        chance = self._chance
        if how == "silence":
            return b""
        if how == "cuts":
            return data[: chance.randrange(len(data))]
        if how == "floods":
            return chance.randbytes(chance.randint(100, 200)) + data
        if how == "garbage":
            at = chance.randrange(len(data))
            return data[:at] + chance.randbytes(chance.randint(1, 8)) + data[at:]
        spoilt = bytearray(data)
        for bit in chance.sample(range(8 * len(data)), chance.randint(1, 3)):
            spoilt[bit // 8] ^= 1 << bit % 8
        return bytes(spoilt)
