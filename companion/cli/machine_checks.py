"""What the doctor looks at beside the readers: Python, clock, disk, `table.toml`, the tag registry."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from companion.cli.findings import Finding, fine, note, unseen, wrong
from companion.table.layout import Layout, Pad
from companion.table.layout_file import Problems
from companion.table.layout_parts import listed
from companion.table.registry import Registry, RegistryError
from companion.table.registry_file import RegistryFile
from companion.table.under_way import UnderWay

OLDEST_PYTHON = (3, 11)
NOT_BEFORE = datetime(2025, 1, 1, tzinfo=UTC)
"""A clock that says an earlier time was never set: a Pi without a clock of its own starts in 1970."""

MEGABYTE = 1_000_000
LEAST_ROOM = 20 * MEGABYTE
LITTLE_ROOM = 200 * MEGABYTE
"""An evening's record and log take a few megabytes."""

UNSTABLE = re.compile(r"/dev/tty(USB|ACM)\d+")
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")


# -- the machine -----------------------------------------------------------------------------------------------


def python(found: tuple[int, int] = sys.version_info[:2]) -> Finding:
    """Whether this Python is new enough."""
    version = f"Python {found[0]}.{found[1]}"
    if found >= OLDEST_PYTHON:
        return fine("Python", f"{version}.")
    return wrong("Python", f"{version} is too old.", "Take a Raspberry Pi OS that comes with Python 3.11 or later.")


def clock(now: datetime, synchronised: bool | None) -> Finding:
    """Whether the clock is set. The games do not need it; their records do."""
    told = now.astimezone(UTC).strftime("%d %B %Y, %H:%M UTC")
    if now < NOT_BEFORE:
        remedy = 'Join a network and wait a minute, or set it by hand: sudo date -s "2031-05-30 19:45".'
        return wrong("clock", f"it says {told}, so it was never set.", remedy)
    if synchronised is False:
        return note("clock", f"{told}; no time server has confirmed it.", "Is that the time? Else join a network.")
    return fine("clock", f"{told}{', confirmed by a time server' if synchronised else ''}.")


def clock_synchronised() -> bool | None:
    """Whether a time server has set the clock; None where nobody can tell."""
    if SYNCHRONISED.exists():
        return True
    asked = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    try:
        said = subprocess.run(asked, capture_output=True, timeout=3, check=False, text=True).stdout.strip()
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return {"yes": True, "no": False}.get(said)


def disk(folder: Path) -> Iterator[Finding]:
    """Whether the data folder can be written, and has room."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"companion doctor")
            file.flush()
    except OSError as problem:
        remedy = f"Whose is {there}? A card that has become read-only is worn out or was not shut down well."
        yield wrong("disk", f"{folder} cannot be written: {problem.strerror or problem}.", remedy)
    try:
        free = shutil.disk_usage(there).free
    except OSError as problem:
        yield unseen("disk", f"how much room there is in {there} cannot be told: {problem}.", "Try df -h.")
        return
    yield room(folder, free)


def room(folder: Path, free: int) -> Finding:
    """What so many free bytes are worth."""
    told = f"{free / MEGABYTE:,.0f} MB free in {folder}."
    if free < LEAST_ROOM:
        return wrong("disk", told, "A game that is not recorded is lost: make room first. `sudo apt clean` is a start.")
    if free < LITTLE_ROOM:
        return note("disk", told, "Enough for this evening; make room before the next.")
    return fine("disk", told)


def game(under_way: UnderWay | None) -> Finding:
    """Whether a game is being played, and so what is not shown."""
    if under_way is None:
        return fine("game", "none is under way; everything may be shown.")
    if not under_way.hides:
        return note("game", f"{under_way.title} (rehearsal), since {under_way.since}; everything may be shown.")
    words = f"{under_way.title} is under way since {under_way.since}; of hidden spots only the health is told."
    return note("game", words)


# -- the table -------------------------------------------------------------------------------------------------


def table_file(path: Path, layout: Layout | Problems) -> Iterator[Finding]:
    """What is wrong with `table.toml`, or what it describes and is odd about it."""
    if isinstance(layout, Problems):
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
            remedy = "Let udev give it a name that stays: hardware/README.md shows how."
            yield note("table", f"{port} is whatever was plugged in first.", remedy)
    yield from strangers_to_each_other(layout)


def strangers_to_each_other(layout: Layout) -> Iterator[Finding]:
    """Pads of one tray that are not told to take turns. Taps may stand apart."""
    for seat in layout.seats:
        own = f"{seat}."
        pads = [pad for pad in layout.pads if any(spot.cells and spot.zone.startswith(own) for spot in pad.spots)]
        apart = sorted({number for one in pads for number in not_near(layout, one, pads)})
        if apart:
            words = f"pads {listed(map(str, apart))} have cells of seat {seat}, but are not named as neighbours."
            remedy = "If they stand less than 12 cm apart, their readers disturb each other: add them to neighbours."
            yield note("table", words, remedy)


def not_near(layout: Layout, one: Pad, others: list[Pad]) -> list[int]:
    """This pad and those whose fields may be on together with its own."""
    near = layout.neighbours(one.spots[0].reader)
    apart = [other.number for other in others if other is not one and other.spots[0].reader not in near]
    return [one.number, *apart] if apart else []


# -- the tags --------------------------------------------------------------------------------------------------


def registry(path: Path) -> tuple[Registry | None, list[Finding]]:
    """The tag registry, or why it cannot be read."""
    try:
        return RegistryFile(path).registry, []
    except RegistryError as problem:
        return None, [wrong("tags", f"{problem}", "`companion tags` has what mends a registry.")]


def tags(found: Registry, path: Path, game: str, title: str, box: Mapping[str, int], has_readers: bool) -> Finding:
    """How much of the box has tags."""
    known, wanted = len(found.kinds(game)), sum(box.values())
    if not known and not has_readers:
        return fine("tags", "none, and no reader needs any.")
    if not known:
        return wrong("tags", f"no chip of {title} has a tag in {path}.", "Enrol them: `companion tags enroll`.")
    lacking = sum(found.missing(game, box).values())
    if lacking:
        words = f"{known} of the {wanted} chips of {title} have tags."
        return note("tags", words, "`companion tags check` tells which are missing.")
    return fine("tags", f"all {wanted} chips of {title} have tags." if wanted else f"{known} chips have tags.")
