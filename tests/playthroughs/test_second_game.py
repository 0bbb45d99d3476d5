"""Every recorded match of Puzzle Strike 2 is played again and must come out the same, word for word."""

from __future__ import annotations

import pytest

from tests.playthroughs.second_game import FOLDER, RECORDED, played


@pytest.mark.parametrize("name", RECORDED)
def test_second_playthrough(name: str) -> None:
    recorded = FOLDER.joinpath(f"{name}.txt").read_text(encoding="utf-8")
    assert played(RECORDED[name]) == recorded, (
        "look at the difference; if it is right: python -m tests.playthroughs.second_game"
    )


def test_no_second_recording_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(RECORDED)
