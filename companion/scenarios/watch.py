"""Watching a match from inside its log: where it came to rest although nobody had to be asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, SupportsIndex, cast

from companion.rules import Event, Forced, Game, Match, Plain, Setup, Steps


@dataclass(frozen=True)
class Rest:
    """A question that had one answer: the table as it lay then, and what had happened before."""

    forced: Forced
    table: Plain
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Told:
    """What happened, and the forced answers on the way."""

    events: tuple[Event, ...]
    rests: tuple[Rest, ...]


class Log(list[Event]):
    """A log that keeps a copy of the table at each forced answer."""

    def __init__(self, table: Plain, log: list[Event], seen: list[Plain]) -> None:
        super().__init__()
        self.table = table
        self.log = log
        self.seen = seen

    def append(self, event: Event) -> None:
        self.log.append(event)
        if isinstance(event, Forced):
            self.seen.append(self.table.copy())

    def extend(self, events: Iterable[Event]) -> None:
        for event in events:
            self.append(event)

    def __iadd__(self, events: Iterable[Event]) -> Log:  # type: ignore[override,misc]
        self.extend(events)
        return self

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        return self.log[at]

    def __len__(self) -> int:
        return len(self.log)


class Watch:
    """The game, with a log that is watched; for the match it is the game itself."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.seen: list[Plain] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def flow(self, table: Any, log: list[Event]) -> Steps[None]:
        """The game's flow, watched."""
        return self.game.flow(table, Log(table, log, self.seen))

    def begin(self, setup: Setup, table: Plain) -> tuple[Match, Told]:
        """A match from this table on, and what happened before its first question."""
        match = Match(cast("Game[Any]", self), setup, table)
        return match, self.told(match.opening)

    def told(self, events: tuple[Event, ...]) -> Told:
        """What just happened, with the tables at its forced answers; a waking copy may have seen others before."""
        forced = [(at, event) for at, event in enumerate(events) if isinstance(event, Forced)]
        tables = self.seen[len(self.seen) - len(forced) :]
        self.seen.clear()
        return Told(
            events,
            tuple(Rest(event, table, events[:at]) for (at, event), table in zip(forced, tables, strict=True)),
        )

    def rested(self, setup: Setup, rest: Rest) -> bool:
        """Whether no effect was running: the table alone leads to the same forced answer."""
        _, told = Watch(self.game).begin(setup, rest.table.copy())
        return told.events[:1] == (rest.forced,)
