"""The queue of what waits for a session's owner."""

from __future__ import annotations

from threading import Thread

import pytest

from companion.session import inbox as inbox_module
from companion.session.inbox import MOST_LOOKS, MOST_OF_ONE, MOST_OF_PEOPLE, OWNER, READERS, Inbox, Letter

LONG = 20.0
"""Seconds after which a test gives up waiting for a thread."""


class Desk:
    """Letters that note their numbers when they are carried out."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.done: list[int] = []

    def put(self, number: int, bringer: str) -> bool:
        return self.inbox.put(Letter(bringer, lambda: self.done.append(number)))

    def take(self, seconds: float = 0.0) -> bool:
        if letter := self.inbox.take(seconds):
            letter.do()
        return letter is not None


def test_everything_is_taken_in_the_order_in_which_it_came() -> None:
    desk = Desk()
    for number, bringer in enumerate((READERS, "phone A", READERS, OWNER, "phone B", READERS)):
        assert desk.put(number, bringer)
    while desk.take():
        pass
    assert desk.done == list(range(6))
    assert len(desk.inbox) == 0


def test_one_who_floods_harms_nobody_else() -> None:
    desk = Desk()
    taken = [desk.put(number, "phone A") for number in range(50)]
    assert taken == [True] * MOST_OF_ONE + [False] * (50 - MOST_OF_ONE)
    assert desk.put(50, "phone B")
    assert desk.put(51, READERS)
    assert desk.take()
    assert desk.done == [0]
    assert desk.put(52, "phone A")


def test_many_who_flood_cannot_fill_it() -> None:
    desk = Desk()
    taken = [desk.put(number, f"phone {number}") for number in range(MOST_OF_PEOPLE + 50)]
    assert sum(taken) == MOST_OF_PEOPLE
    assert all(desk.put(number, READERS) for number in range(MOST_LOOKS))
    assert desk.put(500, OWNER)


def test_what_readers_saw_waits_and_is_never_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox_module, "MOST_LOOKS", 10)
    desk = Desk()
    reader = Thread(target=lambda: [desk.put(number, READERS) for number in range(1000)])
    reader.start()
    while len(desk.done) < 1000:
        assert len(desk.inbox) <= 10
        assert desk.take(LONG)
    reader.join(LONG)
    assert desk.done == list(range(1000))


def test_a_closed_inbox_gives_out_what_it_has() -> None:
    desk = Desk()
    desk.put(1, READERS)
    desk.inbox.close()
    assert not desk.put(2, READERS)
    assert not desk.put(3, "phone")
    assert desk.take()
    assert not desk.take(LONG)
