"""How rulings end that nobody puts right in chips: let stand, called the judge for, or said to be right."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.arbiter.stored import to_json
from companion.rules import Illegal
from tests.arbiter.by_hand import HandTable
from tests.arbiter.mistakes import CASES, PATIENCE, made, righted
from tests.arbiter.starts import BAG
from tests.rules.playing import at


def test_all_seats_together_let_it_stand() -> None:
    table = made("ante_of_the_wrong_size")
    table.arbiter.stand(1, ("A", "B"), table.now)
    table.hear()
    assert righted(table) == [(1, "stands")]
    assert table.content("A.pile") == ["gem_1", "gem_1", "gem_1", "gem_2"]
    assert table.owed == {}
    table.wait(PATIENCE)
    assert len(table.rulings) == 1


def test_who_may_not_let_it_stand_is_told_so() -> None:
    table = made("ante_of_the_wrong_size")
    before = to_json(table.arbiter)
    with pytest.raises(Illegal, match="A cannot do this alone: all seats decide this together"):
        table.arbiter.stand(1, "A", table.now)
    with pytest.raises(Illegal, match="There is no open ruling 7"):
        table.arbiter.stand(7, ("A", "B"), table.now)
    assert to_json(table.arbiter) == before


@pytest.mark.parametrize("key", sorted(CASES.keys() - {"refilled_the_bag_too_early"}))  # which no reader sees
def test_each_mistake_may_stand(key: str) -> None:
    table = made(key)
    assert table.arbiter.rulings.open
    for _ in range(3):
        if table.arbiter.rulings.open:
            table.arbiter.stand(table.arbiter.rulings.open[0].number, ("A", "B"), table.now)
    assert table.arbiter.rulings.open == ()


@pytest.mark.parametrize(
    ("key", "zone", "lies"),
    [
        ("no_ante", "A.pile", ["gem_1", "gem_2"]),
        ("anted_twice", "A.pile", ["gem_1"] * 5),
        ("sent_gems_in_the_own_tray", "A.pile", ["gem_1"] * 4),
        ("bought_what_money_cannot_pay", "A.discard", ["gem_4"]),
        ("took_a_chip_back_from_the_discard_pile", "A.discard", []),
        ("acted_out_of_turn", "B.discard", ["roundhouse"]),
        ("chip_gone_from_the_table", "A.pile", ["gem_1", "gem_1"]),
        ("drew_too_many", "A.hand", ["gem_1"] * 6),
        ("drew_too_few", "A.hand", ["gem_1"] * 5),
    ],
)
def test_the_rules_have_it_as_the_table_has_it(key: str, zone: str, lies: list[str]) -> None:
    table = made(key)
    table.arbiter.stand(1, ("A", "B"), table.now)
    assert table.content(zone) == lies
    if not zone.endswith(".hand"):
        assert {kind: surely for kind, (surely, _) in table.arbiter.twin.counts(zone).items()} == Counter(lies)
    table.wait(PATIENCE)
    assert table.arbiter.rulings.open == ()


def test_the_judge_is_called_and_comes() -> None:
    table = made("no_ante")
    arbiter = table.arbiter
    for caller, calling in [("A", "A"), ("B", "AB"), ("A", "B"), ("judge", "")]:
        arbiter.call(caller, table.now)
        assert "".join(arbiter.calls) == calling
        assert [one.judge for one in arbiter.rulings.open] == [bool(calling)]
    with pytest.raises(Illegal, match="no seat called Q"):
        arbiter.call("Q", table.now)


def test_a_call_of_the_table_is_taken_back_by_the_judge_alone() -> None:
    table = made("no_ante")
    arbiter = table.arbiter
    arbiter.call("table", table.now)
    with pytest.raises(Illegal, match="called the judge already"):
        arbiter.call("table", table.now)
    arbiter.call("A", table.now)
    arbiter.call("A", table.now)
    assert list(arbiter.calls) == ["table"]
    assert [one.judge for one in arbiter.rulings.open] == [True]
    arbiter.call("judge", table.now)
    assert arbiter.calls == ()


def left_lying() -> HandTable:
    """A has not discarded what was played, and B's turn goes on."""
    hand, bag = ["crash_gem", "combine", "gem_1", "gem_1", "gem_2"], ["gem_1"] * 6
    piles = {"A": [3, 1, 1], "B": [2, 1]}
    seats = {seat: {"pile": pile, "hand": hand, "bag": bag} for seat, pile in piles.items()}
    table = HandTable(at({"A": {"character": "jaina", **seats["A"]}, "B": {"character": "rook", **seats["B"]}}))
    table.move("gem_2", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    table.say("A", "done")
    for kind in ("crash_gem", "combine", "gem_1", "gem_1"):
        table.move(kind, "A.hand", "A.discard")
    table.draw("A", *bag)
    table.move("gem_1", "bank", "B.pile")
    table.move("crash_gem", "B.hand", "B.played")
    table.say("B", "break:1")
    table.move("gem_1", "B.pile", "A.pile")
    table.wait(PATIENCE * 2)
    return table


def test_what_nobody_moved_in_time_may_lie_where_it_lies() -> None:
    """A's turn is over: no position has a chip before A now."""
    table = left_lying()
    (open_ruling,) = table.arbiter.rulings.open
    assert open_ruling.kind == "owed"
    assert ("gem_2", "A.played", "A.discard") in table.owed
    table.arbiter.stand(open_ruling.number, ("A", "B"), table.now)
    assert table.arbiter.rulings.open == ()
    assert table.owed == {}


def test_a_chip_that_was_said_to_be_played_may_lie_elsewhere() -> None:
    """The rules have moved it already, and in the hand there is no other."""
    seats = {
        "A": {"character": "jaina", "pile": [1], "hand": ["burning_vigor", "gem_1", "wound"], "bag": BAG},
        "B": {"character": "rook", "pile": [2, 1], "hand": ["gem_1"], "bag": BAG},
    }
    table = HandTable(at(seats))
    table.say("A", "play:burning_vigor")
    table.move("burning_vigor", "A.hand", "A.discard")
    table.wait(PATIENCE)
    assert [one.kind for one in table.arbiter.rulings.open] == ["refused", "owed"]
    table.arbiter.stand(1, ("A", "B"), table.now)
    assert table.arbiter.rulings.open == ()
    assert "burning_vigor" in table.content("A.discard")
    assert not {debt for debt in table.owed if debt[0] == "burning_vigor"}


def test_where_the_rules_cannot_have_it_so_the_game_goes_on_as_they_have_it() -> None:
    """A's Burning Vigor is in the discard pile by the rules, and comes out of A's hand."""
    seats = {
        "A": {"character": "jaina", "pile": [1], "hand": ["gem_1", "wound"], "discard": ["burning_vigor"], "bag": BAG},
        "B": {"character": "rook", "pile": [2, 1], "hand": ["gem_1"], "bag": BAG},
    }
    match = at(seats)
    lying = HandTable(match)
    chips = {uid: (lying.kinds[uid], zone) for uid, zone in lying.zones.items()}
    chips |= {uid: (kind, "A.hand") for uid, (kind, zone) in chips.items() if zone == "A.discard"}
    table = HandTable(match.copy(), chips=chips)
    table.move("burning_vigor", "A.hand", "A.pile")
    table.wait(PATIENCE)
    assert [one.kind for one in table.arbiter.rulings.open] == ["refused"]
    before = table.arbiter.match.snapshot()
    table.arbiter.stand(1, ("A", "B"), table.now)
    table.hear()
    assert righted(table) == [(1, "left")]
    assert table.arbiter.match.snapshot() == before
    table.move("gem_1", "A.hand", "A.played")
    table.wait(PATIENCE)
    assert table.answers[-1] == "A play:gem_1"
    assert table.arbiter.rulings.open == ()


def test_people_may_say_that_the_table_lies_as_the_rules_have_it() -> None:
    table = left_lying()
    with pytest.raises(Illegal):
        table.arbiter.correct({}, "A", "all is well", table.now)
    before = table.arbiter.match.snapshot()
    table.arbiter.correct({}, ("A", "B"), "all is well", table.now)
    assert table.arbiter.rulings.open == ()
    assert table.owed == {}
    assert table.arbiter.match.snapshot() == before
