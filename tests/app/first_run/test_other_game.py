"""The guide offers what the game says: a table for Beacons, and stations of any kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.first_run import placing
from companion.app.first_run.kits import kits_of, wanted
from companion.app.first_run.placing import choose_kits
from companion.app.first_run.progress import FoundPad, Progress, read_progress
from companion.app.first_run.tabling import layout_of
from companion.app.table_file import USUAL, names_of_places
from companion.cli import first_run_devices
from companion.rules import find_game, register
from companion.table.layout import Layout
from companion.table.layout_file import read_layout
from companion.table.layout_words import write_layout
from companion.table.phrases import Phrase
from companion.table.station import StationError
from tests import sample_game
from tests.app.first_run.test_core import PROGRESS, TWO, Played
from tests.sample_game import GAME

FULL = Path(sample_game.__file__).parent / "table_full.toml"


@pytest.fixture
def two_games(one_game: None, monkeypatch: pytest.MonkeyPatch) -> None:
    register(GAME)
    monkeypatch.setattr(placing, "games", lambda: {USUAL: find_game(USUAL), GAME.key: GAME})


def test_kits_are_what_the_game_says(two_games: None) -> None:
    assert [*kits_of(GAME.key)] == ["stones", "charts", "none"]
    played = Played(choose_kits, Progress(pads=TWO))
    assert [choice.word for choice in played.card.choices] == [USUAL, GAME.key]
    played.say(GAME.key)  # there are four seats, so nobody is asked how many
    assert played.card.question == "Which kit does seat A have?"
    assert [choice.words for choice in played.card.choices][:1] == ["Stones: a slot and two taps (3 readers)."]
    played.say("stones", "charts", "none", "none")
    assert played.card.question == "What reads the nine cells of the bay?"
    end = played.say("reader", "none").end
    assert end
    assert (end.game, end.shared) == (GAME.key, {"bay": "reader", "row": "none"})
    keys = [one.key for one in wanted(end.kits, end.shared, end.game)]
    assert keys[:6] == ["A.bag", "A.spent", "A.crown", "B.bag", "B.spent", "B.crown"]
    assert keys[6:] == ["B.charts.1", "B.charts.2", "B.charts.3", *(f"bay.{number}" for number in range(1, 10))]
    assert read_progress(end.to_json().encode()) == end


def test_the_usual_game_may_be_chosen_among_several(two_games: None) -> None:
    end = Played(choose_kits, Progress(pads=TWO)).say(USUAL, "2", "taps", "none", "none").end
    assert end
    assert (end.game, end.kits) == ("", ("taps", "none"))


def test_the_kits_of_beacons_make_its_table(two_games: None) -> None:
    text = FULL.read_text(encoding="utf-8")
    for named, letter in zip("NESW", "ABCD", strict=True):
        text = text.replace(f'"{named}', f'"{letter}')
    there = read_layout(text, known=names_of_places)
    assert isinstance(there, Layout)
    kits, shared = ("charts",) * 4, {"bay": "reader", "row": "reader"}
    spots = {one.spot.zone: one.key for one in wanted(kits, shared, GAME.key)}
    assert set(spots) == {spot.zone for spot in there.spots()}
    pads = tuple(FoundPad(pad.port, pad.number, len(pad.spots)) for pad in there.pads)
    found = {spots[spot.zone]: spot.reader for spot in there.spots()}
    made = layout_of(Progress(pads=pads, game=GAME.key, kits=kits, shared=shared, spots=found), str)
    assert [replace(spot, label="") for spot in made.spots()] == list(there.spots())
    assert (made.game, read_layout(write_layout(made))) == (there.game, made)


def test_what_was_kept_before_there_were_other_games_is_read() -> None:
    kept = PROGRESS.to_json().replace('"shared": {\n  "bank": "reader"\n }', '"bank": "reader"')
    kept = kept.replace(' "game": "",\n', "").replace(' "station_kind": "",\n', "")
    assert '"bank": "reader"' in kept
    assert "shared" not in kept
    assert read_progress(kept.encode()) == PROGRESS


class Answers:
    """A station that answers at some ports."""

    def __init__(self, port: str, there: str) -> None:
        self.there = port == there

    def open(self) -> None:
        if not self.there:
            raise StationError(Phrase("Nobody answers."))

    def close(self) -> None:
        self.there = False


def test_stations_of_all_kinds_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "pn532": lambda port, closer: Answers(port, "/dev/one"),
        "camera": lambda port, closer: Answers(port, "/dev/two"),
    }
    monkeypatch.setattr(first_run_devices, "station_kinds", lambda: known)
    found = [first_run_devices.station_at(port) for port in ("/dev/one", "/dev/two", "/dev/three")]
    assert found == ["pn532", "camera", ""]


def test_the_table_names_the_kind_of_its_station() -> None:
    made = layout_of(Progress(station="/dev/two", station_kind="camera", shared={"bank": "station"}), str)
    assert made.station
    assert (made.station.kind, made.station.spot and made.station.spot.label) == ("camera", "bank spot")
