"""A record is played again with the rules alone: is each entry legal, and does it lead to what it says it led to?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.ledger import Problem, Recorded
from companion.ledger.game import INPUT, OVER
from companion.referee.clocks import turn_of
from companion.referee.entries import result_of, said_in, state_of
from companion.rules import Event, Match, Record, Said, Setup, new_match


class Step(NamedTuple):
    """An entry of a record, and what the rules make of it."""

    number: int
    line: int
    at: float | None
    said: list[Said]
    events: tuple[Event, ...]
    match: Match
    """After it. The same object goes on with the next entry."""


class KeptBack(NamedTuple):
    """From this entry on the rules cannot follow: what was said is not in this record."""

    number: int
    line: int


def played(recorded: Recorded) -> Iterator[Step | Problem | KeptBack]:
    """Entry by entry. The first that cannot be followed is the last that comes."""
    record: Record | None = None
    for entry, line in zip(recorded.entries, recorded.places, strict=True):
        payload = entry.payload
        try:
            record = record or beginning(payload)
            said = said_in(payload)
            events: list[Event] = []
            for one in said:
                if one is None:
                    yield KeptBack(entry.number, line)
                    return
                events += record.put(one)
            if wrong := leads_elsewhere(payload, record.match):
                yield Problem(line, f"entry {entry.number}: {wrong}")
                return
        except Exception as problem:  # of a record that somebody has written anything may come
            yield Problem(line, f"entry {entry.number} is not legal: {problem}")
            return
        yield Step(entry.number, line, entry.at, [one for one in said if one], tuple(events), record.match)


def beginning(header: Mapping[str, Any]) -> Record:
    """The match at its beginning. Raises ValueError."""
    if "setup" not in header:
        raise ValueError("it does not tell how the game began")
    return Record(new_match(Setup.from_json(header["setup"])), judged=bool(header.get("judged")))


def leads_elsewhere(payload: Mapping[str, Any], match: Match) -> str:
    """How table, turn or result differ from what an entry says; "" where they do not."""
    state = payload.get("state")
    if state is not None and state != state_of(match):
        return "by the rules it leads to another table than it says"
    if "turn" in payload and payload.get(INPUT) != OVER and payload["turn"] != turn_of(match):
        return "by the rules it is another's turn than it says"
    if payload.get(INPUT) == OVER and payload.get("result") != result_of(match):
        return "the result is not what the rules make it"
    return ""


class Verdict(NamedTuple):
    """What the rules say of a whole record."""

    problem: Problem | None
    kept_back: KeptBack | None
    moves: int
    """Answers and draws that were held against the rules."""


def verify(recorded: Recorded) -> Verdict:
    """All of it."""
    moves = 0
    for step in played(recorded):
        if isinstance(step, Problem):
            return Verdict(step, None, moves)
        if isinstance(step, KeptBack):
            return Verdict(None, step, moves)
        moves += len(step.said)
    return Verdict(None, None, moves)
