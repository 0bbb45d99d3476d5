"""The NFC station: a PN532 board on a serial port."""

from __future__ import annotations

from companion.table.kinds import station_kind
from companion.table.layout import USUAL_STATION
from companion.table.nfc import NfcStation
from companion.table.station import Station


def open_station(port: str, closer: bool) -> Station:
    """Make the station at a port."""
    return NfcStation(port, closer=closer)


KIND = station_kind(USUAL_STATION, open_station)
