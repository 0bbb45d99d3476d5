"""Every recorded match is played again and must come out the same, word for word."""

from __future__ import annotations

import pytest

from tests.playthroughs.record import FOLDER, SEEDS, played, recordings


@pytest.mark.parametrize("name", recordings())
def test_playthrough(name: str) -> None:
    recorded = FOLDER.joinpath(f"{name}.txt").read_text(encoding="utf-8")
    assert played(recordings()[name], SEEDS[name]) == recorded, (
        "look at the difference; if it is right: python -m tests.playthroughs.record"
    )


def test_no_recording_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(recordings())
