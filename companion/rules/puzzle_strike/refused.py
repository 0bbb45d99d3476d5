"""A refusal to explain, and what all explanations ask: is there such a chip, and does it lie there?"""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from companion.rules.kernel import Illegal, Question
from companion.rules.kernel.sentences import AND, OR, Terms
from companion.rules.puzzle_strike.names import PLACES, chip_name
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.box import Box
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import HIDDEN, Seat, Table


class RefusalCase(NamedTuple):
    """A refusal to explain."""

    play: Play
    question: Question
    token: str
    seat: Seat
    verb: str
    thing: str  # what follows the colon, without a place
    place: str  # where it lies, if the token says so

    @property
    def table(self) -> Table:
        """The table as it lies."""
        return self.play.table

    @property
    def box(self) -> Box:
        """The chips that the match is played with."""
        return self.play.box

    def because(self, template: str, rule: str, *, private: bool = False, **values: object) -> Illegal:
        """The refusal, with its sentence and its rule."""
        return Illegal(self.token, template, rule, private=private, **values)

    def price(self, kind: str) -> int:
        """What a chip of the bank costs now."""
        return self.play.price(kind, self.seat)

    def offered(self) -> tuple[str, ...]:
        """What the seat may answer."""
        options = self.question.options
        return options[self.seat.name] if self.seat.name in options else next(iter(options.values()))


def nearest(word: str) -> str:
    """The chips that a misspelt word may mean, as keys; "" if there are none. Printed names are understood too.

    >>> nearest("double_crsh_gem"), nearest("1-gem"), nearest("Mix-Master"), nearest("zzz")
    ('double_crash_gem', 'gem_1', 'mix_master', '')
    """
    plain = word.strip().casefold()
    for key, chip in LIBRARY.items():
        if plain in (chip.name.casefold(), key.removeprefix("gem_")):
            return key
    plain = plain.replace(" ", "_").replace("-", "_")
    near = get_close_matches(plain, LIBRARY, n=2, cutoff=0.8) or get_close_matches(plain, LIBRARY, n=3)
    return " or ".join(near)


def no_such_chip(case: RefusalCase, kind: str) -> Illegal | None:
    """Explain that the box does not hold such a chip."""
    if kind in case.box:
        return None
    near = nearest(kind)
    if near:
        return case.because('There is no chip "{kind}"; did you mean {near}?', case.question.rule, kind=kind, near=near)
    return case.because('There is no chip "{kind}".', case.question.rule, kind=kind)


def not_there(case: RefusalCase, rule: str, places: tuple[str, ...] = ("hand",)) -> Illegal | None:
    """Explain that chips do not lie where they should; for a hidden place only the owner is told."""
    looked = (case.place,) if case.place else places
    private = not set(HIDDEN).isdisjoint(looked)
    kinds = case.thing.split("+")
    where = Terms((PLACES[place] for place in looked), OR)
    missing = [kind for kind in dict.fromkeys(kinds) if not any(kind in case.seat.kinds(place) for place in looked)]
    if missing:
        chips = Terms((chip_name(kind) for kind in missing), " and no ")
        return case.because("You have no {chips} in your {place}.", rule, private=private, chips=chips, place=where)
    if case.place and case.place not in places:
        wanted = Terms((PLACES[place] for place in places), OR)
        return case.because("This takes a chip from your {wanted}.", rule, private=private, wanted=wanted)
    for kind in dict.fromkeys(kinds):
        if sum(case.seat.most(place, kind.__eq__) for place in looked) < kinds.count(kind):
            return case.because(
                "You have only one {chip} in your {place}.", rule, private=private, chip=chip_name(kind), place=where
            )
    if not any(case.seat.can_hold(place, kinds) for place in looked):
        chips = Terms((chip_name(kind) for kind in kinds), AND)
        return case.because(
            "{chips} cannot both be in your {place}: one of them lies elsewhere.",
            rule,
            private=private,
            chips=chips,
            place=where,
        )
    return None


def not_in_bank(case: RefusalCase, kind: str, *, may_be_empty: bool = False) -> Illegal | None:
    """Explain that a chip's stack is not in this bank, or is empty."""
    if kind not in case.table.stock:
        return case.because("{chip} is not in this bank.", "bank", chip=chip_name(kind))
    if not case.table.stock[kind] and not may_be_empty:
        return case.because("The stack of {chip} is empty.", "running-out-of-chips", chip=chip_name(kind))
    return None
