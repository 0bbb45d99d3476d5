"""What a campaign has to reach, kit by kit, and that a soak runs all of its lines."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from companion.rehearsal.games.bars import BARS, TIMED
from companion.rehearsal.games.campaign import CampaignReport, GameOutcome
from companion.rehearsal.games.judge import GameVerdict

ROOT = Path(__file__).parents[2]


def report(kit: str, *verdicts: GameVerdict, seconds: float = 0.001) -> CampaignReport:
    outcomes = [GameOutcome(verdict.seed, verdict, (seconds,), Counter(), []) for verdict in verdicts]
    return CampaignReport(outcomes, bars=BARS[kit])


def followed(seed: int = 1, **more: object) -> GameVerdict:
    return GameVerdict(seed, True, 10, **more)  # type: ignore[arg-type]


def mistaken(*, noticed: bool = True, named_right: bool = True) -> GameVerdict:
    return GameVerdict(
        1, False, 10, mistake="no_ante", visible=True, noticed=noticed, named_right=noticed and named_right
    )


@pytest.mark.parametrize("kit", BARS)
def test_a_companion_that_hears_nothing_is_not_well(kit: str) -> None:
    assert report(kit, followed()).fell_short == []
    assert report(kit, followed(), GameVerdict(2, False, 10)).fell_short == ["1 games not followed to their end"]


@pytest.mark.parametrize("kit", BARS)
def test_what_is_asked_of_every_kit(kit: str) -> None:
    assert report(kit, followed(wrong=["a", "b"])).fell_short == ["2 wrong commits"]
    assert report(kit, mistaken(), mistaken(noticed=False)).fell_short == ["1 visible mistakes not noticed"]
    well = [mistaken()] * 19
    assert report(kit, *well, mistaken(named_right=False)).fell_short == []
    assert report(kit, *well, *[mistaken(named_right=False)] * 2).fell_short == [
        "19 of 21 noticed mistakes named right"
    ]


def test_a_game_of_cells_may_have_one_needless_question() -> None:
    one, two = followed(needless=["a"]), followed(7, needless=["a", "b"])
    assert report("cells", one, one).fell_short == []
    assert report("cells", one, two).fell_short == ["2 needless questions in the game of seed 7"]
    assert report("taps", two).fell_short == []


def test_false_alarms_are_none_of_the_bars_of_taps() -> None:
    alarmed = followed(false_alarms=["a"])
    assert report("cells", alarmed).fell_short == ["1 false alarms"]
    assert report("taps", alarmed).fell_short == []


def test_time_is_asked_of_long_campaigns_alone() -> None:
    assert report("cells", followed(), seconds=0.006).fell_short == []
    assert report("cells", *[followed()] * TIMED, seconds=0.006).fell_short == ["movements explained in 6.0 ms (99 %)"]


def test_every_line_of_a_soak_runs_and_the_whole_fails(tmp_path: Path) -> None:
    """With programs that only note what they are asked to do; one of them fails."""
    log = tmp_path / "log"
    for name in ("companion", "python", "pytest"):
        fails = 'case "$*" in *"--kit cells --noise heavy") exit 1;; esac' if name == "companion" else ""
        (program := tmp_path / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {log}\n{fails}\n')
        program.chmod(0o755)
    words = ["make", "-C", str(ROOT), "-o", "setup", "-o", "venv", "soak", f"BIN={tmp_path}", "WORKERS=1"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode != 0
    written = re.findall(r"^\trun .*", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    assert len(log.read_text().splitlines()) == len(written) == 12
    assert result.stdout.count("Failed: ") == 2
