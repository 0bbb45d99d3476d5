"""How a game goes on after a restart: from the newest snapshot, else from the beginning, else from what was said."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.stored import from_json, to_json
from companion.ledger import Payload
from companion.referee.acting import play_said, replay
from companion.referee.clocks import Clocks, clocks_after
from companion.referee.entries import FAILED, input_in
from companion.referee.header import Beginning, CannotResume
from companion.referee.inputs import Ticked
from companion.rules import Illegal, SetupError

FORM = 1
"""The version of a snapshot."""

Numbered = tuple[int, Payload]


class Recovered(NamedTuple):
    """A game as it was."""

    arbiter: Arbiter
    troubles: list[str]
    """What had to be left aside for that, in words."""


def snapshot_of(arbiter: Arbiter) -> dict[str, Any]:
    """What is kept now and then, so that a start need not play from the beginning.

    The ledger sorts the keys of what it keeps, and the order of some mappings shows, as that of the options: so it is
    given as text.
    """
    return {"form": FORM, "arbiter": json.dumps(to_json(arbiter), ensure_ascii=False)}


def recover(beginning: Beginning, entries: Sequence[Numbered], kept: tuple[int, Any] | None) -> Recovered:
    """The game after all these entries, the header not among them. Raises `CannotResume`."""
    troubles: list[str] = []
    if kept is not None:
        at, snapshot = kept
        arbiter = from_snapshot(beginning, snapshot)
        strayed = replay(arbiter, entries[at:]) if arbiter else None
        if arbiter and not strayed:
            return Recovered(arbiter, troubles)
        why = f": {strayed.words}" if strayed else ""
        troubles.append(f"The snapshot at entry {at} did not lead to where the game was{why}. It was played anew.")
    try:
        arbiter = beginning.arbiter()
        arbiter.take_news()
        strayed = replay(arbiter, entries)
        if not strayed:
            return Recovered(arbiter, troubles)
        arbiter = beginning.arbiter()
    except (SetupError, ValueError) as problem:
        raise CannotResume(f"This game cannot begin in this program: {problem}") from problem
    troubles.append(
        f"This program takes the record otherwise than the one that wrote it: {strayed.words}. What was played counts"
        " as it was recorded; what the table still owed is forgotten. Compare the table with the display."
    )
    if refused := play_said(arbiter, entries):
        raise CannotResume(
            f"The game cannot go on: {refused.words}. Take the program that wrote it, or begin a new game; the record"
            " is left as it is."
        )
    return Recovered(arbiter, troubles)


def from_snapshot(beginning: Beginning, snapshot: Any) -> Arbiter | None:
    """The arbiter of a snapshot; None where this program cannot read it."""
    if not isinstance(snapshot, Mapping) or snapshot.get("form") != FORM:
        return None
    try:
        return from_json(json.loads(snapshot["arbiter"]), beginning.layout, beginning.kinds)
    except Exception:  # whatever another version has written there: the entries tell the same
        return None


def clocks_of(entries: Sequence[Numbered], seats: tuple[str, ...]) -> Clocks | None:
    """What the clocks say after all these entries, which tell whose turn it was: so no rules are needed, and they
    say the same whatever program reads the record."""
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
        except Illegal:  # somebody else's program has taken it
            continue
    return clocks
