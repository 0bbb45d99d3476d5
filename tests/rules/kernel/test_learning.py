"""Chips that nobody has identified yet, and knowledge that comes late."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.rules import AGAIN, UNSEEN, Holder, Illegal, Learnt, Match, Question, restore
from companion.rules.kernel.lots import pool
from tests.contract import stored
from tests.rules.kernel.toy import Table, answers, ask, play
from tests.rules.playing import asked, at, due, duel, with_unseen


class Pockets(Holder):
    """A seat with two pockets."""

    places = ("left", "right")

    def __init__(self, left: str, right: str, unseen: str = "") -> None:
        self.name = "A"
        self.left = tuple(left.split())
        self.right = tuple(right.split())
        if unseen:
            self.spread(unseen.split())

    def now(self) -> tuple[str, str, str]:
        """The pockets with what is certain, and what is not."""
        left, right = self.known("left"), self.known("right")
        known = Counter(left + right) - Counter(self.left + self.right)
        return " ".join(left), " ".join(right), " ".join((Counter(pool(self.unseen)) - known).elements())

    def most_of(self, place: str, kind: str) -> int:
        return self.most(place, kind.__eq__)


# -- a seat's bookkeeping --------------------------------------------------------------------------------------


def test_with_everything_seen_it_is_plain_counting() -> None:
    seat = Pockets("red red blue", "blue")
    assert seat.kinds("left") == ("red", "blue")
    assert (seat.most_of("left", "red"), seat.most_of("right", "red")) == (2, 0)
    seat.remove("left", "red")
    assert seat.now() == ("red blue", "blue", "")
    seat.move("left", ("blue",), "right")
    assert seat.now() == ("red", "blue blue", "")


def test_an_unseen_piece_may_be_any_of_the_unseen_kinds() -> None:
    seat = Pockets("red ?", "? ?", "blue blue green")
    assert seat.kinds("left") == ("red", "blue", "green")
    assert seat.kinds("right") == ("blue", "green")
    assert seat.most_of("left", "blue") == 1, "there is one place for it"
    assert seat.most_of("right", "blue") == 2
    assert seat.most_of("left", "red") == 1


def test_a_piece_that_shows_is_no_longer_unseen() -> None:
    seat = Pockets("red ?", "? ?", "blue red green")
    seat.remove("left", "red")
    assert seat.now() == ("?", "? ?", "blue green red"), "the one that was known went first"
    seat.remove("left", "red")
    assert seat.now() == ("", "blue green", ""), "one pocket is left for what is unseen: so it is known"


def test_what_was_inferred_may_still_be_told() -> None:
    seat = Pockets("?", "red")
    seat.spread(["blue"])
    assert seat.known("left") == ("blue",)
    assert seat.identify("left", ("red",)) != ""
    assert seat.identify("left", ("blue",)) == ""
    assert (seat.left, seat.unseen) == (("blue",), ())


def test_one_kind_left_is_known_wherever_it_lies() -> None:
    seat = Pockets("?", "? ?", "red blue red")
    seat.remove("right", "blue")
    assert seat.now() == ("red", "red", "")


def test_pieces_drawn_unseen_make_the_rest_unseen_too() -> None:
    seat = Pockets("", "red red blue green")
    seat.move("right", (UNSEEN, "red"), "left")
    assert seat.left.count("red") == 1
    assert seat.left.count(UNSEEN) == 1
    assert seat.right == (UNSEEN, UNSEEN)
    assert pool(seat.unseen) == ("blue", "green", "red")


def test_everything_drawn_unseen_is_known_after_all() -> None:
    seat = Pockets("", "red blue")
    seat.move("right", (UNSEEN, UNSEEN), "left")
    assert (sorted(seat.left), seat.right, seat.unseen) == (["blue", "red"], (), ())


def test_identified_pieces_leave_the_others_open() -> None:
    seat = Pockets("? ?", "? red", "blue green red")
    assert seat.identify("left", ("green",)) == ""
    assert seat.now() == ("green ?", "? red", "blue red")
    assert seat.identify("left", ("blue",)) == ""
    assert seat.now() == ("green blue", "red red", "")


@pytest.mark.parametrize(
    ("kinds", "why"),
    [
        (("blue", "green", "red"), "A.left has 2 unseen pieces, not 3."),
        (("yellow",), "yellow cannot lie unseen in A.left: what there is lies elsewhere."),
        (("blue", "blue"), "blue, blue cannot all lie unseen in A.left: some of it lies elsewhere."),
        ((UNSEEN,), "? cannot lie unseen in A.left: what there is lies elsewhere."),
    ],
)
def test_a_contradiction_is_refused_and_changes_nothing(kinds: tuple[str, ...], why: str) -> None:
    seat = Pockets("? ?", "?", "blue green red")
    before = seat.now()
    assert seat.identify("left", kinds) == why
    assert seat.now() == before


# -- in a match ------------------------------------------------------------------------------------------------


def unseen_hand() -> Match:
    """A's opening hand is unseen; B's is known."""
    match = duel("jaina", "rook")
    match.draw((UNSEEN,) * 5)
    match.draw(due(match).among[:5])
    return match


def test_an_unseen_hand_may_do_whatever_it_may_hold() -> None:
    match = unseen_hand()
    assert set(match.options("A")) == {
        "play:playing_with_fire",
        "play:burning_vigor",
        "play:unstable_power",
        "play:crash_gem",
        "done",
    }
    match.answer("play:playing_with_fire", "A")
    assert match.view("A").zones["A.played"] == ("playing_with_fire",)
    assert "play:playing_with_fire" not in match.options("A"), "there is only one"


def test_at_rest_knowledge_changes_what_is_offered_and_moves_nothing() -> None:
    match = unseen_hand()
    counts = {name: len(zone.content) for name, zone in match.game.zones(match.table).items()}
    events = match.learn("A.hand", ("gem_1", "gem_1", "gem_1", "gem_1", "crash_gem"))
    assert events == (Learnt("A.hand", ("gem_1", "gem_1", "gem_1", "gem_1", "crash_gem")),)
    assert match.options("A") == ("play:crash_gem", "done")
    assert {name: len(zone.content) for name, zone in match.game.zones(match.table).items()} == counts
    assert UNSEEN not in match.view("judge").zones["A.bag"], "what is not in the hand is in the bag"  # type: ignore[operator]


@pytest.mark.parametrize(
    ("zone", "kinds", "why"),
    [
        ("A.hand", ("stone_wall",), "stone_wall cannot lie unseen"),
        ("A.hand", ("crash_gem", "crash_gem"), "crash_gem, crash_gem cannot all lie unseen"),
        ("A.hand", ("gem_1",) * 6, "A.hand has 5 unseen pieces, not 6"),
        ("B.hand", ("gem_1",), "B.hand has 0 unseen pieces, not 1"),
        ("A.pocket", ("gem_1",), "There is no zone A.pocket"),
        ("C.hand", ("gem_1",), "There is no zone C.hand"),
        ("bank", ("gem_1",), "There is no zone bank"),
    ],
)
def test_a_match_refuses_to_learn_what_cannot_be(zone: str, kinds: tuple[str, ...], why: str) -> None:
    match = unseen_hand()
    before = stored(match)
    with pytest.raises(Illegal) as refusal:
        match.learn(zone, kinds)
    assert why in refusal.value.why
    assert refusal.value.private
    assert stored(match) == before


def under_attack() -> Match:
    """B, whose hand is half unseen, may have an answer to A's red fist."""
    match = at(
        {
            "A": {"pile": [1], "hand": ["sneak_attack", "gem_1"]},
            "B": {"pile": [1], "hand": ["gem_1"], "bag": ["thinking_ahead", "wound", "wound"]},
        },
        bank={"puzzle": "lots_of_attacks"},
    )
    match = with_unseen(match, "B", "thinking_ahead wound", hand="? gem_1", bag="? wound")
    match.answer("play:sneak_attack", "A")
    return match


