"""What the doctor checks besides the readers: Python, clock, disk, `table.toml` and the tag registry."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from companion.app.device_health import power_repairs, usb_repairs
from companion.cli.findings import Finding, fine, note, unseen, wrong
from companion.ledger import KeyTrouble, find_key
from companion.ledger.device import SECRET, is_open
from companion.table.layout import Layout, Pad
from companion.table.layout_file import TableProblems
from companion.table.layout_parts import listed
from companion.table.registry import Registry, RegistryError
from companion.table.registry_file import RegistryFile
from companion.table.under_way import UnderWay
from companion.version import version_text

OLDEST_PYTHON = (3, 11)
NOT_BEFORE = datetime(2025, 1, 1, tzinfo=UTC)
"""An earlier time means that the clock was never set: a Pi without a clock of its own starts in 1970."""

MEGABYTE = 1_000_000
LEAST_ROOM = 20 * MEGABYTE
LITTLE_ROOM = 200 * MEGABYTE
"""Bytes. The record and the log of an evening take a few megabytes."""

UNSTABLE = re.compile(r"/dev/tty(USB|ACM)\d+")
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")


# -- the machine -----------------------------------------------------------------------------------------------


def program() -> Finding:
    """The version of the companion, which every bug report needs."""
    return fine("companion", f"version {version_text()}.")


def python(found: tuple[int, int] = sys.version_info[:2]) -> Finding:
    """Check whether this Python is new enough."""
    version = f"Python {found[0]}.{found[1]}"
    if found >= OLDEST_PYTHON:
        return fine("Python", f"{version}.")
    return wrong("Python", f"{version} is too old.", "Use a Raspberry Pi OS that comes with Python 3.11 or later.")


def clock(now: datetime, synchronised: bool | None) -> Finding:
    """Check whether the clock is set. The games do not need it, but their records do."""
    told = now.astimezone(UTC).strftime("%d %B %Y, %H:%M UTC")
    if now < NOT_BEFORE:
        remedy = 'Join a network and wait a minute, or set it by hand: sudo date -s "2031-05-30 19:45".'
        return wrong("clock", f"it says {told}, so it has never been set.", remedy)
    if synchronised is False:
        return note("clock", f"{told}; no time server has confirmed it.", "If that is not the time, join a network.")
    return fine("clock", f"{told}{', confirmed by a time server' if synchronised else ''}.")


def clock_synchronised() -> bool | None:
    """Whether a time server has set the clock; None if that is not known."""
    if SYNCHRONISED.exists():
        return True
    asked = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    try:
        said = subprocess.run(asked, capture_output=True, timeout=3, check=False, text=True).stdout.strip()
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return {"yes": True, "no": False}.get(said)


def power(throttled: str | None) -> Finding:
    """Check whether the supply is strong enough, as the firmware of a Raspberry Pi tells."""
    if throttled is None:
        return fine("power", "this machine does not tell of its supply.")
    for repair in power_repairs(throttled):
        return wrong("power", repair.what.said(), repair.remedy.said())
    return fine("power", "the voltage has never been too low since the start.")


def usb(lines: list[str] | None) -> Iterator[Finding]:
    """Check whether devices were thrown off their USB ports, as the kernel's log tells."""
    if lines is None:
        remedy = "`sudo usermod -aG adm` and the user's name let it; then log in again."
        yield note("USB", "the kernel's log cannot be read by this user, so resets are not known.", remedy)
        return
    repairs = list(usb_repairs(lines))
    yield from (wrong("USB", repair.what.said(), repair.remedy.said()) for repair in repairs)
    if not repairs:
        yield fine("USB", "no device was reset since the start.")


