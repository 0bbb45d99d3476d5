"""Checking a record with the rules alone: is each entry legal, and does it lead to what it says?

Times are checked too. The table's clock never goes back (`Referee.step`), even if the computer's own clock is set
during a game or the program restarts. So an entry that is earlier than the one before it was not written by the
referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.ledger import Recorded, RecordProblem
from companion.ledger.game import INPUT, OVER
from companion.referee.clocks import turn_of
from companion.referee.entries import result_of, said_in, state_of
from companion.rules import Event, Match, Record, Said, Setup, new_match


class VerifiedStep(NamedTuple):
    """An entry of a record, and its effect by the rules."""

    number: int
    line: int
    at: float | None
    said: list[Said]
    events: tuple[Event, ...]
    match: Match
    """The match after this entry. The same object is used for the next entry."""


class KeptBack(NamedTuple):
    """The rules cannot follow the game from this entry on, because what was said is kept back in this record."""

    number: int
    line: int


class Hidden(NamedTuple):
    """An entry of which something is kept back."""

    number: int
    owners: tuple[str, ...]
    """Who may see the parts that are kept back."""


def played(recorded: Recorded) -> Iterator[VerifiedStep | RecordProblem | KeptBack]:
    """Yield each entry with its effect. The first one that cannot be followed is the last."""
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
                yield RecordProblem(line, f"entry {entry.number}: {wrong}")
                return
        except Exception as problem:  # somebody may have written anything into the record
            yield RecordProblem(line, f"entry {entry.number} is not legal: {problem}")
            return
        yield VerifiedStep(entry.number, line, entry.at, [one for one in said if one], tuple(events), record.match)


def beginning(header: Mapping[str, Any]) -> Record:
    """Set up the match as the header says. Raises ValueError."""
    if "setup" not in header:
        raise ValueError("it does not tell how the game began")
    return Record(new_match(Setup.from_json(header["setup"])), judged=bool(header.get("judged")))


def leads_elsewhere(payload: Mapping[str, Any], match: Match) -> str:
    """Say how table, turn or result differ from what an entry says; "" if they do not."""
    state = payload.get("state")
    if state is not None and state != state_of(match):
        return "by the rules it leads to another table than it says"
    if "turn" in payload and payload.get(INPUT) != OVER and payload["turn"] != turn_of(match):
        return "by the rules it is another's turn than it says"
    if payload.get(INPUT) == OVER and payload.get("result") != result_of(match):
        return "the result is not what the rules make it"
    return ""


class Verdict(NamedTuple):
    """What the rules say about a whole record."""

    problem: RecordProblem | None
    kept_back: KeptBack | None
    moves: int
    """How many answers and draws were checked against the rules."""
    hidden: tuple[Hidden, ...] = ()
    """What could not be checked, because it is not in this record."""


def verify(recorded: Recorded) -> Verdict:
    """Check a whole record with the rules."""
    moves, hidden = 0, tuple(hidden_in(recorded))
    if wrong := wrong_time(recorded):
        return Verdict(wrong, None, moves, hidden)
    for step in played(recorded):
        if isinstance(step, RecordProblem):
            return Verdict(step, None, moves, hidden)
        if isinstance(step, KeptBack):
            return Verdict(None, step, moves, hidden)
        moves += len(step.said)
    return Verdict(None, None, moves, hidden)


def wrong_time(recorded: Recorded) -> RecordProblem | None:
    """Return the first entry that has no time, or an earlier one than the entry before it. The header has no time."""
    before = 0.0
    for entry, line in zip(recorded.entries[1:], recorded.places[1:], strict=True):
        try:
            at = entry.at
        except OverflowError:  # a whole number with more digits than any clock
            at = None
        if at is None:
            return RecordProblem(line, f"entry {entry.number} does not say when it came")
        if at < before:
            return RecordProblem(
                line, f"time runs backwards: entry {entry.number} came at {at:g} s, after one at {before:g} s"
            )
        before = at
    return None


def hidden_in(recorded: Recorded) -> Iterator[Hidden]:
    """Yield the entries of which something is kept back."""
    for entry in recorded.entries:
        pairs = zip(entry.owners, entry.hidden, strict=True)
        if owners := tuple(dict.fromkeys(owner for owner, part in pairs if part.kept_back)):
            yield Hidden(entry.number, owners)
