"""What the arbiter reports, and why: commits, questions, rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from companion.arbiter.loose import Debt
from companion.rules import Event, Said
from companion.rules.kernel.sentences import Sentence


class ChipPath(NamedTuple):
    """The way of a chip in question; a zone is "" where nobody has seen the chip since."""

    kind: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a commit, a question or a ruling rests on. Everybody may know it: it comes from what all can see."""

    seen: tuple[ChipPath, ...] = ()
    """The ways of the chips that the rules did not have there."""
    considered: tuple[tuple[str, ...], ...] = ()
    """The lines of play that explain them, as tokens."""
    rule: str = ""
    """The rule by which the match asked its question; of a ruling, the rule that is broken."""


@dataclass(frozen=True, slots=True)
class Committed:
    """An input that counts now."""

    said: Said
    events: tuple[Event, ...]
    at: float
    why: Grounds


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to people, because the table does not show the answer. The first answer counts, and the table may
    still give it."""

    number: int
    seats: tuple[str, ...]
    what: str
    options: tuple[str, ...]
    """The answers that what was seen leaves possible; empty where people are to name a draw."""
    at: float
    why: Grounds
    point: int
    """The point of the record at which it was asked: the question ends when the match goes on."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A question that no longer needs an answer."""

    number: int
    at: float


NO_REASON = Sentence("")


@dataclass(frozen=True, slots=True)
class Ruling:
    """Something on the table that no legal line of play explains."""

    number: int
    kind: str
    """The sort of mistake: a key of `sentences.WORDS`."""
    seat: str
    """Whose mistake it is; "" where nobody can tell."""
    rule: str
    """The key of the rule that is broken; "" where the rules say nothing."""
    words: str
    """What is wrong, in English; `sayings` says it in other languages."""
    remedy: str
    """What puts it right, as chips to be moved."""
    chips: tuple[str, ...]
    """The tags of the chips that it is about."""
    owed: tuple[Debt, ...]
    """The moves that have not been made and should have been."""
    at: float
    tokens: tuple[str, ...] = ()
    """The answer that somebody seems to have had in mind."""
    why: Grounds = Grounds()
    judge: bool = False
    """Whether somebody has called the judge. Otherwise people put it right themselves, or let it stand."""
    reason: Sentence = NO_REASON
    """The rule's own sentence, where it has one for this."""

    @property
    def moved(self) -> tuple[ChipPath, ...]:
        """The ways of the chips in question, from which every language makes its sentence."""
        return self.why.seen


@dataclass(frozen=True, slots=True)
class Righted:
    """A ruling that is settled: put right, let stand, or explained by a line of play after all."""

    number: int
    how: str
    """`right`, `stands`, `left` (it was let stand, but the rules cannot have the chips so), or `withdrawn`."""
    at: float


News: TypeAlias = Committed | Asked | Withdrawn | Ruling | Righted
