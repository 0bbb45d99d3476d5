"""The books of what differs: loose chips, debts, and how one settles the other."""

from __future__ import annotations

import json

import pytest

from companion.arbiter.books import Books
from companion.arbiter.loose import Debt, Loose, Settling
from companion.arbiter.sight import Sight
from companion.arbiter.slots import OverSlot
from companion.arbiter.stored_books import books_from, books_row
from companion.rules import UNSEEN, Moved
from companion.table.layout import AIR
from companion.table.sightings import Uid
from tests.rehearsal.games.tables import customs
from tests.rehearsal.tables import example


@pytest.fixture
def books() -> Books:
    return Books(Sight(example("cells-2"), customs("cells").game))


def see(books: Books, kind: str, source: str, target: str, at: float = 1.0, uid: str = "") -> list[str] | None:
    """A chip is seen to go; the zones in which debts say that it is now, None where it is loose or home."""
    origin = frozenset({books.sight.place(source)})
    paid = books.seen(Loose(Uid(uid or kind), kind, origin, books.sight.place(target), at, "1.0"), lambda *_: True)
    return None if paid is None else [zone for _, zone in paid]


def settled(books: Books) -> bool:
    """Whether all that was seen is explained."""
    return books.settled


def expect(books: Books, kind: str, source: str, target: str, count: int = 1) -> Settling:
    """The rules move."""
    settling = Settling()
    books.expect(Moved(kind, count, source, target), settling)
    return settling


def test_what_the_rules_move_is_owed_until_it_is_seen(books: Books) -> None:
    expect(books, "gem_1", "bank", "A.pile", 2)
    assert dict(books.owed()) == {Debt("gem_1", "bank", "A.pile"): 2}
    assert see(books, "gem_1", "bank", "A.pile", uid="one") == ["A.pile"]
    assert see(books, "gem_1", "bank", "A.pile", uid="two") == ["A.pile"]
    assert dict(books.owed()) == {}
    assert see(books, "gem_1", "bank", "A.pile", uid="three") is None
    assert not settled(books)


@pytest.mark.parametrize(("kind", "source", "target"), [("gem_2", "bank", "A.pile"), ("gem_1", "bank", "B.pile")])
def test_another_chip_or_another_way_pays_nothing(books: Books, kind: str, source: str, target: str) -> None:
    expect(books, "gem_1", "bank", "A.pile")
    assert see(books, kind, source, target) is None
    assert list(books.loose) == [kind]
    assert list(books.debts) == [Debt("gem_1", "bank", "A.pile")]


@pytest.mark.parametrize(("sent", "anted", "left"), [(1.0, 7.0, "anted"), (7.0, 1.0, "sent")])
def test_the_chip_that_was_seen_first_came_from_pile_to_pile_or_from_the_bank(
    books: Books, sent: float, anted: float, left: str
) -> None:
    see(books, "gem_1", "A.pile", "B.pile", at=sent, uid="sent")
    see(books, "gem_1", "bank", "B.pile", at=anted, uid="anted")
    expect(books, "gem_1", "A.pile", "bank")
    expect(books, "gem_1", "bank", "B.pile")
    assert list(books.loose) == [left]
    assert list(books.debts) == ([] if left == "anted" else [Debt("gem_1", "A.pile", "bank")])


def test_a_gem_that_went_straight_across_is_explained_once_both_ways_are_owed(books: Books) -> None:
    """Two gems of A's pile are broken by one answer; one of them was laid before B at once."""
    see(books, "gem_1", "A.pile", "B.pile", at=1.0, uid="across")
    see(books, "gem_1", "A.pile", "bank", at=2.0, uid="broken")
    expect(books, "gem_1", "A.pile", "bank")
    expect(books, "gem_1", "bank", "B.pile")
    settling = expect(books, "gem_1", "A.pile", "bank")
    books.finish(settling)
    assert settled(books)
    assert not books.debts
    assert settling.seen == [("across", "B.pile")]
    assert not settling.owed


