"""`companion demo`: a whole match, told in words."""

from __future__ import annotations

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
