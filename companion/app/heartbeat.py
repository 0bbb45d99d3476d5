"""Tells systemd that the program which it started is ready, is alive, or is about to end."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from typing import Final

READY: Final = "READY=1"
ALIVE: Final = "WATCHDOG=1"
ENDING: Final = "STOPPING=1"


def tell_systemd(words: str) -> None:
    """Send words to the socket that NOTIFY_SOCKET names (see sd_notify(3)), if there is one."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name.startswith(("/", "@")):
        return
    address = f"\0{name[1:]}" if name.startswith("@") else name
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notes:
        notes.setblocking(False)
        notes.sendto(words.encode(), address)
