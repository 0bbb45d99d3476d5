"""What cannot be read is told with its line and with what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.scenarios.documents import LARGEST, Malformed, read_documents
from tests.scenarios_runner.texts import CRASH, run, run_one

# What stands in place of what, the line, and something that the error says.
MALFORMED = {
    "unknown key": ("script:", "skript:", 5, 'unknown key "skript"; did you mean script?'),
    "unknown seat key": ("hand: [crash_gem, gem_1]}\n  B", "hands: []}\n  B", 3, "did you mean hand?"),
    "unknown chip": ("[crash_gem, gem_1]}\n  B", "[crash_gme]}\n  B", 3, 'unknown chip "crash_gme"; did you mean'),
    "unknown character": ("pile: [2]", "character: rok", 4, 'unknown character "rok"; did you mean rook'),
    "unknown seat in a step": ("A: play", "C: play", 6, 'unknown seat or step "C", expected one of: A, B, draw'),
    "unknown seat in a check": ("A: break:3", "offers: {seat: C}", 7, 'unknown seat "C", expected one of: A, B'),
    "a zone that is no list": ("hand: [crash_gem, gem_1]}\n  B", "hand: crash_gem}\n  B", 3, "expected a list"),
    "a gem too large": ("pile: [3, 1]", "pile: [5]", 3, "there is no 5-gem"),
    "no chip for a pile": ("pile: [3, 1]", "pile: [wound]", 3, "cannot lie in a gem pile"),
    "no title": ("title: A crash", "title: ", 1, "expected a title"),
    "one seat": ("  B: {pile: [2], hand: [crash_gem, gem_1]}\n", "", 2, "expected two seats or more, not 1"),
    "seats in a list": ("seats:\n", "seats: [A, B]\nbank:\n", 2, "expected keys with values"),
    "three seats in a duel": ("script:", "  C: {}\nmode: duel\nscript:", 2, "for 2 players"),
    "a seat called draw": ("  B:", "  draw:", 4, "expected another name"),
    "a token in two words": ("break:3", "break 3", 7, 'expected a token such as play:crash_gem or done, not "break 3"'),
    "a token that is a number": ("break:3", "3", 7, "not 3"),
    "a token that is a mapping": ("A: break:3", "A: {break: 3}", 7, "expected a token"),
    "two steps in one": ("  - A: break:3", "  - A: break:3\n    B: pass", 7, "expected one step with one key"),
    "a step that is a word": ("  - A: break:3", "  - done", 7, "expected keys with values"),
    "a script that is a word": ("script:\n  - A: play:crash_gem\n  - A: break:3", "script: none", 5, "expected a list"),
    "a draw without chips": ("A: break:3", "draw: {seat: A}", 7, "expected the list of what was drawn"),
    "a draw from nowhere": ("A: break:3", "draw: {kinds: [gem_1]}", 7, "expected a seat"),
    "offers without a seat": ("A: break:3", "offers: {has: [pass]}", 7, "expected a seat"),
    "refuses without a token": ("A: break:3", "refuses: {seat: A}", 7, "expected a token"),
    "refuses with too much": ("A: break:3", "refuses: {seat: A, token: pass, why: x}", 7, 'unknown key "why"'),
    "unknown phase": ("script:", "turn: {phase: bye}\nscript:", 5, 'unknown phase "bye"; did you mean buy'),
    "unknown arrow": ("script:", "turn: {arrows: {pink: 1}}\nscript:", 5, 'unknown arrow "pink"'),
    "money in words": ("script:", "turn: {money: much}\nscript:", 5, "expected a whole number"),
    "fewer than no actions": ("script:", "turn: {played: -1}\nscript:", 5, "expected a number from 0"),
    "an ante too large": ("script:", "turn: {ante: 5}\nscript:", 5, "from 1 to 4"),
    "arrows before the ante": ("script:", "turn: {phase: ante, arrows: {red: 1}}\nscript:", 5, "has no arrows"),
    "piggy before the ante": ("script:", "turn: {phase: ante, piggy: 1}\nscript:", 5, "has no piggy bank"),
    "unknown bank": ("script:", "bank: {puzzle: first_gam}\nscript:", 5, "did you mean first_game?"),
    "nine stacks": ("script:", "bank:\n  puzzle: [draw_three]\nscript:", 6, "takes 10 different puzzle chips"),
    "a stack not in this bank": ("script:", "bank: {stock: {roundhouse: 1}}\nscript:", 5, "no stack of roundhouse"),
    "a trap not in this bank": ("script:", "bank: {traps: {roundhouse: 1}}\nscript:", 5, "no stack of roundhouse"),
    "barred in words": ("pile: [2]", "barred: maybe", 4, "expected true or false"),
    "a key twice": ("pile: [2]", "pile: [2], pile: [2]", 4, 'the key "pile" stands here twice'),
    "unknown expectation": ("  - A: break:3", "expect: {seat: A}", 7, 'unknown key "seat"; did you mean seats'),
    "unknown check": ("  - A: break:3", "expect: {pendin: draw}", 7, "did you mean pending?"),
    "unknown check in the middle": ("A: break:3", "expects:\n      turn:\n        faze: buy", 9, 'unknown key "faze"'),
    "unknown zone key": ("  - A: break:3", "expect: {seats: {A: {hand: {hass: []}}}}", 7, "did you mean has?"),
    "an unknown winner": ("  - A: break:3", "expect: {winner: C}", 7, 'unknown seat "C"'),
    "pending a word": ("  - A: break:3", "expect: {pending: drawn}", 7, "expected draw, none, or {seat: A"),
    "a bare number in a hand": ("hand: [crash_gem, gem_1]}\n  B", "hand: [1]}\n  B", 3, "not 1; a 1-gem is gem_1"),
    "a stack twice": ("script:", "bank: {stock: {wound: 1, Wound: 2}}\nscript:", 5, "wound stands here twice"),
    "a puzzle stack twice": ("script:", "bank: {puzzle: [draw_three, Draw Three]}\nscript:", 5, "stands here twice"),
    "a key that is a list": ("pile: [3, 1]", "[pile]: [3]", 3, "expected a word as the key"),
    "a character that is no text": ("break:3", "break:\x07", 7, "cannot stand in it"),
    "a title that is a list": ("title: A crash", "title: [A crash]", 1, "expected a title"),
    "a phase that is a list": ("script:", "turn: {phase: [buy]}\nscript:", 5, "expected a name, not a list"),
    "a phase that is a mapping": ("script:", "turn: {phase: {buy: 1}}\nscript:", 5, "expected a name, not a mapping"),
    "no YAML": ("pile: [3, 1]", "pile: [3, 1", 3, "this is not YAML"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "says"), MALFORMED.values(), ids=MALFORMED.keys())
def test_it_is_told(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert old in CRASH
    result = run_one(tmp_path, CRASH.replace(old, new, 1))
    assert result.malformed
    (problem,) = result.problems
    assert says in problem.text
    assert problem.line == line


def test_the_others_in_the_file_are_played_all_the_same(tmp_path: Path) -> None:
    results = run(tmp_path, f"{CRASH}---\n- a list\n---\n{CRASH}---\n")
    assert [result.malformed for result in results] == [False, True, False]
    assert results[1].line == 9
    assert [result.passed for result in results] == [True, False, True]


def test_an_empty_file_holds_no_scenario(tmp_path: Path) -> None:
    assert "no scenario in this file" in run_one(tmp_path, "# nothing\n").problems[0].text


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    from companion.scenarios import run_file

    file = tmp_path / "case.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    (result,) = run_file(file)
    assert "UTF-8" in result.problems[0].text


def test_a_value_that_holds_itself(tmp_path: Path) -> None:
    assert "cannot hold itself" in run_one(tmp_path, "title: &a [*a]\n").problems[0].text


def test_aliases_that_unfold_without_end(tmp_path: Path) -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in range(1, 9):
        bomb += f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]\n"
    assert "far more than a scenario can hold" in run_one(tmp_path, bomb).problems[0].text


@pytest.mark.parametrize("depth", [100, 50_000])
def test_values_nested_too_deep(tmp_path: Path, depth: int) -> None:
    result = run_one(tmp_path, "title: " + "[" * depth + "]" * depth)
    assert result.malformed


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large.yaml").open("wb") as file:
        file.truncate(LARGEST + 1)
    (found,) = read_documents(tmp_path / "large.yaml")
    assert isinstance(found, Malformed)
    assert "too large" in found.message
