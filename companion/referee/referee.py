"""The referee: the one place where inputs are taken, recorded, and only then shown.

`Referee.step` takes one input and is all there is to it; it knows no clock and no thread, so a whole evening runs in a
test within seconds. `companion.referee.running` lets a thread call it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.news import News
from companion.ledger import Ledger, LedgerError, Payload, canonical
from companion.referee.acting import give
from companion.referee.clocks import DECIMALS, Clocks, clocks_after, turn_of
from companion.referee.entries import FAILED, entry_for, input_in, public_news, result_of, shown_by, state_of
from companion.referee.header import Beginning
from companion.referee.inputs import PERSONAL, Clocked, Corrected, Finished, Input, Looked, Ticked, sender, to_json
from companion.referee.outcome import CLOSED, Moment, Outcome
from companion.referee.recovery import Numbered, clocks_of, recover, snapshot_of
from companion.referee.saving import Saving
from companion.rules import Illegal, Setup
from companion.table import under_way
from companion.table.layout import Layout
from companion.table.sightings import Uid
from companion.table.twin import Twin

EVERY: Final = 100
"""Entries from one snapshot to the next."""
TICKING: Final = 10.0
"""Seconds for which clocks run without an entry at most: so much a crash may give back."""
MOST_NOTES: Final = 50
"""Troubles that are remembered."""
BROKE: Final = "The program broke down over this ({problem}). It does not count, and the game goes on. Try another way."

Subscriber = Callable[[Moment], None]


class Referee:
    """Takes inputs, one after the other, from one thread."""

    def __init__(self, beginning: Beginning, saving: Saving, arbiter: Arbiter, *, folder: Path | None = None) -> None:
        """`begin` and `resume` make them."""
        self.beginning = beginning
        self.arbiter = arbiter
        self.saving = saving
        self.now = 0.0
        """On the table's clock, which never goes back."""
        self.over = saving.game.over
        """Whether its record is closed."""
        self.looks = 0
        """How often the judge has looked at what is hidden."""
        self.clocks: Clocks | None = None
        """Those of the round and the seats; None where none are set."""
        self.opening: tuple[News, ...] = ()
        """What a new game begins with, before any input."""
        self._folder = folder
        self._recorded_at = 0.0
        """When the newest entry came."""
        self._entries: list[Numbered] = []
        """All of them, the header not among them."""
        self._base: tuple[int, Any] | None = None
        """The newest snapshot, and after how many entries it was taken; None for the beginning."""
        self._taken: dict[tuple[str, str], int] = {}
        """The requests of people that count already, and their entries."""
        self._subscribers: dict[str, Subscriber] = {}
        self._notes: list[str] = []
        self._broken: Counter[str] = Counter()

    # -- beginning and going on --------------------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        ledger: Ledger,
        setup: Setup,
        layout: Layout,
        kinds: Mapping[Uid, str],
        twin: Twin,
        *,
        judged: bool = False,
        title: str = "",
        started: str = "",
        folder: Path | None = None,
    ) -> Referee:
        """A new game. `folder` is told that a game is under way. Raises `LedgerError`, and `SetupError`."""
        game = ledger.begin(Beginning(setup, layout, kinds, twin.to_json(), judged).header(title, started))
        beginning = Beginning.read(game.header)  # as it will be read after a restart
        arbiter = beginning.arbiter()
        referee = cls(beginning, Saving(game), arbiter, folder=folder)
        referee.opening = tuple(arbiter.take_news())
        referee._mark()
        return referee

    @classmethod
    def resume(cls, ledger: Ledger, number: int, *, folder: Path | None = None) -> Referee:
        """Go on with a game: everything is as it was after its last entry. Raises `LedgerError`."""
        game = ledger.game(number)
        beginning = Beginning.read(game.header)
        entries = [(entry.number, entry.payload) for entry in game.entries(1)]
        inputs = entries[:-1] if game.over else entries
        kept = game.last_snapshot()
        recovered = recover(beginning, inputs, kept if kept and kept[0] <= len(inputs) else None)
        referee = cls(beginning, Saving(game), recovered.arbiter, folder=folder)
        referee._notes += recovered.troubles
        referee._remember(entries)
        referee._keep_snapshot()
        referee._mark()
        return referee

    def _remember(self, entries: list[Numbered]) -> None:
        """The clock goes on from the last entry, and what people have sent already counts no second time."""
        self._entries = entries
        self.clocks = clocks_of(entries, self.arbiter.record.seats)
        for number, payload in entries:
            one = input_in(payload)
            if isinstance(one, str):
                continue
            self.now = self._recorded_at = max(self.now, one.at)
            self.looks += isinstance(one, Looked) and not payload.get(FAILED)
            if isinstance(one, PERSONAL) and one.id and not payload.get(FAILED):
                self._taken[sender(one), one.id] = number

    def _mark(self) -> None:
        """What is read at hidden spots is for their owners alone, as long as the game runs."""
        if self._folder is None:
            return
        header = self.saving.game.header
        title = str(header.get("title") or header.get("game", ""))
        try:
            if self.over:
                under_way.clear(self._folder)
            else:
                under_way.mark(self._folder, under_way.UnderWay(title, str(header.get("started", ""))))
        except OSError as problem:
            self._note(f"That a game is under way could not be noted: {problem.strerror or problem}.")

    # -- one input ---------------------------------------------------------------------------------------------

    def step(self, one: Input) -> Outcome:
        """Take one input: it is recorded, and then everybody sees what came of it."""
        self.now = max(self.now, round(one.at, DECIMALS))
        one = replace(one, at=self.now)
        if isinstance(one, PERSONAL):
            if known := self._taken.get((sender(one), one.id)) if one.id else None:
                return Outcome(one, known, again=True)
            if self.over:
                return Outcome(one, words=CLOSED)
        elif self.over:
            return self._idle(one)
        asked, before = self.arbiter.match.pending, len(self.arbiter.record.entries)
        try:
            text = canonical(to_json(one))
            if isinstance(one, Corrected):
                one = replace(one, changes=json.loads(text)["changes"])  # as they will be read after a restart
            give(self.arbiter, one)
            news, said = self.arbiter.take_news(), self.arbiter.record.entries[before:]
            clocks = self._clocks_after(one, bool(said))
            if isinstance(one, Ticked) and not news and not said and not self._ticks(one, clocks):
                return self._idle(one)
            payload = entry_for(one, said, self.beginning.layout, asked) | self._after(one, clocks)
            moment = self._moment(public_news(news, one, asked))
        except LedgerError as problem:
            return Outcome(one, words=str(problem))
        except Exception as problem:
            if isinstance(problem, Illegal) and isinstance(one, PERSONAL):
                self.arbiter.take_news()
                return Outcome(one, refusal=problem, words=problem.why)
            return self._failed(one, asked, problem)
        return self._record(one, payload, moment, clocks)

    def _clocks_after(self, one: Input, moved: bool) -> Clocks | None:
        """The clocks after an input. Whose turn it is can only have changed where something was said to the rules."""
        known = self.clocks
        if known is None and not isinstance(one, Clocked):
            return None
        turn = turn_of(self.arbiter.match) if moved or known is None else known.turn
        return clocks_after(known, one, None if isinstance(one, Finished) else turn, self.arbiter.record.seats)

    def _ticks(self, one: Ticked, clocks: Clocks | None) -> bool:
        """Whether what the clocks say now is to be recorded."""
        if clocks != self.clocks:
            return True
        return clocks is not None and clocks.running and one.at >= self._recorded_at + TICKING

    def _after(self, one: Input, clocks: Clocks | None) -> Payload:
        """What an entry says of the game after it."""
        arbiter = self.arbiter
        after: Payload = {"state": state_of(arbiter.match), "shown": shown_by(arbiter)}
        if clocks is not None:
            after["turn"] = clocks.turn
        if arbiter.doubt:
            after["doubt"] = True
        if isinstance(one, Finished):
            after["result"] = result_of(arbiter.match)
        return after

    def _record(self, one: Input, payload: Payload, moment: Moment, clocks: Clocks | None) -> Outcome:
        failed = FAILED in payload
        told = self.clocks.out if self.clocks else ()
        ran_out = tuple(whose for whose in clocks.out if whose not in told) if clocks else ()
        self.clocks = clocks
        self._recorded_at = one.at
        self.saving.keep(payload)
        number = self.saving.number
        self._entries.append((number, payload))
        if isinstance(one, PERSONAL) and one.id and not failed:
            self._taken[sender(one), one.id] = number
        self.looks += isinstance(one, Looked) and not failed
        if isinstance(one, Finished) and not failed:
            self.over = True
        if self.over and not self.unsaved:
            self._mark()
        moment = self._publish(self._saved(replace(moment, ran_out=ran_out)))
        if not failed and number % EVERY == 0:
            self._keep_snapshot()
        return Outcome(one, number, failed=failed, moment=moment)

    def _idle(self, one: Input) -> Outcome:
        """Nothing happened. What could not be saved is tried again."""
        if not (before := self.unsaved):
            return Outcome(one)
        self.saving.retry()
        if self.unsaved == before:
            return Outcome(one)
        if self.over and not self.unsaved:
            self._mark()
        return Outcome(one, moment=self._publish(self._saved(self._moment(()))))

    def _keep_snapshot(self) -> None:
        """From here a start goes on, and so does the game after a breakdown."""
        try:
            snapshot = snapshot_of(self.arbiter)
            if not self.over:
                self.saving.snapshot(snapshot)
        except Exception as problem:  # it is a help only
            self._note(f"No snapshot could be kept after entry {self.saving.number}: {problem!r}.")
        else:
            self._base = self.saving.number, snapshot

    # -- breaking down -----------------------------------------------------------------------------------------

    def _failed(self, one: Input, asked: object, problem: Exception) -> Outcome:
        """The program broke down over an input: everything is again as it was before it, and that is recorded."""
        words = BROKE.format(problem=type(problem).__name__)
        self._note(f"Entry {self.saving.number + 1}: {words}")
        recovered = recover(self.beginning, self._entries, self._base)
        self.arbiter = recovered.arbiter
        for trouble in recovered.troubles:
            self._note(trouble)
        payload = entry_for(one, (), self.beginning.layout, asked) | {FAILED: type(problem).__name__}
        if isinstance(one, Finished):
            payload["in"] = "end"  # the game goes on: only a record that is closed ends with "over"
        tick = Ticked(one.at)
        clocks = self._clocks_after(tick, moved=False)
        return replace(self._record(one, payload | self._after(tick, clocks), self._moment(()), clocks), words=words)

    def _note(self, words: str) -> None:
        self._notes = [*self._notes[-MOST_NOTES + 1 :], words]

    # -- showing -----------------------------------------------------------------------------------------------

    def subscribe(self, name: str, subscriber: Subscriber) -> None:
        """Call this after each entry. It must be quick; what goes wrong in it is noted under its name."""
        self._subscribers[name] = subscriber

    def unsubscribe(self, name: str) -> None:
        """No more of it."""
        self._subscribers.pop(name, None)

    def moment(self) -> Moment:
        """The game as everybody may see it now, for somebody who has just come."""
        return self._saved(self._moment(()))

    def _moment(self, news: tuple[News, ...]) -> Moment:
        arbiter = self.arbiter
        return Moment(
            number=self.saving.number,
            at=self.now,
            news=news,
            asked=arbiter.asked,
            rulings=arbiter.rulings.open,
            todo=tuple(arbiter.todo()),
            match=arbiter.match.copy(),
            calls=arbiter.calls,
            unsaved=0,
        )

    def _saved(self, moment: Moment) -> Moment:
        """Only now it is known what is safe."""
        return replace(moment, number=self.saving.number, unsaved=self.unsaved, looks=self.looks, clocks=self.clocks)

    def _publish(self, moment: Moment) -> Moment:
        for name, subscriber in list(self._subscribers.items()):
            try:
                subscriber(moment)
            except Exception as problem:
                self._broken[f"{name} ({type(problem).__name__}: {problem})"] += 1
        return moment

    @property
    def unsaved(self) -> int:
        """How many entries are not on disk."""
        return self.saving.unsaved

    @property
    def troubles(self) -> list[str]:
        """What is not as it should be, in words. For who looks after the program: it may tell what is hidden."""
        broken = [f"{what} could not show what is new, {count} times." for what, count in self._broken.items()]
        return [*([self.saving.trouble] if self.saving.trouble else []), *self._notes, *broken]
