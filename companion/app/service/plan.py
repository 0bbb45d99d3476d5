"""Plans that turn a device into a table, or undo that: made from what was found. Pure, except for reading its files."""

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
    FoundDevice,
)
from companion.app.service.steps import Delete, Link, RunCommand, Step, Write
from companion.faces.extras import install_commands

RULES: Final = "99-puzzle-strike.rules"
CONF: Final = "companion.conf"
"""The name under which systemd's tools find our files in their folders, also those of an image."""
HIDDEN: Final = ("/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/")
"""Folders that the service cannot see."""


@cache
def shipped(name: str) -> str:
    """A file that comes with the program: in the installed package or, for udev's rules, in the source tree."""
    beside = Path(__file__).with_name("files") / name
    path = beside if beside.exists() else Path(__file__).resolve().parents[3] / "hardware" / name
    return path.read_text(encoding="utf-8")


def unit(name: str, program: str) -> str:
    """A unit file that starts this program."""
    return shipped(name).replace("{program}", program.replace("%", "%%"))


def hindrance(found: FoundDevice) -> str:
    """Why the service could not start this program, and what to do; "" if it could."""
    if not any(found.program.startswith(folder) for folder in HIDDEN) and " " not in found.program:
        return ""
    wheel, source = install_commands("sudo /opt/companion/bin/pip")
    return (
        f"This program lies at {found.program}, where a service cannot reach it. Install it for the whole device:\n"
        "  sudo python3 -m venv /opt/companion\n"
        f"  {wheel}\n"
        f"    (or, in the folder of the source: {source})\n"
        "  sudo /opt/companion/bin/companion service install\n"
        "docs/raspberry-pi.md explains it from the beginning."
    )


# -- install ---------------------------------------------------------------------------------------------------


def install_plan(found: FoundDevice, hotspot: bool = True) -> tuple[Step, ...]:
    """The steps that are still needed; none if everything is as it should be."""
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


def system(found: FoundDevice, program: str, *words: str) -> tuple[str, ...]:
    """A command of systemd, for this device or for the image."""
    return (program, *([f"--root={found.image}"] if found.image else []), *words)


def wanted(found: FoundDevice, path: str, text: str, why: str) -> tuple[Step, ...]:
    """The step that writes a file, if its content is different now."""
    return () if found.has(path, text) else (Write(path, text, why),)


def user_steps(found: FoundDevice) -> tuple[Step, ...]:
    """Steps for a user of its own, who may open the devices of a table and nothing else."""
    write = wanted(found, SYSUSERS, shipped("companion.sysusers"), "the user, and what devices it may open")
    if not write and found.groups is not None and found.groups.issuperset(GROUPS):
        return ()
    return (*write, RunCommand(system(found, "systemd-sysusers", CONF), "makes that user"))


def folder_steps(found: FoundDevice) -> tuple[Step, ...]:
    """Steps for the folder in which everything is kept."""
    write = wanted(found, TMPFILES, shipped("companion.tmpfiles"), "the folder for games, tags and codes")
    if not write and LINKED in found.links:
        return ()
    return (*write, RunCommand(system(found, "systemd-tmpfiles", "--create", CONF), "makes that folder"))


def port_steps(found: FoundDevice) -> tuple[Step, ...]:
    """Steps for the fixed names of ports."""
    write = wanted(found, UDEV, shipped(RULES), "names of the ports that stay")
    if not write or found.image:
        return write
    return (*write, *port_commands("gives the ports their names"))


def port_commands(why: str) -> tuple[Step, ...]:
    """Steps that make udev look at the ports again."""
    return (
        RunCommand(("udevadm", "control", "--reload"), "udev reads its rules again", vital=False),
        RunCommand(("udevadm", "trigger", "--subsystem-match=tty"), why, vital=False),
    )


