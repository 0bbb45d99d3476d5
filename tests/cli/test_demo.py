"""`companion demo --words`: a whole match, told in words."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from companion.cli import main


def test_a_whole_match_is_told() -> None:
    outcome = CliRunner().invoke(main, ["demo", "--words"])
    assert outcome.exit_code == 0
    assert "Turn 1: North." in outcome.output
    assert "With a pile of 10 or more, " in outcome.output
    assert "--pace 1" in outcome.output
    assert outcome.output == CliRunner().invoke(main, ["demo", "--words"]).output


def test_another_seed_is_another_match() -> None:
    assert (
        CliRunner().invoke(main, ["demo", "--words", "--seed", "1"]).output
        != CliRunner().invoke(main, ["demo", "--words"]).output
    )


def test_a_wrong_bank_is_said_in_words() -> None:
    outcome = CliRunner().invoke(main, ["demo", "--words", "--bank", "nonsense"])
    assert outcome.exit_code == 1
    assert "recommended bank" in outcome.output


def test_every_chip_of_a_draw_is_told_also_with_a_refill_in_its_middle() -> None:
    output = " ".join(CliRunner().invoke(main, ["demo", "--words"]).output.split())
    draws = re.findall(r"draws (\d+) chips?: ([^.]*)\.", output)
    assert any(int(number) > 5 for number, _ in draws)
    for number, chips in draws:
        assert len(chips.split(", ")) == int(number)


@pytest.mark.parametrize(
    "words", [["--pace", "-1"], ["--pace", "nan"], ["--pace", "1e308"], ["--players", "script,script,script"]]
)
def test_what_makes_no_sense_is_said_in_words(words: list[str]) -> None:
    outcome = CliRunner().invoke(main, ["demo", "--words", *words])
    assert outcome.exit_code == 2
    assert words[0] in outcome.output


def test_colours_can_be_switched_off() -> None:
    colourful = CliRunner().invoke(main, ["demo", "--words"], color=True)
    plain = CliRunner(env={"NO_COLOR": "1"}).invoke(main, ["demo", "--words"], color=True)
    assert "\x1b[" in colourful.output
    assert "\x1b[" not in plain.output


def test_what_chips_do_besides_is_told_too() -> None:
    told = "\n".join(
        CliRunner().invoke(main, ["demo", "--words", "--seed", str(seed), "--bank", "random"]).output
        for seed in (1, 2, 3)
    )
    assert re.search(r"hand → (North|South)'s discard pile\.", told)
    assert re.search(r"table → (North|South)'s ongoing zone\.", told)
    assert "now has $0." in told


def test_the_rule_of_a_question_is_told_once_with_what_it_says() -> None:
    told = " ".join(CliRunner().invoke(main, ["demo", "--words"]).output.split())
    for rule in ("Knockdown: Knockdown has one opponent", "purple shield: A purple shield", "buy phase: Your money is"):
        assert told.count(f"Rule, {rule}") == 1
    assert "[one of " in told


def test_an_exchange_is_no_draw() -> None:
    """Research & Development takes a chip out of the bag; the next draw does not name it again."""
    for seed in range(40):
        output = CliRunner().invoke(main, ["demo", "--words", "--seed", str(seed), "--bank", "random"]).output
        if re.search(r"bag → (North|South)'s hand\.", output):
            break
    draws = re.findall(r"draws (\d+) chips?: ([^.]*)\.", " ".join(output.split()))
    assert "hand → " in output
    for number, chips in draws:
        assert len(chips.split(", ")) == int(number)
    assert re.search(r"bag → (North|South)'s hand\.", output)
