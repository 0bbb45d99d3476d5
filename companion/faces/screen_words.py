"""One audience's screen in one language: values in, finished texts out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, TypeAlias

from companion.arbiter.news import Asked, Righted, Ruling
from companion.arbiter.sayings import in_words, why_asked, why_ruled
from companion.arbiter.todo import Todo, asked_words, todo_words
from companion.faces.granted import Granted
from companion.faces.languages import ENGLISH
from companion.faces.screen import (
    Ask,
    Awaited,
    Chapter,
    Choice,
    Cited,
    Clock,
    Due,
    OpenRuling,
    Own,
    Screen,
    TakenForGranted,
    Way,
)
from companion.referee.clocks import Clocks
from companion.referee.inputs import Opened
from companion.referee.outcome import Moment
from companion.rules import JUDGE, UNSEEN, Counted, Draw, Event, Match, Moved, Question, View, Words, tell
from companion.rules.kernel.sentences import AND, COMMA, Sentence, Term, Terms

LAST: Final = 12
"""How many sentences about what happened a screen shows."""
TOLD: Final = 48
"""How many things that happened are kept for the story by turns."""

RULED = "Ruling: {words}"
SETTLED: Final[Mapping[str, str]] = {
    "right": "The ruling is settled: it has been put right.",
    "stands": "The ruling is settled: it stands as it is.",
    "left": (
        "The ruling is settled: the rules do not allow this position, so the game goes on from the position by "
        "the rules."
    ),
    "withdrawn": "The ruling is withdrawn: the move was legal after all.",
}
"""What people are told when a ruling is settled, by how it was settled."""
WENT_BACK = "The game goes back to an earlier moment."
WENT_BACK_BECAUSE = "The game goes back to an earlier moment: {reason}"
TAKEN_FOR = "I took it that {seat} said: {answer}."
OVER = "The game is over."
WAIT_FOR = "Waiting for {seats}."
WAIT_FOR_DRAW = "Waiting for somebody to enter what was drawn."
UNSAVED = (
    "The latest entries are not on disk yet ({entries}). The game goes on; they are saved as soon as the disk "
    "takes them."
)
DISK: Final[Mapping[str, str]] = {
    "full": "The disk is full: make room on it.",
    "protected": "The disk is write-protected: check the card. Worn-out cards become read-only.",
    "rights": "The program may not write to the folder of the games: check its permissions.",
    "busy": "Another program is using the games file: close it.",
    "": "Disk error: check the card and its cable, and free some space if it is full.",
}
"""What to do about the disk, by what is wrong with it."""
CALLED = "The judge has been called by {seats}."
LOOKED = "The judge has looked at hidden chips ({times})."
ROUND_OUT = "The time of the round is up."
OPENED = "The phone in {place}'s seat was signed out, and the seat has a new code. Agreed by {by}."
SHUT = "The phone in {place}'s seat was signed out, and the seat was closed. Agreed by {by}."
GIVEN_AWAY = "Seats whose phone was signed out: {places}."
SEAT_OUT = "{seat}: the time is up."

Fact: TypeAlias = tuple[Event, ...] | Ruling | Righted | Sentence
"""Something that people are told."""


class ScreenLanguage(Protocol):
    """A language in which screens are made."""

    @property
    def code(self) -> str:
        """The language as browsers name it: `en`."""
        ...

    def say(self, template: str) -> str:
        """Return an English template in this language."""
        ...

    def several(self, one: str, many: str, n: int) -> str:
        """Return the template that fits a number of things."""
        ...


class ToldFact(NamedTuple):
    """Something that an audience was told: the fact, and its sentences in English."""

    what: Fact
    english: tuple[str, ...]


@dataclass(frozen=True)
class ScreenSource:
    """Everything that an audience's screens are made from, in any language."""

    moment: Moment
    match: Match
    """The match as this audience knows it."""
    view: View
    may: tuple[str, ...]
    happened: tuple[ToldFact, ...]
    notes: tuple[Sentence, ...]
    asides: tuple[Sentence, ...]
    title: str
    head: str
    checkpoint: str = ""
    undo: ToldFact | None = None
    """What the last answer did."""
    granted: Granted | None = None
    """What was last taken for granted."""
    called: tuple[float, ...] = ()
    """When each of those who call the judge began to."""


