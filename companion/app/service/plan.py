"""What makes a device a table, and what takes that back: from what was found to steps. Pure, but for its own files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from companion.app.service.found import (
    COMMAND,
    DATA,
    GROUPS,
    HOTSPOT,
    KEYFILE,
    LINKED,
    OPTIONS,
    PROFILE,
    SERVICE,
    SYSUSERS,
    TMPFILES,
    UDEV,
    UNITS,
    Found,
)
from companion.app.service.steps import Delete, Link, Run, Step, Write
from companion.faces.extras import install_commands

RULES: Final = "99-puzzle-strike.rules"
CONF: Final = "companion.conf"
"""What systemd's tools find in their folders, those of an image too."""
HIDDEN: Final = ("/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/")
"""What the service does not see."""


@cache
def shipped(name: str) -> str:
    """A file that comes with the program: in the installed package, or, for udev's rules, in the source tree."""
    beside = Path(__file__).with_name("files") / name
    path = beside if beside.exists() else Path(__file__).resolve().parents[3] / "hardware" / name
    return path.read_text(encoding="utf-8")


def unit(name: str, program: str) -> str:
    """A unit file that starts this program."""
    return shipped(name).replace("{program}", program.replace("%", "%%"))


def hindrance(found: Found) -> str:
    """Why the service could not start this program, and what to do; "" where it could."""
    if not any(found.program.startswith(folder) for folder in HIDDEN) and " " not in found.program:
        return ""
    wheel, source = install_commands("sudo /opt/companion/bin/pip")
    return (
        f"This program lies at {found.program}, where a service cannot reach it. Install it for the whole device:\n"
        "  sudo python3 -m venv /opt/companion\n"
        f"  {wheel}\n"
        f"    (or, in the folder of the source: {source})\n"
        "  sudo /opt/companion/bin/companion service install\n"
        "docs/raspberry-pi.md tells it from the beginning."
    )


# -- install ---------------------------------------------------------------------------------------------------


def install_plan(found: Found, hotspot: bool = True) -> tuple[Step, ...]:
    """What is still to be done; nothing where everything is as it should be."""
    hotspot = hotspot and (found.manages_networks or bool(found.image))
    units = unit_steps(found, hotspot)
    return (
        *user_steps(found),
        *folder_steps(found),
        *port_steps(found),
        *own_steps(found),
        *units,
        *start_steps(found, bool(units), hotspot),
    )


def system(found: Found, program: str, *words: str) -> tuple[str, ...]:
    """A command of systemd, for this device or for the image."""
    return (program, *([f"--root={found.image}"] if found.image else []), *words)


def wanted(found: Found, path: str, text: str, why: str) -> tuple[Step, ...]:
    """A file, if it is not like that."""
    return () if found.has(path, text) else (Write(path, text, why),)


def user_steps(found: Found) -> tuple[Step, ...]:
    """A user of its own, who may open the devices of a table and nothing else."""
    write = wanted(found, SYSUSERS, shipped("companion.sysusers"), "the user, and what devices it may open")
    if not write and found.groups is not None and found.groups.issuperset(GROUPS):
        return ()
    return (*write, Run(system(found, "systemd-sysusers", CONF), "makes that user"))


def folder_steps(found: Found) -> tuple[Step, ...]:
    """The folder for all that is kept."""
    write = wanted(found, TMPFILES, shipped("companion.tmpfiles"), "the folder for games, tags and codes")
    if not write and LINKED in found.links:
        return ()
    return (*write, Run(system(found, "systemd-tmpfiles", "--create", CONF), "makes that folder"))


def port_steps(found: Found) -> tuple[Step, ...]:
    """Names of ports that stay."""
    write = wanted(found, UDEV, shipped(RULES), "names of the ports that stay")
    if not write or found.image:
        return write
    return (*write, *port_commands("gives the ports their names"))


def port_commands(why: str) -> tuple[Step, ...]:
    """The ports are looked at again."""
    return (
        Run(("udevadm", "control", "--reload"), "udev reads its rules again", vital=False),
        Run(("udevadm", "trigger", "--subsystem-match=tty"), why, vital=False),
    )


