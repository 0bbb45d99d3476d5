"""`companion rehearse kills`: the program is killed at any moment, and started again; nothing may be lost by that."""

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
from companion.cli.killed import GAME, LEDGER, game_file
from companion.cli.refereed import Refereed
from companion.ledger import Ledger, Payload
from companion.referee.inputs import Input, to_json
from companion.referee.referee import Referee
from companion.rehearsal.faults import read_noise
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import stage
from companion.rehearsal.measure import share_of
from companion.table.twin import Twin

INPUTS: Final = 6000
"""Of a game that are played at most: some ten minutes at the table."""
PATIENCE: Final = 60.0
"""Seconds after which a start has failed."""
EARLY: Final = 0.2
"""How often it is killed while it is still starting."""
STARTING: Final = 0.8
RUNNING: Final = 0.6
"""Seconds within which the kill comes, after the start and after the game goes on."""


@click.command("kills")
@click.option("--count", default=200, show_default=True, type=click.IntRange(1), help="How often it is killed.")
@click.option("--seed", default=1, show_default=True, help="Of the game, and of the moments.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(count: int, seed: int, as_json: bool) -> None:
    """Kill a running game with SIGKILL, start it again, and check that everything is as it was.

    Exits with 1 when something that was said to be saved is lost, a start failed, or the match, the questions or the
    things to do are not as they were.
    """
    with tempfile.TemporaryDirectory() as folder:
        tally = Kills(Path(folder), seed, INPUTS).run(count)
    result = tally.to_json()
    if as_json:
        click.echo(json.dumps(result))
    else:
        click.echo(
            f"Killed {result['kills']} times: {result['lost_inputs']} inputs lost, {result['failed_starts']} starts"
            f" failed, {result['changed']} times not as it was; it went on within {result['p99_recover_s']} s (99 %)."
        )
    for trouble in tally.troubles[:5]:
        click.echo(trouble, err=True)
    if tally.troubles:
        sys.exit(1)


@dataclass
class Tally:
    """What came of the kills."""

    kills: int = 0
    lost_inputs: int = 0
    failed_starts: int = 0
    changed: int = 0
    """Starts after which match, questions, rulings or things to do were not as they were."""
    recover_seconds: list[float] = field(default_factory=list)
    """From the start of the program to the moment at which the game goes on."""
    troubles: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "kills": self.kills,
            "lost_inputs": self.lost_inputs,
            "failed_starts": self.failed_starts,
            "changed": self.changed,
            "p99_recover_s": round(share_of(self.recover_seconds, 0.99) / 1000, 3),
        }


class Life:
    """One run of the program, from its start to its kill."""

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
            if line.endswith("\n"):  # the last one may have been cut off
                self.lines.append(line.split())
        self.ready.set()  # or it never will be

    def kill(self) -> bool:
        """With SIGKILL. False where it had ended by itself, and not well."""
        self._process.kill()
        self._reader.join()
        _, self.errors = self._process.communicate()
        return self._process.returncode in (0, -9)


class Kills:
    """A game, and how often the program that follows it is killed."""

    def __init__(self, folder: Path, seed: int, inputs: int) -> None:
        self.folder = folder
        self.tally = Tally()
        self._chance = Random(f"kills {seed}")
        game = record_a_game(folder, seed, inputs)
        self._true = game.entries
        """What each entry must be, by its number, for the program is fed the same inputs."""
        text = game_file(game.entries[0], [to_json(one) for one in game.inputs])
        (folder / GAME).write_text(text, encoding="utf-8")
        self._saved: dict[tuple[int, int], str] = {}
        """The entries that were said to be saved, and the digest of each."""

    def run(self, count: int) -> Tally:
        """So many lives, and one more to see whether the last one left everything."""
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
        """What it found, and what it said to have saved."""
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
            self.tally.troubles.append(f"entry {number} of game {game} was saved, and is not there")

    def _check_ready(self, game: int, number: int, digests: list[str]) -> None:
        acknowledged = max((known for known in self._saved if known[0] == game), default=(game, 0))[1]
        if number < acknowledged:
            self.tally.lost_inputs += acknowledged - number
            self.tally.troubles.append(f"game {game} went on after entry {number}, and {acknowledged} was saved")
        true = self._true[number]
        if digests != [true["state"], true["shown"]]:
            self.tally.changed += 1
            self.tally.troubles.append(f"after entry {number} of game {game} it is not as it was")

    def _check_entries(self) -> None:
        """All that was ever saved is there, and each entry is what it must be."""
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
                self.tally.troubles.append(f"entry {number} of game {game} is not what it was without a kill")
        lost = [
            known for known, digest in self._saved.items() if known not in digests or digests[known].digest != digest
        ]
        self.tally.lost_inputs += len(lost)
        self.tally.troubles += [f"entry {number} of game {game} is lost" for game, number in lost]


# -- the game ------------------------------------------------------------------------------------------------------


class Enough(Exception):
    """The game is long enough."""


class Limited(Refereed):
    """Follows the beginning of a game."""

    most = INPUTS

    def tick(self, now: float) -> None:
        """Time passes."""
        if len(self.sent) > self.most:
            raise Enough
        super().tick(now)


class RecordedGame(NamedTuple):
    """What the referee was given, and what it wrote down."""

    inputs: list[Input]
    entries: list[Payload]


def record_a_game(folder: Path, seed: int, inputs: int) -> RecordedGame:
    """Play a game of this seed that nobody kills, with a ledger in this folder."""
    table = TABLES / "cells-2.toml"
    layout, noise = table_from(table), read_noise("light")
    staged = stage(seed, layout, noise)
    truth = staged.truth
    twin = Twin(layout, truth.kinds, {uid: {zone} for uid, zone in truth.places.items()})
    with Ledger.open(folder / "true.sqlite") as ledger:
        limited = Limited(Referee.begin(ledger, truth.setup, layout, truth.kinds, twin, title="Kills"))
        limited.most = inputs
        with suppress(Enough):
            show(staged, layout, noise, lambda *_: limited)
        entries = [entry.payload for entry in ledger.game(1).entries()]
    return RecordedGame(limited.sent, entries)
