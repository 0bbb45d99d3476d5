"""Giving inputs to the arbiter, and replaying them after a restart: the same inputs always lead to the same game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.news import News
from companion.referee.entries import FAILED, input_in, public_token, said_in, shown_by, state_of
from companion.referee.inputs import (
    Answered,
    Back,
    Called,
    Clocked,
    Corrected,
    Finished,
    Input,
    Looked,
    Opened,
    Seen,
    Stands,
    Ticked,
    Told,
    doubt_in,
)
from companion.rules import JUDGE, Illegal, Record
from companion.rules.kernel.sentences import AND, Terms


def give(arbiter: Arbiter, one: Input) -> None:
    """Give an input to the arbiter. If it raises `Illegal`, nothing has changed."""
    match one:
        case Seen(change, at, doubt):
            arbiter.take(change, at, doubt=doubt)
        case Ticked(at, doubt):
            arbiter.tick(at, doubt=doubt)
        case Answered():
            arbiter.say(public_token(arbiter.match, one), one.seat, one.at)
        case Told():
            arbiter.draw(one.kinds, one.at)
        case Corrected():
            arbiter.correct(one.changes, one.by, one.reason, one.at, inside=one.inside)
        case Back():
            arbiter.back(one.point, one.by, one.reason, one.at)
        case Stands():
            arbiter.stand(one.number, one.by, one.at)
        case Called():
            arbiter.call(one.by, one.at)
        case Looked() | Opened() | Clocked() | Finished():
            check_who(arbiter.record, one)


def check_who(record: Record, one: Looked | Opened | Clocked | Finished) -> None:
    """Check who does something that the rules are not told. Raises `Illegal`."""
    match one:
        case Looked() | Clocked():
            may_decide(record, one)
        case Opened():
            may_open(record, one)
        case Finished():
            may_finish(record, one)


def may_finish(record: Record, one: Finished) -> None:
    """Check who may close the record: anybody when the game is over; before that only the judge, or all seats together.
    Raises `Illegal`."""
    strange = [name for name in one.by if name not in people(record)]
    if strange or not one.by:
        raise refused("over", "Say who wants it: {known}.", known=", ".join(record.seats))
    if not record.match.over and record.why_not_correct(one.by):
        raise refused("over", "The game is not over, and {who} cannot end it alone.", who=Terms(one.by, AND))


def may_decide(record: Record, one: Looked | Clocked) -> None:
    """Check who may look at what is hidden or set the clocks: the judge, or all seats together if no judge is seated.
    Raises `Illegal`."""
    if refusal := record.why_not_correct(one.by):
        raise refusal


def may_open(record: Record, one: Opened) -> None:
    """Check that the input names a place and people of this game. Who may ask for it is decided where the request
    arrives. Raises `Illegal`."""
    known = people(record)
    if one.place not in known:
        raise refused("open", "There is no such seat in this game: {place}.", place=one.place)
    if not one.by or not set(one.by) <= set(known):
        raise refused("open", "Say who wants it: {known}.", known=", ".join(known))


def people(record: Record) -> tuple[str, ...]:
    """Return who takes part in a game: the seats, and the judge if one is seated."""
    return (*record.seats, JUDGE) if record.judged else record.seats


def refused(what: str, template: str, **values: object) -> Illegal:
    """Make the refusal to close a record, or to open a place."""
    return Illegal(what, template, "", private=False, **values)


# -- again ---------------------------------------------------------------------------------------------------------


class Strayed(NamedTuple):
    """The entry at which a replayed game differs from the recorded one, and how."""

    number: int
    words: str
    problem: Exception | None = None
    """The exception, if the program broke down."""


def replay(arbiter: Arbiter, entries: Iterable[tuple[int, Mapping[str, Any]]]) -> Strayed | None:
    """Replay entries one after the other. Return None if each one leads to what was recorded with it."""
    for number, payload in entries:
        taken = take_again(arbiter, number, payload)
        if isinstance(taken, Strayed):
            return taken
        if wrong := differs(arbiter, payload):
            return Strayed(number, f"entry {number} leads to {wrong} than it did")
    return None


def take_again(arbiter: Arbiter, number: int, payload: Mapping[str, Any]) -> tuple[News, ...] | Strayed:
    """Let the arbiter take an entry once more, and return the news that it causes."""
    if payload.get(FAILED):
        return ()
    one = input_in(payload)
    if isinstance(one, str):
        return Strayed(number, f"entry {number} is no input: {one}")
    arbiter.doubt = doubt_in(payload)
    try:
        give(arbiter, one)
    except Exception as problem:
        return Strayed(number, f"entry {number} is refused: {problem}", problem)
    return tuple(arbiter.take_news())


def differs(arbiter: Arbiter, payload: Mapping[str, Any]) -> str:
    """Say how the game differs from what an entry says of the state after it; "" if it does not."""
    if payload.get("state", "") != state_of(arbiter.match):
        return "another table"
    return "" if payload.get("shown", "") == shown_by(arbiter) else "other questions, rulings or things to do"


def play_said(arbiter: Arbiter, entries: Iterable[tuple[int, Mapping[str, Any]]]) -> Strayed | None:
    """Replay only what was said to the rules, and where chips were seen. This is for entries that today's arbiter would
    handle differently.

    The match ends up as it was, but what the table owes is no longer known.
    """
    for number, payload in entries:
        try:
            said = said_in(payload)
            for entry in said:
                if entry is None:
                    return Strayed(number, f"what was said in entry {number} is not here")
                arbiter.record.put(entry)
        except Exception as problem:
            return Strayed(number, f"entry {number} is refused by the rules: {problem}", problem)
        one = input_in(payload)
        if isinstance(one, Seen) and not payload.get(FAILED):
            arbiter.twin.take(one.change)
            arbiter.now = max(arbiter.now, one.at)
    arbiter.take_news()
    return None
