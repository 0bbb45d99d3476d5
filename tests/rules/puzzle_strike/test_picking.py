"""How everybody comes to three character chips: in secret with a coin, openly, and by a draft."""

from __future__ import annotations

from random import Random

import pytest

from companion.players import RandomPlayer, play_out
from companion.rules import TABLE, Draw, Match, Question, SeatSetup, Setup, SetupError, new_match
from companion.rules.kernel.match import restore
from companion.rules.puzzle_strike.sets.library import LIBRARY

MODES = [("duel", "AB"), ("free-for-all", "ABC"), ("free-for-all", "ABCD"), ("team", "ABCD"), ("last-standing", "ABC")]


def match_of(mode: str, seats: str, **options: str) -> Match:
    """A match whose characters are still to be chosen."""
    return new_match(
        Setup("puzzle-strike", tuple(map(SeatSetup, seats)), mode=mode, bank="first_game", options=options)
    )


def waits_for(match: Match) -> tuple[str, tuple[str, ...], str]:
    """What is asked, whom, and by which rule."""
    pending = match.pending
    assert isinstance(pending, Question)
    return pending.what, pending.seats, pending.rule


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_a_coin_decides_between_two_who_picked_the_same_in_every_mode(mode: str, seats: str) -> None:
    match = match_of(mode, seats)
    others = iter(("lum", "rook"))
    for seat in seats:
        match.answer("choose:grave" if seat in "AB" else f"choose:{next(others)}", seat)
    coin = match.pending
    assert isinstance(coin, Draw)
    assert (coin.among, coin.count, coin.rule) == (("A", "B"), 1, "choosing-characters")
    match.draw(("B",))
    assert match.view(TABLE).facts["B.character"] == "grave"
    assert waits_for(match) == ("choose", ("A",), "choosing-characters")
    assert "choose:grave" not in match.options("A")
    assert "choose:lum" in match.options("A") or len(seats) > 2
    match.answer("choose:setsuki", "A")
    assert waits_for(match) == ("begin", ("A",), "choosing-characters")
    assert match.options("A") == tuple(f"begin:{seat}" for seat in seats)
    match.answer("begin:B", "A")
    assert match.view(TABLE).facts["turn"] == "B"
    assert isinstance(match.pending, Draw)
    assert match.pending.source == "B.bag"


def test_who_loses_a_coin_together_picks_again_in_secret() -> None:
    match = match_of("free-for-all", "ABC")
    for seat in "ABC":
        match.answer("choose:grave", seat)
    match.draw(("C",))
    pending = match.pending
    assert isinstance(pending, Question)
    assert (pending.seats, pending.sealed) == (("A", "B"), True)
    match.answer("choose:lum", "B")
    match.answer("choose:lum", "A")
    match.draw(("A",))
    match.answer("choose:rook", "B")
    assert waits_for(match)[:2] == ("begin", ("A",)), "the first to lose a coin"
    facts = match.view(TABLE).facts
    assert [facts[f"{seat}.character"] for seat in "ABC"] == ["lum", "rook", "grave"]


def test_where_there_are_chips_for_all_no_coin_is_thrown() -> None:
    match = match_of("duel", "AB", characters="mirrors")
    match.answer("choose:rook", "A")
    match.answer("choose:rook", "B")
    assert [match.view(TABLE).facts[f"{seat}.character"] for seat in "AB"] == ["rook", "rook"]
    assert isinstance(match.pending, Draw)


def test_openly_nobody_takes_what_another_has() -> None:
    match = match_of("free-for-all", "ABC", characters="pick")
    for seat, character in zip("ABC", ("rook", "lum", "grave"), strict=True):
        assert waits_for(match)[1] == (seat,)
        match.answer(f"choose:{character}", seat)
        assert match.view("A").facts[f"{seat}.character"] == character
        assert match.why_not(f"choose:{character}", "C" if seat != "C" else "A") is not None


DRAFTS = [
    ("duel", "AB", 9, "ABBAAB"),
    ("free-for-all", "ABC", 12, "ABCCBAABC"),
    ("last-standing", "ABC", 12, "ABCCBAABC"),
    ("free-for-all", "ABCD", 15, "ABCDDCBAABCD"),
    ("team", "ABCD", 15, "ABDCCDBAABDC"),
]


@pytest.mark.parametrize(("mode", "seats", "pool", "order"), DRAFTS)
def test_a_draft_takes_chips_out_of_a_pool_in_its_order(mode: str, seats: str, pool: int, order: str) -> None:
    match = match_of(mode, seats, characters="clockwork")
    due = match.pending
    assert isinstance(due, Draw)
    assert (due.count, len(due.among), due.rule) == (pool, 30, "custom-clockwork")
    drawn = tuple(Random(7).sample(due.among, pool))
    match.draw(drawn)
    taken: dict[str, list[str]] = {seat: [] for seat in seats}
    for at, seat in enumerate(order):
        assert waits_for(match) == ("draft", (seat,), "custom-clockwork")
        assert match.options(seat) == tuple(f"draft:{kind}" for kind in drawn[at:]), "only what is left"
        assert match.view(TABLE).facts["pool"] == drawn[at:]
        match.answer(f"draft:{drawn[at]}", seat)
        taken[seat].append(drawn[at])
    assert all(len(chips) == 3 for chips in taken.values())
    if mode == "team":
        assert order[0] + order[3] == "AC", "the first player and the fourth are mates"
    facts = match.view(TABLE).facts
    assert facts["drafted"] == tuple((seat, tuple(taken[seat])) for seat in seats)
    assert "pool" not in facts
    for seat in seats:
        bag = Match(match.game, match.setup, match.table.copy()).table.seats[seat].bag  # type: ignore[attr-defined]
        assert sorted(kind for kind in bag if LIBRARY[kind].kind == "character") == sorted(taken[seat])


def test_who_drafts_has_no_character() -> None:
    seats = (SeatSetup("A", "rook"), SeatSetup("B"))
    with pytest.raises(SetupError, match="nobody chooses a character"):
        new_match(Setup("puzzle-strike", seats, options={"characters": "clockwork"}))


def test_a_draft_can_be_stored_at_each_step_and_played_to_the_end() -> None:
    match = match_of("free-for-all", "ABC", characters="clockwork")
    chance = Random(3)
    for _ in range(10):
        again = restore(match.snapshot())
        assert (again.pending, again.table) == (match.pending, match.table)
        pending = match.pending
        if isinstance(pending, Draw):
            match.draw(chance.sample(pending.among, pending.count))
        else:
            seat = match.waiting_for[0]
            match.answer(chance.choice(match.options(seat)), seat)
    play_out(match, {seat: RandomPlayer() for seat in "ABC"}, chance)
    assert match.over
    assert restore(match.snapshot()).table == match.table
