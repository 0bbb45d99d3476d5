"""`companion position`: two positions compared, one written."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest
import yaml
from click.testing import CliRunner, Result

from companion.cli import main
from companion.rules.puzzle_strike.position import read

ONE = """
title: A crash
seats:
  North: {pile: [3, 1], hand: [Crash Gem, 1-gem], bag: [gem_1]}
  South: {pile: [2], hand: [crash_gem]}
script:
  - North: play:crash_gem
"""
TWO = ONE.replace("pile: [2]", "pile: [2, 2]")


def position(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["position", *map(str, words)])


def file(folder: Path, text: str, name: str = "case.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_two_that_are_the_same(tmp_path: Path) -> None:
    one = file(tmp_path, ONE)
    outcome = position("compare", one, one)
    assert (outcome.exit_code, outcome.stdout) == (0, "The two positions are the same.\n")
    assert json.loads(position("compare", one, one, "--json").stdout) == {"same": True, "differences": []}


def test_how_the_second_differs(tmp_path: Path) -> None:
    files = file(tmp_path, ONE, "one.yaml"), file(tmp_path, TWO, "two.yaml")
    outcome = position("compare", *files)
    assert outcome.exit_code == 1
    assert outcome.stdout == "South's pile has a 2-gem more.\nA 2-gem is missing from the bank.\n"
    report = json.loads(position("compare", *files, "--json").stdout)
    assert report["differences"][0] == {"zone": "South.pile", "text": "South's pile has a 2-gem more."}
    assert not report["same"]
    assert "2-gem fewer" in position("compare", *reversed(files)).output


@pytest.mark.parametrize("verb", ["compare", "write"])
def test_a_file_that_cannot_be_read(tmp_path: Path, verb: str) -> None:
    wrong = file(tmp_path, ONE.replace("Crash Gem", "Crush Gem"))
    outcome = position(verb, *[wrong] * (2 if verb == "compare" else 1))
    assert outcome.exit_code == 2
    assert "case.yaml:4: unknown chip" in outcome.output


def test_it_is_written_by_keys_and_without_what_goes_without_saying(tmp_path: Path) -> None:
    outcome = position("write", file(tmp_path, ONE))
    assert outcome.exit_code == 0
    assert outcome.stdout == dedent("""\
        seats:
          North: {pile: [3, 1], hand: [crash_gem, gem_1], bag: [gem_1]}
          South: {pile: [2], hand: [crash_gem]}
        turn: {seat: North, phase: action}
        """)
    as_json = json.loads(position("write", file(tmp_path, ONE), "--json").stdout)
    assert as_json == yaml.safe_load(outcome.stdout)


def test_what_is_written_is_a_position_again(tmp_path: Path) -> None:
    """With a seat too long for one line, and unseen chips, which need their quotes."""
    text = """
        seats:
          A: {hand: ["?", gem_1, gem_1, gem_1], discard: [gem_1, combine, combine, crash_gem, double_crash_gem],
              bag: [gem_1, gem_1, gem_1, gem_1, wound, wound, "?", gem_1, gem_1, gem_1, gem_1, wound, wound],
              unseen: [gem_1, wound]}
          "12": {}
        turn: {phase: buy, money: 2}
    """
    first = file(tmp_path, dedent(text), "first.yaml")
    written = position("write", first).output
    again = file(tmp_path, written, "again.yaml")
    assert position("compare", first, again).exit_code == 0
    assert position("write", again).output == written
    assert all(len(line) <= 112 for line in written.splitlines())
    assert "  A:\n    hand: ['?', gem_1, gem_1, gem_1]\n" in written
    assert "unseen: [gem_1, wound]\n" in written
    assert read(yaml.safe_load(written))[1].seats["A"].hand == ("?", "gem_1", "gem_1", "gem_1")


def test_the_second_of_a_file(tmp_path: Path) -> None:
    both = file(tmp_path, f"{ONE}---{TWO}")
    assert "South: {pile: [2, 2]" in position("write", both, "--number", "2").output
    outcome = position("write", both, "--number", "3")
    assert (outcome.exit_code, "there is no number 3" in outcome.output) == (2, True)


def test_two_of_a_file_are_compared(tmp_path: Path) -> None:
    both = file(tmp_path, f"{ONE}---{TWO}")
    alone = file(tmp_path, TWO, "two.yaml")
    assert position("compare", both, both, "--number", "2").exit_code == 0
    assert "a 2-gem more" in position("compare", both, both, "--number", "1", "--number", "2").output
    assert position("compare", both, alone, "--number", "2", "--number", "1").exit_code == 0
    assert "contains one position; " in position("compare", both, alone, "--number", "2").output
    assert position("compare", both, both, *["--number", "1"] * 3).exit_code == 2


def test_that_a_script_is_not_played_is_said(tmp_path: Path) -> None:
    scripted, bare = file(tmp_path, ONE), file(tmp_path, ONE.partition("script")[0], "bare.yaml")
    outcome = position("compare", scripted, bare)
    assert outcome.stdout == "The two positions are the same.\n"
    assert outcome.stderr == f"note: {scripted}: it has a script, which was not played. To play it, use --played.\n"
    assert position("write", scripted).stderr == outcome.stderr
    assert not position("write", scripted, "--played").stderr
    assert not position("write", bare).stderr


def test_positions_after_their_scripts_are_compared(tmp_path: Path) -> None:
    """Inside an effect the same table may wait for something else."""
    one = file(tmp_path, ONE, "one.yaml")
    two = file(tmp_path, f"{ONE}  - North: break:3\n", "two.yaml")
    assert position("compare", one, one, "--played").output == "The two positions are the same.\n"
    outcome = position("compare", one, two, "--played")
    assert outcome.exit_code == 1
    said = " ".join(outcome.output.split())
    assert "Said since the effect began: North: play:crash_gem, North: break:3, not North: play:crash_gem." in said
    assert "Now pending: react (crash_gem), South is offered [react:crash_gem, pass], not break (crash_gem), No" in said
    report = json.loads(position("compare", one, two, "--played", "--json").output)
    assert {"Said", "Now"} <= {difference["text"].split()[0] for difference in report["differences"]}
    bare = file(tmp_path, ONE.partition("script")[0], "bare.yaml")
    assert "South plays" not in position("compare", bare, one, "--played").output
    assert "not nothing." in position("compare", bare, one, "--played").output


def test_what_is_written_after_a_script_is_the_same_again(tmp_path: Path) -> None:
    one = file(tmp_path, ONE, "one.yaml")
    written = position("write", one, "--played").output
    assert "script:" in written
    assert position("compare", one, file(tmp_path, written, "again.yaml"), "--played").exit_code == 0


def test_a_script_that_cannot_be_played(tmp_path: Path) -> None:
    wrong = file(tmp_path, ONE + "  - South: pass\n")
    for words in (("write", wrong), ("compare", wrong, wrong)):
        outcome = position(*words, "--played")
        assert outcome.exit_code == 2
        assert "At this point pending: break (crash_gem), North is offered [break:3, break:1]" in outcome.output


def test_before_the_ante_nothing_has_come_in(tmp_path: Path) -> None:
    ante = file(tmp_path, "seats: {A: {pile: [2], hand: [gem_1]}, B: {}}\nturn: {phase: ante}\n")
    assert "turn: {seat: A, phase: ante}" in position("write", ante).output


def test_two_games(tmp_path: Path) -> None:
    seats = ", ".join(f"{name}: {{hand: [oil]}}" for name in "NESW")
    beacons = file(tmp_path, f"game: beacons\nseats: {{{seats}}}\n", "beacons.yaml")
    outcome = position("compare", file(tmp_path, ONE), beacons)
    assert outcome.exit_code == 2
    assert "case.yaml is a position of Puzzle Strike, " in outcome.output
    assert "beacons.yaml one of Beacons." in outcome.output
