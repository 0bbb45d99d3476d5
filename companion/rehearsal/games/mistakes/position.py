"""What the mistakes of Puzzle Strike need to know about a moment, and the catalogue that each module fills."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from companion.rehearsal.games.mistakes.mistake import BeforeStep, Fitting, Mistake
from companion.rehearsal.games.truth import TrueRoute
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import Question
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import Seat, Table


class MistakeCatalogue:
    """Mistakes, in the order of their definitions."""

    def __init__(self) -> None:
        self.mistakes: list[Mistake] = []

    def mistake(self, *rules: str) -> Callable[[Fitting], Fitting]:
        """Return a decorator that enters a function as a mistake, which is named right under these rules."""

        def enter(fitting: Fitting) -> Fitting:
            name = getattr(fitting, "__name__", "")
            self.mistakes.append(Mistake(name, frozenset(rules), fitting))
            return fitting

        return enter


def table_of(moment: BeforeStep) -> Table:
    """Return the table before the step."""
    return cast(Table, moment.match.table)


def on_turn(moment: BeforeStep) -> Seat:
    """Return the seat whose turn it is."""
    table = table_of(moment)
    return table.seats[table.turn or table.order[0]]


def foe_of(moment: BeforeStep, seat: str) -> Seat:
    """Return the other seat of a duel."""
    return next(one for name, one in table_of(moment).seats.items() if name != seat)


def is_asked(moment: BeforeStep, what: str) -> bool:
    """Whether the seat on turn is asked this, with no effect running."""
    asked = moment.true.step.asked
    return isinstance(asked, Question) and asked.what == what and asked.rest and moment.seat == on_turn(moment).name


def is_action(kind: str) -> bool:
    """Whether chips of this kind can be played as actions at all."""
    return LIBRARY[kind].action and LIBRARY[kind].kind not in ("gem", "wound")


def is_a_gem(kind: str) -> bool:
    """Whether this kind is a gem with a tag."""
    return kind.startswith("gem_")


def to(chip: TaggedThing, *zones: str) -> tuple[TrueRoute, ...]:
    """Return the travel of one chip through these zones."""
    return (TrueRoute(chip, zones),)


def value(chip: TaggedThing) -> int:
    """Return the value of a gem."""
    return int((chip.kind or "")[4:])
