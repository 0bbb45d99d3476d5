"""The arbiter compares what the table shows with what the rules allow.

It knows the match as everybody at the table knows it: a chip that comes out of a bag stays unseen to it until it lies
open, even where a reader has read its tag. So nothing that the arbiter does can tell what is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import combinations

from companion.arbiter.ambiguous_tap import not_paid, what_it_was
from companion.arbiter.asking import (
    AMBIGUOUS_LONG,
    LOST,
    NEVER,
    STUCK,
    STUCK_LONG,
    first_answers,
    patience,
    shown_and_dark,
)
from companion.arbiter.blame import unexplained
from companion.arbiter.books import Books
from companion.arbiter.certain import agreed_steps
from companion.arbiter.explain import explain, take_in
from companion.arbiter.let_stand import call_judge, stand
from companion.arbiter.lines import Explained, Line, Step, last_by_hand, poured_by
from companion.arbiter.loose import Loose
from companion.arbiter.news import Asked, Committed, Grounds, News, Withdrawn
from companion.arbiter.prices import BACK, BLINDED, MARGIN, UNSEEN_MOVE
from companion.arbiter.rarer import rarer_stories
from companion.arbiter.reconcile import reconcile
from companion.arbiter.rulings import Rulings
from companion.arbiter.second_thoughts import reconsider, see_anew, step_back
from companion.arbiter.sight import Sight
from companion.arbiter.slots import OverSlot
from companion.arbiter.todo import Todo, todo
from companion.arbiter.trail import SeenComing, SeenDrawn, SeenLifted, Trail
from companion.rules import TABLE, UNSEEN, Draw, Event, Illegal, Match, Moved, Question, Record, Said
from companion.rules.kernel.record import agreed
from companion.table.changes import Appeared, Asleep, Change, Doubt, Lifted, Tapped
from companion.table.hints import Hints
from companion.table.layout import AIR, Layout
from companion.table.movement import Movement
from companion.table.twin import Twin

PUT_BACK = 8.0
"""Seconds after which a chip that lies again where it was counts as only looked at."""
BEGINNING = 4.0
"""Seconds that the first part lasts, where too much has piled up for one search and that part is explained first."""
MISSING = 3.0
"""Seconds after which we look for chips that nobody has seen move."""
AT_ONCE = 60
"""Work for an explanation while a change is taken in; whatever needs more waits for the next tick."""
LATER = 1500
"""Work for an explanation at a tick: in the middle of a long effect each answer that is tried costs more."""
DOUBT = 16.0
"""Seconds that we wait for a chip which may have touched a tap: by then its reader has made sure."""


class Arbiter:
    """Takes in changes of the table, answers and the time; `take_news` returns what follows from them."""

    _rarer: Iterator[Explained] | None = None
    """The search for rarer stories, while it goes on."""

    def __init__(self, match: Match, layout: Layout, twin: Twin, *, judged: bool = False) -> None:
        self.record = Record(match, judged=judged)
        self.layout = layout
        self.twin = twin
        self.sight = Sight(layout, match.game)
        self.books = Books(self.sight)
        self.now = 0.0
        self.moved_at = 0.0
        """When something last moved on the table."""
        self.went_on_at = 0.0
        """When the match last went on."""
        self.by_hand_at = 0.0
        """When the chip was seen that gave the latest committed answer."""
        self.told_at = 0.0
        """When people last answered a question. Chips that waited for that answer count as seen only then."""
        self.doubt = Doubt.NONE
        """What may have happened that no reader has reported yet."""
        self.asleep: frozenset[str] = frozenset()
        """The readers that do not look now."""
        self.slept: dict[str, float] = {}
        """When each reader last did not look."""
        self.refuted: tuple[int, Said | None] = (-1, None)
        """A point of the record, and the answer there that somebody has taken back: it does not count again without
        being said."""
        self.trail = Trail()
        """The way back, for people who change their minds."""
        self.lines: tuple[Line, ...] = ()
        """The lines that explain what the rules do not have yet."""
        self._may_pour: tuple[tuple[Line, ...], frozenset[str]] = (), frozenset()
        """Lines, and the zones whose chips have gone into a bag by any of these lines."""
        self.explained = Explained((), complete=True)
        self._explained_at: tuple[object, ...] = ()
        """The record and books for which `explained` was searched."""
        self._shown = (0, 0)
        self._shown_at: tuple[object, ...] = ()
        self.thorough = False
        """Whether rarer stories have been searched as well."""
        self.reconsidered: tuple[object, ...] = ()
        """What was looked at when nobody had taken anything back."""
        self._budget = LATER
        self._worked = 0
        """How much work the last search had, if that was not enough; otherwise 0."""
        self._begun = False
        """Whether the earliest part of what was seen has been searched by itself."""
        self.asked: Asked | None = None
        """The question that is open now."""
        self.asked_so_far = 0
        self.rulings = Rulings(self.sight)
        """The rulings on what lies on the table against the rules."""
        self.calls: tuple[str, ...] = ()
        """The seats that have called the judge, until he comes."""
        self._news: list[News] = []

    @property
    def hurries(self) -> bool:
        """Whether a change is being taken in: whatever needs more work waits for the next tick."""
        return self._budget != LATER

    @property
    def searched_all(self) -> bool:
        """Whether the search was complete, so that no explanation can have been overlooked."""
        return self.explained.complete

    def todo(self, audience: str = TABLE) -> list[Todo]:
        """What hands have still to do, and the question that the game waits for."""
        return todo(self, audience)

    def hints(self) -> Hints:
        """Hints for reading the table, from what is certain and from all lines: by one of them a chip may already have
        been poured into a bag."""
        if self.lines != self._may_pour[0]:
            poured = (poured_by(line, self.sight.bags) for line in self.lines)
            self._may_pour = self.lines, frozenset[str]().union(*poured)
        return self.twin.hints(self._may_pour[1])

    @property
    def match(self) -> Match:
        """The match as everybody at the table knows it."""
        return self.record.match

    def take_news(self) -> list[News]:
        """Return the news since the last call."""
        news, self._news = self._news, []
        return news

    def tell(self, news: News) -> None:
        """Add news for everybody."""
        self._news.append(news)

    # -- what comes in -----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start: the match is set up, and whatever needs no decision happens."""
        self._settle()

    def take(self, change: Change, now: float, *, doubt: Doubt = Doubt.NONE) -> None:
        """Take in a change of the table. `doubt` says what else may have happened."""
        self.now = max(self.now, now)
        self.doubt = doubt
        self.books.forget_home(self.now - PUT_BACK)
        told = what_it_was(change, self) if isinstance(change, Tapped) else change
        if told:
            self._take_in(told)
        self._budget = AT_ONCE
        self._settle()
        self._budget = LATER

    def _take_in(self, change: Change) -> None:
        if isinstance(change, Lifted):
            self._lifted(change)
        if isinstance(change, Asleep):
            self.asleep = frozenset(change.readers)
            self._look_for_blind()
        movements = self.twin.take(change)
        if isinstance(change, Appeared) and not movements:
            self.books.gone.pop(change.uid, None)  # it lies in its cell again
        for movement in movements:
            self._moved(movement)

    def tick(self, now: float, *, doubt: Doubt = Doubt.NONE) -> None:
        """Note that time has passed. `doubt` says what may have happened."""
        self.now = max(self.now, now)
        self.doubt = doubt
        self._look_for_blind()
        self.books.forget_home(self.now - PUT_BACK)
        self._settle()

    def _look_for_blind(self) -> None:
        """Note which readers have missed what was done just now."""
        self.slept |= dict.fromkeys(sorted(self.asleep), self.now)
        self.sight.blind = frozenset(reader for reader, at in self.slept.items() if self.now - at <= BLINDED)

    def say(self, token: str, seat: str, now: float) -> None:
        """Take a person's answer. Raises `Illegal`, and then nothing has changed."""
        self.now = max(self.now, now)
        said = Said("answer", seat, self.match.accepts(token, seat) or token)
        self._told(said)
        self._settle()

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Take what somebody says a public draw has shown. Raises `Illegal`."""
        self.now = max(self.now, now)
        self._told(Said("draw", "", self._drawn(kinds)))
        self._settle()

    def _told(self, said: Said) -> None:
        was_asked = self.asked is not None
        self.commit(said, Grounds())
        if was_asked:
            self.told_at = self.now

    def correct(
        self, changes: Mapping[str, object], by: str | tuple[str, ...], reason: str, now: float, *, inside: str = ""
    ) -> None:
        """Correct the rules' view: the table lies as `changes` say, or, without changes, as the rules have it. Raises
        `Illegal`, and then nothing has changed."""
        self.now = max(self.now, now)
        if changes or inside:
            self.commit(Said("correct", agreed(by), (dict(changes), reason, inside)), Grounds())
        elif refusal := self.record.why_not_correct(by):
            raise refusal
        self.books.clear()
        self.rulings.all_stand(self)
        reconcile(self.twin, self.match, self.sight)
        self._settle()

    def back(self, point: int, by: str | tuple[str, ...], reason: str, now: float) -> None:
        """Go back to an earlier point of the record. What was seen since is kept, and explained anew; where that is too
        long ago, the chips moved since then are to be put back. Raises `Illegal`, and then nothing has changed."""
        self.now = max(self.now, now)
        undone = [move for move in self.record.moves_since(point) if isinstance(move, Moved)]
        refuted = next((said for said in self.record.line[max(0, point) :] if said.kind == "answer"), None)
        self.record.rewind(point, by, reason)
        self.tell(Committed(self.record.entries[-1], (), self.now, Grounds()))
        if earlier := self.trail.to(point):
            see_anew(self, earlier, undone)
            self.refuted = (point, refuted)
        else:
            for move in reversed(undone):
                for quiet in self.books.take_back(move):
                    self.tell_twin(quiet)
        self.trail.forget(point)
        self.went_on_at = self.now
        self._settle()

    def stand(self, number: int, by: str | tuple[str, ...], now: float) -> None:
        """Let a ruling stand: the game goes on from the table as it lies. Raises `Illegal`, and then nothing has
        changed."""
        self.now = max(self.now, now)
        stand(self, number, by)
        self._settle()

    def call(self, by: str, now: float) -> None:
        """Call the judge to look at all open rulings. A seat that calls again takes its call back; when the judge
        calls, he has come. Raises `Illegal`."""
        self.now = max(self.now, now)
        call_judge(self, by)

    def _drawn(self, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The pieces of the pending draw; where people name a whole hand, those of it that were not known before."""
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
            place = self.sight.comes_to(self.layout.spot(movement.reader))
            self._came_over_slot(place, OverSlot(movement.uid, movement.at))
            return
        if movement.kind is None:
            return
        origin = frozenset(map(self.sight.place, movement.from_zones))
        target = self.sight.place(movement.to_zone)
        taken_up = self.rulings.take_up(movement.uid, target, self.books, self.now)
        if taken_up is None:
            origin = self.rulings.moves_on(movement.uid, target, self) or origin
        else:
            origin |= taken_up
        chip = Loose(movement.uid, movement.kind, origin, target, movement.at, movement.reader)
        self.trail.saw(SeenComing(chip))
        for debt, zone in self.books.seen(chip, self.may_be, not_paid(chip, self)) or ():
            self.rulings.paid(debt, self.now)
            self.twin.decided(movement.uid, zone)
            if debt.kind == UNSEEN and zone == debt.target:
                self._learn(zone, movement.kind, Grounds())

    def _came_over_slot(self, place: str, chip: OverSlot) -> None:
        self.trail.saw(SeenDrawn(place, chip))
        self.rulings.comes_again(place, chip.uid)
        if debt := self.books.drawn(place, chip):
            self.rulings.paid(debt, self.now)

    def _lifted(self, change: Lifted) -> None:
        kind = self.twin.kinds.get(change.uid)
        spot = self.layout.spot(change.reader)
        if kind is None or not spot.cells or spot.hidden:
            return  # a chip that only its owner may know tells where it has gone when it lies open
        self.moved_at = self.now
        place = self.sight.place(spot.zone)
        chip = Loose(change.uid, kind, frozenset({place}), AIR, change.at, change.reader)
        self.trail.saw(SeenLifted(chip))
        if paid := self.books.lifted(chip):
            debt, uid = paid
            self.rulings.paid(debt, self.now)
            self.twin.decided(uid, debt.target)

    def may_be(self, zone: str, kind: str) -> bool:
        """Whether an unseen piece of the zone can be of this kind."""
        return not self.match.game.learn(self.match.table.copy(), zone, (kind,))

    # -- going on ----------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Commit everything that is certain; then ask and rule where that is due."""
        while True:
            while isinstance(due := self.match.pending, Draw) and due.owner:
                self.commit(Said("draw", "", (UNSEEN,) * due.count), Grounds())
            if self.books.settled:
                self.lines = ()
                if reconsider(self):
                    continue
                break
            self._explain()
            steps = agreed_steps(self)
            if not steps:
                break
            why = self._why()
            if self.lines[0].back >= 0:
                step_back(self, self.lines[0], why)
                continue
            self.by_hand_at = last_by_hand(steps, self.by_hand_at)
            if not self._commit_all(steps, why):
                break
        self._ask()
        self.rulings.look(self)

    def _commit_all(self, steps: tuple[Step, ...], why: Grounds) -> int:
        """Commit steps and return how many counted: what one teaches about hidden chips may make the next illegal."""
        for number, step in enumerate(steps):
            try:
                self.commit(step.said, why, step.after)
            except Illegal:
                return number
        return len(steps)

    def _ask(self) -> None:
        """Ask people what the table does not show; withdraw a question that the table has answered meanwhile."""
        if self.asked and not self._is_open(self.asked):
            self.tell(Withdrawn(self.asked.number, self.now))
            self.asked = None
        if self.asked or self.in_any_doubt or not (self.explained.complete or self._budget == LATER):
            return
        lines = tuple(line for line in self.lines if line.steps)
        delay, options = patience(self.match, lines, self._shown_here(), complete=self.explained.complete)
        longest = AMBIGUOUS_LONG if len(lines) != 1 or not self.explained.complete else NEVER
        if self.waits:
            options = self._every_answer(tuple(first_answers(lines)))
            delay, longest = (STUCK, STUCK_LONG) if lines else (delay, LOST)
        waited = self.now - max(self.moved_at, self.went_on_at) >= delay
        if not waited and self.now - max(self.books.first_unexplained(), self.went_on_at) < longest:
            return
        due = self.match.pending
        seats = self.match.waiting_for
        if isinstance(due, Draw):  # what is nobody's draw, anybody at the table can tell
            seats = (due.seat,) if due.seat else self.record.seats
        if len(options) == len(seats) == 1 and not self.lines:
            self.commit(Said("answer", seats[0], options[0]), self._why())  # nothing else is left to be said
            return
        self.asked_so_far += 1
        what = due.what if isinstance(due, Question) else "draw"
        self.asked = Asked(self.asked_so_far, seats, what, options, self.now, self._why(), self.record.point)
        self.tell(self.asked)

    def _every_answer(self, likely: tuple[str, ...]) -> tuple[str, ...]:
        """All answers that the match accepts, the likely ones first."""
        options = {token: None for seat in self.match.waiting_for for token in self.match.options(seat)}
        return tuple(dict.fromkeys((*(token for token in likely if token in options), *options)))

    @property
    def waits(self) -> bool:
        """Whether perhaps nothing of what was seen is explained yet, or only by what is rare."""
        return not all(line.is_plain for line in self.lines)

    def _shown_here(self) -> tuple[int, int]:
        """Return how many answers this table shows and how many it does not, computed once for each question."""
        at = (self.record.point, len(self.record.entries), self.match.waiting_for)
        if at != self._shown_at:
            self._shown, self._shown_at = shown_and_dark(self.match, self.sight), at
        return self._shown

    def _is_open(self, asked: Asked) -> bool:
        """Whether a question is still open: the match has not gone on, and accepts all the offered answers."""
        takes = self.match.accepts
        seats = self.match.waiting_for
        return asked.point == self.record.point and all(
            any(takes(token, seat) for seat in seats) for token in asked.options
        )

    def _explain(self) -> None:
        """Search for explanations, unless nothing has changed since the last search."""
        at = (self.record.point, len(self.record.entries), *self.books.fingerprint())
        if at != self._explained_at or self._budget > self._worked > 0:
            self.explained, self._explained_at = explain(self.match, self.books, self._budget, self.by_hand_at), at
            self.thorough, self._rarer = False, None
            self._worked = 0 if self.explained.complete else self._budget
            self._begun = False
        if not (self.explained.lines or self.explained.complete or self._begun) and self._budget == LATER:
            self._explain_beginning()
        if self._budget == LATER and not self.thorough and self._is_due():
            self._rarer = self._rarer or rarer_stories(self, self.explained)
            found = next(self._rarer, None)
            self.explained, self.thorough = found or self.explained, found is None
        self.lines = self.explained.likely(self.now)

    def _is_due(self) -> bool:
        """Whether what was seen has waited long enough for its cause, and no line explains it easily."""
        if isinstance(self.match.pending, Draw):
            return False  # people have to tell what was drawn before anything else can be explained
        waited = self.now - self.books.first_unexplained() >= MISSING
        return waited and self.explained.cheapest(self.now) + MARGIN > min(BACK, UNSEEN_MOVE)

    def _explain_beginning(self) -> None:
        """Explain only what was seen first, once that is some time ago: all of it is too much for one search."""
        begin = self.books.first_unexplained() + BEGINNING
        if begin + PUT_BACK < self.now:
            self._begun = True
            earlier = self.books.until(begin)
            if earlier.loose != self.books.loose:
                self.explained = explain(self.match, earlier, self._budget, self.by_hand_at)

    @property
    def in_doubt(self) -> bool:
        """Whether to wait because a reader may be about to report that a chip has touched its tap."""
        return self.doubt is Doubt.TAP and self._may_still_come

    @property
    def in_any_doubt(self) -> bool:
        """Whether nobody is to be bothered yet, because a reader may be about to report a chip, in a cell perhaps."""
        return bool(self.doubt) and self._may_still_come

    @property
    def _may_still_come(self) -> bool:
        return self.now - self.moved_at < DOUBT

    def commit(self, said: Said, why: Grounds, after: float | None = None) -> None:
        """Commit an input: enter its moves into the books and tell them to the twin. `after` is when the answer before
        it was given."""
        asked, before, point = self.match.pending, self.match.copy(), self.record.point
        events = self.record.put(said)
        self.trail.goes_on(said, point, before, self.books, self.by_hand_at)
        self.tell(Committed(said, events, self.now, why))
        settling = take_in(self.books, before, said, events, self.by_hand_at if after is None else after)
        self.books.unpointed |= dict.fromkeys(settling.unpointed, self.now)
        self.rulings.goes_on(self, said, asked, events, settling)
        for uid, zone in settling.seen:
            self.twin.decided(uid, zone)
        for move in settling.silent:
            self.tell_twin(move)
        self.went_on_at = self.now
        for zone, kind in settling.learnt:
            self._learn(zone, kind, why)

    def _learn(self, zone: str, kind: str, why: Grounds) -> None:
        """Commit the kind of an unseen piece. Where this cannot be, it was no such piece: the rules say so when it
        matters."""
        with suppress(Illegal):
            self.commit(Said("learn", zone, (kind,)), why)

    def tell_twin(self, move: Moved) -> None:
        """Tell the twin about a move that no reader has seen."""
        if move.piece != UNSEEN:
            self.twin.moved(move.piece, move.count, move.source, move.target)
        elif not self.match.game.by_address(self.match.table)[move.source]:
            self._poured(move.source, move.target)

    def _poured(self, source: str, target: str) -> None:
        """Tell the twin that everything in a zone has moved, whatever kinds it was."""
        for kind, (surely, _) in self.twin.counts(source).items():
            if surely:
                self.twin.moved(kind, surely, source, target)

    def _why(self) -> Grounds:
        """What the next commit or question rests on."""
        due = self.match.pending
        seen = tuple(item.way for item in unexplained(self.books))
        return Grounds(seen, tuple(line.answers for line in self.lines), due.rule if due else "")


def shows_all(event: Event, kinds: tuple[str, ...]) -> bool:
    """Whether by this event somebody has shown exactly these pieces."""
    return bool(getattr(event, "reveals", False)) and any(
        isinstance(value, tuple) and Counter(value) == Counter(kinds) for value in event
    )
