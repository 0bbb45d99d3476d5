"""A patient match asks also what has one answer; and both kinds of match come to the same."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules import Event, Forced, Match, Question, restore
from tests.contract import stored
from tests.rules.playing import any_input, asked, at, duel, random_duel, say

EVERYTHING = {"ask": "everything"}


def forced(events: tuple[Event, ...]) -> list[str]:
    return [event.token for event in events if isinstance(event, Forced)]


def patient_twin(match: Match) -> Match:
    """The same beginning, asked step by step."""
    one, two = (seat.character or "" for seat in match.setup.seats)
    return duel(one, two, match.setup.bank, **EVERYTHING)


def go_on_with_what_is_forced(match: Match) -> list[str]:
    """Answer all that has one answer; what was asked comes back."""
    found = []
    while isinstance(match.pending, Question) and match.pending.forced:
        seat = match.waiting_for[0]
        (token,) = match.options(seat)
        found.append(match.pending.what)
        match.answer(token, seat)
    return found


@pytest.mark.parametrize("seed", range(30))
def test_what_happened_by_itself_is_what_would_have_been_answered(seed: int) -> None:
    """Where a patient match gets the one answer each time, it comes through the same game."""
    chance = Random(seed)
    hasty = random_duel(chance)
    patient = patient_twin(hasty)
    found = set()
    while True:
        found.update(go_on_with_what_is_forced(patient))
        assert patient.pending == hasty.pending
        if hasty.over:
            break
        seat, said = any_input(hasty, chance)
        say(hasty, seat, said)
        say(patient, seat, said)
    hasty.table.patient = True  # type: ignore[attr-defined]
    assert patient.table == hasty.table
    assert "action" in found
    assert "to" not in found, "there is one opponent only"


@pytest.mark.parametrize("seed", range(10))
def test_a_hasty_match_never_asks_what_everybody_can_answer(seed: int) -> None:
    chance = Random(seed)
    match = random_duel(chance)
    while not match.over:
        assert not (isinstance(match.pending, Question) and match.pending.forced)
        say(match, *any_input(match, chance))


@pytest.mark.parametrize("seed", range(10))
def test_a_patient_match_skips_nothing_but_what_nobody_could_choose(seed: int) -> None:
    """The only opponent, a reaction that nobody could have, and a wound that is gained without a choice, are not asked
    even then."""
    chance = Random(seed)
    match = patient_twin(random_duel(chance))
    while not match.over:
        skipped = set(forced(say(match, *any_input(match, chance))))
        assert {token for token in skipped if not token.startswith(("pay:", "to:"))} <= {"pass", "gain:wound"}


def test_step_by_step() -> None:
    match = at({"A": {"pile": [1], "hand": ["crash_gem"]}, "B": {"pile": [1]}}, patient=True)
    for what, token in (("action", "play:crash_gem"), ("break", "break:1"), ("action", "done")):
        assert asked(match).what == what
        assert asked(match).forced == (token != "play:crash_gem")
        match.answer(token, "A")
    assert asked(match).what == "buy"


def test_without_patience_the_same_happens_at_once() -> None:
    match = at({"A": {"pile": [1], "hand": ["crash_gem"]}, "B": {"pile": [1]}})
    events = match.answer("play:crash_gem", "A")
    assert forced(events) == ["pay:black", "break:1", "to:B", "pass", "done"]
    assert asked(match).what == "buy"


def test_the_setting_is_kept_in_a_snapshot() -> None:
    assert restore(stored(duel(**EVERYTHING))).table.patient  # type: ignore[attr-defined]
    assert not restore(stored(duel())).table.patient  # type: ignore[attr-defined]
