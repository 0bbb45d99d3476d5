"""The serial ports of this machine, by the fixed names that udev gives to some of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serial.tools.list_ports import comports

STABLE = Path("/dev/puzzle-strike")
"""Where the udev rule in `hardware/` puts its names."""


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port of this machine."""

    path: str
    """The best name of the port: a fixed one if there is one."""
    others: tuple[str, ...] = ()
    words: str = ""
    """What is plugged in, in the words of the adapter."""


def ports_there() -> list[FoundPort]:
    """All serial ports of this machine."""
    words = {port.device: port.description for port in comports()}
    names: dict[str, list[str]] = {device: [device] for device in words}
    for link in sorted(STABLE.rglob("*"), key=lambda path: (len(path.parts), path)):
        if not link.is_dir():
            names.setdefault(str(link.resolve()), []).append(str(link))
    found = []
    for device, known in names.items():
        best = next((name for name in known if name != device), device)
        others = tuple(name for name in known if name != best)
        found.append(FoundPort(best, others, words.get(device, "").replace("n/a", "")))
    return sorted(found, key=lambda port: port.path)
