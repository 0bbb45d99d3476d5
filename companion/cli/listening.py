"""Listening to the NFC station and to the keyboard at the same time, in the order in which things happen."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from queue import SimpleQueue

import click

from companion.cli.ending import listen_to_ctrl_c
from companion.table.kinds import station_kinds
from companion.table.layout import USUAL_STATION
from companion.table.station import Poll, StationDriver

LONGEST = 1000
"""The most bytes of a line that anybody types."""


class PollsAndLines:
    """Polls of the station and typed lines, in one queue."""

    def __init__(
        self, stack: ExitStack, port: str, rest: float, retry: float = 1.0, *, needs_keyboard: bool = False
    ) -> None:
        """Listen until the stack ends. With `needs_keyboard`, the end of the input counts as `quit`.

        Raises `StationError` if there is no station at the start.
        """
        self.input_ended = False
        """Whether the input has ended, and everything else because of that."""
        self._queue: SimpleQueue[Poll | str] = SimpleQueue()
        station = station_kinds()[USUAL_STATION](port, True)
        station.open()
        driver = StationDriver(station, self._queue.put, self._notice, time.monotonic, rest, retry)
        stack.callback(driver.stop)
        driver.start()
        listen_to_keyboard(stack, self._queue.put, self._end if needs_keyboard else nothing)
        listen_to_ctrl_c(stack, lambda: self._queue.put("quit"))  # not while a chip is being saved

    def until(self, ended: Callable[[], bool]) -> Iterator[Poll | str]:
        """Yield everything that comes, until `ended()`."""
        while not ended():
            yield self._queue.get()

    def _end(self) -> None:
        self.input_ended = True
        self._queue.put("quit")

    @staticmethod
    def _notice(words: str) -> None:
        click.secho(words, fg="yellow", err=True)


def nothing() -> None:
    """The usual `ended` of the keyboard: the end of the input ends nothing else."""


def listen_to_keyboard(stack: ExitStack, heard: Callable[[str], None], ended: Callable[[], None] = nothing) -> None:
    """Call `heard` with each typed line, and `ended` when no more can come."""
    try:
        descriptor = sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):  # not a real file, so all of it can be read at once
        for line in sys.stdin or ():
            heard(line)
        ended()
        return
    ears = os.pipe()
    thread = threading.Thread(target=_read, args=(descriptor, ears[0], heard, ended), name="keyboard", daemon=True)

    def stop() -> None:
        os.write(ears[1], b"x")
        thread.join()
        for end in ears:
            os.close(end)

    stack.callback(stop)
    thread.start()


def _read(descriptor: int, stop: int, heard: Callable[[str], None], ended: Callable[[], None]) -> None:
    """Read lines with `select`, because a thread that waits in `readline` cannot be stopped."""
    typed = b""
    while stop not in select.select([descriptor, stop], [], [])[0]:
        try:
            found = os.read(descriptor, 4096)
        except OSError:  # the terminal was closed
            ended()
            return
        typed = typed[-LONGEST:] + found
        *lines, typed = typed.split(b"\n")
        for line in lines:
            heard(line.decode(errors="replace"))
        if not found:
            if typed:
                heard(typed.decode(errors="replace"))
            ended()
            return
