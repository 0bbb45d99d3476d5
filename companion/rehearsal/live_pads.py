"""Emulated pads in real time, on ptys with fixed names: for demonstrations, and for a driver with its own thread.

    with LivePads(layout, Path("/tmp/rehearsal")) as pads:
        driver = PadDriver(pads.layout)
        pads.put(chip, "1.0")

`pads.layout` is the same table, with the ptys as its ports.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from types import TracebackType

from companion.rehearsal.emulated_reader import Ailment
from companion.rehearsal.faults import Noise
from companion.rehearsal.pad import EmulatedPad
from companion.rehearsal.pty_end import PtyEnd
from companion.rehearsal.virtual_pads import VirtualPads
from companion.rehearsal.virtual_table import TaggedThing
from companion.table.layout import Layout

QUIET = Noise()


class LivePads:
    """All pads of a table, run by a thread of their own. Any thread may call the methods."""

    def __init__(self, layout: Layout, folder: Path, noise: Noise = QUIET, seed: int = 0) -> None:
        ports = {pad.number: folder / f"pad-{pad.number}" for pad in layout.pads}
        self.layout = replace(layout, pads=tuple(replace(pad, port=str(ports[pad.number])) for pad in layout.pads))
        self.virtual = VirtualPads(self.layout, noise, Random(seed))
        self._ports = ports
        self._ends: dict[int, PtyEnd] = {}
        self._lock = threading.Lock()
        self._bell, self._rope = os.pipe()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="rehearsal pads", daemon=True)

    def __enter__(self) -> LivePads:
        for number in self._ports:
            self.plug(number)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stopped = True
        self._nudge()
        self._thread.join()
        for number in list(self._ends):
            self.unplug(number)
        os.close(self._bell)
        os.close(self._rope)

    # -- what can be done --------------------------------------------------------------------------------------

    def put(self, chip: TaggedThing, reader: str, *, on_edge: bool = False) -> None:
        """Lay a chip on a reader, or slide it there."""
        with self._lock:
            self.virtual.table.put(chip, reader, on_edge=on_edge)

    def lift(self, chip: TaggedThing) -> None:
        """Take a chip up."""
        with self._lock:
            self.virtual.table.lift(chip)

    def ail(self, reader: str, ailment: Ailment) -> None:
        """Let a reader hang or die, or repair it."""
        with self._lock:
            self.virtual.reader(reader).ailment = ailment

    def looks(self, reader: str) -> int:
        """How often a reader has looked since its pad was plugged in."""
        with self._lock:
            return self.virtual.reader(reader).counters.looks

    def plug(self, number: int) -> None:
        """Plug a pad in."""
        with self._lock:
            self._ends[number] = PtyEnd(self._ports[number])
            self.virtual.restart(number, monotonic())
        self._nudge()

    def unplug(self, number: int) -> None:
        """Pull a pad's cable."""
        with self._lock:
            self._ends.pop(number).close()
            self.virtual.lose_power(number)
        self._nudge()

    def reboot(self, number: int, cause: str = "E") -> None:
        """Restart a pad."""
        with self._lock:
            self.virtual.restart(number, monotonic(), cause)
        self._nudge()

    # -- the thread --------------------------------------------------------------------------------------------

    def _nudge(self) -> None:
        """Wake the thread, because something has changed."""
        os.write(self._rope, b".")

    def _run(self) -> None:
        while not self._stopped:
            with self._lock:
                due = self._each(self._speak)
                ends = [end.master for end in self._ends.values()]
            self._wait(ends, max(0.0, min(due, default=monotonic() + 1.0) - monotonic()))
            with self._lock:
                self._each(self._hear)

    def _wait(self, ends: list[int], patience: float) -> None:
        """Wait until a host sends something, `_nudge` is called, or the time is up."""
        try:
            ready, _, _ = select.select([self._bell, *ends], [], [], patience)
        except OSError:  # a cable was pulled this very moment
            return
        if self._bell in ready:
            os.read(self._bell, 4096)

    def _each(self, do: Callable[[EmulatedPad, PtyEnd], None]) -> list[float]:
        """Do this for every pad that is plugged in. Return when these pads next have something to send."""
        due = []
        for number, end in self._ends.items():
            pad = self.virtual.pads[number]
            do(pad, end)
            if pad.due is not None:
                due.append(pad.due)
        return due

    def _hear(self, pad: EmulatedPad, end: PtyEnd) -> None:
        if data := end.read():
            pad.feed(self.virtual.mischief.on_line(data), monotonic(), end.speed)

    def _speak(self, pad: EmulatedPad, end: PtyEnd) -> None:
        for reply in pad.take(monotonic()):
            data = self.virtual.mischief.on_line(reply.data)
            end.write(data if reply.speed == end.speed else os.urandom(len(data)))
