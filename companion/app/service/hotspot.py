"""The table's own Wi-Fi, for places without a network: its name, its passphrase, and how it is opened."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from dataclasses import dataclass
from typing import Final

from companion.app.service.found import KEPT, KEYFILE, PROFILE, USER, FoundDevice
from companion.app.service.plan import shipped
from companion.app.service.steps import RunCommand, Step, Write

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters that nobody mistakes for others: no i, l, o, 0 and 1."""
NAME: Final = re.compile(r"Table-[A-Z2-9]{4}")
PASSPHRASE: Final = re.compile(rf"[{LETTERS}]{{4}}(-[{LETTERS}]{{4}}){{2}}")
LARGEST: Final = 1000
"""Bytes of the file in which it is saved."""


@dataclass(frozen=True)
class Hotspot:
    """A Wi-Fi that this device opens."""

    name: str
    passphrase: str


def new_hotspot(machine: str) -> Hotspot:
    """A hotspot with a name that always stays the same for a device, and a passphrase that nobody can guess (59 bits).

    >>> spot = new_hotspot("4d1e1b7c0a5f4b0c9f0b6a0c6b3f1d55")
    >>> spot.name, len(spot.passphrase)
    ('Table-88NM', 14)
    """
    digest = hashlib.sha256(f"puzzle-strike-companion {machine}".encode()).digest()
    name = "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:4]).upper()
    groups = ("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
    return Hotspot(f"Table-{name}", "-".join(groups))


def read_hotspot(text: str) -> Hotspot | None:
    """The hotspot in a file; None if the text is not one of ours.

    >>> read_hotspot('{"name": "Table-GW5N", "passphrase": "abcd-efgh-jk23"}')
    Hotspot(name='Table-GW5N', passphrase='abcd-efgh-jk23')
    >>> read_hotspot('{"name": "x", "passphrase": "abcd-efgh-jk23"}'), read_hotspot("["), read_hotspot("[]")
    (None, None, None)
    """
    if len(text) > LARGEST:
        return None
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    name, passphrase = (said.get("name"), said.get("passphrase")) if isinstance(said, dict) else (None, None)
    if not (isinstance(name, str) and isinstance(passphrase, str)):
        return None
    return Hotspot(name, passphrase) if NAME.fullmatch(name) and PASSPHRASE.fullmatch(passphrase) else None


def written(hotspot: Hotspot) -> str:
    """The text that is saved."""
    return json.dumps({"name": hotspot.name, "passphrase": hotspot.passphrase}, indent=2) + "\n"


def kept(found: FoundDevice, machine: str) -> Hotspot:
    """The hotspot that this device has had since its first time, or a new one."""
    text, _ = found.files.get(KEPT, ("", 0))
    return read_hotspot(text) or new_hotspot(machine)


def hotspot_plan(found: FoundDevice, hotspot: Hotspot) -> tuple[Step, ...]:
    """The steps that open the hotspot; none if it is open."""
    text, mode = written(hotspot), 0o640
    profile = shipped("companion-hotspot.nmconnection")
    profile = profile.replace("{name}", hotspot.name).replace("{passphrase}", hotspot.passphrase)
    steps: tuple[Step, ...] = ()
    if not found.has(KEPT, text, mode):
        steps += (Write(KEPT, text, "kept, and shown on the display", mode, USER, hotspot.passphrase),)
    if not found.has(KEYFILE, profile, 0o600):
        steps += (
            Write(KEYFILE, profile, "what NetworkManager needs to know", 0o600, secret=hotspot.passphrase),
            RunCommand(("nmcli", "connection", "load", KEYFILE), "NetworkManager reads it"),
        )
    if steps or not found.hotspot_open:
        steps += (RunCommand(("nmcli", "connection", "up", PROFILE), "the Wi-Fi opens"),)
    return steps
