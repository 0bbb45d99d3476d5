"""The frame serves any game that keeps the contract; here it is Beacons, the sample game."""

from __future__ import annotations

from pathlib import Path

from tests.scenarios_runner.texts import run, run_one

OIL = """\
title: Oil moves the boat by the die
game: beacons
seats:
  N: {hand: [oil, fog], bag: [lamp]}
  E: {hand: [shutter], bag: [fog]}
  S: {hand: [lamp], bag: [oil]}
  W: {hand: [fog], bag: [lamp]}
boat: 4
script:
  - offers: {seat: S, only: [play:lamp]}
  - N: play:oil
  - draw: {seat: N, from: die, kinds: [2]}
expect:
  boat: 6
  turn: 1
  seats: {N: {hand: [fog, lamp]}}
  events: {has: [Shone]}
  winner: none
"""


def test_dice_partners_and_another_position(tmp_path: Path) -> None:
    assert run_one(tmp_path, OIL).problems == ()


def test_it_fails_where_it_must(tmp_path: Path) -> None:
    for old, new, line in (
        ("boat: 6", "boat: 7", 14),
        ("kinds: [2]", "kinds: [7]", 12),
        ("S, only", "E, only", 10),
        ("{N: {hand: [fog, lamp]}}", "{N: {hand: [fog, fog]}}", 16),
    ):
        result = run_one(tmp_path, OIL.replace(old, new))
        assert not result.passed
        assert not result.malformed
        assert result.problems[0].line == line


def test_its_position_is_its_own(tmp_path: Path) -> None:
    first, second = run(
        tmp_path, OIL.replace("boat: 4", "bank: {}") + "---\n" + OIL.replace("hand: [oil", "hand: [oyl")
    )
    assert 'unknown key "bank"' in first.problems[0].text
    assert second.problems[0].text.startswith('unknown stone "oyl"')
    assert second.malformed
