"""What a device is like before anything is done to it, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

USER: Final = "companion"
DATA: Final = "/var/lib/companion"
"""Games, tags, codes, table.toml; the user's home as well."""
SERVICE: Final = "companion.service"
HOTSPOT: Final = "companion-hotspot.service"
UNITS: Final = "/etc/systemd/system"
SYSUSERS: Final = "/etc/sysusers.d/companion.conf"
TMPFILES: Final = "/etc/tmpfiles.d/companion.conf"
UDEV: Final = "/etc/udev/rules.d/99-puzzle-strike.rules"
OPTIONS: Final = "/etc/default/companion"
COMMAND: Final = "/usr/local/bin/companion"
PROFILE: Final = "companion-hotspot"
"""What NetworkManager calls the table's own Wi-Fi."""
KEYFILE: Final = f"/etc/NetworkManager/system-connections/{PROFILE}.nmconnection"
KEPT_AS: Final = "hotspot.json"
KEPT: Final = f"{DATA}/{KEPT_AS}"
"""Name and passphrase of that Wi-Fi, for the display."""
LINKED: Final = f"{DATA}/.local/share/puzzle-strike-companion"

LOOKED_AT: Final = (
    SYSUSERS,
    TMPFILES,
    UDEV,
    OPTIONS,
    f"{UNITS}/{SERVICE}",
    f"{UNITS}/{HOTSPOT}",
    KEYFILE,
    KEPT,
)
"""Files whose words matter."""
GROUPS: Final = ("dialout", "gpio", "i2c", "spi", "video", "render", "input")
"""Whose devices the user may open."""


@dataclass(frozen=True)
class Found:
    """A device, or the image of one."""

    program: str
    """The `companion` that the service is to start."""
    image: str = ""
    """The folder in which an image lies; "" for this very device."""
    files: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Of `LOOKED_AT`: what stands in those that there are, and their modes."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Of `COMMAND` and `LINKED`: where they lead; "" for something that is no link."""
    groups: frozenset[str] | None = None
    """Of the user; None where there is no such user."""
    enabled: frozenset[str] = frozenset()
    """Units that start with the device."""
    active: frozenset[str] = frozenset()
    """Units that run now."""
    manages_networks: bool = False
    """Whether there is a NetworkManager."""
    hotspot_open: bool = False

    def has(self, path: str, text: str, mode: int = 0o644) -> bool:
        """Whether a file is as it should be."""
        return self.files.get(path) == (text, mode)
