"""Clocks in a browser: the judge sets them on the page, and every page counts on by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.end_to_end.accessible import is_accessible_everywhere
from tests.end_to_end.at_table import House
from tests.end_to_end.phones import SCREEN, Phones, begin_game, code_of, join

pytestmark = pytest.mark.xdist_group("browser")

HALF_A_MINUTE = 30_000
"""Milliseconds."""


def clock(page: Page, whose: str) -> Locator:
    return page.locator(".clock", has_text=whose).get_by_role("timer")


def seconds(page: Page, whose: str) -> int:
    """What a clock shows."""
    minutes, rest = (clock(page, whose).text_content() or "").split(":")
    return int(minutes) * 60 + int(rest)


def test_the_judge_sets_the_clocks_and_every_page_counts_on(house: House, phones: Phones) -> None:
    host, anna, judge, anybody = (phones.take_out(*kind) for kind in ((SCREEN,), (), (SCREEN,), ()))
    join(host, house.host)
    begin_game(host, "none", judged=True)
    join(anna, code_of(host, "Anna"))
    judges_code = code_of(host, "The judge")
    join(judge, judges_code)
    anybody.clock.install()
    anybody.goto("/")
    judge.locator("#clocks-drawer summary").click()
    judge.locator("#clock-code").fill(judges_code)
    judge.locator("#each").fill("10")
    judge.get_by_role("button", name="Set the clocks").click()
    for page in (anybody, anna, judge):
        expect(clock(page, "Round")).to_have_text("50:00")
        expect(clock(page, "Anna")).to_have_text("10:00")
    judge.get_by_role("button", name="Start the clocks").click()
    expect(anybody.locator(".clock.runs")).to_have_count(2)
    before = seconds(anybody, "Round")
    anybody.clock.fast_forward(HALF_A_MINUTE)
    expect(clock(anybody, "Round")).to_have_text(re.compile(r"^49:"))
    assert before - seconds(anybody, "Round") in range(30, 40)
    assert seconds(anybody, "Ben") == 600
    anna.reload()
    expect(clock(anna, "Anna")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    for page, name in ((judge, "clocks-judge"), (anna, "clocks-seat")):
        is_accessible_everywhere(page, name, "light")
    judge.get_by_role("button", name="Stop the clocks").click()
    expect(anna.locator("#clocks")).to_contain_text("The clocks are stopped.")
    expect(anna.locator(".clock.runs")).to_have_count(0)
    assert phones.complaints == []
