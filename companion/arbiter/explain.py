"""Search for the lines of play that explain what was seen.

A line is a sequence of answers and draws, from what the match waits for to where no chip is loose. An answer that moves
a chip in sight is tried only when the table has shown something of it. Silent answers, which nobody gives with a chip
(`done`, `pass`, `none`), and choices that move nothing need no such sign: they are tried where a later step has one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import count, islice
from typing import NamedTuple

from companion.arbiter.books import Books
from companion.arbiter.loose import Debt, Settling, seen_at
from companion.arbiter.prices import (
    BEHIND,
    BLIND,
    FOR_NOTHING,
    FORGOTTEN,
    LIFTED,
    MARGIN,
    MOST,
    MOST_BEHIND,
    MOST_OWING,
    MOST_UNSEEN,
    OTHERS,
    OWING,
    SILENT,
    TURN_ENDS,
    UNPOINTED,
    UNSEEN_MOVE,
    UNSEEN_TOO,
    inverted,
    waiting,
)
from companion.arbiter.sight import Sight
from companion.rules import UNSEEN, Draw, Event, Match, Moved, Question, Said
from companion.rules.kernel.draws import why_not_drawn

BUDGET = 250
"""Work for one search. Trying an answer costs 1, and 1 more for each input since the running effect began."""
IDLE = 6
"""The most steps in a row of which the table shows nothing."""
LONGER = 2
"""How many more answers that move chips a line may have than the shortest explanation, and still be tried."""
TELLING = 2
"""How many answers of one verb are looked at to find out whether people point at what such answers name."""
OVERDUE = 5.0
"""Seconds that hands may be late with what follows from a step, when the game has gone on."""


class Step(NamedTuple):
    """One input of a line, with what the table shows of it."""

    said: Said
    shown: bool
    owes: int
    """How many moves it leaves that the table has still to show."""
    first: float
    """When its first chip was seen."""
    left: float = float("-inf")
    """When its chip left its zone, if the table has shown only that: the chip is still in somebody's hand."""
    unpointed: bool = False
    """Whether it names a shared chip at which nobody has pointed."""
    missing: bool = False
    """Whether its own chip should have been seen, and was not."""

    @property
    def by_hand(self) -> bool:
        """Whether it is an answer that people give with a chip."""
        return self.said.kind == "answer" and not is_silent(self.said.what)