def test_a_loose_chip_that_is_lifted_and_seen_elsewhere_is_not_gone(books: Books) -> None:
    see(books, "gem_1", "bank", "A.pile")
    books.lifted(Loose(Uid("gem_1"), "gem_1", frozenset({"A.pile"}), AIR, 5.0, "1.0"))
    assert list(books.gone) == ["gem_1"]
    see(books, "gem_1", "A.pile", "bank", at=7.0)
    assert not books.gone
    assert settled(books), "it lies in the bank again"


def test_a_loose_chip_is_explained_by_a_move_of_the_rules(books: Books) -> None:
    see(books, "combine", "A.hand", "A.played", at=7.0)
    settling = expect(books, "combine", "A.hand", "A.played")
    assert settling.seen == [("combine", "A.played")]
    assert settling.first == 7.0
    assert settled(books)
    assert not books.debts


def test_a_loose_chip_remembers_its_way(books: Books) -> None:
    see(books, "combine", "A.hand", "A.played")
    see(books, "combine", "A.played", "A.discard", at=2.0)
    assert expect(books, "combine", "A.hand", "A.played").seen == []  # it has gone on
    assert not settled(books)
    assert not books.debts
    assert expect(books, "combine", "A.played", "A.discard").seen == [("combine", "A.discard")]
    assert settled(books)
    assert not books.debts


def test_a_gem_may_go_straight_into_the_other_pile(books: Books) -> None:
    expect(books, "gem_1", "A.pile", "bank")
    expect(books, "gem_1", "bank", "B.pile")
    assert see(books, "gem_1", "A.pile", "B.pile") == ["bank", "B.pile"]
    assert not books.debts


def test_also_before_the_rules_have_come_so_far(books: Books) -> None:
    see(books, "gem_1", "A.pile", "B.pile")
    expect(books, "gem_1", "A.pile", "bank")
    assert not settled(books)
    assert expect(books, "gem_1", "bank", "B.pile").seen == [("gem_1", "B.pile")]
    assert settled(books)
    assert not books.debts


def test_what_is_owed_to_a_heap_that_is_gone_is_moot(books: Books) -> None:
    expect(books, "combine", "A.played", "A.discard")
    expect(books, "combine", "A.discard", "A.bag")  # the bag was refilled meanwhile
    assert dict(books.owed()) == {}
    assert see(books, "combine", "A.played", "A.discard") == ["A.bag"]
    assert settled(books)


def test_a_chip_that_has_come_there_since_is_none_that_the_heap_lacks(books: Books) -> None:
    expect(books, "gem_1", "A.played", "A.discard")
    expect(books, "gem_1", "A.discard", "A.bag")
    see(books, "gem_1", "A.hand", "A.played", uid="another")
    assert expect(books, "gem_1", "A.hand", "A.played").seen == [("another", "A.played")]
    assert see(books, "gem_1", "A.played", "A.discard", uid="another") is None
    assert not settled(books)  # it is for its next turn's end to explain it


def test_but_one_that_is_given_back_says_nothing_of_one_that_was_bought(books: Books) -> None:
    expect(books, "gem_1", "bank", "A.discard")
    expect(books, "gem_1", "A.discard", "A.bag")
    see(books, "gem_1", "A.pile", "bank", uid="another")
    assert expect(books, "gem_1", "A.pile", "bank").seen == [("another", "bank")]
    assert see(books, "gem_1", "bank", "A.discard") == ["A.bag"]


def test_a_chip_that_lies_again_where_it_was_need_not_be_explained(books: Books) -> None:
    see(books, "gem_2", "A.pile", "bank")
    assert not settled(books)
    see(books, "gem_2", "bank", "A.pile", at=3.0)
    assert settled(books)
    assert list(books.loose) == ["gem_2"]  # it may still have been broken, and another one come
    books.forget_home(before=2.0)
    assert list(books.loose) == ["gem_2"]
    books.forget_home(before=4.0)
    assert not books.loose


def test_a_chip_that_was_only_taken_up_is_not_loose(books: Books) -> None:
    assert books.lifted(Loose(Uid("gem"), "gem_2", frozenset({"A.pile"}), AIR, 1.0, "1.0")) is None
    assert settled(books)
    assert list(books.gone) == ["gem"]
    assert see(books, "gem_2", "A.pile", "bank", uid="gem") is None
    assert not books.gone
    assert books.loose[Uid("gem")].origin == {"A.pile"}


