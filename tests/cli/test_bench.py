"""`companion bench rules`: that it measures what it says; how fast is no test's business."""

import json
import sys
from collections import Counter
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
def figures() -> bench.RulesFigures:
    pytest.importorskip("chess")
    return bench.measure(0.4, seed=2)


def test_a_short_run_measures_everything(figures: bench.RulesFigures) -> None:
    shares = {name: value for name, value in figures.to_json().items() if name.startswith("share_")}
    others = {name: value for name, value in figures.to_json().items() if name not in shares}
    assert all(value > 0 for value in others.values() if not isinstance(value, str))
    assert len(shares) == 3
    assert all(0 <= share < 1 for share in shares.values()), "how many there are is up to a short run"
    assert figures.decisions_per_game > 10


def a_round(speed: float, chess_speed: float, copy: float, chess_copy: float) -> bench.Round:
    copies = bench.Copies(
        spent=copy * 32,
        spent_with_answer=copy * 96,
        made=32,
        spent_inside=copy * 8,
        made_inside=4,
        where=Counter({"between effects": 28, "reactions": 1, "effects": 1, "draws": 2}),
    )
    yardstick = bench.Copies(spent=chess_copy * 10, spent_with_answer=chess_copy * 15, made=10)
    ours = bench.PlayedGames(10, int(speed * 2), 2.0)
    return bench.Round(ours, bench.PlayedGames(3, int(chess_speed * 4), 4.0), copies, yardstick)


def test_figures_are_medians_of_the_rounds() -> None:
    rounds = [
        a_round(100.0, 50.0, 1e-6, 8e-6),
        a_round(10.0, 10.0, 5e-6, 10e-6),  # a hiccup in both halves leaves the ratio as it is
        a_round(120.0, 40.0, 2e-6, 8e-6),
    ]
    figures = bench.summarised(rounds, 18.0, 4)
    assert figures.ratio_to_chess == 2.0
    assert figures.decisions_per_second == 100.0
    assert figures.chess_moves_per_second == 40.0
    assert figures.games_per_second == 5.0
    assert figures.chess_games_per_second == 0.75
    assert figures.copy_ratio == pytest.approx(0.25)
    assert figures.copy_us == pytest.approx(2.0)
    assert figures.copies_per_second == pytest.approx(500_000)
    assert figures.copy_inside_us == pytest.approx((1 + 5 + 2) * 8 / 12)
    assert figures.copy_and_answer_us == pytest.approx(6.0)
    assert figures.chess_copy_us == pytest.approx(8.0)
    assert figures.chess_copy_and_push_us == pytest.approx(12.0)
    assert figures.copy_and_answer_ratio == pytest.approx(0.5)
    assert figures.decisions_per_game == pytest.approx((200 + 20 + 240) / 30)
    shares = (figures.share_in_effects, figures.share_in_reactions, figures.share_at_draws)
    assert shares == (1 / 32, 1 / 32, 2 / 32)
    assert (figures.rounds, figures.seconds, figures.seed) == (3, 18.0, 4)


def test_it_does_not_measure_without_the_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("chess")
    monkeypatch.setattr("gc.isenabled", lambda: False)
    with pytest.raises(RuntimeError, match="Leave it on"):
        bench.measure(0.1, seed=1)


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


def test_the_command_prints_json(monkeypatch: pytest.MonkeyPatch, figures: bench.RulesFigures) -> None:
    asked: list[tuple[float, int]] = []

    def measure(seconds: float, seed: int, on_round: object) -> bench.RulesFigures:
        asked.append((seconds, seed))
        return figures

    monkeypatch.setattr(bench, "measure", measure)
    result = CliRunner().invoke(main, ["bench", "rules", "--seconds", "7", "--seed", "3", "--json"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.output)
    assert asked == [(7.0, 3)]
    assert {"ratio_to_chess", "games_per_second", "copy_ratio"} <= set(data)
    assert data == figures.to_json()


def test_the_figures_are_readable_with_their_bars(figures: bench.RulesFigures) -> None:
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
