"""Pads that run the real firmware, each in a rig of its own, in virtual time: their clock runs while they work.

Nothing goes wrong here but missed tags; the noise is the emulated pads' part.
"""

from __future__ import annotations

import select
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from companion.rehearsal.emulated_bench import LATENCY
from companion.rehearsal.pad import BITS_PER_BYTE
from companion.rehearsal.rig import FIRMWARE, Rig
from companion.rehearsal.script import Act
from companion.rehearsal.virtual_table import Chip
from companion.rehearsal.virtual_time import VirtualTime
from companion.table.layout import Layout
from companion.table.messages import Num, write_request
from companion.table.port import Port, SerialPort

LONGEST_WORK = 300
"""Milliseconds of a pad's time after which it will not answer any more."""
PATIENCE = 10.0
"""Seconds of real time, with a kernel that passes bytes on in microseconds."""


class FirmwareBench:
    """All pads of a table, each with its number set beforehand."""

    def __init__(self, layout: Layout, missed: float = 0.0, seed: int = 0, build: Path = FIRMWARE / "build") -> None:
        self._stack = ExitStack()
        self.rigs: dict[int, Rig] = {}
        self._ports: dict[int, SerialPort] = {}
        self._spots = {spot.reader: (pad.number, index) for pad in layout.pads for index, spot in enumerate(pad.spots)}
        self._lying: dict[Chip, str] = {}
        for pad in layout.pads:
            rig = self._stack.enter_context(Rig(pace="stepped", build=build))
            self.rigs[pad.number] = rig
            self._ports[pad.number] = SerialPort(rig.path)
            for index in range(len(pad.spots)):
                rig.miss(index, missed, 100 * seed + 4 * pad.number + index)
            self._give_number(pad.number)

    @property
    def ports(self) -> Mapping[int, Port]:
        """The host's ends."""
        return self._ports

    def begin(self, time: VirtualTime) -> None:
        """The pads run already."""
        if time.script.outages:
            raise ValueError("On the real firmware nothing can be broken: rehearse a script without outages.")
        self._time = time

    def end(self) -> None:
        """All rigs are ended."""
        self._stack.close()

    def act(self, act: Act) -> None:
        """A hand does something."""
        if (before := self._lying.pop(act.chip, None)) is not None:
            pad, index = self._spots[before]
            self.rigs[pad].take(index, act.chip.uid)
        if act.reader is not None:
            self._lying[act.chip] = act.reader
            pad, index = self._spots[act.reader]
            self.rigs[pad].put(index, act.chip.uid)

    def was_opened(self, pad: int) -> None:
        """That is nothing to these pads."""

    def carry(self, pad: int, size: int) -> None:
        """The pad hears, works, and answers; when it has answered it stands still again."""
        worked = self.rigs[pad].ask(size, LONGEST_WORK)
        if worked is not None:
            on_the_line = size * BITS_PER_BYTE / self._ports[pad].speed + 2 * LATENCY
            self._time.at(self._time.now + on_the_line + worked / 1000, self._time.hear, pad)

    def arrive(self, pad: int) -> None:
        """Wait for the kernel."""
        if not select.select([self._ports[pad].fileno()], [], [], PATIENCE)[0]:
            raise TimeoutError("The rig does not pass on what its pad says.")

    def _give_number(self, number: int) -> None:
        """As `companion pads number` does it."""
        rig, port = self.rigs[number], self._ports[number]
        rig.ask(0, LONGEST_WORK)  # until it has said that it has started
        port.open()
        if rig.ask(port.write(write_request(0, Num(number))), LONGEST_WORK) is None:
            raise TimeoutError(f"The firmware does not answer when it is given the number {number}.")
        port.close()
