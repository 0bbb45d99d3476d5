"""A recorded trace on the page: time is told, nothing sleeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.recording import Recording
from companion.faces.languages import ENGLISH
from companion.rehearsal.games.trace import TraceSetup
from companion.table.sightings import Look, Uid
from tests.app.demo.tables import DEALT, LAYOUT, reader

QUICK = 0.05


def situation() -> TraceSetup:
    kinds = {uid: chip.kind for uid, chip in DEALT.items()}
    return TraceSetup(USUAL, LAYOUT, kinds, {uid: chip.zone for uid, chip in DEALT.items()})


def uid_of(kind: str, zone: str, number: int = 0) -> Uid:
    return [uid for uid, chip in DEALT.items() if chip == (kind, zone)][number]


def looks() -> Iterator[Look]:
    """Both draw, Anna antes; then she plays her Crash Gem, though nothing is there to be crashed but the ante."""
    at = 1.0
    for seat in ("Anna", "Ben"):
        for uid in [uid_of("crash_gem", f"{seat}.bag"), *(uid_of("gem_1", f"{seat}.bag", n) for n in range(4))]:
            for _ in range(3):
                yield Look(reader(f"{seat}.bag"), at := at + 0.1, (uid,))
            yield Look(reader(f"{seat}.bag"), at := at + 0.1, ())
            yield Look(reader(f"{seat}.bag"), at := at + 0.1, ())
    for _ in range(40):
        yield Look(reader("Anna.pile", 1), at := at + 0.1, (uid_of("gem_1", "bank"),))
    for tags in ([uid_of("crash_gem", "Anna.bag")],) * 4 + ([],) * 4:
        yield Look(reader("Anna.played"), at := at + 0.1, tuple(tags))


@pytest.fixture
def recording(tmp_path: Path) -> Iterator[Recording]:
    found = Recording(tuple(looks()), situation(), ENGLISH)
    found.pace = 0.0  # its own thread does nothing: time is told
    with found:
        yield found


def play(recording: Recording, seconds: float) -> None:
    for _ in range(int(seconds / QUICK)):
        recording.go_on(QUICK)


def test_what_readers_saw_is_shown_and_understood(recording: Recording) -> None:
    play(recording, 20)
    world = recording.world()
    places = {chip["place"] for chip in world["chips"]}
    assert "Anna.pile:1" in places
    assert "Anna.played" in places
    assert len([chip for chip in world["chips"] if chip["place"] == "Ben.hand"]) == 5
    assert any("Crash Gem" in line for line in world["says"]["last"])
    assert "recording" in world["message"]
    assert world["recorded"]
    number = world["number"]
    play(recording, 60)
    assert recording.world()["message"] == "The recording is over."
    assert recording.world()["number"] > number


def test_people_answer_and_nothing_else_can_be_done(recording: Recording) -> None:
    play(recording, 20)
    assert "only questions" in recording.act({"do": "move", "from": "bank:gem_1", "to": "Anna.pile:2"})
    assert recording.act({"do": "say", "seat": "Anna", "token": "nonsense"})
    seat, phone = next((seat, phone) for seat, phone in recording.world()["phones"].items() if phone["choices"])
    assert recording.act({"do": "say", "seat": seat, "token": phone["choices"][0]["token"]}) == ""
    assert recording.act({"do": "stand", "number": 9})
    assert recording.act({"do": "pace", "value": 7})
    assert recording.act({"do": "pace", "value": 2}) == ""
    assert recording.act({})
    assert recording.world()["pace"] == 2.0


def test_a_trace_without_looks_is_a_table_that_stands_still(tmp_path: Path) -> None:
    with Recording((), situation(), ENGLISH) as recording:
        assert recording.world()["number"] >= 1
        assert recording.wait(0, 1.0)


def test_a_long_pause_is_passed_over(tmp_path: Path) -> None:
    """Nobody waits a day for the one look that came a day later."""
    late = Look(reader("Anna.pile", 2), 100_000.0, (uid_of("gem_1", "bank", 1),))
    recording = Recording((*looks(), late), situation(), ENGLISH)
    recording.pace = 0.0
    with recording:
        play(recording, 140)
        assert recording.world()["message"] != "The recording is over."
        play(recording, 40)
        assert recording.world()["message"] == "The recording is over."
