"""What the arbiter tells: commits, questions, rulings; and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from companion.arbiter.loose import Debt
from companion.rules import Event, Said
from companion.rules.kernel.sentences import Sentence


class Way(NamedTuple):
    """How a chip went that is in question; "" is where nobody has seen it."""

    kind: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Why:
    """What a commit, a question or a ruling rests on. All of it is for everybody: it comes from what all can see."""

    seen: tuple[Way, ...] = ()
    """What the table had shown that the rules did not have."""
    considered: tuple[tuple[str, ...], ...] = ()
    """The lines of play that explain it, as tokens."""
    rule: str = ""
    """By which rule the match waited for something then; of a ruling, the rule that is in the way."""


@dataclass(frozen=True, slots=True)
class Committed:
    """An input that counts now."""

    said: Said
    events: tuple[Event, ...]
    at: float
    why: Why


@dataclass(frozen=True, slots=True)
class Asked:
    """What only people can tell. The first answer counts; the table may answer as well."""

    number: int
    seats: tuple[str, ...]
    what: str
    options: tuple[str, ...]
    """The answers that are possible by what was seen; empty where a draw is to be told."""
    at: float
    why: Why
    point: int
    """Of the record: once the match has gone on, the question is no more."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A question that needs no answer any more."""

    number: int
    at: float


NO_REASON = Sentence("")


@dataclass(frozen=True, slots=True)
class Ruling:
    """Something on the table that no legal line of play explains."""

    number: int
    kind: str
    """Which sort of mistake: a key of `sentences`."""
    seat: str
    """Whose it is; "" where nobody can tell."""
    rule: str
    """The key of the rule that is in the way; "" where the rules say nothing."""
    words: str
    """What is wrong, in English; `sayings` says it in other languages."""
    remedy: str
    """What puts it right, in chips."""
    chips: tuple[str, ...]
    """The tags it is about."""
    owed: tuple[Debt, ...]
    """The moves that are owed."""
    at: float
    tokens: tuple[str, ...] = ()
    """What somebody seems to have wanted to do."""
    why: Why = Why()
    judge: bool = False
    """Whether somebody has called the judge. Otherwise people put it right, or let it stand."""
    reason: Sentence = NO_REASON
    """The rule's own sentence, where it has one for this."""

    @property
    def moved(self) -> tuple[Way, ...]:
        """The chips in question, so that every language can say it."""
        return self.why.seen


@dataclass(frozen=True, slots=True)
class Righted:
    """A ruling that is settled: put right, let stand, or a line of play has explained it after all."""

    number: int
    how: str
    """`right`, `stands`, `left` where the rules cannot have it so, or `withdrawn`."""
    at: float


News: TypeAlias = Committed | Asked | Withdrawn | Ruling | Righted