class Line(NamedTuple):
    """A sequence of answers and draws, with the match after them and the books that would be left."""

    steps: tuple[Step, ...]
    match: Match
    books: Books
    idle: int = 0
    cost: int = 0
    """What this line takes for granted, in millinats (`prices`)."""
    latest: float = 0.0
    """When the latest chip was seen that an input of this line, or the answer before it, has moved first."""
    by_hand: int = 0
    """How many of its answers people give with a chip that they move."""
    since: float = 0.0
    """When the chip was seen that gave the last answer before this line."""
    back: int = -1
    """The earlier point of the record at which this line begins; -1 if it begins here."""
    poured: frozenset[str] = frozenset()
    """The zones whose chips have gone into a bag, unseen by readers."""

    @property
    def by_hand_at(self) -> float:
        """When the chip was seen that gave the last answer."""
        return last_by_hand(self.steps, self.since)

    @property
    def answers(self) -> tuple[str, ...]:
        """Its answers, as tokens."""
        return tuple(str(step.said.what) for step in self.steps if step.said.kind == "answer")

    def waits_for_other(self, seat: str) -> bool:
        """Whether another seat gave the answer that this seat answers to."""
        given = [str(step.said.who) for step in self.steps if step.said.kind == "answer"]
        return (given or [who for kind, who, _ in self.match.since if kind == "answer"] or [seat])[-1] != seat

    @property
    def ends_silently(self) -> bool:
        """Whether the table has shown nothing of the last answer, such as chips that are cleared away."""
        for step in reversed(self.steps):
            if step.shown or step.said.kind == "answer":
                return not step.shown
        return False

    @property
    def is_plain(self) -> bool:
        """Whether it explains all that can be explained now, and nobody has changed his mind or moved what nobody has
        seen."""
        explains = bool(self.steps) and (self.books.settled or self.is_behind_a_draw)
        return explains and self.back < 0 and not any(step.missing for step in self.steps)

    @property
    def is_behind_a_draw(self) -> bool:
        """Whether it has to be known first what was drawn, and the table has not shown that."""
        due = self.match.pending
        return isinstance(due, Draw) and not due.owner and not dealt(self, due)

    @property
    def least(self) -> int:
        """What this line will cost at least, however it goes on: a chip that is not explained yet was seen too early
        for what comes after it."""
        return self.cost + inverted(self.latest, self.books.first_loose())

    def costs(self, now: float) -> int:
        """What the whole line takes for granted: also answers that name pieces which nobody has seen move, chips that
        were moved for nothing, and hands that have forgotten something."""
        owed = {debt.kind for debt in self.books.debts} - {UNSEEN} - {chip.kind for chip in self.books.gone.values()}
        unseen = sum(not step.shown and bool(named(step.said.what, owed)) for step in self.steps)
        late = FORGOTTEN if self.is_late(now) else 0
        nothing = sum(loose.is_home for loose in self.books.loose.values()) * FOR_NOTHING
        return self.cost + self._owing + unseen * UNPOINTED + nothing + late + self._waiting(now)

    @property
    def _owing(self) -> int:
        """What it costs that hands go on while they still owe something."""
        price, owing = 0, 0
        for step in self.steps:
            if step.shown:
                price += owing
                owing = 0
            owing += min(step.owes * OWING, MOST_OWING)
        return price

    def _waiting(self, now: float) -> int:
        """What it costs that chips wait for their cause. Those that went the same way wait for the same one."""
        ways: dict[object, list[float]] = {place: times for place, times in self.books.slots.items() if times}
        for loose in self.books.loose.values():
            if not loose.is_home:
                ways.setdefault((loose.origin, loose.now), []).append(loose.at)
        if self.is_behind_a_draw:
            return min(len(ways) * BEHIND, MOST_BEHIND)
        return sum(waiting(now - min(times), len(times)) for times in ways.values())

    def is_late(self, now: float) -> bool:
        """Whether hands would have forgotten something by this line: a step still owes moves, and a later answer was
        given with a chip some time ago."""
        owing = 0
        for step in self.steps:
            if owing and step.by_hand and step.shown and now - step.first > OVERDUE:
                return True
            owing = owing or step.owes
        return False


class Explained(NamedTuple):
    """The lines that explain what was seen; `complete` if the search was not cut off."""

    lines: tuple[Line, ...]
    complete: bool
    parts: tuple[Line, ...] = ()
    """Lines by which some chips still wait for their cause; the first has no steps, and all chips wait."""

    def likely(self, now: float) -> tuple[Line, ...]:
        """The lines that cost little more than the cheapest one, without those that another line can still become."""
        every = (*self.lines, *self.parts)
        costs = [line.costs(now) for line in every]
        lines = [line for line, cost in zip(every, costs, strict=True) if cost <= min(costs) + MARGIN]
        if all(line.is_behind_a_draw for line in lines):  # what comes after the draw may explain less than they promise
            least = min(map(unexplained, lines), default=0)
            lines += [line for line in self.lines if unexplained(line) < least]
        return tuple(line for line in lines if not any(leads_to(other, line) for other in lines if other is not line))

    def cheapest(self, now: float) -> int:
        """What the cheapest line costs."""
        return min((line.costs(now) for line in (*self.lines, *self.parts)), default=0)

    def but(self, is_nothing: Callable[[Line], bool]) -> Explained:
        """These without the lines of which something holds."""
        return self._replace(lines=tuple(line for line in self.lines if not is_nothing(line)))

    def beside(self, rarer: Explained) -> Explained:
        """These lines, and those of a search for rarer stories, which need not be complete."""
        return self._replace(lines=(*self.lines, *(line for line in rarer.lines if line not in self.lines)))


