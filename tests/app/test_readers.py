"""From looks to the game, step by step: no thread runs, and no port is open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from errno import EACCES, EBUSY, EIO, ENOENT, ENOTTY
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.app.decks import chips_from
from companion.app.hall import NO_KIT, RunningHall
from companion.app.pages import (
    LOST_AFTER,
    LOST_SHOWN,
    Joining,
    first_lost,
    health_rows,
    notes_of,
    page_for,
    spot_name,
    told,
)
from companion.app.readers import ReaderCondition, TableReaders
from companion.app.seating import as_called, seated
from companion.app.table_file import places_of
from companion.faces.display.pages import GameShown, Idle, ReaderLost
from companion.faces.hall import ReaderStatus
from companion.faces.languages import ENGLISH, languages
from companion.referee.inputs import Seen
from companion.rules import SeatSetup, find_game
from companion.table.changes import Tapped
from companion.table.hints import Hints
from companion.table.layout import STATION, Spot, SpotRole
from companion.table.messages import VERSION, ErrorReason, Hello, Refused
from companion.table.nfc import in_words
from companion.table.phrases import Phrase
from companion.table.port import not_opened
from companion.table.reader_notices import PadWords, ReaderNotice
from companion.table.sightings import Look
from tests.app.tables import CHIPS, KINDS, SETUP, small_table

CHIP = CHIPS[0].uid
START, AHEAD = 50.0, 1000.0
WORDS = find_game("puzzle-strike").words
RUSSIAN = languages()["ru"]


class Game:
    """Stands for a game that runs, with a clock that is far ahead of ours."""

    def __init__(self, resting: dict[Any, str] | None = None, *, over: bool = False) -> None:
        self.sent: list[Seen] = []
        self.doubt = False
        self.hints = Hints(resting or {})
        self.beginning = SimpleNamespace(layout=seated(small_table(), SETUP))
        self.over = over

    time = START

    def now(self) -> float:
        return self.time + AHEAD

    def send(self, one: Seen, bringer: str = "") -> None:
        self.sent.append(one)


class Stepped:
    """Readers that are told looks one by one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = START
        monkeypatch.setattr("companion.app.readers.monotonic", lambda: START)
        self.game: Game | None = None
        self.noticed: list[str] = []
        self.asked: list[Callable[[Any], None]] = []
        self.readers = TableReaders(
            small_table(), lambda: cast(Any, self.game), lambda notice: self.noticed.append(notice.words)
        )
        (pads,) = self.readers._drivers
        monkeypatch.setattr(pads, "ask", self.asked.append)

    def look(self, reader: str, *tags: Any) -> None:
        self.time += 0.05
        self.readers._follow()
        self.readers._take(Look(reader, self.time, tags))
        self.readers._steer()

    def in_doubt(self) -> bool:
        assert self.game
        return self.game.doubt


@pytest.fixture
def stepped(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stepped]:
    found = Stepped(monkeypatch)
    yield found
    for driver in found.readers._drivers:
        driver.stop()


def settle(stepped: Stepped, reader: str) -> None:
    """So many looks at one reader, and at those beside it, that it is clear where the chip lies."""
    for _ in range(40):
        stepped.look(reader, CHIP)
        for other in ("1.0", "1.1", "1.2"):
            if other != reader:
                stepped.look(other)


def test_what_is_told_bears_the_games_clock(stepped: Stepped) -> None:
    stepped.game = Game()
    settle(stepped, "1.0")
    (seen,) = stepped.game.sent
    assert seen.at == pytest.approx(stepped.time + AHEAD, abs=10)
    assert isinstance(seen.change, Tapped)
    assert seen.change.at == pytest.approx(50.05 + AHEAD)
    assert stepped.readers.passed() == ()


def test_a_chip_in_doubt_is_looked_at_closer_and_the_game_waits(stepped: Stepped) -> None:
    stepped.game = Game()
    stepped.look("1.0")
    stepped.look("1.1")
    stepped.look("1.0", CHIP)
    assert stepped.in_doubt()
    closer: list[frozenset[str]] = []
    stepped.asked[-1](SimpleNamespace(look_closer=closer.append))
    assert "1.0" in closer[0]
    settle(stepped, "1.0")
    assert not stepped.in_doubt()
    stepped.asked[-1](SimpleNamespace(look_closer=closer.append))
    assert closer[-1] == frozenset()