def test_inside_an_effect_knowledge_changes_what_is_offered() -> None:
    match = under_attack()
    assert match.options("B") == ("react:thinking_ahead", "pass")
    has, has_not = match.copy(), match.copy()
    assert has_not.learn("B.hand", ("wound",)) == (Learnt("B.hand", ("wound",)),)
    assert has_not.options("B") == ("pass",), "asked all the same: not asking would tell"
    has.learn("B.bag", ("wound",))
    assert has.options("B") == ("react:thinking_ahead", "pass")
    has.answer("react:thinking_ahead", "B")
    assert has.view("table").facts["B.total"] == 1
    has_not.answer("pass", "B")
    assert has_not.view("table").facts["B.total"] == 2
    assert match.options("B") == ("react:thinking_ahead", "pass"), "the original has learnt nothing"


def test_what_was_learnt_inside_an_effect_is_stored_with_it() -> None:
    match = under_attack()
    match.learn("B.hand", ("wound",))
    twin = restore(stored(match))
    assert twin.options("B") == ("pass",)
    assert twin.table == match.table
    assert match.at_effect_start().view("judge").zones["B.hand"] == (UNSEEN, "gem_1")


def test_a_draw_that_is_due_knows_what_was_learnt() -> None:
    match = duel("jaina", "rook")
    match.draw((UNSEEN,) * 5)
    assert due(match).seat == "B"
    match.learn("A.hand", ("crash_gem",))
    assert due(match).seat == "B"
    assert due(match).count == 5
    assert Counter(match.view("A").zones["A.hand"]) == {"crash_gem": 1, "gem_1": 1, UNSEEN: 3}  # type: ignore[arg-type]


