"""What an audience may see of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.rules.kernel.places import Place, Places
from companion.rules.kernel.steps import JUDGE, UNSEEN, Draw, Question

if TYPE_CHECKING:
    from companion.rules.kernel.game import Game, Zone


NO_PLACES = Places(())


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
    places: Places = NO_PLACES
    """The places of the match."""
    at: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each place with addresses, the address of each of its pieces."""
    of: str = ""
    """The seat whose pieces the options name, where somebody else decides for it."""

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
            **({"of": self.of} if self.of else {}),
            **({"at": {name: list(addresses) for name, addresses in self.at.items()}} if self.at else {}),
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
    at: dict[str, tuple[str, ...]] = {}
    places = game.places
    for name, zone in lying.items():
        place = places[name]
        if zone.at and places.seen_by(audience, name):
            at[name] = zone.at
        if places.known_to(audience, name):
            zones[name] = shown(zone, place)
        elif name in at:
            zones[name] = (UNSEEN,) * len(zone.at)
        else:
            zones[name] = count(zone)
    facts = game.facts(table)
    rest: dict[str, Any] = {"seats": seats, "places": places, "at": at}
    if pending is None:
        return View(audience, zones, facts, "", "", "", (), {}, **rest)
    if isinstance(pending, Draw):
        waiting: tuple[str, ...] = (pending.seat,) if pending.seat else ()
        return View(audience, zones, facts, "draw", pending.source, pending.rule, waiting, {}, pending.count, **rest)
    waiting = tuple(seat for seat in pending.options if seat not in held)
    options = {seat: pending.options[seat] for seat in waiting if audience in (JUDGE, seat)}
    return View(
        audience, zones, facts, pending.what, pending.about, pending.rule, waiting, options, of=pending.of, **rest
    )


def shown(zone: Zone, place: Place) -> tuple[str, ...] | Mapping[str, int]:
    """What lies in a place. An order without meaning is not shown: it could tell how the pieces came there."""
    content = zone.content
    return tuple(sorted(content)) if isinstance(content, tuple) and not (place.ordered or zone.at) else content


def count(zone: Zone) -> int:
    """How many pieces lie in a place."""
    return len(zone.content) if isinstance(zone.content, tuple) else sum(zone.content.values())
