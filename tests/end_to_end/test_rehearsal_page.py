"""The page of the virtual table, against a stand-in: chips by mouse, finger and keys; what it shows, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.end_to_end.accessible import LARGE, SMALL, STICKS_OUT, is_accessible_everywhere
from tests.end_to_end.phones import PATIENCE, shoot
from tests.end_to_end.rehearsal_stand_in import StandIn
from tests.end_to_end.rehearsal_world import a_panel, a_ruling, a_world

pytestmark = pytest.mark.xdist_group("browser")

BIGGEST: Final = (1920, 1080)
CRASH: Final = '[data-chip="c3"]'
"""Ann's Crash Gem, in her hand."""
TO_PLAYED: Final = {"do": "move", "chip": "c3", "to": "A.played"}


class Pages:
    """Opens the page on screens of any kind, and hears what each of them complains of."""

    def __init__(self, browser: Browser, stand_in: StandIn) -> None:
        self.complaints: list[str] = []
        self._browser = browser
        self._stand_in = stand_in

    def open(self, size: tuple[int, int] = LARGE, **kind: Any) -> Page:
        """The page, as soon as the chips lie there."""
        kind = {"reduced_motion": "reduce", "locale": "en", **kind}
        width, height = size
        context = self._browser.new_context(
            base_url=self._stand_in.address, viewport={"width": width, "height": height}, **kind
        )
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto("/")
        expect(page.locator(CRASH)).to_be_visible()
        return page


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    with StandIn() as found:
        yield found


@pytest.fixture
def pages(browser: Browser, stand_in: StandIn) -> Iterator[Pages]:
    found = Pages(browser, stand_in)
    yield found
    for context in browser.contexts:
        context.close()
    assert found.complaints == []


def middle(page: Page, selector: str) -> tuple[float, float]:
    """Where to lay a finger."""
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(name: str) -> str:
    """A place of the table."""
    return f'[data-place="{name}"]'


def lies_in(page: Page, chip: str, name: str) -> None:
    """The page shows it there."""
    expect(page.locator(f"{place(name)} {chip}")).to_be_visible()


# -- by mouse --------------------------------------------------------------------------------------------------


def take(page: Page, selector: str, to: tuple[float, float]) -> None:
    """Press on it and go there with the button held."""
    page.mouse.move(*middle(page, selector))
    page.mouse.down()
    page.mouse.move(to[0] - 20, to[1] - 10, steps=4)
    page.mouse.move(*to)


def test_a_chip_is_dragged_by_mouse(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    take(page, CRASH, middle(page, place("A.played")))
    expect(page.locator(".ghost")).to_be_visible()
    expect(page.locator(place("A.played"))).to_have_class(r"place kind-heap zone-played over")
    assert stand_in.acts == []
    page.mouse.up()
    lies_in(page, CRASH, "A.played")
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator("#done")).to_have_text("Crash Gem put down: Ann: Played.")
    assert stand_in.acts == [TO_PLAYED]


@pytest.mark.parametrize("way", ["beside", "home", "escape"])
def test_a_drag_that_ends_nowhere_does_nothing(pages: Pages, stand_in: StandIn, way: str) -> None:
    page = pages.open()
    take(page, CRASH, {"beside": (1200.0, 30.0), "home": middle(page, place("A.hand"))}.get(way, (400.0, 400.0)))
    if way == "escape":
        page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".ghost, .held, .holding, .over")).to_have_count(0)
    lies_in(page, CRASH, "A.hand")
    page.mouse.click(*middle(page, place("A.discard") + " .caption"))
    assert stand_in.acts == []


