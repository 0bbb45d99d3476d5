"""What people can do about a ruling: let it stand, or call the judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.arbiter.blame import Unexplained, as_item
from companion.arbiter.loose import Debt
from companion.arbiter.news import Grounds
from companion.arbiter.reconcile import reconcile
from companion.arbiter.rulings import OpenCase
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
NOBODY = "There is no seat called {by} at this table."


def stand(arbiter: Arbiter, number: int, by: str | tuple[str, ...]) -> None:
    """Make the rules have the chips where the table has them. Where the rules cannot, because people have seen
    something that the rules do not know or the game has gone on since, the game goes on as the rules have it. Raises
    `Illegal` if they may not do this, and then nothing has changed."""
    case = find(arbiter, number)
    if refusal := arbiter.record.why_not_correct(by):
        raise refusal
    for owed in ({}, owed_of(case, arbiter)):
        with suppress(Illegal):
            put(arbiter, case, by, owed)
            settle(case, arbiter, owed, "stands")
            return
    settle(case, arbiter, {}, "stands" if is_owed_alone(case) else "left")


def put(arbiter: Arbiter, case: OpenCase, by: str | tuple[str, ...], owed: Mapping[str, Debt]) -> None:
    """Commit a correction, if there is anything to correct. Raises `Illegal`."""
    moves = moves_of(case, arbiter, owed)
    if moves:
        inside = "" if arbiter.match.resting else END
        said = Said("correct", agreed(by), (changes(arbiter, moves), STANDS.format(words=case.ruling.words), inside))
        arbiter.commit(said, Grounds(seen=case.ruling.why.seen, rule=case.ruling.rule))


def call_judge(arbiter: Arbiter, by: str) -> None:
    """Ask the judge to come. A seat that calls again takes its call back; when the judge himself calls, he has come.
    Rulings stay open. Raises `Illegal`.

    The table calls with a button that everybody can press. A second press may be by somebody else, so it takes nothing
    back: the judge has to come."""
    if by not in (*arbiter.record.seats, TABLE, JUDGE):
        raise Illegal("call", NOBODY, "", by=by)
    if by == TABLE and TABLE in arbiter.calls:
        raise Illegal("call", CALLED_ALREADY, "")
    others = tuple(seat for seat in arbiter.calls if seat != by)
    arbiter.calls = () if by == JUDGE else others if by in arbiter.calls else (*others, by)
    for case in arbiter.rulings.cases:
        case.ruling = replace(case.ruling, judge=bool(arbiter.calls))


def find(arbiter: Arbiter, number: int) -> OpenCase:
    """The open case with this number. Raises `Illegal` if there is none."""
    for case in arbiter.rulings.cases:
        if case.ruling.number == number:
            return case
    raise Illegal("stand", NO_CASE, "", number=number)


def is_owed_alone(case: OpenCase) -> bool:
    """Whether the case is only about chips that should have moved."""
    return not (case.items or case.ruling.chips or case.away)


def moves_of(case: OpenCase, arbiter: Arbiter, owed: Mapping[str, Debt]) -> list[Moved]:
    """The moves that the rules have to make to have the chips where the table has them.

    `owed`: for chips of the case, by tag, the move that the rules have made already, which led them elsewhere."""
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


def items_of(case: OpenCase, arbiter: Arbiter) -> list[Unexplained]:
    """The chips of the case, as they lie now."""
    books = arbiter.books
    items = [*case.items, *(as_item(books.loose[uid]) for uid in map(Uid, case.ruling.chips) if uid in books.loose)]
    if case.away in books.gone:
        items.append(as_item(books.gone[case.away]))
    return items


def owed_of(case: OpenCase, arbiter: Arbiter) -> dict[str, Debt]:
    """For chips of the case, the debts that they could have paid. For example, somebody said that a chip is played, and
    then laid it elsewhere."""
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
    """The move of a chip that came out of a bag over its slot."""
    return next(Moved(UNSEEN, 1, bag, hand) for hand, bag in sight.slots.items() if sight.place(hand) == place)


def settle(case: OpenCase, arbiter: Arbiter, owed: Mapping[str, Debt], how: str) -> None:
    """Bring books and twin in line with what stands, and close the case."""
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
    reconcile(arbiter.twin, arbiter.match, arbiter.sight)


def changes(arbiter: Arbiter, moves: list[Moved]) -> Mapping[str, object]:
    """The changes of a correction that makes these moves. Raises `Illegal` if they are impossible."""
    try:
        return arbiter.match.game.relocated(arbiter.match.table, moves)
    except PositionError as problem:
        raise Illegal("stand", "{problem}", "", problem=problem.message) from None
