"""A whole duel: set up, played, ruled on, broken off by a crash, gone on with, won, looked at again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from companion.rehearsal.games.companion import Asked, Righted, Ruled
from tests.end_to_end.accessible import is_accessible
from tests.end_to_end.at_table import AtTable, House
from tests.end_to_end.duel import SEATS, the_duel
from tests.end_to_end.phones import SCREEN, Phones, begin_game, code_of, join, press, shoot

pytestmark = pytest.mark.xdist_group("browser")


def test_a_whole_duel(house: House, phones: Phones) -> None:
    duel = the_duel()
    host, public = phones.take_out(SCREEN), phones.take_out(SCREEN)
    seats = {name: phones.take_out() for name in SEATS}
    anna, ben = seats.values()
    join(host, house.host)
    begin_game(host, "table")
    for name, phone in seats.items():
        join(phone, code_of(host, name))
        expect(phone).to_have_url(f"{house.address}/seat")
    public.goto("/")

    at_table = AtTable(duel, house, lambda seat, token, question: press(seats[seat], token, question))
    everybody = (*seats.values(), public)
    a_wrong_ante_is_ruled_on(at_table, everybody)
    the_program_is_killed(at_table, house, phones, seats)
    a_crash_is_countered(at_table, duel.decided(duel.counter), anna, ben, public)
    at_table.play_until(lambda: at_table.people.is_done)
    assert (at_table.people.wrong, at_table.people.refused) == ([], [])
    assert at_table.count(Ruled) == at_table.count(Righted) == 1
    head = it_ends(anna, everybody)
    it_can_be_looked_at_again(anna, head)
    assert phones.complaints == []


def a_wrong_ante_is_ruled_on(at_table: AtTable, everybody: tuple[Page, ...]) -> None:
    """On every screen, until the hands have put it right."""
    at_table.play_until(lambda: at_table.count(Ruled) == 1)
    for page in everybody:
        ruling = page.get_by_role("region", name="Ruling")
        expect(ruling).to_contain_text("but the rules call for a 1-gem there")
        expect(ruling).to_contain_text("Put right:")
        expect(ruling).to_contain_text("Rule: Ante")
    is_accessible(everybody[0], "ruling")
    is_accessible(everybody[-1], "ruling-public")
    at_table.play_until(lambda: at_table.count(Righted) == 1)
    for page in everybody:
        expect(page.get_by_role("region", name="Ruling")).to_have_count(0)


def the_program_is_killed(at_table: AtTable, house: House, phones: Phones, seats: dict[str, Page]) -> None:
    """While somebody is asked something. Phones say that they are alone, and go on by themselves."""
    at_table.play_until(lambda: at_table.count(Asked) == 1)
    asked = at_table.heard[-1]
    assert isinstance(asked, Asked)
    question = seats[asked.seats[0]].get_by_role("region").filter(has_text="Question")
    expect(question).to_be_visible()
    is_accessible(seats[asked.seats[0]], "question")
    requests: list[Request] = []
    for page in seats.values():
        page.evaluate("window.same = true")
        page.on("request", lambda request: requests.append(request))  # noqa: PLW0108 - it wants a function of Python
    assert phones.complaints == []

    house.kill()
    for page in seats.values():
        expect(page.locator("#link")).to_have_text("No connection. Trying again …")
    shoot(seats[asked.seats[0]], "alone")
    house.start()
    at_table.go_on()
    before = at_table.people.line.at
    at_table.play_until(lambda: at_table.people.line.at > before + 4)
    for name, page in seats.items():
        expect(page.locator("#link")).to_be_hidden()
        again = phones.beside(page)
        again.goto("/seat")
        for part in ("#headline", "#own", "#held", "#seats", "#last"):
            expect(page.locator(part)).to_have_text(again.locator(part).inner_text(), use_inner_text=True)
        again.close()
        assert page.evaluate("window.same"), f"{name} had to load the page again"
    resumed = {request.frame.page for request in requests if request.all_headers().get("last-event-id")}
    assert resumed == set(seats.values())
    # Without the program, the stream and the phone's look at the record cannot be reached.
    assert all("/stream?" in said or "/recorded" in said for said in phones.complaints)
    phones.complaints.clear()


def a_crash_is_countered(at_table: AtTable, decided: float, anna: Page, ben: Page, public: Page) -> None:
    """By a button. Nobody else is told that it could be, nor what the bag's reader has seen."""
    at_table.play_to(decided)
    held = "Big Rocks"
    expect(ben.get_by_role("region", name="My hand")).to_contain_text(held)
    for other in (anna, public):
        expect(panel(other, "Ben")).not_to_contain_text(held)
    expect(ben.locator('button[value$=" react:crash_gem"]')).to_be_visible()
    for other in (anna, public):
        expect(other.locator('button[value*="react:"]')).to_have_count(0)
    due = ben.get_by_role("region", name="React to Unstable Power, or pass?")
    expect(due).to_contain_text("Your decision")
    expect(due).to_be_in_viewport()
    ben.locator("#shared").scroll_into_view_if_needed()
    expect(due).to_be_in_viewport()
    expect(ben.get_by_role("alert")).to_contain_text("React to Unstable Power")
    is_accessible(ben, "reaction")
    press(ben, "react:crash_gem")
    for page in (anna, ben, public):
        expect(page.locator("#last")).to_contain_text("Ben reacts with a Crash Gem")
    shoot(ben, "countered")


