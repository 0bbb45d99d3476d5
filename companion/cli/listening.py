"""Listening to the NFC station and to what somebody types, in the order in which it comes."""

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
from companion.table.nfc import NfcStation
from companion.table.station import Poll, StationDriver

LONGEST = 1000
"""Bytes of a line that anybody types."""


class Listening:
    """Polls of the station and lines of the keyboard in one queue."""

    def __init__(self, stack: ExitStack, port: str, rest: float, retry: float = 1.0) -> None:
        """Both end with the stack. Raises `StationError` where there is no station from the start."""
        self._queue: SimpleQueue[Poll | str] = SimpleQueue()
        station = NfcStation(port, closer=True)
        station.open()
        driver = StationDriver(station, self._queue.put, self._notice, time.monotonic, rest, retry)
        stack.callback(driver.stop)
        driver.start()
        listen_to_keyboard(stack, self._queue.put)
        listen_to_ctrl_c(stack, lambda: self._queue.put("quit"))  # not in the middle of a chip

    def until(self, ended: Callable[[], bool]) -> Iterator[Poll | str]:
        """All that comes, until that is so."""
        while not ended():
            yield self._queue.get()

    @staticmethod
    def _notice(words: str) -> None:
        click.secho(words, fg="yellow", err=True)


def listen_to_keyboard(stack: ExitStack, heard: Callable[[str], None]) -> None:
    """Lines as they are typed; the end of them ends nothing else."""
    try:
        descriptor = sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):  # not a file: all of it is there already
        for line in sys.stdin or ():
            heard(line)
        return
    ears = os.pipe()
    thread = threading.Thread(target=_read, args=(descriptor, ears[0], heard), name="keyboard", daemon=True)

    def stop() -> None:
        os.write(ears[1], b"x")
        thread.join()
        for end in ears:
            os.close(end)

    stack.callback(stop)
    thread.start()


def _read(descriptor: int, stop: int, heard: Callable[[str], None]) -> None:
    """Not by `readline`: a thread that waits in it cannot be ended."""
    typed = b""
    while stop not in select.select([descriptor, stop], [], [])[0]:
        try:
            found = os.read(descriptor, 4096)
        except OSError:  # the terminal is gone
            return
        typed = typed[-LONGEST:] + found
        *lines, typed = typed.split(b"\n")
        for line in lines:
            heard(line.decode(errors="replace"))
        if not found:
            if typed:
                heard(typed.decode(errors="replace"))
            return
