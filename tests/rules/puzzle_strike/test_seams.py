"""The rules are put together from parts: no rule asks which mode it is, or a list of all chips there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules import Setup
from companion.rules.kernel import SeatSetup
from companion.rules.puzzle_strike import GAME
from companion.rules.puzzle_strike.sets.base import BASE
from companion.rules.puzzle_strike.sets.box import Box
from companion.rules.puzzle_strike.sets.chip_set import ChipSet
from companion.rules.puzzle_strike.sets.library import LIBRARY, box_of
from tests.rules.puzzle_strike.digests import digest

RULES = Path(GAME.words.__class__.__module__.replace(".", "/")).parent
ROOT = Path(__file__).resolve().parents[3]
COMPANION = ROOT / "companion"
PLAYED = (
    "attack", "buy", "combine", "crash", "limits", "other_answers", "play", "reactions", "resolve", "setup", "trade",
    "turn", "why_not",
)  # fmt: skip
"""Modules that decide what a match may do, or say why not: they ask the match's own box."""
SETS = ROOT / RULES / "sets"
SIXTY = "cea5d7b3939659b1"
"""The beginning of the digest of sixty duels, since before there were boxes and modes."""


def source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_nobody_has_a_list_of_all_chips() -> None:
    named = [path for path in sorted((COMPANION / "rules").rglob("*.py")) if re.search(r"\bCHIPS\b", source(path))]
    assert named == []


@pytest.mark.parametrize("module", PLAYED)
def test_what_a_match_may_do_is_said_by_its_own_box(module: str) -> None:
    assert "LIBRARY" not in source(ROOT / RULES / f"{module}.py")


@pytest.mark.parametrize("path", sorted(SETS.rglob("*.py")), ids=lambda path: path.stem)
def test_a_chip_asks_the_box_that_it_is_played_with(path: Path) -> None:
    assert path.stem == "library" or "LIBRARY" not in source(path)


def test_no_rule_asks_for_the_mode_or_the_edition() -> None:
    asking = re.compile(r"\b(?:if|elif|while|and|or|case)\b[^\n]*\b(?:mode|edition)(?:\.key)? (?:==|!=|in|is)\b")
    found = [path.name for path in sorted((COMPANION / "rules").rglob("*.py")) if asking.search(source(path))]
    assert found == []


def test_phases_know_no_ongoing_chip_by_its_key() -> None:
    later = {key for key, _ in LIBRARY.texts} | {key for key in LIBRARY if LIBRARY[key].ongoing}
    for module in ("turn", "buy", "combine", "crash", "attack", "resolve", "reactions", "play", "setup", "position"):
        text = source(ROOT / RULES / f"{module}.py")
        assert [key for key in later if key in text] == [], module


def test_duels_go_as_they_went_before_there_were_boxes_and_modes() -> None:
    assert digest(60)[1].startswith(SIXTY)


def test_a_box_with_other_chips_under_the_same_keys() -> None:
    other = ChipSet("other", "Other", {})
    other.add("knockdown", "Knockdown", "puzzle", cost=7)
    base = box_of(("base",))
    changed = base.but(replace=other, without=("jackpot",))
    assert (changed["knockdown"].cost, base["knockdown"].cost) == (7, 2)
    assert "jackpot" not in changed
    assert list(changed) == [key for key in base if key != "jackpot"]
    assert changed.answers("stone_wall") == base.answers("stone_wall")


def test_a_chip_may_answer_several_sorts_of_events() -> None:
    both = ChipSet("both", "Both", {})
    both.add("rocket_punch", "Rocket Punch", "puzzle", cost=4)
    both.reaction("rocket_punch", answers="gems sent")(lambda *_: "gems")
    both.reaction("rocket_punch", answers="a red fist, before it strikes")(lambda *_: "fist")
    box = Box.of(BASE, both)
    assert box.answers("rocket_punch") == ("gems sent", "a red fist, before it strikes")
    assert "rocket_punch" in box.answering("a red fist, before it strikes")
    assert box.reaction("rocket_punch", "a red fist, before it strikes")() == "fist"


def test_a_setup_says_which_sets_are_played_with() -> None:
    seats = (SeatSetup("A"), SeatSetup("B"))
    setup = Setup("puzzle-strike", seats, sets=("base",))
    assert Setup.from_json(setup.to_json()) == setup
    assert GAME.bound(setup).rules.box["knockdown"].name == "Knockdown"
    older = {key: value for key, value in setup.to_json().items() if key != "sets"}
    assert Setup.from_json(older).sets == ()
