"""Every page in both languages, in light and dark, on a phone and on a desk; and without a mouse."""

from __future__ import annotations

import re
import socket
from contextlib import ExitStack
from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from companion.faces.server.streams import MOST_OF_ONE
from tests.end_to_end.accessible import SMALL, STICKS_OUT, is_accessible, is_accessible_everywhere
from tests.end_to_end.at_table import House
from tests.end_to_end.phones import PHONE, SCREEN, Phones, begin_game, code_of, give, join, shoot

pytestmark = pytest.mark.xdist_group("browser")

ANYBODYS = (
    "/ /watch /join /chips /chips/combine /rules /rules?q=ante /rules/crash-gem/scene?n=2 /what-if /games /games/1"
    " /games/1/verified /readers /settings /nothing-there"
).split()
PAGES = {
    "anybody": ANYBODYS,
    "Anna": ["/seat", "/seat/why?token=buy:wound"],
    "the judge": ["/judge/table", "/judge"],
    "the host": ["/new", "/codes"],
}


def test_every_page_is_accessible(house: House, phones: Phones) -> None:
    host, anna, judge = phones.take_out(SCREEN), phones.take_out(), phones.take_out()
    join(host, house.host)
    begin_game(host, "none", judged=True)
    join(anna, code_of(host, "Anna"))
    judges_code = code_of(host, "The judge")
    join(judge, judges_code)
    whose = {"anybody": phones.take_out(), "Anna": anna, "the judge": judge, "the host": host}
    for language, contrast in (("en", "light"), ("ru", "dark")):
        for who, page in whose.items():
            page.context.add_cookies([{"name": "lang", "value": language, "url": house.address}])
            for path in PAGES[who]:
                page.goto(path)
                expect(page.locator("html")).to_have_attribute("lang", language)
                is_accessible_everywhere(page, f"{language}{path.replace('/', '-').replace('?', '-')}", contrast)
        judge.locator("#judge-form #code").fill(judges_code)
        judge.locator('[formaction="/judge/look"]').click()
        expect(judge).to_have_url(f"{house.address}/judge/look")
        is_accessible_everywhere(judge, f"{language}-look", contrast)
    strange = [said for said in phones.complaints if "/nothing-there" not in said]
    assert strange == []


def test_high_contrast_and_large_text_are_kept(house: House, phones: Phones) -> None:
    """What the settings page sets, every page then has."""
    page = phones.take_out()
    page.goto("/settings")
    for words in ("high", "dark", "huge"):
        page.locator("label", has_text=words).click()
    page.get_by_role("button", name="Save").click()
    page.goto("/chips")
    root = page.locator("html")
    for name, value in {"contrast": "high", "theme": "dark", "size": "huge"}.items():
        expect(root).to_have_attribute(f"data-{name}", value)
    is_accessible(page, "huge")
    assert page.evaluate(STICKS_OUT) <= 0
    assert phones.complaints == []


def test_without_a_mouse(house: House, phones: Phones) -> None:
    host, anna = phones.take_out(SCREEN), phones.take_out()
    join(host, house.host)
    begin_game(host, "none")
    anna.goto("/join")
    anna.keyboard.type(code_of(host, "Anna").lower())
    anna.keyboard.press("Enter")
    expect(anna).to_have_url(f"{house.address}/seat")
    anna.keyboard.press("Tab")
    expect(anna.get_by_role("link", name="Skip to content")).to_be_focused()
    anna.keyboard.press("Enter")
    for phase, answer in (("action", "done: no more actions"), ("buy", "buy a wound")):
        expect(anna.locator("#headline")).to_contain_text(f"Anna, {phase} phase")
        tab_to(anna, answer)
        anna.keyboard.press("Enter")
        if answer == "buy a wound":  # a chip is chosen first: the bar says what it would lead to
            expect(anna.locator("#held .chosen")).to_contain_text("Buy a wound", ignore_case=True)
            anna.keyboard.press("Enter")
    expect(anna.locator("#last")).to_contain_text("Anna buys a wound")
    assert phones.complaints == []


def test_why_not_is_asked_by_buttons(house: House, phones: Phones) -> None:
    """On the seat's own page, which stays."""
    host, anna = phones.take_out(SCREEN), phones.take_out()
    join(host, house.host)
    begin_game(host, "none")
    join(anna, code_of(host, "Anna"))
    opener, why = anna.get_by_role("link", name="Why can I not …?"), anna.locator("#why")
    opener.click()
    why.get_by_role("button", name="buy a wound", exact=True).click()
    expect(why).to_contain_text("Actions come first")
    why.get_by_text("Something else").click()
    why.get_by_role("textbox").fill("play:nonsense")
    why.get_by_role("button", name="Ask").click()
    expect(why).to_contain_text('There is no chip "nonsense"')
    is_accessible(anna, "why")
    opener.click()
    expect(why).to_be_hidden()
    expect(anna).to_have_url(f"{house.address}/seat")
    assert phones.complaints == []


