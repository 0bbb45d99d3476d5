"""Combining gems, and Protective Ward, which makes it cost a puzzle chip."""

from __future__ import annotations

from companion.rules.kernel import Forced, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.chips.chip import kinds_of
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.table import Chips, Seat

LARGEST_GEM = 4


def legal_combines(play: Play, me: Seat) -> Chips:
    """Tokens for the pairs of gems in the own pile that make at most a 4-gem."""
    gems = play.gems(me)[::-1]
    return tuple(
        dict.fromkeys(f"combine:{a}+{b}" for at, a in enumerate(gems) for b in gems[at + 1 :] if a + b <= LARGEST_GEM)
    )


def pay_wards(play: Play, me: Seat, about: str) -> Steps[bool]:
    """Ask for a puzzle chip of the hand for each Protective Ward in play. A seat that cannot or does not pay may not
    combine.

    It asks only where there is something to combine, before the combining chip does anything else.
    """
    puzzle_chips = kinds_of("puzzle")
    wards = sum(seat.ongoing.count("protective_ward") for seat in play.table.seats.values())
    for still_due in range(wards, 0, -1):
        if not play.could_hold(me, puzzle_chips):
            play.log += [Forced(me.name, "pass"), ev.NotCombined(me.name, about)]
            return False

        def payments(due: int = still_due) -> Chips:
            puzzle = play.chips_in(me, "hand", "discard", puzzle_chips.__contains__)
            enough = me.most("hand", puzzle_chips.__contains__) >= due
            return (*(puzzle if enough else ()), "pass")

        token = yield from play.ask(me, "discard", payments, about, "chip:protective_ward", also=("done",), hidden=True)
        if token == "pass":
            play.log.append(ev.NotCombined(me.name, about))
            return False
        play.shift(me, token[8:], "hand", "discard")
        me.rule_in("hand", puzzle_chips.__contains__, still_due - 1)  # a seat that begins to pay can pay for all
    return True


def combine(play: Play, me: Seat, about: str) -> Steps[None]:
    """Make one gem of two gems of the own pile, if that can legally be done."""
    token = yield from play.ask(me, "combine", legal_combines(play, me), about, "combine")
    a, b = (int(size) for size in token[8:].split("+"))
    play.leave_pile(me, a)
    play.leave_pile(me, b)
    make_one(play, me, a, b)


def make_one(play: Play, me: Seat, a: int, b: int) -> None:
    """Put the gem that two others make into the pile."""
    play.enter_pile(me, a + b)
    play.log.append(ev.Combined(me.name, (a, b)))


def may_combine(play: Play, me: Seat, about: str) -> Steps[bool]:
    """Ask for every Ward's price, and return whether there is something to combine and all were paid."""
    if not legal_combines(play, me):
        return False
    return (yield from pay_wards(play, me, about))
