"""All seats together: a wish counts when everybody has agreed, and not before."""

from __future__ import annotations

from threading import Lock

from companion.faces.server.doors import Role, RoleKind
from companion.faces.server.together import GRACE, LASTS, Opening, Proposal, Together, Wish
from companion.referee.inputs import Back, Clocked, Corrected, Finished, Stands
from tests.faces.server.conftest import Clock

SEATS = ("A", "B", "C")


def everybody(proposal: Proposal) -> bool:
    return proposal.agreed >= set(SEATS)


def test_it_counts_when_all_have_agreed() -> None:
    together = Together(Clock())
    wish = together.propose(Wish("stand", 3), "A")
    assert together.agree(wish.number, "A", everybody) is None, "who wished for it does not count twice"
    assert together.agree(wish.number, "B", everybody) is None
    done = together.agree(wish.number, "C", everybody)
    assert done
    assert done.wish == Wish("stand", 3)
    assert together.open is None


def test_a_new_wish_takes_the_place_of_the_old() -> None:
    together = Together(Clock())
    old, new = together.propose(Wish("finish"), "A"), together.propose(Wish("back", 2), "B")
    assert together.agree(old.number, "C", everybody) is None
    assert together.open == new


def test_it_is_forgotten() -> None:
    clock = Clock()
    together = Together(clock)
    wish = together.propose(Wish("finish"), "A")
    clock.time += LASTS
    assert together.open is None
    assert together.agree(wish.number, "B", everybody) is None


def test_wishes_are_inputs() -> None:
    assert Wish("back", 4).by(SEATS, "x") == Back(SEATS, 4, "taken back at the table", 0.0, "x")
    assert Wish("stand", 2).by(SEATS, "x") == Stands(SEATS, 2, 0.0, "x")
    assert Wish("finish").by(SEATS, "x") == Finished(SEATS, 0.0, "x")
    assert Wish("straight").by(SEATS, "x") == Corrected(SEATS, {}, "the table lies as the rules have it", 0.0, id="x")
    clocks = Wish("clocks", clocks=Clocked((), "set", 0.0, round=60))
    assert clocks.by(SEATS, "x") == Clocked(SEATS, "set", 0.0, round=60, id="x")


def test_who_sets_up_has_no_voice() -> None:
    together = Together(Clock())
    opening = Opening(Role(RoleKind.SEAT, "A", 1, "table"))
    wish = together.propose(opening)
    assert (wish.by, wish.agreed) == ("", frozenset())
    done = together.agree(wish.number, "A", lambda one: "A" in one.agreed)
    assert done
    assert done.wish == opening


def test_a_phone_that_has_the_place_has_its_time_from_when_it_wakes() -> None:
    clock = Clock()
    together = Together(clock)
    wish = together.propose(Opening(Role(RoleKind.SEAT, "A", 1, "table")))
    assert wish.refusable_until == clock.time + GRACE
    clock.time += GRACE - 1
    together.showed("B")
    assert together.open == wish, "another phone"
    together.showed("A")
    assert together.open
    assert together.open.refusable_until == clock.time + GRACE
    clock.time += 60
    together.showed("A")
    assert together.open.refusable_until == clock.time - 60 + GRACE, "it wakes once"
    clock.time += GRACE + LASTS - 60 - 1
    assert together.open
    clock.time += 1
    assert together.open is None


def test_a_phone_that_wakes_while_another_agrees_keeps_its_time() -> None:
    """At the same moment: as soon as nobody else holds the proposal."""
    clock = Clock()
    together = Together(clock)
    wish = together.propose(Opening(Role(RoleKind.SEAT, "A", 1, "table")))
    clock.time += GRACE - 1

    class Handed:
        """A lock that the phone's thread takes as soon as it is free."""

        def __init__(self) -> None:
            self.lock, self.woken = Lock(), False

        def __enter__(self) -> None:
            self.lock.acquire()

        def __exit__(self, *_: object) -> None:
            self.lock.release()
            if not self.woken:
                self.woken = True
                together.showed("A")

    together._lock = Handed()  # type: ignore[assignment]
    together.agree(wish.number, "B", lambda one: False)
    assert together.open
    assert together.open.agreed == {"B"}
    assert together.open.woke
    assert together.open.refusable_until == clock.time + GRACE


def test_time_alone_may_settle_it() -> None:
    clock = Clock()
    together = Together(clock)
    wish = together.propose(Opening(Role(RoleKind.SEAT, "A", 1, "table")))

    def enough(proposal: Proposal) -> bool:
        return "B" in proposal.agreed and together.now >= proposal.refusable_until

    assert together.agree(wish.number, "B", enough) is None
    clock.time += GRACE
    done = together.settled(enough)
    assert done
    assert done.agreed == {"B"}
    assert together.settled(enough) is None
