"""A bench whose pads run the real firmware in virtual time, each in a rig of its own.

A pad's clock runs only while the pad works. The only fault here is missed tags; all other noise takes emulated pads.
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
from companion.rehearsal.virtual_table import TaggedThing
from companion.rehearsal.virtual_time import VirtualTime
from companion.table.layout import Layout
from companion.table.messages import Num, write_request
from companion.table.port import Port, SerialPort

LONGEST_WORK = 300
"""Milliseconds of the pad's time to wait for its answer."""
PATIENCE = 10.0
"""Seconds of real time to wait for bytes, which the kernel passes on in microseconds."""


class FirmwareBench:
    """All pads of a table, with their numbers already set."""

    def __init__(self, layout: Layout, missed: float = 0.0, seed: int = 0, build: Path = FIRMWARE / "build") -> None:
        self._stack = ExitStack()
        self.rigs: dict[int, Rig] = {}
        self._ports: dict[int, SerialPort] = {}
        self._spots = {spot.reader: (pad.number, index) for pad in layout.pads for index, spot in enumerate(pad.spots)}
        self._lying: dict[TaggedThing, str] = {}
        for pad in layout.pads:
            rig = self._stack.enter_context(Rig(pace="stepped", build=build))
            self.rigs[pad.number] = rig
            self._ports[pad.number] = SerialPort(rig.path)
            for index in range(len(pad.spots)):
                rig.miss(index, missed, 100 * seed + 4 * pad.number + index)
            self._give_number(pad.number)

    @property
    def ports(self) -> Mapping[int, Port]:
        """The host's end of each line, by the pad's number."""
        return self._ports

    def begin(self, time: VirtualTime) -> None:
        """Take the clock of the rehearsal. The pads are running already."""
        if time.script.outages:
            raise ValueError("The real firmware cannot be broken on purpose: rehearse a script without outages.")
        self._time = time

    def end(self) -> None:
        """End all rigs."""
        self._stack.close()

    def act(self, act: Act) -> None:
        """Carry out an act: take the tag off its reader, and lay it on the next one."""
        if (before := self._lying.pop(act.chip, None)) is not None:
            pad, index = self._spots[before]
            self.rigs[pad].take(index, act.chip.uid)
        if act.reader is not None:
            self._lying[act.chip] = act.reader
            pad, index = self._spots[act.reader]
            self.rigs[pad].put(index, act.chip.uid)

    def was_opened(self, pad: int) -> None:
        """Do nothing: these pads do not restart when their port is opened."""

    def carry(self, pad: int, size: int) -> None:
        """Let the pad run until it has answered these bytes. After that its time stands still again."""
        worked = self.rigs[pad].ask(size, LONGEST_WORK)
        if worked is not None:
            on_the_line = size * BITS_PER_BYTE / self._ports[pad].speed + 2 * LATENCY
            self._time.at(self._time.now + on_the_line + worked / 1000, self._time.hear, pad)

    def arrive(self, pad: int) -> None:
        """Wait until the kernel has passed on what the pad sent."""
        if not select.select([self._ports[pad].fileno()], [], [], PATIENCE)[0]:
            raise TimeoutError("The rig does not pass on what its pad sends.")

    def _give_number(self, number: int) -> None:
        """Give a pad its number, as `companion pads number` does."""
        rig, port = self.rigs[number], self._ports[number]
        rig.ask(0, LONGEST_WORK)  # until it has sent its BOOT line
        port.open()
        if rig.ask(port.write(write_request(0, Num(number))), LONGEST_WORK) is None:
            raise TimeoutError(f"The firmware does not answer when it is given the number {number}.")
        port.close()
