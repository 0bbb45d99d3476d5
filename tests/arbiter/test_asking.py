"""After how long people are asked: never what the table can still show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.app.table_file import load_table
from companion.arbiter.asking import AT_ONCE, LATE, NEVER, RESTING, SOON, patience, shown_and_dark
from companion.arbiter.sight import Sight
from companion.rules import Match, new_match
from companion.table.layout import Layout
from tests.arbiter.by_hand import HandTable
from tests.arbiter.starts import BAG, in_turn
from tests.arbiter.test_beacons_fully_read import TABLE
from tests.arbiter.test_pointing import BANK
from tests.rehearsal.games.tables import kit
from tests.rehearsal.tables import example
from tests.rules.kernel.test_sample_game import SETUP as BEACONS
from tests.rules.playing import at, duel, with_unseen


def asked_after(match: Match, kit: str) -> float:
    """Seconds without a movement, where nothing is loose."""
    return patience(match, (), shown_and_dark(match, Sight(example(kit), match.game)), complete=True)[0]


def after(match: Match, *said: str) -> Match:
    """The match after these answers of A."""
    for token in said:
        match.answer(token, "A")
    return match


@pytest.mark.parametrize(
    ("said", "kit", "seconds"),
    [
        ((), "cells-2", RESTING),
        ((), "taps-2", RESTING),
        ((), "trays-2", AT_ONCE),
        ((), "none-2", AT_ONCE),
        (("play:crash_gem",), "cells-2", LATE),
        (("play:crash_gem",), "trays-2", LATE),
        (("play:crash_gem",), "none-2", AT_ONCE),
        (("play:crash_gem", "break:3"), "cells-2", LATE),
        (("play:crash_gem", "break:3"), "trays-2", AT_ONCE),
    ],
)
def test_how_long_people_may_think(said: tuple[str, ...], kit: str, seconds: float) -> None:
    assert asked_after(after(in_turn(), *said), kit) == seconds


def test_where_one_answer_shows_and_another_does_not_they_are_asked_soon() -> None:
    match = after(in_turn(other="crash_gem stone_wall gem_1 gem_1 gem_1", other_pile=(1,)), "play:crash_gem", "break:3")
    assert match.options("B") == ("react:crash_gem", "react:stone_wall", "pass")
    assert asked_after(match, "trays-2") == SOON  # of the counter-crash a gem would be seen to leave
    assert AT_ONCE < SOON < LATE < RESTING


def test_a_chip_that_comes_over_a_slot_shows_an_answer() -> None:
    """B chooses whether A draws a chip."""
    match = after(in_turn(hand="troublesome_rhetoric gem_1 gem_1 gem_2"), "play:troublesome_rhetoric")
    assert match.options("B") == ("choose:black+chips", "choose:money+piggy")
    assert asked_after(match, "cells-2") == SOON
    assert asked_after(match, "trays-2") == AT_ONCE


def test_where_a_mistake_is_in_the_way_nobody_is_taken_to_have_passed() -> None:
    """B's chip has shown that B reacts; a gem that went to the bank for nothing keeps any line from explaining all."""
    hand = ["thinking_ahead", "crash_gem", "gem_1"]
    seats = {
        "A": {"character": "jaina", "pile": [2, 1, 1], "hand": ["stolen_purples", "gem_2", "gem_1"], "bag": BAG},
        "B": {"character": "rook", "pile": [2, 1], "hand": hand, "bag": BAG},
    }
    start = at(seats, bank={"puzzle": BANK})
    known = HandTable(start)
    chips = {uid: (known.kinds[uid], zone) for uid, zone in known.zones.items()}
    table = HandTable(with_unseen(start, "B", " ".join(hand + BAG), hand="? ? ?", bag="? ?"), chips=chips)
    table.move("gem_1", "A.pile", "bank")
    table.move("stolen_purples", "A.hand", "A.played")
    table.move("thinking_ahead", "B.hand", "B.discard", "bank")
    table.wait(6.0)
    assert table.answers == ["A play:stolen_purples"]
    assert [asked.options for asked in table.questions] == [("pass", "react:thinking_ahead")]


def test_what_only_its_owner_sees_is_never_asked() -> None:
    assert asked_after(duel(), "none-2") == NEVER


def test_all_answers_are_offered_as_long_as_nothing_was_seen() -> None:
    match = after(in_turn(), "play:crash_gem")
    _, options = patience(match, (), shown_and_dark(match, Sight(example("none-2"), match.game)), complete=True)
    assert options == match.options("A")


def test_what_alone_is_left_to_be_said_is_said_when_nobody_moves() -> None:
    """A has bought, and has neither money nor gems: nothing is legal but to end the turn."""
    table = HandTable(in_turn(hand="wound wound"))
    table.say("A", "done")
    table.move("wound", "bank", "A.discard")
    assert table.arbiter.match.options("A") == ("done",)
    table.wait(LATE - 2.0)
    assert table.answers[-1] == "A buy:wound"
    table.wait(4.0)
    assert table.answers[-1] == "A done"
    assert not table.questions


def test_who_plays_on_is_followed_once_he_has_answered() -> None:
    """A takes two minutes to say which stack the trap lies on, and has gone on with the turn."""
    table = HandTable(in_turn("its_a_trap gem_1 gem_1 gem_2 wound"))
    table.move("its_a_trap", "A.hand", "A.played")
    table.wait(20.0)
    assert [asked.what for asked in table.questions] == ["trap"]
    table.move("its_a_trap", "A.played", "box")
    table.move("gem_2", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    table.wait(120.0)
    table.say("A", "trap:knockdown")
    assert table.answers[1:] == ["A trap:knockdown", "A done", "A play:gem_2", "A buy:wound"]
    assert table.rulings == []


def test_a_card_that_is_dealt_is_asked_for_late_only_where_a_reader_shows_it() -> None:
    match = new_match(replace(BEACONS, mode="charts"))
    full = load_table(TABLE)
    assert isinstance(full, Layout)
    for layout, seconds in ((full, LATE), (kit("beacons"), AT_ONCE)):
        shown = shown_and_dark(match, Sight(layout, match.game))
        assert patience(match, (), shown, complete=True)[0] == seconds
