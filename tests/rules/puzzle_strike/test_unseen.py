"""Chips played, shown and drawn while nobody knows yet which of them lies where."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules import UNSEEN, Illegal, Match, restore
from companion.rules.kernel.lots import may_be, shown
from tests.contract import pieces, stored
from tests.rules.playing import any_input, asked, at, due, random_duel, say, with_unseen


def against(chip: str, unseen: str, **zones: str) -> Match:
    """A has this chip to play; B's zones are half seen."""
    seats = {"A": {"pile": [1], "hand": [chip, "gem_1"], "bag": ["gem_1"]}, "B": {"pile": [1]}}
    match = at(seats, patient=True, bank={"puzzle": "lots_of_attacks"})
    return with_unseen(match, "B", unseen, **zones)


# -- hands that are shown ----------------------------------------------------------------------------------------


def test_a_hand_that_is_shown_is_asked_of_the_table() -> None:
    match = against("stolen_purples", "combine wound gem_2", hand="? ? gem_1", bag="?")
    match.answer("play:stolen_purples", "A")
    assert (due(match).source, due(match).count, due(match).owner) == ("B.hand", 2, "")
    with pytest.raises(Illegal):
        match.draw(("crash_gem", "wound"))
    with pytest.raises(Illegal):
        match.draw((UNSEEN, "wound"))
    events = match.draw(("combine", "wound"))
    shown = next(event for event in events if type(event).__name__ == "Revealed")
    assert shown == ("B", ("combine", "gem_1", "wound"))
    assert match.view("judge").zones["B.bag"] == ("gem_2",), "so much is certain now"
    assert match.view("table").zones["A.discard"] == ("combine",)


def test_knowledge_that_comes_while_a_hand_is_to_be_shown() -> None:
    match = against("pilebunker", "combine wound gem_2", hand="? ? gem_1", bag="?")
    match.answer("play:pilebunker", "A")
    match.answer("choose:piggy", "A")
    assert due(match).count == 2
    match.learn("B.hand", ("gem_2",))
    assert due(match).count == 1
    one, other = match.copy(), match.copy()
    one.draw(("combine",))
    assert one.view("table").zones["B.discard"] == ("gem_1",)
    assert sorted(one.view("judge").zones["B.hand"]) == ["combine", "gem_1"]  # type: ignore[arg-type]
    other.learn("B.hand", ("wound",))
    assert other.view("judge").zones["B.bag"] == ("combine",), "nothing is left to be shown"
    assert asked(other).what in ("action", "buy")


def test_a_blind_pick_out_of_a_hand_may_turn_up_anything_unseen() -> None:
    match = against("jackpot", "combine wound", hand="? gem_1", bag="?")
    match.answer("play:jackpot", "A")
    assert (due(match).source, due(match).count) == ("B.hand", 2)
    waiting = match.pending
    match.learn("B.hand", ())
    assert match.pending == waiting
    with pytest.raises(Illegal):
        match.draw(("gem_2", "gem_1"))
    events = match.draw(("wound", "gem_1"))
    assert ("B", ("gem_1", "wound")) in events
    assert match.view("judge").zones["B.bag"] == ("combine",)
    assert match.view("table").facts["A.money"] == 1


def test_a_blind_pick_of_what_is_known() -> None:
    match = against("jackpot", "combine wound", hand="? gem_1 crash_gem", bag="?")
    match.answer("play:jackpot", "A")
    match.draw(("crash_gem", "gem_1"))
    assert UNSEEN in match.view("judge").zones["B.hand"]  # type: ignore[operator]


# -- what may be answered ------------------------------------------------------------------------------------------


def test_two_chips_that_cannot_both_be_there_are_not_offered() -> None:
    match = against("chip_damage", "gem_2 wound", hand="? gem_1", bag="?")
    match.answer("play:chip_damage", "A")
    assert set(match.options("B")) == {"discard:gem_1+gem_2", "discard:gem_1+wound"}
    match.answer("discard:gem_1+wound", "B")
    assert match.view("judge").zones["B.bag"] == ("gem_2",)