def test_knowledge_that_leaves_one_thing_to_do_does_not_do_it() -> None:
    match = at(
        {
            "A": {"pile": [1], "hand": ["wound"], "discard": ["gem_1", "crash_gem"]},
            "B": {"hand": ["gem_1"]},
        },
        turn={"phase": "buy", "bought": ["wound"]},
        patient=True,
    )
    match = with_unseen(match, "A", "wound gem_1", hand="?", discard="? crash_gem")
    assert match.options("A") == ("play:gem_1", "done")
    assert match.learn("A.hand", ("wound",)) == (Learnt("A.hand", ("wound",)),)
    assert match.options("A") == ("done",), "knowledge moves nothing: somebody has to say it"
    twin, stored_twin = match.copy(), restore(stored(match))
    told = match.answer("done", "A")
    assert "Refilled" in {type(event).__name__ for event in told}
    assert match.view("judge").zones["A.bag"] == ("crash_gem", "gem_1", "wound")
    assert twin.answer("done", "A") == stored_twin.answer("done", "A") == told
    assert twin.table == stored_twin.table == match.table


def test_a_flow_that_is_told_that_knowledge_came_asks_anew() -> None:
    def with_knowledge(table: Table) -> Question:
        return ask("yes", *table.known.split())

    match = play(with_knowledge, ask("end"))
    assert match.options("A") == ("yes",)
    match.learn("anywhere", ("perhaps",))
    assert match.options("A") == ("yes", "perhaps")
    match.answer("perhaps", "A")
    assert answers(match) == ("perhaps",)
    assert AGAIN not in answers(match)
    with pytest.raises(Illegal, match="Nothing is no knowledge"):
        match.learn("anywhere", ())


def test_the_rest_of_an_unseen_hand_is_drawn_again_with_what_is_known() -> None:
    match = unseen_hand()
    match.answer("done", "A")
    match.answer("buy:wound", "A")
    assert asked(match).what == "buy"
    match.answer("done", "A")
    assert set(due(match).among) == {UNSEEN}
    match.draw((UNSEEN,) * 5)
    bag, hand = match.view("judge").zones["A.bag"], match.view("judge").zones["A.hand"]
    assert (bag, hand) == ((), (*(UNSEEN,) * 4, "gem_1")), "whichever five they are, there are too few others"
