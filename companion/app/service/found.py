"""The state of a device before anything is done to it, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

USER: Final = "companion"
DATA: Final = "/var/lib/companion"
"""The folder for games, tags, codes and table.toml, which is also the user's home."""
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
"""The file with name and passphrase of that Wi-Fi, for the display."""
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
"""Files whose content matters."""
GROUPS: Final = ("dialout", "gpio", "i2c", "spi", "video", "render", "input")
"""The groups whose devices the user may open."""


@dataclass(frozen=True)
class FoundDevice:
    """The state of a device, or of the image of one."""

    program: str
    """The `companion` that the service is to start."""
    image: str = ""
    """The folder that contains an image; "" for this device itself."""
    files: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """The content and mode of each file of `LOOKED_AT` that exists."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Where the links `COMMAND` and `LINKED` lead; "" for something that is no link."""
    groups: frozenset[str] | None = None
    """The groups of the user; None if there is no such user."""
    enabled: frozenset[str] = frozenset()
    """Units that start with the device."""
    active: frozenset[str] = frozenset()
    """Units that are running now."""
    manages_networks: bool = False
    """Whether there is a NetworkManager."""
    hotspot_open: bool = False

    def has(self, path: str, text: str, mode: int = 0o644) -> bool:
        """Whether a file is as it should be."""
        return self.files.get(path) == (text, mode)
