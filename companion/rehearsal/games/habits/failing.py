"""Habits with broken readers: the game goes on although something is dark."""

from __future__ import annotations

from companion.rehearsal.games.habits.habit import Habit, Person
from companion.rehearsal.games.outages import LONGEST_GAME, Outages
from companion.rehearsal.script import Outage
from companion.table.layout import Layout


class PlaysOnOverADeadReader(Habit):
    """Plays on although one of the own readers is dead, for half a minute, every four minutes or so."""

    family, half = "failure", "fitting"
    plays_on = True

    def breaks(self, by: Person, layout: Layout, outages: Outages) -> None:
        """Let a reader die now and then."""
        at = by.chance.expovariate(1 / 240)
        spots = [(pad.number, spot.reader) for pad in layout.pads for spot in pad.spots]
        mine = [(pad, reader) for pad, reader in spots if layout.spot(reader).zone.startswith(f"{by.seat}.")]
        while mine and at < LONGEST_GAME:
            pad, reader = by.chance.choice(mine)
            if outages.add(Outage(at, at + 30.0, "death", pad, reader), [reader]):
                by.did(self)
            at += 30.0 + by.chance.expovariate(1 / 240)


class PlaysOnWithoutAPad(Habit):
    """Plays on although one of the own pads is dark, for a minute, every eight minutes or so."""

    family, half = "failure", "judging"
    plays_on = True

    def breaks(self, by: Person, layout: Layout, outages: Outages) -> None:
        """Let a pad go dark now and then."""
        at = by.chance.expovariate(1 / 480)
        mine = [pad for pad in layout.pads if any(spot.zone.startswith(f"{by.seat}.") for spot in pad.spots)]
        while mine and at < LONGEST_GAME:
            pad = by.chance.choice(mine)
            if outages.add(Outage(at, at + 60.0, "unplug", pad.number), [spot.reader for spot in pad.spots]):
                by.did(self)
            at += 60.0 + by.chance.expovariate(1 / 480)


HABITS = (PlaysOnOverADeadReader, PlaysOnWithoutAPad)
