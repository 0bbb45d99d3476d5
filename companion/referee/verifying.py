"""Checking a record with the rules alone: is each entry legal, and does it lead to what it says?

What an entry says of itself is checked too: that its input is one that a referee takes, from people of this game; that
an answer is the one that was said to the rules; and that it says which table it leads to.

Times are checked as well. The table's clock never goes back (`Referee.step`), even if the computer's own clock is set
during a game or the program restarts. So an entry that is earlier than the one before it was not written by the
referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.ledger import Recorded, RecordProblem
from companion.ledger.game import INPUT, OVER
from companion.referee.acting import check_who
from companion.referee.clocks import turn_of
from companion.referee.entries import (
    FAILED,
    NotSaid,
    input_in,
    keeps_back,
    public_token,
    result_of,
    said_in,
    state_of,
)
from companion.referee.inputs import Answered, Clocked, Finished, Looked, Opened
from companion.rules import Event, Illegal, Match, Record, Said, Setup, SetupError, SnapshotError, new_match
from companion.rules.kernel.positions import PositionError, brief

LONGEST = 300
"""The most characters of a reason."""
IN_WORDS = (Illegal, SetupError, SnapshotError, PositionError, NotSaid)
"""The exceptions that say in words for people what is wrong."""
GARBLED = "it is not written as the program writes it"


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
            contradiction = contradicts(payload, said, record) if entry.number else ""
            events: list[Event] = []
            for one in said:
                if one is None:
                    yield KeptBack(entry.number, line)
                    return
                events += record.put(one)
            if wrong := leads_elsewhere(payload, record.match):
                yield RecordProblem(line, f"entry {entry.number}: {wrong}")
                return
            if contradiction:
                yield RecordProblem(line, f"entry {entry.number} is not legal: {contradiction}")
                return
        except Exception as problem:  # somebody may have written anything into the record
            yield RecordProblem(line, f"entry {entry.number} is not legal: {why(problem)}")
            return
        yield VerifiedStep(entry.number, line, entry.at, [one for one in said if one], tuple(events), record.match)


def why(problem: Exception) -> str:
    """Say what is wrong with an entry. Python's own words would help nobody."""
    return brief(str(problem), LONGEST) if isinstance(problem, IN_WORDS) else GARBLED


def contradicts(payload: Mapping[str, Any], said: Sequence[Said | None], record: Record) -> str:
    """Say why no referee takes the input of an entry, or how it differs from what was said; "" if nothing is wrong, or
    if the input is kept back."""
    if payload.get(FAILED):
        return "it counts for nothing, but something was said" if said else ""
    if keeps_back(payload):
        return ""
    one = input_in(payload)
    if isinstance(one, str):
        return f"it is no input: {one}"
    if isinstance(one, Looked | Opened | Clocked | Finished):
        check_who(record, one)
    if isinstance(one, Answered):
        token = public_token(record.match, one)
        answer = Said("answer", one.seat, record.match.accepts(token, one.seat) or token)
        return "" if answer in said[:1] else "its answer is another than `said` has"
    return ""


def beginning(header: Mapping[str, Any]) -> Record:
    """Set up the match as the header says. Raises `SetupError`, or anything if the header has the wrong form."""
    if "setup" not in header:
        raise SetupError("it does not tell how the game began")
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

    @property
    def complete(self) -> bool:
        """Whether everything was checked."""
        return self.kept_back is None and not self.hidden


def verify(recorded: Recorded) -> Verdict:
    """Check a whole record with the rules."""
    moves, hidden = 0, tuple(hidden_in(recorded))
    if wrong := wrong_time(recorded):
        return Verdict(wrong, None, moves, hidden)
    stopped: KeptBack | None = None
    for step in played(recorded):
        if isinstance(step, RecordProblem):
            return Verdict(step, None, moves, hidden)
        if isinstance(step, KeptBack):
            stopped = step
        else:
            moves += len(step.said)
    return Verdict(left_out(recorded), stopped, moves, hidden)


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
            later, earlier = (repr(seconds).removesuffix(".0") for seconds in (before, at))
            return RecordProblem(
                line, f"time runs backwards: entry {entry.number} came at {earlier} s, after one at {later} s"
            )
        before = at
    return None


def left_out(recorded: Recorded) -> RecordProblem | None:
    """Return the first entry that does not say which table it leads to or, while clocks are set, whose turn it is."""
    clocks = False
    for entry, line in zip(recorded.entries, recorded.places, strict=True):
        payload = entry.payload
        if payload.get(INPUT) == "clock" and FAILED not in payload:
            clocks = payload.get("act") != "remove"
        if payload.get("state") is None:
            return RecordProblem(line, f"entry {entry.number} does not say which table it leads to")
        if clocks and "turn" not in payload:
            return RecordProblem(line, f"entry {entry.number} does not say whose turn it is")
    return None


def hidden_in(recorded: Recorded) -> Iterator[Hidden]:
    """Yield the entries of which something is kept back."""
    for entry in recorded.entries:
        pairs = zip(entry.owners, entry.hidden, strict=True)
        if owners := tuple(dict.fromkeys(owner for owner, part in pairs if part.kept_back)):
            yield Hidden(entry.number, owners)
