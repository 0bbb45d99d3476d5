"""How a script is played: what may be left out, written down, split and joined."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules import Draw, SeatSetup, Setup, find_game
from companion.rules.kernel.positions import noted
from companion.scenarios.moments import only_draw
from tests.scenarios_runner.texts import CRASH, JACKPOT, TURN, run_one

# Scripts that hold, and one more line each that must not.
HOLDS = {
    "only answers left out": (
        "  A: {pile: [3], hand: [crash_gem, gem_1]}\n  B: {pile: [2], hand: [crash_gem]}",
        "  - A: play:crash_gem\n  - B: react:crash_gem",
        "expect: {seats: {A: {pile: [], money: 1}, B: {pile: [1]}}}",
    ),
    "only answers written down": (
        "  A: {pile: [3], hand: [crash_gem, gem_1]}\n  B: {pile: [2], hand: [crash_gem]}",
        "  - A: play:crash_gem\n  - A: break:3\n  - A: to:B\n  - B: react:crash_gem\n  - B: break:2\n  - A: done",
        "expect: {seats: {A: {pile: [], money: 1}, B: {pile: [1]}}}",
    ),
    "a window that does not open, written down": (
        "  A: {pile: [3], hand: [crash_gem, gem_1]}\n  B: {hand: [gem_1]}",
        "  - A: play:crash_gem\n  - B: pass",
        "expect: {seats: {B: {pile: [1, 1, 1]}}}",
    ),
    "another order": (
        "  A: {pile: [4, 2, 1], hand: [double_crash_gem]}\n  B: {}",
        "  - A: play:double_crash_gem\n  - A: break:1+2",
        "expect: {seats: {A: {pile: [4]}, B: {pile: [1, 1, 1]}}}",
    ),
    "two steps that are one answer": (
        "  A: {pile: [4, 2, 1], hand: [double_crash_gem]}\n  B: {}",
        "  - A: play:double_crash_gem\n  - A: break:2\n  - A: break:1",
        "expect: {seats: {A: {pile: [4]}, B: {pile: [1, 1, 1]}}}",
    ),
    "one step that is two answers": (
        "  A: {hand: [gem_4, wound, gem_1], bag: [gem_2, gem_2, gem_2, gem_2]}\n  B: {}\nturn: {phase: buy, piggy: 2}",
        "  - A: play:gem_1\n  - A: buy:gem_1\n  - A: done\n  - A: keep:gem_4+wound",
        "expect: {seats: {A: {hand: [gem_4, wound, gem_2, gem_2, gem_2]}}}",
    ),
    "the same word at two ends, one of them left out": (
        "  A: {pile: [1], hand: [combine, crash_gem], bag: [], discard: []}\n  B: {}\nturn: {phase: buy, piggy: 1}",
        "  - A: buy:wound\n  - A: keep:crash_gem",
        "expect: {seats: {A: {hand: {has: [crash_gem], count: 3}, draws: 2}}, turn: {seat: B}}",
    ),
    "gems laid one by one between purchases": (
        "  A: {hand: [gem_4, gem_1]}\n  B: {}\nturn: {phase: buy}",
        "  - A: play:gem_1\n  - A: buy:gem_1\n  - A: play:gems\n  - A: buy:gem_2",
        "expect: {seats: {A: {money: 1, hand: []}}}",
    ),
    "a draw with the refill in its middle": (
        "  A: {hand: [draw_three], bag: [gem_1], discard: [gem_2, wound, gem_3]}\n  B: {}",
        "  - A: play:draw_three\n  - draw: {seat: A, kinds: [gem_1, gem_3, gem_2]}",
        "expect: {seats: {A: {hand: [gem_1, gem_2, gem_3], bag: [wound], draws: 3}}}",
    ),
    "a draw told in two steps": (
        "  A: {hand: [draw_three], bag: [gem_1, wound, gem_2, gem_3]}\n  B: {}",
        "  - A: play:draw_three\n  - draw: {seat: A, kinds: [gem_3, gem_2]}\n  - draw: {seat: A, kinds: [wound]}",
        "expect: {seats: {A: {hand: [wound, gem_2, gem_3], bag: [gem_1]}}}",
    ),
    "a draw told with the chip on top": (
        "  A: {hand: [thinking_ahead, gem_4], bag: [wound, gem_1, gem_1, gem_1, gem_1]}\n  B: {}\n"
        "bank: {puzzle: lots_of_attacks}",
        "  - A: play:thinking_ahead\n  - A: play:gems\n  - A: buy:gem_3\n  - A: bag:gem_3\n  - A: done\n"
        "  - draw: {seat: A, kinds: [gem_3, gem_1, gem_1, gem_1, gem_1]}",
        "expect: {seats: {A: {hand: [gem_3, gem_1, gem_1, gem_1, gem_1], bag: [wound]}}}",
    ),
    "a random pick with one outcome": (
        "  A: {character: lum, pile: [1], hand: [jackpot, gem_1]}\n  B: {hand: [wound, crash_gem]}",
        "  - A: play:jackpot\n  - A: play:gem_1",
        "expect: {events: {has: [Revealed]}, seats: {A: {money: 1}}}",
    ),
    "a check that waits for the draw": (
        "  A: {hand: [draw_three, gem_1], bag: [gem_2, gem_3, wound]}\n  B: {}",
        "  - A: play:draw_three\n  - expects: {seats: {A: {hand: {count: 4}}}}\n"
        '  - offers: {seat: A, has: ["play:gem_2"]}\n  - refuses: {seat: A, token: "buy:gem_4"}',
        "expect: {turn: {phase: buy}}",
    ),
    "a check before a draw that is told": (
        "  A: {hand: [draw_three, gem_1], bag: [gem_2, gem_3, wound, combine]}\n  B: {}",
        "  - A: play:draw_three\n  - expects: {pending: draw}\n  - draw: {seat: A, kinds: [combine, wound, gem_2]}",
        "expect: {seats: {A: {bag: [gem_3]}}}",
    ),
    "all that can be said of a turn": (
        "  A: {hand: [sale_prices, one_two_punch, gem_2], ongoing: [secret_move]}\n  B: {}",
        "  - A: play:one_two_punch\n  - A: play:sale_prices\n  - A: done\n  - A: play:gem_2\n  - A: buy:gem_2",
        "expect: {turn: {money: 1, piggy: 1, played: 2, bought: [gem_2], effects: [sale_prices], arrows: {black: 0}}}",
    ),
    "stand-ins count as gems, and can be told apart": (
        "  A: {pile: [1], hand: [crash_gem]}\n  B: {pile: [stand_in_1, 2]}\nbank: {stock: {gem_1: 0}}",
        "  - expects: {seats: {B: {pile: [1, 2], total: 3}}}\n  - A: play:crash_gem",
        "expect: {seats: {A: {pile: []}, B: {pile: [stand_in_1, gem_1, gem_2]}}, bank: {stock: {gem_1: 0}}}",
    ),
    "a position in the middle of a turn": (
        "  A: {hand: [combos_are_hard, sneak_attack], next_turn: {money: 2}}\n  B: {barred: true}\n"
        "turn: {phase: action, arrows: {red: 1, black: 1}, money: 1, ante: 2, played: 1, bought: [], effects: []}",
        "  - A: play:combos_are_hard\n  - A: play:sneak_attack",
        "expect: {seats: {A: {next_turn: {money: 2}, money: 1}, B: {barred: true, pile: [1]}}, turn: {ante: 2}}",
    ),
    "what was owed comes in with the ante": (
        "  A: {hand: [gem_1], next_turn: {money: 2}}\n  B: {}\nturn: {phase: ante, money: 1, ante: 3}",
        "  - expects: {seats: {A: {money: 3, pile: [3], next_turn: {money: 0}}}}",
        "expect: {turn: {phase: buy, money: 3}}",
    ),
    "no step at all": (
        "  A: {pile: [1], hand: [crash_gem]}\n  B: {}\nturn: {phase: ante}",
        "  - offers: {seat: A, only: [done, play:crash_gem]}",
        "expect: {seats: {A: {pile: [1, 1]}}, events: {has: [Anted], lacks: [Drew]}}",
    ),
    "the match decided": (
        "  A: {pile: [4, 4, 2], hand: [gem_1]}\n  B: {}\nturn: {phase: buy}",
        "  - A: play:gems\n  - A: buy:gem_1\n  - A: done",
        "expect: {winner: B, seats: {A: {lost: true}, B: {lost: false}}}",
    ),
}


def text(seats: str, script: str, expect: str) -> str:
    return f"title: A case\nseats:\n{seats}\nscript:\n{script}\n{expect}\n"


@pytest.mark.parametrize(("seats", "script", "expect"), HOLDS.values(), ids=HOLDS.keys())
def test_it_holds(tmp_path: Path, seats: str, script: str, expect: str) -> None:
    assert run_one(tmp_path, text(seats, script, expect)).problems == ()


@pytest.mark.parametrize(("seats", "script", "expect"), HOLDS.values(), ids=HOLDS.keys())
def test_it_would_not_hold_with_a_step_that_does_not_fit(tmp_path: Path, seats: str, script: str, expect: str) -> None:
    for step in ("  - B: break:4", "  - A: combine:1+2", "  - draw: {seat: B, from: hand, kinds: [gem_4]}"):
        result = run_one(tmp_path, text(seats, f"{script}\n{step}", expect))
        assert not result.passed
        assert not result.malformed


def test_a_question_that_nobody_answers_stays_pending(tmp_path: Path) -> None:
    expect = 'expect: {pending: {seat: B, only: ["react:crash_gem", pass]}, seats: {B: {pile: [2]}}}'
    assert run_one(tmp_path, CRASH + expect).passed


def test_a_random_pick_stays_pending_and_can_be_told(tmp_path: Path) -> None:
    assert run_one(tmp_path, JACKPOT + "expect: {pending: draw}").passed
    told = JACKPOT + "  - draw: {seat: B, from: hand, kinds: [gem_1, wound]}\n"
    assert run_one(tmp_path, told + "expect: {seats: {A: {money: 1, arrows: {black: 1}}}}").passed
    assert not run_one(tmp_path, told.replace("kinds: [gem_1, wound]", "kinds: [gem_1, gem_1]")).passed


def test_the_end_is_looked_at_before_and_after_the_draw(tmp_path: Path) -> None:
    before = "expect: {seats: {A: {hand: [], discard: [gem_1, gem_1]}}, turn: {seat: A, phase: cleanup}}"
    after = "expect: {seats: {A: {hand: {count: 5}, draws: 5}}, turn: {seat: B, phase: action}}"
    assert run_one(tmp_path, TURN + before).passed
    assert run_one(tmp_path, TURN + after).passed
    mixed = "expect: {seats: {A: {hand: []}}, turn: {seat: B}}"
    assert not run_one(tmp_path, TURN + mixed).passed


def test_the_end_is_not_looked_at_beyond_the_next_decision(tmp_path: Path) -> None:
    two_gems = TURN.replace("hand: [gem_1]", "hand: [gem_1, gem_1]").replace("  - A: done\n", "")
    assert not run_one(tmp_path, two_gems + "expect: {turn: {seat: B}}").passed


def test_words_that_yaml_takes_for_something_else(tmp_path: Path) -> None:
    names = text(
        "  N: {pile: [3], hand: [crash_gem]}\n  on: {hand: [gem_1]}",
        "  - N: play:crash_gem\n  - on: pass",
        "expect: {seats: {on: {pile: [1, 1, 1]}}, turn: {seat: N}, winner: none}",
    )
    assert run_one(tmp_path, names).problems == ()
    numbers = text(
        "  1: {pile: [3], hand: [crash_gem]}\n  2: {hand: [gem_1]}",
        "  - 1: play:crash_gem\n  - offers: {seat: 2, only: []}",
        "edition: 7.3\nexpect: {seats: {2: {pile: [1, 1, 1]}}, turn: {seat: 1}}",
    )
    assert run_one(tmp_path, numbers).problems == ()


def test_names_as_they_are_printed(tmp_path: Path) -> None:
    printed = """\
