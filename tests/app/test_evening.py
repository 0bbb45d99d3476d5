"""A whole evening with emulated pads on real ptys. It waits for what must come, and for nothing else."""

from __future__ import annotations

import re
import socket
import sqlite3
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from queue import Queue
from threading import Condition, current_thread
from typing import Any

import pytest

from companion.app.evening import Evening, Settings
from companion.app.network import page_address
from companion.app.table import NO_KIT
from companion.arbiter.arbiter import Arbiter
from companion.arbiter.books import Books
from companion.faces.display.pages import GameShown, Idle, Page, ReaderLost, Starting
from companion.faces.languages import ENGLISH, languages
from companion.faces.screen import Screen
from companion.ledger import read_checkpoint
from companion.referee.inputs import Answered, Back, Called, Corrected
from companion.referee.referee import Referee
from companion.rehearsal.live_pads import LivePads
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules.kernel.record import Record
from companion.table.presence import Presence
from companion.table.sightings import Uid
from companion.table.spread import Spread
from companion.table.twin import Twin
from tests.app.tables import CHIPS, SETUP, enrol, small_table
from tests.session.tables import entries_of, game_of

LONG = 20.0
"""Seconds after which something that must come will not come any more."""


class Wall:
    """What the display would show."""

    def __init__(self) -> None:
        self.news = Condition()
        self.pages: list[Page] = []

    def show(self, page: Page) -> None:
        with self.news:
            self.pages.append(page)
            self.news.notify_all()

    def wait_for(self, wanted: Callable[[Page], bool]) -> Page:
        """Until the newest page is like that."""
        with self.news:
            assert self.news.wait_for(lambda: bool(self.pages) and wanted(self.pages[-1]), LONG), self.pages[-1:]
            return self.pages[-1]

    def wait_for_screen(self, wanted: Callable[[Screen], bool]) -> Screen:
        page = self.wait_for(lambda page: isinstance(page, GameShown) and wanted(page.screen))
        assert isinstance(page, GameShown)
        return page.screen


class Table:
    """Pads, wall, and evenings after each other."""

    def __init__(self, pads: LivePads, folder: Path) -> None:
        self.pads = pads
        self.folder = folder
        self.wall = Wall()
        self.said: Queue[str] = Queue()

    def evening(self, **more: object) -> Evening:
        given = {"layout": self.pads.layout, "port": None, "wifi": "", "grace": 0.0, "announce": False} | more
        self.wall.pages.clear()
        return Evening(Settings(self.folder, **given), self.said.put, self.wall.show)  # type: ignore[arg-type]

    def hears(self, part: str) -> None:
        while part not in self.said.get(timeout=LONG):
            pass


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    enrol(tmp_path)
    with LivePads(small_table(), tmp_path / "ports") as pads:
        yield Table(pads, tmp_path)


def begin(evening: Evening) -> None:
    evening.hall.table().begin(SETUP, "table", "A duel", judged=False)


def lose(evening: Evening) -> None:
    """Anna's pile is far too high when her turn ends."""
    evening.hall.table().begin(SETUP, NO_KIT, "A duel", judged=False)
    bank = {"stock": {"gem_4": 9}, "change": {"gem_1": 1}}
    high = {"seats": {"Anna": {"pile": ["gem_4", "gem_4", "gem_4"]}}, "bank": bank}
    corrected = Corrected(("Anna", "Ben"), high, "a test", 0.0)
    assert evening.hall.table().send(corrected, "phone", ENGLISH).accepted
    for token in ("done", "buy:wound", "done"):
        assert evening.hall.table().send(Answered("Anna", token, 0.0), "phone", ENGLISH).accepted


