"""Pads: boards that speak the line protocol of firmware/PROTOCOL.md."""

from __future__ import annotations

from companion.table.kinds import Driver, ReaderKind, Tell
from companion.table.layout import Layout
from companion.table.pad_driver import PadDriver
from companion.table.raw_log import RawLog


class DrivenPads(PadDriver):
    """The pads of a table."""

    def look_closer(self, readers: frozenset[str]) -> None:
        """These readers look first."""
        self.ask(lambda pads: pads.look_closer(readers))


def drive(layout: Layout, tell: Tell, log: RawLog | None) -> Driver | None:
    """Drive all pads of a table."""
    return DrivenPads(layout, tell, log) if layout.pads else None


KIND = ReaderKind("pads", drive)
