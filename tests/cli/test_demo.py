"""`companion demo`: a whole match, told in words."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from companion.cli import main


def test_a_whole_match_is_told() -> None:
    outcome = CliRunner().invoke(main, ["demo"])
    assert outcome.exit_code == 0
    assert "Turn 1: North." in outcome.output
    assert "that is lost." in outcome.output
    assert outcome.output == CliRunner().invoke(main, ["demo"]).output


def test_another_seed_is_another_match() -> None:
    assert CliRunner().invoke(main, ["demo", "--seed", "1"]).output != CliRunner().invoke(main, ["demo"]).output


def test_a_wrong_bank_is_said_in_words() -> None:
    outcome = CliRunner().invoke(main, ["demo", "--bank", "nonsense"])
    assert outcome.exit_code == 1
    assert "recommended bank" in outcome.output


def test_every_chip_of_a_draw_is_told_also_with_a_refill_in_its_middle() -> None:
    output = " ".join(CliRunner().invoke(main, ["demo"]).output.split())
    draws = re.findall(r"draws (\d+) chips?: ([^.]*)\.", output)
    assert any(int(number) > 5 for number, _ in draws)
    for number, chips in draws:
        assert len(chips.split(", ")) == int(number)


@pytest.mark.parametrize("words", [["--pace", "-1"], ["--pace", "nan"], ["--pace", "1e308"], ["--players", "script"]])
def test_what_makes_no_sense_is_said_in_words(words: list[str]) -> None:
    outcome = CliRunner().invoke(main, ["demo", *words])
    assert outcome.exit_code == 2
    assert words[0] in outcome.output


def test_colours_can_be_switched_off() -> None:
    colourful = CliRunner().invoke(main, ["demo"], color=True)
    plain = CliRunner(env={"NO_COLOR": "1"}).invoke(main, ["demo"], color=True)
    assert "\x1b[" in colourful.output
    assert "\x1b[" not in plain.output
