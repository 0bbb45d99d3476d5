"""Name what is wrong with chips that no line explains: what they were put in place of, or what somebody has tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.arbiter.answers import give, is_aloud, is_silent
from companion.arbiter.blame import Nearest, Unexplained, without
from companion.arbiter.books import Books
from companion.arbiter.explain import explain, follow
from companion.arbiter.loose import Debt
from companion.arbiter.sight import Sight, fits
from companion.rules import UNSEEN, Attempt, Draw, Event, Illegal, Match, Moved, Question, Said
from companion.rules.kernel.sentences import Sentence

EACH = 80
"""Work for an explanation, when trying what somebody may have left out."""
DEEP = 4
"""The most silent answers that are tried in a row."""


SOON = 4.0
"""What comes up within so many seconds after a chip may belong to it; the chip was not put in place of anything
later."""
AHEAD = 3
"""A second by which a chip is ahead of a move of the rules counts as much as so many seconds behind it."""


class RuleMove(NamedTuple):
    """A move that the rules have made, with its rule."""

    moved: Moved
    rule: str
    at: float
    """When it was made, or when its first chip was seen."""


class NamedMistake(NamedTuple):
    """A mistake that has been given its name."""

    kind: str
    """A key of `sentences.WORDS`."""
    seat: str
    rule: str
    why: Sentence = Sentence("")
    """The rule's own sentence, if it has one for this."""
    token: str = ""
    owed: tuple[Debt, ...] = ()
    apart: float = 0.0
    """Seconds between the chip and the move of the rules that names the mistake."""
    alone: bool = True
    """Whether it is one seat's act that moves nothing of another seat's."""


class MovePoint(NamedTuple):
    """A moment at which the chips may have been moved: the match, what it owed then, and what it had moved lately."""

    match: Match
    books: Books
    made: tuple[RuleMove, ...]
    ended: bool = False
    """Whether somebody would have had to say that he is done: nobody has paid before that what is owed after it."""

    def after(self, said: Said, at: float = 0.0) -> MovePoint:
        """The point after one more input; `at` is when its first chip was seen."""
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
        return MovePoint(match, books, made, ended)


def moves_made(match: Match, events: Sequence[Event], asked: Question | Draw | None, at: float) -> tuple[RuleMove, ...]:
    """The moves among these events, each with its rule."""
    owes = match.game.owes
    return tuple(RuleMove(event, owes(event, events, asked), at) for event in events if isinstance(event, Moved))


def name(match: Match, books: Books, near: Nearest, made: tuple[RuleMove, ...]) -> NamedMistake:
    """Return the best name for what is wrong with the chips that are in the way."""
    items = near.culprits
    points = tuple(around(MovePoint(match, without(books, items), made), near))
    instead, too_many = in_place_of_another(points, items), one_too_many(points, items)
    tried = refused(points, items)
    guessed = instead and (instead.kind == "misplaced" or not points[0].books.debts.keys() >= set(instead.owed))
    if instead and not (too_many and too_many.apart < instead.apart) and not (guessed and tried):
        return instead  # where the debt would need an answer that nobody has given, what was tried tells more
    named = tried or without_its_first_chip(points, items) or too_many
    if named:
        return named
    owners = books.sight.owners
    seats = [seat for item in items for seat in sorted(owners(item.places))]
    return NamedMistake("astray", seats[0] if seats else "", "")


def name_each(
    match: Match, books: Books, near: Nearest, made: tuple[RuleMove, ...]
) -> tuple[tuple[NamedMistake, Nearest], ...]:
    """Name what each person has done, with the chips of that act: two people's acts are two mistakes."""
    found, left = [], near
    while left.culprits:
        named = name(match, books, left, made)
        own = of_one_act(named, left.culprits, books.sight)
        found.append((named, left._replace(culprits=own)))
        books = without(books, own)
        left = left._replace(culprits=tuple(item for item in left.culprits if item not in own))
    return tuple(found)


def of_one_act(named: NamedMistake, items: tuple[Unexplained, ...], sight: Sight) -> tuple[Unexplained, ...]:
    """The chips that a mistake is about: those of its seat alone, and those of nobody. What one seat does may also move
    chips of others, as an attack does: then it is about all of them."""
    if not named.alone or not named.seat:
        return items
    owners = {item: sight.owners(item.places) for item in items}
    own = tuple(item for item in items if owners[item] <= {named.seat})
    return own or tuple(item for item in items if named.seat in owners[item]) or items


def around(start: MovePoint, near: Nearest) -> Iterator[MovePoint]:
    """Yield the points to look at. First comes the point that the line explaining the other chips had reached when
    these chips were moved, then what could follow from it silently, then the later points of the line and the earlier
    ones."""
    line = near.lines[0].steps if near.lines else ()
    points = [start]
    for step in line:
        if step.said.kind == "draw":  # people draw at once, so that is done already
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


def quietly(point: MovePoint, deep: int) -> Iterator[MovePoint]:
    """Yield the points that silent answers lead to."""
    if not deep or not isinstance(point.match.pending, Question):
        return
    for seat in point.match.waiting_for:
        for token in point.match.options(seat):
            if is_silent(token):
                further = point.after(Said("answer", seat, token))
                yield further
                yield from quietly(further, deep - 1)


# -- by what is owed -------------------------------------------------------------------------------------------


