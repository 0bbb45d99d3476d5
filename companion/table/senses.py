"""From looks to movements: presence, followed by the twin."""

from __future__ import annotations

from collections.abc import Iterable

from companion.table.changes import Change
from companion.table.movement import Movement
from companion.table.presence import Presence
from companion.table.sightings import Look
from companion.table.twin import Twin


class Senses:
    """Takes looks and returns movements. Pure like its parts: the caller passes in the time."""

    def __init__(self, presence: Presence, twin: Twin) -> None:
        self.presence = presence
        self.twin = twin

    def look(self, look: Look) -> list[Movement]:
        """Take in a look, and return the movements that are now certain."""
        return self._take(self.presence.look(look))

    def tick(self, now: float) -> list[Movement]:
        """Return the movements that have become certain only because time has passed."""
        return self._take(self.presence.tick(now))

    def _take(self, changes: Iterable[Change]) -> list[Movement]:
        return [movement for change in changes for movement in self.twin.take(change)]
