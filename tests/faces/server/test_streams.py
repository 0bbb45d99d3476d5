"""Channels: what is new since a mark, without queues."""

from __future__ import annotations

from threading import Event, Thread

from companion.faces.server.streams import (
    MOST_KEPT,
    MOST_LEAVING,
    MOST_OF_ONE,
    MOST_OF_SESSION,
    MOST_STREAMS,
    MOST_VISITORS,
    Channel,
    Hub,
)

LONG = 20.0


def test_only_what_changed_is_sent() -> None:
    shown = {"a": "1", "b": "1"}
    channel = Channel(lambda: dict(shown))
    channel.refresh()
    first = channel.now()
    assert first.fragments == shown
    shown["b"] = "2"
    channel.refresh()
    second = channel.since(first.mark)
    assert second.fragments == {"b": "2"}
    assert channel.since(second.mark).fragments == {}
    shown["a"] = "3"
    shown["b"] = "4"
    channel.refresh()
    assert channel.since(first.mark).fragments == {"a": "3", "b": "4"}, "who slept gets the newest of each, at once"


def test_an_event_is_made_once_for_all_who_have_seen_as_much() -> None:
    shown = {"a": "1", "b": "ж"}
    channel = Channel(lambda: dict(shown))
    assert channel.event("") == (channel.now().mark, b"")
    channel.refresh()
    mark, event = channel.event("")
    assert event == f'id: {mark}\ndata: {{"a": "1", "b": "ж"}}\n\n'.encode()
    assert channel.event("")[1] is event
    assert channel.event(mark) == (mark, b"")
    shown["a"] = "2"
    channel.refresh()
    later, fresh = channel.event(mark)
    assert fresh == f'id: {later}\ndata: {{"a": "2"}}\n\n'.encode()
    assert channel.event(mark)[1] is fresh
    assert channel.event("")[1] != event, "what was made before the change is not sent any more"


def test_events_are_not_kept_without_number() -> None:
    marks: list[str] = []
    channel = Channel(lambda: {"a": str(len(marks))})
    for _ in range(MOST_KEPT * 3):
        channel.refresh()
        marks.append(channel.now().mark)
    for mark in marks[:-1]:
        assert channel.event(mark)[1]
        assert len(channel._sent) <= MOST_KEPT


def test_a_hub_knows_what_is_looked_at() -> None:
    hub: Hub[str] = Hub(lambda key: {"a": key})
    channel = hub.channel("Anna")
    assert not hub.is_seen(lambda key: key == "Anna")
    place = hub.admit(channel, "phone")
    assert place
    assert hub.is_seen(lambda key: key == "Anna")
    assert not hub.is_seen(lambda key: key == "Ben")
    hub.leave(place)
    assert not hub.is_seen(lambda key: key == "Anna")


def test_nothing_changed_is_no_change() -> None:
    channel = Channel(lambda: {"a": "1"})
    channel.refresh()
    mark = channel.now().mark
    channel.refresh()
    assert channel.now().mark == mark


def test_what_is_gone_is_emptied() -> None:
    shown = {"a": "1", "b": "1"}
    channel = Channel(lambda: dict(shown))
    channel.refresh()
    mark = channel.now().mark
    del shown["b"]
    channel.refresh()
    assert channel.since(mark).fragments == {"b": ""}


def test_a_mark_that_is_not_ours_gets_everything() -> None:
    channel, other = Channel(lambda: {"a": "1"}), Channel(lambda: {"a": "1"})
    channel.refresh()
    other.refresh()
    for mark in (
        other.now().mark,
        "",
        "-",
        "x-1",
        f"{channel.now().mark}9",
        channel.now().mark.replace("-1", "--1"),
        "\ud800-²",
    ):
        assert channel.since(mark).fragments == {"a": "1"}, mark


def test_who_waits_is_woken() -> None:
    shown = {"a": "1"}
    channel = Channel(lambda: dict(shown))
    channel.refresh()
    mark = channel.now().mark
    waiting = Thread(target=channel.wait, args=(mark, LONG))
    waiting.start()
    shown["a"] = "2"
    channel.refresh()
    waiting.join(LONG / 2)
    assert not waiting.is_alive()
    channel.wait(mark, LONG)  # what is new already is not waited for


def test_the_hub_renders_what_somebody_looks_at_and_survives_what_breaks() -> None:
    rendered: list[str] = []
    again = Event()
    breaking = {"now": False}

    def render(key: str) -> dict[str, str]:
        rendered.append(key)
        if key == "bad" and breaking["now"]:
            raise RuntimeError(key)
        if key == "good" and breaking["now"]:
            again.set()
        return {"a": key}

    told: list[str] = []
    hub: Hub[str] = Hub(render, lambda: told.append("broke"))
    bad, good, unseen = hub.channel("bad"), hub.channel("good"), hub.channel("unseen")
    assert hub.admit(bad, "one")
    assert hub.admit(good, "two")
    rendered.clear()
    breaking["now"] = True
    hub.start()
    hub.poke()
    assert again.wait(LONG)
    hub.stop()
    assert hub.ended
    assert told == ["broke"]
    assert "unseen" not in rendered
    assert unseen.streams == 0


def test_streams_are_counted() -> None:
    hub: Hub[str] = Hub(lambda key: {})
    channel = hub.channel("table")
    places = [hub.admit(channel, "one") for _ in range(MOST_OF_ONE + 1)]
    assert all(places[:-1])
    assert places[-1] is None
    hub.leave(places[0])  # type: ignore[arg-type]
    assert hub.admit(channel, "one")
    assert hub.streams == MOST_OF_ONE


def test_places_are_kept_for_those_who_play() -> None:
    hub: Hub[str] = Hub(lambda key: {})
    channel = hub.channel("table")
    visitors = [hub.admit(channel, f"phone {number}") for number in range(MOST_STREAMS)]
    assert sum(place is not None for place in visitors) == MOST_VISITORS
    members = [hub.admit(channel, f"seat {number}", member=True) for number in range(MOST_STREAMS - MOST_VISITORS)]
    assert all(members)
    late = hub.admit(channel, "the judge", member=True)
    assert late, "even where every place is taken: a visitor gives way"
    assert [place for place in visitors if place and place.given_up] == visitors[:1]


def test_whoever_has_most_streams_gives_way() -> None:
    hub: Hub[str] = Hub(lambda key: {})
    channel = hub.channel("table")
    crowd = [hub.admit(channel, f"phone {number % 5}") for number in range(MOST_VISITORS)]
    assert all(crowd)
    assert hub.admit(channel, "another")
    assert [place.given_up for place in crowd if place] == [True] + [False] * (MOST_VISITORS - 1)
    assert hub.admit(channel, "phone 1") is None, "who has as many as the others takes no place from them"


def test_who_opens_ever_more_pages_loses_the_oldest() -> None:
    hub: Hub[str] = Hub(lambda key: {})
    channel = hub.channel("table")
    pages = [hub.admit(channel, "Anna", member=True) for _ in range(MOST_OF_SESSION + 2)]
    assert [bool(place and place.given_up) for place in pages] == [True] * 2 + [False] * MOST_OF_SESSION


def test_not_everybody_leaves_at_once() -> None:
    hub: Hub[str] = Hub(lambda key: {})
    channel = hub.channel("table")
    pages = [hub.admit(channel, "Anna", member=True) for _ in range(MOST_OF_SESSION + MOST_LEAVING)]
    assert all(pages)
    assert hub.admit(channel, "Anna", member=True) is None
    hub.leave(pages[0])  # type: ignore[arg-type]
    assert hub.admit(channel, "Anna", member=True)
