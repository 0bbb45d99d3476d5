"""Scenarios written in a test: text in, results out."""

from __future__ import annotations

from pathlib import Path

from companion.scenarios import ScenarioResult, run_file

CRASH = """\
title: A crash
seats:
  A: {pile: [3, 1], hand: [crash_gem, gem_1]}
  B: {pile: [2], hand: [crash_gem, gem_1]}
script:
  - A: play:crash_gem
  - A: break:3
"""
"""Seven lines, after which B is asked for a reaction."""

TURN = """\
title: The end of a turn
seats:
  A: {pile: [1], hand: [gem_1], bag: [gem_2, gem_2, wound, crash_gem, combine, gem_4]}
  B: {hand: [crash_gem, gem_1]}
turn: {phase: buy}
script:
  - A: play:gems
  - A: buy:gem_1
  - A: done
"""
"""Nine lines, after which A draws five."""

JACKPOT = """\
title: Two chips at random
seats:
  A: {character: lum, pile: [1], hand: [jackpot, gem_1]}
  B: {hand: [crash_gem, gem_1, wound]}
script:
  - A: play:jackpot
"""
"""Six lines, after which two chips of B's hand are picked."""


def run(folder: Path, text: str) -> list[ScenarioResult]:
    file = folder / "case.yaml"
    file.write_text(text, encoding="utf-8")
    return list(run_file(file))


def run_one(folder: Path, text: str) -> ScenarioResult:
    (result,) = run(folder, text)
    return result
