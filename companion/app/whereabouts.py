"""Where phones find this device, as that changes: at its start no network may be there yet, later its own Wi-Fi."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Final

from companion.app.network import own_address, wifi_name
from companion.app.service.found import KEPT_AS, PROFILE
from companion.app.service.hotspot import LARGEST, Hotspot, read_hotspot

LOOK: Final = 10.0
"""Seconds between two looks."""


@dataclass(frozen=True)
class Whereabouts:
    """An address, and the network that it is in."""

    address: str = ""
    """Bare; "" without a network."""
    wifi: str = ""
    passphrase: str | None = None
    """Of the Wi-Fi that this device itself has opened; of others nobody tells."""


def find(folder: Path, known: Whereabouts) -> Whereabouts:
    """As it is now. The folder is that of the evening; where the address is still the same, so is the network."""
    address = own_address()
    if not address or (address == known.address and known.wifi):
        return known if address else Whereabouts()
    return named(address, wifi_name(), kept_hotspot(folder))


def named(address: str, wifi: str, own: Hotspot | None) -> Whereabouts:
    """With the passphrase, if it is our own Wi-Fi, by its name or by what NetworkManager calls it.

    >>> named("10.42.0.1", "companion-hotspot", Hotspot("Table-GW5N", "abcd-efgh-jk23"))
    Whereabouts(address='10.42.0.1', wifi='Table-GW5N', passphrase='abcd-efgh-jk23')
    >>> named("192.168.1.7", "Home", Hotspot("Table-GW5N", "abcd-efgh-jk23")).passphrase
    """
    if own is not None and wifi in (PROFILE, own.name):
        return Whereabouts(address, own.name, own.passphrase)
    return Whereabouts(address, wifi)


def kept_hotspot(folder: Path) -> Hotspot | None:
    """The Wi-Fi that `companion service hotspot` opens, where it ever did."""
    with suppress(OSError), (folder / KEPT_AS).open(encoding="utf-8", errors="replace") as file:
        return read_hotspot(file.read(LARGEST + 1))
    return None


class Watching:
    """Tells whenever it is another network, or another address in it; from a thread of its own."""

    def __init__(
        self, look: Callable[[Whereabouts], Whereabouts], told: Callable[[Whereabouts], None], seconds: float = LOOK
    ) -> None:
        self._look = look
        self._told = told
        self._seconds = seconds
        self._ended = Event()
        self._thread = Thread(target=self._run, name="network", daemon=True)

    def __enter__(self) -> Watching:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """It is not waited for: a command of the system may take its time."""
        self._ended.set()

    def _run(self) -> None:
        known = Whereabouts()
        while not self._ended.is_set():
            now = self._look(known)
            if now != known and not self._ended.is_set():
                known = now
                self._told(now)
            self._ended.wait(self._seconds)
