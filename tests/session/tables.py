"""A table of a running program, reached into: what belongs to its session's thread is asked for there."""

from __future__ import annotations

from companion.app.table import RunningTable
from companion.ledger import Payload
from companion.referee.inputs import Input
from companion.referee.outcome import Outcome
from companion.referee.referee import Referee
from companion.session.session import TableSession

LONG = 20.0
"""Seconds after which a test gives up waiting for a thread."""


def game_of(table: RunningTable) -> Referee:
    """The referee of the game at a table."""
    game = table.session.do(lambda session: session.game).result(LONG)
    assert game is not None
    return game


def take(table: RunningTable, one: Input) -> Outcome:
    """Let the game at a table take an input as it is, with its own time."""

    def step(session: TableSession) -> Outcome:
        assert session.game is not None
        return session.game.step(one)

    return table.session.do(step).result(LONG)


def entries_of(table: RunningTable) -> list[Payload]:
    """The entries of the game at a table, without its header."""
    return [entry.payload for entry in game_of(table).saving.game.entries(1)]
