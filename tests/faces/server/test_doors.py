"""Codes and sessions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.faces.server.doors import (
    CODE_LASTS,
    HOST,
    MOST_SESSIONS,
    SESSION_LASTS,
    SIGNS,
    Doors,
    Role,
    RoleKind,
)
from companion.rules.kernel.sentences import Sentence, Term
from tests.faces.server.conftest import Clock

ANNA = Role(RoleKind.SEAT, "Anna", 1, "table")
BEN = Role(RoleKind.SEAT, "Ben", 1, "table")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def doors(clock: Clock) -> Doors:
    return Doors(clock)


def test_a_code_opens_once(doors: Doors) -> None:
    code = doors.open(ANNA)
    token = doors.enter(code.spaced.lower())
    assert token
    session = doors.session(token)
    assert session
    assert session.role == ANNA
    assert doors.enter(code.text) is None
    assert doors.code_for(ANNA) is None


def test_codes_are_random_and_of_the_device(doors: Doors, clock: Clock) -> None:
    codes = {doors.open(Role(RoleKind.SEAT, str(number), 1)).text for number in range(200)}
    assert len(codes) == 200
    assert all(set(code) <= set(SIGNS) for code in codes)
    assert Doors(clock).signed("x") != doors.signed("x")


def test_a_code_expires(doors: Doors, clock: Clock) -> None:
    code = doors.open(ANNA)
    clock.time += CODE_LASTS
    assert doors.enter(code.text) is None
    assert doors.codes() == []


def test_a_new_code_takes_the_place_of_the_old(doors: Doors) -> None:
    old, new = doors.open(ANNA), doors.open(ANNA)
    assert doors.enter(old.text) is None
    assert doors.enter(new.text)


@pytest.mark.parametrize("text", ["", "A", "?" * 6, "\ud800", "x" * 10_000])
def test_nonsense_opens_nothing(doors: Doors, text: str) -> None:
    doors.open(ANNA)
    assert doors.enter(text) is None
    assert doors.session(text) is None


def test_a_session_expires_and_can_be_left_and_revoked(doors: Doors, clock: Clock) -> None:
    anna, ben, host = (doors.enter(doors.open(role).text) or "" for role in (ANNA, BEN, HOST))
    heard: list[bool] = []
    doors.subscribe(lambda: heard.append(True))
    doors.leave(anna)
    doors.revoke(BEN)
    assert heard
    assert [bool(doors.session(token)) for token in (anna, ben, host)] == [False, False, True]
    clock.time += SESSION_LASTS
    assert not doors.session(host)
    assert not doors.taken(HOST)


def test_revoking_takes_the_code_too(doors: Doors) -> None:
    code = doors.open(ANNA)
    doors.revoke(ANNA)
    assert doors.enter(code.text) is None


def test_another_game_ends_the_seats_of_this_one(doors: Doors) -> None:
    anna, host = doors.enter(doors.open(ANNA).text) or "", doors.enter(doors.open(HOST).text) or ""
    later = doors.open(Role(RoleKind.SEAT, "Anna", 2, "table"))
    doors.revoke_games_but(2, "table")
    assert not doors.session(anna)
    assert doors.session(host)
    assert doors.enter(later.text)


def test_sessions_are_not_without_number(doors: Doors, clock: Clock) -> None:
    tokens = []
    for number in range(MOST_SESSIONS + 10):
        clock.time += 1
        tokens.append(doors.enter(doors.open(Role(RoleKind.SEAT, str(number), 1)).text) or "")
    assert sum(bool(doors.session(token)) for token in tokens) == MOST_SESSIONS
    assert doors.session(tokens[-1])


def test_the_judge_can_say_the_code_again(doors: Doors) -> None:
    code = doors.open(Role(RoleKind.JUDGE, "", 1, "table"))
    session = doors.session(doors.enter(code.text) or "")
    assert session
    assert doors.said_again(session, code.spaced)
    assert not doors.said_again(session, "")
    assert not doors.said_again(session, "ABCDEF")


def test_a_code_can_be_closed_while_who_came_in_stays(doors: Doors) -> None:
    token = doors.enter(doors.open(ANNA).text) or ""
    code = doors.open(ANNA)
    doors.close(ANNA)
    assert doors.enter(code.text) is None
    assert doors.session(token)


def test_who_is_shut_out_is_told_why(doors: Doors, clock: Clock) -> None:
    code = doors.open(ANNA)
    token = doors.enter(code.text) or ""
    assert doors.opened_by(ANNA, code.spaced)
    assert not doors.opened_by(BEN, code.text)
    assert doors.shut_out(token) is None
    doors.revoke(ANNA, Sentence("because"))
    assert doors.shut_out(token) == Sentence("because")
    assert doors.shut_out("") is None
    assert not doors.opened_by(ANNA, code.text)
    for number in range(MOST_SESSIONS + 1):  # it is not kept for ever
        clock.time += 1
        doors.enter(doors.open(BEN).text)
        doors.revoke(BEN, Sentence(str(number)))
    assert doors.shut_out(token) is None


def test_all_is_kept_over_a_restart(clock: Clock, tmp_path: Path) -> None:
    place = tmp_path / "doors.json"
    before = Doors(clock, place)
    token = before.enter(before.open(ANNA).text) or ""
    code = before.open(BEN)
    out = before.enter(before.open(HOST).text) or ""
    why = Sentence("{who} wanted it.", {"who": Term("the judge")})
    before.revoke(HOST, why)
    after = Doors(clock, place)
    assert after.shut_out(out) == why
    assert after.session(token) == before.session(token)
    assert after.signed("form") == before.signed("form")
    assert after.enter(code.text)
    assert token not in place.read_text()
    assert place.stat().st_mode & 0o077 == 0


def test_another_run_of_the_device_leaves_what_was_left(clock: Clock, tmp_path: Path) -> None:
    """Its clock begins anew then. What passed since the file was written, nobody knows."""
    place = tmp_path / "doors.json"
    before = Doors(clock, place, "Monday")
    token = before.enter(before.open(ANNA).text) or ""
    code = before.open(BEN)
    clock.time += SESSION_LASTS - 600
    before.keep()
    clock.time += 300
    later = Clock()
    later.time = 7.0
    after = Doors(later, place, "Friday")
    assert after.session(token)
    assert after.enter(code.text) is None
    later.time += 599
    assert after.session(token)
    later.time += 2
    assert after.session(token) is None


def test_the_same_run_goes_on_counting(clock: Clock, tmp_path: Path) -> None:
    before = Doors(clock, tmp_path / "doors.json", "Monday")
    token = before.enter(before.open(ANNA).text) or ""
    clock.time += SESSION_LASTS - 1
    assert Doors(clock, tmp_path / "doors.json", "Monday").session(token)
    clock.time += 2
    assert Doors(clock, tmp_path / "doors.json", "Monday").session(token) is None


def test_a_file_that_promises_more_than_there_is_gets_no_more(clock: Clock, tmp_path: Path) -> None:
    before = Doors(clock, tmp_path / "doors.json", "Monday")
    token = before.enter(before.open(ANNA).text) or ""
    kept = json.loads((tmp_path / "doors.json").read_text())
    kept["sessions"][0]["until"] = 1e12
    (tmp_path / "doors.json").write_text(json.dumps(kept))
    after = Doors(clock, tmp_path / "doors.json", "Monday")
    assert after.session(token)
    clock.time += SESSION_LASTS + 1
    assert after.session(token) is None


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"[]",
        b"\xff",
        b"{}",
        b'{"secret": "", "codes": [1], "sessions": []}',
        b'{"secret": "", "codes": [], "sessions": [], "shut_out": []}',
        b"[" * 9999,
    ],
)
def test_a_file_that_is_none_costs_the_sessions_and_nothing_else(
    clock: Clock, tmp_path: Path, kept: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    place = tmp_path / "doors.json"
    place.write_bytes(kept)
    doors = Doors(clock, place)
    assert doors.trouble == "The list of joined phones could not be read. Everybody must join again."
    (line,) = caplog.records
    assert line.getMessage() == "The list of joined phones could not be read."
    assert line.exc_info
    assert doors.enter(doors.open(ANNA).text)


def test_a_folder_that_takes_nothing_is_told(clock: Clock, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    doors = Doors(clock, tmp_path / "file" / "doors.json")
    assert doors.enter(doors.open(ANNA).text)
    assert "could not be saved" in doors.trouble
