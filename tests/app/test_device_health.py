"""The device itself: its voltage, and what the kernel tells of its USB ports."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.app.device_health import (
    KEPT,
    DeviceHealth,
    Repair,
    kernel_lines,
    power_repairs,
    throttled_text,
    usb_repairs,
)
from companion.cli import machine_checks as machine
from companion.cli.findings import Level
from companion.rules.kernel.sentences import Sentence

LOG = """
usb 1-1.2: new full-speed USB device number 4 using xhci_hcd
usb 1-1.3: USB disconnect, device number 5
usb 1-1.2: reset full-speed USB device number 4 using xhci_hcd
usb 1-1.2: USB disconnect, device number 4
usb 2-1: device descriptor read/64, error -71
eth0: link up
""".splitlines()


@pytest.mark.parametrize(
    ("text", "words"), [("0", ""), ("50000", "has had"), ("50005", "at this moment"), ("1", "at this moment")]
)
def test_the_voltage(text: str, words: str) -> None:
    said = [repair.what.said() for repair in power_repairs(text)]
    assert [words in one for one in said] == ([True] if words else [])
    finding = machine.power(text)
    assert (finding.level is Level.WRONG) is bool(words)
    assert bool(finding.remedy) is bool(words)
    assert machine.power(None).level is Level.FINE


def test_resets_and_disconnections() -> None:
    ports = [(repair.what.values["port"], repair.what.values["count"]) for repair in usb_repairs(LOG)]
    assert ports == [("1-1.2", 1), ("2-1", 1)]
    unplugged = ["usb 1-1.3: USB disconnect, device number 5"]
    assert list(usb_repairs(unplugged * 2)) == [], "somebody has unplugged it"
    (loose,) = usb_repairs(unplugged * 5)
    assert "went away 5 times" in loose.what.said()
    levels = [finding.level for finding in machine.usb(LOG)]
    assert levels == [Level.WRONG, Level.WRONG]
    assert [finding.level for finding in machine.usb(["eth0: link up"])] == [Level.FINE]
    assert [finding.level for finding in machine.usb(None)] == [Level.NOTE]


def test_what_cannot_be_read_is_not_known(tmp_path: Path) -> None:
    assert throttled_text(tmp_path / "nothing") is None
    (tmp_path / "throttled").write_text("50005\n", encoding="ascii")
    assert throttled_text(tmp_path / "throttled") == "50005"
    assert kernel_lines((str(tmp_path / "no-such-program"),)) is None
    assert kernel_lines((sys.executable, "-c", "raise SystemExit(1)")) is None
    assert kernel_lines((sys.executable, "-c", "print('one'); print('two')")) == ["one", "two"]


def test_it_is_looked_at_now_and_then() -> None:
    looks: list[float] = []
    now = [0.0]

    def look() -> tuple[Repair, ...]:
        looks.append(now[0])
        return (Repair(Sentence("bad"), Sentence("mend it")),)

    health = DeviceHealth(look, lambda: now[0])
    for at in (0.0, KEPT - 1, KEPT, KEPT + 1):
        now[0] = at
        assert health.repairs()[0].what.said() == "bad"
    assert looks == [0.0, KEPT]
