"""The loop, with SDL's dummy driver: the newest page is painted, idleness costs nothing, trouble stops nobody."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from companion.faces.display import display as module
from companion.faces.display.display import Display, Options
from companion.faces.display.layout import lay_out
from companion.faces.display.marks import Mark
from companion.faces.display.pages import GameShown, Page, Starting
from companion.faces.display.style import Style
from tests.faces.display.examples import duel

PATIENCE = 20.0
"""Seconds after which a test gives up; none waits so long."""


class Watched:
    """A display in a thread, and what it told."""

    def __init__(self) -> None:
        self.troubles: list[str] = []
        self.pages: list[Page] = []
        self.news = threading.Condition()
        self.display = Display(Options(size=(800, 480)), trouble=self.trouble, drawn=self.drawn)
        self.thread = threading.Thread(target=self.display.run)

    def trouble(self, words: str) -> None:
        with self.news:
            self.troubles.append(words)
            self.news.notify_all()

    def drawn(self, page: Page) -> None:
        with self.news:
            self.pages.append(page)
            self.news.notify_all()

    def wait_for(self, page: Page) -> None:
        with self.news:
            assert self.news.wait_for(lambda: page in self.pages, PATIENCE)

    def wait_for_trouble(self) -> str:
        with self.news:
            assert self.news.wait_for(lambda: bool(self.troubles), PATIENCE)
            return self.troubles[0]


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def watched() -> Iterator[Watched]:
    found = Watched()
    found.thread.start()
    yield found
    found.display.close()
    found.thread.join(PATIENCE)
    assert not found.thread.is_alive()


def test_pages_are_painted_as_they_come(watched: Watched) -> None:
    first, second = Starting("Puzzle Strike"), GameShown(duel())
    watched.display.show(first)
    watched.wait_for(first)
    watched.display.show(second)
    watched.wait_for(second)
    assert watched.troubles == []


def test_the_newest_page_counts_and_others_may_be_passed_over(watched: Watched) -> None:
    several = [Starting("Puzzle Strike", f"step {number}") for number in range(200)]
    for page in several:
        watched.display.show(page)
    watched.wait_for(several[-1])
    assert watched.pages[-1] == several[-1]
    assert [page for page in several if page in watched.pages] == watched.pages


def test_the_same_page_is_painted_once(watched: Watched) -> None:
    page, last = GameShown(duel()), Starting("Puzzle Strike")
    watched.display.show(page)
    watched.wait_for(page)
    watched.display.show(GameShown(duel()))
    assert not watched.display._fresh
    watched.display.show(last)
    watched.wait_for(last)
    assert watched.pages == [page, last]


def test_a_page_that_cannot_be_painted_is_told_and_the_next_one_is_painted(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(page: Page, style: Style, width: int, height: int, *, rotate: bool) -> list[Mark]:
        if page == Starting("bad"):
            raise ZeroDivisionError("no room")
        return lay_out(page, style, width, height, rotate=rotate)

    monkeypatch.setattr(module, "lay_out", broken)
    watched.display.show(Starting("bad"))
    assert "ZeroDivisionError" in watched.wait_for_trouble()
    watched.display.show(Starting("good"))
    watched.wait_for(Starting("good"))


def test_where_there_is_no_screen_it_is_said_and_nothing_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    found = Watched()
    found.display.run()
    assert "The game goes on without it" in found.troubles[0]


def test_a_window_that_is_closed_ends_the_loop(watched: Watched) -> None:
    watched.display.show(Starting("Puzzle Strike"))
    watched.wait_for(Starting("Puzzle Strike"))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    watched.thread.join(PATIENCE)
    assert not watched.thread.is_alive()


def test_closing_before_it_runs_ends_it_at_once() -> None:
    found = Watched()
    found.display.close()
    found.display.run()
    assert found.pages == []


def test_it_can_be_opened_again() -> None:
    for number in range(2):
        found = Watched()
        page = Starting("Puzzle Strike", str(number))
        found.thread.start()
        found.display.show(page)
        found.wait_for(page)
        found.display.close()
        found.thread.join(PATIENCE)
        assert not found.thread.is_alive()


def test_idleness_takes_next_to_no_time_of_the_processor(watched: Watched) -> None:
    watched.display.show(GameShown(duel()))
    watched.wait_for(GameShown(duel()))
    waits: list[float] = []
    news = watched.display._news
    wait = news.wait

    def counted(timeout: float | None = None) -> bool:
        waits.append(timeout or 0)
        return wait(timeout)

    news.wait = counted  # type: ignore[method-assign]
    begun, used = time.monotonic(), time.process_time()
    while len(waits) < 4:
        time.sleep(0.01)
        assert time.monotonic() - begun < PATIENCE
    used = time.process_time() - used
    assert set(waits) == {module.LOOK}
    assert len(watched.pages) == 1
    assert used < 0.25 * (time.monotonic() - begun)  # far above what it takes, far below a busy loop


def test_a_screen_that_only_counts_on_is_not_painted_alike_twice() -> None:
    one = GameShown(duel())
    assert one == GameShown(duel())
    assert one != GameShown(replace(duel(), number=9))
