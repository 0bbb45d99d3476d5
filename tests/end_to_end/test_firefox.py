"""The main flows once more, in Debian's Firefox: a phone joins, answers and reads a chip; the desk is called; a seat is
played at the virtual table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.at_table import House
from tests.end_to_end.demo_duel import table as demo_table
from tests.end_to_end.demo_duel import take_all_seats
from tests.end_to_end.newcomer import Newcomer
from tests.end_to_end.phones import PHONE, SCREEN, Phones, begin_game, code_of, firefox, give, join

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with firefox() as found:
        yield found


def in_language(page: Page, language: str) -> None:
    page.context.add_cookies([{"name": "lang", "value": language, "url": page.url}])
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_a_phone_and_the_desk(house: House, phones: Phones) -> None:
    host, anna, judge = phones.take_out(SCREEN), phones.take_out(PHONE), phones.take_out(SCREEN)
    join(host, house.host)
    begin_game(host, "none", judged=True)
    join(anna, code_of(host, "Anna"))
    join(judge, code_of(host, "The judge"))
    judge.goto("/judge")
    give(anna.get_by_role("button", name="done: no more actions", exact=True))
    expect(anna.locator("#headline")).to_contain_text("Anna, buy phase")
    wound = anna.locator('#shared .stack[data-kind="wound"]')
    expect(wound).to_have_class(re.compile(r"\blit\b"))
    wound.locator(".left").click()
    expect(anna.locator("#held .chosen")).to_contain_text("buy a wound")
    anna.get_by_role("button", name="Buy for $0").click()
    expect(anna.locator("#last")).to_contain_text("Anna buys a wound")
    anna.get_by_role("button", name="Call the judge").click()
    expect(judge.locator("#called h2")).to_have_text("Anna calls you")
    expect(judge.locator("#called time")).not_to_be_empty()
    judge.locator("h1").click()
    judge.keyboard.press("a")
    expect(judge.locator("#called h2")).to_have_count(0)
    in_language(anna, "ru")
    expect(anna.locator("#last")).to_contain_text("Anna покупает")
    assert phones.complaints == []


def test_the_editor_is_dragged_in(house: House, phones: Phones) -> None:
    host, judge = phones.take_out(SCREEN), phones.take_out((1440, 1600))
    join(host, house.host)
    begin_game(host, "none", judged=True)
    join(judge, code_of(host, "The judge"))
    judge.goto("/judge/table")
    gem = judge.locator('button[name=pick][data-place="bank"][data-kind="gem_1"]')
    gem.drag_to(judge.locator('[data-drop="Anna.pile"]'))
    expect(judge.locator(".difference")).to_contain_text("Anna's pile has a 1-gem more.")
    gem.click()
    for _ in range(2):
        judge.get_by_label("How many").press("ArrowUp")
    judge.locator('[data-drop="Anna.pile"] h3').click()
    expect(judge.locator(".difference")).to_contain_text("Anna's pile has four 1-gems more.")
    assert phones.complaints == []


def test_a_newcomer_plays_a_turn_at_the_virtual_table(tmp_path: Path, browser: Browser) -> None:
    with demo_table(tmp_path, browser, seed=3) as (_, phones):
        page = phones.take_out(SCREEN)
        take_all_seats(page)
        newcomer = Newcomer(page, seed=3)
        newcomer.play(lambda seen: "Turn 2" in seen.headline, 120.0)
        assert newcomer.moved > 5
        assert phones.complaints == []
