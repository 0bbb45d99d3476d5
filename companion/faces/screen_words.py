"""One audience's screen in one language: values in, finished texts out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeAlias

from companion.arbiter.news import Asked, Righted, Ruling
from companion.arbiter.sayings import in_words, why_asked, why_ruled
from companion.arbiter.todo import Todo, asked_words, todo_words
from companion.faces.languages import ENGLISH
from companion.faces.screen import Ask, Awaited, Choice, Cited, Clock, Due, Own, Ruled, Screen
from companion.referee.clocks import Clocks
from companion.referee.outcome import Moment
from companion.rules import JUDGE, UNSEEN, Counted, Draw, Event, Match, Moved, Question, View, Words, tell
from companion.rules.kernel.sentences import AND, Sentence

LAST: Final = 12
"""Sentences of what happened that a screen shows."""

RULED = "Ruling: {words}"
SETTLED: Final[Mapping[str, str]] = {
    "right": "The ruling is settled: it has been put right.",
    "stands": "The ruling is settled: it stands as it is.",
    "left": "The ruling is settled: by the rules the chips cannot lie so, and the game goes on as the rules have it.",
    "withdrawn": "The ruling is withdrawn: what was moved is legal after all.",
}
"""By how a ruling was settled."""
WENT_BACK = "The game goes back to an earlier moment."
WENT_BACK_BECAUSE = "The game goes back to an earlier moment: {reason}"
OVER = "The match is over."
WAIT_FOR = "Waiting for {seats}."
WAIT_FOR_DRAW = "Waiting until somebody says what was drawn."
UNSAVED = "What happened last is not on disk yet ({entries}). The game goes on, and it is kept until it is saved."
CALLED = "The judge is called: {seats}."
LOOKED = "The judge has looked at hidden chips ({times})."
ROUND_OUT = "The time of the round is up."
SEAT_OUT = "{seat}: the time is up."

Fact: TypeAlias = tuple[Event, ...] | Ruling | Righted | Sentence
"""Something that people are told."""


class Language(Protocol):
    """A language in which screens are made."""

    @property
    def code(self) -> str:
        """As browsers name it: `en`."""
        ...

    def say(self, template: str) -> str:
        """An English template in this language."""
        ...

    def several(self, one: str, many: str, n: int) -> str:
        """The template that fits a number of things."""
        ...


class Told(NamedTuple):
    """Something that an audience was told: facts, and how they are said in English."""

    what: Fact
    english: tuple[str, ...]


@dataclass(frozen=True)
class Seen:
    """All that an audience's screens are made of, in any language."""

    moment: Moment
    match: Match
    """As this audience knows it."""
    view: View
    may: tuple[str, ...]
    happened: tuple[Told, ...]
    notes: tuple[Sentence, ...]
    asides: tuple[Sentence, ...]
    title: str
    head: str


def said(fact: Fact, match: Match, audience: str, words: Words) -> tuple[str, ...]:
    """What an audience is told of it, a sentence each. Chips and numbers that a move brought about show on the board,
    and are told only where nothing else is."""
    if isinstance(fact, Sentence):
        return (fact.said(words.say),)
    if isinstance(fact, Ruling):
        return (words.say(RULED).format(words=in_words(words, fact)[0]),)
    if isinstance(fact, Righted):
        return (words.say(SETTLED[fact.how]),)
    telling = tuple(event for event in fact if not isinstance(event, Moved | Counted))
    return tuple(tell(match, telling, audience, words) or tell(match, fact, audience, words))


def words_of(match: Match, language: Language) -> Words:
    """The game's words in a language."""
    words = match.game.words
    return words if language.code == ENGLISH.code else type(words)(language.say, language.several)


def cited(match: Match, key: str, language: Language) -> Cited | None:
    """A rule as it is shown; None where there is none."""
    rules = match.game.rulebook(match.table)
    if key not in rules:
        return None
    rule = rules[key]
    return Cited(key, language.say(rule.section), language.say(rule.gist))


