"""What is wanted of the companion in a situation, how a file says it, and how what came of it differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from companion.rehearsal.games.companion import Asked, Committed, Heard, Ruled, Withdrawn
from companion.rehearsal.games.line import is_said
from companion.rules import UNSEEN
from companion.rules.kernel.positions import Path, PositionError, items, mapping, one_of, shown, word

T = TypeVar("T")

SOON: Final = 2.0
"""Seconds within which the table may still answer a question. One that is withdrawn by then has bothered nobody."""
NOTHING, ANYTHING, NONE = "nothing", "anything", "none"
ANYBODY: Final = "anybody"
THE_DRAW: Final = "the draw"
"""In place of an answer: somebody is asked what came out of a bag."""
WITHIN: Final = 10.0
"""Seconds after the last step by which everything must be as it is wanted, if a file does not say."""
KEYS = (
    "answers",
    "asked",
    "perhaps asked",
    "mistake",
    "taken back",
    "never",
    "by",
    "within",
    "table",
    "may be refused",
)
ANY_ORDER: Final = "any order"
AGREES, WHATEVER = "agrees", "whatever"


class GivenAnswer(NamedTuple):
    """An answer, with who gives it."""

    seat: str
    token: str

    def __str__(self) -> str:
        return f"{self.seat} {self.token}"


class WantedMistake(NamedTuple):
    """A mistake that should be named."""

    who: str
    """A seat, or `ANYBODY` where nobody can tell whose hands it was."""
    rules: frozenset[str]
    """Each of these rules is a right name for it; if there are none, any is."""


@dataclass(frozen=True)
class WantedOutcome:
    """One outcome that is right."""

    answers: tuple[tuple[GivenAnswer, ...], ...]
    """The answers that count in the end, in groups: within a group in any order."""
    asked: tuple[GivenAnswer, ...] | None
    """The questions that should be asked, each by the answer that it should offer to whom; None for any questions."""
    perhaps: tuple[GivenAnswer, ...] = ()
    """The questions that may be asked as well."""
    mistakes: tuple[WantedMistake, ...] = ()
    taken_back: tuple[GivenAnswer, ...] = ()
    """What may have counted for a while."""
    never: tuple[GivenAnswer, ...] = ()
    """What must not count for a moment, even if somebody takes it back."""
    by: tuple[tuple[GivenAnswer, float], ...] = ()
    """The latest second at which an answer may be committed."""
    within: float = WITHIN
    may_be_refused: tuple[GivenAnswer, ...] = ()
    """What people say in vain."""
    agrees: bool = True
    """Whether table and rules must agree in the end, with nothing left to be done."""


class WantedReader:
    """Reads what is wanted."""

    def __init__(self, seats: Sequence[str], mistakes: Mapping[str, frozenset[str]]) -> None:
        """`mistakes` has the rules by which each mistake of the catalogue may be named."""
        self.a_seat = one_of(seats, "seat")
        self.who = one_of((*seats, ANYBODY), "seat")
        self.mistakes = mistakes

    def read(self, value: object, path: Path) -> WantedOutcome:
        """Read one outcome."""
        said = mapping(value, path, KEYS)
        for key in ("answers", "asked", "mistake"):
            if said.get(key) is None:
                raise PositionError(
                    (*path, key), f"expected `{key}:`, which may be {NOTHING if key != 'mistake' else NONE}"
                )
        mistakes = self._mistakes(said["mistake"], (*path, "mistake"))
        table = said.get("table", WHATEVER if mistakes else AGREES)
        if table not in (AGREES, WHATEVER):
            raise PositionError((*path, "table"), f"expected {AGREES} or {WHATEVER}, not {shown(table)}")
        by = mapping(said.get("by"), (*path, "by"))
        return WantedOutcome(
            answers=self._listed(said["answers"], (*path, "answers"), self._group),
            asked=None if said["asked"] == ANYTHING else self._listed(said["asked"], (*path, "asked"), self._answer),
            perhaps=items(said.get("perhaps asked"), (*path, "perhaps asked"), self._answer),
            mistakes=mistakes,
            taken_back=items(said.get("taken back"), (*path, "taken back"), self._answer),
            never=items(said.get("never"), (*path, "never"), self._answer),
            may_be_refused=items(said.get("may be refused"), (*path, "may be refused"), self._answer),
            by=tuple(
                (self._answer(key, (*path, "by", key)), seconds(when, (*path, "by", key))) for key, when in by.items()
            ),
            within=seconds(said["within"], (*path, "within")) if "within" in said else WITHIN,
            agrees=table == AGREES,
        )

    def _listed(self, value: object, path: Path, read: Callable[[object, Path], T]) -> tuple[T, ...]:
        return () if value == NOTHING else items(value, path, read)

    def _group(self, value: object, path: Path) -> tuple[GivenAnswer, ...]:
        if not isinstance(value, Mapping):
            return (self._answer(value, path),)
        return items(mapping(value, path, (ANY_ORDER,))[ANY_ORDER], (*path, ANY_ORDER), self._answer)

    def _answer(self, value: object, path: Path) -> GivenAnswer:
        seat, _, token = word(value, path).partition(" ")
        if not token:
            raise PositionError(path, f"expected a seat and its answer (A play:combine), not {shown(value)}")
        return GivenAnswer(self.a_seat(seat, path), token if token == THE_DRAW else in_order(token))

    def _mistakes(self, value: object, path: Path) -> tuple[WantedMistake, ...]:
        if value == NONE:
            return ()
        return items(value, path, self._mistake) if isinstance(value, list) else (self._mistake(value, path),)

    def _mistake(self, value: object, path: Path) -> WantedMistake:
        """Read `A no_ante`, or `{who: A, rules: [ante-phase]}` for one that the catalogue does not have."""
        if isinstance(value, Mapping):
            said = mapping(value, path, ("who", "rules"))
            rules = frozenset(items(said.get("rules"), (*path, "rules"), word))
            return WantedMistake(self.who(said.get("who"), (*path, "who")), rules)
        seat, _, key = word(value, path).partition(" ")
        known = one_of(self.mistakes, "mistake")(key, path)
        return WantedMistake(self.who(seat, path), self.mistakes[known])


def seconds(value: object, path: Path) -> float:
    """Read a number of seconds."""
    try:
        found = float(word(value, path))
    except ValueError:
        found = -1.0
    if not 0 <= found < 10_000:
        raise PositionError(path, f"expected a number of seconds, not {shown(value)}")
    return found


def in_order(token: str) -> str:
    """Return an answer with its parts in order, because people and rules may name them in any.

    >>> in_order("combine:2+1"), in_order("done")
    ('combine:1+2', 'done')
    """
    verb, colon, what = token.partition(":")
    return f"{verb}{colon}{'+'.join(sorted(what.split('+')))}"


# -- what came of it ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Came:
    """What came of a situation."""

    record: tuple[GivenAnswer, ...]
    """The answers that count in the end."""
    heard: tuple[Heard, ...]
    """Everything that the companion told, with the script's seconds."""
    agrees: bool
    """Whether table and rules agree in the end."""
    refused: tuple[tuple[GivenAnswer, str], ...]
    """What people said and the rules refused, each with the reason."""
    been: Mapping[str, Counter[str]]
    """The kinds of the chips that have really been in each zone."""

    @property
    def committed(self) -> list[tuple[GivenAnswer, float]]:
        """Every answer that was ever committed, with its moment."""
        told = [one for one in self.heard if isinstance(one, Committed) and one.kind == "answer"]
        return [(GivenAnswer(one.seat, in_order(str(one.said))), one.at) for one in told]

    @property
    def asked(self) -> list[Asked]:
        """The questions that have bothered somebody."""
        withdrawn = {one.number: one.at for one in self.heard if isinstance(one, Withdrawn)}
        told = [one for one in self.heard if isinstance(one, Asked)]
        return [one for one in told if withdrawn.get(one.number, float("inf")) > one.at + SOON]

    @property
    def rulings(self) -> list[Ruled]:
        """The mistakes that were named."""
        return [one for one in self.heard if isinstance(one, Ruled)]


