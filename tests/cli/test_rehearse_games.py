"""`companion rehearse games`: what is printed, what is written, and how it ends."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import following, main
from companion.rehearsal.games.companion import Committed, Heard, Rehearsed
from companion.rehearsal.games.habits import catalogue
from companion.rehearsal.games.trace import read_situation, read_trace
from companion.rules import Match
from companion.table.layout import Layout
from companion.table.sightings import Look, Uid

KEYS = """
    games finished decisions commits wrong_commits games_wrong wrong_after_mistake misled recoveries backs backs_refused
    mended early_commits delay_p50_s delay_p99_s delay_worst_s needless_questions questions asked answers refused
    false_alarms false_alarms_by_kind reminders mistakes_made mistakes_visible mistakes_noticed mistakes_named_right
    other_rulings explain_p50_ms explain_p99_ms explain_worst_ms habits faults seconds intervals
""".split()


class Deaf:
    """Hears nothing, and says one thing, if any."""

    def __init__(self, says: str) -> None:
        self.heard: list[Heard] = [Committed("answer", "A", says, 0.0)] if says else []
        self.explain_seconds: list[float] = []

    def look(self, look: Look) -> None: ...

    def tick(self, now: float) -> None: ...

    def answer(self, seat: str, token: str, now: float) -> None: ...

    def draw(self, kinds: tuple[str, ...], now: float) -> None: ...

    def back(self, by: tuple[str, ...], point: int, now: float) -> None: ...

    def in_doubt(self) -> frozenset[str]:
        return frozenset()


@pytest.fixture(name="says")
def rehearse_a_deaf_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What it says; put a word in."""
    says: list[str] = []

    def deaf(match: Match, layout: Layout, kinds: Mapping[Uid, str], places: Mapping[Uid, str]) -> Rehearsed:
        return Deaf(says[0] if says else "")

    monkeypatch.setattr(following.Following, "of", deaf)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return says


def run(*options: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["rehearse", "games", "--workers", "1", *options])
    return result.exit_code, result.stdout, result.stderr


def test_json_has_all_numbers_and_games_that_were_not_followed_are_told(says: list[str]) -> None:
    code, out, err = run("--games", "2", "--kit", "none", "--noise", "none", "--json")
    report = json.loads(out)
    assert list(report) == KEYS
    assert (code, report["games"], report["finished"], report["wrong_commits"]) == (1, 2, 0, 0)
    assert "To repeat this game: --games 1 --seed 1 --kit none --noise none" in err
    assert "not finished" in err
    assert "Not good enough: 2 games not followed to their end." in err


def test_a_wrong_commit_ends_with_1_and_shows_what_happened(says: list[str]) -> None:
    says.append("buy:everything")
    code, out, err = run("--games", "1", "--seed", "5", "--kit", "none", "--noise", "none")
    assert code == 1
    assert "1 wrong commits" in out
    assert "buy:everything" in err
    assert "truth: step 0" in err


def test_mistakes_are_counted_one_by_one(says: list[str]) -> None:
    options = ("--games", "1", "--kit", "trays", "--noise", "none", "--mistakes", "no_ante,no_purchase", "--json")
    code, out, err = run(*options)
    report = json.loads(out)
    assert code == 1
    assert (report["mistakes_made"], report["mistakes_visible"], report["mistakes_noticed"]) == (2, 1, 0)
    assert report["by_mistake"]["no_purchase"]["mistakes_visible"] == 0
    assert "not noticed: no_ante" in err


def test_traces_are_recorded(says: list[str], tmp_path: Path) -> None:
    run("--games", "1", "--kit", "trays", "--record", str(tmp_path / "new"))
    trace = read_trace(tmp_path / "new" / "game-1.trace.jsonl")
    assert len(trace.looks) > 1000
    assert not trace.problems
    situation = read_situation((tmp_path / "new" / "game-1.setup.json").read_text(encoding="utf-8"))
    assert situation.layout.name == "Trays, two players"


def test_a_failure_leaves_traces_that_are_named_by_the_seed_that_was_asked_for(says: list[str], tmp_path: Path) -> None:
    options = ("--games", "1", "--seed", "3", "--kit", "trays", "--noise", "none", "--mistakes", "no_ante")
    _, _, err = run(*options)
    found = re.search(r"Traces of these games, for `companion infer`: (.*)", err)
    assert found
    folder = Path(found[1])
    names = {f"no_ante-3.{kind}" for kind in ("trace.jsonl", "truth.jsonl", "setup.json")}
    assert {path.name for path in folder.iterdir()} == names
    assert "--seed 3 " in err
    run(*options, "--record", str(tmp_path / "new"))
    assert {path.name for path in (tmp_path / "new").iterdir()} == names


def test_each_habit_has_a_line_of_its_own(says: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    two = {key: catalogue.CATALOGUE[key] for key in ("quick", "fiddles")}
    monkeypatch.setattr(catalogue, "CATALOGUE", two)
    options = ("--games", "2", "--kit", "trays", "--noise", "none", "--habits", "each")
    code, out, err = run(*options)
    assert code == 1
    assert [line.split()[0] for line in out.splitlines()] == list(two)
    assert all("0 of 2 followed (0 to 66 %), 0 wrong" in line for line in out.splitlines())
    assert "Traces of these games" in err
    _, out, _ = run(*options, "--json")
    reports = [json.loads(line) for line in out.splitlines()]
    assert [report["campaign"] for report in reports] == list(two)
    assert all(report["habits"][report["campaign"]] > 0 for report in reports)


def test_a_game_with_habits_is_repeated_with_them(says: list[str]) -> None:
    _, out, err = run("--games", "1", "--kit", "none", "--noise", "none", "--habits", "quick,slow")
    assert "To repeat this game: --games 1 --seed 1 --kit none --noise none --habits quick,slow" in err
    assert "Habits that showed: " in out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--noise", "loud"), "Unknown noise 'loud'"),
        (("--mistakes", "sneezed"), "Unknown mistake 'sneezed'"),
        (("--habits", "sneezes"), "Unknown habit 'sneezes'. Known: pays_after_taking, "),
        (("--kit", "lots"), "Invalid value for '--kit'"),
    ],
)
def test_what_nobody_knows_is_said(says: list[str], options: tuple[str, ...], said: str) -> None:
    code, _, err = run(*options)
    assert code != 0
    assert said in err
