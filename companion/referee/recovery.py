"""Restoring a game after a restart: from the newest snapshot, or from the beginning, or from what was said alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.stored import from_json, to_json
from companion.ledger import Payload
from companion.referee.acting import play_said, replay
from companion.referee.clocks import Clocks, clocks_after
from companion.referee.entries import FAILED, input_in
from companion.referee.header import Beginning, CannotResume
from companion.referee.inputs import Ticked
from companion.referee.trouble import COMPARE, OTHERWISE, Trouble
from companion.rules import Illegal, SetupError

FORM = 1
"""The version of the snapshot format."""

Numbered = tuple[int, Payload]


class Recovered(NamedTuple):
    """A game that was restored."""

    arbiter: Arbiter
    troubles: list[Trouble]
    """What had to be left aside, in words."""


def snapshot_of(arbiter: Arbiter) -> dict[str, Any]:
    """Return what is kept now and then, so that a start need not replay the game from the beginning.

    The ledger sorts the keys of what it keeps, but for some mappings, such as the options, the order matters to people.
    So the arbiter is stored as text.
    """
    return {"form": FORM, "arbiter": json.dumps(to_json(arbiter), ensure_ascii=False)}


def nothing() -> Sequence[Numbered]:
    """No entries before these."""
    return ()


def recover(
    beginning: Beginning,
    entries: Sequence[Numbered],
    kept: tuple[int, Any] | None,
    earlier: Callable[[], Sequence[Numbered]] = nothing,
) -> Recovered:
    """Restore the game after all these entries, which do not include the header.

    `kept` is a snapshot and the number of these entries that it already includes. `earlier` returns the entries before
    these, if the snapshot includes some of those too. Raises `CannotResume`.
    """
    troubles: list[Trouble] = []
    if kept is not None:
        at, snapshot = kept
        arbiter = from_snapshot(beginning, snapshot)
        unread = arbiter if isinstance(arbiter, Exception) else None
        strayed = replay(arbiter, entries[at:]) if isinstance(arbiter, Arbiter) else None
        if isinstance(arbiter, Arbiter) and not strayed:
            return Recovered(arbiter, troubles)
        why = f": {strayed.words}" if strayed else ""
        words = f"The snapshot at entry {at} did not lead to where the game was{why}. It was played anew."
        troubles.append(Trouble(words, "snapshot", problem=strayed.problem if strayed else unread))
    entries = [*earlier(), *entries]
    try:
        arbiter = beginning.arbiter()
        arbiter.take_news()
        strayed = replay(arbiter, entries)
        if not strayed:
            return Recovered(arbiter, troubles)
        arbiter = beginning.arbiter()
    except (SetupError, ValueError) as problem:
        raise CannotResume(f"This game cannot begin in this program: {problem}") from problem
    words = (
        f"This version reads the record differently from the one that wrote it: {strayed.words}. What was played counts"
        " as it was recorded; what the table still owed is forgotten. Compare the table with the display."
    )
    troubles.append(Trouble(words, "record", OTHERWISE, COMPARE, strayed.problem))
    if refused := play_said(arbiter, entries):
        raise CannotResume(
            f"The game cannot go on: this program's rules do not take entry {refused.number} of its record. Take the"
            " program that wrote it, or begin a new game; the record is left as it is."
        ) from refused.problem
    return Recovered(arbiter, troubles)


def from_snapshot(beginning: Beginning, snapshot: Any) -> Arbiter | Exception | None:
    """Restore the arbiter from a snapshot. If this program cannot read it, return None, or the exception."""
    if not isinstance(snapshot, Mapping) or snapshot.get("form") != FORM:
        return None
    try:
        return from_json(json.loads(snapshot["arbiter"]), beginning.layout, beginning.kinds)
    except Exception as problem:  # another version may have written anything there; the entries give the same result
        return problem


def clocks_of(entries: Sequence[Numbered], seats: tuple[str, ...]) -> Clocks | None:
    """Return the clocks after all these entries. The entries say whose turn it was, so this needs no rules and gives
    the same result in every version of the program."""
    clocks: Clocks | None = None
    for _, payload in entries:
        one = input_in(payload)
        if payload.get(FAILED) and isinstance(at := payload.get("at"), int | float):
            one = Ticked(at)
        if isinstance(one, str):
            continue
        turn = payload.get("turn", "")
        try:
            clocks = clocks_after(clocks, one, turn if isinstance(turn, str) else None, seats)
        except Illegal:  # recorded by another version of the program
            continue
    return clocks
