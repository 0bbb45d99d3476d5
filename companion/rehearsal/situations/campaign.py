"""Play situations many times, and count how often each comes out as it is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from companion.rehearsal.faults import Noise
from companion.rehearsal.situations.play import FollowedBy, play
from companion.rehearsal.situations.situation import TableSituation

NORMAL: Final = 1.959964
"""So many standard deviations to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class SituationTally:
    """How often one situation came out right."""

    title: str
    where: str
    """Its file and line."""
    right: int
    times: int
    differs: tuple[str, ...] = ()
    """How it came out the first time that it did not come out right."""
    seed: int | None = None
    """The seed that gives this again."""

    def to_json(self) -> dict[str, Any]:
        """The tally as plain values."""
        told = {"title": self.title, "where": self.where, "right": self.right, "times": self.times}
        return told | ({} if self.seed is None else {"seed": self.seed, "differs": list(self.differs)})


@dataclass(frozen=True)
class SituationTask:
    """A situation that is to be played with these seeds."""

    situation: TableSituation
    where: str
    noise: Noise
    seeds: range
    followed_by: FollowedBy

    def run(self) -> SituationTally:
        """Play it with each seed."""
        came = {seed: play(self.situation, self.followed_by, self.noise, seed) for seed in self.seeds}
        wrong = next((seed for seed, differs in came.items() if differs), None)
        right = sum(not differs for differs in came.values())
        differs = tuple(came[wrong]) if wrong is not None else ()
        return SituationTally(self.situation.title, self.where, right, len(came), differs, wrong)


def rehearse_situations(tasks: Sequence[SituationTask], workers: int = 1) -> Iterator[SituationTally]:
    """Yield the tally of each situation, in order: the same tasks give the same, whatever the number of workers."""
    if workers == 1:
        yield from map(SituationTask.run, tasks)
    else:
        with ProcessPoolExecutor(workers) as pool:
            yield from pool.map(SituationTask.run, tasks)


def likely_share(right: int, times: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of which this is a sample (Wilson's).

    >>> [round(end, 3) for end in likely_share(9, 10)], [round(end, 3) for end in likely_share(0, 50)]
    ([0.596, 0.982], [0.0, 0.071])
    """
    if not times:
        return 0.0, 1.0
    share, spread = right / times, NORMAL**2 / times
    middle = share + spread / 2
    half = NORMAL * sqrt(share * (1 - share) / times + spread / times / 4)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
