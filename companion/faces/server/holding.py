"""The judge holds the game: every screen says so, phones take no answers, and the clocks stop.

Chips that are moved meanwhile are followed as ever. The note about it is all that is kept, so a program that starts
again still holds the game.
"""

from __future__ import annotations

from typing import Final

from companion.faces.hall import PlayedTable
from companion.faces.languages import ENGLISH
from companion.faces.server.doors import Role, RoleKind
from companion.referee.inputs import Called, Clocked, Personal
from companion.rules import JUDGE, TABLE
from companion.rules.kernel.sentences import Sentence

HOLD: Final = "hold"
"""The key of the note."""
HELD: Final = Sentence("The judge holds the game.")
LEAVE_THEM: Final = Sentence(
    "Leave the chips as they lie. Phones take answers again when the judge lets the game go on."
)
BY: Final = (JUDGE,)


def is_held(table: PlayedTable) -> bool:
    """Whether the judge holds the game on this table."""
    return any(note.key == HOLD for note in table.unread(ENGLISH))


def hold(table: PlayedTable) -> Clocked | None:
    """Hold the game. Returns what stops its clocks, where there are any."""
    table.warn(HOLD, HELD, LEAVE_THEM, lasting=True)
    return clocked(table, "stop")


def let_go(table: PlayedTable) -> Clocked | None:
    """Let the game go on, if it is held. Returns what starts its clocks, where there are any."""
    if not is_held(table):
        return None
    table.unwarn(HOLD)
    return clocked(table, "start")


def clocked(table: PlayedTable, act: str) -> Clocked | None:
    """Return what starts or stops the clocks."""
    screen = table.screen(TABLE, ENGLISH)
    return Clocked(BY, act, 0.0) if screen and screen.clocks else None


def is_refused(one: Personal, role: Role, table: PlayedTable) -> bool:
    """Whether this does not count now: a seat may only call the judge while the game is held."""
    return role.kind is RoleKind.SEAT and not isinstance(one, Called) and is_held(table)
