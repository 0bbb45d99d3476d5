"""Hands, readers and people at a table whose program runs in another process and may be killed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.rehearsal.games import companion as told
from companion.rehearsal.games.people import People
from companion.rehearsal.games.readers import Readers
from companion.rehearsal.games.trace import look_line
from companion.table.sightings import Look
from tests.end_to_end.duel import LAYOUT, STILL, Duel
from tests.end_to_end.house import CHIPS
from tests.end_to_end.phones import NAME

TICK: Final = 0.1
KINDS: Final = (told.Committed, told.Asked, told.Withdrawn, told.Ruled, told.Righted)
HEARD: Final[dict[str, Callable[..., told.Heard]]] = {kind.__name__: kind for kind in KINDS}


class House:
    """The program's process, as whoever started it sees it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = ""
        self.host = ""
        """The code of who sets up."""
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> House:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Once more it comes to the address that it had."""
        command = [sys.executable, "-m", "tests.end_to_end.house", str(self.folder), str(self._port)]
        root = Path(__file__).resolve().parents[2]
        self._process = subprocess.Popen(
            command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        begun = self._told()
        self.host = begun["host"] or self.host
        self.address = begun["address"].replace("127.0.0.1", NAME)
        self._port = int(self.address.rpartition(":")[2])

    def ask(self, **row: object) -> dict[str, Any]:
        """Send a line, and wait for the answer."""
        assert self._process
        assert self._process.stdin
        self._process.stdin.write(f"{json.dumps(row)}\n")
        self._process.stdin.flush()
        return self._told()

    def _told(self) -> dict[str, Any]:
        assert self._process
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "the program has ended by itself: see above"
        found: dict[str, Any] = json.loads(line)
        return found

    def kill(self) -> None:
        """At once, with SIGKILL."""
        if self._process:
            self._process.kill()
            with self._process:  # which closes its pipes, and waits
                self._process = None


class AtTable:
    """Goes on from moment to moment of the table's time; nothing sleeps. What people say, they say on their phones:
    `press` is how: whose, what, and which question it answers."""

    def __init__(self, duel: Duel, house: House, press: Callable[[str, str, int], None]) -> None:
        self.heard: list[told.Heard] = []
        self.explain_seconds: list[float] = []
        self.now = 0.0
        self.people = People(duel.truth, duel.script, Random(3))
        self._house = house
        self._press = press
        self._acts = duel.script.acts
        self._acted = 0
        self._ends = duel.script.ends
        self._tick = 0.0
        self._readers = Readers(LAYOUT, STILL, Random(4), duel.outages)
        self.go_on()

    @staticmethod
    def chips(duel: Duel, folder: Path) -> None:
        """What readers know of the chips before the game."""
        known = {"kinds": duel.truth.kinds, "places": duel.truth.places}
        (folder / CHIPS).write_text(json.dumps(known), encoding="utf-8")

    def go_on(self) -> None:
        """With a program that has just begun: what its readers look at, it looks at anew."""
        self._ask(**{"in": "greet"})

    # -- time --------------------------------------------------------------------------------------------------

    def play_until(self, reached: Callable[[], bool]) -> None:
        """Until something has happened. A game that ends before it is another game."""
        while not reached():
            assert self.now < self._ends + 60, "the game went by without it"
            self._step()

    def play_to(self, at: float) -> None:
        """Until it is so late."""
        self.play_until(lambda: self.now >= at)

    def _step(self) -> None:
        act_at = self._acts[self._acted].at if self._acted < len(self._acts) else float("inf")
        self.now = min(self._readers.next_moment(self.now), self._tick, self.people.next_moment(), act_at)
        while self._acted < len(self._acts) and self._acts[self._acted].at <= self.now:
            self._readers.act(self._acts[self._acted])
            self._acted += 1
        for look in self._readers.go_on(self.now):
            self.look(look)
        if self.now >= self._tick:
            self.tick(self.now)
            self._tick = self.now + TICK
        self.people.answer(self, self.now)
        self._readers.look_closer(self.in_doubt(), self.now)

    # -- the program, as a rehearsal knows it ------------------------------------------------------------------

    def look(self, look: Look) -> None:
        """One reader's look."""
        self._ask(**{"in": "look", "look": look_line(look)})

    def tick(self, now: float) -> None:
        """Time passes."""
        self._ask(**{"in": "tick", "at": now})

    def answer(self, seat: str, token: str, now: float) -> None:
        """A person answers, on the phone."""
        asked = next(one for one in reversed(self.heard) if isinstance(one, told.Asked) and seat in one.seats)
        self._press(seat, token, asked.number)

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Nobody has to say that in this game."""
        raise AssertionError(f"somebody has to say that {kinds} came")

    def back(self, by: tuple[str, ...], point: int, now: float) -> None:
        """Nobody goes back in this game."""
        raise AssertionError(f"{by} want to go back to {point}")

    def in_doubt(self) -> frozenset[str]:
        """The readers that should look more often."""
        return self._closer

    def _ask(self, **row: object) -> None:
        """Send something to the program, and hear what came of it."""
        self._hear(self._house.ask(**row))

    def _hear(self, answer: dict[str, Any]) -> None:
        assert not answer.get("refused"), answer["refused"]
        self._closer = frozenset(answer["closer"])
        for name, *parts in answer["heard"]:
            heard = HEARD[name](*(tuple(part) if isinstance(part, list) else part for part in parts))
            self.heard.append(heard)
            self.people.hear(heard, self.now)

    # -- what was heard ----------------------------------------------------------------------------------------

    def count(self, kind: type) -> int:
        """How much of it."""
        return sum(isinstance(one, kind) for one in self.heard)

    def said(self, token: str) -> int:
        """How often this counts."""
        return sum(isinstance(one, told.Committed) and one.said == token for one in self.heard)
