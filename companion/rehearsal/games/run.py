"""One rehearsed game: true hands, readers, people with phones, and the companion that follows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from companion.rehearsal.faults import Noise
from companion.rehearsal.games.companion import Heard, Rehearsed, RehearsedFor, Ruled
from companion.rehearsal.games.game_script import GameScript, ShownChip
from companion.rehearsal.games.mending import Mending
from companion.rehearsal.games.people import People
from companion.rehearsal.games.readers import Readers
from companion.rehearsal.games.stage import Staged
from companion.rehearsal.script import Act
from companion.table.layout import Layout
from companion.table.sightings import Look, Uid

TICK = 0.1
"""Seconds between two calls of `Rehearsed.tick`."""
SETTLING = 30.0
"""Seconds to go on after a ruling on a mistake, for what may still come."""
LINGERING = 60.0
"""Seconds to go on after the last act and after the last thing heard: at a rest the companion asks late, and later
still if a reader fails just then."""
PLAYERS = ("steady", "script", "random")


class RunningRehearsal:
    """A game in virtual time: time jumps to whatever happens next; nothing sleeps, and no clock is read."""

    def __init__(self, script: GameScript, readers: Readers, rehearsed: Rehearsed, people: People) -> None:
        self.script = script
        self.readers = readers
        self.rehearsed = rehearsed
        self.people = people
        self.mending = Mending(script, Random(len(script.acts)))
        self.now = 0.0
        self.looks: list[Look] = []
        self.sighted: dict[ShownChip, float] = {}
        """When each chip that was shown to a reader was first seen by it."""
        self._shown = {(shown.chip.uid, shown.reader, shown.at): shown for shown in script.shown}
        self._to_see: dict[tuple[Uid, str], ShownChip] = {}
        self._heard = 0
        self._last_heard = 0.0
        self._ruled_at = float("inf")

    def run(self, *, keep_looks: bool = False) -> None:
        """Run to the end and a little longer, or until people give the companion up."""
        acts = iter(self.script.acts)
        act = next(acts, None)
        tick = 0.0
        while not self.is_over():
            moments = [self.readers.next_moment(self.now), tick, self.people.next_moment(), self.mending.next_moment]
            self.now = min(moments + ([act.at] if act else []))
            while act and act.at <= self.now:
                self.act(act)
                act = next(acts, None)
            for mended in self.mending.due(self.now):
                self.act(mended)
            for look in self.readers.go_on(self.now):
                if keep_looks:
                    self.looks.append(look)
                self.see(look)
                self.rehearsed.look(look)
            if self.now >= tick:
                self.rehearsed.tick(self.now)
                self.mending.wonder(self.now, behind=self.people.is_behind(self.now))
                tick = self.now + TICK
            self.people.answer(self.rehearsed, self.now)
            self.listen()
            self.readers.look_closer(self.rehearsed.in_doubt(), self.now)

    def act(self, act: Act) -> None:
        """Carry out an act, and note what should now be seen."""
        self.readers.act(act)
        if act.reader and (shown := self._shown.get((act.chip.uid, act.reader, act.at))):
            self._to_see[act.chip.uid, act.reader] = shown

    def see(self, look: Look) -> None:
        """Note the shown chips that are seen for the first time."""
        for uid in look.tags:
            if shown := self._to_see.pop((uid, look.reader), None):
                self.sighted[shown] = look.at

    def listen(self) -> None:
        """Pass on to the people what the companion has told since the last time."""
        heard = self.rehearsed.heard
        while self._heard < len(heard):
            self.people.hear(heard[self._heard], self.now)
            self.mending.hear(heard[self._heard], self.now)
            self._heard += 1
            self._last_heard = self.now
            if isinstance(heard[self._heard - 1], Ruled) and self.now >= self.script.mistaken_at:
                self._ruled_at = min(self._ruled_at, self.now)

    def is_over(self) -> bool:
        """Whether nothing more is to be expected."""
        if self.now > self._ruled_at + SETTLING or self.people.has_given_up(self.now):
            return True
        quiet = max(self.script.ends, self._last_heard) + LINGERING
        return self.people.is_done or (self.now > quiet and self.people.next_moment() == float("inf"))


@dataclass(frozen=True)
class RehearsedGame:
    """A game as the readers saw it, and what the companion told about it."""

    staged: Staged
    heard: Sequence[Heard]
    people: People
    looks: Sequence[Look]
    """All looks, if they were to be kept."""
    sighted: Mapping[ShownChip, float]
    looked: int
    faults: Mapping[str, int]
    explain_seconds: Sequence[float]
    table_seconds: float
    seconds: float
    mended: int = 0
    """How many forgotten touches were made up for."""


def show(
    staged: Staged,
    layout: Layout,
    noise: Noise,
    rehearsed_for: RehearsedFor,
    *,
    keep_looks: bool = False,
    late: float = 0.0,
) -> RehearsedGame:
    """Show a staged game to the readers and the companion. People answer `late` seconds later than they usually do."""
    begun = perf_counter()
    truth, chance = staged.truth, staged.chance
    readers = Readers(layout, noise, Random(chance.random()), staged.outages)
    rehearsed = rehearsed_for(truth.start.copy(), layout, truth.kinds, truth.places)
    people = People(truth, staged.script, Random(chance.random()), late, staged.persons)
    running = RunningRehearsal(staged.script, readers, rehearsed, people)
    running.run(keep_looks=keep_looks)
    return RehearsedGame(
        staged=staged,
        heard=tuple(rehearsed.heard),
        people=people,
        looks=running.looks,
        sighted=running.sighted,
        looked=readers.looks,
        faults=readers.faults,
        explain_seconds=tuple(rehearsed.explain_seconds),
        mended=running.mending.mended,
        table_seconds=running.now,
        seconds=perf_counter() - begun,
    )
