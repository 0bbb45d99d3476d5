"""The arbiter: what the table shows is held against what the rules allow.

It knows the match as everybody at the table knows it: what comes out of a bag is unseen to it, also where a reader has
seen it, until it lies open. So nothing that it does can tell what is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from itertools import combinations

from companion.arbiter.asking import AMBIGUOUS_LONG, patience, shown_and_dark
from companion.arbiter.books import Books
from companion.arbiter.culprits import unexplained
from companion.arbiter.either import not_paid, the_one
from companion.arbiter.explain import Explained, Line, Step, explain, give, has_rival, last_by_hand, take_in
from companion.arbiter.loose import Loose
from companion.arbiter.news import Asked, Committed, News, Why, Withdrawn
from companion.arbiter.rulings import Rulings
from companion.arbiter.sight import Sight
from companion.arbiter.standing import call_judge, stand
from companion.arbiter.todo import Todo, todo
from companion.rules import TABLE, UNSEEN, Draw, Event, Illegal, Match, Moved, Question, Record, Said
from companion.rules.kernel.record import agreed
from companion.table.changes import Appeared, Change, Lifted, Tapped
from companion.table.layout import AIR, Layout
from companion.table.movement import Movement
from companion.table.sightings import Uid
from companion.table.twin import Twin

CALM = 2.5
"""Seconds without a movement after which nobody is about to do anything more."""
PUT_BACK = 8.0
"""Seconds after which a chip that lies again where it was has only been looked at."""
BEGINNING = 4.0
"""Seconds of what has piled up that are explained first."""
AT_ONCE = 60
"""Work for an explanation while a change is taken in; what takes more has time until the next tick."""
LATER = 1500
"""And then it may take so much: in the middle of a long effect each answer that is thought of costs more."""
ARRIVING = 5.0
"""Seconds for which a chip may be on its way from the tap that it left over: where it comes to tells more."""
ARRIVING_AHEAD = 15.0
"""The same where hands would still owe what comes before: that may as well be another chip."""
DOUBT = 16.0
"""Seconds for which a chip that may have touched a tap is waited for: by then its reader has made sure."""


class Arbiter:
    """Changes, answers and time come in; `take_news` gives what came of it."""

    def __init__(self, match: Match, layout: Layout, twin: Twin, *, judged: bool = False) -> None:
        self.record = Record(match, judged=judged)
        self.layout = layout
        self.twin = twin
        self.sight = Sight(layout, match.game)
        self.books = Books(self.sight)
        self.now = 0.0
        self.moved_at = 0.0
        """When something moved last."""
        self.went_on_at = 0.0
        """When the match went on last."""
        self.by_hand_at = 0.0
        """When the last chip was seen with which an answer that counts was given."""
        self.told_at = 0.0
        """When people last answered what they had been asked: what had been waiting for that is explained from then."""
        self.doubt = False
        """Whether a chip may be touching a tap just now."""
        self.lines: tuple[Line, ...] = ()
        """The lines that explain what the rules do not have yet."""
        self._explained = Explained((), complete=True)
        self._explained_at: tuple[object, ...] = ()
        """What had been seen when that was searched."""
        self._shown = (0, 0)
        self._shown_at: tuple[object, ...] = ()
        self._budget = LATER
        self._worked = 0
        """With how much work that was, where it was not enough."""
        self._begun = False
        """Whether what was seen first has been searched by itself."""
        self.asked: Asked | None = None
        """What people are asked now."""
        self.asked_so_far = 0
        self.rulings = Rulings(self.sight)
        """What lies on the table against the rules."""
        self.calls: tuple[str, ...] = ()
        """The seats that have called the judge, who has not come yet."""
        self._news: list[News] = []

    @property
    def searched_all(self) -> bool:
        """Whether no line that explains the table can have been overlooked."""
        return self._explained.complete

    def todo(self, audience: str = TABLE) -> list[Todo]:
        """What hands have still to do, and what a question waits for."""
        return todo(self, audience)

    def hardly_over(self, uid: Uid) -> frozenset[str]:
        """The spots over which a chip hardly comes, by what is certain and by all lines that are thought of: by one of
        them it may have been poured into a bag already."""
        zones, bags = self.twin.whereabouts(uid).zones, self.sight.bags
        poured = any(zones & (line.poured | poured_next(line.match, bags)) for line in self.lines)
        return self.twin.hardly_over(uid) - (self.sight.hidden_readers if poured else frozenset())

    @property
    def match(self) -> Match:
        """As everybody knows it."""
        return self.record.match

    def take_news(self) -> list[News]:
        """What is new since the last time."""
        news, self._news = self._news, []
        return news

    def tell(self, news: News) -> None:
        """Something for everybody."""
        self._news.append(news)

    # -- what comes in -----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The match is set up: what needs nobody happens."""
        self._settle()

    def take(self, change: Change, now: float, *, doubt: bool = False) -> None:
        """The table shows something. `doubt` says that some other chip may be touching a tap."""
        self.now = max(self.now, now)
        self.doubt = doubt
        self.books.forget_home(self.now - PUT_BACK)
        told = the_one(change, self) if isinstance(change, Tapped) and change.perhaps else change
        if told:
            self._take_in(told)
        self._budget = AT_ONCE
        self._settle()
        self._budget = LATER

    def _take_in(self, change: Change) -> None:
        if isinstance(change, Lifted):
            self._lifted(change)
        movements = self.twin.take(change)
        if isinstance(change, Appeared) and not movements:
            self.books.gone.pop(change.uid, None)  # it lies in its cell again
        for movement in movements:
            self._moved(movement)

    def tick(self, now: float, *, doubt: bool = False) -> None:
        """Time passes. `doubt` says that some chip may be touching a tap."""
        self.now = max(self.now, now)
        self.doubt = doubt
        self.books.forget_home(self.now - PUT_BACK)
        self._settle()

    def say(self, token: str, seat: str, now: float) -> None:
        """A person answers. Raises `Illegal`, and then nothing has changed."""
        self.now = max(self.now, now)
        said = Said("answer", seat, self.match.accepts(token, seat) or token)
        self._told(said)
        self._settle()

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Somebody says what a draw showed that everybody saw. Raises `Illegal`."""
        self.now = max(self.now, now)
        self._told(Said("draw", "", self._drawn(kinds)))
        self._settle()

    def _told(self, said: Said) -> None:
        was_asked = self.asked is not None
        self.commit(said, Why())
        if was_asked:
            self.told_at = self.now

    def correct(
        self, changes: Mapping[str, object], by: str | tuple[str, ...], reason: str, now: float, *, inside: str = ""
    ) -> None:
        """People put the rules right: the table lies as they say; without changes, as the rules have it. Raises
        `Illegal`, and then nothing has changed."""
        self.now = max(self.now, now)
        if changes or inside:
            self.commit(Said("correct", agreed(by), (dict(changes), reason, inside)), Why())
        elif refusal := self.record.why_not_correct(by):
            raise refusal
        self.books.clear()
        self.rulings.all_stand(self)
        self.reconcile()
        self._settle()

    def back(self, point: int, by: str | tuple[str, ...], reason: str, now: float) -> None:
        """People go back to an earlier point of the record. The chips moved since then are to be put back. Raises
        `Illegal`, and then nothing has changed."""
        self.now = max(self.now, now)
        undone = [move for move in self.record.moves_since(point) if isinstance(move, Moved)]
        self.record.rewind(point, by, reason)
        self.tell(Committed(self.record.entries[-1], (), self.now, Why()))
        for move in reversed(undone):
            for quiet in self.books.take_back(move):
                self._tell_twin(quiet)
        self.went_on_at = self.now
        self._settle()

    def stand(self, number: int, by: str | tuple[str, ...], now: float) -> None:
        """A ruling is let stand: the rules go on from the table as it lies. Raises `Illegal`, and then nothing has
        changed."""
        self.now = max(self.now, now)
        stand(self, number, by)
        self._settle()

    def call(self, by: str, now: float) -> None:
        """A seat or the table calls the judge, to look at all that is open; a seat takes its call back; the judge says
        that he is there. Raises `Illegal`."""
        self.now = max(self.now, now)
        call_judge(self, by)

    def reconcile(self) -> None:
        """Let the twin have the chips where the rules have them; which ones, the next sightings tell."""
        for name, zone in self.match.game.zones(self.match.table).items():
            if self.sight.place(name) != name:
                continue
            lie, seen = Counter(zone.content), self.twin.counts(name)
            for kind in lie.keys() | seen.keys():
                less = seen.get(kind, (0, 0))[0] - lie[kind]
                if kind != UNSEEN and less > 0:
                    self._send_elsewhere(kind, less, name)

    def _send_elsewhere(self, kind: str, count: int, zone: str) -> None:
        """So many of a kind are not in this zone: they are where the rules have more than the twin."""
        for name, other in self.match.game.zones(self.match.table).items():
            more = Counter(other.content)[kind] - self.twin.counts(name).get(kind, (0, 0))[0]
            if count and more > 0 and name != zone:
                self.twin.moved(kind, min(count, more), zone, name)
                count -= min(count, more)

    def _drawn(self, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """Where all of a hand is told, the pieces of it that nobody had told before."""
        due = self.match.pending
        if not isinstance(due, Draw) or len(kinds) <= due.count:
            return kinds
        for drawn in dict.fromkeys(combinations(sorted(kinds), due.count)):
            with suppress(Illegal):
                events = self.match.copy().draw(drawn)
                if any(shows_all(event, kinds) for event in events):
                    return drawn
        return kinds

    # -- the table ---------------------------------------------------------------------------------------------

    def _moved(self, movement: Movement) -> None:
        self.moved_at = self.now
        if movement.reader in self.sight.hidden_readers:
            place = self.sight.place(self.layout.spot(movement.reader).beyond)
            if debt := self.books.drawn(place, movement.at):
                self.rulings.paid(debt, self.now)
            return
        if movement.kind is None:
            return
        origin = frozenset(map(self.sight.place, movement.from_zones))
        target = self.sight.place(movement.to_zone)
        if not self.rulings.take_up(movement.uid, self.books):
            origin = self.rulings.moves_on(movement.uid, target, self) or origin
        chip = Loose(movement.uid, movement.kind, origin, target, movement.at, movement.reader)
        for debt, zone in self.books.seen(chip, self.may_be, not_paid(chip, self)) or ():
            self.rulings.paid(debt, self.now)
            self.twin.decided(movement.uid, zone)
            if debt.kind == UNSEEN and zone == debt.target:
                self.commit(Said("learn", zone, (movement.kind,)), Why())

    def _lifted(self, change: Lifted) -> None:
        kind = self.twin.kinds.get(change.uid)
        spot = self.layout.spot(change.reader)
        if kind is None or not spot.cells:
            return
        self.moved_at = self.now
        place = self.sight.place(spot.zone)
        if paid := self.books.lifted(Loose(change.uid, kind, frozenset({place}), AIR, change.at, change.reader)):
            debt, uid = paid
            self.rulings.paid(debt, self.now)
            self.twin.decided(uid, debt.target)

    def may_be(self, zone: str, kind: str) -> bool:
        """Whether an unseen piece of the zone can be of this kind."""
        return not self.match.game.learn(self.match.table.copy(), zone, (kind,))

    # -- going on ----------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Commit whatever is certain."""
        while True:
            while isinstance(due := self.match.pending, Draw) and due.owner:
                self.commit(Said("draw", "", (UNSEEN,) * due.count), Why())
            if self.books.settled:
                self.lines = ()
                break
            self._explain()
            steps = self._agreed()
            if not steps:
                break
            why = self._why()
            self.by_hand_at = last_by_hand(steps, self.by_hand_at)
            if not self._commit_all(steps, why):
                break
        self._ask()
        self.rulings.look(self)

    def _commit_all(self, steps: tuple[Step, ...], why: Why) -> int:
        """How many of them count now: what the first ones teach of hidden chips may leave no room for the next."""
        for number, step in enumerate(steps):
            try:
                self.commit(step.said, why)
            except Illegal:
                return number
        return len(steps)

    def _ask(self) -> None:
        """Ask people what the table does not show; withdraw what it has shown meanwhile."""
        if self.asked and not self._is_open(self.asked):
            self.tell(Withdrawn(self.asked.number, self.now))
            self.asked = None
        if self.asked or self.in_doubt or not (self._explained.complete or self._budget == LATER):
            return
        delay, options = patience(self.match, self.lines, self._shown_here(), complete=self._explained.complete)
        waited = self.now - max(self.moved_at, self.went_on_at) >= delay
        if len(self.lines) > 1 or not self._explained.complete:
            waited |= self.now - max(self.books.first_unexplained(), self.went_on_at) >= AMBIGUOUS_LONG
        if not waited:
            return
        due = self.match.pending
        seats = (due.seat,) if isinstance(due, Draw) else self.match.waiting_for
        if len(options) == len(seats) == 1 and not self.lines:
            self.commit(Said("answer", seats[0], options[0]), self._why())  # nothing else is left to be said
            return
        self.asked_so_far += 1
        what = due.what if isinstance(due, Question) else "draw"
        self.asked = Asked(self.asked_so_far, seats, what, options, self.now, self._why(), self.record.point)
        self.tell(self.asked)

    def _shown_here(self) -> tuple[int, int]:
        """How many answers this table shows and how many not, found out once for each question."""
        at = (self.record.point, len(self.record.entries), self.match.waiting_for)
        if at != self._shown_at:
            self._shown, self._shown_at = shown_and_dark(self.match, self.sight), at
        return self._shown

    def _is_open(self, asked: Asked) -> bool:
        """Whether a question still fits: the match has not gone on, and takes the answers that were offered."""
        takes = self.match.accepts
        seats = self.match.waiting_for
        return asked.point == self.record.point and all(
            any(takes(token, seat) for seat in seats) for token in asked.options
        )

    def _explain(self) -> None:
        """Search, unless nothing has changed since the last time."""
        at = (self.record.point, len(self.record.entries), *self.books.fingerprint())
        if at != self._explained_at or self._budget > self._worked > 0:
            self._explained, self._explained_at = explain(self.match, self.books, self._budget, self.by_hand_at), at
            self._worked = 0 if self._explained.complete else self._budget
            self._begun = False
        if not self._explained.lines and self._budget == LATER and not self._begun:
            self._explain_beginning()
        self.lines = self._explained.likely(self.now)

    def _explain_beginning(self) -> None:
        """Too much has piled up for one search: first the part that was seen first, once that is some time ago."""
        begin = self.books.first_unexplained() + BEGINNING
        if begin + PUT_BACK < self.now:
            self._begun = True
            earlier = self.books.until(begin)
            if earlier.loose != self.books.loose:
                self._explained = explain(self.match, earlier, self._budget, self.by_hand_at)

    def _agreed(self) -> tuple[Step, ...]:
        """The next steps, as far as all lines that explain the table have the same, and nothing may yet change it."""
        lines = self.lines
        if not lines or not self._explained.complete or self.in_doubt:
            return ()
        steps = self._arrived(common(lines))
        calm = self.now - self.moved_at >= CALM
        waited = calm or self.now - self.books.first_unexplained() >= CALM
        if waited and len(lines) > 1:
            return steps  # people will be asked how it goes on
        thought = calm or self.now - last_by_hand(steps, self.by_hand_at) >= CALM
        if thought and isinstance(lines[0].match.pending, Draw) and not self._is_doubtful(steps, waited=waited):
            return steps  # or what they saw; who may still react has had the time
        end = firm(steps, calm=calm)
        while end and not calm and self._is_doubtful(steps[:end], waited=waited):
            end = firm(steps[: end - 1], calm=False)
        return steps[:end]

    def _arrived(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Those before the first of which the chip may yet show what it was taken for."""
        patience = ARRIVING
        for number, step in enumerate(steps):
            if self.now - step.left < patience:
                return steps[:number]
            patience = ARRIVING_AHEAD if step.owes else patience
        return steps

    @property
    def in_doubt(self) -> bool:
        """Whether a touch may be about to be told."""
        return self.doubt and self.now - self.moved_at < DOUBT

    def _is_doubtful(self, steps: tuple[Step, ...], *, waited: bool) -> bool:
        """Whether a step that no chip of its own has shown may as well be another one, and that may yet show."""
        if any(step.unpointed and self._has_rival(steps[:number]) for number, step in enumerate(steps, 1)):
            return True
        if waited:
            return False
        answers = [number for number, step in enumerate(steps, 1) if step.said.kind == "answer"]
        silent = (number for number in answers if not steps[number - 1].by_hand)
        return any(self._has_rival(steps[:number], better=number != answers[-1]) for number in silent)

    def _has_rival(self, steps: tuple[Step, ...], *, better: bool = False) -> bool:
        """Whether what shows the last step may as well come from an answer whose own chip is not seen yet; `better`: or
        what shows later ones."""
        match, books = self.match.copy(), self.books.copy()
        last = len(steps) - 1
        while steps[last].said.kind != "answer":
            last -= 1
        for step in steps[:last]:
            before = match.copy()
            take_in(books, before, step.said, give(match, step.said))
        return has_rival(match, books, steps[last].said, better=better)

    def commit(self, said: Said, why: Why) -> None:
        """An input counts. What it moves is entered into the books, and told to the twin."""
        asked, before = self.match.pending, self.match.copy()
        events = self.record.put(said)
        self.tell(Committed(said, events, self.now, why))
        settling = take_in(self.books, before, said, events)
        self.books.unpointed |= dict.fromkeys(settling.unpointed, self.now)
        self.rulings.goes_on(self, said, asked, events, settling)
        for uid, zone in settling.seen:
            self.twin.decided(uid, zone)
        for move in settling.silent:
            self._tell_twin(move)
        self.went_on_at = self.now
        for zone, kind in settling.learnt:
            try:
                self.commit(Said("learn", zone, (kind,)), why)
            except Illegal:
                continue  # it was no such chip after all: the rules will say so when it matters

    def _tell_twin(self, move: Moved) -> None:
        """No reader saw this."""
        if move.piece != UNSEEN:
            self.twin.moved(move.piece, move.count, move.source, move.target)
        elif not self.match.game.zones(self.match.table)[move.source].content:
            self._poured(move.source, move.target)

    def _poured(self, source: str, target: str) -> None:
        """All of a zone has gone, whatever it was."""
        for kind, (surely, _) in self.twin.counts(source).items():
            if surely:
                self.twin.moved(kind, surely, source, target)

    def _why(self) -> Why:
        """What the next commit or question rests on."""
        due = self.match.pending
        seen = tuple(item.way for item in unexplained(self.books))
        return Why(seen, tuple(line.answers for line in self.lines), due.rule if due else "")


def common(lines: tuple[Line, ...]) -> tuple[Step, ...]:
    """The steps with which all lines begin."""
    shared: list[Step] = []
    for steps in zip(*(line.steps for line in lines), strict=False):
        if any(step.said != steps[0].said for step in steps):
            break
        shared.append(steps[0])
    return tuple(shared)


def poured_next(match: Match, bags: frozenset[str]) -> set[str]:
    """The zones of which chips go into a bag before anybody is asked again."""
    match, poured = match.copy(), set[str]()
    while isinstance(due := match.pending, Draw) and due.owner:
        events = match.draw((UNSEEN,) * due.count)
        poured |= {move.source for move in events if isinstance(move, Moved) and move.target in bags}
    return poured


def firm(steps: tuple[Step, ...], *, calm: bool) -> int:
    """How many of these are certain: up to the last answer given with a chip that was seen; after it, what nobody gives
    with a chip only once all that follows from it lies there, or nobody moves any more."""
    end = 0
    for number, step in enumerate(steps, 1):
        if step.shown and (step.by_hand or calm or not step.owes):
            end = number
    return end


def shows_all(event: Event, kinds: tuple[str, ...]) -> bool:
    """Whether by this event somebody has shown just these."""
    return bool(getattr(event, "reveals", False)) and any(
        isinstance(value, tuple) and Counter(value) == Counter(kinds) for value in event
    )
