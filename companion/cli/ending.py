"""How a command that goes on by itself is ended: by Ctrl-C, or kindly by whoever started it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Event
from types import FrameType


@contextmanager
def until_told(also: Callable[[], None] = lambda: None) -> Iterator[Event]:
    """An event that Ctrl-C sets, or whoever ends the process kindly; `also` is called then."""
    ended = Event()

    def end(number: int, frame: FrameType | None) -> None:
        ended.set()
        also()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def wait_for(ended: Event) -> None:
    """A signal does not wake a thread that waits without an end, on every system."""
    sys.stdout.flush()
    while not ended.wait(1.0):
        pass


def listen_to_ctrl_c(stack: ExitStack, end: Callable[[], None]) -> None:
    """The first one ends what goes on between two things; the second one breaks in wherever we are."""
    if threading.current_thread() is not threading.main_thread():
        return
    before = signal.getsignal(signal.SIGINT)

    def end_once(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        end()

    signal.signal(signal.SIGINT, end_once)
    stack.callback(signal.signal, signal.SIGINT, before)
