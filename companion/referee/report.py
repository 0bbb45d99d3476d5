"""The result of checking a record, in sentences for people: it is whole, it is incomplete, or something is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from companion.ledger import (
    KeptProof,
    Recorded,
    RecordProblem,
    RecordProblems,
    check_chain,
    check_record,
    key_for,
)
from companion.referee.verifying import Hidden, Verdict, verify
from companion.rules.kernel.sentences import COMMA, Sentence, Term, Terms

MOST = 5
"""The most problems that are reported."""
LISTED = 12
"""The most runs of entries that are listed by number."""

NO_RECORD = "This is not a record, or it was changed after it was written."
NOT_AS_WRITTEN = "The record was changed after it was written."
NOT_AS_KEPT = "The record does not match what you compared it with."
NOT_BY_THE_RULES = "Every entry is unchanged, but the game was not played by the rules of this program."
AS_WRITTEN = "All entries are unchanged ({entries})."
ALL_MOVES = "The rules accept all moves ({moves}), and lead to the same tables and the same result."
ALL_MOVES_SO_FAR = "The rules accept all moves so far ({moves}), and lead to the same tables."
SOME_MOVES = "The rules accept all moves before entry {number} ({moves})."
NOT_FOLLOWED = (
    "From entry {number} to the end, nothing was checked against the rules: what was said in that entry is hidden "
    "in this file."
)
KEPT_BACK = "Hidden and not checked: what only {owner} may see, in entries {numbers}."
AND_MORE = "{numbers} and {n} more"
GET_ALL = (
    "This file was exported during the game. Export the game again when it is over: then the record holds everything."
)
GET_WHOLE = (
    "The game is over, so its record should hide nothing: somebody took parts out of this file. Export it again "
    "from the device."
)
NOT_OVER = "The game is not over: more may follow."
NOT_SIGNED = "No device has signed this record: anybody who had it could have rewritten all of it."
SIGNED = "Signed by device {device}. The display of your table and `companion doctor` show whether that is your device."
SIGNED_AS_NAMED = "Signed by device {device}, the one you named."
BEGUN_ELSEWHERE = "The game was begun on another device: {device}."
FITS_CHECKPOINT = "It matches the checkpoint made after entry {number}."
CHECKPOINT_UNSIGNED = "The checkpoint is not signed: nobody knows which device made it."
CHECKPOINT_UNKNOWN = (
    "Whether device {device} made the checkpoint could not be checked: the key of that device is not in this file."
)


class State(Enum):
    """The result of a check in one word."""

    WHOLE = "whole"
    INCOMPLETE = "incomplete"
    """Nothing is wrong with what could be checked, but something could not be checked."""
    WRONG = "wrong"


class Report(NamedTuple):
    """The outcome of a check."""

    state: State
    lines: tuple[Sentence, ...]
    problems: tuple[str, ...] = ()
    """What is wrong, with the lines of the file."""


def report_on(
    recorded: Recorded | RecordProblems,
    kept: KeptProof = KeptProof(),  # noqa: B008 - it never changes
) -> Report:
    """Check a record against itself, the rules, and what somebody kept."""
    if isinstance(recorded, RecordProblems):
        return wrong(Sentence(NO_RECORD), recorded)
    if problems := check_record(recorded, kept):
        return wrong(Sentence(NOT_AS_WRITTEN if check_chain(recorded) else NOT_AS_KEPT), problems)
    verdict = verify(recorded)
    if verdict.problem:
        return wrong(Sentence(NOT_BY_THE_RULES), (verdict.problem,))
    lines = [Sentence(AS_WRITTEN, {"entries": len(recorded.entries)}), *of_the_rules(verdict, recorded.over)]
    lines += of_what_is_hidden(verdict.hidden)
    if not verdict.complete:
        lines.append(Sentence(GET_WHOLE if recorded.over else GET_ALL))
    if not recorded.over:
        lines.append(Sentence(NOT_OVER))
    lines += [*of_the_device(recorded, kept), *of_the_checkpoint(recorded, kept)]
    return Report(State.WHOLE if verdict.complete else State.INCOMPLETE, tuple(lines))


def wrong(words: Sentence, problems: Sequence[RecordProblem]) -> Report:
    """Say what is wrong."""
    return Report(State.WRONG, (words,), tuple(map(str, problems[:MOST])))


def of_the_rules(verdict: Verdict, over: bool) -> list[Sentence]:
    """Say how far the rules could follow the game."""
    stopped, moves = verdict.kept_back, verdict.moves
    if stopped is None:
        return [Sentence(ALL_MOVES if over else ALL_MOVES_SO_FAR, {"moves": moves})]
    return [
        Sentence(SOME_MOVES, {"moves": moves, "number": stopped.number}),
        Sentence(NOT_FOLLOWED, {"number": stopped.number}),
    ]


def of_what_is_hidden(hidden: Sequence[Hidden]) -> list[Sentence]:
    """Say which entries contain something that could not be checked here, for each audience that may see it."""
    owners = dict.fromkeys(owner for one in hidden for owner in one.owners)
    return [
        Sentence(
            KEPT_BACK,
            {
                "owner": Term("the judge") if owner == "judge" else owner,
                "numbers": in_runs([one.number for one in hidden if owner in one.owners]),
            },
        )
        for owner in owners
    ]


def in_runs(numbers: Iterable[int]) -> Sentence | str:
    """Write a list of numbers in a short form.

    >>> in_runs([0, 3, 4, 5, 9])
    '0, 3-5, 9'
    """
    numbers = list(numbers)
    breaks = [0, *(at for at, (one, two) in enumerate(pairwise(numbers), 1) if two != one + 1), len(numbers)]
    runs = [numbers[one:two] for one, two in pairwise(breaks)]
    told = Terms((f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs[:LISTED]), COMMA)
    more = sum(map(len, runs[LISTED:]))
    return Sentence(AND_MORE, {"numbers": told, "n": more}) if more else told


def of_the_device(recorded: Recorded, kept: KeptProof) -> list[Sentence]:
    """Say who signed the record."""
    if recorded.signed is None:
        return [Sentence(NOT_SIGNED)]
    device = recorded.signed.fingerprint
    lines = [Sentence(SIGNED_AS_NAMED if kept.device else SIGNED, {"device": device})]
    begun = recorded.entries[0].payload.get("device")
    if isinstance(begun, str) and begun != device:
        lines.append(Sentence(BEGUN_ELSEWHERE, {"device": begun}))
    return lines


def of_the_checkpoint(recorded: Recorded, kept: KeptProof) -> list[Sentence]:
    """Say how the record fits what somebody kept."""
    checkpoint = kept.checkpoint
    if checkpoint is None:
        return []
    lines = [Sentence(FITS_CHECKPOINT, {"number": checkpoint.entries - 1})]
    if not checkpoint.fingerprint:
        lines.append(Sentence(CHECKPOINT_UNSIGNED))
    elif not key_for(recorded, kept):
        lines.append(Sentence(CHECKPOINT_UNKNOWN, {"device": checkpoint.fingerprint}))
    return lines
