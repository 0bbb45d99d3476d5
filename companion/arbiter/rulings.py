"""Rulings: what lies on the table against the rules, once it is certain that nothing will explain it.

Each mistake is a case, and is ruled on once. Its chips are set aside, so that the game can be followed further. When
one of them moves again, or when a line of play explains them after all, they are in question again like any other
chips.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from companion.arbiter.answers import is_silent, turn_of
from companion.arbiter.blame import Nearest, Unexplained, as_item, nearest, over_slot, unexplained
from companion.arbiter.books import Books
from companion.arbiter.explain import explain
from companion.arbiter.lines import believed
from companion.arbiter.loose import Debt, Loose, Settling
from companion.arbiter.naming import NamedMistake, RuleMove, left_out, moves_made, name, name_each
from companion.arbiter.news import Grounds, Righted, Ruling
from companion.arbiter.prices import MARGIN, MEANS_NOTHING, MISTAKE, TELLS
from companion.arbiter.sayings import in_words
from companion.arbiter.sight import Sight, Visibility
from companion.arbiter.slots import OverSlot
from companion.arbiter.strangers import lie_at, one_more
from companion.rules import UNSEEN, Draw, Event, Question, Said
from companion.table.layout import AIR
from companion.table.sightings import Uid

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter

GRACE = 8.0
"""Seconds without a movement after which a chip that nothing explains is ruled on."""
GRACE_AIR = 10.0
"""The same for a chip that was taken from its place and not seen again."""
BUSY = 15.0
"""Seconds after which a chip that nothing explains is ruled on even while people move on."""
ANSWERING = 8.0
"""Seconds that people have to answer a question before there is a ruling."""
MISSED_ANSWER = 6.0
"""The same where something rare would explain the chip: most likely an answer will tell."""
PLAYING_ON = 60.0
"""The same where so much has moved since that the search was cut off: the answer will help."""
UNCERTAIN = 20.0
"""Seconds before a ruling where the search was cut off."""
OVERDUE = 12.0
"""Seconds that a move may be owed after the game has gone on."""
AT_WORK = 10.0
"""For so many seconds after hands have paid a debt, they count as still at work."""
LONG_OVERDUE = 30.0
"""After so many seconds a debt is overdue even while hands are at work."""
STILL = 3.0
"""Seconds until readers have reported a chip that has been laid down."""
GONE = 25.0
"""Seconds that a chip may be out of its cell."""
LINGERED = 6.0
"""A chip that was in a place for so many seconds was not just passing."""
AT_ONCE = 60
"""Work for an explanation while a change is taken in."""
EARLY = ("astray", "refused")
"""The kinds of rulings on chips that were perhaps only moved too early."""
LATELY = 60
"""How many of the rules' latest moves are remembered."""
MOST_OPEN = 20
"""How many rulings may be open at a time. Whatever else is wrong waits until one of them is settled: nobody puts more
right at once, and each input has to tell all of them."""


class Since(NamedTuple):
    """When a move came to be owed, by which rule, in whose turn, and after how many answers given with a chip."""

    at: float
    rule: str
    turn: str
    by_hand: int
    comes_back: bool = False
    """Whether the same answer also takes such a chip the other way: then hands touch the tap only once for both."""
    cause_at: float = -inf
    """When the first chip was seen of the answer that brought it about."""


@dataclass
class OpenCase:
    """An open ruling, and what has to be put right before it is settled."""

    ruling: Ruling
    aside: dict[Uid, Loose] = field(default_factory=dict)
    """The chips that are set aside."""
    slots: dict[str, list[OverSlot]] = field(default_factory=dict)
    """By hidden place, the chips over a slot that are set aside."""
    debts: dict[Debt, int] = field(default_factory=dict)
    """What is owed: the case stays open as long as any of it is."""
    away: Uid | None = None
    """A chip that is gone from its cell."""
    reader: str = ""
    """Where strangers came: the case stays open as long as any of them lies there."""
    passed: bool = False
    """Whether the chip has moved on from where no line could bring it: its earlier stop can no longer be put right."""
    lost: bool = False
    """Whether nothing was set aside, because nobody can tell how the rest came about. One such ruling at a time is
    enough."""

    @property
    def items(self) -> tuple[Unexplained, ...]:
        """The chips in question."""
        slots = (over_slot(place, chip) for place, chips in self.slots.items() for chip in chips)
        return (*map(as_item, self.aside.values()), *slots)


