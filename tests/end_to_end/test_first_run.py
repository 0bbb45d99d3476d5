"""The guide's page in Chromium, from the code to the list of what passed, while hands lay chips on emulated pads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.demo.page import free_page
from companion.app.first_run.guide import Guide
from companion.app.first_run.page import create_page
from companion.app.first_run.walk import Notes, Walk
from tests.app.first_run.hands import ANSWERS, GEM, LIES, Table, emulated_table, only_the_usual_game
from tests.end_to_end.accessible import is_accessible_everywhere
from tests.end_to_end.phones import PATIENCE

pytestmark = pytest.mark.xdist_group("browser")
CODE = "ABC234"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with emulated_table(tmp_path) as found:
        yield found


@pytest.fixture
def page(browser: Browser, table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    only_the_usual_game(monkeypatch)
    notes = Notes(table.folder)
    walk = Walk(Guide(notes.read()[0], notes.keep), table.devices())
    thread = Thread(target=walk.run)
    thread.start()
    with free_page(create_page(walk, CODE), "127.0.0.1", 0) as served:
        context = browser.new_context(base_url=f"http://127.0.0.1:{served.port}", locale="en", reduced_motion="reduce")
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/")
        yield page
        context.close()
        walk.end()
        thread.join(PATIENCE)
    assert complaints == []


def question(page: Page, part: str) -> None:
    expect(page.locator(".guide .told")).to_contain_text(part)


def test_from_the_code_to_the_test(page: Page, table: Table) -> None:
    is_accessible_everywhere(page, "first-run-door", "light")
    page.get_by_label("Code").fill(CODE.lower())
    page.get_by_role("button", name="Begin").click()
    question(page, "Which language")
    page.get_by_role("button", name="English").click()
    question(page, "all the pads")
    is_accessible_everywhere(page, "first-run-pads", "dark")
    page.get_by_role("button", name="Go on").click()
    for port in table.ports:
        question(page, port)
        page.get_by_role("button", name="Answer").click()
    page.get_by_role("button", name="2 seats").click()
    for seat in "AB":
        question(page, f"kit does seat {seat} have")
        page.get_by_role("button", name="Taps: four").click()
    page.get_by_role("button", name="There is none").click()
    for at, (spot, reader) in enumerate(LIES.items(), 1):
        question(page, f"{at} of 8: lay any chip on the {spot}")
        if at == 2:
            is_accessible_everywhere(page, "first-run-spots", "dark")
        table.pads.put(GEM, reader)
    page.get_by_label(re.compile("Numbers, with commas")).fill(ANSWERS["less than 12 cm apart"])
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Write it").click()
    page.get_by_role("button", name="Enough for now").click()
    question(page, "Whoever types this code")
    page.get_by_role("button", name="Go on").click()
    question(page, "Touch this")
    table.pads.lift(GEM)
    table.pads.put(GEM, "1.0")
    question(page, "Move any chip")
    table.pads.put(GEM, "1.3")
    question(page, "All is well")
    expect(page.locator(".results .passed")).to_have_count(2)
    is_accessible_everywhere(page, "first-run-moves", "light")
    page.get_by_role("button", name="That is all").click()
    expect(page.locator(".guide .told")).to_contain_text("All steps are done")
    assert table.layout.spot("1.2").zone == "A.played"