def test_what_an_answer_points_at_is_lit_and_takes_a_tap(house: House, phones: Phones) -> None:
    host, anna = phones.take_out(SCREEN), phones.take_out()
    join(host, house.host)
    begin_game(host, "none")
    join(anna, code_of(host, "Anna"))
    anna.get_by_role("button", name="done: no more actions", exact=True).click()
    expect(anna.locator("#headline")).to_contain_text("Anna, buy phase")
    wound = anna.locator('#shared .stack[data-kind="wound"]')
    expect(wound).to_have_class(re.compile(r"\blit\b"))
    expect(anna.locator('#shared .stack[data-kind="gem_4"]')).not_to_have_class(re.compile(r"\blit\b"))
    anna.locator("#own .sale:not(.dear)").last.get_by_role("link").click()
    says = anna.get_by_role("dialog")
    expect(says.get_by_role("heading", level=1)).to_have_text("Wound")
    is_accessible(anna, "chip-text")
    says.get_by_role("button", name="Close").click()
    expect(says).to_be_hidden()
    wound.locator(".left").click()
    chosen = anna.locator("#held .chosen")
    expect(chosen).to_contain_text("buy a wound")
    is_accessible(anna, "chosen")
    anna.keyboard.press("Escape")
    expect(chosen).to_be_hidden()
    wound.locator(".left").click()
    chosen.get_by_role("button", name="Buy for $0").click()
    expect(anna.locator("#last")).to_contain_text("Anna buys a wound")
    expect(anna.locator("#more")).to_contain_text("Anna buys a wound for $0.")
    is_accessible(anna, "buying")
    assert phones.complaints == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_table_is_one_screen(house: House, phones: Phones, language: str) -> None:
    host, anybody = phones.take_out(SCREEN), phones.take_out((1440, 900))
    join(host, house.host)
    begin_game(host, "none")
    anybody.context.add_cookies([{"name": "lang", "value": language, "url": house.address}])
    for width, height in ((1440, 900), (1024, 768), (820, 1180)):
        anybody.set_viewport_size({"width": width, "height": height})
        anybody.goto("/")
        expect(anybody.locator(".tower")).to_have_count(2)
        assert anybody.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, (width, height)
        assert anybody.evaluate(STICKS_OUT) <= 0, (width, height)


def box_of(place: Locator) -> FloatRect:
    """Where it is in the window."""
    box = place.bounding_box()
    assert box
    return box


def test_why_not_is_answered_beside_the_question(house: House, phones: Phones) -> None:
    """Also while a card that stays at the top of the page says what Ben must do."""
    host, anna, ben = phones.take_out(SCREEN), phones.take_out(), phones.take_out()
    join(host, house.host)
    begin_game(host, "none")
    join(anna, code_of(host, "Anna"))
    join(ben, code_of(host, "Ben"))
    give(anna.get_by_role("button", name="play a Crash Gem"))
    card, why = ben.locator("#due .due"), ben.locator("#why")
    expect(card).to_be_visible()
    ben.get_by_role("link", name="Why can I not …?").click()
    asked = why.locator(".choices button")
    expect(asked.first).to_be_visible()
    for question in (asked.last, asked.first):
        question.click()
        said = why.locator(".notice")
        expect(said.locator("strong")).to_have_text(question.inner_text())
        answer, above, button = (box_of(place) for place in (said, card, question))
        assert above["y"] < 30, "the card is at the top"
        assert above["y"] + above["height"] <= answer["y"], "the card covers the answer"
        assert answer["y"] + answer["height"] <= PHONE[1], "all of the answer is in sight"
        assert 0 <= answer["y"] - button["y"] - button["height"] < 40, "it stands below its question"
    shoot(ben, "why-beside")
    assert phones.complaints == []


