"""Games for the referee: one without readers, and the beginning of one that readers saw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from companion.cli.example_tables import TABLES, table_from
from companion.cli.rehearse_kills import record_a_game
from companion.ledger import Ledger, Payload
from companion.referee.header import Beginning
from companion.referee.inputs import Answered, Input, Ticked
from companion.referee.outcome import Outcome
from companion.referee.referee import Referee
from companion.rules import SeatSetup, Setup
from companion.table.layout import Layout
from companion.table.twin import Twin

DUEL = Setup("puzzle-strike", (SeatSetup("A", "jaina"), SeatSetup("B", "rook")), bank="first_game", first="A")


def by_hand(ledger: Ledger, folder: Path | None = None, setup: Setup = DUEL, *, judged: bool = False) -> Referee:
    """A game at a table without readers: people say everything."""
    layout = table_from(TABLES / "none-2.toml") if len(setup.seats) == 2 else Layout("", seats_of(setup))
    twin = Twin(layout, {})
    return Referee.begin(ledger, setup, layout, {}, twin, title="A duel", started="now", folder=folder, judged=judged)


def seats_of(setup: Setup) -> tuple[str, ...]:
    return tuple(seat.name for seat in setup.seats)


def say(referee: Referee, seat: str, *tokens: str) -> Outcome:
    """Answers, a second apart; the outcome of the last one."""
    for token in tokens:
        outcome = referee.step(Answered(seat, token, referee.now + 1.0))
        assert outcome.accepted, outcome.words
    return outcome


def wait(referee: Referee, seconds: float) -> None:
    """Nobody says anything."""
    ends = referee.now + seconds
    while referee.now < ends:
        referee.step(Ticked(referee.now + 0.5))


class Seen(NamedTuple):
    """A game that readers saw: how it begins, its inputs, and what its entries must be."""

    beginning: Beginning
    inputs: Sequence[Input]
    entries: Sequence[Payload]

    def begin(self, ledger: Ledger, folder: Path | None = None) -> Referee:
        """The same game, from the beginning."""
        start = self.beginning
        twin = Twin.from_json(start.layout, start.kinds, start.twin)
        return Referee.begin(ledger, start.setup, start.layout, start.kinds, twin, title="Kills", folder=folder)


def seen_game(folder: Path, seed: int, most: int) -> Seen:
    """The first inputs of a game of this seed."""
    recorded = record_a_game(folder, seed, most)
    return Seen(Beginning.read(recorded.entries[0]), recorded.inputs, recorded.entries)
