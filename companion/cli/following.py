"""Senses and arbiter as a rehearsal uses them: looks go in, and news comes out, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from companion.arbiter import news
from companion.arbiter.arbiter import Arbiter
from companion.rehearsal.games import companion as told
from companion.rules import Match
from companion.table.changes import with_doubt
from companion.table.layout import Layout
from companion.table.presence import Presence
from companion.table.sightings import Look, Uid
from companion.table.twin import Twin


class Following:
    """Follows a game by readers' looks and people's answers."""

    def __init__(
        self,
        match: Match,
        layout: Layout,
        kinds: Mapping[Uid, str],
        places: Mapping[Uid, str],
        *,
        twin: Twin | None = None,
        resting: Mapping[Uid, str] | None = None,
    ) -> None:
        """`twin` replaces `places` if not all places are known; `resting` is what lies on readers at first."""
        twin = twin or Twin(layout, dict(kinds), {uid: {zone} for uid, zone in places.items()})
        self.arbiter = Arbiter(match, layout, twin)
        self.presence = Presence(layout, resting or {}, hints=self.arbiter.hints)
        self.heard: list[told.Heard] = []
        self.whys: list[news.Grounds | None] = []
        """The reasons for what was heard, in the same order."""
        self.explain_seconds: list[float] = []
        self.arbiter.begin()
        self._hear()

    def look(self, look: Look) -> None:
        """Take in one look of a reader."""
        for change, doubt in with_doubt(self.presence.look(look), self.presence.touching):
            began = perf_counter()
            self.arbiter.take(change, look.at, doubt=doubt)
            self.explain_seconds.append(perf_counter() - began)
        self._hear()

    def tick(self, now: float) -> None:
        """Let time pass."""
        for change, doubt in with_doubt(self.presence.tick(now), self.presence.touching):
            self.arbiter.take(change, now, doubt=doubt)
        self.arbiter.tick(now, doubt=self.presence.touching)
        self._hear()

    def answer(self, seat: str, token: str, now: float) -> None:
        """Take a person's answer. Raises `Illegal`."""
        self.arbiter.say(token, seat, now)
        self._hear()

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Take the chips of a draw that everybody saw, such as a hand that was shown. Raises `Illegal`."""
        self.arbiter.draw(kinds, now)
        self._hear()

    def in_doubt(self) -> frozenset[str]:
        """The readers that should look more often now."""
        return self.presence.in_doubt()

    def _hear(self) -> None:
        fresh = self.arbiter.take_news()
        self.heard += map(as_told, fresh)
        self.whys += [getattr(one, "why", None) for one in fresh]


def as_told(one: news.News) -> told.Heard:
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
