"""What the referee answers: to the one who sent an input, and to everybody who looks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from companion.arbiter.news import Asked, News, Ruling
from companion.referee.clocks import Clocks
from companion.referee.inputs import Input
from companion.rules import TABLE, Illegal, Match, View

BUSY: Final = "Too much comes from you at once. Wait a moment, and say it again."
CLOSED: Final = "This game is over: nothing more is recorded in it."


@dataclass(frozen=True)
class Moment:
    """The game as everybody at the table may see it after an input. It never changes."""

    number: int
    """Of the newest entry."""
    at: float
    news: tuple[News, ...]
    """What this input has brought."""
    asked: Asked | None
    """What people are asked now."""
    rulings: tuple[Ruling, ...]
    """Those that are open."""
    todo: tuple[Any, ...]
    """What the table still owes."""
    match: Match
    """A copy, to look at and not to play on."""
    unsaved: int
    """How many entries are not on disk; this one is among them."""
    calls: tuple[str, ...] = ()
    """The seats, or `table`, that have called the judge, who has not come yet."""
    looks: int = 0
    """How often the judge has looked at what is hidden."""
    clocks: Clocks | None = None
    """None where none are set."""
    ran_out: tuple[str, ...] = ()
    """Whose clock has run out with this input; "" is the round's."""

    @property
    def saved(self) -> bool:
        """Whether all of it is on disk."""
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
    """Of its entry; None where there is none: it was refused, or time passed and nothing happened."""
    refusal: Illegal | None = None
    words: str = ""
    """What to tell the sender: why it was refused, or what went wrong. It is for the sender alone."""
    again: bool = False
    """It had come before, and counts once."""
    failed: bool = False
    """The program broke down over it; the game goes on as if it had not come."""
    moment: Moment | None = None
    """What everybody sees now; None where nothing has changed."""

    @property
    def accepted(self) -> bool:
        """Whether it counts."""
        return self.number is not None and not self.failed

    @property
    def saved(self) -> bool:
        """Whether it is on disk; what was recorded earlier is."""
        return self.again or (self.moment is not None and self.moment.saved)