def believed(explained: Explained, now: float, most: int) -> tuple[Line, ...]:
    """The lines that explain everything in a plain way, and cost no more than this."""
    return tuple(line for line in explained.lines if line.is_plain and line.costs(now) <= most)


def last_by_hand(steps: Iterable[Step], before: float) -> float:
    """When the chip was seen that gave the last answer of these steps; `before` if there is none."""
    return max((step.first for step in steps if step.by_hand and step.first < float("inf")), default=before)


def poured_by(line: Line, bags: Collection[str]) -> frozenset[str]:
    """The zones whose chips go into a bag by this line, or after it before anybody is asked again."""
    match, poured = line.match.copy(), set(line.poured)
    while isinstance(due := match.pending, Draw) and due.owner:
        events = match.draw((UNSEEN,) * due.count)
        poured |= {move.source for move in events if isinstance(move, Moved) and move.target in bags}
    return frozenset(poured)


def explain(match: Match, books: Books, budget: int = BUDGET, since: float = 0.0) -> Explained:
    """Search from what the match waits for; `since` is when the chip was seen that gave the last answer. Lines in which
    people name chips without showing them to a tap are tried only where nothing else explains the table well."""
    search = Search(budget)
    start = Line((), match, books, latest=since, since=since)
    explained = search.run((start,))
    if search.left_out and all(line.cost >= UNPOINTED for line in explained.lines):
        return Search(budget, strict=False).run((start,))
    return explained


class Search:
    """One search, which goes on with the cheapest line first."""

    def __init__(self, budget: int, *, strict: bool = True, unseen: bool = False) -> None:
        """`unseen` lets answers be given with chips that no reader has seen."""
        self.budget = budget
        self.strict = strict
        self.unseen = unseen
        self.left_out = False
        """Whether an answer was left out because it names a chip that nobody has pointed at."""
        self.tried = 0
        self._order = count()
        self._known: set[tuple[object, ...]] = set()

    def run(self, starts: Sequence[Line]) -> Explained:
        """Return the cheapest explanation and those that cost little more. Where a public draw is in the way, return
        the lines that lead there."""
        found: list[Line] = []
        stuck: list[Line] = []
        parts: dict[tuple[object, ...], list[Line]] = {}
        nearest = starts[0]
        enough = MOST_UNSEEN if self.unseen else MOST
        heap = [(start.least, 0, next(self._order), start) for start in starts]
        found += [start for start in starts if start.books.settled]
        heapify(heap)
        while heap and heap[0][0] <= enough and self.tried < self.budget:
            _, _, _, line = heappop(heap)
            if found and line.by_hand >= found[0].by_hand + LONGER:
                continue
            for longer in self._go_on(line):
                if longer.books.settled:
                    found.append(longer)
                elif isinstance(due := longer.match.pending, Draw) and not due.owner and not dealt(longer, due):
                    stuck.append(longer)
                elif longer.idle <= IDLE:
                    if longer.steps[-1].shown and longer.match.pending is not None:
                        parts.setdefault(longer.books.waiting(), []).append(longer)
                    nearest = min(nearest, longer, key=unexplained)
                    heappush(heap, (longer.least, len(longer.steps), next(self._order), longer))
            enough = min([enough, *(line.cost + MARGIN for line in (*found, *stuck))])
        lines = best([line for line in found if line.cost <= enough])
        begun = {line.steps[0].said for line in lines if line.steps}
        others = furthest([line for line in stuck if line.cost <= enough and line.steps[0].said not in begun])
        if others and not lines and unexplained(nearest) < min(map(unexplained, others)):
            others.append(nearest)  # perhaps a mistake keeps it from explaining everything
        fewest = (*starts[:1], *(line for alike in parts.values() for line in cheapest(alike)))
        return Explained((*lines, *others), complete=self.tried < self.budget, parts=fewest)

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
        settling = take_in(books, line.match, said, events)
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
        price = inverted(line.latest, first) * (OTHERS if others else 1) if tells else 0
        if said.kind == "answer" and not by_hand and not tells:
            price += SILENT
        if turn_of(match) != turn_of(line.match) and line.ends_silently and not settling.drawn:
            price += TURN_ENDS
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