def otherwise(wanted: WantedOutcome, came: Came) -> list[str]:
    """Say how what came of a situation differs from what is wanted; empty if it does not."""
    return [
        *answered_otherwise(wanted, came),
        *asked_otherwise(wanted, came),
        *ruled_otherwise(wanted, came),
        *learnt_untruly(came),
        *(f"refused: {said}: {why}" for said, why in came.refused if said not in wanted.may_be_refused),
        *(["table and rules do not agree in the end"] if wanted.agrees and not came.agrees else []),
    ]


def answered_otherwise(wanted: WantedOutcome, came: Came) -> list[str]:
    """Say how the answers that count differ: in the end, for a while, and in time."""
    found = []
    if not same_answers(wanted.answers, came.record):
        due = ", ".join(" / ".join(map(str, group)) for group in wanted.answers)
        found.append(f"answers: {', '.join(map(str, came.record)) or NOTHING}; wanted: {due or NOTHING}")
    gone = Counter(one for one, _ in came.committed) - Counter(came.record) - Counter(wanted.taken_back)
    found += [f"{one} counted for a while" for one in gone.elements()]
    found += [f"{one} counted at {at:.1f} s" for one, at in came.committed if one in wanted.never]
    for one, latest in wanted.by:
        first = min((at for said, at in came.committed if said == one), default=None)
        if first is not None and first > latest:
            found.append(f"{one} counted at {first:.1f} s; wanted: by {latest:g} s")
    return found