def test_decks_pass_a_game_is_played_by_chips_and_goes_on_after_a_restart(table: Table) -> None:
    with table.evening() as evening:
        assert isinstance(table.wall.pages[0], Starting)
        table.wall.wait_for(lambda page: isinstance(page, Idle))
        for number, chip in enumerate(CHIPS[:5], 1):
            table.pads.put(chip, "1.1")
            table.wall.wait_for(lambda page, n=number: isinstance(page, Idle) and f"A {n}" in "".join(page.asides))  # type: ignore[misc]
            table.pads.lift(chip)
        begin(evening)
        table.wall.wait_for_screen(lambda screen: screen.board.headline == "Turn 1: Anna, action phase")
        table.pads.put(CHIPS[1], "1.0")  # Playing with Fire
        played = table.wall.wait_for_screen(lambda screen: any("Playing with Fire" in line for line in screen.last))
    with table.evening() as evening:
        table.hears("The game goes on")
        screen = table.wall.wait_for_screen(lambda screen: True)
        assert screen.board == played.board
        assert screen.last == played.last
        evening.hall.table().send(Answered("Anna", "done", 0.0), "phone", ENGLISH)
        screen = table.wall.wait_for_screen(lambda screen: "buy phase" in screen.board.headline)
        assert not screen.rulings, "the chip that lies there still was not played again"


