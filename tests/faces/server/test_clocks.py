"""Clocks on pages: the judge sets them, everybody sees them, and they count on without anything being sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.faces.server.desk import ChannelSight
from companion.faces.server.serve import Serving
from companion.referee.inputs import Ticked
from companion.rules import JUDGE, TABLE
from tests.faces.server.conftest import Phone, Served
from tests.faces.server.test_serve import Stream
from tests.session.tables import take

EVERYBODY = (TABLE, "Anna", "Ben", JUDGE)
NONSENSE: tuple[dict[str, str], ...] = (
    {"act": ""},
    {"act": "set"},
    {"act": "set", "round": "-5"},
    {"act": "set", "round": "1441"},
    {"act": "add", "whose": "Nobody", "minutes": "1"},
    {"act": "add", "whose": "Ben", "minutes": "x"},
)


@pytest.fixture
def clocked(judged: Served) -> Served:
    """The judge has set clocks and started them."""
    judge = judged.phone("judge")
    assert "bad" not in judge.said("/judge/clocks", code=judge.code, act="set", round="50", each="10")
    assert "bad" not in judge.said("/judge/clocks/run", act="start")
    return judged


def screens(served: Served) -> list[Any]:
    return [served.hall.table().screen(audience, served.desk.languages["en"]) for audience in EVERYBODY]


def clocks(served: Served) -> dict[str, tuple[float, bool]]:
    """What each clock was given, and whether it runs."""
    return {clock.seat: (round(clock.left), clock.runs) for clock in screens(served)[0].clocks}


def later(served: Served, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """So long after the clocks were started nothing has happened since."""
    since = next(clock.since for clock in screens(served)[0].clocks if clock.runs)
    monkeypatch.setattr(served.hall.table(), "now", lambda: since + seconds)


def shown(page: str) -> dict[str, str]:
    """What each clock of a page shows."""
    found = re.findall(r'class="label">(\w+)</span> <strong role="timer"[^>]*>([\d:]+)<', page)
    return dict(found)


def buttons(page: str) -> list[str]:
    return re.findall(r'form="clock-form" name="act" value="(\w+)"', page)


# -- the judge -----------------------------------------------------------------------------------------------------


def test_the_judge_sets_starts_adds_and_removes(judged: Served) -> None:
    judge = judged.phone("judge")
    assert buttons(judge.page("/judge")) == []
    judge.said("/judge/clocks", code=judge.code, act="set", round="50", each="10")
    assert clocks(judged) == {"": (3000, False), "Anna": (600, False), "Ben": (600, False)}
    assert buttons(judge.page("/judge")) == ["start"]
    assert "The clocks are stopped." in judge.page("/judge")
    judge.said("/judge/clocks/run", act="start")
    assert {seat for seat, (_, runs) in clocks(judged).items() if runs} == {"", "Anna"}
    assert buttons(judge.page("/judge")) == ["stop"]
    judge.said("/judge/clocks", code=judge.code, act="add", whose="Ben", minutes="1")
    assert clocks(judged)["Ben"] == (660, False)
    judge.said("/judge/clocks/run", act="stop")
    assert not any(runs for _, runs in clocks(judged).values())
    judge.said("/judge/clocks", code=judge.code, act="remove")
    assert clocks(judged) == {}


@pytest.mark.parametrize("act", ["set", "add", "remove"])
def test_the_code_is_asked_for_again(clocked: Served, act: str) -> None:
    judge, before = clocked.phone("judge"), clocks(clocked)
    for code in ("", "AAAAAA"):
        told = judge.said("/judge/clocks", code=code, act=act, round="1", each="1", whose="Ben", minutes="1")
        assert "not the code you joined with" in told
    assert clocks(clocked) == before


def test_what_makes_no_sense_is_said(clocked: Served) -> None:
    judge, before = clocked.phone("judge"), clocks(clocked)
    assert "Choose what to do" in judge.said("/judge/clocks/run", act="remove")
    assert "already running" in judge.said("/judge/clocks/run", act="start")
    for fields in NONSENSE:
        clocked.clock.time += 60
        assert "bad" in judge.said("/judge/clocks", code=judge.code, **fields), fields
    assert clocks(clocked) == before


# -- everybody -----------------------------------------------------------------------------------------------------


def test_everybody_sees_them_as_late_as_it_is(clocked: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    later(clocked, monkeypatch, 65.4)
    pages = [(clocked.phone(), "/"), (clocked.phone("Anna"), "/seat"), (clocked.phone("judge"), "/judge")]
    for phone, path in pages:
        page = phone.page(path)
        assert shown(page) == {"Round": "48:55", "Anna": "8:55", "Ben": "10:00"}
        assert "aria-live" in page
        assert 'role="timer" aria-live="off"' in page
    assert not buttons(clocked.phone("Anna").page("/seat"))


def test_no_second_is_sent(clocked: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is streamed, and every screen's number, stay as they are while the clocks run: so something sent never
    tells that something hidden has happened."""
    before = [screen.number for screen in screens(clocked)]
    channels = [
        clocked.desk.hub.channel(ChannelSight(who, "en", form)) for who in EVERYBODY for form in ("page", "json")
    ]
    marks = [channel.now().mark for channel in channels]
    later(clocked, monkeypatch, 100.0)
    for channel in channels:
        channel.refresh()
    assert [channel.now().mark for channel in channels] == marks
    assert [screen.number for screen in screens(clocked)] == before


