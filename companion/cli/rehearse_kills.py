"""`companion rehearse kills`: kill the program at random moments, start it again, and check that nothing was lost."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import perf_counter
from typing import Any, Final, NamedTuple

import click

from companion.cli.example_tables import TABLES, table_from
from companion.cli.following import Following
from companion.cli.killed import GAME, LEDGER, game_file
from companion.ledger import Ledger, Payload
from companion.referee.inputs import Input, to_json
from companion.referee.referee import Referee
from companion.rehearsal.faults import read_noise
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import stage
from companion.rehearsal.measure import share_of
from companion.table.twin import Twin

INPUTS: Final = 6000
"""The most inputs of a game that are played: some ten minutes at the table."""
PATIENCE: Final = 60.0
"""Seconds after which a start counts as failed."""
EARLY: Final = 0.2
"""The share of kills that come while the program is still starting."""
STARTING: Final = 0.8
RUNNING: Final = 0.6
"""Seconds within which the kill comes, once the game goes on after a start."""


@click.command("kills")
@click.option("--count", default=200, show_default=True, type=click.IntRange(1), help="How often to kill it.")
@click.option("--seed", default=1, show_default=True, help="The seed of the game and of the moments.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def command(count: int, seed: int, as_json: bool) -> None:
    """Kill a running game many times, and look for losses.

    The program is ended with SIGKILL at random moments and started again. Match, questions and tasks must be what they
    were.

    \b
    Exit status: 0 when nothing was lost and every start worked; else 1.
    """
    with tempfile.TemporaryDirectory() as folder:
        tally = Kills(Path(folder), seed, INPUTS).run(count)
    result = tally.to_json()
    if as_json:
        click.echo(json.dumps(result))
    else:
        click.echo(
            f"Killed {result['kills']} times: {result['lost_inputs']} inputs lost, {result['failed_starts']} starts"
            f" failed, {result['changed']} times changed; the game went on within {result['p99_recover_s']} s (99 %)."
        )
    for trouble in tally.troubles[:5]:
        click.echo(trouble, err=True)
    if tally.troubles:
        sys.exit(1)


@dataclass
class KillsTally:
    """The results of the kills."""

    kills: int = 0
    lost_inputs: int = 0
    failed_starts: int = 0
    changed: int = 0
    """How many starts had another match, other questions, rulings or tasks than before the kill."""
    recover_seconds: list[float] = field(default_factory=list)
    """Seconds from the start of the program until the game goes on."""
    troubles: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The tally as plain values."""
        return {
            "kills": self.kills,
            "lost_inputs": self.lost_inputs,
            "failed_starts": self.failed_starts,
            "changed": self.changed,
            "p99_recover_s": round(share_of(self.recover_seconds, 0.99) / 1000, 3),
        }


class Life:
    """One run of the program, from its start until it is killed."""

    def __init__(self, folder: Path) -> None:
        self.begun = perf_counter()
        self.lines: list[list[str]] = []
        self.ready = Event()
        self.ready_after = 0.0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "companion.cli.killed", str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        self.errors = ""

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            if line.startswith("ready"):
                self.ready_after = perf_counter() - self.begun
                self.ready.set()
            if line.endswith("\n"):  # the last line may have been cut off
                self.lines.append(line.split())
        self.ready.set()  # also if it never will be, so that nobody waits for ever

    def kill(self) -> bool:
        """Kill the process with SIGKILL. False if it had ended with an error before."""
        self._process.kill()
        self._reader.join()
        _, self.errors = self._process.communicate()
        return self._process.returncode in (0, -9)


