"""Combining gems, and what ongoing chips ask for it."""

from __future__ import annotations

from companion.rules.kernel import Forced, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.chip import carry
from companion.rules.puzzle_strike.sets.moments import COMBINING
from companion.rules.puzzle_strike.table import Chips, Seat

LARGEST_GEM = 4


def legal_combines(play: Play, me: Seat) -> Chips:
    """Tokens for the pairs of gems in the own pile that make at most a 4-gem."""
    gems = play.gems(me)[::-1]
    return tuple(
        dict.fromkeys(f"combine:{a}+{b}" for at, a in enumerate(gems) for b in gems[at + 1 :] if a + b <= LARGEST_GEM)
    )


def pay_tolls(play: Play, me: Seat, about: str) -> Steps[bool]:
    """Let the ongoing chips of all seats ask what combining costs. A seat that cannot or does not pay may not combine.

    They ask only where there is something to combine, before the combining chip does anything else.
    """
    for kind, text in play.box.acting(COMBINING):
        acts = any(kind in seat.ongoing for seat in play.playing)
        if acts and not (yield from carry(text(play, me, about))):
            play.log.append(ev.NotCombined(me.name, about))
            return False
    return True


def pay_puzzle_chips(play: Play, me: Seat, due: int, about: str, rule: str) -> Steps[bool]:
    """Ask for so many puzzle chips of the hand, one after the other; return whether all were discarded."""
    puzzle_chips = play.box.of_kind("puzzle")
    for still_due in range(due, 0, -1):
        if not play.could_hold(me, puzzle_chips):
            play.log.append(Forced(me.name, "pass"))
            return False

        def payments(due: int = still_due) -> Chips:
            puzzle = play.chips_in(me, "hand", "discard", puzzle_chips.__contains__)
            enough = me.most("hand", puzzle_chips.__contains__) >= due
            return (*(puzzle if enough else ()), "pass")

        token = yield from play.ask(me, "discard", payments, about, rule, also=("done",), hidden=True)
        if token == "pass":
            return False
        play.shift(me, token[8:], "hand", "discard")
        me.rule_in("hand", puzzle_chips.__contains__, still_due - 1)  # a seat that begins to pay can pay for all
    return True


def combine(play: Play, me: Seat, about: str) -> Steps[None]:
    """Make one gem of two gems of the own pile, if that can legally be done."""
    token = yield from play.ask(me, "combine", legal_combines(play, me), about, "combine")
    combine_these(play, me, token)


def combine_these(play: Play, me: Seat, token: str) -> None:
    """Make one gem of the two that an answer names."""
    a, b = (int(size) for size in token[8:].split("+"))
    play.leave_pile(me, a)
    play.leave_pile(me, b)
    make_one(play, me, a, b)


def make_one(play: Play, me: Seat, a: int, b: int) -> None:
    """Put the gem that two others make into the pile."""
    play.enter_pile(me, a + b)
    play.log.append(ev.Combined(me.name, (a, b)))


def may_combine(play: Play, me: Seat, about: str) -> Steps[bool]:
    """Return whether there is something to combine, and every price was paid."""
    if not legal_combines(play, me):
        return False
    return (yield from pay_tolls(play, me, about))
