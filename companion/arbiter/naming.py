"""What is wrong with chips that no line of play explains: what they were put instead of, or what somebody has tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.arbiter.books import Books
from companion.arbiter.culprits import Item, Nearest, without
from companion.arbiter.explain import explain, follow, give, is_silent
from companion.arbiter.loose import Debt
from companion.arbiter.sight import Sight, fits
from companion.rules import UNSEEN, Attempt, Draw, Event, Illegal, Match, Moved, Question, Said
from companion.rules.kernel.sentences import Sentence

EACH = 80
"""Work for an explanation, where it is tried what somebody may have left out."""
DEEP = 4
"""Answers in a row that nobody gives with a chip."""


SOON = 4.0
"""Seconds after a chip for which others may follow that belong to the same; what came later was not there instead."""
AHEAD = 3
"""How much more it counts that a chip was moved before its time than after it."""


class Made(NamedTuple):
    """A move that the rules have made, and by which rule."""

    moved: Moved
    rule: str
    at: float
    """When it was made, or when the first chip of it was seen."""


class Named(NamedTuple):
    """A mistake, by its name."""

    kind: str
    """A key of `sentences`."""
    seat: str
    rule: str
    why: Sentence = Sentence("")
    """The rule's own sentence, where it has one for this."""
    token: str = ""
    owed: tuple[Debt, ...] = ()
    apart: float = 0.0
    """Seconds between the chip, and the move of the rules that gives it its name."""


class Point(NamedTuple):
    """A moment at which the chips may have been moved: the match, what it owed then, and what it had moved lately."""

    match: Match
    books: Books
    made: tuple[Made, ...]
    ended: bool = False
    """Whether somebody would have had to say that he does no more: what is owed after that, nobody did before."""

    def after(self, said: Said, at: float = 0.0) -> Point:
        """The same after one more input; `at` is when its first chip was seen."""
        at = at or max((one.at for one in self.made), default=0.0)
        ended = self.ended or (said.kind == "answer" and is_silent(said.what) and self.match.resting)
        match, books = self.match.copy(), self.books.copy()
        made = self.made
        asked = match.pending
        events = give(match, said)
        follow(books, events)
        made += moves_made(match, events, asked, at)
        while isinstance(due := match.pending, Draw) and due.owner:
            events = give(match, Said("draw", "", (UNSEEN,) * due.count))
            follow(books, events)
            made += moves_made(match, events, due, at)
        return Point(match, books, made, ended)


def moves_made(match: Match, events: Sequence[Event], asked: Question | Draw | None, at: float) -> tuple[Made, ...]:
    """The moves among these events, each with its rule."""
    owes = match.game.owes
    return tuple(Made(event, owes(event, events, asked), at) for event in events if isinstance(event, Moved))


def name(match: Match, books: Books, near: Nearest, made: tuple[Made, ...]) -> Named:
    """The best name for what is in the way."""
    items = near.culprits
    points = tuple(around(Point(match, without(books, items), made), near))
    instead, too_many = in_place_of_another(points, items), one_too_many(points, items)
    tried = refused(points, items)
    guessed = instead and (instead.kind == "misplaced" or not points[0].books.debts.keys() >= set(instead.owed))
    if instead and not (too_many and too_many.apart < instead.apart) and not (guessed and tried):
        return instead  # where it is owed only after an answer that nobody has given, what was tried tells more
    named = tried or without_its_first_chip(points, items) or too_many
    if named:
        return named
    seats = [seat for item in items for seat in sorted(item.owners)]
    return Named("astray", seats[0] if seats else "", "")


def around(start: Point, near: Nearest) -> Iterator[Point]:
    """The moments that count: when the chips were moved by the shortest line that explains the others, what could
    follow without a chip, then the earlier and the later ones."""
    line = near.lines[0].steps if near.lines else ()
    points = [start]
    for step in line:
        if step.said.kind == "draw":  # a bag is drawn from at once, so that is done already
            points.append(points[-1])
        else:
            points.append(points[-1].after(step.said, step.first if step.shown else 0.0)._replace(ended=False))
    first = min((item.at for item in near.culprits), default=0.0)
    shown = [number for number, step in enumerate(line, 1) if step.shown and step.first < first]
    then = shown[-1] if shown else 0
    ordered = [points[then], *points[then + 1 :], *points[:then]]
    now = ordered[0]._replace(books=ordered[0].books.until(first + SOON))
    yield now
    yield from quietly(now, DEEP)
    yield from ordered[1:]


def quietly(point: Point, deep: int) -> Iterator[Point]:
    """The points to which answers lead that nobody gives with a chip."""
    if not deep or not isinstance(point.match.pending, Question):
        return
    for seat in point.match.waiting_for:
        for token in point.match.options(seat):
            if is_silent(token):
                further = point.after(Said("answer", seat, token))
                yield further
                yield from quietly(further, deep - 1)


# -- by what is owed -------------------------------------------------------------------------------------------


def in_place_of_another(points: Sequence[Point], items: Sequence[Item]) -> Named | None:
    """A chip went where another is due, or the chip that is due went elsewhere."""
    for point in points:
        for item in items if not point.ended else ():
            for debt in point.books.debts:
                if kind := misplaced(point, item, debt):
                    same = [one for one in items if misplaced(point, one, debt)]
                    fitting = [one for one in reversed(point.made) if debt_of(one.moved) == debt]
                    made = min(fitting, key=lambda one: apart(item, one), default=None)
                    owed = (debt,) * min(len(same), point.books.debts[debt])
                    rule, distance = (made.rule, apart(item, made)) if made else ("", 0.0)
                    return Named(kind, seat_of(debt), rule, owed=owed, apart=distance)
    return None


