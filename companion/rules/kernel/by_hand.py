"""What a judge may change with the hands: pieces that go from place to place, and numbers that no piece shows.

A game says what can be changed at its table (`Words.by_hand`), and how moved pieces are told in a correction
(`Game.as_changes`). Whoever draws the table needs to know no more than that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.kernel.positions import Path, PositionError, shown
from companion.rules.kernel.steps import UNSEEN
from companion.rules.kernel.views import View

BOX: Final = "box"
"""Where pieces lie that are not in the game."""


class HandCarried(NamedTuple):
    """A piece that was taken from one place and laid into another; either may be the box."""

    kind: str
    source: str
    target: str


class DialStep(NamedTuple):
    """One of the values that a dial may have."""

    value: str | int | bool
    words: str


class Dial(NamedTuple):
    """A number or a fact that may be set by hand."""

    path: Path
    """Where it stands in a correction: the keys that lead to it."""
    label: str
    value: str | int | bool
    owner: str = ""
    """The seat that it belongs to; "" for the whole table."""
    steps: tuple[DialStep, ...] = ()
    """The values that it may have; none for a whole number."""
    least: int = 0
    """The lowest number."""


class DialTurned(NamedTuple):
    """A dial that was set to another value."""

    path: Path
    value: str | int | bool


class ByHand(NamedTuple):
    """What may be changed by hand at a table."""

    places: tuple[str, ...]
    """The places between which pieces may go."""
    box: tuple[str, ...] = ()
    """The kinds that may come out of the box."""
    dials: tuple[Dial, ...] = ()


HandAct: TypeAlias = HandCarried | DialTurned


def net(moves: Iterable[HandCarried]) -> dict[str, Counter[str]]:
    """Return how many pieces of each kind each place has more or fewer of after these moves.

    >>> net([HandCarried("red", "pool", "row"), HandCarried("red", "row", "hand")])
    {'pool': Counter({'red': -1}), 'row': Counter(), 'hand': Counter({'red': 1})}
    """
    found: dict[str, Counter[str]] = {}
    for move in moves:
        for place, more in ((move.source, -1), (move.target, 1)):
            counts = found.setdefault(place, Counter())
            counts[move.kind] += more
            if not counts[move.kind]:
                del counts[move.kind]
    return found


def dialled(changes: Mapping[str, object], turned: Sequence[DialTurned]) -> dict[str, object]:
    """Return a correction with these dials set in it. Raises `PositionError` where a path leads into a value.

    >>> dialled({"seats": {"A": {"hand": []}}}, [DialTurned(("seats", "A", "money"), 2)])
    {'seats': {'A': {'hand': [], 'money': 2}}}
    """
    found = copied(changes)
    for path, value in turned:
        inner: Any = found
        for key in path[:-1]:
            inner = inner.setdefault(key, {})
            if not isinstance(inner, dict):
                raise PositionError(path, "expected keys with values (key: value), not {value}", value=shown(inner))
        inner[path[-1]] = value
    return found


def copied(changes: Mapping[str, object]) -> dict[str, object]:
    """Return a correction whose mappings are its own."""
    return {key: copied(value) if isinstance(value, Mapping) else value for key, value in changes.items()}


def arranged(view: View, moves: Iterable[HandCarried]) -> View:
    """Return the view with these pieces moved, whether the rules allow that or not. A piece that was not seen there
    leaves an unseen one less.

    >>> view = View("judge", {"row": ("red",), "hand": ("?",), "pool": {"red": 2}}, {}, "", "", "", (), {})
    >>> dict(arranged(view, [HandCarried("red", "pool", "row"), HandCarried("blue", "hand", "box")]).zones)
    {'row': ('red', 'red'), 'hand': (), 'pool': {'red': 1}}
    """
    zones = dict(view.zones)
    for move in moves:
        for place, more in ((move.source, -1), (move.target, 1)):
            if place in zones:
                zones[place] = with_one(zones[place], move.kind, more)
    return replace(view, zones=zones)


def with_one(
    zone: tuple[str, ...] | Mapping[str, int] | int, kind: str, more: int
) -> tuple[str, ...] | Mapping[str, int] | int:
    """Return what lies in a zone with one piece more or less."""
    if isinstance(zone, int):
        return max(0, zone + more)
    if isinstance(zone, Mapping):
        return {**zone, kind: max(0, zone.get(kind, 0) + more)}
    if more > 0:
        return (*zone, kind)
    gone = kind if kind in zone else UNSEEN
    if gone not in zone:
        return zone
    at = len(zone) - 1 - zone[::-1].index(gone)
    return (*zone[:at], *zone[at + 1 :])
