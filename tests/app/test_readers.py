"""What readers tell: looks for the session, and words for people. No port is open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from errno import EACCES, EBUSY, EIO, ENOENT, ENOTTY
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.decks import chips_from
from companion.app.hall import RunningHall
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
from companion.app.readers import TableReaders
from companion.app.seating import as_called, seated
from companion.app.table import NO_KIT
from companion.faces.display.pages import GameShown, Idle, ReaderLost
from companion.faces.hall import ReaderStatus
from companion.faces.languages import ENGLISH, languages
from companion.rules import SeatSetup, find_game
from companion.session.running import RunningSession
from companion.session.session import ReaderCondition, TableSession
from companion.table.changes import Tapped
from companion.table.layout import STATION, Spot, SpotRole
from companion.table.messages import VERSION, ErrorReason, Hello, Refused
from companion.table.nfc import in_words
from companion.table.phrases import Phrase
from companion.table.port import not_opened
from companion.table.reader_notices import PadWords, ReaderNotice
from companion.table.sightings import Look
from tests.app.tables import CHIPS, KINDS, SETUP, small_table

CHIP = CHIPS[0].uid
WORDS = find_game("puzzle-strike").words
RUSSIAN = languages()["ru"]


@pytest.fixture
def noticed() -> list[str]:
    return []


@pytest.fixture
def readers(noticed: list[str]) -> Iterator[TableReaders]:
    session = RunningSession(TableSession(small_table()))
    found = TableReaders(small_table(), session, lambda notice: noticed.append(notice.words))
    yield found
    found.stop()


def test_looks_go_to_the_session(readers: TableReaders) -> None:
    sent: list[Look] = []
    readers._session.look = sent.append  # type: ignore[method-assign, assignment]
    readers.tell(Look("1.0", 1.0, (CHIP,)))
    assert sent == [Look("1.0", 1.0, (CHIP,))]


def test_pads_are_told_where_to_look_closer(readers: TableReaders, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Callable[[Any], None]] = []
    (pads,) = readers._drivers
    monkeypatch.setattr(pads, "ask", asked.append)
    readers.look_closer(frozenset({"1.0"}))
    closer: list[frozenset[str]] = []
    asked[-1](SimpleNamespace(look_closer=closer.append))
    assert closer == [frozenset({"1.0"})]


def test_a_notice_is_told_once_and_its_end_too(readers: TableReaders, noticed: list[str]) -> None:
    for trouble, words in ((True, "Pad 2 is gone."), (True, "Pad 2 is gone."), (False, "Pad 2 is there.")):
        readers.tell(ReaderNotice(1.0, "pad 2", Phrase(words), trouble))
    assert noticed == ["Pad 2 is gone.", "Pad 2 is there."]
    assert readers.troubles == {}


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
    hall.table().begin(SETUP, "table", "", judged=False)
    hall.close()


# -- pages -----------------------------------------------------------------------------------------------------


def test_a_lost_reader_is_large_for_a_while(tmp_path: Path) -> None:
    hall = RunningHall(tmp_path / "games.sqlite")
    hall.table().begin(SETUP, NO_KIT, "A duel", judged=False)
    screen = hall.table().screen("table", ENGLISH)
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