def said(fact: Fact, match: Match, audience: str, words: Words) -> tuple[str, ...]:
    """Return the sentences that tell an audience about a fact. Moved chips and changed numbers show on the board, so
    they are told only if there is nothing else to tell."""
    if isinstance(fact, Sentence):
        return (fact.said(words.say),)
    if isinstance(fact, Ruling):
        return (words.say(RULED).format(words=in_words(words, fact)[0]),)
    if isinstance(fact, Righted):
        return (words.say(SETTLED[fact.how]),)
    telling = tuple(event for event in fact if not isinstance(event, Moved | Counted))
    return tuple(tell(match, telling, audience, words) or tell(match, fact, audience, words))


def words_of(match: Match, language: ScreenLanguage) -> Words:
    """Return the game's words in a language."""
    words = match.game.words
    return words if language.code == ENGLISH.code else type(words)(language.say, language.several)


def cited(match: Match, key: str, language: ScreenLanguage) -> Cited | None:
    """Return a rule as faces show it; None if there is no such rule."""
    rules = match.game.rulebook(match.table)
    if key not in rules:
        return None
    rule = rules[key]
    return Cited(key, language.say(rule.section), language.say(rule.gist))


def screen_of(seen: ScreenSource, language: ScreenLanguage, number: int) -> Screen:
    """Return an audience's screen in a language."""
    moment, match, view = seen.moment, seen.match, seen.view
    words = words_of(match, language)
    due = match.pending
    told = [(one.what, lines_of(one, seen, words, language)) for one in seen.happened]
    last = [line for _, lines in told for line in lines]
    return Screen(
        audience=view.audience,
        number=number,
        title=seen.title,
        board=words.board(view),
        ask=ask_of(seen, words, language) if moment.asked else None,
        awaits=awaits_of(seen, words, language),
        rulings=tuple(ruled(match, ruling, words, language) for ruling in moment.rulings),
        todo=tuple(
            Due(one.seat, todo_words(one, words, moment.rulings, due), way_of(one, words))
            for one in moment.todo
            if concerns(one, view)
        ),
        last=tuple(last[-LAST:]),
        story=tuple(story(told, words)),
        undoes=lines_of(seen.undo, seen, words, language) if seen.undo and moment.undo is not None else (),
        granted=granted_words(seen.granted, words, language) if seen.granted and not moment.over else None,
        notes=tuple(note.said(language.say) for note in seen.notes),
        asides=tuple(aside.said(language.say) for aside in seen.asides),
        owed=tuple(Way(words.chip(debt.kind), debt.source, debt.target, count) for debt, count in moment.owed),
        own=own_of(seen, words, language) if view.audience in view.seats else None,
        head=seen.head,
        checkpoint=seen.checkpoint,
        clocks=clocks_of(moment.clocks) if moment.clocks else (),
        calls=moment.calls,
        called=seen.called,
    )


def granted_words(granted: Granted, words: Words, language: ScreenLanguage) -> TakenForGranted:
    """Return what was taken for granted, in words."""
    _, seat, token = granted.said
    return TakenForGranted(language.say(TAKEN_FOR).format(seat=seat, answer=words.token(token)), granted.point)


def lines_of(told: ToldFact, seen: ScreenSource, words: Words, language: ScreenLanguage) -> tuple[str, ...]:
    """Return a fact in the sentences of a language."""
    english = language.code == ENGLISH.code
    return told.english if english else said(told.what, seen.match, seen.view.audience, words)


def story(told: Iterable[tuple[Fact, tuple[str, ...]]], words: Words) -> Iterator[Chapter]:
    """Yield what happened turn by turn; a turn begins with an event that the game names as a heading."""
    title, lines = "", list[str]()
    for fact, sentences in told:
        events = fact if isinstance(fact, tuple) and not isinstance(fact, Ruling | Righted | Sentence) else ()
        titles = {words.event(event) for event in events if type(event).__name__ in words.headings}
        for sentence in sentences:
            if sentence not in titles:
                lines.append(sentence)
                continue
            if lines or title:
                yield Chapter(title, tuple(lines))
            title, lines = sentence, []
    if lines or title:
        yield Chapter(title, tuple(lines))


def clocks_of(clocks: Clocks) -> tuple[Clock, ...]:
    """Return the clocks as everybody sees them."""
    return tuple(
        Clock(one.whose, one.seconds, runs, clocks.since if runs else 0.0, one.whose in clocks.out)
        for one in clocks.left
        for runs in (clocks.runs(one.whose),)
    )