def misplaced(point: Point, item: Item, debt: Debt) -> str:
    """How a chip took the place of a debt; "" where it did not."""
    sight = point.books.sight
    if UNSEEN in (debt.kind, item.kind) or sight.place(debt.source) not in item.origin:
        return ""
    arrives = sight.place(debt.target)
    if item.kind != debt.kind and item.place == arrives:
        return "instead"
    return "misplaced" if item.kind == debt.kind and item.place != arrives and "." in item.place else ""


def debt_of(moved: Moved) -> Debt:
    """A move as it is owed."""
    return Debt(moved.piece, moved.source, moved.target)


def seat_of(debt: Debt) -> str:
    """Who has to move it: whose zone it is."""
    zones = (debt.target, debt.source)
    return next((zone.partition(".")[0] for zone in zones if "." in zone), "")


def one_too_many(points: Sequence[Point], items: Sequence[Item]) -> Named | None:
    """A chip went the same way as others that were due: of these, it belongs to those that are nearest in time."""
    found = [
        Named("too many", seat_of(debt_of(made.moved)), made.rule, apart=apart(item, made))
        for point in points
        for item in items
        for made in reversed(point.made)
        if same_way(point.books.sight, made.moved, item)
    ]
    return min(found, key=lambda named: named.apart, default=None)


def apart(item: Item, made: Made) -> float:
    """Seconds between a chip and a move of the rules. Hands follow the rules and are seldom ahead of them, so seconds
    ahead count more."""
    late = item.at - made.at
    return late if late >= 0 else -late * AHEAD


def same_way(sight: Sight, moved: Moved, item: Item) -> bool:
    """Whether a chip has gone where this move has led."""
    if not item.uid:
        return sight.place(moved.target) == item.place and moved.target in sight.slots
    return (
        fits(moved.piece, item.kind)
        and sight.place(moved.target) == item.place
        and sight.place(moved.source) in item.origin
        and sight.shows(moved)
    )


# -- by what was tried -----------------------------------------------------------------------------------------


def refused(points: Sequence[Point], items: Sequence[Item]) -> Named | None:
    """The rule against what somebody may have wanted."""
    match = points[0].match
    for attempt in match.game.attempts(match.table, [item.moved for item in items]):
        refusals = [found for point in points if (found := refusal(point.match, attempt))]
        if refusals:
            _, best = max(refusals, key=lambda found: found[0])
            return Named("refused", attempt.seat, best.rule, best.sentence, attempt.token)
        if attempt.rule:
            return Named("refused", attempt.seat, attempt.rule, Sentence(attempt.why), attempt.token)
    return None


def refusal(match: Match, attempt: Attempt) -> tuple[tuple[bool, bool, bool], Illegal] | None:
    """Why it cannot be done, with how much that tells: most where the seat is asked for something of the kind."""
    if not attempt.token:
        return None
    why = match.why_not(attempt.token, attempt.seat)
    if why is None:
        return over(match, attempt)
    if match.over:
        return None
    asked = attempt.seat in match.waiting_for
    verb = attempt.token.partition(":")[0]
    offered = asked and any(token.partition(":")[0] == verb for token in match.options(attempt.seat))
    return (offered, match.resting, asked), why


def over(match: Match, attempt: Attempt) -> tuple[tuple[bool, bool, bool], Illegal] | None:
    """It can be done, and then the match is over: nothing more should have been moved."""
    after = match.copy()
    after.answer(attempt.token, attempt.seat)
    if not after.over:
        return None
    return (True, True, True), Illegal(attempt.token, "The match is over.", after.game.winning)


def without_its_first_chip(points: Sequence[Point], items: Sequence[Item]) -> Named | None:
    """All of it follows from an answer, but the chip with which the answer is given has not been moved."""
    for point in points:
        asked = point.match.pending
        if not isinstance(asked, Question) or asked.rest:
            continue
        for seat in point.match.waiting_for:
            for token in point.match.options(seat):
                after = point.after(Said("answer", seat, token))
                for further in (after, *quietly(after, DEEP)):
                    lacks = lacking(point, further, items)
                    if lacks:
                        return Named("forgotten", seat, asked.rule, Sentence(""), token, lacks)
    return None


def left_out(match: Match, books: Books, since: float) -> Named | None:
    """All of it follows from an answer that is due, and its own chip has not been moved."""
    asked = match.pending
    if not isinstance(asked, Question) or asked.rest:
        return None
    here = Point(match, books, ())
    for seat in match.waiting_for:
        for token in match.options(seat):
            after = here if is_silent(token) else here.after(Said("answer", seat, token))
            lacks = tuple(debt for debt in after.books.debts if debt not in books.debts and is_from(debt, seat))
            if lacks and (after.books.settled or explain(after.match, after.books, EACH, since).lines):
                return Named("forgotten", seat, asked.rule, token=token, owed=lacks)
    return None


def is_from(debt: Debt, seat: str) -> bool:
    """Whether everybody can tell that this seat has to move this chip."""
    return debt.kind != UNSEEN and debt.source.partition(".")[0] == seat


def lacking(before: Point, after: Point, items: Sequence[Item]) -> tuple[Debt, ...]:
    """What would still be owed, where all of these chips are owed by then; nothing where they are not."""
    owed = {debt: count - before.books.debts.get(debt, 0) for debt, count in after.books.debts.items()}
    place = after.books.sight.place
    for item in items:
        for debt, count in owed.items():
            fitting = count > 0 and debt.kind == item.kind and place(debt.source) in item.origin
            if fitting and place(debt.target) == item.place:
                owed[debt] -= 1
                break
        else:
            return ()
    return tuple(debt for debt, count in owed.items() for _ in range(max(count, 0)) if debt.kind != UNSEEN)
