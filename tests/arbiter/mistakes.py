"""The mistakes of the catalogue, each made by hand: where the game stands, and what is done with the chips.

What is done legally before the mistake is done with chips and, where a kit does not show it, said on the phone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from companion.arbiter.news import Righted
from companion.rules import Illegal, Question, find_game
from companion.rules.kernel.match import Match
from tests.arbiter.by_hand import HandTable

Deed = Callable[[HandTable], None]

BAG = ["gem_1"] * 6
PATIENCE = 35.0
"""Seconds for which the table is left as it is after the mistake."""
ROOK = {"pile": ["gem_1"], "hand": ["gem_1", "gem_2", "wound", "wound"], "bag": ["gem_1"] * 6}
"""The other one, with nothing to react with."""


@dataclass(frozen=True)
class Case:
    """A mistake, and where the game stands before."""

    deed: Deed
    position: Mapping[str, Any] = field(hash=False)


CASES: dict[str, Case] = {}


def table_for(case: Case, kit: str = "cells-2") -> HandTable:
    """A table with this kit, at the moment before."""
    return HandTable(match_before(case), kit, spare=2)


def match_before(case: Case) -> Match:
    """The match at the moment before."""
    game = find_game("puzzle-strike")
    setup, table = game.position(case.position)
    table.patient = False  # type: ignore[attr-defined]  # as at a table: what has one answer only is not asked
    return Match(game, setup, table)


def mistake(**position: Any) -> Callable[[Deed], Deed]:
    """Enter a deed into the list; seats and turn are as in a position file."""

    def enter(deed: Deed) -> Deed:
        seats = {"A": {"character": "jaina", **position["A"]}, "B": {"character": "rook", **position.get("B", ROOK)}}
        rest = {key: value for key, value in position.items() if key not in "AB"}
        CASES[deed.__name__] = Case(deed, {"seats": seats, **rest})
        return deed

    return enter


def play(table: HandTable, seat: str, token: str, *moves: tuple[str, str, str]) -> None:
    """A legal answer: its chips are moved, and where the table has not shown it, it is said."""
    for kind, source, target in moves:
        table.move(kind, source, target)
    table.wait(3.0)
    due = table.arbiter.match.pending
    if isinstance(due, Question) and f"{seat} {token}" not in table.answers[-4:]:
        with suppress(Illegal):
            table.say(seat, token)


def crash(table: HandTable, gem: int) -> None:
    """A plays a Crash Gem and breaks a gem; the 1-gems have yet to land."""
    play(table, "A", "play:crash_gem", ("crash_gem", "A.hand", "A.played"))
    play(table, "A", f"break:{gem}", (f"gem_{gem}", "A.pile", "bank"))


def b_ends_the_turn(table: HandTable) -> None:
    """B takes a wound and draws the next hand: A is to ante."""
    play(table, "B", "buy:wound", ("wound", "bank", "B.discard"))
    play(table, "B", "done")
    table.draw("B", *["gem_1"] * 5)


def a_buys_a_wound(table: HandTable) -> None:
    """And nothing more: A's turn is over."""
    play(table, "A", "buy:wound", ("wound", "bank", "A.discard"))
    play(table, "A", "done")


def buys_nothing(table: HandTable, seat: str, hand: list[str]) -> None:
    """A turn without an action, and what follows it."""
    table.move("wound", "bank", f"{seat}.discard")
    table.say(seat, "done")
    for kind in hand:
        table.move(kind, f"{seat}.hand", f"{seat}.discard")
    table.draw(seat, *["gem_1"] * 5)


def a_goes_on(table: HandTable) -> None:
    """A plays a Combine and what it asks for."""
    play(table, "A", "play:combine", ("combine", "A.hand", "A.played"))
    play(table, "A", "combine:1+1", *[("gem_1", "A.pile", "bank")] * 2, ("gem_2", "bank", "A.pile"))


def goes_on_unless_ruled(table: HandTable) -> None:
    """A kit that shows only some of it is told the rest of A's turn and B's, and shows the antes. Chips that only kits
    show which have ruled by then stay in their hands."""
    table.wait(PATIENCE)
    if table.rulings:
        return
    a_buys_a_wound(table)
    table.draw("A", *["gem_1"] * 5)
    table.move("gem_1", "bank", "B.pile")
    table.wait(PATIENCE)
    if not table.rulings:
        b_ends_the_turn(table)
        table.move("gem_1", "bank", "A.pile")


def made(key: str, kit: str = "cells-2") -> HandTable:
    """A table where this has been done, and nobody has moved for a while."""
    case = CASES[key]
    table = table_for(case, kit)
    case.deed(table)
    table.wait(PATIENCE)
    return table


