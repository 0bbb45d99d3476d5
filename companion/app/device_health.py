"""Whether the device itself is well: its power, and the devices on its USB ports.

A Raspberry Pi whose supply is too weak throws pads off its ports, and that looks like anything but a weak supply. The
kernel knows better: it counts drops of the voltage, and writes down each reset. What is read is text; what it means is
decided here, so that the terminal and the pages say the same.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from companion.rules.kernel.sentences import Sentence

THROTTLED: Final = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
"""Where the firmware of a Raspberry Pi tells of its power, as a number in hex."""
LOW_NOW, LOW_BEFORE = 0x1, 0x10000
"""The bits for a voltage that is too low: at this moment, and at any time since the start."""
KERNEL_LOG: Final = ("journalctl", "--dmesg", "--boot", "--quiet", "--no-pager", "--output=cat")
PATIENCE: Final = 3.0
"""Seconds for the kernel's log."""
RESET: Final = re.compile(r"\busb ([\d.-]+): (?:reset |device descriptor read|device not accepting)")
GONE: Final = re.compile(r"\busb ([\d.-]+): USB disconnect")
OFTEN: Final = 3
"""So often may a device be unplugged before it looks like a bad cable."""
KEPT: Final = 20.0
"""Seconds for which an answer is good enough."""

LOW_VOLTAGE_NOW = "The device gets too little voltage at this moment."
LOW_VOLTAGE_BEFORE = "The device has had too little voltage since it was started."
BETTER_SUPPLY = "Use the supply that belongs to it and a short, thick cable; give the pads a powered hub."
USB_RESET = "The device on USB port {port} was reset {count} times since the start."
USB_GONE = "The device on USB port {port} went away {count} times since the start."
BETTER_CABLE = "Try another cable and another port. If several ports do this, it is the power supply."


class Repair(NamedTuple):
    """Something that should be put right, and how."""

    what: Sentence
    remedy: Sentence


def power_repairs(throttled: str | None) -> Iterator[Repair]:
    """Yield what is wrong with the power, by the firmware's number; None if nothing is known.

    >>> [repair.what.said() for repair in power_repairs("50005")]
    ['The device gets too little voltage at this moment.']
    >>> list(power_repairs("0")), list(power_repairs(None)), list(power_repairs("nonsense"))
    ([], [], [])
    """
    try:
        bits = int(throttled or "0", 16)
    except ValueError:
        return
    if bits & LOW_NOW:
        yield Repair(Sentence(LOW_VOLTAGE_NOW), Sentence(BETTER_SUPPLY))
    elif bits & LOW_BEFORE:
        yield Repair(Sentence(LOW_VOLTAGE_BEFORE), Sentence(BETTER_SUPPLY))


def usb_repairs(lines: Iterable[str]) -> Iterator[Repair]:
    """Yield what is wrong with the devices on USB ports, by the lines of the kernel's log.

    >>> [repair.what.said() for repair in usb_repairs(["usb 1-1.2: reset full-speed USB device number 4"] * 2)]
    ['The device on USB port 1-1.2 was reset 2 times since the start.']
    """
    resets: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    for line in lines:
        if found := RESET.search(line):
            resets[found[1]] += 1
        elif found := GONE.search(line):
            gone[found[1]] += 1
    for port, count in sorted(resets.items()):
        yield Repair(Sentence(USB_RESET, {"port": port, "count": count}), Sentence(BETTER_CABLE))
    for port, count in sorted(gone.items()):
        if count >= OFTEN and port not in resets:
            yield Repair(Sentence(USB_GONE, {"port": port, "count": count}), Sentence(BETTER_CABLE))


def throttled_text(path: Path = THROTTLED) -> str | None:
    """Read what the firmware says; None on any other machine."""
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None


def kernel_lines(command: tuple[str, ...] = KERNEL_LOG) -> list[str] | None:
    """Read the kernel's log since the start; None if this user may not read it, or there is none."""
    try:
        asked = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    lines = asked.stdout.decode(errors="replace").splitlines()
    return lines if asked.returncode == 0 and lines else None


def repairs_now() -> tuple[Repair, ...]:
    """Look at the device."""
    return (*power_repairs(throttled_text()), *usb_repairs(kernel_lines() or ()))


class DeviceHealth:
    """The device's health, looked at now and then. Any thread may ask."""

    def __init__(
        self, look: Callable[[], tuple[Repair, ...]] = repairs_now, clock: Callable[[], float] = monotonic
    ) -> None:
        self._look = look
        self._clock = clock
        self._known: tuple[float, tuple[Repair, ...]] | None = None

    def repairs(self) -> tuple[Repair, ...]:
        """Return what is wrong with the device, as it was a moment ago."""
        known, now = self._known, self._clock()
        if known is None or now >= known[0] + KEPT:
            self._known = known = now, self._look()
        return known[1]
