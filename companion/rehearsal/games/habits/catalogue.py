"""All habits by name, and the people who have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, get_args

from companion.rehearsal.games.habits import answering, changing, failing, ordering, pacing, tidying, touching
from companion.rehearsal.games.habits.habit import Habit, Half, Person

CATALOGUE: Final[dict[str, type[Habit]]] = {
    habit().key: habit
    for part in (ordering, pacing, touching, changing, tidying, answering, failing)
    for habit in part.HABITS
}
"""By name, family by family."""
HALVES: Final[tuple[str, ...]] = get_args(Half)
MIXED: Final = (3, 6)
"""How many habits a seat has where they are mixed."""
PACE: Final = (0.6, 2.0)
"""How many times as long as others a seat takes where habits are mixed."""


@dataclass(frozen=True)
class WhichHabits:
    """The habits of a campaign."""

    keys: tuple[str, ...] = ()
    mixed: bool = False
    """Whether each seat draws some of them for itself; otherwise each seat has all of them."""

    def people(self, seed: int, seats: Sequence[str]) -> dict[str, Person]:
        """Return the seats with their habits, each with a chance of its own."""
        return {seat: self.person(seat, Random(f"{seed} {seat} {' '.join(self.keys)}")) for seat in seats if self.keys}

    def person(self, seat: str, chance: Random) -> Person:
        """Return somebody with these habits."""
        keys, pace = self.keys, 1.0
        if self.mixed:
            keys = tuple(chance.sample(keys, min(len(keys), chance.randint(*MIXED))))
            pace = chance.uniform(*PACE)
        return Person(seat, tuple(CATALOGUE[key]() for key in keys), chance, pace)


NONE: Final = WhichHabits()


def of_half(half: str) -> tuple[str, ...]:
    """Return the names of the habits of one half."""
    return tuple(key for key, habit in CATALOGUE.items() if habit.half == half)


def read_habits(text: str) -> list[WhichHabits]:
    """Read what people do: one entry for each campaign. Raises ValueError with a message for people.

    `none`; `all`, `fitting` or `judging` for a mixture of all habits or of one half; `each` for one campaign for each
    habit; otherwise names with commas between them.

    >>> read_habits("quick, fiddles")
    [WhichHabits(keys=('quick', 'fiddles'), mixed=False)]
    """
    if text == "none":
        return [NONE]
    if text == "all":
        return [WhichHabits(tuple(CATALOGUE), mixed=True)]
    if text in HALVES:
        return [WhichHabits(of_half(text), mixed=True)]
    if text == "each":
        return [WhichHabits((key,)) for key in CATALOGUE]
    keys = tuple(dict.fromkeys(key.strip() for key in text.split(",")))
    unknown = [key for key in keys if key not in CATALOGUE]
    if unknown:
        known = ", ".join(CATALOGUE)
        raise ValueError(f"Unknown habit {unknown[0]!r}. Known: {known}; or none, all, each, {', '.join(HALVES)}.")
    return [WhichHabits(keys)]