def in_place_of_another(points: Sequence[MovePoint], items: Sequence[Unexplained]) -> NamedMistake | None:
    """A chip went where another one is owed, or the chip that is owed went elsewhere."""
    for point in points:
        for item in items if not point.ended else ():
            for debt in point.books.debts:
                if kind := misplaced(point, item, debt):
                    same = [one for one in items if misplaced(point, one, debt)]
                    fitting = [one for one in reversed(point.made) if debt_of(one.moved) == debt]
                    made = min(fitting, key=lambda one: apart(item, one), default=None)
                    owed = (debt,) * min(len(same), point.books.debts[debt])
                    rule, distance = (made.rule, apart(item, made)) if made else ("", 0.0)
                    return NamedMistake(kind, seat_of(debt, point.books.sight), rule, owed=owed, apart=distance)
    return None


def misplaced(point: MovePoint, item: Unexplained, debt: Debt) -> str:
    """How a chip took the place of a debt: `instead`, `misplaced`, or "" if it did not."""
    sight = point.books.sight
    if UNSEEN in (debt.kind, item.kind) or sight.place(debt.source) not in item.origin:
        return ""
    arrives = sight.place(debt.target)
    if item.kind != debt.kind and item.place == arrives:
        return "instead"
    return "misplaced" if item.kind == debt.kind and item.place != arrives and sight.owner(item.place) else ""


def debt_of(moved: Moved) -> Debt:
    """The debt that a move becomes if the table does not show it."""
    return Debt(moved.piece, moved.source, moved.target)


def seat_of(debt: Debt, sight: Sight) -> str:
    """The seat that has to move it: the owner of its zones."""
    return sight.owner(debt.target) or sight.owner(debt.source)


def one_too_many(points: Sequence[MovePoint], items: Sequence[Unexplained]) -> NamedMistake | None:
    """A chip went the same way as others that were due. It is counted with the move that is nearest in time."""
    found = [
        NamedMistake("too many", seat_of(debt_of(made.moved), point.books.sight), made.rule, apart=apart(item, made))
        for point in points
        for item in items
        for made in reversed(point.made)
        if same_way(point.books.sight, made.moved, item)
    ]
    return min(found, key=lambda named: named.apart, default=None)


def apart(item: Unexplained, made: RuleMove) -> float:
    """Seconds between a chip and a move of the rules. Hands follow the rules and are seldom ahead of them, so a chip
    that is ahead counts as further away."""
    late = item.at - made.at
    return late if late >= 0 else -late * AHEAD


def same_way(sight: Sight, moved: Moved, item: Unexplained) -> bool:
    """Whether a chip has gone the way of this move."""
    if not item.uid:
        return sight.place(moved.target) == item.place and moved.target in sight.slots
    return (
        fits(moved.piece, item.kind)
        and sight.place(moved.target) == item.place
        and sight.place(moved.source) in item.origin
        and sight.shows(moved)
    )


# -- by what was tried -----------------------------------------------------------------------------------------


def refused(points: Sequence[MovePoint], items: Sequence[Unexplained]) -> NamedMistake | None:
    """The rule that forbids what somebody may have tried."""
    match = points[0].match
    for attempt in match.game.attempts(match.table, [item.moved for item in items]):
        refusals = [found for point in points if (found := refusal(point.match, attempt))]
        if refusals:
            _, best = max(refusals, key=lambda found: found[0])
            return NamedMistake("refused", attempt.seat, best.rule, best.sentence, attempt.token, alone=attempt.alone)
        if attempt.rule:
            why = Sentence(attempt.why)
            return NamedMistake("refused", attempt.seat, attempt.rule, why, attempt.token, alone=attempt.alone)
    return None


def refusal(match: Match, attempt: Attempt) -> tuple[tuple[bool, bool, bool], Illegal] | None:
    """Why an attempt is refused, with how telling that is: most where the seat is offered something of the kind."""
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
    """An attempt that is legal and ends the match: nothing more should have been moved."""
    after = match.copy()
    after.answer(attempt.token, attempt.seat)
    if not after.over:
        return None
    return (True, True, True), Illegal(attempt.token, "The game is over.", after.game.winning)


def without_its_first_chip(points: Sequence[MovePoint], items: Sequence[Unexplained]) -> NamedMistake | None:
    """All the chips follow from an answer, but the chip that gives the answer has not been moved."""
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
                        return NamedMistake("forgotten", seat, asked.rule, Sentence(""), token, lacks, alone=False)
    return None


def left_out(match: Match, books: Books, since: float) -> NamedMistake | None:
    """All the chips follow from an answer that is due now, but its own chip has not been moved."""
    asked = match.pending
    if not isinstance(asked, Question) or asked.rest:
        return None
    here = MovePoint(match, books, ())
    for seat in match.waiting_for:
        for token in match.options(seat):
            after = here if is_silent(token) or is_aloud(token, asked) else here.after(Said("answer", seat, token))
            lacks = tuple(
                debt for debt in after.books.debts if debt not in books.debts and is_from(debt, seat, books.sight)
            )
            if lacks and (after.books.settled or explain(after.match, after.books, EACH, since).lines):
                return NamedMistake("forgotten", seat, asked.rule, token=token, owed=lacks)
    return None


def is_from(debt: Debt, seat: str, sight: Sight) -> bool:
    """Whether everybody can tell that this seat has to move the chip."""
    return debt.kind != UNSEEN and sight.owner(debt.source) == seat


def lacking(before: MovePoint, after: MovePoint, items: Sequence[Unexplained]) -> tuple[Debt, ...]:
    """The debts that would be left if all these chips were owed by then; none if any of the chips would not be owed."""
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
