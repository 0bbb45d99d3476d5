"""Bringing the twin in line with the rules, once everybody has agreed how the table lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.arbiter.sight import Sight
from companion.rules import TABLE, UNSEEN, Match
from companion.rules.kernel.game import by_address
from companion.table.twin import Twin


def reconcile(twin: Twin, match: Match, sight: Sight) -> None:
    """Let the twin have the chips where the rules have them; the next sightings tell which chips these are."""
    twin.mismatches.clear()
    places = match.game.places
    lies = by_address(match.game.lies(match.table), places)
    for name, content in lies.items():
        if sight.place(name) != name or not places.known_to(TABLE, name):
            continue
        lie, seen = Counter(content), twin.counts(name)
        for kind in lie.keys() | seen.keys():
            less = seen.get(kind, (0, 0))[0] - lie[kind]
            if kind != UNSEEN and less > 0:
                send_elsewhere(twin, kind, less, name, lies)


def send_elsewhere(twin: Twin, kind: str, count: int, place: str, lies: Mapping[str, Iterable[str]]) -> None:
    """Tell the twin that chips of a kind are not in this place, but where the rules have more of them than the twin."""
    for name, content in lies.items():
        more = Counter(content)[kind] - twin.counts(name).get(kind, (0, 0))[0]
        if count and more > 0 and name != place:
            twin.moved(kind, min(count, more), place, name)
            count -= min(count, more)
