"""Games whose record is kept in memory alone: rehearsals, traces that are looked into, positions that are tried out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.arbiter.arbiter import Arbiter
from companion.ledger import Ledger
from companion.referee.header import Beginning
from companion.referee.referee import Referee
from companion.referee.saving import Saving
from companion.rules import Match
from companion.table.layout import Layout
from companion.table.sightings import Uid
from companion.table.twin import Twin


@dataclass(frozen=True)
class BeginningAt(Beginning):
    """A game that begins in the middle: at a position."""

    start: Match

    def arbiter(self) -> Arbiter:
        """Make a new arbiter, before anything was seen or said."""
        return self.arbiter_of(self.start.copy())


def unrecorded(match: Match, layout: Layout, kinds: Mapping[Uid, str], twin: Twin, *, judged: bool = False) -> Referee:
    """Return the referee of a game that begins with this match, wherever it stands. The match itself is left alone."""
    beginning = BeginningAt(match.setup, layout, kinds, twin.to_json(), judged, match.copy())
    saving = Saving(Ledger.in_memory().begin(beginning.header("", "")))
    arbiter = beginning.arbiter()
    referee = Referee(beginning, saving, arbiter)
    referee.opening = tuple(arbiter.take_news())
    return referee


def places_in(layout: Layout, kinds: Mapping[Uid, str], places: Mapping[Uid, str]) -> Twin:
    """Return the twin of a table on which it is known where every chip lies."""
    return Twin(layout, dict(kinds), {uid: {place} for uid, place in places.items()})