def same_answers(groups: Sequence[Sequence[GivenAnswer]], record: Sequence[GivenAnswer]) -> bool:
    """Whether these are exactly the answers, each group in any order."""
    at = 0
    for group in groups:
        if Counter(record[at : at + len(group)]) != Counter(group):
            return False
        at += len(group)
    return at == len(record)


def asked_otherwise(wanted: WantedOutcome, came: Came) -> list[str]:
    """Say how the questions differ."""
    if wanted.asked is None:
        return []
    due, needless = list(wanted.asked), 0
    for asked in came.asked:
        if due and is_asked(asked, due[0]):
            del due[0]
        elif not any(is_asked(asked, one) for one in wanted.perhaps):
            needless += 1
    if not due and not needless:
        return []
    told = (f"{'+'.join(one.seats)} at {one.at:.1f} s: {' '.join(one.options) or THE_DRAW}" for one in came.asked)
    said = "; ".join(told)
    return [f"asked: {said or NOTHING}; wanted: {', '.join(map(str, wanted.asked)) or NOTHING}"]


def is_asked(asked: Asked, wanted: GivenAnswer) -> bool:
    """Whether a question goes to this seat, and offers this answer."""
    if wanted.seat not in asked.seats:
        return False
    if wanted.token == THE_DRAW or not asked.options:
        return wanted.token == THE_DRAW and not asked.options
    return any(is_said(in_order(option), wanted.token) for option in asked.options)


def ruled_otherwise(wanted: WantedOutcome, came: Came) -> list[str]:
    """Say how the mistakes that were named differ."""
    left = list(wanted.mistakes)
    found = []
    for ruled in came.rulings:
        fits = [one for one in left if names(ruled, one)]
        if fits:
            left.remove(fits[0])
        else:
            found.append(
                f"ruled at {ruled.at:.1f} s: {ruled.words} ({ruled.seat or 'nobody'}, {ruled.rule or 'no rule'})"
            )
    return found + [f"not named: a mistake of {one.who} ({', '.join(sorted(one.rules))})" for one in left]


def names(ruled: Ruled, wanted: WantedMistake) -> bool:
    """Whether a ruling names this mistake."""
    return wanted.who in (ruled.seat, ANYBODY) and (not wanted.rules or ruled.rule in wanted.rules)


def learnt_untruly(came: Came) -> list[str]:
    """Say what the companion believes to have been where it never was."""
    found = []
    for one in came.heard:
        if isinstance(one, Committed) and one.kind == "learn":
            untrue = Counter(kind for kind in one.said if kind != UNSEEN) - came.been.get(one.seat, Counter())
            found += [f"learnt that a {kind} was in {one.seat}" for kind in untrue]
    return found
