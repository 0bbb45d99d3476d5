"""One rehearsal of a table from a seed, and its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from companion.rehearsal.chips import chips_for
from companion.rehearsal.emulated_bench import LINES, EmulatedBench
from companion.rehearsal.faults import Noise
from companion.rehearsal.hands import write_script
from companion.rehearsal.reckoning import Misreading, Reckoning, reckon
from companion.rehearsal.script import Act
from companion.rehearsal.virtual_pads import on_pads_alone
from companion.rehearsal.virtual_time import VirtualTime
from companion.table.layout import Layout
from companion.table.sightings import Uid

AROUND = 3.0
"""Seconds before and after a trouble that its trace covers."""


@dataclass(frozen=True)
class TableReport:
    """The result of a rehearsal."""

    seed: int
    table: str
    reckoning: Reckoning
    movements: int
    shares: Sequence[float]
    """Seconds of real time from the last bytes needed for a movement to the movement itself."""
    faults: Counter[str]
    looks: int
    clashes: int
    """Looks of neighbours at the same time, which the host promises to avoid."""
    acts: Sequence[Act]
    sightings: Mapping[Uid, Sequence[tuple[float, str]]]
    table_seconds: float
    seconds: float

    @property
    def all_well(self) -> bool:
        """Whether every movement was reported once and rightly, and no neighbours looked at the same time."""
        return self.reckoning.all_well and not self.clashes

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return {
            "movements": self.movements,
            "wrong": self.reckoning.wrong,
            "missed": self.reckoning.missed,
            "duplicated": self.reckoning.duplicated,
            "p50_ms": share_of(self.shares, 0.5),
            "p99_ms": share_of(self.shares, 0.99),
            "delay_p50_ms": share_of(self.reckoning.delays, 0.5),
            "delay_p99_ms": share_of(self.reckoning.delays, 0.99),
            "faults": dict(sorted(self.faults.items())),
            "looks": self.looks,
            "clashes": self.clashes,
            "table": self.table,
            "seed": self.seed,
            "table_seconds": round(self.table_seconds, 1),
            "seconds": round(self.seconds, 1),
        }

    def trace(self, trouble: Misreading) -> list[str]:
        """Describe a trouble for a bug report: what the hands did to the chip, and which readers saw it."""
        start, end = trouble.at - AROUND, trouble.at + AROUND
        acts = [act for act in self.acts if act.chip.uid == trouble.uid and start < act.at < end]
        done = [f"{act.at:.3f} {f'laid on {act.reader}' if act.reader else 'taken up'}" for act in acts]
        seen: dict[str, list[str]] = {}
        for at, reader in self.sightings.get(trouble.uid, ()):
            if start < at < end:
                seen.setdefault(reader, []).append(f"{at:.3f}")
        told = [f"  seen by {reader}: {' '.join(moments)}" for reader, moments in sorted(seen.items())]
        return [trouble.what, f"  hands: {', '.join(done) or 'nothing'}", *told]


def share_of(seconds: Sequence[float], share: float) -> float:
    """Return a percentile in milliseconds: the value that this share of the times does not exceed.

    >>> share_of([0.001, 0.002, 0.003, 0.004], 0.5)
    2.0
    """
    if not seconds:
        return 0.0
    ordered = sorted(seconds)
    return round(1000 * ordered[max(0, round(share * len(ordered)) - 1)], 3)


def rehearse(
    layout: Layout, movements: int, noise: Noise, seed: int, *, world: str = "simulated", hands: int = 0
) -> TableReport:
    """Rehearse this many movements over the whole table. Raises ValueError if the table has no readers."""
    layout = on_pads_alone(layout)
    chance = Random(seed)
    script = write_script(layout, chips_for(layout, chance), movements, chance, noise, hands)
    begun = perf_counter()
    bench = EmulatedBench(layout, noise, chance, LINES[world])
    time = VirtualTime(layout, script, bench)
    time.run()
    return TableReport(
        seed=seed,
        table=layout.name,
        reckoning=reckon(script.expected, time.told),
        movements=len(script.expected),
        shares=time.shares,
        faults=bench.virtual.faults,
        looks=time.looks,
        clashes=bench.virtual.field.clashes,
        acts=script.acts,
        sightings=time.sightings,
        table_seconds=time.now,
        seconds=perf_counter() - begun,
    )
