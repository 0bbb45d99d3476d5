"""The guide by values: no port, no file, no clock."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.first_run.finding import number_pads
from companion.app.first_run.guide import STEPS, Guide
from companion.app.first_run.kits import kits_of, wanted
from companion.app.first_run.moves import PATIENCE as TEST_PATIENCE
from companion.app.first_run.moves import play_moves
from companion.app.first_run.placing import NOTHING_SEEN, PATIENCE, choose_kits, place_spots, readers_of, tell_near
from companion.app.first_run.progress import FoundPad, Progress, read_progress
from companion.app.first_run.spotting import STEADY, SURE, Spotter
from companion.app.first_run.steps import (
    NOT_UNDERSTOOD,
    Blink,
    Card,
    GiveNumber,
    KeptTable,
    KnownChips,
    Listen,
    MoveMark,
    ReadTable,
    Step,
    Tick,
    TypedLine,
    WriteTable,
    Yielded,
)
from companion.app.first_run.tabling import layout_of, write_table
from companion.faces.languages import languages
from companion.table.layout import Layout
from companion.table.layout_file import load_layout, read_layout
from companion.table.layout_words import write_layout
from companion.table.phrases import NOTHING, Phrase
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look, Uid

CHIP = Uid("04A1B2C3D4E5F6")
TABLES = Path(__file__).parents[3] / "hardware" / "tables"
TWO = (FoundPad("/dev/one", 1, 4), FoundPad("/dev/two", 2, 4))


class Played:
    """A step, and what it waits for."""

    def __init__(self, step: Step, progress: Progress, results: Mapping[type, Any] = {}) -> None:
        self.steps = step(progress)
        self.results = results
        self.errands: list[object] = []
        self.end: Progress | None = None
        self.now: Yielded | None = None
        self.send(None)

    def send(self, event: object) -> Played:
        """What happens; errands are done at once."""
        try:
            self.now = self.steps.send(event)
            while not isinstance(self.now, Card):
                self.errands.append(self.now)
                self.now = self.steps.send(self.results.get(type(self.now)))
        except StopIteration as end:
            self.end, self.now = end.value, None
        return self

    def say(self, *words: str) -> Played:
        for word in words:
            self.send(TypedLine(word))
        return self

    def lay(self, reader: str) -> Played:
        for _ in range(STEADY):
            self.send(Look(reader, 0.0, (CHIP,)))
        return self

    @property
    def card(self) -> Card:
        assert isinstance(self.now, Card)
        return self.now


# -- kits ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kit", [kit for kit in kits_of("") if kit != "none"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_kit_makes_the_table_that_comes_along(kit: str, seats: int) -> None:
    there = load_layout(TABLES / f"{kit}-{seats}.toml")
    assert isinstance(there, Layout)
    spots = {spot.reader: spot for spot in there.spots()}
    shared = {"bank": "station" if there.station and there.station.spot else "none"}
    left = list(wanted((kit,) * seats, shared))
    found = {}
    for pad in there.pads:
        for spot in pad.spots:
            one = next(one for one in left if (one.spot.zone, one.spot.role) == (spot.zone, spot.role))
            left.remove(one)
            found[one.key] = spot.reader
    assert left == []
    progress = Progress(
        pads=tuple(FoundPad(pad.port, pad.number, len(pad.spots)) for pad in there.pads),
        station="/dev/puzzle-strike/station",
        kits=(kit,) * seats,
        shared=shared,
        spots=found,
    )
    made = layout_of(progress, str)
    assert {spot.reader: spot for spot in made.spots()} == spots
    near = Played(tell_near, progress).say("").end
    assert near
    made = replace(layout_of(near, str), name=there.name, panel=there.panel)
    assert set(made.groups) == set(there.groups)
    assert read_layout(write_layout(made)) == there


def test_no_pads_no_kits() -> None:
    played = Played(choose_kits, Progress(station="/dev/station")).say("3")
    assert played.end
    assert (played.end.kits, played.end.shared) == (("none",) * 3, {"bank": "station"})


def test_each_seat_may_have_its_own_kit_and_a_reader_may_be_the_bank() -> None:
    progress = Progress(pads=TWO, spots={"A.pile": "1.0", "A.tray.1": "1.1", "B.bag": ""})
    end = Played(choose_kits, progress).say("2", "taps", "none", "reader").end
    assert end
    assert [one.key for one in wanted(end.kits, end.shared)][-2:] == ["A.bag", "bank"]
    assert end.spots == {"A.pile": "1.0"}


# -- numbers ---------------------------------------------------------------------------------------------------


def test_a_number_is_given_once_and_kept_at_once() -> None:
    progress = Progress(pads=(FoundPad("/a", 0, 1), FoundPad("/b", 0, 1)))
    played = Played(number_pads, progress, {Blink: NOTHING, GiveNumber: NOTHING})
    played.say("0", "abc", "100", "7")
    assert "Type a whole number" not in " ".join(played.card.said)
    assert played.say("7").card.said == ("Another pad already has the number 7.",)
    end = played.say("").end
    assert end
    assert [pad.number for pad in end.pads] == [7, 1]
    kept = [one for one in played.errands if isinstance(one, Progress)]
    assert [one.numbered for one in kept] == [("/a",), ("/a", "/b")]
    lamps = [(one.port, one.on) for one in played.errands if isinstance(one, Blink)]
    assert lamps == [("/a", True), ("/a", False), ("/b", True), ("/b", False)]


def test_a_number_that_the_pad_does_not_keep_is_not_ours() -> None:
    broken = Phrase("broken")
    played = Played(number_pads, Progress(pads=(FoundPad("/a", 3, 1),)), {Blink: NOTHING, GiveNumber: broken})
    assert played.say("").card.said == (broken,)
    end = played.say("skip").end
    assert end
    assert end.pads == ()


def test_other_numbers_and_what_was_learnt_of_readers_counts_no_more() -> None:
    progress = Progress(pads=TWO, spots={"A.pile": "1.0"})
    results: Mapping[type, Any] = {Blink: NOTHING, GiveNumber: NOTHING}
    same, swapped = (Played(number_pads, progress, results).say(*words).end for words in (("1", "2"), ("2", "1")))
    assert same
    assert swapped
    assert (same.spots, swapped.spots) == ({"A.pile": "1.0"}, {})


# -- spots -----------------------------------------------------------------------------------------------------


def test_chips_tell_which_reader_is_which() -> None:
    played = Played(place_spots, Progress(pads=TWO, kits=("taps", "none")))
    assert isinstance(played.errands[-1], Listen)
    played.lay("2.1")
    assert played.card.said == ("Reader 1 of pad 2 is the pile tap of A.",)
    played.send(Look("2.1", 1.0)).lay("2.1")
    assert played.card.said == ("The chip is on the pile tap of A, which is already known.",)
    played.send(Look("2.1", 2.0)).lay("2.0").say("undo")
    assert "play tap of A" in played.card.question
    end = played.lay("2.0").lay("2.2").say("skip").end
    assert end
    assert end.spots == {"A.pile": "2.1", "A.played": "2.0", "A.discard": "2.2", "A.bag": ""}


def test_a_chip_that_still_lies_on_the_last_reader_is_no_news() -> None:
    played = Played(place_spots, Progress(pads=TWO, kits=("taps", "none"))).lay("1.0")
    said = played.card.said
    for _ in range(9):
        played.send(Look("1.0", 1.0, (CHIP,)))
    assert played.card.said == said


def test_nobody_lays_anything_down() -> None:
    played = Played(place_spots, Progress(pads=TWO, kits=("taps", "none")))
    for at in (0.0, PATIENCE - 1):
        assert played.send(Tick(at)).card.said == ()
    assert played.send(Tick(PATIENCE + 1)).card.said == (NOTHING_SEEN,)


def test_trouble_with_a_pad_is_told() -> None:
    played = Played(place_spots, Progress(pads=TWO, kits=("taps", "none")))
    gone = Phrase("gone")
    assert played.send(ReaderNotice(0.0, "pad 1", gone, trouble=True)).card.said == (gone,)


def test_more_spots_than_readers() -> None:
    played = Played(place_spots, Progress(pads=TWO[:1], kits=("taps", "taps")))
    assert "These kits have 8 spots, the pads have 4 readers." in played.card.said


def test_a_reader_between_others_must_stand_for_something() -> None:
    played = Played(place_spots, Progress(pads=TWO[:1], kits=("taps", "none")))
    played.lay("1.0").lay("1.1").say("skip").lay("1.3")
    assert [choice.word for choice in played.card.choices] == ["a.discard", "again"]
    again = Played(place_spots, Progress(pads=TWO[:1], kits=("taps", "none"))).lay("1.0").lay("1.1").say("skip")
    again.lay("1.3").say("again")
    assert "1 of 4" in again.card.question
    end = played.say("a.discard").end
    assert end
    assert end.spots["A.discard"] == "1.2"


def test_a_reader_that_sees_its_neighbours_chip_does_not_count() -> None:
    spotter = Spotter(())
    seen = [spotter.look(Look(reader, 0.0, (CHIP,))) for reader in ("1.0", "1.1") * SURE]
    assert set(seen) == {""}
    assert spotter.torn == {"1.0", "1.1"}
    assert spotter.torn == set()
    spotter.look(Look("1.1", 0.0))
    assert spotter.look(Look("1.0", 0.0, (CHIP,))) == "1.0"


@pytest.mark.parametrize("typed", ["1", "1 1", "1 2 3", "x", "1, 9", "99999999999999 1"])
def test_groups_that_are_none(typed: str) -> None:
    played = Played(tell_near, Progress(pads=TWO, spots={"A.pile": "1.0", "B.pile": "2.0"}))
    played.say(typed)
    if typed == "1":
        assert played.end
        assert played.end.near == ()
    else:
        assert "The pads are 1, 2" in played.card.said[0]
        assert played.say("2 1").end
        assert played.end
        assert played.end.near == ((1, 2),)


# -- the test --------------------------------------------------------------------------------------------------


def cells() -> Layout:
    found = load_layout(TABLES / "cells-2.toml")
    assert isinstance(found, Layout)
    return found


def the_test(names: Mapping[Uid, str]) -> Played:
    return Played(play_moves, Progress(), {ReadTable: KeptTable(True, cells()), KnownChips: names})


def test_three_moves_pass() -> None:
    played = the_test({CHIP: "1-Gem"})
    asked = []
    at = 0.0
    for reader in ("1.0", "3.0", "3.2"):
        asked.append(str(played.card.question))
        for other in (spot.reader for spot in cells().spots()):
            at += 0.01
            played.send(Look(other, at))
        for _ in range(40):
            at += 0.05
            if played.card.question != asked[-1]:
                break
            played.send(Look(reader, at, (CHIP,)))
    assert asked == [
        'Lay a chip "1-Gem" into a cell of A.pile (pad and reader 1, 0).',
        'Touch this with a chip "1-Gem": play tap of A.',
        'Move a chip "1-Gem" across: bag slot of A.',
    ]
    assert [one.mark for one in played.card.results] == [MoveMark.PASSED] * 3
    assert played.card.choices[0].word == "finish"
    assert played.say("").end is not None


def test_what_is_not_done_in_time_has_failed_with_what_to_do() -> None:
    played = the_test({})
    for move in range(3):
        played.send(Tick(100.0 * move)).send(Tick(100.0 * move + TEST_PATIENCE + 1))
    assert [one.mark for one in played.card.results] == [MoveMark.FAILED] * 3
    assert all("companion watch" in one.advice for one in played.card.results)
    assert played.card.choices[0].word == "again"
    assert "cell" in played.say("again").card.question


@pytest.mark.parametrize(("names", "why"), [({Uid("04" * 7): "Wound"}, "no known tag"), ({CHIP: "Wound"}, "Wound")])
def test_another_chip_is_told(names: dict[Uid, str], why: str) -> None:
    played = the_test({Uid("05" * 7): "1-Gem", Uid("06" * 7): "1-Gem", **names})
    for at in range(8):
        played.send(Look("1.0", at * 0.5, (CHIP,)))
    assert why in played.card.said[0]
    played.say("failed")
    assert why in played.card.results[0].advice


# -- the whole -------------------------------------------------------------------------------------------------


def test_back_and_on_again() -> None:
    kept: list[Progress] = []
    guide = Guide(Progress(), kept.append)
    guide.take(None)
    assert not guide.can_go_back
    guide.take(TypedLine("previous"))
    assert isinstance(guide.now, Card)
    assert "does not answer" in guide.now.said[0]
    guide.take(TypedLine("ru"))
    assert (guide.step, kept[-1].language, guide.title.said(str)) == ("pads", "ru", "Step 2 of 10: Find the pads")
    guide.take(TypedLine("previous"))
    assert guide.step == "language"
    guide.take(None)
    assert isinstance(guide.now, Card)
    assert guide.now.usual == "ru"


def test_all_done() -> None:
    guide = Guide(Progress(done=tuple(STEPS)), lambda progress: None)
    assert guide.over
    guide.take(None)
    assert guide.title == "Done"


# -- keeping ---------------------------------------------------------------------------------------------------

PROGRESS = Progress(
    done=("language", "pads", "numbers"), language="ru", pads=TWO, station="/dev/s", numbered=("/dev/one", "/dev/two"),
    kits=("cells", "none", "taps"), shared={"bank": "reader"}, spots={"A.pile": "1.0", "bank": ""}, near=((1, 2),),
)  # fmt: skip


def test_what_is_kept_comes_back() -> None:
    assert read_progress(PROGRESS.to_json().encode()) == PROGRESS


@given(st.binary(max_size=60))
def test_any_bytes_are_read(data: bytes) -> None:
    assert read_progress(data) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(json.loads(PROGRESS.to_json()))), JSON)
def test_any_value_in_any_place_is_read(key: str, value: object) -> None:
    found = read_progress(json.dumps({**json.loads(PROGRESS.to_json()), key: value}).encode())
    if found is not None:
        layout_of(found, languages()["en"].say)


def test_readers_have_names() -> None:
    assert list(readers_of(3, 2)) == ["3.0", "3.1"]


# -- the table's file ------------------------------------------------------------------------------------------


def test_a_table_that_is_the_same_already_is_not_written_again() -> None:
    progress = Progress(pads=TWO, kits=("taps", "none"), spots={"A.pile": "1.0", "A.played": "1.1"})
    there = read_layout(write_layout(layout_of(progress, str)))
    assert isinstance(there, Layout)
    assert Played(write_table, progress, {ReadTable: KeptTable(True, there)}).end == progress
    other = Played(write_table, progress, {ReadTable: KeptTable(True, replace(there, seats=("X", "Y")))})
    assert "table.toml.old" in other.card.said[-1]
    assert other.say("").card.said == (NOT_UNDERSTOOD,)
    assert other.say("keep").end == progress
    assert not any(isinstance(errand, WriteTable) for errand in other.errands)


def test_the_guide_speaks_into_the_file_in_the_language_of_the_table() -> None:
    progress = Progress(language="ru", pads=TWO, kits=("taps", "none"), spots={"A.pile": "1.0"})
    played = Played(write_table, progress, {ReadTable: KeptTable(), WriteTable: NOTHING}).say("")
    (written,) = [errand for errand in played.errands if isinstance(errand, WriteTable)]
    assert 'label = "касание пайла, A"' in written.text
    assert isinstance(read_layout(written.text), Layout)
