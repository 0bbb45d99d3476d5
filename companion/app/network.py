"""Where phones find this device: its address, names and network, and how it is announced. Games go on without this."""

from __future__ import annotations

import fcntl
import logging
import socket
import struct
import subprocess
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread
from typing import Any, Final

log = logging.getLogger(__name__)

SERVICE: Final = "_http._tcp.local."
SIOCGIFADDR: Final = 0x8915
"""The Linux request for the address of an interface (netdevice(7))."""
BYE: Final = 1.0
"""How many seconds the goodbye to the network may take."""


def own_address() -> str:
    """The address of this device on its network; "" if it has none.

    Connecting a datagram socket sends nothing, but shows the address that packets would come from. A device in a Wi-Fi
    of its own has no route to anywhere else; then its own interfaces are asked.
    """
    for network, far in ((socket.AF_INET, "10.255.255.255"), (socket.AF_INET6, "fd00::1")):
        with suppress(OSError), socket.socket(network, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found = str(probe.getsockname()[0])
            if not ip_address(found).is_loopback and not ip_address(found).is_unspecified:
                return found
    return next((found for _, name in socket.if_nameindex() if (found := address_of(name))), "")


def address_of(interface: str) -> str:
    """The address of an interface, Wi-Fi or wire; "" for the loopback."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        told = fcntl.ioctl(asked, SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        found = ip_address(told[20:24])
        return "" if found.is_loopback or found.is_unspecified else str(found)
    return ""


def own_names() -> frozenset[str]:
    """The names of this device: its own one, and the one that zeroconf gives it."""
    name = socket.gethostname().partition(".")[0].lower()
    return frozenset({"localhost", name, f"{name}.local"} - {"", ".local"})


def page_address(host: str, port: int) -> str:
    """The address that phones open.

    >>> page_address("192.168.1.7", 8080), page_address("fd00::7", 80)
    ('http://192.168.1.7:8080', 'http://[fd00::7]')
    """
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" + ("" if port == 80 else f":{port}")


def wifi_name() -> str:
    """The name of the network that this device is in; "" if no tool knows it."""
    for command in (["iwgetid", "-r"], ["nmcli", "-g", "GENERAL.CONNECTION", "device", "show", "wlan0"]):
        with suppress(OSError, subprocess.SubprocessError):
            told = subprocess.run(command, capture_output=True, text=True, timeout=2, check=True)
            if name := told.stdout.strip():
                return name.splitlines()[0][:40]
    return ""


class Announced:
    """Announces the pages on the network by zeroconf. If that fails, `trouble` is told in words.

    It happens in a thread of its own, because asking the network whether a name is free takes a second.
    """

    def __init__(self, address: str, port: int, trouble: Callable[[str], None]) -> None:
        self._address = address
        self._port = port
        self._trouble = trouble
        self._zeroconf: Any = None
        self._thread = Thread(target=self._announce, name="zeroconf", daemon=True)

    def __enter__(self) -> Announced:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        bye = Thread(target=self._say_goodbye, name="zeroconf goodbye", daemon=True)
        bye.start()
        bye.join(BYE)

    def _announce(self) -> None:
        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # we report its troubles ourselves
        try:
            from zeroconf import ServiceInfo, Zeroconf

            name = socket.gethostname().partition(".")[0]
            info = ServiceInfo(
                SERVICE,
                f"Table companion on {name}.{SERVICE}",
                parsed_addresses=[self._address],
                port=self._port,
                properties={"path": "/"},
                server=f"{name}.local.",
            )
            self._zeroconf = Zeroconf(interfaces=[self._address])
            self._zeroconf.register_service(info, allow_name_change=True)
        except Exception as problem:  # whatever it is, the address is still shown
            log.exception("The device could not announce itself.")
            self._trouble(f"This device could not announce itself on the network ({problem!r}). Use its address.")

    def _say_goodbye(self) -> None:
        try:
            if self._zeroconf is not None:
                self._zeroconf.close()
        except Exception:
            log.exception("The network was not told goodbye.")