def ran_out(whose: str) -> Sentence:
    """Return what everybody is told about a clock that has run out."""
    return Sentence(SEAT_OUT, {"seat": whose}) if whose else Sentence(ROUND_OUT)


def disk_remedy(what: str) -> str:
    """Return what to do about a disk problem that a `LedgerError` reports."""
    return DISK.get(what, DISK[""])


def opened(one: Opened) -> Sentence:
    """Return what everybody is told about a place that was taken from a phone."""
    place, *by = (Term("the judge") if name == JUDGE else name for name in (one.place, *one.by))
    return Sentence(SHUT if one.shut else OPENED, {"place": place, "by": Terms(by, COMMA)})


def way_of(one: Todo, words: Words) -> Way | None:
    """Return the way of the chips that are to be moved; None if something else is to be done."""
    return Way(words.chip(one.kind), one.source, one.target, one.pieces) if one.what == "move" else None


def concerns(one: Todo, view: View) -> bool:
    """Whether an audience is told: a seat sees only what it or everybody has to do, table and judge see all."""
    return view.audience not in view.seats or one.seat in (view.audience, "")


def ruled(match: Match, ruling: Ruling, words: Words, language: ScreenLanguage) -> OpenRuling:
    """Return an open ruling in words."""
    wrong, remedy = in_words(words, ruling)
    rule, why = cited(match, ruling.rule, language), why_ruled(words, ruling)
    moved = tuple(told_way(words, path.kind, path.source, path.target) for path in ruling.moved)
    owed = tuple(told_way(words, debt.kind, debt.source, debt.target) for debt in ruling.owed)
    return OpenRuling(ruling.number, ruling.seat, wrong, remedy, rule, ruling.judge, why, moved, owed)


def told_way(words: Words, kind: str, source: str, target: str) -> Way:
    """Return the way of a chip, in words as well."""
    return Way(words.chip(kind), source, target, words=f"{words.whence(source)} {words.whither(target)}")


def ask_of(seen: ScreenSource, words: Words, language: ScreenLanguage) -> Ask | None:
    """Return what people are asked; only those who are asked and the judge see the possible answers."""
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
    seat = view.audience if view.audience in view.seats else asked.seats[0]
    choices = tuple(choice_of(due, token, seat, words) for token in offered(asked, seen))
    return Ask(asked.number, asked.seats, told, rule, choices, why=why_asked(words, asked.why))


def awaits_of(seen: ScreenSource, words: Words, language: ScreenLanguage) -> Awaited | None:
    """Return the answer that the turn cannot go on without, if nobody has been asked for it yet."""
    moment = seen.moment
    due = moment.match.pending
    if moment.asked or not isinstance(due, Question) or due.rest:
        return None
    return Awaited(moment.match.waiting_for, asked_words(due, words), cited(seen.match, due.rule, language))


def choice_of(question: Question, token: str, seat: str, words: Words) -> Choice:
    """Return an answer that a seat may give."""
    return Choice(token, words.choice(question, token), words.aims(question, token, seat), words.order(token))


def offered(asked: Asked, seen: ScreenSource) -> tuple[str, ...]:
    """Return those asked options that this audience may choose; all that it may answer if there are none."""
    if seen.view.audience == JUDGE:
        return asked.options
    return tuple(token for token in seen.may if is_among(token, asked.options)) or seen.may


def is_among(token: str, options: tuple[str, ...]) -> bool:
    """Whether an answer is one of the options, or fits an option that leaves the piece open.

    >>> is_among("keep:wound", ("keep:?", "done")), is_among("play:combine", ("keep:?", "done"))
    (True, False)
    """
    return token in options or f"{token.partition(':')[0]}:{UNSEEN}" in options


def own_of(seen: ScreenSource, words: Words, language: ScreenLanguage) -> Own:
    """Return what a seat may do now, or for whom it waits."""
    seat, match = seen.view.audience, seen.moment.match
    due = match.pending
    asking = due if isinstance(due, Question) else None
    may = tuple(
        choice_of(asking, token, seat, words) if asking else Choice(token, words.token(token)) for token in seen.may
    )
    if may:
        return Own(seat, may, "", asked_words(due, words))
    if due is None:
        return Own(seat, (), language.say(OVER))
    if isinstance(due, Draw):
        return Own(seat, (), language.say(WAIT_FOR_DRAW))
    return Own(seat, (), language.say(WAIT_FOR).format(seats=language.say(AND).join(match.waiting_for)))
