"""The sample game keeps the whole contract: so the kernel is not made for Puzzle Strike alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import invariant

from companion.rules import Changed, Corrected, Draw, Illegal, Match, Question, SeatAnswer, SeatSetup, Setup, new_match
from tests.contract import ContractMachine, pieces

SETUP = Setup(game="beacons", seats=tuple(SeatSetup(name) for name in "ABCD"))


class BeaconsMachine(ContractMachine):
    """Random play of Beacons."""

    setups = st.just(SETUP)

    def corrections(self) -> st.SearchStrategy[Mapping[str, object]] | None:
        """The boat, the pier, the light or the turn is another; a hand is empty, for better or worse."""
        table = self.match.table
        return st.one_of(
            st.fixed_dictionaries({"boat": st.integers(0, 8)}),
            st.fixed_dictionaries({"pier": st.lists(st.sampled_from(["red", "blue", "green"]), max_size=3)}),
            st.fixed_dictionaries({"light": st.fixed_dictionaries({"dawn": st.integers(0, 4)})}),
            st.fixed_dictionaries({"turn": st.integers(0, 11)}),
            st.sampled_from(sorted(table.seats)).map(  # type: ignore[attr-defined]
                lambda name: {"seats": {name: {"hand": []}}}
            ),
        )

    @invariant()
    def no_more_than_the_box_holds(self) -> None:
        """A correction of this game takes away, and never brings more."""
        assert pieces(self.match) <= Counter(self.match.game.box())

    @invariant()
    def one_crown_one_boat(self) -> None:
        zones = self.match.game.zones(self.match.table)
        assert sum(zone.content == ("crown",) for zone in zones.values()) == 1
        assert sum(zone.content == ("boat",) for zone in zones.values()) == 1


class ChartsMachine(BeaconsMachine):
    """The same with a shared deck, a row of dealt charts, and charts face down before each player."""

    setups = st.just(replace(SETUP, mode="charts"))


TestBeacons = BeaconsMachine.TestCase
TestCharts = ChartsMachine.TestCase


def dealt(hands: dict[str, tuple[str, str]]) -> Match:
    match = new_match(SETUP)
    for hand in hands.values():
        match.draw(hand)
    return match


LAMPS = {"A": ("lamp", "fog"), "B": ("oil", "shutter"), "C": ("oil", "lamp"), "D": ("fog", "fog")}


def test_either_partner_may_answer_and_the_first_answer_counts() -> None:
    match = dealt(LAMPS)
    assert isinstance(match.pending, Question)
    assert match.pending.seats == ("A", "C")
    one, two = match.copy(), match.copy()
    one.answer("play:lamp", "A")
    two.answer("play:lamp", "C")
    assert one.pending.options == {"A": ("lay:red", "lay:blue")}  # type: ignore[union-attr]
    assert two.pending.options == {"C": ("lay:red", "lay:blue")}  # type: ignore[union-attr]
    assert SeatAnswer("A", "play:lamp").seat == "A"


def test_the_pier_keeps_its_order() -> None:
    match = dealt(LAMPS)
    match.answer("play:lamp", "A")
    events = match.answer("lay:blue", "A")
    assert ("blue", 1, "box", "pier") in events
    assert match.view("table").zones["pier"] == ("blue",)


def test_a_die_moves_the_boat() -> None:
    match = dealt(LAMPS)
    match.answer("play:oil", "C")
    assert isinstance(match.pending, Draw)
    assert match.pending.again
    events = match.draw(("4",))
    assert ("boat", 1, "grid@4", "grid@8") in events
    assert match.view("table").facts["dawn.light"] == 1


def test_sealed_picks_stay_secret_until_all_are_in() -> None:
    match = last_guess()
    match.answer("choose:red", "A")
    assert match.waiting_for == ("B", "C", "D")
    assert match.view("A").options == {}
    assert "red" not in str(match.view("judge").options.get("A", ""))
    refusal = match.why_not("choose:blue", "A")
    assert refusal is not None
    assert "already" in refusal.why
    match.answer("choose:red", "B")
    match.answer("choose:blue", "C")
    events = match.answer("choose:red", "D")
    guesses = [event for event in events if type(event).__name__ == "Guessed"]
    assert [tuple(guess) for guess in guesses] == [("A", "red"), ("B", "red"), ("C", "blue"), ("D", "red")]
    assert match.over


def test_a_pick_the_engine_does_not_know_is_shown_later() -> None:
    match = last_guess()
    for seat, token in zip("ABCD", ("choose:red", "hidden", "hidden", "choose:blue"), strict=True):
        match.answer(token, seat)
    assert match.waiting_for == ("B", "C")
    twin = match.copy()
    for one in (match, twin):
        one.answer("choose:red", "B")
        one.answer("choose:red", "C")
        assert one.over
    assert match.table == twin.table


def last_guess() -> Match:
    """A game in which nobody plays anything that matters, up to its last question."""
    match = dealt(dict.fromkeys("ABCD", ("shutter", "lamp")))
    while not (isinstance(match.pending, Question) and match.pending.each):
        if isinstance(match.pending, Draw):
            match.draw(match.pending.among[:1])
        else:
            seat = match.waiting_for[0]
            match.answer(match.options(seat)[0], seat)
    return match


def test_the_table_is_put_right_and_told_in_the_kernels_own_words() -> None:
    match = dealt(LAMPS)
    told = match.correct({"boat": 8, "pier": ["red", "blue"], "light": {"dawn": 2}}, "the judge", "bumped")
    assert told == (
        Corrected("the judge", "bumped"),
        Changed("pier", "In pier there is now: 1 blue, 1 red."),
        Changed("grid", "In grid there is now: boat at 8."),
        Changed("", "dawn.light is 2, not 0."),
    )
    (turned, *_) = (event for event in match.correct({"pier": ["blue", "red"]}, "the judge", "the other way round")[1:])
    assert isinstance(turned, Changed), "the order of the pier is a difference too"
    with pytest.raises(Illegal, match="already like that"):
        match.correct({"pier": ["blue", "red"]}, "the judge", "again")
    with pytest.raises(Illegal, match="A has one lamp more"):
        match.correct({"seats": {"A": {"bag": ["lamp"] * 6}}}, "the judge", "a slip")


def test_an_effect_that_is_stopped_is_over() -> None:
    match = dealt(LAMPS)
    match.answer("play:lamp", "A")
    match.correct({}, "the judge", "too late", inside="end")
    assert match.waiting_for == ("B", "D")
