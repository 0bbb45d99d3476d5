"""The virtual table in Chromium, the real program behind it: a seat is taken, chips are dragged, one is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.app.demo.demo import Demo
from companion.app.demo.page import create_page, free_page
from companion.app.demo.stage import Stage
from tests.end_to_end.accessible import is_accessible, violations
from tests.end_to_end.phones import SCREEN, Phones

pytestmark = pytest.mark.xdist_group("browser")

LONG = 40.0
"""Seconds after which something that must come will not come any more."""
FINGER = (390, 844)


class Table:
    """A demonstration and its page."""

    def __init__(self, demo: Demo, page: Page, complaints: list[str]) -> None:
        self.demo = demo
        self.page = page
        self.complaints = complaints

    def wait_until(self, reached: Callable[[], bool]) -> None:
        demo = self.demo
        with demo.news:
            assert demo.news.wait_for(reached, LONG), (demo.world()["message"], demo.told and demo.told.says)

    def settle(self) -> None:
        """Hands rest, and the program understands what it has seen."""
        demo = self.demo
        self.wait_until(lambda: bool(demo.hands and not demo.hands.busy and demo.told and demo.told.settled))

    def place(self, name: str) -> Locator:
        return self.page.locator(f'[data-place="{name}"]')

    def chips(self, place: str) -> Locator:
        return self.place(place).locator("[data-chip]")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    demo = Demo(tmp_path, seed=3, host="127.0.0.1", pace=4.0)
    with Stage(demo) as found:
        with demo.news:
            assert demo.news.wait_for(lambda: demo.told is not None, LONG), demo.said
        yield found


@pytest.fixture
def table(stage: Stage, browser: Browser) -> Iterator[Table]:
    demo = stage.demo
    app = create_page(stage, demo.language, lambda: demo.address)
    with free_page(app, "127.0.0.1", 0) as page, Phones(browser, f"http://127.0.0.1:{page.port}") as phones:
        shown = phones.take_out(SCREEN)
        shown.goto("/")
        shown.locator("#welcome-close").click()
        yield Table(demo, shown, phones.complaints)


def take(table: Table, seat: str) -> None:
    button = table.page.locator(f'[data-seat="{seat}"][data-player="you"]')
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    hands = table.demo.hands
    assert hands
    table.wait_until(lambda: not hands.busy)


def test_a_person_plays_by_mouse_finger_and_key(table: Table) -> None:
    demo, page = table.demo, table.page
    take(table, "Anna")
    for _ in range(5 - table.chips("Anna.hand").count()):
        page.locator('[data-draw="Anna"]').click()
    if not table.chips("Anna.pile:1").count():
        table.place("bank:gem_1").locator(".chip").drag_to(table.place("Anna.pile:4"))  # the ante, by mouse
        expect(table.chips("Anna.pile:4")).to_have_count(1)
    expect(table.chips("Anna.hand")).to_have_count(5)
    table.wait_until(lambda: bool(demo.told and not demo.told.debts))
    table.settle()
    page.locator('[data-say="done"]').click()
    expect(page.locator("#headline")).to_contain_text("buy phase")

    gems = table.place("Anna.hand").locator(".chip", has=page.locator(".gem-1"))
    before = table.chips("Anna.hand").count()
    gems.first.focus()  # one gem is played by keyboard
    page.keyboard.press("Enter")
    table.place("Anna.played").locator(".spot").focus()
    page.keyboard.press("Enter")
    expect(table.chips("Anna.played")).to_have_count(1)
    expect(table.chips("Anna.hand")).to_have_count(before - 1)
    expect(page.locator("#last")).to_contain_text("1-gem")
    is_accessible(page, "demo")
    assert table.complaints == []


def test_a_wrong_gem_is_ruled_on_and_put_right_by_touch(table: Table, browser: Browser) -> None:
    demo = table.demo
    take(table, "Anna")
    take(table, "Ben")
    context = browser.new_context(
        base_url=table.page.url, viewport={"width": FINGER[0], "height": FINGER[1]}, has_touch=True, locale="en"
    )
    phone = context.new_page()
    phone.goto("/")
    phone.locator("#welcome-close").tap()
    phone.locator('[data-place="bank:gem_3"] .chip').tap()
    phone.locator('[data-place="Ben.pile:2"] .spot').tap()
    expect(phone.locator('[data-place="Ben.pile:2"] [data-chip]')).to_have_count(1)
    expect(phone.locator("#ruling")).to_be_visible(timeout=LONG * 1000)
    expect(phone.locator("#ruling .remedy")).to_contain_text("3-gem")
    phone.locator('[data-place="Ben.pile:2"] [data-chip]').tap()
    phone.locator('[data-place="bank:gem_3"] .chip').tap()
    expect(phone.locator("#ruling")).to_be_hidden(timeout=LONG * 1000)
    assert demo.hands
    assert not demo.hands.world.lying("Ben.pile:2")
    context.close()
    assert table.complaints == []


def test_who_cheats_is_caught_and_puts_it_right(table: Table) -> None:
    page = table.page
    page.locator('[data-cheat="gem_back"]').click()
    expect(page.locator("#cheat.caught")).to_be_visible(timeout=LONG * 1000)
    expect(page.locator("#stopwatch")).to_have_text(re.compile(r"^\d+\.\d s$"))
    expect(page.locator("#cheat .words")).to_contain_text("to the bank")
    expect(page.locator("#cheat .by")).to_contain_text("Rule: Crash Gem")
    expect(page.locator("#cheat .before .marked")).to_have_count(1)
    expect(page.locator("#cheats-caught")).to_have_text("1 of 9 caught")
    expect(page.locator("#ruling")).to_be_hidden()  # the same is not said twice
    is_accessible(page, "demo-cheat")
    page.locator("#right").click()
    expect(page.locator("#cheat")).to_be_hidden(timeout=LONG * 1000)
    expect(page.locator('[data-cheat="gem_back"] .state')).to_contain_text(" s")
    assert table.complaints == []


def test_a_first_game_is_chosen_and_explained_on_the_stage(table: Table) -> None:
    demo, page = table.demo, table.page
    page.locator("#new").click()
    page.locator("#anew [name=name]").first.fill("Ben")
    page.locator("#anew").get_by_role("button", name="New game").click()
    expect(page.locator("#anew-why")).to_contain_text("a name of its own")
    page.locator("#anew [name=name]").first.fill("Lena")
    page.locator("#anew [data-choice=character]").first.select_option("setsuki")
    page.locator("#anew [data-choice=bank]").select_option("combo_crazy")
    page.locator("#anew [name=sit]").select_option("0")
    page.locator("#anew [name=teach]").check()
    assert violations(page) == []
    page.locator("#anew").get_by_role("button", name="New game").click()
    expect(page.locator("#lesson")).to_be_visible(timeout=LONG * 1000)
    assert demo.setup
    assert [(seat.name, seat.character) for seat in demo.setup.seats] == [("Lena", "setsuki"), ("Ben", "rook")]
    assert demo.setup.bank == "combo_crazy"
    assert demo.brains
    assert demo.brains.people == {"Lena"}
    for title in ("Ante Phase", "Winning the Game", "Action Phase"):
        expect(page.locator("#lesson-title")).to_have_text(title)
        page.locator("#lesson-next").click()
    expect(page.locator("#lesson")).to_be_hidden()
    page.locator('[data-draw="Lena"]').click()
    expect(page.locator("#lesson .picture .disc")).to_be_visible(timeout=LONG * 1000)  # what it does is said at once
    expect(page.locator("#spotlight")).to_have_count(1)
    assert table.complaints == []


def test_the_tour_is_shown_in_place_of_the_game_and_can_be_ended(table: Table) -> None:
    page = table.page
    page.locator("#tour-begin").click()
    expect(page.locator("#tour-caption")).to_contain_text("A table for two")
    table.place("bank:gem_1").locator(".chip").drag_to(table.place("Anna.pile:4"))
    expect(page.locator("#why")).to_contain_text("tour is on")
    expect(page.locator("#tour-next")).to_have_attribute("aria-disabled", "false", timeout=LONG * 1000)
    page.locator("#tour-next").click()
    expect(page.locator("#tour-caption")).to_contain_text("draw five chips", timeout=LONG * 1000)
    page.locator("#tour-back").click()
    expect(page.locator("#tour-caption")).to_contain_text("A table for two")
    expect(page.locator("#tour-past")).to_be_visible()
    assert violations(page) == []
    page.locator("#tour-end").click()
    expect(page.locator("#tour")).to_be_hidden(timeout=LONG * 1000)
    table.wait_until(lambda: table.demo.thinking and bool(table.demo.hands and table.demo.hands.world.carried))
    assert table.complaints == []
