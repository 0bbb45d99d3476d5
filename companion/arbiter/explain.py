"""Search for the lines of play that explain what was seen.

A line is a sequence of answers and draws, from what the match waits for to where no chip is loose. An answer that moves
a chip in sight is tried only when the table has shown something of it. Silent answers, which nobody gives with a chip
(`done`, `pass`, `none`), and choices that move nothing need no such sign: they are tried where a later step has one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import count

from companion.arbiter.answers import give, is_aloud, is_silent, moves_of, named, offered, points, turn_of
from companion.arbiter.books import Books
from companion.arbiter.lines import Explained, Line, Step, best, cheapest, dealt, furthest, unexplained
from companion.arbiter.loose import Debt, Settling
from companion.arbiter.prices import (
    BESIDE,
    BLIND,
    LIFTED,
    MARGIN,
    MOST,
    MOST_UNSEEN,
    ONLY_LEFT,
    OTHERS,
    SILENT,
    SILENT_BEFORE,
    TURN_ENDS,
    UNPOINTED,
    UNSEEN_MOVE,
    UNSEEN_TOO,
    inverted,
    passing,
)
from companion.rules import UNSEEN, Draw, Event, Match, Moved, Question, Said

BUDGET = 250
"""Work for one search. Trying an answer costs 1, and 1 more for each input since the running effect began."""
IDLE = 6
"""The most steps in a row of which the table shows nothing."""
LONGER = 2
"""How many more answers that move chips a line may have than the shortest explanation, and still be tried."""


def explain(match: Match, books: Books, budget: int = BUDGET, since: float = 0.0) -> Explained:
    """Search from what the match waits for; `since` is when the chip was seen that gave the last answer. Lines in which
    people name chips without showing them to a tap are tried only where nothing else explains the table well."""
    start = Line((), match, books, latest=since, since=since)
    search = Search(budget, starts=(start,))
    explained = search.run()
    if search.left_out and all(line.cost >= UNPOINTED for line in explained.lines):
        return Search(budget, strict=False, starts=(start,)).run()
    return explained


class Search:
    """One search, which goes on with the cheapest line first."""

    def __init__(self, budget: int, *, strict: bool = True, unseen: bool = False, starts: Sequence[Line]) -> None:
        """`unseen` lets answers be given with chips that no reader has seen; `starts` are the lines to begin with."""
        self.budget = budget
        self.strict = strict
        self.unseen = unseen
        self.left_out = False
        """Whether an answer was left out because it names a chip that nobody has pointed at."""
        self.tried = 0
        self._order = count()
        self._known: set[tuple[object, ...]] = set()
        self._starts = starts
        self._found = [start for start in starts if start.books.settled]
        self._stuck: list[Line] = []
        self._parts: dict[tuple[object, ...], list[Line]] = {}
        self._nearest = starts[0]
        self._enough = MOST_UNSEEN if self.unseen else MOST
        self._heap = [(start.least, 0, next(self._order), start) for start in starts]
        heapify(self._heap)

    def goes_on(self, work: int) -> bool:
        """Search on for so much work. Return whether there is more to search."""
        until = min(self.tried + work, self.budget)
        while self._is_under_way and self.tried < until:
            _, _, _, line = heappop(self._heap)
            if not self._found or line.by_hand < self._found[0].by_hand + LONGER:
                self._lengthen(line)
        return self._is_under_way and self.tried < self.budget

    @property
    def _is_under_way(self) -> bool:
        return bool(self._heap) and self._heap[0][0] <= self._enough

    def _lengthen(self, line: Line) -> None:
        """Go on with a line, in every way."""
        for longer in self._go_on(line):
            if longer.books.settled:
                self._found.append(longer.ended())
            elif isinstance(due := longer.match.pending, Draw) and not due.owner and not dealt(longer, due):
                self._stuck.append(longer)
            elif longer.idle <= IDLE:
                draws = isinstance(due, Draw) and bool(longer.books.slots)  # what waits there is drawn next
                if longer.steps[-1].shown and due is not None and not draws:
                    self._parts.setdefault(longer.books.waiting(), []).append(longer)
                self._nearest = min(self._nearest, longer, key=unexplained)
                heappush(self._heap, (longer.least, len(longer.steps), next(self._order), longer))
        self._enough = min([self._enough, *(line.cost + MARGIN for line in (*self._found, *self._stuck))])

    def explained(self) -> Explained:
        """The cheapest explanation and those that cost little more. Where a public draw is in the way, the lines that
        lead there."""
        lines = best([line for line in self._found if line.cost <= self._enough])
        begun = {line.steps[0].said for line in lines if line.steps}
        stuck = [line for line in self._stuck if line.cost <= self._enough and line.steps[0].said not in begun]
        others = furthest(stuck)
        if others and not lines and unexplained(self._nearest) < min(map(unexplained, others)):
            others.append(self._nearest)  # perhaps a mistake keeps it from explaining everything
        fewest = (*self._starts[:1], *(line for alike in self._parts.values() for line in cheapest(alike)))
        return Explained((*lines, *others), complete=self.tried < self.budget, parts=fewest)

    def run(self) -> Explained:
        """Search as long as the work allows, and return the result."""
        self.goes_on(self.budget)
        return self.explained()

    def _go_on(self, line: Line) -> Iterator[Line]:
        pending = line.match.pending
        if isinstance(pending, Draw):
            if pending.owner:
                yield from self._take(line, Said("draw", "", (UNSEEN,) * pending.count))
            elif kinds := dealt(line, pending):
                yield from self._take(line, Said("draw", "", kinds))
        elif isinstance(pending, Question):
            for seat in line.match.waiting_for:
                pointing: dict[str, bool] = {}
                for token in offered(line.match, pending, seat):
                    if self.tried >= self.budget:
                        return
                    if (
                        is_silent(token)
                        or self._may_be_unseen(token, line)
                        or self._is_hinted(seat, token, pending, line, pointing)
                    ):
                        yield from self._take(line, Said("answer", seat, token))

    def _may_be_unseen(self, token: str, line: Line) -> bool:
        """Whether nobody may have seen the chip of this answer. Whoever forgets another one forgets it for an answer of
        the same kind, such as the next gem that he pays with."""
        missing = [step.said.what.partition(":")[0] for step in line.steps if step.missing]
        if line.books.sight.blind:
            return True
        return self.unseen and (not missing or missing[-1] == token.partition(":")[0])

    def _is_hinted(self, seat: str, token: str, asked: Question, line: Line, pointing: dict[str, bool]) -> bool:
        """Whether an answer is worth a try. If it names pieces that carry tags, one of them must have been seen to
        move, or to be pointed at, unless the answer moves nothing in sight and nobody points at anything for it."""
        books, pieces = line.books, named(token, line.match.game.box())
        if not pieces:
            return True
        verb = token.partition(":")[0]
        if verb not in pointing:
            pointing[verb] = points(line.match, books.sight, asked, seat, verb)
        if pointing[verb]:
            left_out = self.strict and not any(books.is_pointed_at(piece) for piece in pieces)
            self.left_out = self.left_out or left_out
            return not left_out
        return not books.moving.isdisjoint(pieces) or not shows(seat, token, asked, line)

    def _take(self, line: Line, said: Said) -> Iterator[Line]:
        key = (line.back, *sorted((step.said for step in line.steps), key=str), said)
        if key in self._known:
            return
        self._known.add(key)
        self.tried += 1 + len(line.match.since)
        match, asked = line.match.copy(), line.match.pending
        events = give(match, said)
        books = line.books.copy()
        settling = take_in(books, line.match, said, events, line.latest)
        seen = any(books.sight.shows(event) for event in events if isinstance(event, Moved))
        by_hand = said.kind == "answer" and not is_silent(said.what)
        nothing = seen and not (settling.shows or settling.on_way)
        missing = by_hand and (nothing or not shows_own(said, events, settling, books))
        lifted = missing and books.are_lifted(settling.owed)
        blind = missing and any(books.sight.is_blind_to(*debt) for debt in settling.owed)
        if missing and not (lifted or blind or self.unseen):
            return
        if settling.exchanged and not by_hand and not (isinstance(asked, Question) and asked.rest):
            return
        on_way = bool(settling.on_way) and by_hand and not settling.shows
        first = settling.left if on_way else settling.first
        tells = on_way or (settling.shows and not settling.drawn)
        others = by_hand and line.waits_for_other(str(said.who))
        price = inverted(line.latest, first, OTHERS if others else 1) if tells or settling.drawn else 0
        price += settling.beside * BESIDE + sum(map(passing, settling.passed))
        if on_way:
            price += ONLY_LEFT + (SILENT_BEFORE if line.ends_silently else 0)
        if said.kind == "answer" and not by_hand and not tells:
            price += SILENT
        if turn_of(match) != turn_of(line.match) and line.ends_silently:
            price += TURN_ENDS if line.steps[-1].owes or not settling.drawn else 0
        if blind or lifted:
            price += BLIND if blind else LIFTED
        elif missing:
            price += UNSEEN_TOO if any(step.missing for step in line.steps) else UNSEEN_MOVE
            price += max(len(settling.owed) - 1, 0) * UNSEEN_TOO
        latest = max(line.latest, first) if tells else line.latest
        left = settling.left if on_way else float("-inf")
        step = Step(
            said,
            settling.shows or on_way,
            len(settling.owed),
            first,
            left,
            bool(settling.unpointed),
            missing and not (lifted or blind),
            line.latest,
        )
        idle = 0 if step.shown else line.idle + 1
        by_hands = line.by_hand + (by_hand and (seen or bool(settling.silent)))
        poured = line.poured.union(move.source for move in settling.silent if move.target in books.sight.bags)
        yield line._replace(
            steps=(*line.steps, step),
            match=match,
            books=books,
            idle=idle,
            cost=line.cost + price,
            latest=latest,
            by_hand=by_hands,
            poured=poured,
        )


def follow(books: Books, events: Sequence[Event], said: Collection[str] = (), after: float = float("-inf")) -> Settling:
    """Enter the rules' moves into the books, the unseen pieces last: they take any chips that the known ones leave.
    `said` are the kinds that the answer names, `after` is when the answer before it was given."""
    settling = Settling(said, after)
    for move in sorted((event for event in events if isinstance(event, Moved)), key=lambda move: move.piece == UNSEEN):
        books.expect(move, settling)
    books.finish(settling)
    return settling


def take_in(books: Books, before: Match, said: Said, events: Sequence[Event], after: float) -> Settling:
    """Enter an input into the books: its moves, and the shared chips that it names and that stay where they lie,
    because people point at those. `before` is the match before the input, `after` when the answer before it was
    given."""
    kinds = named(said.what, before.game.box()) if said.kind == "answer" else []
    settling = follow(books, events, kinds, after)
    asked = before.pending
    if said.kind == "answer":
        books.held.clear()
    if isinstance(asked, Question) and not asked.blind:
        moved = {event.piece for event in events if isinstance(event, Moved)}
        for kind in kinds:
            if kind not in moved:
                books.pointed_at(kind, settling)
    return settling


def shows_own(said: Said, events: Sequence[Event], settling: Settling, books: Books) -> bool:
    """Whether the table has shown one of the pieces that an answer names, if it can show any: what follows from the
    answer is done only after that."""
    moves = [event for event in events if isinstance(event, Moved)]
    own = Counter[Debt]()
    for piece in named(said.what, books.sight.game.box()):
        first = next((move for move in moves if move.piece == piece), None)  # its other moves follow from the first
        if first and books.sight.shows(first):
            own[Debt(first.piece, first.source, first.target)] += 1
    owed = Counter(settling.owed) - Counter(settling.on_way)
    return not own or bool(own - owed)


def shows(seat: str, token: str, asked: Question, line: Line) -> bool:
    """Whether this table shows the pieces that an answer of this kind names. If one such answer does, all do."""
    sight = line.books.sight
    key = (asked.what, asked.about, token.partition(":")[0], token.partition("@")[2])
    if key in sight.shown:
        return True
    pieces = named(token, line.match.game.box())
    if any(sight.shows(move) for move in moves_of(line.match, Said("answer", seat, token)) if move.piece in pieces):
        sight.shown.add(key)
        return True
    return False


def has_rival(match: Match, books: Books, said: Said, *, better: bool = False) -> bool:
    """Whether another answer, whose own chip is still to come, would explain as much as this one; with `better`, only
    if it would explain more."""
    follow(silent := books.copy(), give(match.copy(), said))
    asked = match.pending
    for token in match.options(str(said.who)):
        aloud = isinstance(asked, Question) and is_aloud(token, asked)
        if is_silent(token) or token == said.what or aloud:
            continue
        rival = books.copy()
        follow(rival, give(match.copy(), Said("answer", said.who, token)))
        if len(rival.loose) + better <= len(silent.loose):
            return True
    return False
