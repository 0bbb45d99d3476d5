"""Inputs reach the arbiter, and are played again after a restart: the same inputs always give the same game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.arbiter.arbiter import Arbiter
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
    Seen,
    Stands,
    Ticked,
    Told,
)
from companion.rules import Illegal
from companion.rules.kernel.sentences import AND, Terms


def give(arbiter: Arbiter, one: Input) -> None:
    """Hand an input to the arbiter. Raises `Illegal`, and then nothing has changed."""
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
        case Looked():
            may_decide(arbiter, one)
        case Called():
            arbiter.call(one.by, one.at)
        case Clocked():
            may_decide(arbiter, one)
        case Finished():
            may_finish(arbiter, one)


def may_finish(arbiter: Arbiter, one: Finished) -> None:
    """When the game is over anybody may close its record; before that only the judge, or all seats. Raises Illegal."""
    seats = arbiter.record.seats
    strange = [name for name in one.by if name not in (*seats, "judge")]
    if strange or not one.by:
        raise refused("Say who wants it: {known}.", known=", ".join(seats))
    if not arbiter.match.over and arbiter.record.why_not_correct(one.by):
        raise refused("The game is not over, and {who} alone cannot break it off.", who=Terms(one.by, AND))


def may_decide(arbiter: Arbiter, one: Looked | Clocked) -> None:
    """What is hidden, and the clocks, are for the judge, or where none is seated for all seats together. Raises
    `Illegal`."""
    if refusal := arbiter.record.why_not_correct(one.by):
        raise refusal


def refused(template: str, **values: object) -> Illegal:
    """Why a record is not closed."""
    return Illegal("over", template, "", private=False, **values)


# -- again ---------------------------------------------------------------------------------------------------------


class Strayed(NamedTuple):
    """Where a game that is played again goes another way than it went."""

    number: int
    words: str


def replay(arbiter: Arbiter, entries: Iterable[tuple[int, Mapping[str, Any]]]) -> Strayed | None:
    """Play entries again, one after the other; None where each leads to what it led to when it was recorded."""
    for number, payload in entries:
        if not payload.get(FAILED):
            one = input_in(payload)
            if isinstance(one, str):
                return Strayed(number, f"entry {number} is no input: {one}")
            arbiter.doubt = payload.get("doubt") is True
            try:
                give(arbiter, one)
            except Exception as problem:
                return Strayed(number, f"entry {number} is refused: {problem}")
            arbiter.take_news()
        if wrong := differs(arbiter, payload):
            return Strayed(number, f"entry {number} leads to {wrong} than it did")
    return None


def differs(arbiter: Arbiter, payload: Mapping[str, Any]) -> str:
    """What is not as an entry says that it was after it; "" where all is."""
    if payload.get("state", "") != state_of(arbiter.match):
        return "another table"
    return "" if payload.get("shown", "") == shown_by(arbiter) else "other questions, rulings or things to do"


def play_said(arbiter: Arbiter, entries: Iterable[tuple[int, Mapping[str, Any]]]) -> Strayed | None:
    """Only what was said counts, and where chips were seen: for entries that the arbiter would take otherwise now.

    The match comes out as it was; what the table owes is not known any more.
    """
    for number, payload in entries:
        try:
            said = said_in(payload)
            for entry in said:
                if entry is None:
                    return Strayed(number, f"what was said in entry {number} is not here")
                arbiter.record.put(entry)
        except Exception as problem:
            return Strayed(number, f"entry {number} is refused by the rules: {problem}")
        one = input_in(payload)
        if isinstance(one, Seen) and not payload.get(FAILED):
            arbiter.twin.take(one.change)
            arbiter.now = max(arbiter.now, one.at)
    arbiter.take_news()
    return None
