"""`companion chips`: the encyclopedia."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.cli.chips import page
from companion.rules import find_game
from companion.rules.puzzle_strike.game import rulebook


def chips(*words: str) -> Result:
    return CliRunner().invoke(main, ["chips", *words])


def test_all_chips_are_listed() -> None:
    entries = json.loads(chips("--json").output)
    assert len(entries) == 118
    assert "roundhouse" in chips().output


def test_one_chip_has_its_face_its_effect_and_its_rulings() -> None:
    (entry,) = json.loads(chips("Mix-Master", "--json").output)
    assert entry["face"]["cost"] == "$4"
    assert entry["face"]["banner"] == "red, purple"
    assert entry["rulings"]
    page = chips("mix_master").output
    assert "red fist" in page
    assert "confidence: high" in page


def test_a_character_shows_three_chips() -> None:
    assert [entry["key"] for entry in json.loads(chips("rook", "--json").output)] == [
        "stone_wall",
        "big_rocks",
        "strength_of_earth",
    ]


def test_a_wrong_name_is_helped() -> None:
    outcome = chips("roundhuse")
    assert outcome.exit_code == 1
    assert "Did you mean Roundhouse" in outcome.output


def test_a_name_of_several_words_needs_no_quotes() -> None:
    assert chips("iron", "defense", "--json").output == chips("iron_defense", "--json").output


def test_every_kind_has_one_heading() -> None:
    assert chips().output.count("puzzle chips") == 1


def test_the_rules_of_the_rulings_are_told() -> None:
    output = " ".join(CliRunner().invoke(main, ["chips", "jackpot"]).output.split())
    for key in ("gaining", "chip:jackpot", "red-fist"):
        assert f"[{key}] " in output
    assert rulebook("7.3")["gaining"].gist in output


def test_of_a_chip_without_sources_none_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    page(replace(find_game("puzzle-strike").encyclopedia()["combine"], sources=()))
    assert "sources" not in capsys.readouterr().out