def test_an_unseen_chip_is_known_when_it_shows(books: Books) -> None:
    see(books, "wound", "A.hand", "A.discard")
    assert expect(books, UNSEEN, "A.hand", "A.discard").learnt == [("A.discard", "wound")]
    assert settled(books)


def test_an_unseen_debt_is_not_paid_by_what_it_cannot_be(books: Books) -> None:
    expect(books, UNSEEN, "A.hand", "A.discard")
    chip = Loose(Uid("gem"), "gem_1", frozenset({"A.hidden"}), "A.discard", 1.0, "1.0")
    assert books.seen(chip, lambda _zone, kind: kind != "gem_1") is None
    assert list(books.debts) == [Debt(UNSEEN, "A.hand", "A.discard")]


def test_of_a_slot_it_counts_only_that_chips_come(books: Books) -> None:
    expect(books, "?", "A.bag", "A.hand", 2)
    assert books.drawn("A.hidden", OverSlot(Uid("one"), 1.0)) == Debt(UNSEEN, "A.bag", "A.hand")
    assert books.drawn("A.hidden", OverSlot(Uid("two"), 2.0))
    assert settled(books)
    assert books.drawn("A.hidden", OverSlot(Uid("three"), 3.0)) is None
    assert not settled(books)
    assert books.first_unexplained() == 3.0
    assert expect(books, "?", "A.bag", "A.hand").shows
    assert settled(books)


def test_what_is_taken_back_is_owed_no_more_or_to_be_undone(books: Books) -> None:
    expect(books, "gem_1", "bank", "A.pile", 2)
    see(books, "gem_1", "bank", "A.pile")
    assert books.take_back(Moved("gem_1", 2, "bank", "A.pile")) == []
    assert dict(books.owed()) == {Debt("gem_1", "A.pile", "bank"): 1}
    assert books.take_back(Moved("combine", 1, "A.bag", "A.discard")) == [Moved("combine", 1, "A.discard", "A.bag")]


def test_a_copy_goes_its_own_way(books: Books) -> None:
    see(books, "gem_1", "bank", "A.pile")
    expect(books, "?", "A.bag", "A.hand")
    copy = books.copy()
    expect(copy, "gem_1", "bank", "A.pile")
    copy.drawn("A.hidden", OverSlot(Uid("one"), 1.0))
    copy.drawn("A.hidden", OverSlot(Uid("two"), 2.0))
    assert list(books.loose) == ["gem_1"]
    assert list(books.debts) == [Debt(UNSEEN, "A.bag", "A.hand")]
    assert not books.slots


def test_books_can_be_stored(books: Books) -> None:
    see(books, "combine", "A.hand", "A.played")
    see(books, "combine", "A.played", "A.discard", at=2.0)
    expect(books, "gem_1", "bank", "A.pile", 2)
    expect(books, "wound", "A.played", "A.discard")
    expect(books, "wound", "A.discard", "A.bag")
    books.lifted(Loose(Uid("gem"), "gem_2", frozenset({"B.pile"}), AIR, 1.0, "1.0"))
    books.drawn("B.hidden", OverSlot(Uid("four"), 4.0))
    again = books_from(json.loads(json.dumps(books_row(books))), books.sight)
    for part in ("loose", "gone", "debts", "moot", "slots"):
        assert getattr(again, part) == getattr(books, part), part
        assert getattr(again, part), part


def leaves(books: Books, kind: str, uid: str, at: float) -> None:
    """A chip of the bank touches the tap there."""
    assert books.seen(Loose(Uid(uid), kind, frozenset({"bank"}), AIR, at, "station"), lambda *_: True) is None


