"""What somebody may try at a table of Puzzle Strike in order to be caught. Each is a mistake that readers show.

The table is one whose hands are known: whoever cheats sees his own chips.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.rules.kernel.cheats import Cheat
from companion.rules.kernel.events import Moved
from companion.rules.kernel.sentences import Term
from companion.rules.kernel.steps import UNSEEN
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import GEM_VALUE, GEMS, Seat, Table

TURN_BEGINS: Final = Term("Only when an ante is due.")
PILE_EMPTY: Final = Term("The pile is empty.")
NO_ACTION: Final = Term("That hand has no action.")
ACTING: Final = Term("Only in an action phase.")
BUYING: Final = Term("Only in a buy phase.")
BAG_EMPTY: Final = Term("The bag is empty.")
DISCARD_EMPTY: Final = Term("The discard pile is empty.")
AFFORDABLE: Final = Term("The bank has nothing that would be too dear.")

Finding = tuple[str, tuple[Moved, ...], tuple[Moved, ...], str]
"""Whose hands, which moves, instead of which, or why not now."""


def cheats(table: Table, owed: Sequence[Moved]) -> tuple[Cheat, ...]:
    """Everything that may be tried, each with its moves or with the reason why it cannot be tried now."""
    if table.phase not in ("action", "buy") or table.turn not in table.seats:
        return tuple(cheat._replace(not_now=ACTING) for cheat, _ in CHEATS)
    me = table.seats[table.turn]
    at = table.order.index(me.name)
    foe = table.seats[table.order[(at + 1) % len(table.order)]]
    found = []
    for cheat, find in CHEATS:
        seat, moves, instead, not_now = find(table, me, foe, owed)
        found.append(cheat._replace(seat=seat, moves=moves, instead=instead, not_now=not_now))
    return tuple(found)


def done(seat: Seat, *moves: Moved, instead: tuple[Moved, ...] = ()) -> Finding:
    """It can be done with these moves."""
    return seat.name, moves, instead, ""


def not_now(why: str) -> Finding:
    """It cannot be done."""
    return "", (), (), why


def wrong_ante(table: Table, me: Seat, foe: Seat, owed: Sequence[Moved]) -> Finding:
    """Another gem than the one that is due goes into the pile."""
    due = [one for one in owed if (one.source, one.target) == ("bank", f"{me.name}.pile") and one.piece in GEMS]
    others = [kind for kind in reversed(GEMS) if due and table.stock.get(kind) and kind != due[0].piece]
    if len(due) != 1 or not others:
        return not_now(TURN_BEGINS)
    nearest = min(others, key=lambda kind: (abs(GEM_VALUE[kind] - GEM_VALUE[due[0].piece]), kind))
    return done(me, Moved(nearest, 1, "bank", f"{me.name}.pile"), instead=(due[0],))


def gem_back(table: Table, me: Seat, foe: Seat, owed: Sequence[Moved]) -> Finding:
    """The largest gem of the own pile goes back into the bank."""
    gems = sorted((kind for kind in me.pile if kind in GEMS), key=GEM_VALUE.__getitem__)
    return done(me, Moved(gems[-1], 1, f"{me.name}.pile", "bank")) if gems else not_now(PILE_EMPTY)


def play_out_of_turn(table: Table, me: Seat, foe: Seat, owed: Sequence[Moved]) -> Finding:
    """Whoever is not on turn plays an action."""
    chips = actions(foe)
    if table.phase != "action":
        return not_now(ACTING)
    return done(foe, Moved(chips[0], 1, f"{foe.name}.hand", f"{foe.name}.played")) if chips else not_now(NO_ACTION)


def play_too_late(table: Table, me: Seat, foe: Seat, owed: Sequence[Moved]) -> Finding:
    """One more action is played, although the action phase is over."""
    chips = actions(me)
    if table.phase != "buy":
        return not_now(BUYING)
    return done(me, Moved(chips[0], 1, f"{me.name}.hand", f"{me.name}.played")) if chips else not_now(NO_ACTION)


def buy_out_of_turn(table: Table, me: Seat, foe: Seat, owed: Sequence[Moved]) -> Finding:
    """Whoever is not on turn takes a chip out of the bank."""
    chips = [kind for kind in ("combine", "crash_gem", "gem_1") if table.stock.get(kind)]
    return done(foe, Moved(chips[0], 1, "bank", f"{foe.name}.discard")) if chips else not_now(AFFORDABLE)


def buy_too_dear(table: Table, me: Seat, foe: Seat, owed: Sequence[Moved]) -> Finding:
    """The dearest chip of the bank is taken, which not even all the money of the hand would pay."""
    if table.phase != "buy":
        return not_now(BUYING)
    money = me.money + sum(GEM_VALUE.get(kind, 0) for kind in me.hand)
    prices = {kind: LIBRARY.price_of(kind, LIBRARY.reduction(me.effects)) for kind, left in table.stock.items() if left}
    dear = [kind for kind in prices if kind != "wound" and prices[kind] > money + 1]
    if not dear:
        return not_now(AFFORDABLE)
    return done(me, Moved(max(dear, key=lambda kind: (prices[kind], kind)), 1, "bank", f"{me.name}.discard"))


def draw_too_many(table: Table, me: Seat, foe: Seat, owed: Sequence[Moved]) -> Finding:
    """One more chip is drawn."""
    if not me.bag:
        return not_now(BAG_EMPTY)
    return done(me, Moved(UNSEEN, 1, f"{me.name}.bag", f"{me.name}.hand"))


def take_back(table: Table, me: Seat, foe: Seat, owed: Sequence[Moved]) -> Finding:
    """A chip that was discarded comes back into the hand."""
    chips = [kind for kind in me.discard if kind in LIBRARY and kind != "wound"] or [
        kind for kind in me.discard if kind in GEMS
    ]
    if not chips:
        return not_now(DISCARD_EMPTY)
    return done(me, Moved(chips[-1], 1, f"{me.name}.discard", f"{me.name}.hand"))


def actions(seat: Seat) -> list[str]:
    """The chips of a hand that may be played as actions; those with text only."""
    return [kind for kind in seat.hand if kind in LIBRARY and LIBRARY[kind].action and kind not in (*GEMS, "wound")]


Find = Callable[[Table, Seat, Seat, Sequence[Moved]], Finding]

CHEATS: Final[tuple[tuple[Cheat, Find], ...]] = (
    (Cheat("wrong_ante", Term("Wrong ante"), Term("Pay the ante with a gem of another size."), "gem_2",
           frozenset({"ante-phase", "ante", "panic-time", "turn-structure"})), wrong_ante),
    (Cheat("gem_back", Term("Steal from your pile"), Term("Put a gem of your own pile back into the bank."), "gem_1",
           frozenset({"gem-chips", "crash-gem", "combine"})), gem_back),
    (Cheat("play_out_of_turn", Term("Play out of turn"), Term("Play an action while it is not your turn."),
           "crash_gem", frozenset({"action-phase", "turn-structure", "black-arrow", "colored-arrows"})),
     play_out_of_turn),
    (Cheat("play_too_late", Term("Play twice"), Term("Play one more action after the action phase."), "crash_gem",
           frozenset({"action-phase", "turn-structure", "black-arrow", "colored-arrows"})), play_too_late),
    (Cheat("buy_out_of_turn", Term("Buy out of turn"), Term("Take a chip of the bank while it is not your turn."),
           "combine", frozenset({"buy-phase", "turn-structure", "gaining"})), buy_out_of_turn),
    (Cheat("buy_too_dear", Term("Buy without money"), Term("Take the dearest chip, which you cannot pay."),
           "double_crash_gem", frozenset({"buy-phase", "gem-power", "crash-money", "gaining"})), buy_too_dear),
    (Cheat("draw_too_many", Term("One chip too many"), Term("Draw one more chip out of the bag."), UNSEEN,
           frozenset({"cleanup-phase", "drawing", "draw-symbol", "height-bonus"})), draw_too_many),
    (Cheat("take_back", Term("Take a chip back"), Term("Take a chip out of your discard pile into your hand."),
           "combine", frozenset({"drawing", "draw-symbol", "cleanup-phase", "gaining"})), take_back),
)  # fmt: skip
