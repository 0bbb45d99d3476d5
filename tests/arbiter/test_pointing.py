"""Who names a chip of the bank that stays there shows it to the bank spot."""

from __future__ import annotations

from companion.rules import Match
from tests.arbiter.by_hand import STEP, HandTable
from tests.rules.playing import at

BANK = """
    master_puzzler thinking_ahead its_a_trap draw_three secret_move risky_move sale_prices recklessness
    self_improvement sneak_attack
""".split()


def with_hand(hand: str, *, money: str = "gem_2") -> Match:
    """A's turn, with a bank that has all these chips."""
    bag = ["wound", "gem_1"]
    seats = {
        "A": {"character": "jaina", "pile": [3, 1, 1], "hand": [*hand.split(), money], "bag": bag},
        "B": {"character": "rook", "pile": [2, 1], "hand": ["gem_1"] * 5, "bag": bag},
    }
    return at(seats, bank={"puzzle": BANK})


def point(table: HandTable, kind: str) -> None:
    """A chip of the bank touches the spot, and is put back."""
    table.move(kind, "bank", "bank")


def test_master_puzzler_is_followed_without_a_question() -> None:
    table = HandTable(with_hand("master_puzzler"))
    table.move("master_puzzler", "A.hand", "A.played")
    for kind in ("draw_three", "secret_move", "risky_move"):
        point(table, kind)
    said = [answer.partition("A choose:")[2] for answer in table.answers if "choose" in answer]
    assert said == ["draw_three", "secret_move", "risky_move"]
    assert not table.questions
    assert not table.loose


def test_without_the_touch_people_are_asked() -> None:
    table = HandTable(with_hand("master_puzzler"))
    table.move("master_puzzler", "A.hand", "A.played")
    table.wait(20)
    assert len(table.questions) == 1
    assert "choose:draw_three" in table.questions[0].options


def test_the_trap_lies_where_it_was_pointed_at_and_not_where_it_came_from() -> None:
    table = HandTable(with_hand("its_a_trap"))
    table.move("its_a_trap", "A.hand", "A.played")
    table.move("its_a_trap", "A.played", "bank")
    assert not any("trap:" in answer for answer in table.answers)
    point(table, "combine")
    assert table.answers[-1] == "A trap:combine"
    assert not table.loose


def test_who_points_after_answering_on_the_phone_has_moved_nothing() -> None:
    table = HandTable(with_hand("master_puzzler"))
    table.move("master_puzzler", "A.hand", "A.played")
    table.say("A", "choose:draw_three")
    point(table, "draw_three")
    assert not table.loose
    table.wait(30)
    assert not table.rulings


def test_a_chip_of_ones_hand_points_at_nothing() -> None:
    table = HandTable(with_hand("crash_gem combine"))
    point(table, "combine")
    table.wait(4 * STEP)
    assert table.answers == []


def test_bought_in_the_hand_it_need_not_touch_the_spot_again() -> None:
    table = HandTable(with_hand("thinking_ahead", money="gem_4"))
    table.move("thinking_ahead", "A.hand", "A.played")
    table.move("gem_4", "A.hand", "A.played")
    point(table, "combine")
    assert table.answers[-1] == "A buy:combine"
    table.move("combine", "bank", "A.discard")
    assert table.answers[-1] == "A pass"
    assert not table.owed


def test_a_choice_that_nobody_shows_gives_way_to_one_whose_chip_is_still_to_come() -> None:
    """Jackpot: two 1-gems go to the bank, to be combined or to be crashed; the chip won is laid down after them."""
    seats = {
        "A": {"character": "jaina", "pile": [1, 1, 2], "hand": ["jackpot", "gem_1"], "bag": ["gem_1"] * 6},
        "B": {"character": "rook", "pile": [1], "hand": ["combine", "crash_gem", "wound"], "bag": ["gem_1"]},
    }
    table = HandTable(at(seats))
    table.move("jackpot", "A.hand", "A.played")
    table.tell_draw("combine", "crash_gem")
    table.moves(2, "gem_1", "A.pile", "bank")
    assert table.answers == ["A play:jackpot"]
    table.move("gem_2", "bank", "A.pile")
    table.move("combine", "bank", "A.played")
    table.move("combine", "A.played", "A.discard")
    table.wait(3.0)
    assert table.answers == ["A play:jackpot", "A choose:combine", "A combine:1+1"]


def test_of_equal_chips_the_one_goes_on_that_was_pointed_at() -> None:
    """The first gem that A buys goes on top of the bag, where no reader sees it; the second to the discard pile."""
    table = HandTable(with_hand("thinking_ahead gem_1", money="gem_1"))
    table.move("thinking_ahead", "A.hand", "A.played")
    table.moves(2, "gem_1", "A.hand", "A.played")
    first = table.chip("gem_1", "bank")
    table.carry(first, "bank")
    table.zones[first] = "A.bag"
    second = table.chip("gem_1", "bank")
    table.carry(second, "bank")
    table.carry(second, "A.discard")
    assert table.answers[-4:] == ["A buy:gem_1", "A bag:gem_1", "A buy:gem_1", "A pass"]
    assert not table.questions
