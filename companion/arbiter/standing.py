"""What people do about a ruling: they let it stand, or they call the judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.arbiter.culprits import Item, as_item
from companion.arbiter.loose import Debt
from companion.arbiter.news import Why
from companion.arbiter.rulings import Case
from companion.arbiter.sight import Sight, fits
from companion.rules import JUDGE, TABLE, UNSEEN, Illegal, Moved, Said
from companion.rules.kernel.corrections import END
from companion.rules.kernel.positions import PositionError
from companion.rules.kernel.record import agreed
from companion.table.layout import AIR
from companion.table.sightings import Uid

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter

STANDS = "it stands: {words}"
NO_CASE = "There is no open ruling {number}."
CALLED_ALREADY = "The table has called the judge already."
NOBODY = "Nobody called {by} sits at this table."


def stand(arbiter: Arbiter, number: int, by: str | tuple[str, ...]) -> None:
    """The rules are made to lie as the table does. Where they cannot, people have seen something that the rules do not
    know, or the game has gone on since: then it goes on as the rules have it. Raises `Illegal` for who may not say
    that, and then nothing has changed."""
    case = find(arbiter, number)
    if refusal := arbiter.record.why_not_correct(by):
        raise refusal
    for owed in ({}, owed_of(case, arbiter)):
        with suppress(Illegal):
            put(arbiter, case, by, owed)
            settle(case, arbiter, owed, "stands")
            return
    settle(case, arbiter, {}, "stands" if is_owed_alone(case) else "left")


def put(arbiter: Arbiter, case: Case, by: str | tuple[str, ...], owed: Mapping[str, Debt]) -> None:
    """A correction, if there is anything to correct. Raises `Illegal`."""
    moves = moves_of(case, arbiter, owed)
    if moves:
        inside = "" if arbiter.match.resting else END
        said = Said("correct", agreed(by), (changes(arbiter, moves), STANDS.format(words=case.ruling.words), inside))
        arbiter.commit(said, Why(seen=case.ruling.why.seen, rule=case.ruling.rule))


def call_judge(arbiter: Arbiter, by: str) -> None:
    """The judge is asked to come, or has come; a seat that calls again takes its call back. Rulings stay open. Raises
    `Illegal`.

    The table calls by a button that is everybody's. Who presses it again may be somebody else, so that takes nothing
    back: the judge has to come."""
    if by not in (*arbiter.record.seats, TABLE, JUDGE):
        raise Illegal("call", NOBODY, "", by=by)
    if by == TABLE and TABLE in arbiter.calls:
        raise Illegal("call", CALLED_ALREADY, "")
    others = tuple(seat for seat in arbiter.calls if seat != by)
    arbiter.calls = () if by == JUDGE else others if by in arbiter.calls else (*others, by)
    for case in arbiter.rulings.cases:
        case.ruling = replace(case.ruling, judge=bool(arbiter.calls))


def find(arbiter: Arbiter, number: int) -> Case:
    """An open case by its number."""
    for case in arbiter.rulings.cases:
        if case.ruling.number == number:
            return case
    raise Illegal("stand", NO_CASE, "", number=number)


def is_owed_alone(case: Case) -> bool:
    """Whether it is about nothing but chips that should have moved."""
    return not (case.items or case.ruling.chips or case.away)


def moves_of(case: Case, arbiter: Arbiter, owed: Mapping[str, Debt]) -> list[Moved]:
    """What the rules have to move so that they have the chips where the table has them.

    `owed`: chips of the case, by tag, that the rules have moved already, and not to where they lie."""
    books = arbiter.books
    moves = [
        Moved(debt.kind, books.debts[debt], debt.target, debt.source) for debt in case.debts if debt in books.debts
    ]
    for item in items_of(case, arbiter):
        if debt := owed.get(item.uid):
            moves.append(Moved(item.kind, 1, debt.target, item.moved.target))
        else:
            moves.append(item.moved if item.uid else drawn(item.place, books.sight))
    return moves


def items_of(case: Case, arbiter: Arbiter) -> list[Item]:
    """The chips that it is about, as they lie now."""
    books = arbiter.books
    items = [*case.items, *(as_item(books.loose[uid]) for uid in map(Uid, case.ruling.chips) if uid in books.loose)]
    if case.away in books.gone:
        items.append(as_item(books.gone[case.away]))
    return items


def owed_of(case: Case, arbiter: Arbiter) -> dict[str, Debt]:
    """Which of its chips are owed: somebody said that they are played, say, and then they were laid elsewhere."""
    books = arbiter.books
    left = Counter({debt: count for debt, count in books.debts.items() if debt not in case.debts})
    found: dict[str, Debt] = {}
    for item in items_of(case, arbiter):
        for debt in left if item.uid else ():
            if left[debt] and fits(debt.kind, item.kind) and books.sight.place(debt.source) in item.origin:
                found[item.uid] = debt
                left[debt] -= 1
                break
    return found


def drawn(place: str, sight: Sight) -> Moved:
    """A chip that came out of a bag over its slot."""
    return next(Moved(UNSEEN, 1, bag, hand) for hand, bag in sight.slots.items() if sight.place(hand) == place)


def settle(case: Case, arbiter: Arbiter, owed: Mapping[str, Debt], how: str) -> None:
    """Books and twin agree with it."""
    books = arbiter.books
    for debt in owed.values():
        books.pay(debt)
    for debt in case.debts:
        books.debts.pop(debt, None)
        books.moot = {moot: count for moot, count in books.moot.items() if moot.debt != debt}
    for uid in map(Uid, case.ruling.chips):
        books.loose.pop(uid, None)
        if books.gone.pop(uid, None):
            arbiter.twin.decided(uid, AIR)
    arbiter.rulings.close(case, arbiter, how)
    arbiter.reconcile()


def changes(arbiter: Arbiter, moves: list[Moved]) -> Mapping[str, object]:
    """Of a correction. Raises `Illegal`."""
    try:
        return arbiter.match.game.relocated(arbiter.match.table, moves)
    except PositionError as problem:
        raise Illegal("stand", "{problem}", "", problem=problem.message) from None