def righted(table: HandTable) -> list[tuple[int, str]]:
    """Which rulings are settled, and how."""
    return [(one.number, one.how) for one in table.news if isinstance(one, Righted)]


A_TURN = {"turn": {"seat": "A", "phase": "action"}}
A_BUYS = {"turn": {"seat": "A", "phase": "buy", "money": 3}}
A_HAS_BOUGHT = {"turn": {"seat": "A", "phase": "buy", "money": 0, "bought": ["wound"]}}
B_BUYS = {"turn": {"seat": "B", "phase": "buy", "money": 1}}
EMPTY_HANDED = {"pile": ["gem_1"], "hand": [], "bag": BAG}
COMBINER = {"pile": ["gem_1", "gem_1", "gem_1"], "hand": ["combine", "combine", "gem_1"], "bag": BAG}
CRASHER = {"pile": ["gem_1", "gem_3"], "hand": ["crash_gem", "combine", "gem_1"], "bag": BAG}


# -- gems ------------------------------------------------------------------------------------------------------


@mistake(A=COMBINER, B=EMPTY_HANDED, **B_BUYS)
def no_ante(table: HandTable) -> None:
    b_ends_the_turn(table)
    a_goes_on(table)


@mistake(A=COMBINER, B=EMPTY_HANDED, **B_BUYS)
def ante_of_the_wrong_size(table: HandTable) -> None:
    b_ends_the_turn(table)
    table.move("gem_2", "bank", "A.pile")


@mistake(A=COMBINER, B=EMPTY_HANDED, **B_BUYS)
def anted_twice(table: HandTable) -> None:
    b_ends_the_turn(table)
    table.moves(2, "gem_1", "bank", "A.pile")


@mistake(A=CRASHER, **A_TURN)
def broken_gem_left_lying(table: HandTable) -> None:
    play(table, "A", "play:crash_gem", ("crash_gem", "A.hand", "A.played"))
    table.moves(3, "gem_1", "bank", "B.pile")
    play(table, "A", "break:3")
    play(table, "A", "play:gem_1", ("gem_1", "A.hand", "A.played"))
    goes_on_unless_ruled(table)


@mistake(A={**CRASHER, "pile": ["gem_1", "gem_1", "gem_3"]}, turn={"phase": "action", "arrows": {"black": 3}})
def too_few_gems_sent(table: HandTable) -> None:
    crash(table, 3)
    table.moves(2, "gem_1", "bank", "B.pile")
    a_goes_on(table)


@mistake(A=CRASHER, **A_TURN)
def too_many_gems_sent(table: HandTable) -> None:
    crash(table, 3)
    table.moves(4, "gem_1", "bank", "B.pile")
    goes_on_unless_ruled(table)


@mistake(A=CRASHER, **A_TURN)
def sent_gems_in_the_own_tray(table: HandTable) -> None:
    crash(table, 3)
    table.moves(3, "gem_1", "bank", "A.pile")


@mistake(A={**COMBINER, "pile": ["gem_1", "gem_2", "gem_3"]}, **A_TURN)
def combined_to_more_than_4(table: HandTable) -> None:
    play(table, "A", "play:combine", ("combine", "A.hand", "A.played"))
    table.move("gem_3", "A.pile", "bank")
    table.move("gem_2", "A.pile", "bank")
    table.move("gem_4", "bank", "A.pile")


@mistake(A={**COMBINER, "pile": ["gem_1", "gem_1", "gem_2"]}, **A_TURN)
def combined_three(table: HandTable) -> None:
    play(table, "A", "play:combine", ("combine", "A.hand", "A.played"))
    table.moves(2, "gem_1", "A.pile", "bank")
    table.move("gem_2", "A.pile", "bank")
    table.move("gem_4", "bank", "A.pile")


@mistake(A={**COMBINER, "pile": ["gem_1", "gem_1", "gem_2"]}, **A_TURN)
def wrong_gem_taken(table: HandTable) -> None:
    play(table, "A", "play:combine", ("combine", "A.hand", "A.played"))
    table.move("gem_2", "A.pile", "bank")
    table.move("gem_1", "A.pile", "bank")
    table.move("gem_4", "bank", "A.pile")


@mistake(A={"pile": ["gem_4", "gem_4", "gem_2"], "hand": ["wound"], "played": ["combine"], "bag": BAG}, **A_HAS_BOUGHT)
def played_on_at_10_or_more(table: HandTable) -> None:
    table.move("combine", "A.played", "A.discard")
    table.move("wound", "A.hand", "A.discard")
    table.draw("A", *["gem_1"] * 5)
    table.move("gem_1", "bank", "B.pile")


# -- playing and reacting --------------------------------------------------------------------------------------


