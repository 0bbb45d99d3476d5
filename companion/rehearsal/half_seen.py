"""A match of which the referee sees only a part, beside the one that is really played.

The players play a match in which everything is seen. A twin of it hears the same answers, but of what comes out of the
bags, and of what people do in secret, only some; now and then somebody tells it a chip. The twin may ask more, offer
more and know less; it must never refuse what really happened, and never know anything that is not so.
"""

from __future__ import annotations

from collections import Counter, deque
from random import Random
from typing import Any, NamedTuple, TypeAlias

from companion.players.table import Step
from companion.rules import TABLE, UNSEEN, Draw, Event, Forced, Holder, Illegal, Match, Moved, Question

EVERY = 5
"""After so many steps the hidden zones are compared once more; it takes longer than playing them."""

TELLS = 0.15
"""How often, after a step, somebody tells the twin some of what lies unseen in a zone."""


class Answered(NamedTuple):
    """An answer of the real match, given or forced."""

    seat: str
    token: str


Heard: TypeAlias = Answered | tuple[str, ...]
"""One thing for the twin to hear: an answer, or what came out."""


class HalfSeen:
    """The twin, and what was wrong with it. Give `follow` every step of the real match."""

    def __init__(self, real: Match, unseen: float, rng: Random) -> None:
        self.twin = real.copy()
        self.unseen = unseen
        self.rng = rng
        self.refused: list[str] = []
        """True lines that the twin refused, did not offer, or did not wait for."""
        self.wrong: list[str] = []
        """What the twin knew and was not so."""
        self.most_cases = 0
        self._todo: deque[Heard] = deque()  # what the twin has yet to hear of this step

    @property
    def lost(self) -> bool:
        """Whether the twin has refused what really happened, so that there is nothing left to follow."""
        return bool(self.refused)

    def follow(self, real: Match, step: Step) -> None:
        """The real match took this step."""
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

    def hear(self, step: Step) -> None:
        """The step, and the answers in it that were forced, as far as the twin does not come to them by itself."""
        if isinstance(step.said, str):
            self._todo += laid_one_by_one(step) or [Answered(step.seat, step.said)]
        else:
            self._todo.append(step.said)
        self._todo += [Answered(event.seat, event.token) for event in step.events if isinstance(event, Forced)]
        while self._todo:
            self.pass_over(step)
            if self._todo:
                self.say(self._todo.popleft())

    def happened(self, events: tuple[Event, ...]) -> None:
        """What the twin did by itself need not be told to it."""
        for event in events:
            if isinstance(event, Forced) and self._todo and self._todo[0] == event:
                self._todo.popleft()

    def pass_over(self, step: Step) -> None:
        """What only the twin waits for: it does not see that there is nothing to choose from, or what a hand shows."""
        while self._todo:
            heard, asked = self._todo[0], self.twin.pending
            if isinstance(asked, Draw):
                if not isinstance(heard, Answered):
                    return
                self.happened(self.twin.draw(self.shown(asked, step)))
            elif isinstance(heard, Answered) and self.twin.accepts(heard.token, heard.seat):
                return
            elif not self.says_none():
                return  # it will say itself why it takes no such answer

    def says_none(self) -> bool:
        """Where there is nothing of what is asked for, the real match did not ask."""
        for seat in self.twin.waiting_for:
            if "none" in self.twin.options(seat):
                self.happened(self.twin.answer("none", seat))
                return True
        return False

    def say(self, heard: Heard) -> None:
        """Perhaps not everything of it is seen."""
        asked = self.twin.pending
        if not isinstance(heard, Answered):
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

    def shown(self, due: Draw, step: Step) -> tuple[str, ...]:
        """A hand that everybody saw, less what the twin knew of it."""
        for event in step.events:
            if getattr(event, "reveals", False) and event[0] == due.seat:
                known = Counter(holder(self.twin, due.seat).zone(due.place))
                shown: tuple[str, ...] = event[1]  # type: ignore[assignment]
                return tuple((Counter(shown) - known).elements())
        return (UNSEEN,) * due.count

    def catch_up(self, real: Match, step: Step) -> None:
        """Where the real match has gone on without a word, so does the twin."""
        while waits_for(self.twin) != waits_for(real):
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
        """What everybody can see is the same, and what can be done is offered."""
        if self.twin.view(TABLE).facts != real.view(TABLE).facts:
            self.wrong.append("the public numbers differ")
        for seat in real.waiting_for:
            for token in real.options(seat):
                if token != "play:gems" and not self.twin.accepts(token, seat):
                    self.refused.append(f"not offered to {seat}: {token}")

    def compare_hidden(self, real: Match) -> None:
        """How everything really lies is one of the ways that the twin takes for possible, and what it knows is so."""
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
        """Some of what lies unseen in some zone."""
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


def laid_one_by_one(step: Step) -> list[Answered]:
    """All gems of a hand at once are told to the twin, which does not know them all, one after the other."""
    if step.said != "play:gems":
        return []
    return [
        Answered(step.seat, f"play:{event.piece}")
        for event in step.events
        if isinstance(event, Moved) and (event.source, event.target) == (f"{step.seat}.hand", f"{step.seat}.played")
    ]


def waits_for(match: Match) -> tuple[Any, ...]:
    """What a match waits for, without what it offers."""
    pending = match.pending
    if isinstance(pending, Question):
        return pending.what, pending.about, pending.seats
    return (pending.source, pending.count) if isinstance(pending, Draw) else ()


def names(match: Match) -> tuple[str, ...]:
    return tuple(seat.name for seat in match.setup.seats)


def holder(match: Match, seat: str) -> Holder:
    """A seat's zones. Games whose seats are no holders have nothing unseen."""
    found: Holder = match.table.seats[seat]  # type: ignore[attr-defined]
    return found
