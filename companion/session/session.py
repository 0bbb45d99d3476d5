"""One table: what its readers see, and the game that is played at it.

A session has one owner, who alone calls it: a thread at a real table (`running`), the loop of a rehearsal elsewhere.
It reads no clock. Whatever comes in is a look, something that a person says, or the time; what comes out are outcomes
for the owner and moments for everybody who watches.

    look -> presence -> changes -> referee (record, arbiter, twin, match) -> moment -> screens, panel, pages

Times come in by the owner's clock. A game has a clock of its own, which goes on after a restart where it stopped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from companion.ledger import USUAL_TABLE
from companion.referee.header import Beginning
from companion.referee.inputs import Input, Personal, Seen, Ticked
from companion.referee.outcome import Moment, Outcome
from companion.referee.referee import Referee
from companion.table.changes import Appeared, Asleep, Change, Crowded, Tapped, with_doubt
from companion.table.hints import NO_HINTS, Hints
from companion.table.layout import Layout, SpotRole
from companion.table.presence import Presence
from companion.table.sightings import Look, Uid

NOTHING_PLAYED: Final = "No game is running."
PHONE_STAYS: Final = 3.0
"""Seconds after which a phone that no reader sees counts as taken away."""
MOST_PASSED: Final = 500
"""How many changes between two games are remembered."""
MOST_STRANGE: Final = 200
"""How many changes of strange tags may wait."""

Watcher = Callable[[Moment], None]


@dataclass(frozen=True)
class ReaderCondition:
    """How well one reader works, apart from what it reads."""

    looks: int = 0
    missed: float = 0.0
    """The share of its looks that miss a chip which lies there; always 0 for a hidden spot, whose chips stay secret."""


@dataclass(frozen=True)
class TableSight:
    """What the readers tell apart from the game. It never changes."""

    health: Mapping[str, ReaderCondition]
    phones: frozenset[str] = frozenset()
    """The readers on which lies a phone, or something else with random UIDs."""
    passed: tuple[Change, ...] = ()
    """What was seen since the last game: decks on their way into the bags."""

    def chips_over(self, readers: frozenset[str]) -> int:
        """Return how many chips have passed these readers since the last game."""
        return len({one.uid for one in self.passed if isinstance(one, Tapped | Appeared) and one.reader in readers})


class LookRecorder(Protocol):
    """Writes down what readers see in a game."""

    def follow(
        self, number: int, started: str, beginning: Beginning, resting: Mapping[Uid, str], *, begun: bool
    ) -> None:
        """Write down the looks of this game from now on; `begun` says whether it had begun before."""
        ...

    def look(self, look: Look) -> None:
        """Write down a look, whose time is on the game's clock."""
        ...

    def close(self) -> None:
        """Write no more."""
        ...


