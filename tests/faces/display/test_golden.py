"""The pictures are as they were when somebody looked at them: python -m tests.faces.display.golden writes them anew."""

from __future__ import annotations

import pygame
import pytest

from tests.faces.display.golden import FOLDER, drawn, goldens

NEAR = 40
"""So much may a colour differ: smooth edges come out a little different from one machine to the next."""
SHARE = 0.004
"""And this share of the pixels by more than that."""


def unlike(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of the pixels that differ."""
    width, height = one.get_size()
    like = pygame.mask.from_threshold(one, (0, 0, 0), (NEAR, NEAR, NEAR, 255), other)
    return 1 - like.count() / (width * height)


@pytest.mark.parametrize("name", goldens())
def test_the_picture_is_as_it_was(name: str) -> None:
    golden = goldens()[name]
    before = pygame.image.load(FOLDER / f"{name}.png")
    now = drawn(golden)
    assert now.get_size() == before.get_size() == golden.size
    assert unlike(now, before) <= SHARE, "look at it; if it is right: python -m tests.faces.display.golden"


def test_there_are_no_other_pictures() -> None:
    assert {file.stem for file in FOLDER.glob("*.png")} == set(goldens())
    assert len(goldens()) >= 12


def test_a_small_change_is_noticed() -> None:
    before = drawn(goldens()["duel_800x480"])
    now = before.copy()
    now.fill((255, 255, 255), (20, 92, 60, 60))
    assert unlike(now, before) > SHARE
    assert unlike(before, before) == 0
