"""The to-do list: the moves of the rules that hands have still to make, and the question that the game waits for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from companion.arbiter.news import Ruling
from companion.arbiter.sayings import in_words
from companion.arbiter.sentences import ANSWER, WHO_OWES
from companion.rules import JUDGE, TABLE, Draw, Question, Words
from companion.rules.kernel.sentences import AND

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter


class Todo(NamedTuple):
    """Something that hands have still to do, or people have still to answer."""

    seat: str
    """Who does it; "" where anybody may."""
    what: str
    """`move`, `answer`, or `right` for what a ruling asks for."""
    words: str
    """What to do, in English."""
    kind: str = ""
    """The kind of the chips; `?` if only their owner knows it."""
    pieces: int = 0
    source: str = ""
    target: str = ""
    number: int = 0
    """The number of the question or of the ruling."""


def todo(arbiter: Arbiter, audience: str = TABLE) -> list[Todo]:
    """Return what is to be done at this table, as far as readers can see it done, sorted by seat, the oldest first. A
    seat gets only what is its own or anybody's; the table and the judge get everything."""
    found = [*owed(arbiter), *to_be_righted(arbiter), *questions(arbiter)]
    if audience not in (TABLE, JUDGE):
        found = [one for one in found if one.seat in (audience, "")]
    seats = arbiter.record.seats
    return sorted(found, key=lambda one: seats.index(one.seat) if one.seat in seats else len(seats))


def owed(arbiter: Arbiter) -> list[Todo]:
    """Chips to be moved, without those that an open ruling already asks for."""
    words = arbiter.match.game.words
    ruled = {debt for case in arbiter.rulings.cases for debt in case.debts}
    found = []
    for debt, count in arbiter.books.owed():
        if debt not in ruled:
            owner = arbiter.sight.owner
            seat = owner(debt.target) or owner(debt.source)
            one = Todo(seat, "move", "", debt.kind, count, debt.source, debt.target)
            text = WHO_OWES.format(seat=seat, owed=move_words(one, words))
            found.append(one._replace(words=text))
    return found


def to_be_righted(arbiter: Arbiter) -> list[Todo]:
    """What open rulings ask for."""
    return [
        Todo(
            ruling.seat,
            "right",
            WHO_OWES.format(seat=ruling.seat, owed=ruling.remedy) if ruling.seat else ruling.remedy,
            number=ruling.number,
        )
        for ruling in arbiter.rulings.open
    ]


def questions(arbiter: Arbiter) -> list[Todo]:
    """The question that people are asked."""
    asked, due = arbiter.asked, arbiter.match.pending
    if asked is None or due is None:
        return []
    told = ANSWER.format(seats=AND.join(asked.seats), question=asked_words(due, arbiter.match.game.words))
    return [Todo(asked.seats[0] if len(asked.seats) == 1 else "", "answer", told, number=asked.number)]


# -- in any language -----------------------------------------------------------------------------------------------


def todo_words(one: Todo, words: Words, rulings: Iterable[Ruling], due: Question | Draw | None) -> str:
    """Say what is to be done in the language of `words`, without naming who does it."""
    if one.what == "move":
        return move_words(one, words)
    if one.what == "right":
        return next((in_words(words, ruling)[1] for ruling in rulings if ruling.number == one.number), "")
    return asked_words(due, words)


def move_words(one: Todo, words: Words) -> str:
    """Say which chips are to be moved."""
    return words.owed(one.kind, one.pieces, one.source, one.target)


def asked_words(due: Question | Draw | None, words: Words) -> str:
    """Say what a match waits for."""
    return words.question(due) if isinstance(due, Question) else words.draw(due) if isinstance(due, Draw) else ""
