"""All seats together: a wish counts when everybody has agreed, and not before."""

from __future__ import annotations

from companion.faces.server.together import LASTS, Together, Wish
from companion.referee.inputs import Back, Finished, Stands
from tests.faces.server.conftest import Clock

SEATS = ("A", "B", "C")


def test_it_counts_when_all_have_agreed() -> None:
    together = Together(Clock())
    wish = together.propose(Wish("stand", 3), "A")
    assert together.agree(wish.number, "A", SEATS) is None, "who wished for it does not count twice"
    assert together.agree(wish.number, "B", SEATS) is None
    done = together.agree(wish.number, "C", SEATS)
    assert done
    assert done.wish == Wish("stand", 3)
    assert together.open is None


def test_a_new_wish_takes_the_place_of_the_old() -> None:
    together = Together(Clock())
    old, new = together.propose(Wish("finish"), "A"), together.propose(Wish("back", 2), "B")
    assert together.agree(old.number, "C", ("A", "C")) is None
    assert together.open == new


def test_it_is_forgotten() -> None:
    clock = Clock()
    together = Together(clock)
    wish = together.propose(Wish("finish"), "A")
    clock.time += LASTS
    assert together.open is None
    assert together.agree(wish.number, "B", ("A", "B")) is None


def test_wishes_are_inputs() -> None:
    assert Wish("back", 4).by(SEATS, "x") == Back(SEATS, 4, "taken back at the table", 0.0, "x")
    assert Wish("stand", 2).by(SEATS, "x") == Stands(SEATS, 2, 0.0, "x")
    assert Wish("finish").by(SEATS, "x") == Finished(SEATS, 0.0, "x")
