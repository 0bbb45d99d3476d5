"""What the mistakes of Puzzle Strike need to know of a moment; and the list that each file of them fills."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from companion.rehearsal.games.mistakes.mistake import Fitting, Mistake, Moment
from companion.rehearsal.games.truth import Travel
from companion.rehearsal.virtual_table import Chip
from companion.rules import Question
from companion.rules.puzzle_strike.chips.chip import CHIPS
from companion.rules.puzzle_strike.table import Seat, Table


class Catalogue:
    """Mistakes, in the order in which they are written down."""

    def __init__(self) -> None:
        self.mistakes: list[Mistake] = []

    def mistake(self, *rules: str) -> Callable[[Fitting], Fitting]:
        """A function is a mistake; it is rightly named under these rules."""

        def enter(fitting: Fitting) -> Fitting:
            name = getattr(fitting, "__name__", "")
            self.mistakes.append(Mistake(name, frozenset(rules), fitting))
            return fitting

        return enter


def table_of(moment: Moment) -> Table:
    """As it was before the step."""
    return cast(Table, moment.match.table)


def on_turn(moment: Moment) -> Seat:
    """Whose turn it is."""
    table = table_of(moment)
    return table.seats[table.turn or table.order[0]]


def foe_of(moment: Moment, seat: str) -> Seat:
    """The other seat of a duel."""
    return next(one for name, one in table_of(moment).seats.items() if name != seat)


def is_asked(moment: Moment, what: str) -> bool:
    """Whether the one on turn is asked this, with no effect running."""
    asked = moment.true.step.asked
    return isinstance(asked, Question) and asked.what == what and asked.rest and moment.seat == on_turn(moment).name


def is_action(kind: str) -> bool:
    """Whether it can be played as an action at all."""
    return CHIPS[kind].action and CHIPS[kind].kind not in ("gem", "wound")


def is_a_gem(kind: str) -> bool:
    """A gem with a tag."""
    return kind.startswith("gem_")


def to(chip: Chip, *zones: str) -> tuple[Travel, ...]:
    """One chip goes one way."""
    return (Travel(chip, zones),)


def value(chip: Chip) -> int:
    """Of a gem."""
    return int((chip.kind or "")[4:])
