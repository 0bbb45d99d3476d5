"""Where phones find this device while that changes: at the start there may be no network, later its own Wi-Fi."""

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
class NetworkAddress:
    """An address, and the network that it is in."""

    address: str = ""
    """The address alone; "" without a network."""
    wifi: str = ""
    passphrase: str | None = None
    """The passphrase of a Wi-Fi that this device has opened; those of other networks are not known."""


def find(folder: Path, known: NetworkAddress) -> NetworkAddress:
    """The whereabouts now. `folder` is that of the evening; while the address stays the same, so does the network."""
    address = own_address()
    if not address or (address == known.address and known.wifi):
        return known if address else NetworkAddress()
    return named(address, wifi_name(), kept_hotspot(folder))


def named(address: str, wifi: str, own: Hotspot | None) -> NetworkAddress:
    """The whereabouts, with the passphrase if this is our own Wi-Fi, by its name or by NetworkManager's.

    >>> named("10.42.0.1", "companion-hotspot", Hotspot("Table-GW5N", "abcd-efgh-jk23"))
    NetworkAddress(address='10.42.0.1', wifi='Table-GW5N', passphrase='abcd-efgh-jk23')
    >>> named("192.168.1.7", "Home", Hotspot("Table-GW5N", "abcd-efgh-jk23")).passphrase
    """
    if own is not None and wifi in (PROFILE, own.name):
        return NetworkAddress(address, own.name, own.passphrase)
    return NetworkAddress(address, wifi)


def kept_hotspot(folder: Path) -> Hotspot | None:
    """The Wi-Fi that `companion service hotspot` opens, if it was ever set up."""
    with suppress(OSError), (folder / KEPT_AS).open(encoding="utf-8", errors="replace") as file:
        return read_hotspot(file.read(LARGEST + 1))
    return None


class NetworkWatch:
    """Reports every change of network or address, from a thread of its own."""

    def __init__(
        self,
        look: Callable[[NetworkAddress], NetworkAddress],
        told: Callable[[NetworkAddress], None],
        seconds: float = LOOK,
    ) -> None:
        self._look = look
        self._told = told
        self._seconds = seconds
        self._ended = Event()
        self._thread = Thread(target=self._run, name="network", daemon=True)

    def __enter__(self) -> NetworkWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop watching, without waiting for the thread: a command of the system may take its time."""
        self._ended.set()

    def _run(self) -> None:
        known = NetworkAddress()
        while not self._ended.is_set():
            now = self._look(known)
            if now != known and not self._ended.is_set():
                known = now
                self._told(now)
            self._ended.wait(self._seconds)
