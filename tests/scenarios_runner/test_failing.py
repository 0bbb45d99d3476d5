"""What is wrong in a scenario is found, and told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios_runner.texts import CRASH, JACKPOT, TURN, run_one

REACTS = CRASH + "  - B: react:crash_gem\n"
DRAWN = "  - draw: {seat: A, kinds: [gem_2, gem_2, gem_4, wound, combine]}\n"

# The text, the line of the failure, and something that it says.
WRONG = {
    "zone": (REACTS + "expect:\n  seats:\n    B: {pile: [2]}", 11, "B's pile: expected [gem_2], it holds [gem_1]"),
    "zone has": (CRASH + "expect: {seats: {B: {hand: {has: [wound]}}}}", 8, "[wound] not there"),
    "zone has twice": (CRASH + "expect: {seats: {B: {hand: {has: [gem_1, gem_1]}}}}", 8, "[gem_1] not there"),
    "zone lacks": (CRASH + "expect: {seats: {B: {hand: {lacks: [gem_1]}}}}", 8, "should not be there"),
    "zone count": (CRASH + "expect: {seats: {B: {hand: {count: 3}}}}", 8, "expected 3, it is 2"),
    "total": (CRASH + "expect: {seats: {A: {total: 4}}}", 8, "A's total: expected 4, it is 1"),
    "height bonus": (CRASH + "expect: {seats: {A: {height_bonus: 1}}}", 8, "expected 1, it is 0"),
    "money": (CRASH + "expect: {seats: {A: {money: 2}}}", 8, "A's money: expected 2, it is 1"),
    "arrows": (CRASH + "expect: {seats: {A: {arrows: {black: 1}}}}", 8, "black arrows: expected 1, it is 0"),
    "draws": (TURN + DRAWN + "expect: {seats: {A: {draws: 4}}}", 11, "chips A drew: expected 4, it is 5"),
    "lost": (TURN + "expect: {seats: {A: {lost: true}}}", 10, "expected true, it is false"),
    "barred": (CRASH + "expect: {seats: {B: {barred: true}}}", 8, "expected true, it is false"),
    "owed": (CRASH + "expect: {seats: {B: {next_turn: {money: 2}}}}", 8, "expected 2, it is 0"),
    "character": (JACKPOT + "expect: {seats: {A: {character: rook}}}", 7, 'expected "rook", it is "lum"'),
    "stock": (CRASH + "expect:\n  bank:\n    stock: {gem_3: 15}", 10, "gem_3 in the bank: expected 15, it is 16"),
    "change": (CRASH + "expect: {bank: {change: {gem_3: 0}}}", 8, "expected 0, it is 1"),
    "traps": (CRASH + "expect: {bank: {traps: {gem_3: 1}}}", 8, "trap tokens on gem_3: expected 1, it is 0"),
    "turn": (CRASH + "expect: {turn: {seat: B}}", 8, 'whose turn it is: expected "B", it is "A"'),
    "phase": (CRASH + "expect: {turn: {phase: buy}}", 8, 'the phase: expected "buy", it is "action"'),
    "ante": (CRASH + "expect: {turn: {ante: 2}}", 8, "size of the ante: expected 2, it is 1"),
    "bought": (TURN + DRAWN + "expect: {turn: {bought: [gem_1]}}", 11, "expected [gem_1], it is nothing"),
    "winner": (CRASH + "expect: {winner: A}", 8, "winner: expected A, it is none"),
    "no winner": (
        TURN.replace("pile: [1]", "pile: [4, 4, 2]") + "expect: {winner: none}",
        10,
        "expected none, it is B",
    ),
    "events has": (CRASH + "expect: {events: {has: [Negated]}}", 8, "no Negated happened"),
    "events lacks, in small letters": (REACTS + "expect: {events: {lacks: [negated]}}", 9, "negated happened"),
    "nothing pending, but there is": (CRASH + "expect: {pending: none}", 8, "expected that nothing is asked; pending:"),
    "an empty zone": (CRASH + "expect: {seats: {A: {discard: [wound]}}}", 8, "expected [wound], it is empty"),
    "events lacks": (REACTS + "expect: {events: {lacks: [Negated]}}", 9, "Negated happened"),
    "pending draw": (CRASH + "expect: {pending: draw}", 8, "expected a draw; pending: react"),
    "pending seat": (CRASH + "expect: {pending: {seat: A}}", 8, "expected a question to A"),
    "pending has": (CRASH + "expect: {pending: {seat: B, has: [react:stone_wall]}}", 8, "not offered to B"),
    "pending lacks": (CRASH + "expect: {pending: {seat: B, lacks: [pass]}}", 8, "pass is offered to B"),
    "in the middle": (
        CRASH + "  - expects: {seats: {B: {pile: [2, 1]}}}\n  - B: react:crash_gem",
        8,
        "expected [gem_1, gem_2], it holds [gem_2]",
    ),
    "nothing pending": (CRASH + "  - A: break:1", 8, "A cannot answer break:1 here; pending: react"),
    "with the rule and what it says": (CRASH + "  - A: break:1", 8, "[reaction-timing: "),
    "not offered": (CRASH + "  - B: react:stone_wall", 8, "B is offered [react:crash_gem, pass]"),
    "wrong forced answer": (REACTS + "  - B: break:3", 9, "as the only answer: B: break:2"),
    "forced twice": (REACTS + "  - B: break:2\n  - B: break:2", 10, "B cannot answer break:2 here"),
    "two at once where one is asked": (CRASH.replace("break:3", "break:3+1"), 7, "A cannot answer break:3+1"),
    "offers has": (CRASH + "  - offers: {seat: B, has: [react:stone_wall]}", 8, "react:stone_wall is not offered to B"),
    "offers lacks": (CRASH + "  - offers: {seat: B, lacks: [react:crash_gem]}", 8, "is offered to B, and should"),
    "offers only, too few": (CRASH + "  - offers: {seat: B, only: [pass]}", 8, "beyond those: [react:crash_gem]"),
    "offers only, too many": (
        CRASH + '  - offers: {seat: B, only: [pass, "react:crash_gem", "react:stone_wall"]}',
        8,
        "not offered to B: [react:stone_wall]",
    ),
    "offers to the wrong seat": (CRASH + "  - offers: {seat: A, has: [pass]}", 8, "pass is not offered to A"),
    "refuses what is accepted": (CRASH + "  - refuses: {seat: B, token: pass}", 8, "pass is not refused to B"),
    "refuses by another rule": (
        TURN.replace("  - A: play:gems\n", '  - refuses: {seat: A, token: "buy:gem_4", rule: wounds}\n'),
        7,
        'not "wounds"',
    ),
    "refuses in other words": (
        TURN.replace("  - A: play:gems\n", '  - refuses: {seat: A, token: "buy:gem_4", says: is empty}\n'),
        7,
        "buy:gem_4 is refused to A, but with other words: 4-gem costs $7",
    ),
    "refuses what all gems can buy": (
        TURN.replace("  - A: play:gems\n", '  - refuses: {seat: A, token: "buy:gem_1"}\n'),
        7,
        "buy:gem_1 is not refused to A",
    ),
    "drawn without a draw": (CRASH + "  - draw: {seat: A, kinds: [gem_1]}", 8, "nothing is drawn for A here"),
    "drawn by another": (TURN + "  - draw: {seat: B, kinds: [gem_1]}", 10, "nothing is drawn for B here"),
    "drawn from elsewhere": (TURN + "  - draw: {seat: A, from: hand, kinds: [gem_1]}", 10, "drawn for A.hand here"),
    "drawn what is not there": (
        TURN + "  - draw: {seat: A, kinds: [gem_3, gem_2, gem_2, wound, combine]}",
        10,
        "3-gem cannot come out of A's bag",
    ),
    "too few drawn": (TURN + "  - draw: {seat: A, kinds: [gem_2, wound]}", 10, "Name 5 here, not 2"),
    "too many drawn": (
        TURN + "  - draw: {seat: A, kinds: [gem_2, gem_2, wound, crash_gem, combine, gem_4]}",
        10,
        "[gem_4] too many",
    ),
    "a random pick that is not told": (JACKPOT + "  - A: done", 7, "the script must say what was drawn"),
    "an order not drawn": (TURN + "expect: {seats: {A: {hand: {has: [gem_4]}}}}", 10, "[gem_4] not there"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "says"), WRONG.values(), ids=WRONG.keys())
def test_it_fails_and_says_why(tmp_path: Path, text: str, line: int, says: str) -> None:
    result = run_one(tmp_path, text)
    assert not result.passed
    assert not result.malformed
    assert says in result.problems[0].text
    assert result.problems[0].line == line


def test_a_point_inside_an_effect_is_not_the_end_of_it(tmp_path: Path) -> None:
    """Before the gems of the crash have landed B's pile is empty; but play never stops there."""
    text = """\
title: A crash with nothing to decide
seats:
  A: {pile: [3], hand: [crash_gem, gem_1]}
  B: {hand: [gem_1]}
script:
  - A: play:crash_gem
expect: {seats: {B: {pile: []}}}
"""
    assert "it holds [gem_1, gem_1, gem_1]" in run_one(tmp_path, text).problems[0].text
    assert run_one(tmp_path, text.replace("pile: []", "pile: [1, 1, 1]")).passed