def test_a_clock_that_runs_out_is_told_to_everybody_once(judged: Served) -> None:
    judge = judged.phone("judge")
    judge.said("/judge/clocks", code=judge.code, act="set", each="1")
    judge.said("/judge/clocks/run", act="start")
    table = judged.hall.table()
    for late in (61.0, 62.0):
        take(table, Ticked(table.now() + late))
    for phone, path in ((judged.phone(), "/"), (judge, "/judge")):
        page = phone.page(path)
        assert page.count("<li>Anna: the time is up.</li>") == 1
        assert shown(page)["Anna"] == "0:00"
    assert "Anna, action phase" in judge.page("/judge"), "the game goes on"


# -- where no judge is seated --------------------------------------------------------------------------------------


def agree(phone: Phone) -> str:
    number = re.search(r'name="number" value="(\d+)"', phone.page("/seat"))
    assert number
    return phone.said("/seat/agree", number=number[1], say="yes")


def test_without_a_judge_all_seats_together_see_to_the_clocks(duel: Served) -> None:
    anna, ben = duel.phone("Anna"), duel.phone("Ben")
    assert "asked to agree" in anna.said("/seat/propose", what="clocks", act="set", round="50", each="10")
    assert clocks(duel) == {}, "one alone does not set them"
    assert "Anna would like to set the clocks. Minutes for the round: 50; for each seat: 10." in ben.page("/seat")
    agree(ben)
    assert clocks(duel) == {"": (3000, False), "Anna": (600, False), "Ben": (600, False)}
    assert buttons(anna.page("/seat")) == ["start"]
    assert not buttons(duel.phone().page("/"))
    ben.said("/seat/propose", what="clocks", act="start")
    assert "Ben would like to start the clocks." in anna.page("/seat")
    agree(anna)
    assert {seat for seat, (_, runs) in clocks(duel).items() if runs} == {"", "Anna"}
    anna.said("/seat/propose", what="clocks", act="stop")
    assert "did not agree" in ben.said("/seat/agree", number="3", say="no")
    assert clocks(duel)["Anna"][1], "one No is enough"


@pytest.mark.parametrize(
    "fields",
    [{"act": ""}, {"act": "remove"}, {"act": "set"}, {"act": "set", "round": "1441"}, {"act": "set", "each": "-5"}],
)
def test_nobody_is_asked_about_nonsense(duel: Served, fields: dict[str, str]) -> None:
    assert "bad" in duel.phone("Anna").said("/seat/propose", what="clocks", **fields)
    assert "All together" not in duel.phone("Ben").page("/seat")


def test_where_a_judge_is_seated_no_seat_has_a_button(clocked: Served) -> None:
    anna = clocked.phone("Anna")
    assert 'id="clock-set"' not in anna.page("/seat")
    assert "the judge decides" in anna.said("/seat/propose", what="clocks", act="stop")
    assert clocks(clocked)["Anna"][1]


# -- streams and programs ------------------------------------------------------------------------------------------


@pytest.fixture
def serving(clocked: Served) -> Iterator[Serving]:
    with Serving(clocked.app, "127.0.0.1", 0) as found:
        yield found


def test_a_stream_tells_what_time_it_is(clocked: Served, serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocked.hall.table(), "now", lambda: 1234.567)
    stream = Stream(serving.port)
    clocks = stream.state()["screen"]["clocks"]
    stream.close()
    assert [(clock["seat"], clock["runs"]) for clock in clocks] == [("", True), ("Anna", True), ("Ben", False)]
    raw = Stream(serving.port, "/stream?as=table")
    lines = [raw.answer.readline() for _ in range(4)]
    raw.close()
    assert lines[2:] == [b"event: now\n", b"data: 1234.57\n"]


def test_a_program_gets_them_with_the_time(clocked: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    later(clocked, monkeypatch, 10.0)
    told = clocked.app.test_client().get("/api/state").get_json()
    first = told["screen"]["clocks"][0]
    assert first == {"seat": "", "left": 3000.0, "runs": True, "since": first["since"], "out": False}
    assert told["now"] == pytest.approx(first["since"] + 10.0, abs=0.01)