def give(match: Match, said: Said) -> tuple[Event, ...]:
    """Give an input to a match, and return its events."""
    return match.draw(said.what) if said.kind == "draw" else match.answer(said.what, str(said.who))


def follow(books: Books, events: Sequence[Event], said: Collection[str] = ()) -> Settling:
    """Enter the rules' moves into the books, the unseen pieces last: they take any chips that the known ones leave.
    `said` are the kinds that the answer names."""
    settling = Settling(said)
    for move in sorted((event for event in events if isinstance(event, Moved)), key=lambda move: move.piece == UNSEEN):
        books.expect(move, settling)
    books.finish(settling)
    return settling


def take_in(books: Books, before: Match, said: Said, events: Sequence[Event]) -> Settling:
    """Enter an input into the books: its moves, and the shared chips that it names and that stay where they lie,
    because people point at those. `before` is the match before the input."""
    kinds = named(said.what, before.game.box()) if said.kind == "answer" else []
    settling = follow(books, events, kinds)
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


def offered(match: Match, asked: Question, seat: str) -> tuple[str, ...]:
    """The answers to try. An answer that does something with several pieces without naming them (`play:gems`) is left
    out: the pieces are tried one by one. Where something is done in secret, only the blind answer and the silent ones
    are tried, because nobody sees which piece it is."""
    box = match.game.box()
    options = tuple(token for token in match.options(seat) if not is_aloud(token, asked))
    by_piece = {token.partition(":")[0] for token in options if named(token, box)}
    options = tuple(token for token in options if named(token, box) or token.partition(":")[0] not in by_piece)
    if not asked.blind or match.accepts(asked.blind, seat) is None:
        return options
    return (asked.blind, *(token for token in options if is_silent(token)))


def dealt(line: Line, due: Draw) -> tuple[str, ...]:
    """What has come out of a draw that everybody sees: the chips that have come to where it leads, the first seen
    first; empty as long as there are too few, or they cannot have come out."""
    if not due.target:
        return ()
    place = line.books.sight.place(due.target)
    came = sorted((loose for loose in line.books.loose.values() if loose.comes_to(place)), key=seen_at)
    kinds = tuple(loose.kind for loose in came[: due.count])
    return () if why_not_drawn(due, kinds) else kinds


def is_aloud(token: str, asked: Question) -> bool:
    """Whether people only say this answer, so that nothing on the table tells that they have given it."""
    return token.partition(":")[0] in asked.aloud


def is_silent(token: str) -> bool:
    """Whether nobody gives this answer with a chip.

    >>> [is_silent(token) for token in ("done", "pass", "play:combine")]
    [True, True, False]
    """
    return ":" not in token


def named(token: object, box: Collection[str]) -> list[str]:
    """The tagged pieces that an answer names.

    >>> box = {"wound", "gem_1", "gem_3", "crash_gem"}
    >>> named("discard:wound+gem_1", box), named("break:3", box), named("take:crash_gem@discard", box)
    (['wound', 'gem_1'], [], ['crash_gem'])
    """
    if not isinstance(token, str):
        return []
    return [word for word in token.partition(":")[2].partition("@")[0].split("+") if word in box]


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


