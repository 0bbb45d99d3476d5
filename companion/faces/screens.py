"""A screen for each audience, made of what the referee tells: kept up to date by its thread, asked for from any other.

Each audience's screens have a number of their own, which rises only when that audience sees something else: it tells
nothing of what others see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Lock
from typing import Final

from companion.arbiter.news import Committed, News, Righted, Ruling
from companion.faces.hands import as_known_to, laid_open
from companion.faces.languages import ENGLISH
from companion.faces.screen import Choice, Cited, Screen
from companion.faces.screen_words import (
    CALLED,
    LAST,
    LOOKED,
    UNSAVED,
    WENT_BACK,
    WENT_BACK_BECAUSE,
    Fact,
    Language,
    Seen,
    Told,
    cited,
    ran_out,
    said,
    screen_of,
    words_of,
)
from companion.referee.outcome import Moment
from companion.referee.referee import Referee
from companion.rules import JUDGE, TABLE, Match
from companion.rules.kernel.board import Board
from companion.rules.kernel.sentences import COMMA, Sentence, Term, Terms

BEFORE: Final = 8
"""Inputs of which a screen tells after a restart."""
NAME: Final = "screens"
"""Of the referee's subscriber."""


class Screens:
    """Follows one game. `changed` is told which audiences see something else; it is called by the referee's thread."""

    def __init__(self, referee: Referee, changed: Callable[[frozenset[str]], None] | None = None) -> None:
        """To be made before the referee's thread runs, or by it."""
        self.seats = referee.arbiter.record.seats
        self.audiences = (TABLE, *self.seats, JUDGE)
        self._referee = referee
        self._changed = changed
        self._lock = Lock()
        self._notes: tuple[Sentence, ...] = ()
        self._asides: tuple[Sentence, ...] = ()
        self._happened: dict[str, tuple[Told, ...]] = dict.fromkeys(self.audiences, ())
        self._seen: dict[str, Seen] = {}
        self._english: dict[str, Screen] = {}
        self._open = referee.arbiter.match
        record = referee.arbiter.record
        self._tell([record.moves_since(record.point - BEFORE)])
        self._update(referee.moment())
        referee.subscribe(NAME, self.take)

    # -- what is new -------------------------------------------------------------------------------------------

    def take(self, moment: Moment) -> None:
        """Something has happened; the referee's thread says so."""
        self._tell([new for new in map(fact_of, moment.news) if new is not None])
        self._tell(map(ran_out, moment.ran_out))
        self._update(moment)

    def note(self, *notes: Sentence, asides: tuple[Sentence, ...] = ()) -> None:
        """What is not as it should be, from now on, and what is said by the way. From any thread."""
        with self._lock:  # kept at once: else it could take the place of what the referee has shown meanwhile
            self._notes, self._asides = notes, asides
            seen = {
                audience: replace(seen, notes=self._notes_of(seen.moment), asides=self._asides_of(seen.moment))
                for audience, seen in self._seen.items()
            }
            changed = self._keep(seen)
        self._announce(changed)

    def _tell(self, facts: Iterable[Fact]) -> None:
        match, words = self._referee.arbiter.match, self._referee.arbiter.match.game.words
        for fact in facts:
            for audience in self.audiences:
                if lines := said(fact, match, audience, words):
                    self._happened[audience] = (*self._happened[audience], Told(fact, lines))[-LAST:]

    def _update(self, moment: Moment) -> None:
        """What everybody sees now. By the referee's thread: it looks at the arbiter."""
        arbiter, game = self._referee.arbiter, self._referee.saving.game
        self._open = laid_open(arbiter)
        title = str(game.header.get("title") or moment.match.game.title)
        head = game.head if self._referee.over else ""
        notes, asides = self._notes_of(moment), self._asides_of(moment)
        seen = {}
        for audience in self.audiences:
            match = as_known_to(arbiter, audience) if audience in self.seats else arbiter.match
            if match is arbiter.match:
                match = moment.match
            may = may_say(match, moment.match, audience) if audience in self.seats else ()
            view = match.view(audience)
            seen[audience] = Seen(moment, match, view, may, self._happened[audience], notes, asides, title, head)
        with self._lock:
            changed = self._keep(seen)
        self._announce(changed)

    def _notes_of(self, moment: Moment) -> tuple[Sentence, ...]:
        notes = self._notes
        if moment.calls:
            callers = (Term("the table") if caller == TABLE else caller for caller in moment.calls)
            notes += (Sentence(CALLED, {"seats": Terms(callers, COMMA)}),)
        if moment.unsaved:
            notes += (Sentence(UNSAVED, {"entries": moment.unsaved}),)
        return notes

    def _asides_of(self, moment: Moment) -> tuple[Sentence, ...]:
        looked = (Sentence(LOOKED, {"times": moment.looks}),) if moment.looks else ()
        return self._asides + looked

    def _keep(self, seen: dict[str, Seen]) -> frozenset[str]:
        """These are the screens now; whose have changed. With the lock held."""
        changed = set()
        for audience, now in seen.items():
            before = self._english.get(audience)
            screen = screen_of(now, ENGLISH, before.number if before else 0)
            if before is None or screen != before:
                screen = replace(screen, number=screen.number + 1)
                changed.add(audience)
                self._english[audience] = screen
            self._seen[audience] = now
        return frozenset(changed)

    def _announce(self, changed: frozenset[str]) -> None:
        if changed and self._changed:
            self._changed(changed)

    # -- what can be asked, from any thread --------------------------------------------------------------------

    def screen(self, audience: str, language: Language = ENGLISH) -> Screen:
        """What this audience sees now. KeyError for one that there is not."""
        with self._lock:
            seen, english = self._seen[audience], self._english[audience]
        return english if language.code == ENGLISH.code else screen_of(seen, language, english.number)

    def why_not(self, seat: str, token: str, language: Language = ENGLISH) -> tuple[str, Cited | None] | None:
        """Why a seat cannot say this now, in words for it alone, with the rule; None where it can."""
        with self._lock:
            match = self._seen[seat].match
        match = match.copy()
        refusal = match.why_not(token, seat)
        return (refusal.said(language.say), cited(match, refusal.rule, language)) if refusal else None

    def not_allowed(self, seat: str, language: Language = ENGLISH) -> tuple[Choice, ...]:
        """What a seat may think of and cannot do now, made of what it sees itself: of each `why_not` tells why."""
        with self._lock:
            seen = self._seen[seat]
        match, words = seen.match.copy(), words_of(seen.match, language)
        thought = match.game.thinkable(seen.view)
        return tuple(Choice(token, words.token(token)) for token in thought if match.why_not(token, seat))

    def laid_open(self, language: Language = ENGLISH) -> Board:
        """All that is known of hidden zones too. Only after a `Looked` has been recorded."""
        with self._lock:
            match = self._open
        return words_of(match, language).board(match.view(JUDGE))


def fact_of(news: News) -> Fact | None:
    """What people are told of a piece of news; None for what shows elsewhere."""
    if isinstance(news, Committed):
        if news.said.kind == "back":
            reason = news.said.what[1]
            return Sentence(WENT_BACK_BECAUSE, {"reason": reason}) if reason else Sentence(WENT_BACK)
        return news.events
    return news if isinstance(news, Ruling | Righted) else None


def may_say(own: Match, public: Match, seat: str) -> tuple[str, ...]:
    """What a seat may answer, as far as it knows its hand; all of it is accepted by the match that everybody knows."""
    if own is public or seat not in public.waiting_for:
        return public.options(seat)
    return tuple(token for token in own.options(seat) if public.accepts(token, seat)) or public.options(seat)