@mistake(A={**COMBINER, "hand": ["roundhouse", "gem_1"]}, turn={"phase": "buy", "money": 1})
def acted_without_an_arrow(table: HandTable) -> None:
    table.move("roundhouse", "A.hand", "A.played")


@mistake(
    A={**COMBINER, "hand": ["roundhouse", "combine"]}, turn={"phase": "action", "arrows": {"black": 0, "purple": 1}}
)
def acted_with_an_arrow_of_the_wrong_colour(table: HandTable) -> None:
    table.move("roundhouse", "A.hand", "A.played")


@mistake(A=COMBINER, B={**ROOK, "hand": ["roundhouse", "gem_1"]}, **A_TURN)
def acted_out_of_turn(table: HandTable) -> None:
    table.move("roundhouse", "B.hand", "B.played")


@mistake(A={**COMBINER, "hand": ["roundhouse", "gem_1"]}, turn={"phase": "buy", "money": 1, "bought": ["wound"]})
def acted_after_buying(table: HandTable) -> None:
    table.move("roundhouse", "A.hand", "A.played")


@mistake(A={**CRASHER, "pile": ["gem_1", "gem_4"]}, B={**ROOK, "hand": ["crash_gem", "gem_1"]}, **A_TURN)
def purple_shield_against_a_4_gem(table: HandTable) -> None:
    crash(table, 4)
    table.moves(4, "gem_1", "bank", "B.pile")
    table.move("crash_gem", "B.hand", "B.discard")
    table.move("gem_1", "B.pile", "bank")
    goes_on_unless_ruled(table)


@mistake(A=CRASHER, B={**ROOK, "pile": ["gem_1", "gem_1"], "hand": ["crash_gem", "crash_gem", "gem_1"]}, **A_TURN)
def two_reactions_to_one_event(table: HandTable) -> None:
    crash(table, 3)
    play(table, "B", "react:crash_gem", ("crash_gem", "B.hand", "B.discard"), ("gem_1", "B.pile", "bank"))
    table.moves(2, "gem_1", "bank", "B.pile")
    table.move("crash_gem", "B.hand", "B.discard")
    table.move("gem_1", "B.pile", "bank")
    goes_on_unless_ruled(table)


@mistake(A=CRASHER, B={**ROOK, "hand": ["crash_gem", "gem_1"]}, **A_TURN)
def reaction_with_nothing_to_react_to(table: HandTable) -> None:
    table.move("crash_gem", "B.hand", "B.discard")


@mistake(A={**COMBINER, "hand": ["gem_essence", "gem_1", "unstable_power"]}, **A_TURN)
def trashed_a_character_chip(table: HandTable) -> None:
    play(table, "A", "play:gem_essence", ("gem_essence", "A.hand", "A.played"))
    table.move("unstable_power", "A.hand", "bank")


# -- buying ----------------------------------------------------------------------------------------------------


@mistake(A={"pile": ["gem_1"], "hand": ["wound", "wound"], "played": ["combine"], "bag": BAG}, **A_BUYS)
def no_purchase(table: HandTable) -> None:
    table.move("combine", "A.played", "A.discard")
    table.moves(2, "wound", "A.hand", "A.discard")


@mistake(A={**EMPTY_HANDED, "hand": ["wound"]}, **A_BUYS)
def bought_what_money_cannot_pay(table: HandTable) -> None:
    table.move("gem_4", "bank", "A.discard")


@mistake(A={**EMPTY_HANDED, "hand": ["gem_1"]}, turn={"phase": "buy", "money": 0, "bought": ["wound"]})
def bought_two_wounds(table: HandTable) -> None:
    table.move("wound", "bank", "A.discard")


@mistake(
    A={**EMPTY_HANDED, "hand": ["gem_1"]},
    B={**ROOK, "discard": ["risky_move"] * 5},
    bank={"stock": {"risky_move": 0}},
    **A_BUYS,
)
def bought_from_an_empty_stack(table: HandTable) -> None:
    table.move("risky_move", "B.discard", "A.discard")


@mistake(A={**EMPTY_HANDED, "hand": ["gem_1"]}, **A_BUYS)
def bought_chip_into_the_hand(table: HandTable) -> None:
    table.move("gem_2", "bank", "A.hand")
    play(table, "A", "play:gem_1", ("gem_1", "A.hand", "A.played"))


@mistake(A={**COMBINER, "hand": ["combine", "gem_3"]}, **A_TURN)
def forgot_what_combine_costs(table: HandTable) -> None:
    a_goes_on(table)
    play(table, "A", "play:gem_3", ("gem_3", "A.hand", "A.played"))
    table.move("gem_2", "bank", "A.discard")