def test_a_chip_that_lay_on_a_tap_before_the_game_is_not_laid_there_in_it(stepped: Stepped) -> None:
    settle(stepped, "1.0")
    assert [type(change) for change in stepped.readers.passed()] == [Tapped]
    stepped.game = Game()
    settle(stepped, "1.0")
    assert stepped.game.sent == []
    assert stepped.readers.passed() == ()


def test_after_a_restart_a_chip_that_rests_taps_no_second_time(stepped: Stepped) -> None:
    stepped.game = Game({CHIP: "1.0"})
    settle(stepped, "1.0")
    assert stepped.game.sent == []


def test_after_a_game_decks_pass_for_the_next(stepped: Stepped) -> None:
    stepped.game = Game(over=True)
    settle(stepped, "1.1")
    assert stepped.game.sent == []
    assert stepped.readers.decks(places_of(small_table()).owner) == {"A": 1, "B": 0}


def test_a_notice_is_told_once_and_its_end_too(stepped: Stepped) -> None:
    for trouble, words in ((True, "Pad 2 is gone."), (True, "Pad 2 is gone."), (False, "Pad 2 is there.")):
        stepped.readers._take(ReaderNotice(1.0, "pad 2", Phrase(words), trouble))
    assert stepped.noticed == ["Pad 2 is gone.", "Pad 2 is there."]
    assert stepped.readers.troubles == {}


def test_of_a_hidden_spot_no_rate_is_told(stepped: Stepped) -> None:
    for number in range(200):
        stepped.look("1.1", *([CHIP] if number % 2 else []))
    stepped.readers._look_at_health()
    assert stepped.readers.health["1.1"] == ReaderCondition(200, 0.0)


def test_decks_that_passed_are_known_in_the_game(tmp_path: Path) -> None:
    kinds = {chip.uid: chip.kind or "" for chip in CHIPS}
    passed = [Tapped(chip.uid, "1.1", 1.0) for chip in CHIPS[:4]]
    passed.append(Tapped(CHIPS[5].uid, "9.9", 1.0))
    chips = chips_from(lambda game: kinds, lambda: passed)
    layout = seated(small_table(), SETUP)
    known, twin = chips(layout, SETUP)
    assert known == kinds
    surely = {kind: least for kind, (least, _) in twin.counts("Anna.bag").items() if least}
    assert {kind: surely.get(kind) for kind in KINDS[:4]} == dict.fromkeys(KINDS[:4], 1)
    hall = RunningHall(tmp_path / "games.sqlite", tables={"table": small_table()}, chips=chips)
    hall.begin(SETUP, "table", "", judged=False)
    hall.close()


# -- pages -----------------------------------------------------------------------------------------------------


def test_a_lost_reader_is_large_for_a_while(tmp_path: Path) -> None:
    hall = RunningHall(tmp_path / "games.sqlite")
    hall.begin(SETUP, NO_KIT, "A duel", judged=False)
    screen = hall.screen("table", ENGLISH)
    hall.close()
    lost = first_lost(small_table(), {"1.1": ReaderNotice(10.0, "1.1", Phrase("It is silent."), trouble=True)}, WORDS)
    assert lost
    assert lost[0].said() == "slot of A"
    kinds = [
        type(page_for(shown, Joining(""), lost, (), (), 10.0 + late, ENGLISH))
        for shown, late in ((screen, 0.0), (screen, LOST_AFTER), (screen, LOST_SHOWN), (None, LOST_AFTER))
    ]
    assert kinds == [GameShown, ReaderLost, GameShown, Idle]
    assert (
        first_lost(small_table(), {"log": ReaderNotice(1.0, "log", Phrase("The disk is full."), trouble=True)}, WORDS)
        is None
    )


def test_notes_name_a_pad_and_not_each_of_its_readers_besides() -> None:
    troubles = {
        about: ReaderNotice(1.0, about, Phrase("No."), trouble=True)
        for about in ("pad 1", "1.0", "2.2", "log", "station")
    }
    assert [note.said() for note in notes_of(small_table(), troubles, WORDS)] == [
        "B's tray, reader 2.2 does not answer. The players are asked instead.",
        "There is a problem with the readers: No.",
        "Pad 1 does not answer. The players are asked instead.",
        "The station does not answer. The players are asked instead.",
    ]