def disk(folder: Path) -> Iterator[Finding]:
    """Check whether the data folder can be written, and has room."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"companion doctor")
            file.flush()
    except OSError as problem:
        remedy = f"Check who owns {there}. A card that has become read-only is worn out, or was not shut down properly."
        yield wrong("disk", f"{folder} cannot be written: {problem.strerror or problem}.", remedy)
    try:
        free = shutil.disk_usage(there).free
    except OSError as problem:
        yield unseen("disk", f"the free space of {there} is not known: {problem}.", "Try df -h.")
        return
    yield room(folder, free)


def room(folder: Path, free: int) -> Finding:
    """Judge the number of free bytes."""
    told = f"{free / MEGABYTE:,.0f} MB free in {folder}."
    if free < LEAST_ROOM:
        return wrong("disk", told, "A game that is not recorded is lost: make room first (`sudo apt clean`).")
    if free < LITTLE_ROOM:
        return note("disk", told, "Enough for this evening; make room before the next.")
    return fine("disk", told)


def device_key(folder: Path) -> Finding:
    """The key with which this device signs its records."""
    try:
        key = find_key(folder)
    except KeyTrouble as problem:
        return wrong("key", str(problem), "")
    if key is None:
        return note("key", "this device has no key yet: `companion run` makes one at its first start.")
    if is_open(folder):
        told = f"others on this computer may read {folder / SECRET}, and sign records as {key.fingerprint}."
        return wrong("key", told, f"`chmod 600 {folder / SECRET}`; if somebody may have copied it, remove it instead.")
    return fine("key", f"this device signs its records as {key.fingerprint}.")


def game(under_way: UnderWay | None) -> Finding:
    """Check whether a game is being played, so that hidden chips must not be shown."""
    if under_way is None:
        return fine("game", "no game is being played; everything may be shown.")
    if not under_way.hides:
        return note("game", f"{under_way.title} (rehearsal), since {under_way.since}; everything may be shown.")
    words = f"{under_way.title} has been under way since {under_way.since}; hidden spots only show their health."
    return note("game", words)


# -- the table -------------------------------------------------------------------------------------------------


def table_file(path: Path, layout: Layout | TableProblems) -> Iterator[Finding]:
    """The problems of `table.toml`; if it has none, what it describes, and what is unusual about it."""
    if isinstance(layout, TableProblems):
        for problem in layout.found:
            where = f"{path}, line {problem.line}" if problem.line else str(path)
            yield (unseen if layout.unread else wrong)("table", f"{where}: {problem.what}.", problem.remedy)
        return
    seats = f"{'seat' if len(layout.seats) == 1 else 'seats'} {listed(layout.seats)}"
    readers = sum(1 for _ in layout.spots())
    pads = len(layout.pads)
    yield fine("table", f"{path}: {seats}, {readers} readers on {pads} {'pad' if pads == 1 else 'pads'}.")
    for port in [pad.port for pad in layout.pads] + ([layout.station.port] if layout.station else []):
        if UNSTABLE.fullmatch(port):
            remedy = "Let udev give it a fixed name: hardware/README.md shows how."
            yield note("table", f"{port} may be another device after each start.", remedy)
    yield from strangers_to_each_other(layout)


def strangers_to_each_other(layout: Layout) -> Iterator[Finding]:
    """Pads with cells of one seat that are not named as neighbours, which take turns. Taps may be far apart."""
    for seat in layout.seats:
        own = f"{seat}."
        pads = [pad for pad in layout.pads if any(spot.cells and spot.zone.startswith(own) for spot in pad.spots)]
        apart = sorted({number for one in pads for number in not_near(layout, one, pads)})
        if apart:
            words = f"pads {listed(map(str, apart))} have cells of seat {seat}, but are not named as neighbours."
            remedy = "If they are less than 12 cm apart, their readers disturb each other: add them to neighbours."
            yield note("table", words, remedy)


def not_near(layout: Layout, one: Pad, others: list[Pad]) -> list[int]:
    """This pad, and those of the others whose fields may be on at the same time."""
    near = layout.neighbours(one.spots[0].reader)
    apart = [other.number for other in others if other is not one and other.spots[0].reader not in near]
    return [one.number, *apart] if apart else []


# -- the tags --------------------------------------------------------------------------------------------------


def registry(path: Path) -> tuple[Registry | None, list[Finding]]:
    """The tag registry, or a finding that says why it cannot be read."""
    try:
        return RegistryFile(path).registry, []
    except RegistryError as problem:
        return None, [wrong("tags", f"{problem}", "To repair the tag file: `companion tags recover`.")]


def tags(found: Registry, path: Path, game: str, title: str, box: Mapping[str, int], has_readers: bool) -> Finding:
    """Check how much of the box has tags."""
    known, wanted = len(found.kinds(game)), sum(box.values())
    if not known and not has_readers:
        return fine("tags", "no chip has a tag, and no reader needs one.")
    if not known:
        return wrong("tags", f"no chip of {title} has a tag in {path}.", "Enrol them: `companion tags enrol`.")
    lacking = sum(found.missing(game, box).values())
    if lacking:
        words = f"{known} of the {wanted} chips of {title} have tags."
        return note("tags", words, "`companion tags check` lists the others.")
    return fine("tags", f"all {wanted} chips of {title} have tags." if wanted else f"{known} chips have tags.")
