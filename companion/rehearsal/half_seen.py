"""A twin that follows a real match and sees only a part of it.

The players play a match in which everything is seen. The twin is given the same answers, but only some of what comes
out of the bags and of what people do in secret; now and then it is told what some unseen pieces are. It may ask more,
offer more and know less than the real match. It must never refuse what really happened, and never know anything that
is not true.
"""

from __future__ import annotations

from collections import Counter, deque
from random import Random
from typing import Any, NamedTuple, TypeAlias

from companion.players.table import TableStep
from companion.rules import TABLE, UNSEEN, Draw, Event, Forced, Game, Holder, Illegal, Match, Question

EVERY = 5
"""The hidden zones are compared once in this many steps, because comparing takes longer than playing."""

TELLS = 0.15
"""The chance, after each step, that the twin is told what some unseen pieces of a zone are."""


class PlayedAnswer(NamedTuple):
    """An answer of the real match, given or forced."""

    seat: str
    token: str


Heard: TypeAlias = PlayedAnswer | tuple[str, ...]
"""What the twin is told: an answer, or the pieces of a draw."""


class HalfSeen:
    """The twin, and what went wrong with it. Give `follow` every step of the real match."""

    def __init__(self, real: Match, unseen: float, rng: Random) -> None:
        self.twin = real.copy()
        self.unseen = unseen
        self.rng = rng
        self.refused: list[str] = []
        """True answers and draws that the twin refused, did not offer, or did not wait for."""
        self.wrong: list[str] = []
        """What the twin took for known although it is not true."""
        self.most_cases = 0
        self._todo: deque[Heard] = deque()  # the part of this step that the twin has not been told yet

    @property
    def lost(self) -> bool:
        """Whether the twin has refused what really happened, so that there is nothing left to follow."""
        return bool(self.refused)

    def follow(self, real: Match, step: TableStep) -> None:
        """Let the twin follow a step that the real match has taken."""
        if self.lost:
            return
        try:
            self.hear(step)
            self.catch_up(real, step)
            self.compare_public(real)
            if real.over or step.number % EVERY == 0:
                self.compare_hidden(real)
            if self.rng.random() < TELLS:
                self.be_told(real)
        except Illegal as refusal:
            self.refused.append(f"step {step.number}, {step.said}: {refusal}")

    # -- hearing -----------------------------------------------------------------------------------------------

    def hear(self, step: TableStep) -> None:
        """Tell the twin a step and the answers that it forced, except those that the twin gives by itself."""
        if isinstance(step.said, str):
            self._todo += said_one_by_one(self.twin.game, step) or [PlayedAnswer(step.seat, step.said)]
        else:
            self._todo.append(step.said)
        self._todo += [PlayedAnswer(event.seat, event.token) for event in step.events if isinstance(event, Forced)]
        while self._todo:
            self.pass_over(step)
            if self._todo:
                self.say(self._todo.popleft())

    def happened(self, events: tuple[Event, ...]) -> None:
        """Drop the forced answers that the twin has just given by itself."""
        for event in events:
            if isinstance(event, Forced) and self._todo and self._todo[0] == event:
                self._todo.popleft()

    def pass_over(self, step: TableStep) -> None:
        """Answer what only the twin asks: it does not see that there is no choice, or what a shown hand holds."""
        while self._todo:
            heard, asked = self._todo[0], self.twin.pending
            if isinstance(asked, Draw):
                if not isinstance(heard, PlayedAnswer):
                    return
                self.happened(self.twin.draw(self.shown(asked, step)))
            elif isinstance(heard, PlayedAnswer) and (seat := self.who_says(heard)):
                self._todo[0] = heard._replace(seat=seat)
                return
            elif not self.says_none():
                return  # `say` will raise the twin's reason for refusing it

    def who_says(self, heard: PlayedAnswer) -> str:
        """Return who gives this answer: the seat that gave it, or one that the twin asks in its place, because the real
        match saw that neither of two mates had a choice; "" if it is not accepted."""
        asked = self.twin.waiting_for
        seats = (heard.seat,) if heard.seat in asked else asked
        return next((seat for seat in seats if self.twin.accepts(heard.token, seat)), "")

    def says_none(self) -> bool:
        """Answer `none` if it is offered: the real match did not ask, since there was nothing of the kind.

        Return whether it was offered.
        """
        for seat in self.twin.waiting_for:
            if "none" in self.twin.options(seat):
                self.happened(self.twin.answer("none", seat))
                return True
        return False

    def say(self, heard: Heard) -> None:
        """Give the twin an answer or a draw, of which it may miss some."""
        asked = self.twin.pending
        if not isinstance(heard, PlayedAnswer):
            hidden = isinstance(asked, Draw) and asked.owner
            self.happened(self.twin.draw(tuple(UNSEEN if hidden and self.misses() else kind for kind in heard)))
            return
        seat, token = heard
        in_secret = isinstance(asked, Question) and asked.blind and token.partition(":")[0] == asked.what
        if in_secret and self.misses():
            token = asked.blind  # type: ignore[union-attr]
        self.happened(self.twin.answer(token, seat))

    def misses(self) -> bool:
        return self.rng.random() < self.unseen

    def shown(self, due: Draw, step: TableStep) -> tuple[str, ...]:
        """Return what the twin sees of a draw: a hand that the step shows, less what it knew, or nothing."""
        for event in step.events:
            if getattr(event, "reveals", False) and event[0] == due.seat:
                known = Counter(self.twin.game.named(self.twin.table, due.source))
                shown: tuple[str, ...] = event[1]  # type: ignore[assignment]
                return tuple((Counter(shown) - known).elements())
        return (UNSEEN,) * due.count

    def catch_up(self, real: Match, step: TableStep) -> None:
        """Answer for the twin until it waits for the same as the real match."""
        while not waits_alike(self.twin, real):
            asked = self.twin.pending
            if isinstance(asked, Draw):
                self.happened(self.twin.draw(self.shown(asked, step)))
            elif not self.says_none():
                self.refused.append(
                    f"step {step.number}, {step.said}: it waits for {waits_for(self.twin)}, not {waits_for(real)}"
                )
                return

    # -- comparing ---------------------------------------------------------------------------------------------

    def compare_public(self, real: Match) -> None:
        """Check that what everybody can see is the same, and that the twin offers every real option."""
        if self.twin.view(TABLE).facts != real.view(TABLE).facts:
            self.wrong.append("the public numbers differ")
        for seat in real.waiting_for:
            for token in real.options(seat):
                if not self.twin.accepts(token, seat) and not says_more(real, token, seat):
                    self.refused.append(f"not offered to {seat}: {token}")

    def compare_hidden(self, real: Match) -> None:
        """Check that the true content of each zone is possible for the twin, and that what the twin knows is true."""
        for name in names(real):
            true, mine = holder(real, name), holder(self.twin, name).copy()
            self.most_cases = max(self.most_cases, len(mine.unseen))
            for place in mine.places if mine.unseen else ():
                known = Counter(kind for kind in mine.known(place) if kind != UNSEEN)
                if known - Counter(true.zone(place)):
                    self.wrong.append(f"{name}.{place} is thought to hold {known}")
            for place in mine.places:
                untold = Counter(true.zone(place)) - Counter(mine.zone(place))
                if mine.zone(place).count(UNSEEN) != untold.total() or mine.identify(place, tuple(untold.elements())):
                    self.wrong.append(f"{name}.{place} cannot hold {true.zone(place)}, and does")

    def be_told(self, real: Match) -> None:
        """Tell the twin what some unseen pieces of a zone are."""
        open_zones = [
            (name, place)
            for name in names(real)
            for place in holder(self.twin, name).places
            if UNSEEN in holder(self.twin, name).zone(place)
        ]
        if open_zones:
            name, place = self.rng.choice(open_zones)
            untold = Counter(holder(real, name).zone(place)) - Counter(holder(self.twin, name).zone(place))
            kinds = list(untold.elements())
            self.twin.learn(f"{name}.{place}", self.rng.sample(kinds, self.rng.randint(1, len(kinds))))


