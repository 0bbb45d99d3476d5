"""What an audience may see of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.rules.kernel.steps import JUDGE, Draw, Question

if TYPE_CHECKING:
    from companion.rules.kernel.game import Game, Zone


@dataclass(frozen=True)
class View:
    """A match as one audience may see it: plain values, safe to show to that audience."""

    audience: str
    zones: Mapping[str, tuple[str, ...] | Mapping[str, int] | int]
    """What lies in each zone; for a hidden zone, only how many pieces."""
    facts: Mapping[str, object]
    asks: str
    """What is waited for: the question's kind, "draw", or "" when the match is over."""
    about: str
    rule: str
    waiting_for: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]
    """The tokens offered to each seat, for the seats whose options this audience may know."""
    draws: int = 0
    seats: tuple[str, ...] = ()
    """Who plays, in the order of the set-up."""

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data."""
        return {
            "audience": self.audience,
            "zones": {
                name: dict(zone) if isinstance(zone, Mapping) else list(zone) if isinstance(zone, tuple) else zone
                for name, zone in self.zones.items()
            },
            "facts": dict(self.facts),
            "asks": self.asks,
            "about": self.about,
            "rule": self.rule,
            "waiting_for": list(self.waiting_for),
            "options": {seat: list(tokens) for seat, tokens in self.options.items()},
            "draws": self.draws,
        }


def make_view(
    game: Game[Any],
    table: Any,
    lying: Mapping[str, Zone],
    pending: Question | Draw | None,
    held: Mapping[str, str],
    audience: str,
    seats: tuple[str, ...] = (),
) -> View:
    """Make the view: keep what the audience may see, and count the rest."""
    zones: dict[str, tuple[str, ...] | Mapping[str, int] | int] = {}
    for name, zone in lying.items():
        if audience == JUDGE or game.sees(audience, name):
            zones[name] = shown(zone)
        else:
            content = zone.content
            zones[name] = len(content) if isinstance(content, tuple) else sum(content.values())
    facts = game.facts(table)
    if pending is None:
        return View(audience, zones, facts, "", "", "", (), {}, seats=seats)
    if isinstance(pending, Draw):
        asks, about = "draw", pending.source
        return View(audience, zones, facts, asks, about, pending.rule, (pending.seat,), {}, pending.count, seats)
    waiting = tuple(seat for seat in pending.options if seat not in held)
    options = {seat: pending.options[seat] for seat in waiting if audience in (JUDGE, seat)}
    asks, about = pending.what, pending.about
    return View(audience, zones, facts, asks, about, pending.rule, waiting, options, seats=seats)


def shown(zone: Zone) -> tuple[str, ...] | Mapping[str, int]:
    """What lies in a zone. An order without meaning is not shown: it could tell how the pieces came there."""
    content = zone.content
    return tuple(sorted(content)) if isinstance(content, tuple) and not zone.ordered else content
