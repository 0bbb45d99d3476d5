"""Reaction windows: a seat may answer an event with one chip, or pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.kernel import Forced, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.play import Play, RunningChip
from companion.rules.puzzle_strike.sets.chip import carry
from companion.rules.puzzle_strike.table import Chips, Seat

NONE: frozenset[str] = frozenset()


def note(play: Play, seat: Seat, why: str) -> None:
    """Note why the seat cannot answer what happened last, or cannot answer it again, for a later refusal to say."""
    play.table.no_reaction = {**play.table.no_reaction, seat.name: why}


def window(
    play: Play,
    group: Sequence[Seat],
    shields: frozenset[str],
    about: str,
    rule: str,
    *,
    to: Chips,
    laid: frozenset[str] = NONE,
) -> Steps[tuple[Seat, str]]:
    """Ask a seat, or either of two mates, for a reaction. Return who reacts, and the chip, which is on the discard pile
    by then; "" if there is none. `to` is what they answer; `laid` are the kinds that may be used out of the pile.

    The window opens where, as far as everybody can tell, a seat may have a fitting chip. So neither being asked nor
    not being asked shows whether it really has one.
    """
    fitting = {seat.name: able(play, seat, shields, to) for seat in group}
    asked = [
        seat
        for seat in group
        if play.could_hold(seat, fitting[seat.name]) or not laid.isdisjoint(play.holder(seat).pile)
    ]
    if not asked:
        play.log.append(Forced(group[0].name, "pass"))
        return group[0], ""

    def find(seat: Seat) -> Chips:
        in_pile = (f"react:{kind}@pile" for kind in sorted(laid) if kind in play.holder(seat).pile)
        return (*play.chips_in(seat, "hand", "react", fitting[seat.name].__contains__), *in_pile, "pass")

    seat, token = yield from play.ask_either(asked, "react", find, about, rule)
    if token == "pass":
        return seat, ""
    kind, _, place = token[6:].partition("@")
    play.log.append(ev.Reacted(seat.name, kind))
    play.shift(seat, kind, place or "hand", "discard")
    return seat, kind


def able(play: Play, seat: Seat, shields: frozenset[str], to: Chips) -> frozenset[str]:
    """The shields that can do something for this seat now."""
    conditions = play.box.conditions(*to)
    if shields.isdisjoint(conditions):
        return shields
    return frozenset(kind for kind in shields if kind not in conditions or conditions[kind](play, seat))


def respond(play: Play, me: Seat, kind: str, to: Chips, *event: object) -> Steps[Any]:
    """Carry out a reaction to the first of these that the chip answers. The chip lies on the discard pile."""
    outer = play.running
    play.running = RunningChip(kind, "discard")
    result = yield from carry(play.box.reaction(kind, *to)(play, me, *event))
    play.running = outer
    return result
