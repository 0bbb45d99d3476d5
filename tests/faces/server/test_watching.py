"""Whoever only watches sees the table late, if the judge wants it so: on every page, in the stream and in the API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.faces.languages import ENGLISH
from companion.referee.inputs import Finished
from tests.faces.server.conftest import Phone, Served
from tests.faces.server.test_seat import headline

BEGUN = "Turn 1: Anna, action phase"
BUYING = "Turn 1: Anna, buy phase"


class Watched(Served):
    """A game whose table has a clock that stands."""

    def later(self, seconds: float) -> None:
        self.clock.time += seconds


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    found = Watched(tmp_path)
    found.hall.table()._clock = found.clock
    found.begin(judged=True)
    yield found
    found.hall.close()


def delay(phone: Phone, seconds: int) -> int:
    return phone.post("/watch/delay", seconds=str(seconds)).status_code


def test_without_a_delay_spectators_see_what_everybody_sees(watched: Watched) -> None:
    anybody = watched.phone()
    for path in ("/", "/watch"):
        assert headline(anybody, path) == BEGUN
    assert "http://table.local/watch" in anybody.page("/")
    watched.phone("Anna").post("/seat/answer", answer="x done")
    assert headline(anybody, "/watch") == BUYING


def test_nothing_newer_is_ever_sent(watched: Watched) -> None:
    anna, anybody, judge = watched.phone("Anna"), watched.phone(), watched.phone("judge")
    assert delay(judge, 30) == 303
    anna.post("/seat/answer", answer="x done")
    assert headline(judge) == headline(anna, "/seat") == BUYING, "whoever takes part sees it at once"
    for seconds, seen in ((0, BEGUN), (29, BEGUN), (2, BUYING)):
        watched.later(seconds)
        texts = [anybody.page(path) for path in ("/", "/watch")]
        texts += [anybody.get(path).text for path in ("/api/state", "/stream?as=table&once=1", "/stream?as=own&once=1")]
        for text in texts:
            assert seen in text
            assert (BUYING in text) == (seen == BUYING)
    assert headline(judge, "/watch") == BUYING


def test_the_record_is_not_a_way_around_it(watched: Watched) -> None:
    anybody, judge = watched.phone(), watched.phone("judge")
    delay(judge, 30)
    watched.later(100)
    for path in ("/games/1", "/games/1/record.txt", "/games/1/verified"):
        assert anybody.get(path).status_code == 403
        assert judge.get(path).status_code == 200
    assert "/games/1" not in anybody.page("/games")
    assert anybody.get("/recorded").get_json() == {"number": 0}
    watched.hall.table().send(Finished(("judge",), 0.0), "test", ENGLISH)
    assert anybody.get("/games/1").status_code == 403, "that it is over is news, too"
    watched.later(31)
    assert anybody.get("/games/1").status_code == 200


def test_a_live_stream_of_a_spectator_ends_when_a_delay_is_set(watched: Watched) -> None:
    anybody, judge = watched.phone(), watched.phone("judge")
    live = anybody.get("/stream?as=table").iter_encoded()
    assert b"retry" in next(live)
    delay(judge, 30)
    watched.phone("Anna").post("/seat/answer", answer="x done")
    told = b"".join(live)
    assert b"event: end" in told
    assert BUYING.encode() not in told


def test_only_the_judge_sets_it_where_one_is_seated(watched: Watched) -> None:
    for who in ("anyone", "Anna", "host"):
        assert delay(watched.phone(who), 30) == 403
        assert 'name="seconds"' not in watched.phone(who).page("/")
    judge = watched.phone("judge")
    assert 'name="seconds"' in judge.page("/")
    delay(judge, 100_000)
    assert watched.hall.table().delay == 600


def test_where_no_judge_is_seated_whoever_sets_up_the_game_sets_it(duel: Served) -> None:
    assert delay(duel.phone("host"), 20) == 303
    assert duel.hall.table().delay == 20
    assert "20 seconds late" in duel.phone().page("/watch")
