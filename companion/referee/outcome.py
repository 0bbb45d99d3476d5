"""What the referee answers: to the sender of an input, and to everybody who watches the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from companion.arbiter.news import Asked, News, Ruling
from companion.referee.clocks import Clocks
from companion.referee.inputs import Input, Opened
from companion.rules import TABLE, Illegal, Match, View

BUSY: Final = "Too many requests. Wait a moment and try again."
CLOSED: Final = "This game is over: nothing more is recorded in it."


@dataclass(frozen=True)
class Moment:
    """The game as everybody at the table may see it after an input. It never changes."""

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
    """A copy to look at, not to play on."""
    unsaved: int
    """How many entries are not on disk yet; this one is among them."""
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
