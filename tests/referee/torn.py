"""Torn and flipped files with a referee's games in them: each start goes on with what is left.

`.venv/bin/python -m tests.referee.torn --count 2000` is the long campaign; the suite runs a sample of it.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.ledger import Ledger
from companion.referee.inputs import Ticked
from companion.referee.referee import Referee
from tests.campaigns import run
from tests.ledger.torn import PAGE, Specimen, damaged, recorded, records, unharmed
from tests.referee.games import Seen, seen_game


class Tally(NamedTuple):
    """What became of the torn files."""

    files: int
    resumed: int
    """In so many there was a game left."""
    lost: int
    """Entries that the damage had hit, and those after them."""
    faults: list[str]
    slowest: float


def specimens(folder: Path) -> tuple[Seen, list[Specimen]]:
    """A ledger as a power cut leaves it while a game runs, and one that was closed in good order."""
    seen = seen_game(folder, seed=6, most=1500)
    path = folder / "games.sqlite"
    log = path.with_name(f"{path.name}-wal")
    with Ledger.open(path) as ledger:
        referee = seen.begin(ledger)
        for one in seen.inputs[:700]:
            referee.step(one)
    with Ledger.open(path) as ledger:
        referee = Referee.resume(ledger, 1)
        for one in seen.inputs[700:]:
            referee.step(one)
        cut = Specimen(path.read_bytes(), log.read_bytes(), *recorded(path))
    return seen, [cut, Specimen(path.read_bytes(), b"", *recorded(path))]


def campaign(count: int, seed: int) -> Tally:
    """Tear so many files, open each, and go on with the game."""
    resumed = lost = 0
    slowest = 0.0
    faults = []
    with tempfile.TemporaryDirectory() as name:
        seen, whole = specimens(Path(name))
        for number in range(count):
            chance = Random(f"{seed} {number}")
            specimen = chance.choice(whole)
            what, torn = damaged(specimen, chance)
            begun = time.perf_counter()
            try:
                left = went_on(Path(name) / str(number), torn, seen)
            except Exception as problem:  # whatever it is, it has stopped a start
                faults.append(f"seed {seed}, file {number}, {what}: {problem!r}")
                continue
            slowest = max(slowest, time.perf_counter() - begun)
            resumed += left > 0
            lost += len(specimen.truth[1]) - left
            must = unharmed(specimen, torn)[1] if header_is_whole(specimen, torn) else 0
            if left < must:
                faults.append(f"seed {seed}, file {number}, {what}: {left} of {must} entries")
    return Tally(count, resumed, lost, faults, slowest)


def header_is_whole(whole: Specimen, torn: Specimen) -> bool:
    """Whether one of the two copies of the header is untouched: it is long, and goes on in several pages."""
    for local, *further in records(1, whole.truth[1][0], whole.ids[1, 0]):
        at = whole.file.find(local)
        pages = [at // PAGE]
        onward = at + len(local)
        for _ in further:
            pages.append(int.from_bytes(whole.file[onward : onward + 4], "big") - 1)
            onward = pages[-1] * PAGE
        if all(whole.file[page * PAGE :][:PAGE] == torn.file[page * PAGE :][:PAGE] for page in pages):
            return True
    return False


def went_on(folder: Path, torn: Specimen, seen: Seen) -> int:
    """Open a torn file and go on with its game; how many entries were left."""
    folder.mkdir()
    path = folder / "games.sqlite"
    path.write_bytes(torn.file)
    if torn.wal:
        path.with_name(f"{path.name}-wal").write_bytes(torn.wal)
    with Ledger.open(path) as ledger:
        if not ledger.games():
            seen.begin(ledger)
            return 0
        referee = Referee.resume(ledger, 1)
        left = referee.saving.number + 1
        last = seen.entries[left - 1]
        assert referee.saving.game.last.payload == last, "another entry than was written"
        moment = referee.moment()
        referee.step(Ticked(referee.now + 60.0))
        referee.step(Ticked(referee.now + 60.0))
        assert not referee.unsaved, "it cannot be written any more"
    with Ledger.open(path) as ledger:
        again = Referee.resume(ledger, 1)
        assert again.troubles == [], again.troubles
        assert again.moment().number >= moment.number
    return left


def told(count: int, seed: int) -> tuple[list[str], str]:
    """The campaign, and what came of it."""
    tally = campaign(count, seed)
    words = f"{tally.files} files, {tally.resumed} went on, {tally.lost} entries lost to damage"
    return tally.faults, f"{words}, slowest start {tally.slowest:.2f} s"


if __name__ == "__main__":
    run(__doc__, told)
