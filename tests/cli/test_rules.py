"""`companion rules`: a position, what is legal there, and why not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main

POSITION = """
seats:
  A: {pile: [3, 1], hand: [crash_gem, gem_1], bag: [gem_1]}
  B: {pile: [2], hand: [crash_gem]}
"""


@pytest.fixture
def position(tmp_path: Path) -> str:
    file = tmp_path / "position.yaml"
    file.write_text(POSITION, encoding="utf-8")
    return str(file)


def rules(*words: str) -> Result:
    return CliRunner().invoke(main, ["rules", *words])


def test_it_says_what_is_legal(position: str) -> None:
    report = json.loads(rules("--position", position, "--json").output)["position"]
    assert report["waiting_for"] == ["A"]
    assert report["offered"]["A"] == {"play:crash_gem": "play a Crash Gem", "done": "done"}
    assert report["rule"]["key"] == "action-phase"


def test_it_says_what_would_happen(position: str) -> None:
    report = json.loads(rules("--position", position, "--try", "play:crash_gem", "--try", "break:3", "--json").output)
    assert all(tried["accepted"] for tried in report["tried"])
    assert "Three 1-gems are in the air from A to B." in report["tried"][-1]["happened"]
    assert set(report["after"]["offered"]["B"]) == {"react:crash_gem", "pass"}


def test_what_has_one_answer_is_given_on_the_way(position: str) -> None:
    words = ["--position", position, "--try", "play:crash_gem", "--try", "break:3", "--try", "B:react:crash_gem"]
    words += ["--try", "A:done"]
    report = json.loads(rules(*words, "--json").output)
    (alone,) = report["tried"][-1]["by_itself"]
    assert (alone["seat"], alone["token"], alone["why"]) == ("B", "break:2", "the only answer")
    assert "B breaks a 2-gem." in alone["happened"]
    assert report["tried"][-1]["accepted"]
    assert "B breaks a 2-gem." not in report["tried"][-1]["happened"]
    assert "B: break:2   (the only answer)" in rules(*words).output


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("play:crash_gem", "play:crash_gem"),
        ("play Crash Gem", "play:crash_gem"),
        ("Crash Gem", "play:crash_gem"),
        ("play a Crash Gem", "play:crash_gem"),
        ("1", "play:crash_gem"),
        ("A:play:crash_gem", "play:crash_gem"),
        ("A: Crash Gem", "play:crash_gem"),
        ("A: 2", "done"),
        ("end the action phase", "done"),
    ],
)
def test_an_answer_may_be_written_as_in_a_game(position: str, typed: str, token: str) -> None:
    (tried,) = json.loads(rules("--position", position, "--try", typed, "--json").output)["tried"]
    assert (tried["seat"], tried["token"], tried["accepted"]) == ("A", token, True)


def test_what_is_not_possible_may_be_written_as_in_a_game_too(position: str) -> None:
    (tried,) = json.loads(rules("--position", position, "--try", "buy 4-gem", "--json").output)["tried"]
    assert (tried["token"], tried["accepted"]) == ("buy:gem_4", False)
    assert tried["rule"]["key"] == "turn-structure"


def test_another_seat_is_named_before_the_answer(position: str) -> None:
    words = ["--position", position, "--try", "Crash Gem", "--try", "break 3", "--try", "B: react Crash Gem"]
    *_, tried = json.loads(rules(*words, "--json").output)["tried"]
    assert (tried["seat"], tried["token"], tried["accepted"]) == ("B", "react:crash_gem", True)


@pytest.mark.parametrize("typed", ["draw:gem_3,wound,gem_1", "draw 3-gem, Wound, 1-gem"])
def test_a_draw_may_be_written_in_printed_names(tmp_path: Path, typed: str) -> None:
    file = tmp_path / "draw.yaml"
    seat = "{hand: [draw_three], bag: [gem_1, wound, gem_2, gem_3, wound]}"
    file.write_text(f"seats: {{A: {seat}, B: {{}}}}\nbank: {{puzzle: combo_crazy}}\n", encoding="utf-8")
    words = ["--position", str(file), "--try", "Draw Three", "--try", typed, "--json"]
    report = json.loads(rules(*words).output)
    assert [tried["accepted"] for tried in report["tried"]] == [True, True]
    assert report["tried"][-1]["token"] == "draw:gem_3,wound,gem_1"


def test_after_a_refusal_one_sees_what_can_be_done(position: str) -> None:
    output = rules("--position", position, "--try", "buy:gem_4").output
    assert output.rindex("play a Crash Gem") > output.index("Not possible")


def test_a_try_needs_a_position() -> None:
    outcome = rules("--try", "play:crash_gem")
    assert outcome.exit_code == 2
    assert "--position" in outcome.output


def test_it_says_why_not_and_by_which_rule(position: str) -> None:
    outcome = rules("--position", position, "--try", "buy:gem_4", "--json")
    assert outcome.exit_code == 0
    (tried,) = json.loads(outcome.output)["tried"]
    assert not tried["accepted"]
    assert tried["rule"]["key"] == "turn-structure"
    assert "Actions come first" in rules("--position", position, "--try", "buy:gem_4").output


def test_a_try_may_name_its_seat(position: str) -> None:
    (tried,) = json.loads(rules("--position", position, "--try", "B:play:crash_gem", "--json").output)["tried"]
    assert (tried["seat"], tried["why"]) == ("B", "It is A's turn.")


def test_a_number_or_a_script_needs_a_position() -> None:
    for words in (("--number", "1"), ("--number", "2"), ("--played",)):
        assert "need a position" in rules(*words).output
    assert rules("--number", "0").exit_code == 2


def test_a_script_that_leaves_a_step_out_is_told_what_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(f"{POSITION}script: [{{A: 'play:crash_gem'}}, {{B: pass}}]", encoding="utf-8")
    outcome = rules("--position", str(file), "--played")
    assert outcome.exit_code == 1
    assert "At this point pending: break (crash_gem), A is offered [break:3, break:1]." in outcome.output


def test_a_script_may_tell_whom_the_gems_went_to(tmp_path: Path) -> None:
    """So do positions that were saved when everybody was asked for the only opponent too."""
    file = tmp_path / "position.yaml"
    steps = "[{A: 'play:crash_gem'}, {A: 'break:3'}, {A: 'to:B'}, {B: pass}]"
    file.write_text(f"{POSITION}script: {steps}", encoding="utf-8")
    assert rules("--position", str(file), "--played").exit_code == 0


def test_nothing_can_be_tried_when_it_is_over(tmp_path: Path) -> None:
    file = tmp_path / "over.yaml"
    file.write_text("seats: {A: {}, B: {}}\nturn: {phase: over, winner: A}\n", encoding="utf-8")
    output = rules("--position", str(file), "--try", "done").output
    assert "\ndone\n  Not possible: The game is over." in output
    assert output.count("Bank: ") == 1


def test_the_index_of_the_rules() -> None:
    assert "panic-time" in rules().output
    assert any(rule["key"] == "4-gems-uncounter-crashable" for rule in json.loads(rules("--json").output))


def test_a_position_that_cannot_be_read_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("seats:\n  A: {hand: [crash_gme]}\n  B: {}\n", encoding="utf-8")
    outcome = rules("--position", str(file))
    assert outcome.exit_code == 1
    assert f"{file}:2" in outcome.output
    assert "crash_gem" in outcome.output


def test_a_number_that_is_not_there(position: str) -> None:
    assert "there is no number 2" in rules("--position", position, "--number", "2").output


def test_a_rule_is_found_by_part_of_its_key_or_by_a_word() -> None:
    assert [rule["key"] for rule in json.loads(rules("counter", "crash", "--json").output)] == [
        "4-gems-uncounter-crashable",
        "counter-crash-chain",
    ] or "counter-crashing" in rules("counter-crashing").output
    assert "height-bonus" in rules("bonus").output
    assert "No rule contains" in rules("marmalade").output


def test_chips_are_drawn_in_the_order_of_the_bag_unless_told(tmp_path: Path) -> None:
    file = tmp_path / "draw.yaml"
    file.write_text("seats: {A: {hand: [draw_three], bag: [gem_1, wound, gem_2, gem_3]}, B: {}}", encoding="utf-8")
    words = ["--position", str(file), "--try", "play:draw_three"]
    assert "--try draw:" in rules(*words).output
    report = json.loads(rules(*words, "--try", "done", "--json").output)
    drawn = report["tried"][1]["by_itself"][0]
    assert (drawn["token"], drawn["why"]) == ("draw:gem_1,wound,gem_2", "in the order of the bag")
    told = json.loads(rules(*words, "--try", "draw: gem_3, wound, gem_1", "--json").output)
    assert told["tried"][1]["accepted"]


def test_a_random_pick_is_told_as_one(tmp_path: Path) -> None:
    file = tmp_path / "jackpot.yaml"
    file.write_text("seats: {A: {hand: [jackpot]}, B: {hand: [gem_1, wound, combine]}}", encoding="utf-8")
    output = rules("--position", str(file), "--try", "play:jackpot", "--try", "done").output
    assert "picked at random from B's hand. Which ones?" in output
    assert "this pick is random, so you have to say it" in output
    assert "in the order of the bag" not in output
    assert 'name it, for example "draw:gem_1,wound"' in " ".join(output.split())


def test_how_a_chip_is_read_is_said_with_it(position: str) -> None:
    (tried,) = json.loads(rules("--position", position, "--try", "play:crash_gem", "--json").output)["tried"]
    assert all(isinstance(ruling, str) for ruling in tried["rulings"])
    assert ("How we read the chip" in rules("--position", position, "--try", "play:crash_gem").output) == bool(
        tried["rulings"]
    )


def test_how_a_chip_is_read_is_said_once(position: str) -> None:
    tries = [word for said in ("Crash Gem", "break 3", "B: pass") for word in ("--try", said)]
    lines = [line for line in rules("--position", position, *tries).output.splitlines() if "How we read" in line]
    assert lines
    assert len(lines) == len(set(lines))


def test_a_seat_that_is_not_there(position: str) -> None:
    (tried,) = json.loads(rules("--position", position, "--try", "C:play:crash_gem", "--json").output)["tried"]
    assert "C" in tried["why"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("C:pass", "Nobody named C is seated here"),
        ("crsh gem", "did you mean crash_gem?"),
        ("7", '"7" means nothing here. Say what you do'),
        ("", '"" means nothing here. Say what you do'),
    ],
)
def test_what_makes_no_answer_is_said(position: str, typed: str, says: str) -> None:
    (tried,) = json.loads(rules("--position", position, "--try", typed, "--json").output)["tried"]
    assert says in tried["why"]


def test_a_draw_without_chips_names_none(tmp_path: Path) -> None:
    file = tmp_path / "draw.yaml"
    file.write_text("seats: {A: {hand: [draw_three], bag: [gem_1, wound, gem_2, gem_3]}, B: {}}", encoding="utf-8")
    assert "Name 3 here, not 0." in rules("--position", str(file), "--try", "draw three", "--try", "draw:").output


def test_the_answers_stand_with_their_numbers(position: str) -> None:
    output = rules("--position", position).output
    assert "\n   1  play:crash_gem " in output
    assert "\n   2  done " in output


def test_a_script_is_played_where_that_is_wanted(tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text("seats: {A: {pile: [3, 1], hand: [crash_gem]}, B: {}}\nscript: [{A: 'play:crash_gem'}]\n")
    before = CliRunner().invoke(main, ["rules", "--position", str(file)]).output
    after = CliRunner().invoke(main, ["rules", "--position", str(file), "--played"]).output
    assert "Play an action" in before
    assert "Which gem breaks" in after
