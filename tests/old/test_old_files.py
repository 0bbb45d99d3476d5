"""An upgrade keeps games, tags and all else: files as the first version wrote them, and whatever comes reads them.

The files in `first` are never changed. Who gives one of them another form puts a folder beside it with that form, and
both are read from then on.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.demo.table import deal, demo_table
from companion.app.demo.world import World
from companion.app.evening import Evening, Settings
from companion.app.first_run.progress import FoundPad, read_progress
from companion.app.seating import seated
from companion.app.service.hotspot import Hotspot, read_hotspot
from companion.faces.languages import ENGLISH
from companion.faces.server.doors import HOST, Doors, Role, RoleKind
from companion.ledger import Ledger, Recorded, check_chain, read_record
from companion.referee.entries import state_of
from companion.referee.inputs import Called
from companion.referee.verifying import verify
from companion.rehearsal.games.trace import read_situation, read_trace
from companion.rules import Setup, find_game
from companion.table.layout import Layout
from companion.table.layout import SpotRole as Serves
from companion.table.layout_file import load_layout
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Uid
from tests.session.tables import game_of

FIRST = Path(__file__).with_name("first")
PLAYED = 2
"""The game that was under way; one before it was over."""
ENTRIES = 112
"""Of that game."""
THEN = 1_735_700_000.0
"""When people had joined."""
TOKENS = {
    "host": "Mtp9ssTsrZHh8nUt8XHpl0kkSNPb13GhNt28Bqxjwt4",
    "seat": "lPCotwCmlv13_wQfLK1Vm8UcqUVp8UJj4fN-cNHU9rg",
    "out": "L3leTlQDGYDteey7kj4Gmg2g4tR3I_Yzzh1cDDKKkck",
}
"""What their browsers showed."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of somebody who has only just installed a newer program."""
    folder = tmp_path / "data"
    shutil.copytree(FIRST, folder)
    (folder / "games.sql").unlink()
    with closing(sqlite3.connect(folder / "games.sqlite")) as connection:
        connection.executescript((FIRST / "games.sql").read_text("utf-8"))
    return folder


# -- games ---------------------------------------------------------------------------------------------------------


def test_a_game_goes_on_in_a_newer_program(data: Path) -> None:
    said: list[str] = []
    settings = Settings(data, port=None, wifi="", announce=False)
    for more in range(2):
        with Evening(settings, said.append) as evening:
            playing = evening.hall.table().playing()
            assert playing is not None
            assert (playing.number, playing.seats, playing.over) == (PLAYED, ("A", "B"), False)
            assert evening.hall.table().notes() == ("A was late.",)
            referee = game_of(evening.hall.table())
            assert referee.arbiter.match.view("judge").zones["A.pile"] == ("gem_1", "gem_1", "gem_1")
            clocks = referee.clocks
            assert clocks is not None
            assert clocks.left[0].seconds == 3600.0
            assert evening.hall.ledger.games()[-1].entries >= ENTRIES + more
            assert evening.hall.table().send(Called("B", 0.0), "phone", ENGLISH).accepted
    assert not [words for words in said if "Traceback" in words]


def test_each_entry_leads_to_the_table_that_was_written_with_it(data: Path) -> None:
    with Ledger.open(data / "games.sqlite") as ledger:
        assert ledger.troubles == []
        assert [(row.over, row.entries) for row in ledger.games()][-1] == (False, ENTRIES)
        (*_, last) = [entry.payload for entry in ledger.game(PLAYED).entries() if "state" in entry.payload]
    with Evening(Settings(data, port=None, wifi="", announce=False), print) as evening:
        assert state_of(game_of(evening.hall.table()).arbiter.match) == last["state"]


def test_a_record_that_was_exported_is_still_proven() -> None:
    recorded = read_record((FIRST / "game-1.txt").read_text("utf-8"))
    assert isinstance(recorded, Recorded), recorded
    assert check_chain(recorded) == []
    verdict = verify(recorded)
    assert (verdict.problem, verdict.kept_back) == (None, None)
    assert verdict.moves > 3


# -- table and tags ------------------------------------------------------------------------------------------------


def test_tags_are_known() -> None:
    kinds = RegistryFile(FIRST / "tags.json").registry.kinds("puzzle-strike")
    assert len(kinds) == 6
    assert kinds[Uid("040195D1AC00E1")] == "wound"


def test_a_table_is_as_it_was_described() -> None:
    layout = load_layout(FIRST / "table.toml")
    assert isinstance(layout, Layout), layout
    assert [len(pad.spots) for pad in layout.pads] == [4, 2]
    assert layout.pads[0].spots[0].role is Serves.CELLS
    assert layout.station is not None
    assert layout.panel == {"button_A": 5, "button_table": 6, "lamp_A": 13, "buzzer": 26}


def test_a_first_run_goes_on() -> None:
    progress = read_progress((FIRST / "first-run.json").read_bytes())
    assert progress is not None
    assert progress.done == ("language", "pads")
    assert progress.pads == (FoundPad("/dev/puzzle-strike/pad-1", 1, 4, (2,)),)


def test_the_hotspot_keeps_its_name_and_passphrase() -> None:
    assert read_hotspot((FIRST / "hotspot.json").read_text("utf-8")) == Hotspot("Table-GW5N", "abcd-efgh-jk23")


# -- people --------------------------------------------------------------------------------------------------------


def test_who_had_joined_is_still_there(data: Path) -> None:
    doors = Doors(lambda: THEN + 60.0, data / "doors.json")
    assert doors.trouble == ""
    roles = {name: session.role if (session := doors.session(token)) else None for name, token in TOKENS.items()}
    assert roles == {"host": HOST, "seat": Role(RoleKind.SEAT, "A", PLAYED, "table"), "out": None}
    why = doors.shut_out(TOKENS["out"])
    assert why is not None
    assert why.said() == "The judge took this seat back."
    judge = doors.enter("G32 SYT")
    assert judge is not None
    assert doors.signed("a form") == "c2b0ecb63545c6a8ce72d0693301d96353c7c8489794fe499d666e6ccedbf3cd"


# -- rehearsals ----------------------------------------------------------------------------------------------------


def test_the_virtual_table_lies_as_it_lay() -> None:
    kept = json.loads((FIRST / "world.json").read_text("utf-8"))
    setup = Setup.from_json(kept["setup"])
    game = find_game(setup.game).bound(setup)
    world = World(seated(demo_table(len(setup.seats)), setup), game, deal(setup))
    assert world.to_json() != kept["chips"]
    world.take_json(kept["chips"])
    assert world.to_json() == kept["chips"]


def test_a_trace_in_a_bug_report_can_be_replayed() -> None:
    trace = read_trace(FIRST / "game.trace.jsonl")
    assert (len(trace.looks), trace.problems) == (7, ())
    situation = read_situation((FIRST / "game.setup.json").read_text("utf-8"))
    assert set(situation.kinds) == set(situation.places)