class TableSession:
    """The owner of one table's presence and game."""

    def __init__(self, layout: Layout, key: str = USUAL_TABLE, recorder: LookRecorder | None = None) -> None:
        """`key` is the id of this session among all sessions of the device."""
        self.key = key
        self.layout = layout
        """The table as it was described, with its own names of seats."""
        self.game: Referee | None = None
        """The game that is played now, or was played last."""
        self.ahead = 0.0
        """How many seconds the game's clock is ahead of the owner's."""
        self._recorder = recorder
        self._watchers: dict[str, Watcher] = {}
        self._presence = Presence(layout)
        self._strange: deque[Seen] = deque()
        self._looks = {spot.reader: 0 for spot in layout.spots()}
        self._phone_at: dict[str, float] = {}
        self._passed: tuple[Change, ...] = ()

    # -- the game ----------------------------------------------------------------------------------------------

    def play(self, game: Referee, now: float, resting: Mapping[Uid, str] | None = None) -> None:
        """Take up a game, which has just begun or goes on after a restart. `resting` says what lies on readers, if
        somebody knows that better than the readers and the game do."""
        if resting is None:
            # A chip that is on a tap when a game begins was not laid there during the game; chips in cells count.
            taps = {spot.reader for spot in self.layout.spots() if spot.role is SpotRole.TAP}
            lying = {uid: reader for uid, reader in self._presence.resting().items() if reader in taps}
            resting = lying | dict(game.hints.resting)
        self.game = game
        self.ahead = game.now - now
        self._strange.clear()
        self._passed = ()
        self._presence = Presence(game.beginning.layout, resting, self._hints)
        if self._recorder:
            record = game.saving.game
            started, begun = str(record.header.get("started", "")), game.resumed
            self._recorder.follow(record.number, started, game.beginning, resting, begun=begun)
        for name, watcher in self._watchers.items():
            game.subscribe(name, watcher)
        game.publish(replace(game.moment(), news=game.opening))

    def watch(self, name: str, watcher: Watcher) -> None:
        """Call this with each moment of each game, in its owner's thread. It must be quick."""
        self._watchers[name] = watcher
        if self.game:
            self.game.subscribe(name, watcher)

    @property
    def is_played(self) -> bool:
        """Whether a game is played whose record is not closed."""
        return self.game is not None and not self.game.over

    # -- what comes in -----------------------------------------------------------------------------------------

    def look(self, look: Look) -> list[Outcome]:
        """Take in a look of one reader. Changes of strange tags wait until `rest` takes them."""
        if look.reader in self._looks:
            self._looks[look.reader] += 1
        if look.phone:
            self._phone_at[look.reader] = look.at
        look = replace(look, at=look.at + self.ahead)
        if self._recorder and self.is_played:
            self._recorder.look(look)
        return self._take(self._presence.look(look), look.at)

    def tick(self, now: float) -> list[Outcome]:
        """Let time pass. To be called about ten times a second."""
        at = now + self.ahead
        outcomes = self._take(self._presence.tick(at), at)
        if self.game is not None:
            outcomes.append(self.game.step(Ticked(at, self._presence.doubt)))
        return outcomes

    def say(self, one: Personal, now: float) -> Outcome:
        """Take in what a person says, now."""
        one = replace(one, at=now + self.ahead)
        return self.game.step(one) if self.game else Outcome(one, words=NOTHING_PLAYED)

    def rest(self) -> Outcome | None:
        """Take in one of the changes that wait; None if none does. To be called when nothing else is to be done: a
        strange tag tells the rules nothing, so everything else may overtake it, and somebody who holds a bunch of
        them to a reader keeps nobody waiting."""
        return self._step(self._strange.popleft()) if self._strange else None

    def mend(self) -> None:
        """Go on after a breakdown over a look: of what presence weighed, nothing is kept but where chips rest."""
        layout = self.game.beginning.layout if self.game else self.layout
        self._presence = Presence(layout, self._presence.resting(), self._hints)

    def _take(self, changes: Sequence[Change], at: float) -> list[Outcome]:
        if not self.is_played:
            self._passed = (*self._passed, *changes)[-MOST_PASSED:] if changes else self._passed
            return []
        outcomes = []
        for change, doubt in with_doubt(changes, self._presence.doubt):
            seen = Seen(change, at, doubt)
            if not self._is_strange(change):
                outcomes.append(self._step(seen))
                continue
            self._strange.append(seen)
            if len(self._strange) > MOST_STRANGE:
                outcomes.append(self._step(self._strange.popleft()))
        return outcomes

    def _step(self, one: Input) -> Outcome:
        assert self.game is not None
        return self.game.step(one)

    def _is_strange(self, change: Change) -> bool:
        """Whether a change is only about tags that belong to no chip of this game."""
        assert self.game is not None
        if isinstance(change, Asleep):
            return False
        uids = change.uids if isinstance(change, Crowded) else (change.uid,)
        return self.game.beginning.kinds.keys().isdisjoint(uids)

    # -- what can be asked -------------------------------------------------------------------------------------

    def in_doubt(self) -> frozenset[str]:
        """Return the readers whose next looks matter most. They should look more often."""
        return self._presence.in_doubt()

    def sight(self, now: float) -> TableSight:
        """Return what the readers tell apart from the game. Of a hidden spot only its looks are counted:
        everything else could depend on its chip."""
        layout = self.game.beginning.layout if self.game else self.layout
        missed = {spot.reader: 0.0 if spot.hidden else self._presence.miss_rate(spot.reader) for spot in layout.spots()}
        health = {reader: ReaderCondition(looks, missed.get(reader, 0.0)) for reader, looks in self._looks.items()}
        phones = frozenset(reader for reader, at in self._phone_at.items() if now < at + PHONE_STAYS)
        return TableSight(health, phones, self._passed)

    def _hints(self) -> Hints:
        """What the game knows now."""
        return self.game.hints if self.game else NO_HINTS
