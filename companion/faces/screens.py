"""A screen for each audience. The referee's thread keeps them up to date, and any thread may ask for them.

Each audience's screens are numbered on their own. The number rises only when that audience sees something new, so it
reveals nothing of what others see.
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
    GIVEN_AWAY,
    LAST,
    LOOKED,
    UNSAVED,
    WENT_BACK,
    WENT_BACK_BECAUSE,
    Fact,
    ScreenLanguage,
    ScreenSource,
    ToldFact,
    cited,
    disk_remedy,
    opened,
    ran_out,
    said,
    screen_of,
    words_of,
)
from companion.ledger import DeviceKey, checkpoint_of
from companion.referee.outcome import Moment
from companion.referee.referee import Referee
from companion.rules import JUDGE, TABLE, Match
from companion.rules.kernel.board import Board
from companion.rules.kernel.sentences import COMMA, Sentence, Term, Terms
from companion.rules.kernel.typed import understood

BEFORE: Final = 8
"""How many of the last inputs a screen tells about after a restart."""
NAME: Final = "screens"
"""The name under which screens subscribe to the referee."""


class Screens:
    """The screens of one game. `changed` is called with the audiences that see something new."""

    def __init__(
        self, referee: Referee, changed: Callable[[frozenset[str]], None] | None = None, key: DeviceKey | None = None
    ) -> None:
        """To be made before the referee's thread runs, or by it. `key` signs the record when it is closed."""
        self.seats = referee.arbiter.record.seats
        self.audiences = (TABLE, *self.seats, JUDGE)
        self._referee = referee
        self._changed = changed
        self._key = key
        self._lock = Lock()
        self._notes: tuple[Sentence, ...] = ()
        self._asides: tuple[Sentence, ...] = ()
        self._happened: dict[str, tuple[ToldFact, ...]] = dict.fromkeys(self.audiences, ())
        self._seen: dict[str, ScreenSource] = {}
        self._english: dict[str, Screen] = {}
        self._open = referee.arbiter.match
        record = referee.arbiter.record
        self._tell([record.moves_since(record.point - BEFORE)])
        self._update(referee.moment())
        referee.subscribe(NAME, self.take)

    # -- what is new -------------------------------------------------------------------------------------------

    def take(self, moment: Moment) -> None:
        """Take in what has happened. Called by the referee's thread."""
        self._tell([new for new in map(fact_of, moment.news) if new is not None])
        self._tell(map(ran_out, moment.ran_out))
        self._tell([opened(moment.opened)] if moment.opened else [])
        self._update(moment)

    def note(self, *notes: Sentence, asides: tuple[Sentence, ...] = ()) -> None:
        """Set what is not as it should be, and what is said in passing. From any thread."""
        with self._lock:  # held throughout: otherwise this could overwrite what the referee shows meanwhile
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
                    self._happened[audience] = (*self._happened[audience], ToldFact(fact, lines))[-LAST:]

    def _update(self, moment: Moment) -> None:
        """Work out what everybody sees now. Only in the referee's thread, because it reads the arbiter."""
        arbiter, game = self._referee.arbiter, self._referee.saving.game
        self._open = laid_open(arbiter)
        title = str(game.header.get("title") or moment.match.game.title)
        head = game.head if self._referee.over and not moment.unsaved else ""  # what is not on disk has no head yet
        checkpoint = self._checkpoint() if head else ""
        notes, asides = self._notes_of(moment), self._asides_of(moment)
        seen = {}
        for audience in self.audiences:
            match = as_known_to(arbiter, audience) if audience in self.seats else arbiter.match
            if match is arbiter.match:
                match = moment.match
            may = may_say(match, moment.match, audience) if audience in self.seats else ()
            view = match.view(audience)
            seen[audience] = ScreenSource(
                moment, match, view, may, self._happened[audience], notes, asides, title, head, checkpoint
            )
        with self._lock:
            changed = self._keep(seen)
        self._announce(changed)

    def _checkpoint(self) -> str:
        """The head of the closed record, signed by this device."""
        head = self._referee.saving.game.as_head
        return checkpoint_of(head, self._key.sign(head) if self._key else None).text

    def _notes_of(self, moment: Moment) -> tuple[Sentence, ...]:
        notes = self._notes
        if moment.calls:
            callers = (Term("the table") if caller == TABLE else caller for caller in moment.calls)
            notes += (Sentence(CALLED, {"seats": Terms(callers, COMMA)}),)
        if moment.unsaved:
            notes += (Sentence(UNSAVED, {"entries": moment.unsaved}), Sentence(disk_remedy(moment.disk)))
        return notes

    def _asides_of(self, moment: Moment) -> tuple[Sentence, ...]:
        looked = (Sentence(LOOKED, {"times": moment.looks}),) if moment.looks else ()
        places = (Term("the judge") if place == JUDGE else place for place in moment.given_away)
        given_away = (Sentence(GIVEN_AWAY, {"places": Terms(places, COMMA)}),) if moment.given_away else ()
        return self._asides + looked + given_away

    def _keep(self, seen: dict[str, ScreenSource]) -> frozenset[str]:
        """Keep these as what is seen now, and return the audiences whose screens changed. The caller holds the lock."""
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

    def screen(self, audience: str, language: ScreenLanguage = ENGLISH) -> Screen:
        """Return what this audience sees now. Raises KeyError for an unknown audience."""
        with self._lock:
            seen, english = self._seen[audience], self._english[audience]
        return english if language.code == ENGLISH.code else screen_of(seen, language, english.number)

    def why_not(self, seat: str, said: str, language: ScreenLanguage = ENGLISH) -> tuple[str, Cited | None] | None:
        """Return why a seat cannot say this now, in words for that seat alone, and the rule; None if it can. It may be
        a token, or said as at the table."""
        with self._lock:
            match = self._seen[seat].match
        match = match.copy()
        token = understood(match, seat, said, words_of(match, language)) or match.game.spelt(said)
        refusal = match.why_not(token, seat)
        return (refusal.said(language.say), cited(match, refusal.rule, language)) if refusal else None

    def not_allowed(self, seat: str, language: ScreenLanguage = ENGLISH) -> tuple[Choice, ...]:
        """Return what a player might think of but cannot do now, by what the seat sees; `why_not` explains each."""
        with self._lock:
            seen = self._seen[seat]
        match, words = seen.match.copy(), words_of(seen.match, language)
        thought = match.game.thinkable(seen.view)
        return tuple(Choice(token, words.token(token)) for token in thought if match.why_not(token, seat))

    def laid_open(self, language: ScreenLanguage = ENGLISH) -> Board:
        """Return the board with what is known of hidden zones. Only after a `Looked` has been recorded."""
        with self._lock:
            match = self._open
        return words_of(match, language).board(match.view(JUDGE))


def fact_of(news: News) -> Fact | None:
    """Return what people are told about a piece of news; None if it shows elsewhere."""
    if isinstance(news, Committed):
        if news.said.kind == "back":
            reason = news.said.what[1]
            return Sentence(WENT_BACK_BECAUSE, {"reason": reason}) if reason else Sentence(WENT_BACK)
        return news.events
    return news if isinstance(news, Ruling | Righted) else None


def may_say(own: Match, public: Match, seat: str) -> tuple[str, ...]:
    """Return what a seat may answer, as far as it knows its hand. The match that everybody knows accepts all of it."""
    if own is public or seat not in public.waiting_for:
        return public.options(seat)
    return tuple(token for token in own.options(seat) if public.accepts(token, seat)) or public.options(seat)
