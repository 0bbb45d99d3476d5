"""Whether every piece is still there: a match may move pieces, and tell that it moves them, but never lose or make any.

Everything that lies on the table after a game must be what lay there at its first rest, moved as the events say. A
piece that goes into the box or comes out of it is accounted for by the same events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.players.table import TableStep
from companion.rules import Match, Moved


class PiecesKept:
    """Counts the pieces of one game. Give `follow` every step of it, and ask `missing` at the end."""

    def __init__(self, match: Match) -> None:
        self._lying = lying(match) if match.resting else None

    def follow(self, match: Match, step: TableStep) -> None:
        """Take note of what a step has moved. Before the first rest, pieces are still being laid out."""
        if self._lying is None:
            self._lying = lying(match) if match.resting else None
            return
        for event in step.events:
            if isinstance(event, Moved):
                self._lying[place_of(match, event.source), event.piece] -= event.count
                self._lying[place_of(match, event.target), event.piece] += event.count

    def missing(self, match: Match) -> Iterator[str]:
        """Yield where the table has other pieces than those that were moved there."""
        wanted, found = Counter(self._lying or ()), lying(match)
        for place, kind in sorted(wanted.keys() | found.keys()):
            if place in match.game.places and wanted[place, kind] != found[place, kind]:
                yield f"{place} has {found[place, kind]} {kind}, not {wanted[place, kind]}"


def place_of(match: Match, name: str) -> str:
    """The place of an address; a place that people do not see, such as the box, under its own name."""
    places = match.game.places
    return places[name].name if name in places else name


def lying(match: Match) -> Counter[tuple[str, str]]:
    """How many pieces of each kind lie in each place."""
    found: Counter[tuple[str, str]] = Counter()
    for place, zone in match.game.lies(match.table).items():
        for kind, count in Counter(zone.content).items():
            found[place, kind] += count
    return found