@pytest.mark.parametrize(("left", "still_owed"), [(["first"], 2), (["first", "second"], 1)])
def test_where_more_chips_have_left_than_were_owed_the_others_left_for_what_came_after(
    books: Books, left: list[str], still_owed: int
) -> None:
    """One gem is to come into the tray, and then one into the hand."""
    expect(books, "gem_2", "bank", "A.pile")
    for at, uid in enumerate(left, 1):
        leaves(books, "gem_2", uid, at)
    expect(books, "gem_2", "bank", "A.hand")
    assert sum(books.debts.values()) == still_owed
    assert list(books.gone) == ["first"]


@pytest.mark.parametrize("pointed_at", [True, False])
def test_what_was_pointed_at_is_in_the_hand_and_comes(books: Books, *, pointed_at: bool) -> None:
    """An equal chip that leaves the bank after it has its own reason."""
    if pointed_at:
        leaves(books, "gem_1", "first", at=1.0)
        books.pointed_at("gem_1", Settling())
    leaves(books, "gem_1", "second", at=2.0)
    settling = expect(books, "gem_1", "bank", "A.discard")
    assert bool(settling.on_way) != pointed_at
    assert list(books.loose) == (["second"] if pointed_at else [])


def test_a_chip_goes_on_from_where_the_rules_have_put_it_meanwhile(books: Books) -> None:
    """Nobody sees that what lies on the table stays in force."""
    see(books, "pandas_bargain", "B.hand", "B.played", at=1.0)
    see(books, "pandas_bargain", "B.played", "B.discard", at=5.0)
    for source, target in (("hand", "played"), ("played", "ongoing"), ("ongoing", "discard")):
        expect(books, "pandas_bargain", f"B.{source}", f"B.{target}")
    assert settled(books)
    assert not books.debts


def test_what_was_seen_up_to_a_moment_is_the_beginning_of_each_way(books: Books) -> None:
    see(books, "gem_1", "A.hand", "A.played", at=1.0)
    see(books, "gem_1", "A.played", "A.discard", at=9.0)
    see(books, "gem_2", "A.hand", "A.played", at=8.0, uid="later")
    earlier = books.until(4.0)
    assert [(loose.kind, loose.now) for loose in earlier.loose.values()] == [("gem_1", "A.played")]


@pytest.mark.parametrize(("left", "all_of_them"), [(["first"], False), (["first", "second"], True)])
def test_all_that_are_owed_have_left_or_only_some(books: Books, left: list[str], *, all_of_them: bool) -> None:
    expect(books, "wound", "bank", "B.discard", 2)
    for at, uid in enumerate(left, 1):
        leaves(books, "wound", uid, at)
    debt = Debt("wound", "bank", "B.discard")
    assert books.is_fetched(debt)
    assert books.are_all_fetched(debt) == all_of_them


def test_one_that_has_left_may_be_for_a_heap_that_is_gone(books: Books) -> None:
    expect(books, "wound", "bank", "A.discard")
    expect(books, "wound", "A.discard", "A.bag")
    expect(books, "wound", "bank", "B.discard")
    debt = Debt("wound", "bank", "B.discard")
    leaves(books, "wound", "first", 1)
    assert not books.are_all_fetched(debt)
    leaves(books, "wound", "second", 2)
    assert books.are_all_fetched(debt)


def brushes(books: Books, kind: str, at: float) -> list[str] | None:
    """A chip on B's table touches the tap where it lies."""
    paid = books.seen(Loose(Uid(kind), kind, frozenset({"B.played"}), AIR, at, "6.0"), lambda *_: True)
    return None if paid is None else [zone for _, zone in paid]


@pytest.mark.parametrize("owed_first", [True, False])
def test_a_touch_beside_the_tap_that_a_chip_is_owed_to_counts_for_it(books: Books, *, owed_first: bool) -> None:
    """Nobody touches the tap of the table to lay a chip on the discard pile, but its reader may see it there."""
    if owed_first:
        expect(books, "combine", "B.played", "B.discard")
        assert brushes(books, "combine", 1.0) == ["B.discard"]
    else:
        assert brushes(books, "combine", 1.0) is None
        settling = expect(books, "combine", "B.played", "B.discard")
        assert (settling.seen, settling.shows) == ([("combine", "B.discard")], False)
    assert settled(books)
    assert not books.debts
