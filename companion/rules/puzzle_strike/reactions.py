"""Reaction windows: a seat may answer an event with one chip, or pass."""

from __future__ import annotations

from companion.rules.kernel import Forced, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.table import Chips, Seat


def note(play: Play, seat: Seat, why: str) -> None:
    """Note why the seat cannot answer what happened last, or cannot answer it again, for a later refusal to say."""
    play.table.no_reaction = {**play.table.no_reaction, seat.name: why}


def window(
    play: Play, seat: Seat, shields: frozenset[str], about: str, rule: str, *, in_pile: Chips = ()
) -> Steps[str]:
    """Ask for a reaction. Return the chip, which is on the discard pile by then; "" if there is none.

    The window opens where, as far as everybody can tell, the seat may have a fitting chip. So neither being asked nor
    not being asked shows whether it really has one.
    """
    if not in_pile and not play.could_hold(seat, shields):
        play.log.append(Forced(seat.name, "pass"))
        return ""

    def find() -> Chips:
        laid = (f"react:{kind}@pile" for kind in in_pile)
        return (*play.chips_in(seat, "hand", "react", shields.__contains__), *laid, "pass")

    token = yield from play.ask(seat, "react", find, about, rule, hidden=True)
    if token == "pass":
        return ""
    kind, _, place = token[6:].partition("@")
    play.log.append(ev.Reacted(seat.name, kind))
    play.shift(seat, kind, place or "hand", "discard")
    return kind
