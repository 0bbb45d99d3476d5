"""The to-do list: what the rules have moved and the table has not, and what a question waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.arbiter.sentences import ANSWER, JOINED, WHO_OWES
from companion.rules import JUDGE, TABLE, Draw, Question

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter


class Todo(NamedTuple):
    """Something that hands, or an answer, have still to do."""

    seat: str
    """Who does it; "" where anybody may."""
    what: str
    """`move`, `answer`, or `right` for what a ruling asks for."""
    words: str
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
            text = WHO_OWES.format(seat=seat, owed=words.owed(debt.kind, count, debt.source, debt.target))
            found.append(Todo(seat, "move", text, debt.kind, count, debt.source, debt.target))
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
    words = arbiter.match.game.words
    text = words.question(due) if isinstance(due, Question) else words.draw(due) if isinstance(due, Draw) else ""
    told = ANSWER.format(seats=JOINED.join(asked.seats), question=text)
    return [Todo(asked.seats[0] if len(asked.seats) == 1 else "", "answer", told, number=asked.number)]