def own_steps(found: FoundDevice) -> tuple[Step, ...]:
    """Steps for the owner's file of options, and for the command's short name."""
    steps: tuple[Step, ...] = ()
    if OPTIONS not in found.files:
        steps += (Write(OPTIONS, shipped("companion.default"), "options of your own; yours from now on"),)
    if COMMAND not in found.links and found.program != COMMAND:
        steps += (Link(COMMAND, found.program, "so that `companion` is found"),)
    return steps


def unit_steps(found: FoundDevice, hotspot: bool) -> tuple[Step, ...]:
    """Steps for the unit files that differ from ours."""
    path = f"{UNITS}/{SERVICE}"
    steps = wanted(found, path, unit(SERVICE, found.program), "the service")
    path = f"{UNITS}/{HOTSPOT}"
    if hotspot:
        return steps + wanted(found, path, unit(HOTSPOT, found.program), "its own Wi-Fi where there is no network")
    if path not in found.files:
        return steps
    return (
        *steps,
        RunCommand(system(found, "systemctl", "disable", HOTSPOT), "no Wi-Fi of its own any more", vital=False),
        Delete(path, "no Wi-Fi of its own any more"),
    )


def start_steps(found: FoundDevice, changed: bool, hotspot: bool) -> tuple[Step, ...]:
    """Steps that start the service with the device, and restart it now if it runs.

    It is not started now if it does not run: somebody may sit at the very console that it takes over.
    """
    steps: tuple[Step, ...] = ()
    if changed and not found.image:
        steps += (RunCommand(("systemctl", "daemon-reload"), "systemd reads its units again"),)
    off = tuple(name for name in (SERVICE, HOTSPOT)[: 1 + hotspot] if name not in found.enabled)
    if off:
        steps += (RunCommand(system(found, "systemctl", "enable", *off), "from now on it starts with the device"),)
    if changed and SERVICE in found.active:
        steps += (RunCommand(("systemctl", "restart", SERVICE), "it runs, and goes on as it is now described"),)
    return steps


# -- remove ----------------------------------------------------------------------------------------------------


def remove_plan(found: FoundDevice) -> tuple[Step, ...]:
    """Steps that undo `install_plan`. What people have made is kept."""
    steps: tuple[Step, ...] = ()
    units = tuple(name for name in (SERVICE, HOTSPOT) if f"{UNITS}/{name}" in found.files)
    if units:
        now = () if found.image else ("--now",)
        steps += (
            RunCommand(system(found, "systemctl", "disable", *now, *units), "it ends, and starts no more", vital=False),
        )
    if KEYFILE in found.files and not found.image:
        steps += (RunCommand(("nmcli", "connection", "down", PROFILE), "its own Wi-Fi ends", vital=False),)
    steps += tuple(Delete(path, why) for path, why in ours(found))
    if found.links.get(COMMAND) == found.program:
        steps += (Delete(COMMAND, "the command's short name"),)
    if not steps or found.image:
        return steps
    after = (
        (units, RunCommand(("systemctl", "daemon-reload"), "systemd reads its units again")),
        (
            UDEV in found.files,
            RunCommand(("udevadm", "control", "--reload"), "udev reads its rules again", vital=False),
        ),
        (
            KEYFILE in found.files,
            RunCommand(("nmcli", "connection", "reload"), "NetworkManager forgets it", vital=False),
        ),
        (
            units,
            RunCommand(("systemctl", "start", "getty@tty1.service"), "the console has its login again", vital=False),
        ),
    )
    return steps + tuple(step for due, step in after if due)


def ours(found: FoundDevice) -> list[tuple[str, str]]:
    """Files that we wrote. A file that somebody has changed since belongs to that person."""
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


def left_behind(found: FoundDevice) -> str:
    """Words about what is left behind, and how to remove it."""
    words = f"Games, tags and codes stay in {found.image}{DATA}, and so does their owner, the user companion."
    removed = [path for path, _ in ours(found)]
    for path in (UDEV, OPTIONS):
        if path in found.files and path not in removed:
            words += f" {path} stays, too: somebody has changed it."
    return f"{words} To be rid of all that: sudo rm -r {DATA}; sudo userdel companion"
