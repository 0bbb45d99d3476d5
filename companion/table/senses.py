"""From looks to movements: presence and the twin, one behind the other."""

from __future__ import annotations

from collections.abc import Iterable

from companion.table.changes import Change
from companion.table.movement import Movement
from companion.table.presence import Presence
from companion.table.sightings import Look
from companion.table.twin import Twin


class Senses:
    """Looks in, movements out. Pure like its parts: whoever asks says what time it is."""

    def __init__(self, presence: Presence, twin: Twin) -> None:
        self.presence = presence
        self.twin = twin

    def look(self, look: Look) -> list[Movement]:
        """What a look settles."""
        return self._take(self.presence.look(look))

    def tick(self, now: float) -> list[Movement]:
        """What becomes certain by time alone."""
        return self._take(self.presence.tick(now))

    def _take(self, changes: Iterable[Change]) -> list[Movement]:
        return [movement for change in changes for movement in self.twin.take(change)]
