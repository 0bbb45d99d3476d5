"""Somebody who knows no rules plays at the virtual table by what it lights and says, and puts right what went wrong.
Whole duels with every mistake: `python -m tests.end_to_end.newcomer_duel`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.end_to_end.demo_duel import table, take_all_seats
from tests.end_to_end.newcomer import Newcomer
from tests.end_to_end.newcomer_duel import Told, make_mistakes
from tests.end_to_end.phones import SCREEN

pytestmark = pytest.mark.xdist_group("browser")

ENOUGH = 2


def test_a_newcomer_puts_right_what_was_made_wrong_and_plays_on(tmp_path: Path, browser: Browser) -> None:
    told = Told(Counter(), Counter(), Counter())
    with table(tmp_path, browser, seed=6) as (demo, phones):
        page = phones.take_out(SCREEN)
        take_all_seats(page)
        newcomer = Newcomer(page, seed=6)
        make_mistakes(demo, newcomer, lambda seen: told.righted.total() >= ENOUGH, told)
        newcomer.play(lambda seen: "Turn 2" in seen.headline, 120.0)
        assert phones.complaints == []
    assert (told.stood, told.unnoticed) == (Counter(), Counter())
    assert newcomer.moved > ENOUGH