def points(match: Match, sight: Sight, asked: Question, seat: str, verb: str) -> bool:
    """Whether people point at the chips that answers with this verb name: the chips are shared, stay where they lie,
    and have a tap to touch. The first few such answers tell."""
    if asked.blind or not sight.shared_taps:
        return False
    zones, box = match.game.zones(match.table), match.game.box()
    tapped = {match.game.places[zone].name for zone in sight.shared_taps if zone in match.game.places}
    shared = {kind for zone in tapped for kind in zones[zone].content}
    alike = (token for token in asked.options[seat] if token.partition(":")[0] == verb)
    naming = ((token, pieces) for token in alike if shared.issuperset(pieces := set(named(token, box))) and pieces)
    return any(
        not {move.piece for move in moves_of(match, Said("answer", seat, token))} & pieces
        for token, pieces in islice(naming, TELLING)
    )


def moves_of(match: Match, said: Said) -> list[Moved]:
    """The moves that an input would make."""
    return [event for event in give(match.copy(), said) if isinstance(event, Moved)]


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


def unexplained(line: Line) -> int:
    """How many chips the line leaves unexplained."""
    return line.books.unexplained


def furthest(lines: list[Line]) -> list[Line]:
    """Of the lines that begin with the same input, those that leave the fewest chips unexplained."""
    least: dict[Said, int] = {}
    for line in lines:
        first = line.steps[0].said
        least[first] = min(unexplained(line), least.get(first, unexplained(line)))
    return [line for line in lines if unexplained(line) == least[line.steps[0].said]]


def best(found: list[Line]) -> tuple[Line, ...]:
    """Of several lines with the same result, the cheapest; of equally cheap ones, the one with the most steps."""
    lines: list[Line] = []
    for line in sorted(found, key=lambda line: (line.cost, -len(line.steps))):
        if not any(same(line, other) for other in lines):
            lines.append(line)
    return tuple(lines)


def turn_of(match: Match) -> str:
    """Whose turn it is, if the game has turns."""
    return str(match.game.facts(match.table).get("turn", ""))


def cheapest(lines: list[Line]) -> tuple[Line, ...]:
    """The cheapest of lines that leave the same chips waiting, and those that cost little more."""
    least = min(line.cost for line in lines)
    return best([line for line in lines if line.cost <= least + MARGIN])


def leads_to(line: Line, rival: Line) -> bool:
    """Whether a line that owes nothing more becomes the rival by one more answer of the same kind. Then it does not
    matter which of the two is committed first, as with gems that are laid one by one or all at once."""
    if not line.steps or not rival.steps:
        return False
    last = rival.steps[-1]
    if not last.owes or line.steps[-1].owes or line.steps[:-1] != rival.steps[: len(line.steps) - 1]:
        return False
    if last.said.kind != "answer" or is_silent(last.said.what) or len(line.steps) != len(rival.steps):
        return False
    seat, verb = str(last.said.who), last.said.what.partition(":")[0]
    for token in line.match.options(seat) if isinstance(line.match.pending, Question) else ():
        if token.partition(":")[0] == verb:
            further = line.match.copy()
            further.answer(token, seat)
            if further.table == rival.match.table and further.pending == rival.match.pending:
                return True
    return False


def same(one: Line, other: Line) -> bool:
    """Whether two lines have the same result."""
    return (
        one.match.pending == other.match.pending
        and one.books.debts == other.books.debts
        and one.books.waiting() == other.books.waiting()
        and (one.match.table == other.match.table or same_in_another_order(one, other))
    )


def same_in_another_order(one: Line, other: Line) -> bool:
    """Whether two lines give the same answers in another order, and leave the same pieces in each place."""
    answers = [sorted(str(step.said) for step in line.steps) for line in (one, other)]
    if answers[0] != answers[1]:
        return False
    zones = [line.match.game.zones(line.match.table) for line in (one, other)]
    return all(Counter(zone.content) == Counter(zones[1][name].content) for name, zone in zones[0].items())