title: Names as they are printed
seats:
  A: {character: DeGrey, pile: [Crash Gem, "3-gem"], hand: ["1-gem", It's a Trap, research & development]}
  B: {pile: [2], hand: [Crash Gem]}
bank: {puzzle: Lots of Attacks, stock: {Wound: 3}, traps: {Sneak Attack: 1}}
expect:
  seats:
    A: {character: degrey, pile: [crash_gem, gem_3], hand: [gem_1, its_a_trap, research_and_development]}
    B: {hand: [Crash gem]}
  bank: {stock: {wound: 3}, traps: {sneak_attack: 1}}
"""
    assert run_one(tmp_path, printed).problems == ()
    assert not run_one(tmp_path, printed.replace("[Crash gem]", '["1-gem"]')).passed


@pytest.mark.parametrize(
    ("pile", "passes"),
    [("[3]", True), ("[]", False), ("[crash_gem, 3]", True), ("[gem_3]", False), ("{lacks: [crash_gem]}", False)],
)
def test_gem_values_compare_with_gem_values(tmp_path: Path, pile: str, passes: bool) -> None:
    """A Crash Gem of the pile counts where chips are named."""
    text = f"title: A pile\nseats: {{A: {{pile: [crash_gem, 3]}}, B: {{}}}}\nexpect: {{seats: {{A: {{pile: {pile}}}}}}}"
    assert run_one(tmp_path, text).passed is passes


def test_nothing_is_asked_when_the_match_is_over(tmp_path: Path) -> None:
    over = TURN.replace("pile: [1]", "pile: [4, 4, 2]") + "expect: {winner: B, pending: none}"
    assert run_one(tmp_path, over).problems == ()


def test_events_in_any_spelling(tmp_path: Path) -> None:
    for name in ("PhaseBegan", "phasebegan", "phase_began"):
        assert run_one(tmp_path, f"{TURN}expect: {{events: {{has: [{name}]}}}}").problems == ()


def test_a_note_needs_nobody_to_read_it() -> None:
    seats = {"A": {"character": "lum", "hand": ["gem_4"] * 13, "ongoing": ["pandas_bargain"] * 2}, "B": {}}
    game = find_game("puzzle-strike")
    _, table = game.position({"seats": seats})
    with noted() as notes:
        assert game.position({"seats": seats})[1].to_json() == table.to_json()
    assert [note.text for note in notes] == [
        "4-gem: 13 are here, the box has 12",
        "Panda's Bargain: 2 are here, the box has 1",
    ]
    seats["B"] = {"character": "lum"}
    with noted() as notes:
        game.position({"seats": seats})
    assert len(notes) == 1, "where both play Lum, there are two of his chips"


def test_an_event_that_there_is_not_is_noted(tmp_path: Path) -> None:
    """It can never happen, so a misspelt name would always pass."""
    result = run_one(tmp_path, f"{TURN}expect: {{events: {{lacks: [Negatd, negated]}}}}")
    assert result.passed
    (note,) = result.notes
    assert note.line == 10
    assert note.text.startswith('nothing that happens is called "Negatd"; did you mean Negated')


PLACES = find_game("puzzle-strike").lay_out(Setup("puzzle-strike", (SeatSetup("A"), SeatSetup("B"))))


def test_only_a_bag_answers_a_draw_by_itself() -> None:
    chips = ("gem_1", "wound", "gem_2")
    assert only_draw(PLACES, Draw("A", "A.bag", 2, chips, "")) == ("gem_1", "wound")
    assert only_draw(PLACES, Draw("A", "A.hand", 2, chips, "")) is None
    assert only_draw(PLACES, Draw("A", "A.hand", 3, chips, "")) == chips
    assert only_draw(PLACES, Draw("A", "die", 1, ("1",), "", again=True)) is None


def test_a_refusal_is_looked_up_where_the_seat_is_next_asked(tmp_path: Path) -> None:
    """After the crash of the only gem comes the send, which nobody decides: B may react then."""
    script = text(
        "  A: {pile: [3], hand: [crash_gem, gem_1]}\n  B: {pile: [2], hand: [crash_gem]}",
        "  - A: play:crash_gem\n  - refuses: {seat: B, token: react:crash_gem}",
        "",
    )
    assert "react:crash_gem is not refused to B" in run_one(tmp_path, script).problems[0].text


def test_a_script_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.scenarios.play.MOST_STEPS", 2)
    assert "too many ways" in run_one(tmp_path, TURN).problems[0].text
    monkeypatch.setattr("companion.scenarios.play.MOST_STEPS", 4)
    assert run_one(tmp_path, TURN).passed
