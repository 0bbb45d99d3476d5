"""A session as a rehearsal sees it: looks, time and answers go in, and what was told comes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from time import perf_counter

from companion.arbiter import news
from companion.arbiter.news import Committed, News
from companion.referee.entries import PICKED
from companion.referee.inputs import Answered, Back, Input, Personal, Told
from companion.referee.outcome import Outcome
from companion.referee.referee import Referee
from companion.rehearsal.games import companion as told
from companion.rules import Illegal, Match
from companion.session.scratch import places_in, unrecorded
from companion.session.session import TableSession
from companion.table.layout import Layout
from companion.table.sightings import Look, Uid


class Following:
    """Follows a game by readers' looks and people's answers."""

    def __init__(self, game: Referee, resting: Mapping[Uid, str] | None = None) -> None:
        """`resting` is what lies on readers at first, if that is known better than by the game."""
        self.session = TableSession(game.beginning.layout)
        self.game = game
        self.heard: list[told.Heard] = []
        self.whys: list[news.Grounds | None] = []
        """The reasons for what was heard, in the same order."""
        self.explain_seconds: list[float] = []
        """What each change took, with the longest tick before the next change: long searches run in ticks."""
        self._longest_tick = 0.0
        self.taken: list[Input] = []
        """Every input that the referee was given, as it took it."""
        self._sent = 0
        self._hear(game.opening)
        self.session.play(game, 0.0, resting)

    @classmethod
    def of(cls, match: Match, layout: Layout, kinds: Mapping[Uid, str], places: Mapping[Uid, str]) -> Following:
        """Follow a match at its beginning, whose record nobody needs. Where each chip lies is known."""
        return cls(unrecorded(match, layout, kinds, places_in(layout, kinds, places)))

    def look(self, look: Look) -> None:
        """Take in one look of a reader."""
        began = perf_counter()
        outcomes = [*self.session.look(look), *self._waiting()]
        if outcomes:
            self.explain_seconds += [(perf_counter() - began) / len(outcomes)] * len(outcomes)
            self._longest_tick = 0.0
            self._take(outcomes)

    def tick(self, now: float) -> None:
        """Let time pass."""
        began = perf_counter()
        outcomes = [*self.session.tick(now), *self._waiting()]
        spent = perf_counter() - began
        if self.explain_seconds and spent > self._longest_tick:
            self.explain_seconds[-1] += spent - self._longest_tick
            self._longest_tick = spent
        self._take(outcomes)

    def answer(self, seat: str, token: str, now: float) -> None:
        """Take a person's answer. Raises `Illegal`."""
        self._say(Answered(seat, token, now, self._id()), now)

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Take the chips of a draw that everybody saw, such as a hand that was shown. Raises `Illegal`."""
        self._say(Told("", kinds, now, self._id()), now)

    def back(self, by: tuple[str, ...], point: int, now: float) -> None:
        """Take back what was committed since that point. Raises `Illegal`."""
        self._say(Back(by, point, "not so", now, self._id()), now)

    def in_doubt(self) -> frozenset[str]:
        """The readers that should look more often now."""
        return self.session.in_doubt()

    def _id(self) -> str:
        self._sent += 1
        return str(self._sent)

    def _say(self, one: Personal, now: float) -> None:
        outcome = self.session.say(one, now)
        self._take([outcome])
        if isinstance(outcome.refusal, Illegal):
            raise outcome.refusal

    def _waiting(self) -> Iterator[Outcome]:
        """Take what may wait for everything else: here nothing else is to be done."""
        while (waited := self.session.rest()) is not None:
            yield waited

    def _take(self, outcomes: Iterable[Outcome]) -> None:
        """Hear what was told. A breakdown, after which a game at a table goes on, ends a rehearsal."""
        for outcome in outcomes:
            self.taken.append(outcome.input)
            if outcome.failed:
                raise RuntimeError(outcome.words) from self.game.troubles[-1].problem
            if outcome.moment:
                self._hear(known_to(outcome.input, new) for new in outcome.moment.news)

    def _hear(self, fresh: Iterable[News]) -> None:
        for new in fresh:
            self.heard.append(as_told(new))
            self.whys.append(getattr(new, "why", None))


def known_to(one: Input, new: News) -> News:
    """The news as the sender of an input knows it: a secret answer is told to nobody, but its sender knows it."""
    if isinstance(one, Answered) and isinstance(new, Committed) and new.said.what == PICKED:
        return replace(new, said=new.said._replace(what=one.token))
    return new


def as_told(one: News) -> told.Heard:
    """A piece of news in the terms of a rehearsal, which knows nothing of the arbiter."""
    if isinstance(one, news.Committed):
        kind, who, what = one.said
        return told.Committed(kind, str(who), what, one.at)
    if isinstance(one, news.Asked):
        return told.Asked(one.number, one.seats, one.options, one.at)
    if isinstance(one, news.Withdrawn):
        return told.Withdrawn(one.number, one.at)
    if isinstance(one, news.Ruling):
        owed = tuple((debt.kind, debt.source, debt.target) for debt in one.owed)
        return told.Ruled(one.number, one.kind, one.seat, one.rule, one.tokens, one.words, one.at, one.chips, owed)
    return told.Righted(one.number, one.at)
