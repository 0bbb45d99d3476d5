"""What the referee answers: to the sender of an input, and to everybody who watches the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from companion.arbiter.loose import Debt
from companion.arbiter.news import Asked, News, Ruling
from companion.ledger import Head
from companion.referee.clocks import Clocks
from companion.referee.header import Beginning
from companion.referee.inputs import Input, Opened
from companion.rules import TABLE, Event, Illegal, Match, View
from companion.table.layout import Layout

BUSY: Final = "Too many requests. Wait a moment and try again."
CLOSED: Final = "This game is over: nothing more is recorded in it."


@dataclass(frozen=True)
class Moment:
    """The game after an input, with everything that faces need. It never changes, so any thread may read it.

    Its matches are copies to look at, not to play on. What only a seat or the judge may know is in `known` and `open`.
    """

    game: int
    """The number of the game in the ledger."""
    beginning: Beginning
    """How the game began."""
    title: str
    started: str
    """When the game began, for people."""
    number: int
    """The number of the newest entry."""
    at: float
    news: tuple[News, ...]
    """The news that this input has caused."""
    asked: Asked | None
    """What people are asked now."""
    rulings: tuple[Ruling, ...]
    """The rulings that are open."""
    todo: tuple[Any, ...]
    """What the table still owes."""
    match: Match
    """The match as everybody knows it."""
    known: Mapping[str, Match]
    """The match as each seat knows it: where a seat knows no more than everybody, `match` itself."""
    open: Match
    """The match as all seats together know it, for a judge who looks."""
    owed: tuple[tuple[Debt, int], ...]
    """What the table owes, and how many of it."""
    settled: bool
    """Whether every chip that was seen to move has its reason."""
    point: int
    """How many entries the rules were told."""
    undo: int | None
    """The point before the last answer; None if there is no answer."""
    unsaved: int = 0
    """How many entries are not on disk yet; this one is among them."""
    over: bool = False
    """Whether the record is closed."""
    head: Head | None = None
    """How far the record has come; None while entries are not on disk, because they have no digest yet."""
    earlier: tuple[Event, ...] = ()
    """The events of the last few inputs, in a moment for a face that has just started."""
    disk: str = ""
    """Why entries are not on disk, in the words of `LedgerError.disk`."""
    calls: tuple[str, ...] = ()
    """The seats (or `table`) that have called the judge, while the judge has not come yet."""
    looks: int = 0
    """How often the judge has looked at what is hidden."""
    opened: Opened | None = None
    """The place that this input has given a new code, although a phone holds it."""
    given_away: tuple[str, ...] = ()
    """All places that have been given a new code in this way."""
    clocks: Clocks | None = None
    """None if no clocks are set."""
    ran_out: tuple[str, ...] = ()
    """Whose clocks have run out with this input; "" stands for the round's."""

    @property
    def saved(self) -> bool:
        """Whether everything up to this moment is on disk."""
        return not self.unsaved

    @cached_property
    def view(self) -> View:
        """What the table sees."""
        return self.match.view(TABLE)


def still(match: Match) -> Moment:
    """Return the moment of a match that nobody follows: a position."""
    names = tuple(seat.name for seat in match.setup.seats)
    return Moment(
        game=0,
        beginning=Beginning(match.setup, Layout("", names), {}, {}, judged=False),
        title="",
        started="",
        number=0,
        at=0.0,
        news=(),
        asked=None,
        rulings=(),
        todo=(),
        match=match,
        known=dict.fromkeys(names, match),
        open=match,
        owed=(),
        settled=True,
        point=0,
        undo=None,
    )


@dataclass(frozen=True)
class Outcome:
    """What became of an input."""

    input: Input
    number: int | None = None
    """The number of its entry. None if there is none: it was refused, or time passed and nothing happened."""
    refusal: Illegal | None = None
    words: str = ""
    """What to tell the sender, and nobody else: why it was refused, or what went wrong."""
    again: bool = False
    """The same request came before; it counts once."""
    failed: bool = False
    """The program broke down over the input; the game goes on as if it had never come."""
    moment: Moment | None = None
    """What everybody sees now; None if nothing has changed."""

    @property
    def accepted(self) -> bool:
        """Whether the input counts."""
        return self.number is not None and not self.failed

    @property
    def saved(self) -> bool:
        """Whether the input is on disk. What was recorded before always is."""
        return self.again or (self.moment is not None and self.moment.saved)