class Kills:
    """A game whose referee is killed again and again."""

    def __init__(self, folder: Path, seed: int, inputs: int) -> None:
        self.folder = folder
        self.tally = KillsTally()
        self._chance = Random(f"kills {seed}")
        game = record_a_game(folder, seed, inputs)
        self._true = game.entries
        """What each entry must be, by its number: every run is fed the same inputs."""
        text = game_file(game.entries[0], [to_json(one) for one in game.inputs])
        (folder / GAME).write_text(text, encoding="utf-8")
        self._saved: dict[tuple[int, int], str] = {}
        """The entries that the program reported as saved, with their digests."""

    def run(self, count: int) -> KillsTally:
        """Kill the program so many times, and start it once more to see whether the last kill lost anything."""
        for _ in range(count):
            self._live(self._chance.random() < EARLY)
            self.tally.kills += 1
        self._live(early=False)
        self._check_entries()
        return self.tally

    def _live(self, early: bool) -> None:
        life = Life(self.folder)
        if early:
            life.ready.wait(self._chance.uniform(0, STARTING))
        else:
            life.ready.wait(PATIENCE)
            Event().wait(self._chance.uniform(0, RUNNING))
        well = life.kill()
        if not well or not (early or life.ready_after):
            self.tally.failed_starts += 1
            self.tally.troubles.append(f"a start failed: {life.errors.strip()[-600:]}")
        if life.ready_after:
            self.tally.recover_seconds.append(life.ready_after)
        self._check(life)

    def _check(self, life: Life) -> None:
        """Check what a run found at its start, and what it reported as saved."""
        for words in life.lines:
            if words[0] == "ready":
                self._check_ready(int(words[1]), int(words[2]), words[3:])
            elif words[0] == "saved":
                self._saved[int(words[1]), int(words[2])] = words[3]
        path = self.folder / LEDGER
        if not self._saved or not path.exists():
            return
        (game, number), digest = max(self._saved.items())
        with Ledger.open(path, read_only=True) as ledger:
            last = ledger.game(game).last
            entry = ledger.store.entry(game, number)
        if entry is None or entry.digest != digest:
            self.tally.lost_inputs += max(1, number - last.number)
            self.tally.troubles.append(f"entry {number} of game {game} was saved, but is missing")

    def _check_ready(self, game: int, number: int, digests: list[str]) -> None:
        acknowledged = max((known for known in self._saved if known[0] == game), default=(game, 0))[1]
        if number < acknowledged:
            self.tally.lost_inputs += acknowledged - number
            self.tally.troubles.append(f"game {game} went on after entry {number}, but {acknowledged} was saved")
        true = self._true[number]
        if digests != [true["state"], true["shown"]]:
            self.tally.changed += 1
            self.tally.troubles.append(f"after entry {number} of game {game}, the state differs from before")

    def _check_entries(self) -> None:
        """Check that every saved entry is there, and that each entry is what it must be."""
        with Ledger.open(self.folder / LEDGER) as ledger:
            self.tally.troubles += ledger.troubles
            digests = {
                (row.number, entry.number): entry
                for row in ledger.games()
                for entry in ledger.game(row.number).entries()
            }
        for (game, number), entry in digests.items():
            if number and number < len(self._true) and entry.payload != self._true[number]:
                self.tally.changed += 1
                self.tally.troubles.append(f"entry {number} of game {game} differs from the same entry without kills")
        lost = [
            known for known, digest in self._saved.items() if known not in digests or digests[known].digest != digest
        ]
        self.tally.lost_inputs += len(lost)
        self.tally.troubles += [f"entry {number} of game {game} is lost" for game, number in lost]


# -- the game ------------------------------------------------------------------------------------------------------


class LongEnough(Exception):
    """The game is long enough."""


class Limited(Following):
    """Follows the beginning of a game, and stops it with `LongEnough`."""

    most = INPUTS

    def tick(self, now: float) -> None:
        """Let time pass."""
        if len(self.taken) > self.most:
            raise LongEnough
        super().tick(now)


class RecordedGame(NamedTuple):
    """What the referee was given, and the entries that it wrote."""

    inputs: list[Input]
    entries: list[Payload]


def record_a_game(folder: Path, seed: int, inputs: int) -> RecordedGame:
    """Play a game of this seed without kills, with its ledger in this folder."""
    table = TABLES / "cells-2.toml"
    layout, noise = table_from(table), read_noise("light")
    staged = stage(seed, layout, noise)
    truth = staged.truth
    twin = Twin(layout, truth.kinds, {uid: {zone} for uid, zone in truth.places.items()})
    with Ledger.open(folder / "true.sqlite") as ledger:
        limited = Limited(Referee.begin(ledger, truth.setup, layout, truth.kinds, twin, title="Kills"))
        limited.most = inputs
        with suppress(LongEnough):
            show(staged, layout, noise, lambda *_: limited)
        entries = [entry.payload for entry in ledger.game(1).entries()]
    return RecordedGame(limited.taken, entries)
