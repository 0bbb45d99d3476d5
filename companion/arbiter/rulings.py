"""Rulings: what lies on the table against the rules, when it is certain that nothing will explain it any more.

A case is ruled on once. The chips that it is about are set aside, so that the game can be followed further; when they
move again, or when a line of play explains them after all, they are in question like any others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from companion.arbiter.books import Books
from companion.arbiter.culprits import Item, Nearest, as_item, nearest, over_slot, unexplained
from companion.arbiter.explain import explain, is_silent
from companion.arbiter.loose import Debt, Loose, Settling, owner
from companion.arbiter.naming import Made, Named, left_out, moves_made, name
from companion.arbiter.news import Righted, Ruling, Why
from companion.arbiter.sayings import in_words
from companion.arbiter.sight import Sight, Way
from companion.rules import UNSEEN, Draw, Event, Match, Question, Said
from companion.table.layout import AIR
from companion.table.sightings import Uid

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter

GRACE = 5.0
"""Seconds without a movement after which a chip that nothing explains is ruled on."""
GRACE_AIR = 9.0
"""The same for one that was taken away from its place and not seen again."""
BUSY = 10.0
"""Seconds after which it is ruled on while people move on."""
ANSWERING = 8.0
"""Seconds that people have for answering a question."""
PLAYING_ON = 60.0
"""The same where so much has been moved since that not all of it could be searched: the answer will tell."""
UNCERTAIN = 20.0
"""The same where not all lines could be searched."""
OVERDUE = 12.0
"""Seconds for which a move may be owed when the game has gone on."""
AT_WORK = 10.0
"""Seconds since hands have last done something that was owed: they are still at it."""
LONG_OVERDUE = 30.0
"""Seconds after which it does not matter whether hands are at work."""
STILL = 3.0
"""Seconds that it takes until a chip is told that has been laid down."""
GONE = 25.0
"""Seconds for which a chip may be out of its cell."""
LINGERED = 2.0
"""Seconds for which a chip must have been somewhere for this to mean something when it moves on."""
AT_ONCE = 60
"""Work for an explanation while a change is taken in."""
LATELY = 60
"""Moves of the rules that are kept in mind."""


class Since(NamedTuple):
    """When a move came to be owed, by which rule, whose turn it was, and how many chips had been played by then."""

    at: float
    rule: str
    turn: str
    by_hand: int
    comes_back: bool = False
    """Whether the same answer took a chip from where this one goes: hands touch the tap there once for both ways."""


@dataclass
class Case:
    """An open ruling, and what must be put right for it to be settled."""

    ruling: Ruling
    aside: dict[Uid, Loose] = field(default_factory=dict)
    """Chips that are set aside."""
    slots: dict[str, list[float]] = field(default_factory=dict)
    """What came over slots and is set aside, by hidden place."""
    debts: dict[Debt, int] = field(default_factory=dict)
    """What is owed: the case stands as long as any of it is."""
    away: Uid | None = None
    """A chip that is gone, or that nobody knows."""
    passed: bool = False
    """A chip was where no line brings it, and has moved on: nothing is left to be put right but what is yet to come."""
    lost: bool = False
    """Nothing was set aside, because nobody can tell how the rest came about: one such ruling at a time is enough."""

    @property
    def items(self) -> tuple[Item, ...]:
        """The chips in question."""
        slots = (over_slot(place, at) for place, times in self.slots.items() for at in times)
        return (*map(as_item, self.aside.values()), *slots)


class Rulings:
    """The cases of one table."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.cases: list[Case] = []
        self.ruled_so_far = 0
        self.since: dict[Debt, list[Since]] = {}
        """Of each debt one for each chip that is owed; what is paid was owed last, what is forgotten stays."""
        self.paid_at = 0.0
        """When a chip was last seen to do what was owed."""
        self.paid_last: dict[Debt, tuple[Since, float]] = {}
        """Of each debt the last one that was paid, and when."""
        self.drew: dict[str, float] = {}
        """When each seat was last to draw."""
        self.made: tuple[Made, ...] = ()
        """What the rules have moved lately."""
        self.by_hand = 0
        """Answers that were given with a chip that was seen."""
        self.explained: set[str] = set()
        """Chips that a line has explained since the last look."""
        self.strangers: set[str] = set()
        """Tags of no chip that have been ruled on."""
        self._tried: tuple[object, ...] = ()
        """What differed when nothing was found to rule on, or no line for what is set aside."""

    @property
    def open(self) -> tuple[Ruling, ...]:
        """The rulings that nobody has settled."""
        return tuple(case.ruling for case in self.cases)

    # -- what happens ------------------------------------------------------------------------------------------

    def goes_on(
        self,
        arbiter: Arbiter,
        said: Said,
        asked: Question | Draw | None,
        events: tuple[Event, ...],
        settling: Settling,
    ) -> None:
        """An input has counted, and this came of it."""
        moves = moves_made(arbiter.match, events, asked, min(settling.first, arbiter.now))
        self.made = (*self.made, *moves)[-LATELY:]
        self.drew |= {owner(made.moved.source): arbiter.now for made in moves if made.moved.source in self.sight.bags}
        shows = any(self.sight.shows(made.moved) for made in moves)
        self.by_hand += said.kind == "answer" and not is_silent(said.what) and shows
        self.explained.update(uid for uid, _ in settling.seen)
        rules: dict[tuple[str, ...], str] = {made.moved[2:4]: made.rule for made in moves}
        rules |= {(made.moved.piece, *made.moved[2:4]): made.rule for made in moves}
        turn = turn_of(arbiter.match)
        for debt, count in arbiter.books.awaited().items():
            stack = self.since.setdefault(debt, [])
            rule = rules.get(debt) or rules.get(debt[1:]) or ""
            new = Since(arbiter.now, rule, turn, self.by_hand, self._comes_back(debt, moves))
            for _ in range(count - len(stack)):
                stack.append(self._in_its_place(debt, new))
        self._forget(arbiter.books)

    def _comes_back(self, debt: Debt, moves: Iterable[Made]) -> bool:
        """Whether these moves brought such a chip from where it goes by this debt, over the tap there."""
        there = (debt.kind, debt.target, debt.source)
        over_tap = self.sight.way(*there) is Way.LEAVES
        return over_tap and any((made.moved.piece, *made.moved[2:4]) == there for made in moves)

    def _forget(self, books: Books) -> None:
        """What has been paid."""
        debts = books.awaited()
        self.since = {debt: stack[: debts[debt]] for debt, stack in self.since.items() if debt in debts}

    def paid(self, debt: Debt, now: float) -> None:
        """Hands are at work; and what they have paid may turn out to be the next such debt."""
        self.paid_at = now
        if (stack := self.since.get(debt)) and not any(debt in case.debts for case in self.cases):
            self.paid_last[debt] = (stack[-1], now)

    def _in_its_place(self, debt: Debt, new: Since) -> Since:
        """Two chips of a kind are owed on the same way, one after the other, and one has come: it belongs to what was
        nearer in time, and the other is still owed by its own rule. Where it was late by far, and this one came just as
        the new one was owed, it is still as late."""
        before, paid = self.paid_last.pop(debt, (None, 0.0))
        if before is None or paid - before.at <= new.at - paid:
            return new
        late = paid - before.at >= LONG_OVERDUE and new.at - paid <= STILL
        return before if late else new._replace(rule=before.rule)

    def is_forgotten(self, debt: Debt) -> bool:
        """Whether some chip of a hand was to be laid down, and its owner has gone on without it: has drawn already all
        that came to be owed no earlier."""
        stack, seat = self.since.get(debt, []) if debt.kind == UNSEEN else [], owner(debt.source)
        draws = any(due.source in self.sight.bags and owner(due.source) == seat for due in self.since)
        return bool(stack) and not draws and self.drew.get(seat, -inf) >= stack[0].at

    def take_up(self, uid: Uid, books: Books) -> bool:
        """A chip that was set aside moves: it is in question again."""
        for case in self.cases:
            if loose := case.aside.pop(uid, None):
                books.loose[uid] = loose
                return True
        return False

    def moves_on(self, uid: Uid, target: str, arbiter: Arbiter) -> frozenset[str] | None:
        """A chip moves on from where it has been for a while. If no line brought it there, and that is certain, this is
        ruled on now, for nothing will show it any more; what is left is the way from where it came from."""
        stop = arbiter.books.loose.get(uid)
        if stop is None or stop.now == AIR or stop.then or arbiter.now - stop.at < LINGERED or target in stop.origin:
            return None
        if self._must_be_said(arbiter):
            return None
        without = arbiter.books.copy()
        del without.loose[uid]
        rest = Nearest((as_item(stop),), ())
        if not without.settled:
            rest = rest._replace(lines=explain(arbiter.match, without, AT_ONCE, arbiter.by_hand_at).lines)
            if not rest.lines:
                return None  # others are in question as well
        explained = explain(arbiter.match, arbiter.books, AT_ONCE, arbiter.by_hand_at)
        if explained.lines or not explained.complete:
            return None
        named = name(arbiter.match, self._without_young_debts(arbiter), rest, self.made)
        del arbiter.books.loose[uid]
        self._open(arbiter, Case(self._ruling(arbiter, named, rest.culprits, rest), passed=True))
        return stop.origin

    def all_stand(self, arbiter: Arbiter) -> None:
        """People have put the rules right: they are as the table is."""
        for case in list(self.cases):
            self.close(case, arbiter, "stands")

    # -- looking -----------------------------------------------------------------------------------------------

    def look(self, arbiter: Arbiter) -> None:
        """Settle what is settled, and rule on what is certain."""
        self._forget(arbiter.books)
        withdrawn = [case for case in list(self.cases) if self._settle(case, arbiter)]
        self.explained.clear()
        if withdrawn:
            return  # its chips are in question again
        if arbiter.in_doubt:
            return
        self._strangers(arbiter)
        self._loose(arbiter)
        self._overdue(arbiter)
        self._gone(arbiter)

    def _settle(self, case: Case, arbiter: Arbiter) -> bool:
        """Close a case that is right again; True where a line of play explains it after all."""
        books = arbiter.books
        if case.aside or case.slots:
            explained = self._is_explained(case, arbiter)
            if explained:
                self.close(case, arbiter, "withdrawn")
            return explained
        chips = [Uid(uid) for uid in case.ruling.chips]
        owed = books.awaited()
        stands = any(uid in books.loose and not books.loose[uid].is_home for uid in chips) or any(
            debt in owed for debt in case.debts
        )
        if not stands and not (case.away and self._is_away(case.away, arbiter)):
            line = chips and self.explained.issuperset(chips) and not case.passed
            self.close(case, arbiter, "withdrawn" if line else "right")
        return False

    def close(self, case: Case, arbiter: Arbiter, how: str) -> None:
        """A case is settled: right, withdrawn, or let stand."""
        self.cases.remove(case)
        arbiter.tell(Righted(case.ruling.number, how, arbiter.now))

    def _is_explained(self, case: Case, arbiter: Arbiter) -> bool:
        """Whether a line explains what was set aside: then it is in question again."""
        at = (case.ruling.number, *arbiter.books.fingerprint(), arbiter.record.point)
        if at == self._tried:
            return False
        books = with_case(arbiter.books, case)
        self._tried = at
        if not explain(arbiter.match, books, AT_ONCE, arbiter.by_hand_at).lines:
            return False
        arbiter.books.loose, arbiter.books.slots = books.loose, books.slots
        return True

    def _is_away(self, uid: Uid, arbiter: Arbiter) -> bool:
        if uid in self.strangers:
            return arbiter.twin.whereabouts(uid).lies
        return uid in arbiter.books.gone

    # -- what nothing explains ---------------------------------------------------------------------------------

    def _loose(self, arbiter: Arbiter) -> None:
        books = arbiter.books
        if books.settled or arbiter.lines or any(case.lost for case in self.cases) or not self._is_ripe(arbiter):
            return
        if self._must_be_said(arbiter):
            return
        at = ("loose", *books.fingerprint(), arbiter.record.point)
        if at == self._tried:
            return
        self._tried = at
        near = nearest(arbiter.match, books, arbiter.by_hand_at)
        if not any(self._ripe(item, arbiter) for item in near.culprits):
            self._tried = ()
            return
        named = left_out(arbiter.match, books, arbiter.by_hand_at) if len(near.culprits) > 1 else None
        if named:
            near = Nearest(unexplained(books), (), certain=False)
        else:
            named = name(arbiter.match, self._without_young_debts(arbiter), near, self.made)
        self._rule_on(arbiter, named, near)

    def _must_be_said(self, arbiter: Arbiter) -> bool:
        """Whether people have to say first what happened: what all saw of a draw, or what they have just been asked."""
        due, asked = arbiter.match.pending, arbiter.asked
        patience = ANSWERING if arbiter.searched_all else PLAYING_ON
        return (isinstance(due, Draw) and not due.owner) or (asked is not None and arbiter.now - asked.at < patience)

    def _without_young_debts(self, arbiter: Arbiter) -> Books:
        """What has come up just now is about to be done: nothing else was put there instead."""
        books = arbiter.books.copy()
        for debt, stack in self.since.items():
            if debt in books.debts and arbiter.now - stack[0].at < GRACE:
                del books.debts[debt]
        return books

    def _is_ripe(self, arbiter: Arbiter) -> bool:
        return any(self._ripe(item, arbiter) for item in unexplained(arbiter.books))

    def _ripe(self, item: Item, arbiter: Arbiter) -> bool:
        """Whether it has been waited for long enough."""
        age = arbiter.now - max(item.at, arbiter.told_at)
        calm = arbiter.now - max(arbiter.moved_at, arbiter.went_on_at)
        if not arbiter.searched_all:
            return age >= UNCERTAIN
        grace = GRACE_AIR if item.place == AIR else GRACE
        return (calm >= grace and age >= grace) or age >= max(BUSY, grace)

    def _rule_on(self, arbiter: Arbiter, named: Named, near: Nearest) -> None:
        case = Case(self._ruling(arbiter, named, near.culprits, near), lost=not near.certain)
        if named.kind != "forgotten":  # what is forgotten is not owed yet: the rules have not come so far
            case.debts = counted(named.owed)
        for older in [one for one in self.cases if not set(case.ruling.chips).isdisjoint(one.ruling.chips)]:
            self.close(older, arbiter, "withdrawn")
        for item in near.culprits if near.certain else ():
            if item.uid:
                case.aside[Uid(item.uid)] = arbiter.books.loose.pop(Uid(item.uid))
            else:
                case.slots.setdefault(item.place, []).append(item.at)
                arbiter.books.slots[item.place].remove(item.at)
        self._open(arbiter, case)

    def _open(self, arbiter: Arbiter, case: Case) -> None:
        self.cases.append(case)
        arbiter.tell(case.ruling)

    def _ruling(self, arbiter: Arbiter, named: Named, items: tuple[Item, ...], near: Nearest | None = None) -> Ruling:
        self.ruled_so_far += 1
        considered = tuple(line.answers for line in (near.lines if near else ()))
        ruling = Ruling(
            number=self.ruled_so_far,
            kind=named.kind,
            seat=named.seat,
            rule=named.rule,
            words="",
            remedy="",
            chips=tuple(item.uid for item in items if item.uid),
            owed=named.owed,
            at=arbiter.now,
            tokens=(named.token,) if named.token else (),
            why=Why(tuple(item.way for item in items), considered, named.rule),
            reason=named.why,
        )
        words, remedy = in_words(arbiter.match.game.words, ruling)
        return replace(ruling, words=words, remedy=remedy)

    # -- what is owed ------------------------------------------------------------------------------------------

    def _overdue(self, arbiter: Arbiter) -> None:
        """Moves of which the table shows no sign, though the game has gone on."""
        if not arbiter.books.settled:
            return
        ruled = {debt for case in self.cases for debt in case.debts}
        overdue = [
            (debt, since.rule)
            for debt, stack in self.since.items()
            for since in stack
            if debt not in ruled and self._is_overdue(since, arbiter)
        ]
        undone = self._forget_undone([debt for debt, _ in overdue], arbiter)
        late: dict[tuple[str, str, str], list[Debt]] = {}
        for debt, rule in overdue:
            if debt not in undone:
                late.setdefault((rule, debt.source, debt.target), []).append(debt)
        for (rule, source, target), debts in late.items():
            zones = [zone for zone in (target, source) if "." in zone]
            seat = zones[0].partition(".")[0] if zones else ""
            case = Case(self._ruling(arbiter, Named("owed", seat, rule, owed=tuple(debts)), ()), debts=counted(debts))
            self._open(arbiter, case)

    def _forget_undone(self, overdue: list[Debt], arbiter: Arbiter) -> set[Debt]:
        """A chip that was fetched, and is to be given back already, is never laid down; what comes and goes by one
        answer may as well stay where it is, or touch the tap there once for both. Where both ways are overdue, it has
        come and gone unseen, or might as well have. Then neither way is owed."""
        undone: set[Debt] = set()
        for debt in dict.fromkeys(overdue):
            back = Debt(debt.kind, debt.target, debt.source)
            if back in arbiter.books.debts:
                by_one_answer = not self._answers(debt).isdisjoint(self._answers(back))
                if by_one_answer or back in overdue or arbiter.books.is_fetched(debt):
                    undone |= {debt, back}
            elif any(since.comes_back for since in self.since[debt]):
                undone.add(debt)
                arbiter.twin.moved(debt.kind, 1, debt.source, debt.target)
        for debt in undone:
            arbiter.books.pay(debt)
            self.paid(debt, arbiter.now)
        return undone

    def _answers(self, debt: Debt) -> set[Since]:
        """By which answers it came to be owed, whatever their rules."""
        return {since._replace(rule="", comes_back=False) for since in self.since.get(debt, ())}

    def _is_overdue(self, since: Since, arbiter: Arbiter) -> bool:
        acted = self.by_hand > since.by_hand or arbiter.match.over
        if not (acted or turn_of(arbiter.match) != since.turn) or arbiter.now - arbiter.moved_at < STILL:
            return False
        age, quiet = arbiter.now - since.at, arbiter.now - max(since.at, self.paid_at)
        return (acted and age >= OVERDUE and quiet >= AT_WORK) or age >= LONG_OVERDUE

    # -- chips that are nobody's, and chips that are nowhere ---------------------------------------------------

    def _strangers(self, arbiter: Arbiter) -> None:
        for uid, where in arbiter.twin.strangers().items():
            if where.reader and where.reader not in self.sight.hidden_readers and uid not in self.strangers:
                self.strangers.add(uid)
                zone = arbiter.layout.spot(where.reader).zone
                item = Item(uid, "", (), zone, where.since)
                self._open(arbiter, Case(self._ruling(arbiter, Named("stranger", "", ""), (item,)), away=uid))

    def _gone(self, arbiter: Arbiter) -> None:
        if not arbiter.books.settled:
            return  # it may be what explains the others
        ruled = {case.away for case in self.cases}
        for uid, gone in arbiter.books.gone.items():
            in_cell = bool(arbiter.layout.spot(gone.reader).cells) and arbiter.twin.whereabouts(uid).lifted
            if in_cell and uid not in ruled and arbiter.now - gone.at >= GONE:
                item = as_item(gone)
                seat = min(item.owners, default="")
                self._open(arbiter, Case(self._ruling(arbiter, Named("gone", seat, ""), (item,)), away=uid))


def turn_of(match: Match) -> str:
    """Whose turn it is, where the game has turns."""
    return str(match.game.facts(match.table).get("turn", ""))


def counted(debts: Iterable[Debt]) -> dict[Debt, int]:
    """How many of each."""
    found: dict[Debt, int] = {}
    for debt in debts:
        found[debt] = found.get(debt, 0) + 1
    return found


def with_case(books: Books, case: Case) -> Books:
    """The books with what a case has set aside."""
    found = books.copy()
    found.loose |= case.aside
    for place, times in case.slots.items():
        found.slots[place] = [*found.slots.get(place, []), *times]
    return found
