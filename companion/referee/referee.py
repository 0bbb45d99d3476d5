"""The referee: the one place where inputs are taken, recorded, and only then shown.

`Referee.step` takes one input and does everything. It uses no clock and no thread, so a test can run a whole evening
within seconds. `companion.session` runs it, and is the only one who may call it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.news import News
from companion.arbiter.oddities import oddities
from companion.ledger import Ledger, LedgerError, Payload, canonical, table_in
from companion.referee.acting import give
from companion.referee.clocks import DECIMALS, Clocks, clocks_after, turn_of
from companion.referee.entries import FAILED, entry_for, input_in, public_news, result_of, shown_by, state_of
from companion.referee.hands import as_known_to, laid_open
from companion.referee.header import Beginning
from companion.referee.inputs import (
    LAST,
    PERSONAL,
    Clocked,
    Corrected,
    Finished,
    Input,
    Looked,
    Opened,
    Ticked,
    doubt_json,
    sender,
    to_json,
)
from companion.referee.outcome import CLOSED, Moment, Outcome
from companion.referee.recovery import Numbered, clocks_of, recover, snapshot_of
from companion.referee.saving import Saving
from companion.referee.trouble import (
    NOT_WRITTEN,
    SEE_TO_DISK,
    SEE_TO_FOLDER,
    UNSAVED,
    Trouble,
    broke_over,
    part_broke,
)
from companion.rules import Illegal, Said, Setup, find_game
from companion.table import under_way
from companion.table.hints import Hints
from companion.table.layout import Layout
from companion.table.sightings import Uid
from companion.table.twin import Twin

EVERY: Final = 100
"""How many entries there are between two snapshots."""
TICKING: Final = 10.0
"""The longest time, in seconds, that clocks run without a new entry. A crash can give players at most this much time
back."""
SAVING: Final = "saving"
EARLIER: Final = 8
"""How many of the last inputs a face that has just started is told about."""
MOST_NOTES: Final = 50
"""How many troubles are remembered."""
BROKE: Final = "The program broke down over this ({problem}). It does not count, and the game goes on. Try another way."

Subscriber = Callable[[Moment], None]


class Referee:
    """Takes inputs one after the other, from one thread."""

    def __init__(self, beginning: Beginning, saving: Saving, arbiter: Arbiter, *, folder: Path | None = None) -> None:
        """Use `begin` and `resume` to get one."""
        self.beginning = beginning
        self.arbiter = arbiter
        self.saving = saving
        self.now = 0.0
        """The time on the table's clock, which never goes back."""
        self.over = saving.game.over
        """Whether the record is closed."""
        self.resumed = False
        """Whether it was continued after a restart."""
        self.looks = 0
        """How often the judge has looked at what is hidden."""
        self.given_away: tuple[str, ...] = ()
        """Places that were given a new code although a phone held them."""
        self.clocks: Clocks | None = None
        """The clocks of the round and the seats; None if none are set."""
        self.oddities = oddities(arbiter)
        """What is wrong with the chips, as known after the last input."""
        self.opening: tuple[News, ...] = ()
        """The news with which a new game begins, before any input."""
        self._folder = folder
        self._recorded_at = 0.0
        """The time of the newest entry."""
        self._recent: list[Numbered] = []
        """The entries since the newest snapshot. Earlier ones are only in the ledger, so that a long game needs no more
        memory."""
        self._base: tuple[int, Any] | None = None
        """The newest snapshot, and the number of entries that it includes; None before the first one."""
        self._taken: dict[tuple[str, str], int] = {}
        """The requests of people that have been recorded, with the numbers of their entries."""
        self._subscribers: dict[str, Subscriber] = {}
        self.report: Callable[[Trouble], None] = lambda trouble: None
        """Called with each new trouble; earlier ones are in `troubles`. Whoever runs the referee logs them."""
        self._notes: list[Trouble] = []
        self._broken: dict[str, tuple[int, Trouble]] = {}

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
        device: str = "",
        table: str = "",
        folder: Path | None = None,
    ) -> Referee:
        """Begin a new game at a table of this device. In `folder` it is noted that a game is under way. Raises
        `LedgerError` and `SetupError`."""
        setup = find_game(setup.game).complete(setup)  # a record needs no book of cards to be played again
        beginning = Beginning(setup, layout, kinds, twin.to_json(), judged)
        game = ledger.begin(beginning.header(title, started, device, table))
        beginning = Beginning.read(game.header)  # as it will be read after a restart
        arbiter = beginning.arbiter()
        referee = cls(beginning, Saving(game), arbiter, folder=folder)
        referee.opening = tuple(arbiter.take_news())
        referee._mark()
        return referee

    @classmethod
    def resume(cls, ledger: Ledger, number: int, *, folder: Path | None = None) -> Referee:
        """Resume a game exactly as it was after its last entry. Raises `LedgerError`."""
        game = ledger.game(number)
        beginning = Beginning.read(game.header)
        entries = [(entry.number, entry.payload) for entry in game.entries(1)]
        inputs = entries[:-1] if game.over else entries
        kept = game.last_snapshot()
        recovered = recover(beginning, inputs, kept if kept and kept[0] <= len(inputs) else None)
        referee = cls(beginning, Saving(game), recovered.arbiter, folder=folder)
        referee.resumed = True
        for trouble in recovered.troubles:
            referee._note(trouble)
        referee._remember(entries)
        referee._keep_snapshot()
        referee._mark()
        return referee

    def _remember(self, entries: list[Numbered]) -> None:
        """Restore what the entries say about the clocks, the time, and the requests that must not count twice."""
        self._recent = entries
        self.clocks = clocks_of(entries, self.arbiter.record.seats)
        for number, payload in entries:
            at = payload.get("at")  # also of an entry that this program cannot read
            if isinstance(at, int | float) and abs(at) < LAST:
                self.now = self._recorded_at = max(self.now, at)
            one = input_in(payload)
            if isinstance(one, str):
                continue
            self.looks += isinstance(one, Looked) and not payload.get(FAILED)
            if isinstance(one, Opened) and not payload.get(FAILED):
                self.given_away = (*self.given_away, one.place)
            if isinstance(one, PERSONAL) and one.id and not payload.get(FAILED):
                self._taken[sender(one), one.id] = number

    def _mark(self) -> None:
        """Note in the data folder whether the game is under way. While it is, what hidden spots show is for their
        owners alone."""
        if self._folder is None:
            return
        header, number = self.saving.game.header, self.saving.game.number
        title, table = str(header.get("title") or header.get("game", "")), table_in(header)
        playing = under_way.UnderWay(title, str(header.get("started", "")), number=number)
        try:
            if self.over:
                under_way.clear(self._folder, table)
            else:
                under_way.mark(self._folder, playing, table)
        except OSError as problem:
            words = f"That a game is under way could not be noted: {problem.strerror or problem}."
            self._note(Trouble(words, "under way", NOT_WRITTEN, SEE_TO_FOLDER, problem))

    # -- one input ---------------------------------------------------------------------------------------------

    def step(self, one: Input) -> Outcome:
        """Take one input: record it, and then show everybody its effects."""
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
            self.oddities = oddities(self.arbiter)
            if isinstance(one, Ticked) and not news and not said and not self._ticks(one, clocks):
                return self._idle(one)
            payload = self._entry(one, said, asked) | self._after(one, clocks)
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
        """Return the clocks after an input. `moved` says whether the rules were told anything: otherwise the turn is
        the same."""
        known = self.clocks
        if known is None and not isinstance(one, Clocked):
            return None
        turn = turn_of(self.arbiter.match) if moved or known is None else known.turn
        return clocks_after(known, one, None if isinstance(one, Finished) else turn, self.arbiter.record.seats)

    def _ticks(self, one: Ticked, clocks: Clocks | None) -> bool:
        """Whether a tick has to be recorded because of the clocks."""
        if clocks != self.clocks:
            return True
        return clocks is not None and clocks.running and one.at >= self._recorded_at + TICKING

    def _entry(self, one: Input, said: Iterable[Said], asked: object) -> Payload:
        """Return the entry for an input; `asked` is what the match was waiting for when it came."""
        return entry_for(one, said, self.beginning.layout, self.arbiter.match.game.places, asked)

    def _after(self, one: Input, clocks: Clocks | None) -> Payload:
        """Return what an entry says about the game after it."""
        arbiter = self.arbiter
        after: Payload = {"state": state_of(arbiter.match), "shown": shown_by(arbiter)}
        if clocks is not None:
            after["turn"] = clocks.turn
        after |= doubt_json(arbiter.doubt)
        if isinstance(one, Finished):
            after["result"] = result_of(arbiter.match)
        return after

    def _record(self, one: Input, payload: Payload, moment: Moment, clocks: Clocks | None) -> Outcome:
        failed = FAILED in payload
        told = self.clocks.out if self.clocks else ()
        ran_out = tuple(whose for whose in clocks.out if whose not in told) if clocks else ()
        self.clocks = clocks
        self._recorded_at = one.at
        if not self.saving.keep(payload) and self.unsaved == 1:
            self.report(self._unsaved_trouble())
        number = self.saving.number
        self._recent.append((number, payload))
        if isinstance(one, PERSONAL) and one.id and not failed:
            self._taken[sender(one), one.id] = number
        self.looks += isinstance(one, Looked) and not failed
        opened = one if isinstance(one, Opened) and not failed else None
        if opened:
            self.given_away = (*self.given_away, opened.place)
        if isinstance(one, Finished) and not failed:
            self.over = True
        if self.over and not self.unsaved:
            self._mark()
        moment = self.publish(self._saved(replace(moment, ran_out=ran_out, opened=opened)))
        if not failed and number % EVERY == 0:
            self._keep_snapshot()
        return Outcome(one, number, failed=failed, moment=moment)

    def _idle(self, one: Input) -> Outcome:
        """Handle an input that had no effect: only try again to save what could not be saved."""
        if not (before := self.unsaved):
            return Outcome(one)
        self.saving.retry()
        if self.unsaved == before:
            return Outcome(one)
        if self.over and not self.unsaved:
            self._mark()
        return Outcome(one, moment=self.publish(self._saved(self._moment(()))))

    def _keep_snapshot(self) -> None:
        """Keep a snapshot, for the next start and for going on after a breakdown."""
        try:
            snapshot = snapshot_of(self.arbiter)
            if not self.over:
                self.saving.snapshot(snapshot)
        except Exception as problem:  # the game works without it
            words = f"No snapshot could be kept after entry {self.saving.number}: {problem!r}."
            self._note(Trouble(words, "snapshot", problem=problem))
        else:
            self._base = self.saving.number, snapshot
            self._recent = []

    # -- breaking down -----------------------------------------------------------------------------------------

    def _failed(self, one: Input, asked: object, problem: Exception) -> Outcome:
        """Handle a breakdown over an input: restore everything as it was before, and record that this happened."""
        words = BROKE.format(problem=type(problem).__name__)
        self._note(broke_over(f"Entry {self.saving.number + 1}: {words}", problem))
        recovered = recover(self.beginning, self._recent, self._base and (0, self._base[1]), self._earlier)
        self.arbiter = recovered.arbiter
        self.oddities = oddities(self.arbiter)
        for trouble in recovered.troubles:
            self._note(trouble)
        payload = self._entry(one, (), asked) | {FAILED: type(problem).__name__}
        if isinstance(one, Finished):
            payload["in"] = "end"  # the game goes on: only a record that is closed ends with "over"
        tick = Ticked(one.at)
        clocks = self._clocks_after(tick, moved=False)
        return replace(self._record(one, payload | self._after(tick, clocks), self._moment(()), clocks), words=words)

    def _earlier(self) -> list[Numbered]:
        """Return the entries up to the newest snapshot. Raises `LedgerError`."""
        entries = [(entry.number, entry.payload) for entry in self.saving.game.entries(1)]
        entries += list(enumerate(self.saving.waiting, len(entries) + 1))
        return entries[: self._base[0] if self._base else 0]

    def _note(self, trouble: Trouble) -> None:
        self._notes = [*self._notes[-MOST_NOTES + 1 :], trouble]
        self.report(trouble)

    # -- showing -----------------------------------------------------------------------------------------------

    def subscribe(self, name: str, subscriber: Subscriber) -> None:
        """Call this after each entry. It must be quick; its failures are noted under `name`."""
        self._subscribers[name] = subscriber

    def moment(self) -> Moment:
        """Return the game as it is now, for a face that has just started."""
        record = self.arbiter.record
        return replace(self._saved(self._moment(())), earlier=record.moves_since(record.point - EARLIER))

    def _moment(self, news: tuple[News, ...]) -> Moment:
        arbiter, header = self.arbiter, self.saving.game.header
        match = arbiter.match.copy()
        return Moment(
            game=self.saving.game.number,
            beginning=self.beginning,
            title=str(header.get("title", "")),
            started=str(header.get("started", "")),
            number=self.saving.number,
            at=self.now,
            news=news,
            asked=arbiter.asked,
            rulings=arbiter.rulings.open,
            todo=tuple(arbiter.todo()),
            match=match,
            known={seat: as_known_to(arbiter, seat, match) for seat in arbiter.record.seats},
            open=laid_open(arbiter),
            owed=tuple(arbiter.books.owed()),
            settled=arbiter.books.settled,
            point=arbiter.record.point,
            undo=arbiter.record.last_answer,
            calls=arbiter.calls,
        )

    def _saved(self, moment: Moment) -> Moment:
        """Complete a moment with what is known only after saving."""
        given_away = tuple(dict.fromkeys(self.given_away))
        known = replace(moment, looks=self.looks, clocks=self.clocks, given_away=given_away, over=self.over)
        problem, unsaved = self.saving.problem, self.unsaved
        head = None if unsaved else self.saving.game.as_head
        disk = problem.disk if problem else ""
        return replace(known, number=self.saving.number, unsaved=unsaved, disk=disk, head=head)

    def publish(self, moment: Moment) -> Moment:
        """Show a moment to everybody who watches. What fails there is noted, and disturbs nobody else."""
        for name, subscriber in list(self._subscribers.items()):
            try:
                subscriber(moment)
            except Exception as problem:
                what = f"{name} ({type(problem).__name__}: {problem})"
                times = self._broken[what][0] + 1 if what in self._broken else 1
                trouble = part_broke(f"{what} could not show what is new, {times} times.", name, problem)
                self._broken[what] = times, trouble
                self.report(trouble)
        return moment

    @property
    def hints(self) -> Hints:
        """What helps to read the table just now."""
        return self.arbiter.hints()

    @property
    def unsaved(self) -> int:
        """How many entries are not on disk."""
        return self.saving.unsaved

    @property
    def troubles(self) -> list[Trouble]:
        """What is wrong, for whoever looks after the program. It may reveal what is hidden."""
        unsaved = [self._unsaved_trouble()] if self.saving.trouble else []
        return [*unsaved, *self._notes, *(trouble for _, trouble in self._broken.values())]

    def _unsaved_trouble(self) -> Trouble:
        return Trouble(self.saving.trouble, SAVING, UNSAVED, SEE_TO_DISK, self.saving.problem)