def own_steps(found: Found) -> tuple[Step, ...]:
    """What is the owner's from then on, and the command's short name."""
    steps: tuple[Step, ...] = ()
    if OPTIONS not in found.files:
        steps += (Write(OPTIONS, shipped("companion.default"), "options of your own; yours from now on"),)
    if COMMAND not in found.links and found.program != COMMAND:
        steps += (Link(COMMAND, found.program, "so that `companion` is found"),)
    return steps


def unit_steps(found: Found, hotspot: bool) -> tuple[Step, ...]:
    """The unit files that differ from ours."""
    path = f"{UNITS}/{SERVICE}"
    steps = wanted(found, path, unit(SERVICE, found.program), "the service")
    path = f"{UNITS}/{HOTSPOT}"
    if hotspot:
        return steps + wanted(found, path, unit(HOTSPOT, found.program), "its own Wi-Fi where there is no network")
    if path not in found.files:
        return steps
    return (
        *steps,
        Run(system(found, "systemctl", "disable", HOTSPOT), "no Wi-Fi of its own any more", vital=False),
        Delete(path, "no Wi-Fi of its own any more"),
    )


def start_steps(found: Found, changed: bool, hotspot: bool) -> tuple[Step, ...]:
    """It starts with the device. Now it only starts again if it runs: somebody may sit at the very console that it
    will take."""
    steps: tuple[Step, ...] = ()
    if changed and not found.image:
        steps += (Run(("systemctl", "daemon-reload"), "systemd reads its units again"),)
    off = tuple(name for name in (SERVICE, HOTSPOT)[: 1 + hotspot] if name not in found.enabled)
    if off:
        steps += (Run(system(found, "systemctl", "enable", *off), "from now on it starts with the device"),)
    if changed and SERVICE in found.active:
        steps += (Run(("systemctl", "restart", SERVICE), "it runs, and goes on as it is now described"),)
    return steps


# -- remove ----------------------------------------------------------------------------------------------------


def remove_plan(found: Found) -> tuple[Step, ...]:
    """Takes back what `install_plan` did; what people have made stays."""
    steps: tuple[Step, ...] = ()
    units = tuple(name for name in (SERVICE, HOTSPOT) if f"{UNITS}/{name}" in found.files)
    if units:
        now = () if found.image else ("--now",)
        steps += (Run(system(found, "systemctl", "disable", *now, *units), "it ends, and starts no more", vital=False),)
    if KEYFILE in found.files and not found.image:
        steps += (Run(("nmcli", "connection", "down", PROFILE), "its own Wi-Fi ends", vital=False),)
    steps += tuple(Delete(path, why) for path, why in ours(found))
    if found.links.get(COMMAND) == found.program:
        steps += (Delete(COMMAND, "the command's short name"),)
    if not steps or found.image:
        return steps
    after = (
        (units, Run(("systemctl", "daemon-reload"), "systemd reads its units again")),
        (UDEV in found.files, Run(("udevadm", "control", "--reload"), "udev reads its rules again", vital=False)),
        (KEYFILE in found.files, Run(("nmcli", "connection", "reload"), "NetworkManager forgets it", vital=False)),
        (units, Run(("systemctl", "start", "getty@tty1.service"), "the console has its login again", vital=False)),
    )
    return steps + tuple(step for due, step in after if due)


def ours(found: Found) -> list[tuple[str, str]]:
    """Files that we wrote; what somebody has changed since is his."""
    files = [
        (f"{UNITS}/{SERVICE}", "the service"),
        (f"{UNITS}/{HOTSPOT}", "its own Wi-Fi"),
        (KEYFILE, "that Wi-Fi, with its passphrase"),
        (SYSUSERS, "the user's description; the user stays, because the folder is its own"),
        (TMPFILES, "the folder's description"),
    ]
    files += [
        (path, why)
        for path, name, why in ((UDEV, RULES, "names of the ports"), (OPTIONS, "companion.default", "options"))
        if found.has(path, shipped(name))
    ]
    return [(path, why) for path, why in files if path in found.files]


def left_behind(found: Found) -> str:
    """Where that is which nobody takes away."""
    words = f"Games, tags and codes stay in {found.image}{DATA}, and so does their owner, the user companion."
    removed = [path for path, _ in ours(found)]
    for path in (UDEV, OPTIONS):
        if path in found.files and path not in removed:
            words += f" {path} stays, too: somebody has changed it."
    return f"{words} To be rid of all that: sudo rm -r {DATA}; sudo userdel companion"