def test_every_difference_is_told(tmp_path: Path) -> None:
    result = run_one(tmp_path, CRASH + "expect:\n  seats:\n    A: {money: 5, total: 9}\n  turn: {seat: B}")
    assert [problem.line for problem in result.problems] == [10, 10, 11]


def test_one_failure_does_not_stop_the_next_scenario(tmp_path: Path) -> None:
    from tests.scenarios_runner.texts import run

    results = run(tmp_path, f"{CRASH}expect: {{winner: A}}\n---\n{CRASH}---\n{TURN}")
    assert [result.passed for result in results] == [False, True, True]
    assert [result.line for result in results] == [1, 10, 18]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("title", "mode: co-op\ntitle", 'the mode "co-op"'),
        ("title", 'edition: "2"\ntitle', 'edition "2"'),
        ("title", "sets: [moonlight]\ntitle", '"moonlight"'),
        ("title", "game: chess\ntitle", 'no game "chess"'),
    ],
)
def test_what_the_engine_does_not_have_fails_clearly(tmp_path: Path, old: str, new: str, says: str) -> None:
    result = run_one(tmp_path, CRASH.replace(old, new, 1))
    assert not result.passed
    assert not result.malformed
    assert says in result.problems[0].text


def test_an_engine_that_breaks_down_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr("companion.rules.Match.answer", broken)
    result = run_one(tmp_path, CRASH)
    assert result.problems[0].text == "the rules broke down: RuntimeError: a wheel came off"