def test_out_of_a_stack_and_out_of_the_bag(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    for selector, to in (('[data-stack="bank:gem_1"]', "A.pile:5"), ('[data-bag="A"]', "A.hand")):
        take(page, selector, middle(page, place(to)))
        page.mouse.up()
        expect(page.locator(".ghost")).to_have_count(0)
    page.locator('[data-draw="A"]').click()
    expect(page.locator('[data-draw="B"]')).to_be_hidden()
    expect(page.locator("#done")).to_have_text("A chip is drawn from the bag.")
    a_draw = {"do": "draw", "seat": "A"}
    assert stand_in.acts == [{"do": "move", "from": "bank:gem_1", "to": "A.pile:5"}, a_draw, a_draw]


def test_what_is_refused_is_said_and_the_chip_goes_back(pages: Pages, stand_in: StandIn) -> None:
    stand_in.refusing = "Somebody else holds this chip."
    page = pages.open()
    take(page, CRASH, middle(page, place("A.played")))
    page.mouse.up()
    expect(page.locator("#why")).to_have_text(stand_in.refusing)
    expect(page.locator(".ghost, .held")).to_have_count(0)
    lies_in(page, CRASH, "A.hand")


def test_the_world_goes_on_during_a_drag(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    take(page, CRASH, middle(page, place("A.played")))
    stand_in.move("c13", "bank")
    lies_in(page, '[data-chip="c13"]', "bank")
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.up()
    lies_in(page, CRASH, "A.played")
    take(page, CRASH, middle(page, place("A.discard")))
    stand_in.tell(chips=[chip for chip in a_world()["chips"] if chip["id"] != "c3"])  # swept away under the hand
    expect(page.locator(f"#table {CRASH}")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".ghost, .holding")).to_have_count(0)
    assert stand_in.acts == [TO_PLAYED]


# -- by finger -------------------------------------------------------------------------------------------------


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """As a touch screen reports it."""
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def test_a_chip_is_dragged_by_finger(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open(SMALL, has_touch=True, is_mobile=True)
    page.locator("#welcome-close").tap()
    page.locator(place("A.hand")).evaluate("one => one.scrollIntoView({ block: 'center' })")
    session = page.context.new_cdp_session(page)
    x, y = middle(page, CRASH)
    to_x, to_y = middle(page, place("A.played"))
    scrolled = page.evaluate("scrollY")
    touch(session, "touchStart", (x, y))
    for part in (0.2, 0.5, 0.8, 1.0):
        touch(session, "touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
    expect(page.locator(".ghost")).to_be_visible()
    assert page.evaluate("scrollY") == scrolled
    touch(session, "touchEnd")
    lies_in(page, CRASH, "A.played")
    assert stand_in.acts == [TO_PLAYED]


def test_a_tap_picks_up_and_another_puts_down(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open(SMALL, has_touch=True, is_mobile=True)
    page.locator("#welcome-close").tap()
    page.locator(CRASH).tap()
    expect(page.locator(CRASH)).to_have_attribute("aria-pressed", "true")
    page.locator('[data-chip="c4"]').tap()  # another one of the same hand: it is taken instead
    expect(page.locator("#table [aria-pressed=true].chip")).to_have_attribute("data-chip", "c4")
    page.locator('[data-chip="c4"]').tap()
    expect(page.locator("#table.holding")).to_have_count(0)
    page.locator(CRASH).tap()
    page.locator(f"{place('A.played')} .spot").tap(position={"x": 4, "y": 4})
    lies_in(page, CRASH, "A.played")
    assert stand_in.acts == [TO_PLAYED]


def test_tapping_another_stack_means_the_other_one(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open(SMALL, has_touch=True, is_mobile=True)
    for kind in ("gem_1", "gem_2"):
        page.locator(f'[data-stack="bank:{kind}"]').tap()
    assert stand_in.acts == []
    with page.expect_response("**/act"):
        page.locator(f"{place('A.pile:5')} .spot").tap()
    assert stand_in.acts == [{"do": "move", "from": "bank:gem_2", "to": "A.pile:5"}]


# -- by keys ---------------------------------------------------------------------------------------------------


def go_to(page: Page, selector: str, key: str) -> None:
    """Press an arrow until the focus is there."""
    for _ in range(20):
        if page.locator(selector).evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {selector}")


def test_a_chip_is_moved_by_keys_alone(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    page.locator("#table").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.locator(CRASH).evaluate("one => one === document.activeElement"):
            break
    expect(page.locator(CRASH)).to_be_focused()  # the own hand comes first
    expect(page.locator(".chip[tabindex='0'], .spot[tabindex='0']")).to_have_count(1)
    go_to(page, '[data-chip="c6"]', "ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator("#done")).to_contain_text("Protective Ward picked up.")
    page.keyboard.press("Escape")
    expect(page.locator("#done")).to_have_text("Protective Ward is back where it was.")
    go_to(page, CRASH, "ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(CRASH)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-bag="A"]')).to_be_focused()  # while something is held, each place is one stop
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    lies_in(page, CRASH, "A.played")
    assert stand_in.acts == [TO_PLAYED]


def test_the_focus_stays_with_a_chip_that_is_moved(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    page.locator(CRASH).focus()
    stand_in.move("c3", "A.discard")
    lies_in(page, CRASH, "A.discard")
    expect(page.locator(CRASH)).to_be_focused()


def test_every_place_is_reached_by_arrows(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    reached = page.evaluate(WALK)
    wanted = page.evaluate("[...document.querySelectorAll('[data-place]')].map((one) => one.dataset.place)")
    assert sorted(reached) == sorted(wanted)
    assert stand_in.acts == []


WALK: Final = """() => {
  const seen = new Set(), places = new Set(), open = [document.querySelector("#table .chip")];
  while (open.length) {
    const one = open.pop();
    if (seen.has(one)) continue;
    seen.add(one); places.add(one.closest("[data-place]").dataset.place);
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      one.focus();
      one.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      open.push(document.activeElement);
    }
  }
  return [...places];
}"""


# -- what is shown ---------------------------------------------------------------------------------------------


def test_chips_are_told_by_number_name_or_back(pages: Pages) -> None:
    page = pages.open()
    expect(page.locator('[data-chip="c13"] .disc use')).to_have_attribute("href", re.compile("#gem-4$"))
    expect(page.locator(f"{CRASH} .disc use").last).to_have_attribute("href", re.compile("#mark-purple$"))
    expect(page.locator(CRASH)).to_have_attribute("aria-label", "Crash Gem, Ann: Hand")
    back = page.locator(f"{place('B.hand')} .chip").first
    expect(back).to_have_attribute("aria-label", "Face-down chip, Ben: Hand")
    expect(back.locator(".disc use")).to_have_attribute("href", re.compile("#back$"))
    expect(page.locator('[data-stack="bank:gem_2"]')).to_have_attribute("aria-label", "2-gem, stack of 12, price 3")


def test_a_chip_on_its_way_flies_with_a_hand(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open(reduced_motion="no-preference")
    stand_in.move("c13", "A.pile:8", moving=True)
    flying = page.locator(f"{place('A.pile:8')} .flying.moving")
    expect(flying).to_have_attribute("data-chip", "c13")
    expect(flying.locator(".hand")).to_be_visible()
    stand_in.move("c13", "A.pile:8")
    expect(page.locator('[data-chip="c13"] .hand')).to_be_hidden()


def test_who_wants_no_motion_sees_none(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    page.evaluate(
        "new MutationObserver(() => { if (document.querySelector('.flying')) console.error('it flies'); })"
        ".observe(document.body, { attributes: true, subtree: true })"
    )
    stand_in.move("c13", "A.pile:8", moving=True)
    lies_in(page, '[data-chip="c13"]', "A.pile:8")


def test_dead_readers_and_chips_in_the_air(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    told = a_world()["places"]
    stand_in.tell(places=[{**one, "alive": one["id"] != "A.pile:3"} for one in told])
    expect(page.locator(f"{place('A.pile:3')} .dead")).to_have_text("dead")
    expect(page.locator(place("A.pile:3"))).to_have_class("place kind-cell zone-pile lost")
    stand_in.move("c13", "air", moving=True)
    expect(page.locator('[data-chip="c13"]')).to_have_attribute("aria-label", "4-gem, in a hand, towards In the air")
    stand_in.move("c13", "B.pile:0")
    expect(page.locator(place("air"))).to_have_count(0)


def test_what_is_owed_and_what_lies_wrong_glows(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    owed = [{"kind": "gem_1", "source": "bank", "target": "B.pile", "count": 1}]
    stand_in.say(owed=owed, ruling=a_ruling() | {"moved": [["gem_4", "bank", "B.pile"]]})
    expect(page.locator(".owes")).to_have_attribute("data-stack", "bank:gem_1")
    awaiting = page.locator(".awaits.kind-cell")
    expect(awaiting).to_have_count(1)
    expect(awaiting.locator(".expected use")).to_have_attribute("href", re.compile("#gem-1$"))
    expect(page.locator(".wrong")).to_have_attribute("data-chip", "c13")
    stand_in.say(owed=[], ruling=None)
    for mark in (".owes", ".awaits", ".expected", ".wrong"):
        expect(page.locator(mark)).to_have_count(0)


def test_while_something_is_held_only_what_may_be_meant_is_lit(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    ways = {"done": (), "play": (["crash_gem", "A.hand", "A.played"],), "buy": (["wound", "bank", "A.discard"],)}
    choices = [{"token": token, "words": token, "ways": list(some)} for token, some in ways.items()]
    stand_in.tell(phones={"A": {"asks": "What now?", "choices": choices, "number": 9}})
    lit = page.locator(".may")
    expect(lit).to_have_count(2)
    expect(page.locator(CRASH)).to_have_class(re.compile(r"\bmay\b"))
    page.locator(CRASH).click()
    expect(lit).to_have_count(0)
    meant = page.locator(".meant")
    expect(meant).to_have_count(1)
    expect(meant).to_have_attribute("data-place", "A.played")
    page.keyboard.press("Escape")
    expect(meant).to_have_count(0)


def test_chips_that_no_reader_has_seen_are_counted_at_the_hand(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    expect(page.locator(f"{place('A.hand')} .unseen")).to_be_hidden()
    places = a_world()["places"]
    next(one for one in places if one["id"] == "A.hand")["unseen"] = 2
    stand_in.tell(places=places)
    expect(page.locator(f"{place('A.hand')} .unseen")).to_have_text("2 not seen")
    expect(page.locator(f"{place('A.hand')} .spot")).to_have_attribute("aria-label", "Ann: Hand: 5; 2 not seen")


def test_names_are_text_whatever_they_are(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    hostile = "<img src=x onerror=alert(1)>{place}&amp;\u202e" + "W" * 60
    seats = [{**seat, "title": hostile} for seat in a_world()["seats"]]
    stand_in.tell(seats=seats, title=hostile, message=hostile)
    expect(page.locator(".seat .name").first).to_have_text(hostile)
    expect(page.locator(CRASH)).to_have_attribute("aria-label", f"Crash Gem, {hostile}: Hand")
    assert page.locator("img:not(#display)").count() == 0
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    assert page.evaluate(STICKS_OUT) <= 0


def test_when_the_stream_is_away_it_says_so(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    expect(page.locator("#link")).to_be_hidden()
    stand_in.hang_up(True)
    expect(page.locator("#link")).to_have_text("No connection to the virtual table. Trying again …")
    stand_in.move("c13", "bank")
    stand_in.hang_up(False)
    expect(page.locator("#link")).to_be_hidden()
    lies_in(page, '[data-chip="c13"]', "bank")
    pages.complaints.clear()  # the browser's own, of the connection


# -- buttons ---------------------------------------------------------------------------------------------------

PRESSES: Final = {
    '[data-seat="B"][data-player="you"]': {"do": "seat", "seat": "B", "player": "you"},
    "#all-mine": {"do": "seat", "seat": "B", "player": "you"},
    "#all-steady": {"do": "seat", "seat": "A", "player": "steady"},
    '[data-say="play:crash_gem"]': {"do": "say", "seat": "A", "token": "play:crash_gem", "number": 9},
    "#stand": {"do": "stand", "number": 3},
    '[data-press="undo"]': {"do": "press", "button": "undo"},
    '[data-fault="unplug"]': {"do": "fault", "id": "unplug"},
    '[data-pace="0.5"]': {"do": "pace", "value": 0.5},
    '[data-pour="A"]': {"do": "pour", "seat": "A"},
    "#tour-begin": {"do": "tour", "on": True},
}


def test_every_button_does_its_deed(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    stand_in.tell(panel=a_panel())
    stand_in.say(ruling=a_ruling())
    expect(page.locator("#ruling")).to_contain_text("Give the 3-gem back to the bank.")
    for selector, deed in PRESSES.items():
        if "pour" in selector:  # only an empty bag can be refilled
            empty = [{**one, "count": 0} if one["id"] == "A.bag" else one for one in a_world()["places"]]
            stand_in.tell(places=empty)
        with page.expect_response("**/act"):
            page.locator(selector).click()
        assert stand_in.acts.pop() == deed, selector
        assert stand_in.acts == []
    stand_in.say(ruling=None)
    with page.expect_response("**/act"):
        page.locator("#welcome-tour").click()
    assert stand_in.acts.pop() == {"do": "tour", "on": True}
    expect(page.locator("#welcome")).to_be_hidden()
    stand_in.tell(tour={"step": 3, "of": 12, "caption": "Ann antes a 1-gem."})
    expect(page.locator("#tour")).to_contain_text("Tour, step 3 of 12")
    with page.expect_response("**/act"):
        page.locator("#tour-end").click()
    assert stand_in.acts == [{"do": "tour", "on": False}]


def test_a_new_game_is_asked_about(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    page.locator("#new").click()
    page.get_by_role("button", name="Continue this one").click()
    page.locator("#new").click()
    assert stand_in.acts == []
    with page.expect_response("**/act"):
        page.locator("#anew").get_by_role("button", name="New game").click()
    assert stand_in.acts == [{"do": "new"}]


def test_a_recording_offers_nothing_that_only_a_game_has(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    playing = ("#welcome", "#tour-begin", "#new", "#all-steady", '[data-draw="A"]', '[data-player="you"]', "#links")
    for selector in playing:
        expect(page.locator(selector).first).to_be_visible()
    stand_in.tell(recorded=True)
    for selector in playing:
        expect(page.locator(selector).first).to_be_hidden()
    expect(page.locator('[data-pace="2"]')).to_be_visible()
    expect(page.locator('[data-say="done"]')).to_be_visible()


def test_what_is_pressed_looks_pressed(pages: Pages, stand_in: StandIn) -> None:
    page = pages.open()
    stand_in.tell(faults=[{"id": "kill", "label": "Kill a reader", "on": True}], pace=4, program="dead")
    expect(page.get_by_role("button", name="Kill a reader", pressed=True)).to_be_visible()
    expect(page.get_by_role("button", name="4×", pressed=True)).to_be_visible()
    expect(page.get_by_role("button", name="1×", pressed=False)).to_be_visible()
    expect(page.locator("#program")).to_have_text("The companion has no power")


# -- on all screens --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
def test_it_is_accessible_in_both_languages(browser: Browser, language: str) -> None:
    with StandIn(language) as stand_in:
        pages = Pages(browser, stand_in)
        page = pages.open()
        expect(page.locator("html")).to_have_attribute("lang", language)
        if language == "en":  # with what newcomers are told; in the other language the busier page will do
            is_accessible_everywhere(page, f"rehearsal-{language}", "dark")
        told = a_world()["places"]
        stand_in.tell(places=[{**one, "alive": one["id"] != "A.pile:3"} for one in told], panel=a_panel(), message="…")
        stand_in.say(ruling=a_ruling(), ask={"seats": ["B"], "words": "Which?", "rule": "Combine", "number": 4})
        stand_in.move("c13", "A.played", moving=True)
        expect(page.locator("#ask")).to_be_visible()
        page.locator(CRASH).focus()
        page.keyboard.press("Enter")
        is_accessible_everywhere(page, f"rehearsal-{language}-loud", {"en": "light"}.get(language, "dark"))
        page.context.close()
        assert pages.complaints == []


@pytest.mark.parametrize("size", [LARGE, BIGGEST])
def test_a_duel_is_seen_without_scrolling(pages: Pages, stand_in: StandIn, size: tuple[int, int]) -> None:
    page = pages.open(size)
    stand_in.say(ruling=a_ruling())
    expect(page.locator("#ruling")).to_be_visible()
    told = a_world()
    dead = [{**one, "alive": one["zone"] not in ("A.discard", "bank")} for one in told["places"]]
    stand_in.tell(places=dead, faults=[{**fault, "on": True} for fault in told["faults"]])
    expect(page.locator("#faults [aria-pressed=true]")).to_have_count(7)
    shoot(page, f"rehearsal-{size[0]}")
    for selector in ("#table [data-place]", "#table .seat header", "#ruling", "#faults button"):
        for one in page.locator(selector).all():
            expect(one).to_be_in_viewport(ratio=1)
    for chip in page.locator("#table .chip").all():
        expect(chip).to_be_in_viewport(ratio=1)
    assert page.evaluate(STICKS_OUT) <= 0
