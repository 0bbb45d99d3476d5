"""Beacons with charts: who may know what of a shared deck, of a row, and of charts that lie face down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules import JUDGE, TABLE, UNSEEN, Draw, Illegal, Match, Moved, Question, new_match, restore
from tests.rules.kernel.test_sample_game import SETUP


def dealt(*row: str, unseen: bool = False) -> Match:
    """The row is dealt, and A and B have drawn their charts."""
    match = new_match(replace(SETUP, mode="charts"))
    for kind in row:
        match.draw((kind,))
    match.draw(("reef", "reef") if not unseen else (UNSEEN, UNSEEN))
    match.draw((UNSEEN, UNSEEN))
    return match


def test_a_card_that_is_dealt_is_nobodys_draw_and_everybody_sees_where_it_comes() -> None:
    match = new_match(replace(SETUP, mode="charts"))
    due = match.pending
    assert isinstance(due, Draw)
    assert (due.seat, due.owner, due.target) == ("", "", "row@1")
    assert match.view("A").waiting_for == ()
    assert match.draw(("reef",)) == (Moved("reef", 1, "deck", "row@1"),)
    with pytest.raises(Illegal):
        match.draw((UNSEEN,))


def test_a_face_down_chart_is_seen_to_lie_there_and_known_to_its_owner_alone() -> None:
    match = dealt("reef", "tide", "reef")
    assert match.view("A").zones["A.charts"] == ("reef", "reef")
    for audience in ("B", TABLE):
        assert match.view(audience).zones["A.charts"] == (UNSEEN, UNSEEN)
        assert match.view(audience).at["A.charts"] == ("1", "2")
    assert match.view(TABLE).zones["row"] == ("reef", "tide", "reef")
    assert match.view(TABLE).at["row"] == ("1", "2", "3")
    assert match.view(TABLE).zones["deck"] == 8
    assert match.view(JUDGE).zones["A.charts"] == ("reef", "reef")


def test_what_one_has_drawn_the_others_have_not() -> None:
    match = dealt("reef", "tide", "reef", unseen=True)  # three of five reefs are left
    match.learn("A.charts", ("reef", "reef"))
    match.learn("B.charts", ("reef",))
    with pytest.raises(Illegal, match=r"reef cannot lie unseen in B\.charts"):
        match.learn("B.charts", ("reef",))
    match.learn("B.charts", ("tide",))


def in_turn(match: Match, **hands: tuple[str, str]) -> Match:
    for _ in "CD":
        match.draw((UNSEEN, UNSEEN))
    for seat in "ABCD":
        match.draw(hands.get(seat, ("fog", "oil")))
    return match


def test_of_two_equal_charts_the_one_at_the_address_goes() -> None:
    match = in_turn(dealt("reef", "tide", "reef"), A=("shutter", "lamp"))
    match.answer("play:shutter", "A")
    assert match.options("A") == ("take:reef@1", "take:tide@2", "take:reef@3")
    events = match.answer("take:reef@3", "A")
    assert Moved("reef", 1, "row@3", "A.charts@3") in events
    assert match.view(TABLE).at["row"] == ("1", "2")
    match.draw(("calm",))
    view = match.view(TABLE)
    assert dict(zip(view.at["row"], view.zones["row"], strict=True)) == {"1": "reef", "2": "tide", "3": "calm"}  # type: ignore[arg-type]
    assert view.zones["A.charts"] == (UNSEEN,) * 3


def test_an_answer_that_is_only_said_moves_nothing() -> None:
    match = in_turn(dealt("reef", "tide", "reef"))
    asked = match.pending
    assert isinstance(asked, Question)
    assert asked.aloud == ("signal",)
    assert "signal" in asked.options["A"], "A holds the crown"
    assert not [event for event in match.answer("signal", "A") if isinstance(event, Moved)]
    assert isinstance(match.pending, Question)
    assert "signal" not in match.pending.options["A"]


def test_a_deck_of_all_is_stored_as_it_is() -> None:
    match = dealt("reef", "tide", "reef", unseen=True)
    again = restore(match.snapshot())
    assert again.table == match.table
    assert again.game.places == match.game.places
    match = in_turn(match)
    setup, table = match.game.position(match.game.write(match.setup, match.table))
    assert table == match.table
    assert setup.mode == "charts"