def test_two_chips_of_a_kind_where_one_is_unseen() -> None:
    match = against("chip_damage", "gem_1 wound", hand="? gem_1", bag="?")
    match.answer("play:chip_damage", "A")
    assert set(match.options("B")) == {"discard:gem_1+gem_1", "discard:gem_1+wound"}


def test_an_effect_whose_last_choice_turns_out_not_to_be_there_goes_on() -> None:
    match = at({"A": {"hand": ["double_take"], "bag": ["gem_1"]}, "B": {}}, patient=True)
    match = with_unseen(match, "A", "draw_three wound", hand="double_take ?", bag="?")
    match.answer("play:double_take", "A")
    assert match.accepts("choose:draw_three", "A")
    match.learn("A.hand", ("wound",))
    assert match.options("A") == ("none",)
    assert match.game.words.token("none")
    match.answer("none", "A")
    assert match.view("table").facts["phase"] == "buy"


def test_a_gem_that_an_effect_needs_may_be_unseen() -> None:
    match = at({"A": {"hand": ["gem_1"], "bag": ["gem_1"]}, "B": {}}, patient=True)
    match = with_unseen(match, "A", "gem_1 wound", hand="its_combo_time ?", bag="? combine combine combine")
    match.answer("play:its_combo_time", "A")
    assert set(match.options("A")) == {"pile:gem_1", "none"}
    has, has_not = match.copy(), match.copy()
    has.answer("pile:gem_1", "A")
    assert (has.view("table").zones["A.pile"], due(has).count) == (("gem_1",), 4)
    has_not.answer("none", "A")
    assert has_not.view("table").zones["A.pile"] == ()
    assert asked(has_not).what == "buy"


def test_unseen_gems_are_laid_one_by_one() -> None:
    match = at({"A": {"hand": ["gem_1"], "bag": ["gem_1"]}, "B": {}}, turn={"phase": "buy"}, patient=True)
    match = with_unseen(match, "A", "gem_2 wound wound", hand="gem_1 ? ?", bag="?")
    match.answer("play:gem_2", "A")
    assert match.view("table").facts["A.money"] == 2
    assert match.view("judge").zones["A.hand"] == ("gem_1", "wound"), "and the other is in the bag"


def test_two_piggy_banks_keep_what_can_both_be_there() -> None:
    match = at(
        {"A": {"hand": ["gem_1"]}, "B": {}}, turn={"phase": "buy", "piggy": 2, "bought": ["wound"]}, patient=True
    )
    match = with_unseen(match, "A", "gem_2 wound", hand="? crash_gem gem_1", bag="?")
    match.answer("done", "A")
    match.answer("keep:wound", "A")
    assert set(match.options("A")) == {"keep:crash_gem", "keep:gem_1", "done"}, "the other unseen chip is in the bag"
    assert match.view("table").zones["A.hand"] == 3, "what is kept stays in the hand"
    match.answer("keep:crash_gem", "A")
    assert match.view("table").zones["A.hand"] == 2


def test_what_is_said_to_be_kept_is_known_from_then_on() -> None:
    match = at({"A": {}, "B": {}}, turn={"phase": "buy", "piggy": 2, "bought": ["wound"]}, patient=True)
    match = with_unseen(match, "A", "gem_2 wound", hand="? crash_gem gem_1", bag="?")
    match.answer("done", "A")
    match.answer("keep:wound", "A")
    with pytest.raises(Illegal):
        match.learn("A.hand", ("gem_2",))
    match.answer("done", "A")
    assert match.view("A").zones["A.hand"] == ("wound",)


def test_a_chip_that_is_given_cannot_be_taken() -> None:
    match = at({"A": {}, "B": {}}, patient=True)
    match = with_unseen(match, "A", "combine wound", hand="research_and_development ?", bag="? crash_gem")
    match.answer("play:research_and_development", "A")
    match.answer("give:combine", "A")
    assert match.accepts("take:combine", "A") is None, "there is only one, and it was in the hand"
    with pytest.raises(Illegal):
        match.learn("A.hand", ("wound",))
    match.answer("take:crash_gem", "A")
    assert match.view("judge").zones["A.bag"] == ("combine", "wound")
    assert match.view("A").zones["A.hand"] == ("crash_gem",)


