"""Streams: places are kept for those who play, and whoever has most of them gives way."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic, sleep

import pytest

from companion.faces.server.desk import Asker, ChannelSight
from companion.faces.server.doors import NOBODY, RoleKind
from companion.faces.server.streams import MOST_OF_ONE, MOST_VISITORS
from companion.faces.server.table import Events
from companion.rules import TABLE
from tests.attacks.conftest import PAGE, WINDOWS, Table, attacked
from tests.faces.server.test_serve import Stream

HoldOut = Callable[..., None]


@pytest.mark.parametrize(("attack", "most"), [("streams", MOST_OF_ONE), ("streams of many", MOST_VISITORS)])
def test_who_plays_gets_a_stream(table: Table, attack: str, most: int, capsys: pytest.CaptureFixture[str]) -> None:
    bearer = {"Authorization": f"Bearer {table.token(RoleKind.SEAT, 'Anna')}"}
    for _ in range(WINDOWS):
        with attacked(table.port, attack):
            while table.desk.hub.streams < most:
                sleep(0.05)
            took = []
            for headers, address in ((bearer, "127.0.0.1"), ({}, "127.0.0.2")):
                began = monotonic()
                stream = Stream(table.port, address=address, **headers)
                assert stream.state()["playing"]
                took.append(monotonic() - began)
                stream.close()
        with capsys.disabled():
            print(f"\n  {attack}: a seat's stream {1000 * took[0]:.0f} ms, a spectator's {1000 * took[1]:.0f} ms")
        if max(took) < PAGE:
            return
    pytest.fail(f"{attack}: {took}")


@pytest.mark.parametrize("attack", ["streams", "streams of many"])
def test_streams_keep_no_page_out(hold_out: HoldOut, attack: str) -> None:
    hold_out(attack)


def test_who_gives_way_is_told_and_looks_by_itself(table: Table) -> None:
    crowd = [
        Stream(table.port, "/stream?as=table", address=f"127.0.1.{1 + number % 5}") for number in range(MOST_VISITORS)
    ]
    first = crowd[0].event()
    fresh = Stream(table.port, "/stream?as=table", address="127.0.1.9")
    assert crowd[0].event()["event"] == "later"
    assert crowd[0].event() == {}
    _, status = table.page("/stream?as=table", "127.0.1.1")
    assert status == 503
    table.commit()
    looked = table.app.test_client().get(f"/stream?as=table&once=1&since={first['id']}").get_json()
    assert "buy phase" in looked["fragments"]["headline"]
    assert looked["fragments"].keys() < json.loads(first["data"]).keys(), "only what has changed"
    assert looked["mark"] != first["id"]
    for stream in (*crowd, fresh):
        stream.close()


class SlowReader:
    """Takes what it is sent when it is told to."""

    gone = False
    unread = 0
    looked = 0

    def settle(self) -> None:
        """Called whenever the stream is about to wait."""
        self.looked += 1
        if self.looked == 5:
            self.unread = 0


def test_a_reader_who_takes_nothing_is_sent_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the newest when it is ready again, once."""
    monkeypatch.setattr("companion.faces.server.table.SLOW", 0.0)
    sight, reader = ChannelSight(TABLE, "en"), SlowReader()
    place = table.desk.hub.admit(table.desk.hub.channel(sight), "127.0.0.1")
    assert place
    one = Asker(NOBODY, None, "", table.desk.languages["en"], "127.0.0.1")
    events = iter(Events(table.desk, place, sight, one, "", reader))
    next(events)
    assert b"action phase" in next(events)
    reader.unread = 1000
    for _ in range(3):
        table.commit()
    place.channel.refresh()
    assert b"buy phase" in next(events)
    assert reader.looked == 5
    events.close()  # type: ignore[attr-defined]
    assert table.desk.hub.streams == 0
