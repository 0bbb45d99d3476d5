"""A bench of emulated pads in virtual time: it decides when bytes arrive, and what noise does to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from companion.rehearsal.emulated_reader import Ailment
from companion.rehearsal.faults import Noise
from companion.rehearsal.pad import BITS_PER_BYTE
from companion.rehearsal.script import Act, Outage
from companion.rehearsal.serial_lines import MemoryLine, PtyLine, SerialLine
from companion.rehearsal.virtual_pads import VirtualPads
from companion.rehearsal.virtual_time import VirtualTime
from companion.table.layout import Layout
from companion.table.port import Port

LATENCY = 0.0015
"""Seconds that a USB adapter takes to pass bytes on, in each direction."""

LINES: Mapping[str, Callable[[], SerialLine]] = {"simulated": MemoryLine, "ptys": PtyLine}
"""Makes a line, by the name of the world."""


class EmulatedBench:
    """All pads of a table, each with its line."""

    def __init__(self, layout: Layout, noise: Noise, chance: Random, line: Callable[[], SerialLine]) -> None:
        self.virtual = VirtualPads(layout, noise, chance)
        self.lines = {number: line() for number in self.virtual.pads}
        self._garbling = Random(chance.random())
        self._busy_until = dict.fromkeys(self.lines, 0.0)
        """When each line has carried everything that the host has sent so far."""

    @property
    def ports(self) -> Mapping[int, Port]:
        """The host's end of each line, by the pad's number."""
        return {pad: line.port for pad, line in self.lines.items()}

    def begin(self, time: VirtualTime) -> None:
        """Plug in and start all pads, and schedule the outages."""
        self._time = time
        for pad, line in self.lines.items():
            line.plug()
            self.virtual.restart(pad, 0.0)
        for outage in time.script.outages:
            time.at(outage.at, self._break_down, outage)
            time.at(outage.until, self._mend, outage)

    def end(self) -> None:
        """Free all lines."""
        for line in self.lines.values():
            line.put_away()

    def act(self, act: Act) -> None:
        """Carry out an act on the table."""
        self.virtual.act(act)

    # -- bytes -------------------------------------------------------------------------------------------------

    def carry(self, pad: int, size: int) -> None:
        """Carry bytes from the host to a pad."""
        line = self.lines[pad]
        data = self.virtual.mischief.on_line(line.fetch(size))
        speed = line.speed
        self._busy_until[pad] = max(self._time.now, self._busy_until[pad]) + len(data) * BITS_PER_BYTE / speed
        self._time.at(self._busy_until[pad] + LATENCY, self._reach_pad, pad, data, speed)

    def _reach_pad(self, pad: int, data: bytes, speed: int) -> None:
        if self.lines[pad].plugged:
            self.virtual.pads[pad].feed(data, self._time.now, speed)
            self._await_reply(pad)

    def _await_reply(self, pad: int) -> None:
        due = self.virtual.pads[pad].due
        if due is not None:
            self._time.at(due, self._leave_pad, pad)

    def _leave_pad(self, pad: int) -> None:
        if not self.lines[pad].plugged:
            return
        for reply in self.virtual.pads[pad].take(self._time.now):
            data = self.virtual.mischief.on_line(reply.data)
            longer = max(0, len(data) - len(reply.data)) * BITS_PER_BYTE / reply.speed
            self._time.at(self._time.now + LATENCY + longer, self._reach_host, pad, data, reply.speed)
        self._await_reply(pad)

    def _reach_host(self, pad: int, data: bytes, speed: int) -> None:
        line = self.lines[pad]
        if not (data and line.plugged and self._time.is_open(pad)):
            return
        line.deliver(data if speed == line.speed else self._garbling.randbytes(len(data)))
        self._time.hear(pad, len(data))

    def arrive(self, pad: int) -> None:
        """Wait until the host can read something of what was sent to it."""
        self.lines[pad].arrive()

    # -- plugs and outages -------------------------------------------------------------------------------------

    def was_opened(self, pad: int) -> None:
        """Restart the pad, as many boards do when their port is opened."""
        self._restart(pad, "E")

    def _break_down(self, outage: Outage) -> None:
        """Begin an outage."""
        self.virtual.faults[outage.what + "s"] += 1
        if outage.what == "death":
            self.virtual.reader(outage.reader).ailment = Ailment.DEAD
        elif outage.what == "reboot":
            self._restart(outage.pad, "W")
        else:
            self.lines[outage.pad].unplug()
            self.virtual.lose_power(outage.pad)
            self._time.lose(outage.pad)

    def _mend(self, outage: Outage) -> None:
        """End an outage."""
        if outage.what == "death":
            self.virtual.reader(outage.reader).ailment = Ailment.NONE
        elif outage.what == "unplug":
            self.lines[outage.pad].plug()
            self.virtual.restart(outage.pad, self._time.now)

    def _restart(self, pad: int, cause: str) -> None:
        self.virtual.restart(pad, self._time.now, cause)
        self._await_reply(pad)
