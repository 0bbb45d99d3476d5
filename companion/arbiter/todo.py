"""The to-do list: what the rules have moved and the table has not, and what a question waits for."""

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
    """Something that hands, or an answer, have still to do."""

    seat: str
    """Who does it; "" where anybody may."""
    what: str
    """`move`, `answer`, or `right` for what a ruling asks for."""
    words: str
    """In English."""
    kind: str = ""
    """Of the chips; `?` where only their owner knows which."""
    pieces: int = 0
    source: str = ""
    target: str = ""
    number: int = 0
    """Of the question or the ruling."""


def todo(arbiter: Arbiter, audience: str = TABLE) -> list[Todo]:
    """What is to be done at this table, as far as its readers can see it done: seat by seat, what came up first first.
    A seat is told its own things only, the table and the judge all."""
    found = [*owed(arbiter), *to_be_righted(arbiter), *questions(arbiter)]
    if audience not in (TABLE, JUDGE):
        found = [one for one in found if one.seat in (audience, "")]
    seats = arbiter.record.seats
    return sorted(found, key=lambda one: seats.index(one.seat) if one.seat in seats else len(seats))


def owed(arbiter: Arbiter) -> list[Todo]:
    """Chips to be moved; whose rulings say the same already are left to these."""
    words = arbiter.match.game.words
    ruled = {debt for case in arbiter.rulings.cases for debt in case.debts}
    found = []
    for debt, count in arbiter.books.owed():
        if debt not in ruled:
            seat = next((zone.partition(".")[0] for zone in (debt.target, debt.source) if "." in zone), "")
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
    """What people are asked."""
    asked, due = arbiter.asked, arbiter.match.pending
    if asked is None or due is None:
        return []
    told = ANSWER.format(seats=AND.join(asked.seats), question=asked_words(due, arbiter.match.game.words))
    return [Todo(asked.seats[0] if len(asked.seats) == 1 else "", "answer", told, number=asked.number)]


# -- in any language -----------------------------------------------------------------------------------------------


def todo_words(one: Todo, words: Words, rulings: Iterable[Ruling], due: Question | Draw | None) -> str:
    """What is to be done, in the language of these words, without the name of who does it."""
    if one.what == "move":
        return move_words(one, words)
    if one.what == "right":
        return next((in_words(words, ruling)[1] for ruling in rulings if ruling.number == one.number), "")
    return asked_words(due, words)


def move_words(one: Todo, words: Words) -> str:
    """Chips to be moved."""
    return words.owed(one.kind, one.pieces, one.source, one.target)


def asked_words(due: Question | Draw | None, words: Words) -> str:
    """What a match waits for."""
    return words.question(due) if isinstance(due, Question) else words.draw(due) if isinstance(due, Draw) else ""