def panel(page: Page, seat: str) -> Locator:
    """What lies before a seat."""
    return page.get_by_role("region", name=seat, exact=True)


def it_ends(anna: Page, everybody: tuple[Page, ...]) -> str:
    """The result, and the head of the closed record."""
    for page in everybody:
        expect(page.locator("#headline")).to_contain_text("wins")
    shoot(anna, "decided")
    anna.get_by_role("button", name="End the game").click()
    heads = []
    for page in everybody:
        expect(page.locator("#notes")).to_contain_text("its record is closed")
        heads.append(page.locator("#notes code").inner_text())
    for words in ("End the game", "Take the last answer back"):
        expect(anna.get_by_role("button", name=words)).to_have_count(0)
    shoot(anna, "over")
    card = everybody[-1].locator(".finale")
    for words in ("Anna", "wins", "mistake was caught, all put right", "Watch it again"):
        expect(card).to_contain_text(words)
    is_accessible(everybody[-1], "over-public")
    assert len(set(heads)) == 1
    return heads[0]


def it_can_be_looked_at_again(anna: Page, head: str) -> None:
    """Move by move, and checked."""
    result = anna.inner_text("#headline")
    anna.get_by_role("link", name="Games").click()
    shoot(anna, "games")
    anna.get_by_role("link", name="Anna – Ben").click()
    slider, headline = anna.get_by_role("slider"), anna.locator("#replay .headline")
    expect(headline).to_have_text(result)
    slider.press("Home")
    expect(headline).to_contain_text("Anna")
    expect(headline).not_to_have_text(result)
    shoot(anna, "replay")
    onward = anna.locator(".steps a", has_text=re.compile("^›$"))
    there = onward.get_attribute("href") or ""
    onward.click()
    expect(anna).to_have_url(re.compile(rf"/games/1{re.escape(there)}$"))
    ruling = anna.locator(".moves a.mistake")
    expect(ruling).to_have_count(1)
    ruling.click()
    expect(anna.locator(".evidence")).to_contain_text("but the rules call for a 1-gem there")
    expect(anna.locator(".saw")).to_contain_text("3-gem to Ben's tray")
    is_accessible(anna, "replay")
    at = anna.url
    anna.locator("h1").click()  # away from the list
    for key, elsewhere in (("ArrowRight", True), ("ArrowLeft", False)):
        anna.keyboard.press(key)
        (expect(anna).not_to_have_url if elsewhere else expect(anna).to_have_url)(at)
    slider.press("End")
    expect(headline).to_have_text(result)
    anna.get_by_role("link", name="Verify").click()
    for words in ("entries are unchanged", "The rules accept all", head):
        expect(anna.locator("main")).to_contain_text(words)
    shoot(anna, "verified")
