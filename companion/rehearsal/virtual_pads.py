"""The emulated pads of a whole table, whose readers see the chips of a virtual table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from companion.rehearsal.emulated_reader import EmulatedReader
from companion.rehearsal.faults import Field, Mischief, Noise
from companion.rehearsal.pad import EmulatedPad
from companion.rehearsal.script import Act
from companion.rehearsal.virtual_table import VirtualTable
from companion.table.layout import Layout, Pad

BANK_PAD = 98
"""The number of the pad that replaces the station where the station is used as a tap."""


class VirtualPads:
    """A virtual table with its emulated pads, and the faults that occur."""

    def __init__(self, layout: Layout, noise: Noise, chance: Random) -> None:
        self.layout = layout
        self.faults: Counter[str] = Counter()
        self.table = VirtualTable(layout)
        self.field = Field(self.table, noise, Random(chance.random()), self.faults)
        self.mischief = Mischief(noise, Random(chance.random()), self.faults)
        self.pads = {
            pad.number: EmulatedPad(
                [EmulatedReader(spot.reader, self.field.reach, self.mischief.ail) for spot in pad.spots],
                number=pad.number,
            )
            for pad in layout.pads
        }

    def act(self, act: Act) -> None:
        """Carry out an act on the table."""
        if act.reader is None:
            self.table.lift(act.chip)
        else:
            self.table.put(act.chip, act.reader, on_edge=act.on_edge)

    def restart(self, pad: int, now: float, cause: str = "P") -> None:
        """Switch a pad on, or restart it."""
        self.lose_power(pad)
        self.pads[pad].restart(now, cause)

    def lose_power(self, pad: int) -> None:
        """Switch off the fields of all readers of a pad."""
        for reader in self.pads[pad].readers:
            self.field.off(reader.name)

    def reader(self, name: str) -> EmulatedReader:
        """Return the reader with this name. Raises KeyError if there is none."""
        for pad in self.pads.values():
            for reader in pad.readers:
                if reader.name == name:
                    return reader
        raise KeyError(name)


def on_pads_alone(layout: Layout) -> Layout:
    """Return the same layout, with a separate pad as the bank spot in place of the station."""
    if not layout.station or not layout.station.spot:
        return layout
    spot = replace(layout.station.spot, reader=f"{BANK_PAD}.0")
    return replace(layout, pads=(*layout.pads, Pad(BANK_PAD, "rehearsal", (spot,))), station=None)
