"""`companion rehearse situations`: what is printed, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from companion.cli import main

POSITION = """
seats:
  A: {pile: [1, 2, 3], hand: [combine, crash_gem, gem_1, gem_1], bag: [gem_1, gem_1]}
  B: {pile: [1], hand: [crash_gem, gem_1], bag: [gem_1, gem_1]}
---
"""
COMBINES = """
title: Anna combines
script:
  - at 1.0: combine from A.hand goes to A.played
  - +1: gem_1 and gem_2 from A.pile go to bank
  - +0.5: gem_3 from bank goes to A.pile
wanted: {answers: [A play:combine, A combine:1+2], asked: nothing, mistake: none}
"""
WISHES = """---
title: Anna wishes
script:
  - wait 1
wanted: {answers: [A play:combine], asked: nothing, mistake: none}
"""
MALFORMED = """---
title: Anna dances
script:
  - A dances
wanted: {answers: nothing, asked: nothing, mistake: none}
"""


def rehearse(folder: Path, text: str, *options: str) -> Result:
    file = folder / "case.yaml"
    file.write_text((POSITION + text).lstrip(), encoding="utf-8")
    return CliRunner().invoke(main, ["rehearse", "situations", str(file), *options])


def test_what_comes_out_right_is_told_in_a_line(tmp_path: Path) -> None:
    result = rehearse(tmp_path, COMBINES)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "right      Anna combines",
        "    1 of 1     case.yaml",
        "1 situations, 1 of them always right. Played 1 times: 1 right (100 %; 95 % interval 21 to 100 %).",
    ]


def test_what_comes_out_otherwise_is_told_with_its_line(tmp_path: Path) -> None:
    result = rehearse(tmp_path, COMBINES + WISHES)
    assert result.exit_code == 1
    assert f"otherwise  Anna wishes\n    {tmp_path / 'case.yaml'}:13\n    answers: nothing; wanted: A play:combine" in (
        result.stdout
    )


def test_a_malformed_one_does_not_hide_the_others(tmp_path: Path) -> None:
    result = rehearse(tmp_path, COMBINES + MALFORMED)
    assert result.exit_code == 2
    assert "right      Anna combines" in result.stdout
    assert f'{tmp_path / "case.yaml"}:15: "A dances" is nothing that a seat can do' in result.stderr


def test_a_campaign_counts_and_is_the_same_with_any_number_of_workers(tmp_path: Path) -> None:
    options = ["--noise", "heavy", "--times", "4", "--seed", "7", "--json"]
    one = rehearse(tmp_path, COMBINES + WISHES, *options)
    two = rehearse(tmp_path, COMBINES + WISHES, *options, "--workers", "2")
    report = json.loads(one.stdout)
    assert report == json.loads(two.stdout)
    assert (report["situations"], report["runs"]) == (2, 8)
    assert report["right"] == sum(tally["right"] for tally in report["by_situation"])
    assert report["interval"][0] <= report["right"] / 8 <= report["interval"][1]
    assert report["by_situation"][1]["right"] == 0
    assert report["by_situation"][1]["seed"] == 7


def test_noise_that_there_is_not_is_told(tmp_path: Path) -> None:
    result = rehearse(tmp_path, COMBINES, "--noise", "hevy")
    assert result.exit_code == 1
    assert "hevy" in result.stderr


def test_without_files_it_says_where_to_look(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["rehearse", "situations", str(tmp_path)])
    assert result.exit_code == 2
    assert "There are no situations (*.yaml, *.yml) in" in result.stderr
