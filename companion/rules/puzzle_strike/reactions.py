"""Reaction windows: a seat may answer an event with one chip, or pass."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.kernel import Forced, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.table import Chips, Seat

NONE: frozenset[str] = frozenset()


def note(play: Play, seat: Seat, why: str) -> None:
    """Note why the seat cannot answer what happened last, or cannot answer it again, for a later refusal to say."""
    play.table.no_reaction = {**play.table.no_reaction, seat.name: why}


def window(
    play: Play, group: Sequence[Seat], shields: frozenset[str], about: str, rule: str, *, laid: frozenset[str] = NONE
) -> Steps[tuple[Seat, str]]:
    """Ask a seat, or either of two mates, for a reaction. Return who reacts, and the chip, which is on the discard pile
    by then; "" if there is none. `laid` are the kinds that may be used out of the pile.

    The window opens where, as far as everybody can tell, a seat may have a fitting chip. So neither being asked nor
    not being asked shows whether it really has one.
    """
    asked = [seat for seat in group if play.could_hold(seat, shields) or not laid.isdisjoint(play.holder(seat).pile)]
    if not asked:
        play.log.append(Forced(group[0].name, "pass"))
        return group[0], ""

    def find(seat: Seat) -> Chips:
        in_pile = (f"react:{kind}@pile" for kind in sorted(laid) if kind in play.holder(seat).pile)
        return (*play.chips_in(seat, "hand", "react", shields.__contains__), *in_pile, "pass")

    seat, token = yield from play.ask_either(asked, "react", find, about, rule)
    if token == "pass":
        return seat, ""
    kind, _, place = token[6:].partition("@")
    play.log.append(ev.Reacted(seat.name, kind))
    play.shift(seat, kind, place or "hand", "discard")
    return seat, kind
