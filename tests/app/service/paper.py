"""A device on paper: steps change it as they would change a real one, and nothing is carried out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.app.service.found import GROUPS, LINKED, FoundDevice
from companion.app.service.steps import Delete, Link, RunCommand, Step, Write

PROGRAM = "/opt/companion/bin/companion"
BLANK = FoundDevice(PROGRAM, manages_networks=True)


def after(found: FoundDevice, steps: Iterable[Step]) -> FoundDevice:
    """The device when all that is done."""
    for step in steps:
        match step:
            case Write():
                found = replace(found, files={**found.files, step.path: (step.text, step.mode)})
            case Link():
                found = replace(found, links={**found.links, step.path: step.target})
            case Delete():
                found = replace(
                    found,
                    files={path: kept for path, kept in found.files.items() if path != step.path},
                    links={path: kept for path, kept in found.links.items() if path != step.path},
                )
            case RunCommand():
                found = ran(found, [word for word in step.words if not word.startswith("--")])
    return found


def ran(found: FoundDevice, words: list[str]) -> FoundDevice:
    """The device after a command of the system."""
    match words:
        case ["systemd-sysusers", _]:
            return replace(found, groups=frozenset(GROUPS))
        case ["systemd-tmpfiles", _]:
            return replace(found, links={**found.links, LINKED: "../.."})
        case ["systemctl", "enable", *names]:
            return replace(found, enabled=found.enabled | set(names))
        case ["systemctl", "disable", *names]:
            return replace(found, enabled=found.enabled - set(names), active=found.active - set(names))
        case ["nmcli", "connection", "up", _]:
            return replace(found, hotspot_open=True)
        case ["systemctl", "daemon-reload" | "restart" | "start", *_] | ["udevadm", *_] | ["nmcli", *_]:
            return found
    raise AssertionError(f"nobody knows what {words} does")
