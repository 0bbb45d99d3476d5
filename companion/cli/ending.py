"""How a long-running command is ended: by Ctrl-C, or by a SIGTERM from whoever started it."""

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
    """An event that is set by Ctrl-C or SIGTERM; `also` is called then, too."""
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


def wait_for(ended: Event, meanwhile: Callable[[], object] = lambda: None) -> None:
    """Wait until the event is set, and call `meanwhile` each second.

    The wait is in short steps, because on some systems no signal wakes a thread that waits for ever.
    """
    sys.stdout.flush()
    while not ended.wait(1.0):
        meanwhile()
        sys.stdout.flush()


def listen_to_ctrl_c(stack: ExitStack, end: Callable[[], None]) -> None:
    """Call `end` at the first Ctrl-C, so that the work in hand is finished; the second one interrupts at once."""
    if threading.current_thread() is not threading.main_thread():
        return
    before = signal.getsignal(signal.SIGINT)

    def end_once(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        end()

    signal.signal(signal.SIGINT, end_once)
    stack.callback(signal.signal, signal.SIGINT, before)
