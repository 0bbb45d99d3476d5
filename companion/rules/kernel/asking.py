"""Asking a seat, and drawing out of what nobody has seen, so that no question gives a hidden hand away.

A game's own player of its rules inherits from `Asking`, and says which places of a seat are hidden and how to tell that
a hand is open. Its table has `patient` (also ask what has only one answer) and `hold` (something was just learnt, so
somebody has to say even what now has only one answer).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

from companion.rules.kernel.events import Event, Forced
from companion.rules.kernel.lots import may_be
from companion.rules.kernel.steps import AGAIN, UNSEEN, Draw, Question, Steps
from companion.rules.kernel.unseen import Holder

Tokens: TypeAlias = tuple[str, ...]
Kind: TypeAlias = Callable[[str], bool]
"""Whether a kind is one of those looked for."""


class Asking:
    """Asks and draws for a table that is being played on."""

    hidden: ClassVar[tuple[str, ...]]
    """The places of a seat whose pieces only their owner may know."""
    held: ClassVar[str]
    """The one of them that is held, and that answers come from."""
    shown_in: ClassVar[str]
    """The place of a seat where its pieces come to lie open in the end, seen or not."""

    def __init__(self, table: Any, log: list[Event]) -> None:
        self.table = table
        self.log = log

    def hand_is_open(self, seat: Holder) -> bool:
        """Whether everybody can tell the hand: it is empty, or it holds all that the public places leave over."""
        if not seat.zone(self.held):
            return True
        others = any(seat.zone(place) for place in self.hidden if place != self.held)
        return not others and not (seat.unseen and UNSEEN in seat.zone(self.shown_in))

    def might_hold(self, seat: Holder, wanted: Kind) -> bool:
        """Whether, as far as everybody can tell, a wanted piece may lie in a hidden place of this seat."""
        if not any(seat.zone(place) for place in self.hidden):
            return False
        return any(wanted(kind) for place in self.hidden for kind in seat.kinds(place)) or any(
            map(wanted, may_be(seat.unseen, self.shown_in))
        )

    def ask(
        self,
        seat: Holder,
        what: str,
        options: Tokens | Callable[[], Tokens],
        about: str,
        rule: str,
        also: Tokens = (),
        hidden: bool = False,
        aloud: Tokens = (),
    ) -> Steps[str]:
        """Ask a seat, and return its answer; "" where there is nothing to choose from.

        An answer that is the only one is given by itself. If it is about hidden pieces, it is so only where everybody
        can tell that there is no other. Options that depend on what lies in a place are passed as a function, and
        computed again when something becomes known.
        """
        table = self.table
        while True:
            offered = options() if callable(options) else options
            if not offered:
                if not table.hold:
                    return ""
                offered = ("none",)  # what was learnt left nothing to choose from; somebody has to say so
            forced = len(offered) == 1 and (not hidden or self.hand_is_open(seat)) and not table.hold
            if forced and not table.patient:
                self.log.append(Forced(seat.name, offered[0]))
                return offered[0]
            token = yield Question(what, {seat.name: offered}, rule, about, also=also, forced=forced, aloud=aloud)
            if token is not AGAIN:
                table.hold = False
                return "" if token == "none" else str(token)

    def pick(self, seat: Holder, verb: str, wanted: Kind, about: str, rule: str) -> Steps[str]:
        """Ask for a piece of the hand; "" if there is none.

        Where it is not certain that there is one, the player can say `none`. A seat without one is asked too, as long
        as the others cannot know that it has none.
        """

        def find() -> Tokens:
            found = tuple(f"{verb}:{kind}" for kind in seat.kinds(self.held) if wanted(kind))
            if seat.least((self.held,), wanted):
                return found
            return (*found, "none") if found or (seat.zone(self.held) and self.might_hold(seat, wanted)) else ()

        token = yield from self.ask(seat, verb, find, about, rule, hidden=True)
        if not token:
            seat.rule_out(self.held, wanted)
            return ""
        kind = token[len(verb) + 1 :]
        seat.account_for(self.held, (kind,))
        return kind


def drawn(due: Draw, holder: Holder | None = None) -> Steps[Tokens]:
    """What the world answers to a draw; what becomes known of its source in the meantime changes what may come out."""
    while (kinds := (yield due)) is AGAIN:
        if holder is not None:
            due = due._replace(among=holder.zone(due.place), unseen=holder.unseen)
    return tuple(kinds)
