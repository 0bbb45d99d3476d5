"""The guided tour is told to its end, and each of its steps looks as it did when somebody looked at it."""

from __future__ import annotations

import pygame
import pytest
from playwright.sync_api import Browser

from companion.app.demo.puzzle_strike_tour import STORY
from tests.end_to_end.demo_tour import GOLDEN, MOST, record, unlike

pytestmark = pytest.mark.xdist_group("browser")


def test_each_step_of_the_tour_looks_right(browser: Browser) -> None:
    assert record(browser, None) == [], "look at it (make tour); if it is right: make tour WRITE=1"


def test_there_is_a_picture_of_each_step_and_no_other() -> None:
    assert sorted(file.name for file in GOLDEN.glob("*")) == [f"{step:02}.png" for step in range(1, STORY.steps + 1)]


def test_a_chip_that_lies_elsewhere_is_noticed() -> None:
    before = pygame.image.load(GOLDEN / "04.png")
    now = before.copy()
    chip = before.subsurface((7, 176, 13, 13)).copy()
    now.blit(before.subsurface((21, 176, 13, 13)).copy(), (7, 176))
    assert unlike(now, before) > MOST
    now.blit(chip, (7, 176))
    assert unlike(now, before) == 0
