"""Lines of play: sequences of answers and draws, what each of them takes for granted, and which of them count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from companion.arbiter.answers import is_silent, named, turn_of
from companion.arbiter.books import Books
from companion.arbiter.loose import seen_at
from companion.arbiter.prices import (
    BEHIND,
    FOR_NOTHING,
    FORGOTTEN,
    MARGIN,
    MOST_BEHIND,
    MOST_OWING,
    OVER_SLOT,
    OWING,
    TURN_ENDS,
    UNPOINTED,
    inverted,
    waiting,
)
from companion.rules import UNSEEN, Draw, Match, Moved, Question, Said
from companion.rules.kernel.draws import why_not_drawn

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
    after: float = float("-inf")
    """When the chip was seen that gave the answer before it."""

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

    def ended(self) -> Line:
        """This line at the price that it has if nothing follows: the table has shown nothing of the answer that ends
        the turn, and hands have still to draw."""
        due = self.match.pending
        if not (isinstance(due, Draw) and due.owner and self.ends_silently):
            return self
        after = self.match.copy()
        while isinstance(due := after.pending, Draw) and due.owner:
            after.draw((UNSEEN,) * due.count)
        return self if turn_of(after) == turn_of(self.match) else self._replace(cost=self.cost + TURN_ENDS)

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
        slots, ways = 0, dict[object, list[float]]()
        for place, chips in self.books.slots.waiting.items():
            if place in self.books.sight.behind_slots:
                slots += 1
            else:
                ways[place] = [chip.at for chip in chips]
        for loose in self.books.loose.values():
            if not loose.is_home:
                ways.setdefault((loose.origin, loose.now), []).append(loose.at)
        if self.is_behind_a_draw:
            return min((len(ways) + slots) * BEHIND, MOST_BEHIND)
        return slots * OVER_SLOT + sum(waiting(now - min(times), len(times)) for times in ways.values())

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
        known = {(line.back, *(step.said for step in line.steps)) for line in self.lines}
        others = (line for line in rarer.lines if (line.back, *(step.said for step in line.steps)) not in known)
        return self._replace(lines=(*self.lines, *others))


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


def dealt(line: Line, due: Draw) -> tuple[str, ...]:
    """What has come out of a draw that everybody sees: the chips that have come to where it leads, the first seen
    first; empty as long as there are too few, or they cannot have come out."""
    if not due.target:
        return ()
    place = line.books.sight.place(due.target)
    came = sorted((loose for loose in line.books.loose.values() if loose.comes_to(place)), key=seen_at)
    kinds = tuple(loose.kind for loose in came[: due.count])
    return () if why_not_drawn(due, kinds) else kinds


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