def screen_of(seen: Seen, language: Language, number: int) -> Screen:
    """An audience's screen in a language."""
    moment, match, view = seen.moment, seen.match, seen.view
    words = words_of(match, language)
    due = match.pending
    last: list[str] = []
    for told in seen.happened:
        english = language.code == ENGLISH.code
        last += told.english if english else said(told.what, match, view.audience, words)
    return Screen(
        audience=view.audience,
        number=number,
        title=seen.title,
        board=words.board(view),
        ask=ask_of(seen, words, language) if moment.asked else None,
        awaits=awaits_of(seen, words, language),
        rulings=tuple(ruled(match, ruling, words, language) for ruling in moment.rulings),
        todo=tuple(
            Due(one.seat, todo_words(one, words, moment.rulings, due)) for one in moment.todo if concerns(one, view)
        ),
        last=tuple(last[-LAST:]),
        notes=tuple(note.said(language.say) for note in seen.notes),
        asides=tuple(aside.said(language.say) for aside in seen.asides),
        own=own_of(seen, words, language) if view.audience in view.seats else None,
        head=seen.head,
        clocks=clocks_of(moment.clocks) if moment.clocks else (),
        calls=moment.calls,
    )


def clocks_of(clocks: Clocks) -> tuple[Clock, ...]:
    """The clocks as everybody sees them."""
    return tuple(
        Clock(one.whose, one.seconds, runs, clocks.since if runs else 0.0, one.whose in clocks.out)
        for one in clocks.left
        for runs in (clocks.runs(one.whose),)
    )


def ran_out(whose: str) -> Sentence:
    """What everybody is told of a clock that has run out."""
    return Sentence(SEAT_OUT, {"seat": whose}) if whose else Sentence(ROUND_OUT)


def concerns(one: Todo, view: View) -> bool:
    """Whether it is told to this audience: a seat hears of its own things only, table and judge of all."""
    return view.audience not in view.seats or one.seat in (view.audience, "")


def ruled(match: Match, ruling: Ruling, words: Words, language: Language) -> Ruled:
    """An open ruling."""
    wrong, remedy = in_words(words, ruling)
    rule, why = cited(match, ruling.rule, language), why_ruled(words, ruling)
    return Ruled(ruling.number, ruling.seat, wrong, remedy, rule, ruling.judge, why)


def ask_of(seen: Seen, words: Words, language: Language) -> Ask | None:
    """What people are asked; the answers stand there for those who are asked, and for the judge."""
    asked, due, view = seen.moment.asked, seen.moment.match.pending, seen.view
    if asked is None or due is None:
        return None
    told = asked_words(due, words)
    rule = cited(seen.match, due.rule, language)
    if isinstance(due, Draw):
        kinds = tuple(
            Choice(kind, kind if kind in view.seats else words.pieces(kind)) for kind in sorted(set(due.among))
        )
        return Ask(asked.number, asked.seats, told, rule, (), kinds, due.count)
    choices = tuple(Choice(token, words.choice(due, token)) for token in offered(asked, seen))
    return Ask(asked.number, asked.seats, told, rule, choices, why=why_asked(words, asked.why))


def awaits_of(seen: Seen, words: Words, language: Language) -> Awaited | None:
    """Whose answer the game waits for, where nobody is asked and the turn cannot just go on."""
    moment = seen.moment
    due = moment.match.pending
    if moment.asked or not isinstance(due, Question) or due.rest:
        return None
    return Awaited(moment.match.waiting_for, asked_words(due, words), cited(seen.match, due.rule, language))


def offered(asked: Asked, seen: Seen) -> tuple[str, ...]:
    """What this audience may answer of what was seen to be possible."""
    if seen.view.audience == JUDGE:
        return asked.options
    return tuple(token for token in seen.may if is_among(token, asked.options)) or seen.may


def is_among(token: str, options: tuple[str, ...]) -> bool:
    """Whether an answer is one of these, be its piece named there or not.

    >>> is_among("keep:wound", ("keep:?", "done")), is_among("play:combine", ("keep:?", "done"))
    (True, False)
    """
    return token in options or f"{token.partition(':')[0]}:{UNSEEN}" in options


def own_of(seen: Seen, words: Words, language: Language) -> Own:
    """What a seat may do now, or whom it waits for."""
    seat, match = seen.view.audience, seen.moment.match
    due = match.pending
    said = partial(words.choice, due) if isinstance(due, Question) else words.token
    may = tuple(Choice(token, said(token)) for token in seen.may)
    if may:
        return Own(seat, may, "", asked_words(due, words))
    if due is None:
        return Own(seat, (), language.say(OVER))
    if isinstance(due, Draw):
        return Own(seat, (), language.say(WAIT_FOR_DRAW))
    return Own(seat, (), language.say(WAIT_FOR).format(seats=language.say(AND).join(match.waiting_for)))
