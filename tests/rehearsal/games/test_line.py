"""What counts as true: the next answer, forced ones or not, in an order that makes no difference."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.rehearsal.games.companion import Committed
from companion.rehearsal.games.line import LineItem, TrueLine
from companion.rehearsal.games.truth import TrueGame
from tests.rehearsal.games.tables import staged


def say(line: TrueLine, seat: str, token: str) -> str:
    return line.take(Committed("answer", seat, token, 0.0))


def answers(line: TrueLine) -> list[tuple[str, str, bool]]:
    return [(item.seat, item.said, item.forced) for item in line.items if isinstance(item.said, str)]


def a_game(seed: int = 1, players: str = "script") -> TrueGame:
    return staged(seed, "none", players=(players,)).truth


def test_all_answers_may_be_said_or_the_forced_ones_left_out() -> None:
    for leave_out in (True, False):
        line = TrueLine(a_game())
        for seat, said, forced in answers(line):
            assert not line.is_done
            if not (forced and leave_out):
                assert say(line, seat, said) == ""
        assert line.is_done
        assert not line.rest


@pytest.mark.parametrize("passes", [2, 3, 4])
def test_of_answers_that_are_alike_forced_ones_may_be_left_out_wherever_they_stand(passes: int) -> None:
    line = TrueLine(a_game())
    alike = [LineItem(0, "B", "pass", forced=forced) for forced in (True, False, True, False)]
    draws = next(at for at, item in enumerate(line.items) if isinstance(item.said, str) and not item.forced)
    seat, said = line.items[draws].seat, str(line.items[draws].said)
    line.items[draws:draws] = alike
    assert [say(line, "B", "pass") for _ in range(passes)] == [""] * passes
    assert say(line, seat, said) == ""


def test_something_else_is_wrong_and_so_is_leaving_an_answer_out() -> None:
    line = TrueLine(a_game())
    given = [one for one in answers(line) if not one[2]]
    (seat, said, _), (other, later, _) = given[0], next(one for one in given if one[1].startswith("buy:"))
    assert f"in truth {seat} {said}" in say(line, other, later)
    assert say(line, seat, "buy:nothing")
    assert say(line, "B" if seat == "A" else "A", said)
    assert say(line, seat, said) == ""


def test_none_is_never_wrong_and_a_secret_may_be_said_blindly() -> None:
    game = next(
        truth
        for truth in map(a_game, range(1, 40))
        if any(said.startswith("keep:") for _, said, forced in answers(TrueLine(truth)) if not forced)
    )
    line = TrueLine(game)
    for seat, said, forced in answers(line):
        assert say(line, seat, "none") == ""
        if not forced:
            assert say(line, seat, "keep:?" if said.startswith("keep:") else said) == ""
    assert line.is_done


def two_gems(line: TrueLine) -> int | None:
    """Where two different gems are laid, one right after the other."""
    gems = [str(item.said).startswith("play:gem_") and item.seat for item in line.rest]
    for number, (one, other) in enumerate(pairwise(line.rest)):
        if gems[number] and gems[number] == gems[number + 1] and one.said != other.said and one.step != other.step:
            return number
    return None


def test_money_may_be_laid_in_another_order() -> None:
    lines = (TrueLine(a_game(seed, "random")) for seed in range(1, 60))
    line, number = next((line, number) for line in lines if (number := two_gems(line)) is not None)
    one, other = line.rest[number : number + 2]
    for item in (*line.rest[:number], other, one, *line.rest[number + 2 :]):
        assert say(line, item.seat, str(item.said)) == ""
    assert line.is_done


def before_two_actions() -> tuple[TrueLine, LineItem, LineItem]:
    """A line up to where somebody plays a Combine and then something else."""
    line = TrueLine(a_game())
    one, other = next(
        (one, other)
        for one, other in pairwise(line.rest)
        if one.said == "play:combine" and str(other.said).startswith("play:") and other.said != one.said
    )
    for item in line.items[: line.items.index(one)]:
        kind = "answer" if isinstance(item.said, str) else "draw"
        assert line.take(Committed(kind, item.seat, item.said, 0.0)) == ""
    return line, one, other


def test_another_way_must_come_to_the_same_table() -> None:
    line, one, other = before_two_actions()
    assert say(line, other.seat, str(other.said)) == ""
    said = [say(line, one.seat, "done") for _ in range(3)]
    assert f"{other.seat} {other.said}; in truth {one.seat} {one.said}" in said
    assert not line.is_done


def test_an_answer_that_the_rules_refuse_is_wrong_at_once() -> None:
    line, one, _ = before_two_actions()
    assert say(line, one.seat, "buy:wound")


def test_draws_are_true_as_far_as_they_are_seen() -> None:
    truth = a_game()
    drawn = truth.steps[0].step
    assert not isinstance(drawn.said, str)
    line = TrueLine(truth)
    assert line.take(Committed("draw", drawn.seat, ("?",) * len(drawn.said), 0.0)) == ""
    line = TrueLine(truth)
    assert line.take(Committed("draw", drawn.seat, (*drawn.said[:-1], "?"), 0.0)) == ""
    line = TrueLine(truth)
    assert "wound" in line.take(Committed("draw", drawn.seat, ("wound", *drawn.said[1:]), 0.0))


def test_what_is_learnt_must_have_been_there() -> None:
    truth = a_game()
    drawn = truth.steps[0].step
    line = TrueLine(truth)
    assert line.take(Committed("learn", f"{drawn.seat}.hand", (str(drawn.said[0]),), 0.0)) == ""
    assert line.take(Committed("learn", f"{drawn.seat}.hand", ("wound",), 0.0))
    assert line.take(Committed("learn", "nowhere", ("gem_1",), 0.0))


def test_all_pick_at_once_in_any_order() -> None:
    truth = staged(1, "beacons").truth
    line = TrueLine(truth)
    given = answers(line)
    for seat, said, _ in (*given[:-4], *reversed(given[-4:])):
        assert say(line, seat, said) == ""
    assert line.is_done
