"""What a phone does besides showing its page: it is called when it is waited for, reads aloud, and has one stream."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.accessible import is_accessible
from tests.end_to_end.at_table import House
from tests.end_to_end.phones import SCREEN, Phones, begin_game, code_of, give, join

pytestmark = pytest.mark.xdist_group("browser")

LISTEN: Final = """
window.felt = []; window.spoken = [];
Object.defineProperty(navigator, "vibrate", { value: (pattern) => { felt.push(pattern); return true; } });
SpeechSynthesis.prototype.speak = (said) => { spoken.push([said.text, said.lang]); };
"""
"""What a phone would do is kept, to be looked at."""


def test_two_tabs_of_a_phone_share_a_stream_and_it_is_called(house: House, phones: Phones) -> None:
    host, anna, ben = phones.take_out(SCREEN), phones.take_out(), phones.take_out()
    ben.context.add_init_script(LISTEN)
    join(host, house.host)
    begin_game(host, "none")
    join(anna, code_of(host, "Anna"))
    join(ben, code_of(host, "Ben"))
    leads(ben, "yes")
    again = phones.beside(ben)
    again.goto("/seat")
    leads(again, "yes")
    leads(ben, "")
    assert ben.evaluate("felt") == []
    give(anna.get_by_role("button", name="play a Crash Gem"))
    for tab in (ben, again):
        expect(tab.locator("#due")).to_contain_text("React to Crash Gem, or pass?")
        assert tab.evaluate("felt.length") == 1, "it is called once"
    again.goto("about:blank")  # as a tab that is closed says that it goes
    leads(ben, "yes")
    give(ben.get_by_role("button", name="pass", exact=True))
    expect(ben.locator("#held")).to_contain_text("Waiting for Anna.")
    ben.get_by_role("button", name="Read").click()
    (words, language), *_ = ben.evaluate("spoken")
    assert "Turn 1: Anna, buy phase. Pile: 1 of 10. Waiting for Anna." in words
    assert language == "en"
    assert ben.evaluate("felt.length") == 1, "nobody waits for Ben any more"
    is_accessible(ben, "phone")
    assert phones.complaints == []


def test_what_a_phone_cannot_do_is_said(house: House, phones: Phones) -> None:
    """On plain http a page may not keep the screen on: the phone's own setting is named."""
    host, anna = phones.take_out(SCREEN), phones.take_out()
    join(host, house.host)
    begin_game(host, "none")
    join(anna, code_of(host, "Anna"))
    card = anna.get_by_role("region", name="This phone")
    assert not anna.evaluate("isSecureContext")
    expect(card).to_contain_text("Screen timeout")
    expect(card.get_by_label("Keep the screen on")).to_be_hidden()
    sound = card.get_by_label("Sound when it is my turn or I am asked")
    sound.uncheck()
    anna.reload()
    expect(sound).not_to_be_checked()
    expect(card.get_by_label("Vibrate as well")).to_be_checked()
    assert phones.complaints == []


def leads(page: Page, wanted: str) -> None:
    """Whether this tab holds the stream of its phone."""
    expect(page.locator("body")).to_have_attribute("data-leads", wanted)