@mistake(
    A={"pile": ["gem_1", "gem_1"], "hand": ["crash_gem", "gem_2"], "bag": BAG},
    B={**EMPTY_HANDED, "pile": ["gem_1", "gem_3"], "hand": ["crash_gem"]},
    turn={"seat": "B", "phase": "action"},
)
def took_money_for_a_counter_crash(table: HandTable) -> None:
    play(table, "B", "play:crash_gem", ("crash_gem", "B.hand", "B.played"))
    play(table, "B", "break:3", ("gem_3", "B.pile", "bank"))
    play(table, "A", "react:crash_gem", ("crash_gem", "A.hand", "A.discard"), ("gem_1", "A.pile", "bank"))
    table.moves(2, "gem_1", "bank", "A.pile")
    play(table, "B", "buy:wound", ("wound", "bank", "B.discard"))
    play(table, "B", "done", ("crash_gem", "B.played", "B.discard"))
    table.draw("B", *["gem_1"] * 5)
    table.move("gem_1", "bank", "A.pile")
    play(table, "A", "play:gem_2", ("gem_2", "A.hand", "A.played"))
    table.move("gem_2", "bank", "A.discard")


@mistake(A={**EMPTY_HANDED, "hand": ["gem_1", "gem_2"]}, turn={"phase": "buy", "money": 0})
def gem_of_the_hand_in_the_tray(table: HandTable) -> None:
    table.move("gem_2", "A.hand", "A.pile")


@mistake(A={**EMPTY_HANDED, "pile": ["gem_2"], "hand": ["gem_1"]}, turn={"phase": "buy", "money": 0})
def gem_of_the_pile_as_money(table: HandTable) -> None:
    table.move("gem_2", "A.pile", "A.played")


# -- cleaning up -----------------------------------------------------------------------------------------------


def b_plays(table: HandTable) -> None:
    """B antes and plays a Combine."""
    table.move("gem_1", "bank", "B.pile")
    play(table, "B", "play:combine", ("combine", "B.hand", "B.played"))
    play(table, "B", "combine:1+1", *[("gem_1", "B.pile", "bank")] * 2, ("gem_2", "bank", "B.pile"))


B_COMBINES = {"pile": ["gem_1", "gem_1"], "hand": ["combine", "combine", "gem_1"], "bag": BAG}


@mistake(A={"pile": ["gem_3"], "hand": [], "bag": BAG}, B=B_COMBINES, turn={"phase": "buy", "money": 1})
def drew_too_few(table: HandTable) -> None:
    a_buys_a_wound(table)
    table.draw("A", *["gem_1"] * 5)
    b_plays(table)


@mistake(A={"pile": ["gem_1"], "hand": [], "bag": BAG}, B=B_COMBINES, turn={"phase": "buy", "money": 1})
def drew_too_many(table: HandTable) -> None:
    a_buys_a_wound(table)
    table.draw("A", *["gem_1"] * 6)


@mistake(
    A={"pile": ["gem_1"], "hand": ["wound", "roundhouse"], "bag": BAG}, B=B_COMBINES, turn={"phase": "buy", "money": 1}
)
def kept_a_chip_without_a_piggy_bank(table: HandTable) -> None:
    a_buys_a_wound(table)
    table.move("wound", "A.hand", "A.discard")
    table.draw("A", *["gem_1"] * 5)
    b_plays(table)


@mistake(A={**COMBINER, "discard": ["wound", "gem_1", "gem_1"]}, **A_TURN)
def refilled_the_bag_too_early(table: HandTable) -> None:
    table.refill("A")


@mistake(
    A={"pile": ["gem_1"], "hand": [], "played": ["roundhouse"], "bag": BAG},
    B=B_COMBINES,
    turn={"phase": "buy", "money": 1},
)
def played_chips_into_the_bag(table: HandTable) -> None:
    a_buys_a_wound(table)
    table.zones[table.chip("roundhouse", "A.played")] = "A.bag"
    table.draw("A", *["gem_1"] * 5)
    b_plays(table)


# -- the table -------------------------------------------------------------------------------------------------


@mistake(A={**COMBINER, "discard": ["roundhouse"]}, **A_TURN)
def took_a_chip_back_from_the_discard_pile(table: HandTable) -> None:
    table.move("roundhouse", "A.discard", "A.hand")


@mistake(A=COMBINER, **A_TURN)
def gem_moved_by_an_elbow(table: HandTable) -> None:
    table.move("gem_1", "A.pile", "A.played")


@mistake(A=COMBINER, **A_TURN)
def chip_that_is_not_in_this_game(table: HandTable) -> None:
    uid = table.add("", "elsewhere")
    del table.kinds[uid]
    table.carry(uid, "A.played")


@mistake(A=COMBINER, **A_TURN)
def chip_gone_from_the_table(table: HandTable) -> None:
    table.lift(table.chip("gem_1", "A.pile"))
