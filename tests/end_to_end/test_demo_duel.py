"""Whole duels at the virtual table in Chromium, each chip moved as a person moves it. Long ones: `make soak`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.app.demo.mishaps import LABELS
from companion.app.demo.motion import ALOFT
from tests.end_to_end.demo_duel import LARGE, LONG, play_duel, table, take_all_seats
from tests.end_to_end.demo_hands import Finger, Hand, Keys
from tests.end_to_end.demo_person import Person
from tests.end_to_end.phones import PHONE

pytestmark = pytest.mark.xdist_group("browser")

TURNS = 3


def test_a_duel_is_played_by_mouse_to_its_end_while_everything_goes_wrong(tmp_path: Path, browser: Browser) -> None:
    person, pressed = play_duel(tmp_path, browser, seed=1, every=3, short=True)
    assert person.moved > 20
    assert set(pressed) == set(LABELS)
    assert person.longest_aloft > ALOFT - 1


@pytest.mark.parametrize(("hand", "size"), [(Finger, PHONE), (Keys, LARGE)], ids=["touch", "keys"])
def test_turns_by_touch_and_by_keyboard_alone(
    tmp_path: Path, browser: Browser, hand: Callable[[Page], Hand], size: tuple[int, int]
) -> None:
    with table(tmp_path, browser) as (_, phones):
        page = phones.take_out(size, has_touch=hand is Finger)
        take_all_seats(page)
        person = Person(page, hand(page), seed=2, haste=0.8)
        person.play(lambda world: person.turns > TURNS, LONG * 4)
        assert len(person.headlines) >= 2 * TURNS
        assert phones.complaints == []