def carry(page: Page, chip: str, place: str) -> None:
    """Drag a chip by its place and kind, as a mouse does."""
    source, kind = chip.split(":")
    one = page.locator(f'button[name=pick][data-place="{source}"][data-kind="{kind}"]').first
    one.scroll_into_view_if_needed()
    start, end = box_of(one), box_of(page.locator(f'[data-drop="{place}"]'))
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def test_a_judge_puts_the_table_right_by_hand(house: House, phones: Phones) -> None:
    """By mouse, by tap and by keyboard; what cannot be is said; and once it is signed, everybody sees it."""
    host, judge = phones.take_out(SCREEN), phones.take_out((1440, 1600))
    join(host, house.host)
    begin_game(host, "none", judged=True)
    code = code_of(host, "The judge")
    join(judge, code)
    judge.goto("/judge/table")
    told, place = judge.locator(".difference"), '[data-drop="{}"]'.format
    carry(judge, "bank:gem_1", "Anna.pile")
    expect(told).to_contain_text("Anna's pile has a 1-gem more.")
    judge.locator('button[name=pick][data-place="bank"][data-kind="wound"]').click()
    judge.locator(place("Ben.played")).locator("h3").click()
    expect(told).to_contain_text("Ben is not in the middle of a turn")
    expect(judge.locator(place("Ben.played"))).to_contain_text("Wound")
    is_accessible(judge, "by-hand")
    told.get_by_role("button", name="Undo this").click()
    expect(told).not_to_contain_text("Ben is not")
    judge.locator('button[name=pick][data-place="bank"][data-kind="gem_2"]').press("Enter")
    for _ in range(40):
        judge.keyboard.press("ArrowDown")
        if judge.evaluate("document.activeElement.dataset.put") == "Ben.discard":
            break
    judge.keyboard.press("Enter")
    expect(told).to_contain_text("Ben's discard pile has a 2-gem more.")
    judge.get_by_role("button", name="one more: Money", exact=True).press("Enter")
    expect(told).to_contain_text("Anna has $1 more.")
    judge.locator(".reasons label").first.click()
    judge.locator("#code").fill(code)
    judge.get_by_role("button", name="Put it right").click()
    expect(judge).to_have_url(f"{house.address}/judge")
    expect(judge.locator("#said")).to_contain_text("The table has been put right.")
    expect(judge.locator("#last")).to_contain_text("A forgotten move")
    assert phones.complaints == []


def test_what_if_is_built_and_tried_on_a_small_phone(house: House, phones: Phones) -> None:
    page = phones.take_out(has_touch=True)
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    page.goto("/what-if")
    for kind, place in (("gem_2", "A.pile"), ("crash_gem", "A.hand")):
        page.locator(f'button[name=pick][data-place="bank"][data-kind="{kind}"]').tap()
        page.locator(f'[data-drop="{place}"] h3').tap()
        expect(page.locator(f'button[name=pick][data-place="{place}"]')).to_have_count(1)
    for answer in ("play a Crash Gem", "break a 2-gem"):
        page.get_by_role("button", name=answer, exact=True).tap()
    expect(page.locator(".results")).to_contain_text("Two 1-gems land in B's pile.")
    expect(page.locator('.block-of button[data-place="B.pile"]')).to_have_count(2)
    is_accessible(page, "what-if-tried")
    assert page.evaluate(STICKS_OUT) <= 0
    steps = [card.bounding_box() for card in page.locator(".results > .card").all()]
    assert all(two["y"] - one["y"] - one["height"] > 8 for one, two in pairwise(steps) if one and two)
    assert phones.complaints == []


def test_a_page_without_a_stream_looks_for_news_by_itself(house: House, phones: Phones) -> None:
    host, anna, onlooker = phones.take_out(SCREEN), phones.take_out(), phones.take_out()
    join(host, house.host)
    begin_game(host, "none")
    join(anna, code_of(host, "Anna"))
    port = int(house.address.rpartition(":")[2])
    with ExitStack() as taken:  # all streams that one address gets without a session
        for _ in range(MOST_OF_ONE):
            one = taken.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
            one.sendall(b"GET /stream?as=table HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b"200 OK" in one.recv(1000)
        with onlooker.expect_response(lambda answer: answer.status == 503):
            onlooker.goto("/")
        expect(onlooker.locator("#headline")).to_contain_text("Anna, action phase")
        anna.get_by_role("button", name="done: no more actions", exact=True).click()
        expect(onlooker.locator("#headline")).to_contain_text("Anna, buy phase", timeout=20_000)
        expect(onlooker.locator("#link")).to_be_hidden()


def test_after_the_end_nothing_can_be_taken_back(house: House, phones: Phones) -> None:
    host, anna, judge = phones.take_out(SCREEN), phones.take_out(), phones.take_out()
    join(host, house.host)
    begin_game(host, "none", judged=True)
    join(anna, code_of(host, "Anna"))
    code = code_of(host, "The judge")
    join(judge, code)
    anna.get_by_role("button", name="done: no more actions", exact=True).click()
    for page, words in ((anna, "End the game"), (judge, "End the game"), (anna, "Take the last answer back")):
        expect(page.get_by_role("button", name=words)).to_be_visible()
    judge.locator("#judge-form #code").fill(code)
    judge.get_by_role("button", name="End the game").click()
    for page in (anna, judge):
        expect(page.locator("#notes")).to_contain_text("its record is closed")
        for words in ("End the game", "Take the last answer back"):
            expect(page.get_by_role("button", name=words)).to_have_count(0)
        is_accessible(page, "closed")
    anna.locator("#more").get_by_role("link", name="Open the record").click()
    expect(anna).to_have_url(f"{house.address}/games/1")
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