def test_only_the_sessions_thread_touches_what_belongs_to_the_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole evening with pads, display, pages and a person: presence, referee, arbiter, twin and books are touched by
    one thread alone."""
    touched: set[tuple[str, str, int]] = set()

    def watch(cls: type) -> None:
        def get(self: object, name: str) -> object:
            touched.add((current_thread().name, cls.__name__, id(self)))
            return object.__getattribute__(self, name)

        monkeypatch.setattr(cls, "__getattribute__", get)

    with table.evening() as evening:
        for cls in (Presence, Referee, Arbiter, Record, Twin, Spread, Books):
            watch(cls)
        begin(evening)
        table.pads.put(CHIPS[1], "1.0")
        table.wall.wait_for_screen(lambda screen: any("Playing with Fire" in line for line in screen.last))
        assert not evening.hall.table().send(Answered("Ben", "done", 0.0), "phone", ENGLISH).accepted
        assert evening.hall.table().send(Called("Anna", 0.0), "phone", ENGLISH).accepted
        assert evening.hall.table().health(ENGLISH)
        twin = id(game_of(evening.hall.table()).arbiter.twin)
    own = {name for thread, name, _ in touched if thread == "session table"}
    assert own == {"Presence", "Referee", "Arbiter", "Record", "Twin", "Spread", "Books"}
    strange = {(thread, name) for thread, name, one in touched if thread != "session table"
               if name not in ("Twin", "Spread") or one == twin}  # fmt: skip
    assert strange == {("MainThread", "Referee"), ("MainThread", "Arbiter")}, "the test itself, at its end"


def test_a_crowded_cell_is_told_until_it_is_not(table: Table) -> None:
    with table.evening() as evening:
        begin(evening)
        for chip in CHIPS[4:7]:
            table.pads.put(chip, "2.2")
        table.wall.wait_for_screen(lambda screen: bool(evening.hall.table().board.unread()))
        (note,) = evening.hall.table().board.said(ENGLISH)
        assert note.words == "There are more chips than cells: Ben's tray, reader 2.2."
        rows = {row.name: row.words for row in evening.hall.table().health(ENGLISH)}
        assert rows["Ben's tray, reader 2.2"] == note.words
        table.pads.lift(CHIPS[6])
        table.wall.wait_for_screen(lambda screen: not evening.hall.table().board.unread())


def test_a_pad_that_is_unplugged_is_shown_and_comes_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.pages.LOST_AFTER", 0.0)
    with table.evening() as evening:
        begin(evening)
        table.hears("Pad 2 is connected")
        table.pads.unplug(2)
        page = table.wall.wait_for(lambda page: isinstance(page, ReaderLost))
        assert isinstance(page, ReaderLost)
        assert page.words == "Pad 2 does not answer."
        rows = {row.name: row.state for row in evening.hall.table().health(ENGLISH)}
        assert rows["Ben's table, reader 2.0"] == rows["Ben's bag, reader 2.1"] == "lost"
        screen = evening.hall.table().screen("table", ENGLISH)
        assert screen
        assert screen.notes == ("Pad 2 does not answer. The players are asked instead.",)
        table.pads.plug(2)
        table.wall.wait_for_screen(lambda screen: not screen.notes)


def test_a_phone_on_a_reader_is_noted_and_opens_no_ruling(table: Table) -> None:
    """As it makes up another number each time it is asked."""
    with table.evening() as evening:
        begin(evening)
        table.hears("Pad 2 is connected")
        for number in range(5):
            phone = TaggedThing(Uid(f"08A1B2{number:02X}"), None)
            table.pads.put(phone, "2.0")
            screen = table.wall.wait_for_screen(lambda screen: bool(screen.notes))
            table.pads.lift(phone)
        assert screen.notes == (
            "A phone or a bank card is lying here: Ben's table, reader 2.0. Take it away: the readers see it, but it is"
            " not a chip.",
        )
        screen = table.wall.wait_for_screen(lambda screen: not screen.notes)
        assert not screen.rulings
        assert not [change for change in table_entries(evening) if change.get("in") == "change"]


def table_entries(evening: Evening) -> Sequence[Mapping[str, Any]]:
    return entries_of(evening.hall.table())


def test_a_game_that_is_over_is_closed_and_shows_its_head(table: Table) -> None:
    with table.evening() as evening:
        lose(evening)
        screen = table.wall.wait_for_screen(lambda screen: bool(screen.head))
        assert screen.board.over
        playing = evening.hall.table().playing()
        assert playing
        assert playing.over
        kept = read_checkpoint(screen.checkpoint)
        assert kept
        assert (kept.head, kept.fingerprint, kept.over) == (screen.head, evening.hall.device, True)
        told = evening.hall.verify(playing.number, "table", screen.checkpoint, ENGLISH)
        assert (told.state, told.head) == ("whole", screen.head)
        assert f"Signed by device {evening.hall.device}" in " ".join(told.lines)
        assert "begun on device" not in " ".join(told.lines)
        device = evening.hall.device
    with table.evening() as evening:
        table.wall.wait_for(lambda page: isinstance(page, Idle))
        assert evening.hall.device == device
        table.hears(f"Records are signed by this device: {device}.")


def test_the_log_says_which_pad_is_connected(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    with table.evening():
        table.hears("Pad 2 is connected")
    assert any(
        re.fullmatch(r"pad 2: Pad 2 is connected: firmware \S+, \d+ readers\.", line) for line in caplog.messages
    )


def test_a_key_that_cannot_be_used_is_said_to_all_and_stops_nothing(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with table.evening():
        pass
    path = table.folder / "device.key"
    path.chmod(0o644)
    with table.evening() as evening:
        begin(evening)
        screen = table.wall.wait_for_screen(lambda screen: bool(screen.notes))
        assert screen.notes[0].startswith("Other users of this computer can read this device's key")
    assert "Other users of this computer can read this device's key." in caplog.messages
    path.write_text("nonsense")
    with table.evening() as evening:
        table.hears("holds no key of a device")
        screen = table.wall.wait_for_screen(lambda screen: bool(screen.notes))
        assert screen.notes[0].startswith("This device's key cannot be used, so records are not signed.")
        assert evening.hall.device == ""
        assert evening.hall.export(1, "table").startswith("companion record 1\n")
    assert "This device's key cannot be used, and records are not signed." in caplog.messages
    assert path.read_text() == "nonsense"


def test_nothing_is_closed_while_a_slip_may_be_taken_back(table: Table) -> None:
    with table.evening(grace=3600.0) as evening:
        lose(evening)
        table.wall.wait_for_screen(lambda screen: screen.board.over)
        playing = evening.hall.table().playing()
        assert playing
        assert playing.undo is not None
        assert evening.hall.table().send(Back(("Anna",), playing.undo, "a slip", 0.0), "phone", ENGLISH).accepted
        table.wall.wait_for_screen(lambda screen: not screen.board.over)


def test_a_port_in_use_is_said_and_the_rest_goes_on(table: Table) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with table.evening(port=port, host="127.0.0.1") as evening:
            assert evening.address == ""
            table.hears(f"Port {port} cannot be used")
            page = table.wall.wait_for(lambda page: isinstance(page, Idle) and bool(page.notes))
            assert isinstance(page, Idle)
            assert "cannot be used" in page.notes[0]
            begin(evening)
            table.wall.wait_for_screen(lambda screen: True)


def test_a_registry_that_cannot_be_read_is_said_in_the_language_of_the_screen(table: Table) -> None:
    tags = table.folder / "tags.json"
    good = tags.read_bytes()
    tags.write_bytes(b"nonsense")
    with table.evening(language=languages()["ru"]) as evening:
        begin(evening)
        screen = table.wall.wait_for_screen(lambda screen: bool(screen.notes))
        assert screen.notes[0].startswith("Список меток не читается")
        english = evening.hall.table().screen("Anna", ENGLISH)
        assert english
        assert english.notes[0].startswith("The list of tags cannot be read")
        table.hears("tags.json")
        tags.write_bytes(good)
        begin(evening)
        table.wall.wait_for_screen(lambda screen: not screen.notes)


def test_a_part_that_cannot_be_started_is_left_out_and_named(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Evening) -> None:
        raise ValueError("no such thing")

    monkeypatch.setattr(Evening, "_start_readers", broken)
    with table.evening(language=languages()["ru"]):
        table.hears("The readers could not be started: no such thing")
        page = table.wall.wait_for(lambda page: isinstance(page, Idle) and bool(page.notes))
        assert isinstance(page, Idle)
        assert page.notes[0].startswith("Считыватели: не удалось запустить")


def test_phones_find_the_pages_and_the_display_says_how(table: Table) -> None:
    with table.evening(port=0, host="127.0.0.1", wifi="Games") as evening:
        page = table.wall.wait_for(lambda page: isinstance(page, Idle) and bool(page.address))
        assert isinstance(page, Idle)
        assert (page.address, page.wifi) == (evening.address, "Games")
        ((who, code),) = evening.codes()
        assert (who, page.code) == ("host", code.spaced)
        with urllib.request.urlopen(evening.address, timeout=LONG) as found:
            assert found.status == 200
        evening.doors.enter(code.text)
        table.wall.wait_for(lambda page: isinstance(page, Idle) and not page.code)
        begin(evening)
        (anna, code), (ben, _) = evening.codes()
        assert (anna, ben) == ("Anna", "Ben")
        evening.doors.enter(code.text)
        assert [who for who, _ in evening.codes()] == ["Ben"]


def test_a_display_that_breaks_down_stops_nothing(table: Table) -> None:
    def broken(page: Page) -> None:
        if not isinstance(page, Starting):
            raise ValueError("no ink")

    with Evening(Settings(table.folder, table.pads.layout, port=None, wifi=""), table.said.put, broken) as evening:
        table.hears("The display was not told what is new (ValueError).")
        (note,) = evening.hall.table().unread(ENGLISH)
        assert note.words == "A part of the program failed: the display. The game goes on."
        begin(evening)
        assert evening.hall.table().send(Answered("Anna", "done", 0.0), "phone", ENGLISH).accepted


def test_a_look_that_breaks_the_program_costs_that_look(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    look = Presence.look
    broken: list[object] = []

    def breaks_once(presence: Presence, told: object) -> object:
        if getattr(told, "tags", ()) and not broken:
            broken.append(told)
            raise ValueError("nonsense")
        return look(presence, told)  # type: ignore[arg-type]

    monkeypatch.setattr(Presence, "look", breaks_once)
    with table.evening() as evening:
        table.pads.put(CHIPS[0], "1.1")
        table.hears("A look at the table was lost")
        table.wall.wait_for(lambda page: isinstance(page, Idle) and "A 1" in "".join(page.asides))
        assert evening.attendants[0].readers


def test_a_table_without_readers(table: Table) -> None:
    with table.evening(layout=None, language=languages()["ru"]) as evening:
        assert evening.attendants[0].readers is None
        page = table.wall.wait_for(lambda page: isinstance(page, Idle))
        assert isinstance(page, Idle)
        assert page.words.startswith("Партии нет")
        evening.hall.table().begin(SETUP, NO_KIT, "A duel", judged=False)
        table.wall.wait_for_screen(lambda screen: "Anna" in screen.board.headline)


def test_addresses() -> None:
    assert page_address("127.0.0.1", 8080) == "http://127.0.0.1:8080"


def test_a_seat_that_is_called_host_hides_nobodys_code(tmp_path: Path) -> None:
    setup = replace(SETUP, seats=(replace(SETUP.seats[0], name="host"), *SETUP.seats[1:]))
    with Evening(Settings(tmp_path, port=None, wifi="", announce=False), print) as evening:
        evening.hall.table().begin(setup, NO_KIT, "", judged=False)
        assert [who for who, _ in evening.codes()] == ["host", "host", setup.seats[1].name]
        assert len({code.text for _, code in evening.codes()}) == 3


def test_a_damaged_file_of_games_is_said_loudly_with_its_game(table: Table) -> None:
    with table.evening() as evening:
        evening.hall.table().begin(SETUP, NO_KIT, "Anna – Ben", judged=False)
        for token in ("done", "buy:wound"):
            assert evening.hall.table().send(Answered("Anna", token, 0.0), "phone", ENGLISH).accepted
    damage_entry(table.folder / "games.sqlite", 2)
    with table.evening() as evening:
        table.hears("ATTENTION: ")
        words = [note.words for note in evening.hall.table().unread(ENGLISH)]
        assert words[0] == "Game 1 (Anna – Ben) was saved up to entry 1 only: the rest could not be read."
        assert words[1].startswith("The games file was damaged. It is kept as games.sqlite.set-aside-1.")
        cut = "saved up to entry 1 only"
        shown = table.wall.wait_for_screen(lambda screen: any(cut in note for note in screen.notes))
        assert len([note for note in shown.notes if "games.sqlite.set-aside-1" in note]) == 1
        russian = [note.words for note in evening.hall.table().unread(languages()["ru"])]
        assert "Партия 1 (Anna – Ben)" in russian[0]
        for note in evening.hall.table().unread(ENGLISH):
            evening.hall.table().mark_read(note.key)
        table.wall.wait_for_screen(lambda screen: not screen.notes)
    log = (table.folder / "games.sqlite.set-aside-1").exists()
    assert log, "nothing is thrown away"


def two_games(table: Table) -> None:
    """The first one was abandoned, the second one is being played."""
    with table.evening() as evening:
        evening.hall.table().begin(SETUP, NO_KIT, "Anna – Ben", judged=False)
        evening.hall.table().begin(SETUP, NO_KIT, "A return match", judged=False)


def spoil_the_second_game(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = path.read_bytes()
    assert b"return match" in data
    path.write_bytes(data.replace(b"return match", b"return catch"))


LOST_FILES: Mapping[str, Callable[[Path], object]] = {
    "damaged": spoil_the_second_game,
    "empty": lambda path: path.write_bytes(b""),
    "another file": lambda path: path.write_text("hello"),
    "missing": Path.unlink,
}


@pytest.mark.parametrize("how", LOST_FILES)
def test_a_game_that_is_lost_is_named_and_an_older_one_does_not_take_its_place(table: Table, how: str) -> None:
    two_games(table)
    LOST_FILES[how](table.folder / "games.sqlite")
    with table.evening() as evening:
        table.hears("ATTENTION: Game 2 (A return match), which was being played since ")
        assert evening.hall.table().playing() is None
        newest = evening.hall.table().unread(ENGLISH)[0]
        assert newest.words.startswith("Game 2 (A return match), which was being played since ")
        assert newest.words.endswith(" is not in the games file any more.")
        assert "`companion restore FILE`" in newest.remedy
        begin(evening)
    with table.evening():
        table.hears("The game goes on where it stopped: A duel")


def test_what_was_saved_of_a_game_goes_on_as_far_as_it_was_saved(table: Table) -> None:
    with table.evening() as evening:
        evening.hall.table().begin(SETUP, NO_KIT, "Anna – Ben", judged=False)
        for token in ("done", "buy:wound"):
            assert evening.hall.table().send(Answered("Anna", token, 0.0), "phone", ENGLISH).accepted
    spoil_the_head(table.folder / "games.sqlite")
    with table.evening() as evening:
        table.hears("The game goes on as far as it was saved: Anna – Ben.")
        newest = evening.hall.table().unread(ENGLISH)[0]
        assert newest.words == "Game 1 (Anna – Ben) goes on as far as it was saved. Its last entries may be missing."
        assert newest.remedy.startswith("Compare the table with the display.")


def spoil_the_head(path: Path) -> None:
    """Nothing of the entries is damaged, but SQLite cannot read the file."""
    path.write_bytes(bytes(100) + path.read_bytes()[100:])


def damage_entry(path: Path, number: int) -> None:
    """Each entry lies in the file twice: one byte of both is another."""
    with sqlite3.connect(path) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert "entry" in tables, tables
        (text,) = connection.execute("SELECT public FROM entry WHERE number = ?", (number,)).fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    needle = (text if isinstance(text, bytes) else text.encode())[:24]
    data = path.read_bytes()
    assert needle in data
    path.write_bytes(data.replace(needle, needle[:-1] + b"\x07"))
