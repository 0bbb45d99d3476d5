"""Senses and referee as a rehearsal uses them: like `following`, but inputs go through referee and ledger."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Protocol

from companion.arbiter.news import Committed, News
from companion.cli.following import as_told
from companion.referee.entries import PICKED
from companion.referee.header import Beginning
from companion.referee.inputs import Answered, Input, Seen, Ticked, Told
from companion.referee.outcome import Outcome
from companion.rehearsal.games import companion as told
from companion.rules import Illegal
from companion.table.changes import Change, with_doubt
from companion.table.hints import Hints
from companion.table.presence import Presence
from companion.table.sightings import Look


class Stepped(Protocol):
    """A referee, or what stands for one, as a rehearsal needs it."""

    @property
    def beginning(self) -> Beginning:
        """How the game began."""
        ...

    @property
    def opening(self) -> tuple[News, ...]:
        """What it began with."""
        ...

    @property
    def hints(self) -> Hints:
        """What helps to read the table just now."""
        ...

    def step(self, one: Input) -> Outcome:
        """Take one input."""
        ...


class Refereed:
    """Follows a game by readers' looks and people's answers, and keeps what it sends to the referee."""

    def __init__(self, referee: Stepped) -> None:
        self.referee = referee
        layout = referee.beginning.layout
        self.presence = Presence(layout, referee.hints.resting, lambda: self.referee.hints)
        self.sent: list[Input] = []
        self.heard: list[told.Heard] = [as_told(new) for new in referee.opening]
        self.explain_seconds: list[float] = []

    def look(self, look: Look) -> None:
        """Take in one look of a reader."""
        for change, doubt in with_doubt(self.presence.look(look), self.presence.touching):
            self._see(change, doubt, look.at)

    def tick(self, now: float) -> None:
        """Let time pass."""
        for change, doubt in with_doubt(self.presence.tick(now), self.presence.touching):
            self._see(change, doubt, now)
        self._send(Ticked(now, self.presence.touching))

    def answer(self, seat: str, token: str, now: float) -> None:
        """Take a person's answer. Raises `Illegal`."""
        self._send(Answered(seat, token, now, f"{len(self.sent)}"))

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Take the chips of a draw that everybody saw. Raises `Illegal`."""
        self._send(Told("", kinds, now, f"{len(self.sent)}"))

    def in_doubt(self) -> frozenset[str]:
        """The readers that should look more often now."""
        return self.presence.in_doubt()

    def _see(self, change: Change, doubt: bool, now: float) -> None:
        began = perf_counter()
        self._send(Seen(change, now, doubt))
        self.explain_seconds.append(perf_counter() - began)

    def _send(self, one: Input) -> Outcome:
        outcome = self.referee.step(one)
        self.sent.append(outcome.input)
        if isinstance(outcome.refusal, Illegal):
            raise outcome.refusal
        if outcome.moment:
            self.heard += [as_told(known_to(one, new)) for new in outcome.moment.news]
        return outcome


def known_to(one: Input, new: News) -> News:
    """The news as the sender of an input knows it: a secret answer is told to nobody, but its sender knows it."""
    if isinstance(one, Answered) and isinstance(new, Committed) and new.said.what == PICKED:
        return replace(new, said=new.said._replace(what=one.token))
    return new
