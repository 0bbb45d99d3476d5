"""Spectators see what is old enough, and nothing newer, also after the delay was changed or the program began anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.faces.late import LONGEST, LateView, read_delay


def filled(delay: int = 10) -> LateView[str]:
    """Something new each five seconds, from 0 on."""
    late: LateView[str] = LateView()
    late.set_delay(delay, 0.0)
    for number in range(10):
        late.take(f"at {5 * number}", 5.0 * number)
    return late


@pytest.mark.parametrize(("now", "seen"), [(45.0, "at 35"), (49.9, "at 35"), (50.0, "at 40"), (1000.0, "at 45")])
def test_the_newest_that_is_old_enough_is_seen(now: float, seen: str) -> None:
    assert filled().at(now) == seen


def test_nothing_is_seen_before_anything_is_old_enough() -> None:
    late: LateView[str] = LateView()
    late.set_delay(10, 100.0)
    late.take("first", 100.0)
    assert late.at(109.9) is None
    assert late.at(110.0) == "first"


def test_a_longer_delay_shows_nothing_newer_and_a_shorter_one_nothing_older() -> None:
    late = filled()
    assert late.at(45.0) == "at 35"
    late.set_delay(60, 45.0)
    assert [late.at(now) for now in (46.0, 99.0, 100.0, 101.0, 105.0)] == ["at 35", "at 35", "at 40", "at 40", "at 45"]
    late = filled()
    late.set_delay(0, 46.0)
    assert late.at(46.0) == "at 45"


def test_without_a_delay_everything_is_seen_at_once() -> None:
    late: LateView[str] = LateView()
    late.take("now", 5.0)
    assert late.at(5.0) == "now"


def test_the_delay_holds_after_a_restart_and_nothing_is_shown_early(tmp_path: Path) -> None:
    path = tmp_path / "watching.json"
    LateView[str](path).set_delay(30, 0.0)
    again: LateView[str] = LateView(path)
    again.take("new", 0.0)
    assert again.delay == 30
    assert again.at(29.0) is None


@pytest.mark.parametrize("text", ["", "[]", '{"delay": -1}', '{"delay": "x"}', "{}", "[" * 5000])
def test_a_file_that_cannot_be_read_shows_nothing_too_early(tmp_path: Path, text: str) -> None:
    path = tmp_path / "watching.json"
    path.write_text(text)
    assert read_delay(path) == LONGEST
    assert read_delay(tmp_path / "none.json") == 0
