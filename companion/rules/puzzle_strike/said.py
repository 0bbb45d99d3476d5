"""What tokens and events of Puzzle Strike imply, for scenarios, rehearsals and "What if …?"."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.kernel import Event, Moved
from companion.rules.puzzle_strike.events import Played, Reacted
from companion.rules.puzzle_strike.table import GEMS

BY_ITSELF = {
    "gain": ("bank", "{seat}.discard"),
    "take": ("bank", "{seat}.hand"),
    "trash": ("{seat}.hand", "bank"),
    "discard": ("{seat}.hand", "{seat}.discard"),
    "pile": ("{seat}.hand", "{seat}.pile"),
}
"""From which zone to which a chip goes by these verbs, also if the rules leave no choice and move it themselves."""
ALL_GEMS = "play:gems"
MONEY = (*(f"play:{gem}" for gem in GEMS), ALL_GEMS)
"""How money is laid, the most at once last."""


def by_itself(seat: str, token: str) -> Moved | None:
    """The move that a token says, if the rules may make it without asking.

    >>> by_itself("A", "trash:wound")
    Moved(piece='wound', count=1, source='A.hand', target='bank')
    """
    verb, _, kind = token.partition(":")
    if verb not in BY_ITSELF:
        return None
    source, target = (zone.format(seat=seat) for zone in BY_ITSELF[verb])
    return Moved(kind, 1, source, target)


def beforehand(token: str) -> tuple[str, ...]:
    """Money is laid before a chip is bought."""
    return MONEY if token.startswith("buy:") else ()


def one_by_one(seat: str, token: str, events: Sequence[Event]) -> tuple[str, ...]:
    """All gems of the hand are laid one by one."""
    if token != ALL_GEMS:
        return ()
    way = (f"{seat}.hand", f"{seat}.played")
    return tuple(
        f"play:{event.piece}" for event in events if isinstance(event, Moved) and (event.source, event.target) == way
    )


def begun(event: Event) -> str:
    """The chip that begins to be carried out; an ongoing chip that leaves its zone was carried out as well."""
    if isinstance(event, Played | Reacted):
        return event.chip
    return event.piece if isinstance(event, Moved) and event.source.endswith(".ongoing") else ""
