"""Tags that nobody knows, one after the other: a phone that makes up a UID at each look, or somebody with a forger.

People go on answering meanwhile: each of their inputs is timed until it is in the record.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from time import monotonic

import pytest

from companion.app.demo.table import deal
from companion.app.hall import RunningHall
from companion.cli.example_tables import TABLES, table_from
from companion.faces.languages import ENGLISH
from companion.referee.inputs import Called
from companion.referee.outcome import Outcome
from companion.rules import SeatSetup, Setup
from companion.table.layout import Layout, SpotRole
from companion.table.sightings import Look, Uid
from companion.table.twin import Twin

COMMIT = 0.25
"""Seconds within which 95 of 100 inputs are in the record."""
GROWTH = 16.0
"""Megabytes that the program may grow by from the first tenth of the tags to the last: what people have said meanwhile
is remembered, and Python keeps room for later."""
FORGED = int(os.environ.get("FORGED_TAGS", "1000"))
"""Each is an entry in the record, and so takes its time; `make soak` has 10,000."""
MADE_UP = 10_000
PATIENCE = 10.0
"""Seconds after which the program counts as stuck."""
AHEAD = 16
"""How many looks the readers may be ahead of the program: they wait for it, as pads do."""
LOOK = 0.02
"""Seconds on the table's clock from look to look."""
SETUP = Setup("puzzle-strike", (SeatSetup("A", "jaina"), SeatSetup("B", "rook")), bank="first_game", first="A")


def random_uid(number: int) -> Uid:
    return Uid(f"08{number:06X}")


def fixed_uid(number: int) -> Uid:
    return Uid(f"04FFFF{number:08X}")


@contextmanager
def hall_in(folder: Path, layout: Layout) -> Iterator[RunningHall]:
    """A game at this table; every chip of the box is known."""
    dealt = deal(SETUP)
    kinds = {uid: chip.kind for uid, chip in dealt.items()}
    twin = Twin(layout, kinds, {uid: {chip.zone} for uid, chip in dealt.items()})
    hall = RunningHall(folder / "games.sqlite", tables={"table": layout}, chips=lambda table, setup: (kinds, twin))
    try:
        hall.table().begin(SETUP, "table", "", judged=False)
        yield hall
    finally:
        hall.close()


class Attack:
    """Looks at the tags, one after the other, and what the table's readers make of them."""

    def __init__(self, hall: RunningHall, layout: Layout, reader: str, uid: Callable[[int], Uid], count: int) -> None:
        self.shown = 0
        self.megabytes: list[float] = []
        """After each tenth."""
        self._session = hall.table().session
        self._under_way: deque[Future[list[Outcome]]] = deque()
        self._reader = reader
        self._uid = uid
        self._count = count
        self._at = monotonic()

    def run(self) -> None:
        for number in range(self._count):
            for tags in ((self._uid(number),), (self._uid(number),), (), (), (), ()):
                self._at = max(self._at + LOOK, monotonic())
                self._under_way.append(self._session.look(Look(self._reader, self._at, tags)))
                if len(self._under_way) > AHEAD:
                    self._under_way.popleft().result(PATIENCE)
            self.shown += 1
            if not self.shown % (self._count // 10):
                self.megabytes.append(resident())


def resident() -> float:
    """Megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.parametrize(("uid", "count"), [(random_uid, MADE_UP), (fixed_uid, FORGED)])
@pytest.mark.parametrize("role", ["tap", "cells", "slot"])
def test_commits_stay_quick(
    tmp_path: Path, role: str, uid: Callable[[int], Uid], count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = table_from(TABLES / "cells-2.toml")
    spots = [spot for spot in layout.spots() if (spot.role is SpotRole.CELLS) == (role == "cells")]
    reader = next(spot.reader for spot in spots if spot.hidden == (role == "slot"))
    with hall_in(tmp_path, layout) as hall:
        attack = Attack(hall, layout, reader, uid, count)
        thread = Thread(target=attack.run, daemon=True)
        began = monotonic()
        thread.start()
        taken: list[float] = []
        while thread.is_alive():
            start = monotonic()
            heard = hall.table().send(Called("A", 0.0, f"call-{len(taken)}"), "phone", ENGLISH)
            taken.append(monotonic() - start)
            assert heard.accepted, heard.words
            Event().wait(0.05)
        screen = hall.table().screen("table", ENGLISH)
        assert screen is not None
        with capsys.disabled():
            print(
                f"\n{role}, {uid.__name__}: {attack.shown} tags in {monotonic() - began:.0f} s; commits p95"
                f" {quantiles(taken, n=20)[-1] * 1000:.0f} ms, longest {max(taken) * 1000:.0f} ms; "
                f"{attack.megabytes[0]:.0f} MB after a tenth, {attack.megabytes[-1]:.0f} MB in the end; "
                f"{len(screen.rulings)} rulings"
            )
        assert quantiles(taken, n=20)[-1] < COMMIT
        assert attack.megabytes[-1] - attack.megabytes[0] < GROWTH
        assert len(screen.rulings) <= 20
