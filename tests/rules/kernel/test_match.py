"""A match: what it takes and refuses, its copies, its snapshots."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.rules import (
    TABLE,
    Draw,
    Event,
    Illegal,
    Match,
    Question,
    SeatAnswer,
    SeatSetup,
    Setup,
    SetupError,
    SnapshotError,
    Steps,
    new_match,
    restore,
)
from companion.rules.kernel.lots import Cases
from tests.contract import stored
from tests.rules.kernel.toy import Table, answers, ask, play
from tests.rules.playing import any_input, asked, at, due, duel, random_duel, say

BEACONS = Setup(game="beacons", seats=tuple(SeatSetup(name) for name in "ABCD"))
DIE = Draw("A", "die", 1, tuple("123456"), "toy", again=True)
BAG = Draw("A", "A.bag", 2, ("gem_1", "gem_1", "wound"), "toy", "A")
SPREAD: Cases = (((("gem_2", "wound"), (("bag", 1), ("hand", 1))),),)
HALF_SEEN = Draw("A", "A.bag", 2, ("?", "gem_1"), "toy", "A", unseen=SPREAD, place="bag")
UNSEEN_BAG = Draw(
    "A", "A.bag", 2, ("?", "?"), "toy", "A", unseen=(((("gem_2", "wound"), (("bag", 2),)),),), place="bag"
)
OPEN = Draw("B", "B.hand", 1, ("gem_1", "wound"), "toy")
SEALED = Question("pick", {"A": ("rock", "paper"), "B": ("rock", "paper")}, "toy", each=True, sealed=True)


def beacons() -> Match:
    return new_match(BEACONS)


def counter_chain() -> Match:
    """A crash, answered with a crash, that is answered again."""
    match = at(
        {
            "A": {"pile": [1, 1], "hand": ["crash_gem", "crash_gem", "wound"], "bag": ["gem_1"]},
            "B": {"pile": [2, 3], "hand": ["crash_gem", "double_crash_gem", "wound"], "bag": ["gem_1"]},
        }
    )
    match.answer("play:crash_gem", "A")
    match.answer("react:double_crash_gem", "B")
    return match


def refused(match: Match, try_it: Callable[[], object]) -> Illegal:
    """The refusal, and nothing has changed."""
    before = (json.dumps(match.snapshot()) if match.game.key != "toy" else match.table.to_json(), match.pending)
    with pytest.raises(Illegal) as refusal:
        try_it()
    after = (json.dumps(match.snapshot()) if match.game.key != "toy" else match.table.to_json(), match.pending)
    assert after == before
    return refusal.value


# -- answers ---------------------------------------------------------------------------------------------------


def test_an_answer_from_one_seat_arrives_as_its_token() -> None:
    match = play(ask("yes", "no"))
    assert match.answer("yes", "A") == (("answered", "yes"),)
    assert answers(match) == ("yes",)
    assert match.over


def test_the_first_answer_of_several_seats_counts() -> None:
    match = play(Question("who", {"A": ("yes",), "B": ("yes", "no")}, "toy"))
    assert match.waiting_for == ("A", "B")
    match.answer("no", "B")
    assert answers(match) == (SeatAnswer("B", "no"),)


def test_each_of_several_answers_and_the_flow_gets_all_in_seat_order() -> None:
    match = play(SEALED)
    assert match.answer("paper", "B") == ()
    assert match.waiting_for == ("A",)
    assert match.options("B") == ()
    match.answer("rock", "A")
    assert answers(match) == ({"A": "rock", "B": "paper"},)


def test_who_has_answered_waits_for_the_others() -> None:
    match = play(SEALED)
    match.answer("paper", "B")
    refusal = refused(match, lambda: match.answer("rock", "B"))
    assert refusal.why == "You have already answered; now it is up to the others."
    assert match.accepts("rock", "B") is None


def test_a_pick_that_is_only_announced_is_asked_for_when_all_are_in() -> None:
    match = play(SEALED)
    match.answer("hidden", "A")
    match.answer("rock", "B")
    assert match.waiting_for == ("A",)
    assert not asked(match).sealed
    assert match.why_not("hidden", "A") is not None, "now it has to be shown"
    match.answer("paper", "A")
    assert answers(match) == ({"A": "paper", "B": "rock"},)


def test_a_copy_keeps_what_has_been_picked_in_secret() -> None:
    match = duel_without_characters()
    match.answer("choose:rook", "A")
    twin = match.copy()
    assert twin.waiting_for == ("B",)
    twin.answer("choose:lum", "B")
    assert match.waiting_for == ("B",), "the original still waits"
    assert [twin.view(TABLE).facts[f"{seat}.character"] for seat in "AB"] == ["rook", "lum"]


def duel_without_characters() -> Match:
    seats = (SeatSetup("A"), SeatSetup("B"))
    return new_match(Setup(game="puzzle-strike", seats=seats, bank="first_game"))


def test_a_pick_in_secret_survives_being_stored() -> None:
    match = duel_without_characters()
    match.answer("choose:rook", "A")
    twin = restore(stored(match))
    assert twin.waiting_for == ("B",)
    twin.answer("hidden", "B")
    shown = restore(stored(twin))
    assert shown.waiting_for == ("B",)
    shown.answer("choose:lum", "B")
    assert due(shown).source == "A.bag"


@pytest.mark.parametrize(
    ("match", "token", "seat", "why"),
    [
        (play(), "yes", "A", "The game is over."),
        (play(BAG), "yes", "A", "The draw comes first: there is no question to answer now."),
        (play(ask("yes")), "no", "A", "A cannot say that."),
        (play(ask("yes")), "yes", "B", "B cannot say that."),
        (play(ask("yes")), "hidden", "A", "A cannot say that."),
    ],
)
def test_a_refused_answer_changes_nothing(match: Match, token: str, seat: str, why: str) -> None:
    refusal = refused(match, lambda: match.answer(token, seat))
    assert refusal.why == why
    explained = match.why_not(token, seat)
    assert explained is not None
    assert (explained.why, explained.rule) == (why, refusal.rule)
    assert str(refusal) == f"{token}: {why}"


def test_what_was_refused_can_be_answered_well_afterwards() -> None:
    match = play(ask("yes"), ask("no"))
    refused(match, lambda: match.answer("no", "A"))
    match.answer("yes", "A")
    match.answer("no", "A")
    assert answers(match) == ("yes", "no")


# -- draws -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match", "kinds", "why"),
    [
        (play(), ("gem_1",), "There is nothing to draw now."),
        (play(ask("yes")), ("gem_1",), "There is nothing to draw now."),
        (play(BAG), ("gem_1",), "Name 2 here, not 1."),
        (play(BAG), ("gem_1",) * 3, "Name 2 here, not 3."),
        (play(BAG), ("gem_1", "gem_2"), "gem_2 cannot come out of A.bag."),
        (play(BAG), ("wound", "wound"), "wound: you named 2, but A.bag has 1."),
        (play(HALF_SEEN), ("gem_3", "gem_1"), "gem_3 cannot come out of A.bag."),
        (play(HALF_SEEN), ("wound", "wound"), "wound: you named 2, but A.bag has 1."),
        (
            play(HALF_SEEN),
            ("wound", "gem_2"),
            "wound and gem_2 cannot all come out of A.bag: some of it lies elsewhere.",
        ),
        (play(UNSEEN_BAG), ("wound", "wound"), "wound: you named 2, but A.bag has 1."),
        (play(BAG), ("gem_3", "gem_3"), "gem_3 cannot come out of A.bag."),
        (play(OPEN), ("?",), "an unidentified piece cannot come out of B.hand."),
        (play(DIE), ("7",), "7 cannot come out of die."),
        (play(DIE), ("?",), "an unidentified piece cannot come out of die."),
    ],
)
def test_a_refused_draw_changes_nothing(match: Match, kinds: tuple[str, ...], why: str) -> None:
    assert refused(match, lambda: match.draw(kinds)).why == why


@pytest.mark.parametrize("kinds", ["gem_1", {"gem_1": 2}, 7, None, ["gem_1", None], [["gem_1"], "gem_1"]])
def test_pieces_are_a_list_of_words(kinds: Any) -> None:
    match = play(BAG)
    assert "as a list of words" in refused(match, lambda: match.draw(kinds)).why
    assert "as a list of words" in refused(match, lambda: match.learn("A.bag", kinds)).why


def test_a_zone_is_a_word() -> None:
    match = play(BAG)
    nonsense: Any = ["A.bag"]
    assert refused(match, lambda: match.learn(nonsense, ("gem_1",))).why == "A zone is a word."


@pytest.mark.parametrize(
    ("token", "seat"), [(None, "A"), (7, "A"), (["yes"], "A"), ("yes", None), ("yes", ["A"]), ("yes", {})]
)
def test_an_answer_is_a_word(token: Any, seat: Any) -> None:
    match = play(ask("yes"))
    assert refused(match, lambda: match.answer(token, seat)).why == "An answer and its seat must be text."
    assert match.accepts(token, seat) is None
    assert match.why_not(token, seat) is not None


def test_nobody_of_that_name_is_offered_anything() -> None:
    for match in (play(ask("yes")), play(BAG), play()):
        assert match.options("B") == ()
        nonsense: Any = None
        for seat in ("Z", "table", nonsense):
            with pytest.raises(ValueError, match=r"is seated here\. Seats: A, B\."):
                match.options(seat)


def test_what_a_bag_cannot_hold_is_said_to_nobody_else() -> None:
    match = play(BAG)
    assert refused(match, lambda: match.draw(("gem_1", "gem_2"))).private
    assert not refused(match, lambda: match.draw(("gem_1",))).private


@pytest.mark.parametrize(
    ("due", "kinds"),
    [
        (BAG, ("gem_1", "gem_1")),
        (BAG, ("?", "wound")),
        (BAG, ("?", "?")),
        (Draw("A", "A.bag", 2, ("?", "gem_1"), "toy", "A", unseen=SPREAD, place="bag"), ("wound", "gem_1")),
        (UNSEEN_BAG, ("gem_2", "?")),
        (Draw("A", "dice", 3, tuple("123456"), "toy", again=True), ("6", "6", "6")),
    ],
)
def test_a_draw_that_can_be_is_taken(due: Draw, kinds: tuple[str, ...]) -> None:
    match = play(due)
    match.draw(kinds)
    assert answers(match) == (kinds,)


def test_a_chip_that_is_nowhere_unseen_cannot_be_drawn_as_one() -> None:
    match = duel()
    match.draw(("?",) * 5)
    match.draw(due(match).among[:5])
    for token in ("done", "buy:wound", "done"):
        match.answer(token, "A")
    assert due(match).among == ("?",) * 5
    refused(match, lambda: match.draw(("gem_4",) + ("?",) * 4))
    match.draw(("crash_gem",) + ("?",) * 4)


# -- when the rules themselves fail ------------------------------------------------------------------------------


def stumbles_over(word: str) -> Callable[[Table], Question]:
    """A rule with a mistake in it: it cannot go on after this answer."""

    def question(table: Table) -> Question:
        if table.answers[-1] == word:
            raise ZeroDivisionError
        return ask("end")

    return question


@pytest.mark.parametrize("rest", [True, False])
def test_a_mistake_in_the_rules_leaves_the_match_as_it_was(rest: bool) -> None:
    match = play(ask("first"), ask("good", "bad", rest=rest), stumbles_over("bad"))
    match.answer("first", "A")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            match.answer("bad", "A")
        assert answers(match) == ("first",)
        assert match.options("A") == ("good", "bad")
    match.answer("good", "A")
    assert answers(match) == ("first", "good")
    assert match.options("A") == ("end",)


# -- copies ----------------------------------------------------------------------------------------------------


def test_a_copy_goes_its_own_way_out_of_a_chain_of_counter_crashes() -> None:
    match = counter_chain()
    assert asked(match).what == "break"
    before = stored(match)
    weak, strong = match.copy(), match.copy()
    weak.answer("break:2", "B")
    assert weak.view(TABLE).facts["B.total"] == 3
    assert asked(weak).what == "react", "one gem more than was sent comes back, and may be answered"
    strong.answer("break:3+2", "B")
    assert strong.view(TABLE).facts["B.total"] == 0
    again = strong.copy()
    again.answer("react:crash_gem", "A")
    strong.answer("pass", "A")
    assert strong.view(TABLE).facts["A.total"] == 1 + 4
    assert again.view(TABLE).facts["A.total"] == 3
    assert stored(match) == before
    match.answer("break:2", "B")
    assert match.table == weak.table


def test_a_copy_of_a_copy_is_as_good() -> None:
    match = counter_chain()
    third = match.copy().copy().copy()
    assert third.answer("break:3", "B") == match.answer("break:3", "B")
    assert third.table == match.table


# -- snapshots -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "begin", [lambda seed: random_duel(Random(seed)), lambda seed: beacons()], ids=["duel", "beacons"]
)
@pytest.mark.parametrize("seed", range(6))
def test_every_moment_of_a_game_can_be_stored_and_gone_on_from(begin: Callable[[int], Match], seed: int) -> None:
    match, chance = begin(seed), Random(seed)
    while not match.over:
        twin = restore(stored(match))
        assert (twin.pending, twin.table, twin.waiting_for) == (match.pending, match.table, match.waiting_for)
        assert stored(twin) == stored(match)
        seat, said = any_input(match, chance)
        assert say(twin, seat, said) == say(match, seat, said)
        assert (twin.pending, twin.table) == (match.pending, match.table)
    assert restore(stored(match)).over


def in_the_middle() -> dict[str, Any]:
    match = counter_chain()
    data: dict[str, Any] = stored(match)
    assert data["since"], "an effect is running"
    return data


def test_a_snapshot_from_inside_an_effect_needs_the_same_rules() -> None:
    data = in_the_middle() | {"code": "0123456789abcdef"}
    with pytest.raises(SnapshotError) as problem:
        restore(data)
    message = str(problem.value)
    assert "in the middle of double_crash_gem" in message
    assert "rules code has changed" in message
    assert "effect's start" in message


def test_before_the_effect_a_snapshot_goes_with_any_rules() -> None:
    match = restore(in_the_middle() | {"code": "0123456789abcdef"}, at_effect_start=True)
    assert asked(match).what == "action"
    assert match.view("A").zones["A.hand"] == ("crash_gem", "crash_gem", "wound")


def test_between_effects_a_snapshot_goes_with_any_rules() -> None:
    match = at({"A": {"pile": [1], "hand": ["gem_1"]}, "B": {}})
    data = stored(match)
    assert "code" not in data
    assert restore(data).table == match.table


def test_a_draw_in_the_middle_is_named_as_such() -> None:
    data = stored(duel()) | {"code": "0123456789abcdef", "since": [["draw", "", ["gem_1"] * 5]]}
    with pytest.raises(SnapshotError, match="in the middle of a draw"):
        restore(data)


@pytest.mark.parametrize("schema", [0, 2, "1", None])
def test_a_snapshot_of_another_form_is_refused(schema: object) -> None:
    data = stored(duel()) | {"schema": schema}
    with pytest.raises(SnapshotError, match="Open it with the version that wrote it") as problem:
        restore(data)
    assert repr(schema) in str(problem.value)


def test_a_snapshot_of_a_game_that_is_not_installed_is_refused() -> None:
    with pytest.raises(SetupError, match="halma"):
        restore(stored(duel()) | {"game": "halma"})


# -- the start of an effect ------------------------------------------------------------------------------------


def test_at_effect_start_everything_the_effect_did_is_undone() -> None:
    match = counter_chain()
    start = match.at_effect_start()
    assert asked(start).what == "action"
    for token, seat in (("play:crash_gem", "A"), ("react:double_crash_gem", "B")):
        start.answer(token, seat)
    assert stored(start) == stored(match)


def test_at_rest_it_is_a_copy() -> None:
    match = at({"A": {"pile": [1], "hand": ["draw_three", "one_two_punch"]}, "B": {}})
    twin = match.at_effect_start()
    assert stored(twin) == stored(match)
    twin.answer("play:one_two_punch", "A")
    assert match.view("A").zones["A.hand"] == ("draw_three", "one_two_punch")


def test_an_effect_with_a_draw_is_undone_too() -> None:
    match = at({"A": {"pile": [1], "hand": ["draw_three"], "bag": ["gem_1", "gem_2", "gem_3", "gem_4"]}, "B": {}})
    match.answer("play:draw_three", "A")
    assert due(match).count == 3
    assert match.at_effect_start().view("A").zones["A.hand"] == ("draw_three",)


def test_what_happened_before_the_first_question_is_told() -> None:
    match = at({"A": {"hand": ["draw_three"], "next_turn": {"money": 2}}, "B": {}}, turn={"phase": "ante"})
    assert {type(event).__name__ for event in match.opening} >= {"TurnBegan", "Anted", "PhaseBegan", "Counted"}
    assert match.copy().opening == ()


def test_a_table_that_the_rules_cannot_go_on_from_is_no_correction() -> None:
    match = play(ask("yes"), ask("no"))
    match.answer("yes", "A")

    def broken(table: Table, log: list[Event]) -> Steps[None]:
        yield from ()
        raise KeyError("no such phase")

    before = stored(match)
    match.game.flow = broken  # type: ignore[method-assign]
    with pytest.raises(Illegal, match="cannot go on from there"):
        match.correct({}, "the judge", "to see", inside="start")
    assert stored(match) == before
