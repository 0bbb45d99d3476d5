"""Senses and referee as a rehearsal wants them: as `following`, and every input goes through referee and ledger."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from companion.arbiter.news import Committed, News
from companion.cli.following import as_told
from companion.referee.entries import PICKED
from companion.referee.inputs import Answered, Input, Seen, Ticked, Told
from companion.referee.outcome import Outcome
from companion.referee.referee import Referee
from companion.rehearsal.games import companion as told
from companion.rules import Illegal
from companion.table.changes import Change, with_doubt
from companion.table.presence import Presence
from companion.table.sightings import Look


class Refereed:
    """Follows a game from looks and answers, and keeps what it sends to the referee."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        layout = referee.beginning.layout
        self.presence = Presence(layout, referee.arbiter.twin.resting())
        self.sent: list[Input] = []
        self.heard: list[told.Heard] = [as_told(new) for new in referee.opening]
        self.explain_seconds: list[float] = []

    def look(self, look: Look) -> None:
        """One reader's look."""
        for change, doubt in with_doubt(self.presence.look(look), self.presence.touching):
            self._see(change, doubt, look.at)

    def tick(self, now: float) -> None:
        """Time passes."""
        for change, doubt in with_doubt(self.presence.tick(now), self.presence.touching):
            self._see(change, doubt, now)
        self._send(Ticked(now, self.presence.touching))

    def answer(self, seat: str, token: str, now: float) -> None:
        """A person answers. Raises `Illegal`."""
        self._send(Answered(seat, token, now, f"{len(self.sent)}"))

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Somebody says what everybody saw of a draw. Raises `Illegal`."""
        self._send(Told("", kinds, now, f"{len(self.sent)}"))

    def in_doubt(self) -> frozenset[str]:
        """The readers that should look more often."""
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
    """What was answered in secret nobody is told; who answered it knows."""
    if isinstance(one, Answered) and isinstance(new, Committed) and new.said.what == PICKED:
        return replace(new, said=new.said._replace(what=one.token))
    return new
