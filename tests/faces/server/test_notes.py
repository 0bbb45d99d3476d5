"""A note stands on every page that shows the table, until somebody who has come in has read it."""

from __future__ import annotations

import pytest

from companion.rules.kernel.sentences import Sentence
from tests.faces.server.conftest import Served

BROKE = Sentence("A part <of it> broke down.")
LOOK = Sentence("Look at the table.")


@pytest.fixture
def noted(judged: Served) -> Served:
    judged.hall.table().board.add("part", BROKE, LOOK)
    return judged


def test_it_stands_there_before_any_game(served: Served) -> None:
    served.hall.table().board.add("part", BROKE, LOOK)
    page = served.phone().page("/")
    assert "A part &lt;of it&gt; broke down.</strong> Look at the table." in page
    assert "read-form" not in page.replace('form="read-form"', ""), "who has not come in cannot take it away"


@pytest.mark.parametrize(
    ("who", "path", "then"), [("Anna", "/seat", "/seat"), ("judge", "/judge", "/judge"), ("host", "/", "/")]
)
def test_who_has_come_in_takes_it_away_for_all(noted: Served, who: str, path: str, then: str) -> None:
    phone, other = noted.phone(who), noted.phone("Ben")
    page = phone.page(path)
    assert "broke down" in page
    assert 'id="read-form"' in page
    assert "broke down" in other.page("/seat")
    answer = phone.post("/notes/read", note="part", page="table" if path == "/" else "own")
    assert (answer.status_code, answer.headers["Location"]) == (303, then)
    assert "broke down" not in phone.page(path)
    assert "broke down" not in other.page("/seat")
    assert "broke down" not in noted.phone().page("/")


def test_a_stream_brings_it_and_takes_it_away(noted: Served) -> None:
    from companion.faces.server.desk import ChannelSight

    channel = noted.desk.hub.channel(ChannelSight("table", "en"))
    fresh = channel.now()
    assert "broke down" in fresh.fragments["notes"]
    noted.hall.table().mark_read("part")
    channel.refresh()
    assert "broke down" not in channel.since(fresh.mark).fragments["notes"]


def test_the_newest_stands_open_and_the_others_are_folded(noted: Served) -> None:
    noted.hall.table().board.add("other", Sentence("Another part broke down."))
    page = noted.phone("Anna").page("/seat")
    assert "1 more note</summary>" in page
    assert page.index("Another part") < page.index("1 more note") < page.index("A part &lt;of it&gt;")