def test_while_they_play_readers_go_by_players_and_places() -> None:
    table = as_called(small_table(), replace(SETUP, seats=(SeatSetup("Anna"), SeatSetup("bo"))))
    rows = health_rows(table, {}, {}, WORDS, ENGLISH)
    assert [row.name for row in rows][1::2] == [
        "Anna's bag, reader 1.1",
        "bo's table, reader 2.0",
        "bo's tray, reader 2.2",
    ]
    trouble = {"2.2": ReaderNotice(1.0, "2.2", Phrase("No."), trouble=True)}
    (note,) = notes_of(table, trouble, WORDS)
    assert note.said().startswith("bo's tray, reader 2.2 does not answer.")
    assert note.said(RUSSIAN.say).startswith("Лоток (bo), считыватель 2.2: нет ответа.")
    assert spot_name(Spot("3.0", SpotRole.TAP, "bank"), WORDS).said() == "The bank, reader 3.0"
    assert spot_name(Spot(STATION, SpotRole.TAP, "bank"), WORDS).said(RUSSIAN.say) == "Банк, станция"


def test_health_of_readers() -> None:
    health = {"1.0": ReaderCondition(9), "1.1": ReaderCondition(9, 0.5), "1.2": ReaderCondition(0)}
    troubles = {"pad 2": ReaderNotice(1.0, "pad 2", Phrase("It is gone."), trouble=True)}
    rows = health_rows(small_table(), health, troubles, WORDS, ENGLISH)
    assert [(row.name, row.state) for row in rows] == [
        ("A's table, reader 1.0", "good"),
        ("slot of A", "weak"),
        ("A's discard pile, reader 1.2", "lost"),
        ("B's table, reader 2.0", "lost"),
        ("B's bag, reader 2.1", "lost"),
        ("B's tray, reader 2.2", "lost"),
    ]
    assert rows[-1].words == "It is gone."


PAD = PadWords("/dev/pad-2", 2)
ANY_PAD = PadWords("/dev/pad-2", None)
SAID = [
    PAD.there(Hello(VERSION, "1.0.0", 2, ("92", "92"), "P"), slow=True),
    ANY_PAD.there(Hello(VERSION, "1.0.0", 0, ("92",), "P"), slow=False),
    PAD.silent(),
    ANY_PAD.silent(),
    *(PAD.restarted(letters) for letters in ("", "PBEW")),
    PAD.reader_silent(1),
    PAD.reader_back(1),
    ANY_PAD.reader_silent(1),
    PAD.no_reader(3, 2),
    *(
        PAD.unfit(Hello(version, "1.0.0", number, (), "P"))
        for version, number in ((VERSION, 0), (VERSION, 3), (VERSION + 1, 2))
    ),
    PAD.unfit(Refused(ErrorReason.CRC)),
    *(not_opened("/dev/pad-2", OSError(number, "")).told for number in (ENOENT, EACCES, EBUSY, ENOTTY, EIO)),
    *(in_words(__file__, OSError(number, "")) for number in (EACCES, EBUSY, ENOTTY, EIO)),
    in_words("/dev/no-station", OSError()),
]
"""What readers say; why something failed may be the system's own word."""
ENGLISH_WORDS = re.compile(r"\b(the|is|it|not|there|to|and|has|pad|reader|again|answer)\b", re.IGNORECASE)


@pytest.mark.parametrize("words", SAID, ids=lambda words: words.template[:40])
def test_what_readers_say_reaches_faces_in_their_language(words: Phrase) -> None:
    said = told(words).said(RUSSIAN.say)
    assert said == words.said(RUSSIAN.say)
    assert re.search("[а-яё]", said)
    assert not ENGLISH_WORDS.search(re.sub(r"`[^`]*`|/dev/[\w-]+", "", said))
    assert told(words).said(ENGLISH.say) == words


def test_troubles_are_told_in_the_language_of_whoever_looks() -> None:
    troubles = {
        "2.2": ReaderNotice(1.0, "2.2", PAD.reader_silent(2), trouble=True),
        "log": ReaderNotice(
            1.0, "log", Phrase("The log {path} cannot be written: {why}.", path="a", why="b"), trouble=True
        ),
    }
    row = health_rows(small_table(), {}, troubles, WORDS, RUSSIAN)[-1]
    assert row == ReaderStatus("Лоток (B), считыватель 2.2", "lost", PAD.reader_silent(2).said(RUSSIAN.say))
    notes = notes_of(small_table(), troubles, WORDS)
    assert [note.said(RUSSIAN.say) for note in notes] == [
        "Лоток (B), считыватель 2.2: нет ответа. Вместо этого спрашивают игроков.",
        "Неполадка со считывателями: Журнал a не записывается: b.",
    ]
    assert "The log a cannot be written" in notes[1].said()
