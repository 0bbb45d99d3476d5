"""Short ways to a match and through it, for the tests of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.rules import UNSEEN, Draw, Event, Match, Question, SeatSetup, Setup, new_match
from companion.rules.puzzle_strike import GAME
from companion.rules.puzzle_strike.editions import EDITIONS
from companion.rules.puzzle_strike.sets.library import box_of

BANKS = tuple(EDITIONS["7.3"].recommended)


def duel(one: str = "jaina", two: str = "rook", bank: str | tuple[str, ...] = "first_game", **options: str) -> Match:
    """Before the opening hands."""
    seats = (SeatSetup("A", one), SeatSetup("B", two))
    return new_match(Setup(game="puzzle-strike", seats=seats, bank=bank, options=options))


def random_duel(chance: Random, sets: tuple[str, ...] = ()) -> Match:
    """Any two characters at any recommended bank; with other sets at any bank at all."""
    one, two = chance.sample(sorted(box_of(sets or ("base",)).characters), 2)
    if not sets:
        return duel(one, two, chance.choice(BANKS))
    bank = tuple(chance.sample(sorted(box_of(sets).of_kind("puzzle")), 10))
    seats = (SeatSetup("A", one), SeatSetup("B", two))
    return new_match(Setup(game="puzzle-strike", seats=seats, bank=bank, sets=sets))


def at(seats: dict[str, Any], *, patient: bool = False, **position: Any) -> Match:
    """A match that goes on from a position, written as in scenario files; what has one answer is not asked."""
    setup, table = GAME.position({"seats": seats, **position})
    table.patient = patient
    return Match(GAME, setup, table)


def with_unseen(match: Match, seat: str, unseen: str, **zones: str) -> Match:
    """The same match, were these the zones of a seat, with `?` where nobody knows which of the unseen kinds lies."""
    table: Any = match.table.copy()
    table.patient = False
    owner = table.seats[seat]
    for zone, kinds in zones.items():
        setattr(owner, zone, tuple(kinds.split()))
    assert sum(getattr(owner, place).count(UNSEEN) for place in owner.places) == len(unseen.split())
    owner.spread(unseen.split())
    return Match(match.game, match.setup, table)


def asked(match: Match) -> Question:
    """The question that is pending."""
    assert isinstance(match.pending, Question)
    return match.pending


def due(match: Match) -> Draw:
    """The draw that is pending."""
    assert isinstance(match.pending, Draw)
    return match.pending


def any_input(match: Match, chance: Random) -> tuple[str, str | tuple[str, ...]]:
    """Whose turn it is to say something, and one of the things that can be said."""
    if isinstance(match.pending, Draw):
        some = chance.choices if match.pending.again else chance.sample
        return match.pending.seat, tuple(some(match.pending.among, k=match.pending.count))
    seat = chance.choice(match.waiting_for)
    return seat, chance.choice(match.options(seat))


def say(match: Match, seat: str, said: str | tuple[str, ...]) -> tuple[Event, ...]:
    """Give the match what `any_input` found."""
    return match.answer(said, seat) if isinstance(said, str) else match.draw(said)
