"""Rehearsals from seeds: every fault really occurs and is survived, and broken senses do not get away with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.rehearsal.faults import NOISE, Noise, read_noise
from companion.rehearsal.measure import TableReport, rehearse
from companion.table import presence, schedule, wire
from companion.table.layout import Layout
from companion.table.spread import Spread
from tests.rehearsal.tables import TABLES, example

# -- one knob at a time ----------------------------------------------------------------------------------------

KNOBS: dict[str, tuple[float, str]] = {
    "missed": (0.25, "missed"),
    "doubled": (0.08, "double sightings"),
    "flicker": (0.01, "flickers"),
    "edges": (0.2, "missed on the edge"),
    "disturbed": (0.05, "disturbed looks"),
    "hangs": (0.02, "hard resets"),
    "flips": (0.02, "flips"),
    "cuts": (0.02, "cuts"),
    "garbage": (0.02, "garbage"),
    "floods": (0.005, "floods"),
    "silence": (0.005, "silence"),
    "unplugs": (900, "unplugs"),
    "reboots": (900, "reboots"),
    "deaths": (900, "deaths"),
}
"""How much of each, and as what it is counted."""


def fair(report: TableReport) -> None:
    """All was told, once, and rightly."""
    assert [what for _, what, _ in report.reckoning.troubles] == []
    assert report.all_well


def test_every_knob_is_tried() -> None:
    assert set(KNOBS) == {knob.name for knob in fields(Noise)}


@pytest.mark.parametrize("knob", KNOBS)
def test_each_fault_alone_really_occurs_and_is_survived(knob: str) -> None:
    rate, counted = KNOBS[knob]
    report = rehearse(example("taps-2"), 60, read_noise(f"{knob}={rate}"), 3)
    fair(report)
    assert report.faults[counted] > 0
    others = {name for name, count in report.faults.items() if count} - {counted, "damaged lines", "soft resets"}
    assert others == set(), "one knob, one fault"


def test_heavy_is_as_heavy_as_it_says() -> None:
    heavy = NOISE["heavy"]
    assert heavy.missed >= 0.2
    assert heavy.doubled >= 0.05
    assert heavy.flips + heavy.cuts + heavy.garbage + heavy.floods + heavy.silence >= 0.01
    assert heavy.hangs >= 1 / 200


def test_noise_nobody_knows_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="Unknown noise 'wind=1'"):
        read_noise("heavy,wind=1")
    with pytest.raises(ValueError, match=r"missed=-1"):
        read_noise("missed=-1")
    assert read_noise("light, missed=0.3") == replace(NOISE["light"], missed=0.3)


# -- everything at once ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kit", ["cells-2", "taps-2", "trays-2", "cells-4"])
def test_a_noisy_table_is_read_without_a_mistake(kit: str) -> None:
    report = rehearse(example(kit), 75, NOISE["heavy"], 11)
    fair(report)
    assert report.movements == 75
    assert report.looks > 1000
    assert report.faults["missed"] > 100


def test_the_same_seed_is_the_same_rehearsal() -> None:
    one, other = (rehearse(example("taps-2"), 20, NOISE["heavy"], 5) for _ in range(2))
    assert (one.looks, one.faults, one.reckoning.delays) == (other.looks, other.faults, other.reckoning.delays)


# -- broken on purpose -----------------------------------------------------------------------------------------


def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chip is gone at the first look that misses it."""
    monkeypatch.setattr(presence, "LOST_TAP", 0.5)
    monkeypatch.setattr(presence, "ABSENT", 0.0)


def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taps are looked at too rarely."""
    monkeypatch.setattr(schedule, "TAP", 1.5)


def inconsiderate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neighbours may look at the same time."""
    begin = schedule.Schedule.__init__

    def begin_without_neighbours(plan: schedule.Schedule, layout: Layout) -> None:
        begin(plan, layout)
        for turn in plan.turns.values():
            turn.neighbours = frozenset()

    monkeypatch.setattr(schedule.Schedule, "__init__", begin_without_neighbours)


def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check sums are not looked at."""
    monkeypatch.setattr(wire, "crc_hqx", Anything)


class Anything(int):
    """Equal to every check sum."""

    def __new__(cls, data: bytes, start: int) -> Anything:
        return super().__new__(cls, 0)

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = int.__hash__


def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin does not remember where a chip has been seen."""
    monkeypatch.setattr(Spread, "put", lambda spread, uid, zone: "")


BREAKS: list[tuple[Callable[[pytest.MonkeyPatch], None], str, str]] = [
    (hasty, "taps-2", "missed=0.2"),
    (slow, "taps-2", "none"),
    (inconsiderate, "cells-2", "none"),
    (unchecked, "taps-2", "flips=0.1"),
    (forgetful, "taps-2", "none"),
]


@pytest.mark.parametrize(("broken", "kit", "noise"), BREAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_what_is_broken_is_found(
    broken: Callable[[pytest.MonkeyPatch], None], kit: str, noise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = rehearse(example(kit), 40, read_noise(noise), 11)
    fair(whole)
    broken(monkeypatch)
    assert not rehearse(example(kit), 40, read_noise(noise), 11).all_well


# -- the command -----------------------------------------------------------------------------------------------


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["rehearse", "table", *words])


def test_the_command_prints_json() -> None:
    result = run("--movements", "20", "--seed", "4", "--kit", "taps", "--world", "ptys", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert {"movements", "wrong", "missed", "duplicated", "p50_ms", "p99_ms", "faults", "looks", "seconds"} <= set(told)
    assert told["movements"] == 20
    assert told["wrong"] == told["missed"] == told["duplicated"] == 0
    assert told["faults"]["missed"] > 0


def test_the_command_tells_people() -> None:
    result = run("--movements", "5", "--table", str(TABLES / "taps-2.toml"), "--noise", "none", "--world", "simulated")
    assert result.exit_code == 0, result.output
    assert "5 movements, 0 wrong, 0 missed, 0 duplicated" in result.stdout


def test_mistakes_are_shown_and_end_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch)
    result = run("--movements", "100", "--kit", "taps", "--world", "simulated")
    assert result.exit_code == 1
    assert "missed: " in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--noise", "loud"), "Unknown noise 'loud'"),
        (("--table", "nowhere.toml"), "there is no such file"),
        (("--table", "x.toml", "--kit", "taps"), "either --table or --kit"),
        (("--table", str(TABLES / "none-2.toml")), "This table has no readers"),
    ],
)
def test_what_cannot_be_is_said_in_words(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = run(*words)
    assert result.exit_code != 0
    assert said in result.stderr