class Rulings:
    """The cases of one table."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.cases: list[OpenCase] = []
        self.ruled_so_far = 0
        self.since: dict[Debt, list[Since]] = {}
        """For each debt one `Since` for each chip that is owed, the oldest first. A payment takes off the latest: a
        chip that was forgotten stays owed."""
        self.paid_at = 0.0
        """When a debt was last paid."""
        self.paid_last: dict[Debt, tuple[Since, float]] = {}
        """For each debt the `Since` of its last payment, and when it was paid."""
        self.drew: dict[str, float] = {}
        """When each seat last had to draw."""
        self.made: tuple[RuleMove, ...] = ()
        """The rules' latest moves."""
        self.by_hand = 0
        """How many answers that move a chip in sight have counted."""
        self.explained: set[str] = set()
        """The chips that a line has explained since the last look."""
        self.strangers: set[str] = set()
        """The strangers that a ruling has named, as long as the twin remembers them."""
        self._tried: tuple[object, ...] = ()
        """What was searched when there was nothing to rule on, or no line for a case; the same is not searched
        twice."""

    @property
    def full(self) -> bool:
        """Whether as many rulings are open as there may be."""
        return len(self.cases) >= MOST_OPEN

    @property
    def open(self) -> tuple[Ruling, ...]:
        """The rulings that are not settled."""
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
        """Take note of an input that has counted, and of its effects."""
        moves = moves_made(arbiter.match, events, asked, min(settling.first, arbiter.now))
        self.made = (*self.made, *moves)[-LATELY:]
        self.drew |= {
            self.sight.owner(made.moved.source): arbiter.now for made in moves if made.moved.source in self.sight.bags
        }
        shows = any(self.sight.shows(made.moved) for made in moves)
        for made in moves:
            if (
                made.moved.piece == UNSEEN and made.moved.source in self.sight.slots
            ):  # whatever was drawn too much has been laid down with the hand
                self._lets_go(self.sight.place(made.moved.source))
        self.by_hand += said.kind == "answer" and not is_silent(said.what) and shows
        self.explained.update(uid for uid, _ in settling.seen)
        rules: dict[tuple[str, ...], str] = {made.moved[2:4]: made.rule for made in moves}
        rules |= {(made.moved.piece, *made.moved[2:4]): made.rule for made in moves}
        turn = turn_of(arbiter.match)
        for debt, count in arbiter.books.awaited().items():
            stack = self.since.setdefault(debt, [])
            rule = rules.get(debt) or rules.get(debt[1:]) or ""
            cause_at = min(settling.first, arbiter.now)
            new = Since(arbiter.now, rule, turn, self.by_hand, self._comes_back(debt, moves), cause_at)
            for _ in range(count - len(stack)):
                stack.append(self._in_its_place(debt, new))
        self._forget(arbiter.books)

    def _comes_back(self, debt: Debt, moves: Iterable[RuleMove]) -> bool:
        """Whether these moves also took such a chip the other way, out over the tap of the zone that this debt leads
        to."""
        there = (debt.kind, debt.target, debt.source)
        over_tap = self.sight.way(*there) is Visibility.LEAVES
        return over_tap and any((made.moved.piece, *made.moved[2:4]) == there for made in moves)

    def _forget(self, books: Books) -> None:
        """Forget debts that have been paid."""
        debts = books.awaited()
        self.since = {debt: stack[: debts[debt]] for debt, stack in self.since.items() if debt in debts}

    def paid(self, debt: Debt, now: float) -> None:
        """Hands have paid a debt: they are at work, and an equal debt may turn out to be the one they meant."""
        self.paid_at = now
        if (stack := self.since.get(debt)) and not any(debt in case.debts for case in self.cases):
            self.paid_last[debt] = (stack[-1], now)

    def _in_its_place(self, debt: Debt, new: Since) -> Since:
        """Return the `Since` of a debt that came up soon after an equal one was paid. The payment belongs to the debt
        that is nearer in time; if that is the new one, the older is still owed, by its own rule. If the older debt had
        been late by far, and the new one came up just after the payment, what is owed is as old as before."""
        before, paid = self.paid_last.pop(debt, (None, 0.0))
        if before is None or paid - before.at <= new.at - paid:
            return new
        late = paid - before.at >= LONG_OVERDUE and new.at - paid <= STILL
        return before if late else new._replace(rule=before.rule)

    def is_forgotten(self, debt: Debt) -> bool:
        """Whether some chip of a hand should have been laid down, and its owner has gone on without it: he has already
        drawn all that he has had to draw since."""
        stack, seat = self.since.get(debt, []) if debt.kind == UNSEEN else [], self.sight.owner(debt.source)
        draws = any(due.source in self.sight.bags and self.sight.owner(due.source) == seat for due in self.since)
        return bool(stack) and not draws and self.drew.get(seat, -inf) >= stack[0].at

    def take_up(self, uid: Uid, target: str, books: Books, now: float) -> frozenset[str] | None:
        """A chip that was set aside has moved: it is in question again. Return where else it may have come from, if it
        lay there for so long that nobody knows what hands have done with it since, and is not put back now; None if it
        was not set aside."""
        for case in self.cases:
            if loose := case.aside.pop(uid, None):
                if now - loose.last >= LONG_OVERDUE and target not in loose.origin:
                    return frozenset(self.sight.hands.values()) | {loose.now}
                books.loose[uid] = loose
                return frozenset()
        return None

    def comes_again(self, place: str, uid: Uid) -> None:
        """A chip comes over a slot. If it is the one that was set aside, it was back in the bag."""
        for case in self.cases:
            if place in case.slots:
                case.slots[place] = [chip for chip in case.slots[place] if chip.uid != uid]
                case.slots = {where: chips for where, chips in case.slots.items() if chips}

    def _lets_go(self, place: str) -> None:
        """The hand of a seat has been laid down: what came over its slot for nothing no longer matters."""
        for case in self.cases:
            case.slots.pop(place, None)

    def moves_on(self, uid: Uid, target: str, arbiter: Arbiter) -> frozenset[str] | None:
        """A chip moves on from where it has been for a while. If no line brought it there, and that is certain, rule on
        it now, because nothing will show it any more. Return where its remaining way begins; None if there is no
        ruling."""
        stop = arbiter.books.loose.get(uid)
        if stop is None or stop.now == AIR or stop.then or arbiter.now - stop.at < LINGERED or target in stop.origin:
            return None
        if self.full or self._must_be_said(arbiter):
            return None
        if any(uid not in line.books.loose for line in arbiter.explained.lines):
            return None  # a rarer story explains it
        without = arbiter.books.copy()
        del without.loose[uid]
        rest = Nearest((as_item(stop),), ())
        if not without.settled:
            found = explain(arbiter.match, without, AT_ONCE, arbiter.by_hand_at)
            rest = rest._replace(lines=believed(found, arbiter.now, MISTAKE))
            if not rest.lines:
                return None  # other chips are in question as well
        explained = explain(arbiter.match, arbiter.books, AT_ONCE, arbiter.by_hand_at)
        if believed(explained, arbiter.now, MISTAKE) or not explained.complete:
            return None
        named = name(arbiter.match, self._without_young_debts(arbiter), rest, self.made)
        del arbiter.books.loose[uid]
        self._open(arbiter, OpenCase(self._ruling(arbiter, named, rest.culprits, rest), passed=True))
        return stop.origin

    def all_stand(self, arbiter: Arbiter) -> None:
        """Close all cases: people have put the rules right, as the table lies."""
        for case in list(self.cases):
            self.close(case, arbiter, "stands")

    # -- looking -----------------------------------------------------------------------------------------------

    def look(self, arbiter: Arbiter) -> None:
        """Close the cases that are settled, and rule on what is certain."""
        self._forget(arbiter.books)
        withdrawn = [case for case in list(self.cases) if self._settle(case, arbiter)]
        self.explained.clear()
        if withdrawn:
            return  # its chips are in question again
        if arbiter.in_any_doubt:
            return
        self._strangers(arbiter)
        if self.full:
            return
        self._loose(arbiter)
        self._overdue(arbiter)
        self._gone(arbiter)

    def _settle(self, case: OpenCase, arbiter: Arbiter) -> bool:
        """Close a case that is right again. Return whether a line of play explains it after all."""
        books = arbiter.books
        if case.aside or case.slots:
            explained = self._is_owed(case, arbiter) or self._is_explained(case, arbiter)
            if explained:
                self.close(case, arbiter, "withdrawn")
            return explained
        chips = [Uid(uid) for uid in case.ruling.chips]
        if case.lost and not self.explained.isdisjoint(chips):
            self.close(case, arbiter, "withdrawn")  # what is left of it can be told apart now
            return True
        owed = books.awaited()
        stands = any(uid in books.loose and not books.loose[uid].is_home for uid in chips) or any(
            debt in owed for debt in case.debts
        )
        stands |= bool(case.away) and case.away in books.gone
        stands |= bool(case.reader) and lie_at(case.reader, arbiter.twin)
        if not stands:
            line = chips and self.explained.issuperset(chips) and not case.passed
            self.close(case, arbiter, "withdrawn" if line else "right")
        return False

    def close(self, case: OpenCase, arbiter: Arbiter, how: str) -> None:
        """Close a case: it was put right, withdrawn, or let stand."""
        self.cases.remove(case)
        arbiter.tell(Righted(case.ruling.number, how, arbiter.now))

    def _is_owed(self, case: OpenCase, arbiter: Arbiter) -> bool:
        """Whether the game has come to what was set aside: now the rules want these chips just there. They pay what is
        owed."""
        if case.slots or case.ruling.kind not in EARLY:
            return False
        books = arbiter.books.copy()
        paid = {uid: books.seen(chip, arbiter.may_be) for uid, chip in case.aside.items()}
        if not all(paid.values()):
            return False
        arbiter.books = books
        for uid, debts in paid.items():
            for debt, zone in debts or ():
                self.paid(debt, arbiter.now)
                arbiter.twin.decided(uid, zone)
        return True

    def _is_explained(self, case: OpenCase, arbiter: Arbiter) -> bool:
        """Whether a line explains what was set aside: then it is in question again."""
        at = (case.ruling.number, *arbiter.books.fingerprint(), arbiter.record.point)
        if at == self._tried:
            return False
        books = with_case(arbiter.books, case)
        self._tried = at
        explained = explain(arbiter.match, books, AT_ONCE, arbiter.by_hand_at)
        if not all(line.is_plain for line in explained.likely(arbiter.now)):
            return False
        if case.slots and not believed(explained, arbiter.now, MEANS_NOTHING - MARGIN):
            return False  # that these chips came over the slot for nothing is as likely
        arbiter.books.loose, arbiter.books.slots = books.loose, books.slots
        return True

    # -- what nothing explains ---------------------------------------------------------------------------------

    def _loose(self, arbiter: Arbiter) -> None:
        books = arbiter.books
        if books.settled or any(case.lost for case in self.cases) or not self._is_ripe(arbiter):
            return
        if not self._stays(arbiter):
            if arbiter.lines and not self._is_unanswered(arbiter):
                return
            if self._must_be_said(arbiter):
                return
        at = ("loose", *books.fingerprint(), arbiter.record.point)
        if at == self._tried:
            return
        self._tried = at
        near = nearest(arbiter.match, books, arbiter.by_hand_at, arbiter.now)
        if not any(self._ripe(item, arbiter) for item in near.culprits):
            self._tried = ()
            return
        named = left_out(arbiter.match, books, arbiter.by_hand_at) if len(near.culprits) > 1 else None
        if named:
            self._rule_on(arbiter, named, Nearest(unexplained(books), (), certain=False))
            return
        before = max((item.at for item in near.culprits), default=arbiter.now) + TELLS
        for one, part in name_each(arbiter.match, self._without_young_debts(arbiter, before), near, self.made):
            self._rule_on(arbiter, one, part)

    def _must_be_said(self, arbiter: Arbiter) -> bool:
        """Whether people have to speak first: to name a public draw, or to answer what they have just been asked."""
        due, asked = arbiter.match.pending, arbiter.asked
        patience = ANSWERING if arbiter.searched_all else PLAYING_ON
        patience = min(patience, MISSED_ANSWER) if arbiter.waits else patience
        return (isinstance(due, Draw) and not due.owner) or (asked is not None and arbiter.now - asked.at < patience)

    def _stays(self, arbiter: Arbiter) -> bool:
        """Whether a chip stays unexplained by every line, whatever people answer, and has lain there for long."""
        if not arbiter.searched_all or not arbiter.lines or any(line.is_behind_a_draw for line in arbiter.lines):
            return False
        left = [unexplained(line.books) for line in arbiter.lines if line.steps]
        return bool(left) and any(
            arbiter.now - item.at >= BUSY and all(item in items for items in left) for item in left[0]
        )

    def _is_unanswered(self, arbiter: Arbiter) -> bool:
        """Whether nothing explains the chips for certain, and nobody has said in time what would."""
        asked = arbiter.asked
        if not any(line.steps for line in arbiter.lines):
            return True
        return arbiter.waits and asked is not None and arbiter.now - asked.at >= MISSED_ANSWER

    def _without_young_debts(self, arbiter: Arbiter, before: float = inf) -> Books:
        """A copy of the books without debts that have just come up, or came up after this moment: hands are about to
        pay these, and have put nothing in their place."""
        books = arbiter.books.copy()
        for debt, stack in self.since.items():
            if debt in books.debts and (arbiter.now - stack[0].at < GRACE or stack[0].cause_at > before):
                del books.debts[debt]
        return books

    def _is_ripe(self, arbiter: Arbiter) -> bool:
        return any(self._ripe(item, arbiter) for item in unexplained(arbiter.books))

    def _ripe(self, item: Unexplained, arbiter: Arbiter) -> bool:
        """Whether we have waited long enough for this chip to be explained."""
        age = arbiter.now - max(item.at, arbiter.told_at)
        calm = arbiter.now - max(arbiter.moved_at, arbiter.went_on_at)
        if not arbiter.searched_all:
            return age >= UNCERTAIN
        if arbiter.now - item.at >= BUSY and self._stays(arbiter):
            return True
        grace = GRACE_AIR if item.place == AIR else GRACE
        return (calm >= grace and age >= grace) or age >= max(BUSY, grace)

    def _rule_on(self, arbiter: Arbiter, named: NamedMistake, near: Nearest) -> None:
        case = OpenCase(self._ruling(arbiter, named, near.culprits, near), lost=not near.certain)
        if named.kind != "forgotten":  # what is forgotten is not owed yet: its answer has not counted
            case.debts = counted(named.owed)
        for older in [one for one in self.cases if not set(case.ruling.chips).isdisjoint(one.ruling.chips)]:
            self.close(older, arbiter, "withdrawn")
        for item in near.culprits if near.certain else ():
            if item.uid:
                case.aside[Uid(item.uid)] = arbiter.books.loose.pop(Uid(item.uid))
            else:
                came = [chip for chip in arbiter.books.slots.waiting[item.place] if chip.at == item.at]
                case.slots.setdefault(item.place, []).extend(came[:1])
                arbiter.books.slots.forget(item.place, came[:1])
        self._open(arbiter, case)

    def _open(self, arbiter: Arbiter, case: OpenCase) -> None:
        self.cases.append(case)
        arbiter.tell(case.ruling)

    def _ruling(
        self, arbiter: Arbiter, named: NamedMistake, items: tuple[Unexplained, ...], near: Nearest | None = None
    ) -> Ruling:
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
            why=Grounds(tuple(item.way for item in items), considered, named.rule),
            reason=named.why,
        )
        words, remedy = in_words(arbiter.match.game.words, ruling)
        return replace(ruling, words=words, remedy=remedy)

    # -- what is owed ------------------------------------------------------------------------------------------

    def _overdue(self, arbiter: Arbiter) -> None:
        """Rule on moves that the table has not shown, though the game has gone on."""
        if not arbiter.books.settled:
            return
        overdue = self.overdue(arbiter)
        overdue = [(debt, rule) for debt, rule in overdue if not self._was_missed(debt, arbiter)]
        undone = self._forget_undone([debt for debt, _ in overdue], arbiter)
        late: dict[tuple[str, str, str], list[Debt]] = {}
        for debt, rule in overdue:
            if debt not in undone:
                late.setdefault((rule, debt.source, debt.target), []).append(debt)
        for (rule, source, target), debts in late.items():
            seat = self.sight.owner(target) or self.sight.owner(source)
            case = OpenCase(
                self._ruling(arbiter, NamedMistake("owed", seat, rule, owed=tuple(debts)), ()), debts=counted(debts)
            )
            self._open(arbiter, case)
            if self.full:
                return

    def is_left_behind(self, arbiter: Arbiter) -> bool:
        """Whether people have gone on with the game by hand, although something has been owed for a while."""
        return any(
            self.by_hand > since.by_hand and arbiter.now - since.at >= AT_WORK
            for stack in self.since.values()
            for since in stack
        )

    def overdue(self, arbiter: Arbiter) -> list[tuple[Debt, str]]:
        """The moves that have been owed for too long and are not ruled on yet, each with its rule."""
        ruled = {debt for case in self.cases for debt in case.debts}
        return [
            (debt, since.rule)
            for debt, stack in self.since.items()
            for since in stack
            if debt not in ruled and self._is_overdue(since, arbiter)
        ]

    def _was_missed(self, debt: Debt, arbiter: Arbiter) -> bool:
        """Whether the reader that would have shown a move did not look meanwhile. Then it counts as made."""
        since = self.since[debt][0].at
        if not any(arbiter.slept.get(reader, -inf) >= since for reader in self.sight.readers(*debt)):
            return False
        if debt in arbiter.books.debts:
            arbiter.books.pay(debt)
            self.paid(debt, arbiter.now)
            if debt.kind != UNSEEN:
                arbiter.twin.moved(debt.kind, 1, debt.source, debt.target)
        return True

    def _forget_undone(self, overdue: list[Debt], arbiter: Arbiter) -> set[Debt]:
        """Drop debts that cancel each other out, and return them.

        A chip that was fetched and has already to be given back is never laid down. A chip that one answer takes there
        and back may stay where it is, or touch the tap once for both ways. And where both ways are overdue, the chip
        has come and gone unseen, or might as well have."""
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
        """When and in which turn each of these debts came up, whatever its rule: equal for debts that one answer
        made."""
        return {since._replace(rule="", comes_back=False) for since in self.since.get(debt, ())}

    def _is_overdue(self, since: Since, arbiter: Arbiter) -> bool:
        acted = self.by_hand > since.by_hand or arbiter.match.over
        if not (acted or turn_of(arbiter.match) != since.turn) or arbiter.now - arbiter.moved_at < STILL:
            return False
        age, quiet = arbiter.now - since.at, arbiter.now - max(since.at, self.paid_at)
        return (acted and age >= OVERDUE and quiet >= AT_WORK) or age >= LONG_OVERDUE

    # -- chips that are nobody's, and chips that are nowhere ---------------------------------------------------

    def _strangers(self, arbiter: Arbiter) -> None:
        """Rule on tags that belong to no known chip. Those that come to one reader share a ruling, so that a phone
        which shows another number at each look, or somebody who means harm, opens only one."""
        strangers = arbiter.twin.strangers()
        self.strangers &= strangers.keys()
        for uid, where in strangers.items():
            if uid in self.strangers or not where.reader or where.reader in self.sight.hidden_readers:
                continue
            item = Unexplained(uid, "", (), arbiter.layout.spot(where.reader).zone, where.since)
            case = next((case for case in self.cases if case.reader == where.reader), None)
            if case is not None:
                case.ruling = one_more(case.ruling, item, arbiter.match.game.words)
            elif not self.full:
                ruling = self._ruling(arbiter, NamedMistake("stranger", "", ""), (item,))
                self._open(arbiter, OpenCase(ruling, reader=where.reader))
            else:
                continue
            self.strangers.add(uid)

    def _gone(self, arbiter: Arbiter) -> None:
        if not arbiter.books.settled:
            return  # a chip that is gone may be what explains the others
        ruled = {case.away for case in self.cases}
        for uid, gone in arbiter.books.gone.items():
            in_cell = bool(arbiter.layout.spot(gone.reader).cells) and arbiter.twin.whereabouts(uid).lifted
            if in_cell and uid not in ruled and arbiter.now - gone.at >= GONE and not self.full:
                item = as_item(gone)
                seat = min(self.sight.owners(item.places), default="")
                self._open(arbiter, OpenCase(self._ruling(arbiter, NamedMistake("gone", seat, ""), (item,)), away=uid))


def counted(debts: Iterable[Debt]) -> dict[Debt, int]:
    """How many there are of each debt."""
    found: dict[Debt, int] = {}
    for debt in debts:
        found[debt] = found.get(debt, 0) + 1
    return found


def with_case(books: Books, case: OpenCase) -> Books:
    """A copy of the books that includes what a case has set aside. Whoever is told mends it: these chips count as seen
    when people were told."""
    found, told = books.copy(), case.ruling.at
    found.loose |= {uid: replace(chip, at=max(chip.at, told)) for uid, chip in case.aside.items()}
    for place, chips in case.slots.items():
        for chip in chips:
            found.slots.comes(place, chip._replace(at=max(chip.at, told)))
    return found
