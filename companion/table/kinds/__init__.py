"""The kinds of readers. Each is a file in this folder: who adds one adds a file, and changes nothing else.

A kind says how its devices are driven. `table.toml` names the kind of a station; boards that speak the pads' protocol
are pads, whoever made them.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from time import monotonic
from typing import Protocol, TypeAlias

from companion.table.layout import STATION, USUAL_STATION, Layout
from companion.table.phrases import Phrase
from companion.table.raw_log import RawLog
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look
from companion.table.station import Poll, Station, StationDriver, station_notice

Tell: TypeAlias = Callable[[Look | ReaderNotice], None]
"""What a driver calls, in its own thread, with all that it has to tell. It is quick."""
OpenStation: TypeAlias = Callable[[str, bool], Station]
"""Makes a station at a port; the second value says whether it examines tags as well, as for enrolling."""


class Driver(Protocol):
    """The running devices of one kind."""

    def start(self) -> None:
        """Start reading; called once."""
        ...

    def stop(self) -> None:
        """Close the ports. Nothing is told after that."""
        ...

    def look_closer(self, readers: frozenset[str]) -> None:
        """Let these readers look more often, as far as the device can be told so."""
        ...


@dataclass(frozen=True)
class ReaderKind:
    """A kind of readers."""

    key: str
    """Its name in `table.toml`."""
    drive: Callable[[Layout, Tell, RawLog | None], Driver | None]
    """Makes the driver for a table; None if the table has no such device."""
    station: OpenStation | None = None
    """Makes a station, if devices of this kind read a single tag."""


class DrivenStation(StationDriver):
    """A station that is read all the time."""

    def look_closer(self, readers: frozenset[str]) -> None:
        """It always looks as often as it can."""


def station_kind(key: str, open_station: OpenStation) -> ReaderKind:
    """Return the kind of a station, which serves as a tap where the table says so."""

    def drive(layout: Layout, tell: Tell, log: RawLog | None) -> Driver | None:
        station = layout.station
        if station is None or station.spot is None or station.kind != key:
            return None

        def polled(poll: Poll) -> None:
            tell(poll.look())

        def noticed(words: Phrase) -> None:
            tell(station_notice(words, monotonic()))

        return DrivenStation(open_station(station.port, False), polled, noticed, monotonic)

    return ReaderKind(key, drive, open_station)


@cache
def kinds() -> Mapping[str, ReaderKind]:
    """All kinds by key: the `KIND` of each file in this folder."""
    modules = (import_module(found.name) for found in pkgutil.iter_modules(__path__, f"{__name__}."))
    return {module.KIND.key: module.KIND for module in modules}


def station_kinds() -> Mapping[str, OpenStation]:
    """The kinds of stations, the usual one first."""
    found = {key: kind.station for key, kind in kinds().items() if kind.station}
    return dict(sorted(found.items(), key=lambda item: item[0] != USUAL_STATION))


def unknown(layout: Layout) -> ReaderNotice | None:
    """Return what to tell about a station that no kind reads."""
    if layout.station is None or layout.station.kind in station_kinds():
        return None
    known = ", ".join(station_kinds())
    words = Phrase(
        "Nothing here reads a station of the kind {kind}. Known kinds: {known}.", kind=layout.station.kind, known=known
    )
    return ReaderNotice(monotonic(), STATION, words, trouble=True)


def drivers(layout: Layout, tell: Tell, log: RawLog | None = None) -> list[Driver]:
    """Return the drivers of all devices of a table."""
    made = (kind.drive(layout, tell, log) for kind in kinds().values())
    return [driver for driver in made if driver]