# -- whole games -----------------------------------------------------------------------------------------------------


def half_seen(kinds: tuple[str, ...], chance: Random) -> tuple[str, ...]:
    return tuple(kind if chance.random() < 0.5 else UNSEEN for kind in kinds)


@pytest.mark.parametrize("seed", range(25))
def test_whole_games_half_seen(seed: int) -> None:
    """Whatever of each draw stays unseen: something can always be done, nothing is lost, and all can be stored."""
    chance = Random(seed)
    match = random_duel(chance)
    box = None
    while not match.over:
        assert all(match.options(seat) for seat in match.waiting_for)
        if chance.random() < 0.1:
            learn_something(match, chance)
        else:
            seat, said = any_input(match, chance)
            if isinstance(said, tuple) and due(match).owner:
                said = half_seen(said, chance)
            elif isinstance(said, tuple):
                said = open_draw(match, chance)
            say(match, seat, said)
        twin = restore(stored(match))
        assert (twin.table, twin.pending) == (match.table, match.pending)
        if match.view("table").facts["phase"] != "setup":
            box = box or pieces(match)
            assert pieces(match) == box


def open_draw(match: Match, chance: Random) -> tuple[str, ...]:
    """What everybody sees coming out: unseen chips show."""
    unseen, place = due(match).unseen, due(match).place
    out = list(chance.sample(due(match).among, due(match).count))
    for number, kind in enumerate(out):
        if kind == UNSEEN:
            out[number] = chance.choice(may_be(unseen, place))
            unseen = shown(unseen, place, out[number])
    return tuple(out)


def learn_something(match: Match, chance: Random) -> None:
    """One unseen chip is identified."""
    for seat in match.table.seats.values():  # type: ignore[attr-defined]
        for place in seat.places:
            if UNSEEN in getattr(seat, place):
                match.learn(f"{seat.name}.{place}", (chance.choice(may_be(seat.unseen, place)),))
                return


# -- corners ---------------------------------------------------------------------------------------------------------


def test_what_is_looked_for_in_an_open_pile_turns_out_not_to_be_there() -> None:
    """Everybody sees the discard pile, but nobody has told the match: it waits all the same."""
    match = at({"A": {"hand": ["gem_1"]}, "B": {}}, patient=True)
    match = with_unseen(match, "A", "draw_three wound", hand="its_time_for_the_past", discard="?", bag="?")
    match.answer("play:its_time_for_the_past", "A")
    assert set(match.options("A")) == {"take:draw_three@discard", "none"}
    match.learn("A.discard", ("wound",))
    assert match.options("A") == ("none",)
    assert not asked(match).forced
    assert "NothingDone" in {type(event).__name__ for event in match.answer("none", "A")}


def test_two_chips_of_which_one_lies_elsewhere_are_refused_in_words() -> None:
    match = against("chip_damage", "gem_2 wound", hand="? gem_1", bag="?")
    match.answer("play:chip_damage", "A")
    refusal = match.why_not("discard:gem_2+wound", "B")
    assert refusal is not None
    assert refusal.private
    assert refusal.why == "2-gem and Wound cannot both be in your hand: one of them lies elsewhere."


def test_unseen_chips_of_both_seats_are_corrected_one_after_the_other() -> None:
    match = at({"A": {"hand": ["gem_1"]}, "B": {}}, patient=True)
    match = with_unseen(match, "A", "gem_1 wound", hand="? crash_gem", bag="?")
    match = with_unseen(match, "B", "gem_1 wound", hand="?", bag="?")
    shown = {"hand": {"remove": ["gem_1"]}, "discard": {"add": ["gem_1"]}}
    with pytest.raises(Illegal, match="correct one seat, then the other"):
        match.correct({"seats": {"A": shown, "B": shown}}, "the judge", "both fell")
    for seat in ("A", "B"):
        match.correct({"seats": {seat: shown}}, "the judge", "both fell")
        assert match.view("judge").zones[f"{seat}.bag"] == ("wound",)
