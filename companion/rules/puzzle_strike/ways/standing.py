"""Who came where, when a match is over."""

from __future__ import annotations

from companion.rules.puzzle_strike.table import Side, Table, pile_total


def places_of(table: Table, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides in the order in which a match has ended; those that are equal together. Nothing before the end."""
    if not table.winner:
        return ()
    winners = next(side for side in sides if table.winner in side)
    ranked: dict[tuple[int, ...], Side] = {}
    for side in sides:
        ranked[rank(table, side, winners)] = ranked.get(rank(table, side, winners), ()) + side
    return tuple(ranked[one] for one in sorted(ranked))


def rank(table: Table, side: Side, winners: Side) -> tuple[int, ...]:
    """How far behind a side has ended: the winner, those who were tied with him, the others by their piles; then who
    had to leave, the last to leave before the others, or who ended the match by a pile too high."""
    name = side[0]
    if side == winners:
        return (0,)
    if name in table.out:
        return (3, -table.out.index(name))
    if name in table.losers[:1] and len(table.losers) == 1:
        return (3,)
    return (1 if name in table.tied else 2, pile_total(table.seats[name].pile))
