"""A screen for each audience. Each moment that a session publishes brings new ones, and any thread may ask for them.

Each audience's screens are numbered on their own. The number rises only when that audience sees something new, so it
reveals nothing of what others see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from threading import Lock
from typing import Final

from companion.arbiter.news import Committed, News, Righted, Ruling
from companion.faces.granted import Granted, granted_after
from companion.faces.languages import ENGLISH
from companion.faces.previews import Preview, previews_of
from companion.faces.screen import Choice, Cited, Screen
from companion.faces.screen_words import (
    CALLED,
    GIVEN_AWAY,
    LOOKED,
    TOLD,
    UNSAVED,
    WENT_BACK,
    WENT_BACK_BECAUSE,
    Fact,
    ScreenLanguage,
    ScreenSource,
    ToldFact,
    cited,
    disk_remedy,
    lines_of,
    opened,
    ran_out,
    said,
    screen_of,
    words_of,
)
from companion.ledger import DeviceKey, Head, checkpoint_of
from companion.referee.outcome import Moment
from companion.rules import JUDGE, TABLE, Match
from companion.rules.kernel.board import Board
from companion.rules.kernel.sentences import COMMA, Sentence, Term, Terms
from companion.rules.kernel.typed import understood

ANEW: Final = ("back", "correct")
"""Inputs after which nobody can say any more what the last answer was. What people learn in secret changes nothing
here, so that the moment of it shows on no other screen."""

MOST_PREVIEWS: Final = 120
"""The most answers of which a seat is told what they lead to."""


class Screens:
    """The screens of one game. `changed` is called with the audiences that see something new."""

    def __init__(
        self, moment: Moment, changed: Callable[[frozenset[str]], None] | None = None, key: DeviceKey | None = None
    ) -> None:
        """`moment` is the one with which the faces start. `key` signs the record when it is closed."""
        self.seats = tuple(moment.known)
        self.audiences = (TABLE, *self.seats, JUDGE)
        self._changed = changed
        self._key = key
        self._lock = Lock()
        self._notes: tuple[Sentence, ...] = ()
        self._asides: tuple[Sentence, ...] = ()
        self._undo: dict[str, ToldFact] = {}
        self._granted: Granted | None = None
        self._called: dict[str, float] = {}
        """When each of those who call the judge began to."""
        self._happened: dict[str, tuple[ToldFact, ...]] = dict.fromkeys(self.audiences, ())
        self._seen: dict[str, ScreenSource] = {}
        self._english: dict[str, Screen] = {}
        self._previews: dict[tuple[str, str], tuple[Match, Mapping[str, Preview]]] = {}
        """By seat and language: what its answers lead to, and in which match."""
        self._tell([moment.earlier], moment.match)
        self._update(moment)

    # -- what is new -------------------------------------------------------------------------------------------

    def take(self, moment: Moment) -> None:
        """Take in what has happened. The moments have to come in their order."""
        self._tell([new for new in map(fact_of, moment.news) if new is not None], moment.match)
        for new in moment.news:
            self._remember(new, moment.match)
        self._granted = granted_after(self._granted, moment.news, moment.point)
        self._tell(map(ran_out, moment.ran_out), moment.match)
        self._tell([opened(moment.opened)] if moment.opened else [], moment.match)
        self._update(moment)

    def note(self, *notes: Sentence, asides: tuple[Sentence, ...] = ()) -> None:
        """Set what is not as it should be, and what is said in passing. From any thread."""
        with self._lock:  # held throughout: otherwise this could overwrite a newer moment
            self._notes, self._asides = notes, asides
            seen = {
                audience: replace(
                    seen, notes=self._notes_of(seen.moment, audience), asides=self._asides_of(seen.moment)
                )
                for audience, seen in self._seen.items()
            }
            changed = self._keep(seen)
        self._announce(changed)

    def _tell(self, facts: Iterable[Fact], match: Match) -> None:
        for fact in facts:
            for audience in self.audiences:
                if lines := said(fact, match, audience, match.game.words):
                    self._happened[audience] = (*self._happened[audience], ToldFact(fact, lines))[-TOLD:]

    def _remember(self, news: News, match: Match) -> None:
        """Keep what the last answer did, for whoever wants to take it back."""
        if not isinstance(news, Committed):
            return
        if news.said.kind == "answer":
            told = {audience: said(news.events, match, audience, match.game.words) for audience in self.audiences}
            self._undo = {audience: ToldFact(news.events, lines) for audience, lines in told.items() if lines}
        elif news.said.kind in ANEW:
            self._undo = {}

    def _update(self, moment: Moment) -> None:
        """Work out what everybody sees now."""
        closed = moment.head if moment.over else None
        head, checkpoint = (closed.digest, self._checkpoint(closed)) if closed else ("", "")
        asides = self._asides_of(moment)
        title = moment.title or moment.match.game.title
        self._called = {caller: self._called.get(caller, moment.at) for caller in moment.calls}
        seen = {}
        for audience in self.audiences:
            match = moment.known.get(audience, moment.match)
            may = may_say(match, moment.match, audience) if audience in self.seats else ()
            view = match.view(audience)
            seen[audience] = ScreenSource(
                moment,
                match,
                view,
                may,
                self._happened[audience],
                self._notes_of(moment, audience),
                asides,
                title,
                head,
                checkpoint,
                self._undo.get(audience),
                self._granted,
                tuple(self._called.values()),
            )
        with self._lock:
            changed = self._keep(seen)
        self._announce(changed)

    def _checkpoint(self, head: Head) -> str:
        """The head of the closed record, signed by this device."""
        return checkpoint_of(head, self._key.sign(head) if self._key else None).text

    def _notes_of(self, moment: Moment, audience: str) -> tuple[Sentence, ...]:
        """What is not as it should be. The judge's own page says who calls more loudly than a note."""
        notes = self._notes
        if moment.calls and audience != JUDGE:
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

    def knows(self, audience: str) -> bool:
        """Whether there is such an audience in this game."""
        with self._lock:
            return audience in self._seen

    def shown(self, audience: str) -> tuple[ScreenSource, int]:
        """Return what this audience's screens are made from now, and their number: `screen_of` makes them later."""
        with self._lock:
            return self._seen[audience], self._english[audience].number

    @property
    def granted(self) -> Granted | None:
        """What was last taken for granted."""
        return self._granted

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

    def previews(self, seat: str, language: ScreenLanguage = ENGLISH) -> Mapping[str, Preview]:
        """Return what each answer that a seat may give would lead to, as far as the seat can know it."""
        with self._lock:
            seen = self._seen[seat]
        made = self._previews.get((seat, language.code))
        if made is None or made[0] is not seen.match:
            made = seen.match, previews_of(seen.match, seat, seen.may[:MOST_PREVIEWS], language)
            self._previews[seat, language.code] = made
        return made[1]

    def decided(self, language: ScreenLanguage = ENGLISH) -> Mapping[str, tuple[str, ...]]:
        """Return what everybody was told of rulings lately, by the rules that they are about; the newest first."""
        with self._lock:
            seen = self._seen[TABLE]
        words, found = words_of(seen.match, language), dict[str, tuple[str, ...]]()
        for told in reversed(seen.happened):
            if isinstance(told.what, Ruling) and told.what.rule:
                found[told.what.rule] = (*found.get(told.what.rule, ()), *lines_of(told, seen, words, language))
        return found

    def laid_open(self, language: ScreenLanguage = ENGLISH) -> Board:
        """Return the board with what is known of hidden zones. Only after a `Looked` has been recorded."""
        with self._lock:
            match = self._seen[JUDGE].moment.open
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
