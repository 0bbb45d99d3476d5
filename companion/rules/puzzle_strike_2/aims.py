"""What an answer points at on the picture of the table."""

from __future__ import annotations

from companion.rules.kernel import Question
from companion.rules.kernel.board import Aim
from companion.rules.kernel.places import at
from companion.rules.puzzle_strike_2.table import DIAMOND, SCEPTER, zone_names

OF_THE_HAND = ("play", "discard", "trash")
OF_THE_PILE = ("swap", "crash", "destroy")


def aims(question: Question, token: str, seat: str) -> tuple[Aim, ...]:
    """The places and pieces that an answer speaks of.

    >>> aims(Question("buy", {}, ""), "buy:dash@2", "A")
    (Aim(place='row@2', kind='dash'),)
    """
    verb, _, what = token.partition(":")
    kind, _, slot = what.partition("@")
    names = zone_names(seat)
    if slot:
        return (Aim(at("row", slot), kind),)
    if verb in OF_THE_HAND:
        return (Aim(names["hand"], kind),)
    if verb in OF_THE_PILE:
        spaces = [int(space) for space in what.split("+")]
        if verb == "swap" and len(spaces) == 1:
            spaces.append(spaces[0] - 1)
        return tuple(Aim(at(names["pile"], str(space))) for space in spaces)
    if verb == "diamond":
        return (Aim(names[DIAMOND]),)
    if verb in ("power_up", "yield"):
        return (Aim(names[SCEPTER]),)
    return (Aim(names["pile"]),) if verb == "drop" else ()
