"""The beginnings of rehearsed games, recorded: as `companion rehearse games --record` does, and broken off early."""

from __future__ import annotations

from pathlib import Path
from random import Random

from companion.cli.example_tables import TABLES, table_from
from companion.cli.following import Following
from companion.rehearsal.faults import read_noise
from companion.rehearsal.games.people import People
from companion.rehearsal.games.readers import Readers
from companion.rehearsal.games.run import RehearsedGame, RunningRehearsal
from companion.rehearsal.games.stage import stage
from companion.rehearsal.games.trace import write_records


class Beginning(RunningRehearsal):
    """Is over after so many seconds."""

    until = 100.0

    def is_over(self) -> bool:
        return self.now > self.until or super().is_over()


def record(folder: Path, seed: int, until: float, noise: str = "heavy") -> RehearsedGame:
    """A game of the cells kit with this seed; its three files go into the folder."""
    table = TABLES / "cells-2.toml"
    layout, knobs = table_from(table), read_noise(noise)
    staged = stage(seed, layout, knobs)
    truth = staged.truth
    readers = Readers(layout, knobs, Random(staged.chance.random()), staged.outages)
    following = Following.of(truth.start.copy(), layout, truth.kinds, truth.places)
    people = People(truth, staged.script, Random(staged.chance.random()))
    running = Beginning(staged.script, readers, following, people)
    running.until = until
    running.run(keep_looks=True)
    played = RehearsedGame(
        staged=staged,
        heard=following.heard,
        people=people,
        looks=running.looks,
        sighted=running.sighted,
        looked=readers.looks,
        faults=readers.faults,
        explain_seconds=following.explain_seconds,
        table_seconds=running.now,
        seconds=0.0,
    )
    write_records(folder, played, table.read_text(encoding="utf-8"), seed)
    return played
