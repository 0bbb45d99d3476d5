"""`companion bench rules`: that it measures what it says; how fast is no test's business."""

import json
import sys
from dataclasses import replace
from random import Random

import pytest
from click.testing import CliRunner

from companion import bench
from companion.cli import main
from companion.cli.bench import BARS, readable
from companion.players import random_setup
from companion.rules import Draw, Match, Question, new_match


@pytest.fixture(scope="module")
def figures() -> bench.Figures:
    pytest.importorskip("chess")
    return bench.measure(0.4, seed=2)


def test_the_figures_fit_together(figures: bench.Figures) -> None:
    assert figures.ratio_to_chess == pytest.approx(
        figures.decisions_per_second / figures.chess_moves_per_second, rel=0.5
    )
    assert figures.copy_ratio == pytest.approx(figures.copy_us / figures.chess_copy_us, rel=0.5)
    assert figures.games_per_second < figures.decisions_per_second
    assert 40 < figures.decisions_per_game < 200
    assert figures.copy_and_answer_us > figures.copy_us
    assert figures.chess_copy_and_push_us > figures.chess_copy_us
    assert 0 < figures.share_in_effects + figures.share_in_reactions + figures.share_at_draws < 1


def test_duels_are_counted_by_real_decisions() -> None:
    """The bench's own lean loop plays the same games as a plain one that counts with care."""
    games, decisions, spent = bench.play_duels(0.0, Random(6))
    rng = Random(6)
    match = new_match(random_setup(rng, first="A"))
    expected = 0
    while isinstance(asked := match.pending, Question | Draw):
        if isinstance(asked, Draw):
            match.draw(rng.sample(asked.among, asked.count))
        else:
            seat = match.waiting_for[0]
            expected += len(match.options(seat)) >= 2
            match.answer(rng.choice(match.options(seat)), seat)
    assert (games, decisions) == (1, expected)
    assert spent > 0


def test_chess_is_played_to_the_end_and_copied_after_forty_moves() -> None:
    pytest.importorskip("chess")
    games, moves, _ = bench.play_chess(0.0, Random(6))
    assert games == 1
    assert moves > 10
    board = bench.chess_after(40, Random(6))
    assert len(board.move_stack) == 40
    assert not board.is_game_over()


def test_copies_are_made_everywhere_and_leave_the_match_alone() -> None:
    found: set[str] = set()
    rng = Random(1)
    for _ in range(30):
        match = new_match(random_setup(rng))
        while not match.over:
            before = match.snapshot()
            copies = bench.Copies()
            bench.copy_here(match, copies, rng)
            assert match.snapshot() == before
            assert copies.made == copies.where.total() == bench.BATCH
            inside = bench.whereabouts(match) != "between effects"
            assert copies.made_inside == (bench.BATCH if inside else 0)
            found.add(bench.whereabouts(match))
            skip(match, rng)
    assert found == {"between effects", "effects", "reactions", "draws"}


def skip(match: Match, rng: Random) -> None:
    """Some steps on, so that the test is quick."""
    for _ in range(12):
        if not match.over:
            bench.say(match, *bench.next_said(match, rng))


def test_the_command_prints_json(monkeypatch: pytest.MonkeyPatch, figures: bench.Figures) -> None:
    asked: list[tuple[float, int]] = []

    def measure(seconds: float, seed: int, on_round: object) -> bench.Figures:
        asked.append((seconds, seed))
        return figures

    monkeypatch.setattr(bench, "measure", measure)
    result = CliRunner().invoke(main, ["bench", "rules", "--seconds", "7", "--seed", "3", "--json"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.output)
    assert asked == [(7.0, 3)]
    assert {"ratio_to_chess", "games_per_second", "copy_ratio"} <= set(data)
    assert data == figures.to_json()


def test_the_figures_are_readable_with_their_bars(figures: bench.Figures) -> None:
    text = readable(replace(figures, ratio_to_chess=1.9, games_per_second=1234.0, copy_ratio=0.3))
    lines = text.splitlines()
    assert lines[1].endswith("first bar passed")
    assert lines[2].endswith("goal reached")
    assert lines[3].endswith("below the first bar")


@pytest.mark.parametrize(
    ("figure", "value", "verdict"),
    [
        ("ratio_to_chess", 0.99, "below the first bar"),
        ("ratio_to_chess", 1.0, "first bar passed"),
        ("ratio_to_chess", 3.0, "goal reached"),
        ("games_per_second", 299.0, "below the first bar"),
        ("games_per_second", 300.0, "first bar passed"),
        ("games_per_second", 1000.0, "goal reached"),
        ("copy_ratio", 0.26, "below the first bar"),
        ("copy_ratio", 0.25, "first bar passed"),
        ("copy_ratio", 0.1, "goal reached"),
    ],
)
def test_bars(figure: str, value: float, verdict: str) -> None:
    (bar,) = (bar for bar in BARS if bar.figure == figure)
    assert bar.verdict(value) == verdict


def test_without_python_chess_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    result = CliRunner().invoke(main, ["bench", "rules", "--seconds", "1"])
    assert result.exit_code == 1
    assert "make setup" in result.output