def said_one_by_one(game: Game[Any], step: TableStep) -> list[PlayedAnswer]:
    """Split an answer that says something of several pieces at once, because the twin may not know all of them.

    Empty for any other step.
    """
    if not isinstance(step.said, str):
        return []
    return [PlayedAnswer(step.seat, token) for token in game.one_by_one(step.seat, step.said, step.events)]


def says_more(real: Match, token: str, seat: str) -> bool:
    """Whether an answer says something of several pieces at once."""
    return bool(real.game.one_by_one(seat, token, real.copy().answer(token, seat)))


def waits_alike(twin: Match, real: Match) -> bool:
    """Whether a twin waits for the same as the real match. Where any of several may answer, it may wait for more."""
    mine, theirs = waits_for(twin), waits_for(real)
    if isinstance(real.pending, Question) and isinstance(twin.pending, Question):
        return mine[:2] == theirs[:2] and set(theirs[2]) <= set(mine[2])
    return mine == theirs


def waits_for(match: Match) -> tuple[Any, ...]:
    """Return what a match waits for, without the options."""
    pending = match.pending
    if isinstance(pending, Question):
        return pending.what, pending.about, pending.seats
    return (pending.source, pending.count) if isinstance(pending, Draw) else ()


def names(match: Match) -> tuple[str, ...]:
    return tuple(seat.name for seat in match.setup.seats)


def holder(match: Match, seat: str) -> Holder:
    """Return a seat's zones. A game whose seats are no `Holder` has nothing unseen."""
    found: Holder = match.table.seats[seat]  # type: ignore[attr-defined]
    return found
