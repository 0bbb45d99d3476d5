"""Every page in both languages, in light and dark, on a phone and on a desk; and without a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.accessible import is_accessible_everywhere
from tests.end_to_end.at_table import House
from tests.end_to_end.phones import SCREEN, Phones, begin_game, code_of, join

pytestmark = pytest.mark.xdist_group("browser")

ANYBODYS = (
    "/ /join /chips /chips/combine /rules /rules?q=ante /what-if /games /games/1 /games/1/verified /readers /settings"
    " /nothing-there"
).split()
PAGES = {
    "anybody": ANYBODYS,
    "Anna": ["/seat", "/seat/why?token=buy:wound"],
    "the judge": ["/judge"],
    "who sets up": ["/new", "/codes"],
}


def test_every_page_is_accessible(house: House, phones: Phones) -> None:
    host, anna, judge = phones.take_out(SCREEN), phones.take_out(), phones.take_out()
    join(host, house.host)
    begin_game(host, "none", judged=True)
    join(anna, code_of(host, "Anna"))
    judges_code = code_of(host, "the judge")
    join(judge, judges_code)
    whose = {"anybody": phones.take_out(), "Anna": anna, "the judge": judge, "who sets up": host}
    for language in ("en", "ru"):
        for who, page in whose.items():
            page.context.add_cookies([{"name": "lang", "value": language, "url": house.address}])
            for path in PAGES[who]:
                page.goto(path)
                expect(page.locator("html")).to_have_attribute("lang", language)
                is_accessible_everywhere(page, f"{language}{path.replace('/', '-').replace('?', '-')}")
        judge.locator("#judge-form #code").fill(judges_code)
        judge.locator('[formaction="/judge/look"]').click()
        expect(judge).to_have_url(f"{house.address}/judge/look")
        is_accessible_everywhere(judge, f"{language}-look")
    strange = [said for said in phones.complaints if "/nothing-there" not in said]
    assert strange == []


def test_without_a_mouse(house: House, phones: Phones) -> None:
    host, anna = phones.take_out(SCREEN), phones.take_out()
    join(host, house.host)
    begin_game(host, "none")
    anna.goto("/join")
    anna.keyboard.type(code_of(host, "Anna").lower())
    anna.keyboard.press("Enter")
    expect(anna).to_have_url(f"{house.address}/seat")
    anna.keyboard.press("Tab")
    expect(anna.get_by_role("link", name="To the content")).to_be_focused()
    anna.keyboard.press("Enter")
    for phase, answer in (("action", "done"), ("buy", "buy a wound")):
        expect(anna.locator("#headline")).to_contain_text(f"Anna, {phase} phase")
        tab_to(anna, answer)
        anna.keyboard.press("Enter")
    expect(anna.locator("#last")).to_contain_text("Anna buys a wound")
    assert phones.complaints == []


def tab_to(page: Page, name: str) -> None:
    """From where the focus is; and it shows where that is."""
    wanted = page.get_by_role("button", name=name, exact=True)
    for _ in range(40):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            break
    expect(wanted).to_be_focused()
    assert wanted.evaluate("one => getComputedStyle(one).outlineStyle") != "none"
